"""A call from a phone, answered by two judges on theirs, one of whom knows the player too well; then a third is asked for."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from hall.tests.servers import Site
from hall.tests.test_browser_access import ALL_RULES

pytestmark = [pytest.mark.browser, pytest.mark.site]

PHONE: ViewportSize = {"width": 320, "height": 640}

HALL = """
from tournaments.people.actions.links import make_links
from tournaments.people.actions.relations import record_relation
from tournaments.day.actions.round import call_game
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user
tournament = make_tournament("sierra")
event = make_event(tournament=tournament, games=5, entrants=8, seated=True)
make_links(event=event, actor=make_actor())
call_game(event=event, game=2, actor=make_actor())
opponent = route(event, "A-1")[1].opponent
for name, first in (("ruth", "Ruth"), ("thelma", "Thelma"), ("carl", "Carl")):
    user = make_user(name, role="judge", tournament=tournament, password=PASSWORD)
    user.first_name, user.last_name = first, "Rusk"
    user.save()
    if name == "thelma":
        record_relation(tournament=tournament, one=user, other=opponent, kind="club", actor=make_actor())
"""
KEYS = """
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.seating.reads.seating import route
event = Event.objects.get()
both = entry_at(event, "A-1"), route(event, "A-1")[1].opponent
print(*(key_of_link(link_of(entry)[0]) for entry in both))
"""


def clean(page: Page) -> None:
    """Nothing on the page keeps anybody out, and it is as wide as the phone."""
    found = Axe().run(page, options=ALL_RULES)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def judge(site: Site, browser: Browser, name: str) -> Page:
    """The calls, on the phone of this judge."""
    page = browser.new_context(viewport=PHONE, color_scheme="dark").new_page()
    site.sign_in(page, name)
    page.goto(f"{site.url}/t/sierra/calls/")
    return page


@pytest.mark.journey
def test_a_call_from_a_phone_is_answered_by_two_judges(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(HALL)
    keys = kept_site.run(KEYS).split()[-2:]
    player, opponent = (browser.new_context(viewport=PHONE).new_page() for _key in keys)
    ruth, thelma = (judge(kept_site, browser, name) for name in ("ruth", "thelma"))
    clean(ruth)
    player.goto(f"{kept_site.url}/me/{keys[0]}/")
    opponent.goto(f"{kept_site.url}/me/{keys[1]}/")

    # The call, and the same one on the opponent's page.
    player.get_by_role("link", name="Call a judge").click()
    player.get_by_label("What is it about?").fill("Said go too soon")
    player.get_by_role("button", name="Call a judge").click()
    expect(player.locator("#live")).to_contain_text("A judge was called at")
    expect(opponent.locator("#live")).to_contain_text("A judge was called at")

    # The first judge goes; the waiting time is told in minutes. On the smallest phone table, seat and button need no scrolling.
    expect(ruth.locator("time[data-since]")).to_have_text("under a minute")
    for needed in (ruth.locator(".call__where").first, ruth.get_by_role("button", name="I am going").first):
        box = needed.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]
    assert ruth.evaluate("scrollY") == 0
    clean(ruth)
    ruth.get_by_label("Next deal in your own game").select_option("I am in no game")
    ruth.get_by_role("button", name="I am going").click()
    expect(ruth.get_by_role("heading", name="Your call")).to_be_visible()
    expect(player.locator("#live")).to_contain_text("Ruth Rusk is coming.")

    # The second one is in the opponent's club, and is warned.
    expect(thelma.locator("#live")).to_contain_text("Let another judge go if one can.")
    expect(thelma.locator("#live")).to_contain_text("Same club")
    clean(thelma)
    thelma.get_by_role("button", name="Go anyway").click()
    expect(thelma.get_by_role("heading", name="Your call")).to_be_visible()

    # Both are there. What is ticked at the board stays ticked while the page follows.
    ruth.get_by_label("One of us has a rulebook in hand.").check()
    thelma.get_by_role("button", name="I am there").click()
    ruth.get_by_role("button", name="I am there").click()
    ruth.get_by_label("Two judges are here.").check()
    expect(thelma.locator("#live")).to_contain_text("Judges there: 2 of 2")
    clean(ruth)


BOTH_ARE_THERE = """
from judging.calls.actions.calls import be_there, call_judge, send_judge
from tournaments.access import Actor
from tournaments.models import User
from tournaments.tests.factories import make_actor
call = call_judge(entry=both[0], about="Said go too soon", subject="renege", actor=Actor.of_entry(both[0]))
for username in ("ruth", "thelma"):
    user = User.objects.get(username=username)
    send_judge(call=call, judge=user, anyway=True, actor=make_actor())
    be_there(call=call, anyway=True, actor=make_actor(user))
