"""A club night in the browser: made in two clicks, and one that was played on paper typed in less than three minutes."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

CLUB = """
from datetime import timedelta
from django.utils import timezone
from clubs.actions.clubs import create_club
from clubs.actions.members import MemberPlan, add_members
from clubs.actions.nights import ResultPlan, add_night
from clubs.actions.seasons import create_season
from tournaments.access import Actor
from tournaments.tests.factories import PASSWORD, make_user

actor = Actor.of_user(make_user("dora", password=PASSWORD))
last_week = timezone.localdate() - timedelta(weeks=1)
club = create_club(slug="peggers", name="Peggers", actor=actor)
members = add_members(club=club, members=[MemberPlan(f"Member {n:02}") for n in range(1, 31)], actor=actor)
season = create_season(club=club, slug="now", name="Now", starts_on=last_week, actor=actor)
results = [ResultPlan(member.pk, 12, 6, 10) for member in members[1:29:2]]
add_night(season=season, date=last_week, results=results, actor=actor)
"""
LAST_WEEK = [f"Member {n:02}" for n in range(2, 30, 2)]
TYPED = [
    ("18", "8", "131"),
    ("15", "6", "70"),
    ("14", "6", "54"),
    ("14", "6", "53"),
    ("13", "6", "41"),
    ("12", "5", "20"),
    ("12", "5", "9"),
    ("11", "5", "-3"),
    ("10", "5", "-14"),
    ("9", "4", "-30"),
    ("8", "4", "-41"),
    ("7", "3", "-60"),
    ("4", "2", "-90"),
    ("2", "1", "-140"),
]
"""Game points, games won and net, best first; the member who played last week with the highest number has the first."""

LIMIT = 180
KEY, CLICK = 0.5, 1.5
"""Seconds that a key and a click take somebody who does not type for a living."""


@dataclass
class Hand:
    """Somebody at the page, whose keys and clicks are counted."""

    page: Page
    keys: int = 0
    clicks: int = 0

    def click(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def type(self, text: str) -> None:
        """Type this and go on to the next figure."""
        self.keys += len(text) + 1
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")


def opened(site: Site, browser: Browser) -> Hand:
    site.hold(CLUB)
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    site.sign_in(page, "dora")
    page.goto(f"{site.url}/clubs/peggers/")
    return Hand(page)


@pytest.mark.journey
def test_a_night_on_paper_is_typed_in_less_than_three_minutes(kept_site: Site, browser: Browser) -> None:
    hand = opened(kept_site, browser)
    page, began = hand.page, time.monotonic()

    hand.click(page.get_by_role("link", name="Type a night"))
    names = page.locator("table[data-figures] tbody:first-of-type th[scope=row]")
    assert [name.strip() for name in names.all_inner_texts()] == LAST_WEEK
    hand.click(page.get_by_label("Member 02, game points"))
    for row in reversed(TYPED):
        for figure in row:
            hand.type(figure)
    expect(page.get_by_label("Member 01, game points")).to_be_focused()
    hand.click(page.get_by_role("button", name="Put it in the table"))

    # The ranking stands at once.
    rows = page.locator("[aria-labelledby=places] tbody tr")
    expect(rows).to_have_count(14)
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == [str(place) for place in range(1, 15)]
    assert rows.first.inner_text().split() == ["1", "Member", "28", "18", "8", "131"]
    assert rows.nth(2).inner_text().split() == ["3", "Member", "24", "14", "6", "54"]
    assert rows.last.inner_text().split() == ["14", "Member", "02", "2", "1", "−140"]
    spent = time.monotonic() - began
    assert hand.clicks == 3
    assert spent + hand.clicks * CLICK + hand.keys * KEY < LIMIT, (spent, hand.clicks, hand.keys)

    # And in the table of the season: 12 of last week, and tonight's from 12 on.
    page.get_by_role("link", name="Now", exact=True).click()
    points = {row[1]: row[2] for row in (text.split("\t") for text in page.locator("table tbody tr").all_inner_texts())}
    counted = {
        name: 12 + (int(row[0]) if int(row[0]) >= 12 else 0) for name, row in zip(LAST_WEEK, TYPED[::-1], strict=True)
    }
    assert {name.strip(): int(shown) for name, shown in points.items()} == counted


@pytest.mark.journey
def test_a_night_with_cards_is_made_in_two_clicks(kept_site: Site, browser: Browser) -> None:
    hand = opened(kept_site, browser)
    page = hand.page

    hand.click(page.get_by_role("link", name="Start tonight’s night"))
    expect(page.get_by_role("checkbox", name="Member", checked=True)).to_have_count(14)
    hand.click(page.get_by_role("button", name="Start the night"))

    expect(page.get_by_role("button", name="Draw the seats of 14 players")).to_be_visible()
    assert (hand.clicks, hand.keys) == (2, 0)
