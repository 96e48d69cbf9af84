"""The pages of the qualifying round: each works, refuses whom and what it must, and says why, as the API does."""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorecards import tasks
from scorecards.cards.actions.cards import write_card
from scorecards.cards.reads import cards as cards_reads
from scorecards.crosscheck.actions.crosscheck import accept, start_cross_check
from scorecards.crosscheck.actions.looks import look_again
from scorecards.models import StandingsSnapshot, TieBreak
from scorecards.sheet.reads import sheet as sheet_reads
from scorecards.sheet.reads.discrepancies import discrepancies
from scorecards.sheet.reads.standings import qualifiers
from scorecards.sheet.reads.stored import pack_values, unpack_values
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import COMMAND, find, key, look_at_all, make_card, make_cards, sheet, written
from tournaments.access import Actor
from tournaments.day.actions.status import set_status
from tournaments.errors import Malformed
from tournaments.models import AuditEntry, Entry, Event, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.people.actions.relations import record_relation
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import signed_in, text_of
from tournaments.venue.actions.events import change_event, exempt_quota

pytestmark = pytest.mark.django_db

# Four players, three games. A-1 wins all; in game 1 its card says 12 where A-2 says 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
# beat one another in a circle and A-4 by five each: nothing separates them.
CIRCLE = {
    "A_1": "A-2 2 +10 \n A-3 0 -10 \n A-4 2 +05",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +10",
    "A_3": "A-4 2 +05 \n A-1 2 +10 \n A-2 0 -10",
    "A_4": "A-3 0 -05 \n A-2 0 -05 \n A-1 0 -05",
}
# A-1 wins all; the three below have beaten one another in a circle.
BELOW = {
    "A_1": "A-2 2 +10 \n A-3 2 +10 \n A-4 2 +10",
    "A_2": "A-1 0 -10 \n A-4 0 -05 \n A-3 2 +05",
    "A_3": "A-4 2 +05 \n A-1 0 -10 \n A-2 0 -05",
    "A_4": "A-3 0 -05 \n A-2 2 +05 \n A-1 0 -10",
}
GAME = "1-A-1-A-2"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
@kept
def checked(event: Event) -> Event:
    """All cards in, what differs read once more, and the cross-check begun."""
    make_cards(event, **CARDS)
    look_at_all(event)
    return start_cross_check(event=event, actor=COMMAND)


@pytest.fixture
def checker(tournament: Tournament) -> User:
    return make_user("checker", role="checker", tournament=tournament)


@pytest.fixture
def judge(tournament: Tournament) -> User:
    return make_user("judge", role="judge", tournament=tournament, is_head=True)


@pytest.fixture
def director(tournament: Tournament) -> User:
    return make_user("director", role="director", tournament=tournament)


@pytest.fixture
def stranger() -> User:
    return make_user("stranger")


def page(name: str, *more: str, slug: str = "sierra") -> str:
    # What a tie comes to rests on prizes as well, so that the app above takes it.
    app = "brackets" if name == "tiebreaks" else "scorecards"
    return reverse(f"{app}:{name}", args=[slug, "main", *more])


def card_data(*lines: str, version: int = 0, **totals: str) -> dict[str, str]:
    """What the entry desk sends: one text for each game."""
    typed = {f"line-{game}": line for game, line in enumerate(lines, start=1)}
    return {"version": str(version), **typed, **{f"total-{name}": total for name, total in totals.items()}}


def decision(event: Event, **more: str) -> dict[str, str]:
    return {"version": str(find(event, 1, "A-1", "A-2").version), "initials": "RM", **more}


def lines(event: Event, seat: str) -> list[str]:
    return [
        " ".join((line["opponent"], line["points"], line["plus"], line["minus"]))
        for line in cards_reads.card(sheet(event), seat)["lines"]
    ]


# --- Who may come in -------------------------------------------------------------------------------------------------

STAFF_PAGES = ["cards", "crosscheck", "accept_all"]


@pytest.mark.parametrize("name", [*STAFF_PAGES, "posting"])
def test_a_visitor_is_sent_to_sign_in(event: Event, name: str) -> None:
    response = signed_in(None).get(page(name))

    assert (response.status_code, response["Location"].partition("?")[0]) == (302, reverse("sign_in"))


@pytest.mark.parametrize("name", [*STAFF_PAGES, "posting"])
def test_somebody_without_a_role_is_told_whom_to_ask(event: Event, stranger: User, name: str) -> None:
    response = signed_in(stranger).get(page(name))

    assert response.status_code == 403
    assert "Ask the director for that role." in text_of(response)


@pytest.mark.parametrize("name", STAFF_PAGES)
def test_a_role_in_another_tournament_opens_nothing(event: Event, name: str) -> None:
    other = make_user(role="director", tournament=make_tournament("elsewhere"))

    assert signed_in(other).get(page(name)).status_code == 403


@pytest.mark.parametrize("name", [*STAFF_PAGES, "standings", "posting"])
def test_an_event_that_is_not_there_is_not_found(director: User, name: str) -> None:
    assert signed_in(director).get(page(name)).status_code == 404


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("accept", (GAME,)),
        ("by_hand", (GAME,)),
        ("refer", (GAME,)),
        ("leave", (GAME,)),
        ("take_back", (GAME,)),
        ("initials", ()),
        ("tiebreaks", ()),
        ("check", ()),
    ],
)
def test_what_is_done_is_posted(checked: Event, director: User, name: str, more: tuple[str, ...]) -> None:
    answer = signed_in(director).get(page(name, *more))

    assert answer.status_code == 302
    assert answer["Location"] in (page("crosscheck"), page("standings"))


@pytest.mark.parametrize(("name", "more"), [("cards", ()), ("standings", ())])
def test_what_is_read_is_not_posted(event: Event, director: User, name: str, more: tuple[str, ...]) -> None:
    assert signed_in(director).post(page(name, *more)).status_code == 405


@pytest.mark.parametrize(
    ("name", "more"),
    [("card", ("A-1",)), ("crosscheck", ()), ("accept", (GAME,)), ("refer", (GAME,)), ("accept_all", ())],
)
def test_a_judge_reads_and_does_not_write(checked: Event, judge: User, name: str, more: tuple[str, ...]) -> None:
    response = signed_in(judge).post(page(name, *more), {"version": "0"})

    assert response.status_code == 403


@pytest.mark.parametrize("name", ["tiebreaks", "check", "posting"])
def test_a_checker_does_not_do_the_director_s_work(checked: Event, checker: User, name: str) -> None:
    assert signed_in(checker).post(page(name)).status_code == 403


# --- The pile --------------------------------------------------------------------------------------------------------


def test_the_pile_says_which_cards_are_in(event: Event, checker: User) -> None:
    make_card(event, "A-1", CARDS["A_1"], OwnTotals(game_points=6))
    make_card(event, "A-2", CARDS["A_2"])
    make_card(event, "A-3", "A-4 2 +03")

    said = text_of(signed_in(checker).get(page("cards")))

    assert "A-1 Milt Orr totals off" in said
    assert "A-2 Dale Ashby in" in said
    assert "A-3 Ivan Flint 1 line" in said
    assert "A-4 Edie Marsh missing" in said
    assert "Cards complete 2 of 4" in said
    assert "Type A-3" in said


def test_the_pile_shows_what_is_left(event: Event, checker: User) -> None:
    make_card(event, "A-2", CARDS["A_2"])

    response = signed_in(checker).get(page("cards"), {"show": "left"})

    assert [card.seat for table in response.context["tables"] for card in table.cards] == ["A-1", "A-3", "A-4"]


