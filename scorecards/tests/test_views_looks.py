"""The page of looking again: blind, for checkers, one line at a time; and what the cross-check says of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorecards.cards.actions.cards import write_card
from scorecards.crosscheck.actions.crosscheck import GameKey, accept, start_cross_check, take_back_decision
from scorecards.crosscheck.actions.looks import look_again
from scorecards.crosscheck.actions.undo import undo
from scorecards.models import Look, Presence, Showing
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.tests.factories import COMMAND, find, look_at_all, make_cards, sheet, written
from tournaments.access import Rights
from tournaments.models import AuditEntry, Entry, Event, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.people.actions.relations import record_relation
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import html_of, signed_in, text_of

pytestmark = pytest.mark.django_db

# Game 1 of differs, 97 against 88: figures that stand nowhere else on a page.
CARDS = {
    "A_1": "A-2 3 +97 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -88 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
API = "/api/v1/tournaments/sierra/events/main/looks/"
GAME = "1-A-1-A-2"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
@kept
def event(tournament: Tournament) -> Event:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    return event


@pytest.fixture
def rosa(tournament: Tournament) -> User:
    return make_user("rosa", role="checker", tournament=tournament)


@pytest.fixture
def lena(tournament: Tournament) -> User:
    return make_user("lena", role="checker", tournament=tournament)


@pytest.fixture
def client(rosa: User) -> Client:
    return signed_in(rosa)


def page(name: str, *more: object) -> str:
    return reverse(f"scorecards:{name}", args=["sierra", "main", *more])


def read(client: Client, seat: str, reading: str, *, game: int = 1, number: int = 1, **more: Any) -> Any:
    return client.post(page("look", seat, game), {"reading": reading, "number": number}, **more)


def turn_of(answer: Any) -> tuple[str, int] | None:
    turn = answer.context["turn"]
    return (turn.seat, turn.game) if turn else None


def entrant(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event", "player").get(event=event, number=number)


# --- Blind -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_the_page_says_nothing_of_what_was_typed_or_of_the_other_card(
    event: Event, client: Client, begun: bool
) -> None:
    if begun:
        start_cross_check(event=event, actor=COMMAND)
    look_again(event=event, seat="A-1", game=1, reading=Line(1, "A-2", 3, 61, None), actor=COMMAND)

    answer = client.get(page("looks"))

    html = answer.content.decode()
    assert turn_of(answer) == ("A-1", 1)
    assert "Take card A-1 Milt Orr, game 1" in text_of(answer)
    # Neither what was typed, nor what the other card says, nor what somebody else has read.
    shown = set(re.findall(r"(?<![\w-])\d{2,3}(?![\w-])", re.sub(r"<(script|link|svg|use|meta)\b[^>]*>", "", html)))
    assert not shown & {"97", "88", "61"}
    assert not re.search(r"\b(97|88|61)\b", re.sub(r"[0-9a-zA-Z]{20,}", "", html))
    assert "This is not what was typed" not in html
    assert 'name="number" value="1"' in html


def test_a_line_of_another_opponent_is_not_given_away(event: Event, client: Client) -> None:
    """The opponent is the rotation's, not the one that was typed."""
    make_cards(event, A_1="A-4 3 +97 \n A-3 2 +12 \n A-4 3 +40")

    answer = client.get(page("look", "A-1", 1))

    assert "against A-2 by the rotation" in text_of(answer)
    assert "A-4 3" not in text_of(answer)


# --- One line after the other ----------------------------------------------------------------------------------------


def test_what_was_read_is_saved_and_the_next_line_opens(event: Event, client: Client) -> None:
    answer = client.post(page("look", "A-1", 1), {"reading": "97", "number": "1"}, follow=True)

    assert answer.status_code == 200
    assert "Saved: A-1, game 1." in text_of(answer)
    assert turn_of(answer) == ("A-2", 1)
    assert Look.objects.get().read_by == "rosa"


