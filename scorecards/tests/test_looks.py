"""Slip or real: what a look at the paper does to the record, whom it refuses, and in which order lines are read."""

from __future__ import annotations

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_card, write_cards
from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.crosscheck.actions.looks import look_again
from scorecards.crosscheck.actions.undo import undo
from scorecards.crosscheck.reads.control import control
from scorecards.crosscheck.reads.looks import look_desk
from scorecards.models import Correction, Look, Scorecard
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.discrepancies import discrepancies
from scorecards.sheet.reads.earlier import acts, earlier_sheet
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import (
    LookOutcome,
    Reader,
    Wanted,
    find_start,
    find_unlooked,
    find_wanted,
    is_same,
    order_for,
)
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import COMMAND, find, key, look_at_all, make_card, make_cards, sheet, written
from tournaments.access import Actor, Rights
from tournaments.day.actions.status import set_status
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.people.actions.relations import record_relation
from tournaments.tests.cases import often
from tournaments.tests.factories import make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

# Four players, three games. Game 1 of differs: 12 against 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
DIRECTOR = Rights(frozenset({"director"}))
BLANK = Line(1, None, None, None, None)


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    return event


@pytest.fixture
def rosa(tournament: Tournament) -> User:
    return make_user("rosa", role="checker", tournament=tournament)


@pytest.fixture
def len_(tournament: Tournament) -> User:
    return make_user("len", role="checker", tournament=tournament)


def won(spread: int, game: int = 1, opponent: str = "A-2") -> Line:
    return Line(game, opponent, 3 if spread > 30 else 2, spread, None)


def lost(spread: int, game: int = 1, opponent: str = "A-1") -> Line:
    return Line(game, opponent, 0, None, spread)


def look(
    event: Event, seat: str, reading: Line | None, by: User | None = None, *, game: int = 1, **more: int
) -> LookOutcome:
    return look_again(event=event, seat=seat, game=game, reading=reading, actor=make_actor(by), **more)


def recorded(event: Event, seat: str, game: int = 1) -> Line | None:
    return sheet(event).cards[seat].line(game)


def wanted(event: Event) -> list[tuple[str, int]]:
    return [(one.seat, one.game) for one in find_wanted(sheet(event).crosscheck, readings_reads.readings(event))]


# --- What is wanted --------------------------------------------------------------------------------------------------


def test_both_lines_of_a_differing_game_are_read_again_also_before_the_cross_check(event: Event) -> None:
    assert event.cross_checked_at is None
    assert wanted(event) == [("A-1", 1), ("A-2", 1)]


def test_nothing_is_wanted_of_a_game_whose_other_card_is_not_complete(event: Event) -> None:
    make_card(event, "A-2", "A-1 0 -10 \n A-4 2 +05")

    assert wanted(event) == []


def test_a_line_that_names_nobody_is_read_again(event: Event) -> None:
    make_cards(event, A_1="? 2 +12 \n A-3 2 +12 \n A-4 3 +40", A_2="? 0 -12 \n A-4 2 +05 \n A-3 2 +07")

    assert wanted(event) == [("A-1", 1), ("A-2", 1)]


def test_what_somebody_decided_is_not_read_again(event: Event) -> None:
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    found = find(event, 1, "A-1", "A-2")
    crosscheck_actions.accept(
        event=event, key=key(1, "A-1", "A-2"), initials="JK", version=found.version, actor=COMMAND
    )

    assert wanted(event) == []


# --- What a look does ------------------------------------------------------------------------------------------------


def test_a_look_that_says_the_same_confirms_the_record_and_leaves_the_card(event: Event, rosa: User) -> None:
    assert look(event, "A-1", won(12), rosa) is LookOutcome.CONFIRMED

    assert wanted(event) == [("A-2", 1)]
    assert Scorecard.objects.at_seat(event, "A-1").get().version == 1
    row = AuditEntry.objects.get(action="line.looked-at")
    line = {"game": 1, "opponent": "A-2", "points": 2, "plus": 12, "minus": None}
    assert (row.subject_kind, row.subject_key, row.actor_key) == ("card", "A-1", "rosa")
    assert row.before == {"game": 1, "line": line}
    assert row.after == {"game": 1, "line": line, "reading": line, "outcome": "confirmed", "shown": False}


def test_a_look_that_says_something_else_changes_nothing_and_asks_again(event: Event, rosa: User) -> None:
    assert look(event, "A-1", won(10), rosa) is LookOutcome.DIFFERS

    assert recorded(event, "A-1") == won(12)
    assert ("A-1", 1) in wanted(event)


