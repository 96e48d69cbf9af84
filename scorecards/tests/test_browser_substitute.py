"""The entry desk names whoever plays for somebody on the card itself, also when one card follows another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

HALL = f"""
from tournaments.day.actions.round import change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.tests.factories import *
tournament = make_tournament("sierra")
make_user("rosa", role="checker", tournament=tournament, password={PASSWORD!r})
event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
plan = DayPlan(What.SUBSTITUTE, seat="A-4", first=2, name="Sam Sub")
change_day(event=event, plan=plan, reason="ill", actor=make_actor())
"""
TOLD = "Sam Sub for Edie Marsh from game 2 on"


def test_the_desk_names_the_substitute_on_the_card_of_the_one_who_is_away(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL)
    kept_site.sign_in(page, "rosa")
    page.goto(f"{kept_site.url}/t/sierra/main/cards/A-4/")
    expect(page.locator("#card-name")).to_have_text("Edie Marsh")
    expect(page.locator("#card-substitute")).to_have_text(TOLD)

    page.locator("#seat").fill("A-3")
    page.locator("#seat").press("Enter")
    expect(page.locator("#card-name")).to_have_text("Ivan Flint")
    expect(page.locator("#card-substitute")).to_be_hidden()
    page.locator("#seat").fill("A-4")
    page.locator("#seat").press("Enter")

    expect(page.locator("#card-substitute")).to_have_text(TOLD)
    page.goto(f"{kept_site.url}/t/sierra/main/cards/A-4/?as=read")
    expect(page.locator(".sc__head")).to_contain_text(TOLD)
