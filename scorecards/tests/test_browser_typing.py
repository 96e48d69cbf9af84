"""What a practised checker relies on: the number pad alone, nothing typed over by accident, and words for what is odd before
it is sent."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from hall.tests.servers import Site
from scorecards.tests.test_browser_cards import CARD, FOUR_CARDS, PEOPLE, SMALL, card_of, first_held, written
from scorecards.tests.typists import keys_of, papers

pytestmark = [pytest.mark.browser, pytest.mark.site]

TEN_KEYS = set("0123456789+-*/.\n")


@pytest.fixture
def site(kept_site: Site) -> Site:
    return kept_site


def at(page: Page, site: Site, seat: str = "A-1", event: str = CARD) -> Page:
    """Rosa's desk with this card on it, and the pile known."""
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{event}/{seat}/")
    expect(page.locator("#desk-state")).to_contain_text("on the server")
    return page


def say(page: Page, game: int):
    return page.locator(f"#say-{game}")


def note(page: Page):
    return page.locator("#note")


def sent(page: Page) -> None:
    expect(page.locator("#desk-state")).not_to_contain_text("Sending")
    expect(page.locator("#desk-state")).to_contain_text("on the server")


# --- A card that is typed already ------------------------------------------------------------------------------------


def test_a_card_that_is_typed_already_is_not_typed_over_by_accident(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS)
    at(page, site)
    expect(note(page)).to_contain_text("This card is typed already.")
    expect(page.locator("#game-1")).to_be_focused()

    # A whole card typed blindly, with signs and with Enter, and totals: nothing of it is taken.
    page.keyboard.type("21+22-\n23\n7\n8\n9\n1\n2\n")

    expect(page.locator(".sc__seat b")).to_have_text("A-1")
    assert [page.input_value(f"#game-{game}") for game in (1, 2, 3)] == ["12", "12", "40"]
    assert card_of(site, "A-1")["version"] == 1


def test_a_star_opens_a_typed_card_and_what_is_changed_is_marked(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS)
    at(page, site)

    page.keyboard.press("*")
    expect(note(page)).to_contain_text("Esc takes back what stood there")
    page.keyboard.type("21+")
    expect(page.locator("#line-1 .minus")).to_have_text("was +12")
    page.keyboard.type("3")
    expect(say(page, 2)).to_have_text("won by 3; was +12, Esc takes it back")
    page.keyboard.press("Escape")
    expect(page.locator("#game-2")).to_have_value("12")
    expect(say(page, 2)).to_have_text("won by 12")
    page.keyboard.press("Enter")
    expect(page.locator("#line-2 .minus")).to_be_empty()

    page.click("#save")
    sent(page)
    assert written(card_of(site, "A-1"))[:2] == ["A-2 2 21 ", "A-3 2 12 "]


def test_a_typed_card_is_opened_by_its_button_or_a_line(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS)
    at(page, site)

    page.get_by_role("button", name="Change it").click()
    expect(page.locator("#game-1")).to_be_editable()
    expect(page.locator("#game-1")).to_be_focused()
    page.goto(f"{site.url}/t/{CARD}/A-2/")
    expect(page.locator("#game-3")).not_to_be_editable()
    page.locator("#line-3").click()
    expect(page.locator("#game-3")).to_be_editable()
    expect(page.locator("#game-3")).to_be_focused()


@pytest.mark.intercepts
def test_a_typed_card_that_is_held_here_is_not_typed_over_after_a_reload(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)
    page.route(re.compile("/cards/A-1/$"), fail_posts)
    page.keyboard.type("12+13+14+\n\n\n\n\n")
    expect(page.locator(".sc__seat b")).to_have_text("A-2")

    page.goto(f"{site.url}/t/{CARD}/A-1/")

    expect(note(page)).to_contain_text("You typed this card")
    page.keyboard.type("55+")
    expect(page.locator("#game-1")).to_have_value("12")


def fail_posts(route: Route) -> None:
    if route.request.method == "POST":
        route.fulfill(status=502, body="away")
    else:
        route.continue_()