def test_two_looks_that_agree_override_what_was_typed(event: Event, rosa: User, len_: User) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    before = sheet(event)
    look(event, "A-1", won(10), rosa)

    assert look(event, "A-1", won(10), len_) is LookOutcome.RETYPED

    after = sheet(event)
    assert after.cards["A-1"].lines == (won(10), *before.cards["A-1"].lines[1:])
    assert after.facts["A-1"].version == before.facts["A-1"].version + 1
    assert (after.facts["A-1"].typed_by, after.facts["A-1"].typed_at) == (
        before.facts["A-1"].typed_by,
        before.facts["A-1"].typed_at,
    )
    # It was a slip: the two cards agree, and no red ink ever stood on them.
    assert wanted(event) == []
    assert not Correction.objects.exists()
    row = AuditEntry.objects.filter(action="line.looked-at").last()
    assert row is not None
    assert (row.before["line"]["plus"], row.after["line"]["plus"], row.after["outcome"]) == (12, 10, "retyped")


def test_one_person_s_same_slip_read_twice_asks_a_third_pair_of_eyes(event: Event, rosa: User, len_: User) -> None:
    for number in (1, 2):
        assert look(event, "A-1", won(10), rosa, number=number) is LookOutcome.DIFFERS

    assert recorded(event, "A-1") == won(12)
    assert ("A-1", 1) in wanted(event)
    assert look(event, "A-1", won(12), len_) is LookOutcome.CONFIRMED
    assert recorded(event, "A-1") == won(12)


def test_where_nobody_else_is_there_one_person_reads_three_times(event: Event, rosa: User) -> None:
    said = [look(event, "A-1", won(spread), rosa, number=number) for number, spread in enumerate((10, 21, 10, 10), 1)]

    assert said == [LookOutcome.DIFFERS, LookOutcome.DIFFERS, LookOutcome.DIFFERS, LookOutcome.RETYPED]
    assert recorded(event, "A-1") == won(10)


def test_two_looks_by_the_typist_override_what_they_typed(event: Event, rosa: User) -> None:
    version = sheet(event).facts["A-1"].version
    write_card(event=event, seat="A-1", version=version, card=written(MADE_EQUAL), actor=make_actor(rosa))
    look(event, "A-1", won(12), rosa, number=1)

    assert look(event, "A-1", won(12), rosa, number=2) is LookOutcome.RETYPED


def test_one_person_alone_does_not_override_what_two_others_say(event: Event, rosa: User, len_: User) -> None:
    look(event, "A-1", won(12), len_)

    said = [look(event, "A-1", won(10), rosa, number=number) for number in range(1, 6)]

    assert set(said) == {LookOutcome.DIFFERS}
    assert recorded(event, "A-1") == won(12)
    # Who changes their mind stands for it no more.
    assert look(event, "A-1", won(10), len_) is LookOutcome.RETYPED


@pytest.mark.parametrize("more", [{"number": 1}, {}])
def test_the_same_look_sent_twice_is_one_look(event: Event, rosa: User, more: dict[str, int]) -> None:
    said = [look(event, "A-1", won(10), rosa, **more) for _time in range(2)]

    assert said == [LookOutcome.DIFFERS, LookOutcome.DIFFERS]
    assert Look.objects.count() == 1
    assert recorded(event, "A-1") == won(12)


def test_a_confirming_look_sent_twice_is_harmless(event: Event, rosa: User) -> None:
    said = [look(event, "A-1", won(12), rosa, number=1) for _time in range(2)]

    assert said == [LookOutcome.CONFIRMED, LookOutcome.CONFIRMED]
    assert Look.objects.count() == 1


def test_two_looks_that_agree_on_no_line_leave_the_game_blank(event: Event, rosa: User, len_: User) -> None:
    look(event, "A-1", None, rosa)

    assert look(event, "A-1", BLANK, len_) is LookOutcome.RETYPED
    assert recorded(event, "A-1") == BLANK
    assert sheet(event).cards["A-1"].complete


def test_a_paper_without_the_line_leaves_the_card_complete(event: Event, rosa: User, len_: User) -> None:
    for reader in (rosa, len_):
        look(event, "A-1", None, reader)

    assert recorded(event, "A-1") == BLANK
    assert sheet(event).cards["A-1"].complete


