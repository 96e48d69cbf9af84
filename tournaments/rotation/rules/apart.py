"""Keeping people apart in a draw: relatives and partners at different tables, else meeting late; then clubmates (ours).

The seats that are taken stay the same, and so do the people who hold one of their own: the others trade places, two at
a time, as long as a trade makes it better. First tables, then places at the table. A tie between two people weighs more
than any club. Nothing here is left to chance, so that the seed of the draw still says everything; and the work has a
limit that no field of sensible clubs reaches, so that a draw never hangs.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.rotation.rules.rotation import Pairing
from tournaments.rules.seat import parse_seat, seat_order

CLUB = "club"
_PASSES = 20
_TRADES = 400_000
"""How many trades are looked at, at the most."""
_ABOVE_CLUBS = 1_000_000


@dataclass(frozen=True, slots=True)
class Bond:
    """People to be kept apart, by entrants' numbers: two who are related, or all of a club, which has a `name`."""

    kind: str
    people: frozenset[int]
    name: str = ""

    @property
    def weight(self) -> int:
        return 1 if self.kind == CLUB else _ABOVE_CLUBS


@dataclass(frozen=True, slots=True)
class Together:
    """Those of a bond who sit at one table all the same, in seat order; `first_game` is the first in which two of them
    meet, None if they never do."""

    bond: Bond
    table: str
    people: tuple[int, ...]
    first_game: int | None


def first_games(pairings: Collection[Pairing]) -> dict[tuple[str, str], int]:
    """Return in which game two seats first meet, by the two in either order."""
    found: dict[tuple[str, str], int] = {}
    for pairing in pairings:
        one, other = pairing.players
        if one is not None and other is not None and found.setdefault((one, other), pairing.game) == pairing.game:
            found[other, one] = pairing.game
    return found


def keep_apart(
    drawn: Mapping[str, int], fixed: Collection[int], bonds: Sequence[Bond], meet: Mapping[tuple[str, str], int]
) -> dict[str, int]:
    """Return the seats of a draw with people of one bond kept apart as far as trading finds it, in seat order.

    `fixed` are the entrants who keep their seats; `meet` says when two seats first meet. A bond that holds everybody
    keeps nobody apart. Without bonds the draw comes back as it is.

    >>> keep_apart({"A-1": 1, "A-2": 2, "B-1": 3, "B-2": 4}, [], [Bond("family", frozenset({1, 2}))], {})
    {'A-1': 3, 'A-2': 2, 'B-1': 1, 'B-2': 4}
    """
    ties = _ties(drawn, bonds)
    if ties:
        hall = _Hall(drawn, frozenset(fixed), ties)
        hall.spread_over_tables()
        hall.delay_meetings(meet)
        drawn = {seat: number for number, seat in hall.seat_of.items()}
    return {seat: drawn[seat] for seat in sorted(drawn, key=seat_order)}


def find_together(
    drawn: Mapping[str, int], bonds: Sequence[Bond], meet: Mapping[tuple[str, str], int]
) -> tuple[Together, ...]:
    """Return whom a draw could not keep apart: who of one bond sits at one table, related people first."""
    found = []
    for bond in sorted(_ties(drawn, bonds), key=lambda bond: (-bond.weight, bond.name, sorted(bond.people))):
        tables: dict[str, list[str]] = {}
        for seat in sorted((seat for seat, number in drawn.items() if number in bond.people), key=seat_order):
            tables.setdefault(parse_seat(seat).table, []).append(seat)
        for table, seats in tables.items():
            if len(seats) > 1:
                games = [meet[pair] for one in seats for other in seats if (pair := (one, other)) in meet]
                found.append(Together(bond, table, tuple(drawn[seat] for seat in seats), min(games, default=None)))
    return tuple(found)


def _ties(drawn: Mapping[str, int], bonds: Sequence[Bond]) -> list[Bond]:
    """The bonds that can be kept: of two people here at least, and not of everybody."""
    here = frozenset(drawn.values())
    return [bond for bond in bonds if len(here & bond.people) > 1 and not here <= bond.people]


