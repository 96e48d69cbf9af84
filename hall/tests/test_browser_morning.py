"""A director's morning in a real browser: from the new tournament to the seats, and from there to a table that is mixed up in the third game.

Whoever registers does so on the page that such people use. After everything that happens to the seats the schedule of
everybody is compared with a hall of chairs (`Hall`), which knows nothing of the program's own plans.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Page, expect

import scorecards.tests
from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

NAMES = Path(scorecards.tests.__file__).parent / "golden" / "stack-96x22" / "entrants.csv"
GAMES = 22
SIGN_UP = f"""
from tournaments.models import User
User.objects.create_user("dana", password="{PASSWORD}", first_name="Dana", last_name="Reed")
"""
SEATED = """
from hall.tests.test_browser_morning import GAMES, people
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.people.actions.links import make_links
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
tournament = make_tournament("harvest", name="Harvest Moon Open")
entrants = [EntrantPlan(one.name, acc_number=one.acc_number) for one in people(45)]
event = make_event(tournament=tournament, games=GAMES, entrants=entrants, seated=True)
make_links(event=event, actor=make_actor())
for name, role in (("dana", "director"), ("rosa", "registrar")):
    make_user(name, role=role, tournament=tournament)
"""
"""Forty-five people of the stack have their seats."""

Way = dict[int, tuple[int, str | None]]
"""Of one player, for every game: at which seat, and whom they meet; None where they sit out."""


@dataclass
class Hall:
    """One table of chairs, at which everybody but the anchor gets up after a game and walks one chair on."""

    held: set[int]
    gone: dict[int, int] = field(default_factory=dict)
    """Who left for good, and the first game without them."""
    walked_twice_before: int | None = None
    """The game before which everybody walked two chairs on instead of one."""

    def games(self) -> dict[str, Way]:
        """Everybody's way, until all who stay have their games."""
        last = max(self.held)
        last += last % 2
        chairs = {chair: chair for chair in range(1, last + 1)}
        played: Counter[int] = Counter()
        ways: dict[str, Way] = {f"A-{number}": {} for number in self.held}
        game = 1
        while any(played[number] < GAMES for number in self.held - self.gone.keys()):
            needing = {number for number in self.held if played[number] < GAMES}
            for chair, number in chairs.items():
                across = chairs[chair + 1 if chair % 2 else chair - 1]
                if self._is_here(number, game):
                    # A board at which both have all their games is played by nobody.
                    meets = self._is_here(across, game) and bool({number, across} & needing)
                    ways[f"A-{number}"][game] = (chair, f"A-{across}" if meets else None)
                    played[number] += meets
            game += 1
            for _step in range(2 if game == self.walked_twice_before else 1):
                chairs = {_walk(chair, last): number for chair, number in chairs.items()}
        return ways

    def _is_here(self, number: int, game: int) -> bool:
        return number in self.held and game < self.gone.get(number, game + 1)


def _walk(chair: int, last: int) -> int:
    """The next chair: up the even side, across, and down the odd side to the anchor's neighbour."""
    if chair == 1:
        return 1
    if chair % 2:
        return chair - 2 if chair > 3 else 2
    return chair + 2 if chair < last else last - 1


@dataclass(frozen=True)
class Person:
    """Somebody who wants to play."""

    name: str
    acc_number: str


def people(count: int) -> list[Person]:
    with NAMES.open(encoding="utf-8", newline="") as file:
        names = [row["name"] for row in csv.DictReader(file)]
    return [Person(name, f"CA{number}") for number, name in enumerate(names[:count], start=101)]


# --- What is done on the pages ---------------------------------------------------------------------------------------


def make_tournament(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/sign-in/")
    page.locator("[name=username]").fill("dana")
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.url}/")
    page.get_by_role("link", name="New tournament").click()
    page.locator("#id_name").fill("Harvest Moon Open")
    page.locator("#id_slug").fill("harvest")
    page.get_by_label("First day").fill("2027-10-02")
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harvest Moon Open")