def test_where_opponents_are_read_from_the_cards_a_line_can_go(tournament: Tournament, rosa: User, len_: User) -> None:
    event = make_event(tournament=tournament, slug="club", games=1, entrants=2, movement="none", rounds=2, seated=True)
    make_cards(event, A_1="A-2 2 +12 \n A-2 2 +07", A_2="A-1 0 -12")
    assert wanted(event) == [], "the line of A-2 is not typed, so nothing differs yet"

    look(event, "A-2", None, rosa, game=2)
    assert wanted(event) == [("A-1", 2)]
    for reader in (rosa, len_):
        look(event, "A-1", None, reader, game=2)

    assert recorded(event, "A-1", 2) is None
    assert wanted(event) == []


def test_a_line_that_the_typist_left_out_is_typed_by_the_first_reading_of_the_paper(
    tournament: Tournament, rosa: User
) -> None:
    event = make_event(tournament=tournament, slug="club", games=1, entrants=2, movement="none", rounds=2, seated=True)
    make_cards(event, A_1="A-2 2 +12 \n A-2 2 +07", A_2="A-1 0 -12")

    look(event, "A-2", lost(7, 2), rosa, game=2)

    assert recorded(event, "A-2", 2) == lost(7, 2)


# --- Refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2])
def test_nobody_reads_a_game_of_their_own(event: Event, rosa: User, number: int) -> None:
    """Neither their own card nor the opponent's line against them."""
    link_player(entry=Entry.objects.get(event=event, number=number), username="rosa", actor=COMMAND)

    with pytest.raises(Forbidden) as refused:
        look(event, "A-1", won(12), rosa)

    assert refused.value.code == "own_card"
    assert not Look.objects.exists()


def refusal(event: Event, reader: User, **given: object) -> str:
    with pytest.raises(Refused) as refused:
        look_again(**{"event": event, "seat": "A-1", "game": 1, "reading": won(12), **given}, actor=make_actor(reader))  # type: ignore[arg-type]
    return refused.value.code


def test_what_agrees_is_not_read_again(event: Event, rosa: User) -> None:
    assert refusal(event, rosa, game=2, reading=won(12, 2, "A-3")) == "stale"


def test_what_was_read_already_may_be_doubted_and_two_more_readings_change_it(
    event: Event, rosa: User, len_: User
) -> None:
    assert look(event, "A-1", won(12), rosa) is LookOutcome.CONFIRMED

    assert look(event, "A-1", won(10), len_) is LookOutcome.DIFFERS
    assert recorded(event, "A-1") == won(12)
    assert look(event, "A-1", won(10), rosa) is LookOutcome.RETYPED
    assert recorded(event, "A-1") == won(10)


# --- Typed over while it differed ------------------------------------------------------------------------------------

MADE_EQUAL = CARDS["A_1"].replace("A-2 2 +12", "A-2 2 +10")


def state_of(event: Event, seat: str) -> str:
    return next(card.stage for card in control(sheet(event)).sheet.cards if card.seat == seat)


def test_a_line_that_was_typed_over_is_to_be_read_again_until_somebody_reads_it_so(
    event: Event, rosa: User, len_: User
) -> None:
    """What was typed at sight of the other card counts as read only once somebody reads the paper, blind."""
    make_card(event, "A-1", MADE_EQUAL)

    assert recorded(event, "A-1") == won(10)
    assert wanted(event) == [("A-1", 1)]
    assert (state_of(event, "A-1"), state_of(event, "A-2")) == ("typed", "looked_at")
    assert [found.code for found in sheet(event).obstacles] == ["not_cross_checked", "line_typed_over"]
    assert look(event, "A-1", won(12), rosa) is LookOutcome.DIFFERS
    assert wanted(event) == [("A-1", 1)]
    assert look(event, "A-1", won(10), len_) is LookOutcome.CONFIRMED
    assert wanted(event) == []
    assert (state_of(event, "A-1"), state_of(event, "A-2")) == ("matched", "matched")
    assert [found.code for found in sheet(event).obstacles] == ["not_cross_checked"]


