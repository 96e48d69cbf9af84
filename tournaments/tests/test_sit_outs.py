"""Sit-outs that differ by more than one: refused with the numbers, unless the director says why."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tournaments.day.actions.round import call_game, change_day
from tournaments.day.actions.status import set_status
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import frames, playing_seats
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.plan import EventPlan
from tournaments.rotation.words import movement as movement_words
from tournaments.seating.actions import draw_seats, swap_seats
from tournaments.seating.reads.draw import published_proof
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, signed_in, text_of
from tournaments.venue.actions.events import add_event, change_event
from tournaments.venue.actions.flyer import copy_tournament

pytestmark = pytest.mark.django_db

WHY = "Thirteen came, and all want to play."
NUMBERS = "At table A, with 13 players, some would sit out 2 games and others 0."
CURES = "Let everybody move after every game, so that one sits out one game at a time, or play with an even number."
ASKED = "Or say why some may sit out more often, in the settings of the event."
NEW = {
    "name": "Sierra Open 2026",
    "starts_on": "2026-03-06",
    "time_zone": "America/Los_Angeles",
    "edition": "2020",
    "event1-preset": "main_two_games",
    "event1-games": "9",
    "event1-expected": "13",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def thirteen(tournament: Tournament) -> Event:
    """Thirteen entrants, nine games, two against each opponent; nobody is seated."""
    return make_event(tournament=tournament, games=9, movement="two_games", entrants=13)


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return in_role(tournament, "director")


def faults(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(fault.field, fault.code) for fault in refused.value.faults]


def allow(event: Event) -> Event:
    return change_event(event=event, changes={"sit_outs_reason": WHY}, actor=make_actor())


def sit_outs(event: Event) -> set[int]:
    return {line.sit_outs for line in published_proof(event).lines()}


# --- Setting up ------------------------------------------------------------------------------------------------------


def test_an_odd_field_is_refused_at_set_up_and_the_page_opens_the_field_for_the_reason() -> None:
    person = signed_in(make_user())

    refused = person.post("/new/", NEW)

    row = refused.context["rows"][0]
    assert refused.status_code == 409
    assert row.errors["expected"] == [
        f"13 entrants make an odd table of 13: some would sit out 2 games and others 0. {CURES} "
        "Or say why some may sit out more often."
    ]
    assert row.opens_more
    assert not Event.objects.exists()
    assert person.post("/new/", {**NEW, "event1-sit_outs_reason": WHY}).status_code == 302
    assert Event.objects.get().sit_outs_reason == WHY


@pytest.mark.parametrize("plan", [{"expected": 12}, {"expected": 13, "movement": "anchor"}, {"expected": None}])
def test_a_field_in_which_all_sit_out_alike_needs_no_reason(plan: dict[str, Any]) -> None:
    planned = EventPlan(**{"slug": "main", "games": 9, "movement": "two_games", **plan})

    event = add_event(tournament=make_tournament(), plan=planned, actor=make_actor())

    assert event.sit_outs_reason == ""


def test_a_field_that_is_too_small_and_odd_is_asked_for_both_reasons() -> None:
    planned = EventPlan("main", games=22, movement="two_games", expected=9)

    with pytest.raises(Refused) as refused:
        add_event(tournament=make_tournament(), plan=planned, actor=make_actor())

    assert faults(refused) == [("expected", "opponents")]
    assert "Or say why people may meet again: then it takes" in refused.value.message
    assert "Or say why some may sit out more often." in refused.value.message


def test_the_usual_event_of_two_games_says_that_an_odd_number_takes_a_reason() -> None:
    page = text_of(signed_in(make_user()).get("/new/"))

    assert "with an odd number of players some sit out two games and others none, which takes a reason below" in page


# --- The draw --------------------------------------------------------------------------------------------------------


def test_a_draw_is_refused_with_the_numbers_until_somebody_says_why(thirteen: Event) -> None:
    with pytest.raises(Refused) as refused:
        draw_seats(event=thirteen, seed=7, actor=make_actor())

    assert refused.value.code == "impossible"
    assert faults(refused) == [("movement", "sit_outs"), ("sit_outs_reason", "uneven")]
    assert refused.value.message == f"{NUMBERS} {CURES} {ASKED}"
    assert not Event.objects.get(pk=thirteen.pk).is_seated
    allow(thirteen)
    draw_seats(event=thirteen, seed=7, actor=make_actor())
    assert sit_outs(Event.objects.get(pk=thirteen.pk)) == {0, 1, 2}


def test_the_other_cures_that_the_refusal_names_work(thirteen: Event) -> None:
    change_event(event=thirteen, changes={"movement": "anchor"}, actor=make_actor())

    draw_seats(event=thirteen, seed=7, actor=make_actor())

    assert sit_outs(Event.objects.get(pk=thirteen.pk)) <= {0, 1}
    even = make_event(tournament=thirteen.tournament, slug="even", games=9, movement="two_games", entrants=14)
    draw_seats(event=even, seed=7, actor=make_actor())
    assert sit_outs(Event.objects.get(pk=even.pk)) == {0}


def test_seats_that_leave_gaps_are_refused_with_their_own_cure(tournament: Tournament) -> None:
    people = [EntrantPlan(f"Player {n}", seat=f"A-{n}") for n in (*range(1, 9), 12)]
    event = make_event(tournament=tournament, games=6, entrants=people)

    with pytest.raises(Refused) as refused:
        draw_seats(event=event, seed=7, actor=make_actor())

    told = (
        "At table A, with 9 players, some would sit out 3 games and others 1. Seat people without gaps "
        "between them: opening the seating again, on the page of the six steps, lets all seats be drawn "
        "again."
    )
    assert refused.value.message == f"{told} {ASKED}"


def test_too_few_and_odd_is_asked_for_both_reasons(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=12, movement="two_games", entrants=5)

    with pytest.raises(Refused) as refused:
        draw_seats(event=event, seed=7, actor=make_actor())

    assert faults(refused) == [("tables", "opponents"), ("repeats_reason", "repeats"), ("sit_outs_reason", "uneven")]
    changes = {"repeats_reason": "Five came", "sit_outs_reason": "Five came"}
    change_event(event=event, changes=changes, actor=make_actor())
    draw_seats(event=event, seed=7, actor=make_actor())
    assert {line.games for line in published_proof(Event.objects.get(pk=event.pk)).lines()} == {12}


@pytest.mark.parametrize(("role", "is_led"), [("director", True), ("registrar", False)])
def test_the_pages_say_so_and_lead_the_director_to_the_settings(
    tournament: Tournament, thirteen: Event, role: str, is_led: bool
) -> None:
    person = in_role(tournament, role)

    preview = person.get(of("seating", thirteen))
    draft = person.get(of("seating_proof", thirteen), {"tables": "13", "seed": "7"})
    drawn = person.post(of("seating", thirteen), {"tables": "13", "seed": "7"})

    assert (preview.status_code, draft.status_code, drawn.status_code) == (200, 409, 409)
    for page in (preview, draft, drawn):
        assert f"{NUMBERS} {CURES}" in text_of(page)
        assert (f"{ASKED} Say why" in text_of(page)) is is_led
    assert not Event.objects.get(pk=thirteen.pk).is_seated


def test_the_reason_stands_on_the_proof_and_on_the_flyer(director: Client, thirteen: Event) -> None:
    settings = {"kind": "main", "games": "9", "deal": "cut", "movement": "two_games", "sit_outs_reason": WHY}

    saved = director.post(of("event_settings", thirteen), settings)
    draft = text_of(director.get(of("seating_proof", thirteen), {"tables": "13", "seed": "7"}))
    drawn = director.post(of("seating", thirteen), {"tables": "13", "seed": "7"})
    proof = text_of(director.get(of("seating_proof", thirteen)))

    assert (saved.status_code, drawn.status_code) == (302, 302)
    for page in (draft, proof):
        assert f"Sit-outs each: 0 to 2. {movement_words.two_games_sit_out()} {WHY}" in page
    assert f"Some may sit out more often {WHY}" in text_of(Client().get("/t/sierra/flyer/"))


def test_the_program_is_refused_with_the_numbers_and_gives_the_reason(tournament: Tournament, thirteen: Event) -> None:
    program = api_of(make_user("director", role="director", tournament=tournament))
    event = f"/api/v1/tournaments/sierra/events/{thirteen.slug}/"

    expected = program.patch(event, {"expected": 13}, format="json")
    draft = program.get(f"{event}seating/proof/", {"seed": 7})
    refused = program.post(f"{event}seating/", {"seed": 7}, format="json")
    given = program.patch(event, {"sit_outs_reason": WHY}, format="json")
    drawn = program.post(f"{event}seating/", {"seed": 7}, format="json")

    for answer in (expected, draft, refused):
        assert (answer.status_code, answer.json()["code"]) == (409, "impossible")
    assert [fault["field"] for fault in refused.json()["errors"]] == ["movement", "sit_outs_reason"]
    assert NUMBERS in refused.json()["message"]
    assert (given.status_code, given.json()["sit_outs_reason"]) == (200, WHY)
    assert drawn.status_code == 200


# --- Once there are seats --------------------------------------------------------------------------------------------


def test_a_reason_that_is_needed_cannot_be_taken_away(thirteen: Event) -> None:
    draw_seats(event=allow(thirteen), seed=7, actor=make_actor())

    with pytest.raises(Refused) as refused:
        change_event(event=thirteen, changes={"sit_outs_reason": ""}, actor=make_actor())

    assert faults(refused) == [("movement", "sit_outs"), ("sit_outs_reason", "uneven")]
    assert Event.objects.get(pk=thirteen.pk).sit_outs_reason == WHY


def test_another_plan_that_seats_do_not_fit_evenly_is_refused(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=8, entrants=13, seated=True)

    with pytest.raises(Refused) as refused:
        change_event(event=event, changes={"movement": "two_games"}, actor=make_actor())
    changed = change_event(event=event, changes={"movement": "two_games", "sit_outs_reason": WHY}, actor=make_actor())

    assert faults(refused) == [("movement", "sit_outs"), ("sit_outs_reason", "uneven")]
    assert changed.movement == "two_games"
    row = AuditEntry.objects.latest("pk")
    assert (row.action, row.before["sit_outs_reason"], row.after["sit_outs_reason"]) == ("event.changed", "", WHY)


def seated_evenly(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=8, movement="two_games", entrants=24, tables=[12, 12], seated=True)


def absent(event: Event, seat: str) -> None:
    table, number = seat.split("-")
    entry = event.entries.get(table=table, seat_number=number)
    set_status(entry=entry, status="no_show", reason="Did not come", actor=make_actor())


def test_on_the_day_nothing_is_refused_because_of_it(tournament: Tournament) -> None:
    """Somebody does not come, somebody comes late, somebody leaves: the seats stay published, the proof says what it gives."""
    event = seated_evenly(tournament)

    absent(event, "A-12")
    enter_entrants(event=event, entrants=[EntrantPlan("Late Comer", seat="B-13")], actor=make_actor())
    call_game(event=event, game=1, actor=make_actor())
    leaves = DayPlan(What.LEAVES, seat="B-2", first=3)
    change_day(event=event, plan=leaves, reason="Has to go", actor=make_actor())

    event.refresh_from_db()
    assert (event.is_seated, event.sit_outs_reason, frames(event)["B"]) == (True, "", 14)
    proof = published_proof(event)
    assert [table.is_uneven for table in proof.tables] == [True, True]
    assert movement_words.two_games_sit_out() in proof.why_uneven


def test_people_change_places_at_tables_that_are_odd_since(tournament: Tournament) -> None:
    event = seated_evenly(tournament)
    absent(event, "A-12")

    swapped = swap_seats(event=event, one="B-12", other="A-12", actor=make_actor())

    assert swapped["A-12"] == 24
    assert "B-12" not in playing_seats(event)


def test_nobody_changes_places_so_that_sit_outs_become_uneven(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=6, entrants=12, seated=True)
    absent(event, "A-11")
    absent(event, "A-12")

    with pytest.raises(Refused) as refused:
        swap_seats(event=event, one="A-10", other="A-12", actor=make_actor())

    assert faults(refused) == [("movement", "sit_outs"), ("sit_outs_reason", "uneven")]
    assert playing_seats(event) == [f"A-{number}" for number in range(1, 11)]


def test_last_year_s_reason_comes_with_the_copy(tournament: Tournament, thirteen: Event) -> None:
    allow(thirteen)

    created = copy_tournament(
        source=tournament, slug="next", name="Sierra 2027", starts_on=date(2027, 3, 19), actor=make_actor()
    )

    assert created.events.get().sit_outs_reason == WHY


@pytest.mark.parametrize(("reason", "status"), [("x" * 300, 200), ("x" * 301, 400), ("two\nlines", 400)])
def test_a_reason_is_one_line_of_text(tournament: Tournament, thirteen: Event, reason: str, status: int) -> None:
    program = api_of(make_user("director", role="director", tournament=tournament))

    answer = program.patch(
        f"/api/v1/tournaments/sierra/events/{thirteen.slug}/", {"sit_outs_reason": reason}, format="json"
    )

    assert answer.status_code == status


@pytest.mark.parametrize("role", ["registrar", "checker", "judge", "viewer", None])
def test_only_the_director_says_why(tournament: Tournament, thirteen: Event, role: str | None) -> None:
    program = api_of(make_user("other", role=role, tournament=tournament) if role else None)

    answer = program.patch(
        f"/api/v1/tournaments/sierra/events/{thirteen.slug}/", {"sit_outs_reason": WHY}, format="json"
    )

    assert answer.status_code == (403 if role else 401)
    assert Event.objects.get(pk=thirteen.pk).sit_outs_reason == ""