"""


@pytest.mark.journey
def test_who_disagrees_with_two_judges_asks_for_a_third_who_comes_and_ends_the_call(
    kept_site: Site, browser: Browser
) -> None:
    kept_site.hold(HALL)
    keys = kept_site.run(KEYS + BOTH_ARE_THERE).split()[-2:]
    player, opponent = (browser.new_context(viewport=PHONE).new_page() for _key in keys)
    ruth, thelma, carl = (judge(kept_site, browser, name) for name in ("ruth", "thelma", "carl"))
    player.goto(f"{kept_site.url}/me/{keys[0]}/")
    opponent.goto(f"{kept_site.url}/me/{keys[1]}/")
    ruth.get_by_label("Two judges are here.").check()

    opponent.get_by_role("link", name="We disagree with the two judges: ask for a third").click()
    ask = opponent.get_by_role("button", name="Ask for a third judge")
    expect(ask).to_be_visible()
    clean(opponent)
    ask.click()
    expect(opponent.locator("#live")).to_contain_text("A third judge is asked for.")
    clean(opponent)
    expect(ruth.locator("#live")).to_contain_text("Judges there: 2 of 3")
    expect(ruth.get_by_label("Two judges are here.")).to_be_checked()
    expect(carl.get_by_role("heading", name="Third judge asked for")).to_be_visible()
    carl.get_by_role("button", name="I am going").click()
    carl.get_by_role("button", name="I am there").click()
    expect(thelma.locator("#live")).to_contain_text("Judges there: 3 of 3")
    carl.get_by_role("button", name="Done without a ruling").click()
    expect(ruth.get_by_role("heading", name="Your call")).to_be_hidden()
    expect(ruth.locator("#live")).to_contain_text("Closed by Carl Rusk.")
    for phone in (player, opponent):
        expect(phone.locator("#live")).to_contain_text("Carl Rusk closed the call for a judge")
        clean(phone)
    clean(carl)


RULED_BY_TWO = """
from judging.calls.actions.calls import be_there
from judging.rulings.actions import Ruled, give_ruling
from judging.calls.reads.calls import own_open_call
from tournaments.access import Rights
from tournaments.models import User
from tournaments.tests.factories import make_actor
ruth, thelma = (make_actor(User.objects.get(username=name)) for name in ("ruth", "thelma"))
call = own_open_call(both[0])
for one in (ruth, thelma):
    be_there(call=call, anyway=True, actor=one)