def test_whoever_typed_a_line_over_does_not_settle_it_while_somebody_else_can_read_it(
    event: Event, rosa: User, len_: User
) -> None:
    """Or else one checker alone makes two cards equal."""
    version = sheet(event).facts["A-1"].version
    write_card(event=event, seat="A-1", version=version, card=written(MADE_EQUAL), actor=make_actor(rosa))

    for read in (won(10), won(12)):
        with pytest.raises(Refused) as refused:
            look(event, "A-1", read, rosa)
        assert refused.value.code == "own_typing"
        assert "Ask len to read it on the paper." in refused.value.message

    assert wanted(event) == [("A-1", 1)]
    assert look_desk(sheet(event), rosa, timezone.now()).queue() == ()
    assert [one.seat for one in look_desk(sheet(event), len_, timezone.now()).queue()] == ["A-1"]
    look(event, "A-1", won(10), len_)
    assert wanted(event) == []


def test_whoever_is_alone_reads_what_they_typed_over(event: Event, rosa: User) -> None:
    version = sheet(event).facts["A-1"].version
    write_card(event=event, seat="A-1", version=version, card=written(MADE_EQUAL), actor=make_actor(rosa))

    assert [one.seat for one in look_desk(sheet(event), rosa, timezone.now()).queue()] == ["A-1"]
    look(event, "A-1", won(10), rosa)

    assert wanted(event) == []


def test_two_readings_of_the_paper_override_what_was_typed_over(event: Event, rosa: User, len_: User) -> None:
    make_card(event, "A-1", MADE_EQUAL)

    look(event, "A-1", won(12), rosa)
    assert look(event, "A-1", won(12), len_) is LookOutcome.RETYPED

    assert recorded(event, "A-1") == won(12)
    assert wanted(event) == [("A-2", 1)]


def test_what_somebody_read_so_before_needs_no_further_look(event: Event, rosa: User) -> None:
    look(event, "A-1", won(10), rosa)
    make_card(event, "A-1", MADE_EQUAL)

    assert wanted(event) == []


@pytest.mark.parametrize(
    "between", [CARDS["A_1"].replace("A-2 2 +12", "A-2 0 -12"), CARDS["A_1"].replace("12 ", "21 ", 1)]
)
def test_no_second_typing_and_no_undoing_takes_the_wish_away(event: Event, between: str) -> None:
    make_card(event, "A-1", between)
    make_card(event, "A-1", MADE_EQUAL)
    assert ("A-1", 1) in wanted(event)

    entry = len(acts(event))
    for more in range(2):
        undo(event=event, entry=entry + more, reason="Slip", rights=DIRECTOR, actor=COMMAND)
    assert recorded(event, "A-1") == won(10)
    assert ("A-1", 1) in wanted(event)


def test_a_card_made_incomplete_for_a_moment_hides_no_line_that_is_typed_over(event: Event) -> None:
    make_card(event, "A-2", "A-1 0 -10 \n A-4 2 +05")
    assert wanted(event) == []

    make_card(event, "A-1", MADE_EQUAL)
    make_card(event, "A-2", CARDS["A_2"])

    assert wanted(event) == [("A-1", 1)]


def test_what_is_typed_while_the_other_card_says_nothing_of_the_game_was_not_typed_over(event: Event) -> None:
    other = make_event(tournament=make_tournament("other"), games=3, entrants=4, seated=True)
    make_cards(other, A_1=CARDS["A_1"], A_2="2: A-4 2 +05 \n 3: A-3 2 +07")
    make_card(other, "A-1", MADE_EQUAL)
    make_card(other, "A-2", CARDS["A_2"])

    assert wanted(other) == []


def test_what_agreed_or_is_typed_for_the_first_time_was_not_typed_over(event: Event) -> None:
    make_card(event, "A-3", CARDS["A_3"].replace("A-4 2 +03", "A-4 2 +04"))
    assert not Scorecard.objects.at_seat(event, "A-3").get().again
    other = make_event(tournament=make_tournament("other"), games=3, entrants=4, seated=True)
    make_cards(other, **{**CARDS, "A_1": MADE_EQUAL})

    assert wanted(other) == []


def test_posting_waits_for_a_line_that_was_typed_over_where_it_could_matter(event: Event, rosa: User) -> None:
    make_card(event, "A-1", MADE_EQUAL)
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)

    with pytest.raises(Refused):
        post_qualifiers(event=event, actor=COMMAND)
    look(event, "A-1", won(10), rosa)
    post_qualifiers(event=event, actor=COMMAND)