def test_a_number_before_a_slash_is_a_seat_of_the_card_s_own_table(client: Client, event: Event) -> None:
    read(client, "A-1", "4/97+")

    assert Look.objects.get().reading["opponent"] == "A-4"


def test_with_scripts_the_next_line_comes_back_at_once(event: Event, client: Client) -> None:
    answer = read(client, "A-1", "97", headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert answer.content.decode().strip().startswith('<div id="looks" ')
    assert turn_of(answer) == ("A-2", 1)


def test_whoever_reads_something_else_reads_the_line_once_more(event: Event, client: Client) -> None:
    first = client.post(page("look", "A-1", 1), {"reading": "79", "number": "1"}, follow=True)

    assert turn_of(first) == ("A-1", 1)
    assert "This is not what was typed. Look again" in text_of(first)
    assert not re.search(r"\b(97|79)\b", text_of(first))

    second = client.post(page("look", "A-1", 1), {"reading": "79", "number": "2"}, follow=True)

    assert turn_of(second) == ("A-2", 1)
    assert "A-1, game 1. You read it twice, and it is not what was typed. Somebody else must read it" in text_of(second)
    assert sheet(event).cards["A-1"].line(1).plus == 97
    offered = text_of(client.get(page("look", "A-1", 1)))
    assert "If nobody else is here, read it again: after three equal readings it changes" in offered

    third = client.post(page("look", "A-1", 1), {"reading": "79", "number": "3"}, follow=True)

    assert "Saved: A-1, game 1." in text_of(third)
    assert sheet(event).cards["A-1"].line(1).plus == 79


def test_a_line_read_twice_without_agreement_is_left_to_somebody_else(event: Event, client: Client) -> None:
    for number, reading in enumerate(("79", "7"), start=1):
        answer = client.post(page("look", "A-1", 1), {"reading": reading, "number": number}, follow=True)

    assert turn_of(answer) == ("A-2", 1)
    assert "You read this line twice, and it is not what was typed." in text_of(client.get(page("look", "A-1", 1)))


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("97+", {"opponent": "A-2", "points": 3, "plus": 97, "minus": None}),
        ("9-", {"opponent": "A-2", "points": 0, "plus": None, "minus": 9}),
        ("@a4 W", {"opponent": "A-4", "points": 2, "plus": None, "minus": None}),
        (".", {"opponent": None, "points": None, "plus": None, "minus": None}),
        ("-", None),
        ("\N{MINUS SIGN}", None),
    ],
)
def test_a_reading_is_typed_as_at_the_entry_desk(
    event: Event, client: Client, typed: str, line: dict[str, object] | None
) -> None:
    assert read(client, "A-1", typed).status_code == 302

    assert Look.objects.get().reading == (line and {"game": 1, **line})


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type what the paper says"),
        ("122", "1 to 121"),
        ("abc", "Not a spread"),
        ("@Z-9 5", "Nobody in this event has the seat Z-9."),
        ("@A-1 5", "A-1 cannot play against itself."),
        ("1" * 40, "at most 24"),
        ("9\x00", "Null"),
    ],
)
def test_what_cannot_be_on_a_card_is_said_beside_the_field(event: Event, client: Client, typed: str, said: str) -> None:
    answer = read(client, "A-1", typed)

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert turn_of(answer) == ("A-1", 1)
    assert not Look.objects.exists()


def test_a_line_that_agrees_meanwhile_leads_to_the_next(event: Event, client: Client) -> None:
    for number in (1, 2):
        reading = Line(1, "A-2", 3, 88, None)
        look_again(event=event, seat="A-1", game=1, reading=reading, number=number, actor=COMMAND)

    answer = read(client, "A-1", "97")

    assert answer.status_code == 409
    assert "does not need another look" in text_of(answer)


