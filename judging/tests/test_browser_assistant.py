"""The assistant on a judge's phone: every case answered in the browser as the rules decide it, with the network cut too, by one
thumb on a small screen, and in a dark room."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hall.tests.servers import Site
from judging.rulebook.rules.subjects import ANSWERED
from judging.rulebook.words.rulebook import RULES

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = """
from tournaments.tests.factories import *
for slug, edition in (("sierra", "2020"), ("old", "classic")):
    make_tournament(slug, edition=edition)
from tournaments.models import Role, Tournament
jo, kim = make_user("jo"), make_user("kim")
for user in (jo, kim):
    for tournament in Tournament.objects.all():
        Role.objects.create(user=user, tournament=tournament, kind="judge")
"""
MUGGINS = """
make_event(tournament=Tournament.objects.get(slug="sierra"))
from tournaments.models import Event
Event.objects.update(muggins=True)
"""
SMALLEST = {"width": 320, "height": 568}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def site(kept_site: Site) -> Site:
    kept_site.hold(PEOPLE)
    return kept_site


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Open the assistant at one of its pages as on a judge's phone."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(place: str = "", *, who: str = "jo", tournament: str = "sierra", **options: object) -> Page:
        contexts.append(browser.new_context(**{"viewport": PHONE, "reduced_motion": "reduce", **options}))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        site.sign_in(page, who)
        page.goto(f"{site.url}/t/{tournament}/judge/{place}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def choose(page: Page, question: str, code: str) -> None:
    page.locator(f"#q-{question} .opt:has(input[value='{code}'])").click()


# --- One thumb ---------------------------------------------------------------------------------------------------------


@pytest.mark.journey
def test_a_tap_asks_the_next_question_and_the_last_one_brings_the_decision(phone) -> None:
    page = phone("renege/")
    expect(page.locator("#q-count")).to_be_hidden()

    choose(page, "said", "go")
    expect(page.locator("#q-count")).to_be_visible()
    choose(page, "count", "above_21")
    choose(page, "playable", "2")
    expect(page.locator("#ruling")).to_be_hidden()
    choose(page, "since", "went_on")

    expect(page.locator(".decision__head")).to_have_text("Double renege: four points")
    expect(page.locator(".decision__head")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"\?said=go&count=above_21&playable=2&since=went_on$"))
    choose(page, "said", "nothing")
    expect(page.locator("#q-playable")).to_be_hidden()
    expect(page.locator(".decision__head")).not_to_contain_text("Double")
    expect(page).to_have_url(re.compile(r"\?said=nothing$"))

    page.get_by_role("link", name="Start again").click()
    expect(page.locator("#ruling")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/renege/$"))


def test_the_pegs_move_with_the_number_and_an_impossible_one_moves_none(phone) -> None:
    page = phone("renege/?said=go&count=above_21&playable=2&since=went_on")
    after = page.locator("[data-peg=other-after]")
    expect(page.locator("#board")).to_be_hidden()

    page.locator("#q-other_at input").fill("118")
    expect(page.locator("#board")).to_be_visible()
    at_end = after.get_attribute("cx")
    expect(page.locator("[data-side=other]")).to_contain_text("118")
    expect(page.locator("[data-side=other]")).to_contain_text("game hole")
    page.locator("#q-other_at [data-step='-1']").click()
    page.locator("#q-other_at [data-step='-1']").click()
    expect(page.locator("#q-other_at input")).to_have_value("116")
    expect(page.locator("[data-side=other] [data-hole=after]")).to_have_text("120")
    assert after.get_attribute("cx") != at_end

    told = page.locator("#out-other_at")
    expect(told).to_be_hidden()
    page.locator("#q-other_at input").fill("500")
    expect(page.locator("#q-other_at input")).to_have_attribute("aria-invalid", "true")
    expect(told).to_be_visible()
    expect(page.locator("#q-other_at input")).to_have_accessible_description(
        re.compile("no whole number from 0 to 120")
    )
    expect(page.locator("#board")).to_be_hidden()


def test_a_penalty_that_wins_the_game_leaves_no_step_after_it_and_moves_no_other_peg(phone) -> None:
    page = phone("opponents-pegs/?why=to_score&offender_at=110&due=12")
    steps = page.locator(".decision__steps")
    own = page.locator("[data-side=offender] [data-hole=after]")
    expect(steps).to_contain_text("If a front peg is now in the game hole", use_inner_text=True)
    expect(steps.locator("li:visible").last).to_contain_text("The spread is 121 less the hole")

    page.locator("#q-other_at input").fill("119")
    expect(steps).not_to_contain_text("own rear peg", use_inner_text=True)
    expect(steps.locator("li:visible").last).to_contain_text("Spread: 11.")
    expect(own).to_have_text("110")

    page.locator("#q-other_at input").fill("100")
    expect(steps).to_contain_text("own rear peg", use_inner_text=True)
    expect(steps.locator("li:visible").last).to_contain_text("Spread: 19.")
    expect(own).to_have_text("game hole")


def test_numbers_that_do_not_fit_are_told_at_once_and_give_nothing_until_they_fit(phone) -> None:
    page = phone("penalties/?what=pegged_wrongly&way=forward_short&released=no&right=2&stands_at=40", viewport=SMALLEST)
    told = page.locator("#misfit-forward_not_short")
    wrong = page.locator("#q-wrong input")
    expect(told).to_be_hidden()

    wrong.fill("5")
    expect(told).to_be_visible()
    expect(told).to_contain_text("Correct a number, or choose anew")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(re.compile("these were not too few points forward"))
    expect(page.locator("#q-right input")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#q-stands_at input")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator(".decision__head")).to_have_text("It may still be put right")
    expect(page.locator(".decision__steps")).to_contain_text("Hole: …")
    assert page.evaluate(SPILLED) == []
    expect(page).to_have_url(re.compile("wrong=5"))

    # The choice is what was wrong, then a number.
    choose(page, "way", "backward_long")
    expect(told).to_be_hidden()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("[data-side=offender] [data-hole=after]")).to_have_text("43")
    choose(page, "way", "forward_short")
    expect(told).to_be_visible()
    wrong.fill("1")
    expect(told).to_be_hidden()
    expect(wrong).not_to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description("0 to 121")
    expect(page.locator(".decision__steps")).to_contain_text("Hole: 41")


def test_the_count_of_the_cards_stays_where_the_question_is_asked(phone) -> None:
    page = phone("renege/?said=go&count=above_21")
    picker = page.locator("[data-bycards]")

    picker.locator("[data-step='-1']").click()
    expect(picker.locator("[data-count]")).to_have_text("22")
    for _tap in range(11):
        picker.locator("[data-step='1']").click()
    expect(picker.locator("[data-count]")).to_have_text("31")


def test_count_and_cards_give_the_answer(phone) -> None:
    page = phone("renege/?said=go&count=above_21")
    picker = page.locator("[data-bycards]")

    for _tap in range(3):
        picker.locator("[data-step='1']").click()
    for rank in ("A", "6", "K"):
        picker.get_by_role("button", name=rank, exact=True).click()

    expect(picker.locator("[data-held]")).to_have_text("A 6 K")
    expect(page.locator("#q-playable input[value='2']")).to_be_checked()
    picker.locator("[data-step='1']").click()
    expect(page.locator("#q-playable input[value='1']")).to_be_checked()
    picker.locator("[data-clear]").click()
    expect(page.locator("#q-playable input:checked")).to_have_count(0)

    # The next case begins with the lowest count that can be a renege, not with that of this one.
    page.get_by_role("link", name="Start again").click()
    choose(page, "said", "go")
    choose(page, "count", "above_21")
    expect(picker.locator("[data-count]")).to_have_text("22")
    for rank in ("9", "10"):
        picker.get_by_role("button", name=rank, exact=True).click()
    expect(page.locator("#q-playable input[value='1']")).to_be_checked()


@pytest.mark.journey
def test_the_ruling_is_recorded_with_the_answers(phone) -> None:
    page = phone("renege/")
    record = page.get_by_role("button", name="Record this ruling")
    expect(record).to_be_hidden()
    for question, code in (("said", "go"), ("count", "above_21"), ("playable", "1"), ("since", "went_on")):
        choose(page, question, code)

    page.locator("#q-other_at input").press("Enter")
    expect(page).to_have_url(re.compile("/judge/renege/"))
    record.click()

    page.wait_for_url("**/rulings/new/**")
    expect(page).to_have_url(re.compile("said=go&count=above_21&playable=1&since=went_on"))
    expect(page).to_have_url(re.compile("subject=renege"))


@pytest.mark.journey
def test_without_a_network_the_ruling_waits_and_the_page_says_so(phone) -> None:
    page = phone("renege/")
    for question, code in (("said", "go"), ("count", "above_21"), ("playable", "1"), ("since", "went_on")):
        choose(page, question, code)
    page.context.set_offline(True)
    page.get_by_role("button", name="Record this ruling").click()

    expect(page.get_by_text("There is no network: nothing can be recorded now.")).to_be_visible()
    expect(page.locator("#q-playable input[value='1']")).to_be_checked()
    page.context.set_offline(False)
    page.get_by_role("button", name="Record this ruling").click()
    page.wait_for_url("**/rulings/new/**")


def test_a_ruling_that_comes_back_begins_at_what_is_wrong(phone) -> None:
    page = phone("../rulings/new/")
    page.get_by_label("What happened").fill("A peg was moved")
    page.get_by_label("Rules").fill("8.4")
    page.get_by_role("button", name="Record the ruling").click()

    expect(page.locator(".field--error")).to_have_count(1)
    expect(page.get_by_label("Decision")).to_be_focused()
    expect(page.locator(".field--error .error")).to_be_in_viewport()
    expect(page.get_by_label("What happened")).to_have_value("A peg was moved")


def test_the_hit_moves_through_the_whole_table(phone) -> None:
    page = phone("wrong-number/?discarded=both&starter=turned&pone=correct&dealer=too_many&crib=correct")
    expect(page.locator(".t44 .is-hit .is-here")).to_have_text("9")

    choose(page, "starter", "not_turned")
    expect(page.locator(".t44 .is-hit .is-here")).to_have_text("1")
    choose(page, "discarded", "not_both")
    expect(page.locator(".t44 .is-hit")).to_have_count(0)


def test_a_case_is_answered_without_a_script(phone) -> None:
    page = phone("renege/", java_script_enabled=False)

    for question, code in (("said", "go"), ("count", "above_21"), ("playable", "1"), ("since", "went_on")):
        choose(page, question, code)
        page.get_by_role("button", name="Show what follows").click()

    expect(page.locator(".decision__head")).to_contain_text("renege")
    expect(page.locator("#q-other_at")).to_be_visible()
    expect(page.locator(".stepper [data-step]").first).to_be_hidden()


@pytest.mark.journey
def test_a_hand_is_counted_as_its_cards_are_tapped(phone) -> None:
    page = phone("hand/", viewport=SMALLEST)
    for rank, suit in (("5", "Hearts"), ("5", "Diamonds"), ("5", "Spades"), ("J", "Clubs")):
        page.get_by_role("button", name=rank, exact=True).click()
        page.get_by_role("button", name=suit).click()
    expect(page.locator("#counted")).to_have_text("–")
    page.get_by_role("button", name="5", exact=True).click()
    # The card is there already.
    expect(page.get_by_role("button", name="Hearts")).to_be_disabled()
    page.get_by_role("button", name="Clubs").click()

    expect(page.locator("#counted")).to_have_text("29")
    expect(page.locator("#scores tbody tr")).to_have_count(10)
    assert page.input_value("#cards") == "5H 5D 5S JC"
    page.reload()
    expect(page.locator("#counted")).to_have_text("29")
    page.fill("#cards", "5H 5D 5S XX")
    expect(page.locator("#fault")).to_contain_text("“XX” is no card")
    expect(page.locator("#counted")).to_have_text("–")


@pytest.mark.parametrize("height", [568, 640])
def test_ranks_and_suits_of_the_hand_stand_on_one_small_screen(phone, height: int) -> None:
    page = phone("hand/", viewport={"width": 320, "height": height})
    bar = page.locator(".judgebar").bounding_box()

    for button in page.locator("[data-slot], [data-rank], [data-suit], #counted").all():
        box = button.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar["y"]


def test_the_play_is_counted_as_cards_are_tapped(phone) -> None:
    page = phone("play/", viewport=SMALLEST)
    for said in ("5", "10", "J"):
        page.locator(f"[data-said='{said}']").click()
    expect(page.locator("#counted")).to_have_text("25")
    expect(page.locator("[data-turn]")).to_have_text("Dealer")
    page.locator("[data-said=go]").click()
    page.locator("[data-said='7']").click()
    expect(page.locator("#fault")).to_contain_text("takes the count over 31")
    page.get_by_role("button", name="Take back").click()
    page.locator("[data-said='6']").click()

    expect(page.locator("[data-moves] tr")).to_have_count(5)
    expect(page.locator("[data-moves] tr").last).to_contain_text("Thirty-one 2")
    expect(page.locator("#counted")).to_have_text("0")
    page.locator(".opt:has(input[value='4'])").click()
    expect(page.locator("[data-totals] tr")).to_have_count(4)


# --- Without a network -------------------------------------------------------------------------------------------------


def ready(page: Page) -> None:
    expect(page.locator("#kept")).to_have_text("Ready without network.")


@pytest.mark.journey
def test_after_the_first_visit_a_judge_needs_no_network(phone, site: Site) -> None:
    page = phone()
    ready(page)
    page.context.set_offline(True)

    page.goto(f"{site.url}/t/sierra/judge/")
    expect(page.locator("#kept")).to_contain_text("No network: this is the copy kept on this phone.")
    page.get_by_role("link", name="Wrong number of cards").click()
    for question, code in (("discarded", "both"), ("starter", "turned"), ("pone", "correct"), ("dealer", "too_many")):
        choose(page, question, code)
    choose(page, "crib", "correct")
    expect(page.locator(".decision__head")).to_contain_text("Action 9")
    expect(page.locator(".elsewhere")).to_contain_text("Action 4")
    expect(page.locator(".t44 .is-here")).to_have_text("9")

    page.goto(f"{site.url}/t/sierra/judge/renege/?said=go&count=above_21&playable=3&since=went_on&other_at=10")
    expect(page.locator(".decision__head")).to_contain_text("Triple renege")
    expect(page.locator("[data-side=other] [data-hole=after]")).to_have_text("16")
    page.locator(".decision__foot a", has_text="7.3.b").first.click()
    expect(page.locator(".rulerow[open] .rulerow__no")).to_have_text("7.3.b (classic: 7.3)")

    page.goto(f"{site.url}/t/sierra/judge/hand/?cards=5H+5D+5S+JC&starter=5C")
    expect(page.locator("#counted")).to_have_text("29")
    page.goto(f"{site.url}/t/sierra/judge/play/?players=2&said=5+10+J")
    expect(page.locator("#counted")).to_have_text("25")
    assert page.evaluate("document.fonts.check('600 30px Besley')")


def test_without_a_network_muggins_is_answered_as_the_event_has_it(phone, site: Site) -> None:
    site.hold(PEOPLE + MUGGINS)
    page = phone()
    ready(page)
    page.context.set_offline(True)

    page.goto(f"{site.url}/t/sierra/judge/muggins/")
    expect(page.locator("#q-in_force input[value=yes]")).to_be_checked()
    expect(page.locator("#q-in_force")).to_contain_text("Main event: muggins is played.")
    choose(page, "missed_what", "points")
    choose(page, "in_force", "no")
    expect(page.locator(".decision__head")).to_have_text("No muggins in this tournament")
    expect(page).to_have_url(re.compile(r"\?in_force=no$"))
    page.reload()
    expect(page.locator("#q-in_force input[value=no]")).to_be_checked()
    page.get_by_role("link", name="Start again").click()
    expect(page.locator("#q-in_force input[value=yes]")).to_be_checked()
    expect(page.locator("#ruling")).to_be_hidden()

    page.goto(f"{site.url}/t/sierra/judge/pegging-out/")
    choose(page, "what", "forgot")
    choose(page, "round", "qualifying")
    expect(page.locator("#q-muggins input[value=yes]")).to_be_checked()
    expect(page.locator(".decision__head")).to_have_text("The game is not over until it is pegged out")


def test_without_a_network_words_still_find_cases_and_rules(phone, site: Site) -> None:
    page = phone()
    ready(page)
    page.context.set_offline(True)

    page.goto(f"{site.url}/t/sierra/judge/?q=bottom+card")
    expect(page.get_by_role("link", name="Mixing and cutting")).to_be_visible()
    expect(page.get_by_role("link", name="Muggins")).to_be_hidden()
    page.get_by_role("link", name="Look for this among the rules").click()

    expect(page.locator("#q")).to_have_value("bottom card")
    expect(page.locator(".rulerow:visible", has=page.locator("#rule-2\\.1"))).to_have_count(1)
    assert page.locator(".rulerow:visible").count() < 20
    # As in the list of hits that the server gives, each with what it says.
    expect(page.locator(".rulerow:visible").first).to_contain_text(str(RULES["2.1"].summary))
    page.fill("#q", "")
    assert page.locator(".rulerow:visible").count() > 150
    # Nothing has all of these words, some rules most of them; nothing has any of the others.
    page.fill("#q", "showed her crib yesterday")
    expect(page.locator(".rulerow:visible", has=page.locator("#rule-5\\.2\\.a"))).to_have_count(1)
    nothing = page.get_by_text("No rule has these words.")
    expect(nothing).to_be_hidden()
    told = page.get_by_text("Nothing here has all of these words.")
    expect(told).to_be_visible()
    page.fill("#q", "bumped the board")
    expect(told).to_be_hidden()
    expect(page.locator(".rulerow:visible").first).to_contain_text("(classic only)")
    page.fill("#q", "xylophone")
    expect(nothing).to_be_visible()
    assert page.locator(".rulerow:visible").count() == 0


def test_nothing_is_left_for_whoever_signs_in_next(phone, site: Site) -> None:
    page = phone()
    ready(page)
    kept = "async () => (await caches.keys()).filter((name) => name.startsWith('pegboard-judge '))"
    assert len(page.evaluate(kept)) == 1

    page.context.clear_cookies()
    page.goto(f"{site.url}/t/sierra/judge/renege/")
    page.wait_for_url("**/sign-in/**")

    page.wait_for_function(f"async () => (await ({kept})()).length === 0")


def test_somebody_elses_pages_are_not_given_out(phone, site: Site) -> None:
    page = phone()
    ready(page)
    page.context.clear_cookies()
    site.sign_in(page, "kim")
    page.goto(f"{site.url}/t/sierra/judge/renege/")
    ready(page)
    page.context.set_offline(True)

    page.goto(f"{site.url}/t/sierra/judge/")

    expect(page.locator("#kept")).to_contain_text("this is the copy")
    users = page.evaluate(
        """async () => {
          const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("pegboard-judge ")));
          const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key, {ignoreVary: true})));
          return [...new Set(answers.map((one) => one.headers.get("X-Judge-User")).filter(Boolean))];
        }"""
    )
    assert len(users) == 1


# --- A small screen, a dark room ---------------------------------------------------------------------------------------

SMALL_TARGETS = """() => [...document.querySelectorAll("main a, main button, main input, main summary, main label.opt")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && (!one.closest(".opt") || one.matches(".opt")))
  .filter((one) => getComputedStyle(one).display !== "inline" || one.closest(".judgebar, .places"))
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 90)])
  .filter(([box]) => box.height < 47.5 || box.width < 47.5)
  .map(([box, html]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${html}`)"""
SPILLED = """() => {
  const page = document.documentElement;
  const faults = page.scrollWidth > page.clientWidth ? [`the page is ${page.scrollWidth} wide`] : [];
  for (const one of document.querySelectorAll("main *")) {
    if (!one.checkVisibility({visibilityProperty: true}) || one.closest(".vh, svg")) continue;
    const box = one.getBoundingClientRect();
    if (box.right > innerWidth + 1) faults.push(`${Math.round(box.right)}: ${one.outerHTML.slice(0, 90)}`);
  }
  return faults;
}"""
LOOKED_AT = [
    "",
    "?q=looked+at+the+bottom+card",
    "wrong-number/?discarded=both&starter=turned&pone=correct&dealer=too_many&crib=correct",
    "renege/?said=go&count=above_21&playable=2&since=went_on&other_at=57",
    "hand/?cards=5H+5D+5S+JC&starter=5C",
    "play/?players=4&said=5+10+J+go+go+go+6",
    "rules/",
    "rules/4.4.c/",
    *(f"{subject.key}/" for subject in ANSWERED),
]


def test_everything_fits_a_small_phone_and_is_large_enough_for_a_thumb(phone, site: Site) -> None:
    page = phone(viewport=SMALLEST)
    faults = []
    for place in LOOKED_AT:
        page.goto(f"{site.url}/t/sierra/judge/{place}")
        page.wait_for_load_state("load")
        faults += [f"{place}: {fault}" for fault in [*page.evaluate(SPILLED), *page.evaluate(SMALL_TARGETS)]]

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("width", "theme", "is_dark"),
    [(390, "light", True), (390, "dark", True), (1440, "light", False), (1440, "dark", True)],
)
def test_a_phone_is_dark_in_the_ballroom_whatever_it_is_set_to(phone, width: int, theme: str, is_dark: bool) -> None:
    page = phone("renege/", viewport={"width": width, "height": 844}, color_scheme=theme)

    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert (sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(","))) < 150) == is_dark


@pytest.mark.journey
def test_a_case_is_answered_by_keys_alone(phone) -> None:
    page = phone("touching-pegs/", viewport={"width": 1440, "height": 900})
    first = page.locator("#case input[type=radio]").first
    first.focus()

    page.keyboard.press("Space")

    expect(first).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#case input[type=radio]").nth(1)).to_be_checked()
