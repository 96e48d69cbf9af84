"""Keeping people apart in a draw: relatives and partners at different tables, else meeting late; then clubmates (ours).

The set of seats in use does not change, and people with a seat of their own keep it. The others trade places two at a
time while a trade improves things: first tables, then places at a table. One tie between two people outweighs any club.
Nothing is random, so the seed of the draw still determines everything; and a work limit, beyond any field with sensible
clubs, keeps a draw from hanging.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.rotation.rules.movements import Pairing
from tournaments.rules.seat import parse_seat, seat_order

CLUB = "club"
_PASSES = 20
_TRADES = 400_000
"""How many trades are tried at most."""
_ABOVE_CLUBS = 1_000_000


@dataclass(frozen=True, slots=True)
class Bond:
    """People to keep apart, by entrants' numbers: two who are related, or all of one club, which has a `name`."""

    kind: str
    people: frozenset[int]
    name: str = ""

    @property
    def weight(self) -> int:
        """How much this bond counts against others: a relation outweighs every club."""
        return 1 if self.kind == CLUB else _ABOVE_CLUBS


@dataclass(frozen=True, slots=True)
class Together:
    """People of a bond who still share a table, in seat order.

    `first_game` is the first game in which any two of them meet; None if no two meet.
    """

    bond: Bond
    table: str
    people: tuple[int, ...]
    first_game: int | None


def first_games(pairings: Collection[Pairing]) -> dict[tuple[str, str], int]:
    """Return the game in which two seats first meet, by the pair in either order."""
    games: dict[tuple[str, str], int] = {}
    for pairing in pairings:
        first, second = pairing.players
        if first is not None and second is not None and games.setdefault((first, second), pairing.game) == pairing.game:
            games[second, first] = pairing.game
    return games


def keep_apart(
    drawn: Mapping[str, int],
    fixed: Collection[int],
    bonds: Sequence[Bond],
    first_meeting: Mapping[tuple[str, str], int],
) -> dict[str, int]:
    """Return the draw with people of one bond kept apart as far as trades can, in seat order.

    `fixed` are the entrants who keep their seats; `first_meeting` is the game in which two seats first meet. A bond
    that includes everybody is ignored. Without bonds the draw is returned unchanged.

    >>> keep_apart({"A-1": 1, "A-2": 2, "B-1": 3, "B-2": 4}, [], [Bond("family", frozenset({1, 2}))], {})
    {'A-1': 3, 'A-2': 2, 'B-1': 1, 'B-2': 4}
    """
    ties = _ties(drawn, bonds)
    if ties:
        hall = _Hall(drawn, frozenset(fixed), ties)
        hall.spread_over_tables()
        hall.delay_meetings(first_meeting)
        drawn = {seat: number for number, seat in hall.seat_of.items()}
    return {seat: drawn[seat] for seat in sorted(drawn, key=seat_order)}


def find_together(
    drawn: Mapping[str, int], bonds: Sequence[Bond], meet: Mapping[tuple[str, str], int]
) -> tuple[Together, ...]:
    """Return the people of one bond whom the draw left at one table, relatives first.

    Clubmates who never meet there are no trouble and are left out, as where two clubs face each other. Where nobody is
    known to meet, because the event has no plan, they count.
    """
    groups = []
    for bond in sorted(_ties(drawn, bonds), key=lambda bond: (-bond.weight, bond.name, sorted(bond.people))):
        tables: dict[str, list[str]] = {}
        for seat in sorted((seat for seat, number in drawn.items() if number in bond.people), key=seat_order):
            tables.setdefault(parse_seat(seat).table, []).append(seat)
        for table, seats in tables.items():
            if len(seats) > 1:
                games = [meet[pair] for first in seats for other in seats if (pair := (first, other)) in meet]
                if meet and not games and bond.kind == CLUB:
                    continue
                groups.append(Together(bond, table, tuple(drawn[seat] for seat in seats), min(games, default=None)))
    return tuple(groups)


def find_paired(drawn: Mapping[str, int], bonds: Sequence[Bond], pairings: Collection[Pairing]) -> tuple[Together, ...]:
    """Return the people of one bond whom these games of one round let meet, relatives first."""
    groups = []
    for bond in sorted(_ties(drawn, bonds), key=lambda bond: (-bond.weight, bond.name, sorted(bond.people))):
        for pairing in pairings:
            people = tuple(drawn[seat] for seat in pairing.players if seat is not None and seat in drawn)
            if len(people) == 2 and bond.people.issuperset(people):
                groups.append(Together(bond, pairing.table, people, pairing.game))
    return tuple(groups)


