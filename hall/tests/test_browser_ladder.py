"""Days of the partners ladder in the browser: lists of captains, taps at the desk, two phones, a late team, the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from io import BytesIO
from itertools import product
from typing import Any

import pypdf
import pytest
from playwright.sync_api import Browser, Page, expect

from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

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

KEYS_OF = """
from tournaments.models import Event, PersonalLink
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import make_actor

event = Event.objects.get(slug="ladder")
make_links(event=event, actor=make_actor())
print(*(key_of_link(PersonalLink.objects.get(entry=entry_at(event, seat))) for seat in %(seats)r))
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
    for phone, result in zip(phones, ("I won by a skunk", "I lost by a skunk"), strict=True):
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


# --- From captains' lists to the final ranking ------------------------------------------------------------------------

CONDOS = """\
Condo 1: Terry Hart
Ann Bell & Bob Ray
Cleo Orr & Dan Fox
Eve Marsh & Finn Lee
Condo 2: Denise Cole
Gus Vance & Hal Stone
Ida Wren & Jo Quill
Kay Flint & Lou Ashby
Condo 3: Paul Moss
Max Reed & Ned Park
Olga Penn & Pat Rose
Quin Dale & Rob Hill
Condo 4: Eva Adams
Sue Lake & Tom Ford
Una West & Vic Snow
Captain: George Simms
Wes Lamb & Xena Gray
Yan Cook & Zoe Bird
Amy Dove & Ben Frost
"""

GAMES_TODAY = """
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user
from tournaments.venue.actions.displays import add_display, show_on_display

tournament = make_tournament("games", name="Summer Games")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
event = make_event(tournament=tournament, slug="ladder", kind="club_night", games=8, movement="ladder")
add_display(tournament=tournament, name="Hall", actor=make_actor())
show_on_display(tournament=tournament, number=1, shows="seats", event=event, actor=make_actor())
"""

API = "/api/v1/tournaments/games/events/ladder/"


