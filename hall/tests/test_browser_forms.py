"""What somebody types in a form stays until the site has accepted it: across a sign-in, another page and a closed tab."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

HALL = f"""
from datetime import date
from clubs.actions.clubs import create_club
from clubs.actions.members import MemberPlan, add_members
from clubs.actions.seasons import create_season
from tournaments.access import Actor
from tournaments.models import User
from tournaments.venue.actions.faults import EventPlan
from tournaments.venue.actions.tournaments import create_tournament
by = Actor.of_user(User.objects.create_user("director", password={PASSWORD!r}))
club = create_club(slug="reno", name="Reno Pegs", actor=by)
create_season(club=club, slug="now", name="Now", starts_on=date(2026, 3, 6), actor=by)
add_members(club=club, members=[MemberPlan("Ann Bell")], actor=by)
create_tournament(
    slug="sierra", name="Sierra", starts_on=date(2026, 3, 6), venue="Reno", events=[EventPlan("main", games=3)], actor=by
)
"""
CHANGED = """
from tournaments.models import Event
Event.objects.update(playoff_format="Best of three")
"""
LINES = "Ann Bell, CA1\nBob Ray, CA2"


def type_password(page: Page) -> None:
    page.fill("[name=username]", "director")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")


@pytest.mark.journey
def test_what_is_typed_in_a_form_stays_until_it_is_accepted(kept_site: Site, page: Page) -> None:
    site = kept_site
    site.hold(HALL)
    site.sign_in(page, "director")
    entrants = f"{site.url}/t/sierra/main/entrants/"

    # Signed out elsewhere: the form is refused, and is as it was after signing in again.
    page.goto(entrants)
    page.fill("[name=lines]", LINES)
    other = page.context.new_page()
    other.goto(site.url)
    other.locator(".account summary").click()
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("banner").get_by_role("link", name="Sign in").wait_for()
    page.locator("form:has([name=lines]) button[type=submit]").first.click()
    page.wait_for_url("**/sign-in/**")
    type_password(page)
    page.wait_for_url("**/entrants/**")
    expect(page.locator("[name=lines]")).to_have_value(LINES)
    expect(page.get_by_text("is back. It is not saved yet.")).to_be_visible()
    page.locator("form:has([name=lines]) button[type=submit]").first.click()
    expect(page.locator("main")).to_contain_text("Ann Bell")
    page.goto(entrants)
    expect(page.locator("[name=lines]")).to_have_value("")
    expect(page.get_by_text("is back. It is not saved yet.")).to_have_count(0)

    # Signed in anew elsewhere: the page says where the form is.
    page.fill("[name=lines]", "Cal Dun, CA3")
    other.goto(f"{site.url}/accounts/sign-in/")
    type_password(other)
    other.locator(".account").wait_for()
    page.locator("form:has([name=lines]) button[type=submit]").first.click()
    page.get_by_role("link", name="Back to the page").click()
    expect(page.locator("[name=lines]")).to_have_value("Cal Dun, CA3")

    # The tab was closed.
    page.fill("[name=lines]", LINES)
    page.close()
    other.goto(entrants)
    expect(other.locator("[name=lines]")).to_have_value(LINES)
    other.get_by_role("button", name="Clear what I typed").click()
    expect(other.locator("[name=lines]")).to_have_value("")
    other.reload()
    expect(other.locator("[name=lines]")).to_have_value("")

    # Somebody else changed the field meanwhile: theirs stands, and what was typed is told.
    settings = f"{site.url}/t/sierra/main/settings/"
    other.goto(settings)
    other.fill("[name=playoff_format]", "Best of five")
    site.run(CHANGED)
    other.goto(settings)
    expect(other.locator("[name=playoff_format]")).to_have_value("Best of three")
    expect(other.get_by_text("These fields have changed since. You had typed:")).to_be_visible()
    expect(other.get_by_role("listitem").filter(has_text="Best of five")).to_be_visible()

    # A form that is looked at before it is done is sent twice.
    bring_in = f"{site.url}/clubs/reno/seasons/now/bring-in/"
    other.goto(bring_in)
    other.fill("[name=lines]", "2026-03-06,Ann Bell,14,6,54")
    other.locator("form:has([name=lines]) button[type=submit]").last.click()
    other.locator("[name=bring]").click()
    other.wait_for_url("**/seasons/now/")
    other.goto(bring_in)
    expect(other.locator("[name=lines]")).to_have_value("")