def test_a_line_that_was_read_is_shown_on_demand_and_whoever_doubts_it_reads_it_twice(
    event: Event, client: Client, lena: User
) -> None:
    look_again(event=event, seat="A-1", game=1, reading=Line(1, "A-2", 3, 97, None), actor=COMMAND)

    opened = client.get(page("look", "A-1", 1))
    assert turn_of(opened) == ("A-1", 1)
    assert "Somebody has read this line" in text_of(opened)
    assert "97" not in text_of(opened)
    once = client.get(read(client, "A-1", "88").url)
    assert turn_of(once) == ("A-1", 1)
    assert once.context["turn"].once_more
    twice = client.get(read(client, "A-1", "88", number=2).url)
    assert turn_of(twice) == ("A-2", 1)
    assert sheet(event).cards["A-1"].line(1).plus == 97
    assert turn_of(signed_in(lena).get(read(signed_in(lena), "A-1", "88").url)) is None
    assert sheet(event).cards["A-1"].line(1).plus == 88


def test_the_case_leads_to_a_look_and_never_to_a_card_to_type(begun: Event, client: Client) -> None:
    look_at_all(begun)

    shown = html_of(client.get(page("crosscheck")))

    for seat, key in (("A-1", "e"), ("A-2", "r")):
        assert f'href="{page("look", seat, 1)}" data-key="{key}"' in shown
        assert f'href="{page("card", seat)}' not in shown


@pytest.mark.parametrize("at", [("A-3", 1), ("A-1", 99)])
def test_a_line_that_is_not_wanted_says_so_and_shows_another(event: Event, client: Client, at: tuple[str, int]) -> None:
    answer = client.get(page("look", *at))

    assert answer.status_code == 200
    assert "does not need another look" in text_of(answer)
    assert turn_of(answer) == ("A-1", 1)


def test_a_seat_that_nobody_has_is_not_found(event: Event, client: Client) -> None:
    assert client.get(page("look", "Z-9", 1)).status_code == 404


def test_leaving_a_line_leads_to_the_next_one(event: Event, client: Client) -> None:
    answer = client.get(page("looks"))

    assert f'href="{page("look", "A-2", 1)}" data-key="F2"' in answer.content.decode()


# --- Who reads what --------------------------------------------------------------------------------------------------


def test_a_card_that_one_typed_comes_last_and_says_so(event: Event, client: Client, rosa: User) -> None:
    write_card(
        event=event,
        seat="A-1",
        version=1,
        card=written(CARDS["A_1"].replace("97", "96")),
        actor=make_actor(rosa),
    )

    assert turn_of(client.get(page("looks"))) == ("A-2", 1)
    assert "You typed this line. Somebody else reads it better" in text_of(client.get(page("look", "A-1", 1)))


@pytest.mark.parametrize(
    ("query", "headers"),
    [({}, {}), ({"as": "read"}, {}), ({}, {"Accept": "application/json"})],
    ids=["desk", "read", "script"],
)
def test_a_card_that_one_has_seen_comes_last_and_the_look_tells_it(
    event: Event, client: Client, lena: User, query: dict[str, str], headers: dict[str, str]
) -> None:
    assert client.get(page("card", "A-1"), query, headers=headers).status_code == 200

    assert turn_of(client.get(page("looks"))) == ("A-2", 1)
    said = text_of(client.get(page("look", "A-1", 1)))
    assert re.search(
        r"You had this card open at \S+ [AP]M, with what was typed on it. Somebody else reads it better", said
    )
    # Nobody else is told so, and a reading of theirs stays a blind one.
    assert turn_of(signed_in(lena).get(page("looks"))) == ("A-1", 1)
    read(client, "A-1", "97+")
    read(signed_in(lena), "A-2", "88-")

    assert [(look.entry.seat, look.shown_at is not None) for look in Look.objects.all()] == [
        ("A-1", True),
        ("A-2", False),
    ]
    card = text_of(client.get(page("card", "A-1"), {"as": "read"}))
    assert "read again by rosa (who had seen the card): the same" in card


