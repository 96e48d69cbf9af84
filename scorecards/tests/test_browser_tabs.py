"""What is typed and not confirmed, by one person in several tabs, half a line, or a page that went away at the wrong moment:
nothing is lost, nothing is taken for more than it is, and what was confirmed leaves nothing behind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hall.tests.servers import Site
from scorecards.tests.test_browser_trouble import CARDS, DRAFTS, PEOPLE, at, kept, now, state, type_card

pytestmark = [pytest.mark.browser, pytest.mark.site]

# As a browser is over plain HTTP, where tabs cannot lock anything.
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })"
PUT_BACK = """async (drafts) => {
  const opening = indexedDB.open("pegboard-desk");
  const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
  const putting = database.transaction("kept", "readwrite");
  for (const [name, draft] of drafts) putting.objectStore("kept").put(draft, name);
  await new Promise((resolve) => (putting.oncomplete = resolve));
  database.close();
}"""


@pytest.fixture
def site(kept_site: Site) -> Site:
    kept_site.hold(PEOPLE)
    return kept_site


@pytest.fixture
def desk(page: Page, site: Site) -> Page:
    """Rosa's desk, with card A-1 on it."""
    site.sign_in(page, "rosa")
    at(page, site, "A-1")
    return page


def another(desk: Page, site: Site) -> Page:
    """A second tab of hers, at the same card."""
    second = desk.context.new_page()
    at(second, site, "A-1")
    return second


# --- Two tabs --------------------------------------------------------------------------------------------------------


@pytest.mark.journey
@pytest.mark.parametrize("script", ["", NO_LOCKS], ids=["with a certificate", "over plain HTTP"])
def test_two_tabs_at_one_card_keep_their_own_and_what_a_closed_one_left_is_joined(
    page: Page, site: Site, script: str
) -> None:
    page.context.add_init_script(script)
    site.sign_in(page, "rosa")
    at(page, site, "A-1")
    page.keyboard.type("21+")
    kept(page, "line-1 21")
    second = another(page, site)
    expect(second.locator("#others")).to_contain_text(
        "1 line of it is typed in another tab of this browser and not sent"
    )
    expect(second.locator("#others")).not_to_contain_text("on another screen")
    expect(second.locator("#line-1 .plus")).to_be_empty()
    second.keyboard.press("ArrowDown")
    second.keyboard.type("12-")
    kept(page, "line-1 21", "line-2 -12")

    # Each comes back with its own.
    page.reload()
    expect(page.locator("#line-1 .plus")).to_have_text("21")
    expect(page.locator("#line-2 .minus")).to_be_empty()
    second.reload()
    expect(second.locator("#line-2 .minus")).to_have_text("12")
    expect(second.locator("#line-1 .plus")).to_be_empty()

    page.close()
    second.reload()
    expect(second.locator("#line-1 .plus")).to_have_text("21")
    expect(second.locator("#line-2 .minus")).to_have_text("12")
    expect(second.locator("#note")).to_contain_text("not saved yet: it is back")
    kept(second, "line-1 21", "line-2 -12")
    assert len(second.evaluate(DRAFTS)) == 1
    second.keyboard.type("13-\n\n\n\n\n")
    expect(second.locator(".sc__seat b")).to_have_text("A-2")
    state(second, "All saved on the server")
    assert (now(site)["first"], second.evaluate(DRAFTS)) == ({"A-1": 21}, [])


def test_a_line_that_differs_in_a_closed_tab_is_named_until_somebody_decides_it(desk: Page, site: Site) -> None:
    desk.keyboard.type("55-")
    kept(desk, "line-1 -55")
    second = another(desk, site)
    second.keyboard.type("16+12-13-")
    desk.close()

    second.reload()

    expect(second.locator("#note")).to_contain_text("Where it said something else it is named")
    expect(second.locator("#game-1")).to_be_focused()
    expect(second.locator("#game-1")).to_have_value("16")
    expect(second.locator("#say-1")).to_have_text("won by 16; in another tab −55")
    # It is still told when the page is loaded again, and before the card is saved.
    second.reload()
    expect(second.locator("#say-1")).to_contain_text("in another tab −55")
    second.locator("#total-net").focus()
    second.keyboard.press("Enter")
    expect(second.locator("#note")).to_contain_text(
        "Game 1: in another tab −55. Press Enter again to save it as it is."
    )
    expect(second.locator("#line-1 .minus")).to_have_text("other tab −55")

    second.locator("#line-1").click()
    second.keyboard.press("Enter")
    expect(second.locator("#line-1 .minus")).to_be_empty()
    second.click("#save")
    state(second, "All saved on the server")
    assert now(site)["first"] == {"A-1": 16}


def test_a_line_emptied_on_purpose_in_a_tab_that_is_gone_is_empty(desk: Page, site: Site) -> None:
    type_card(desk, 21, "A-1")
    state(desk, "All saved on the server")
    desk.goto(f"{site.url}{CARDS}/A-1/")
    expect(desk.locator("#note")).to_contain_text("This card is typed already")
    desk.keyboard.press("*")
    desk.keyboard.press("Backspace")
    desk.keyboard.press("ArrowDown")
    state(desk, "1 changed line of A-1 is kept in this browser")
    kept(desk, "line-2 -12", "line-3 -13")
    second = desk.context.new_page()
    desk.close()

    at(second, site, "A-1")

    expect(second.locator("#game-1")).to_have_value("")
    expect(second.locator("#line-1")).to_contain_text("was +21")
    expect(second.locator("#line-2 .minus")).to_have_text("12")


