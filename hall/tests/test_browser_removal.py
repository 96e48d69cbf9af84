"""A player refuses the ruling of three judges: removed in the qualifying round, and in the playoffs; every open page follows, and
follows again when it is undone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}

JUDGES = """
from judging.calls.actions.calls import ask_third, be_there, call_judge
from tournaments.access import Actor
from tournaments.venue.actions.displays import add_display, show_on_display
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user

tournament = make_tournament("sierra")
actor = make_actor()
make_user("lena", role="checker", tournament=tournament, password=PASSWORD)
judges = []
for name in ("ruth", "thelma", "carl"):
    judge = make_user(name, role="judge", tournament=tournament, password=PASSWORD, is_head=name == "ruth")
    judge.first_name, judge.last_name = name.title(), "Rusk"
    judge.save()
    judges.append(judge)

def call_three(event, seat):
    call = call_judge(entry=entry_at(event, seat), about="A renege", actor=actor)
    for judge in judges:
        be_there(call=call, actor=Actor.of_user(judge))
        if judge is judges[1]:
            ask_third(call=call, actor=actor)

def show(number, name, shows, event):
    add_display(tournament=tournament, name=name, actor=actor)
    show_on_display(tournament=tournament, number=number, shows=shows, event=event, actor=actor)

"""
ROUND = """
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_cards
from tournaments.people.actions.links import make_links
from tournaments.day.actions.round import call_game
from tournaments.models import Event

event = make_event(tournament=tournament, games=4, entrants=8, seated=True)
make_links(event=event, actor=actor)
call_game(event=event, game=2, actor=actor)
make_cards(event, A_2="1: A-1 2 +12", A_5="1: A-6 2 +16")
store_snapshot(Event.objects.select_related("tournament").get())
call_three(event, "A-5")
show(1, "Ballroom", "seats", event)
show(2, "Foyer", "standings", event)
"""
"""In game 2 A-2 meets A-5, and in game 3 A-8."""
PLAYOFFS = """
from brackets.tests.factories import make_bracket, win
from tournaments.people.actions.links import make_links

