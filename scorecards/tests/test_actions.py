"""What people do to cards, discrepancies and the list: each way it goes through, each refusal, and what it leaves behind."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from scorecards.cards.actions.cards import write_card, write_cards
from scorecards.cards.reads import cards as cards_reads
from scorecards.crosscheck.actions.crosscheck import (
    accept,
    accept_all,
    override,
    refer,
    start_cross_check,
    take_back_decision,
)
from scorecards.crosscheck.actions.undo import undo
from scorecards.models import Correction, Discrepancy, QualifyingResult, Scorecard, ScoreLine
from scorecards.sheet.reads.sheet import sheet_for
from scorecards.sheet.reads.standings import qualifiers, standings
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings.actions.posting import post_qualifiers, record_tiebreak
from scorecards.tests.factories import COMMAND, find, key, make_cards, sheet, written
from tournaments.access import Actor, Rights, rights_of
from tournaments.day.actions.status import set_status
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Event, User
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.venue.actions.events import exempt_quota

pytestmark = pytest.mark.django_db

# Four players, three games. A-1 wins all; in game 1 its card says 12 where A-2 says 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}


@pytest.fixture
def event() -> Event:
    return make_event(games=3, entrants=4, seated=True)


@pytest.fixture
def checked(event: Event) -> Event:
    """All cards in and the cross-check begun."""
    make_cards(event, **CARDS)
    return start_cross_check(event=event, actor=COMMAND)


@pytest.fixture
def superuser() -> User:
    return make_user("root", superuser=True)


def refused(code: str) -> pytest.RaisesContext[Refused]:
    return pytest.raises(Refused, match=f"^\\('{code}'")


def audit_of(event: Event, action: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(event=event, action=action))


# --- Cards -----------------------------------------------------------------------------------------------------------


def test_a_card_is_recorded_as_written(event: Event) -> None:
    card = written("A-2 2 -12 \n ? . . \n A-4 3 .", OwnTotals(14, 29, None, 5, -5))

    changed = write_card(event=event, seat="A-1", version=0, card=card, actor=COMMAND)

    assert changed
    shown = cards_reads.card(sheet(event), "A-1")
    assert [(line["opponent"], line["points"], line["plus"], line["minus"]) for line in shown["lines"]] == [
        ("A-2", "2", "", "12"),
        ("", "", "", ""),
        ("A-4", "3", "", ""),
    ]
    assert shown["own_totals"] == {"game_points": 14, "games_won": 29, "plus": None, "minus": 5, "net": -5}
    assert shown["version"] == 1
    assert {flag["code"] for flag in shown["flags"]} >= {"win_in_minus", "blank_line", "spread_blank"}


def test_the_first_card_begins_the_qualifying_phase(event: Event) -> None:
    make_cards(event, A_1=CARDS["A_1"])

    event.refresh_from_db()
    assert event.phase == "qualifying"
    assert event.cards_begun_at is not None


def test_a_first_card_after_the_cross_check_has_begun_does_not_turn_back_the_phase(event: Event) -> None:
    start_cross_check(event=event, actor=COMMAND)

    make_cards(event, A_1=CARDS["A_1"])

    event.refresh_from_db()
    assert event.phase == "cross_check"


def test_a_card_alone_is_shown_as_among_all(event: Event) -> None:
    make_cards(event, **CARDS)
    now = sheet(event)

    assert cards_reads.card(sheet_for(now.event, "A-2"), "A-2") == cards_reads.card(now, "A-2")


def test_the_trail_keeps_what_was_typed_before(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +12")
    make_cards(event, A_1="A-2 2 +13")

    first, second = audit_of(event, "card.typed")
    assert first.before is None
    assert second.before == first.after
    assert second.after["lines"][0]["plus"] == 13
    assert (second.actor_kind, second.subject_kind, second.subject_key) == ("command", "card", "A-1")


def test_writing_the_same_card_twice_is_writing_it_once(event: Event) -> None:
    card = written(CARDS["A_1"])
    write_card(event=event, seat="A-1", version=0, card=card, actor=COMMAND)
    before = sheet(event).event.revision

    changed = write_card(event=event, seat="A-1", version=0, card=card, actor=COMMAND)

    assert not changed
    assert sheet(event).event.revision == before
    assert len(audit_of(event, "card.typed")) == 1


def test_an_older_version_is_refused_with_the_card_as_it_is(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +12")

    with refused("stale") as caught:
        write_card(event=event, seat="A-1", version=0, card=written("A-2 2 +13"), actor=COMMAND)

    assert caught.value.current is not None
    assert caught.value.current["version"] == 1
    assert caught.value.current["lines"][0]["plus"] == "12"
    assert ScoreLine.objects.get().plus == 12


def test_every_fault_of_a_card_is_named_with_its_place(event: Event) -> None:
    card = written("1: A-1 2 +12 \n 1: A-9 2 +12 \n 9: A-3 0 -12")

    with pytest.raises(Malformed) as caught:
        write_card(event=event, seat="A-1", version=0, card=card, actor=COMMAND)

    assert [(fault.field, fault.code) for fault in caught.value.faults] == [
        ("lines.0.opponent", "own_seat"),
        ("lines.1.game", "twice"),
        ("lines.1.opponent", "unknown"),
        ("lines.2.game", "no_such_game"),
    ]
    assert Scorecard.objects.count() == 0


def test_many_cards_are_written_all_or_none(event: Event) -> None:
    make_cards(event, A_2="A-1 0 -10")

    with pytest.raises(Malformed):
        write_cards(event=event, cards={"A-1": written("A-2 2 +12"), "A-2": written("A-99 2 +12")}, actor=COMMAND)

    assert [card.entry.seat for card in Scorecard.objects.all()] == ["A-2"]
    assert ScoreLine.objects.get().minus == 10


def test_the_faults_of_many_cards_are_led_by_their_seats(event: Event) -> None:
    cards = {"A-1": written("A-99 2 +12"), "A-2": written("A-1 0 -12 \n A-2 0 -12")}

    with pytest.raises(Malformed) as refused:
        write_cards(event=event, cards=cards, actor=COMMAND)

    assert [fault.field for fault in refused.value.faults] == ["A-1.lines.0.opponent", "A-2.lines.1.opponent"]


def test_many_cards_are_one_change_and_a_row_in_the_trail_for_each_that_changed(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +12")
    before = Event.objects.get(pk=event.pk).revision

    changed = write_cards(
        event=event,
        cards={"A-1": written("A-2 2 +12"), "A-2": written("A-1 0 -12"), "A-3": written("A-4 2 +05")},
        actor=COMMAND,
    )

    assert changed == 2
    assert Event.objects.get(pk=event.pk).revision == before + 1
    assert [row.subject_key for row in audit_of(event, "card.typed")] == ["A-1", "A-2", "A-3"]
    assert {card.entry.seat: card.version for card in Scorecard.objects.all()} == {"A-1": 1, "A-2": 1, "A-3": 1}


def test_many_cards_can_be_new_and_rewritten_at_once(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +12", A_2="A-1 0 -12")

    make_cards(event, A_1="A-2 2 +13", A_3="A-4 2 +05")

    on = sheet(event)
    assert [on.cards[seat].lines[0].plus for seat in ("A-1", "A-3")] == [13, 5]
    assert {seat: of.version for seat, of in on.facts.items()} == {"A-1": 2, "A-2": 1, "A-3": 1}


def test_there_are_no_cards_before_the_seats_are_drawn() -> None:
    event = make_event(games=3, entrants=4, tables=[4])

    with refused("not_seated"):
        write_card(event=event, seat="A-1", version=0, card=written("A-2 2 +12"), actor=COMMAND)


def test_a_no_show_has_no_card(event: Event) -> None:
    entry = event.entries.get(number=1)
    set_status(entry=entry, status="no_show", reason="Stuck in Elko", actor=COMMAND)

    with refused("no_show"):
        write_card(event=event, seat="A-1", version=0, card=written("A-2 2 +12"), actor=COMMAND)


def test_nobody_corrects_the_line_of_their_own_opponent(event: Event) -> None:
    """They may type the opponent's card, and change what else stands on it."""
    player = make_user("joe", role="checker", tournament=event.tournament)
    link_player(entry=event.entries.get(table="A", seat_number=1), username="joe", actor=COMMAND)
    joe = make_actor(player)
    lines = CARDS["A_2"]
    assert write_card(event=event, seat="A-2", version=0, card=written(lines), actor=joe)
    assert write_card(event=event, seat="A-2", version=1, card=written(lines.replace("+05", "+06")), actor=joe)

    for changed in (
        lines.replace("A-1 0 -10", "A-1 0 -12"),
        lines.replace("A-1 0 -10", "A-3 0 -10"),
        lines.split(" \n ", 1)[1],
    ):
        with pytest.raises(Forbidden, match="Game 1 of A-2 is a game of your own"):
            write_card(event=event, seat="A-2", version=2, card=written(changed), actor=joe)
    assert sheet(event).cards["A-2"].line(1).minus == 10