def test_the_next_card_is_never_one_s_own(event: Event, checker: User) -> None:
    link_player(entry=Entry.objects.get(event=event, number=1), username=checker.username, actor=COMMAND)

    assert signed_in(checker).get(page("cards")).context["next"].seat == "A-2"


@pytest.mark.parametrize("wanted", ["a3", "A 3", "A-3", "A-3 Ivan Flint", "ivan", "FLI iv"])
def test_a_seat_or_a_name_opens_the_card(event: Event, checker: User, wanted: str) -> None:
    response = signed_in(checker).get(page("cards"), {"q": wanted})

    assert (response.status_code, response["Location"]) == (302, page("card", "A-3"))


@pytest.mark.parametrize("wanted", ["z9", "nobody", "\x00", "a" * 200])
def test_a_search_that_finds_nothing_says_so(event: Event, checker: User, wanted: str) -> None:
    response = signed_in(checker).get(page("cards"), {"q": wanted})

    assert response.status_code == 200
    assert "No card by that seat or name." in text_of(response)


def test_the_pile_takes_the_same_queries_for_one_card_and_for_four(event: Event, checker: User) -> None:
    client = signed_in(checker)
    make_card(event, "A-1", CARDS["A_1"])
    client.get(page("cards"))
    with CaptureQueriesContext(connection) as one:
        client.get(page("cards"))
    make_cards(event, **CARDS)

    with CaptureQueriesContext(connection) as four:
        client.get(page("cards"))

    assert len(four) == len(one)


# --- The entry desk --------------------------------------------------------------------------------------------------


def test_the_desk_expects_the_opponents_of_the_rotation(event: Event, checker: User) -> None:
    response = signed_in(checker).get(page("card", "A-1"))

    assert [(row.game, row.expected) for row in response.context["desk"].rows] == [(1, "A-2"), (2, "A-3"), (3, "A-4")]


def test_the_desk_marks_who_sits_out(tournament: Tournament, checker: User) -> None:
    make_event(tournament=tournament, games=3, entrants=5, seated=True)

    rows = signed_in(checker).get(page("card", "A-1")).context["desk"].rows

    assert [row.sits_out for row in rows].count(True) == 1


def test_a_card_typed_without_scripts_is_saved_and_leads_to_the_next(event: Event, checker: User) -> None:
    data = card_data("12", "@a4 W-7", ".", game_points="5", net="−3")

    response = signed_in(checker).post(page("card", "A-1"), data)

    assert (response.status_code, response["Location"]) == (302, f"{page('card', 'A-2')}?after=A-1")
    assert lines(event, "A-1") == ["A-2 2 12 ", "A-4 2  07", "   "]
    assert cards_reads.card(sheet(event), "A-1")["own_totals"]["net"] == -3


def test_a_number_before_a_slash_is_a_seat_of_the_card_s_own_table(tournament: Tournament, checker: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=8, tables=[4, 4], seated=True)

    signed_in(checker).post(page("card", "B-1"), card_data("3/12+", "A2/-7", "0/-16+"))

    assert lines(event, "B-1") == ["B-3 2 12 ", "A-2 0  07", " 2  16"]


def test_after_the_last_card_comes_the_pile(event: Event, checker: User) -> None:
    make_cards(event, **{seat: CARDS[seat] for seat in ("A_2", "A_3", "A_4")})

    response = signed_in(checker).post(page("card", "A-1"), card_data("12", "12", "40"))

    assert response["Location"] == f"{page('cards')}?after=A-1"


def test_the_desk_knows_the_names_of_its_site(event: Event, checker: User, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "hall.example"]

    response = signed_in(checker).get(page("card", "A-1"))

    assert 'data-hosts="testserver hall.example"' in response.content.decode()


def test_a_saved_card_is_shown_as_it_would_be_typed(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +07 \n A-4 2 -12 \n A-4 2 +45")

    response = signed_in(checker).get(page("card", "A-1"))

    assert [row.text for row in response.context["desk"].rows] == ["07", "@A-4 W-12", "45*"]
    assert "2 was written beside a spread of 45; it counts 3." in text_of(response)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(card_data("122"), "1 to 121", id="spread"),
        pytest.param(card_data("y"), "Not a spread", id="letters"),
        pytest.param(card_data("@zz99 5"), "Nobody in this event has the seat ZZ-99.", id="nobody there"),
        pytest.param(card_data("@A-1 5"), "A-1 cannot play against itself.", id="itself"),
        pytest.param(card_data("12", net="1.5"), "A total is a whole number", id="total"),
        pytest.param(card_data("1" * 30), "", id="too long"),
        pytest.param({"line-1": "12"}, "", id="no version"),
        pytest.param(card_data("12", version=-1), "", id="bad version"),
        pytest.param(card_data("1\x002"), "", id="null"),
    ],
)
def test_invalid_card_data_is_refused_with_its_reason_and_nothing_is_saved(
    event: Event, checker: User, data: dict[str, str], said: str
) -> None:
    response = signed_in(checker).post(page("card", "A-1"), data)

    assert response.status_code == 422
    assert said in text_of(response)
    assert cards_reads.card(sheet(event), "A-1")["version"] == 0


def test_a_fault_keeps_all_that_was_typed(event: Event, checker: User) -> None:
    response = signed_in(checker).post(page("card", "A-1"), card_data("12", "00", "-7", plus="99"))

    desk = response.context["desk"]
    assert [row.text for row in desk.rows] == ["12", "00", "-7"]
    assert [row.errors for row in desk.rows] == [(), ("1 to 121",), ()]
    assert desk.totals[2].text == "99"