def come_with_a_code(director: Page, registrar: Page, site: Site) -> None:
    """The director writes an invitation, and somebody with nothing but its code comes in."""
    director.goto(f"{site.url}/t/harvest/people/")
    invite = director.locator("#invite")
    invite.locator("[name=name]").fill("Rosa Field")
    invite.locator("[name=kind][value=registrar]").check()
    invite.get_by_role("button", name="Make link and code").click()
    code = director.locator(".invite__code").inner_text()

    registrar.goto(f"{site.url}/join/")
    registrar.get_by_label("Code").fill(code.lower())
    registrar.get_by_role("button", name="Go on").click()
    registrar.get_by_label("Your name").fill("Rosa Field")
    registrar.get_by_label("User name").fill("rosa")
    registrar.locator("[name=password]").fill("seven jacks in hand")
    registrar.get_by_role("button", name="Make my account").click()
    expect(registrar.get_by_role("heading", level=1)).to_contain_text("Harvest Moon Open")


def register(page: Page, site: Site, person: Person, *, is_asked: bool = False) -> None:
    """Send the public form; `is_asked` whether it is somebody else than was sent from here with the same number."""
    page.goto(f"{site.url}/t/harvest/register/")
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("textbox", name=re.compile("^ACC number")).fill(person.acc_number)
    page.get_by_label("Phone").fill("555 0147")
    page.locator("#event-main").check()
    page.get_by_role("button", name="Send the registration").click()
    if is_asked:
        page.get_by_role("button", name="Send it as another one").click()
    page.wait_for_url("**/register/*/")
    expect(page.get_by_text(person.name).first).to_be_visible()


def review(page: Page, site: Site, twice: Person) -> None:
    """Whoever is beyond doubt is accepted at once; of the two with one number the first is, the second is not."""
    waiting = f"{site.url}/t/harvest/registrations/"
    page.goto(waiting)
    page.get_by_role("button", name="Accept all that are ticked").click()
    expect(page.get_by_role("button", name="Accept all that are ticked")).to_have_count(0)
    doubtful = page.locator("#list tbody a")
    expect(doubtful).to_have_count(2)
    page.get_by_role("link", name=twice.name, exact=True).click()
    page.get_by_role("button", name=f"Accept {twice.name}").click()
    page.goto(waiting)
    expect(doubtful).to_have_count(1)
    doubtful.click()
    expect(page.locator(".notice--wait").first).to_contain_text(twice.acc_number)
    page.get_by_role("group", name="Who it is").get_by_label("The same person").wait_for()
    page.get_by_label("Why").fill("You are registered already.")
    page.get_by_role("button", name="Decline it").click()
    page.goto(waiting)
    expect(page.get_by_text("Nobody waits.")).to_be_visible()


def enter(page: Page, site: Site, person: Person) -> None:
    page.goto(f"{site.url}/t/harvest/enter/")
    page.get_by_label("Name", exact=True).fill(person.name)
    page.get_by_role("textbox", name=re.compile("^ACC number")).fill(person.acc_number)
    page.locator("#event-main").check()
    page.get_by_role("button", name="Enter the player").click()
    expect(page.locator(".notice--done").first).to_contain_text(person.name)


