"""Who takes whose place at a table that did not move as planned, so that nobody meets again (ours).

Taking a place means moving on as its owner would have, for the rest of the round. As few people as possible do: nobody,
then two, then three in a ring or two pairs. Rounds of the plan with a repeat left in them are passed over, as far as
there are others to play.
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

    `again` counts the meetings beyond the format in the other rounds that have to be played too.
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

    def _full(self, already: int) -> list[int]:
        """For each person a bit mask of those they must not meet, in a round where people met `already` in its stay."""
        index = {number: place for place, number in enumerate(self.people)}
        masks = [0] * len(self.people)
        for pair, times in self.met.items():
            first, *rest = pair
            if rest and first in index and rest[0] in index and times + already >= self.plan.games_per_move:
                masks[index[first]] |= 1 << index[rest[0]]
                masks[index[rest[0]]] |= 1 << index[first]
        return masks

    def _edges(self) -> list[tuple[_Edges, int]]:
        """Each round as pairs of places among the people, and how many rounds of its stay come before it."""
        stays: Counter[int] = Counter()
        edges = []
        for round_ in self.rounds:
            seated = sitters(self.plan, range(len(self.people)), round_)
            stay = (round_ - 1) // self.plan.games_per_move
            edges.append((tuple(zip(seated[::2], seated[1::2], strict=True)), stays[stay]))
            stays[stay] += 1
        return edges

    def apart(self, exchanged: int) -> Iterator[Places]:
        """Yield every way in which nobody meets again, with 0, 1 or 2 exchanges of two people's places."""
        full = [self._full(already) for already in range(self.plan.games_per_move)]
        edges = [(pairs, full[already]) for pairs, already in self._edges()]
        spare = len(edges) - self.needed
        for order in _orders(len(self.people), exchanged):
            left, fair = spare, []
            for place, (pairs, masks) in enumerate(edges):
                for first, second in pairs:
                    if masks[order[first]] >> order[second] & 1:
                        left -= 1
                        break
                else:
                    fair.append(self.rounds[place])
                if left < 0:
                    break
            else:
                yield Places(tuple(self.people[place] for place in order), tuple(fair))

    def nearest(self, most: int) -> list[Places]:
        """Return the `most` best ways with at most one exchange: those in which the fewest meet again."""
        full = [self._full(already) for already in range(self.plan.games_per_move)]
        edges = [(pairs, full[already]) for pairs, already in self._edges()]
        ways = []
        for order in (*_orders(len(self.people), 0), *_orders(len(self.people), 1)):
            again = [sum(masks[order[first]] >> order[second] & 1 for first, second in pairs) for pairs, masks in edges]
            fair = tuple(round_ for round_, times in zip(self.rounds, again, strict=True) if not times)
            rest = sorted(times for times in again if times)[: max(0, self.needed - len(fair))]
            ways.append(Places(tuple(self.people[place] for place in order), fair, sum(rest)))
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