def test_a_total_that_is_off_says_what_belongs_on_the_paper_and_stays_as_written(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +12 \n A-3 2 +05", OwnTotals(plus=27, minus=0))

    answer = signed_in(checker).get(page("card", "A-1"), {"as": "read"})

    body = answer.content.decode()
    assert '<span class="ink ink--blue ink--proposed"><del>27</del> <ins>17</ins></span>' in body
    assert body.count("ink--proposed") == 1
    assert "What is dashed belongs on the paper, in red with initials beside it." in text_of(answer)
    assert sheet(event).facts["A-1"].own == OwnTotals(plus=27, minus=0)


def test_a_stale_card_names_who_was_first(event: Event, checker: User, tournament: Tournament) -> None:
    mary = make_user("mary", role="checker", tournament=tournament)
    signed_in(mary).post(page("card", "A-1"), card_data("12", "", ""))

    shown = signed_in(checker).post(page("card", "A-1"), card_data("21", "", ""))

    assert shown.status_code == 409
    assert "mary changed this card after you opened it." in text_of(shown)
    assert re.search(r"Saved by mary, \d+:\d\d [AP]M", text_of(shown))
    assert "Somebody" not in text_of(shown)


@pytest.mark.parametrize(
    ("entrants", "rounds", "rows"),
    [
        pytest.param(4, None, 3, id="everybody has an opponent in every game"),
        pytest.param(5, None, 4, id="somebody sits out"),
        pytest.param(4, 5, 5, id="as many as the director set"),
    ],
)
def test_where_opponents_are_read_from_the_cards_there_is_a_row_for_every_round(
    tournament: Tournament, checker: User, entrants: int, rounds: int | None, rows: int
) -> None:
    make_event(tournament=tournament, games=3, movement="none", rounds=rounds, entrants=entrants, seated=True)

    html = signed_in(checker).get(page("card", "A-1")).content.decode()

    assert html.count(' data-game="') == rows


def test_comparing_the_typed_card_with_the_saved_one_saves_nothing(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +12")

    typed = card_data("21", "999", "", version=0)  # stale: the card was saved meanwhile

    shown = signed_in(checker).post(page("card", "A-1"), {**typed, "compare": "1"})

    assert shown.status_code == 200
    choices = {choice.name: choice for choice in shown.context["conflict"].differing}
    assert (choices["line-1"].mine.text, choices["line-2"].wrong) == ("21", "999")
    assert choices["line-2"].chosen == "other"
    assert lines(event, "A-1") == ["A-2 2 12 "]


@pytest.mark.parametrize(("typed", "saved"), [("16-", ["A-2 0  16"]), ("-", [])])
def test_a_third_value_is_saved_without_scripts_too(event: Event, checker: User, typed: str, saved: list[str]) -> None:
    make_card(event, "A-1", "A-2 2 +12")

    answer = signed_in(checker).post(page("card", "A-1"), {**card_data("other", version=1), "other-line-1": typed})

    assert answer.status_code == 302
    assert lines(event, "A-1") == saved


def test_a_third_value_that_is_not_typed_is_asked_for(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +12")

    answer = signed_in(checker).post(page("card", "A-1"), {**card_data("other", version=1), "other-line-1": ""})

    assert answer.status_code == 422
    assert "or choose one of the two versions." in text_of(answer)
    assert lines(event, "A-1") == ["A-2 2 12 "]


def test_a_stale_card_shows_both_versions_and_saves_neither(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +12 \n A-3 2 +05", OwnTotals(plus=17))

    response = signed_in(checker).post(page("card", "A-1"), card_data("21", "5", "-9", plus="30"))

    assert response.status_code == 409
    differing = response.context["conflict"].differing
    assert [(choice.label, choice.now.text, choice.mine.text) for choice in differing] == [
        ("Game 1", "12", "21"),
        ("Game 3", "", "-09"),
        ("Plus", "17", "30"),
    ]
    assert lines(event, "A-1") == ["A-2 2 12 ", "A-3 2 05 "]


def test_what_was_chosen_between_two_versions_is_saved(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +12")

    response = signed_in(checker).post(page("card", "A-1"), card_data("12", "-09", "", version=1))

    assert response.status_code == 302
    assert lines(event, "A-1") == ["A-2 2 12 ", "A-3 0  09"]


def test_the_same_card_twice_is_saved_whatever_its_version(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +12")

    response = signed_in(checker).post(page("card", "A-1"), card_data("12", version=0))

    assert response.status_code == 302
    assert cards_reads.card(sheet(event), "A-1")["version"] == 1


def test_a_card_of_one_s_own_is_read_and_not_typed(event: Event, checker: User) -> None:
    link_player(entry=Entry.objects.get(event=event, number=1), username=checker.username, actor=COMMAND)
    client = signed_in(checker)

    assert "A-1 is your own card." in text_of(client.get(page("card", "A-1")))
    response = client.post(page("card", "A-1"), card_data("12"))

    assert response.status_code == 403
    assert "A-1 is your own card." in text_of(response)
    assert lines(event, "A-1") == []


def test_the_card_of_a_no_show_is_not_typed(event: Event, checker: User) -> None:
    set_status(entry=Entry.objects.get(event=event, number=4), status="no_show", reason="ill", actor=COMMAND)
    client = signed_in(checker)

    assert "did not show up and has no card" in text_of(client.get(page("card", "A-4")))
    assert client.post(page("card", "A-4"), card_data("12")).status_code == 409


def test_cards_wait_for_the_seats(tournament: Tournament, checker: User) -> None:
    make_event(tournament=tournament, games=3, entrants=4)

    assert "The seats are not drawn yet." in text_of(signed_in(checker).get(page("cards")))


@pytest.mark.parametrize("seat", ["B-1", "a-1", "A-07", "A-999999", "nobody"])
def test_a_seat_that_nobody_has_is_not_found(event: Event, checker: User, seat: str) -> None:
    assert signed_in(checker).get(page("card", seat)).status_code == 404


def test_a_judge_reads_the_card_with_its_red_ink(checked: Event, judge: User) -> None:
    accept(
        event=checked,
        key=key(1, "A-1", "A-2"),
        initials="RM",
        version=find(checked, 1, "A-1", "A-2").version,
        actor=COMMAND,
    )

    response = signed_in(judge).get(page("card", "A-1"))

    first = response.context["card"].rows[0]
    assert (first.ink.plus.before, first.ink.plus.after, first.rules, first.initials) == ("12", "10", ("12.2.a",), "RM")
    assert "<del>12</del> <ins>10</ins>" in response.content.decode()


def test_the_desk_takes_the_same_queries_for_one_card_and_for_four(event: Event, checker: User) -> None:
    client = signed_in(checker)
    make_card(event, "A-1", "A-2 2 +12")
    client.get(page("card", "A-1"))
    with CaptureQueriesContext(connection) as one:
        client.get(page("card", "A-1"))
    make_cards(event, **CARDS)

    with CaptureQueriesContext(connection) as four:
        client.get(page("card", "A-1"))

    assert len(four) == len(one)


# --- Page and API refuse alike ---------------------------------------------------------------------------------------


def api_card(client: Client, lines: list[dict[str, object]]) -> tuple[int, str]:
    response = client.put(
        "/api/v1/tournaments/sierra/events/main/scorecards/A-1/",
        {"version": 0, "lines": lines},
        content_type="application/json",
    )
    return response.status_code, response.json()["message"]


LINE = {"game": 1, "opponent": "A-2", "points": "2", "plus": "21", "minus": ""}


def test_page_and_api_refuse_a_stale_card_alike(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +12")

    response = signed_in(checker).post(page("card", "A-1"), card_data("21"))

    status, message = api_card(signed_in(checker), [LINE])
    assert response.status_code == status == 409
    assert message in text_of(response)


def test_page_and_api_refuse_a_card_of_one_s_own_alike(event: Event, checker: User) -> None:
    link_player(entry=Entry.objects.get(event=event, number=1), username=checker.username, actor=COMMAND)

    response = signed_in(checker).post(page("card", "A-1"), card_data("21"))

    status, message = api_card(signed_in(checker), [LINE])
    assert response.status_code == status == 403
    assert message in text_of(response)


def test_page_and_api_refuse_a_judge_alike(event: Event, judge: User) -> None:
    response = signed_in(judge).post(page("card", "A-1"), card_data("21"))

    status, message = api_card(signed_in(judge), [LINE])
    assert response.status_code == status == 403
    assert message in text_of(response)


def test_page_and_api_refuse_a_posted_card_alike(event: Event, checker: User, director: User) -> None:
    make_posted(event)

    response = signed_in(checker).post(page("card", "A-1"), card_data("21"))

    status, message = api_card(signed_in(checker), [LINE])
    assert response.status_code == status == 409
    assert message in text_of(response)


def test_page_and_api_refuse_a_stale_decision_alike(checked: Event, checker: User) -> None:
    response = signed_in(checker).post(page("accept", GAME), {"initials": "RM", "version": "5"})

    sent = signed_in(checker).post(
        f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/accept/",
        {"initials": "RM", "version": 5},
        content_type="application/json",
    )
    assert response.status_code == sent.status_code == 409
    assert sent.json()["message"] in text_of(response)


def test_page_and_api_name_the_same_obstacles(checked: Event, director: User) -> None:
    response = signed_in(director).post(page("posting"), sure())

    sent = signed_in(director).post("/api/v1/tournaments/sierra/events/main/qualifiers/")
    assert response.status_code == sent.status_code == 409
    for error in sent.json()["errors"]:
        assert error["message"] in text_of(response)


# --- Cross-check -----------------------------------------------------------------------------------------------------


def test_before_it_begins_the_page_says_what_it_does(event: Event, checker: User) -> None:
    said = text_of(signed_in(checker).get(page("crosscheck")))

    assert "The cross-check has not begun." in said
    assert "4 cards are not in or not complete: A-1, A-2, A-3, A-4." in said


def test_beginning_twice_is_beginning_once(event: Event, checker: User) -> None:
    client = signed_in(checker)
    client.post(page("crosscheck"))
    begun = Event.objects.get(pk=event.pk).cross_checked_at

    response = client.post(page("crosscheck"))

    assert response.status_code == 302
    assert Event.objects.get(pk=event.pk).cross_checked_at == begun is not None


def test_before_the_seating_nothing_begins(tournament: Tournament, checker: User) -> None:
    make_event(tournament=tournament, entrants=4)

    response = signed_in(checker).post(page("crosscheck"))

    assert response.status_code == 409
    assert "Draw the seating first" in text_of(response)


def test_the_discrepancy_shown_names_its_rule_and_its_effect_on_the_card(checked: Event, checker: User) -> None:
    said = text_of(signed_in(checker).get(page("crosscheck")))

    assert "Game 1: A-1 Milt Orr and A-2 Dale Ashby" in said
    assert "12.2.a" in said
    assert "A-1’s card becomes a win by 10, 2 game points." in said
    # The old total, struck out, then the new one.
    assert "A-1’s totals: plus 64 62 , net +64 +62" in said


def test_a_suffix_does_not_stand_for_a_last_name(checked: Event, checker: User) -> None:
    Entry.objects.filter(event=checked, table="A", seat_number=1).update(name="Milt Orr III")

    cards = signed_in(checker).get(page("crosscheck")).context["open"].case.cards

    assert [(card.seat, card.surname) for card in cards] == [("A-1", "Orr"), ("A-2", "Ashby")]


def test_what_a_correction_does_to_places_is_said(tournament: Tournament, checker: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    # A-1 leads A-3 by one hole, and its own card has two too many in game 1.
    make_cards(
        event,
        A_1="A-2 2 +12 \n A-3 0 -05 \n A-4 2 +12",
        A_2="A-1 0 -10 \n A-4 0 -02 \n A-3 2 +01",
        A_3="A-4 2 +14 \n A-1 2 +05 \n A-2 0 -01",
        A_4="A-3 0 -14 \n A-2 2 +02 \n A-1 0 -12",
    )
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)

    said = text_of(signed_in(checker).get(page("crosscheck")))

    assert "By this game alone: Milt Orr (A-1) drops from 1st to 2nd and no longer qualifies." in said
    assert "Ivan Flint (A-3) moves up from 2nd to 1st and qualifies." in said
    assert "The director tells them" in said


def test_a_case_speaks_of_its_game_alone_and_the_list_of_all_corrections(tournament: Tournament, checker: User) -> None:
    """A-4 comes before A-3 by what the second game takes from both cards, and before A-1 by the first one."""
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(
        event,
        A_1="A-2 2 +20 \n A-3 2 +25 \n A-4 0 -01",
        A_2="A-1 0 -10 \n A-4 0 -29 \n A-3 0 -28",
        A_3="A-4 2 +10 \n A-1 0 -05 \n A-2 2 +28",
        A_4="A-3 0 -10 \n A-2 2 +29 \n A-1 2 +01",
    )
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)

    said = text_of(signed_in(checker).get(page("crosscheck"), {"case": GAME}))

    assert "By this game alone: Milt Orr (A-1) drops from 1st to 2nd and no longer qualifies." in said
    assert "Edie Marsh (A-4) moves up from 2nd to 1st and qualifies." in said
    assert "By all corrections together." in said
    assert "A-4 Edie Marsh moves up from 3rd to 1st and qualifies." in said


def test_a_correction_is_accepted_and_the_initials_are_remembered(checked: Event, checker: User) -> None:
    client = signed_in(checker)

    response = client.post(page("accept", GAME), decision(checked, table="A"))

    assert response.status_code == 302
    view = find(checked, 1, "A-1", "A-2")
    assert (view.state, view.initials) == ("accepted", "RM")
    assert "Signing RM" in text_of(client.get(page("crosscheck")))


def test_remembered_initials_sign_the_next_decision(checked: Event, checker: User) -> None:
    client = signed_in(checker)
    client.post(page("initials"), {"initials": "LF"})

    client.post(page("accept", GAME), decision(checked, initials=""))

    assert find(checked, 1, "A-1", "A-2").initials == "LF"


def test_without_initials_nothing_is_signed(checked: Event, checker: User) -> None:
    response = signed_in(checker).post(page("accept", GAME), decision(checked, initials=" "))

    assert response.status_code == 422
    assert "Type your initials" in text_of(response)
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_htmx_gets_the_list_with_the_decision_in_it(checked: Event, checker: User) -> None:
    response = signed_in(checker).post(page("accept", GAME), decision(checked), headers={"HX-Request": "true"})

    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith('<div id="check"')
    assert "Table A is settled." in text_of(response)


def test_a_stale_decision_shows_what_was_seen_and_what_is_there_now(checked: Event, checker: User) -> None:
    data = decision(checked, seen="A-1 +12; A-2 −10")
    make_card(checked, "A-1", CARDS["A_1"].replace("+12 \n A-3", "+14 \n A-3"))

    response = signed_in(checker).post(page("accept", GAME), data)

    said = text_of(response)
    assert response.status_code == 409
    assert "You had in view: A-1 +12; A-2 −10 . Now: A-1 +14; A-2 −10" in said
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_a_game_that_agrees_meanwhile_is_said_to(checked: Event, checker: User) -> None:
    data = decision(checked)
    make_card(checked, "A-1", CARDS["A_1"].replace("+12 \n A-3", "+10 \n A-3"))

    response = signed_in(checker).post(page("accept", GAME), data)

    assert response.status_code == 409
    assert "no longer differ in this game" in text_of(response)


def test_nobody_decides_on_a_card_of_their_own(checked: Event, checker: User) -> None:
    link_player(entry=Entry.objects.get(event=checked, number=2), username=checker.username, actor=COMMAND)
    client = signed_in(checker)

    assert "One of these cards is your own." in text_of(client.get(page("crosscheck")))
    response = client.post(page("accept", GAME), decision(checked))

    assert response.status_code == 403
    assert "A-2 is your own card." in text_of(response)
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_no_change_is_decided_by_hand_with_a_reason(checked: Event, checker: User) -> None:
    data = decision(checked, reason="Both saw the board", **{"stands-A-1": "12", "stands-A-2": ""})

    response = signed_in(checker).post(page("by_hand", GAME), data)

    view = find(checked, 1, "A-1", "A-2")
    assert response.status_code == 302
    assert (view.state, view.reason, view.resolved["A-1"]["plus"]) == ("overridden", "Both saw the board", "12")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"reason": ""}, "Say why"),
        ({"reason": "x", "stands-A-1": "122"}, "1 to 121"),
        ({"reason": "x" * 501}, ""),
        ({"reason": "x", "version": "now"}, ""),
    ],
)
def test_a_decision_by_hand_that_is_not_whole_is_refused(
    checked: Event, checker: User, more: dict[str, str], said: str
) -> None:
    response = signed_in(checker).post(page("by_hand", GAME), decision(checked) | more)

    assert response.status_code == 422
    assert said in text_of(response)
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_a_game_is_put_before_the_head_judge_who_decides_it(checked: Event, checker: User, judge: User) -> None:
    signed_in(checker).post(page("refer", GAME), decision(checked, reason="The ink is smeared"))
    assert find(checked, 1, "A-1", "A-2").state == "open"
    data = decision(checked, reason="Looked at both", **{"stands-A-1": "11", "stands-A-2": "-11"})

    refused = signed_in(checker).post(page("by_hand", GAME), data)
    response = signed_in(judge).post(page("by_hand", GAME), data | {"initials": "JH"})

    assert refused.status_code == 403
    assert response.status_code == 302
    assert find(checked, 1, "A-1", "A-2").resolved["A-2"]["minus"] == "11"


def test_enter_goes_on_from_a_game_that_waits_for_the_head_judge(checked: Event, checker: User) -> None:
    """Where nothing is to be signed Enter leads to the next difference, or else to the next table; elsewhere it signs."""
    client = signed_in(checker)
    at_first = client.get(page("crosscheck"), {"case": GAME}).content.decode()
    client.post(page("refer", GAME), decision(checked, reason="The ink is smeared"))

    now = client.get(page("crosscheck"), {"case": GAME})

    html = now.content.decode()
    assert 'id="accept-button"' in at_first
    assert 'data-key="ArrowDown Enter"' not in at_first
    assert 'id="accept-button"' not in html
    assert now.context["open"].asks_nothing
    assert ('data-key="ArrowDown Enter"' in html) == bool(now.context["open"].next)


def test_the_head_judge_sees_what_the_rules_would_make_of_a_game_that_was_put_before_them(
    checked: Event, checker: User, judge: User
) -> None:
    signed_in(checker).post(page("refer", GAME), decision(checked, reason="The ink is smeared"))

    said = text_of(signed_in(judge).get(page("crosscheck"), {"case": GAME}))

    assert "14.1 (2020) A checker put this game before the head judge. The head judge decides." in said
    assert "Rule 12.2 does not settle this" not in said
    assert "What rule 12.2 would make of it, had nobody put it before the head judge: 12.2.a (2020)" in said
    assert "A-1’s card becomes a win by 10, 2 game points." in said
    waiting = text_of(signed_in(judge).get(reverse("judging:referrals", args=["sierra"])))
    assert "What the rules would make of it: 12.2.a" in waiting


def test_what_is_not_one_s_to_decide_is_not_offered_and_says_whose_it_is(
    checked: Event, checker: User, judge: User
) -> None:
    proposed = signed_in(judge).get(page("crosscheck"), {"case": GAME})
    signed_in(checker).post(page("refer", GAME), decision(checked, reason="The ink is smeared"))
    hand = {"stands-A-1": "11", "stands-A-2": "-11"}
    signed_in(judge).post(page("by_hand", GAME), decision(checked, reason="Seen", **hand) | {"initials": "JH"})
    ruled, by_judge = (signed_in(user).get(page("crosscheck"), {"case": GAME}) for user in (checker, judge))

    assert "To be decided by checkers and the director." in text_of(proposed)
    assert page("by_hand", GAME) not in proposed.content.decode()
    assert "To be taken back by the head judge and the director." in text_of(ruled)
    for name in ("by_hand", "take_back"):
        assert page(name, GAME) not in ruled.content.decode()
        assert page(name, GAME) in by_judge.content.decode()
    # The ruling asks why: no key takes it back.
    assert "Take back the last signature" not in text_of(by_judge)
    assert "Take the ruling back" in text_of(by_judge)


def test_a_decision_is_taken_back_and_the_game_opened_again(checked: Event, checker: User) -> None:
    client = signed_in(checker)
    client.post(page("accept", GAME), decision(checked))
    assert "Take back the last signature: game 1, A-1 and A-2, RM" in text_of(client.get(page("crosscheck")))

    response = client.post(page("take_back", GAME))

    assert (response.status_code, response["Location"]) == (302, f"{page('crosscheck')}?case={GAME}#now")
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_an_old_page_does_not_take_back_what_was_decided_since(checked: Event, checker: User, director: User) -> None:
    client = signed_in(checker)
    client.post(page("accept", GAME), decision(checked))
    shown = client.get(page("crosscheck"), {"case": GAME})
    versions = re.findall(r'name="version" value="(\d+)"', shown.content.decode())
    old = find(checked, 1, "A-1", "A-2").version
    assert set(versions) == {str(old)}
    signed_in(director).post(page("take_back", GAME), {"version": old})
    hand = {"stands-A-1": "11", "stands-A-2": "-11"}
    signed_in(director).post(page("by_hand", GAME), decision(checked, reason="Seen", **hand))
    assert find(checked, 1, "A-1", "A-2").state == "overridden"

    refused = client.post(page("take_back", GAME), {"version": old})
    api = api_of(checker)
    at = f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/decision/"
    by_api = api.delete(at, {"version": old}, format="json")

    assert refused.status_code == 409
    assert "The cards or the decision changed after you looked." in text_of(refused)
    assert (by_api.status_code, by_api.json()["code"]) == (409, "stale")
    assert find(checked, 1, "A-1", "A-2").state == "overridden"
    now = find(checked, 1, "A-1", "A-2").version
    assert api.delete(at, {"version": now}, format="json").status_code == 200
    # Twice is once.
    assert client.post(page("take_back", GAME), {"version": now}).status_code == 302


def test_all_that_is_proposed_is_accepted_at_once(checked: Event, checker: User) -> None:
    revision = Event.objects.get(pk=checked.pk).revision

    response = signed_in(checker).post(page("accept_all"), {"initials": "RM", "revision": revision})

    assert response.status_code == 302
    assert find(checked, 1, "A-1", "A-2").state == "accepted"


def test_all_is_refused_where_something_changed_meanwhile(checked: Event, checker: User) -> None:
    response = signed_in(checker).post(page("accept_all"), {"initials": "RM", "revision": 1})

    assert response.status_code == 409
    assert "Something changed after you looked." in text_of(response)
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


@pytest.mark.parametrize("name", ["1-A-2-A-1", "1-A-1-A-9", "nothing", "1-A-1-A-1", "0-A-1-A-2"])
def test_a_game_that_is_named_wrongly_is_not_found(checked: Event, checker: User, name: str) -> None:
    assert signed_in(checker).post(page("accept", name), {"initials": "RM", "version": "1"}).status_code == 404


def test_no_harm_no_foul_needs_no_signature(event: Event, checker: User) -> None:
    make_cards(
        event, **CARDS | {"A_1": "A-2 2 +10 \n A-3 2 +12 \n A-4 3 +40", "A_2": CARDS["A_2"].replace("-10", "-15")}
    )
    start_cross_check(event=event, actor=COMMAND)

    first = text_of(signed_in(checker).get(page("crosscheck"), {"case": GAME}))
    look_at_all(event)
    said = text_of(signed_in(checker).get(page("crosscheck"), {"case": GAME}))

    assert "Only what the papers truly say goes to rule 12.2." in first
    assert "12.2.h (2020) No harm, no foul" in said
    assert "Accept" not in first + said


def test_a_difference_in_the_dead_zone_is_shown_with_nothing_to_sign(event: Event, checker: User) -> None:
    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12").replace("+07", "+09")})
    start_cross_check(event=event, actor=COMMAND)

    said = text_of(signed_in(checker).get(page("crosscheck"), {"table": "dead-zone"}))

    assert "A-2 Ashby +09 A-3 Flint −07" in said
    assert "Both stand, nothing to sign." in said


def test_the_cross_check_takes_the_same_queries_for_one_difference_and_for_three(checked: Event, checker: User) -> None:
    client = signed_in(checker)
    client.get(page("crosscheck"))
    with CaptureQueriesContext(connection) as one:
        client.get(page("crosscheck"))
    make_cards(checked, A_1="A-2 2 +12 \n A-3 2 +13 \n A-4 3 +41")

    with CaptureQueriesContext(connection) as three:
        client.get(page("crosscheck"))

    assert len(discrepancies(sheet(checked))) == 3
    assert len(three) == len(one)


# --- Standings -------------------------------------------------------------------------------------------------------


def stored(event: Event) -> str:
    """Compute the standings as the job does; their revision."""
    tasks.recompute_standings(event.pk)
    return str(Event.objects.get(pk=event.pk).revision)


def test_everybody_reads_the_standings(checked: Event) -> None:
    stored(checked)

    response = signed_in(None).get(page("standings"))

    said = text_of(response)
    assert response.status_code == 200
    assert "Provisional 4 of 4 cards, as of" in said
    assert "1 Milt Orr A-1 Follow 7 3 +62 62" in said
    assert "The cut: 1 qualify" in said
    assert "Dale Ashby High nonqualifier" in said


def test_the_posting_page_says_how_many_lines_are_still_to_be_read(event: Event, director: User) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=COMMAND)

    assert signed_in(director).get(page("posting")).context["unread"].startswith("2 lines are still to be read again")
    look_at_all(event)
    assert signed_in(director).get(page("posting")).context["unread"] == ""


def test_the_standings_say_what_is_not_settled_yet(event: Event) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=COMMAND)
    stored(event)
    to_read = "2 lines are still to be read again on the papers: until then they count as they were typed."
    to_sign = "1 correction is proposed and waits for initials: it counts as if it were signed."

    said = text_of(signed_in(None).get(page("standings")))
    assert to_read in said
    assert to_sign in said
    look_at_all(event)
    stored(event)
    said = text_of(signed_in(None).get(page("standings")))
    assert "still to be read again" not in said
    assert to_sign in said
    assert (signed_in(None).get("/api/v1/tournaments/sierra/events/main/standings/").json()["to_sign"]) == 1
    version = find(event, 1, "A-1", "A-2").version
    accept(event=event, key=key(1, "A-1", "A-2"), initials="JK", version=version, actor=COMMAND)
    stored(event)

    assert "waits for initials" not in text_of(signed_in(None).get(page("standings")))