def test_nobody_types_their_own_card(event: Event, superuser: User) -> None:
    link_player(entry=event.entries.get(number=1), username="root", actor=COMMAND)

    with pytest.raises(Forbidden, match="own_card"):
        write_card(event=event, seat="A-1", version=0, card=written("A-2 2 +12"), actor=Actor.of_user(superuser))


# --- Cross-check -----------------------------------------------------------------------------------------------------


def test_beginning_the_cross_check_again_changes_nothing(checked: Event) -> None:
    before = sheet(checked).event

    again = start_cross_check(event=checked, actor=COMMAND)

    assert (again.phase, again.revision, again.cross_checked_at) == (
        "cross_check",
        before.revision,
        before.cross_checked_at,
    )


def test_a_proposal_counts_as_if_accepted(checked: Event) -> None:
    shown = standings(sheet(checked))

    first = shown.rows[0]
    assert (first.seat, first.net, first.status) == ("A-1", 62, "qualifier")
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_accepting_leaves_red_ink_and_what_was_written(checked: Event) -> None:
    found = find(checked, 1, "A-1", "A-2")

    accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=found.version, actor=COMMAND)

    assert find(checked, 1, "A-1", "A-2").state == "accepted"
    correction = Correction.objects.get()
    assert (correction.entry.seat, correction.before, correction.after, correction.rules, correction.initials) == (
        "A-1",
        {"points": "2", "plus": "12", "minus": ""},
        {"points": "2", "plus": "10", "minus": ""},
        "12.2.a",
        "JK",
    )
    assert ScoreLine.objects.get(card__entry__number=1, game=1).plus == 12
    [row] = audit_of(checked, "discrepancy.accepted")
    assert (row.initials, row.subject_key) == ("JK", "1-A-1-A-2")


