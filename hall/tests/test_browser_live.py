"""One card is saved, and everybody who looks sees it without a reload: two phones, a wall and a desk; the benchmark says how soon."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from hall.tests.servers import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

PHONE, PROJECTOR = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}

HALL = """
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_cards
from tournaments.venue.actions.displays import add_display, show_on_display
from tournaments.people.actions.links import make_links
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user

tournament = make_tournament("sierra")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
make_user("lena", role="checker", tournament=tournament, password=PASSWORD)
event = make_event(tournament=tournament, games=2, entrants=8, seated=True)
opponents = {one.game: one.opponent.seat for one in route(event, "A-1")}
make_cards(event, A_1="\\n".join(f"{opponents[game]} 2 +16" for game in (1, 2)))
event.refresh_from_db()
store_snapshot(event)
actor = make_actor()
add_display(tournament=tournament, name="Ballroom", actor=actor)
show_on_display(tournament=tournament, number=1, shows="standings", event=event, actor=actor)
make_links(event=event, actor=actor)
"""
ROUND = """
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_cards
from tournaments.models import Event
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user

tournament = make_tournament("sierra")
make_user("dora", role="director", tournament=tournament, password=PASSWORD)
make_user("lena", role="checker", tournament=tournament, password=PASSWORD)
event = make_event(tournament=tournament, games=2, entrants=40, seated=True)
cards = {}
for number in range(5, 41):
    met = {one.game: one.opponent.seat for one in route(event, f"A-{number}")}
    cards[f"A_{number}"] = "\\n".join(f"{met[game]} {2 if number % 2 else 0} {'+' if number % 2 else '-'}{number % 25 + 1}" for game in (1, 2))
make_cards(event, **cards)
store_snapshot(Event.objects.select_related("tournament").get())
"""
BEGUN = """
from scorecards.crosscheck.actions.crosscheck import start_cross_check
event = Event.objects.select_related("tournament").get()
start_cross_check(event=event, actor=make_actor())
store_snapshot(event)
"""
MET = """
from tournaments.models import Event
from tournaments.seating.reads.seating import route
print(*(one.opponent.seat for one in route(Event.objects.get(), "A-2")))
"""
CALLED = """
from tournaments.day.actions.round import call_game
from tournaments.models import Event
from tournaments.tests.factories import make_actor
call_game(event=Event.objects.select_related("tournament").get(), game=2, actor=make_actor())
"""
SET = """
from tournaments.venue.actions.tournaments import change_tournament
from tournaments.models import Tournament
from tournaments.tests.factories import make_actor
change_tournament(tournament=Tournament.objects.get(), changes={changes}, actor=make_actor())
"""
KEY = """
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.seating.reads.seating import route
event = Event.objects.get(tournament__slug="sierra")
print(key_of_link(link_of(entry_at(event, "A-2"))[0]))
print(*(one.opponent.seat for one in route(event, "A-2")))
"""


ANNOUNCED = """
from tournaments.venue.actions.announcements import announce
from tournaments.models import Tournament
from tournaments.tests.factories import make_actor
announce(tournament=Tournament.objects.get(), text="Lunch is served", actor=make_actor())
"""
TAKEN_BACK = """
from tournaments.venue.actions.announcements import take_back_announcement
from tournaments.models import Announcement
from tournaments.tests.factories import make_actor
for one in Announcement.objects.select_related("tournament").filter(taken_back_at=None):
    take_back_announcement(tournament=one.tournament, number=one.number, actor=make_actor())