def test_the_figure_that_decided_is_marked(event: Event) -> None:
    make_cards(event, **CARDS)
    stored(event)

    rows = signed_in(None).get(page("standings")).content.decode()

    assert rows.count(" is-group") + rows.count('"is-group') == 4


def test_a_tie_shares_a_rank_and_says_so(event: Event) -> None:
    make_cards(event, **CIRCLE)
    stored(event)

    said = text_of(signed_in(None).get(page("standings")))

    assert "T1 Milt Orr Tied at the line A-1" in said
    assert "High nonqualifier" not in said


def test_whoever_has_seen_this_revision_gets_nothing_new(checked: Event) -> None:
    revision = stored(checked)
    client = signed_in(None)

    assert client.get(page("standings"), {"v": revision}, headers={"HX-Request": "true"}).status_code == 204
    fresh = client.get(page("standings"), {"v": "0"}, headers={"HX-Request": "true"})

    assert fresh.content.decode().lstrip().startswith('<div id="live" hx-get="?v=' + revision)


def test_the_public_never_waits_and_staff_see_the_newest(event: Event, checker: User) -> None:
    make_cards(event, **CARDS)
    old = stored(event)
    make_card(event, "A-1", "A-2 0 -12")
    newest = Event.objects.get(pk=event.pk).revision

    public = signed_in(None).get(page("standings"))
    assert f'hx-get="?v={old}"' in public.content.decode()
    assert "Newer results are being added." in text_of(public)
    staff = signed_in(checker).get(page("standings"))

    assert f'hx-get="?v={newest}"' in staff.content.decode()


