"""Trouble at the desk: the server gone, the session over, two tabs, a card scanned twice, another event's card, rights
withdrawn, the power cut. Nothing typed is lost, nothing is done twice, and the page says what happened and what to do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from config.tests import servers
from config.tests.servers import Site
from scorecards.tests.test_browser_stack import KEPT_PAGES
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = f"""
from tournaments.tests.factories import *
tournament = make_tournament("sierra")
for name in ("rosa", "len"):
    make_user(name, role="checker", tournament=tournament, password={PASSWORD!r})
event = make_event(tournament=tournament, games=3, entrants=6, seated=True)
make_event(tournament=tournament, slug="evening", kind="consolation", games=3, entrants=4, seated=True)
"""
STATE = """
import json
from scorecards import reads
from tournaments.models import AuditEntry, Event
on = reads.sheet(Event.objects.select_related("tournament").get(slug="main"))
versions = {seat: facts.version for seat, facts in on.facts.items()}
aside = {seat: facts.set_aside_reason for seat, facts in on.facts.items() if facts.set_aside_at}
first = {seat: (card.lines[0].plus or -(card.lines[0].minus or 0)) for seat, card in on.cards.items() if card.lines}
typed = AuditEntry.objects.filter(action="card.typed").count()
print(json.dumps({"versions": versions, "first": first, "typed": typed, "aside": aside}))
"""
CARDS = "/t/sierra/main/cards"


@pytest.fixture
def site(running_site: Callable[..., Site]) -> Site:
    site = running_site(workers=1)
    site.run(PEOPLE)
    return site


@pytest.fixture
def desk(page: Page, site: Site) -> Page:
    """Rosa's desk, with card A-1 on it."""
    sign_in(page, site, "rosa")
    at(page, site, "A-1")
    return page


def sign_in(page: Page, site: Site, username: str) -> None:
    page.goto(f"{site.url}/accounts/sign-in/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "sign-in" not in url)


def at(page: Page, site: Site, seat: str) -> None:
    page.goto(f"{site.url}{CARDS}/{seat}/")
    expect(page.locator("#desk-state")).to_contain_text("All saved")


def type_card(page: Page, first: int, seat: str) -> None:
    """Type the three lines of the card on the desk, without totals, and wait for the next card."""
    expect(page.locator(".sc__seat b")).to_have_text(seat)
    page.keyboard.type(f"{first}+12-13-\n\n\n\n\n")
    expect(page.locator(".sc__seat b")).not_to_have_text(seat)


def state(page: Page, text: str) -> None:
    expect(page.locator("#desk-state")).to_contain_text(text, timeout=20_000)


def now(site: Site) -> dict:
    return json.loads(site.run(STATE).strip().splitlines()[-1])


def test_the_server_is_gone_and_comes_back(desk: Page, site: Site) -> None:
    # Every answer is a failure, as of a proxy whose server is away.
    desk.route("**/cards/**", lambda route: route.fulfill(status=502, body="bad gateway"))
    type_card(desk, 21, "A-1")
    type_card(desk, 22, "A-2")
    expect(desk.locator(".pile li", has_text="A-1")).to_contain_text("held here")

    desk.unroute("**/cards/**")

    state(desk, "All saved on the server")
    assert now(site) == {"versions": {"A-1": 1, "A-2": 1}, "first": {"A-1": 21, "A-2": 22}, "typed": 2, "aside": {}}


def test_an_answer_that_is_lost_on_the_way_does_not_write_a_card_twice(desk: Page, site: Site) -> None:
    lost = []

    def lose(route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    desk.route("**/cards/A-1/", lose)
    type_card(desk, 21, "A-1")

    state(desk, "All saved on the server")
    assert lost == [200]
    assert (now(site)["versions"], now(site)["typed"]) == ({"A-1": 1}, 1)


def test_a_card_changed_before_it_was_sent_arrives_as_it_is_now(desk: Page, site: Site) -> None:
    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")
    state(desk, "1 card is held on this computer")
    desk.keyboard.press("/")
    desk.keyboard.type("1\n")
    expect(desk.locator("#note")).to_contain_text("You typed this card")
    expect(desk.locator("#line-1 .plus")).to_have_text("21")
    desk.locator("#line-1").click()
    desk.keyboard.press("Control+A")
    desk.keyboard.type("31+")
    desk.click("#save")
    expect(desk.locator(".sc__seat b")).to_have_text("A-2")

    desk.context.set_offline(False)

    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 31}
    assert desk.locator("[data-trouble]").count() == 0


def test_the_session_is_over_in_the_middle_of_a_card(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    site.run("from django.contrib.sessions.models import Session; Session.objects.all().delete()")

    desk.keyboard.type("12-13-\n\n\n\n\n")

    state(desk, "You are signed out. What you typed is kept here")
    type_card(desk, 22, "A-2")
    with desk.context.expect_page() as opened:
        desk.get_by_role("link", name="Sign in again").click()
    again = opened.value
    again.fill("[name=username]", "rosa")
    again.fill("[name=password]", PASSWORD)
    again.press("[name=password]", "Enter")
    again.wait_for_url(f"**{CARDS}/")
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21, "A-2": 22}


def test_what_one_typed_waits_for_them_when_somebody_else_signs_in(desk: Page, site: Site) -> None:
    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")
    state(desk, "1 card is held on this computer")
    desk.context.clear_cookies()
    desk.context.set_offline(False)
    state(desk, "You are signed out")

    other = desk.context.new_page()
    sign_in(other, site, "len")
    at(other, site, "A-2")
    expect(other.locator("#foreign")).to_contain_text("1 card typed by rosa is held on this computer")
    state(desk, "len is signed in now. What is typed on this page is kept for rosa")
    assert now(site)["typed"] == 0

    sign_in(other, site, "rosa")
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21}


