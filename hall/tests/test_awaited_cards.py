"""Provisional standings while cards are out: whose card is not in has no rank and no figures, wherever one looks."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scorecards.cards.actions.stack import end_card
from scorecards.sheet.reads.standings import standings
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_cards, sheet
from tournaments.day.actions.status import set_status
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of
from tournaments.venue.actions.displays import add_display, show_on_display
from tournaments.venue.actions.events import exempt_quota

pytestmark = pytest.mark.django_db

# A-1 has won all, A-2 has lost all; have not handed in.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -12 \n A-4 0 -05 \n A-3 0 -07",
}
AT = "/t/sierra/main/"
API = "/api/v1/tournaments/sierra/events/main/"


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    store_snapshot(Event.objects.get(pk=event.pk))
    return event


def row(html: str, seat: str) -> str:
    found = re.search(rf'<tr[^>]*id="{seat}".*?</tr>', html, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def test_awaited_cards_stand_below_a_card_that_lost_every_game_without_rank_and_figures(event: Event) -> None:
    page = Client().get(f"{AT}standings/", {"me": "A-4"})
    html = page.content.decode()

    assert re.findall(r'<tr class="[^"]*"[^>]*id="(A-\d)"', html) == ["A-1", "A-2", "A-3", "A-4"]
    assert row(html, "A-2").startswith("2 Dale Ashby High nonqualifier A-2 Follow 0 0 −24 0")
    assert row(html, "A-3") == "Edie Marsh A-3 Follow Card not in yet".replace("Edie Marsh", name(event, "A-3"))
    assert "Level with" not in html
    assert "in every figure" not in html
    assert f"{name(event, 'A-4')} Card not in yet See the row" in text_of(page)


def name(event: Event, seat: str) -> str:
    entry = entry_at(event, seat)
    assert entry is not None
    return entry.name


def test_the_api_says_so_and_keeps_its_fields(event: Event) -> None:
    rows = {one["seat"]: one for one in api_of().get(f"{API}standings/").json()["rows"]}

    assert [one["rank"] for one in rows.values()] == [1, 2, 3, 3]
    assert (rows["A-2"]["card_in"], rows["A-2"]["card_complete"], rows["A-2"]["decided_by"]) == (
        True,
        True,
        "game_points",
    )
    assert rows["A-3"] == {
        "rank": 3,
        "seat": "A-3",
        "players": [],
        "name": name(event, "A-3"),
        "game_points": 0,
        "games_won": 0,
        "net": 0,
        "plus": 0,
        "pegged": None,
        "status": "nonqualifier",
        "tied": True,
        "decided_by": None,
        "card_in": False,
        "card_complete": False,
    }


def test_nobody_is_at_the_line_for_a_card_that_is_not_in(event: Event) -> None:
    exempt_quota(event=event, quota=3, reason="A small field", actor=make_actor())

    statuses = {one.seat: one.status for one in standings(sheet(event)).rows}

    assert statuses == {"A-1": "qualifier", "A-2": "qualifier", "A-3": "nonqualifier", "A-4": "nonqualifier"}


def test_the_page_of_a_player_says_that_the_card_is_not_in(event: Event) -> None:
    page = Client().get(f"{AT}players/A-3/")
    ranked = text_of(Client().get(f"{AT}players/A-2/"))
    values = api_of().get(f"{API}players/A-3/").json()

    assert "The card is not in yet. The rank appears here once it is; this page updates by itself." in text_of(page)
    assert "Level with" not in text_of(page)
    assert "2nd of 4" in ranked
    assert "Level with" not in ranked
    assert values["standing"] is None
    assert values["lead"] == "Seat A-3. The card is not in yet."


def test_walls_the_event_page_and_earlier_times_tell_no_zeros_either(event: Event) -> None:
    actor = make_actor()
    add_display(tournament=event.tournament, name="Ballroom", actor=actor)
    show_on_display(tournament=event.tournament, number=1, shows="standings", event=event, actor=actor)

    wall = text_of(Client().get("/t/sierra/wall/1/"))
    face = text_of(Client().get(AT))
    then = text_of(in_role(event.tournament, "director").get(f"{AT}earlier/", {"at": "23:59"}))

    assert f"{name(event, 'A-3')} Card not in yet" in wall
    assert name(event, "A-3") not in face.partition("At the top")[2].partition("All standings")[0]
    assert then.count("Card not in yet") == 2


def test_a_card_of_which_lines_are_missing_is_ranked_and_says_so(event: Event) -> None:
    make_cards(event, A_3="A-4 2 +03")
    store_snapshot(Event.objects.get(pk=event.pk))

    html = Client().get(f"{AT}standings/").content.decode()

    assert "Not all of the card is in" in row(html, "A-3")
    assert "Not all of this card is in yet: the figures are those of the lines that are." in text_of(
        Client().get(f"{AT}players/A-3/")
    )
    assert "Card not in yet" not in row(html, "A-3")


def leave(event: Event, seat: str) -> None:
    entry = entry_at(event, seat)
    assert entry is not None
    set_status(entry=entry, status="withdrawn", reason="Went home", actor=make_actor())


def test_the_empty_card_of_somebody_who_left_leads_nobody_while_others_are_awaited() -> None:
    event = make_event(tournament=make_tournament("later"), games=3, entrants=4, seated=True)
    leave(event, "A-3")

    shown = standings(sheet(event))

    assert shown.cards_complete == 0
    assert {(row.rank, row.status, row.card_in) for row in shown.rows} == {(1, "nonqualifier", False)}


def test_the_empty_card_of_somebody_who_left_stands_below_those_that_are_in(event: Event) -> None:
    leave(event, "A-3")

    assert sheet(event).waiting == {"A-3", "A-4"}
    assert [(place.rank, place.seat) for place in sheet(event).places] == [
        (1, "A-1"),
        (2, "A-2"),
        (3, "A-3"),
        (3, "A-4"),
    ]


def test_the_empty_card_of_somebody_who_left_is_awaited_until_somebody_says_that_it_ends(event: Event) -> None:
    leave(event, "A-3")
    make_cards(event, A_4="A-3 2 +07 \n A-2 2 +12 \n A-1 0 -40")

    assert sheet(event).waiting == {"A-3"}
    assert [place.seat for place in sheet(event).places] == ["A-1", "A-4", "A-2", "A-3"]
    end_card(event=event, seat="A-3", actor=make_actor())
    assert sheet(event).waiting == frozenset()
    assert [place.seat for place in sheet(event).places] == ["A-1", "A-4", "A-3", "A-2"]


def test_before_the_first_card_nobody_is_in_front(event: Event) -> None:
    other = make_event(tournament=make_tournament("later"), games=3, entrants=4, seated=True)
    store_snapshot(other)

    assert "In front" not in Client().get("/t/later/main/standings/").content.decode()
