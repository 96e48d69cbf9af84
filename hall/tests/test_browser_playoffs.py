"""The bracket in the browser: a whole one run by keyboard and by thumb, what stays put while results come in, and its paper."""

from __future__ import annotations

import re
from io import BytesIO

import pypdf
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

QUALIFIED = """
from brackets.tests.factories import make_bracket, make_posted_event
from tournaments.models import Entry
from tournaments.tests.factories import PASSWORD, make_tournament, make_user

tournament = make_tournament("sierra", name="Sierra Nevada Memorial Championship Weekend")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
make_posted_event(24, tournament=tournament, slug="main")
for qualifiers in (24, 33, 128):
    event = make_bracket(qualifiers, best_of=1, tournament=tournament, slug=f"drawn-{qualifiers}")
    Entry.objects.filter(event=event, number=3).update(name="Maximiliana Featherstonehaugh-Cholmondeley")
"""

WIN = """
from brackets.tests.factories import win
from tournaments.models import Event
win(Event.objects.get(tournament__slug="sierra", slug="{slug}"), {match}, "{seat}")
"""

DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PROJECTOR = {"width": 1920, "height": 1080}
PAPERS = {"letter": (792, 612), "a4": (842, 595), "tabloid": (1224, 792)}
"""In points, rounded, lying on the long side."""

SHEETS = {24: 1, 33: 3, 128: 5}

STICKS_OUT = """() => {
  const faults = [];
  for (const sheet of document.querySelectorAll(".sheet")) {
    const paper = sheet.getBoundingClientRect();
    for (const element of sheet.querySelectorAll("*")) {
      const at = element.getBoundingClientRect();
      if (at.left < paper.left || at.top < paper.top || at.right > paper.right + 1 || at.bottom > paper.bottom + 1) faults.push(element.textContent.trim().slice(0, 40));
    }
    for (const round of sheet.querySelectorAll(".pb__r")) {
      let last = -1;
      for (const line of round.querySelectorAll("li")) {
        const at = line.getBoundingClientRect();
        if (at.height && at.top + 3 < last) faults.push(`over another: ${line.textContent.trim()}`);
        last = at.bottom;
      }
    }
  }
  return faults.slice(0, 5);
}"""

CUT_OFF_ON_THE_WALL = """() => {
  const faults = [], root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) faults.push(`scrolls: ${root.scrollWidth} by ${root.scrollHeight}`);
  for (const element of document.querySelectorAll(".wall__line *, .wall__pages :not(svg, svg *)")) {
    const at = element.getBoundingClientRect();
    if (!at.width || element.closest(".vh")) continue;
    const words = element.textContent.trim().slice(0, 40);
    if (at.left < 0 || at.top < 0 || at.right > innerWidth || at.bottom > innerHeight) faults.push(`off the screen: ${words}`);
    if (element.closest(".wb, h1, h2, p") && element.clientWidth && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${words}`);
    for (const around of [element.closest("li"), element.closest(".wb")]) {
      const frame = around?.getBoundingClientRect();
      if (frame && (at.top < frame.top - 1 || at.bottom > frame.bottom + 1)) faults.push(`over another: ${words}`);
    }
  }
  for (const name of document.querySelectorAll(".wall__page.is-shown .wb__name")) {
    if (parseFloat(getComputedStyle(name).fontSize) < 0.02 * innerWidth) faults.push(`too small: ${name.textContent}`);
  }
  return faults.slice(0, 5);
}"""


REPORTING = """
from brackets.matches.actions.claims import let_players_report
from tournaments.people.actions.links import make_links
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.tests.factories import make_actor

event = Event.objects.select_related("tournament").get(tournament__slug="sierra", slug="drawn-24")
make_links(event=event, actor=make_actor())
let_players_report(event=event, on=True, actor=make_actor())
print(*(key_of_link(link_of(entry_at(event, seat))[0]) for seat in ("A-16", "A-17")))
"""


PLACE = """
from brackets.matches.actions.match_tables import place_match
from tournaments.models import Event
from tournaments.tests.factories import make_actor

event = Event.objects.get(tournament__slug="sierra", slug="drawn-24")
place_match(event=event, match=2, table="12", actor=make_actor())
"""


def opened(site: Site, browser: Browser, viewport: dict[str, int], address: str, user: str = "dora") -> Page:
    site.hold(QUALIFIED)
    page = browser.new_page(viewport=viewport, has_touch=viewport == PHONE)
    if user:
        site.sign_in(page, user)
    page.goto(f"{site.url}/t/sierra/{address}")
    return page