def test_two_tabs_of_one_person_see_each_other_and_share_what_is_held(desk: Page, site: Site) -> None:
    second = desk.context.new_page()
    at(second, site, "A-1")
    expect(second.locator("#others")).to_contain_text("You have this card open in another tab")
    expect(desk.locator("#others")).to_contain_text("You have this card open in another tab")

    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")

    expect(second.locator(".pile li", has_text="A-1")).to_contain_text("held here")
    desk.close()
    desk_context: BrowserContext = second.context
    desk_context.set_offline(False)
    state(second, "All saved on the server")
    assert (now(site)["first"], now(site)["typed"]) == ({"A-1": 21}, 1)


def test_a_scanned_code_opens_its_card_from_wherever_the_focus_is(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    desk.keyboard.type(f"{site.url}{CARDS}/A-4/\n")
    desk.wait_for_url("**/cards/A-4/")
    expect(desk.locator("#game-1")).to_be_focused()

    desk.keyboard.type(f"{CARDS}/A-1/\n")

    desk.wait_for_url("**/cards/A-1/")
    expect(desk.locator("#line-1 .plus")).to_have_text("21")
    expect(desk.locator("#note")).to_contain_text("not saved yet")


def test_the_same_card_scanned_twice_is_opened_to_be_changed(desk: Page, site: Site) -> None:
    type_card(desk, 21, "A-1")
    state(desk, "All saved on the server")

    desk.keyboard.type(f"{CARDS}/A-1/\n")

    expect(desk.locator("#note")).to_contain_text("This card is typed already")
    expect(desk.locator("#line-1 .plus")).to_have_text("21")
    desk.click("#save")
    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    assert now(site)["versions"] == {"A-1": 1}


def test_a_card_of_another_event_is_named_and_nothing_is_lost(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")

    desk.keyboard.type("/t/sierra/evening/cards/A-2/\n")

    expect(desk.locator("#seat-said")).to_contain_text("That card belongs to another event: Consolation")
    assert desk.locator("#seat-said a").get_attribute("href") == "/t/sierra/evening/cards/A-2/"
    expect(desk.locator("#line-1 .plus")).to_have_text("21")


def test_a_name_that_several_have_is_chosen_with_the_arrows(desk: Page) -> None:
    desk.keyboard.press("/")
    desk.keyboard.type("ar")
    expect(desk.get_by_role("option")).to_have_count(2)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    chosen = desk.locator("[role=option][aria-selected=true] b").inner_text()
    desk.keyboard.press("Enter")

    desk.wait_for_url(f"**/cards/{chosen}/")


def test_rights_are_withdrawn_while_somebody_types(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    site.run("from tournaments.models import Role; Role.objects.filter(user__username='rosa').delete()")
    desk.keyboard.type("12-13-\n\n\n\n\n")

    state(desk, "Ask the director for that role.")
    trouble = desk.locator("[data-trouble=A-1]")
    expect(trouble).to_contain_text("What you typed is kept here.")
    trouble.get_by_role("button", name="Throw it away").click()
    expect(
        trouble.get_by_role("button", name="Yes, throw away what was typed of A-1 Milt Orr (3 lines)")
    ).to_be_visible()
    trouble.get_by_role("button", name="Keep it").click()
    site.run(
        "from tournaments.models import *; Role.objects.create(user=User.objects.get(username='rosa'),"
        " tournament=Tournament.objects.get(), kind='checker')"
    )
    trouble.get_by_role("button", name="Send it again").click()
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21}


def test_a_card_is_set_aside_by_keys_and_the_next_one_opens(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    desk.keyboard.press("F4")
    expect(desk.locator("#aside-reason")).to_be_focused()
    desk.keyboard.type("Torn in two\n")

    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    state(desk, "All saved on the server")
    assert (now(site)["aside"], now(site)["first"]) == ({"A-1": "Torn in two"}, {"A-1": 21})
    expect(desk.locator(".pile li", has_text="A-1")).to_contain_text("saved")
    desk.keyboard.press("/")
    desk.keyboard.type("1\n")
    expect(desk.locator("#taken-aside")).to_contain_text("Torn in two")
    desk.get_by_role("button", name="Take it up again").click()
    state(desk, "All saved on the server")
    assert now(site)["aside"] == {}


def wait_until_kept(page: Page, pages: int) -> None:
    """Wait until the worker keeps this many pages for when there is no network."""
    for _try in range(100):
        if page.evaluate(KEPT_PAGES) == pages:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{pages} pages were never kept")


def test_a_kept_page_is_one_person_s_and_goes_with_them(desk: Page, site: Site) -> None:
    wait_until_kept(desk, 1)
    desk.context.set_offline(True)
    desk.reload()
    state(desk, "No connection.")
    expect(desk.locator(".sc__seat b")).to_have_text("A-1")
    desk.context.set_offline(False)

    desk.goto(f"{site.url}/t/sierra/")
    desk.locator("details.account summary").click()
    desk.get_by_role("button", name="Sign out").click()
    desk.wait_for_url(f"{site.url}/")
    wait_until_kept(desk, 0)

    desk.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        desk.goto(f"{site.url}{CARDS}/A-1/")


def start_browser(profile: Path, browser: Browser) -> tuple[subprocess.Popen[bytes], Page]:
    """A browser of its own process, with a profile on the disk."""
    port = servers.free_port()
    command = [servers.find_chromium(), *servers.CHROMIUM_FLAGS, "--headless=new", f"--user-data-dir={profile}"]
    process = subprocess.Popen([*command, f"--remote-debugging-port={port}", "about:blank"], start_new_session=True)
    for _try in range(100):
        try:
            connected = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
        except Error:
            time.sleep(0.1)
        else:
            return process, connected.contexts[0].new_page()
    raise AssertionError("the browser did not start")


def cut_power(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.skipif(os.name == "nt", reason="ends a whole group of processes, which Windows does not have")
def test_the_power_is_cut_and_everything_typed_is_there_again(browser: Browser, site: Site, tmp_path: Path) -> None:
    process, page = start_browser(tmp_path, browser)
    sign_in(page, site, "rosa")
    at(page, site, "A-1")
    page.route("**/cards/A-1/", lambda route: route.fulfill(status=502, body="away"))
    type_card(page, 21, "A-1")
    expect(page.locator(".pile li", has_text="A-1")).to_contain_text("held here")
    page.keyboard.type("22+")
    # What a line is worth is on the disk a moment after its last key.
    page.wait_for_timeout(300)

    cut_power(process)
    process, page = start_browser(tmp_path, browser)
    sign_in(page, site, "rosa")
    page.goto(f"{site.url}{CARDS}/A-2/")

    expect(page.locator("#line-1 .plus")).to_have_text("22")
    state(page, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21}
    cut_power(process)