def test_whose_typing_a_line_is_goes_by_who_typed_it_and_not_by_who_saved_its_card_last(
    tournament: Tournament, client: Client, rosa: User, lena: User
) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(event, **{seat: text for seat, text in CARDS.items() if seat != "A_1"})
    write_card(event=event, seat="A-1", version=0, card=written(CARDS["A_1"]), actor=make_actor(rosa))
    again = written(CARDS["A_1"], OwnTotals(plus=149))
    write_card(event=event, seat="A-1", version=1, card=again, actor=make_actor(lena))
    own = "You typed this line. Somebody else reads it better"

    assert turn_of(client.get(page("looks"))) == ("A-2", 1)
    assert own in text_of(client.get(page("look", "A-1", 1)))
    assert turn_of(signed_in(lena).get(page("looks"), {"after": "A-1"})) == ("A-1", 1)
    assert own not in text_of(signed_in(lena).get(page("look", "A-1", 1)))


def test_an_empty_card_and_one_s_own_typing_show_nothing(event: Event, client: Client, rosa: User) -> None:
    fresh = make_event(tournament=event.tournament, slug="late", games=3, entrants=4, seated=True)
    client.get(reverse("scorecards:card", args=["sierra", "late", "A-1"]))
    for name, typist in (("A_1", rosa), ("A_2", None)):
        actor = make_actor(typist) if typist else COMMAND
        card = written(CARDS[name])
        write_card(event=fresh, seat=name.replace("_", "-"), version=0, card=card, actor=actor)
    client.get(reverse("scorecards:card", args=["sierra", "late", "A-1"]))

    assert not Showing.objects.exists()


@pytest.mark.parametrize("number", [1, 2])
def test_games_of_one_s_own_are_left_to_others(event: Event, client: Client, number: int) -> None:
    link_player(entry=entrant(event, number), username="rosa", actor=COMMAND)

    answer = client.get(page("looks"))

    assert turn_of(answer) is None
    assert "The rest is for somebody else to read. These are games of your own," in text_of(answer)
    assert "a game of your own" in text_of(client.get(page("look", "A-1", 1)))
    assert read(client, "A-1", "97").status_code == 403


def test_whoever_is_given_a_line_has_its_card_open_from_then_on(event: Event, client: Client, lena: User) -> None:
    client.get(page("looks"))
    answer = client.post(
        page("look", "A-1", 1),
        {"reading": "97+", "number": 1, "tab": "tab-of-rosa"},
        headers={"HX-Request": "true"},
    )

    assert turn_of(answer) == ("A-2", 1)
    assert [(row.entry.seat, row.user.username) for row in Presence.objects.all()] == [("A-2", "rosa")]
    assert "rosa has this card open." in text_of(signed_in(lena).get(page("looks")))


def test_who_has_the_card_open_is_said(event: Event, client: Client, tournament: Tournament) -> None:
    other = make_user("len", role="checker", tournament=tournament)
    Presence.objects.create(user=other, tab="t", entry=entrant(event, 1), seen_at=timezone.now())

    assert turn_of(client.get(page("looks"))) == ("A-2", 1)
    assert "len has this card open." in text_of(client.get(page("look", "A-1", 1)))


def test_a_related_reader_is_told(event: Event, client: Client, rosa: User) -> None:
    record_relation(tournament=event.tournament, one=entrant(event, 1), other=rosa, kind="partner", actor=COMMAND)

    assert "You and Milt Orr (A-1) are partners: a third checker signs here." in text_of(client.get(page("looks")))


def test_whoever_played_at_the_table_is_told(tournament: Tournament, client: Client) -> None:
    event = make_event(tournament=tournament, games=3, entrants=8, tables=[4, 4], seated=True)
    make_cards(event, **CARDS)
    link_player(entry=entrant(event, 4), username="rosa", actor=COMMAND)

    assert "You played at table A: better somebody else checks there." in text_of(client.get(page("looks")))


ROLES = [
    ("director", 200),
    ("checker", 200),
    ("judge", 403),
    ("head judge", 403),
    ("registrar", 403),
    ("viewer", 403),
    ("", 403),
]