def test_a_false_look_does_not_vouch_for_what_its_reader_then_types_over(event: Event, rosa: User, len_: User) -> None:
    """Two people read the papers, and one false look beforehand does not undo that."""
    for seat, line in (("A-1", won(12)), ("A-2", lost(10))):
        look(event, seat, line, len_)
    look(event, "A-1", won(10), rosa)

    card, version = written(MADE_EQUAL), sheet(event).facts["A-1"].version
    write_card(event=event, seat="A-1", version=version, card=card, actor=make_actor(rosa))

    assert "line_typed_over" in {found.code for found in sheet(event).obstacles}
    assert ("A-1", 1) in wanted(event)
    look(event, "A-1", won(10), len_)
    assert "line_typed_over" not in {found.code for found in sheet(event).obstacles}


def test_the_log_knows_what_was_typed_over(event: Event) -> None:
    make_card(event, "A-1", MADE_EQUAL)

    assert Scorecard.objects.at_seat(event, "A-1").get().again == [1]
    assert earlier_sheet(event, acts(event)).cards["A-1"].again == {1}


def test_cards_are_closed_once_the_qualifiers_are_posted(event: Event, rosa: User) -> None:
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    crosscheck_actions.accept_all(event=event, initials="JK", revision=sheet(event).event.revision, actor=COMMAND)
    post_qualifiers(event=event, actor=COMMAND)

    assert refusal(event, rosa) == "posted"


def test_seats_come_first(tournament: Tournament, rosa: User) -> None:
    event = make_event(tournament=tournament, slug="late", games=3)
    make_entrants(event, 4, tables=[4])

    assert refusal(event, rosa) == "not_seated"


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"game": 9, "reading": won(12, 9)}, ("game", "no_such_game")),
        ({"reading": won(12, opponent="Z-9")}, ("opponent", "unknown")),
        ({"reading": won(12, opponent="A-1")}, ("opponent", "own_seat")),
    ],
)
def test_a_reading_that_no_card_can_hold_is_refused(
    event: Event, rosa: User, given: dict[str, object], fault: tuple[str, str]
) -> None:
    with pytest.raises(Malformed) as refused:
        look_again(**{"event": event, "seat": "A-1", "game": 1, **given}, actor=make_actor(rosa))  # type: ignore[arg-type]

    assert [(one.field, one.code) for one in refused.value.faults] == [fault]


# --- Accepting -------------------------------------------------------------------------------------------------------


def accept(event: Event, by: User | None = None, **more: object) -> None:
    crosscheck_actions.accept(
        event=event,
        key=key(1, "A-1", "A-2"),
        initials="JK",
        version=find(event, 1, "A-1", "A-2").version,
        actor=make_actor(by),
        **more,  # type: ignore[arg-type]
    )


def test_without_looks_a_page_accepts_nothing_and_says_which_are_missing(event: Event, rosa: User) -> None:
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    look(event, "A-1", won(12), rosa)

    with pytest.raises(Refused) as refused:
        accept(event, rosa, unlooked=False)

    assert refused.value.code == "not_looked"
    assert "on the paper of A-2" in refused.value.message
    assert find(event, 1, "A-1", "A-2").state == "proposed"

    look(event, "A-2", lost(10), rosa)
    accept(event, rosa, unlooked=False)
    assert find(event, 1, "A-1", "A-2").state == "accepted"
    row = AuditEntry.objects.get(action="discrepancy.accepted")
    assert "unlooked" not in row.after


def test_with_both_papers_before_them_somebody_goes_on_and_the_trail_keeps_why(event: Event, rosa: User) -> None:
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)

    accept(event, rosa, unlooked=True, reason="both papers lie here")

    row = AuditEntry.objects.get(action="discrepancy.accepted")
    assert (row.after["unlooked"], row.reason) == (["A-1", "A-2"], "both papers lie here")


@pytest.mark.parametrize("way", [{"typed": True}, {"typed": False}])
def test_nobody_vouches_for_what_they_typed_over_themselves(
    event: Event, rosa: User, len_: User, way: dict[str, bool]
) -> None:
    """One checker alone must not make a line differ otherwise and sign what follows from it."""
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    version = sheet(event).facts["A-1"].version
    over = CARDS["A_1"].replace("A-2 2 +12", "A-2 3 +72")
    write_card(event=event, seat="A-1", version=version, card=written(over), actor=make_actor(rosa))

    with pytest.raises(Refused) as refused:
        accept(event, rosa, unlooked=True, reason="both papers lie here", **way)
    everything = crosscheck_actions.accept_all(
        event=event, initials="RM", revision=Event.objects.get(pk=event.pk).revision, actor=make_actor(rosa)
    )

    assert refused.value.code == "line_typed_over"
    assert "Game 1 on the card of A-1 was changed" in refused.value.message
    assert everything.accepted == ()
    assert [(one.id, one.code) for one in everything.skipped] == [("1-A-1-A-2", "line_typed_over")]
    # Nor does somebody else before one of them has read it on the paper.
    with pytest.raises(Refused) as refused:
        accept(event, len_, unlooked=True, reason="both papers lie here", **way)
    assert refused.value.code == "line_typed_over"
    look(event, "A-1", won(72), len_)
    accept(event, len_, unlooked=True, reason="both papers lie here", **way)