def test_a_poll_for_what_is_being_computed_gets_nothing_new(event: Event) -> None:
    make_cards(event, **CARDS)
    old = stored(event)
    make_card(event, "A-1", "A-2 0 -12")

    response = signed_in(None).get(page("standings"), {"v": old}, headers={"HX-Request": "true"})

    assert response.status_code == 204


def test_the_followed_row_is_marked_and_stays_in_sight(checked: Event) -> None:
    stored(checked)

    said = text_of(signed_in(None).get(page("standings"), {"me": "a2"}))

    assert "Dale Ashby Following" in said
    assert "2nd Dale Ashby 3 game points below the last who qualifies" in said


def test_a_search_without_scripts_shows_the_rows_it_finds(checked: Event) -> None:
    stored(checked)

    said = text_of(signed_in(None).get(page("standings"), {"q": "edie"}))

    assert "Edie Marsh" in said
    assert "Milt Orr" not in said


@pytest.mark.parametrize("query", [{"v": "x" * 999}, {"me": "\x00"}, {"q": "\x00"}, {"me": "ZZ-999"}, {"q": "%00é"}])
def test_odd_questions_are_no_error(checked: Event, query: dict[str, str]) -> None:
    stored(checked)

    assert signed_in(None).get(page("standings"), query).status_code == 200