def test_accepting_twice_is_accepting_once(checked: Event) -> None:
    version = find(checked, 1, "A-1", "A-2").version
    for _ in range(2):
        accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=version, actor=COMMAND)

    assert Discrepancy.objects.count() == 1


def test_a_decision_on_what_has_changed_is_refused(checked: Event) -> None:
    version = find(checked, 1, "A-1", "A-2").version
    make_cards(checked, A_2=CARDS["A_2"].replace("-10", "-09"))

    with refused("stale") as caught:
        accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=version, actor=COMMAND)

    assert caught.value.current is not None
    assert caught.value.current["recorded"]["A-2"]["minus"] == "09"


def test_a_decision_is_open_again_when_a_line_changes(checked: Event) -> None:
    version = find(checked, 1, "A-1", "A-2").version
    accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=version, actor=COMMAND)

    make_cards(checked, A_2=CARDS["A_2"].replace("-10", "-09"))

    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_two_cards_that_agree_cannot_be_decided(checked: Event) -> None:
    with refused("stale"):
        accept(event=checked, key=key(2, "A-1", "A-3"), initials="JK", version=1, actor=COMMAND)


def test_a_decision_by_hand_stands(checked: Event, superuser: User) -> None:
    found = find(checked, 1, "A-1", "A-2")
    values = {"A-1": {"points": 2, "plus": 11, "minus": None}, "A-2": None}

    override(
        event=checked,
        key=key(1, "A-1", "A-2"),
        resolved=values,
        initials="JK",
        reason="The 12 is an 11 on the paper",
        version=found.version,
        rights=rights_of(superuser, checked.tournament),
        actor=COMMAND,
    )

    after = find(checked, 1, "A-1", "A-2")
    assert (after.state, after.resolved) == (
        "overridden",
        {"A-1": {"points": "2", "plus": "11", "minus": ""}, "A-2": {"points": "0", "plus": "", "minus": "10"}},
    )
    assert cards_reads.card(sheet(checked), "A-1")["standing_totals"]["plus"] == 63
    assert Correction.objects.get().after == {"points": "2", "plus": "11", "minus": ""}