ruled = Ruled("Said go with a three in hand.", "No renege.", ("7.3.b",), judges=(ruth.name, thelma.name))
give_ruling(tournament=event.tournament, call=call, ruled=ruled, rights=Rights(frozenset({"judge"})), actor=ruth)
"""


def test_a_player_who_disagrees_with_a_ruling_has_a_third_judge_called(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(HALL)
    keys = kept_site.run(KEYS).split()[-2:]
    player, opponent, carl = (browser.new_context(viewport=PHONE, color_scheme="dark").new_page() for _one in range(3))
    kept_site.sign_in(carl, "carl")
    carl.goto(f"{kept_site.url}/t/sierra/calls/")
    opponent.goto(f"{kept_site.url}/me/{keys[1]}/")
    player.goto(f"{kept_site.url}/me/{keys[0]}/call/")
    player.get_by_role("button", name="Call a judge").click()
    expect(opponent.locator("#live")).to_contain_text("A judge was called at")

    kept_site.run(KEYS + RULED_BY_TWO)

    for phone in (player, opponent):
        expect(phone.locator("#live")).to_contain_text(
            "A player who disagrees with the ruling may ask for a third judge"
        )
        clean(phone)
    opponent.get_by_role("link", name="We disagree with the two judges").click()
    ask = opponent.get_by_role("button", name="We disagree with the two judges")
    expect(ask).to_be_visible()
    clean(opponent)
    ask.click()
    expect(opponent.locator("#live")).to_contain_text("A third judge is asked for.")
    expect(player.locator("#live")).to_contain_text("Judges still needed: 1.")

    expect(carl.get_by_role("heading", name="Third judge asked for")).to_be_visible()
    clean(carl)
    carl.get_by_role("button", name="I am going").click()
    carl.get_by_role("link", name="Record the ruling").click()
    for name in ("Ruth Rusk", "Thelma Rusk", "Carl Rusk"):
        expect(carl.get_by_role("checkbox", name=name)).to_be_checked()
    carl.get_by_role("radio", name="A-1").check()
    carl.get_by_label("What happened").fill("Said go with a three in hand.")
    carl.get_by_role("textbox", name="Decision").fill("Single renege.")
    carl.get_by_role("textbox", name="Rules").fill("7.3.b")
    carl.get_by_role("button", name="Record the ruling").click()
    expect(carl.get_by_role("heading", name="Ruling 2")).to_be_visible()
    carl.goto(f"{kept_site.url}/t/sierra/rulings/1/")
    expect(carl.locator("main")).to_contain_text("Three judges decided: ruling 2 takes its place, rule 11.4.a (2020).")
    clean(carl)
    expect(player.locator("#live")).to_contain_text("Carl Rusk closed the call for a judge")
    expect(player.locator("#live")).not_to_contain_text("A player who disagrees")


@pytest.mark.journey
def test_without_script_a_judge_goes_and_says_that_they_take_no_calls(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(HALL)
    keys = kept_site.run(KEYS).split()[-2:]
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{kept_site.url}/me/{keys[0]}/call/")
    page.get_by_role("button", name="Call a judge").click()
    kept_site.sign_in(page, "ruth")
    page.goto(f"{kept_site.url}/t/sierra/calls/")

    page.get_by_role("button", name="I am going").click()
    page.get_by_role("switch", name="I can take calls").click()

    expect(page.get_by_role("heading", name="Your call")).to_be_visible()
    expect(page.get_by_role("switch", name="I can take calls")).to_have_attribute("aria-checked", "false")
    context.close()


IN_HAND = """
from judging.calls.actions.calls import call_judge, decline, send_judge
from judging.rulings.actions import Ruled, give_ruling
from tournaments.access import Actor, Rights
from tournaments.models import Event, Role, User
from tournaments.reads.entries import entry_at
event = Event.objects.get()
Role.objects.filter(user__username="ruth").update(is_head=True)
ruth, carl = (Actor.of_user(User.objects.get(username=name)) for name in ("ruth", "carl"))
entry = entry_at(event, "A-3")
ruled = Ruled(
    "Said go with a card that could be played.", "The count goes back.\\nTwo points for each card.", rules=("7.3.b",), points=4,
    offender=entry, judges=("Ruth Rusk", "Carl Rusk"),
)
give_ruling(tournament=tournament, ruled=ruled, rights=Rights(frozenset({"judge"})), actor=ruth)
for seat, about in (("A-1", "Said go too soon"), ("A-5", "")):
    entry = entry_at(event, seat)
    call = call_judge(entry=entry, about=about, subject="renege", actor=Actor.of_entry(entry))
    send_judge(call=call, judge=(ruth if about else carl).user, actor=make_actor())
