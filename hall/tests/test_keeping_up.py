"""Pages that say nothing of cards: whoever has one open sees what changes on it, and a saved card asks nothing of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from scorecards.tests.factories import make_card
from tournaments import live
from tournaments.day.actions.round import call_game
from tournaments.models import Event, Tournament
from tournaments.money.actions.money import write_line
from tournaments.money.rules import Kind
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import make_actor, make_entrants, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of
from tournaments.venue.actions.tournaments import change_tournament

pytestmark = pytest.mark.django_db

PAGES = ("/", "/results/", "/t/sierra/", "/t/sierra/flyer/", "/t/sierra/main/seating/", "/t/sierra/main/entrants/")


@pytest.fixture
def event() -> Event:
    return make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)


def state_of(page: str, client: Client) -> str:
    """What the page says it is known by."""
    found = re.search(r'id="follows"[^>]*"X-Seen": "([0-9a-f]+)"', client.get(page).content.decode())
    assert found, f"{page} does not follow"
    return found[1]


def asked(page: str, state: str, client: Client):
    return client.get(page, headers={"HX-Request": "true", "X-Seen": state})


@pytest.mark.parametrize("page", PAGES)
def test_a_visitors_page_hears_that_a_game_is_called_and_nothing_of_cards(event: Event, page: str) -> None:
    visitor = Client()
    state = state_of(page, visitor)
    assert asked(page, state, visitor).status_code == 204

    call_game(event=event, game=2, actor=make_actor())

    told = asked(page, state, visitor)
    assert told.status_code == 200
    assert 'id="main"' in told.content.decode()
    if page in ("/", "/t/sierra/", "/t/sierra/main/seating/"):
        assert "Game 2 is on" in text_of(told)
    make_card(event, "A-1", "A-2 2 +10")
    state = state_of(page, visitor)
    make_card(event, "A-2", "A-1 0 -10")
    assert asked(page, state, visitor).status_code == 204


@pytest.mark.parametrize("page", ["/", "/t/sierra/"])
def test_the_first_card_is_news_because_it_begins_the_next_phase(event: Event, page: str) -> None:
    state = state_of(page, Client())

    make_card(event, "A-1", "A-2 2 +10")

    assert "the cards are being typed in" in text_of(asked(page, state, Client()))


def test_the_list_of_entrants_hears_of_a_new_one() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=2)
    page, visitor, desk = "/t/sierra/main/entrants/", Client(), in_role(event.tournament, "director")
    states = [state_of(page, client) for client in (visitor, desk)]

    make_entrants(event, 1)

    assert [asked(page, state, one).status_code for state, one in zip(states, (visitor, desk), strict=True)] == [
        200,
        200,
    ]


def test_the_accounts_hear_of_money_that_another_takes(event: Event) -> None:
    entry = entry_at(event, "A-1")
    assert entry is not None
    registrar = in_role(event.tournament, "registrar")
    pages = ["/t/sierra/money/", reverse("tournaments:ledger", args=["sierra", entry.player_id])]
    states = [state_of(page, registrar) for page in pages]

    write_line(tournament=event.tournament, player=entry.player, kind=Kind.CASH, cents=5000, actor=make_actor())

    for page, state in zip(pages, states, strict=True):
        assert "$50" in text_of(asked(page, state, registrar))


@pytest.mark.parametrize("page", PAGES[2:])
def test_a_page_of_a_tournament_that_became_private_is_closed(event: Event, page: str) -> None:
    visitor = Client()
    state = state_of(page, visitor)

    change_tournament(tournament=event.tournament, changes={"public": False}, actor=make_actor())

    assert asked(page, state, visitor).status_code == 404
    assert "Sierra" not in text_of(asked("/", "0", visitor))


def test_a_hall_of_phones_asks_the_database_once_in_a_moment(
    event: Event, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries
) -> None:
    visitor = Client()
    with override_settings(LIVE_KEPT_SECONDS=60):
        state = live.act_of("sierra")
        with django_assert_num_queries(0):
            assert asked("/t/sierra/", state, visitor).status_code == 204


def test_what_is_told_of_one_tournament_tells_nothing_of_another() -> None:
    make_tournament("sierra")
    make_tournament("lake")

    assert len({live.act_of(one) for one in ("sierra", "lake", "nowhere", "")}) == 4
    assert Tournament.objects.count() == 2