def _ties(drawn: Mapping[str, int], bonds: Sequence[Bond]) -> list[Bond]:
    """The bonds that matter here: with at least two people present, but not everybody."""
    present = frozenset(drawn.values())
    return [bond for bond in bonds if len(present & bond.people) > 1 and not present <= bond.people]


class _Hall:
    """Who sits where while places are traded."""

    def __init__(self, drawn: Mapping[str, int], fixed: frozenset[int], bonds: Sequence[Bond]) -> None:
        self.bonds = bonds
        self.seat_of = {number: seat for seat, number in drawn.items()}
        self.table_of = {number: parse_seat(seat).table for number, seat in self.seat_of.items()}
        self.movable = [number for number in self.seat_of if number not in fixed]
        self.bonds_of: dict[int, frozenset[int]] = dict.fromkeys(self.seat_of, frozenset())
        for place, bond in enumerate(bonds):
            for number in bond.people & self.seat_of.keys():
                self.bonds_of[number] |= {place}
        self.tries_left = _TRADES

    def trade(self, first: int, second: int) -> None:
        """Let two people change seats."""
        self.seat_of[first], self.seat_of[second] = self.seat_of[second], self.seat_of[first]

    def spread_over_tables(self) -> None:
        """Trade places across tables as long as that puts fewer people of one bond at the same table."""
        crowd: list[Counter[str]] = [Counter() for _bond in self.bonds]
        for number, places in self.bonds_of.items():
            for place in places:
                crowd[place][self.table_of[number]] += 1

        def change(first: int, second: int) -> int:
            """By how much a trade of these two makes the crowding of bonds worse; negative if it helps."""
            first_table, second_table = self.table_of[first], self.table_of[second]
            worse = 0
            for place in self.bonds_of[first] - self.bonds_of[second]:
                worse += self.bonds[place].weight * (crowd[place][second_table] - crowd[place][first_table] + 1)
            for place in self.bonds_of[second] - self.bonds_of[first]:
                worse += self.bonds[place].weight * (crowd[place][first_table] - crowd[place][second_table] + 1)
            return worse

        for _pass in range(_PASSES):
            moved = False
            for mover in self.movable:
                table = self.table_of[mover]
                if self.tries_left <= 0 or all(crowd[place][table] < 2 for place in self.bonds_of[mover]):
                    continue
                others = [other for other in self.movable if self.table_of[other] != table]
                self.tries_left -= len(others)
                best = min(others, key=lambda other, mover=mover: change(mover, other), default=mover)  # type: ignore[misc]
                if best == mover or change(mover, best) >= 0:
                    continue
                new_table = self.table_of[best]
                for place in self.bonds_of[mover] - self.bonds_of[best]:
                    crowd[place].update({table: -1, new_table: 1})
                for place in self.bonds_of[best] - self.bonds_of[mover]:
                    crowd[place].update({table: 1, new_table: -1})
                self.trade(mover, best)
                self.table_of[mover], self.table_of[best] = new_table, table
                moved = True
            if not moved:
                return

    def delay_meetings(self, meet: Mapping[tuple[str, str], int]) -> None:
        """Trade places within a table as long as that makes people of one bond meet later, or never."""
        never = max(meet.values(), default=0) + 1
        mates: dict[int, Counter[int]] = {}
        for bond in self.bonds:
            people = sorted(bond.people & self.seat_of.keys())
            for person in people:
                table = self.table_of[person]
                for other in people:
                    if other != person and self.table_of[other] == table:
                        mates.setdefault(person, Counter())[other] += bond.weight
        movable_at: dict[str, list[int]] = {}
        for number in self.movable:
            movable_at.setdefault(self.table_of[number], []).append(number)

        def change(first: int, second: int) -> int:
            """By how many weighted games a trade of these two makes bonds meet earlier; negative if it helps."""
            seats, worse = self.seat_of, 0
            for mover, counterpart, goes_to in ((first, second, seats[second]), (second, first, seats[first])):
                for mate, weight in mates.get(mover, {}).items():
                    if mate != counterpart:
                        game_now = meet.get((seats[mover], seats[mate]), never)
                        worse += weight * (game_now - meet.get((goes_to, seats[mate]), never))
            return worse

        for _pass in range(_PASSES):
            moved = False
            for mover in self.movable:
                if mover not in mates or self.tries_left <= 0:
                    continue
                others = [other for other in movable_at[self.table_of[mover]] if other != mover]
                self.tries_left -= sum(1 + len(mates.get(other, ())) + len(mates[mover]) for other in others)
                best = min(others, key=lambda other, mover=mover: change(mover, other), default=mover)  # type: ignore[misc]
                if best != mover and change(mover, best) < 0:
                    self.trade(mover, best)
                    moved = True
            if not moved:
                return
