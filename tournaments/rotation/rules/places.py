"""Who takes whose place at a table that did not move as planned, so that nobody meets again (ours).

To take somebody's place is to move on as that one would have, for the rest of the round. As few people as can be do so: nobody,
then two, then three in a ring or two pairs. Rounds of the plan in which somebody would meet again all the same are passed
over, as far as there are others to play.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tournaments.rotation.rules.rotation import Plan, sitters

_Edges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Who moves along the plan as the people of its seats 1, 2 …, and the rounds in which nobody meets again, in order.

    `again` counts the meetings beyond the format in the rounds that have to be played beside these.
    """

    people: tuple[int, ...]
    rounds: tuple[int, ...]
    again: int = 0


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: `needed` of these rounds of the plan in which nobody of these people meets beyond the format.

    `met` says how often two of them met so far; somebody and an empty seat met where that one sat out.
    """

    plan: Plan
    people: tuple[int, ...]
    rounds: tuple[int, ...]
    needed: int
    met: Counter[frozenset[int]]

    def _full(self, already: int) -> list[int]:
        """For everybody a mask of those whom they cannot meet any more, in a round whose people met `already` in this stay."""
        index = {number: place for place, number in enumerate(self.people)}
        masks = [0] * len(self.people)
        for pair, times in self.met.items():
            one, *rest = pair
            if rest and one in index and rest[0] in index and times + already >= self.plan.games_per_move:
                masks[index[one]] |= 1 << index[rest[0]]
                masks[index[rest[0]]] |= 1 << index[one]
        return masks

    def _edges(self) -> list[tuple[_Edges, int]]:
        """Each round as pairs of places among the people, and how many rounds of its stay come before it."""
        stays: Counter[int] = Counter()
        found = []
        for round_ in self.rounds:
            at = sitters(self.plan, range(len(self.people)), round_)
            stay = (round_ - 1) // self.plan.games_per_move
            found.append((tuple(zip(at[::2], at[1::2], strict=True)), stays[stay]))
            stays[stay] += 1
        return found

    def apart(self, exchanged: int) -> Iterator[Places]:
        """Yield every way in which nobody meets again, with so many exchanges of two people's places: none, one or two."""
        full = [self._full(already) for already in range(self.plan.games_per_move)]
        edges = [(pairs, full[already]) for pairs, already in self._edges()]
        spare = len(edges) - self.needed
        for order in _orders(len(self.people), exchanged):
            left, fair = spare, []
            for place, (pairs, masks) in enumerate(edges):
                for one, two in pairs:
                    if masks[order[one]] >> order[two] & 1:
                        left -= 1
                        break
                else:
                    fair.append(self.rounds[place])
                if left < 0:
                    break
            else:
                yield Places(tuple(self.people[at] for at in order), tuple(fair))

    def nearest(self, most: int) -> list[Places]:
        """Return the ways with one exchange at most in which the fewest meet again, so many of them, the best first."""
        full = [self._full(already) for already in range(self.plan.games_per_move)]
        edges = [(pairs, full[already]) for pairs, already in self._edges()]
        found = []
        for order in (*_orders(len(self.people), 0), *_orders(len(self.people), 1)):
            again = [sum(masks[order[one]] >> order[two] & 1 for one, two in pairs) for pairs, masks in edges]
            fair = tuple(round_ for round_, times in zip(self.rounds, again, strict=True) if not times)
            rest = sorted(times for times in again if times)[: max(0, self.needed - len(fair))]
            found.append(Places(tuple(self.people[at] for at in order), fair, sum(rest)))
        return sorted(found, key=lambda one: one.again)[:most]


def _orders(size: int, exchanged: int) -> Iterator[list[int]]:
    """Every order of so many people in which that many exchanges of two of them were made."""
    order = list(range(size))

    def with_ring(*ring: int) -> list[int]:
        changed = order.copy()
        for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
            changed[here] = there
        return changed

    if exchanged == 0:
        yield order
    elif exchanged == 1:
        yield from (with_ring(*pair) for pair in combinations(order, 2))
    else:
        for one, two, three in combinations(order, 3):
            yield from (with_ring(one, two, three), with_ring(one, three, two))
        for one, two, three, four in combinations(order, 4):
            for first, second in (
                ((one, two), (three, four)),
                ((one, three), (two, four)),
                ((one, four), (two, three)),
            ):
                changed = with_ring(*first)
                changed[second[0]], changed[second[1]] = second[1], second[0]
                yield changed