class Program:
    """A program of the director's, which tells the results that nobody tells by hand in this test."""

    def __init__(self, page: Page, url: str) -> None:
        self.request, self.url = page.request, url
        signed = self.request.post(f"{url}/api/v1/token/", data={"username": "dora", "password": PASSWORD})
        self.headers = {"Authorization": f"Token {signed.json()['token']}"}

    def get(self, path: str) -> Any:
        answer = self.request.get(f"{self.url}{API}{path}", headers=self.headers)
        assert answer.ok, answer.text()
        return answer.json()

    def post(self, path: str, body: object = None) -> Any:
        answer = self.request.post(f"{self.url}{API}{path}", headers=self.headers, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def tell(self, winners: Sequence[tuple[str, int]], *, but: Collection[int] = ()) -> None:
        """Tell the results of the game that is on, except those of some tables."""
        shown = self.get("ladder/")
        for table, (winner, points) in zip(shown["tables"], winners, strict=True):
            if table["table"] not in but:
                body = {"game": shown["game"], "table": table["table"], "winner": winner, "points": points}
                self.post("ladder/results/", body)

    def tables(self) -> list[list[str]]:
        return [table["teams"] for table in self.get("ladder/")["tables"]]


def leaves_three_level(points: Counter[str], tables: Sequence[Sequence[str]]) -> list[tuple[str, int]]:
    """Results of the last game after which exactly three teams are level somewhere."""
    for results in product(*(product(table, (2, 3)) for table in tables)):
        after = points + Counter(dict(results))
        if 3 in Counter(after[team] for team in points).values():
            return list(results)
    raise AssertionError("no results of this game leave three teams level")


@pytest.mark.journey
def test_from_the_captains_lists_to_the_printed_ranking(kept_site: Site, new_page: Callable[[], Page]) -> None:
    kept_site.hold(GAMES_TODAY)
    desk, wall, phones = new_page(), new_page(), [new_page(), new_page()]
    desk.set_viewport_size({"width": 1440, "height": 900})
    event = f"{kept_site.url}/t/games/ladder/"
    kept_site.sign_in(desk, "dora")
    program = Program(desk, kept_site.url)

    # The captains' lists are pasted as they came; both names stand on every list.
    desk.goto(f"{event}entrants/")
    desk.locator("[name=lines]").fill(CONDOS)
    desk.get_by_role("button", name="Enter them all").click()
    expect(desk.locator("main")).to_contain_text("Ann Bell")
    entrants = program.get("entrants/?page_size=100")["results"]
    assert [entrant["players"] for entrant in entrants][:2] == [["Ann Bell", "Bob Ray"], ["Cleo Orr", "Dan Fox"]]
    assert len(entrants) == 14

    # Drawn with a number, and no two teams of one captain meet in the first game.
    desk.goto(f"{event}seating/")
    desk.locator("[name=seed]").fill("7")
    desk.locator("main form [type=submit].btn--big").click()
    desk.get_by_role("button", name="Publish these seats").click()
    expect(desk.locator("main")).to_contain_text("with the number 7")
    captain = {entrant["seat"]: entrant["club"] for entrant in program.get("entrants/?page_size=100")["results"]}
    assert len(set(captain.values())) == 5
    assert all(captain[one] != captain[other] for one, other in program.tables())

    # Phones are switched on, and the teams of table 1 open their links.
    desk.goto(f"{event}phones/")
    desk.locator("label", has_text="Both teams tell the result by phone; the desk").click()
    desk.get_by_role("button", name="So it is done here").click()
    at_one = program.tables()[0]
    keys = kept_site.run(KEYS_OF % {"seats": at_one}).split()
    for phone, key in zip(phones, keys, strict=True):
        phone.set_viewport_size(PHONE)
        phone.goto(f"{kept_site.url}/me/{key}/card/")
        expect(phone.locator(".go__board b")).to_have_text("1")

    # Game 1 at table 1: the phones differ first, and nothing counts until they agree.
    wall.goto(f"{kept_site.url}/t/games/wall/1/")
    expect(wall.locator("#frame")).to_contain_text("Game 1")
    desk.goto(f"{event}ladder/")
    tell(phones[0], "We won by a skunk")
    tell(phones[1], "We lost")
    expect(phones[1].get_by_role("alert")).to_contain_text("the next game waits for this result")
    expect(desk.get_by_role("heading", name="7 results are missing")).to_be_visible()
    phones[1].get_by_role("link", name="Change game 1").click()
    tell(phones[1], "We lost by a skunk")
    expect(desk.locator("#table-1 .ladder__team--won")).to_be_visible()

    # Table 2 is tapped at the desk, taken back and tapped again; a program tells the others.
    names = {entrant["seat"]: entrant["name"] for entrant in program.get("entrants/?page_size=100")["results"]}
    one, other = program.tables()[1]
    tap(desk, names[one], "won")
    desk.get_by_role("button", name="Take back the result of table 2").click()
    tap(desk, names[other], "skunk")
    desk.get_by_role("button", name="Start game 2").click()
    expect(desk.get_by_role("alert")).to_contain_text("The results of tables 3, 4, 5, 6 and 7 are missing.")
    for phone, key, table in zip(
        phones, keys, ("For the next game you go to table 2.", "you stay at table 1."), strict=True
    ):
        phone.goto(f"{kept_site.url}/me/{key}/")
        expect(phone.locator("#comes-to")).to_contain_text(table)
    desk.goto(f"{event}ladder/")
    program.tell([(table[0], 2) for table in program.tables()], but=(1, 2))
    expect(desk.get_by_role("heading", name="All results are in")).to_be_visible()
    desk.get_by_role("button", name="Start game 2").click()
    expect(desk.get_by_role("heading", name="Game 2 of 8")).to_be_visible()

    # Winners moved one table on and losers stayed; phones, wall and the printed sheet say so.
    assert at_one[0] in program.tables()[1]
    assert at_one[1] in program.tables()[0]
    expect(phones[0].locator(".go__board b")).to_have_text("2")
    expect(wall.locator("#frame")).to_contain_text("Game 2")
    assert pages_printed(desk) == 1

    # A team comes late: from the next game on one sits out, and nobody twice before all did.
    program.tell([(table[0], 2) for table in program.tables()])
    late = [{"players": ["Cora Late", "Dave Late"], "club": "Condo 4", "seat": "A-15"}]
    program.post("entrants/", late)
    rested: Counter[str] = Counter()
    for game in range(3, 8):
        program.post("ladder/next/")
        rested[program.get("ladder/")["sits_out"]] += 1
        program.tell([(table[game % 2], 2 + game % 2) for table in program.tables()])
    assert max(rested.values()) == 1
    desk.goto(f"{event}ladder/")
    desk.get_by_role("button", name="Start game 8").click()
    expect(desk.locator("main")).to_contain_text("sits out")

    # A result of game 3 was told wrong: points follow, seats already played stay.
    tables = program.tables()
    told = program.get("ladder/?game=3")["tables"][0]
    wrong = told["winner"]
    right = next(team for team in told["teams"] if team != wrong)
    desk.goto(f"{event}ladder/3/")
    desk.get_by_label("The right result").select_option(f"1 {right} 3")
    desk.locator("[name=reason]").fill("Both teams say so")
    desk.get_by_role("button", name="Correct", exact=True).click()
    expect(desk.locator("#table-1 .ladder__team--won")).to_contain_text(names.get(right, "Cora & Dave"))
    assert program.tables() == tables

    # There is time for two more games; the last one leaves three teams level.
    program.tell([(table[1], 2) for table in tables])
    desk.goto(f"{event}ladder/")
    expect(desk.get_by_role("heading", name="The last game is over")).to_be_visible()
    desk.get_by_role("link", name="Play more games").click()
    desk.locator("#id_games").fill("10")
    desk.get_by_role("button", name="Save the changes").click()
    expect(desk.locator("body")).to_contain_text("Saved: this is how the event is played.")
    program.post("ladder/next/")
    program.tell([(table[0], 2) for table in program.tables()])
    program.post("ladder/next/")
    points = Counter({row["seat"]: row["game_points"] for row in program.get("standings/")["rows"]})
    program.tell(leaves_three_level(points, program.tables()))

    # Every tie is offered; the three play one after the other as drawn.
    desk.goto(f"{event}standings/")
    rows = program.get("standings/")["rows"]
    groups = Counter(row["rank"] for row in rows if row["tied"])
    assert 3 in groups.values()
    expect(desk.locator("#ties form:has([name=members]), #ties form:has([name=order])")).to_have_count(len(groups))
    for rank, size in sorted(groups.items()):
        form = desk.locator("#ties form", has_text=f"Places {rank} to {rank + size - 1} hang on it")
        if size == 2:
            form.get_by_role("button").first.click()
        else:
            expect(form).to_contain_text("Drawn to play one after the other")
            for place, field in enumerate(form.locator("[name^=place-]").all(), start=1):
                field.fill(str(place))
            form.get_by_role("button", name="This is the order").click()
        expect(form).to_contain_text("Played off:")
    rows = program.get("standings/")["rows"]
    assert [row["rank"] for row in rows] == list(range(1, 16))
    assert sum(row["decided_by"] == "playoff" for row in rows) == sum(size - 1 for size in groups.values())

    # The final ranking prints on one sheet.
    expect(desk.locator("table.std tbody tr")).to_have_count(15)
    expect(desk.locator("table.std tbody .rk").last).to_have_text("15")
    assert pages_printed(desk) == 1


def tell(phone: Page, result: str) -> None:
    """Tell the game that the page asks for, and wait until it is saved."""
    phone.get_by_role("radio", name=result, exact=True).check()
    with phone.expect_navigation():
        phone.locator("#tell [type=submit]").click()


def pages_printed(page: Page) -> int:
    return len(pypdf.PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages)
