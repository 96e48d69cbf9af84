"""What pools and tables of prizes give, in cents.

The graduated pool follows observations of the ACC's portal (domain.md 6.1): round amounts, so the sum may miss the
fund; the difference is shown and the director adjusts by hand. Everything else here is **ours**: the rulebook leaves
money to the director. Nothing is decided by chance: people who share a rank share the money of the places they fill.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from brackets.bracket.rules.byes import bracket_size
from brackets.bracket.rules.chart import round_count
from brackets.bracket.rules.places import place_of

ROUND = 500
"""Graduated amounts are rounded to the nearest $5, half up."""

RATIOS = (4, 6, 8, 10)
"""One in this many is paid: the ratios that the ACC's portal offers for a graduated pool."""

SANCTIONING = {"main": 300, "consolation": 100}
"""The ACC's sanctioning fee per entrant in cents, by kind of event (domain.md 6, second-hand: a start)."""

_WEIGHTS = {1: 24, 2: 16, 3: 10, 5: 6, 9: 4, 17: 3, 33: 2, 65: 1}
_HIGH_NONQUALIFIER_WEIGHT = 2


class Pool(StrEnum):
    """How a pool is paid out."""

    EQUAL = "equal"
    TOP_DOUBLE = "top_double"
    GRADUATED = "graduated"
    BY_HAND = "by_hand"