"""


def save_card(site: Site, seat: str, opponents: list[str]) -> None:
    """Save a card as the desk of a checker does, on the running site."""

    def ask(method: str, path: str, body: object, **headers: str) -> dict[str, str]:
        sent = Request(
            f"{site.url}/api/v1/{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", **headers},
            method=method,
        )
        with urlopen(sent, timeout=60) as answer:
            read: dict[str, str] = json.load(answer)
            return read

    token = ask("POST", "token/", {"username": "lena", "password": "fifteen-two-and-a-pair"})["token"]
    lines = [
        {"game": game, "opponent": opponent, "points": "3", "plus": "87", "minus": ""}
        for game, opponent in enumerate(opponents, 1)
    ]
    card = {"version": 0, "lines": lines}
    ask("PUT", f"tournaments/sierra/events/main/scorecards/{seat}/", card, Authorization=f"Token {token}")


@pytest.mark.journey
def test_a_saved_card_is_on_every_open_page(kept_site: Site, new_page: Callable[[], Page]) -> None:
    kept_site.hold(HALL)
    key, met = kept_site.run(KEY).splitlines()
    opened = {
        "a visitor's phone": ("/t/sierra/main/standings/?me=A-2", PHONE, ".std", "174"),
        "the player's phone": (f"/me/{key}/", PHONE, "#live", "1st"),
        "the wall": ("/t/sierra/wall/1/", PROJECTOR, "#frame", "+174"),
        "the desk": ("/t/sierra/main/", None, "main", "2 of 8"),
    }
    pages: dict[str, Page] = {}
    for who, (path, size, _part, _told) in opened.items():
        page = pages[who] = new_page()
        if size:
            page.set_viewport_size(size)  # type: ignore[arg-type] # one of the two above
        if who == "the desk":
            kept_site.sign_in(page, "dora")
        page.goto(f"{kept_site.url}{path}")
        page.evaluate("window.scrollTo(0, 40); window.marked = true")
    scrolled = {who: page.evaluate("scrollY") for who, page in pages.items()}

    save_card(kept_site, "A-2", met.split())

    for who, (_path, _size, part, told) in opened.items():
        expect(pages[who].locator(part).first, who).to_contain_text(told)
    for who, page in pages.items():
        assert page.evaluate("window.marked"), f"{who} was loaded anew"
        assert page.evaluate("scrollY") == scrolled[who], f"{who} was moved"


def hold_round(site: Site, more: str = "") -> str:
    """A round of which most cards are in; whom A-2, whose card is not in, has met."""
    site.hold(ROUND + more)
    return site.run(MET)


# --- What somebody looks at, and types in, stays ----------------------------------------------------------------------


def look_at(link: Locator) -> None:
    """Bring a link to the middle of the screen and give it the focus."""
    link.evaluate(
        "one => { one.scrollIntoView({block: 'center'}); one.focus({preventScroll: true}); window.looked = one }"
    )


def place_of(page: Page) -> float:
    """Where on the screen it stands; fails where it has lost the focus."""
    assert page.evaluate("document.activeElement === window.looked"), "the focus is gone"
    top: float = page.evaluate("window.looked.getBoundingClientRect().top")
    return top


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 700}], ids=["phone", "desk"])
@pytest.mark.parametrize("looked_at", ["#A-20 th a", "#A-27 th a", "tbody .follow >> nth=25"])
def test_the_row_that_is_looked_at_stays_where_it_is(
    kept_site: Site, page: Page, size: dict[str, int], looked_at: str
) -> None:
    met = hold_round(kept_site)
    page.set_viewport_size(size)  # type: ignore[arg-type] # one of the two above
    page.goto(f"{kept_site.url}/t/sierra/main/standings/")
    look_at(page.locator(looked_at))
    before, scrolled = place_of(page), page.evaluate("scrollY")
    assert scrolled > 300

    save_card(kept_site, "A-2", met.split())

    expect(page.locator("#A-2 .gpts")).to_have_text("6")
    assert abs(place_of(page) - before) < 3
    assert abs(page.evaluate("scrollY") - scrolled) < 300


MANY = """
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_cards
from tournaments.models import Event
from tournaments.tests.factories import PASSWORD, make_event, make_tournament, make_user