@pytest.mark.journey
def test_both_players_say_from_their_phones_who_won_and_it_is_recorded(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(QUALIFIED)
    keys = kept_site.run(REPORTING).split()
    phones = [browser.new_page(viewport=PHONE, has_touch=True) for _key in keys]
    for phone, key in zip(phones, keys, strict=True):
        phone.goto(f"{kept_site.url}/me/{key}/")
        phone.locator('a[href$="/match/"]').tap()

    for phone, said in zip(phones, ("#won-me", "#won-other"), strict=True):
        phone.locator("label", has=phone.locator(said)).tap()
        phone.get_by_role("button", name="Send it").tap()

    expect(phones[0].locator("main")).to_contain_text("Noted. Now your opponent says it too.")
    expect(phones[1].locator("main")).to_contain_text("Game 1 is recorded: you both say the same.")
    expect(phones[1].get_by_role("heading", name="You have lost this match")).to_be_visible()


def test_a_choice_stays_while_the_page_updates_and_is_called_off_once_its_game_is_another(
    kept_site: Site, browser: Browser
) -> None:
    page = opened(kept_site, browser, DESKTOP, "drawn-24/bracket/2/")
    chosen = page.locator("#winner-1")
    chosen.check(force=True)

    kept_site.run(PLACE)
    expect(page.locator("#match")).to_contain_text("table 12")
    expect(chosen).to_be_checked()
    kept_site.run(WIN.format(slug="drawn-24", match=2, seat="A-17"))

    expect(page.get_by_role("alert")).to_contain_text("Somebody just recorded a result")
    expect(page.locator("#match")).to_contain_text("has won")


@pytest.mark.parametrize("viewport", [pytest.param(DESKTOP, id="keyboard"), pytest.param(PHONE, id="thumb")])
def test_director_runs_a_bracket_of_24_from_the_draw_to_the_champion(
    kept_site: Site, browser: Browser, viewport: dict[str, int]
) -> None:
    page = opened(kept_site, browser, viewport, "main/bracket/")
    for number in range(1, 6):
        page.locator(f"#id_round_{number}").select_option("1")
    page.get_by_role("button", name="Draw the bracket").click()
    expect(page.locator("#match-2")).to_be_visible()

    for number in [2, 3, 6, 7, 10, 11, 14, 15, *range(17, 32)]:
        shown = page.locator(f"#match-{number}")
        page.wait_for_load_state()
        if not shown.is_visible():
            # By thumb, a round that is played through leads on to the next.
            page.locator(".round-tabs [aria-current] + a").tap()
        expect(shown).to_contain_text("Ready")
        if viewport == PHONE:
            shown.tap()
            page.locator("label", has=page.locator("#winner-2")).tap()
            page.locator("#record").tap()
        else:
            shown.focus()
            page.keyboard.press("Enter")
            expect(page.locator("#record")).to_be_visible()
            # Its keys are there once its scripts are.
            page.wait_for_load_state()
            page.keyboard.press("2")
            page.keyboard.press("Enter")
        expect(page.locator("#record")).to_have_count(0)
        page.get_by_role("link", name="Whole bracket").click()
        expect(page.locator("#columns")).to_be_visible()

    expect(page.locator(".champion")).to_contain_text("seed 2, A-2")
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


@pytest.mark.journey
def test_a_whole_round_is_typed_from_the_keyboard(kept_site: Site, browser: Browser) -> None:
    page = opened(kept_site, browser, DESKTOP, "drawn-24/bracket/")
    page.keyboard.press("s")
    expect(page.locator("#score-2-typed")).to_be_focused()
    for number, score in zip(
        [2, 3, 6, 7, 10, 11, 14, 15], ["1-0", "0-1", "10", "5-4", "1:0", "0 1", "1-0", "1-0"], strict=True
    ):
        expect(page.locator(f"#score-{number}-typed")).to_be_focused()
        page.keyboard.type(score)
        page.keyboard.press("Enter")

    expect(page.locator("#score-7-typed")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#score-7").get_by_role("alert")).to_contain_text("A best of 1 ends when one player has 1")
    expect(page.locator("#score-15")).to_contain_text("1–0")
    expect(page.locator("#score-15-typed")).to_have_count(0)
    page.locator("#score-7-typed").fill("0-1")
    page.keyboard.press("Enter")
    expect(page.locator("#score-7")).to_contain_text("0–1")
    expect(page.locator(".run .chip[aria-current] + .chip")).to_be_focused()


def test_a_round_is_typed_without_scripts_and_the_cursor_goes_on(kept_site: Site, browser: Browser) -> None:
    page = opened(kept_site, browser, DESKTOP, "drawn-24/bracket/")
    plain = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto(page.url)
    plain.get_by_text("Type the scores").click()
    plain.locator("#score-2-typed").fill("1-0")
    plain.keyboard.press("Enter")

    expect(plain.locator("#score-2")).to_contain_text("1–0")
    expect(plain.locator("#score-3-typed[autofocus]")).to_be_visible()


@pytest.mark.journey
def test_chosen_round_focus_and_place_stay_while_results_come_in(kept_site: Site, browser: Browser) -> None:
    page = opened(kept_site, browser, PHONE, "drawn-24/bracket/", user="")
    page.locator("#tab-2").tap()
    expect(page.locator("#round-2")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?round=2$"))
    page.evaluate("scrollTo(0, 400)")
    page.locator("#match-20").focus()
    place = page.evaluate("scrollY")

    kept_site.run(WIN.format(slug="drawn-24", match=2, seat="A-17"))

    expect(page.locator("#match-17 .side").last).to_contain_text("17")
    expect(page.locator("#round-1")).to_be_hidden()
    expect(page.locator("#match-20")).to_be_focused()
    assert abs(page.evaluate("scrollY") - place) < 60
    page.reload()
    expect(page.locator("#round-2")).to_be_visible()


def test_wide_bracket_stays_where_it_was_scrolled_to(kept_site: Site, browser: Browser) -> None:
    page = opened(kept_site, browser, DESKTOP, "drawn-128/bracket/", user="")
    page.evaluate("document.getElementById('columns').scrollLeft = 150")
    place = page.evaluate("document.getElementById('columns').scrollLeft")
    assert place > 0

    kept_site.run(WIN.format(slug="drawn-128", match=1, seat="A-1"))

    expect(page.locator("#match-1 .won")).to_contain_text("1")
    assert page.evaluate("document.getElementById('columns').scrollLeft") == place


def test_poster_has_its_sheets_on_its_paper_with_nothing_cut_off(kept_site: Site, browser: Browser) -> None:
    page = opened(kept_site, browser, DESKTOP, "drawn-24/bracket/poster/", user="")
    page.emulate_media(media="print")
    wrong: dict[str, object] = {}
    for qualifiers, sheets in SHEETS.items():
        for paper, size in PAPERS.items():
            for blank in ("", "&blank=1"):
                address = f"{kept_site.url}/t/sierra/drawn-{qualifiers}/bracket/poster/?paper={paper}{blank}"
                page.goto(address)
                page.evaluate("document.fonts.ready")
                faults = page.evaluate(STICKS_OUT)
                printed = pypdf.PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
                sizes = {(round(one.mediabox.width), round(one.mediabox.height)) for one in printed}
                if faults or len(printed) != sheets or sizes != {size}:
                    wrong[address] = (faults, len(printed), sizes)

    assert wrong == {}


def test_bracket_is_printed_lying_with_every_name_whole(kept_site: Site, browser: Browser) -> None:
    page = opened(kept_site, browser, DESKTOP, "drawn-24/bracket/", user="")
    printed = pypdf.PdfReader(BytesIO(page.pdf(prefer_css_page_size=True, format="Letter"))).pages
    page.set_viewport_size({"width": 998, "height": 758})
    page.emulate_media(media="print")
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".bracket .side > span")]
          .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
    )

    assert {(round(one.mediabox.width), round(one.mediabox.height)) for one in printed} == {PAPERS["letter"]}
    assert cut == []