class _Hall:
    """Who sits where while places are traded."""

    def __init__(self, drawn: Mapping[str, int], fixed: frozenset[int], bonds: Sequence[Bond]) -> None:
        self.bonds = bonds
        self.seat_of = {number: seat for seat, number in drawn.items()}
        self.table_of = {number: parse_seat(seat).table for number, seat in self.seat_of.items()}
        self.movable = [number for number in self.seat_of if number not in fixed]
        self.of: dict[int, frozenset[int]] = dict.fromkeys(self.seat_of, frozenset())
        for place, bond in enumerate(bonds):
            for number in bond.people & self.seat_of.keys():
                self.of[number] |= {place}
        self.left = _TRADES

    def trade(self, one: int, other: int) -> None:
        self.seat_of[one], self.seat_of[other] = self.seat_of[other], self.seat_of[one]

    def spread_over_tables(self) -> None:
        """Trade across tables while fewer people of one bond come to share one."""
        crowd: list[Counter[str]] = [Counter() for _bond in self.bonds]
        for number, places in self.of.items():
            for place in places:
                crowd[place][self.table_of[number]] += 1

        def change(one: int, other: int) -> int:
            here, there = self.table_of[one], self.table_of[other]
            worse = 0
            for place in self.of[one] - self.of[other]:
                worse += self.bonds[place].weight * (crowd[place][there] - crowd[place][here] + 1)
            for place in self.of[other] - self.of[one]:
                worse += self.bonds[place].weight * (crowd[place][here] - crowd[place][there] + 1)
            return worse

        for _pass in range(_PASSES):
            moved = False
            for one in self.movable:
                here = self.table_of[one]
                if self.left <= 0 or all(crowd[place][here] < 2 for place in self.of[one]):
                    continue
                others = [other for other in self.movable if self.table_of[other] != here]
                self.left -= len(others)
                best = min(others, key=lambda other, one=one: change(one, other), default=one)  # type: ignore[misc]
                if best == one or change(one, best) >= 0:
                    continue
                there = self.table_of[best]
                for place in self.of[one] - self.of[best]:
                    crowd[place].update({here: -1, there: 1})
                for place in self.of[best] - self.of[one]:
                    crowd[place].update({here: 1, there: -1})
                self.trade(one, best)
                self.table_of[one], self.table_of[best] = there, here
                moved = True
            if not moved:
                return

    def delay_meetings(self, meet: Mapping[tuple[str, str], int]) -> None:
        """Trade places at the same table while people of one bond come to meet later, or not at all."""
        never = max(meet.values(), default=0) + 1
        mates: dict[int, Counter[int]] = {}
        for bond in self.bonds:
            people = sorted(bond.people & self.seat_of.keys())
            for one in people:
                here = self.table_of[one]
                for other in people:
                    if other != one and self.table_of[other] == here:
                        mates.setdefault(one, Counter())[other] += bond.weight
        at: dict[str, list[int]] = {}
        for number in self.movable:
            at.setdefault(self.table_of[number], []).append(number)

        def change(one: int, other: int) -> int:
            seats, worse = self.seat_of, 0
            for mover, others, goes_to in ((one, other, seats[other]), (other, one, seats[one])):
                for mate, weight in mates.get(mover, {}).items():
                    if mate != others:
                        now = meet.get((seats[mover], seats[mate]), never)
                        worse += weight * (now - meet.get((goes_to, seats[mate]), never))
            return worse

        for _pass in range(_PASSES):
            moved = False
            for one in self.movable:
                if one not in mates or self.left <= 0:
                    continue
                others = [other for other in at[self.table_of[one]] if other != one]
                self.left -= sum(1 + len(mates.get(other, ())) + len(mates[one]) for other in others)
                best = min(others, key=lambda other, one=one: change(one, other), default=one)  # type: ignore[misc]
                if best != one and change(one, best) < 0:
                    self.trade(one, best)
                    moved = True
            if not moved:
                return
