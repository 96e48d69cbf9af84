"""The API of the control sheet and the four piles."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorecards.cards.actions.stack import receive_cards
from scorecards.tests.factories import COMMAND, look_at_all, make_card, make_cards
from scorecards.tests.test_api import at, client
from scorecards.tests.test_views_control import CARDS
from tournaments.models import Event, Tournament, User
from tournaments.tests.factories import checker, make_event, stranger, tournament

__all__ = ["checker", "stranger", "tournament"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.mark.parametrize("place", ["control", "piles"])
def test_only_staff_may_ask(event: Event, stranger: User, checker: User, place: str) -> None:
    assert client().get(at(place)).status_code == 401
    assert client(stranger).get(at(place)).status_code == 403
    assert client(checker).get(at(place)).status_code == 200
    assert client(checker).post(at(place)).status_code == 405


@pytest.mark.parametrize("place", ["control", "piles"])
def test_an_event_without_seats_has_an_empty_answer(tournament: Tournament, checker: User, place: str) -> None:
    make_event(tournament=tournament, games=3, entrants=4)

    assert client(checker).get(at(place)).status_code == 200


def test_the_control_sheet_has_every_seat_in_one_state_with_its_next_step(event: Event, checker: User) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    receive_cards(event=event, seats=["A-3"], actor=COMMAND)

    found = client(checker).get(at("control")).json()

    assert found["counts"] == {
        "not_in": 2,
        "in": 1,
        "typed": 1,
        "looked_at": 0,
        "discrepancy": 0,
        "resolved": 0,
        "matched": 0,
        "final": 0,
    }
    assert found["no_shows"] == []
    first, _second, third, _fourth = found["seats"]
    assert first == {
        "seat": "A-1",
        "state": "typed",
        "pile": first["pile"],
        "blocks": False,
        "next": {"step": "type", "seat": "A-2", "game": 1, "other": "A-1"},
    }
    assert third == {
        "seat": "A-3",
        "state": "in",
        "pile": None,
        "blocks": True,
        "next": {"step": "type", "seat": "A-3", "game": None, "other": None},
    }


def test_the_piles_say_what_each_card_can_still_come_to(event: Event, checker: User) -> None:
    make_cards(event, **CARDS)
    make_card(event, "A-4", "1: A-3 0 -03 \n 3: A-1 0 -40")

    look_at_all(event)
    found = client(checker).get(at("piles")).json()

    assert found["counts"] == {"definite": 1, "probable": 0, "probably_not": 0, "dead_zone": 2, "not_complete": 1}
    assert (found["quota"], found["settled"], found["check_first"]) == (1, False, ["A-1"])
    last = next(row for row in found["rows"] if row["seat"] == "A-4")
    assert last == {
        "seat": "A-4",
        "rank": 4,
        "tied": False,
        "pile": None,
        "best_rank": 2,
        "worst_rank": 4,
        "lowest": {"game_points": 0, "games_won": 0, "net": -164, "plus": 0},
        "highest": {"game_points": 3, "games_won": 1, "net": 78, "plus": 121},
    }


@pytest.mark.parametrize("place", ["control", "piles"])
def test_the_control_sheet_takes_the_same_queries_for_one_card_and_for_four(
    event: Event, checker: User, place: str
) -> None:
    api = client(checker)
    make_card(event, "A-1", CARDS["A_1"])
    with CaptureQueriesContext(connection) as one:
        api.get(at(place))
    make_cards(event, **CARDS)

    with CaptureQueriesContext(connection) as four:
        api.get(at(place))

    assert len(four) == len(one) == QUERIES


QUERIES = 11
