"""The control sheet: every card in one state with its next step, the four piles with the line, and why each rank."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorecards.cards.actions.cards import write_card
from scorecards.cards.actions.presence import be_at_card
from scorecards.cards.actions.stack import receive_cards, set_card_aside
from scorecards.crosscheck.actions.crosscheck import accept, start_cross_check
from scorecards.crosscheck.actions.looks import look_again
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import COMMAND, find, key, look_at_all, make_card, make_cards, written
from tournaments.access import Actor
from tournaments.day.actions.status import set_status
from tournaments.models import Entry, Event, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import html_of, signed_in, text_of

pytestmark = pytest.mark.django_db

# Four players, three games. A-1 wins all; in game 1 its card says 12 where A-2 says 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
PAGES = ["control", "ranks"]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def checked(event: Event) -> Event:
    """All cards in and the cross-check begun."""
    make_cards(event, **CARDS)
    return start_cross_check(event=event, actor=COMMAND)


@pytest.fixture
def checker(tournament: Tournament) -> User:
    return make_user("checker", role="checker", tournament=tournament)


@pytest.fixture
def judge(tournament: Tournament) -> User:
    return make_user("judge", role="judge", tournament=tournament)


def page(name: str = "control") -> str:
    return reverse(f"scorecards:{name}", args=["sierra", "main"])


def cells(response) -> dict[str, tuple[str, str]]:
    """Each card on the sheet, by seat: its address and everything it says."""
    listed = re.sub(r'<aside class="stack">.*?</aside>', "", html_of(response))
    found = re.findall(r'<li class="is-[^"]*"><a id="[^"]*" href="([^"]+)">(.*?)</a></li>', listed)
    told = [
        (unescape(url), unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))).strip()) for url, body in found
    ]
    return {body.split()[0]: (url, body) for url, body in told}


def chips(response) -> dict[str, int]:
    found = re.findall(r'<a class="chip[^"]*"[^>]*> ?([^<]*?) <b>(\d+)</b> ?</a>', html_of(response))
    return {label: int(count) for label, count in found}


# --- Who may see it --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_a_visitor_is_sent_to_sign_in_and_a_stranger_told_whom_to_ask(event: Event, name: str) -> None:
    assert signed_in(None).get(page(name)).status_code == 302
    assert signed_in(make_user("stranger")).get(page(name)).status_code == 403


@pytest.mark.parametrize("name", PAGES)
def test_the_control_sheet_takes_no_post(event: Event, checker: User, name: str) -> None:
    assert signed_in(checker).post(page(name)).status_code == 405


@pytest.mark.parametrize("name", PAGES)
def test_an_event_without_seats_says_why_there_is_nothing(tournament: Tournament, checker: User, name: str) -> None:
    make_event(tournament=tournament, games=3, entrants=4)

    assert "The seats are not drawn yet." in text_of(signed_in(checker).get(page(name)))


def test_where_nobody_plays_it_says_so(event: Event, checker: User) -> None:
    for entry in Entry.objects.filter(event=event):
        set_status(entry=entry, status="no_show", reason="Away", actor=COMMAND)

    assert "Nobody plays in this event." in text_of(signed_in(checker).get(page()))


@pytest.mark.parametrize("query", [{"show": "x\x00"}, {"by": "ZZ"}, {"v": "x" * 999}, {"show": "final", "by": "pile"}])
def test_odd_questions_are_no_error(checked: Event, checker: User, query: dict[str, str]) -> None:
    assert signed_in(checker).get(page(), query).status_code == 200


# --- By table --------------------------------------------------------------------------------------------------------


def test_each_card_says_its_state_its_people_and_its_next_step(event: Event, checker: User) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    make_card(event, "A-2", "A-1 0 -10")
    receive_cards(event=event, seats=["A-3"], actor=COMMAND)

    found = cells(signed_in(checker).get(page()))

    assert "typed" in found["A-1"][1]
    assert "Type A-2" in found["A-1"][1]
    assert "typed by test" in found["A-1"][1]
    assert found["A-1"][0].endswith("/cards/A-2/")
    for seat, state in (("A-2", "in"), ("A-3", "in"), ("A-4", "not in")):
        assert f"{seat} {state} , in the way of posting" in found[seat][1]
        assert found[seat][0].endswith(f"/cards/{seat}/")


def test_who_typed_a_card_is_who_typed_its_lines_and_not_who_saved_it_last(event: Event, checker: User) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    again = written(CARDS["A_1"], OwnTotals(plus=99))
    write_card(event=event, seat="A-1", version=1, card=again, actor=Actor.of_user(checker))
    make_card(event, "A-2", CARDS["A_2"])
    over = written(CARDS["A_2"].replace("A-1 0 -10", "A-1 0 -11"))
    write_card(event=event, seat="A-2", version=1, card=over, actor=Actor.of_user(checker))

    found = cells(signed_in(checker).get(page()))

    assert re.search(r"typed by test(?!, )", found["A-1"][1])
    assert "typed by checker, test" in found["A-2"][1]


def test_whoever_looked_at_several_lines_of_a_card_is_named_once(checked: Event, checker: User) -> None:
    look_again(event=checked, seat="A-1", game=1, reading=Line(1, "A-2", 2, 13, None), actor=Actor.of_user(checker))
    look_again(event=checked, seat="A-1", game=1, reading=Line(1, "A-2", 2, 12, None), actor=Actor.of_user(checker))

    assert "looked at by checker (2 times)" in cells(signed_in(checker).get(page()))["A-1"][1]


def test_the_counts_add_up_to_the_entrants_and_no_shows_are_apart(event: Event, checker: User) -> None:
    absent = Entry.objects.get(event=event, seat_number=4)
    set_status(entry=absent, status="no_show", reason="Away", actor=COMMAND)

    response = signed_in(checker).get(page())

    shown = chips(response)
    assert shown.pop("All") == 3
    assert shown.pop("In the way of posting") == 3
    assert shown["not in"] == 3
    assert sum(shown.values()) == 3
    assert "One no-show has no card." in text_of(response)
    assert "A-4" not in cells(response)


def test_a_difference_leads_to_a_look_then_to_the_case_then_to_nothing(checked: Event, checker: User) -> None:
    client = signed_in(checker)
    look = cells(client.get(page()))["A-1"]
    look_at_all(checked)
    case = cells(client.get(page()))["A-1"]
    version = find(checked, 1, "A-1", "A-2").version
    accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=version, actor=COMMAND)
    done = cells(client.get(page()))["A-1"]

    assert "Look again at A-1, game 1" in look[1]
    assert look[0].endswith("/looks/A-1/1/")
    assert "discrepancy" in case[1]
    assert "Decide game 1 against A-2" in case[1]
    assert case[0].endswith("/cross-check/?case=1-A-1-A-2")
    assert client.get(case[0]).status_code == 200
    assert "resolved" in done[1]
    assert "in the way" not in done[1]


def test_who_may_not_check_is_led_to_the_card_to_read(checked: Event, judge: User) -> None:
    url, _said = cells(signed_in(judge).get(page()))["A-1"]

    assert url.endswith("/cards/A-1/?as=read")
    assert signed_in(judge).get(url).status_code == 200


def test_a_card_of_one_s_own_is_named_so(event: Event, checker: User) -> None:
    link_player(entry=Entry.objects.get(event=event, seat_number=2), username=checker.username, actor=COMMAND)

    assert "Your own card" in cells(signed_in(checker).get(page()))["A-2"][1]


def test_a_card_that_is_set_aside_says_why(event: Event, checker: User) -> None:
    set_card_aside(event=event, seat="A-3", reason="Coffee on games 4 to 6", actor=COMMAND)

    assert "Set aside: Coffee on games 4 to 6" in cells(signed_in(checker).get(page()))["A-3"][1]


def test_a_state_filters_the_cards_and_says_where_nothing_is_left(event: Event, checker: User) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    client = signed_in(checker)

    assert set(cells(client.get(page(), {"show": "typed"}))) == {"A-1"}
    assert set(cells(client.get(page(), {"show": "blocks"}))) == {"A-2", "A-3", "A-4"}
    assert "No card is in this state." in text_of(client.get(page(), {"show": "final"}))


def test_with_the_qualifiers_posted_every_card_is_final(checked: Event, checker: User) -> None:
    look_at_all(checked)
    version = find(checked, 1, "A-1", "A-2").version
    accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=version, actor=COMMAND)
    post_qualifiers(event=Event.objects.get(pk=checked.pk), actor=COMMAND)

    assert chips(signed_in(checker).get(page()))["final"] == 4


def test_a_tie_in_the_way_of_posting_is_told_with_its_page(event: Event, checker: User) -> None:
    make_cards(
        event,
        A_1="A-2 2 +10 \n A-3 0 -10 \n A-4 2 +05",
        A_2="A-1 0 -10 \n A-4 2 +05 \n A-3 2 +10",
        A_3="A-4 2 +05 \n A-1 2 +10 \n A-2 0 -10",
        A_4="A-3 0 -05 \n A-2 0 -05 \n A-1 0 -05",
    )
    start_cross_check(event=event, actor=COMMAND)

    response = signed_in(checker).get(page())

    assert "are tied for place 1. Record the one-game playoff." in text_of(response)
    assert chips(response)["In the way of posting"] == 0


# --- Live ------------------------------------------------------------------------------------------------------------


def state_of(response) -> str:
    found = re.search(r'"X-Seen": "([0-9a-f]+)"', response.content.decode())
    assert found
    return found[1]


def polled(client: Client, seen: str) -> HttpResponse:
    return client.get(page(), headers={"HX-Request": "true", "X-Seen": seen})


def test_who_has_seen_this_state_gets_nothing_new_until_a_card_or_somebody_comes(event: Event, checker: User) -> None:
    client = signed_in(checker)
    seen = state_of(client.get(page()))

    assert polled(client, seen).status_code == 204
    be_at_card(event=event, seat="A-2", tab="one", actor=Actor.of_user(checker))
    here = polled(client, seen)
    assert here.status_code == 200
    assert "has A-2 open since" in text_of(here)
    make_card(event, "A-1", CARDS["A_1"])
    assert polled(client, state_of(here)).status_code == 200


@pytest.mark.parametrize("query", [{}, {"by": "pile"}])
def test_the_sheet_takes_the_same_queries_for_one_card_and_for_four(
    event: Event, checker: User, query: dict[str, str]
) -> None:
    client = signed_in(checker)
    make_card(event, "A-1", CARDS["A_1"])
    client.get(page())
    with CaptureQueriesContext(connection) as one:
        client.get(page(), query)
    make_cards(event, **CARDS)
    look_at_all(event)

    with CaptureQueriesContext(connection) as four:
        client.get(page(), query)

    assert len(four) == len(one) == QUERIES


QUERIES = 19
"""Session, user, event, role, the events of the menu, whoever has a card open, seven of a sheet, the looks, who typed the lines."""


# --- By pile ---------------------------------------------------------------------------------------------------------


def piles(response) -> list[tuple[str, int]]:
    return [
        (unescape(name), int(count))
        for name, count in re.findall(
            r'<h2 id="pile-\w+">(.*?)</h2><b class="count">(\d+)</b>', response.content.decode()
        )
    ]


def test_the_four_piles_have_the_line_between_the_second_and_the_third(event: Event, checker: User) -> None:
    make_cards(event, **CARDS)
    make_card(event, "A-4", "1: A-3 0 -03 \n 3: A-1 0 -40")
    unread = signed_in(checker).get(page(), {"by": "pile"})
    assert piles(unread)[0] == ("Definite qualifiers", 0)
    assert (
        "whatever comes. This card itself is settled"
        not in text_of(signed_in(checker).get(page("ranks"))).split("A-2")[0]
    )
    look_at_all(event)

    response = signed_in(checker).get(page(), {"by": "pile"})

    assert piles(response) == [
        ("Definite qualifiers", 1),
        ("Probable qualifiers", 0),
        ("Probable nonqualifiers", 0),
        ("Dead zone", 2),
        ("Not complete", 1),
    ]
    text = text_of(response)
    assert text.index("Probable qualifiers") < text.index("The cut: 1 qualify") < text.index("Probable nonqualifiers")
    assert "Rank 1 now; 1st, whatever comes" in text
    assert (
        "Proved, with the cards as they are typed: whatever the open cards, the lines to be read again and the rulings asked for "
        "now bring, these qualify."
    ) in text


def test_the_order_of_checking_begins_at_the_line_and_leaves_the_dead_zone_out(event: Event, checker: User) -> None:
    make_cards(event, A_1="A-2 2 +05 \n A-3 2 +06 \n A-4 2 +07", A_3="A-4 2 +03 \n A-1 0 -06 \n A-2 0 -07")

    first = text_of(signed_in(checker).get(page())).split("Check these first")[1]

    assert re.search(r"A-1 .*? last above the line; typed", first)


# --- Why this rank ---------------------------------------------------------------------------------------------------


def test_a_place_that_is_certain_is_not_said_to_depend_on_checking(checked: Event, checker: User) -> None:
    look_at_all(checked)

    text = text_of(signed_in(checker).get(page(), {"by": "pile"}))

    assert "Rank 1 now; 1st, whatever comes" in text
    assert re.search(
        r"A-1 .*? qualifies for certain, 1st, whatever comes; discrepancy", text.split("Check these first")[1]
    )
    assert "the seed depends on it" not in text


def test_a_correction_in_the_dead_zone_says_that_posting_does_not_wait(checked: Event, checker: User) -> None:
    make_card(checked, "A-3", CARDS["A_3"].replace("A-4 2 +03", "A-4 2 -03"))
    look_at_all(checked)

    found = cells(signed_in(checker).get(page()))

    assert "discrepancy" in found["A-3"][1]
    assert "Sign game 1 against A-4 (does not hold up posting)" in found["A-3"][1]


def test_each_row_says_the_key_that_decides_with_both_values(checked: Event, checker: User) -> None:
    look_at_all(checked)
    text = text_of(signed_in(checker).get(page("ranks")))

    assert "The best card so far." in text
    assert "Below A-1, 1st: game points, 7 against 4." in text
    assert "Below A-2, 2nd: game points, 4 against 2." in text
    assert "The cut: 1 qualify" in text
    assert "Nothing is open that could still change it." in text


def test_the_figure_that_decides_is_marked_and_the_line_is_drawn(checked: Event, checker: User) -> None:
    answer = signed_in(checker).get(page("ranks"))

    rows = answer.context["page"].rows
    assert [(row.seat, row.decides, row.cut_after) for row in rows] == [
        ("A-1", "", True),
        ("A-2", "game_points", False),
        ("A-3", "game_points", False),
        ("A-4", "game_points", False),
    ]
    assert '<a href="#cut">' in answer.content.decode()
    assert '<tbody id="cut">' in answer.content.decode()


@pytest.mark.parametrize(
    ("wanted", "shown", "found"),
    [
        pytest.param("a1", ["A-1", "A-2"], ["A-1"], id="the best and the next"),
        pytest.param("A-3", ["A-2", "A-3", "A-4"], ["A-3"], id="with both neighbours"),
        pytest.param("nobody", [], [], id="nobody"),
    ],
)
def test_a_player_is_found_among_their_neighbours(
    checked: Event, checker: User, wanted: str, shown: list[str], found: list[str]
) -> None:
    answer = signed_in(checker).get(page("ranks"), {"q": wanted})

    rows = answer.context["page"].rows
    assert [row.seat for row in rows] == shown
    assert [row.seat for row in rows if row.is_found] == found
    assert ("Nobody by “nobody”" in text_of(answer)) is (not found)


def test_an_open_card_says_where_it_can_still_come_out(event: Event, checker: User) -> None:
    make_cards(event, **CARDS)
    make_card(event, "A-4", "1: A-3 0 -03 \n 3: A-1 0 -40")

    text = text_of(signed_in(checker).get(page("ranks")))

    assert "Can come out 2nd at best, 4th at worst." in text
    assert "At least 0 game points, 0 won, net −164, plus 0; at most 3 game points, 1 won, net +78, plus 121." in text


def test_the_standings_lead_staff_there_and_nobody_else(checked: Event, checker: User) -> None:
    assert page("ranks") in signed_in(checker).get(page("standings")).content.decode()
    assert page("ranks") not in signed_in(None).get(page("standings")).content.decode()