def somebody(event: Event, role: str) -> User:
    kind, is_head = role.removeprefix("head "), role == "head judge"
    return make_user(role=kind, tournament=event.tournament, is_head=is_head)


@pytest.mark.parametrize(("role", "status"), ROLES)
def test_page_and_api_are_for_checkers_alike(event: Event, role: str, status: int) -> None:
    user = somebody(event, role)
    client, program = signed_in(user), api_of(user)

    assert client.get(page("looks")).status_code == status
    assert client.get(page("look", "A-1", 1)).status_code == status
    assert program.get(API).status_code == status
    assert read(client, "A-1", "97").status_code == (302 if status == 200 else 403)
    # The page has kept this reading; sent by the program it has arrived before.
    assert program.post(API, line(), format="json").status_code == status


def test_empty_says_what_will_come(tournament: Tournament, client: Client) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    assert "As soon as both cards of a game are in and differ" in text_of(client.get(page("looks")))

    make_cards(event, **CARDS)
    look_at_all(event)
    assert "Go on to the cross-check." in text_of(client.get(page("looks")))


def test_the_page_takes_as_many_queries_for_many_lines_as_for_few(event: Event, client: Client) -> None:
    client.get(page("looks"))
    with CaptureQueriesContext(connection) as few:
        client.get(page("looks"))
    make_cards(event, A_3="A-4 2 +09 \n A-1 0 -19 \n A-2 0 -29")
    look_again(event=event, seat="A-1", game=1, reading=None, actor=COMMAND)

    with CaptureQueriesContext(connection) as many:
        client.get(page("looks"))

    # One of them asks what is announced, one who typed the lines.
    assert len(few) == len(many) == 29


# --- Who typed, who read ---------------------------------------------------------------------------------------------


def test_a_card_says_who_typed_it_and_who_read_which_line_again(event: Event, client: Client) -> None:
    read(client, "A-1", "79")

    said = text_of(client.get(page("card", "A-1"), {"as": "read"}))

    assert "Typed by test," in said
    assert "Game 1 read again by rosa: 3, +79 against A-2," in said


def test_what_looks_changed_is_not_told_as_typed_by_the_typist(event: Event, client: Client, lena: User) -> None:
    """A-1 was typed as 97; Rosa reads 79, then Lena."""
    read(client, "A-1", "79")
    read(signed_in(lena), "A-1", "79")
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)

    case, card = (
        text_of(client.get(page(name, *more), query))
        for name, more, query in (("crosscheck", (), {"case": GAME}), ("card", ("A-1",), {"as": "read"}))
    )

    for said in (case, card):
        assert "yped by test," in said
        assert "read again by rosa: 3, +79 against A-2," in said
        assert "read again by lena: 3, +79 against A-2, as read before," in said
        assert "so it stands instead of 3, +97 against A-2," in said
        assert "nobody else" not in said.partition("A-2 typed")[0]


def test_a_line_that_one_person_alone_read_so_says_so(event: Event, client: Client) -> None:
    for number in (1, 2, 3):
        read(client, "A-1", "99", number=number)
    start_cross_check(event=event, actor=COMMAND)

    unread = text_of(client.get(page("crosscheck"), {"case": GAME}))
    look_at_all(event)
    said = text_of(client.get(page("crosscheck"), {"case": GAME}))

    # While the other line is to be read nothing is told of what was read here.
    assert "nobody else" not in unread
    assert "A-1: so read by rosa alone, against what was typed." in said
    assert "A-2: typed and read again by test, nobody else." in said
    read_card = text_of(client.get(page("card", "A-1"), {"as": "read"}))
    assert "A-1: so read by rosa alone, against what was typed." in read_card
    # Signed and closed, the row of the game says so as well.
    client.post(page("accept", GAME), signed(event))
    assert "A-1: so read by rosa alone, against what was typed." in text_of(client.get(page("crosscheck")))