def test_taking_a_decision_back_keeps_its_row(checked: Event, superuser: User) -> None:
    version = find(checked, 1, "A-1", "A-2").version
    accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=version, actor=COMMAND)

    take_back_decision(
        event=checked,
        key=key(1, "A-1", "A-2"),
        rights=rights_of(superuser, checked.tournament),
        actor=COMMAND,
    )

    assert find(checked, 1, "A-1", "A-2").state == "proposed"
    assert Discrepancy.objects.get().withdrawn_at is not None
    assert audit_of(checked, "discrepancy.decision-taken-back")[0].before["kind"] == "accepted"


RULINGS = (
    {"A-1": {"points": 2, "plus": 10, "minus": None}, "A-2": {"points": 0, "plus": None, "minus": 10}},
    {"A-1": {"points": 2, "plus": 11, "minus": None}, "A-2": {"points": 0, "plus": None, "minus": 11}},
)


@pytest.mark.parametrize("rulings", [RULINGS[:1], RULINGS], ids=["ruled once", "and anew"])
def test_below_a_ruling_that_is_taken_back_the_referral_waits_again_with_its_words(checked: Event, rulings) -> None:
    head = make_user("judge", role="judge", tournament=checked.tournament, is_head=True)
    of = key(1, "A-1", "A-2")
    rights, actor = rights_of(head, checked.tournament), Actor.of_user(head)
    version = find(checked, 1, "A-1", "A-2").version
    refer(event=checked, key=of, initials="JK", reason="Smudged", version=version, actor=COMMAND)
    for values in rulings:
        override(
            event=checked,
            key=of,
            resolved=values,
            initials="JD",
            reason="Both said so",
            version=find(checked, 1, "A-1", "A-2").version,
            rights=rights,
            actor=actor,
        )

    take_back_decision(event=checked, key=of, reason="Of another game", rights=rights, actor=actor)

    row = Discrepancy.objects.get(withdrawn_at=None)
    assert (row.kind, row.reason, row.initials, row.decided_by) == ("referred", "Smudged", "JK", COMMAND.name)
    assert find(checked, 1, "A-1", "A-2").state == "open"
    assert audit_of(checked, "discrepancy.decision-restored")[0].reason == "Of another game"
    # The checker may still think better of it.
    checker = make_user("checker", role="checker", tournament=checked.tournament)
    mine = rights_of(checker, checked.tournament)
    take_back_decision(event=checked, key=of, rights=mine, actor=Actor.of_user(checker))
    assert find(checked, 1, "A-1", "A-2").state == "proposed"