def test_before_the_seating_the_page_says_what_will_come(tournament: Tournament) -> None:
    make_event(tournament=tournament, entrants=4)

    assert "The seats are not drawn yet." in text_of(signed_in(None).get(page("standings")))


def test_before_the_first_card_the_page_says_so(event: Event) -> None:
    assert "No card is in yet." in text_of(signed_in(None).get(page("standings")))


def test_hidden_standings_say_so_and_staff_see_them(checked: Event, director: User, checker: User) -> None:
    change_event(event=checked, changes={"hidden": ["standings"]}, reason="", actor=COMMAND)

    response = signed_in(None).get(page("standings"))

    assert response.status_code == 403
    assert "The director has not made this public yet." in text_of(response)
    assert signed_in(checker).get(page("standings")).status_code == 200


def test_a_private_tournament_does_not_exist_for_the_public() -> None:
    make_event(tournament=make_tournament("closed", public=False), entrants=4, seated=True)

    assert signed_in(None).get(page("standings", slug="closed")).status_code == 404


def test_times_are_those_of_the_hall(checked: Event) -> None:
    stored(checked)
    StandingsSnapshot.objects.update(computed_at="2026-03-07T00:26:00Z")

    assert "as of 4:26 PM." in text_of(signed_in(None).get(page("standings")))