def test_a_card_typed_again_is_the_typist_s_again(event: Event, client: Client, rosa: User, lena: User) -> None:
    for number in (1, 2, 3):
        read(client, "A-1", "79", number=number)
    version = sheet(event).facts["A-1"].version
    write_card(event=event, seat="A-1", version=version, card=written(CARDS["A_1"]), actor=make_actor(lena))
    entry = AuditEntry.objects.filter(event=event).count()
    retyped = text_of(client.get(page("card", "A-1"), {"as": "read"}))
    undo(event=event, entry=entry, reason="Slip", rights=Rights(frozenset({"director"})), actor=make_actor(rosa))

    undone = text_of(client.get(page("card", "A-1"), {"as": "read"}))

    assert "Typed by lena," in retyped
    assert "stands instead" not in retyped
    assert "as read before, so it stands instead of 3, +97 against A-2," in undone


# --- The cross-check -------------------------------------------------------------------------------------------------


@pytest.fixture
def begun(event: Event) -> Event:
    return start_cross_check(event=event, actor=COMMAND)


def signed(event: Event, **more: object) -> dict[str, object]:
    return {"initials": "RM", "version": find(event, 1, "A-1", "A-2").version, "table": "A", **more}


def test_what_was_not_read_again_is_not_put_to_the_rule(begun: Event, client: Client) -> None:
    answer = client.get(page("crosscheck"))

    case = answer.context["open"].case
    assert (case.mark, case.unlooked, case.cards[0].ink.changed) == ("look", ("A-1", "A-2"), False)
    said = text_of(answer)
    assert "To be read again on the paper of A-1 and A-2." in said
    assert "Read 1 more" not in said
    assert "Accept all" not in said
    assert f'href="{page("look", "A-1", 1)}" data-key="Enter l"' in html_of(answer)


def test_a_page_does_not_accept_what_was_not_read_again(begun: Event, client: Client) -> None:
    answer = client.post(page("accept", GAME), signed(begun))

    assert answer.status_code == 409
    assert "still to be read again on the paper of A-1 and A-2" in text_of(answer)
    assert find(begun, 1, "A-1", "A-2").state == "proposed"


def test_with_both_papers_and_a_reason_it_goes_on(begun: Event, client: Client) -> None:
    without = client.post(page("accept", GAME), signed(begun, papers="on"))
    assert without.status_code == 422
    assert "Say why nobody reads this again" in text_of(without)

    assert client.post(page("accept", GAME), signed(begun, papers="on", reason="both lie here")).status_code == 302

    row = AuditEntry.objects.get(action="discrepancy.accepted")
    assert (row.after["unlooked"], row.reason) == (["A-1", "A-2"], "both lie here")


def test_whoever_typed_a_line_is_not_offered_to_vouch_for_it(begun: Event, rosa: User, client: Client) -> None:
    version = sheet(begun).facts["A-1"].version
    over = CARDS["A_1"].replace("97", "99")
    write_card(event=begun, seat="A-1", version=version, card=written(over), actor=make_actor(rosa))

    offered = client.get(page("crosscheck"), {"case": GAME, "papers": "on"})
    refused = client.post(page("accept", GAME), signed(begun, papers="on", reason="both lie here"))

    assert "Game 1 on the card of A-1 was changed" in text_of(offered)
    assert "Both papers are here" not in text_of(offered)
    assert not re.search(r">[^<]*\b99\b", offered.content.decode())
    assert refused.status_code == 409
    assert find(begun, 1, "A-1", "A-2").state == "proposed"


def test_a_reason_alone_does_not_stand_for_a_look(begun: Event, client: Client) -> None:
    assert client.post(page("accept", GAME), signed(begun, reason="no time")).status_code == 409


def test_all_at_once_leaves_what_was_not_read_again(begun: Event, client: Client) -> None:
    data = {"initials": "RM", "revision": sheet(begun).event.revision}

    client.post(page("accept_all"), data)

    assert find(begun, 1, "A-1", "A-2").state == "proposed"


