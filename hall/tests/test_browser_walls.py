"""The screens of the hall in the browser: the desk changes what they show, the server goes away and comes back, for days."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.intercepts]

HALL = """
from brackets.tests.factories import make_posted_event
from scorecards.sheet.reads.stored import store_snapshot
from tournaments.venue.actions.displays import add_display, show_on_display
from tournaments.tests.factories import PASSWORD, make_actor, make_tournament, make_user

tournament = make_tournament("sierra")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
event = make_posted_event(47, tournament=tournament)
event.touch()
store_snapshot(event)
actor = make_actor()
add_display(tournament=tournament, name="Ballroom", actor=actor)
show_on_display(tournament=tournament, number=1, shows="standings", event=event, actor=actor)
"""
PLAYOFFS = """
from brackets.bracket.reads import drawn as drawn_reads
from brackets.tests.factories import make_bracket, win
from hall.demonstration.simulator import FIRST_NAMES, LAST_NAMES
from tournaments.models import Entry
from tournaments.tests.factories import make_event


def named(event):
    pairs = sorted((f"{first} {last}" for first in FIRST_NAMES.split() for last in LAST_NAMES.split()), key=len, reverse=True)
    for entry, name in zip(Entry.objects.filter(event=event), pairs):
        entry.name = "Maximiliana Featherstonehaugh-Cholmondeley" if entry.number == 3 else name
        entry.save()
    event.touch()
    store_snapshot(event)

for qualifiers in (8, 16, 32):
    drawn = make_bracket(qualifiers, best_of=1, tournament=tournament, slug=f"drawn-{qualifiers}")
    for match in range(1, qualifiers // 4 + 1):
        win(drawn, match, drawn_reads.match(drawn, match).sides[0].seat)
    named(drawn)
seated = make_event(tournament=tournament, slug="seated", entrants=47, seated=True)
named(seated)
"""
SHOW = """
from tournaments.venue.actions.displays import show_on_display
from tournaments.models import Event, Tournament
from tournaments.tests.factories import make_actor


def show(shows, slug):
    event = Event.objects.get(slug=slug)
    show_on_display(tournament=event.tournament, number=1, shows=shows, event=event, actor=make_actor())

"""
TOO_SMALL_OR_CUT = """() => {
  const faults = [], root = document.documentElement, names = ".wb__name, .wall__page--rows tbody th > span";
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) faults.push("the page scrolls");
  const code = document.querySelector(".wall__qr").getBoundingClientRect();
  if (code.width < 0.1 * Math.min(innerWidth, innerHeight)) faults.push(`the code: ${code.width} px`);
  const pages = [...document.querySelectorAll(".wall__page")];
  for (const page of pages) {
    for (const other of pages) other.classList.toggle("is-shown", other === page);
    const shown = [...page.querySelectorAll(names)], key = page.dataset.page;
    if (!shown.length) faults.push(`${key}: nobody`);
    for (const other of document.querySelectorAll("#frame *")) {
      const says = [...other.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!says || other.closest(".vh, svg") || !other.checkVisibility({ visibilityProperty: true })) continue;
      const size = parseFloat(getComputedStyle(other).fontSize);
      if (size < 0.015 * innerWidth) faults.push(`${key}: ${size} px: ${other.textContent.trim()}`);
    }
    for (const row of page.querySelectorAll("tbody tr, .wb")) {
      const at = row.getBoundingClientRect();
      if (at.right > code.left && at.bottom > code.top) faults.push(`${key}: under the code: ${row.textContent.trim()}`);
    }
    for (const name of shown) {
      const told = `${key}: ${name.textContent.trim()}`, size = parseFloat(getComputedStyle(name).fontSize);
      const at = name.getBoundingClientRect(), frame = name.closest("li, tr").getBoundingClientRect();
      if (size < 0.02 * innerWidth) faults.push(`${told}: ${size} px`);
      if (name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 0.25 * size) faults.push(`${told}: cut off`);
      if (at.top < frame.top - 1 || at.bottom > frame.bottom + 1 || at.right > innerWidth) faults.push(`${told}: out of its place`);
      if (name.closest("tr") && frame.bottom > page.getBoundingClientRect().bottom) faults.push(`${told}: below the page`);
    }
    for (const box of page.querySelectorAll(".wb")) {
      const at = box.getBoundingClientRect(), frame = box.closest("li").getBoundingClientRect();
      if (at.top < frame.top - 1 || at.bottom > frame.bottom + 1) faults.push(`${key}: over another: ${box.textContent}`);
    }
  }
  return faults;
}"""
SCREENS = ((1920, 1080), (1280, 720), (1024, 768), (3840, 2160), (1080, 1920))
ANNOUNCE = """
from tournaments.venue.actions.announcements import announce
from tournaments.models import Tournament
from tournaments.tests.factories import make_actor

