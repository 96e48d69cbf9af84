from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scorecards.crosscheck.rules import ControlSheet, Next, Stage, Step, control_sheet
from scorecards.sheet.rules.crosscheck import DecisionKind, HandDecision, State, cross_check
from scorecards.sheet.rules.looks import Reading
from scorecards.sheet.rules.obstacles import find_posting_obstacles, find_unread
from scorecards.sheet.rules.piles import Pile, find_piles
from scorecards.sheet.rules.tally import Card
from scorecards.tests.paper import make_stack
from scorecards.tests.test_rules_piles import small_events
from tournaments.rules.edition import Edition

# differ in game 1; A-1 is an apparent qualifier's card.
DIFFER = """
    A-1: A-2 2 +12, A-3 2 +20
    A-2: A-1 0 -10, A-4 2 +09
    A-3: A-4 2 +10, A-1 0 -20
    A-4: A-3 0 -10, A-2 0 -09
"""


def sheet(
    cards: dict[str, Card], *, looked: str = "", quota: int = 1, received=(), posted=False, **more
) -> ControlSheet:
    """The control sheet; `looked` are the lines that a second reading agreed with, `A-1/1 A-2/1`."""
    result = cross_check(cards, quota=quota, edition=Edition.Y2020, **more)
    readings = {}
    for text in looked.split():
        seat, _, game = text.partition("/")
        readings[seat, int(game)] = [Reading(cards[seat].line(int(game)), "Ann", 1)]
    return control_sheet(result, find_piles(result, readings), readings, received=received, posted=posted)


def stages(of: ControlSheet) -> dict[str, Stage]:
    return {card.seat: card.stage for card in of.cards}


def card(of: ControlSheet, seat: str):
    return next(one for one in of.cards if one.seat == seat)


def test_a_card_is_not_in_then_in_then_typed_while_it_waits_for_the_other() -> None:
    cards = make_stack("A-1:\nA-2:\nA-3: A-4 2 +10\nA-4: A-3 0 -10, A-1 0 -05", games=2)

    found = sheet(cards, received={"A-2"})

    assert stages(found) == {
        "A-1": Stage.NOT_IN,
        "A-2": Stage.IN,
        "A-3": Stage.IN,
        "A-4": Stage.TYPED,
    }
    assert card(found, "A-1").next == Next(Step.TYPE, "A-1")
    assert card(found, "A-4").next == Next(Step.TYPE, "A-3", 1, "A-4")
    assert [one.seat for one in found.cards if one.blocks] == ["A-1", "A-2", "A-3"]


def test_a_difference_is_typed_until_the_own_line_was_looked_at_then_waits_for_the_other() -> None:
    cards = make_stack(DIFFER, games=2)

    nobody = sheet(cards, quota=2)
    one = sheet(cards, quota=2, looked="A-1/1")
    both = sheet(cards, quota=2, looked="A-1/1 A-2/1")

    assert [card(of, "A-1").stage for of in (nobody, one, both)] == [
        Stage.TYPED,
        Stage.LOOKED_AT,
        Stage.DISCREPANCY,
    ]
    assert [card(of, "A-2").stage for of in (nobody, one, both)] == [Stage.TYPED, Stage.TYPED, Stage.DISCREPANCY]
    assert card(nobody, "A-1").next == Next(Step.LOOK, "A-1", 1, "A-2")
    assert card(one, "A-1").next == Next(Step.LOOK, "A-2", 1, "A-1")
    assert card(both, "A-1").next == Next(Step.DECIDE, "A-1", 1, "A-2")
    assert card(both, "A-1").blocks
    assert card(both, "A-3").stage is Stage.MATCHED


def test_a_step_that_can_be_done_now_comes_before_a_game_that_waits_for_another_card() -> None:
    # A-1 has a difference in game 1, and its game 2 waits for A-3, whose card is not in.
    cards = make_stack(DIFFER.replace("A-3: A-4 2 +10, A-1 0 -20", "A-3:"), games=2)

    unread = card(sheet(cards, quota=2), "A-1")
    read = card(sheet(cards, quota=2, looked="A-1/1 A-2/1"), "A-1")

    assert (unread.stage, unread.next) == (Stage.TYPED, Next(Step.LOOK, "A-1", 1, "A-2"))
    assert (read.stage, read.next) == (Stage.DISCREPANCY, Next(Step.DECIDE, "A-1", 1, "A-2"))