tournament = make_tournament("sierra")
make_user("lena", role="checker", tournament=tournament, password=PASSWORD)
event = make_event(tournament=tournament, games=1, entrants=160, seated=True)
# The odd ones have won, and of two who play each other one is odd; A-160 is awaited.
met = {number: number + 1 if number % 2 else number - 1 for number in range(1, 161)}
spread = {number: (number + number % 2) // 2 % 25 + 1 for number in met}
make_cards(event, **{
    f"A_{number}": f"A-{met[number]} {2 if number % 2 else 0} {'+' if number % 2 else '-'}{spread[number]}"
    for number in range(1, 160)
})
store_snapshot(Event.objects.select_related("tournament").get())
"""


def test_in_a_large_hall_a_phone_finds_and_keeps_its_place_far_below(kept_site: Site, page: Page) -> None:
    kept_site.hold(MANY)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    address = f"{kept_site.url}/t/sierra/main/standings/"
    page.goto(address)
    rows = page.locator(".std tbody tr[id]")
    expect(rows).to_have_count(160)
    below = rows.nth(140)
    seat = str(below.get_attribute("id"))
    # Far below is laid out once somebody comes near.
    assert below.evaluate("one => getComputedStyle(one).contentVisibility") == "auto"

    # Their own row is where the link leads, the whole row, and where the search finds it.
    for number in (105, 120, 140, 155):
        linked = str(rows.nth(number).get_attribute("id"))
        page.goto(f"{address}?me={linked}#{linked}")
        expect(page.locator(f"#{linked}")).to_be_in_viewport(ratio=0.95)
    page.goto(f"{address}#{seat}")
    expect(page.locator(f"#{seat}")).to_be_in_viewport(ratio=0.95)
    page.goto("about:blank")
    page.goto(address)
    page.locator("#q").fill(seat)
    expect(page.locator(f"#{seat} th")).to_be_in_viewport()
    page.locator("#q").fill("")

    look_at(page.locator(f"#{seat} th a"))
    expect(page.locator(f"#{seat} th")).to_be_in_viewport()
    page.wait_for_function(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )
    before = place_of(page)
    save_card(kept_site, "A-160", ["A-159"])

    expect(page.locator("#A-160 .gpts")).to_have_text("3")
    assert abs(place_of(page) - before) < 3
    # On paper every row is there.
    page.emulate_media(media="print")
    assert (
        page.evaluate("one => getComputedStyle(document.querySelectorAll('.std tbody tr')[140]).contentVisibility")
        == "visible"
    )


def test_a_tie_that_is_read_stays_open(kept_site: Site, page: Page) -> None:
    met = hold_round(kept_site)
    page.goto(f"{kept_site.url}/t/sierra/main/standings/")
    reason = page.locator("details.why").last
    reason.locator("summary").click()
    look_at(reason.locator("summary"))

    save_card(kept_site, "A-2", met.split())

    expect(page.locator("#A-2 .gpts")).to_have_text("6")
    place_of(page)
    expect(page.locator("details.why[open]")).to_have_count(1)


def test_a_visitor_who_is_on_a_link_stays_on_it_when_the_top_changes(kept_site: Site, page: Page) -> None:
    met = hold_round(kept_site)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{kept_site.url}/t/sierra/main/")
    look_at(page.locator("main").get_by_role("link", name="Entrants"))

    save_card(kept_site, "A-2", met.split())

    expect(page.locator("main tbody").get_by_text("A-2", exact=True)).to_be_visible()
    place_of(page)


# --- Pages of the staff -----------------------------------------------------------------------------------------------


@pytest.mark.journey
def test_pages_of_the_staff_follow_what_another_checker_saves(kept_site: Site, page: Page) -> None:
    met = hold_round(kept_site, BEGUN)
    kept_site.sign_in(page, "dora")
    follow = {
        "cards/": ".split aside .panel",
        "cards/received/": "#missing-panel .count",
        "control/?by=pile": "main .chips",
        "control/ranks/": "main",
        "cross-check/": "#check",
        "log/": ".trail",
        "phases/": "main .todo",
        "posting/": "main",
    }
    pages, stood = {}, {}
    for path, part in follow.items():
        tab = pages[path] = page.context.new_page()
        tab.goto(f"{kept_site.url}/t/sierra/main/{path}")
        expect(tab.locator("main .live")).to_have_count(1)
        stood[path] = tab.locator(part).first.inner_text()
        tab.evaluate("window.marked = true")

    save_card(kept_site, "A-2", met.split())

    for path, part in follow.items():
        expect(pages[path].locator(part).first, path).not_to_have_text(stood[path], use_inner_text=True)
        assert pages[path].evaluate("window.marked"), f"{path} was loaded anew"


@pytest.mark.journey
def test_what_is_typed_and_opened_on_a_desk_stays(kept_site: Site, page: Page) -> None:
    met = hold_round(kept_site)
    kept_site.sign_in(page, "dora")
    page.goto(f"{kept_site.url}/t/sierra/main/log/")
    page.locator("#card").fill("A-1")
    page.locator(".log-filter summary").click()
    page.locator("#kind").select_option(index=2)
    chosen = page.locator("#kind").input_value()
    page.locator(".trail details").last.locator("summary").click()
    missing = page.context.new_page()
    missing.goto(f"{kept_site.url}/t/sierra/main/cards/received/")
    missing.locator("#in").fill("1 3")
    page.bring_to_front()
    rows = page.locator(".trail > li").count()

    save_card(kept_site, "A-2", met.split())

    expect(page.locator(".trail > li")).to_have_count(rows + 1)
    expect(page.locator("#card")).to_have_value("A-1")
    expect(page.locator("#kind")).to_have_value(chosen)
    expect(page.locator(".trail details[open]")).to_have_count(1)
    expect(missing.locator("#missing-panel")).not_to_contain_text("A-2")
    expect(missing.locator("#in")).to_have_value("1 3")
    expect(missing.locator("#in")).to_be_focused()


def test_the_line_and_the_case_that_somebody_types_at_are_left_alone(kept_site: Site, page: Page) -> None:
    met = hold_round(kept_site, BEGUN)
    kept_site.sign_in(page, "dora")
    page.goto(f"{kept_site.url}/t/sierra/main/cross-check/")
    case = page.locator("#now-h").inner_text()
    looks = page.context.new_page()
    looks.goto(f"{kept_site.url}/t/sierra/main/looks/")
    line, waiting = looks.locator("#look-h").inner_text(), looks.locator("main .tabs small").inner_text()
    looks.locator("#reading").press_sequentially("7")

    save_card(kept_site, "A-2", met.split())

    expect(looks.locator("main .tabs small")).not_to_have_text(waiting)
    expect(looks.locator("#look-h")).to_have_text(line, use_inner_text=True)
    expect(looks.locator("#reading")).to_have_value("7")
    expect(looks.locator("#reading")).to_be_focused()
    expect(page.locator("#check")).not_to_contain_text("A-2,")
    expect(page.locator("#now-h")).to_have_text(case, use_inner_text=True)


def test_a_form_that_somebody_fills_in_stays_while_another_calls_a_game(kept_site: Site, page: Page) -> None:
    hold_round(kept_site)
    kept_site.sign_in(page, "dora")
    page.goto(f"{kept_site.url}/t/sierra/main/round/")
    page.locator("#clock").click()
    page.locator("[name=minutes]").fill("55")
    page.locator("h1").click()

    kept_site.run(CALLED)

    expect(page.locator("h1")).to_have_text("Game 2")
    expect(page.locator("[name=minutes]")).to_have_value("55")
    page.get_by_role("button", name="Set the clock").click()
    expect(page.locator("main")).to_contain_text("The clock runs out at")


def test_what_a_form_was_read_from_goes_with_what_it_shows_and_stays_with_what_is_typed(
    kept_site: Site, page: Page
) -> None:
    hold_round(kept_site)
    kept_site.sign_in(page, "dora")
    page.goto(f"{kept_site.url}/t/sierra/")
    name, venue = page.locator("[name=name]"), page.locator("[name=venue]")
    read = page.locator("[name=initial-venue]")

    # Untouched, the form shows what another sets, and carries it.
    kept_site.run(SET.format(changes={"venue": "Town Hall"}))
    expect(venue).to_have_value("Town Hall")
    expect(read).to_have_value("Town Hall")

    # Ticked or typed in, it stays with what it was read from.
    page.locator("[name=public]").uncheck()
    page.locator("h1").first.click()
    kept_site.run(SET.format(changes={"venue": "Elks Lodge", "name": "Sierra Autumn Open"}))
    expect(page.locator("h1").first).to_have_text("Sierra Autumn Open")
    expect(page.locator("[name=public]")).not_to_be_checked()
    expect(read).to_have_value("Town Hall")
    venue.fill("Grand Hotel")
    expect(venue).to_have_value("Grand Hotel")
    expect(read).to_have_value("Town Hall")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("main")).to_contain_text("“Elks Lodge”")
    expect(venue).to_have_value("Grand Hotel")
    expect(name).to_have_value("Sierra Autumn Open")

    # Saved again it stands, and takes away nothing else.
    kept_site.run(SET.format(changes={"name": "Sierra Winter Open"}))
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("h1").first).to_have_text("Sierra Winter Open")
    expect(venue).to_have_value("Grand Hotel")
    expect(name).to_have_value("Sierra Winter Open")


def test_pages_of_the_staff_say_how_old_they_are_while_the_server_is_away(kept_site: Site, page: Page) -> None:
    kept_site.hold(ROUND)
    kept_site.sign_in(page, "dora")
    page.goto(f"{kept_site.url}/t/sierra/main/log/")
    expect(page.locator("main .live")).to_contain_text("Live,")

    page.context.set_offline(True)
    expect(page.locator("main .live")).to_contain_text("Not live since")
    expect(page.locator(".trail > li").first).to_be_visible()

    page.context.set_offline(False)
    expect(page.locator("main .live")).to_contain_text("Live,")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whoever_has_scrolled_down_reads_there_that_the_page_is_not_live(
    kept_site: Site, page: Page, theme: Literal["light", "dark"]
) -> None:
    hold_round(kept_site)
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{kept_site.url}/t/sierra/main/standings/")
    note, marker = page.locator(".stale"), page.locator("main .live").first
    expect(marker).to_contain_text("Live,")
    page.locator("#A-20 th a").focus()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(note).to_have_count(0)

    page.context.set_offline(True)

    expect(note).to_be_in_viewport()
    expect(note).to_have_text(re.compile(r"^Not live since\s+\S.+$"))
    assert float(note.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 17
    assert Axe().run(page, options={"runOnly": ["color-contrast"]}).violations_count == 0
    # It was announced once, and is no second word to whoever listens.
    assert page.locator("#announce").inner_text() == note.inner_text()
    expect(note).to_have_attribute("aria-hidden", "true")
    # A link that is reached by keyboard is not under it.
    page.keyboard.press("Shift+Tab")
    bottom = "one => one.getBoundingClientRect().bottom"
    assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= note.evaluate(bottom)
    # With the page's own marker in view there is one word, not two.
    page.evaluate("scrollTo(0, 0)")
    expect(note).to_be_hidden()
    expect(marker).to_be_in_viewport()

    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(note).to_be_in_viewport()
    page.context.set_offline(False)
    expect(note).to_be_hidden()


def test_what_is_announced_and_that_the_page_is_not_live_stand_below_one_another(kept_site: Site, page: Page) -> None:
    kept_site.hold(HALL)
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(f"{kept_site.url}/t/sierra/main/standings/")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    kept_site.run(ANNOUNCED)
    words = page.locator("#announced b")
    expect(words).to_be_in_viewport()

    page.context.set_offline(True)

    note = page.locator(".stale")
    expect(note).to_be_in_viewport()
    bottom = "one => one.getBoundingClientRect().bottom"
    assert note.evaluate("one => one.getBoundingClientRect().top") >= words.evaluate(bottom)
    page.locator("#announced").get_by_role("button", name="Seen").click()
    expect(note).to_be_in_viewport()


# A browser that is at its limit tells what has come into view, and what has left it, long after it has.
TOLD_LATE = """
const Observer = IntersectionObserver;
window.IntersectionObserver = class extends Observer {
  constructor(tell, ...more) { super((...told) => setTimeout(() => tell(...told), 8000), ...more); }
};
"""


@pytest.mark.parametrize(
    "browser_is",
    [pytest.param("", marks=pytest.mark.journey, id="idle"), pytest.param(TOLD_LATE, id="busy")],
)
def test_what_is_announced_stays_in_view_of_whoever_reads_further_down(
    kept_site: Site, page: Page, browser_is: str
) -> None:
    page.add_init_script(browser_is)
    kept_site.hold(HALL)
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(f"{kept_site.url}/t/sierra/main/standings/")
    box = page.locator("#announced")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")

    kept_site.run(ANNOUNCED)
    expect(box.locator("b")).to_be_in_viewport()
    box.get_by_role("button", name="Seen").click()

    expect(box.locator("b")).not_to_be_in_viewport()
    kept_site.run(ANNOUNCED.replace("Lunch", "Dinner"))
    expect(box.get_by_text("Dinner is served")).to_be_in_viewport()
    # At the top it stands anyway.
    page.evaluate("scrollTo(0, 0)")
    expect(box.get_by_role("button", name="Seen")).to_be_hidden()
    expect(box.get_by_text("Dinner is served")).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(box.get_by_text("Dinner is served")).not_to_be_in_viewport()


def test_what_was_announced_meanwhile_is_in_view_where_a_page_is_opened_further_down(
    kept_site: Site, page: Page, new_page: Callable[[], Page]
) -> None:
    kept_site.hold(HALL)
    page.set_viewport_size({"width": 390, "height": 500})
    address = f"{kept_site.url}/t/sierra/main/standings/"
    page.goto(address)
    row = page.locator(".std tbody tr[id]").nth(5)
    look_at(row)
    page.goto("about:blank")
    kept_site.run(ANNOUNCED)

    # The browser brings the page back where it was.
    page.go_back()
    words, seen = page.locator("#announced b"), page.locator("#announced").get_by_role("button", name="Seen")
    expect(row).to_be_in_viewport()
    expect(words).to_be_in_viewport()
    seen.click()
    expect(words).not_to_be_in_viewport()
    page.reload()
    expect(row).to_be_in_viewport()
    expect(words).not_to_be_in_viewport()
    expect(seen).to_be_hidden()

    # A link to a row leads to it, and to what is announced, once; the row is not covered.
    other = new_page()
    other.set_viewport_size({"width": 390, "height": 500})
    linked = str(row.get_attribute("id"))
    other.goto(f"{address}#{linked}")
    words = other.locator("#announced b")
    expect(words).to_be_in_viewport()
    expect(other.locator(f"#{linked}")).to_be_in_viewport()
    box_ends = other.locator("#announced").evaluate("one => one.getBoundingClientRect().bottom")
    assert other.locator(f"#{linked}").evaluate("one => one.getBoundingClientRect().top") >= box_ends - 1
    # Whoever has seen it where it stands is not told again further down.
    other.evaluate("scrollTo(0, 0)")
    expect(other.locator("#announced").get_by_role("button", name="Seen")).to_be_hidden()
    other.goto("about:blank")
    other.goto(f"{address}#{linked}")
    expect(other.locator(f"#{linked}")).to_be_in_viewport()
    expect(words).not_to_be_in_viewport()


@pytest.mark.journey
def test_a_page_asks_once_for_itself_and_what_is_announced(kept_site: Site, new_page: Callable[[], Page]) -> None:
    kept_site.hold(HALL)
    key, _met = kept_site.run(KEY).splitlines()
    for path in ("/t/sierra/main/standings/", f"/me/{key}/"):
        page = new_page()
        asked: list[str] = []
        page.on("request", lambda sent, asked=asked: asked.append(urlsplit(sent.url).path))
        page.clock.install(time=0)
        page.goto(f"{kept_site.url}{path}")
        page.clock.pause_at(30_000)
        asked.clear()
        told = [is_told_too(page, path) for _poll in range(12)]

        # What is kept of announcements may be over in between: then the page asks at once, and again until it is told. Some polls may
        # begin before the page has read the answer to the one before.
        assert any(told)
        assert asked.count("/t/sierra/announcements/now/") <= 4 + 2 * told.count(False)
        page.clock.resume()

        kept_site.run(ANNOUNCED)
        expect(page.locator("#announced")).to_contain_text("Lunch is served")
        kept_site.run(TAKEN_BACK)
        expect(page.locator("#announced")).not_to_contain_text("Lunch is served")


def is_told_too(page: Page, path: str) -> bool:
    """Whether the answer to the next poll of this page says that nothing else is announced."""
    with page.expect_response(lambda answer: urlsplit(answer.url).path == path) as answered:
        page.clock.run_for(1500)
    return answered.value.headers.get("x-announced") == "same"
