"""Why a card has its rank, and which cards to check first (guidelines 4, 7 and 8; the order within the piles is ours).

Every row of the standings is separated from the row above it by one key, by head-to-head, by a playoff, or by nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from scorecards.sheet.rules.crosscheck import CrossCheck, State
from scorecards.sheet.rules.piles import Pile, Piles
from scorecards.sheet.rules.tiebreak import Place, Tiebreaker

_KEYS = (Tiebreaker.GAME_POINTS, Tiebreaker.GAMES_WON, Tiebreaker.NET, Tiebreaker.PLUS)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A decided game of two neighbours that counts for both: who won, and by how much on the winner's card as it stands."""

    game: int
    winner: str
    spread: int | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two rows of the standings and what separates them; None where they share a rank.

    `values` are those of the deciding key, `meetings` the games that head-to-head counted.
    """

    above: Place
    below: Place
    decided_by: Tiebreaker | None
    values: tuple[int, int] | None = None
    meetings: tuple[Meeting, ...] = ()


def explain_ranks(result: CrossCheck) -> tuple[Neighbours, ...]:
    """Say of each pair of neighbours what puts the one before the other (guideline 7)."""
    pairs = [(above, below) for above, below in pairwise(result.places)]
    by_head: dict[tuple[str, str], list[Meeting]] = {
        (above.seat, below.seat): [] for above, below in pairs if below.decided_by is Tiebreaker.HEAD_TO_HEAD
    }
    meetings = _meetings(result, by_head)
    return tuple(_neighbours(above, below, meetings) for above, below in pairs)


def _neighbours(above: Place, below: Place, meetings: Mapping[tuple[str, str], list[Meeting]]) -> Neighbours:
    breaker = below.decided_by
    if breaker is None or (above.tied and below.tied and above.rank == below.rank):
        return Neighbours(above, below, None)
    if breaker in _KEYS:
        key = _KEYS.index(breaker)
        return Neighbours(above, below, breaker, (above.tally.key[key], below.tally.key[key]))
    return Neighbours(above, below, breaker, meetings=tuple(meetings.get((above.seat, below.seat), ())))


def _meetings(result: CrossCheck, found: dict[tuple[str, str], list[Meeting]]) -> dict[tuple[str, str], list[Meeting]]:
    """The games of these pairs that have exactly one winner and count for both."""
    for game in result.games if found else ():
        pair = game.seats if game.seats in found else game.seats[::-1]
        if pair not in found or game.resolved is None or (game.state is State.OVERRIDDEN and not all(game.said)):
            continue
        first, second = game.resolved
        if first is None or second is None or first.is_win == second.is_win:
            continue
        if all(result.standing_cards[seat].counts(game.game) for seat in game.seats):
            winner, line = (game.seats[0], first) if first.is_win else (game.seats[1], second)
            found[pair].append(Meeting(game.game, winner, line.spread))
    return found


@dataclass(frozen=True, slots=True)
class Turn:
    """A card in the order of checking: how many places it is from the line, None for those far above it."""

    seat: str
    pile: Pile
    distance: int | None


def check_first(result: CrossCheck, piles: Piles) -> tuple[Turn, ...]:
    """Order the complete cards by how much depends on checking them now (guidelines 4 and 8).

    First those near the line, above it and below it in turn: a single correction decides there, and the presumed high
    nonqualifier is the first of them below. Then the definite ones, best first, whose seeds still depend on it; last those
    whose place is certain as well. The dead zone is not in the list: nothing that is found there reaches the line.
    """
    near: list[tuple[int, bool, int, Turn]] = []
    definite: list[Turn] = []
    certain: list[Turn] = []
    for index, place in enumerate(result.places):
        pile = piles.piles.get(place.seat)
        if pile in (Pile.PROBABLE, Pile.PROBABLY_NOT):
            above = index < result.quota
            distance = result.quota - index if above else index - result.quota + 1
            near.append((distance, not above, index, Turn(place.seat, pile, distance)))
        elif pile is Pile.DEFINITE:
            bounds = piles.bounds[place.seat]
            (certain if bounds.best_rank == bounds.worst_rank else definite).append(Turn(place.seat, pile, None))
    return (*(turn for *_order, turn in sorted(near, key=lambda one: one[:3])), *definite, *certain)
