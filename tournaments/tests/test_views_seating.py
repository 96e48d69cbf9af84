"""The seats: looked at beforehand, drawn once, and read by everybody."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.models import Event, Tournament
from tournaments.tests.factories import make_event, make_tournament
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Registration is open, four people are entered."""
    return make_event(tournament=tournament, games=3, entrants=4)


@pytest.fixture
def seated(tournament: Tournament) -> Event:
    """Four people at table A."""
    return make_event(tournament=tournament, slug="seated", games=3, entrants=4, seated=True)


def test_the_registrar_sees_what_the_proposed_tables_give(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=25)

    response = in_role(tournament, "registrar").get(of("seating", event))

    (table,) = response.context["preview"].tables
    assert (table.name, table.players, table.rounds, table.opponents, table.sit_outs) == ("A", 25, 10, 9, 1)
    assert "Draw the seats of 25 players" in text_of(response)


def test_other_tables_can_be_looked_at_before_the_draw(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=3, entrants=9)

    response = in_role(tournament, "registrar").get(of("seating", event), {"tables": "5, 4"})

    assert [(table.players, table.rounds) for table in response.context["preview"].tables] == [(5, 4), (4, 3)]
    assert response.context["form"].initial["tables"] == "5, 4"


def test_tables_that_do_not_work_out_are_explained_with_numbers_and_cures(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=9)

    page = in_role(tournament, "registrar").get(of("seating", event))
    response = in_role(tournament, "registrar").post(of("seating", event), {"tables": "9"})

    assert "9 games against different opponents need 10 players at a table; table A has 9" in text_of(page)
    assert "set the event's rounds to 11" in text_of(page)
    assert "disabled" in page.content.decode()
    assert response.status_code == 409
    assert "9 games against different opponents need 10 players at a table" in text_of(response)
    assert not Event.objects.get(pk=event.pk).is_seated


def test_tables_that_are_no_numbers_are_named_and_kept(event: Event) -> None:
    response = in_role(event.tournament, "registrar").get(of("seating", event), {"tables": "two"})

    assert response.status_code == 422
    assert "Write one number of players for each table" in text_of(response)
    assert 'value="two"' in response.content.decode()


def test_the_draw_follows_its_number_and_is_shown_to_everybody(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(of("seating", event), {"tables": "4", "seed": "7"})

    page = text_of(Client().get(of("seating", event)))
    assert response.status_code == 302
    assert Event.objects.get(pk=event.pk).draw_seed == 7
    assert sorted(event.entries.values_list("seat_number", flat=True)) == [1, 2, 3, 4]
    assert "with the number 7: the same number and entrants give the same seats again." in page
    assert "Table A 4 players" in page


def test_seats_are_drawn_once(seated: Event) -> None:
    before = list(seated.entries.values_list("number", "seat_number"))

    response = in_role(seated.tournament, "registrar").post(of("seating", seated), {"tables": "4", "seed": "9"})

    assert response.status_code == 409
    assert "Seats are drawn already, and everybody has been told. They stay." in text_of(response)
    assert list(seated.entries.values_list("number", "seat_number")) == before


def test_visitors_see_no_proposal_before_the_draw(event: Event) -> None:
    response = Client().get(of("seating", event))

    assert "Seats are drawn when registration closes." in text_of(response)
    assert "preview" not in response.context


def test_one_entrant_alone_cannot_be_drawn_and_the_page_says_so(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=1)

    page = in_role(tournament, "registrar").get(of("seating", event))
    response = in_role(tournament, "registrar").post(of("seating", event), {"tables": "1"})

    assert "It takes two to play. 1 player is entered so far." in text_of(page)
    assert response.status_code == 409


def test_a_game_is_shown_table_by_table(seated: Event) -> None:
    page = text_of(Client().get(of("seating", seated), {"game": "2"}))

    assert "Game 2 Of 3 rounds." in page
    assert "1, 2 A-1 Milt Orr A-3 Ivan Flint 3, 4 A-4 Edie Marsh A-2 Dale Ashby" in page


def test_a_players_way_is_found_by_a_seat_typed_in_a_hurry(seated: Event) -> None:
    page = text_of(Client().get(of("seating", seated), {"seat": "a 1"}))

    assert "1 1 A-2 Dale Ashby 2 1 A-3 Ivan Flint 3 1 A-4 Edie Marsh" in page


def test_a_whole_table_shows_whom_everybody_meets(seated: Event) -> None:
    response = Client().get(of("seating", seated), {"table": "A"})

    assert response.context["movement"]["A-1"] == ["A-2", "A-3", "A-4"]


def test_a_sit_out_is_said_and_an_alternate_deal_names_who_deals_first(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=2, deal="alternate", entrants=3, seated=True)

    page = text_of(Client().get(of("seating", event), {"game": "1"}))

    assert "sits out" in page
    assert "Deals first" in page


def test_a_seat_that_nobody_has_is_said_beside_the_field(seated: Event) -> None:
    page = text_of(Client().get(of("seating", seated), {"seat": "Z-9"}))

    assert "Nobody has the seat Z-9. A seat is table and number, like A-7." in page


@pytest.mark.parametrize("query", ["game=0", "game=999", "game=x", "table=Q", "seat=%00", "game=%E0%A5%A7"])
def test_what_the_schedule_does_not_have_shows_the_seats(seated: Event, query: str) -> None:
    response = Client().get(f"{of('seating', seated)}?{query}")

    assert (response.status_code, response.context["look"]) == (200, "seats")


def test_without_a_movement_there_are_seats_and_no_schedule(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=2, movement="none", entrants=4, seated=True)

    page = text_of(Client().get(of("seating", event)))
    way = text_of(Client().get(of("seating", event), {"seat": "A-1"}))

    assert "Games" not in page
    assert "There is no schedule. Opponents are read from the cards." in way


@pytest.mark.parametrize(("query", "queries"), [("", 5), ("?game=1", 8), ("?table=A", 7), ("?seat=A-1", 8)])
def test_the_schedule_asks_the_same_number_of_questions_for_one_table_and_for_three(
    tournament: Tournament, query: str, queries: int
) -> None:
    one = make_event(tournament=tournament, slug="one", games=3, entrants=4, seated=True)
    three = make_event(tournament=tournament, slug="three", games=3, entrants=12, tables=[4, 4, 4], seated=True)

    with CaptureQueriesContext(connection) as few:
        Client().get(of("seating", one) + query)
    with CaptureQueriesContext(connection) as many:
        Client().get(of("seating", three) + query)

    assert len(few) == len(many) == queries
