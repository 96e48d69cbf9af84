"""Trouble at the desk: the server gone, the session over, two tabs, a card scanned twice, another event's card, rights
withdrawn, the power cut. Nothing typed is lost, nothing is done twice, and the page says what happened and what to do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Error, Page, Route, expect

from hall.tests import servers
from hall.tests.servers import Site, until
from scorecards.tests.test_browser_cards import first_held
from scorecards.tests.test_browser_stack import KEPT_PAGES
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = f"""
from tournaments.tests.factories import *
tournament = make_tournament("sierra")
for name in ("rosa", "len"):
    make_user(name, role="checker", tournament=tournament, password={PASSWORD!r})
event = make_event(tournament=tournament, games=3, entrants=6, seated=True)
make_event(tournament=tournament, slug="evening", kind="consolation", games=3, entrants=4, seated=True)
"""
STATE = """
import json
from scorecards.sheet.reads.sheet import sheet
from tournaments.models import AuditEntry, Event
on = sheet(Event.objects.select_related("tournament").get(slug="main"))
versions = {seat: facts.version for seat, facts in on.facts.items()}
aside = {seat: facts.set_aside_reason for seat, facts in on.facts.items() if facts.set_aside_at}
first = {seat: (card.lines[0].plus or -(card.lines[0].minus or 0)) for seat, card in on.cards.items() if card.lines}
typed = AuditEntry.objects.filter(action="card.typed").count()
print(json.dumps({"versions": versions, "first": first, "typed": typed, "aside": aside}))
"""
# Every card but A-1 is in.
OTHERS = """
from scorecards.tests.factories import make_cards
from tournaments.models import Event
lines = "A-1 2 +12 \\n A-1 2 +12 \\n A-1 0 -05"
make_cards(Event.objects.get(slug="main"), **{f"A_{number}": lines for number in range(2, 7)})
"""
# A-1 is the card of whoever is at the desk.
OWN = """
from tournaments.people.actions.people import link_player
from tournaments.models import Entry
from tournaments.tests.factories import make_actor
link_player(entry=Entry.objects.get(event__slug="main", number=1), username="rosa", actor=make_actor())
"""
ASIDE = """
from scorecards.cards.actions.stack import set_card_aside
from tournaments.models import Event
from tournaments.tests.factories import make_actor
event = Event.objects.get(slug="main")
set_card_aside(event=event, seat="A-5", reason="Torn.", actor=make_actor())
"""
# A-1 leaves before game 3.
LEAVES = """
from tournaments.day.actions.round import change_day
from tournaments.models import Event
from tournaments.day.reads.round import DayPlan, What
from tournaments.tests.factories import make_actor
plan = DayPlan(What.LEAVES, seat="A-1", first=3)
change_day(event=Event.objects.get(slug="main"), plan=plan, reason="Went home", actor=make_actor())
"""
ENDED = """
import json
from scorecards.models import Scorecard
print(json.dumps(Scorecard.objects.get(entry__event__slug="main", entry__seat_number=1).ended_by))
"""
CARDS = "/t/sierra/main/cards"
DRAFTS = """async () => {
  const opening = indexedDB.open("pegboard-desk");
  const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
  const kept = database.transaction("kept").objectStore("kept");
  const range = IDBKeyRange.bound("draft\\n", "draft\\n\\uffff");
  const all = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const [names, drafts] = await Promise.all([all(kept.getAllKeys(range)), all(kept.getAll(range))]);
  database.close();
  return names.map((name, place) => [name, drafts[place]]);
}"""


@pytest.fixture
def site(kept_site: Site) -> Site:
    kept_site.hold(PEOPLE)
    return kept_site


@pytest.fixture
def desk(page: Page, site: Site) -> Page:
    """Rosa's desk, with card A-1 on it."""
    site.sign_in(page, "rosa")
    at(page, site, "A-1")
    return page


def at(page: Page, site: Site, seat: str) -> None:
    page.goto(f"{site.url}{CARDS}/{seat}/")
    expect(page.locator("#desk-state")).to_contain_text("saved on the server")


