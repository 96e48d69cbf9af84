"""Open pages in the browser: what the director holds back is gone from them; and a call for a judge that does
not go out says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hall.tests.servers import Site
from hall.tests.test_browser_live import hold_round

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.intercepts]


HALL = """
from brackets.tests.factories import make_bracket
from scorecards.sheet.reads.stored import store_snapshot
from tournaments.people.actions.links import make_links
from tournaments.tests.factories import make_actor, make_tournament

event = make_bracket(4, tournament=make_tournament("sierra"))
store_snapshot(event)
make_links(event=event, actor=make_actor())
"""
HIDE = """
from tournaments.venue.actions.events import change_event
from tournaments.venue.actions.tournaments import change_tournament
from tournaments.models import Event
from tournaments.tests.factories import make_actor
event = Event.objects.get(tournament__slug="sierra", slug="main")
"""
KEY = """
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link, link_of
event = Event.objects.get(tournament__slug="sierra", slug="main")
print(key_of_link(link_of(entry_at(event, "A-1"))[0]))
"""
TAKEN_BACK = """
from tournaments.people.actions.links import revoke_link
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import make_actor
event = Event.objects.get(tournament__slug="sierra", slug="main")
revoke_link(entry=entry_at(event, "A-1"), version=1, actor=make_actor())
"""
CLOSED = "There is no such page, or it is not public now"
CALLS = """
from judging.models import Call
print("calls", Call.objects.count())
"""
NOBODY = "No connection: nobody was called. Raise your hand or go to the desk."


@pytest.fixture
def hall(kept_site: Site) -> Site:
    kept_site.hold(HALL)
    return kept_site


def hide(site: Site, *parts: str) -> None:
    site.run(f"{HIDE}change_event(event=event, changes={{'hidden': {list(parts)}}}, actor=make_actor())")


def make_private(site: Site, *, public: bool = False) -> None:
    changes = f"changes={{'public': {public}}}, reason='', actor=make_actor()"
    site.run(f"{HIDE}change_tournament(tournament=event.tournament, {changes})")


@pytest.mark.parametrize(
    ("path", "part"), [("standings", "standings"), ("bracket", "bracket"), ("bracket/1", "bracket")]
)
def test_what_is_held_back_is_gone_from_an_open_page(hall: Site, page: Page, path: str, part: str) -> None:
    page.goto(f"{hall.url}/t/sierra/main/{path}/")
    expect(page.locator("#main")).to_contain_text("Milt Orr")

    hide(hall, part)

    expect(page.locator("h1")).to_have_text("This is not open to you")
    expect(page.locator("#main")).to_contain_text("The director has not made this public yet.")
    expect(page.locator("body")).not_to_contain_text("Milt Orr")


@pytest.mark.journey
def test_an_open_page_of_a_tournament_that_is_private_now_is_gone(hall: Site, page: Page) -> None:
    page.goto(f"{hall.url}/t/sierra/main/entrants/")
    expect(page.locator("#main")).to_contain_text("Milt Orr")

    make_private(hall)

    expect(page.locator("h1")).to_have_text(CLOSED)
    expect(page.locator("body")).not_to_contain_text("Milt Orr")


@pytest.mark.parametrize("path", ["", "main/", "main/standings/", "main/players/A-1/", "main/bracket/"])
def test_an_open_page_comes_back_as_it_was_once_the_tournament_is_public_again(
    hall: Site, page: Page, path: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 300})
    page.goto(f"{hall.url}/t/sierra/{path}")
    title = page.locator("h1").inner_text()
    page.evaluate("scrollTo(0, 140)")
    assert page.evaluate("scrollY") == 140

    make_private(hall)
    expect(page.locator("h1")).to_have_text(CLOSED)
    expect(page.locator("#main")).to_contain_text("If it is made public, it opens here by itself")

    make_private(hall, public=True)
    expect(page.locator("h1")).to_have_text(title)
    page.wait_for_function("() => scrollY === 140")


def test_what_was_opened_looked_for_and_followed_is_there_again(kept_site: Site, page: Page) -> None:
    hold_round(kept_site)
    page.set_viewport_size({"width": 390, "height": 600})
    page.goto(f"{kept_site.url}/t/sierra/main/standings/?me=A-20#A-20")
    page.locator("#q").fill("a")
    why = page.locator("details.why").last.locator("summary")
    why.click()
    row = f"#{why.get_attribute('id')}"
    top = page.evaluate("Math.round(scrollY)")
    assert top > 600

    hide(kept_site, "standings")
    expect(page.locator("h1")).to_have_text("This is not open to you")
    make_private(kept_site)
    expect(page.locator("h1")).to_have_text(CLOSED)
    make_private(kept_site, public=True)
    expect(page.locator("h1")).to_have_text("This is not open to you")
    hide(kept_site)

    expect(page.locator(f"details[open] > {row}")).to_be_focused()
    expect(page.locator("#q")).to_have_value("a")
    expect(page.locator("#A-20")).to_contain_text("Following")
    page.wait_for_function("top => Math.round(scrollY) === top", arg=top)
    # The next page begins at its top.
    page.goto(f"{kept_site.url}/t/sierra/main/bracket/")
    assert page.evaluate("[scrollY, history.scrollRestoration, sessionStorage.getItem('pegboard/left')]") == [
        0,
        "auto",
        None,
    ]


def test_the_page_of_notices_says_that_its_link_is_taken_back(hall: Site, page: Page) -> None:
    page.goto(f"{hall.url}/me/{hall.run(KEY).split()[-1]}/news/")
    expect(page.locator("#main")).to_contain_text("A-1")
    expect(page.locator("#follows .live")).to_contain_text("Live")

    hall.run(TAKEN_BACK)

    expect(page.locator("#main")).to_contain_text("was taken back")
    expect(page.locator("body")).not_to_contain_text("Milt Orr")


def test_without_a_connection_nobody_is_called_and_the_page_says_so(hall: Site, new_page: Callable[[], Page]) -> None:
    key, page = hall.run(KEY).split()[-1], new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{hall.url}/me/{key}/")
    call = page.get_by_role("link", name="Call a judge")

    page.context.set_offline(True)
    call.click()
    expect(page.get_by_role("alert")).to_have_text(NOBODY)
    assert page.url == f"{hall.url}/me/{key}/"
    page.context.set_offline(False)
    call.click()
    expect(page.locator("h1")).to_have_text("Call a judge")

    page.get_by_label("What is it about?").fill("He pegged 16")
    page.route("**/*", lambda route: route.abort())
    page.get_by_role("button", name="Call a judge").click()
    expect(page.get_by_role("alert")).to_have_text(NOBODY)
    expect(page.get_by_label("What is it about?")).to_have_value("He pegged 16")
    assert "calls 0" in hall.run(CALLS)
    page.unroute("**/*")
    page.get_by_role("button", name="Call a judge").click()

    expect(page.get_by_text("A judge was called at")).to_be_visible()
    assert "calls 1" in hall.run(CALLS)