decline(call=call, reason="In the middle of a game", actor=carl)
"""
JUDGES_PAGES = ["calls/", "calls/new/", "rulings/", "rulings/1/", "rulings/new/", "referrals/", "judging/", "conduct/"]
IN_REACH = """(one) => {
  const {top, bottom} = one.getBoundingClientRect();
  return top >= innerHeight / 2 && bottom <= innerHeight && one.contains(document.elementFromPoint(innerWidth / 2, (top + bottom) / 2));
}"""


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_judges_pages_are_dark_on_a_phone_and_as_light_as_any_at_a_desk(
    kept_site: Site, browser: Browser, width: int
) -> None:
    kept_site.hold(HALL + IN_HAND)
    page = browser.new_context(viewport={"width": width, "height": 844}, color_scheme="light").new_page()
    kept_site.sign_in(page, "ruth")

    faults = []
    for place in JUDGES_PAGES:
        page.goto(f"{kept_site.url}/t/sierra/{place}")
        ground = str(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        is_dark = sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(","))) < 150
        found = Axe().run(page, options=ALL_RULES)
        if is_dark != (width < 768):
            faults.append(f"{place}: {ground}")
        if found.violations_count:
            faults.append(f"{place}: {found.generate_report()}")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"{place}: wider than the screen")

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("width", [320, 390])
def test_what_is_to_be_done_next_stays_at_the_thumb(kept_site: Site, browser: Browser, width: int) -> None:
    kept_site.hold(HALL + IN_HAND)
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    kept_site.sign_in(page, "ruth")
    page.goto(f"{kept_site.url}/t/sierra/calls/")
    calls = page.locator("article.call")

    for place in range(2):
        calls.nth(place).evaluate("(one) => scrollTo(0, scrollY + one.getBoundingClientRect().top - 240)")
        assert calls.nth(place).get_by_role("button", name="I am going").evaluate(IN_REACH)
    calls.nth(0).get_by_role("button", name="I am going").click()
    mine = page.locator(".call--mine")
    mine.evaluate("(one) => scrollTo(0, scrollY + one.getBoundingClientRect().top - 240)")
    assert mine.get_by_role("button", name="I am there").evaluate(IN_REACH)
    mine.get_by_role("button", name="I am there").click()
    mine.evaluate("(one) => scrollTo(0, scrollY + one.getBoundingClientRect().top - 240)")
    assert mine.get_by_role("link", name="Find the ruling").evaluate(IN_REACH)
    page.goto(f"{kept_site.url}/t/sierra/rulings/")
    assert page.get_by_role("link", name="Record a ruling").evaluate(IN_REACH)


@pytest.mark.journey
def test_the_others_stay_unfolded_while_the_page_follows(kept_site: Site, browser: Browser) -> None:
    kept_site.hold(HALL + IN_HAND)
    page = browser.new_context(viewport=PHONE).new_page()
    kept_site.sign_in(page, "carl")
    page.goto(f"{kept_site.url}/t/sierra/calls/")
    first = page.locator("article.call").first
    expect(first.get_by_role("listitem").filter(has_text="Thelma Rusk")).to_be_hidden()

    first.get_by_text("Others who could come").click()
    expect(first.get_by_role("listitem").filter(has_text="Thelma Rusk")).to_be_visible()
    kept_site.run(
        "from django.utils import timezone; from judging.models import Call; "
        "Call.objects.filter(about='').update(third_at=timezone.now())"
    )

    expect(page.locator("article.call").nth(1)).to_contain_text("Third judge asked for")
    expect(first.get_by_role("listitem").filter(has_text="Thelma Rusk")).to_be_visible()