def test_a_scanner_works_on_a_closed_card(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS)
    at(page, site)

    page.keyboard.type(f"{site.url}/t/{CARD}/A-3/\n")

    page.wait_for_url("**/cards/A-3/")
    assert card_of(site, "A-1")["version"] == 1


# --- The number pad --------------------------------------------------------------------------------------------------


@pytest.mark.journey
def test_the_stack_needs_nothing_but_the_number_pad() -> None:
    keys = [keys_of(line, None, paper.seat[0]) for paper in papers().values() for line in paper.lines]

    assert set("".join(keys)) <= TEN_KEYS


@pytest.mark.journey
def test_every_kind_of_line_is_typed_on_the_number_pad(page: Page, site: Site) -> None:
    site.hold(PEOPLE + "make_event(tournament=tournament, games=9, entrants=20, seated=True)")
    at(page, site)

    page.keyboard.type("0-0+-16+")
    expect(say(page, 4)).to_be_empty()
    page.keyboard.type("+16-")
    # A sign before the figure waits for Enter, or for the sign that ends the line.
    page.keyboard.type("-16")
    expect(page.locator("#game-5")).to_be_focused()
    page.keyboard.type("-9/16+0/7-0\n.\n")
    page.keyboard.type("29\n" * 5)
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/A-2/")

    sent(page)
    lines = [[line["points"], line["plus"], line["minus"]] for line in card_of(site, "A-1")["lines"]]
    assert lines[:5] == [["0", "", ""], ["2", "", ""], ["2", "", "16"], ["0", "16", ""], ["0", "", "16"]]
    assert lines[5:] == [["2", "16", ""], ["0", "", "07"], ["0", "", ""], ["", "", ""]]
    assert [card_of(site, "A-1")["lines"][game]["opponent"] for game in (5, 6)] == ["A-9", ""]


def test_a_slash_is_part_of_a_line_only_behind_a_seat(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)

    page.keyboard.type("4/")
    expect(page.locator("#game-1")).to_be_focused()
    page.keyboard.type("16+/")
    expect(page.locator("#line-1 .opp")).to_have_text("A-4")
    expect(page.locator("#seat")).to_be_focused()
    page.keyboard.type("2\n")
    page.wait_for_url("**/cards/A-2/")

    # What stands in a line and is selected is not what is being typed.
    page.keyboard.type("5+")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("/")
    expect(page.locator("#seat")).to_be_focused()
    # Typed by whoever is there already: it is no part of the seat.
    page.keyboard.type("/3\n")
    page.wait_for_url("**/cards/A-3/")

    # A scanner that types a path, in a line that is half typed.
    page.keyboard.type(f"1/t/{CARD}/A-4/\n")
    page.wait_for_url("**/cards/A-4/")


def test_a_card_without_a_rotation_is_typed_on_the_number_pad_with_an_extra_game(page: Page, site: Site) -> None:
    event = "make_event(tournament=tournament, games=3, rounds=4, movement='none', entrants=6, seated=True)"
    site.hold(PEOPLE + event)
    at(page, site)
    expect(say(page, 1)).to_have_text("first the opponent: 9/16+")

    page.keyboard.type("2/16+3/7-4/31+")
    expect(page.locator("#line-4 .gp")).to_have_text("extra")
    expect(say(page, 4)).to_have_text("counts nothing; Enter passes it over")
    expect(page.locator("#lines-in")).to_have_text("all 3 lines in")
    page.keyboard.type("5/9+")
    expect(page.locator("#total-game_points")).to_be_focused()
    expect(page.locator("#totals .sum")).to_have_text(["5", "2", "47", "7", "+40"])
    page.keyboard.type("5\n2\n47\n7\n40\n")
    page.wait_for_url("**/cards/A-2/")

    sent(page)
    card = card_of(site, "A-1")
    assert written(card) == ["A-2 2 16 ", "A-3 0  07", "A-4 3 31 ", "A-5 2 09 "]
    assert [line["counted"] for line in card["lines"]] == [True, True, True, False]
    assert (card["complete"], card["flags"]) == (True, [])


