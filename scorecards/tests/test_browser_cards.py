"""The desk as checkers use it: a card typed without a mouse, two typists at one card, the cross-check by keys, and the live
standings."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, Route, expect

from hall.tests.servers import Site, until
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = f"""
from tournaments.tests.factories import *
tournament = make_tournament("sierra")
for name, role in (("rosa", "checker"), ("len", "checker"), ("dora", "director")):
    user = make_user(name, role=role, tournament=tournament, password={PASSWORD!r})
"""
SMALL = """
event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
"""
FOUR_CARDS = """
from scorecards.tests.factories import make_cards
make_cards(event,
    A_1="A-2 2 +12 \\n A-3 2 +12 \\n A-4 3 +40",
    A_2="A-1 0 -10 \\n A-4 2 +05 \\n A-3 2 +07",
    A_3="A-4 2 +03 \\n A-1 0 -12 \\n A-2 0 -07",
    A_4="A-3 0 -03 \\n A-2 0 -05 \\n A-1 0 -40")
"""
CHECKED = """
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.tests.factories import COMMAND, look_at_all
look_at_all(event)
start_cross_check(event=event, actor=COMMAND)
"""
CARD = "sierra/main/cards"


@pytest.fixture
def site(kept_site: Site) -> Site:
    return kept_site


def card_of(site: Site, seat: str) -> dict:
    """The card as it is recorded."""
    code = (
        "import json; from tournaments.models import Event; "
        "from scorecards.cards.reads.cards import card; from scorecards.sheet.reads.sheet import sheet; "
        f"print(json.dumps(card(sheet(Event.objects.get()), {seat!r})))"
    )
    return json.loads(site.run(code))


def first_held(page: Page, held: Sequence[Route]) -> Route:
    """The first request that a test holds back, once it has come to the test: the page may be further by then."""
    until(page, lambda: held, never="no request came")
    return held[0]


def saved(page: Page) -> None:
    """Wait until the server has everything that was typed."""
    expect(page.locator("#desk-state")).to_contain_text("saved on the server")


def written(card: dict) -> list[str]:
    return [" ".join((line["opponent"], line["points"], line["plus"], line["minus"])) for line in card["lines"]]


# --- Typing a card ---------------------------------------------------------------------------------------------------


@pytest.mark.journey
def test_a_whole_card_is_typed_by_keys_alone_and_the_next_one_opens(page: Page, site: Site) -> None:
    site.hold(PEOPLE + "make_event(tournament=tournament, games=22, entrants=24, seated=True)")
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-7/")
    expect(page.locator("#game-1")).to_be_focused()

    for number in range(1, 23):
        # By turns: a sign that ends the line, and Enter.
        page.keyboard.type(f"{number}-" if number % 2 else f"{number}\n")
    won, lost = range(2, 23, 2), range(1, 22, 2)
    for total in (22, 11, sum(won), sum(lost), f"+{sum(won) - sum(lost)}"):
        page.keyboard.type(f"{total}\n")

    page.wait_for_url("**/cards/A-8/")
    expect(page.locator("#game-1")).to_be_focused()
    expect(page.locator("h1")).to_have_text("Type in card A-8 of Otto Wren")
    expect(page.locator("#totals .sum").first).to_have_text("0")
    saved(page)
    expect(page.get_by_role("progressbar", name="Cards in")).to_have_attribute("aria-valuetext", "1 of 24")
    expect(page.locator("#left-count")).to_have_text("23")
    card = card_of(site, "A-7")
    assert [line["plus"] or f"-{line['minus']}" for line in card["lines"]][:4] == ["-01", "02", "-03", "04"]
    assert (card["complete"], card["flags"]) == (True, [])
    assert card["own_totals"] == card["totals"]


def test_what_is_typed_shows_as_on_the_card_with_running_totals(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-1/")

    page.keyboard.type("7\n")
    page.keyboard.type("W-16\n")

    row = page.locator("#line-1")
    expect(row.locator(".plus")).to_have_text("07")
    expect(row.locator(".gp")).to_have_text("2")
    expect(page.locator("#line-2 .minus")).to_have_text("win 16")
    sums = page.locator("#totals .sum")
    expect(sums).to_have_text(["4", "2", "7", "16", "−9"])
    expect(page.locator("#lines-in")).to_have_text("after 2 lines")


def test_an_impossible_value_keeps_the_line_open(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-1/")

    page.keyboard.type("122\n")

    expect(page.locator("#game-1")).to_be_focused()
    expect(page.locator("#line-1")).to_contain_class("is-bad")
    expect(page.locator("#say-1")).to_have_text("1 to 121")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("121\n")
    expect(page.locator("#game-2")).to_be_focused()


def test_arrows_and_backspace_go_back_and_clear(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-1/")
    page.keyboard.type("12\n")

    page.keyboard.press("ArrowUp")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")

    expect(page.locator("#totals .sum").first).to_have_text("0")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#game-2")).to_be_focused()
    expect(page.locator("#line-1 .plus")).to_be_empty()


def test_swapped_totals_are_named_and_the_card_is_saved_all_the_same(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-1/")

    page.keyboard.type("12\n")
    page.keyboard.type("12\n")
    page.keyboard.type("-3\n")
    for total in ("2", "4", "24", "3", "21"):
        page.keyboard.type(f"{total}\n")

    expect(page.locator("#off")).to_contain_text("Game points and games won look swapped.")
    # What to write on the paper: the old total struck, the right one in red. Nobody has signed it yet.
    expect(page.locator("#off .fixes .ink--proposed").first).to_have_text("2 4")
    expect(page.locator("#off .initials")).to_have_count(0)
    expect(page.locator("#save")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/A-2/")
    saved(page)
    assert [flag["code"] for flag in card_of(site, "A-1")["flags"]] == ["totals_transposed"]


def test_whoever_types_on_without_a_look_saves_no_card_and_no_line_unseen(page: Page, site: Site) -> None:
    """The next card begun while the totals of this one are off: its keys are no answer to what stands there."""
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-1/")
    page.keyboard.type("12\n12\n-3\n2\n4\n24\n3\n21\n")
    expect(page.locator("#save")).to_be_focused()

    page.keyboard.type("-16\n-18\n7+9")

    expect(page.locator("#note")).to_contain_text("“7+9” was not taken")
    expect(page.locator(".sc__seat b")).to_have_text("A-1")
    expect(page.locator("#line-1 .plus")).to_have_text("12")
    page.keyboard.press("Enter")
    expect(page.locator("#note")).to_contain_text("Press Enter again to save it as it is.")
    assert card_of(site, "A-1")["version"] == 0
    page.keyboard.press("Enter")
    expect(page.locator(".sc__seat b")).to_have_text("A-2")
    expect(page.locator("#line-1 .plus")).to_be_empty()
    saved(page)
    assert len(card_of(site, "A-1")["lines"]) == 3


@pytest.mark.journey
def test_what_was_typed_survives_a_reload_until_it_is_saved(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-1/")
    page.keyboard.type("12\n")
    page.keyboard.type("@A-4 -3\n")

    page.reload()

    expect(page.locator("#note")).to_contain_text("not saved yet")
    expect(page.locator("#line-1 .plus")).to_have_text("12")
    expect(page.locator("#line-2 .opp")).to_have_text("A-4")
    expect(page.locator("#game-3")).to_be_focused()
    page.click("#save")
    page.wait_for_url("**/cards/A-2/")
    saved(page)
    page.goto(f"{site.url}/t/{CARD}/A-1/")
    expect(page.locator("#note")).to_be_hidden()


def test_a_refused_card_comes_back_and_is_mended_at_its_line(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/A-1/")
    page.keyboard.type("@Z-9 5\n10\n11\n")
    page.click("#save")
    page.wait_for_url("**/cards/A-2/")
    page.keyboard.type("7\n")
    trouble = page.locator("[data-trouble=A-1]")
    expect(trouble).to_contain_text("each fault is named")
    expect(page.locator("#line-1 .plus")).to_have_text("07")

    trouble.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/cards/A-1/")
    expect(page.locator("#game-1")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("5\n")
    expect(page.locator("#line-1 .plus")).to_have_text("05")
    expect(page.locator("#game-2")).to_be_focused()
    page.click("#save")

    saved(page)
    assert written(card_of(site, "A-1"))[0] == "A-2 2 05 "
    page.goto(f"{site.url}/t/{CARD}/A-2/")
    expect(page.locator("#line-1 .plus")).to_have_text("07")


@pytest.mark.journey
def test_two_typists_choose_line_by_line_what_the_paper_says(new_page: Callable[[], Page], site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    rosa, len_ = new_page(), new_page()
    for page, name in ((rosa, "rosa"), (len_, "len")):
        site.sign_in(page, name)
        page.goto(f"{site.url}/t/{CARD}/A-1/")
    expect(rosa.locator("#others")).to_contain_text("len has this card open since")
    expect(len_.locator("#others")).to_contain_text("rosa has this card open since")
    rosa.keyboard.type("12\n5\n")
    rosa.click("#save")
    saved(rosa)

    len_.keyboard.type("21\n5\n-9\n")
    len_.click("#save")
    len_.keyboard.type("3\n")
    trouble = len_.locator("[data-trouble=A-1]")
    expect(trouble).to_contain_text("rosa changed this card after you opened it.")
    expect(len_.locator("#line-1 .plus")).to_have_text("03")
    trouble.get_by_role("button", name="Look at both").click()

    form = len_.locator("#conflict-form")
    expect(form).to_contain_text("A-1 Milt Orr: two versions")
    expect(form.get_by_role("group", name="Game 1")).to_contain_text("+12")
    expect(form.get_by_role("group", name="Game 2")).to_have_count(0)
    expect(form).to_contain_text("rosa changed this card after you opened it.")
    expect(len_.locator("[data-trouble=A-1]")).to_have_count(0)
    form.get_by_role("group", name="Game 1").get_by_label("Saved by rosa").check()
    form.get_by_role("group", name="Game 3").get_by_label("Typed by you").check()
    form.get_by_role("button", name="Save what the paper says").click()
    len_.wait_for_url(lambda url: not url.endswith("A-1/"))
    expect(len_.locator("#desk-state")).to_contain_text("saved on the server")
    expect(len_.locator("[data-trouble]")).to_have_count(0)
    assert written(card_of(site, "A-1")) == ["A-2 2 12 ", "A-3 2 05 ", "A-4 0  09"]


def test_a_slash_and_a_seat_lead_to_a_card(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/{CARD}/")

    page.keyboard.press("/")
    page.keyboard.type("a3\n")
    page.wait_for_url("**/cards/A-3/")
    expect(page.locator("#desk-state")).to_contain_text("All saved")
    page.keyboard.press("/")
    page.keyboard.type("2\n")
    page.wait_for_url("**/cards/A-2/")
    page.keyboard.press("/")
    page.keyboard.type("edie\n")

    page.wait_for_url("**/cards/A-4/")


# --- Cross-check and standings ---------------------------------------------------------------------------------------


@pytest.mark.journey
def test_the_cross_check_is_signed_by_keys(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL + FOUR_CARDS + CHECKED)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}/t/sierra/main/cross-check/")
    expect(page.get_by_role("heading", name="Game 1: A-1 Milt Orr and A-2 Dale Ashby")).to_be_visible()

    page.fill("#signed-accept", "RM")
    page.keyboard.press("Enter")

    expect(page.locator(".case.is-done")).to_contain_text("RM")
    expect(page.locator(".case.is-done .ink").first).to_have_text("+12 +10")
    page.keyboard.press("Control+z")
    expect(page.locator("#accept-button")).to_contain_text("Accept, signed RM")
    page.keyboard.press("n")
    expect(page.locator("#stands-A-1")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("Both looked at the board\n")
    expect(page.locator(".case.is-done")).to_contain_text("Decided by hand: Both looked at the board")


@pytest.mark.journey
def test_the_standings_follow_every_card_by_themselves(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    page.goto(f"{site.url}/t/sierra/main/standings/")
    expect(page.get_by_text("No card is in yet.")).to_be_visible()

    site.run(
        "from tournaments.models import Event; event = Event.objects.get(); from scorecards import tasks\n"
        + FOUR_CARDS
        + "tasks.recompute_standings(event.pk)"
    )

    expect(page.locator(".std tbody th").first).to_have_text("Milt Orr")
    expect(page.locator(".std-state")).to_contain_text("4 of 4 cards")
    expect(page.locator(".cutline")).to_contain_text("The cut: 1 qualify")


def test_a_search_in_the_standings_says_that_it_found_nobody(page: Page, site: Site) -> None:
    site.hold(PEOPLE + SMALL)
    site.run("from tournaments.models import Event; event = Event.objects.get()\n" + FOUR_CARDS)
    page.goto(f"{site.url}/t/sierra/main/standings/")
    rows = page.locator(".std tbody tr[id]:visible")
    expect(rows).to_have_count(4)

    page.locator("#q").fill("zzqq")
    expect(page.get_by_role("status").filter(has_text="Nobody by “zzqq”")).to_be_visible()
    expect(rows).to_have_count(0)

    page.locator("#q").fill("milt")
    expect(rows).to_have_count(1)
    expect(page.get_by_text("Nobody by")).to_have_count(0)
