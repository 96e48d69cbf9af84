"""Acts undone from the log: each kind, each refusal, and what the log says of it afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import Http404

from scorecards.cards.actions.cards import write_card
from scorecards.cards.actions.stack import receive_cards, set_card_aside
from scorecards.crosscheck.actions import undo as undo_actions
from scorecards.crosscheck.actions.crosscheck import (
    GameKey,
    accept,
    override,
    refer,
    start_cross_check,
    take_back_decision,
)
from scorecards.crosscheck.actions.looks import look_again
from scorecards.models import Correction, Discrepancy, Look, Scorecard, TieBreak
from scorecards.sheet.reads.earlier import acts, log_numbers
from scorecards.sheet.reads.sheet import CardFacts
from scorecards.sheet.reads.written import read_otherwise
from scorecards.sheet.rules.line import Line
from scorecards.standings.actions.posting import post_qualifiers, record_tiebreak
from scorecards.tests.factories import find, key, make_card, make_cards, sheet, written
from tournaments.access import Actor, Rights
from tournaments.day.actions.status import set_status
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Event, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import make_event, make_tournament, make_user

pytestmark = pytest.mark.django_db

DIRECTOR, CHECKER = Rights(frozenset({"director"})), Rights(frozenset({"checker"}))
# Four players, three games. In game 1 the card of A-1 says 12 where A-2 says 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def lena() -> User:
    return make_user("lena")


@pytest.fixture
def rosa() -> User:
    return make_user("rosa")


def put(event: Event, user: User, seat: str, text: str) -> int:
    """Type a card as this user; the number of the entry in the log."""
    facts = sheet(event).facts.get(seat, CardFacts())
    write_card(event=event, seat=seat, version=facts.version, card=written(text), actor=Actor.of_user(user))
    return last(event)


def last(event: Event) -> int:
    return len(log_numbers(event))


def undo(event: Event, entry: int, rights: Rights = DIRECTOR, user: User | None = None, reason: str = "Slip") -> bool:
    actor = Actor.of_user(user) if user else Actor.of_command("test")
    return undo_actions.undo(event=event, entry=entry, reason=reason, rights=rights, actor=actor)


def refusal(event: Event, entry: int, *given: Any, **more: Any) -> tuple[str, str]:
    rows, revision = AuditEntry.objects.count(), Event.objects.get(pk=event.pk).revision
    with pytest.raises(Refused) as refused:
        undo(event, entry, *given, **more)
    assert (AuditEntry.objects.count(), Event.objects.get(pk=event.pk).revision) == (rows, revision)
    return refused.value.code, refused.value.message


def newest() -> AuditEntry:
    found = AuditEntry.objects.order_by("pk").last()
    assert found is not None
    return found


# --- Cards -----------------------------------------------------------------------------------------------------------


def test_a_typing_undone_puts_the_card_back_as_it_was_typed_before_and_by_whom(
    event: Event, lena: User, rosa: User
) -> None:
    put(event, lena, "A-1", CARDS["A_1"])
    again = put(event, rosa, "A-1", CARDS["A_1"].replace("+12", "+16"))
    revision = Event.objects.get(pk=event.pk).revision

    assert undo(event, again, CHECKER, rosa)

    card = Scorecard.objects.get(entry__seat_number=1)
    assert [line.plus for line in sheet(event).cards["A-1"].lines] == [12, 12, 40]
    assert (card.version, card.typed_by, card.typist) == (3, "lena", lena)
    row = newest()
    assert (row.action, row.subject_key, row.actor_name, row.reason) == ("card.typing-undone", "A-1", "rosa", "Slip")
    assert row.before is not None
    assert row.after is not None
    assert [line["plus"] for line in row.before["lines"]] == [16, 16, 40]
    assert [line["plus"] for line in row.after["lines"]] == [12, 12, 40]
    assert Event.objects.get(pk=event.pk).revision == revision + 1


def test_a_first_typing_undone_leaves_an_empty_card_that_can_be_typed_again(event: Event, lena: User) -> None:
    entry = put(event, lena, "A-1", CARDS["A_1"])

    undo(event, entry)

    on = sheet(event)
    assert (on.cards["A-1"].lines, on.cards["A-1"].complete, on.facts["A-1"].version) == ((), False, 2)
    assert (on.facts["A-1"].typed_by, on.facts["A-1"].typist) == ("", None)
    put(event, lena, "A-1", CARDS["A_1"])
    assert sheet(event).facts["A-1"].version == 3


def test_undoing_twice_is_harmless_and_undoing_the_undoing_does_it_again(event: Event, lena: User) -> None:
    put(event, lena, "A-1", CARDS["A_1"])
    again = put(event, lena, "A-1", CARDS["A_2"].replace("A-1", "A-2", 1))
    undo(event, again)
    undoing, rows = last(event), AuditEntry.objects.count()

    assert not undo(event, again)
    assert AuditEntry.objects.count() == rows
    assert undo(event, undoing)

    assert [line.minus for line in sheet(event).cards["A-1"].lines] == [10, None, None]


def test_what_was_typed_over_names_what_has_to_be_undone_first(event: Event, lena: User, rosa: User) -> None:
    first = put(event, lena, "A-1", CARDS["A_1"])
    put(event, rosa, "A-1", CARDS["A_1"].replace("+12", "+16"))

    code, message = refusal(event, first)

    assert code == "stale"
    assert message.startswith("Card A-1 was typed again at ")
    assert message.endswith(" by rosa: undo that first.")


def test_a_line_that_looks_changed_is_put_back_and_the_looks_stay(event: Event, lena: User, rosa: User) -> None:
    make_cards(event, **CARDS)
    for reader in (lena, rosa):
        look_again(event=event, seat="A-1", game=1, reading=Line(1, "A-2", 2, 10, None), actor=Actor.of_user(reader))
    entry, typist = last(event), sheet(event).facts["A-1"].typed_by

    undo(event, entry)

    assert [line.plus for line in sheet(event).cards["A-1"].lines] == [12, 12, 40]
    assert (sheet(event).facts["A-1"].typed_by, sheet(event).facts["A-1"].version) == (typist, 3)
    assert Look.objects.count() == 2
    row = newest()
    assert row.action == "line.put-back"
    # Two people read it otherwise: it is read once more before it can be posted.
    assert row.after == {
        "game": 1,
        "line": {"game": 1, "opponent": "A-2", "points": 2, "plus": 12, "minus": None},
        "again": [1],
    }


def test_a_line_that_was_put_back_leaves_what_looks_changed_elsewhere_on_the_card(
    event: Event, lena: User, rosa: User
) -> None:
    make_cards(event, **CARDS | {"A_1": CARDS["A_1"].replace("+12", "+14")})
    for game, opponent in ((1, "A-2"), (2, sheet(event).cards["A-1"].lines[1].opponent)):
        for reader in (lena, rosa):
            reading = Line(game, opponent, 2, 10, None)
            look_again(event=event, seat="A-1", game=game, reading=reading, actor=Actor.of_user(reader))
    assert read_otherwise(event) == {("A-1", 1), ("A-1", 2)}

    undo(event, last(event))
    put_back = last(event)

    assert read_otherwise(event) == {("A-1", 1)}
    undo(event, put_back)
    assert read_otherwise(event) == {("A-1", 1), ("A-1", 2)}


def test_a_look_that_changed_nothing_cannot_be_undone(event: Event, lena: User) -> None:
    make_cards(event, **CARDS)
    look_again(event=event, seat="A-1", game=1, reading=Line(1, "A-2", 2, 12, None), actor=Actor.of_user(lena))

    assert refusal(event, last(event)) == (
        "stands",
        "A look that changed nothing stays: look at the line again instead.",
    )


@pytest.mark.parametrize("mark", ["received", "aside"])
def test_a_mark_on_a_card_is_taken_back_and_made_again(event: Event, lena: User, mark: str) -> None:
    common: dict[str, Any] = {"event": event, "actor": Actor.of_user(lena)}
    if mark == "received":
        receive_cards(**common, seats=["A-1"])
    else:
        set_card_aside(**common, seat="A-1", reason="Torn")
    entry = last(event)

    undo(event, entry)
    without = Scorecard.objects.get(entry__seat_number=1)
    undo(event, last(event))
    back = Scorecard.objects.get(entry__seat_number=1)

    if mark == "received":
        assert (without.received_at, without.received_by) == (None, "")
        assert (back.received_at is not None, back.received_by) == (True, "lena")
    else:
        assert (without.set_aside_at, without.set_aside_reason) == (None, "")
        assert (back.set_aside_at is not None, back.set_aside_by, back.set_aside_reason) == (True, "lena", "Torn")
    assert newest().reason == "Slip"


# --- Decisions and ties ----------------------------------------------------------------------------------------------


@pytest.fixture
def compared(event: Event) -> Event:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=Actor.of_command("test"))
    return event


def decide(event: Event, how: str, user: User) -> int:
    version = find(event, 1, "A-1", "A-2").version
    common: dict[str, Any] = {"event": event, "key": key(1, "A-1", "A-2"), "actor": Actor.of_user(user)}
    if how == "accept":
        accept(**common, initials="LE", version=version)
    elif how == "refer":
        refer(**common, initials="LE", version=version, reason="Unclear")
    else:
        resolved = {"A-1": {"points": 2, "plus": 11, "minus": None}, "A-2": None}
        override(**common, initials="RO", version=version, reason="Seen", resolved=resolved, rights=DIRECTOR)
    return last(event)


def state(event: Event) -> tuple[str, str]:
    view = find(event, 1, "A-1", "A-2")
    return view.state, view.initials


def test_a_decision_undone_is_taken_back_and_its_row_stays(compared: Event, lena: User) -> None:
    entry = decide(compared, "accept", lena)

    undo(compared, entry, CHECKER)

    assert state(compared) == ("proposed", "")
    assert Discrepancy.objects.get().withdrawn_at is not None
    assert (newest().action, newest().reason) == ("discrepancy.decision-taken-back", "Slip")


def test_a_decision_taken_back_stands_again_under_its_own_initials_with_its_red_ink(
    compared: Event, lena: User, rosa: User
) -> None:
    decide(compared, "accept", lena)
    take_back_decision(event=compared, key=GameKey(1, ("A-1", "A-2")), rights=CHECKER, actor=Actor.of_user(lena))

    undo(compared, last(compared), CHECKER, rosa)

    assert state(compared) == ("accepted", "LE")
    row = Discrepancy.objects.get(withdrawn_at__isnull=True)
    assert [(red.entry.seat, red.initials) for red in Correction.objects.filter(discrepancy=row)] == [("A-1", "LE")]
    assert (newest().action, newest().initials, newest().actor_name) == (
        "discrepancy.decision-restored",
        "LE",
        "rosa",
    )


def test_undoing_what_replaced_a_decision_lets_the_earlier_one_stand_again(compared: Event, lena: User) -> None:
    decide(compared, "accept", lena)
    entry = decide(compared, "override", lena)

    undo(compared, entry)

    assert state(compared) == ("accepted", "LE")
    assert Discrepancy.objects.filter(withdrawn_at__isnull=True).count() == 1


def test_a_decision_does_not_stand_again_on_cards_that_say_something_else(compared: Event, lena: User) -> None:
    decide(compared, "accept", lena)
    take_back_decision(event=compared, key=GameKey(1, ("A-1", "A-2")), rights=CHECKER, actor=Actor.of_user(lena))
    entry = last(compared)
    make_card(compared, "A-2", CARDS["A_2"].replace("-10", "-09"))

    assert refusal(compared, entry)[0] == "stale"
    assert not Discrepancy.objects.filter(withdrawn_at__isnull=True).exists()


def test_what_the_head_judge_ruled_a_checker_cannot_undo(compared: Event, lena: User) -> None:
    decide(compared, "refer", lena)
    entry = decide(compared, "override", lena)

    assert refusal(compared, entry, CHECKER)[0] == "role"
    assert undo(compared, entry, Rights(frozenset({"judge", "head_judge"})))
    assert state(compared) == ("open", "LE")


HEAD_JUDGE = Rights(frozenset({"judge", "head_judge"}))


def test_the_head_judge_lets_a_ruling_of_theirs_stand_again_and_a_checker_does_not(
    compared: Event, lena: User, rosa: User
) -> None:
    decide(compared, "refer", lena)
    decide(compared, "override", rosa)
    take_back_decision(
        event=compared, key=GameKey(1, ("A-1", "A-2")), reason="A slip", rights=HEAD_JUDGE, actor=Actor.of_user(rosa)
    )
    entry = last(compared)

    assert refusal(compared, entry, CHECKER)[0] == "role"
    assert undo(compared, entry, HEAD_JUDGE)
    assert state(compared) == ("overridden", "RO")
    # And it is still theirs alone, on the cross-check page too.
    assert refusal(compared, last(compared), CHECKER)[0] == "role"
    with pytest.raises(Forbidden):
        take_back_decision(event=compared, key=GameKey(1, ("A-1", "A-2")), rights=CHECKER, actor=Actor.of_user(lena))


def test_what_a_checker_decided_is_not_the_head_judge_s_to_undo(compared: Event, lena: User) -> None:
    entry = decide(compared, "accept", lena)

    assert refusal(compared, entry, HEAD_JUDGE)[0] == "role"


def test_a_played_off_tie_is_open_again_and_closed_again(event: Event) -> None:
    make_cards(
        event,
        A_1="A-2 2 +10 \n A-3 0 -10 \n A-4 2 +05",
        A_2="A-1 0 -10 \n A-4 2 +05 \n A-3 2 +10",
        A_3="A-4 2 +05 \n A-1 2 +10 \n A-2 0 -10",
        A_4="A-3 0 -05 \n A-2 0 -05 \n A-1 0 -05",
    )
    for order in (["A-1", "A-2", "A-3"], ["A-3", "A-2", "A-1"]):
        record_tiebreak(event=event, order=order, actor=Actor.of_command("test"))
    second = last(event)

    assert refusal(event, second, CHECKER)[0] == "role"
    undo(event, second)
    assert sheet(event).playoffs == (("A-1", "A-2", "A-3"),)
    undo(event, second - 1)
    assert not TieBreak.objects.exists()
    undo(event, last(event))
    assert sheet(event).playoffs == (("A-1", "A-2", "A-3"),)


def test_a_status_goes_back(event: Event) -> None:
    entry = event.entries.select_related("player", "event").get(number=4)
    set_status(entry=entry, status="withdrawn", reason="Ill", actor=Actor.of_command("test"))
    number = last(event)

    assert refusal(event, number, CHECKER)[0] == "role"
    undo(event, number)
    assert event.entries.get(number=4).status == "playing"
    undo(event, last(event))
    assert (event.entries.get(number=4).status, event.entries.get(number=4).status_reason) == ("withdrawn", "Ill")


# --- Refusals --------------------------------------------------------------------------------------------------------


def test_nobody_undoes_anything_on_their_own_card(event: Event, lena: User, rosa: User) -> None:
    entry = put(event, lena, "A-1", CARDS["A_1"])
    link_player(entry=event.entries.get(number=1), username="rosa", actor=Actor.of_command("test"))

    with pytest.raises(Forbidden) as refused:
        undo(event, entry, DIRECTOR, rosa)

    assert refused.value.code == "own_card"


def test_nobody_undoes_what_changed_the_line_of_their_opponent(event: Event, lena: User, rosa: User) -> None:
    """Undone, it would be theirs what the other card of their own game says (as with typing and reading it)."""
    make_cards(event, **CARDS)
    for reader in (lena, make_user("ann")):
        look_again(event=event, seat="A-1", game=1, reading=Line(1, "A-2", 2, 10, None), actor=Actor.of_user(reader))
    looked = last(event)
    typed = put(event, lena, "A-4", CARDS["A_4"].replace("A-3 0 -03", "A-3 0 -05"))
    again = put(event, lena, "A-3", CARDS["A_3"].replace("+03", "+05"))
    link_player(entry=event.entries.get(number=2), username="rosa", actor=Actor.of_command("test"))
    rows = AuditEntry.objects.count()

    with pytest.raises(Forbidden) as refused:
        undo(event, looked, CHECKER, rosa)

    assert refused.value.code == "own_card"
    assert "a line of your opponent in a game of your own" in refused.value.message
    assert AuditEntry.objects.count() == rows
    # What changed no game of theirs they may undo, also on the card of somebody they met.
    assert undo(event, typed, CHECKER, rosa)
    assert undo(event, again, CHECKER, rosa)


def test_two_cards_undone_and_typed_anew_with_a_game_turned_round_are_typed_over(event: Event, lena: User) -> None:
    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")})
    numbers = [act.number for act in acts(event) if act.action == "card.typed" and act.key in ("A-1", "A-2")]
    for entry in sorted(numbers[:2]):
        undo(event, entry)

    put(event, lena, "A-1", CARDS["A_1"].replace("A-2 2 +12", "A-2 0 -12"))
    put(event, lena, "A-2", CARDS["A_2"].replace("A-1 0 -10", "A-1 2 +12"))

    assert (sheet(event).cards["A-1"].again, sheet(event).cards["A-2"].again) == ({1}, {1})
    assert [found.code for found in sheet(event).obstacles].count("line_typed_over") == 2


def test_a_card_typed_at_a_wrong_seat_and_undone_leaves_nothing_to_read(event: Event, lena: User) -> None:
    wrong = put(event, lena, "A-1", CARDS["A_2"].replace("A-1", "A-3"))
    undo(event, wrong)

    make_cards(event, **CARDS | {"A_2": CARDS["A_2"].replace("-10", "-12")})

    assert sheet(event).cards["A-1"].again == frozenset()


def test_nobody_takes_the_line_of_their_opponent_off_a_card_and_anybody_puts_it_there(
    event: Event, lena: User, rosa: User
) -> None:
    link_player(entry=event.entries.get(number=2), username="rosa", actor=Actor.of_command("test"))
    first = put(event, lena, "A-1", CARDS["A_1"])

    with pytest.raises(Forbidden) as refused:
        undo(event, first, CHECKER, rosa)
    assert refused.value.code == "own_card"

    undo(event, first, CHECKER, lena)
    assert undo(event, last(event), CHECKER, rosa)
    assert [line.plus for line in sheet(event).cards["A-1"].lines] == [12, 12, 40]


def test_nothing_is_undone_after_the_posting(compared: Event, lena: User) -> None:
    entry = decide(compared, "accept", lena)
    post_qualifiers(event=compared, actor=Actor.of_command("test"))

    assert refusal(compared, entry)[0] == "posted"
    assert refusal(compared, last(compared)) == (
        "stands",
        "The posted list is official; reopening the cross-check takes it back, on the page of the steps.",
    )


def test_a_card_of_somebody_who_did_not_show_up_is_not_typed_by_undoing(event: Event, lena: User) -> None:
    undo(event, put(event, lena, "A-1", CARDS["A_1"]))
    entry = last(event)
    set_status(
        entry=event.entries.select_related("player", "event").get(number=1),
        status="no_show",
        reason="Nobody there",
        actor=Actor.of_command("test"),
    )

    assert refusal(event, entry)[0] == "no_show"


@pytest.mark.parametrize("reason", ["", "x" * 301])
def test_a_reason_is_asked_for(event: Event, lena: User, reason: str) -> None:
    entry = put(event, lena, "A-1", CARDS["A_1"])

    with pytest.raises(Malformed) as refused:
        undo(event, entry, reason=reason)

    assert [fault.field for fault in refused.value.faults] == ["reason"]


@pytest.mark.parametrize("entry", [0, 999, 2**63])
def test_an_entry_that_the_log_does_not_have_is_not_found(event: Event, entry: int) -> None:
    with pytest.raises(Http404):
        undo(event, entry)


def test_a_judge_who_does_not_check_cannot_undo_a_typing(event: Event, lena: User) -> None:
    entry = put(event, lena, "A-1", CARDS["A_1"])

    assert refusal(event, entry, Rights(frozenset({"judge"})))[0] == "role"
