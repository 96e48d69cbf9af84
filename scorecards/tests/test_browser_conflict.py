"""Two checkers at one card: each hears of the other's save at once, and both versions are settled from the paper, by keys."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = f"""
from tournaments.tests.factories import *
tournament = make_tournament("sierra")
for name in ("mary", "len"):
    make_user(name, role="checker", tournament=tournament, password={PASSWORD!r})
make_event(tournament=tournament, games=3, entrants=6, seated=True)
"""
CARD = """
import json
from scorecards.cards.reads import cards as cards_reads
from scorecards.sheet.reads.sheet import sheet
from tournaments.models import Event
card = cards_reads.card(sheet(Event.objects.get()), "A-1")
lines = [" ".join((line["opponent"], line["points"], line["plus"], line["minus"])) for line in card["lines"]]
print(json.dumps({"version": card["version"], "lines": lines, "own": card["own_totals"]}))
"""
CARDS = "/t/sierra/main/cards"


@pytest.fixture
def site(kept_site: Site) -> Site:
    kept_site.hold(PEOPLE)
    return kept_site


@pytest.fixture
def mary(new_page: Callable[[], Page], site: Site) -> Page:
    return at_the_card(new_page(), site, "mary")


@pytest.fixture
def len_(new_page: Callable[[], Page], site: Site) -> Page:
    return at_the_card(new_page(), site, "len")


def at_the_card(page: Page, site: Site, username: str) -> Page:
    """This person's desk in a browser of their own, with card A-1 on it."""
    site.sign_in(page, username)
    page.goto(f"{site.url}{CARDS}/A-1/")
    heard_of_the_server(page)
    return page


def heard_of_the_server(page: Page) -> None:
    expect(page.locator(".pile li").first).to_be_visible()
    expect(page.locator("#desk-state")).to_be_visible()


def saved(site: Site, version: int) -> dict:
    """The card as it is recorded, once it has this version."""
    for _try in range(600):
        card: dict = json.loads(site.run(CARD).strip().splitlines()[-1])
        if card["version"] == version:
            return card
    raise AssertionError(f"version {version} never came")


def mary_saves(mary: Page, first: str = "12") -> None:
    mary.keyboard.type(f"{first}\n5\n7\n")
    mary.click("#save")
    expect(mary.locator(".sc__seat b")).to_have_text("A-2")


def test_the_open_card_says_that_a_colleague_saved_it_and_keeps_what_is_typed(mary: Page, len_: Page) -> None:
    len_.keyboard.type("21+")
    mary_saves(mary)

    said = len_.locator("#meanwhile")
    expect(said).to_contain_text("mary saved this card at")
    expect(said).to_contain_text("What you typed is kept.")
    expect(len_.locator("#line-1 .plus")).to_have_text("21")
    said.get_by_role("button", name="See both").click()

    form = len_.locator("#conflict-form")
    expect(form).to_contain_text("mary saved this card at")
    expect(form.get_by_role("group", name="Game 1")).to_contain_text("A-2: 2, +21")
    expect(form.locator("#desk-state")).to_contain_text("not sent: 1 line of A-1")
    len_.goto(len_.url)
    expect(len_.locator("#line-1 .plus")).to_have_text("21")


def test_an_untouched_card_that_a_colleague_saved_is_shown_as_saved_on_request(mary: Page, len_: Page) -> None:
    mary_saves(mary)

    len_.locator("#meanwhile").get_by_role("button", name="Show what was saved").click()

    expect(len_.locator("#line-1 .plus")).to_have_text("12")
    expect(len_.locator("#meanwhile")).to_be_hidden()


def test_a_save_of_one_s_own_is_no_news_in_its_tab_and_named_in_the_other(mary: Page, site: Site) -> None:
    other = mary.context.new_page()
    other.goto(f"{site.url}{CARDS}/A-1/")
    heard_of_the_server(other)
    mary.bring_to_front()

    mary_saves(mary)

    expect(other.locator("#meanwhile")).to_contain_text("You saved this card at")
    mary.goto(f"{site.url}{CARDS}/A-1/")
    heard_of_the_server(mary)
    expect(mary.locator("#line-1 .plus")).to_have_text("12")
    expect(mary.locator("#meanwhile")).to_be_hidden()


@pytest.mark.journey
def test_both_versions_are_settled_with_the_number_pad_a_third_value_too(mary: Page, len_: Page, site: Site) -> None:
    len_.keyboard.type("21+5+4-")
    for total in ("4", "2", "26", "4", "22"):
        len_.keyboard.type(total)
        if total != "22":
            len_.keyboard.press("Enter")
    mary_saves(mary)
    len_.locator("#meanwhile").get_by_role("button", name="See both").click()

    form = len_.locator("#conflict-form")
    first = form.get_by_role("group", name="Game 1")
    expect(first.get_by_label("Saved by mary")).to_be_focused()
    expect(form.get_by_role("group", name="Game 2")).to_have_count(0)
    expect(form.locator(".versions__same").first).to_contain_text("A-3: 2, +05")
    # Nothing that no card can hold, and the reason stands beside it.
    len_.keyboard.type("122\n")
    expect(first.locator("#said-line-1")).to_have_text("1 to 121")
    len_.keyboard.press("Control+A")
    len_.keyboard.type("16+")
    expect(first.locator("#said-line-1")).to_have_text("A-2: 2, +16")
    third = form.get_by_role("group", name="Game 3")
    expect(third.get_by_label("Saved by mary")).to_be_focused()
    len_.keyboard.press("ArrowRight")
    len_.keyboard.press("Enter")
    # The totals that only one of the two has are chosen already.
    for _total in range(5):
        len_.keyboard.press("Enter")
    expect(form.get_by_role("button", name="Save what the paper says")).to_be_focused()
    len_.keyboard.press("Enter")

    len_.wait_for_url(lambda url: not url.endswith("A-1/"))
    card = saved(site, 2)
    assert card["lines"] == ["A-2 2 16 ", "A-3 2 05 ", "A-5 0  04"]
    assert card["own"] == {"game_points": 4, "games_won": 2, "plus": 26, "minus": 4, "net": 22}


def test_nothing_is_saved_before_every_line_that_differs_is_decided(mary: Page, len_: Page) -> None:
    len_.keyboard.type("21+")
    mary_saves(mary)
    len_.locator("#meanwhile").get_by_role("button", name="See both").click()

    first = len_.get_by_role("group", name="Game 1")
    expect(first.get_by_label("Saved by mary")).to_be_focused()
    len_.locator("#conflict-save").click()

    expect(first.locator("#said-line-1")).to_contain_text("Choose one of the two")
    expect(first.get_by_label("Saved by mary")).to_be_focused()


def test_a_line_half_typed_is_asked_for_once_more(mary: Page, len_: Page) -> None:
    len_.keyboard.type("999")
    mary_saves(mary)

    len_.locator("#meanwhile").get_by_role("button", name="See both").click()

    first = len_.get_by_role("group", name="Game 1")
    expect(first.locator("#other-line-1")).to_have_value("999")
    expect(first.locator("#said-line-1")).to_contain_text("1 to 121")
    expect(first.locator("#other-line-1")).to_be_focused()
