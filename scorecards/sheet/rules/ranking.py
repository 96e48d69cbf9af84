"""The order of the qualifying round: four keys, head-to-head, a recorded playoff (guideline 7).

A *tied group* is the set of seats that all four keys leave level. If neither their games nor a playoff breaks the tie,
the whole group shares a rank; nothing here ever decides by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, groupby
from typing import Protocol

from scorecards.sheet.rules.tally import Tally
from tournaments.rules.as_the_acc import ranking_in_force
from tournaments.rules.edition import Edition
from tournaments.rules.ranking import Ranking
from tournaments.rules.seat import seat_order

Wins = Callable[[str, str], int]
"""A function that returns how many decided games of this qualifying round the first seat won against the second."""


class Tiebreaker(StrEnum):
    """What can separate a place from the one above it, in the order of guideline 7.

    `MINUS`, the fewest losing points, and `PEGGED`, the total pegged points, are none of the ACC's: some clubs go by
    them.
    """

    GAME_POINTS = "game_points"
    GAMES_WON = "games_won"
    NET = "net"
    PLUS = "plus"
    MINUS = "minus"
    PEGGED = "pegged"
    HEAD_TO_HEAD = "head_to_head"
    PLAYOFF = "playoff"


TALLY_KEYS = (Tiebreaker.GAME_POINTS, Tiebreaker.GAMES_WON, Tiebreaker.NET, Tiebreaker.PLUS)
"""The tiebreaker for each number of `Tally.key`, in order."""

_OF_THE_SPREAD = frozenset({Tiebreaker.NET, Tiebreaker.PLUS, Tiebreaker.MINUS, Tiebreaker.PEGGED})

Chain = tuple[Tiebreaker, ...]
"""The keys that rank an event, in order. A recorded playoff always comes last and is not among them."""


_CHAINS: Mapping[Ranking, Chain] = {
    Ranking.POINTS: (Tiebreaker.GAME_POINTS,),
    Ranking.WINS: (Tiebreaker.GAMES_WON, Tiebreaker.HEAD_TO_HEAD, Tiebreaker.MINUS),
    Ranking.NET: (Tiebreaker.GAME_POINTS, Tiebreaker.NET, Tiebreaker.GAMES_WON),
    Ranking.PEGGED: (Tiebreaker.PEGGED, Tiebreaker.GAMES_WON, Tiebreaker.HEAD_TO_HEAD),
}


def chain_of(
    edition: Edition, ranking: Ranking = Ranking.ACC, *, is_ladder: bool = False, records_spread: bool = True
) -> Chain:
    """The keys that rank an event with this ranking under this edition; a ladder that says nothing else ranks by
    game points alone.

    The ACC's chain is that of guideline 7: 2020 goes on with head-to-head after the four numbers, classic does not.
    Where no spread is recorded, net and plus are 0 on every card and separate nothing in it; the other chains do
    without them.

    >>> [key.value for key in chain_of(Edition.Y2020, Ranking.WINS, records_spread=False)]
    ['games_won', 'head_to_head']
    """
    in_force = ranking_in_force(ranking, is_ladder=is_ladder)
    if in_force is Ranking.ACC:
        return (*TALLY_KEYS, Tiebreaker.HEAD_TO_HEAD) if edition is Edition.Y2020 else TALLY_KEYS
    return _CHAINS[in_force] if records_spread else without_spread(_CHAINS[in_force])


def without_spread(chain: Chain) -> Chain:
    """The keys of this chain that need no spread on the cards."""
    return tuple(key for key in chain if key not in _OF_THE_SPREAD)


def is_of_the_acc(chain: Chain) -> bool:
    """Whether this chain is that of guideline 7 in one of the editions.

    >>> is_of_the_acc(chain_of(Edition.CLASSIC)), is_of_the_acc(chain_of(Edition.CLASSIC, Ranking.NET))
    (True, False)
    """
    return chain in [chain_of(edition) for edition in Edition]


def figure(tally: Tally, key: Tiebreaker) -> int:
    """What the card has by this key. Raises KeyError for head-to-head and a playoff, which are no figures."""
    others = {Tiebreaker.MINUS: tally.minus, Tiebreaker.PEGGED: tally.pegged}
    return others[key] if key in others else dict(zip(TALLY_KEYS, tally.key, strict=True))[key]


def is_figure(key: Tiebreaker) -> bool:
    """Whether a card alone has a figure for this key."""
    return key not in (Tiebreaker.HEAD_TO_HEAD, Tiebreaker.PLAYOFF)


def pegged_total(tally: Tally, chain: Chain) -> int | None:
    """The total pegged points of a card, where this chain ranks by them; else None."""
    return tally.pegged if Tiebreaker.PEGGED in chain else None


def begins_group(decided_by: Tiebreaker | None, chain: Chain) -> bool:
    """Whether a row that this key puts below the one above begins a new group, of rows level in the key that ranks
    first. By total pegged points hardly any two are level, so there are no groups.
    """
    return decided_by is chain[0] is not Tiebreaker.PEGGED


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

    `net` and `plus` are None if no spread is recorded, `pegged` unless the event ranks by it, `decided_by` if no key puts the row below the row above.
    `card_in`: some line of the card is recorded; until then its figures are 0. `card_complete`: the card has all its
    lines. The rows of a posted list all have whole cards. `players` are the names of the two people of a team.
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
    players: tuple[str, ...] = ()
    pegged: int | None = None

    @property
    def minus(self) -> int | None:
        """The losing points."""
        return None if self.net is None or self.plus is None else self.plus - self.net


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
    place: Ranked,
    figures: Figures,
    *,
    seat: str,
    name: str,
    status: str,
    by: str | None,
    pegged: int | None,
    records_spread: bool,
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
        pegged=pegged,
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
    chain: Chain,
    wins: Wins,
    playoffs: Sequence[Sequence[str]] = (),
    first: int | None = None,
) -> tuple[Place, ...]:
    """Rank the cards by the keys of the chain, then by a recorded playoff (guideline 7).

    For the classic edition and other chains than the ACC's the playoff is a choice of ours. `playoffs` are the recorded orders, best first; each is
    valid only for a tied group of exactly those seats. Seats still level share a rank, in seat order, and the next rank
    counts all of them. With `first`, only that many places are returned, plus the rest of the group of the last one.
    """
    played = {frozenset(order): tuple(order) for order in playoffs}
    places: list[Place] = []
    for group, decided_by in _groups(tuple(tallies), chain, tallies, wins):
        if first is not None and len(places) >= first and decided_by is not Tiebreaker.HEAD_TO_HEAD:
            break
        order = played.get(frozenset(group)) if len(group) > 1 else group
        tied, top = order is None, len(places) + 1
        for offset, seat in enumerate(order or sorted(group, key=seat_order)):
            places.append(Place(top if tied else top + offset, seat, tallies[seat], tied, decided_by))
            decided_by = None if tied else Tiebreaker.PLAYOFF
    return tuple(places)


def _groups(
    members: tuple[str, ...], chain: Chain, tallies: Mapping[str, Tally], wins: Wins
) -> Iterator[tuple[tuple[str, ...], Tiebreaker | None]]:
    """The groups that the chain leaves level, best first, each with the key that separates it from the one before."""
    if len(members) == 1 or not chain:
        if members:
            yield members, None
        return
    key = chain[0]
    for place, part in enumerate(_parts(members, key, tallies, wins)):
        for number, (group, decided_by) in enumerate(_groups(part, chain[1:], tallies, wins)):
            yield group, decided_by if number else key if place else None


def _parts(
    members: tuple[str, ...], key: Tiebreaker, tallies: Mapping[str, Tally], wins: Wins
) -> Iterable[tuple[str, ...]]:
    """These members divided by one key, best first."""
    if key is Tiebreaker.HEAD_TO_HEAD:
        order = head_to_head_order(members, wins)
        return [members] if order is None else [(seat,) for seat in order]
    best_first = -1 if key is Tiebreaker.MINUS else 1
    values = {seat: best_first * figure(tallies[seat], key) for seat in members}
    by_value = groupby(sorted(members, key=values.__getitem__, reverse=True), key=values.__getitem__)
    return (tuple(part) for _value, part in by_value)


def below_all(places: Sequence[Place], waiting: Collection[str], chain: Chain) -> tuple[Place, ...]:
    """The same ranking with the seats whose card is awaited moved below all others, where nothing separates them.

    Ours: a card that nobody has seen has no figures, so it is above nobody, not even a card that lost every game.
    """
    ranked: list[Place] = []
    shown = [place for place in places if place.seat not in waiting]
    for (_rank, tied), members in groupby(shown, key=lambda place: (place.rank, place.tied)):
        group, top = tuple(members), len(ranked) + 1
        for place in group:
            decided_by = place.decided_by
            if ranked and (number := _separating(chain, ranked[-1].tally, place)):
                decided_by = number
            ranked.append(Place(top, place.seat, place.tally, tied and len(group) > 1, decided_by if ranked else None))
    last = [place for place in places if place.seat in waiting]
    top = len(ranked) + 1
    return (*ranked, *(Place(top, place.seat, place.tally, len(last) > 1, None) for place in last))


def _separating(chain: Chain, above: Tally, below: Place) -> Tiebreaker | None:
    """The first key of the chain that separates these two; head-to-head only where it separated the lower one."""
    for key in chain:
        if key is Tiebreaker.HEAD_TO_HEAD:
            if below.decided_by is key:
                return key
        elif figure(above, key) != figure(below.tally, key):
            return key
    return None


def tied_groups(places: Sequence[Place]) -> tuple[tuple[Place, ...], ...]:
    """The groups that share a rank, best first, each in seat order."""
    tied = (place for place in places if place.tied)
    return tuple(tuple(group) for _, group in groupby(tied, key=lambda place: place.rank))
