"""Points of each card during the play (rules 1.5.e, 1.7 and 7.2; both editions agree).

Players are numbered from 0 in the order of play: 0 is the pone, or with more than two players the player left of the
dealer. Suits do not matter, so a card is only its rank.

The rulebook is for two players. Three and four play by the same rules (rule 1.2), which we interpret so (ours): a go
passes the turn on, and when nobody can play any more, the last player to play earns the point. Whoever said go first
leads the next series (rule 1.5.e.2, as partners play it too); after a 31 without a go it is the next player who holds
cards.

A *series* is the cards up to a count of 31, or until nobody can play any more; combinations do not extend beyond it. A
card earns only one of three scores: for 31, for the last card before a go, or for the final card (the star of rule
1.7). A fifteen counts in addition.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from judging.rulebook.rules.cards import (
    FIFTEEN,
    KING,
    OF_A_RANK,
    OF_SAME_RANK,
    POINTS,
    RANKS,
    SHORTEST_RUN,
    Kind,
    read_rank,
    value,
)
from tournaments.rules.finding import Finding

GO = 0
"""The value that stands for a go in place of a rank."""
THIRTY_ONE = 31
ANY_CARD_FITS = 21
"""Up to this count every card can be played, so a go is impossible (stated by rule 7.3 of 2020; also true otherwise).
"""
TWO_HANDED, FOUR_HANDED = (4, 4), (4, 4, 4, 4)
"""The number of cards that each player holds when the play begins."""


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a card; `cards` are the ranks that form it, in the order in which they were played."""

    kind: Kind
    cards: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Move:
    """A card that was played, or a go, with its scores.

    `count` is the count after it. `series` is the number of the series, from 1. `could_have` is only set for a go: the
    ranks that the player played later in the deal and could have played instead. Each of them is two points for a
    renege (rule 7.3), as long as the renege can be claimed.
    """

    player: int
    rank: int
    count: int
    series: int
    scores: tuple[Score, ...] = ()
    could_have: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """The play so far: all moves, the points by player, and the current count.

    `turn` is the player whose turn it is, or None once all cards are played.
    """

    moves: tuple[Move, ...]
    totals: tuple[int, ...]
    count: int
    turn: int | None


def read_play(text: str) -> tuple[int, ...] | Finding:
    """Read the play as typed: ranks and `go`, separated by blanks or commas.

    Returns the finding `play_unknown` for the first invalid text, with its place, from 1.

    >>> read_play("5 J go, 10")
    (5, 11, 0, 10)
    """
    plays = []
    for place, written in enumerate(re.findall(r"[^\s,]+", text), start=1):
        rank = GO if written.lower() == "go" else read_rank(written)
        if rank is None:
            return Finding("play_unknown", str(place), values=(("card", written), ("place", place)))
        plays.append(rank)
    return tuple(plays)


def count_play(plays: Sequence[int], held: Sequence[int] = TWO_HANDED) -> Play | Finding:
    """Count the play so far: each of `plays` is a rank or GO, by the player whose turn it is.

    `held` is the number of cards of each player at the start, in the order of play. A player without cards is skipped.

    The first fault is returned as a finding with the card and its place, from 1:
    - `play_over_31`: a card that exceeds 31 (rule 7.1.e).
    - `play_early_go`: a go at a count at which every card fits (rule 7.3).
    - `play_fifth`: a rank for the fifth time (rule 4.5.b).
    - `play_ended`: a card or a go after the final card.

    Raises ValueError for invalid ranks, fewer than two or more than four players, or a player without cards.

    >>> [score.points for score in count_play((5, 10, 10, 6)).moves[3].scores]
    [2]
    """
    if not 2 <= len(held) <= 4 or min(held) < 1:
        raise ValueError(f"nobody plays with {held!r} cards")
    table = _Table(list(held))
    for place, rank in enumerate(plays, start=1):
        if not GO <= rank <= KING:
            raise ValueError(f"no card has the rank {rank}")
        where = str(place)
        values = (("card", RANKS[rank - 1] if rank else "go"), ("place", place))
        if table.turn is None:
            return Finding("play_ended", where, values=values)
        if rank == GO and table.count <= ANY_CARD_FITS:
            return Finding("play_early_go", where, values=values)
        if rank != GO and table.count + value(rank) > THIRTY_ONE:
            return Finding("play_over_31", where, values=values)
        if rank != GO and plays[:place].count(rank) > OF_A_RANK:
            return Finding("play_fifth", where, values=values)
        table.add(table.turn, rank)
    return table.result()