def test_a_decided_difference_of_two_dead_cards_is_resolved() -> None:
    cards = make_stack(DIFFER.replace("A-2 0 -09", "A-2 0 -07"), games=2)
    games = cross_check(cards, quota=1, edition=Edition.Y2020).games
    game = next(one for one in games if one.seats == ("A-2", "A-4"))
    by_hand = HandDecision(2, game.seats, DecisionKind.OVERRIDDEN, game.recorded, game.proposal, (None, None))

    found = sheet(cards, looked="A-1/1 A-2/1", decisions=(by_hand,))

    assert card(found, "A-4").stage is Stage.RESOLVED


def test_a_look_that_says_something_else_leaves_the_card_typed() -> None:
    cards = make_stack(DIFFER, games=2)
    result = cross_check(cards, quota=2, edition=Edition.Y2020)
    other = Reading(replace(cards["A-1"].line(1), plus=10), "Ann", 1)

    readings = {("A-1", 1): [other]}

    found = control_sheet(result, find_piles(result, readings), readings, received=(), posted=False)

    assert card(found, "A-1").stage is Stage.TYPED


def test_who_has_decided_resolves_both_cards_and_nothing_blocks() -> None:
    cards = make_stack(DIFFER, games=2)
    game = next(one for one in cross_check(cards, quota=1, edition=Edition.Y2020).games if one.state is State.PROPOSED)
    accepted = HandDecision(1, game.seats, DecisionKind.ACCEPTED, game.recorded, game.proposal)

    found = sheet(cards, decisions=(accepted,))

    assert stages(found) == {
        "A-1": Stage.RESOLVED,
        "A-2": Stage.RESOLVED,
        "A-3": Stage.MATCHED,
        "A-4": Stage.MATCHED,
    }
    assert not any(one.blocks for one in found.cards)


def test_what_is_with_the_head_judge_is_a_discrepancy_whoever_looked() -> None:
    cards = make_stack(DIFFER, games=2)
    game = next(one for one in cross_check(cards, quota=1, edition=Edition.Y2020).games if one.state is State.PROPOSED)
    referred = HandDecision(1, game.seats, DecisionKind.REFERRED, game.recorded, game.proposal)

    assert card(sheet(cards, decisions=(referred,)), "A-2").stage is Stage.DISCREPANCY


def test_a_difference_that_stands_is_resolved_once_both_lines_were_looked_at() -> None:
    cards = make_stack(DIFFER.replace("A-1 0 -10", "A-1 0 -14"), games=2)

    assert card(sheet(cards), "A-1").stage is Stage.TYPED
    assert card(sheet(cards, looked="A-1/1 A-2/1"), "A-1").stage is Stage.RESOLVED


def test_a_correction_between_two_dead_cards_is_to_be_signed_and_posting_does_not_wait() -> None:
    cards = make_stack(DIFFER.replace("A-2 0 -09", "A-2 0 -07").replace("A-1 0 -10", "A-1 0 -12"), games=2)
    cards = cards | make_stack(
        "A-2: A-1 0 -12, A-4 2\nA-4: A-3 0 -10, A-2 0 -09",
        games=2,
    )

    found = sheet(cards, looked="A-2/2 A-4/2")

    for seat, other in (("A-2", "A-4"), ("A-4", "A-2")):
        assert card(found, seat).pile is Pile.DEAD_ZONE
        assert card(found, seat).stage is Stage.DISCREPANCY
        assert card(found, seat).next == Next(Step.DECIDE, seat, 2, other)
        assert not card(found, seat).blocks
    assert sum(found.counts.values()) == len(found.cards)


