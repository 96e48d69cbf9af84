"""A card has one game of a number: whatever is written and decided, no line stands in two games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorecards.sheet.rules.by_hand import find_taken
from scorecards.sheet.rules.crosscheck import CrossCheck, DecisionKind, HandDecision, State, cross_check
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import Card
from scorecards.tests.paper import make_stack, show_line
from tournaments.rules.edition import Edition

SEATS = ("A-1", "A-2", "A-3", "A-4", "A-5")
PAIRS = tuple(combinations(SEATS, 2))
RESULTS = (Line(1, None, 2, 16, None), Line(1, None, 0, None, 16), Line(1, None, None, None, None))

opponents = st.sampled_from((*SEATS, None))
written = st.one_of(st.none(), st.builds(lambda other, at: (other, RESULTS[at]), opponents, st.integers(0, 1)))
stacks = st.tuples(*[written] * len(SEATS))
values = st.one_of(st.none(), st.sampled_from(RESULTS))
choices = st.lists(
    st.tuples(st.sampled_from(PAIRS), values, values), unique_by=lambda choice: choice[0], max_size=len(PAIRS)
)
removals = st.one_of(st.none(), st.sampled_from([(pair, seat) for pair in PAIRS for seat in pair]))


def make_cards(stack: Sequence[tuple[str | None, Line] | None]) -> dict[str, Card]:
    cards = {}
    for seat, said in zip(SEATS, stack, strict=True):
        other, line = said or (None, RESULTS[2])
        named = Line(1, None if other == seat else other, line.points, line.plus, line.minus)
        cards[seat] = Card(seat, (named,), frozenset([1]), 1)
    return cards


def check(
    cards: dict[str, Card], removal: tuple[tuple[str, str], str] | None, decisions: Sequence[HandDecision] = ()
) -> CrossCheck:
    gone = {} if removal is None else {(1, removal[0]): removal[1]}
    return cross_check(cards, quota=2, edition=Edition.Y2020, decisions=decisions, removals=gone)


@given(stacks, removals, choices)
def test_each_line_belongs_to_one_decision_at_most_and_never_against_two_cards_that_name_each_other(
    stack: Sequence[tuple[str | None, Line] | None],
    removal: tuple[tuple[str, str], str] | None,
    chosen: Sequence[tuple[tuple[str, str], Line | None, Line | None]],
) -> None:
    cards = make_cards(stack)
    before = {game.seats: game for game in check(cards, removal).games}
    decisions = [
        HandDecision(1, pair, DecisionKind.OVERRIDDEN, game.recorded, game.proposal, (one, other))
        for pair, one, other in chosen
        if (game := before.get(pair)) is not None and game.proposal is not None
    ]

    result = check(cards, removal, decisions)

    said = [
        (seat, game)
        for game in result.games
        if game.state is State.OVERRIDDEN
        for seat, says in zip(game.seats, game.said, strict=True)
        if says
    ]
    assert len({seat for seat, _game in said}) == len(said)
    for seat, game in said:
        assert find_taken(result.games, game, seat) is None, (seat, game)
        at = game.seats.index(seat)
        assert game.resolved is not None
        assert result.standing_lines[seat, 1].line == game.resolved[at]
    # What no decision says belongs to another game, or is nothing.
    for game in result.games:
        if game.state is State.OVERRIDDEN:
            for seat, line, says in zip(game.seats, game.recorded, game.said, strict=True):
                assert says or line is None or not line.has_content or find_taken(result.games, game, seat), seat


def line_of(result: CrossCheck, seat: str) -> str:
    return show_line(result.standing_cards[seat].lines[0])


def decide(result: CrossCheck, pair: tuple[str, str], one: Line | None, other: Line | None) -> HandDecision:
    game = next(game for game in result.games if game.seats == pair)
    assert game.proposal is not None
    return HandDecision(1, pair, DecisionKind.OVERRIDDEN, game.recorded, game.proposal, (one, other))


WON, LOST, BLANK = RESULTS
REMOVED = (("A-1", "A-2"), "A-1")
"""A-2 was removed from play in the game against A-1."""


def test_a_removal_gives_its_game_whatever_the_cards_name() -> None:
    cards = make_stack("A-1: A-3 0 -16\nA-2: ? _\nA-3: ? 0 -16", games=1)
    decision = decide(check(cards, None), ("A-1", "A-3"), LOST, WON)

    result = check(cards, REMOVED, [decision])

    assert (line_of(result, "A-1"), line_of(result, "A-2")) == ("2 +10", "0 -10")
    assert result.dropped == (decision,)


def test_a_removal_gives_nothing_to_whoever_met_another_as_both_cards_say() -> None:
    cards = make_stack("A-1: A-3 0 -16\nA-2: A-1 2 +20\nA-3: A-1 2 +16", games=1)

    result = check(cards, REMOVED)

    assert {game.seats: game.state for game in result.games} == {
        ("A-1", "A-2"): State.OPEN,
        ("A-1", "A-3"): State.AGREED,
    }
    assert line_of(result, "A-1") == "0 -16"


def test_a_game_of_a_removal_that_was_not_played_leaves_the_line_to_another() -> None:
    cards = make_stack("A-1: A-3 2 +20\nA-2: A-1 0 -16\nA-3: ? 0 -20", games=1)
    not_played = decide(check(cards, REMOVED), ("A-1", "A-2"), None, BLANK)
    won = decide(check(cards, None), ("A-1", "A-3"), WON, LOST)

    result = check(cards, REMOVED, [not_played, won])

    assert result.dropped == ()
    assert (line_of(result, "A-1"), line_of(result, "A-3")) == ("2 +16", "0 -16")
