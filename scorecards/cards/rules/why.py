"""Why a card has its rank, and which cards to check first (guidelines 4, 7 and 8; the order within the piles is ours).

One key, head-to-head, a playoff or nothing separates each row of the standings from the row above it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from scorecards.sheet.rules.crosscheck import CrossCheck, State
from scorecards.sheet.rules.piles import Pile, Piles
from scorecards.sheet.rules.ranking import Place, Tiebreaker, figure, is_figure


@dataclass(frozen=True, slots=True)
class Meeting:
    """A decided game of two neighbors that counts for both: the winner, and the spread as it stands on their card."""

    game: int
    winner: str
    spread: int | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two rows of the standings and what separates them; `decided_by` is None where they share a rank.

    `values` are those of the deciding key, `meetings` the games that head-to-head counted.
    """

    above: Place
    below: Place
    decided_by: Tiebreaker | None
    values: tuple[int, int] | None = None
    meetings: tuple[Meeting, ...] = ()


def explain_ranks(result: CrossCheck) -> tuple[Neighbours, ...]:
    """Say for each pair of neighbors what puts the first before the second (guideline 7)."""
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
    if is_figure(breaker):
        return Neighbours(above, below, breaker, (figure(above.tally, breaker), figure(below.tally, breaker)))
    return Neighbours(above, below, breaker, meetings=tuple(meetings.get((above.seat, below.seat), ())))


def _meetings(
    result: CrossCheck, meetings_by_pair: dict[tuple[str, str], list[Meeting]]
) -> dict[tuple[str, str], list[Meeting]]:
    """Fill in, for each of these pairs, its games that have exactly one winner and count for both."""
    for game in result.games if meetings_by_pair else ():
        pair = game.seats if game.seats in meetings_by_pair else game.seats[::-1]
        if (
            pair not in meetings_by_pair
            or game.resolved is None
            or (game.state is State.OVERRIDDEN and not all(game.said))
        ):
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
    """A card in the order of checking. `distance` is in places from the line, None far above it."""

    seat: str
    pile: Pile
    distance: int | None


def check_first(result: CrossCheck, piles: Piles) -> tuple[Turn, ...]:
    """Order the complete cards by how much depends on checking them now (guidelines 4 and 8).

    First come the cards near the line, above and below it in turn: a single correction decides there, and the presumed
    high nonqualifier is the first below. Then come the definite ones, best first, whose seeds still depend on checking,
    and last those whose place is certain. The dead zone is left out: no correction there reaches the line.
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
    return (*(turn for *_order, turn in sorted(near, key=lambda entry: entry[:3])), *definite, *certain)