def test_once_read_again_the_case_says_who_read_and_what_comes_of_it(begun: Event, client: Client) -> None:
    look_at_all(begun)

    answer = client.get(page("crosscheck"))

    said = text_of(answer)
    assert answer.context["open"].case.mark == "todo"
    assert "read again by test: the same" in said
    assert "A-1’s card becomes a win by 88, 3 game points." in said
    assert "Milt Orr (A-1) stays 1st." in said
    assert client.post(page("accept", GAME), signed(begun)).status_code == 302
    assert find(begun, 1, "A-1", "A-2").state == "accepted"


def test_a_signature_without_a_look_is_told_beside_it(begun: Event, client: Client) -> None:
    version = find(begun, 1, "A-1", "A-2").version
    accept(event=begun, key=GameKey(1, ("A-1", "A-2")), initials="RM", version=version, unlooked=True, actor=COMMAND)

    unread = text_of(client.get(page("crosscheck"), {"case": GAME}))
    take_back_decision(
        event=begun, key=GameKey(1, ("A-1", "A-2")), rights=Rights(frozenset({"director"})), actor=COMMAND
    )
    look_at_all(begun)
    client.post(page("accept", GAME), signed(begun))
    read_again = text_of(client.get(page("crosscheck"), {"case": GAME}))

    assert "Signed without another look at the paper of A-1 and A-2." in unread
    assert "Signed RM" in read_again
    assert "Signed without another look" not in read_again


def test_the_cross_check_shows_no_figure_that_is_still_to_be_read(begun: Event, client: Client) -> None:
    """Whoever goes on from there to read the line shall not have seen what was typed."""
    kept_back = client.get(page("crosscheck"), {"case": GAME}).content.decode()
    both_papers = client.get(page("crosscheck"), {"case": GAME, "papers": "on"}).content.decode()
    look_at_all(begun)
    looked_at = client.get(page("crosscheck"), {"case": GAME}).content.decode()

    assert not re.search(r">[^<]*\b(97|88)\b", kept_back)
    assert re.search(r">[^<]*\b97\b", both_papers)
    assert re.search(r">[^<]*\b97\b", looked_at)


def test_the_cross_check_takes_as_many_queries_with_many_looks_as_with_none(
    begun: Event, client: Client, rosa: User
) -> None:
    record_relation(tournament=begun.tournament, one=entrant(begun, 1), other=rosa, kind="room", actor=COMMAND)
    client.get(page("crosscheck"))
    with CaptureQueriesContext(connection) as few:
        client.get(page("crosscheck"))
    look_at_all(begun)
    record_relation(tournament=begun.tournament, one=entrant(begun, 2), other=rosa, kind="room", actor=COMMAND)

    with CaptureQueriesContext(connection) as many:
        client.get(page("crosscheck"))

    # One of them asks what is announced, one whether the open game was awarded.
    assert len(few) == len(many) == 26


def test_both_desks_are_one_click_apart_with_what_waits(begun: Event, client: Client) -> None:
    for name in ("crosscheck", "looks"):
        assert "Look again 2 lines wait" in text_of(client.get(page(name)))


# --- The API ---------------------------------------------------------------------------------------------------------


def test_the_api_names_the_lines_and_not_what_was_typed(event: Event, rosa: User) -> None:
    answer = api_of(rosa).get(API)

    assert answer.json() == [
        {"seat": "A-1", "game": 1, "matters": True},
        {"seat": "A-2", "game": 1, "matters": True},
    ]


def line(plus: str = "97", **more: object) -> dict[str, object]:
    return {"seat": "A-1", "game": 1, "opponent": "A-2", "points": "3", "plus": plus, "minus": "", **more}


