"""Who takes whose place at a table that did not move as planned, so that nobody meets again (ours).

Taking a place means moving on as its owner would have, for the rest of the qualifying round. As few people as possible
take places: nobody, then two, then three in a ring or two pairs. Rounds of the plan that still have a repeat are passed
over, as far as there are other rounds to play.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tournaments.rotation.rules.movements import Plan, sitters

_Edges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Who moves along the plan from its seats 1, 2 …, and the rounds without a repeat, in order.

    `again` is the number of repeats in the other rounds that have to be played because `rounds` are too few.
    """

    people: tuple[int, ...]
    rounds: tuple[int, ...]
    again: int = 0


@dataclass(frozen=True, slots=True)
class Search:
    """A search for `needed` of these rounds of the plan in which none of these people meet beyond the format.

    `met` counts the meetings so far; a sit-out counts as meeting the empty seat.
    """

    plan: Plan
    people: tuple[int, ...]
    rounds: tuple[int, ...]
    needed: int
    met: Counter[frozenset[int]]

    def _forbidden(self, already: int) -> list[int]:
        """For each person a bit mask of the people they must not meet.

        A stay is the rounds between two moves. The masks hold for a round that follows `already` rounds of its stay.
        """
        index = {number: place for place, number in enumerate(self.people)}
        masks = [0] * len(self.people)
        for pair, times in self.met.items():
            first, *rest = pair
            if rest and first in index and rest[0] in index and times + already >= self.plan.games_per_move:
                masks[index[first]] |= 1 << index[rest[0]]
                masks[index[rest[0]]] |= 1 << index[first]
        return masks

    def _edges(self) -> list[tuple[_Edges, int]]:
        """Each round as pairs of indexes into `people`, and how many rounds of its stay come before it."""
        stays: Counter[int] = Counter()
        edges = []
        for round_ in self.rounds:
            seated = sitters(self.plan, range(len(self.people)), round_)
            stay = (round_ - 1) // self.plan.games_per_move
            edges.append((tuple(zip(seated[::2], seated[1::2], strict=True)), stays[stay]))
            stays[stay] += 1
        return edges

    def apart(self, exchanged: int) -> Iterator[Places]:
        """Yield every way in which nobody meets again.

        `exchanged` is the number of exchanges: 0 none, 1 two people, 2 three people in a ring or two pairs.
        """
        forbidden = [self._forbidden(already) for already in range(self.plan.games_per_move)]
        edges = [(pairs, forbidden[already]) for pairs, already in self._edges()]
        spare = len(edges) - self.needed
        for order in _orders(len(self.people), exchanged):
            spare_left, rounds_apart = spare, []
            for place, (pairs, masks) in enumerate(edges):
                for first, second in pairs:
                    if masks[order[first]] >> order[second] & 1:
                        spare_left -= 1
                        break
                else:
                    rounds_apart.append(self.rounds[place])
                if spare_left < 0:
                    break
            else:
                yield Places(tuple(self.people[place] for place in order), tuple(rounds_apart))

    def nearest(self, most: int) -> list[Places]:
        """Return the `most` ways with at most one exchange that have the fewest repeats, best first."""
        forbidden = [self._forbidden(already) for already in range(self.plan.games_per_move)]
        edges = [(pairs, forbidden[already]) for pairs, already in self._edges()]
        ways = []
        for order in (*_orders(len(self.people), 0), *_orders(len(self.people), 1)):
            repeats = [
                sum(masks[order[first]] >> order[second] & 1 for first, second in pairs) for pairs, masks in edges
            ]
            rounds_apart = tuple(round_ for round_, times in zip(self.rounds, repeats, strict=True) if not times)
            needed_repeats = sorted(times for times in repeats if times)[: max(0, self.needed - len(rounds_apart))]
            ways.append(Places(tuple(self.people[place] for place in order), rounds_apart, sum(needed_repeats)))
        return sorted(ways, key=lambda way: way.again)[:most]


def _orders(size: int, exchanged: int) -> Iterator[list[int]]:
    """Every order of `size` people after `exchanged` exchanges of two of them."""
    order = list(range(size))

    def with_ring(*ring: int) -> list[int]:
        changed = order.copy()
        for place, next_place in zip(ring, (*ring[1:], ring[0]), strict=True):
            changed[place] = next_place
        return changed

    if exchanged == 0:
        yield order
    elif exchanged == 1:
        yield from (with_ring(*pair) for pair in combinations(order, 2))
    else:
        for a, b, c in combinations(order, 3):
            yield from (with_ring(a, b, c), with_ring(a, c, b))
        for a, b, c, d in combinations(order, 4):
            for first, second in (
                ((a, b), (c, d)),
                ((a, c), (b, d)),
                ((a, d), (b, c)),
            ):
                changed = with_ring(*first)
                changed[second[0]], changed[second[1]] = second[1], second[0]
                yield changed
