"""Two phones in the hall: a whole night told by both, with slips, a lost network and one phone for two."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from hall.tests.servers import Site
from hall.tests.test_browser_access import ALL_RULES

pytestmark = [pytest.mark.browser, pytest.mark.site]

PHONE: ViewportSize = {"width": 390, "height": 844}
MAGNIFIED: ViewportSize = {"width": 720, "height": 450}
GAMES = 9

NIGHT = """
from scorecards.cards.actions.phone import use_phones
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user

tournament = make_tournament("club", name="Thursday Club")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
event = make_event(tournament=tournament, slug="night", kind="club_night", games=9, movement="none", entrants=4, seated=True)
use_phones(event=event, phones="instead", actor=make_actor())
"""

KEYS = """
from tournaments.people.actions.links import make_links
from tournaments.models import Event, PersonalLink
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import make_actor
event = Event.objects.get(tournament__slug="club", slug="night")
make_links(event=event, actor=make_actor())
for link in PersonalLink.objects.filter(entry__event=event):
    print(link.entry.seat, key_of_link(link))
"""

TOLD = """
from uuid import uuid4
from scorecards.cards.actions.phone import tell_game
from tournaments.access import Actor
from tournaments.models import Event
from tournaments.reads.entries import entry_at
event = Event.objects.get(tournament__slug="club", slug="night")
for seat, other, game, spread in (("A-1", "A-2", 1, 16), ("A-2", "A-1", 1, -16), ("A-1", "A-2", 2, -5), ("A-2", "A-1", 2, 7), ("A-1", "A-2", 3, 31)):
    entry = entry_at(event, seat)
    tell_game(entry=entry, game=game, spread=spread, key=uuid4(), opponent=other, actor=Actor.of_entry(entry))
"""

ALL_TOLD = """
from uuid import uuid4
from scorecards.cards.actions.phone import tell_game
from tournaments.access import Actor
from tournaments.models import Event
from tournaments.reads.entries import entry_at
event = Event.objects.get(tournament__slug="club", slug="night")
entry = entry_at(event, "A-1")
for game in range(1, 10):
    tell_game(entry=entry, game=game, spread=game, key=uuid4(), opponent="A-2", actor=Actor.of_entry(entry))
"""

TYPED = """
from scorecards.tests.factories import make_card
from tournaments.models import Event
event = Event.objects.get(tournament__slug="club", slug="night")
make_card(event, "A-1", "\\n".join(["A-2 2 +12"] * 9))
"""

CALLED = """
from tournaments.day.actions.round import call_game
from tournaments.models import Event
from tournaments.tests.factories import make_actor
event = Event.objects.select_related("tournament").get(tournament__slug="club", slug="night")
call_game(event=event, game={game}, actor=make_actor())
"""

PHONES = """
from scorecards.cards.actions.phone import use_phones
from tournaments.models import Event
from tournaments.tests.factories import make_actor
event = Event.objects.select_related("tournament").get(tournament__slug="club", slug="night")
use_phones(event=event, phones="{phones}", actor=make_actor())
"""

RENEWED = """
from tournaments.people.actions.links import renew_link
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import make_actor
event = Event.objects.get(tournament__slug="club", slug="night")
entry = entry_at(event, "A-1")
print(key_of_link(renew_link(entry=entry, version=1, actor=make_actor())))
"""

UNSEATED = """
from tournaments.people.actions.links import make_links
from tournaments.models import Event, PersonalLink
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import make_actor
event = Event.objects.get(tournament__slug="club", slug="night")
make_links(event=event, actor=make_actor())
print(key_of_link(PersonalLink.objects.first()))
"""

DRAWN = """
from tournaments.seating.actions import draw_seats
from tournaments.models import Event
from tournaments.tests.factories import make_actor
event = Event.objects.select_related("tournament").get(tournament__slug="club", slug="night")
draw_seats(event=event, tables=None, seed=7, actor=make_actor())
"""

ROUND = NIGHT.replace(', games=9, movement="none"', ", games=3")

CROSS_CHECKED = """
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet.reads.discrepancies import differing_games
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.rules.looks import find_wanted
from scorecards.tests.factories import COMMAND, sheet
from tournaments.models import Event
event = Event.objects.get(tournament__slug="club", slug="night")
start_cross_check(event=event, actor=COMMAND)
on = sheet(event)
for game in differing_games(on):
    print(game.game, game.outcome.value, *(line.spread for line in game.recorded + game.resolved))
