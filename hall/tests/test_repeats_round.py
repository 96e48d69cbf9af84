"""What happened on the day, said once more because no answer came: it stands as it is, on the page and in the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from hall.tests.test_repeats import form_of
from tournaments.day.actions.round import call_game, change_day
from tournaments.day.reads.round import DayPlan, What, ground_of, planned_pairs, ways_on
from tournaments.day.reads.schedule import schedule
from tournaments.models import AuditEntry, DayChange, Event
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/day-changes/"

AWAY = {"what": "away", "seat": "A-2", "first": 3, "last": 3}
SAYINGS: dict[str, dict[str, Any]] = {
    "away": AWAY,
    "leaves": {"what": "leaves", "seat": "A-2", "first": 3},
    "award": {"what": "award", "seat": "A-2", "first": 1},
    "removed": {"what": "removed", "seat": "A-2", "first": 1},
    "removed in no game": {"what": "removed", "seat": "A-2", "first": 0},
    "course": {"what": "course", "table": "A", "game": 1},
    "substitute": {"what": "substitute", "seat": "A-4", "first": 3, "name": "Otto Vance"},
    "no_show": {"what": "no_show", "seat": "A-6"},
    "meet_again": {"what": "meet_again"},
}


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=5, entrants=8, seated=True)
    call_game(event=event, game=1, actor=make_actor())
    return event


def said(event: Event, what: str) -> dict[str, Any]:
    """What a program sends, once what it needs is there."""
    body = {**SAYINGS[what], "reason": "phone"}
    if what == "substitute":
        change(event, DayPlan(What.LEAVES, seat="A-4", first=2))
    if what == "meet_again":
        for seat in ("A-6", "A-7", "A-8"):
            change(event, DayPlan(What.NO_SHOW, seat=seat))
    if what == "course":
        pairs = planned_pairs(ground_of(event), "A", 1)
        (one, two), (three, four), *others = pairs
        met = ((one, four), (three, two), *others)
        ways = ways_on(ground_of(event), DayPlan(What.COURSE, table="A", game=1, met=met))
        body |= {"met": [list(pair) for pair in met], "way": ways[0].way.value}
    return body


def change(event: Event, plan: DayPlan) -> DayChange | None:
    event.refresh_from_db()
    return change_day(event=event, plan=plan, reason="It happened", actor=make_actor())


def rows(event: Event) -> tuple[int, int]:
    return event.day_changes.count(), AuditEntry.objects.filter(event=event).count()


def director_of(event: Event) -> Any:
    return api_of(make_user("director", role="director", tournament=event.tournament))


@pytest.mark.parametrize("what", SAYINGS)
@pytest.mark.parametrize("marked", [False, True], ids=["without a mark", "from one look"])
def test_repeating_a_day_change_is_answered_like_the_first_time(event: Event, what: str, *, marked: bool) -> None:
    program, body = director_of(event), said(event, what)
    if marked:
        seen = program.post(f"{API}?preview=1", body, format="json")
        body["mark"] = seen.json()["mark"]

    first = program.post(API, body, format="json")
    made = rows(event)
    again = [program.post(API, body, format="json") for _time in range(2)]
    # Whoever asks again types another reason.
    other = program.post(API, {**body, "reason": "fax"}, format="json")

    assert first.status_code in (201, 204), first.content
    assert [one.status_code for one in again] == [200 if first.status_code == 201 else 204] * 2
    # PostgreSQL gives the names of a JSON value back in another order.
    assert [one.content and one.json() for one in again] == [first.content and first.json()] * 2
    assert rows(event) == made
    # That of meeting again is read by everybody.
    assert (other.status_code == 409) == (what == "meet_again")


def test_undoing_a_repeated_day_change_brings_the_player_back(event: Event) -> None:
    program = director_of(event)
    before = schedule(event)
    for _time in range(2):
        program.post(API, {**AWAY, "reason": "phone"}, format="json")

    undone = program.delete(f"{API}1/", {"reason": "They are here"}, format="json")
    said_anew = program.post(API, {**AWAY, "reason": "phone"}, format="json")

    assert undone.status_code == 204
    assert (said_anew.status_code, said_anew.json()["number"]) == (201, 2)
    program.delete(f"{API}2/", {"reason": "They are here"}, format="json")
    event.refresh_from_db()
    assert schedule(event) == before


def test_a_day_change_that_differs_is_another_one(event: Event) -> None:
    program = director_of(event)
    for other in ({}, {"last": 4}, {"first": 2}, {"seat": "A-3"}, {"what": "leaves"}):
        sent = {**AWAY, **other, "reason": "phone"}
        if sent["what"] == "leaves":
            del sent["last"]
        assert program.post(API, sent, format="json").status_code == 201
    assert event.day_changes.count() == 5


def test_repeating_a_day_change_with_leave_to_meet_again_adds_only_that(event: Event) -> None:
    for seat in ("A-6", "A-7", "A-8"):
        change(event, DayPlan(What.NO_SHOW, seat=seat))
    program, body = director_of(event), {**AWAY, "reason": "phone"}
    program.post(API, body, format="json")

    more = [program.post(API, {**body, "meet_again": True}, format="json") for _time in range(2)]

    assert [one.status_code for one in more] == [201, 200]
    assert event.day_changes.count() == 1
    assert AuditEntry.objects.filter(event=event, action="repeats.allowed").count() == 1


# --- The page --------------------------------------------------------------------------------------------------------

STANDS = "This is already noted, as number 1. Nothing was added."


def send(client: Client, address: str, fields: dict[str, str]) -> HttpResponse:
    """Open the page of what is to be looked at, and do it."""
    shown = client.get(address, fields)
    return client.post(address, {**form_of(shown, address), "reason": "phone"}, follow=True)


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("away", {"seat": "A-2", "first": "3", "last": "3"}),
        ("leaves", {"seat": "A-2", "first": "3"}),
        ("award", {"seat": "A-2", "first": "1"}),
        ("removed", {"seat": "A-2", "first": "1"}),
    ],
)
def test_the_page_that_is_opened_anew_leads_to_what_stands(event: Event, what: str, fields: dict[str, str]) -> None:
    director, address = in_role(event.tournament, "director"), of("day_change", event, what)
    open_elsewhere = form_of(director.get(address, fields), address)
    send(director, address, fields)
    made = rows(event)

    seen = director.get(address, fields, follow=True)
    sent = director.post(address, {**open_elsewhere, "form_key": "another", "reason": "phone"}, follow=True)

    for answer in (seen, sent):
        assert answer.redirect_chain == [(f"{of('round', event)}#changes", 302)]
        assert STANDS in text_of(answer)
    assert rows(event) == made


def test_a_no_show_and_a_mix_up_that_stand_are_led_to_as_well(event: Event) -> None:
    director = in_role(event.tournament, "director")
    address = of("day_change", event, "course")
    pairs = planned_pairs(ground_of(event), "A", 1)
    (one, two), (three, four), *others = pairs
    met = [one, four, three, two, *(number for pair in others for number in pair)]
    boards = {f"seat-{place}": str(number) for place, number in enumerate(met, start=1)}
    fields = {"table": "A", "game": "1", **boards}
    send(director, address, fields)
    assert STANDS in text_of(director.get(address, fields, follow=True))

    address = of("day_change", event, "no_show")
    send(director, address, {"seat": "A-6"})
    made = rows(event)
    assert "This is already noted. Nothing was added." in text_of(director.get(address, {"seat": "A-6"}, follow=True))
    assert rows(event) == made
