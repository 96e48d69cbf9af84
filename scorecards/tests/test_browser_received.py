"""Cards handed in with a number pad: nothing waits for the page, and what the server does not take comes back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = f"""
from tournaments.tests.factories import *
tournament = make_tournament("sierra")
make_user("rosa", role="checker", tournament=tournament, password={PASSWORD!r})
make_event(tournament=tournament, games=3, entrants=10, tables=[6, 4], seated=True)
"""
IN = """
from scorecards.models import Scorecard
print(*sorted(card.entry.seat for card in Scorecard.objects.filter(received_at__isnull=False)))
"""
HAND_IN = """
from scorecards.cards.actions.stack import receive_cards
from tournaments.models import Event
from tournaments.tests.factories import make_actor
receive_cards(event=Event.objects.get(), seats=["A-2"], actor=make_actor())
"""


@pytest.fixture
def site(kept_site: Site) -> Site:
    kept_site.hold(PEOPLE)
    return kept_site


@pytest.fixture
def desk(page: Page, site: Site) -> Page:
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/main/cards/received/")
    expect(page.locator("#hand-in[data-ready] #in")).to_be_focused()
    return page


def handed_in(site: Site) -> list[str]:
    return site.run(IN).split()


@pytest.mark.journey
def test_seats_typed_one_after_the_other_all_arrive(desk: Page, site: Site) -> None:
    desk.keyboard.type("1\n3 5\nb 2\n4\n")

    expect(desk.locator("#lying-panel .count")).to_have_text("5")
    expect(desk.locator("#received-said")).to_contain_text("One card is handed in: B-4.")
    expect(desk.locator("#table")).to_have_value("B")
    expect(desk.locator("#in")).to_be_focused()
    assert handed_in(site) == ["A-1", "A-3", "A-5", "B-2", "B-4"]


def test_what_others_hand_in_comes_to_the_same_list(desk: Page, site: Site) -> None:
    desk.keyboard.type("1\n")
    expect(desk.locator("#lying-panel .count")).to_have_text("1")

    site.run(HAND_IN)

    expect(desk.locator("#lying-panel li")).to_have_text([re.compile("A-2"), re.compile("A-1")])
    expect(desk.locator("#missing-panel .count")).to_have_text("8")
    expect(desk.locator("#received-said")).to_contain_text("One card is handed in: A-1.")


def test_a_whole_table_by_mistake_is_taken_back_with_one_button(desk: Page, site: Site) -> None:
    desk.keyboard.type("*\n")
    expect(desk.locator("#received-said")).to_contain_text("6 cards are handed in")

    desk.get_by_role("button", name="These 6 are not in after all").click()

    expect(desk.locator("#received-said")).to_contain_text("are not in.")
    assert handed_in(site) == []


def test_what_is_no_card_stands_in_the_field_again_with_the_reason(desk: Page, site: Site) -> None:
    desk.keyboard.type("1 99\n")

    expect(desk.locator("#in-e")).to_contain_text("Nobody in this event has the seat A-99.")
    expect(desk.locator("#in")).to_have_value("1 99")
    assert handed_in(site) == []


@pytest.mark.journey
def test_without_a_network_nothing_typed_is_lost(desk: Page, site: Site) -> None:
    desk.context.set_offline(True)
    desk.keyboard.type("1\n")
    expect(desk.locator("#in-e")).to_contain_text("The server did not accept this")
    expect(desk.locator("#in")).to_have_value("1")

    desk.context.set_offline(False)
    desk.keyboard.press("Enter")

    expect(desk.locator("#received-said")).to_contain_text("One card is handed in: A-1.")
    expect(desk.locator("#in-e")).to_be_empty()
    assert handed_in(site) == ["A-1"]