# --- Said before it is sent ------------------------------------------------------------------------------------------


def test_a_wrong_line_is_said_while_it_is_typed(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)

    page.keyboard.type("161")
    expect(say(page, 1)).to_have_text("1 to 121")
    expect(page.locator("#game-1")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Backspace")
    expect(say(page, 1)).to_have_text("won by 16")
    expect(page.locator("#line-1")).not_to_contain_class("is-bad")


def test_what_is_odd_about_an_opponent_is_said_and_the_line_is_taken(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)

    page.keyboard.type("@Z-99 5")
    expect(say(page, 1)).to_have_text("won by 5; nobody sits at Z-99, and it cannot be saved; 0/ leaves it blank")
    page.keyboard.press("Enter")
    expect(page.locator("#line-1 .minus")).to_have_text("no such seat")
    page.keyboard.type("1/5")
    expect(say(page, 2)).to_contain_text("that is this card's own seat")
    page.keyboard.type("-")
    expect(page.locator("#line-2 .plus")).to_have_text("own seat")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("4/6")
    expect(say(page, 2)).to_have_text("won by 6")
    page.keyboard.type("+7")
    expect(say(page, 3)).to_have_text("won by 7; A-4 stands in game 2 too")
    page.keyboard.type("+")
    expect(page.locator("#line-2 .minus")).to_have_text("also game 3")

    page.keyboard.type("\n\n\n\n\n")

    expect(note(page)).to_contain_text("Game 1: nobody sits at Z-99")
    expect(note(page)).to_contain_text("Press Enter again to go on without saving")
    expect(page.locator("#save")).to_be_focused()
    expect(page.locator(".sc__seat b")).to_have_text("A-1")


def test_blank_games_are_said_before_the_card_is_saved_and_one_key_more_saves_it(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)
    page.keyboard.type("16+")
    page.locator("#total-net").focus()

    page.keyboard.press("Enter")
    expect(note(page)).to_contain_text("2 games are blank on this card. Press Enter again to save it as it is.")
    expect(page.locator(".sc__seat b")).to_have_text("A-1")
    page.keyboard.press("Enter")

    page.wait_for_url("**/cards/A-2/")
    sent(page)
    assert len(card_of(site, "A-1")["lines"]) == 1


# --- Codes of other places -------------------------------------------------------------------------------------------


def test_a_code_of_another_site_is_refused_in_words(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)

    page.keyboard.type(f"https://other.example/t/{CARD}/A-3/\n")

    expect(page.locator("#seat-said")).to_contain_text("That code leads to another site, other.example")
    expect(page.locator(".sc__seat b")).to_have_text("A-1")
    # Another name of this site.
    page.keyboard.type(f"http://localhost/t/{CARD}/A-3/\n")
    page.wait_for_url("**/cards/A-3/")
    printed_at = "192.168.7.9"  # where this computer had another address in its network
    page.keyboard.type(f"http://{printed_at}:8000/t/{CARD}/A-2/\n")
    page.wait_for_url("**/cards/A-2/")


def test_a_seat_that_another_event_does_not_have_is_not_offered(page: Page, site: Site) -> None:
    other = "make_event(tournament=tournament, slug='evening', kind='consolation', games=3, entrants=4, seated=True)"
    site.hold(PEOPLE + SMALL + other)
    at(page, site)
    said = page.locator("#seat-said")

    page.keyboard.type("/t/sierra/evening/cards/A-9/\n")
    expect(said).to_contain_text("nobody has the seat A-9 there")
    expect(said.locator("a")).to_have_count(0)
    page.keyboard.press("Control+A")
    page.keyboard.type("/t/sierra/evening/cards/A-2/\n")
    expect(said.locator("a")).to_have_attribute("href", "/t/sierra/evening/cards/A-2/")
    page.context.set_offline(True)
    page.keyboard.press("Control+A")
    page.keyboard.type("/t/sierra/evening/cards/A-9/\n")
    expect(said).to_contain_text("cannot be looked up now")


# --- Keys that come early, and a cursor that was elsewhere -----------------------------------------------------------

BEGUN = """
from scorecards.tests.factories import make_cards
make_cards(event, A_3="A-4 2 +03")
"""


@pytest.mark.intercepts
def test_what_is_typed_while_a_saved_card_is_on_its_way_goes_into_it(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + BEGUN)
    at(page, site)
    waiting: list[Route] = []
    page.route(re.compile("/cards/A-3/$"), lambda route: waiting.append(route))

    page.keyboard.type("/3\n")
    expect(note(page)).to_contain_text("Card A-3 is being loaded.")
    page.keyboard.type("12-13")
    # Held down too long, as a sign of no other line.
    for _again in range(3):
        page.keyboard.down("+")
    page.keyboard.up("+")
    expect(page.locator(".sc__seat b")).to_have_text("A-1")
    first_held(page, waiting).continue_()

    expect(page.locator(".sc__seat b")).to_have_text("A-3")
    expect(page.locator("#line-2 .minus")).to_have_text("12")
    expect(page.locator("#line-3 .plus")).to_have_text("13")
    expect(page.locator("#line-1 .plus")).to_have_text("03")
    expect(page.locator("#total-game_points")).to_be_focused()


@pytest.mark.intercepts
def test_what_is_typed_for_a_card_that_does_not_come_is_said_to_be_lost(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + BEGUN)
    at(page, site)
    waiting: list[Route] = []
    page.route(re.compile("/cards/A-3/$"), lambda route: waiting.append(route))
    page.keyboard.type("/3\n")
    expect(note(page)).to_contain_text("Card A-3 is being loaded.")
    page.keyboard.type("12-")

    first_held(page, waiting).abort()

    expect(page.locator("#seat-said")).to_contain_text("What you typed meanwhile was not taken.")
    assert page.input_value("#game-1") == ""


def test_the_cursor_is_in_the_card_again_after_another_window(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)
    page.keyboard.type("16+7")

    page.evaluate("document.activeElement.blur(); dispatchEvent(new Event('focus'))")

    expect(page.locator("#game-2")).to_be_focused()
    page.keyboard.type("+")
    expect(page.locator("#line-2 .plus")).to_have_text("07")


@pytest.mark.intercepts
def test_an_early_key_is_kept_when_the_page_begins(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    scripts: list[Route] = []
    page.route(re.compile(r"/js/card-entry"), lambda route: scripts.append(route))
    page.goto(f"{site.url}/t/{CARD}/A-1/", wait_until="commit")
    page.locator("#game-1").focus()
    page.keyboard.type("1")

    scripts[0].continue_()
    expect(page.locator("#card-form[data-live]")).to_be_visible()
    page.keyboard.type("6+")

    expect(page.locator("#line-1 .plus")).to_have_text("16")


def test_an_enter_too_many_does_not_pass_over_the_first_game(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)
    page.keyboard.type("16+7+8+\n\n\n\n\n")
    page.wait_for_url("**/cards/A-2/")

    page.keyboard.press("Enter")

    expect(page.locator("#game-1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#game-2")).to_be_focused()


def test_without_a_network_the_next_card_passes_over_those_that_are_begun(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + BEGUN.replace("A_3", "A_2").replace("A-4 2 +03", "A-1 2 +03"))
    at(page, site)
    page.context.set_offline(True)
    expect(page.locator("#desk-state")).to_contain_text("No connection")

    page.keyboard.type("16+7+8+\n\n\n\n\n")

    expect(page.locator(".sc__seat b")).to_have_text("A-3")


def test_a_question_mark_in_an_empty_line_shows_the_keys_and_behind_an_at_sign_is_typed(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    at(page, site)

    page.keyboard.type("?")
    expect(page.locator("#keylist")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#game-1")).to_be_focused()
    page.keyboard.type("@?")

    expect(page.locator("#game-1")).to_have_value("@?")
    expect(page.locator("#keylist")).to_be_hidden()
