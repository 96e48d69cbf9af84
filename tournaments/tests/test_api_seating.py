"""The draft of a draw, its publication and changes by hand, for programs."""

from __future__ import annotations

import pytest

from tournaments.models import AuditEntry, Event, Tournament, User
from tournaments.seating.actions import swap_seats
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user

pytestmark = pytest.mark.django_db


def path(event: Event, more: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/seating/{more}"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def registrar(tournament: Tournament) -> User:
    return make_user("registrar", role="registrar", tournament=tournament)


def test_a_program_looks_at_a_draft_and_publishes_exactly_that(tournament: Tournament, registrar: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=9, deal="alternate")

    draft = api_of(registrar).get(path(event, "proof/"), {"tables": "5,4", "seed": 2**40}).json()
    body = {"tables": [5, 4], "seed": draft["seed"], "draft": draft["draft"]}
    seats = api_of(registrar).post(path(event, ""), body, format="json").json()

    assert draft["tables"] == {"A": 4, "B": 3}
    assert draft["seed"] == 2**40
    assert {line["seat"]: line["id"] for line in draft["players"]} == seats
    assert all(line["games"] == 3 and line["first_deals"] in {1, 2} for line in draft["players"])
    published = api_of(registrar).get(path(event, "proof/")).json()
    assert published == {**draft, "draft": None}


def test_another_draft_than_the_one_looked_at_is_stale(tournament: Tournament, registrar: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4)

    answer = api_of(registrar).post(path(event, ""), {"seed": 1, "draft": "0" * 12}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


@pytest.mark.parametrize(
    ("asked", "status"), [({"tables": "x"}, 400), ({"seed": "-1"}, 400), ({"tables": "2"}, 409), ({}, 200)]
)
def test_what_cannot_be_drawn_is_refused(
    tournament: Tournament, registrar: User, asked: dict[str, str], status: int
) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4)

    assert api_of(registrar).get(path(event, "proof/"), asked).status_code == status


def test_one_entrant_alone_has_no_draft(tournament: Tournament, registrar: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=1)

    answer = api_of(registrar).get(path(event, "proof/"))

    assert (answer.status_code, answer.json()["code"]) == (409, "impossible")


def test_rounds_enough_to_meet_again_do_not_stand_for_the_reason(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=22, rounds=22, entrants=18)
    program = api_of(make_user("director", role="director", tournament=tournament))
    of_event = path(event, "").removesuffix("seating/")

    expected = program.patch(of_event, {"rounds": 24, "expected": 18}, format="json")
    drawn = program.post(path(event, ""), {"seed": 7}, format="json")

    assert (expected.status_code, expected.json()["code"]) == (409, "impossible")
    assert (drawn.status_code, drawn.json()["code"]) == (409, "impossible")
    assert [fault["field"] for fault in drawn.json()["errors"]] == ["tables", "repeats_reason"]
    assert "22 games against 22 different opponents need 23 players" in drawn.json()["message"]
    assert program.patch(of_event, {"repeats_reason": "Eighteen came"}, format="json").status_code == 200
    assert program.post(path(event, ""), {"seed": 7}, format="json").status_code == 200


def test_two_seats_change_hands(tournament: Tournament, registrar: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)

    program, address, seats = api_of(registrar), path(event, "swaps/"), {"one": "A-1", "other": "A-4"}

    untold = program.post(address, seats, format="json")
    seen = program.post(f"{address}?preview=1", seats, format="json").json()
    answer = program.post(address, {**seats, "mark": seen["mark"]}, format="json")

    assert (untold.status_code, untold.json()["errors"][0]["field"]) == (400, "mark")
    assert "Idempotency-Key" in untold.json()["errors"][0]["message"]
    assert (answer.status_code, answer.json()) == (200, {"A-4": 1, "A-1": 4})
    keyed = program.post(address, seats, format="json", headers={"Idempotency-Key": "back"})
    assert (keyed.status_code, keyed.json()) == (200, {"A-1": 1, "A-4": 4})


@pytest.mark.parametrize(("movement", "other"), [("anchor", "A-2"), ("none", "A-2"), ("none", "A-4")])
def test_two_seats_that_are_changed_by_one_look_stay_changed(tournament: Tournament, movement: str, other: str) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True, movement=movement)
    event.entries.filter(number=4).update(status="no_show", status_reason="Ill", table=None, seat_number=None)
    director = api_of(make_user("director", role="director", tournament=tournament))
    address, seats = path(event, "swaps/"), {"one": "A-1", "other": other}
    mark = director.post(f"{address}?preview=1", seats, format="json").json()["mark"]

    answers = [director.post(address, {**seats, "mark": mark}, format="json") for _time in range(3)]

    assert [one.status_code for one in answers] == [200] * 3
    assert [one.json() for one in answers] == [answers[0].json()] * 3
    assert event.entries.get(number=1).seat == other
    assert AuditEntry.objects.filter(action="seats.swapped").count() == 1
    # What somebody else has done since is not what was looked at.
    swap_seats(event=event, one=other, other="A-3", actor=make_actor())
    stale = director.post(address, {**seats, "mark": mark}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")


@pytest.mark.parametrize("role", ["checker", "judge"])
def test_drafts_and_changes_are_for_registrars(tournament: Tournament, role: str) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    program = api_of(make_user(role, role=role, tournament=tournament))

    assert program.get(path(event, "proof/")).status_code == 403
    assert program.post(path(event, "swaps/"), {"one": "A-1", "other": "A-4"}, format="json").status_code == 403
    assert api_of().get(path(event, "proof/")).status_code == 401