def test_the_api_takes_readings(event: Event, rosa: User) -> None:
    program = api_of(rosa)

    said = [
        program.post(API, body, format="json").json()["outcome"]
        for body in (
            line("79"),
            line("79"),
            {"seat": "A-1", "game": 1, "line": None, "number": 2},
            line("79", number=3),
            line("79", number=4),
        )
    ]

    assert said == ["differs", "differs", "differs", "differs", "retyped"]
    assert program.get(API).json() == [{"seat": "A-2", "game": 1, "matters": True}]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"seat": "A-1", "game": 1}, ["opponent", "points", "plus", "minus"]),
        ({"seat": "A-1", "game": 1, "line": ""}, ["line"]),
        (line(line=None), ["line"]),
        (line("7"), ["plus"]),
        (line(points="5"), ["points"]),
        (line(game=7), ["game"]),
        (line(opponent="Z-9"), ["opponent"]),
        (line(game="1"), ["game"]),
        (line(number=0), ["number"]),
        (line(more=1), ["more"]),
    ],
)
def test_the_api_names_every_fault(event: Event, rosa: User, body: dict[str, object], fields: list[str]) -> None:
    answer = api_of(rosa).post(API, body, format="json")

    assert answer.status_code == 400, answer.json()
    assert [error["field"] for error in answer.json()["errors"]] == fields


def test_the_api_refuses_as_the_page_does(event: Event, rosa: User) -> None:
    program = api_of(rosa)

    assert program.post(API, line(game=2, opponent="A-3"), format="json").json()["code"] == "stale"
    assert program.post(API, line(seat="Z-9"), format="json").status_code == 404
    link_player(entry=entrant(event, 2), username="rosa", actor=COMMAND)
    own = program.post(API, line(), format="json")
    assert (own.status_code, own.json()["code"]) == (403, "own_card")


def test_the_api_accepts_without_looks_and_the_trail_says_so(begun: Event, rosa: User) -> None:
    answer = api_of(rosa).post(
        f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/accept/",
        {"initials": "RM", "version": find(begun, 1, "A-1", "A-2").version},
        format="json",
    )

    assert answer.status_code == 200
    assert AuditEntry.objects.get(action="discrepancy.accepted").after["unlooked"] == ["A-1", "A-2"]


# --- Made equal at sight ---------------------------------------------------------------------------------------------

CARD_API = "/api/v1/tournaments/sierra/events/main/scorecards"


def lines_of(text: str) -> list[dict[str, object]]:
    """The lines of a card as the API takes them."""
    shown = {"points": str, "plus": "{:02}".format, "minus": "{:02}".format}
    return [
        {
            "game": line.game,
            "opponent": line.opponent,
            **{name: "" if (value := getattr(line, name)) is None else form(value) for name, form in shown.items()},
        }
        for line in written(text).lines
    ]


def test_making_both_lines_equal_after_seeing_them_still_needs_another_reading(
    event: Event, client: Client, rosa: User
) -> None:
    """Also where the other card was made incomplete for a moment, so that nothing of this one was compared."""
    program = api_of(rosa)
    start_cross_check(event=event, actor=COMMAND)
    assert "97" in text_of(client.get(page("crosscheck"), {"case": GAME, "papers": "on"}))

    def put(seat: str, text: str) -> None:
        version = program.get(f"{CARD_API}/{seat}/").json()["version"]
        body = {"version": version, "lines": lines_of(text)}
        assert program.put(f"{CARD_API}/{seat}/", body, format="json").status_code == 200

    put("A-2", "A-1 0 -88 \n A-4 2 +05")
    typed = {"line-1": "88", "line-2": "12", "line-3": "40"}
    version = program.get(f"{CARD_API}/A-1/").json()["version"]
    assert client.post(page("card", "A-1"), {"version": version, **typed}).status_code == 302
    put("A-2", CARDS["A_2"])

    assert [(one["seat"], one["game"]) for one in program.get(API).json()] == [("A-1", 1)]
    director = api_of(make_user(role="director", tournament=event.tournament))
    refused = director.post("/api/v1/tournaments/sierra/events/main/qualifiers/", {}, format="json")
    assert (refused.status_code, "line_typed_over" in refused.content.decode()) == (409, True)
    assert "A-1, game 1 was typed over: read it again" in text_of(client.get(page("control")))
