"""The entrant's own page on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = """
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.people.actions.links import make_links
from tournaments.day.actions.round import change_day
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.day.reads.round import DayPlan, What
from tournaments.tests.factories import make_actor, make_event, make_tournament

WORD = "Wolfeschlegelsteinhausenbergerdorff"
people = [EntrantPlan(f"{first} {WORD}") for first in ("Ada", "Edie", "Hubert", "Ivan", "Otto", "Pia")]
event = make_event(tournament=make_tournament("sierra"), games=4, deal="alternate", entrants=people, seated=True)
make_links(event=event, actor=make_actor())
award = DayPlan(What.AWARD, seat="A-2", first=2)
change_day(event=event, plan=award, reason="Late from lunch", actor=make_actor())
print(key_of_link(link_of(entry_at(event, "A-2"))[0]))
"""

OPEN_TO_ALL = ("", "standings/", "standings/?me=A-2", "seating/", "seating/?seat=A-2", "players/A-2/", "entrants/")
OWN = ("", "card/", "card/turned/", "call/", "match/", "news/")

# The words that are wider than the page, and numbers that take more than one line.
FAULTS = """() => {
  const faults = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  for (const one of document.querySelectorAll("h1, h2, .way :is(th, td), .go p")) {
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`too wide: ${one.textContent}`);
  }
  for (const one of document.querySelectorAll(".way tbody :is(th, td:nth-child(2), td:nth-child(4))")) {
    const range = document.createRange();
    range.selectNodeContents(one);
    if (range.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(one).lineHeight)) faults.push(`broken: ${one.textContent}`);
  }
  return faults;
}"""


def test_a_surname_as_long_as_the_screen_is_broken_and_numbers_are_not(
    running_site: Callable[..., Site], browser: Browser
) -> None:
    site = running_site(workers=1)
    key = site.run(PEOPLE).split()[-1]
    page = browser.new_page(viewport={"width": 390, "height": 844})

    page.goto(f"{site.url}/me/{key}/")
    page.evaluate("document.fonts.ready")

    expect(page.locator("h1")).to_contain_text("Wolfeschlegelsteinhausenbergerdorff")
    expect(page.locator(".way")).to_contain_text("lost by award")
    assert page.evaluate(FAULTS) == []


@pytest.mark.parametrize("width", [390, 320, 195])
def test_no_page_of_players_goes_sideways_however_long_the_names(
    running_site: Callable[..., Site], browser: Browser, width: int
) -> None:
    site = running_site(workers=1)
    key = site.run(PEOPLE).split()[-1]
    page = browser.new_page(viewport={"width": width, "height": 844})
    wide = {}

    for path in (*(f"/t/sierra/main/{path}" for path in OPEN_TO_ALL), *(f"/me/{key}/{path}" for path in OWN)):
        page.goto(f"{site.url}{path}")
        page.evaluate("document.fonts.ready")
        wide[path] = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    page.close()

    assert {path: over for path, over in wide.items() if over > 0} == {}