def test_what_only_the_head_judge_could_settle_between_two_dead_cards_waits_too_and_posting_does_not() -> None:
    cards = make_stack(DIFFER.replace("A-1 0 -10", "A-1 0 -12").replace("A-2 0 -09", "A-2 _"), games=2)

    unread, read = sheet(cards), sheet(cards, looked="A-2/2 A-4/2")

    assert [card(unread, seat).stage for seat in ("A-2", "A-4")] == [Stage.TYPED] * 2
    for seat, other in (("A-2", "A-4"), ("A-4", "A-2")):
        assert card(read, seat).stage is Stage.DISCREPANCY
        assert card(read, seat).next == Next(Step.DECIDE, seat, 2, other)
        assert not card(read, seat).blocks
    assert {one.stage for one in sheet(cards, posted=True).cards} == {Stage.FINAL}


def test_a_line_that_was_typed_over_keeps_its_game_from_being_matched_and_posting_waits() -> None:
    cards = make_stack(DIFFER.replace("A-1 0 -10", "A-1 0 -12"), games=2)
    over = cards | {"A-2": replace(cards["A-2"], again=frozenset({1}))}

    found = sheet(over)

    assert set(stages(sheet(cards)).values()) == {Stage.MATCHED}
    assert (card(found, "A-2").stage, card(found, "A-2").next) == (Stage.TYPED, Next(Step.LOOK, "A-2", 1, "A-1"))
    assert (card(found, "A-1").stage, card(found, "A-1").next) == (Stage.LOOKED_AT, Next(Step.LOOK, "A-2", 1, "A-1"))
    assert card(found, "A-2").blocks
    assert card(found, "A-3").stage is card(found, "A-4").stage is Stage.MATCHED


def test_a_line_that_names_nobody_waits_for_a_look_and_then_for_a_name() -> None:
    cards = make_stack("A-1: A-3 2 +10\nA-2: _ 2 +05\nA-3: A-1 0 -10", games=1)

    assert card(sheet(cards), "A-2").next == Next(Step.LOOK, "A-2", 1)
    assert card(sheet(cards, looked="A-2/1"), "A-2").next == Next(Step.NAME_OPPONENT, "A-2", 1)
    assert card(sheet(cards, looked="A-2/1"), "A-2").stage is Stage.DISCREPANCY


def test_a_posted_card_is_final_and_a_no_show_has_none() -> None:
    cards = make_stack("A-1: A-2 2 +10\nA-2: A-1 0 -10\nA-3:", games=1)

    found = sheet(cards, posted=True, not_ranked=frozenset({"A-3"}))

    assert stages(found) == {"A-1": Stage.FINAL, "A-2": Stage.FINAL}
    assert found.no_shows == ("A-3",)


@settings(deadline=None, max_examples=80)
@given(event=small_events(), data=st.data())
def test_every_entrant_is_in_exactly_one_state_and_what_blocks_is_never_called_settled(event, data) -> None:
    now, _completed, decisions, common = event
    result = cross_check(now, decisions=decisions, **common)
    lines = [(seat, line.game) for seat, of in now.items() for line in of.lines]
    seen = data.draw(st.sets(st.sampled_from(lines))) if lines else set()
    readings = {(seat, game): [Reading(now[seat].line(game), "Ann", 1)] for seat, game in seen}

    found = control_sheet(result, find_piles(result, readings), readings, received=set(), posted=False)

    entrants = [seat for seat in now if seat not in common["not_ranked"]]
    assert [one.seat for one in found.cards] == entrants
    assert sum(found.counts.values()) == len(entrants)
    assert set(found.no_shows) == common["not_ranked"]
    # A difference that harms nobody needs no initials, and still to be read again where it could matter.
    obstacles = {one.code for one in (*find_posting_obstacles(result), *find_unread(result, readings))}
    assert (obstacles <= {"tie_unbroken"}) == (not any(one.blocks for one in found.cards))
    for one in found.cards:
        if one.blocks:
            assert one.stage not in (Stage.RESOLVED, Stage.MATCHED, Stage.FINAL)
        assert (one.next.step is Step.NONE) == (one.stage in (Stage.RESOLVED, Stage.MATCHED, Stage.FINAL))
