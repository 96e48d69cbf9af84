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
    """One combination with its cards in the given order; runs from the lowest card up."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Count:
    """All scores of a hand: fifteens from the shortest up, cards of the same rank, runs, flush, nobs."""

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
    """Read a hand or crib and its starter, as typed. Returns the first fault as a finding, if any.

    `card_unknown`; `hand_empty`; `hand_long`: more than four cards (such a hand is never counted, rule 4.4.d);
    `starter_one`: not exactly one starter; `card_twice`: a card twice, which the pack has once (rule 4.5.b).
    """
    held, turned = read_cards(cards, field="cards"), read_cards(starter, field="starter")
    if isinstance(held, Finding):
        return held
    if isinstance(turned, Finding):
        return turned
    if not held:
        return Finding("hand_empty", "cards")
    if len(held) > FULL:
        return Finding("hand_long", "cards")
    if len(turned) != 1:
        return Finding("starter_one", "starter")
    for place, card in enumerate((*held, *turned)):
        if card in held[:place]:
            return Finding("card_twice", "cards" if place < len(held) else "starter", values=(("card", str(card)),))
    return Hand(held, turned[0])


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
    values = [value(card.rank) for card in cards]
    for size in range(2, len(cards) + 1):
        for some, counts in zip(combinations(cards, size), combinations(values, size), strict=True):
            if sum(counts) == FIFTEEN:
                yield Score(Kind.FIFTEEN, some, POINTS[Kind.FIFTEEN])


def _ranks_and_runs(cards: tuple[Card, ...]) -> Iterator[Score]:
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    for same in by_rank.values():
        if len(same) > 1:
            kind = OF_SAME_RANK[len(same)]
            yield Score(kind, tuple(same), POINTS[kind])
    if len(by_rank) < SHORTEST_RUN:
        return
    row: list[list[Card]] = []
    for rank in range(ACE, KING + 2):
        if rank in by_rank:
            row.append(by_rank[rank])
            continue
        if len(row) >= SHORTEST_RUN:
            for run in product(*row):
                yield Score(Kind.RUN, run, len(run))
        row = []


def _suits(cards: Sequence[Card], starter: Card, *, crib: bool) -> Iterator[Score]:
    if len(cards) == FULL and len({card.suit for card in cards}) == 1:
        if starter.suit == cards[0].suit:
            yield Score(Kind.FIVE_FLUSH, (*cards, starter), POINTS[Kind.FIVE_FLUSH])
        elif not crib:
            yield Score(Kind.FOUR_FLUSH, tuple(cards), POINTS[Kind.FOUR_FLUSH])
    for card in cards:
        if card.rank == JACK and card.suit == starter.suit:
            yield Score(Kind.NOBS, (card,), POINTS[Kind.NOBS])