def test_two_hundred_rows_weigh_less_than_forty_kilobytes(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=3, entrants=200, tables=(100, 100), seated=True)
    make_card(event, "A-1", "A-2 2 +12")
    stored(event)

    response = signed_in(None).get(page("standings"), headers={"Accept-Encoding": "gzip"})

    assert response["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.content).count(b'<td class="rk">') == 200
    assert len(response.content) < 40_000


def test_the_standings_take_the_same_queries_for_four_and_for_forty(tournament: Tournament) -> None:
    counted = []
    for slug, entrants in (("few", 4), ("many", 40)):
        event = make_event(tournament=tournament, slug=slug, games=3, entrants=entrants, seated=True)
        make_card(event, "A-1", "A-2 2 +12")
        stored(event)
        with CaptureQueriesContext(connection) as queries:
            signed_in(None).get(reverse("scorecards:standings", args=["sierra", slug]))
        counted.append(len(queries))

    # One of them asks what is announced, one at each rendering who has a page across events, one who withdrew, and two once a
    # minute which earlier times can be looked at.
    assert counted == [8, 8]


def test_the_director_records_how_a_tie_was_played_out(event: Event, director: User) -> None:
    make_cards(event, **CIRCLE)
    start_cross_check(event=event, actor=COMMAND)
    client = signed_in(director)
    assert "One tie touches a qualifying place." in text_of(client.get(page("standings")))

    places = {"place-A-1": "2", "place-A-2": "1", "place-A-3": "3"}
    response = client.post(page("tiebreaks"), {"members": "A-1 A-2 A-3", **places})

    assert response.status_code == 302
    assert [place.entry.seat for place in TieBreak.objects.get().places.all()] == ["A-2", "A-1", "A-3"]
    assert "Played off: A-2, A-1, A-3, best first." in text_of(client.get(page("standings")))


def test_a_tie_below_the_line_can_be_played_off_and_posting_does_not_wait(event: Event, director: User) -> None:
    make_cards(event, **BELOW)
    start_cross_check(event=event, actor=COMMAND)
    client = signed_in(director)

    standings, posting = client.get(page("standings")), client.get(page("posting"))

    assert "No tie touches a qualifying place." in text_of(standings)
    assert "Level at 2nd. The high nonqualifier depends on it. Posting does not wait for it" in text_of(standings)
    told = "are level for the high nonqualifier, the first place below the line."
    assert f"A-2 Dale Ashby, A-3 Ivan Flint and A-4 Edie Marsh {told}" in text_of(posting)
    assert f'href="{page("standings")}#ties"' in posting.content.decode()
    assert "What stands in the way" not in text_of(posting)
    places = {"place-A-2": "2", "place-A-3": "1", "place-A-4": "3"}
    client.post(page("tiebreaks"), {"members": "A-2 A-3 A-4", **places})
    assert told not in text_of(client.get(page("posting")))
    assert sheet_reads.sheet(Event.objects.get(pk=event.pk)).statuses["A-3"] == "high_nonqualifier"


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        ({"members": "A-1 A-2", "place-A-1": "1", "place-A-2": "1"}, 422, "a place of their own"),
        ({}, 422, "a place of their own"),
        ({"order": "A-1 A-2"}, 409, "The cards do not leave exactly these level."),
        ({"order": "A-1 Z-9"}, 422, "Nobody in this event has the seat Z-9."),
    ],
)
def test_an_impossible_order_is_refused(
    event: Event, director: User, data: dict[str, str], status: int, said: str
) -> None:
    make_cards(event, **CIRCLE)

    response = signed_in(director).post(page("tiebreaks"), data)

    assert response.status_code == status
    assert said in text_of(response)
    assert not TieBreak.objects.exists()


def test_the_director_checks_the_stored_standings_against_the_cards(checked: Event, director: User) -> None:
    stored(checked)
    client = signed_in(director)
    assert "The standings agree with the cards." in text_of(client.post(page("check"), follow=True))
    wrong = unpack_values(StandingsSnapshot.objects.get().body)
    wrong["rows"][0]["net"] = 99
    StandingsSnapshot.objects.update(body=pack_values(wrong))

    response = client.post(page("check"), follow=True)

    assert "The stored standings were wrong at A-1" in text_of(response)


# --- Posting ---------------------------------------------------------------------------------------------------------


def make_posted(event: Event) -> None:
    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")})
    start_cross_check(event=event, actor=COMMAND)
    post_qualifiers(event=event, actor=COMMAND)


def test_what_stands_in_the_way_is_linked_to_where_it_is_cured(checked: Event, director: User) -> None:
    make_card(checked, "A-4", "A-3 0 -03")

    response = signed_in(director).get(page("posting"))

    html = unescape(response.content.decode())
    assert f'href="{page("card", "A-4")}"' in html
    assert f'href="{page("crosscheck")}?case={GAME}"' in html
    assert "disabled" in html


def test_a_tie_in_the_way_leads_to_the_director_s_form(event: Event, director: User) -> None:
    make_cards(event, **CIRCLE)
    start_cross_check(event=event, actor=COMMAND)

    assert f'href="{page("standings")}#ties"' in signed_in(director).get(page("posting")).content.decode()


def sure(**more: str) -> dict[str, Any]:
    """What the page sends the second time, of the list as it is now."""
    return {"sure": "yes", "revision": Event.objects.get(slug="main").revision, **more}


def test_posting_asks_once_more_and_then_posts(event: Event, director: User) -> None:
    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")})
    start_cross_check(event=event, actor=COMMAND)
    client = signed_in(director)

    asked = client.post(page("posting"))
    assert "taking it back takes a reason" in text_of(asked)
    assert Event.objects.get(pk=event.pk).posted_at is None
    done = client.post(page("posting"), sure(), follow=True)

    assert "Official," in text_of(done)
    assert [one["seat"] for one in qualifiers(event)] == ["A-1"]


def test_the_cards_are_compared_once_to_post_them(event: Event, director: User) -> None:
    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")})
    start_cross_check(event=event, actor=COMMAND)
    client, sent = signed_in(director), sure()

    with CaptureQueriesContext(connection) as queries:
        assert client.post(page("posting"), sent).status_code == 302

    assert sum('FROM "scorecards_scoreline"' in one["sql"] for one in queries) == 1


# In game 1 the cards say 16 and 14: the rulebook lets both stand, and the paper may say something else.
STANDS = CARDS | {"A_1": "A-2 2 +14 \n A-3 2 +12 \n A-4 3 +40", "A_2": CARDS["A_2"].replace("-10", "-16")}


def test_lines_that_nobody_read_again_are_posted_with_a_reason_alone(event: Event, director: User) -> None:
    make_cards(event, **STANDS)
    start_cross_check(event=event, actor=COMMAND)
    client = signed_in(director)
    assert sheet(event).obstacles == ()

    shown = text_of(client.get(page("posting")))
    bare = client.post(page("posting"), sure())
    asked = client.post(page("posting"), {"reason": "Both papers are here"})
    posted_before = Event.objects.get(pk=event.pk).posted_at
    done = client.post(page("posting"), sure(reason="Both papers are here"), follow=True)

    assert "Game 1 of A-1 differs from the other card, and nobody has read it again on the paper." in shown
    assert "2 lines that could change who qualifies were not read again on the papers." in shown
    assert bare.status_code == 422
    assert "Say why nobody reads these lines again" in text_of(bare)
    assert "Posted anyway: Both papers are here" in text_of(asked)
    assert posted_before is None
    assert "Official," in text_of(done)
    row = AuditEntry.objects.get(action="qualifiers.posted")
    assert (row.reason, row.after["unread"]) == ("Both papers are here", [["A-1", 1], ["A-2", 1]])