print("to read", len(find_wanted(on.crosscheck, readings(on.event))))
"""


@pytest.fixture
def night(kept_site: Site) -> dict[str, str]:
    kept_site.hold(NIGHT)
    return dict(line.split() for line in kept_site.run(KEYS).splitlines())


@pytest.fixture
def phones(browser: Browser, kept_site: Site, night: dict[str, str]) -> Iterator[tuple[Page, Page]]:
    contexts = [browser.new_context(viewport=PHONE, has_touch=True) for _player in range(2)]
    pages = tuple(context.new_page() for context in contexts)
    for page, seat in zip(pages, ("A-1", "A-2"), strict=True):
        page.goto(f"{kept_site.url}/me/{night[seat]}/card/")
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


def tell(page: Page, opponent: str, spread: int) -> None:
    page.get_by_label("Your opponent’s ID").fill(opponent)
    page.get_by_role("radio", name="I won" if spread > 0 else "I lost").check()
    page.get_by_label("by", exact=True).fill(str(abs(spread)))
    page.locator("#tell [type=submit]").tap()


def saved(page: Page, game: int) -> None:
    expect(page.get_by_text(f"Game {game} is saved.")).to_be_visible()


def row(page: Page, game: int) -> str:
    return " ".join(page.locator(f"tr[data-game='{game}']").inner_text().split())


@pytest.mark.journey
def test_two_phones_tell_a_whole_night_and_the_cards_stay_two(
    phones: tuple[Page, Page], kept_site: Site, night: dict[str, str]
) -> None:
    first, second = phones
    for game in range(1, GAMES + 1):
        spread = 30 + game if game % 2 else -game
        tell(first, "A-2", spread)
        saved(first, game)
        # Blind until they have told it: nothing of the other's figure stands on the second phone.
        second.reload()
        expect(second.locator("tr[data-game]").nth(game - 1)).not_to_contain_text(f"{abs(spread):02}")
        # Game 4 is a slip that stays: the second writes 14 for 4.
        tell(second, "A-1", 14 if game == 4 else -spread)
        saved(second, game)
    expect(second.get_by_text("The two of you differ.")).to_be_visible()
    expect(
        first.get_by_text("Game 4: you say that you lost by 4; Dale Ashby says that you lost by 14.")
    ).to_be_visible()
    # Each hands in their own card as they told it.
    for page in phones:
        page.reload()
        page.get_by_role("button", name="My card is right: hand it in").tap()
        expect(page.get_by_text("Your card is in.").first).to_be_visible()
    # A-1 qualifies and lost the game: against them the larger of 4 and 14 stands (12.2.a); the other card stays as it is.
    assert kept_site.run(CROSS_CHECKED).splitlines() == ["4 corrected 4 14 14 14", "to read 0"]


@pytest.mark.journey
def test_a_game_told_without_network_waits_and_is_sent_by_itself(phones: tuple[Page, Page]) -> None:
    first, _second = phones
    first.context.set_offline(True)
    tell(first, "A-2", 16)
    expect(first.get_by_text("game 1 is not saved yet", exact=False)).to_be_visible()
    assert row(first, 1) == "1"
    # The next game is told meanwhile.
    expect(first.locator("#tell [name=game]")).to_have_value("2")
    tell(first, "A-2", -7)
    expect(first.get_by_text("games 1 and 2 are not saved yet", exact=False)).to_be_visible()
    first.context.set_offline(False)
    expect(first.locator("tr[data-game='2']")).to_contain_text("07")
    assert row(first, 1) == "1 A-2 2 16"
    assert row(first, 2) == "2 A-2 0 07"
    expect(first.locator("#held")).to_be_hidden()


def test_what_the_opponent_tells_without_network_waits_and_is_sent_by_itself(phones: tuple[Page, Page]) -> None:
    first, _second = phones
    tell(first, "A-2", 16)
    saved(first, 1)
    first.get_by_role("link", name="Show it to them on this phone").tap()
    expect(first.get_by_text("You lost by 16.")).to_be_visible()
    first.context.set_offline(True)
    first.get_by_role("button", name="Yes, that is right").tap()
    expect(first.get_by_text("game 1 as your opponent has it is not saved yet", exact=False)).to_be_visible()
    # They think better of it: one save waits, the last.
    first.get_by_role("radio", name="I lost").check()
    first.get_by_label("by", exact=True).fill("15")
    first.get_by_role("button", name="Save it as I have it").tap()
    # Back to the card there is no way yet, and no dead page.
    first.get_by_role("link", name="Not now: back to the card").tap()
    expect(first.get_by_text("No connection: stay on this page.", exact=False)).to_be_visible()
    first.context.set_offline(False)
    expect(first.get_by_text("The two of you differ.")).to_be_visible()
    expect(first.get_by_text("Dale Ashby says that you won by 15.", exact=False)).to_be_visible()
    expect(first.locator("#held")).to_be_hidden()


@pytest.mark.journey
def test_a_card_handed_in_without_network_is_not_in_yet_and_goes_in_by_itself(
    phones: tuple[Page, Page], kept_site: Site
) -> None:
    first, _second = phones
    kept_site.run(ALL_TOLD)
    first.reload()
    first.context.set_offline(True)
    first.get_by_role("button", name="My card is right: hand it in").tap()
    expect(first.get_by_text("your card is not in yet", exact=False)).to_be_visible()
    for name in ("My page", "Game 3: tell or change it"):
        first.get_by_role("link", name=name).tap()
        expect(first.get_by_text("No connection: stay on this page.", exact=False)).to_be_visible()
    first.context.set_offline(False)
    expect(first.get_by_text("Your card is in, and this is how the desk has it", exact=False)).to_be_visible()
    expect(first.get_by_text("As it stands at the desk")).to_be_visible()


def test_a_game_that_waits_goes_out_by_the_link_that_took_the_place_of_the_one_by_which_it_was_told(
    phones: tuple[Page, Page], kept_site: Site
) -> None:
    first, _second = phones
    first.context.set_offline(True)
    tell(first, "A-2", 16)
    expect(first.get_by_text("game 1 is not saved yet", exact=False)).to_be_visible()
    new = kept_site.run(RENEWED).split()[-1]
    first.context.set_offline(False)
    # The old link opens nothing any more: the page says so by itself.
    expect(first.get_by_text("This link was taken back", exact=False)).to_be_visible()

    first.goto(f"{kept_site.url}/me/{new}/card/")

    expect(first.locator("tr[data-game='1']")).to_contain_text("16")
    expect(first.locator("#held")).to_be_hidden()


def test_what_is_changed_while_the_card_waits_to_be_handed_in_goes_out_before_it(
    phones: tuple[Page, Page], kept_site: Site
) -> None:
    first, _second = phones
    kept_site.run(ALL_TOLD)
    first.goto(f"{first.url}?game=3")
    other = first.context.new_page()
    other.goto(first.url.partition("?")[0])
    first.context.set_offline(True)
    other.get_by_role("button", name="My card is right: hand it in").tap()
    expect(other.get_by_text("your card is not in yet", exact=False)).to_be_visible()
    tell(first, "A-2", 25)
    expect(first.get_by_text("game 3 is not saved yet", exact=False)).to_be_visible()

    first.context.set_offline(False)

    expect(first.get_by_text("Your card is in, and this is how the desk has it", exact=False)).to_be_visible()
    expect(first.locator("tr[data-game='3']")).to_contain_text("25")


@pytest.mark.intercepts
@pytest.mark.parametrize(
    "away", [{"status": 200, "body": "<main id=main>Sign in to the hotel</main>"}, {"status": 302}]
)
def test_a_network_that_wants_a_sign_in_has_saved_nothing(phones: tuple[Page, Page], away: dict[str, Any]) -> None:
    first, _second = phones

    def portal(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(content_type="text/html", headers={"Location": "/hotel/"}, **away)
        else:
            route.continue_()

    first.route("**/card/", portal)
    tell(first, "A-2", 16)
    expect(first.get_by_text("game 1 is not saved yet", exact=False)).to_be_visible()
    expect(first.get_by_text("Sign in to the hotel")).to_have_count(0)
    first.unroute("**/card/", portal)
    expect(first.locator("tr[data-game='1']")).to_contain_text("16")


def test_the_next_game_keeps_its_place_while_the_network_is_away(new_page: Callable[[], Page], kept_site: Site) -> None:
    kept_site.hold(ROUND)
    key = dict(line.split() for line in kept_site.run(KEYS).splitlines())["A-1"]
    page = new_page()
    page.goto(f"{kept_site.url}/me/{key}/card/")
    page.context.set_offline(True)
    page.get_by_role("radio", name="I won").check()
    page.get_by_label("by", exact=True).fill("12")
    page.locator("#tell [type=submit]").click()
    expect(page.locator("#go-h")).to_contain_text("Game 2")
    seat = page.locator("tr[data-game='2']").get_attribute("data-seat")
    expect(page.locator(".go__board")).to_contain_text(f"Table A, seat {seat}")
    page.context.set_offline(False)
    saved(page, 1)

    page.context.set_offline(True)
    page.get_by_role("radio", name="I lost").check()
    page.get_by_label("by", exact=True).fill("7")
    page.locator("#tell [type=submit]").click()
    expect(page.locator("#go-h")).to_contain_text("Game 3")
    # What was saved is said no longer beside the game after the next.
    expect(page.get_by_text("Game 1 is saved.")).to_have_count(0)


@pytest.mark.journey
def test_the_next_game_stands_on_an_open_card_once_it_is_called(new_page: Callable[[], Page], kept_site: Site) -> None:
    kept_site.hold(ROUND)
    key = dict(line.split() for line in kept_site.run(KEYS).splitlines())["A-1"]
    kept_site.run(CALLED.format(game=1))
    page = new_page()
    page.goto(f"{kept_site.url}/me/{key}/card/")
    page.get_by_role("radio", name="I won").check()
    page.get_by_label("by", exact=True).fill("12")
    page.locator("#tell [type=submit]").click()
    expect(page.get_by_text("The next game appears here when it is called.")).to_be_visible()

    kept_site.run(CALLED.format(game=2))
    expect(page.locator("#go-h")).to_contain_text("Game 2")

    # What is being told is left alone when the one after it is called.
    page.get_by_role("radio", name="I lost").check()
    page.get_by_label("by", exact=True).fill("7")
    page.evaluate("window.marked = true")
    before = page.locator("#live").get_attribute("hx-get")
    kept_site.run(CALLED.format(game=3))
    expect(page.locator("#live")).not_to_have_attribute("hx-get", before or "")
    assert page.get_by_label("by", exact=True).input_value() == "7"
    assert page.evaluate("window.marked")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_game_that_is_still_to_tell_does_not_look_like_where_to_sit_now(
    browser: Browser, kept_site: Site, script: bool
) -> None:
    kept_site.hold(ROUND)
    key = dict(line.split() for line in kept_site.run(KEYS).splitlines())["A-1"]
    kept_site.run(CALLED.format(game=2))
    context = browser.new_context(viewport=PHONE, java_script_enabled=script)
    page = context.new_page()
    page.goto(f"{kept_site.url}/me/{key}/card/")
    panel, now = page.locator(".go"), page.locator("#on-now")
    expect(panel).to_contain_text("Game 1 of 3")
    expect(panel).to_contain_text("This game is still to tell.")
    expect(panel).to_contain_class("go--other")
    expect(page.locator(".go__board")).to_be_hidden()
    expect(now).to_have_text("Game 2 is on now. Tell game 2")

    link = now.get_by_role("link", name="Tell game 2")
    link.focus()
    page.keyboard.press("Enter")

    expect(page.locator("#tell [name=game]")).to_have_value("2")
    expect(panel).not_to_contain_class("go--other")
    expect(panel).not_to_contain_text("still to tell")
    expect(page.locator(".go__board")).to_be_visible()
    expect(now.get_by_text("is on now")).to_be_hidden()
    page.get_by_role("radio", name="I won").check()
    page.get_by_label("by", exact=True).fill("12")
    page.locator("#tell [type=submit]").click()
    saved(page, 2)
    # The one that is left is asked again.
    expect(page.locator("#tell [name=game]")).to_have_value("1")
    expect(now.get_by_text("is on now")).to_have_count(0)
    context.close()


def test_a_card_that_is_open_while_the_next_game_is_called_no_longer_says_where_to_sit(
    new_page: Callable[[], Page], kept_site: Site
) -> None:
    kept_site.hold(ROUND)
    key = dict(line.split() for line in kept_site.run(KEYS).splitlines())["A-1"]
    kept_site.run(CALLED.format(game=1))
    page = new_page()
    page.goto(f"{kept_site.url}/me/{key}/card/")
    board = page.locator(".go__board")
    expect(board).to_be_visible()
    page.get_by_label("by", exact=True).fill("12")

    kept_site.run(CALLED.format(game=2))

    expect(page.locator("#on-now").get_by_text("Game 2 is on now.")).to_be_visible()
    expect(board).to_be_hidden()
    expect(page.locator(".go")).to_contain_text("This game is still to tell.")
    assert page.get_by_label("by", exact=True).input_value() == "12"
    # Told without network, the game that is on takes its place, and looks like it.
    page.context.set_offline(True)
    page.get_by_role("radio", name="I won").check()
    page.locator("#tell [type=submit]").click()
    expect(page.locator("#go-h")).to_contain_text("Game 2")
    expect(board).to_be_visible()
    expect(page.locator(".go")).not_to_contain_class("go--other")
    expect(page.locator("#on-now").get_by_text("is on now")).to_be_hidden()


@pytest.mark.journey
def test_an_open_card_turns_to_what_the_desk_has_once_it_is_typed(phones: tuple[Page, Page], kept_site: Site) -> None:
    first, _second = phones
    tell(first, "A-2", 16)
    saved(first, 1)
    kept_site.run(TYPED)
    expect(first.get_by_text("Your card is in, and this is how the desk has it", exact=False)).to_be_visible()
    expect(first.locator("tr[data-game='1']")).to_contain_text("12")
    expect(first.get_by_text("By phone you told: won by 16.")).to_be_visible()
    expect(first.locator("#tell")).to_have_count(0)


@pytest.mark.intercepts
@pytest.mark.parametrize("status", [403, 429, 503])
def test_a_game_that_the_server_does_not_take_now_is_not_lost(phones: tuple[Page, Page], status: int) -> None:
    first, _second = phones

    def away(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=status, body="Not now")
        else:
            route.continue_()

    first.route("**/card/", away)
    tell(first, "A-2", 16)
    expect(first.get_by_text("game 1 is not saved yet", exact=False)).to_be_visible()
    first.unroute("**/card/", away)
    expect(first.locator("tr[data-game='1']")).to_contain_text("16")


def test_one_phone_serves_two_with_the_words_turned_around(phones: tuple[Page, Page]) -> None:
    first, second = phones
    tell(first, "A-2", 16)
    saved(first, 1)
    first.get_by_role("link", name="Show it to them on this phone").tap()
    expect(first.get_by_role("heading", name="For Dale Ashby")).to_be_visible()
    expect(first.get_by_text("You lost by 16.")).to_be_visible()
    first.get_by_role("button", name="Yes, that is right").tap()
    expect(first.get_by_text("You both say the same")).to_be_visible()
    # A slip of the one without a phone is mended where it was told, also after the owner has corrected their own figure.
    first.get_by_role("link", name="Game 1: tell or change it").tap()
    tell(first, "A-2", 6)
    expect(first.get_by_text("The two of you differ.")).to_be_visible()
    first.get_by_role("link", name="They change theirs on this phone").tap()
    expect(first.get_by_text("You lost by 6.")).to_be_visible()
    expect(first.get_by_text("You told: lost by 16.")).to_be_visible()
    first.get_by_role("button", name="Yes, that is right").tap()
    expect(first.get_by_text("You both say the same")).to_be_visible()
    # The other sees on their own phone where it was told, and may say otherwise there.
    expect(second.get_by_text("You both say the same, on the phone of A-1")).to_be_visible()
    second.get_by_role("link", name="Game 1: tell or change it").tap()
    tell(second, "A-1", -26)
    notice = first.get_by_role("alert").filter(has_text="The two of you differ.")
    expect(notice).to_be_visible()
    # It stands above the next game, with the ways on.
    assert notice.bounding_box()["y"] < first.locator(".go").bounding_box()["y"]
    notice.get_by_role("link", name="Change game 1").tap()
    expect(first.locator("#tell [name=game]")).to_have_value("1")
    first.get_by_role("alert").get_by_role("link", name="Call a judge").tap()
    expect(first).to_have_url(re.compile(r"/call/$"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, MAGNIFIED], ids=["phone", "magnified"])
def test_the_card_is_accessible(
    browser: Browser, kept_site: Site, night: dict[str, str], size: ViewportSize, theme: Literal["light", "dark"]
) -> None:
    kept_site.run(TOLD)
    context = browser.new_context(viewport=size, color_scheme=theme)
    page = context.new_page()
    for path in ("card/", "card/?game=2", "card/turned/?game=3"):
        page.goto(f"{kept_site.url}/me/{night['A-1']}/{path}")
        found = Axe().run(page, options=ALL_RULES)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
    context.close()


@pytest.mark.journey
def test_the_card_is_told_without_script(browser: Browser, kept_site: Site, night: dict[str, str]) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{kept_site.url}/me/{night['A-1']}/card/")
    page.get_by_label("Your opponent’s ID").fill("A-2")
    page.get_by_role("radio", name="I won").check()
    page.get_by_label("by", exact=True).fill("200")
    page.locator("#tell [type=submit]").click()
    expect(page.get_by_text("A game is won by 121 holes at most.")).to_be_visible()
    page.get_by_label("by", exact=True).fill("12")
    page.locator("#tell [type=submit]").click()
    expect(page.locator("tr[data-game='1']")).to_contain_text("12")
    context.close()