def type_card(page: Page, first: int, seat: str) -> None:
    """Type the three lines of the card on the desk, without totals, and wait for the next card."""
    expect(page.locator(".sc__seat b")).to_have_text(seat)
    page.keyboard.type(f"{first}+12-13-\n\n\n\n\n")
    expect(page.locator(".sc__seat b")).not_to_have_text(seat)


def kept(page: Page, *lines: str) -> None:
    """Wait until these lines of the cards that are typed are on the disk, in whatever tabs."""

    def are_kept() -> bool:
        drafts = [draft["fields"] for _name, draft in page.evaluate(DRAFTS)]
        return sorted(f"{name} {text}" for fields in drafts for name, text in fields.items()) == sorted(lines)

    until(page, are_kept, never=f"{lines} were never kept")


def type_others_unseen(desk: Page, site: Site) -> None:
    """Every card but A-1 comes in while the desk is closed: one that is open hears of it. What it knew is kept in the browser."""
    # The first question for what is new goes out once the list is kept.
    with desk.expect_request(lambda request: request.method == "POST" and request.url.endswith("/cards/pile/")):
        pass
    desk.goto("about:blank")
    site.run(OTHERS)


def state(page: Page, text: str) -> None:
    expect(page.locator("#desk-state")).to_contain_text(text)


def take_rights(site: Site) -> None:
    site.run("from tournaments.models import Role; Role.objects.filter(user__username='rosa').delete()")


def give_rights(site: Site) -> None:
    site.run(
        "from tournaments.models import *; Role.objects.create(user=User.objects.get(username='rosa'),"
        " tournament=Tournament.objects.get(), kind='checker')"
    )


def open_cards(site: Site) -> int:
    return int(site.run("from scorecards.models import Presence; print(Presence.objects.count())"))


def now(site: Site) -> dict:
    return json.loads(site.run(STATE).strip().splitlines()[-1])


@pytest.mark.intercepts
def test_the_server_is_gone_and_comes_back(desk: Page, site: Site) -> None:
    # Every answer is a failure, as of a proxy whose server is away.
    desk.route("**/cards/**", lambda route: route.fulfill(status=502, body="bad gateway"))
    type_card(desk, 21, "A-1")
    type_card(desk, 22, "A-2")
    expect(desk.locator(".pile li", has_text="A-1")).to_contain_text("held here")

    desk.unroute("**/cards/**")

    state(desk, "All saved on the server")
    assert now(site) == {"versions": {"A-1": 1, "A-2": 1}, "first": {"A-1": 21, "A-2": 22}, "typed": 2, "aside": {}}


@pytest.mark.intercepts
def test_an_answer_that_is_lost_on_the_way_does_not_write_a_card_twice(desk: Page, site: Site) -> None:
    lost = []

    def lose(route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    desk.route("**/cards/A-1/", lose)
    type_card(desk, 21, "A-1")

    state(desk, "All saved on the server")
    assert lost == [200]
    assert (now(site)["versions"], now(site)["typed"]) == ({"A-1": 1}, 1)


def test_a_card_changed_before_it_was_sent_arrives_as_it_is_now(desk: Page, site: Site) -> None:
    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")
    state(desk, "1 card is held on this computer")
    desk.keyboard.press("/")
    desk.keyboard.type("1\n")
    expect(desk.locator("#note")).to_contain_text("You typed this card")
    expect(desk.locator("#line-1 .plus")).to_have_text("21")
    desk.locator("#line-1").click()
    desk.keyboard.press("Control+A")
    desk.keyboard.type("31+")
    desk.click("#save")
    expect(desk.locator(".sc__seat b")).to_have_text("A-2")

    desk.context.set_offline(False)

    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 31}
    assert desk.locator("[data-trouble]").count() == 0