def enter_list(page: Page, site: Site, listed: list[Person], known: Person) -> None:
    """A list of the club's own making, one of whose lines is somebody who is here already."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["Wer", "Membership", "Shirt"])
    sheet.writerows([one.name, one.acc_number, "L"] for one in [*listed, known])
    page.goto(f"{site.url}/t/harvest/enter/list/")
    page.locator("[name=text]").fill(text.getvalue())
    page.locator("[name=head]").select_option("yes")
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_label("Wer").select_option("name")
    page.get_by_role("button", name="Look at it again").click()
    faulty = page.locator(".faulty li")
    expect(faulty).to_have_count(1)
    expect(faulty).to_contain_text(known.name)
    faulty.get_by_label(re.compile("Leave it out")).check()
    page.get_by_role("button", name="Look at it again").click()
    page.get_by_role("button", name=f"Enter {len(listed)} people").click()
    expect(page.get_by_text(f"{len(listed)} people are entered. 1 line was left out.")).to_be_visible()


def draw(page: Page, event: str, entrants: int) -> None:
    page.goto(f"{event}seating/")
    page.locator("[name=seed]").fill("47")
    page.get_by_role("button", name=f"Draw the seats of {entrants} players").click()
    page.get_by_role("button", name="Publish these seats").click()
    expect(page.get_by_role("heading", name="Seats and schedule")).to_be_visible()
    page.goto(f"{event}paper/")
    page.locator("form[action$='/paper/links/'] button").click()
    expect(page.locator("form[action$='/paper/links/']")).to_have_count(0)


def enter_late(page: Page, site: Site, person: Person, choose: Callable[[list[int]], int]) -> int:
    """Enter somebody after the draw, at one of the seats that the page offers, and return its number."""
    page.goto(f"{site.url}/t/harvest/enter/")
    page.get_by_label("Name", exact=True).fill(person.name)
    page.get_by_role("textbox", name=re.compile("^ACC number")).fill(person.acc_number)
    page.locator("#event-main").check()
    seat = page.locator("select[name=seat_main]")
    offered = [text.removeprefix("A-") for text in seat.locator("option").all_inner_texts() if text.startswith("A-")]
    number = choose([int(text) for text in offered])
    seat.select_option(f"A-{number}")
    page.get_by_role("button", name="Enter the player").click()
    expect(page.locator(".notice--done", has_text=f"A-{number}")).to_be_visible()
    return number


def happens(page: Page, event: str, what: str, **said: str) -> None:
    """Say what happened, look at what it changes, and do it."""
    page.goto(f"{event}round/{what}/")
    for name, value in said.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="See what it changes").click()
    do_it(page)


def do_it(page: Page) -> None:
    expect(page.get_by_role("heading", name="What changes for whom")).to_be_visible()
    page.locator("[name=reason]").fill("Seen in the hall")
    page.get_by_role("button", name=re.compile("do it$")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("^(The round|Game)"))


def mix_up(page: Page, event: str, met: dict[int, int]) -> None:
    """In game 3 everybody sat at these chairs, and the table goes on from there."""
    page.goto(f"{event}round/")
    for game in (1, 2, 3):
        page.get_by_role("button", name=f"Call game {game}").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Game {game}")
    page.goto(f"{event}round/course/")
    page.locator("[name=table]").fill("A")
    page.locator("[name=game]").fill("3")
    page.get_by_role("button", name="Show the boards").click()
    for chair, number in met.items():
        page.locator(f"[name=seat-{chair}]").fill(str(number))
    page.get_by_role("button", name="See what it changes").click()
    going_on = page.locator("#ways li").first
    expect(going_on).to_contain_text("Go on from where people sit now")
    expect(going_on).to_contain_text("shown here")
    do_it(page)


# --- What is compared ------------------------------------------------------------------------------------------------


def announced(page: Page, site: Site) -> dict[str, Way]:
    """Everybody's way as the schedule has it."""
    answer = page.request.get(f"{site.url}/api/v1/tournaments/harvest/events/main/schedule/")
    assert answer.ok
    ways: dict[str, Way] = {}
    for pairing in answer.json():
        for at, player, opponent in zip(pairing["seats"], pairing["players"], pairing["players"][::-1], strict=True):
            if player:
                assert pairing["game"] not in ways.setdefault(player, {})
                ways[player][pairing["game"]] = (at, opponent)
    return ways


def compare(director: Page, site: Site, hall: Hall) -> None:
    """Everybody's next seat, in every game, is where the hall would send them."""
    assert announced(director, site) == hall.games()


