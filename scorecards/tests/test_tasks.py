"""Jobs: the newest revision wins, nothing is lost, and nobody's save waits for a broker that is away."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.test import Client, override_settings
from pytest_django import DjangoCaptureOnCommitCallbacks

from scorecards import tasks
from scorecards.cards.reads.cards import card
from scorecards.crosscheck.actions.crosscheck import accept_all, start_cross_check
from scorecards.models import Scorecard, StandingsSnapshot
from scorecards.sheet.reads.ownplace import own_cards
from scorecards.sheet.reads.standings import SHAPE, KeptRow, Standings, standings
from scorecards.sheet.reads.stored import (
    latest_snapshot,
    newest_stored,
    pack_values,
    served_standings,
    stored_own_cards,
    unpack,
    unpack_values,
)
from scorecards.sheet.rules.clubs import ClubRow
from scorecards.sheet.rules.ranking import StandingsRow
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.standings.api.standings import StandingsSerializer
from scorecards.tests.factories import COMMAND, make_cards, sheet
from scorecards.tests.test_actions import CARDS
from tournaments.models import Event
from tournaments.people.actions.links import make_links
from tournaments.tests.factories import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    return event


def revisions(event: Event) -> list[int]:
    return list(StandingsSnapshot.objects.filter(event=event).values_list("revision", flat=True))


def test_a_snapshot_is_what_the_cards_give(event: Event) -> None:
    tasks.recompute_standings(event.pk)

    now = sheet(event)
    served = served_standings(now.event, may_wait=False)
    assert (served.revision, served.current) == (now.event.revision, True)
    assert (served.standings, served.values["current"]) == (standings(now), True)


def test_doing_it_twice_is_doing_it_once(event: Event) -> None:
    tasks.recompute_standings(event.pk)
    tasks.recompute_standings(event.pk)

    assert len(revisions(event)) == 1


def test_a_late_job_does_not_replace_a_newer_snapshot(event: Event) -> None:
    tasks.recompute_standings(event.pk)
    make_cards(event, A_1=CARDS["A_1"].replace("+40", "+41"))
    tasks.recompute_standings(event.pk)

    tasks.recompute_standings(event.pk)

    stored = latest_snapshot(event)
    assert stored is not None
    assert stored.revision == sheet(event).event.revision
    assert unpack(stored.body).rows[0].plus == 65


@pytest.mark.parametrize("stage", ["begun", "all in", "compared"])
def test_own_pages_get_what_was_stored_for_them(event: Event, stage: str) -> None:
    make_links(event=event, actor=COMMAND)
    if stage == "begun":
        Scorecard.objects.get(entry__seat_number=4).delete()
    if stage == "compared":
        start_cross_check(event=event, actor=COMMAND)
    now = sheet(event)

    tasks.recompute_standings(event.pk)

    found = stored_own_cards(now.event)
    assert found is not None
    revision, stored = found
    assert (revision, stored) == (now.event.revision, own_cards(now))
    assert stored.places.keys() == now.cards.keys()
    assert {one.card for one in stored.how_far.values()} == {
        "begun": {"typed", "missing"},
        "all in": {"typed"},
        "compared": {"compared"},
    }[stage]


def test_what_own_pages_get_is_of_the_newest_standings_alone(event: Event) -> None:
    make_links(event=event, actor=COMMAND)
    tasks.recompute_standings(event.pk)
    before = sheet(event).event
    make_cards(event, A_1=CARDS["A_1"].replace("+40", "+41"))

    assert stored_own_cards(sheet(event).event) is None, "they are under way"
    older = stored_own_cards(sheet(event).event, before.revision)
    assert older is not None
    assert older[0] == before.revision, "that was enough"
    tasks.recompute_standings(event.pk)

    assert stored_own_cards(sheet(event).event) is not None
    assert stored_own_cards(before) is None


def test_what_is_stored_wrong_for_own_pages_is_found_and_computed_anew(event: Event) -> None:
    make_links(event=event, actor=COMMAND)
    tasks.recompute_standings(event.pk)
    stored = StandingsSnapshot.objects.get(event=event)
    assert stored.own is not None
    wrong = {**unpack_values(stored.own), "missing": ["A-1"]}
    StandingsSnapshot.objects.filter(pk=stored.pk).update(own=pack_values(wrong))

    assert tasks.check_standings(sheet(event).event) == ["own"]
    assert tasks.check_standings(sheet(event).event) == []


def test_nothing_is_stored_for_own_pages_that_nobody_has(event: Event) -> None:
    tasks.recompute_standings(event.pk)

    assert stored_own_cards(sheet(event).event) is None


def test_the_public_sees_the_last_standings_and_that_newer_ones_come(event: Event) -> None:
    tasks.recompute_standings(event.pk)
    make_cards(event, A_1=CARDS["A_1"].replace("+40", "+41"))
    now = sheet(event).event

    public = served_standings(now, may_wait=False)
    staff = served_standings(now, may_wait=True)

    assert (public.current, public.values["rows"][0]["plus"]) == (False, 64)
    assert (staff.current, staff.values["rows"][0]["plus"]) == (True, 65)


def test_what_was_stored_in_another_shape_is_computed_anew_and_read_by_nobody(event: Event) -> None:
    make_links(event=event, actor=COMMAND)
    tasks.recompute_standings(event.pk)
    now = sheet(event).event
    StandingsSnapshot.objects.filter(event=event).update(shape=1, body=pack_values({"rows": [{"place": 1}]}))

    before = latest_snapshot(now), newest_stored(now.tournament.slug, now.slug), stored_own_cards(now)
    seen = served_standings(now, may_wait=False)

    assert before == (None, None, None)
    assert (seen.current, seen.standings) == (True, standings(sheet(event)))
    assert stored_own_cards(now) is not None
    StandingsSnapshot.objects.filter(event=event, shape=SHAPE).delete()
    assert (tasks.recompute_behind(), tasks.recompute_behind()) == (1, 0)


def test_the_standings_of_the_api_have_every_field_that_is_stored_and_no_other() -> None:
    declared = StandingsSerializer().fields
    told = {name: list(declared[name].child.fields) for name in ("rows", "kept", "clubs")}

    assert list(declared) == ["current", *(one.name for one in fields(Standings))]
    assert sorted(told["rows"]) == sorted(one.name for one in fields(StandingsRow))
    assert told["kept"] == [one.name for one in fields(KeptRow)]
    assert told["clubs"] == [one.name for one in fields(ClubRow)]


def test_a_lost_job_is_found_again(event: Event) -> None:
    tasks.recompute_standings(event.pk)
    make_cards(event, A_1=CARDS["A_1"].replace("+40", "+41"))

    assert tasks.recompute_behind() == 1
    assert tasks.recompute_behind() == 0
    assert revisions(event)[-1] == sheet(event).event.revision


def test_a_job_for_an_event_that_is_gone_does_nothing() -> None:
    tasks.recompute_standings(10**9)


def test_the_check_finds_and_mends_a_wrong_snapshot(event: Event) -> None:
    tasks.recompute_standings(event.pk)
    stored = StandingsSnapshot.objects.get(event=event)
    shown = unpack_values(stored.body)
    shown["rows"][2]["net"] += 1
    StandingsSnapshot.objects.filter(pk=stored.pk).update(body=pack_values(shown))

    wrong = tasks.check_standings(Event.objects.get(pk=event.pk))

    mended = StandingsSnapshot.objects.get(event=event)
    assert wrong == [shown["rows"][2]["seat"]]
    assert unpack(mended.body) == standings(sheet(event))
    assert mended.checked_at is not None
    assert tasks.check_all_standings() == 0


def test_official_standings_are_the_frozen_ones(event: Event) -> None:
    start_cross_check(event=event, actor=COMMAND)
    accept_all(event=event, initials="JK", revision=sheet(event).event.revision, actor=COMMAND)
    before = standings(sheet(event)).rows
    post_qualifiers(event=event, actor=COMMAND)

    served = served_standings(sheet(event).event, may_wait=True)

    assert served.values["provisional"] is False
    assert served.standings.rows == before


@override_settings(
    CELERY_TASK_ALWAYS_EAGER=False,
    CACHES={
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"socket_connect_timeout": 1},
        }
    },
)
def test_a_broker_that_is_away_fails_no_save(
    event: Event,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        make_cards(event, A_1=CARDS["A_1"].replace("+40", "+41"))

    assert card(sheet(event), "A-1")["lines"][2]["plus"] == "41"
    assert "the broker is away" in caplog.text
    assert served_standings(sheet(event).event, may_wait=True).values["rows"][0]["plus"] == 65


@override_settings(JOBS_IN_THREAD=False)
def test_a_change_is_followed_by_new_standings(
    event: Event, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        make_cards(event, A_1=CARDS["A_1"].replace("+40", "+41"))

    assert revisions(event)[-1] == sheet(event).event.revision


@override_settings(JOBS_IN_THREAD=False)
@pytest.mark.parametrize("path", ["/t/{}/main/standings/", "/api/v1/tournaments/{}/events/main/standings/"])
def test_whoever_is_shown_older_standings_has_newer_ones_made(
    event: Event, path: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """What asked for them at the change is gone: a command that has ended, for one."""
    tasks.recompute_standings(event.pk)
    make_cards(event, A_1=CARDS["A_1"].replace("+40", "+41"))
    stored = revisions(event)

    with django_capture_on_commit_callbacks(execute=True):
        assert Client().get(path.format(event.tournament.slug)).status_code == 200

    assert revisions(event) != stored
    assert revisions(event)[-1] == sheet(event).event.revision
