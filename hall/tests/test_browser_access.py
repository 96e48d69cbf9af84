"""Pages for everybody: an automated check for WCAG 2.2 AA in both themes, and every control reached by the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request

from hall.tests import servers
from hall.tests.demo_pages import CLUB, DESK_PAGES, EVENT, FINISHED, PUBLIC_PAGES, STAFF_PAGES
from hall.tests.servers import Site
from hall.tests.test_style_sheets import SHARED
from tournaments.tests.factories import PASSWORD

# What is well is only counted.
ALL_RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
# What a theme or a width can change. The others hold for a page or do not, and two looks at it are enough.
RULES_OF_LOOKS = {
    "runOnly": {
        "type": "rule",
        "values": ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable", "region"],
    },
    "resultTypes": ["violations"],
}
DESKTOP, PHONE = (1440, 900), (390, 844)
MAGNIFIED = (720, 450)
"""What is left of a laptop's screen at 200 %."""

NARROW = ((320, 568), (195, 422))
"""A small phone, and what is left of a larger one at 200 %."""

# The longest that a hall has to print: a tournament's name, players' names, and why a card is set aside.
LONG = """
from django.utils import timezone
from scorecards.models import Scorecard
from tournaments.models import Entry, Tournament
Tournament.objects.filter(slug="lakeside-classic").update(name="The Seventy-Third Annual Grand National Cribbage Weekend")
hall = Entry.objects.filter(event__tournament__slug="lakeside-classic", event__slug="main")
hall.filter(seat_number__in=[1, 2, 3]).update(name="Bartholomew Featherstonehaugh-Cholmondel")
Scorecard.objects.filter(entry__in=hall.filter(seat_number=2)).update(
    set_aside_at=timezone.now(),
    set_aside_reason="Coffee was spilled over games 7 to 12, and the player copies them from the opponents’ cards.",
)
"""

