"""A doubles main of twelve teams in the browser: entered by form and list, played to a champion, and both names on every page."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from hall.tests.servers import Site
from hall.tests.test_browser_access import SPILLED

pytestmark = [pytest.mark.browser, pytest.mark.site]

FIRST, SECOND = "Bartholomew Featherstonehaugh", "Wilhelmina Vandersloot-Kirkpatrick"
OTHERS = ("Orr", "Flint", "Marsh", "Quill", "Petty", "Dun", "Fox", "Ash", "Lee", "Ray", "Bell")
LIST = "\n".join(f"Ann {name} & Bob {name}" for name in OTHERS)

PEOPLE = """
from tournaments.tests.factories import PASSWORD, make_event, make_tournament, make_user
tournament = make_tournament("sierra", name="Sierra Doubles")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
make_event(tournament=tournament, games=9)
"""
PLAYED = """
import json

from brackets.bracket.actions import draw_bracket
from hall.demonstration import rehearsal
from hall.demonstration.simulator import Chance, Somebody
from tournaments.access import Actor
from tournaments.models import Event, PersonalLink
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
crew = rehearsal.Crew(Actor.of_command("director"), Actor.of_command("checker"), "RP", "JM")
event = Event.objects.get(slug="main")
# The long names win everything, so that they stand on every page.
hall = [Somebody(entry.name, "", 9.0 if entry.name.startswith("Barth") else 0.05) for entry in event.entries.all()]
played = rehearsal.play(event, hall, Chance(11), {})
rehearsal.type_cards(event, played.cards, crew)
rehearsal.start_cross_check(event, crew)
list(rehearsal.settle(event, played.truth, crew))
list(rehearsal.post(event, crew, Chance(1)))
draw_bracket(event=event, best_of=3, actor=crew.director)
list(rehearsal.play_off(event, rehearsal.skills(event, hall), Chance(5), crew))
make_links(event=event, actor=crew.director)
first = event.entries.get(name__startswith="Barth")
print(json.dumps([first.seat, key_of_link(PersonalLink.objects.get(entry=first))]))
"""


def faults(page: Page, address: str) -> list[str]:
    """What is wrong on this page at a phone's and at a desk's width: a name that is not there, and what is too wide."""
    found = []
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(address)
        text = " ".join(page.locator("body").inner_text().split())
        found += [f"{address}: no {name}" for name in (FIRST, SECOND) if name not in text]
        found += [f"{address} at {width}: {fault}" for fault in page.evaluate(SPILLED)]
    return found


@pytest.mark.journey
def test_twelve_teams_from_the_list_to_the_champion(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(PEOPLE)
    desk = browser.new_page(viewport={"width": 1440, "height": 900})
    kept_site.sign_in(desk, "dora")
    main = f"{kept_site.url}/t/sierra/main/"

    # One team by the form, eleven by the list.
    desk.goto(f"{main}entrants/")
    desk.locator("#id_name").fill(FIRST)
    desk.locator("#id_acc_number").fill("HI296")
    desk.locator("#id_partner").fill(SECOND)
    desk.locator("#id_partner_acc_number").fill("mi 374")
    desk.locator("#id_partner_acc_number").press("Enter")
    expect(desk.locator("#list")).to_contain_text(f"{FIRST} & {SECOND}")
    desk.locator("[name=lines]").fill(LIST)
    expect(desk.locator("[name=pairs]")).to_be_checked()
    desk.get_by_role("button", name="Enter them all").click()
    expect(desk.locator("#list")).to_contain_text("Ann Bell & Bob Bell")
    wrong = faults(desk, f"{main}entrants/") + faults(desk, f"{main}entrants/1/")
    wrong += faults(desk, f"{kept_site.url}/t/sierra/check-in/")

    desk.goto(f"{main}seating/")
    desk.get_by_role("button", name="Draw the seats of 12 players").click()
    desk.get_by_role("button", name="Publish these seats").click()
    expect(desk.get_by_role("button", name="Publish these seats")).to_be_hidden()
    for page in ("seating/", "paper/slips/", "paper/cards/"):
        wrong += faults(desk, f"{main}{page}")

    seat, key = json.loads(kept_site.run(PLAYED))
    for page in (
        "standings/",
        "control/",
        "bracket/",
        "bracket/poster/",
        "results/",
        "report/",
        f"players/{seat}/",
        f"cards/{seat}/",
    ):
        wrong += faults(desk, f"{main}{page}")
    wrong += faults(desk, f"{kept_site.url}/me/{key}/")
    wrong += faults(desk, f"{kept_site.url}/results/?q=vandersloot")
    assert wrong == [], "\n".join(wrong)

    for name in ("entrants/", "standings/", "results/"):
        told = desk.request.get(f"{kept_site.url}/api/v1/tournaments/sierra/events/main/{name}").text()
        assert [one for one in (FIRST, SECOND) if one not in told] == [], name
    told = desk.request.get(f"{main}report/players.csv").text()
    assert [one for one in (FIRST, SECOND, "HI296", "MI374") if one not in told] == []
    document = kept_site.manage("export_tournament", "sierra")
    assert json.loads(document)["players"][0]["acc_numbers"] == ["HI296", "MI374"]