def test_who_posts_is_told_which_lines_the_opponent_typed(event: Event, director: User, checker: User) -> None:
    """A checker who plays types cards of people whom they met."""
    link_player(entry=event.entries.get(number=1), username=checker.username, actor=COMMAND)
    typed = CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")}
    make_cards(event, **{seat: text for seat, text in typed.items() if seat != "A_3"})
    card = written(CARDS["A_3"].replace("+03", "+04"))
    write_card(event=event, seat="A-3", version=0, card=card, actor=Actor.of_user(checker))
    # Whoever saves another line of a card, or of theirs the totals, has not typed the rest.
    for seat, actor in (("A-3", COMMAND), ("A-2", Actor.of_user(checker))):
        again = written(typed[seat.replace("-", "_")], OwnTotals(plus=77))
        version = sheet(event).facts[seat].version
        write_card(event=event, seat=seat, version=version, card=again, actor=actor)
    start_cross_check(event=event, actor=COMMAND)

    told = text_of(signed_in(director).get(page("posting")))

    assert "Game 2 of A-3 was typed by the opponent, checker (A-1), and nobody else has read it." in told
    assert "of A-2 was typed by the opponent" not in told


def test_who_posts_is_told_who_signed_for_somebody_related(event: Event, director: User, checker: User) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    entry = Entry.objects.select_related("event", "player").get(event=event, number=2)
    record_relation(tournament=event.tournament, one=entry, other=checker, kind="family", actor=COMMAND)
    version = find(event, 1, "A-1", "A-2").version
    api_of(checker).post(
        f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/accept/", {"initials": "DD", "version": version}
    )

    told = text_of(signed_in(director).get(page("posting")))

    assert "was signed DD by checker, who is related to the player of A-2; no third checker signed." in told
    assert "without another look" not in told


def test_a_list_that_changed_since_it_was_looked_at_is_not_posted(event: Event, director: User) -> None:
    """A slip that is typed while the director reads the list would else be posted, and under a reason given for others."""
    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")})
    start_cross_check(event=event, actor=COMMAND)
    client = signed_in(director)
    asked = client.post(page("posting"))
    seen = re.search(r'name="revision" value="([0-9]+)"', asked.content.decode())
    assert seen
    make_card(event, "A-3", CARDS["A_3"].replace("+03", "+04"))

    late = client.post(page("posting"), {"sure": "yes", "revision": seen[1], "reason": "All seen"})
    unseen = client.post(page("posting"), {"sure": "yes", "reason": "All seen"})

    assert late.status_code == 409
    assert "has changed since you looked at this list" in text_of(late)
    assert unseen.status_code == 422
    assert "Look at the list first, then post it." in text_of(unseen)
    assert Event.objects.get(pk=event.pk).posted_at is None


def test_who_posts_is_told_which_cards_do_not_add_up(event: Event, director: User) -> None:
    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")})
    start_cross_check(event=event, actor=COMMAND)
    card = written(CARDS["A_1"], totals=OwnTotals(8, 3, 64, 0, 64))
    write_card(event=event, seat="A-1", version=sheet(event).facts["A-1"].version, card=card, actor=COMMAND)

    told = text_of(signed_in(director).get(page("posting")))

    assert "A-1: " in told
    assert "These cards do not add up" in told


def test_what_was_read_again_is_posted_without_a_reason(event: Event, director: User) -> None:
    make_cards(event, **STANDS)
    look_at_all(event)
    start_cross_check(event=event, actor=COMMAND)

    assert signed_in(director).get(page("posting")).context["unread_lines"] == ()
    done = signed_in(director).post(page("posting"), sure(), follow=True)

    assert "Official," in text_of(done)
    assert "unread" not in AuditEntry.objects.get(action="qualifiers.posted").after


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301])
def test_the_action_takes_no_empty_and_no_endless_reason(event: Event, reason: str) -> None:
    make_cards(event, **STANDS)
    start_cross_check(event=event, actor=COMMAND)

    with pytest.raises(Malformed) as refused:
        post_qualifiers(event=event, unread_reason=reason, actor=COMMAND)

    assert [fault.field for fault in refused.value.faults] == ["reason"]
    assert Event.objects.get(pk=event.pk).posted_at is None


def test_a_program_posts_on_its_users_word_and_the_log_names_the_lines(event: Event, director: User) -> None:
    make_cards(event, **STANDS)
    start_cross_check(event=event, actor=COMMAND)

    answer = api_of(director).post("/api/v1/tournaments/sierra/events/main/qualifiers/")

    assert answer.status_code == 201
    assert AuditEntry.objects.get(action="qualifiers.posted").after["unread"] == [["A-1", 1], ["A-2", 1]]
    log = text_of(signed_in(director).get(reverse("desk:log", args=["sierra", "main"])))
    assert "1 qualifier posted. Not read again: A-1 game 1, A-2 game 1." in log


def test_who_posts_is_told_what_was_signed_without_a_look(event: Event, director: User, checker: User) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=COMMAND)
    version = find(event, 1, "A-1", "A-2").version
    api_of(checker).post(
        f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/accept/", {"initials": "CC", "version": version}
    )

    told = text_of(signed_in(director).get(page("posting")))

    assert "Game 1 of A-1 and A-2 was signed CC by checker without another look at A-1 and A-2." in told


def test_who_posts_is_told_what_rests_on_one_person_alone(checked: Event, director: User, checker: User) -> None:
    for seat, reading in (("A-1", Line(1, "A-2", 2, 12, None)), ("A-2", Line(1, "A-1", 0, None, 10))):
        look_again(event=checked, seat=seat, game=1, reading=reading, actor=COMMAND)
    by_two = text_of(signed_in(director).get(page("posting")))
    hand = {"stands-A-1": "11", "stands-A-2": "-11"}
    signed_in(director).post(
        page("by_hand", GAME), decision(checked, reason="Seen on both", **hand) | {"initials": "DD"}
    )

    told = text_of(signed_in(director).get(page("posting")))

    assert "2 lines that differed rest on one person alone each" in by_two
    assert "A-1 game 1, test; A-2 game 1, test." in by_two
    assert "decided by hand" not in by_two
    assert "Game 1 of A-1 and A-2 was decided by hand, signed DD: Seen on both" in told


def test_an_exemption_is_shown_with_its_reason(checked: Event, director: User) -> None:
    exempt_quota(event=checked, quota=2, reason="Two boards left", actor=COMMAND)

    assert "2 qualify, by exemption: Two boards left" in text_of(signed_in(director).get(page("posting")))
    exempt_quota(event=checked, quota=0, reason="Medals alone", actor=COMMAND)
    assert "Nobody qualifies, by exemption: Medals alone" in text_of(signed_in(director).get(page("posting")))
    assert "Nobody qualifies, by exemption." in text_of(signed_in(director).get("/t/sierra/main/log/"))


def test_once_posted_no_signature_is_offered_to_be_taken_back(checked: Event, checker: User, director: User) -> None:
    client = signed_in(checker)
    client.post(page("accept", GAME), decision(checked))
    signed_in(director).post(page("posting"), sure())

    assert Event.objects.get(pk=checked.pk).posted_at is not None
    assert "Take back the last signature" not in text_of(client.get(page("crosscheck")))


def test_after_posting_everything_says_official_and_nothing_is_typed(
    event: Event, director: User, checker: User
) -> None:
    make_posted(event)
    stored(event)

    assert "Official," in text_of(signed_in(None).get(page("standings")))
    assert "The qualifiers are posted, and this card with them." in text_of(signed_in(checker).get(page("card", "A-1")))
    again = signed_in(director).post(page("posting"), sure())

    assert again.status_code == 409
    assert "The qualifiers are posted already." in text_of(again)
    # A late correction, and what is opened to everybody, is on the open pages within two seconds too.
    assert 'hx-trigger="every 1500ms"' in signed_in(None).get(page("standings")).content.decode()
