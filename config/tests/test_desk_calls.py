"""Calls for a judge on the desk: whom they are shown to, what they say, and how the desk hears of them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from judging import actions as judging_actions
from judging.models import Call
from tournaments.models import Entry, Event
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

DESK = "/t/sierra/main/"


@pytest.fixture
def event() -> Event:
    return make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)


def call(event: Event, seat: int, *, minutes: int = 0) -> Call:
    """A judge was called to this seat of table A so many minutes ago."""
    entry = Entry.objects.select_related("event__tournament").get(event=event, table="A", seat_number=seat)
    made = judging_actions.call_judge(entry=entry, actor=make_actor())
    Call.objects.filter(pk=made.pk).update(at=timezone.now() - timedelta(minutes=minutes, seconds=5))
    return made


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

    assert ("2 calls for a judge wait, the oldest 4 min Milt Orr, Table A" in text_of(page)) == is_told
    assert ('href="/t/sierra/calls/">Open the calls' in page.content.decode()) == is_told


def test_visitors_hear_of_no_call(event: Event) -> None:
    call(event, 1)

    assert "for a judge" not in text_of(Client().get(DESK))


def test_a_call_to_which_somebody_comes_waits_no_more(event: Event) -> None:
    made = call(event, 1, minutes=2)
    client = in_role(event.tournament, "judge")
    assert "1 call for a judge waits, 2 min" in text_of(client.get(DESK))

    judging_actions.take_call(call=made, actor=make_actor())

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
    assert (poll(client, before), poll(checker, before)) == (200, 204)
    waiting = state_of(client)
    assert poll(client, waiting) == 204
    Call.objects.update(at=timezone.now() - timedelta(minutes=3))
    assert poll(client, waiting) == 200
    judging_actions.take_call(call=made, actor=make_actor())
    assert poll(client, before) == 204


def test_an_unchanged_desk_asks_for_the_calls_in_one_query(event: Event) -> None:
    client = in_role(event.tournament, "judge")
    for seat in (1, 2, 3):
        call(event, seat)
    state = state_of(client)

    with CaptureQueriesContext(connection) as queries:
        assert poll(client, state) == 204

    assert len([one for one in queries if "judging_call" in one["sql"]]) == 1
