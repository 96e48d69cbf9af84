"""Looking again and accepting in a real browser, by keys alone."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from hall.tests.servers import Site
from scorecards.tests.test_browser_cards import FOUR_CARDS, PEOPLE, SMALL, first_held

pytestmark = [pytest.mark.browser, pytest.mark.site]

DESK = "sierra/main"
BEGUN = """
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.tests.factories import COMMAND
start_cross_check(event=event, actor=COMMAND)
"""


@pytest.fixture
def site(kept_site: Site) -> Site:
    return kept_site


def trail(site: Site) -> list[list[str]]:
    """What the trail tells of looks and decisions: action, subject and outcome."""
    code = (
        "import json; from tournaments.models import AuditEntry; "
        "rows = AuditEntry.objects.filter(action__in=['line.looked-at', 'discrepancy.accepted']); "
        "print(json.dumps([[r.action, r.subject_key, r.after.get('outcome', '')] for r in rows]))"
    )
    return json.loads(site.run(code))


def nothing_left(page: Page) -> None:
    """Wait until the last look has arrived and the page lies still: a key that comes before belongs to no line, and goes."""
    expect(page.get_by_text("Nothing is to be read again.")).to_be_visible()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-added, .htmx-settling")).to_have_count(0)


@pytest.mark.journey
def test_the_lines_that_differ_are_read_again_by_keys_alone(page: Page, site: Site) -> None:
    """Rosa alone reads what stands on the papers: A-1 wrote 12 as typed, A-2 wrote 12 too, so its 10 was a slip."""
    site.hold(PEOPLE + SMALL + FOUR_CARDS)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{DESK}/looks/")
    field = page.locator("#reading")
    line = page.locator("#look-h")
    expect(line).to_have_text("Take card A-1 Milt Orr, game 1")
    expect(field).to_be_focused()

    # Nothing typed yet: F2 leads to the other card, the arrow back, and on again.
    for key, seat in (("F2", "A-2"), ("ArrowDown", "A-1"), ("ArrowDown", "A-2")):
        page.keyboard.press(key)
        expect(line).to_contain_text(f"Take card {seat}")
        # Each leads to a page of its own, whose scripts know the next key once it is there.
        page.wait_for_load_state()
        expect(field).to_be_focused()

    # A sign ends the line; what differs is read once more.
    page.keyboard.type("12-")
    expect(page.get_by_role("alert")).to_contain_text("This is not what was typed.")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("122\n")
    expect(page.locator("#reading-error")).to_have_text("1 to 121")
    expect(field).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("-12\n")

    # One pair of eyes is not enough against another: the other line first, and hers for the third time at the end.
    expect(page.get_by_text("Somebody else must read it before it changes.")).to_be_visible()
    expect(line).to_contain_text("Take card A-1")
    expect(field).to_be_focused()
    page.keyboard.type("12\n")
    expect(line).to_contain_text("Take card A-2")
    expect(page.get_by_text("If nobody else is here, read it again")).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.type("-12\n")
    nothing_left(page)
    looks = [("A-2", "differs"), ("A-2", "differs"), ("A-1", "confirmed"), ("A-2", "retyped")]
    assert trail(site) == [["line.looked-at", *look] for look in looks]
    page.keyboard.press("Enter")
    page.wait_for_url("**/cross-check/")


@pytest.mark.journey
def test_a_difference_is_read_again_on_both_papers_and_accepted_by_keys_alone(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + BEGUN)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{DESK}/cross-check/")
    expect(page.locator("#now")).to_contain_text("To be read again on the paper of A-1 and A-2.")

    # Enter leads to the line, not to a signature.
    page.keyboard.press("Enter")
    page.wait_for_url("**/looks/A-1/1/")
    expect(page.locator("#reading")).to_be_focused()
    page.keyboard.type("12\n")
    expect(page.get_by_text("Saved: A-1, game 1.")).to_be_visible()
    page.keyboard.type("10-")
    nothing_left(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/cross-check/")

    expect(page.locator("#now")).to_contain_text("read again by rosa: the same")
    page.locator("#signed-accept").focus()
    page.keyboard.type("RM\n")
    expect(page.get_by_text("Table A is settled.")).to_be_visible()
    assert [row[0] for row in trail(site)] == ["line.looked-at", "line.looked-at", "discrepancy.accepted"]

    # Ctrl Z takes the signature back, Enter signs again with the same initials.
    page.keyboard.press("Control+z")
    expect(page.locator("#accept-button")).to_have_text("Accept, signed RM Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Table A is settled.")).to_be_visible()


def test_with_both_papers_on_the_table_the_keys_ask_for_a_reason(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + BEGUN)
    site.sign_in(page, "dora")
    page.goto(f"{site.url}/t/{DESK}/cross-check/")

    page.keyboard.press("b")
    expect(page.locator("#why-papers")).to_be_focused()
    expect(page.locator("#now")).to_contain_text("A-1’s card becomes a win by 10")
    page.keyboard.type("both lie here")
    page.keyboard.press("Tab")
    page.keyboard.type("DH\n")

    expect(page.get_by_text("Table A is settled.")).to_be_visible()
    assert trail(site) == [["discrepancy.accepted", "1-A-1-A-2", ""]]


@pytest.mark.intercepts
@pytest.mark.parametrize("same_card", [True, False])
def test_what_is_typed_before_the_next_line_is_there_is_taken_whole(page: Page, site: Site, same_card: bool) -> None:
    """Half of a figure would be another figure."""
    cards = FOUR_CARDS.replace("A-1 0 -12", "A-1 0 -13") if same_card else FOUR_CARDS
    site.hold(PEOPLE + SMALL + cards)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{DESK}/looks/A-1/1/")
    expect(page.locator("#reading")).to_be_focused()
    waiting: list[Route] = []
    page.route("**/looks/A-1/1/", lambda route: waiting.append(route))

    page.keyboard.type("12+")
    page.keyboard.type("765")
    page.wait_for_timeout(100)
    first_held(page, waiting).continue_()
    page.keyboard.type("43", delay=40)

    seat = "A-1" if same_card else "A-2"
    expect(page.locator("#look-h")).to_contain_text(f"Take card {seat}")
    expect(page.locator("#look-h")).to_contain_text("game 2" if same_card else "game 1")
    expect(page.locator("#reading")).to_have_value("76543")
    page.keyboard.type("2")
    expect(page.locator("#reading")).to_have_value("765432")


def test_two_who_read_one_card_see_each_other_and_part(new_page: Callable[[], Page], site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS)
    rosa, len_ = new_page(), new_page()
    for page, name in ((rosa, "rosa"), (len_, "len")):
        site.sign_in(page, name)
        page.goto(f"{site.url}/t/{DESK}/looks/A-1/1/")
        expect(page.locator("#look-h")).to_contain_text("Take card A-1")
    expect(rosa.locator("#look-others")).to_contain_text("len has this card open since")
    expect(len_.locator("#look-others")).to_contain_text("rosa has this card open since")

    len_.keyboard.press("F2")

    expect(len_.locator("#look-h")).to_contain_text("Take card A-2")
    expect(len_.locator("#look-others")).to_be_hidden()
    expect(rosa.locator("#look-others")).to_be_hidden()
    # The entry desk tells of a reader too.
    len_.goto(f"{site.url}/t/sierra/main/cards/A-1/")
    expect(len_.locator("#others")).to_contain_text("rosa has this card open since")
    for page in (rosa, len_):
        page.context.close()
