"""The cards of the pack and what combinations of them earn (rules 1.3 and 1.7, both editions).

A rank is a number from 1 (ace) to 13 (king), a card is a rank and a suit. Somebody at the table types `5H`, `10d`, `JC`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.finding import Finding

ACE, JACK, KING = 1, 11, 13
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""Symbols of the ranks, from the ace."""
OF_A_RANK = 4
"""The number of cards of one rank in the pack."""


class Suit(StrEnum):
    """The four suits; none is better than another (rule 1.3.b)."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Kind(StrEnum):
    """Combinations that earn points: the rows of the scoring chart (rule 1.7) except the Jack turned as the starter."""

    FIFTEEN = "fifteen"
    PAIR = "pair"
    TRIPLE = "triple"
    QUADRUPLE = "quadruple"
    RUN = "run"
    FOUR_FLUSH = "four_flush"
    FIVE_FLUSH = "five_flush"
    NOBS = "nobs"
    THIRTY_ONE = "thirty_one"
    GO = "go"
    LAST = "last"


POINTS: Mapping[Kind, int] = {
    Kind.FIFTEEN: 2,
    Kind.PAIR: 2,
    Kind.TRIPLE: 6,
    Kind.QUADRUPLE: 12,
    Kind.FOUR_FLUSH: 4,
    Kind.FIVE_FLUSH: 5,
    Kind.NOBS: 1,
    Kind.THIRTY_ONE: 2,
    Kind.GO: 1,
    Kind.LAST: 1,
}
"""Points of each kind except runs, which earn one per card."""
OF_SAME_RANK: Mapping[int, Kind] = {2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.QUADRUPLE}
SHORTEST_RUN = 3
FIFTEEN = 15

_WRITTEN = re.compile(r"(A|[2-9]|10|T|J|Q|K)([CDHS\u2660\u2663\u2665\u2666])", re.IGNORECASE | re.ASCII)
_RANK = re.compile(r"A|[2-9]|10|T|J|Q|K", re.IGNORECASE | re.ASCII)
SIGNS = {Suit.CLUBS: "\u2663", Suit.DIAMONDS: "\u2666", Suit.HEARTS: "\u2665", Suit.SPADES: "\u2660"}
"""The symbol of each suit on cards."""
_SUITS_BY_SIGN = {sign: suit for suit, sign in SIGNS.items()}


def value(rank: int) -> int:
    """The value of a rank in a count: ten for tens and face cards, one for an ace (rule 1.3.c)."""
    return min(rank, 10)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of the pack. Raises ValueError for an invalid rank."""

    rank: int
    suit: Suit

    def __post_init__(self) -> None:
        if not ACE <= self.rank <= KING:
            raise ValueError(f"no card has the rank {self.rank}")

    def __str__(self) -> str:
        return f"{RANKS[self.rank - 1]}{self.suit}"


PACK = tuple(Card(rank, suit) for rank in range(ACE, KING + 1) for suit in Suit)
"""All 52 cards."""


def read_rank(text: str) -> int | None:
    """The rank written as A, 2 to 10 (or T), J, Q or K, in either case; None for anything else.

    >>> read_rank("10"), read_rank("t"), read_rank("q"), read_rank("1")
    (10, 10, 12, None)
    """
    if not _RANK.fullmatch(text):
        return None
    written = text.upper()
    return 10 if written == "T" else RANKS.index(written) + 1


def read_card(text: str) -> Card | None:
    """The card written as a rank and the first letter, or the sign, of a suit; None for anything else.

    >>> str(read_card("10d")), str(read_card("j\u2663")), read_card("11H")
    ('10D', 'JC', None)
    """
    match = _WRITTEN.fullmatch(text)
    rank = match and read_rank(match[1])
    if match is None or rank is None:
        return None
    return Card(rank, _SUITS_BY_SIGN.get(match[2]) or Suit(match[2].upper()))


def read_cards(text: str, *, field: str = "") -> tuple[Card, ...] | Finding:
    """Read cards separated by blanks or commas. Returns the finding `card_unknown` at `field` for an invalid card."""
    cards = []
    for written in re.split(r"[\s,]+", text.strip(" ,\t\r\n")) if text.strip(" ,\t\r\n") else ():
        card = read_card(written)
        if card is None:
            return Finding("card_unknown", field, values=(("card", written),))
        cards.append(card)
    return tuple(cards)