def test_a_page_takes_nobody_s_word_for_their_own_typing_and_a_program_s_only_where_it_was_not_typed_over(
    tournament: Tournament, rosa: User, len_: User
) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    write_card(event=event, seat="A-1", version=0, card=written(CARDS["A_1"]), actor=make_actor(rosa))
    make_cards(event, **{seat: text for seat, text in CARDS.items() if seat != "A_1"})
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    # Who saved the card last is not who typed the line.
    card = written(CARDS["A_1"], OwnTotals(plus=77))
    write_card(event=event, seat="A-1", version=1, card=card, actor=make_actor(len_))

    with pytest.raises(Refused) as refused:
        accept(event, rosa, unlooked=True, typed=False, reason="both papers lie here")

    assert refused.value.code == "not_looked"
    accept(event, rosa, unlooked=True)


@pytest.mark.parametrize("way", ["accept", "by-hand", "refer"])
def test_no_form_decides_a_game_on_one_s_own_typing_that_others_may_read(
    tournament: Tournament, rosa: User, len_: User, way: str
) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    write_card(event=event, seat="A-1", version=0, card=written(CARDS["A_1"]), actor=make_actor(rosa))
    make_cards(event, **{seat: text for seat, text in CARDS.items() if seat != "A_1"})
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    forged = {
        "initials": "RM",
        "reason": "both papers lie here",
        "papers": "on",
        "version": find(event, 1, "A-1", "A-2").version,
        "stands-A-1": "10",
        "stands-A-2": "-10",
    }
    address = f"/t/sierra/main/cross-check/1-A-1-A-2/{way}/"

    page = signed_in(rosa).post(address, forged)

    assert page.status_code == 409
    told = text_of(page)
    assert "You typed game 1 of A-1 yourself" in told
    assert "or let len sign with both papers." in told
    assert find(event, 1, "A-1", "A-2").state == "proposed"
    assert signed_in(len_).post(address, forged).status_code == 302


def test_people_who_may_sign_instead_are_named_except_the_typist_of_the_other_line(
    tournament: Tournament, rosa: User, len_: User
) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    for seat, typist in (("A-1", rosa), ("A-2", len_)):
        card = written(CARDS[seat.replace("-", "_")])
        write_card(event=event, seat=seat, version=0, card=card, actor=make_actor(typist))
    make_cards(event, A_3=CARDS["A_3"], A_4=CARDS["A_4"])
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    case = "/t/sierra/main/cross-check/?case=1-A-1-A-2"

    # Len would be refused as well.
    alone = text_of(signed_in(rosa).get(case))
    for name in ("eve", "dan", "cleo"):
        make_user(name, role="director", tournament=tournament)
    three = text_of(signed_in(rosa).get(case))
    make_user("gus", role="checker", tournament=tournament)

    assert "it is easy to make the same mistake twice. Read it again without looking at what was typed. " in alone
    assert "Read it again without looking at what was typed, or let cleo, dan or eve sign with both papers." in three
    assert "or let cleo, dan, eve or another checker sign with" in text_of(signed_in(rosa).get(case))


