"""The entry desk on the hall's odd laptops: a browser that keeps no database, and plain http from another computer, where a
browser has no service worker, no locks and no random names. What is typed is kept and saved all the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hall.tests import servers
from hall.tests.servers import Site
from scorecards.tests.test_browser_trouble import CARDS, PEOPLE, STATE
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

HALL = "hall.test"
WITHOUT_DATABASE = """
Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("blocked", "SecurityError"); } });
"""
LACKS = '[isSecureContext, "randomUUID" in crypto, "serviceWorker" in navigator, "locks" in navigator]'


@pytest.fixture
def site(running_site: Callable[..., Site]) -> Site:
    site = running_site(workers=1, ALLOWED_HOSTS=f"127.0.0.1,hall.example,{HALL}")
    site.run(PEOPLE)
    return site


@pytest.fixture
def keeping_nothing(browser: Browser) -> Iterator[BrowserContext]:
    """A browser whose settings forbid databases."""
    context = browser.new_context(service_workers="block")
    context.add_init_script(WITHOUT_DATABASE)
    yield context
    context.close()


@pytest.fixture
def from_afar(browser: Browser) -> Iterator[BrowserContext]:
    """A browser on another computer, for which the site has a name and no certificate."""
    named = [*servers.CHROMIUM_FLAGS, f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
    other = browser.browser_type.launch(executable_path=servers.find_chromium(), args=named)
    yield other.new_context()
    other.close()


def desk_at(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(f"{address}/accounts/sign-in/")
    page.fill("[name=username]", "rosa")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "sign-in" not in url)
    page.goto(f"{address}{CARDS}/A-1/")
    expect(page.locator("#desk-state")).to_contain_text("saved")
    return page


def first_lines(site: Site) -> dict[str, int]:
    first: dict[str, int] = json.loads(site.run(STATE).strip().splitlines()[-1])["first"]
    return first


def type_through_a_reload(page: Page) -> None:
    """A card begun, reloaded and ended; then one that waits for the server through a reload."""
    page.keyboard.type("21+")
    expect(page.locator("#game-2")).to_be_focused()
    page.reload()
    expect(page.locator("#note")).to_contain_text("not saved yet")
    expect(page.locator("#line-1 .plus")).to_have_text("21")
    expect(page.locator("#game-2")).to_be_focused()
    page.keyboard.type("12-13-\n\n\n\n\n")
    expect(page.locator(".sc__seat b")).to_have_text("A-2")
    expect(page.locator(".pile li", has_text="A-1")).to_contain_text("saved")

    # Cards do not arrive any more; pages still come.
    page.route("**/cards/A-*/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.keyboard.type("22+12-13-\n\n\n\n\n")
    expect(page.locator(".sc__seat b")).to_have_text("A-3")
    expect(page.locator("#desk-state")).to_contain_text("held on this computer")
    page.goto(page.url)
    expect(page.locator(".pile li", has_text="A-2")).to_contain_text("held here")
    page.unroute("**/cards/A-*/")
    expect(page.locator(".pile li", has_text="A-2")).to_contain_text("saved")


def test_without_a_database_what_is_typed_is_kept_and_saved(keeping_nothing: BrowserContext, site: Site) -> None:
    page = desk_at(keeping_nothing, site.url)

    type_through_a_reload(page)

    assert "pegboard-desk.items" in page.evaluate("Object.keys(localStorage)")
    assert first_lines(site) == {"A-1": 21, "A-2": 22}


@pytest.mark.journey
def test_over_plain_http_from_another_computer_what_is_typed_is_kept_and_saved(
    from_afar: BrowserContext, site: Site
) -> None:
    page = desk_at(from_afar, site.url.replace("127.0.0.1", HALL))
    assert page.evaluate(LACKS) == [False, False, False, False]

    type_through_a_reload(page)

    assert first_lines(site) == {"A-1": 21, "A-2": 22}