# --- Confirmed -------------------------------------------------------------------------------------------------------


def test_a_draft_that_is_written_after_its_card_was_confirmed_is_none(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+12-")
    kept(desk, "line-1 21", "line-2 -12")
    late = desk.evaluate(DRAFTS)
    desk.context.set_offline(True)
    desk.keyboard.type("13-\n\n\n\n\n")
    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    state(desk, "1 card is held on this computer")
    kept(desk)

    desk.evaluate(PUT_BACK, late)
    desk.context.set_offline(False)

    state(desk, "All saved on the server")
    kept(desk)
    # Its mark stays when it is saved.
    desk.evaluate(PUT_BACK, late)
    desk.goto(f"{site.url}{CARDS}/A-3/")
    state(desk, "All saved on the server")
    kept(desk)


@pytest.mark.intercepts
def test_a_card_that_is_confirmed_and_the_page_loaded_at_once_leaves_no_draft(desk: Page, site: Site) -> None:
    desk.route("**/cards/A-1/", lambda route: route.fulfill(status=502, body="away"))
    type_card(desk, 21, "A-1")
    desk.reload()

    state(desk, "1 card is kept on this computer")
    expect(desk.locator("#desk-state")).not_to_contain_text("Begun")
    kept(desk)


# --- Half a line -----------------------------------------------------------------------------------------------------


def test_a_line_half_typed_comes_back_half_typed(desk: Page, site: Site) -> None:
    desk.keyboard.type("12-16")
    kept(desk, "line-1 -12", "line-2 16")

    desk.reload()

    expect(desk.locator("#note")).to_contain_text("it is back")
    expect(desk.locator("#game-2")).to_be_focused()
    expect(desk.locator("#lines-in")).to_have_text("after 1 lines")
    desk.keyboard.type("-")
    expect(desk.locator("#line-2 .minus")).to_have_text("16")

    # The same where another card was looked at meanwhile.
    desk.keyboard.type("7")
    desk.keyboard.type(f"{site.url}{CARDS}/A-4/\n")
    desk.wait_for_url("**/cards/A-4/")
    desk.keyboard.type(f"{CARDS}/A-1/\n")
    desk.wait_for_url("**/cards/A-1/")
    expect(desk.locator("#game-3")).to_be_focused()
    expect(desk.locator("#game-3")).to_have_value("7")
    desk.keyboard.type("-\n\n\n\n\n")
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": -12}


def test_whoever_goes_to_another_line_has_ended_the_one_before(desk: Page) -> None:
    desk.keyboard.type("16")
    desk.locator("#line-3").click()

    expect(desk.locator("#line-1 .plus")).to_have_text("16")
    expect(desk.locator("#lines-in")).to_have_text("after 1 lines")


def test_a_code_scanned_into_an_empty_field_leaves_nothing_of_itself(desk: Page, site: Site) -> None:
    desk.keyboard.type(f"{site.url}{CARDS}/A-4/\n")
    desk.wait_for_url("**/cards/A-4/")
    desk.locator("#total-net").focus()
    desk.keyboard.type(f"{site.url}{CARDS}/A-5/\n")
    desk.wait_for_url("**/cards/A-5/")

    kept(desk)
    expect(desk.locator("#desk-state")).not_to_contain_text("Begun")
    desk.keyboard.type("1\n")
    kept(desk, "line-1 01")


# --- Keys ------------------------------------------------------------------------------------------------------------


def test_escape_leads_from_the_seat_back_to_the_card(desk: Page) -> None:
    desk.keyboard.type("16+7")
    desk.keyboard.press("/")
    expect(desk.locator("#game-2")).to_have_value("7/")
    desk.keyboard.press("Backspace")
    desk.locator("#seat").focus()
    desk.keyboard.press("Control+A")
    desk.keyboard.type("/milt")
    expect(desk.get_by_role("option")).to_have_text("A-1 Milt Orr")

    desk.keyboard.press("Escape")
    expect(desk.get_by_role("option")).to_have_count(0)
    expect(desk.locator("#seat")).to_be_focused()
    desk.keyboard.press("Escape")

    expect(desk.locator("#game-2")).to_be_focused()
    expect(desk.locator("#seat")).to_have_value("A-1")
    desk.keyboard.type("+")
    expect(desk.locator("#line-2 .plus")).to_have_text("07")


def test_a_sign_key_held_down_ends_one_line_and_starts_no_further_one(desk: Page) -> None:
    desk.keyboard.type("16")
    desk.keyboard.down("-")
    desk.keyboard.down("-")
    desk.keyboard.down("-")
    desk.keyboard.up("-")

    expect(desk.locator("#game-2")).to_be_focused()
    expect(desk.locator("#game-2")).to_have_value("")
    # One that was pressed once more is told: it may be meant.
    desk.keyboard.press("-")
    expect(desk.locator("#say-2")).to_have_text("the column first; Backspace takes it away")
    desk.keyboard.type("16+")
    expect(desk.locator("#line-2 .minus")).to_contain_text("16")


def test_the_point_of_another_country_s_number_pad_is_a_point(desk: Page) -> None:
    desk.keyboard.type(",16+,\n")

    expect(desk.locator("#line-1 .plus")).to_have_text("points blank 16")
    expect(desk.locator("#line-2")).to_contain_text("blank")