def test_a_referred_game_is_the_head_judges(checked: Event) -> None:
    checker = make_user("checker", role="checker", tournament=checked.tournament)
    judge = make_user("judge", role="judge", tournament=checked.tournament, is_head=True)
    found = find(checked, 1, "A-1", "A-2")
    refer(
        event=checked, key=key(1, "A-1", "A-2"), initials="JK", reason="Smudged", version=found.version, actor=COMMAND
    )
    open_now = find(checked, 1, "A-1", "A-2")
    values = {"A-1": {"points": 2, "plus": 10, "minus": None}, "A-2": {"points": 0, "plus": None, "minus": 10}}
    decision = {
        "event": checked,
        "key": key(1, "A-1", "A-2"),
        "resolved": values,
        "initials": "JK",
        "reason": "Both say ten",
        "version": open_now.version,
    }

    with pytest.raises(Forbidden, match="role"):
        override(**decision, rights=rights_of(checker, checked.tournament), actor=Actor.of_user(checker))
    with refused("referred"):
        accept(event=checked, key=key(1, "A-1", "A-2"), initials="JK", version=open_now.version, actor=COMMAND)
    override(**decision, rights=rights_of(judge, checked.tournament), actor=Actor.of_user(judge))

    assert (open_now.outcome, open_now.state, open_now.resolved) == ("referred", "open", None)
    assert find(checked, 1, "A-1", "A-2").state == "overridden"

    # What the head judge ruled on, no checker decides again or takes back.
    ruled = find(checked, 1, "A-1", "A-2").version
    again = {**decision, "version": ruled, "reason": "I read eleven"}
    with pytest.raises(Forbidden, match="role"):
        override(**again, rights=rights_of(checker, checked.tournament), actor=Actor.of_user(checker))
    take_back = {"event": checked, "key": key(1, "A-1", "A-2")}
    with pytest.raises(Forbidden, match="role"):
        take_back_decision(**take_back, rights=rights_of(checker, checked.tournament), actor=Actor.of_user(checker))
    rights = rights_of(judge, checked.tournament)
    take_back_decision(**take_back, reason="A slip", rights=rights, actor=Actor.of_user(judge))
    assert find(checked, 1, "A-1", "A-2").state == "open"

    # Nor once it was made again from the log.
    last = AuditEntry.objects.filter(event=checked).count()
    undo(
        event=checked,
        entry=last,
        reason="It was right",
        rights=Rights(frozenset({"director"})),
        actor=COMMAND,
    )
    assert find(checked, 1, "A-1", "A-2").state == "overridden"
    with pytest.raises(Forbidden, match="role"):
        take_back_decision(**take_back, rights=rights_of(checker, checked.tournament), actor=Actor.of_user(checker))


def test_accepting_all_needs_the_revision_that_was_seen(checked: Event) -> None:
    revision = sheet(checked).event.revision

    with refused("stale"):
        accept_all(event=checked, initials="JK", revision=revision - 1, actor=COMMAND)
    accepted = accept_all(event=checked, initials="JK", revision=revision, actor=COMMAND).accepted

    assert len(accepted) == 1
    assert sheet(checked).event.revision == revision + 1


def test_nobody_decides_on_their_own_card(checked: Event, superuser: User) -> None:
    link_player(entry=checked.entries.get(number=2), username="root", actor=COMMAND)
    me = Actor.of_user(superuser)
    now = sheet(checked)
    found = find(checked, 1, "A-1", "A-2")
    decision = {"event": checked, "key": key(1, "A-1", "A-2"), "actor": me}
    rights = rights_of(superuser, checked.tournament)

    with pytest.raises(Forbidden, match="own_card"):
        accept(**decision, initials="RT", version=found.version)
    with pytest.raises(Forbidden, match="own_card"):
        override(
            **decision,
            initials="RT",
            version=found.version,
            reason="Mine",
            resolved={"A-1": None, "A-2": None},
            rights=rights,
        )
    with pytest.raises(Forbidden, match="own_card"):
        refer(**decision, initials="RT", reason="Mine", version=found.version)
    with pytest.raises(Forbidden, match="own_card"):
        take_back_decision(**decision, rights=rights)
    done = accept_all(event=checked, initials="RT", revision=now.event.revision, actor=me)
    assert done.accepted == ()
    assert {one.code for one in done.skipped} == {"own_card"}
    assert Discrepancy.objects.count() == 0


# --- Ties and posting ------------------------------------------------------------------------------------------------

LEVEL = {
    "A_1": "A-2 2 +10 \n A-3 2 +10 \n A-4 0 -10",
    "A_2": "A-1 0 -10 \n A-4 2 +10 \n A-3 2 +10",
    "A_3": "A-4 2 +10 \n A-1 0 -10 \n A-2 0 -10",
    "A_4": "A-3 0 -10 \n A-2 0 -10 \n A-1 2 +10",
}


