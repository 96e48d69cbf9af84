"""Points of each card during the play (rules 1.5.e, 1.7 and 7.2; both editions agree).

Players are numbered from 0 in the order of play: 0 is the pone, or with more than two players the one left of the
dealer. The rulebook is for two players; three and four play by the same rules (rule 1.2), which we interpret so (ours):
a go passes the turn on; when nobody can play any more, the last to play earns the point, and the next of the others who
holds cards leads. Suits do not matter, so a card is only its rank.

A *series* is the cards up to a count of 31, or until nobody can go on; combinations do not extend beyond it. A card
earns only one of the scores for 31, for the last card before a go and for the final card (the star of rule 1.7); a
fifteen counts in addition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

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
"""Stands for a go in place of a rank."""
THIRTY_ONE = 31
ANY_CARD_FITS = 21
"""Up to this count every card can be played, so a go is impossible (stated by rule 7.3 of 2020; also true otherwise).
"""
TWO_HANDED, FOUR_HANDED = (4, 4), (4, 4, 4, 4)
"""The number of cards that each player holds when the play begins."""


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a card: the ranks that form it, in the order in which they were played."""

    kind: Kind
    cards: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Move:
    """A card that was played, or a go: the count after it, and its scores.

    `could_have` is only set for a go: ranks that the player played later in the deal and could have played instead.
    Each is two points for a renege (rule 7.3) while that can still be claimed.
    """

    player: int
    rank: int
    count: int
    series: int
    scores: tuple[Score, ...] = ()
    could_have: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """All moves, points by player, the current count, and whose turn it is; None once all cards are played."""

    moves: tuple[Move, ...]
    totals: tuple[int, ...]
    count: int
    turn: int | None


def read_play(text: str) -> tuple[int, ...] | Finding:
    """Read what was played and said: ranks and `go`, separated by blanks or commas.

    The finding `play_unknown` has the invalid text and its place, from 1.

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
    The first fault is returned as a finding with the card and its place, from 1: `play_over_31`, a card that exceeds 31
    (rule 7.1.e); `play_early_go`, a go at a count at which every card fits (rule 7.3); `play_fifth`, a rank for the
    fifth time (rule 4.5.b); `play_ended`, something after the final card. Raises ValueError for invalid ranks, fewer
    than two or more than four players, or a player without cards.

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
    """The state of the play: cards that each player holds, the series, who said go in it, and whose turn it is."""

    held: list[int]
    turn: int | None = 0
    series: list[int] = field(default_factory=list)
    number: int = 1
    gone: set[int] = field(default_factory=set)
    last: int = 0
    moves: list[Move] = field(default_factory=list)
    earned: dict[int, list[Score]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return sum(value(rank) for rank in self.series)

    def add(self, player: int, rank: int) -> None:
        if rank == GO:
            self.gone.add(player)
        else:
            self.series.append(rank)
            self.held[player] -= 1
            self.last = len(self.moves)
            self.earned[self.last] = list(_combinations(self.series))
        self.moves.append(Move(player, rank, self.count, self.number))
        self.turn = self._next(player, self.gone)
        if self.count == THIRTY_ONE:
            self._end(Kind.THIRTY_ONE, tuple(self.series))
        elif self.turn is None:
            self._end(Kind.GO if any(self.held) else Kind.LAST, self.series[-1:])

    def _end(self, kind: Kind, cards: Sequence[int]) -> None:
        self.earned[self.last].append(Score(kind, tuple(cards), POINTS[kind]))
        self.turn = self._next(self.moves[self.last].player, set())
        self.series, self.gone, self.number = [], set(), self.number + 1

    def _next(self, player: int, without: set[int]) -> int | None:
        """The next player after this one (possibly the same) who holds cards and is not in `without`, or None."""
        around = [(player + step) % len(self.held) for step in range(1, len(self.held) + 1)]
        return next((candidate for candidate in around if self.held[candidate] and candidate not in without), None)

    def result(self) -> Play:
        moves = []
        totals = [0] * len(self.held)
        for place, move in enumerate(self.moves):
            scores = tuple(self.earned.get(place, ()))
            totals[move.player] += sum(score.points for score in scores)
            shown = [later.rank for later in self.moves[place:] if later.player == move.player and later.rank != GO]
            could_have = tuple(rank for rank in shown if move.rank == GO and move.count + value(rank) <= THIRTY_ONE)
            moves.append(Move(move.player, move.rank, move.count, move.series, scores, could_have))
        return Play(tuple(moves), tuple(totals), self.count, self.turn)


def _combinations(series: Sequence[int]) -> list[Score]:
    """The scores of the last card of a series: fifteen, then cards of its rank in a row, or the longest run."""
    scores = []
    if sum(value(rank) for rank in series) == FIFTEEN:
        scores.append(Score(Kind.FIFTEEN, tuple(series), POINTS[Kind.FIFTEEN]))
    same = next((back for back, rank in enumerate(reversed(series)) if rank != series[-1]), len(series))
    if same in OF_SAME_RANK:
        kind = OF_SAME_RANK[same]
        scores.append(Score(kind, tuple(series[-same:]), POINTS[kind]))
    for length in range(len(series), SHORTEST_RUN - 1, -1):
        cards = series[-length:]
        if len(set(cards)) == length and max(cards) - min(cards) == length - 1:
            scores.append(Score(Kind.RUN, tuple(cards), length))
            break
    return scores