@dataclass(slots=True)
class _Table:
    """The state of the play.

    `held` is the number of cards in each player's hand. `series` are the ranks of the current series, and
    `series_number` is its number. `said_go` are the players who said go in it, in order. `last_card` is the place in `moves` of
    the last card played. `scores` are the scores of cards by their place in `moves`.
    """

    held: list[int]
    turn: int | None = 0
    series: list[int] = field(default_factory=list)
    series_number: int = 1
    said_go: list[int] = field(default_factory=list)
    last_card: int = 0
    moves: list[Move] = field(default_factory=list)
    scores: dict[int, list[Score]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return sum(value(rank) for rank in self.series)

    def add(self, player: int, rank: int) -> None:
        """Add this card or go of the player, and end the series if nobody can play any more."""
        if rank == GO:
            self.said_go.append(player)
        else:
            self.series.append(rank)
            self.held[player] -= 1
            self.last_card = len(self.moves)
            self.scores[self.last_card] = list(_combinations(self.series))
        self.moves.append(Move(player, rank, self.count, self.series_number))
        self.turn = self._next_player(player, self.said_go)
        if self.count == THIRTY_ONE:
            self._end_series(Kind.THIRTY_ONE, tuple(self.series))
        elif self.turn is None:
            self._end_series(Kind.GO if any(self.held) else Kind.LAST, self.series[-1:])

    def _end_series(self, kind: Kind, cards: Sequence[int]) -> None:
        """End the series: its last card earns a score of this kind. Whoever said go first leads, else the next player."""
        self.scores[self.last_card].append(Score(kind, tuple(cards), POINTS[kind]))
        self.turn = self.said_go[0] if self.said_go else self._next_player(self.moves[self.last_card].player, ())
        self.series, self.said_go = [], []
        self.series_number += 1

    def _next_player(self, player: int, skipped: Collection[int]) -> int | None:
        """The next player after this one who holds cards and is not `skipped`; possibly the same player, or None."""
        in_turn = [(player + step) % len(self.held) for step in range(1, len(self.held) + 1)]
        return next((candidate for candidate in in_turn if self.held[candidate] and candidate not in skipped), None)

    def result(self) -> Play:
        """The play so far, with the scores of every card and the cards that could have been played instead of a go."""
        moves = []
        totals = [0] * len(self.held)
        for place, move in enumerate(self.moves):
            scores = tuple(self.scores.get(place, ()))
            totals[move.player] += sum(score.points for score in scores)
            could_have = self._could_have(place) if move.rank == GO else ()
            moves.append(replace(move, scores=scores, could_have=could_have))
        return Play(tuple(moves), tuple(totals), self.count, self.turn)

    def _could_have(self, place: int) -> tuple[int, ...]:
        """The ranks that the player of the go at this place played later, and could have played instead."""
        go = self.moves[place]
        played_later = [move.rank for move in self.moves[place:] if move.player == go.player and move.rank != GO]
        return tuple(rank for rank in played_later if go.count + value(rank) <= THIRTY_ONE)


def _combinations(series: Sequence[int]) -> list[Score]:
    """The scores of the last card of a series: a fifteen, then cards of its rank in a row, and the longest run."""
    scores = []
    if sum(value(rank) for rank in series) == FIFTEEN:
        scores.append(Score(Kind.FIFTEEN, tuple(series), POINTS[Kind.FIFTEEN]))
    backward = enumerate(reversed(series))
    equal_cards = next((place for place, rank in backward if rank != series[-1]), len(series))
    if equal_cards in OF_SAME_RANK:
        kind = OF_SAME_RANK[equal_cards]
        scores.append(Score(kind, tuple(series[-equal_cards:]), POINTS[kind]))
    for length in range(len(series), SHORTEST_RUN - 1, -1):
        cards = series[-length:]
        if len(set(cards)) == length and max(cards) - min(cards) == length - 1:
            scores.append(Score(Kind.RUN, tuple(cards), length))
            break
    return scores