def test_a_classic_tie_at_the_line_waits_for_the_playoff() -> None:
    event = make_event(tournament=make_tournament(edition="classic"), games=3, entrants=4, seated=True)
    make_cards(event, **LEVEL)
    start_cross_check(event=event, actor=COMMAND)

    with refused("not_ready") as caught:
        post_qualifiers(event=event, actor=COMMAND)
    with refused("not_tied"):
        record_tiebreak(event=event, order=["A-1", "A-3"], actor=COMMAND)
    record_tiebreak(event=event, order=["A-2", "A-1"], actor=COMMAND)
    post_qualifiers(event=event, actor=COMMAND)

    assert [fault.code for fault in caught.value.faults] == ["tie_unbroken"]
    assert qualifiers(event)[0]["seat"] == "A-2"
    assert QualifyingResult.objects.get(entry__number=1).status == "high_nonqualifier"


def test_before_the_first_card_nobody_is_tied() -> None:
    event = make_event(tournament=make_tournament(), games=3, entrants=4, seated=True)

    with refused("not_tied") as caught:
        record_tiebreak(event=event, order=["A-1", "A-2", "A-3", "A-4"], actor=COMMAND)

    assert "No card is in yet" in caught.value.message


def test_recording_a_tiebreak_again_replaces_it() -> None:
    event = make_event(tournament=make_tournament(edition="classic"), games=3, entrants=4, seated=True)
    make_cards(event, **LEVEL)
    record_tiebreak(event=event, order=["A-2", "A-1"], actor=COMMAND)

    record_tiebreak(event=event, order=["A-1", "A-2"], actor=COMMAND)

    assert [(row.seat, row.decided_by) for row in standings(sheet(event)).rows][:2] == [
        ("A-1", None),
        ("A-2", "playoff"),
    ]
    assert audit_of(event, "tiebreak.recorded")[1].before == {"order": ["A-2", "A-1"]}


def test_everything_that_stands_in_the_way_of_posting_is_named(event: Event) -> None:
    make_cards(event, **{seat: card for seat, card in CARDS.items() if seat != "A_4"})

    with refused("not_ready") as caught:
        post_qualifiers(event=event, actor=COMMAND)

    assert [fault.code for fault in caught.value.faults] == [
        "not_cross_checked",
        "card_missing",
        "correction_uninitialled",
    ]
    assert all(fault.message for fault in caught.value.faults)


def test_posting_freezes_the_list(checked: Event) -> None:
    accept_all(event=checked, initials="JK", revision=sheet(checked).event.revision, actor=COMMAND)

    post_qualifiers(event=checked, actor=COMMAND)

    checked.refresh_from_db()
    assert checked.phase == "playoffs"
    name = checked.entries.get(number=1).name
    assert qualifiers(checked) == [{"seed": 1, "seat": "A-1", "name": name, "players": []}]
    assert [(r.rank, r.entry.seat, r.status) for r in QualifyingResult.objects.all()][:2] == [
        (1, "A-1", "qualifier"),
        (2, "A-2", "high_nonqualifier"),
    ]
    with refused("posted"):
        post_qualifiers(event=checked, actor=COMMAND)
    with refused("posted") as caught:
        write_card(event=checked, seat="A-1", version=1, card=written("A-2 2 +13"), actor=COMMAND)
    assert caught.value.current is not None
    with refused("posted"):
        record_tiebreak(event=checked, order=["A-1", "A-2"], actor=COMMAND)


def test_the_exemption_decides_how_many_qualify(checked: Event) -> None:
    exempt_quota(event=checked, quota=2, reason="Two trophies", actor=COMMAND)
    accept_all(event=checked, initials="JK", revision=sheet(checked).event.revision, actor=COMMAND)

    post_qualifiers(event=checked, actor=COMMAND)

    assert [q["seat"] for q in qualifiers(checked)] == ["A-1", "A-2"]


# --- The database itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param({"points": 1}, id="points"),
        pytest.param({"plus": 0}, id="spread of nothing"),
        pytest.param({"minus": 122}, id="spread too large"),
        pytest.param({"plus": 5, "minus": 5}, id="both columns"),
        pytest.param({"game": 0}, id="game 0"),
    ],
)
def test_the_database_refuses_what_no_card_can_hold(event: Event, columns: dict[str, int]) -> None:
    make_cards(event, A_1="2: A-2 2 +12")
    card = Scorecard.objects.get()

    with pytest.raises(IntegrityError), transaction.atomic():
        ScoreLine.objects.create(**{"card": card, "game": 1, **columns})
