"""The order of the qualifying round: four keys, head-to-head, a recorded playoff (guideline 7).

A *tied group* is the set of seats that all four keys leave level. If neither their games nor a playoff breaks the tie,
the whole group shares a rank; nothing here ever decides by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, groupby
from typing import Protocol

from scorecards.sheet.rules.tally import Tally
from tournaments.rules.edition import Edition
from tournaments.rules.seat import seat_order

Wins = Callable[[str, str], int]
"""A function that returns how many decided games of this qualifying round the first seat won against the second."""


class Tiebreaker(StrEnum):
    """What can separate a place from the one above it, in the order of guideline 7."""

    GAME_POINTS = "game_points"
    GAMES_WON = "games_won"
    NET = "net"
    PLUS = "plus"
    HEAD_TO_HEAD = "head_to_head"
    PLAYOFF = "playoff"


TALLY_KEYS = (Tiebreaker.GAME_POINTS, Tiebreaker.GAMES_WON, Tiebreaker.NET, Tiebreaker.PLUS)
"""The tiebreaker for each number of `Tally.key`, in order."""


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the standings. `tied`: the rank is shared. `decided_by` is what puts the row below the row above."""

    rank: int
    seat: str
    tally: Tally
    tied: bool
    decided_by: Tiebreaker | None


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One row of the standings for API, page and snapshot, which all take their columns from here.

    `net` and `plus` are None if no spread is recorded, `decided_by` if no key puts the row below the row above.
    `card_in`: some line of the card is recorded; until then its figures are 0. `card_complete`: the card has all its
    lines. The rows of a posted list all have whole cards.
    """

    rank: int
    seat: str
    name: str
    game_points: int
    games_won: int
    net: int | None
    plus: int | None
    status: str
    tied: bool
    decided_by: str | None
    card_in: bool = True
    card_complete: bool = True


class Ranked(Protocol):
    """The rank of a place, in provisional standings or a posted list."""

    @property
    def rank(self) -> int: ...
    @property
    def tied(self) -> bool: ...


class Figures(Protocol):
    """The figures of a card."""

    @property
    def game_points(self) -> int: ...
    @property
    def games_won(self) -> int: ...
    @property
    def net(self) -> int: ...
    @property
    def plus(self) -> int: ...


def standings_row(
    place: Ranked, figures: Figures, *, seat: str, name: str, status: str, by: str | None, records_spread: bool
) -> StandingsRow:
    """The row of this place with these figures; `by` is the key that puts the row below the row above."""
    return StandingsRow(
        rank=place.rank,
        seat=seat,
        name=name,
        game_points=figures.game_points,
        games_won=figures.games_won,
        net=figures.net if records_spread else None,
        plus=figures.plus if records_spread else None,
        status=status,
        tied=place.tied,
        decided_by=by or None,
    )


def head_to_head_order(group: Collection[str], wins: Wins) -> tuple[str, ...] | None:
    """Order a tied group by its games against each other, best first; None if head-to-head decides nothing (guideline 7.e).

    The rulebook does not say when it decides. We take it to decide if one seat of every pair has more wins than the
    other, and if these results order the whole group without a cycle.
    """
    victory_counts = dict.fromkeys(group, 0)
    for seat, other in combinations(group, 2):
        balance = wins(seat, other) - wins(other, seat)
        if balance == 0:
            return None
        victory_counts[seat if balance > 0 else other] += 1
    # Every pair is decided, so there is a cycle exactly if two seats have beaten the same number of others.
    if len(set(victory_counts.values())) < len(victory_counts):
        return None
    return tuple(sorted(victory_counts, key=lambda seat: -victory_counts[seat]))


def rank(
    tallies: Mapping[str, Tally],
    *,
    edition: Edition,
    wins: Wins,
    playoffs: Sequence[Sequence[str]] = (),
    first: int | None = None,
) -> tuple[Place, ...]:
    """Rank the cards by game points, games won, net and plus points, then as the edition breaks ties (guideline 7).

    The 2020 edition goes on with head-to-head for every tied group, then a playoff. The classic edition ends with plus
    points; a playoff is a choice of ours. `playoffs` are the recorded orders, best first; each is valid only for a tied
    group of exactly those seats. Seats that are still level share a rank, in seat order, and the next rank counts all
    of them. With `first`, only that many places are returned, plus the rest of the last group.
    """
    playoff_orders = {frozenset(order): tuple(order) for order in playoffs}
    keys = {seat: card.key for seat, card in tallies.items()}
    places: list[Place] = []
    for _, members in groupby(sorted(keys, key=keys.__getitem__, reverse=True), key=keys.__getitem__):
        if first is not None and len(places) >= first:
            break
        group = tuple(members)
        order, tiebreaker = _tie_order(group, edition, wins, playoff_orders)
        tied = tiebreaker is None and len(group) > 1
        top_rank = len(places) + 1
        decided_by = _separating_key(keys[places[-1].seat], keys[order[0]]) if places else None
        for offset, seat in enumerate(order):
            places.append(Place(top_rank if tied else top_rank + offset, seat, tallies[seat], tied, decided_by))
            decided_by = tiebreaker
    return tuple(places)


def below_all(places: Sequence[Place], waiting: Collection[str]) -> tuple[Place, ...]:
    """The same ranking with all `waiting` seats, whose cards are awaited, moved to one shared rank below all others.

    Ours: a card that nobody has seen has no figures, so it is above no other card, not even one that lost every game.
    """
    ranked: list[Place] = []
    seen_places = [place for place in places if place.seat not in waiting]
    for (_rank, tied), members in groupby(seen_places, key=lambda place: (place.rank, place.tied)):
        group, rank_of_group = tuple(members), len(ranked) + 1
        for place in group:
            decided_by = place.decided_by if ranked else None
            if ranked and ranked[-1].tally.key != place.tally.key:
                decided_by = _separating_key(ranked[-1].tally.key, place.tally.key)
            ranked.append(Place(rank_of_group, place.seat, place.tally, tied and len(group) > 1, decided_by))
    waiting_places = [place for place in places if place.seat in waiting]
    last_rank = len(ranked) + 1
    is_shared = len(waiting_places) > 1
    return (*ranked, *(Place(last_rank, place.seat, place.tally, is_shared, None) for place in waiting_places))


def _tie_order(
    group: tuple[str, ...], edition: Edition, wins: Wins, playoff_orders: Mapping[frozenset[str], tuple[str, ...]]
) -> tuple[tuple[str, ...], Tiebreaker | None]:
    """The order of a group that the four keys leave level, and what breaks the tie; None if nothing does."""
    if len(group) == 1:
        return group, None
    if edition is Edition.Y2020 and (order := head_to_head_order(group, wins)):
        return order, Tiebreaker.HEAD_TO_HEAD
    if order := playoff_orders.get(frozenset(group)):
        return order, Tiebreaker.PLAYOFF
    return tuple(sorted(group, key=seat_order)), None


def _separating_key(above: tuple[int, ...], below: tuple[int, ...]) -> Tiebreaker:
    """The first of the four keys in which these two cards differ."""
    return next(name for name, higher, lower in zip(TALLY_KEYS, above, below, strict=True) if higher != lower)


def tied_groups(places: Sequence[Place]) -> tuple[tuple[Place, ...], ...]:
    """The groups that share a rank, best first, each in seat order."""
    tied = (place for place in places if place.tied)
    return tuple(tuple(group) for _, group in groupby(tied, key=lambda place: place.rank))