def compare_own(director: Page, player: Page, event: str, seat: int, hall: Hall) -> None:
    """The personal page, opened without signing in, says the same."""
    director.goto(f"{event}seating/?seat=A-{seat}")
    name = director.get_by_role("heading", level=1).inner_text()
    director.goto(f"{event}entrants/")
    director.get_by_role("link", name=name).first.click()
    director.locator("a[href$='/personal/']").first.click()
    make, made = director.get_by_role("button", name="Make a link"), director.locator(".invite__link a")
    expect(make.or_(made).first).to_be_visible()
    if not made.count():
        make.click()
    # The address is that of the hall, which only the page of this site answers here.
    player.goto(urljoin(director.url, urlsplit(made.get_attribute("href") or "").path))
    expect(player.get_by_role("heading", level=1)).to_have_text(name)
    rows = [row.locator("th, td").all_inner_texts()[:3] for row in player.locator("table.way tbody tr").all()]
    way = {int(game): (int(at), None if "sit out" in whom else whom.split()[0]) for game, at, whom in rows if at}
    free = {int(game): whom for game, at, whom in rows if not at}
    expected = hall.games()[f"A-{seat}"]
    assert way == {game: one for game, one in expected.items() if game not in free}
    # Free is whoever needs a game as little as the one across the board.
    assert all("free" in whom and expected[game][1] is None for game, whom in free.items())


@pytest.mark.journey
def test_from_a_new_tournament_to_seats_for_everybody(new_page: Callable[[], Page], kept_site: Site) -> None:
    director, registrar, outside = (new_page() for _tab in range(3))
    site = kept_site
    site.hold(SIGN_UP)
    make_tournament(director, site)
    come_with_a_code(director, registrar, site)

    # Forty-seven registrations: six by the form, four at the desk, thirty-seven in a list; two of them are there twice.
    everybody = people(45)
    by_form, at_desk, listed = everybody[:5], everybody[5:9], everybody[9:]
    for person in by_form:
        register(outside, site, person)
    register(outside, site, Person(f"{by_form[0].name} senior", by_form[0].acc_number), is_asked=True)
    review(registrar, site, by_form[0])
    for person in at_desk:
        enter(registrar, site, person)
    enter_list(registrar, site, listed, at_desk[0])
    draw(director, f"{site.url}/t/harvest/main/", 45)

    compare(director, site, Hall(set(range(1, 46))))


@pytest.mark.journey
def test_whatever_happens_to_the_seats_everybody_is_sent_where_the_hall_sends_them(
    new_page: Callable[[], Page], kept_site: Site
) -> None:
    director, registrar, outside = (new_page() for _tab in range(3))
    site = kept_site
    site.hold(SEATED)
    site.sign_in(director, "dana")
    site.sign_in(registrar, "rosa")
    event = f"{site.url}/t/harvest/main/"
    late = people(48)[45:]
    hall = Hall(set(range(1, 46)))
    compare(director, site, hall)

    # Late entries take the seat that the draw left empty, that of a no-show, and one by which the table grows.
    hall.held.add(enter_late(registrar, site, late[0], min))
    compare(director, site, hall)
    happens(director, event, "no_show", seat="A-20")
    hall.held.remove(20)
    compare(director, site, hall)
    compare_own(director, outside, event, 19, hall)
    hall.held.add(enter_late(registrar, site, late[1], min))
    assert 20 in hall.held
    compare(director, site, hall)
    hall.held.add(enter_late(registrar, site, late[2], max))
    compare(director, site, hall)
    compare_own(director, outside, event, max(hall.held), hall)

    happens(director, event, "leaves", seat="A-7", first="3")
    hall.gone[7] = 3
    compare(director, site, hall)

    # Before game 3 everybody walked on twice.
    hall.walked_twice_before = 3
    last = max(hall.held) + max(hall.held) % 2
    chairs = {chair: chair for chair in range(1, last + 1)}
    for _walk_on in range(3):
        chairs = {_walk(chair, last): number for chair, number in chairs.items()}
    mix_up(director, event, chairs)
    compare(director, site, hall)
    for seat in (1, 20, 33):
        compare_own(director, outside, event, seat, hall)
