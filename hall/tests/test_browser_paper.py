"""Paper as it comes out of the browser's printer: its size, how many pages, and that nothing is cut off or set over something."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pypdf
import pytest
from playwright.sync_api import Browser, Page

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = """
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.people.actions.links import make_links
from tournaments.seating.actions import draw_seats
from tournaments.models import Event
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user, name_of

LONG = "Maximiliana Featherstonehaugh-Cholmondeley"
LONGEST = ("Maria de los Angeles Constanza Guadalupe " * 3)[:119].strip()
WORD = "Hubert Wolfeschlegelsteinhausenbergerdorff"
ONE = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" * 2
tournament = make_tournament("sierra", name="Sierra Nevada Memorial Championship Weekend")
make_user("rosa", role="registrar", tournament=tournament, password=PASSWORD)
for slug, tables, games, deal in [("dozen", [12], 9, "cut"), ("odd", [23, 24], 22, "cut"), ("full", [48], 22, "alternate")]:
    people = [
        EntrantPlan({1: LONG, 2: LONGEST, 3: WORD, 4: ONE}.get(n % 8) or name_of(n), acc_number=f"CA{n:03}" if n % 3 else "")
        for n in range(1, sum(tables) + 1)
    ]
    event = make_event(tournament=tournament, slug=slug, games=games, deal=deal, entrants=people)
    draw_seats(event=event, tables=tables, seed=7, actor=make_actor())
    make_links(event=Event.objects.get(pk=event.pk), actor=make_actor())
"""

SIZES = {"letter": (612, 792), "a4": (595, 842)}
"""In points, rounded."""

INSIDE = 703
"""How wide a list is that runs over several sheets, on the narrower paper between its margins; in CSS pixels."""

PAGES = [
    ("dozen", {"signs": 1, "slips": 2, "cards": 6, "rotation": 1, "check-in": 1, "blank": 2}),
    ("odd", {"slips": 6, "cards": 24, "rotation": 2}),
    ("full", {"slips": 6, "cards": 24, "rotation": 1}),
]
"""How many pages each kind takes, on either size of paper: at most 8 slips and 2 cards to a page."""

# What sticks out of its sheet, what lies over its neighbour in a slip or a card, what is set in less than ten points, and letters
# that run out of their place: off the sheet, out of their slip or card, or over a square that is to be scanned.
FAULTS = """() => {
  const faults = [];
  const box = (element) => element.getBoundingClientRect();
  const told = (element) => `${element.className || element.tagName}: ${element.textContent.trim().slice(0, 30)}`;
  for (const sheet of document.querySelectorAll(".sheet")) {
    const paper = box(sheet);
    for (const element of sheet.querySelectorAll("*:not(svg *):not(.vh)")) {
      const at = box(element);
      if (at.left < paper.left || at.top < paper.top || at.right > paper.right || at.bottom > paper.bottom) faults.push(`out ${told(element)}`);
      const said = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (said && parseFloat(getComputedStyle(element).fontSize) < 13.3) faults.push(`small ${told(element)}`);
    }
    const squares = [...sheet.querySelectorAll(":is(.qr, .slip__qr) svg")].map(box);
    const letters = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    for (let text = letters.nextNode(); text; text = letters.nextNode()) {
      if (!text.data.trim() || text.parentElement.closest("svg, .vh")) continue;
      const place = box(text.parentElement.closest(".slip, .pcard, .sheet"));
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const at of range.getClientRects()) {
        // Without the room above and below that a font asks for.
        const [top, bottom] = [at.top + at.height / 4, at.bottom - at.height / 4];
        if (at.left < place.left - 1 || top < place.top || at.right > place.right + 1 || bottom > place.bottom) faults.push(`letters out of their place ${text.data.slice(0, 30)}`);
        if (squares.some((square) => at.right > square.left && square.right > at.left && bottom > square.top && square.bottom > top)) faults.push(`letters over a square ${text.data.slice(0, 30)}`);
      }
    }
    for (const one of sheet.querySelectorAll(".slip, .pcard")) {
      const parts = [...one.children, one].map((part) => [part, box(part)]);
      const [, whole] = parts.pop();
      parts.forEach(([part, at], place) => {
        if (at.bottom > whole.bottom || at.right > whole.right) faults.push(`out of its place ${told(part)}`);
        for (const [other, next] of parts.slice(place + 1)) {
          if (at.right > next.left + 1 && next.right > at.left + 1 && at.bottom > next.top + 1 && next.bottom > at.top + 1) faults.push(`${told(part)} over ${told(other)}`);
        }
      });
    }
  }
  return [...new Set(faults)].slice(0, 10);
}"""


@pytest.fixture
def printer(kept_site: Site, browser: Browser) -> Callable[[str], Page]:
    """Opens a page of the tournament as its registrar, as it is printed."""
    kept_site.hold(PEOPLE)
    page = browser.new_page()
    kept_site.sign_in(page, "rosa")
    page.emulate_media(media="print")

    def opened(address: str) -> Page:
        page.goto(f"{kept_site.url}/t/sierra/{address}")
        page.evaluate("document.fonts.ready")
        return page

    return opened


def test_every_sheet_fits_its_paper_with_all_that_stands_on_it(printer: Callable[[str], Page]) -> None:
    wrong: dict[str, object] = {}
    texts: dict[str, str] = {}
    for event, kinds in PAGES:
        for kind, pages in kinds.items():
            for size, expected in SIZES.items():
                page = printer(f"{event}/paper/{kind}/?paper={size}&copies=4")
                faults = page.evaluate(FAULTS)
                printed = pypdf.PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
                sizes = {(round(one.mediabox.width), round(one.mediabox.height)) for one in printed.pages}
                if faults or len(printed.pages) != pages or sizes != {expected}:
                    wrong[f"{event} {kind} {size}"] = (faults, len(printed.pages), sizes)
                if event == "dozen":
                    texts[kind] = " ".join(" ".join(one.extract_text() for one in printed.pages).split())
    page.set_viewport_size({"width": INSIDE, "height": 900})
    door = printer("dozen/paper/check-in/").evaluate("document.documentElement.scrollWidth")
    code = printer("dozen/paper/slips/").locator(".slip__code b").first.inner_text()

    assert wrong == {}
    assert door == INSIDE
    assert code in texts["slips"]
    assert "All paper" not in texts["slips"]
    for kind in ("slips", "cards", "check-in"):
        assert "Cholmondeley" in texts[kind]
        assert "Constanza Guadal" in texts[kind]
        # Wherever its line breaks.
        assert "Wolfeschlegelsteinhausenbergerdorff" in texts[kind].replace(" ", "")


@pytest.mark.journey
def test_printing_begins_with_the_first_sheet_each_time(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(PEOPLE)
    pages = []
    for _tab in range(10):
        page = browser.new_page()
        kept_site.sign_in(page, "rosa")
        page.emulate_media(media="print")
        page.goto(f"{kept_site.url}/t/sierra/dozen/paper/signs/?paper=letter")
        pages.append(len(pypdf.PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages))
        page.close()

    assert pages == [1] * 10