# What stands out of the page, and names that are cut off.
SPILLED = """() => {
  const faults = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) faults.push(`the page is ${page.scrollWidth} wide`);
  for (const one of document.querySelectorAll("main *")) {
    if (!one.checkVisibility({visibilityProperty: true}) || one.closest(".vh, svg, .scroll-x")) continue;
    const {overflowX, display, clipPath} = getComputedStyle(one);
    // For the ear alone: on a narrow screen the names of the six steps are.
    if (clipPath === "inset(50%)") continue;
    const says = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (says && display !== "inline" && overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1) faults.push(`cut off: ${one.outerHTML}`);
  }
  return faults.map((fault) => fault.slice(0, 160));
}"""
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
  }).map((one, place) => {
    // A part of the page that updates by itself is another one meanwhile: its controls are known by their names.
    (window.tabStops ??= new Map()).set(one.id || one.outerHTML, String(place));
    one.dataset.tabStop = place;
    return one.outerHTML.slice(0, 120);
  });
}"""
# Notes where the focus comes to, and whether it shows there. Asked after each press, it would take twice as long.
NOTE_FOCUS = """() => {
  window.focused = [];
  document.addEventListener("focusin", ({target: one}) => {
    const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(one);
    const frame = getComputedStyle(one.parentElement ?? one);
    const ring = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none"
      || (frame.outlineStyle !== "none" && parseFloat(frame.outlineWidth) >= 2);
    window.focused.push([one.dataset.tabStop ?? window.tabStops.get(one.id || one.outerHTML) ?? null, ring]);
  });
}"""
# A name in the header that another part of it lies on, or that is cut off at the side; tables that go past their card, and cells
# that stand in the next one.
APART = """() => {
  const faults = [];
  const brand = document.querySelector(".brand b");
  if (brand) {
    const text = document.createRange();
    text.selectNodeContents(brand);
    const box = brand.getBoundingClientRect();
    // What is clamped away below the second line is not seen, and the padding for descenders is empty.
    const bottom = box.bottom - parseFloat(getComputedStyle(brand).paddingBottom);
    const name = {...text.getBoundingClientRect().toJSON(), bottom: Math.min(bottom, text.getBoundingClientRect().bottom)};
    for (const other of document.querySelectorAll(".topbar__in > :not(.brand)")) {
      const {left, right, top, bottom, width} = other.getBoundingClientRect();
      if (width && name.left < right - 1 && left < name.right - 1 && name.top < bottom - 1 && top < name.bottom - 1) {
        faults.push(`${other.className} lies on the name`);
      }
    }
    if (brand.scrollWidth > brand.clientWidth + 1) faults.push("the name is cut off");
  }
  for (const table of document.querySelectorAll("main .panel table")) {
    if (!table.checkVisibility() || table.closest(".scroll-x, .vh")) continue;
    const over = table.getBoundingClientRect().right - table.closest(".panel").getBoundingClientRect().right;
    if (over > 1) faults.push(`a table goes ${Math.round(over)} px past its card: ${table.className}`);
  }
  for (const cell of document.querySelectorAll("main :is(td, th)")) {
    if (!cell.checkVisibility() || cell.querySelector(".vh") || !cell.nextElementSibling?.textContent.trim()) continue;
    const text = document.createRange();
    text.selectNodeContents(cell);
    const over = text.getBoundingClientRect().right - cell.getBoundingClientRect().right;
    if (over > 2) faults.push(`a cell stands ${Math.round(over)} px in the next: ${cell.textContent.trim().slice(0, 40)}`);
  }
  return [...new Set(faults)];
}"""
# Personal links and walls of both tournaments.
FOR_PLAYERS = """
from tournaments.models import Display, Event
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import make_actor
from tournaments.venue.actions.displays import add_display, show_on_display
for slug in ("lakeside-classic", "harbor-open"):
    event = Event.objects.get(tournament__slug=slug, slug="main")
    actor = make_actor()
    make_links(event=event, actor=actor)
    print("KEY", key_of_link(link_of(entry_at(event, "A-2"))[0]))
    for shows in Display.Shows.values:
        if shows != "blank":
            screen = add_display(tournament=event.tournament, name=shows, actor=actor)
            of = None if shows == "announcement" else event
            show_on_display(tournament=event.tournament, number=screen.number, shows=shows, event=of, actor=actor)
            print("WALL", f"/t/{slug}/wall/{screen.number}/")