@pytest.mark.journey
def test_the_session_is_over_in_the_middle_of_a_card(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    site.run("from django.contrib.sessions.models import Session; Session.objects.all().delete()")

    desk.keyboard.type("12-13-\n\n\n\n\n")

    state(desk, "You are signed out. What you typed is kept here")
    type_card(desk, 22, "A-2")
    with desk.context.expect_page() as opened:
        desk.get_by_role("link", name="Sign in again").click()
    again = opened.value
    again.fill("[name=username]", "rosa")
    again.fill("[name=password]", PASSWORD)
    again.press("[name=password]", "Enter")
    again.wait_for_url(f"**{CARDS}/")
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21, "A-2": 22}


def test_what_one_typed_waits_for_them_when_somebody_else_signs_in(desk: Page, site: Site) -> None:
    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")
    state(desk, "1 card is held on this computer")
    desk.context.clear_cookies()
    desk.context.set_offline(False)
    state(desk, "You are signed out")

    other = desk.context.new_page()
    site.sign_in(other, "len")
    at(other, site, "A-2")
    state(other, "Everything you typed is saved on the server")
    state(other, "1 card of somebody else waits here")
    expect(other.locator("#foreign")).to_contain_text("1 card typed by rosa waits on this computer until rosa signs in")
    state(desk, "len is signed in now. What is typed on this page is kept for rosa")
    assert now(site)["typed"] == 0

    site.sign_in(other, "rosa")
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21}


def test_two_tabs_of_one_person_see_each_other_and_share_what_is_held(desk: Page, site: Site) -> None:
    second = desk.context.new_page()
    at(second, site, "A-1")
    expect(second.locator("#others")).to_contain_text("You have this card open on another screen")
    expect(desk.locator("#others")).to_contain_text("You have this card open on another screen")

    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")

    expect(second.locator(".pile li", has_text="A-1")).to_contain_text("held here")
    desk.close()
    desk_context: BrowserContext = second.context
    desk_context.set_offline(False)
    state(second, "All saved on the server")
    assert (now(site)["first"], now(site)["typed"]) == ({"A-1": 21}, 1)


