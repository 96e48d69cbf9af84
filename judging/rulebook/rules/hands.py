"""The value of a hand or crib with the starter: every combination with its cards and points.

The chart is rule 1.7; flush, nobs and runs are defined in rule 1.6; both editions agree. A hand that a ruling leaves
short (rule 4.4.d) is counted as it is: a four-card flush still needs four cards of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from judging.rulebook.rules.cards import (
    ACE,
    FIFTEEN,
    JACK,
    KING,
    OF_SAME_RANK,
    POINTS,
    SHORTEST_RUN,
    Card,
    Kind,
    read_cards,
    value,
)
from tournaments.rules.finding import Finding

FULL = 4
"""The number of cards in a hand or a crib, without the starter."""


@dataclass(frozen=True, slots=True)
class Score:
    """One combination with its cards, in the order of the hand; a run is in the order of its ranks."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Count:
    """All scores of a hand: fifteens (the shortest first), cards of the same rank, runs, flush, nobs."""

    scores: tuple[Score, ...]

    @property
    def total(self) -> int:
        return sum(score.points for score in self.scores)


@dataclass(frozen=True, slots=True)
class Hand:
    """One to four cards and the starter."""

    cards: tuple[Card, ...]
    starter: Card


def read_hand(cards: str, starter: str) -> Hand | Finding:
    """Read a hand or crib and its starter, as typed. Returns the first fault as a finding, if there is one.

    - `card_unknown`: an invalid card.
    - `hand_empty`: no card in the hand.
    - `hand_long`: more than four cards; such a hand is never counted (rule 4.4.d).
    - `starter_one`: not exactly one starter.
    - `card_twice`: the same card twice; the pack has each card once (rule 4.5.b).
    """
    hand_cards, starter_cards = read_cards(cards, field="cards"), read_cards(starter, field="starter")
    if isinstance(hand_cards, Finding):
        return hand_cards
    if isinstance(starter_cards, Finding):
        return starter_cards
    if not hand_cards:
        return Finding("hand_empty", "cards")
    if len(hand_cards) > FULL:
        return Finding("hand_long", "cards")
    if len(starter_cards) != 1:
        return Finding("starter_one", "starter")
    for place, card in enumerate((*hand_cards, *starter_cards)):
        if card in hand_cards[:place]:
            field = "cards" if place < len(hand_cards) else "starter"
            return Finding("card_twice", field, values=(("card", str(card)),))
    return Hand(hand_cards, starter_cards[0])


def count_hand(cards: Sequence[Card], starter: Card, *, crib: bool = False) -> Count:
    """Count a hand, or with `crib` a crib, with the starter (rules 1.6 and 1.7).

    Raises ValueError for no cards, more than four, or a duplicate card.

    >>> from judging.rulebook.rules.cards import read_cards
    >>> count_hand(read_cards("5H 5D 5S JC"), *read_cards("5C")).total
    29
    """
    if not 1 <= len(cards) <= FULL:
        raise ValueError(f"a hand of {len(cards)} cards cannot be counted")
    five = (*cards, starter)
    if len(set(five)) < len(five):
        raise ValueError("the same card twice")
    return Count((*_fifteens(five), *_ranks_and_runs(five), *_suits(cards, starter, crib=crib)))


def _fifteens(cards: tuple[Card, ...]) -> Iterator[Score]:
    """Every combination of cards whose values add up to fifteen, the shortest first."""
    for size in range(2, len(cards) + 1):
        for combination in combinations(cards, size):
            if sum(value(card.rank) for card in combination) == FIFTEEN:
                yield Score(Kind.FIFTEEN, combination, POINTS[Kind.FIFTEEN])


def _ranks_and_runs(cards: tuple[Card, ...]) -> Iterator[Score]:
    """Cards of the same rank, then the runs: one for each choice of a card of every rank in a row."""
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    for equal_cards in by_rank.values():
        if len(equal_cards) > 1:
            kind = OF_SAME_RANK[len(equal_cards)]
            yield Score(kind, tuple(equal_cards), POINTS[kind])
    if len(by_rank) < SHORTEST_RUN:
        return
    ranks_in_a_row: list[list[Card]] = []
    # The rank above the king is in no hand, so it ends the last row.
    for rank in range(ACE, KING + 2):
        if rank in by_rank:
            ranks_in_a_row.append(by_rank[rank])
            continue
        if len(ranks_in_a_row) >= SHORTEST_RUN:
            for run in product(*ranks_in_a_row):
                yield Score(Kind.RUN, run, len(run))
        ranks_in_a_row = []


def _suits(cards: Sequence[Card], starter: Card, *, crib: bool) -> Iterator[Score]:
    """A flush and nobs. Only a hand can have a flush without the starter; a crib cannot."""
    if len(cards) == FULL and len({card.suit for card in cards}) == 1:
        if starter.suit == cards[0].suit:
            yield Score(Kind.FIVE_FLUSH, (*cards, starter), POINTS[Kind.FIVE_FLUSH])
        elif not crib:
            yield Score(Kind.FOUR_FLUSH, tuple(cards), POINTS[Kind.FOUR_FLUSH])
    for card in cards:
        if card.rank == JACK and card.suit == starter.suit:
            yield Score(Kind.NOBS, (card,), POINTS[Kind.NOBS])