"""
OWN_PAGES = ["", "card/", "card/turned/", "call/", "match/", "news/", "person/"]
SIGNED_OUT = [
    f"{EVENT}entrants/",
    f"{EVENT}seating/",
    f"{EVENT}standings/",
    "/accounts/sign-in/?next=/t/lakeside-classic/main/cards/",
    "/start/",
]
NARROW_PAGES = [
    EVENT,
    f"{EVENT}cards/A-1/",
    f"{EVENT}standings/",
    f"{FINISHED}results/",
    f"{FINISHED}qualifiers/versions/",
    CLUB,
    "/t/lakeside-classic/",
]
LEAKS = (servers.ROOT / "hall/tests/js/leaks.js").read_text(encoding="utf-8")

LONGEST_WAIT = 600
"""How often two frames are waited for until a page asks for nothing more."""
NEXT_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Hall:
    """The site with its demonstration, a director’s cookies, somebody who has an account, and the season of the club."""

    site: Site
    cookies: list
    player: str
    season: str
    own: list[str]
    walls: list[str]


@pytest.fixture(scope="module")
def hall(shared_site: Callable[..., Site], browser: Browser) -> Hall:
    site = shared_site(workers=1)
    servers.manage({**site.env, "PEGBOARD_DEMO": "1"}, "load_demo")
    site.run(
        "from tournaments.models import User; u = User.objects.get(username='director');"
        f"u.set_password({PASSWORD!r}); u.save()\n{LONG}"
    )
    page = browser.new_page()
    page.goto(f"{site.url}/accounts/sign-in/")
    page.fill("[name=username]", "director")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "sign-in" not in url)
    cookies = page.context.cookies()
    page.goto(f"{site.url}/t/lakeside-classic/money/")
    account = page.locator("main th[scope=row] a").first.get_attribute("href")
    page.goto(f"{site.url}/clubs/tidewater/")
    season = page.locator("main h2 a").first.get_attribute("href")
    page.context.close()
    assert account is not None
    assert season is not None
    lines = [line.split() for line in site.run(FOR_PLAYERS).splitlines()]
    keys = [line[1] for line in lines if line[:1] == ["KEY"]]
    return Hall(
        site,
        cookies,
        *(address.rstrip("/").rpartition("/")[2] for address in (account, season)),
        own=[f"/me/{key}/{path}" for key in keys for path in OWN_PAGES],
        walls=[line[1] for line in lines if line[:1] == ["WALL"]],
    )


def faults_of_check(page: Page, *, all_rules: bool = True) -> list[str]:
    answer = Axe().run(page, options=ALL_RULES if all_rules else RULES_OF_LOOKS).response
    assert len(answer["passes"]) > (15 if all_rules else 1), "the check looked at nothing"
    found = answer["violations"]
    return [f"{fault['id']}: {node['target']} {node['html'][:160]}" for fault in found for node in fault["nodes"][:3]]


def open_in(
    hall: Hall, browser: Browser, size: tuple[int, int], theme: str, *, signed_in: bool, language: str = "en"
) -> Page:
    # What is looked at is the server's own page: the judges' worker would give the one it keeps where the server is slow.
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,
        reduced_motion="reduce",
        service_workers="block",
    )
    if signed_in:
        context.add_cookies(hall.cookies)
    if language != "en":
        context.add_cookies([{"name": "django_language", "value": language, "url": hall.site.url}])
    return context.new_page()


def go(page: Page, hall: Hall, address: str) -> None:
    address = address.format(player=hall.player, season=hall.season)
    under_way: set[Request] = set()

    def asks(request: Request) -> None:
        under_way.add(request)

    def has(request: Request) -> None:
        under_way.discard(request)

    heard = {"request": asks, "requestfinished": has, "requestfailed": has}
    for event, handler in heard.items():
        page.on(event, handler)
    answer = page.goto(f"{hall.site.url}{address}")
    assert answer is not None
    assert answer.ok, address
    assert page.url.removeprefix(hall.site.url) == address
    # What a script draws once it has asked the server belongs to the page. Scripts ask in the first frames; Playwright's own
    # way to wait for it stands still for half a second on every page.
    for _look in range(LONGEST_WAIT):
        waits = bool(under_way)
        page.evaluate(NEXT_FRAMES)
        if not waits and not under_way:
            break
    else:
        raise AssertionError(f"{address} still asks for {[one.url for one in under_way]}")
    for event, handler in heard.items():
        page.remove_listener(event, handler)


@pytest.mark.parametrize(
    ("size", "theme", "pages", "signed_in", "all_rules"),
    [
        pytest.param(DESKTOP, "light", STAFF_PAGES, True, True, id="wide, light"),
        pytest.param(PHONE, "dark", STAFF_PAGES, True, True, id="narrow, dark"),
        pytest.param(DESKTOP, "dark", DESK_PAGES, True, False, id="wide, dark"),
        pytest.param(PHONE, "light", DESK_PAGES, True, False, id="narrow, light"),
        pytest.param(DESKTOP, "light", PUBLIC_PAGES, False, True, id="public, wide, light"),
        pytest.param(PHONE, "dark", PUBLIC_PAGES, False, True, id="public, narrow, dark"),
    ],
)
def test_an_automated_check_finds_nothing_and_nothing_is_cut_off_on_any_page(
    hall: Hall,
    browser: Browser,
    size: tuple[int, int],
    theme: str,
    pages: list[str],
    signed_in: bool,
    all_rules: bool,
) -> None:
    faults = []
    page = open_in(hall, browser, size, theme, signed_in=signed_in)
    for address in pages:
        go(page, hall, address)
        spilled = page.evaluate(SPILLED) if address in DESK_PAGES else []
        faults += [f"{address}: {fault}" for fault in [*faults_of_check(page, all_rules=all_rules), *spilled]]
    page.context.close()

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "light"), (DESKTOP, "dark")])
def test_an_automated_check_finds_nothing_on_players_own_pages_walls_and_pages_of_whoever_is_signed_out(
    hall: Hall, browser: Browser, size: tuple[int, int], theme: str
) -> None:
    faults = []
    page = open_in(hall, browser, size, theme, signed_in=False)
    for address in (*hall.own, *hall.walls, *SIGNED_OUT):
        page.goto(f"{hall.site.url}{address}")
        page.evaluate(NEXT_FRAMES)
        faults += [f"{address}: {fault}" for fault in faults_of_check(page)]
    page.context.close()

    assert len(hall.own) == 2 * len(OWN_PAGES)
    assert len(hall.walls) > 10
    assert not faults, "\n".join(faults)


def test_an_automated_check_finds_nothing_where_dialogs_and_what_unfolds_are_open(hall: Hall, browser: Browser) -> None:
    faults = []
    unfolded = 0
    page = open_in(hall, browser, PHONE, "light", signed_in=True)
    for address in STAFF_PAGES:
        go(page, hall, address)
        opened = page.evaluate(
            """() => {
              const folded = [...document.querySelectorAll("main details:not([open], .switcher)")];
              for (const one of folded) one.open = true;
              return folded.length;
            }"""
        )
        unfolded += opened
        if opened:
            faults += [f"{address}, unfolded: {fault}" for fault in faults_of_check(page)]
        if address in (EVENT, f"{EVENT}cards/A-1/"):
            for name in (".menu", ".switcher", ".account"):
                page.evaluate(
                    "name => document.querySelectorAll('.menu, .switcher, .account').forEach((one) => { one.open = one.matches(name); })",
                    name,
                )
                # What an open menu lies on is no target while it is open.
                found = [fault for fault in faults_of_check(page) if not fault.startswith("target-size")]
                faults += [f"{address}, {name}: {fault}" for fault in found]
            page.evaluate("document.getElementById('keylist').showModal()")
            faults += [f"{address}, keys: {fault}" for fault in faults_of_check(page)]
    page.context.close()

    assert unfolded > 20
    assert not faults, "\n".join(faults)


def test_no_style_sheet_reaches_an_element_of_another_component_on_any_page(hall: Hall, browser: Browser) -> None:
    faults = {}
    page = open_in(hall, browser, DESKTOP, "light", signed_in=True)
    for address in (*STAFF_PAGES, *PUBLIC_PAGES, *hall.own, *hall.walls[:7]):
        page.goto(f"{hall.site.url}{address.format(player=hall.player, season=hall.season)}")
        faults |= dict.fromkeys(page.evaluate(f"({LEAKS})({sorted(SHARED)})"), address)
    # The check sees a leak: a mark of the bracket that the box of totals has, too.
    go(page, hall, f"{EVENT}cards/A-1/")
    page.evaluate(
        """() => {
          const sheets = [...document.styleSheets[0].cssRules].filter((rule) => rule instanceof CSSImportRule);
          sheets.find(({href}) => href.includes("playoffs")).styleSheet.insertRule(".mark { display: inline-block; }");
        }"""
    )
    seen = page.evaluate(f"({LEAKS})({sorted(SHARED)})")
    page.context.close()

    assert faults == {}
    assert any(fault.startswith("playoffs.css: .mark") for fault in seen)


@pytest.mark.parametrize("language", ["en", "fr-ca", "es"])
def test_on_narrow_phones_nothing_lies_on_the_name_and_columns_stay_in_their_card(
    hall: Hall, browser: Browser, language: str
) -> None:
    faults = []
    for signed_in in (True, False):
        page = open_in(hall, browser, (320, 568), "light", signed_in=signed_in, language=language)
        for address in NARROW_PAGES if signed_in else [*NARROW_PAGES[2:], *hall.own]:
            page.goto(f"{hall.site.url}{address}")
            for width in (320, 360, 375):
                page.set_viewport_size({"width": width, "height": 568})
                faults += [f"{address} {width}: {fault}" for fault in page.evaluate(APART)]
        page.context.close()
    page = open_in(hall, browser, DESKTOP, "light", signed_in=True, language=language)
    go(page, hall, "/t/lakeside-classic/judge/wrong-number/")
    for width in (320, 390, 768, 1100, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        faults += [f"the table of 4.4.c {width}: {fault}" for fault in page.evaluate(APART)]
    page.context.close()

    assert not faults, "\n".join(faults)


def test_the_page_with_two_versions_of_a_card_is_for_everybody_too(hall: Hall, browser: Browser) -> None:
    faults = []
    for size, theme in ((DESKTOP, "dark"), (PHONE, "light")):
        page = open_in(hall, browser, size, theme, signed_in=True)
        go(page, hall, f"{EVENT}cards/A-1/")
        # Sent past the desk's script, which would keep what is refused and bring it back by itself.
        with page.expect_navigation():
            page.evaluate(
                """() => {
                  const form = document.getElementById("card-form");
                  form.elements.namedItem("version").value = "0";
                  form.elements.namedItem("line-1").value = "99+";
                  form.submit();
                }"""
            )
        assert page.locator(".desk--conflict").is_visible()
        faults += [f"{theme} {size[0]}: {fault}" for fault in [*faults_of_check(page), *page.evaluate(SPILLED)]]
        faults += [f"{theme} {size[0]}: {fault}" for fault in faults_of_tabbing(page)]
        page.context.close()

    assert not faults, "\n".join(faults)


def test_nothing_is_cut_off_or_stands_out_of_a_magnified_page_however_long_the_names(
    hall: Hall, browser: Browser
) -> None:
    faults = []
    page = open_in(hall, browser, MAGNIFIED, "light", signed_in=True)
    for address in DESK_PAGES:
        go(page, hall, address)
        faults += [f"{address}: {fault}" for fault in page.evaluate(SPILLED)]
    page.context.close()

    assert not faults, "\n".join(faults)


@pytest.mark.journey
@pytest.mark.parametrize("size", NARROW)
def test_no_public_page_goes_sideways_on_the_narrowest_phone(
    hall: Hall, browser: Browser, size: tuple[int, int]
) -> None:
    wide = {}
    page = open_in(hall, browser, size, "light", signed_in=False)
    for address in (*PUBLIC_PAGES, f"{EVENT}standings/?me=A-1"):
        go(page, hall, address)
        wide[address] = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    page.context.close()

    assert {address: over for address, over in wide.items() if over > 0} == {}


# By how much the written name in the header overlaps what stands beside it; 0 where it is in a row of its own.
NAME_TOUCHES = """() => {
  const written = document.createRange();
  written.selectNodeContents(document.querySelector(".brand b"));
  const beside = [...document.querySelectorAll(".menu > summary, .topbar__me > *")].filter((one) => one.checkVisibility());
  const over = [...written.getClientRects()].flatMap((name) => beside.map((one) => {
    const place = one.getBoundingClientRect();
    return name.bottom <= place.top || name.top >= place.bottom ? -1 : name.right - place.left;
  }));
  return Math.max(-1, ...over);
}"""


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("language", ["en", "fr-ca", "es"])
def test_the_name_in_the_header_touches_nothing_on_a_narrow_phone(
    hall: Hall, browser: Browser, language: str, signed_in: bool
) -> None:
    touching = {}
    for width in (320, 360, 375, 390, 430):
        page = open_in(hall, browser, (width, 640), "light", signed_in=signed_in, language=language)
        go(page, hall, f"{EVENT}standings/")
        touching[width] = page.evaluate(NAME_TOUCHES)
        page.context.close()

    assert {width: over for width, over in touching.items() if over >= 0} == {}


@pytest.mark.parametrize(
    ("language", "pages", "signed_in"),
    [
        pytest.param("fr-ca", DESK_PAGES, True, id="French, desk"),
        pytest.param("fr-ca", PUBLIC_PAGES, False, id="French, public"),
    ],
)
def test_longer_words_leave_nothing_cut_off_on_a_phone(
    hall: Hall, browser: Browser, language: str, pages: list[str], signed_in: bool
) -> None:
    faults = []
    page = open_in(hall, browser, PHONE, "light", signed_in=signed_in, language=language)
    for address in pages:
        go(page, hall, address)
        assert page.evaluate("document.documentElement.lang") == language
        faults += [f"{address}: {fault}" for fault in page.evaluate(SPILLED)]
    page.context.close()

    assert not faults, "\n".join(faults)


@pytest.mark.journey
def test_a_magnified_desk_keeps_the_field_for_the_next_card_and_the_keys_in_sight(hall: Hall, browser: Browser) -> None:
    page = open_in(hall, browser, MAGNIFIED, "light", signed_in=True)
    go(page, hall, f"{EVENT}cards/A-1/")
    places = [page.locator(one).bounding_box() for one in ("#seat", "#card-form", "#save", ".pile")]
    tops = [place["y"] for place in places if place is not None]

    assert len(tops) == len(places)
    assert tops == sorted(tops)
    assert page.locator("#save kbd").is_visible()
    page.context.close()


def test_every_control_is_reached_by_tab_and_shows_where_the_focus_is(hall: Hall, browser: Browser) -> None:
    faults = []
    for pages, signed_in in ((STAFF_PAGES, True), (PUBLIC_PAGES, False)):
        page = open_in(hall, browser, DESKTOP, "light", signed_in=signed_in)
        for address in pages:
            go(page, hall, address)
            faults += [f"{address}: {fault}" for fault in faults_of_tabbing(page)]
        go(page, hall, pages[0])
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") != "skip":
            faults.append(f"{pages[0]}: Tab does not begin with the way past the links")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        if not page.evaluate("document.activeElement.closest('main') !== null"):
            faults.append(f"{pages[0]}: the way past the links leads elsewhere")
        page.context.close()

    assert not faults, "\n".join(faults)


def test_no_print_begins_with_an_empty_sheet(hall: Hall, browser: Browser) -> None:
    page = open_in(hall, browser, DESKTOP, "dark", signed_in=True)
    most = {f"{EVENT}cards/A-1/?as=read": 1, f"{EVENT}inform/": 2, f"{EVENT}log/": 3}
    found = {}
    for address in most:
        go(page, hall, address)
        found[address] = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    page.context.close()

    # What is too long for one sheet runs on to the next; as one block it would leave the first to the heading.
    assert {address: n for address, n in found.items() if not 1 <= n <= most[address]} == {}


def faults_of_tabbing(page: Page) -> list[str]:
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("window.scrollTo(0, 0)")
    stops = page.evaluate(REACHABLE)
    page.evaluate(NOTE_FOCUS)
    # The browser's own fields for a day and a time are left by several presses.
    dates = page.locator("input[type=date], input[type=datetime-local]").count()
    for _press in range(len(stops) + 5 + 8 * dates):
        page.keyboard.press("Tab")
    shown = {}
    for stop, ring in page.evaluate("window.focused"):
        shown.setdefault(stop, ring)
    reached = set(shown) - {None}
    faults = [f"no ring: {stops[int(stop)]}" for stop in reached if not shown[stop]]
    missed = [text for place, text in enumerate(stops) if str(place) not in reached]
    return [*faults, *(f"not reached: {text}" for text in missed)]