def paid_places(people: int, ratio: int) -> int:
    """Return how many people are paid, one in `ratio`, rounded up.

    >>> [paid_places(people, 6) for people in (0, 1, 20, 62)]
    [0, 1, 4, 11]
    """
    if people < 0 or ratio < 1:
        raise ValueError(f"one in {ratio} of {people}")
    return -(-people // ratio)


def pool_amounts(kind: Pool, *, people: int, fee: int, ratio: int) -> tuple[int, ...]:
    """Return the amounts of the paid places of a pool in cents, best first; `people` paid `fee` cents each.

    `by_hand` gives nothing here: the director writes the amounts. Equal shares are whole dollars if the fee is (ours).

    >>> pool_amounts(Pool.GRADUATED, people=20, fee=1000, ratio=6)
    (8000, 6000, 4000, 2000)
    >>> pool_amounts(Pool.TOP_DOUBLE, people=20, fee=1000, ratio=10)
    (13200, 6600)
    """
    if fee < 0:
        raise ValueError("nobody is paid for taking part")
    places = paid_places(people, ratio)
    if not places or kind is Pool.BY_HAND:
        return ()
    if kind is Pool.GRADUATED:
        return _graduated(people * fee, fee, places)
    doubles = 1 if kind is Pool.TOP_DOUBLE else 0
    share = people * fee // (places + doubles)
    if fee % 100 == 0:
        share -= share % 100
    return (share * (1 + doubles), *[share] * (places - 1))


def _graduated(fund: int, fee: int, places: int) -> tuple[int, ...]:
    steps = places * (places + 1) // 2
    if fund > fee * steps:
        return tuple(_rounded(fund * (places - i), steps) for i in range(places))
    between = places * (places - 1) // 2
    if not between:
        return (fund,)
    return tuple(fee + _rounded((fund - fee * places) * (places - 1 - i), between) for i in range(places))


def _rounded(cents: int, parts: int) -> int:
    """Return a fraction of cents, rounded to the nearest $5."""
    return (2 * cents + ROUND * parts) // (2 * ROUND * parts) * ROUND


def shared_out(amounts: Sequence[int], ranks: Sequence[int]) -> tuple[int, ...]:
    """Return what each person gets in cents, in the order of their ranks, best first.

    People who share a rank share the money of the places they fill, equally and to the cent (ours); what cannot be
    divided stays in the fund. Raises ValueError for ranks that are not in order.

    >>> shared_out([6000, 4000, 2000], [1, 2, 2, 4])
    (6000, 3000, 3000, 0)
    """
    if list(ranks) != sorted(ranks):
        raise ValueError("the ranks are not in order")
    shares: list[int] = []
    while len(shares) < len(ranks):
        first = len(shares)
        level = ranks.count(ranks[first])
        shares += [sum(amounts[first : first + level]) // level] * level
    return tuple(shares)


def indivisible(amounts: Sequence[int], shares: Sequence[int]) -> int:
    """Return the cents of these people's places that nobody gets because they cannot be divided.

    >>> indivisible([2001, 1000, 500], [1500, 1500])
    1
    """
    return sum(amounts[: len(shares)]) - sum(shares)


def people_at(place: int, qualifiers: int) -> int:
    """Return how many end at this place of the playoffs with so many qualifiers; 0 if nobody can.

    >>> [people_at(place, qualifiers=6) for place in (1, 2, 3, 4, 5)]
    [1, 1, 2, 0, 2]
    """
    return dict(places_of(qualifiers)).get(place, 0)


def places_of(qualifiers: int) -> tuple[tuple[int, int], ...]:
    """Return the places in which the playoffs end, each with its number of people, best first.

    >>> places_of(1), places_of(5)
    (((1, 1),), ((1, 1), (2, 1), (3, 2), (5, 1)))
    """
    if qualifiers < 1:
        return ()
    if qualifiers == 1:
        return ((1, 1),)
    size = bracket_size(qualifiers)
    rounds = round_count(size)
    # Everybody without a bye plays in round 1; from round 2 on, rounds are full.
    lost = [qualifiers - size // 2] + [size >> (number + 1) for number in range(1, rounds)]
    return ((1, 1), *[(place_of(number, rounds), lost[number - 1]) for number in range(rounds, 0, -1)])


PLACES = tuple(_WEIGHTS)
"""Places in which anybody can end: the losers of a round share one."""


def proposal(fund: int, qualifiers: int, *, high_nonqualifier: bool) -> Mapping[int, int]:
    """Return proposed prizes for this fund in cents: cents by place, under 0 for the high nonqualifier.

    Ours: each place has a weight, amounts are multiples of $5, and the rest goes to the best places first. Nobody gets
    more than the place above, and the sum is the fund or less than $5 below it.

    >>> dict(proposal(100_000, 8, high_nonqualifier=False))
    {1: 29500, 2: 19500, 3: 11500, 5: 7000}
    """
    people = dict(places_of(qualifiers))
    weights = {place: _WEIGHTS.get(place, 1) for place in people}
    if high_nonqualifier and people:
        people[0], weights[0] = 1, _HIGH_NONQUALIFIER_WEIGHT
    total = sum(weights[place] * people[place] for place in people)
    if fund <= 0 or not total:
        return {}
    amounts = {place: fund * weights[place] // total // ROUND * ROUND for place in people}
    left = fund - sum(amounts[place] * people[place] for place in people)
    better = 0
    for place in sorted(places for places in amounts if places):
        # Nobody gets more than the place above; the champion takes what is left in the end.
        if left >= ROUND * people[place] and (not better or amounts[better] > amounts[place]):
            amounts[place] += ROUND
            left -= ROUND * people[place]
        better = place
    amounts[1] += left // ROUND * ROUND
    return {place: cents for place, cents in amounts.items() if cents}


def by_key(prizes: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Return prizes by a key that ignores the amount: kind and place or rank, or kind and name.

    >>> list(by_key([{"kind": "place", "place": 2, "name": ""}, {"kind": "other", "place": None, "name": "Raffle"}]))
    ['place 2', 'other Raffle 0']
    """
    prizes_by_key: dict[str, Mapping[str, Any]] = {}
    for prize in prizes:
        if prize["name"]:
            same = sum(key.startswith(f"{prize['kind']} {prize['name']} ") for key in prizes_by_key)
            prizes_by_key[f"{prize['kind']} {prize['name']} {same}"] = prize
        else:
            prizes_by_key[f"{prize['kind']} {prize['place'] or ''}".strip()] = prize
    return prizes_by_key
