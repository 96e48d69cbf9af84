"""What was torn or cut off on a phone: heads of cards, a row of the cross-check, the log, the list of money, a text that is no card."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

HALL = f"""
from scorecards.tests.factories import make_card
from tournaments.tests.factories import make_event, make_tournament, make_user
tournament = make_tournament("sierra", edition="classic")
event = make_event(tournament=tournament, games=1, entrants=2, seated=True)
make_card(event, "A-1", "A-2 2 +45")
make_card(event, "A-2", "A-1 0 -46")
make_user("dora", role="director", tournament=tournament, password={PASSWORD!r})
"""
PHONE = {"width": 390, "height": 844}
BROKEN = """() => [...document.querySelectorAll(".sc thead th, .changes th, .case > .initials")].filter((head) => {
  const range = document.createRange(), text = head.firstChild;
  return text && [...text.textContent.matchAll(/[^\\s]+/g)].some((word) => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  });
}).map((head) => head.textContent)"""
"""The heads of a card or of the log, and the initials beside a game, of which a word is broken."""
ON_TWO_LINES = """() => [...document.querySelectorAll(".case > b")].filter(
  (one) => one.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(one).lineHeight)
).map((one) => one.textContent)"""
STICKS_OUT = """() => [...document.querySelectorAll("%s")].filter((one) => {
  const box = one.getBoundingClientRect(), around = one.closest("%s").getBoundingClientRect();
  return box.width && (box.left < around.left - 1 || box.right > around.right + 1);
}).map((one) => one.textContent)"""


@pytest.fixture
def phone(kept_site: Site, browser: Browser) -> Page:
    kept_site.hold(HALL)
    page = browser.new_page(viewport=PHONE)
    kept_site.sign_in(page, "dora")
    return page


def go(page: Page, site: Site, address: str) -> None:
    page.goto(f"{site.url}/t/sierra/{address}")
    page.evaluate("document.fonts.ready")


def test_heads_of_cards_are_whole_words_and_citations_stay_inside(kept_site: Site, phone: Page) -> None:
    kept_site.run(
        "from scorecards.crosscheck.actions.crosscheck import start_cross_check\n"
        "from tournaments.models import Event\n"
        "from scorecards.tests.factories import COMMAND, look_at_all\n"
        "event = Event.objects.get()\n"
        "start_cross_check(event=event, actor=COMMAND)\n"
        "look_at_all(event)\n"
    )
    for address in ("main/cards/A-1/?as=read", "main/cross-check/?table=dead-zone", "main/cross-check/?table=A"):
        go(phone, kept_site, address)
        assert phone.evaluate(BROKEN) == [], address
        assert phone.evaluate(STICKS_OUT % (".sc .rule", "td")) == [], address
    go(phone, kept_site, "main/cross-check/?table=A")
    ruling = phone.locator(".ruling > p").first.bounding_box()
    assert ruling is not None
    assert ruling["width"] > PHONE["width"] / 2


def test_a_game_with_two_badges_and_what_the_log_tells_of_it_keep_their_words_whole(
    kept_site: Site, phone: Page
) -> None:
    kept_site.run(
        "from scorecards.crosscheck.actions.crosscheck import accept, start_cross_check\n"
        "from scorecards.tests.factories import COMMAND, find, key, look_at_all, make_cards\n"
        "from tournaments.models import Tournament\n"
        "from tournaments.tests.factories import make_event\n"
        "tournament = Tournament.objects.get()\n"
        "event = make_event(tournament=tournament, slug='second', games=1, entrants=4, seated=True)\n"
        "make_cards(event, A_1='A-2 3 +45', A_2='A-1 0 -45', A_3='A-4 3 +15', A_4='A-3 0 -20')\n"
        "start_cross_check(event=event, actor=COMMAND)\n"
        "look_at_all(event)\n"
        "version = find(event, 1, 'A-3', 'A-4').version\n"
        "accept(event=event, key=key(1, 'A-3', 'A-4'), initials='JM', version=version, actor=COMMAND)\n"
    )
    go(phone, kept_site, "second/cross-check/?table=dead-zone")
    assert phone.locator(".case .case__rules .rule").count() == 2
    assert phone.evaluate(ON_TWO_LINES) == []
    assert phone.locator(".case > .initials").inner_text() == "JM"
    assert phone.evaluate(BROKEN) == []
    assert phone.evaluate(STICKS_OUT % (".case .rule, .case .initials, .case > b", ".case")) == []
    go(phone, kept_site, "second/log/")
    for told in phone.locator("main details:has(.changes) > summary").all():
        told.click()
    assert phone.locator(".changes th:visible").count() > 4
    assert phone.evaluate(BROKEN) == []


def test_list_of_money_is_seen_as_a_whole(kept_site: Site, phone: Page) -> None:
    go(phone, kept_site, "money/sheet/")
    over = phone.evaluate("(box => box.scrollWidth - box.clientWidth)(document.querySelector('.scroll-x'))")
    assert over <= 0


def test_a_text_that_is_no_card_stays_in_its_place(kept_site: Site, phone: Page) -> None:
    go(phone, kept_site, "judge/hand/?cards=5H5S5CJD")
    phone.wait_for_selector("[data-slot] b:not(:empty)")
    assert phone.evaluate(STICKS_OUT % ("[data-slot] b", "[data-slot]")) == []
