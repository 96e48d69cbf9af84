"""Pages for everybody: an automated check for WCAG 2.2 AA in both themes, and every control reached by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from config.tests import servers
from config.tests.servers import Site
from tournaments.tests.factories import PASSWORD

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
DESKTOP, PHONE = (1440, 900), (390, 844)

EVENT = "/t/lakeside-classic/main/"
FINISHED = "/t/harbor-open/main/"
STAFF_PAGES = [
    EVENT,
    f"{EVENT}entrants/",
    f"{EVENT}seating/",
    f"{EVENT}cards/",
    f"{EVENT}cards/A-1/",
    f"{EVENT}cards/A-1/?as=read",
    f"{EVENT}looks/",
    f"{EVENT}cross-check/",
    f"{EVENT}control/",
    f"{EVENT}control/?by=pile",
    f"{EVENT}control/ranks/",
    f"{EVENT}inform/",
    f"{EVENT}standings/",
    f"{EVENT}posting/",
    f"{EVENT}log/",
    f"{EVENT}log/70/undo/",
    f"{EVENT}earlier/?at=70",
    "/t/lakeside-classic/people/",
    "/t/lakeside-classic/referrals/",
]
PUBLIC_PAGES = ["/", "/t/lakeside-classic/", f"{FINISHED}standings/", f"{FINISHED}bracket/", "/accounts/sign-in/"]

# Every element that Tab should reach: visible, not switched off; of a group of radio buttons only one.
REACHABLE = """() => {
  const seen = new Set();
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((one) => {
    if (one.tabIndex < 0 || one.disabled || one.type === "hidden" || !one.checkVisibility({visibilityProperty: true})) return false;
    if (one.closest("[inert], dialog:not([open])")) return false;
    if (one.type === "radio") {
      const group = `${one.form?.id ?? ""} ${one.name}`;
      const chosen = [...document.getElementsByName(one.name)].find((other) => other.checked && other.form === one.form);
      if (seen.has(group) || (chosen && chosen !== one)) return false;
      seen.add(group);
    }
    return true;
  }).map((one, place) => { one.dataset.tabStop = place; return one.outerHTML.slice(0, 120); });
}"""
FOCUSED = """() => {
  const one = document.activeElement;
  const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(one);
  const frame = getComputedStyle(one.parentElement ?? one);
  const ring = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none"
    || (frame.outlineStyle !== "none" && parseFloat(frame.outlineWidth) >= 2);
  return [one.dataset.tabStop ?? null, ring];
}"""


@dataclass(frozen=True)
class Hall:
    """The site with its demonstration, and a director's cookies."""

    site: Site
    cookies: list


@pytest.fixture
def hall(running_site: Callable[..., Site], browser: Browser) -> Hall:
    site = running_site(workers=1)
    servers.manage({**site.env, "PEGBOARD_DEMO": "1"}, "load_demo")
    site.run(
        "from tournaments.models import User; u = User.objects.get(username='director');"
        f"u.set_password({PASSWORD!r}); u.save()"
    )
    page = browser.new_page()
    page.goto(f"{site.url}/accounts/sign-in/")
    page.fill("[name=username]", "director")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "sign-in" not in url)
    cookies = page.context.cookies()
    page.context.close()
    return Hall(site, cookies)


def faults_of_check(page: Page) -> list[str]:
    answer = Axe().run(page, options=RULES).response
    assert len(answer["passes"]) > 15, "the check looked at nothing"
    found = answer["violations"]
    return [f"{fault['id']}: {node['target']} {node['html'][:160]}" for fault in found for node in fault["nodes"][:3]]


def open_in(hall: Hall, browser: Browser, size: tuple[int, int], theme: str, *, signed_in: bool) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce"
    )
    if signed_in:
        context.add_cookies(hall.cookies)
    return context.new_page()


def go(page: Page, hall: Hall, address: str) -> None:
    answer = page.goto(f"{hall.site.url}{address}")
    assert answer is not None
    assert answer.ok, address
    assert page.url.removeprefix(hall.site.url) == address
    # What a script draws once it has asked the server belongs to the page.
    page.wait_for_load_state("networkidle")


def test_an_automated_check_finds_nothing_on_any_page_in_both_themes(hall: Hall, browser: Browser) -> None:
    faults = []
    for size, theme in ((DESKTOP, "light"), (PHONE, "dark")):
        for pages, signed_in in ((STAFF_PAGES, True), (PUBLIC_PAGES, False)):
            page = open_in(hall, browser, size, theme, signed_in=signed_in)
            for address in pages:
                go(page, hall, address)
                faults += [f"{address} {theme} {size[0]}: {fault}" for fault in faults_of_check(page)]
            page.context.close()

    assert faults == []


def test_every_control_is_reached_by_tab_and_shows_where_the_focus_is(hall: Hall, browser: Browser) -> None:
    faults = []
    for pages, signed_in in ((STAFF_PAGES, True), (PUBLIC_PAGES, False)):
        page = open_in(hall, browser, DESKTOP, "light", signed_in=signed_in)
        for address in pages:
            go(page, hall, address)
            faults += [f"{address}: {fault}" for fault in faults_of_tabbing(page)]
        page.context.close()

    assert faults == []


def faults_of_tabbing(page: Page) -> list[str]:
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("window.scrollTo(0, 0)")
    stops = page.evaluate(REACHABLE)
    reached, faults = set(), []
    for _press in range(len(stops) + 5):
        page.keyboard.press("Tab")
        stop, ring = page.evaluate(FOCUSED)
        if stop is None:
            continue
        if stop not in reached and not ring:
            faults.append(f"no ring: {stops[int(stop)]}")
        reached.add(stop)
    missed = [text for place, text in enumerate(stops) if str(place) not in reached]
    return [*faults, *(f"not reached: {text}" for text in missed)]