def test_no_relative_of_a_player_is_named_to_sign_instead(tournament: Tournament, rosa: User, len_: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    write_card(event=event, seat="A-1", version=0, card=written(CARDS["A_1"]), actor=make_actor(rosa))
    make_cards(event, **{seat: text for seat, text in CARDS.items() if seat != "A_1"})
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    cleo = make_user("cleo", role="checker", tournament=tournament)
    opponent, elsewhere = (
        Entry.objects.select_related("event", "player").get(event=event, number=number) for number in (2, 3)
    )
    record_relation(tournament=tournament, one=opponent, other=cleo, kind="family", actor=COMMAND)
    record_relation(tournament=tournament, one=elsewhere, other=len_, kind="family", actor=COMMAND)
    case = "/t/sierra/main/cross-check/?case=1-A-1-A-2"

    with pytest.raises(Refused) as refused:
        accept(event, rosa, unlooked=True, typed=False, reason="both papers lie here")

    assert "Read it again without looking at what was typed, or let len sign with both papers." in refused.value.message
    assert "Read it again without looking at what was typed, or let len sign with both papers." in text_of(
        signed_in(rosa).get(case)
    )
    record_relation(tournament=tournament, one=opponent, other=len_, kind="partner", actor=COMMAND)
    assert "it is easy to make the same mistake twice. Read it again without looking at what was typed. " in text_of(
        signed_in(rosa).get(case)
    )


def test_all_at_once_takes_only_what_was_read_again(event: Event, rosa: User) -> None:
    make_cards(event, A_3="A-4 2 +03 \n A-1 0 -12 \n A-2 0 -09")
    make_card(event, "A-2", "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07")
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    look(event, "A-1", won(12), rosa)
    look(event, "A-2", lost(10), rosa)

    def all_of(**more: bool) -> int:
        revision = sheet(event).event.revision
        done = crosscheck_actions.accept_all(
            event=event, initials="JK", revision=revision, actor=make_actor(rosa), **more
        )
        return len(done.accepted)

    proposed = [one.id for one in discrepancies(sheet(event)) if one.state == "proposed"]
    assert "1-A-1-A-2" in proposed
    assert all_of(unlooked=False) == 1
    assert find(event, 1, "A-1", "A-2").state == "accepted"
    assert all_of() == len(proposed) - 1


def test_a_decision_by_hand_or_by_the_head_judge_notes_what_was_not_read_again(event: Event, rosa: User) -> None:
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    found = find(event, 1, "A-1", "A-2")
    crosscheck_actions.refer(
        event=event,
        key=key(1, "A-1", "A-2"),
        initials="JK",
        reason="a smudge",
        version=found.version,
        actor=make_actor(rosa),
    )

    assert AuditEntry.objects.get(action="discrepancy.referred").after["unlooked"] == ["A-1", "A-2"]


def test_a_related_checker_is_noted_and_not_refused(event: Event, rosa: User) -> None:
    entry = Entry.objects.select_related("event", "player").get(event=event, number=2)
    record_relation(tournament=event.tournament, one=entry, other=rosa, kind="partner", actor=COMMAND)
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)

    accept(event, rosa, unlooked=False)

    assert AuditEntry.objects.get(action="discrepancy.accepted").after["third_checker_wanted"] == ["A-2"]


# --- Who reads what next ---------------------------------------------------------------------------------------------

SEATS = ["A-1", "A-2", "A-3", "A-4"]
LINES = (
    Wanted("A-1", 1, "A-2", matters=False),
    Wanted("A-2", 1, "A-1", matters=False),
    Wanted("A-2", 5, "A-4", matters=True),
    Wanted("A-3", 2, "A-4", matters=True),
    Wanted("A-4", 2, "A-3", matters=True),
)


def order(**about: object) -> list[str]:
    return [f"{one.seat}/{one.game}" for one in order_for(Reader(**about), LINES, SEATS)]  # type: ignore[arg-type]


def test_what_matters_comes_first_card_by_card() -> None:
    assert order() == ["A-2/1", "A-2/5", "A-3/2", "A-4/2", "A-1/1"]


def test_the_card_in_hand_comes_first_and_then_those_after_it() -> None:
    assert order(start="A-3") == ["A-3/2", "A-4/2", "A-2/1", "A-2/5", "A-1/1"]


def test_what_the_reader_typed_comes_last() -> None:
    typed = {("A-2", 1), ("A-2", 5), ("A-3", 2)}
    assert order(typed=typed) == ["A-4/2", "A-1/1", "A-2/1", "A-2/5", "A-3/2"]


def test_of_a_card_only_what_the_reader_typed_on_it_comes_last() -> None:
    assert order(typed={("A-2", 1)}) == ["A-2/5", "A-3/2", "A-4/2", "A-1/1", "A-2/1"]


def test_what_the_reader_read_twice_comes_last() -> None:
    assert order(read={("A-2", 5)}) == ["A-3/2", "A-4/2", "A-1/1", "A-2/1", "A-2/5"]


def test_a_card_that_somebody_else_has_open_comes_after_all_others() -> None:
    assert order(busy={"A-2": 1}, typed={("A-4", 2)})[:3] == ["A-3/2", "A-1/1", "A-4/2"]