announce(tournament=Tournament.objects.get(), text="Lunch until 1:30", actor=make_actor())
"""
LONG_WORDS = """
from tournaments.venue.actions.announcements import announce
from tournaments.models import Tournament
from tournaments.tests.factories import make_actor

for number in range(3):
    announce(tournament=Tournament.objects.get(), text=f"{number} " + "many words " * 20, actor=make_actor())
"""
LAID_OUT = """() => {
  const pages = [...document.querySelectorAll(".wall__page--rows")], below = document.querySelector(".wall__board");
  const bottom = below.getBoundingClientRect().bottom, corner = document.querySelector(".wall__corner").getBoundingClientRect();
  const heights = pages.map((page) => {
    for (const other of pages) other.classList.toggle("is-shown", other === page);
    const tables = [...page.querySelectorAll("table")].map((table) => table.getBoundingClientRect());
    const row = page.querySelector("tbody tr").offsetHeight;
    return { row, free: Math.min(bottom, corner.top) - tables.at(-1).bottom, end: Math.max(...tables.map((at) => at.bottom)) };
  });
  return {
    pages: pages.length,
    rows: document.querySelectorAll("tbody th").length,
    isFull: heights.slice(0, -1).every(({ row, free }) => free < 2 * row),
    used: heights[0].end / bottom,
  };
}"""
PROJECTOR = {"width": 1920, "height": 1080}
FILLS = (
    "() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
)


def opened(site: Site, page: Page, *, clock: bool = False) -> Page:
    """The screen in the ballroom, where nobody is signed in."""
    page.set_viewport_size(PROJECTOR)
    if clock:
        page.clock.install()
    page.goto(f"{site.url}/t/sierra/wall/1/")
    expect(page.locator("h1")).to_have_text("Sierra Open")
    return page


@pytest.mark.journey
def test_the_desk_changes_what_an_open_screen_shows(kept_site: Site, new_page: Callable[[], Page]) -> None:
    kept_site.hold(HALL)
    wall, desk = opened(kept_site, new_page()), new_page()
    kept_site.sign_in(desk, "dora")
    desk.goto(f"{kept_site.url}/t/sierra/displays/")
    frame = wall.locator("#frame")
    expect(frame).to_contain_text("Main event, official standings")

    desk.get_by_role("button", name="Bracket").click()
    expect(frame).to_contain_text("The bracket is not drawn yet.")
    expect(frame).not_to_contain_text("Milt Orr")
    desk.get_by_label("Own words").fill("Doors close at nine")
    desk.get_by_role("button", name="Show these words").click()
    expect(frame.locator(".wall__big")).to_have_text("Doors close at nine")
    kept_site.run(ANNOUNCE)
    expect(frame).to_contain_text("Lunch until 1:30")
    desk.get_by_role("button", name="Nothing").click()
    expect(frame).to_have_class("wall wall--blank")
    expect(desk.locator("#state-1")).to_contain_text("last seen")

    desk.get_by_text("Address, name, remove").click()
    desk.get_by_role("button", name="Remove this display").click()
    expect(frame).to_contain_text("The desk has removed this display.")


@pytest.mark.journey
def test_pages_turn_whole_and_results_come_in_without_turning_them(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL)
    wall = opened(kept_site, page, clock=True)
    shown = wall.locator(".wall__page.is-shown")
    expect(wall.locator("#turn")).to_have_text("Page 1 of 2")
    first = shown.locator("tbody th").first.inner_text()
    assert wall.evaluate(FILLS)

    wall.clock.fast_forward(20_000)

    expect(wall.locator("#turn")).to_have_text("Page 2 of 2")
    expect(shown).to_have_count(1)
    expect(shown).not_to_contain_text(first)
    kept_site.run(ANNOUNCE)
    wall.clock.fast_forward(2_000)
    expect(wall.locator(".wall__said")).to_contain_text("Lunch until 1:30")
    expect(wall.locator("#turn")).to_have_text("Page 2 of 2")
    assert wall.evaluate(FILLS)


@pytest.mark.journey
def test_while_the_server_is_away_the_screen_stays_and_says_since_when(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL)
    wall = opened(kept_site, page, clock=True)
    time = wall.locator(".wall__top time")
    expect(time).not_to_contain_text("Not live")

    wall.route("**/*", lambda route: route.abort())
    wall.clock.fast_forward(10_000)
    expect(time).not_to_contain_text("Not live")
    wall.clock.fast_forward(15_000)

    expect(time).to_contain_text("Not live since")
    expect(wall.locator("#frame")).to_contain_text("Milt Orr")
    wall.unroute("**/*")
    wall.route("**/*", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"))
    wall.clock.fast_forward(2_000)
    expect(wall.locator("#frame")).to_contain_text("Milt Orr")
    wall.unroute("**/*")
    wall.clock.fast_forward(2_000)
    expect(time).not_to_contain_text("Not live")


def test_another_program_is_loaded_once_and_never_again_and_again(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL)
    wall = opened(kept_site, page)
    loaded: list[str] = []
    wall.on("load", lambda tab: loaded.append(tab.url))

    def as_newer(route: Route) -> None:
        answer = route.fetch(url=route.request.url.partition("?")[0])
        body = answer.text().replace('data-build="', 'data-build="newer')
        route.fulfill(response=answer, body=body)

    wall.route("**/wall/1/?v=*", as_newer)

    expect(wall.locator("#frame[data-build^=newer]")).to_contain_text("Milt Orr")
    wall.wait_for_timeout(3_000)
    assert len(loaded) == 1


def test_every_name_is_a_fiftieth_of_the_width_or_more_and_whole(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL + PLAYOFFS)
    shown = [("bracket", "drawn-8"), ("bracket", "drawn-16"), ("bracket", "drawn-32")]
    shown += [("standings", "drawn-32"), ("seats", "seated"), ("missing", "seated")]
    faults = {}

    for shows, slug in shown:
        kept_site.run(f"{SHOW}show({shows!r}, {slug!r})")
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{kept_site.url}/t/sierra/wall/1/")
            page.evaluate("document.fonts.ready")
            faults[shows, slug, width, height] = page.evaluate(TOO_SMALL_OR_CUT)

    assert [(where, *found) for where, found in faults.items() if found] == []


@pytest.mark.parametrize(
    ("width", "height", "pages"), [(1920, 1080, 2), (1280, 720, 2), (3840, 2160, 2), (1080, 1920, 1)]
)
def test_the_standings_take_as_few_pages_as_the_height_allows(
    kept_site: Site, page: Page, width: int, height: int, pages: int
) -> None:
    kept_site.hold(HALL)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{kept_site.url}/t/sierra/wall/1/")
    expect(page.locator(".wall__page")).to_have_count(pages)
    page.evaluate("document.fonts.ready")

    laid = page.evaluate(LAID_OUT)

    assert laid["pages"] == pages
    assert laid["rows"] == 48
    assert laid["isFull"]
    assert laid["used"] > 0.7


def test_long_announcements_reduce_the_rows_of_a_page_and_push_none_off_the_screen(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL)
    wall = opened(kept_site, page)
    expect(wall.locator("#turn")).to_have_text("Page 1 of 2")

    kept_site.run(LONG_WORDS)

    expect(wall.locator("#turn")).to_have_text("Page 1 of 4")
    assert wall.evaluate(TOO_SMALL_OR_CUT) == []
    assert wall.evaluate(LAID_OUT)["rows"] == 48


def test_a_screen_that_is_turned_lays_out_its_rows_anew(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL)
    wall = opened(kept_site, page)
    expect(wall.locator(".wall__page")).to_have_count(2)

    wall.set_viewport_size({"width": 1080, "height": 1920})
    expect(wall.locator(".wall__page")).to_have_count(1)
    wall.set_viewport_size({"width": 390, "height": 844})

    expect(wall.locator("table")).to_have_count(1)
    expect(wall.locator("tbody th")).to_have_count(48)
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_script_every_row_stands_below_the_other(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(HALL)
    page = browser.new_page(java_script_enabled=False, viewport={"width": 1920, "height": 1080})
    page.goto(f"{kept_site.url}/t/sierra/wall/1/")

    expect(page.locator("tbody th").last).to_be_visible()
    expect(page.locator("tbody th")).to_have_count(48)
    page.close()