@pytest.mark.parametrize("paper", ["Letter", "A4"])
def test_bracket_that_is_printed_upright_all_the_same_is_on_one_sheet_with_every_name_whole(
    kept_site: Site, browser: Browser, paper: str
) -> None:
    """As by a browser that does not turn the sheet."""

    def upright(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("size: landscape", "size: portrait"))

    page = opened(kept_site, browser, DESKTOP, "drawn-24/bracket/", user="")
    page.route("**/*.css*", upright)
    page.reload()
    printed = pypdf.PdfReader(BytesIO(page.pdf(format=paper))).pages
    page.set_viewport_size({"width": 735, "height": 998})
    page.emulate_media(media="print")
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".bracket .side > span")]
          .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
    )

    assert len(printed) == 1
    assert printed[0].mediabox.width < printed[0].mediabox.height
    assert cut == []


def test_wall_of_24_shows_every_page_whole_and_stays_where_it_is_while_results_come_in(
    kept_site: Site, browser: Browser
) -> None:
    page = opened(kept_site, browser, PROJECTOR, "drawn-24/bracket/?view=wall", user="")
    page.clock.install()
    page.reload()
    page.evaluate("document.fonts.ready")
    shown = page.locator(".wall__page.is-shown")
    expect(shown).to_contain_text("Page 1 of 2")
    assert page.evaluate(CUT_OFF_ON_THE_WALL) == []

    page.clock.fast_forward(20_000)

    expect(shown).to_contain_text("Page 2 of 2")
    assert page.evaluate(CUT_OFF_ON_THE_WALL) == []
    kept_site.run(WIN.format(slug="drawn-24", match=2, seat="A-17"))
    page.clock.fast_forward(2_000)
    expect(shown.locator(".wb").first).to_contain_text("17")
    expect(shown).to_contain_text("Page 2 of 2")
    assert page.evaluate(CUT_OFF_ON_THE_WALL) == []

    page.route("**/*", lambda route: route.abort())
    page.clock.fast_forward(2_000)
    expect(page.locator(".live--stale")).to_contain_text("Not live since")
    page.clock.fast_forward(18_000)
    expect(shown).to_contain_text("Page 1 of 2")

    expect(page.locator(".wall__back")).to_have_css("opacity", "0")
    page.locator(".wall__back").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".wall__back")).to_have_css("opacity", "1")