def test_whoever_comes_to_a_card_that_others_have_open_reads_another_line_of_it() -> None:
    cards = {"A-1": 1, "A-2": 1, "A-3": 1, "A-4": 1}

    assert [order(busy={**cards, "A-2": ahead})[0] for ahead in (0, 1, 2)] == ["A-2/1", "A-2/5", "A-2/1"]


def test_games_of_one_s_own_never_come() -> None:
    assert order(own={"A-4"}) == ["A-1/1", "A-2/1"]


def test_several_readers_begin_at_different_cards() -> None:
    firsts = {order(start=find_start(reader, (7, 8, 9), SEATS))[0] for reader in (7, 8, 9)}

    assert len(firsts) > 1
    assert find_start(1, (), []) == ""


# --- Whatever looks are made -----------------------------------------------------------------------------------------

SPREADS = [won(10), won(12), won(16), None, BLANK, Line(1, "A-2", 2, None, 12), Line(1, "A-3", 2, 12, None)]


@settings(max_examples=often(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    typed=st.sampled_from([one for one in SPREADS if one is not None]),
    readings=st.lists(st.tuples(st.sampled_from(SPREADS), st.integers(0, 2)), max_size=7),
)
def test_a_record_changes_only_to_a_reading_that_two_looks_gave(
    db: None, typed: Line, readings: list[tuple[Line | None, int]]
) -> None:
    event, readers = stack(typed)
    given_so_far: list[tuple[Line | None, int]] = []
    refusals: list[str] = []
    for number, (reading, reader) in enumerate(readings):
        before = recorded(event, "A-1")
        try:
            said = look(event, "A-1", reading, readers[reader], number=1 + number)
        except Refused as refused:
            refusals.append(refused.code)
            assert ("A-1", 1) not in wanted(event)
            continue
        given_so_far.append((reading, reader))
        after = recorded(event, "A-1")
        if not is_same(before, after):
            assert said is LookOutcome.RETYPED
            alike = [who for one, who in given_so_far if is_same(one, after)]
            assert len(set(alike)) >= 2 or len(alike) >= 3
            assert is_same(after, reading)
        assert sheet(event).cards["A-1"].complete
    assert set(refusals) <= {"stale"}


@settings(max_examples=often(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    typed=st.sampled_from([one for one in SPREADS if one is not None]),
    paper=st.sampled_from(SPREADS),
    readers=st.lists(st.integers(0, 2), min_size=3, max_size=6),
)
def test_readers_who_read_truly_bring_the_record_to_the_paper(
    db: None, typed: Line, paper: Line | None, readers: list[int]
) -> None:
    event, people = stack(typed)
    was_wanted = ("A-1", 1) in wanted(event)
    for number, reader in enumerate(readers):
        if ("A-1", 1) in wanted(event):
            look(event, "A-1", paper, people[reader], number=1 + number)

    assert not was_wanted or is_same(recorded(event, "A-1"), paper)
    on = sheet(event)
    assert all(
        "A-1" not in find_unlooked(on.crosscheck, game, readings_reads.readings(event)) for game in on.crosscheck.games
    )


def stack(typed: Line) -> tuple[Event, list[User]]:
    """The cards with this line as game 1 of A-1, and three readers."""
    tournament = make_tournament()
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    card = sheet(event).cards["A-1"]
    lines = (typed, *card.lines[1:])
    write_cards(
        event=event,
        cards={
            "A-1": WrittenCard(
                tuple(WrittenLine(one.game, one.opponent, one.points, one.plus, one.minus) for one in lines)
            )
        },
        actor=COMMAND,
    )
    return event, [make_user(role="checker", tournament=tournament) for _number in range(3)]


def test_a_command_reads_too_and_its_look_sent_twice_is_one(event: Event) -> None:
    by = Actor.of_command("tests")
    for _time in range(2):
        look_again(event=event, seat="A-1", game=1, reading=won(10), actor=by)

    assert Look.objects.count() == 1


def test_a_withdrawn_player_s_empty_card_can_be_read(event: Event, rosa: User, len_: User) -> None:
    make_card(event, "A-2", "")
    set_status(entry=Entry.objects.get(event=event, number=2), status="withdrawn", reason="ill", actor=COMMAND)
    assert ("A-2", 1) in wanted(event)

    for reader in (rosa, len_):
        look(event, "A-2", lost(12), reader)

    assert recorded(event, "A-2") == lost(12)
