"""Calls for a judge on the desk: whom they are shown to, what they say, and how the desk hears of them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from judging.calls.actions.calls import ask_third, call_judge, come
from judging.models import Call
from tournaments.access import Actor
from tournaments.models import Entry, Event
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

DESK = "/t/sierra/main/"


@pytest.fixture
def event() -> Event:
    return make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)


def call(event: Event, seat: int, *, minutes: int = 0) -> Call:
    """A judge was called to this seat of table A so many minutes ago."""
    entry = Entry.objects.select_related("event__tournament").get(event=event, table="A", seat_number=seat)
    made = call_judge(entry=entry, actor=make_actor())
    Call.objects.filter(pk=made.pk).update(at=timezone.now() - timedelta(minutes=minutes, seconds=5))
    return made


def judges_of(event: Event) -> tuple[Actor, Actor]:
    one, other = (make_actor(make_user(role="judge", tournament=event.tournament)) for _one in range(2))
    return one, other


def poll(client: Client, state: str) -> int:
    return client.get(DESK, {"desk": "1", "v": state}, headers={"HX-Request": "true"}).status_code


def state_of(client: Client) -> str:
    found = re.search(r"\?v=([0-9-]+)&amp;desk=1", client.get(DESK).content.decode())
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("role", "is_told"), [("director", True), ("judge", True), ("checker", False), ("registrar", False)]
)
def test_judges_and_the_director_see_on_the_desk_that_calls_wait(event: Event, role: str, is_told: bool) -> None:
    call(event, 1, minutes=4)
    call(event, 2, minutes=1)

    page = in_role(event.tournament, role).get(DESK)

    told = "2 calls for a judge wait, the oldest 4 min Table A; Table A."
    assert (told in text_of(page)) == is_told
    assert ('href="/t/sierra/calls/">Open the calls' in page.content.decode()) == is_told


def test_visitors_hear_of_no_call(event: Event) -> None:
    call(event, 1)

    assert "for a judge" not in text_of(Client().get(DESK))


def test_a_call_to_which_two_judges_come_waits_no_more(event: Event) -> None:
    made = call(event, 1, minutes=2)
    client = in_role(event.tournament, "judge")
    assert "1 call for a judge waits, 2 min" in text_of(client.get(DESK))

    for judge in judges_of(event):
        come(call=made, actor=judge)

    assert "for a judge wait" not in text_of(client.get(DESK))


def test_calls_of_another_event_stand_on_its_own_desk(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consy", kind="consolation", entrants=4, seated=True)
    call(other, 1)

    client = in_role(event.tournament, "judge")

    assert "call for a judge waits" not in text_of(client.get(DESK))
    assert "1 call for a judge waits" in text_of(client.get("/t/sierra/consy/"))


def test_the_desk_hears_of_calls_though_the_event_has_not_changed(event: Event) -> None:
    client, checker = in_role(event.tournament, "judge"), in_role(event.tournament, "checker")
    before, revision = state_of(client), Event.objects.get().revision
    assert poll(client, before) == 204

    made = call(event, 1)

    assert Event.objects.get().revision == revision
    # What a checker reads of it is that it was made, among what was done lately.
    assert (poll(client, before), poll(checker, before)) == (200, 200)
    assert "for a judge wait" not in text_of(checker.get(DESK))
    waiting = state_of(client)
    assert poll(client, waiting) == 204
    Call.objects.update(at=timezone.now() - timedelta(minutes=3))
    assert poll(client, waiting) == 200
    for judge in judges_of(event):
        come(call=made, actor=judge)
    assert poll(client, waiting) == 200
    assert "for a judge wait" not in text_of(client.get(DESK))


def test_an_unchanged_desk_asks_for_the_calls_in_one_query(event: Event) -> None:
    client = in_role(event.tournament, "judge")
    for seat in (1, 2, 3):
        call(event, seat)
    state = state_of(client)

    with CaptureQueriesContext(connection) as queries:
        assert poll(client, state) == 204

    assert len([one for one in queries if "judging_call" in one["sql"]]) == 1


def test_a_third_judge_who_is_missing_waits_since_that_moment(event: Event) -> None:
    made = call(event, 1, minutes=9)
    first, second = judges_of(event)
    for judge in (first, second):
        come(call=made, actor=judge)

    ask_third(call=made, actor=first)

    assert "1 call for a judge waits, under a minute" in text_of(in_role(event.tournament, "judge").get(DESK))


@pytest.mark.parametrize(
    ("judges", "told"),
    [
        pytest.param(0, "No judge can come to a call that waits", id="none"),
        pytest.param(1, "Only one judge can come to a call that waits", id="alone"),
        pytest.param(2, "", id="two"),
    ],
)
def test_the_director_reads_at_once_that_judges_are_too_few(event: Event, judges: int, told: str) -> None:
    for _judge in range(judges):
        make_user(role="judge", tournament=event.tournament)
    call(event, 1)

    desk = text_of(in_role(event.tournament, "director").get(DESK))

    assert ("to a call that waits" in desk) == bool(told)
    assert told in desk


def test_without_calls_nobody_looks_for_judges(event: Event) -> None:
    client = in_role(event.tournament, "director")

    with CaptureQueriesContext(connection) as queries:
        client.get(DESK)

    assert not [one for one in queries if "judging_duty" in one["sql"]]


@pytest.mark.parametrize(
    ("role", "is_offered"),
    [("director", True), ("judge", True), ("checker", True), ("registrar", True), ("viewer", False)],
)
def test_whoever_works_at_the_desk_is_led_to_calling_judges_once_people_sit(
    event: Event, role: str, is_offered: bool
) -> None:
    make_event(tournament=event.tournament, slug="early", kind="satellite", entrants=2)
    client = in_role(event.tournament, role)

    assert ('href="/t/sierra/calls/new/"' in client.get(DESK).content.decode()) == is_offered
    assert "/t/sierra/calls/new/" not in client.get("/t/sierra/early/").content.decode()
