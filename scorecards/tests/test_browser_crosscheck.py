"""The cross-check in a real browser: keys at any moment, back from a choice, and a game left to a third checker."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from hall.tests.servers import Site
from scorecards.tests.test_browser_cards import CHECKED, FOUR_CARDS, PEOPLE, SMALL, first_held

pytestmark = [pytest.mark.browser, pytest.mark.site]

RELATED = """
from tournaments.people.actions.relations import record_relation
from tournaments.models import Entry, User
entry = Entry.objects.select_related("event", "player").get(event=event, number=2)
record_relation(tournament=tournament, one=entry, other=User.objects.get(username="rosa"), kind="family", actor=COMMAND)
"""


@pytest.fixture
def site(kept_site: Site) -> Site:
    return kept_site


def test_esc_goes_back_from_deciding_by_hand_and_keeps_what_was_typed(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/main/cross-check/")

    page.keyboard.press("n")
    field = page.locator("#stands-A-1")
    expect(field).to_be_focused()
    page.keyboard.type("11")
    page.keyboard.press("Escape")

    expect(field).to_be_hidden()
    expect(page.locator("summary[data-key=n]")).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator("#why-refer")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(field).to_be_focused()
    expect(field).to_have_value("11")


def test_two_at_one_game_know_of_each_other_and_the_control_sheet_of_both(
    page: Page, site: Site, new_page: Callable[[], Page]
) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/main/cross-check/")
    expect(page.locator("#case-others")).to_be_hidden()
    other = new_page()
    site.sign_in(other, "len")

    other.goto(f"{site.url}/t/sierra/main/cross-check/")

    expect(other.locator("#case-others")).to_contain_text("rosa has a card of this game open since")
    expect(page.locator("#case-others")).to_contain_text("len has a card of this game open since")
    other.goto(f"{site.url}/t/sierra/main/control/")
    for seat in ("A-1", "A-2"):
        expect(other.locator("#control")).to_contain_text(f"rosa has {seat} open since")
    expect(page.locator("#case-others")).to_be_hidden()


def test_a_refusal_does_not_cover_the_button_that_was_pressed(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED)
    site.sign_in(page, "rosa")
    page.set_viewport_size({"width": 1000, "height": 560})
    page.goto(f"{site.url}/t/sierra/main/cross-check/")
    page.fill("#signed-accept", "RM")
    site.run('from tournaments.models import Role\nRole.objects.filter(user__username="rosa").delete()')
    page.evaluate("document.querySelector('#accept-button').scrollIntoView({ block: 'end' })")

    page.click("#accept-button")

    told = page.locator("body > .told")
    expect(told).to_contain_text("What you sent was not kept.")
    button, notice = page.locator("#accept-button").bounding_box(), told.bounding_box()
    assert button is not None
    assert notice is not None
    assert button["y"] + button["height"] <= notice["y"]


@pytest.mark.journey
def test_a_related_checker_leaves_a_game_by_keys_and_another_signs_it(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED + RELATED)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/main/cross-check/")
    expect(page.locator("#now")).to_contain_text("You and Dale Ashby (A-2) are relatives: a third checker signs here.")
    expect(page.locator("#now")).to_contain_text("Who may sign in your place: dora; len.")

    page.keyboard.press("Enter")

    expect(page.get_by_text("What is left here you have left to a third checker.")).to_be_visible()
    expect(page.locator(".case")).to_contain_text("Left to a third checker.")
    # What this page still asks for as rosa would bring the next one a token of another session.
    page.goto("about:blank")
    page.context.clear_cookies()
    site.sign_in(page, "len")
    page.goto(f"{site.url}/t/sierra/main/cross-check/")
    expect(page.locator("#now")).to_contain_text("rosa left this game to a third checker")
    page.fill("#signed-accept", "LK")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator("#now")).to_contain_text("len signed as third checker, in place of rosa.")


def test_a_related_checker_signs_all_the_same_only_with_a_reason(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED + RELATED)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/main/cross-check/")

    page.keyboard.press("s")
    expect(page.locator("#why-alone")).to_be_focused()
    page.keyboard.type("nobody else is here")
    page.keyboard.press("Tab")
    page.keyboard.type("RM\n")

    expect(page.get_by_text("Table A is settled.")).to_be_visible()
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator("#now")).to_contain_text("No third checker signed: rosa is related to the player of A-2.")


TWO_TABLES = """
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.tests.factories import look_at_all, make_cards
two = make_event(tournament=tournament, slug="two", games=1, entrants=8, tables=[4, 4], seated=True)
make_cards(
    two,
    A_1="A-2 2 +12", A_2="A-1 0 -10", A_3="A-4 2 +05", A_4="A-3 0 -05",
    B_1="B-2 2 +20", B_2="B-1 0 -18", B_3="B-4 2 +04", B_4="B-3 0 -04",
)
start_cross_check(event=two, actor=COMMAND)
look_at_all(two)
"""


@pytest.mark.journey
def test_enter_signs_a_table_and_goes_on_to_the_next(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED + TWO_TABLES)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/two/cross-check/?table=A")
    page.fill("#signed-accept", "RM")

    page.keyboard.press("Enter")

    on = page.get_by_role("link", name="Go on: Table B")
    expect(on).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#now")).to_contain_text("B-1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Table B is settled.")).to_be_visible()
    expect(page.get_by_role("link", name="Go on")).to_have_count(0)


def test_a_key_right_behind_an_answer_needs_no_new_page(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/main/cross-check/")
    page.evaluate("""() => {
        window.isSamePage = true;
        const press = () => document.querySelector("[data-key='Ctrl+z']").click();
        document.addEventListener("htmx:afterSwap", () => setTimeout(press, 0), { once: true });
    }""")
    page.fill("#signed-accept", "RM")

    page.keyboard.press("Enter")

    expect(page.locator("#accept-button")).to_contain_text("Accept, signed RM")
    assert page.evaluate("window.isSamePage") is True


@pytest.mark.intercepts
def test_a_key_before_the_scripts_of_the_page_is_acted_on_once_they_are_there(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED)
    site.sign_in(page, "rosa")
    held: list[Route] = []
    page.route("**/cross-check*.js", lambda route: held.append(route))
    page.goto(f"{site.url}/t/sierra/main/cross-check/", wait_until="commit")
    expect(page.locator("[data-keylist-open]")).to_be_visible()

    page.keyboard.press("n")
    page.keyboard.type("e")
    first_held(page, held).continue_()

    expect(page.locator("#stands-A-1")).to_be_focused()
