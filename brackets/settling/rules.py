"""What pools and tables of prizes give, in cents.

The graduated pool follows observations of the ACC's portal (domain.md 6.1). Its amounts are rounded, so their sum may
differ from the fund; pages show the difference, and the director adjusts amounts by hand. Everything else here is
**ours**: the rulebook leaves money to the director. Nothing is decided by chance: people who share a rank share the
money of the places they fill.
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
"""The ratios that the ACC's portal offers for a graduated pool: one in so many people is paid."""

SANCTIONING = {"main": 300, "consolation": 100}
"""The ACC's sanctioning fee per entrant in cents, by kind of event (domain.md 6, from a second-hand source)."""

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

    `by_hand` gives no amounts, because the director writes them. Equal shares are whole dollars if the fee is in whole
    dollars (ours).

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
    """Return amounts that fall by equal steps from place to place.

    The last place gets one step if a step is more than the fee. Otherwise it gets the fee, and the rest of the fund is
    graduated above that.
    """
    parts = places * (places + 1) // 2
    if fund > fee * parts:
        return tuple(_rounded(fund * (places - place), parts) for place in range(places))
    parts_above_fee = places * (places - 1) // 2
    if not parts_above_fee:
        return (fund,)
    rest = fund - fee * places
    return tuple(fee + _rounded(rest * (places - 1 - place), parts_above_fee) for place in range(places))


def _rounded(cents: int, parts: int) -> int:
    """Return `cents` divided by `parts`, rounded to the nearest $5, half up."""
    return (2 * cents + ROUND * parts) // (2 * ROUND * parts) * ROUND


def shared_out(amounts: Sequence[int], ranks: Sequence[int]) -> tuple[int, ...]:
    """Return what each person gets in cents, in the order of their ranks, best first.

    People who share a rank share the money of the places they fill, equally and to the cent (ours). Cents that cannot
    be divided stay in the fund. Raises ValueError for ranks that are not in order.

    >>> shared_out([6000, 4000, 2000], [1, 2, 2, 4])
    (6000, 3000, 3000, 0)
    """
    if list(ranks) != sorted(ranks):
        raise ValueError("the ranks are not in order")
    shares: list[int] = []
    while len(shares) < len(ranks):
        first = len(shares)
        tied_count = ranks.count(ranks[first])
        shares += [sum(amounts[first : first + tied_count]) // tied_count] * tied_count
    return tuple(shares)


def indivisible(amounts: Sequence[int], shares: Sequence[int]) -> int:
    """Return the cents that nobody gets because tied people cannot divide them; `shares` is the result of `shared_out`.

    >>> indivisible([2001, 1000, 500], [1500, 1500])
    1
    """
    return sum(amounts[: len(shares)]) - sum(shares)


def people_at(place: int, qualifiers: int) -> int:
    """Return how many people end at this place of playoffs with so many qualifiers; 0 if nobody can end there.

    >>> [people_at(place, qualifiers=6) for place in (1, 2, 3, 4, 5)]
    [1, 1, 2, 0, 2]
    """
    return dict(places_of(qualifiers)).get(place, 0)


def places_of(qualifiers: int) -> tuple[tuple[int, int], ...]:
    """Return the places in which people can end in the playoffs, best first, each with its number of people.

    >>> places_of(1), places_of(5)
    (((1, 1),), ((1, 1), (2, 1), (3, 2), (5, 1)))
    """
    if qualifiers < 1:
        return ()
    if qualifiers == 1:
        return ((1, 1),)
    size = bracket_size(qualifiers)
    rounds = round_count(size)
    # Round 1 has no match for players with a bye; from round 2 on, every match is played.
    losers_by_round = [qualifiers - size // 2] + [size >> (number + 1) for number in range(1, rounds)]
    return ((1, 1), *[(place_of(number, rounds), losers_by_round[number - 1]) for number in range(rounds, 0, -1)])


PLACES = tuple(_WEIGHTS)
MOST_PLACES = 500
"""The places in which people can end: the losers of a round share one place."""


def proposal(fund: int, qualifiers: int, *, high_nonqualifier: bool) -> Mapping[int, int]:
    """Return proposed prizes for a fund, as cents by place; place 0 is the high nonqualifier.

    Ours: each place has a weight, amounts are multiples of $5, and the rest goes to the best places first. No place
    gets more than the place above it. The sum is the fund, or less than $5 below it.

    >>> dict(proposal(100_000, 8, high_nonqualifier=False))
    {1: 29500, 2: 19500, 3: 11500, 5: 7000}
    """
    people = dict(places_of(qualifiers))
    weights = {place: _WEIGHTS.get(place, 1) for place in people}
    if high_nonqualifier and people:
        people[0], weights[0] = 1, _HIGH_NONQUALIFIER_WEIGHT
    total_weight = sum(weights[place] * people[place] for place in people)
    if fund <= 0 or not total_weight:
        return {}
    amounts = {place: fund * weights[place] // total_weight // ROUND * ROUND for place in people}
    rest = fund - sum(amounts[place] * people[place] for place in people)
    place_above = 0
    for place in sorted(each for each in amounts if each):
        # No place may exceed the place above it. The champion gets the rest at the end.
        if rest >= ROUND * people[place] and (not place_above or amounts[place_above] > amounts[place]):
            amounts[place] += ROUND
            rest -= ROUND * people[place]
        place_above = place
    amounts[1] += rest // ROUND * ROUND
    return {place: cents for place, cents in amounts.items() if cents}


def by_key(prizes: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Return prizes by a key that ignores the amount: kind and place or rank, or kind, name and a running number.

    >>> list(by_key([{"kind": "place", "place": 2, "name": ""}, {"kind": "other", "place": None, "name": "Raffle"}]))
    ['place 2', 'other Raffle 0']
    """
    prizes_by_key: dict[str, Mapping[str, Any]] = {}
    for prize in prizes:
        if prize["name"]:
            same_name_count = sum(key.startswith(f"{prize['kind']} {prize['name']} ") for key in prizes_by_key)
            prizes_by_key[f"{prize['kind']} {prize['name']} {same_name_count}"] = prize
        else:
            prizes_by_key[f"{prize['kind']} {prize['place'] or ''}".strip()] = prize
    return prizes_by_key
