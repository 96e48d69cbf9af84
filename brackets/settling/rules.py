"""What a pool and a table of prizes give to whom, in cents.

The graduated pool is what the ACC's portal was seen to give (domain.md 6.1): round amounts, so that the sum may miss the fund;
the difference is shown and the director adjusts by hand. Everything else here is **ours**: the rulebook leaves money to the
director. Nothing is decided by chance: people who share a rank share what the places that they fill give.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from brackets.bracket.rules.byes import bracket_size
from brackets.bracket.rules.chart import round_count
from brackets.bracket.rules.places import place_of

ROUND = 500
"""Graduated amounts are rounded to the nearest $5, a half up."""

RATIOS = (4, 6, 8, 10)
"""One in so many is paid: those that the ACC's portal offers for a graduated pool."""

SANCTIONING = {"main": 300, "consolation": 100}
"""The ACC's sanctioning fee for an entrant, by the kind of event; none for others (domain.md 6, second-hand: a start)."""

_WEIGHTS = {1: 24, 2: 16, 3: 10, 5: 6, 9: 4, 17: 3, 33: 2, 65: 1}
_HIGH_NONQUALIFIER_WEIGHT = 2


class Pool(StrEnum):
    """How a pool is paid out."""

    EQUAL = "equal"
    TOP_DOUBLE = "top_double"
    GRADUATED = "graduated"
    BY_HAND = "by_hand"


def paid_places(people: int, ratio: int) -> int:
    """Return how many are paid of so many who take part, one in `ratio`; a fraction counts as one more.

    >>> [paid_places(people, 6) for people in (0, 1, 20, 62)]
    [0, 1, 4, 11]
    """
    if people < 0 or ratio < 1:
        raise ValueError(f"one in {ratio} of {people}")
    return -(-people // ratio)


def pool_amounts(kind: Pool, *, people: int, fee: int, ratio: int) -> tuple[int, ...]:
    """Return what each paid place of a pool gets, the best first, where so many people paid the fee (in cents).

    `by_hand` gives nothing here: it is what the director writes. Equal shares are whole dollars where the fee is (ours).

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
    """This many cents divided into so many parts, to the nearest $5."""
    return (2 * cents + ROUND * parts) // (2 * ROUND * parts) * ROUND


def shared_out(amounts: Sequence[int], ranks: Sequence[int]) -> tuple[int, ...]:
    """Return what each of these people gets, who come in the order of their ranks, the best first.

    Who shares a rank shares what the places that they fill give together, equally and to the cent (ours); what cannot be
    divided stays in the fund. Raises ValueError for ranks that are not in order.

    >>> shared_out([6000, 4000, 2000], [1, 2, 2, 4])
    (6000, 3000, 3000, 0)
    """
    if list(ranks) != sorted(ranks):
        raise ValueError("the ranks are not in order")
    found: list[int] = []
    while len(found) < len(ranks):
        first = len(found)
        level = ranks.count(ranks[first])
        found += [sum(amounts[first : first + level]) // level] * level
    return tuple(found)


def indivisible(amounts: Sequence[int], shares: Sequence[int]) -> int:
    """Return what of the amounts for these people's places nobody gets, because it cannot be divided to the cent.

    >>> indivisible([2001, 1000, 500], [1500, 1500])
    1
    """
    return sum(amounts[: len(shares)]) - sum(shares)


def people_at(place: int, qualifiers: int) -> int:
    """Return how many end at this place of the playoffs, with so many qualifiers; none where nobody can.

    >>> [people_at(place, qualifiers=6) for place in (1, 2, 3, 4, 5)]
    [1, 1, 2, 0, 2]
    """
    return dict(places_of(qualifiers)).get(place, 0)


def places_of(qualifiers: int) -> tuple[tuple[int, int], ...]:
    """Return the places in which the playoffs of so many qualifiers end, each with how many people, the best first.

    >>> places_of(1), places_of(5)
    (((1, 1),), ((1, 1), (2, 1), (3, 2), (5, 1)))
    """
    if qualifiers < 1:
        return ()
    if qualifiers == 1:
        return ((1, 1),)
    size = bracket_size(qualifiers)
    rounds = round_count(size)
    # Everybody but those with a bye plays in the first round, and from the second on a round is full.
    lost = [qualifiers - size // 2] + [size >> (number + 1) for number in range(1, rounds)]
    return ((1, 1), *[(place_of(number, rounds), lost[number - 1]) for number in range(rounds, 0, -1)])


PLACES = tuple(_WEIGHTS)
"""The places in which anybody can end: the losers of a round share theirs."""


def proposal(fund: int, qualifiers: int, *, high_nonqualifier: bool) -> Mapping[int, int]:
    """Return a start for the prizes that this fund (in cents) pays: cents by place, under 0 for the high nonqualifier.

    Ours: each place has a weight, amounts are multiples of $5, and what is left goes to the best places first. Nobody gets
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
    found = {place: fund * weights[place] // total // ROUND * ROUND for place in people}
    left = fund - sum(found[place] * people[place] for place in people)
    better = 0
    for place in sorted(places for places in found if places):
        # Nobody gets more than whoever came before them: the champion takes what is left in the end.
        if left >= ROUND * people[place] and (not better or found[better] > found[place]):
            found[place] += ROUND
            left -= ROUND * people[place]
        better = place
    found[1] += left // ROUND * ROUND
    return {place: cents for place, cents in found.items() if cents}


def by_key(prizes: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Return prizes by what each of them is known by, whatever its amount: its kind, its place or rank, or its name.

    >>> list(by_key([{"kind": "place", "place": 2, "name": ""}, {"kind": "other", "place": None, "name": "Raffle"}]))
    ['place 2', 'other Raffle 0']
    """
    found: dict[str, Mapping[str, Any]] = {}
    for prize in prizes:
        if prize["name"]:
            same = sum(key.startswith(f"{prize['kind']} {prize['name']} ") for key in found)
            found[f"{prize['kind']} {prize['name']} {same}"] = prize
        else:
            found[f"{prize['kind']} {prize['place'] or ''}".strip()] = prize
    return found