event = make_bracket(4, tournament=tournament)
make_links(event=event, actor=actor)
win(event, 1, "A-1")
call_three(event, "A-4")
show(1, "Ballroom", "bracket", event)
"""
"""A-1 leads in match 1 against A-4; whoever wins goes to match 3."""
KEYS = """
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link, link_of
event = Event.objects.get()
print(*(key_of_link(link_of(entry_at(event, seat))[0]) for seat in {seats!r}))
"""


class Hall:
    """The pages that are open in the hall while something is ruled, none of which is loaded anew."""

    def __init__(self, site: Site, new_page: Callable[[], Page], hall: str, seats: tuple[str, str]) -> None:
        site.hold(JUDGES + hall)
        self.site, self._new_page = site, new_page
        self.keys = site.run(KEYS.format(seats=seats)).split()
        self._open: dict[str, Page] = {}

    def page(self, path: str, size: ViewportSize, user: str = "") -> Page:
        tab = self._new_page()
        tab.set_viewport_size(size)
        if user:
            self.site.sign_in(tab, user)
        tab.goto(f"{self.site.url}{path}")
        return tab

    def opened(self, path: str, size: ViewportSize) -> Page:
        tab = self._open[path] = self.page(path, size)
        tab.evaluate("window.marked = true")
        return tab

    def assert_none_was_loaded_anew(self) -> None:
        assert [path for path, tab in self._open.items() if not tab.evaluate("window.marked === true")] == []


def press(control: Locator, key: str) -> None:
    control.focus()
    control.press(key)


def look_at_removal(judge: Page, who: str) -> Locator:
    """What the removal changes, as the head judge sees it who comes from the call in which the player refused the ruling."""
    judge.get_by_role("link", name="Record the ruling").click()
    expect(judge.get_by_text("The call is closed by it.")).to_be_visible()
    for name in ("Ruth Rusk", "Thelma Rusk", "Carl Rusk"):
        expect(judge.get_by_role("checkbox", name=name)).to_be_checked()
    judge.get_by_role("radio", name=who).check()
    judge.get_by_label("What happened").fill("Refused the ruling on the renege.")
    judge.get_by_role("textbox", name="Decision").fill("Removed from play.")
    press(judge.get_by_role("checkbox", name=re.compile("removed from play")), "Space")
    press(judge.get_by_role("button", name="Record the ruling"), "Enter")
    shown = judge.get_by_role("form", name="What the removal changes")
    expect(shown).to_be_visible()
    for size in (PHONE, DESK):
        judge.set_viewport_size(size)
        assert judge.evaluate("document.documentElement.scrollWidth") <= size["width"]
    return shown


def remove(judge: Page) -> None:
    press(judge.get_by_role("button", name="Remove from play and record the ruling"), "Enter")
    expect(judge.get_by_text("is removed from play.")).to_be_visible()
    expect(judge.get_by_role("heading", name="Ruling 1")).to_be_visible()
    expect(judge.get_by_text("The removal stands.")).to_be_visible()
    expect(judge.get_by_role("button", name="Take it back")).to_have_count(0)


def take_ruling_back(judge: Page, site: Site) -> None:
    """The ruling can be taken back once its removal is undone."""
    judge.goto(f"{site.url}/t/sierra/rulings/1/")
    expect(judge.get_by_text("The removal is undone.")).to_be_visible()
    press(judge.locator("summary", has_text="Take this ruling back"), "Enter")
    judge.get_by_label("Why").fill("It was the other player")
    judge.keyboard.press("Enter")
    expect(judge.get_by_text("Ruling 1 is taken back.")).to_be_visible()


def type_line(checker: Page, site: Site, seat: str, typed: str) -> None:
    """The line of game 2, typed from the paper, the rest of the card being in or still to come."""
    checker.goto(f"{site.url}/t/sierra/main/cards/{seat}/")
    checker.locator("#game-2").focus()
    checker.keyboard.type(typed)
    with checker.expect_response(lambda one: one.request.method == "POST" and one.url.endswith(f"/cards/{seat}/")):
        checker.locator("#save").click()


def test_in_the_round_every_open_page_follows_a_removal_and_its_undoing(
    kept_site: Site, new_page: Callable[[], Page]
) -> None:
    hall = Hall(kept_site, new_page, ROUND, ("A-2", "A-5"))
    standings = hall.opened("/t/sierra/main/standings/", PHONE)
    lost, won = (hall.opened(f"/me/{key}/", PHONE) for key in hall.keys)
    seats, foyer = (hall.opened(f"/t/sierra/wall/{number}/", PROJECTOR) for number in (1, 2))
    expect(seats.locator("#frame")).to_contain_text("Dale Ashby")
    expect(standings.locator("#A-2")).to_contain_text("Not all of the card is in")
    ruth = hall.page("/t/sierra/calls/", PHONE, "ruth")

    # The preview names the game, who gets it and whose games change, and does nothing yet.
    shown = look_at_removal(ruth, "A-2 Dale Ashby")
    expect(shown).to_contain_text(
        "Game 2 is awarded to A-5 Ruth Quill: 2, +10. A-2 Dale Ashby writes 0, −10 (our reading)."
    )
    expect(shown).to_contain_text("They leave before game 3.")
    for line in shown.locator("summary").all():
        line.click()
    expect(shown.get_by_role("row", name=re.compile("A-8 Otto Wren A-2 Dale Ashby, at seat"))).to_contain_text(
        "sits out"
    )
    expect(seats.locator("#frame")).to_contain_text("Dale Ashby")
    expect(lost.locator("#live")).not_to_contain_text("award")

    remove(ruth)

    expect(lost.locator("#live")).to_contain_text("lost by award, write 0 and 10 under −")
    expect(lost.locator("#live")).to_contain_text("Withdrawn")
    expect(lost.locator("#live")).not_to_contain_text("Otto Wren")
    expect(won.locator("#live")).to_contain_text("won by award, write 2 and 10 under +")
    expect(won.locator("#live")).to_contain_text("Next: game 3")
    expect(seats.locator("#frame")).not_to_contain_text("Dale Ashby")
    expect(seats.locator("#frame tr", has_text="Otto Wren")).to_contain_text("sits out")
    # What they have played is not in before their paper is.
    expect(standings.locator("#A-2")).to_contain_text("Not all of the card is in")
    expect(foyer.locator("#frame")).to_contain_text("0 of 8")

    # The papers of both, typed afterwards.
    lena = hall.page("/t/sierra/main/cards/", DESK, "lena")
    type_line(lena, kept_site, "A-2", "10-")
    type_line(lena, kept_site, "A-5", "10\n")
    lena.goto(f"{kept_site.url}/t/sierra/main/cards/A-2/")
    expect(lena.locator("#line-2 .gp")).to_have_text("0")
    expect(lena.locator("#line-2 .minus")).to_have_text("10")
    lena.goto(f"{kept_site.url}/t/sierra/main/cards/A-5/")
    expect(lena.locator("#line-2 .gp")).to_have_text("2")
    expect(lena.locator("#line-2 .plus")).to_have_text("10")
    expect(standings.locator("#A-2")).not_to_contain_text("Not all of the card is in")
    expect(foyer.locator("#frame")).to_contain_text("1 of 8")
    expect(standings.locator("#A-2 .gpts")).to_have_text("2")
    expect(standings.locator("#A-2")).to_contain_text("+2")
    expect(standings.locator("#A-5 .gpts")).to_have_text("4")
    expect(standings.locator("#A-5")).to_contain_text("+26")
    expect(foyer.locator("#frame tr", has_text="Ruth Quill")).to_contain_text("+26")

    # It was the other player: undone on the page of the round, where what it changes is seen first.
    ruth.get_by_role("link", name="Undo number 1 of the round").click()
    changes = ruth.get_by_role("form", name="What changes for whom")
    changes.get_by_text("Game by game").click()
    expect(changes).to_contain_text("A-8 Otto Wren")
    ruth.get_by_label("Why").fill("It was the other player")
    ruth.keyboard.press("Enter")
    expect(ruth.get_by_text("undone by Ruth Rusk")).to_be_visible()

    expect(lost.locator("#live")).to_contain_text("Otto Wren")
    expect(lost.locator("#live")).not_to_contain_text("Withdrawn")
    for phone in (lost, won):
        expect(phone.locator("#live")).not_to_contain_text("by award")
    expect(seats.locator("#frame tr", has_text="Dale Ashby")).to_contain_text("A-6")
    expect(standings.locator("#A-2")).to_contain_text("Not all of the card is in")
    expect(foyer.locator("#frame")).to_contain_text("0 of 8")
    take_ruling_back(ruth, kept_site)
    hall.assert_none_was_loaded_anew()


def test_in_the_playoffs_every_open_page_follows_a_removal_and_its_undoing(
    kept_site: Site, new_page: Callable[[], Page]
) -> None:
    hall = Hall(kept_site, new_page, PLAYOFFS, ("A-1", "A-4"))
    bracket = hall.opened("/t/sierra/main/bracket/", DESK)
    lost, won = (hall.opened(f"/me/{key}/", PHONE) for key in hall.keys)
    wall = hall.opened("/t/sierra/wall/1/", PROJECTOR)
    expect(bracket.locator("#match-1")).to_contain_text("In play")
    ruth = hall.page("/t/sierra/calls/", PHONE, "ruth")

    shown = look_at_removal(ruth, "A-1 Milt Orr")
    expect(shown).to_contain_text("Match 1 ends at once: Milt Orr forfeits it, and Edie Marsh wins it (11.4.b, 2020).")
    expect(shown).to_contain_text("Edie Marsh goes on to match 3.")
    expect(shown).to_contain_text(
        "Milt Orr keeps the prize and the points of those who lose in this round, as rule 13.1 (2020) has it"
    )
    expect(bracket.locator("#match-1")).to_contain_text("In play")

    remove(ruth)

    expect(bracket.locator("#match-1")).to_contain_text("withdrawn")
    expect(bracket.locator("#match-1")).to_contain_text("Edie Marsh has won.")
    expect(bracket.locator("#match-3")).to_contain_text("Edie Marsh")
    expect(wall.locator("#frame")).to_contain_text("Edie Marsh has won.")
    expect(lost.locator("#live")).to_contain_text("You have lost this match")
    expect(lost.locator("#live")).to_contain_text("Milt Orr has withdrawn.")
    expect(won.locator("#live")).to_contain_text("Your opponent will be Dale Ashby or Ivan Flint.")
    # Why is for people with a role.
    for tab in (bracket, wall, lost, won):
        expect(tab.locator("body")).not_to_contain_text("renege")

    ruth.get_by_role("link", name="Match 1", exact=True).click()
    press(ruth.get_by_role("link", name="Take back how it ended"), "Enter")
    expect(ruth.get_by_text("Edie Marsh leaves match 3.")).to_be_visible()
    press(ruth.get_by_role("button", name="Take it back"), "Enter")
    expect(ruth.get_by_text("Taken back. The match goes on.")).to_be_visible()

    expect(bracket.locator("#match-1")).to_contain_text("In play")
    expect(bracket.locator("#match-1")).not_to_contain_text("withdrawn")
    expect(bracket.get_by_role("region", name="Final", exact=False).last).to_contain_text("Milt Orr or Edie Marsh")
    expect(wall.locator("#frame")).not_to_contain_text("has won.")
    expect(lost.locator("#live")).to_contain_text("Games: you 1, opponent 0. Best of 3.")
    expect(won.locator("#live")).to_contain_text("Games: you 0, opponent 1. Best of 3.")
    for phone in (lost, won):
        expect(phone.locator("#live")).to_contain_text("Semifinals")
        expect(phone.locator("#live")).not_to_contain_text("withdrawn")
    take_ruling_back(ruth, kept_site)
    hall.assert_none_was_loaded_anew()