@pytest.mark.journey
def test_a_scanned_code_opens_its_card_from_wherever_the_focus_is(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    desk.keyboard.type(f"{site.url}{CARDS}/A-4/\n")
    desk.wait_for_url("**/cards/A-4/")
    expect(desk.locator("#game-1")).to_be_focused()

    desk.keyboard.type(f"{CARDS}/A-1/\n")

    desk.wait_for_url("**/cards/A-1/")
    expect(desk.locator("#line-1 .plus")).to_have_text("21")
    expect(desk.locator("#note")).to_contain_text("not saved yet")


def test_the_same_card_scanned_twice_is_opened_to_be_changed(desk: Page, site: Site) -> None:
    type_card(desk, 21, "A-1")
    state(desk, "All saved on the server")

    desk.keyboard.type(f"{CARDS}/A-1/\n")

    expect(desk.locator("#note")).to_contain_text("This card is typed already")
    expect(desk.locator("#line-1 .plus")).to_have_text("21")
    desk.click("#save")
    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    assert now(site)["versions"] == {"A-1": 1}


def test_a_card_of_another_event_is_named_and_nothing_is_lost(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")

    desk.keyboard.type("/t/sierra/evening/cards/A-2/\n")

    expect(desk.locator("#seat-said")).to_contain_text("That card belongs to another event: Consolation")
    assert desk.locator("#seat-said a").get_attribute("href") == "/t/sierra/evening/cards/A-2/"
    expect(desk.locator("#line-1 .plus")).to_have_text("21")


def test_a_name_that_several_have_is_chosen_with_the_arrows(desk: Page) -> None:
    desk.keyboard.press("/")
    desk.keyboard.type("ar")
    expect(desk.get_by_role("option")).to_have_count(2)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    chosen = desk.locator("[role=option][aria-selected=true] b").inner_text()
    desk.keyboard.press("Enter")

    desk.wait_for_url(f"**/cards/{chosen}/")


@pytest.mark.journey
def test_rights_are_withdrawn_while_somebody_types(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    take_rights(site)
    desk.keyboard.type("12-13-\n\n\n\n\n")

    state(desk, "Ask the director for that role.")
    trouble = desk.locator("[data-trouble=A-1]")
    expect(trouble).to_contain_text("What you typed is kept here.")
    trouble.get_by_role("button", name="Throw it away").click()
    expect(
        trouble.get_by_role("button", name="Yes, throw away what was typed of A-1 Milt Orr (3 lines)")
    ).to_be_visible()
    trouble.get_by_role("button", name="Keep it").click()
    trouble.get_by_role("button", name="Send it again").click()
    expect(trouble).to_contain_text("What you typed is kept here.")
    give_rights(site)

    # By itself, now that the server says that rosa may.
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21}


@pytest.mark.intercepts
def test_what_is_refused_again_although_one_may_is_not_sent_for_ever(desk: Page, site: Site) -> None:
    sent = []

    def refuse(route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.post_data)
        body = {"code": "role", "message": "This is for somebody else.", "errors": [], "current": None}
        return route.fulfill(status=403, json=body)

    desk.route("**/cards/A-1/", refuse)
    type_card(desk, 21, "A-1")
    expect(desk.locator("[data-trouble=A-1]")).to_contain_text("This is for somebody else.")
    # The pile answers as ever, several times.
    for _time in range(3):
        with desk.expect_response("**/cards/pile/"):
            pass

    expect(desk.locator("[data-trouble=A-1]")).to_contain_text("This is for somebody else.")
    assert len(sent) == 2


def test_a_page_that_refuses_says_what_is_kept_in_this_browser(desk: Page, site: Site) -> None:
    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")
    desk.keyboard.type("22+")
    state(desk, "1 line of A-2 is kept in this browser")
    take_rights(site)
    desk.context.set_offline(False)

    desk.goto(f"{site.url}{CARDS}/A-2/")
    expect(desk.locator("#held-here")).to_contain_text(
        "2 cards that you typed are kept in this browser and not lost: A-1, A-2"
    )
    site.run("from tournaments.models import Tournament; Tournament.objects.update(public=False)")
    desk.reload()
    expect(desk.get_by_role("heading", name="There is no such page")).to_be_visible()
    expect(desk.locator("#held-here")).to_contain_text("2 cards that you typed")

    give_rights(site)
    desk.locator("#held-here").get_by_role("link", name="A-2").click()
    state(desk, "Everything else is saved on the server")
    expect(desk.locator("#line-1 .plus")).to_have_text("22")
    assert now(site)["first"] == {"A-1": 21}


def test_the_bar_tells_what_of_the_open_card_is_not_sent(desk: Page, site: Site) -> None:
    site.run(OTHERS)
    desk.reload()
    state(desk, "All saved on the server")
    state(desk, "Nothing is typed of A-1 yet.")

    desk.keyboard.type("21+")
    state(desk, "1 line of A-1 is kept in this browser; it is sent when you confirm the last total.")
    expect(desk.locator("#desk-state")).not_to_contain_text("All saved")
    desk.keyboard.type("12-13-")
    state(desk, "3 lines of A-1 are kept in this browser")
    state(desk, "Everything else is saved on the server")
    desk.keyboard.type("\n\n\n\n\n")

    # It is the last one: the same card lies there again, and all of it is on its way.
    expect(desk.locator("#note")).to_contain_text("No card is left")
    state(desk, "All saved on the server")
    state(desk, "A-1 is saved.")
    expect(desk.locator("#desk-state")).to_have_class("desk-state desk-state--done")
    desk.reload()
    state(desk, "A-1 is saved.")
    assert now(site)["first"]["A-1"] == 21


@pytest.mark.intercepts
def test_a_pile_cached_before_the_page_was_made_waits_for_the_server(desk: Page, site: Site) -> None:
    type_others_unseen(desk, site)
    waiting: list[Route] = []
    desk.route("**/cards/pile/", lambda route: route.continue_() if waiting else waiting.append(route))
    desk.goto(f"{site.url}{CARDS}/A-1/")
    answer = first_held(desk, waiting)
    expect(desk.locator("#left-count")).to_have_text("1")

    desk.keyboard.type("21+12-13-\n\n\n\n\n")
    expect(desk.locator("#note")).to_contain_text("The list of cards has not arrived yet.")
    answer.continue_()

    expect(desk.locator("#note")).to_contain_text("No card is left")
    state(desk, "A-1 is saved.")
    assert now(site)["first"]["A-1"] == 21


@pytest.mark.intercepts
def test_a_card_saved_while_the_pile_is_being_fetched_is_not_shown_as_empty(desk: Page, site: Site) -> None:
    type_others_unseen(desk, site)
    written: list[tuple[Route, APIResponse]] = []
    desk.route("**/cards/pile/", lambda route: route.continue_() if written else written.append((route, route.fetch())))
    desk.goto(f"{site.url}{CARDS}/A-1/")
    until(desk, lambda: written, never="the desk never asked for the pile")

    desk.keyboard.type("21+12-13-\n\n\n\n\n")
    state(desk, "A-1 is saved.")
    route, answer = written[0]
    route.fulfill(response=answer)

    expect(desk.locator("#note")).to_contain_text("No card is left")
    expect(desk.locator("#line-1 .plus")).to_have_text("21")
    state(desk, "A-1 is saved.")


@pytest.mark.intercepts
def test_an_older_pile_is_taken_where_the_server_does_not_answer(desk: Page, site: Site) -> None:
    type_others_unseen(desk, site)
    desk.route("**/cards/pile/", lambda route: route.abort())
    desk.goto(f"{site.url}{CARDS}/A-1/")

    # A-2 is typed by somebody else, which this computer cannot know.
    type_card(desk, 21, "A-1")

    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    desk.unroute("**/cards/pile/")
    expect(desk.locator(".meter__num")).to_contain_text("6")


def test_a_card_begun_and_left_is_named_with_a_link_to_it(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+12-")
    desk.keyboard.press("/")
    desk.keyboard.type("4\n")
    desk.wait_for_url("**/cards/A-4/")

    state(desk, "Begun in this browser and not sent: 2 lines of A-1.")
    expect(desk.locator("#desk-state")).not_to_contain_text("All saved")
    expect(desk.locator(".pile li", has_text="A-1")).to_contain_text("2 lines held here")
    desk.goto(f"{site.url}{CARDS}/")
    state(desk, "Begun in this browser and not sent: 2 lines of A-1.")

    desk.locator("#desk-state").get_by_role("link", name="2 lines of A-1").click()
    expect(desk.locator("#line-2 .minus")).to_have_text("12")
    desk.keyboard.type("13-\n\n\n\n\n")
    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21}


def test_what_others_only_began_here_is_told_too(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    state(desk, "1 line of A-1 is kept")
    # Nothing that was asked as rosa may answer into len's session.
    wait_until_kept(desk, 2)
    desk.goto(f"{site.url}/", wait_until="networkidle")
    desk.context.clear_cookies()
    site.sign_in(desk, "len")

    at(desk, site, "A-2")

    state(desk, "1 card of somebody else waits here")
    desk.locator("#foreign summary").click()
    expect(desk.locator("#foreign li")).to_have_text("A-1 Milt Orr, begun and not confirmed. 1: 21")


@pytest.mark.intercepts
def test_an_error_of_the_server_that_lasts_is_told_and_holds_up_that_card_alone(desk: Page, site: Site) -> None:
    desk.route("**/cards/A-1/", lambda route: route.fulfill(status=500, body="Server Error (500)"))
    type_card(desk, 21, "A-1")
    state(
        desk,
        "The server answers with an error (500). What you typed is kept in this browser and sent again every 15 seconds",
    )
    state(desk, "Tell the director, or the person who runs the server. 1 card is kept on this computer.")

    type_card(desk, 22, "A-2")
    expect(desk.locator(".pile li", has_text="A-2")).to_contain_text("saved")
    assert now(site)["first"] == {"A-2": 22}
    desk.unroute("**/cards/A-1/")

    state(desk, "All saved on the server")
    assert now(site)["first"] == {"A-1": 21, "A-2": 22}


@pytest.mark.intercepts
def test_too_many_requests_and_a_page_in_the_server_s_place_are_told(desk: Page, site: Site) -> None:
    answers = {"status": 429, "body": "slow down"}
    desk.route("**/cards/**", lambda route: route.fulfill(content_type="text/html", **answers))
    type_card(desk, 21, "A-1")
    state(desk, "The server is overloaded (429).")

    answers.update(status=200, body="<h1>Welcome to the hotel</h1>")
    state(desk, "Something else answers in the server’s place")

    desk.unroute("**/cards/**")
    state(desk, "All saved on the server")
    assert (now(site)["first"], now(site)["typed"]) == ({"A-1": 21}, 1)


@pytest.mark.intercepts
def test_a_key_under_which_another_save_came_is_replaced_by_hand(desk: Page, site: Site) -> None:
    changed = []

    def change(route) -> None:
        if route.request.method == "POST" and not changed:
            changed.append(route.fetch(post_data=route.request.post_data.replace("line-1=21", "line-1=31")).status)
            route.abort()
        else:
            route.continue_()

    desk.route("**/cards/A-1/", change)
    type_card(desk, 21, "A-1")

    trouble = desk.locator("[data-trouble=A-1]")
    expect(trouble).to_contain_text("Another save came under this key")
    trouble.get_by_role("button", name="Send it again").click()
    expect(trouble.get_by_role("button", name="Look at both")).to_be_visible()
    assert (changed, now(site)["first"]) == ([200], {"A-1": 31})


def test_whoever_loads_the_page_again_is_not_another_tab(desk: Page, site: Site) -> None:
    for _time in range(3):
        desk.reload()
        state(desk, "All saved on the server")
        with desk.expect_response("**/cards/pile/"):
            pass
        expect(desk.locator("#others")).to_be_hidden()
    # What the page said when it was left can arrive after the next one's first question; its second one tells again.
    with desk.expect_response("**/cards/pile/"):
        pass
    assert open_cards(site) == 1

    # A tab that is made from this one starts with a copy of all that it keeps, and is another one all the same.
    with desk.context.expect_page() as opened:
        desk.evaluate(
            """() => {
              const here = { href: location.href, target: "_blank", rel: "opener" };
              Object.assign(document.createElement("a"), here).click();
            }"""
        )
    expect(opened.value.locator("#others")).to_contain_text("You have this card open on another screen")


def test_whoever_leaves_the_desk_has_no_card_open_any_more(desk: Page, site: Site) -> None:
    wait_until_kept(desk, 2)
    desk.reload()
    # The answer that says which card is open: a question that is still on its way when the page is left can arrive after that.
    with desk.expect_response(lambda answer: answer.url.endswith("/cards/pile/") and answer.request.method == "POST"):
        pass
    assert open_cards(site) == 1

    # Rows that are not taken away by leaving only grow stale.
    desk.goto(f"{site.url}/")

    until(desk, lambda: open_cards(site) == 0, never="the page never said that it is left")


def test_the_counts_of_the_pile_add_up_with_and_without_a_network(desk: Page, site: Site) -> None:
    def counts() -> tuple[str, str, str]:
        left, in_, all_left = "#left-count", ".meter__num", "#all-left"
        return tuple(
            desk.locator(where).inner_text().split()[-1 if where == all_left else 0] for where in (left, in_, all_left)
        )

    site.run(
        "from tournaments.tests.factories import *; from tournaments.models import Event;"
        " from scorecards.cards.actions.stack import set_card_aside;"
        " set_card_aside(event=Event.objects.get(slug='main'), seat='A-6', reason='Torn', actor=make_actor())"
    )
    desk.reload()
    wait_until_kept(desk, 2)
    state(desk, "All saved on the server")
    assert counts() == ("6", "0", "6")

    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")
    assert counts() == ("5", "1", "5")
    type_card(desk, 22, "A-2")
    desk.reload()
    state(desk, "2 cards are held on this computer")
    expect(desk.locator("#left-count")).to_have_text("4")
    assert counts() == ("4", "2", "4")
    # The list that was kept says it at the cards too.
    desk.goto(f"{site.url}{CARDS}/")
    rows = desk.locator(".pile--links a")
    expect(rows.filter(has_text="A-2")).to_contain_text("held here")
    expect(rows.filter(has_text="A-3")).not_to_contain_text("held here")
    desk.goto(f"{site.url}{CARDS}/A-3/")

    desk.context.set_offline(False)
    state(desk, "All saved on the server")
    assert counts() == ("4", "2", "4")
    desk.reload()
    state(desk, "All saved on the server")
    assert counts() == ("4", "2", "4")


def test_a_kept_list_is_renewed_by_the_first_answer_and_so_are_its_counts(desk: Page, site: Site) -> None:
    wait_until_kept(desk, 2)
    desk.context.set_offline(True)
    type_card(desk, 21, "A-1")
    desk.goto(f"{site.url}{CARDS}/")
    left = desk.locator(".chip", has_text="Left to type")
    expect(desk.locator("#list-kept")).to_be_visible()
    expect(left).to_contain_text("6")
    site.run(OTHERS)

    desk.context.set_offline(False)

    expect(desk.locator("#list-kept")).to_be_hidden()
    expect(left).to_contain_text("0")
    expect(desk.locator("[data-renew=count]")).to_contain_text("All cards are in.")
    expect(desk.locator(".pile--links a", has_text="A-1")).not_to_contain_text("held here")
    state(desk, "All saved on the server")
    # What others do from then on comes to this list, not to one beside it.
    site.run(ASIDE)
    expect(desk.locator(".chip", has_text="Set aside")).to_contain_text("1")
    expect(left).to_have_count(1)


def test_a_line_of_one_s_own_game_stands_again_after_the_refusal_with_who_may_change_it(desk: Page, site: Site) -> None:
    site.run(OTHERS)
    site.run(OWN)
    desk.goto(f"{site.url}{CARDS}/A-2/")
    desk.keyboard.press("*")
    desk.locator("#line-1").click()
    desk.keyboard.press("Control+A")
    desk.keyboard.type("@A-1 31-\n")
    desk.click("#save")

    trouble = desk.locator("[data-trouble=A-2]")
    expect(trouble).to_contain_text("nobody corrects the line of their opponent. Ask another checker")
    trouble.get_by_role("button", name="Open it").click()

    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    expect(desk.locator("#line-1 .plus")).to_have_text("12")
    expect(desk.locator("#line-1")).not_to_contain_text("was")
    expect(desk.locator("#note")).to_contain_text("Ask another checker")
    trouble.get_by_role("button", name="Put this away").click()
    state(desk, "All saved on the server")
    assert (now(site)["first"]["A-2"], now(site)["versions"]["A-2"]) == (12, 1)


def test_a_card_is_set_aside_by_keys_and_the_next_one_opens(desk: Page, site: Site) -> None:
    desk.keyboard.type("21+")
    desk.keyboard.press("F4")
    expect(desk.locator("#aside-reason")).to_be_focused()
    desk.keyboard.type("Torn in two\n")

    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    state(desk, "All saved on the server")
    assert (now(site)["aside"], now(site)["first"]) == ({"A-1": "Torn in two"}, {"A-1": 21})
    expect(desk.locator(".pile li", has_text="A-1")).to_contain_text("saved")
    desk.keyboard.press("/")
    desk.keyboard.type("1\n")
    expect(desk.locator("#taken-aside")).to_contain_text("Torn in two")
    desk.get_by_role("button", name="Take it up again").click()
    state(desk, "All saved on the server")
    assert now(site)["aside"] == {}


def test_the_card_of_who_left_early_is_said_to_end_where_less_is_written_and_taken_back(desk: Page, site: Site) -> None:
    expect(desk.locator("#left-early")).to_be_hidden()
    site.run(LEAVES)
    at(desk, site, "A-1")
    box = desk.locator("#left-early")
    expect(box).to_contain_text("left after game 2")
    desk.keyboard.type("21+")
    desk.get_by_role("button", name="Save: the card ends here").click()

    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    expect(box).to_be_hidden()
    state(desk, "All saved on the server")
    assert (now(site)["first"], json.loads(site.run(ENDED))) == ({"A-1": 21}, "rosa")
    at(desk, site, "A-1")
    expect(box).to_contain_text("counts as it is typed")
    desk.get_by_role("button", name="There is more on it").click()
    state(desk, "All saved on the server")
    assert json.loads(site.run(ENDED)) == ""
    expect(desk.get_by_role("button", name="Save: the card ends here")).to_be_visible()


def wait_until_kept(page: Page, pages: int) -> None:
    """Wait until the worker keeps this many pages for when there is no network."""
    until(page, lambda: page.evaluate(KEPT_PAGES) == pages, never=f"{pages} pages were never kept")


def test_a_kept_page_is_one_person_s_and_goes_with_them(desk: Page, site: Site) -> None:
    wait_until_kept(desk, 2)
    desk.context.set_offline(True)
    desk.reload()
    state(desk, "No connection.")
    expect(desk.locator(".sc__seat b")).to_have_text("A-1")
    desk.goto(f"{site.url}{CARDS}/")
    expect(desk.locator("#list-kept")).to_contain_text("The server cannot be reached. This is the list as of")
    desk.get_by_role("link", name="A-2").first.click()
    expect(desk.locator(".sc__seat b")).to_have_text("A-2")
    desk.context.set_offline(False)
    desk.goto(f"{site.url}{CARDS}/")
    expect(desk.locator("#list-kept")).to_be_hidden()

    desk.goto(f"{site.url}/t/sierra/")
    desk.locator("details.account summary").click()
    desk.get_by_role("button", name="Sign out").click()
    desk.wait_for_url(f"{site.url}/")
    wait_until_kept(desk, 0)

    desk.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        desk.goto(f"{site.url}{CARDS}/A-1/")


def start_browser(profile: Path, browser: Browser) -> tuple[subprocess.Popen[bytes], Page]:
    """A browser of its own process, with a profile on the disk."""
    port = servers.free_port()
    command = [servers.find_chromium(), *servers.CHROMIUM_FLAGS, "--headless=new", f"--user-data-dir={profile}"]
    process = subprocess.Popen([*command, f"--remote-debugging-port={port}", "about:blank"], start_new_session=True)
    for _try in range(600):
        try:
            connected = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
        except Error:
            time.sleep(0.1)
        else:
            return process, connected.contexts[0].new_page()
    raise AssertionError("the browser did not start")


def cut_power(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.journey
@pytest.mark.skipif(os.name == "nt", reason="ends a whole group of processes, which Windows does not have")
def test_the_power_is_cut_and_everything_typed_is_there_again(browser: Browser, site: Site, tmp_path: Path) -> None:
    process, page = start_browser(tmp_path, browser)
    site.sign_in(page, "rosa")
    at(page, site, "A-1")
    page.context.set_offline(True)
    type_card(page, 21, "A-1")
    expect(page.locator(".pile li", has_text="A-1")).to_contain_text("held here")
    page.keyboard.type("22+")
    kept(page, "line-1 22")

    cut_power(process)
    process, page = start_browser(tmp_path, browser)
    site.sign_in(page, "rosa")
    page.goto(f"{site.url}{CARDS}/A-2/")

    expect(page.locator("#line-1 .plus")).to_have_text("22")
    state(page, "1 line of A-2 is kept in this browser")
    state(page, "Everything else is saved on the server")
    assert now(site)["first"] == {"A-1": 21}
    cut_power(process)
