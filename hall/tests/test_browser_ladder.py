"""A day of the partners ladder in the browser: taps at the desk, two phones, a late team, and the order at the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

PHONE = {"width": 390, "height": 844}

TEAMS = """
from scorecards.cards.actions.phone import use_phones
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user

tournament = make_tournament("games", name="Summer Games")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
names = ["Ann & Bob", "Cleo & Dan", "Eve & Finn", "Gus & Hal", "Ida & Jo", "Kay & Lou"]
plans = [EntrantPlan(name, seat=f"A-{place}") for place, name in enumerate(names, start=1)]
event = make_event(tournament=tournament, slug="ladder", games=3, movement="ladder", entrants=plans, seated=True)
use_phones(event=event, phones="instead", actor=make_actor())
"""

KEYS = """
from tournaments.models import Event, PersonalLink
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import make_actor

event = Event.objects.get(slug="ladder")
make_links(event=event, actor=make_actor())
print(*(key_of_link(PersonalLink.objects.get(entry__event=event, entry__seat_number=n)) for n in (1, 2)))
"""

LATE = """
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import Event
from tournaments.tests.factories import make_actor

enter_entrants(event=Event.objects.get(slug="ladder"), entrants=[EntrantPlan("Max & Ned", seat="A-7")], actor=make_actor())
"""


def tap(page: Page, team: str, how: str) -> None:
    """Record at the desk that this team won, and wait until the page says so."""
    page.get_by_role("button", name=f"{team} won{' by a skunk' if how == 'skunk' else ''}", exact=True).click()
    expect(page.locator(".ladder__team--won", has_text=team)).to_be_visible()


@pytest.mark.journey
def test_a_day_of_a_ladder_from_the_first_tap_to_the_order(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(TEAMS)
    desk = browser.new_page(viewport={"width": 1440, "height": 900})
    kept_site.sign_in(desk, "dora")
    desk.goto(f"{kept_site.url}/t/games/ladder/ladder/")
    phones = [browser.new_page(viewport=PHONE, has_touch=True) for _team in range(2)]
    for phone, key in zip(phones, kept_site.run(KEYS).split(), strict=True):
        phone.goto(f"{kept_site.url}/me/{key}/card/")

    # Game 1: table 1 tells it on two phones, the desk taps the others.
    for phone, result in zip(phones, ("I won, 3 points: by 31 or more", "I lost"), strict=True):
        phone.get_by_role("radio", name=result, exact=True).check()
        phone.locator("#tell [type=submit]").tap()
    expect(desk.locator("#table-1 .ladder__team--won")).to_contain_text("Ann & Bob")
    tap(desk, "Gus & Hal", "won")
    desk.get_by_role("button", name="Start game 2").click()
    expect(desk.get_by_role("alert")).to_contain_text("The result of table 3 is missing.")
    tap(desk, "Ida & Jo", "skunk")
    kept_site.run(LATE)
    desk.get_by_role("button", name="Start game 2").click()

    # Seven teams now: the late one plays, another sits out.
    expect(desk.get_by_role("heading", name="Game 2 of 3")).to_be_visible()
    expect(desk.locator("main")).to_contain_text("Kay & Lou sits out")
    phones[0].goto(phones[0].url.removesuffix("card/"))
    expect(phones[0].locator("main")).to_contain_text("Now: game 2")
    for game in (2, 3):
        for table in (1, 2, 3):
            first = desk.locator(f"#table-{table} .ladder__team").first
            first.get_by_role("button", name="won", exact=False).first.click()
            expect(desk.locator(f"#table-{table} .ladder__team--won")).to_be_visible()
        if game == 2:
            desk.get_by_role("button", name="Start game 3").click()
            expect(desk.get_by_role("heading", name="Game 3 of 3")).to_be_visible()
    expect(desk.get_by_role("heading", name="The last game is over")).to_be_visible()

    desk.get_by_role("link", name="Final standings").click()
    expect(desk.locator("table.std tbody tr").first).to_be_visible()
    assert desk.locator("table.std tbody tr th").count() == 7
