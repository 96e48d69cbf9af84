"""Why a card has its rank, and which cards to check first (guidelines 4, 7 and 8; the order within the piles is ours).

Two neighboring rows of the standings are separated by one key, by head-to-head, by a playoff, or by nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from scorecards.sheet.rules.crosscheck import CrossCheck, State
from scorecards.sheet.rules.piles import Pile, Piles
from scorecards.sheet.rules.ranking import TALLY_KEYS, Place, Tiebreaker


@dataclass(frozen=True, slots=True)
class Meeting:
    """A decided game of two neighbors that counts for both: the winner's seat, and the spread on the winner's card."""

    game: int
    winner: str
    spread: int | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two rows of the standings and what separates them; `decided_by` is None if they share a rank.

    `values` are the two values of the deciding key. `meetings` are the games that head-to-head counted.
    """

    above: Place
    below: Place
    decided_by: Tiebreaker | None
    values: tuple[int, int] | None = None
    meetings: tuple[Meeting, ...] = ()


def explain_ranks(result: CrossCheck) -> tuple[Neighbours, ...]:
    """Return for each pair of neighbors what puts the first above the second (guideline 7)."""
    pairs = [(above, below) for above, below in pairwise(result.places)]
    meetings_by_pair: dict[tuple[str, str], list[Meeting]] = {
        (above.seat, below.seat): [] for above, below in pairs if below.decided_by is Tiebreaker.HEAD_TO_HEAD
    }
    counted_meetings = _meetings(result, meetings_by_pair)
    return tuple(_neighbours(above, below, counted_meetings) for above, below in pairs)


def _neighbours(above: Place, below: Place, meetings: Mapping[tuple[str, str], list[Meeting]]) -> Neighbours:
    """Return what separates two neighboring places. `meetings` are the games that head-to-head counted, by seats."""
    breaker = below.decided_by
    shares_rank = above.tied and below.tied and above.rank == below.rank
    if breaker is None or shares_rank:
        return Neighbours(above, below, None)
    if breaker in TALLY_KEYS:
        key = TALLY_KEYS.index(breaker)
        return Neighbours(above, below, breaker, (above.tally.key[key], below.tally.key[key]))
    return Neighbours(above, below, breaker, meetings=tuple(meetings.get((above.seat, below.seat), ())))


def _meetings(
    result: CrossCheck, meetings_by_pair: dict[tuple[str, str], list[Meeting]]
) -> dict[tuple[str, str], list[Meeting]]:
    """Add to each of these pairs its games that have exactly one winner and count for both; return the mapping."""
    for game in result.games if meetings_by_pair else ():
        pair = game.seats if game.seats in meetings_by_pair else game.seats[::-1]
        is_one_sided = game.state is State.OVERRIDDEN and not all(game.said)
        if pair not in meetings_by_pair or game.resolved is None or is_one_sided:
            continue
        first, second = game.resolved
        if first is None or second is None or first.is_win == second.is_win:
            continue
        if all(result.standing_cards[seat].counts(game.game) for seat in game.seats):
            winner, line = (game.seats[0], first) if first.is_win else (game.seats[1], second)
            meetings_by_pair[pair].append(Meeting(game.game, winner, line.spread))
    return meetings_by_pair


@dataclass(frozen=True, slots=True)
class Turn:
    """A card in the order of checking. `distance` is its places from the cut line, None for a definite qualifier."""

    seat: str
    pile: Pile
    distance: int | None


def check_first(result: CrossCheck, piles: Piles) -> tuple[Turn, ...]:
    """Order the complete cards by how much depends on checking them now (guidelines 4 and 8).

    1. The cards near the cut line, by their distance, above and below it in turn. A single correction decides there,
       and the first card below is the presumed high nonqualifier.
    2. The definite qualifiers whose seeds still depend on checking, best first.
    3. The definite qualifiers whose rank is certain.

    The dead zone is left out: no correction there reaches the line.
    """
    near: list[tuple[tuple[int, bool, int], Turn]] = []
    definite: list[Turn] = []
    certain: list[Turn] = []
    for index, place in enumerate(result.places):
        pile = piles.piles.get(place.seat)
        if pile in (Pile.PROBABLE, Pile.PROBABLY_NOT):
            above = index < result.quota
            distance = result.quota - index if above else index - result.quota + 1
            near.append(((distance, not above, index), Turn(place.seat, pile, distance)))
        elif pile is Pile.DEFINITE:
            bounds = piles.bounds[place.seat]
            turns = certain if bounds.best_rank == bounds.worst_rank else definite
            turns.append(Turn(place.seat, pile, None))
    nearest_first = [turn for _order, turn in sorted(near, key=lambda ordered: ordered[0])]
    return (*nearest_first, *definite, *certain)
