"""Slip or real: which lines are read from the paper once more, and what two readings that agree establish.

What was typed is the first *reading* of a line; a *look* is another one, made without seeing the first. A line is *looked
at* once a look says the same as what is recorded. Where a look says something else, the next one decides: the reading that
comes twice is what the paper says, and rule 12.2 is never asked about a slip of the typist.

All of this is ours: the guidelines have two people read the cards aloud to each other, which is the same double reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorecards.rules.crosscheck import ComparedGame, CrossCheck, State
from scorecards.rules.line import Line
from tournaments.rules.seat import seat_order

Place = tuple[str, int]
"""A line's place: the seat of its card, and the game."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one look read: the line, None where the paper has none for that game; `reader` is the account's key."""

    line: Line | None
    read_by: str
    reader: int | None = None
    read_at: datetime | None = None


class Said(StrEnum):
    """What a look comes to: the record is as the paper, it may not be, or two looks agreed against it."""

    CONFIRMED = "confirmed"
    DIFFERS = "differs"
    RETYPED = "retyped"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line to be read once more, because its game differs from the other card or names nobody.

    `matters` where one of the two cards is an apparent qualifier's; the others can wait.
    """

    seat: str
    game: int
    other: str | None
    matters: bool


def is_same(one: Line | None, other: Line | None) -> bool:
    """Whether two readings say the same; a line that is blank throughout says as little as none.

    >>> is_same(Line(3, None, None, None, None), None)
    True
    """
    return _said(one) == _said(other)


def _said(line: Line | None) -> Line | None:
    return None if line is None or line.is_blank else line


def is_looked_at(recorded: Line | None, readings: Sequence[Reading]) -> bool:
    """Whether a look says the same as what is recorded."""
    return any(is_same(recorded, reading.line) for reading in readings)


def is_established(reading: Line | None, earlier: Sequence[Reading]) -> bool:
    """Whether this reading is the second of its kind among the looks, so that it goes before what was typed."""
    return any(is_same(reading, one.line) for one in earlier)


def weigh(recorded: Line | None, reading: Line | None, earlier: Sequence[Reading]) -> Said:
    """What a new look comes to, beside what is recorded and the looks before it.

    >>> line, other = Line(3, "A-2", 2, 16, None), Line(3, "A-2", 2, 61, None)
    >>> weigh(line, line, ()), weigh(line, other, ()), weigh(line, other, [Reading(other, "LF")])
    (<Said.CONFIRMED: 'confirmed'>, <Said.DIFFERS: 'differs'>, <Said.RETYPED: 'retyped'>)
    """
    if is_same(recorded, reading):
        return Said.CONFIRMED
    return Said.RETYPED if is_established(reading, earlier) else Said.DIFFERS


def is_asked(game: ComparedGame) -> bool:
    """Whether the lines of this game are to be looked at: they differ, and no person has decided about them yet."""
    return game.state not in (State.AGREED, State.PENDING) and game.decision is None


def find_unlooked(
    result: CrossCheck, game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]
) -> tuple[str, ...]:
    """Find the cards whose line of this game is still to be read once more before rule 12.2 is asked about it."""
    if not is_asked(game):
        return ()
    return tuple(
        seat
        for seat in game.seats
        if not is_looked_at(result.cards[seat].line(game.game), readings.get((seat, game.game), ()))
    )


def find_wanted(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Wanted, ...]:
    """Find every line that is to be read once more: what matters first, then in seat order, as the cards lie."""
    qualifiers = frozenset(result.apparent_qualifiers)
    wanted: dict[Place, Wanted] = {}
    for game in result.games:
        if not is_asked(game):
            continue
        matters = bool(qualifiers & set(game.seats))
        for seat, other in (game.seats, game.seats[::-1]):
            place = (seat, game.game)
            if is_looked_at(result.cards[seat].line(game.game), readings.get(place, ())):
                continue
            if place not in wanted or matters:
                wanted[place] = Wanted(seat, game.game, other, matters)
    for seat, number in result.unnamed:
        if not is_looked_at(result.cards[seat].line(number), readings.get((seat, number), ())):
            wanted.setdefault((seat, number), Wanted(seat, number, None, matters=seat in qualifiers))
    return tuple(sorted(wanted.values(), key=lambda one: (not one.matters, seat_order(one.seat), one.game)))


@dataclass(frozen=True, slots=True)
class Reader:
    """What decides which line somebody reads next.

    `start` is the seat of the card in their hand, or the one that they begin at; `own` their seats in this event, `typed`
    those of the cards they typed, `busy` those that somebody else has open, `read` the lines that they read twice already
    and could not settle.
    """

    start: str = ""
    own: Set[str] = frozenset()
    typed: Set[str] = frozenset()
    busy: Set[str] = frozenset()
    read: Set[Place] = frozenset()

    def may_read(self, one: Wanted) -> bool:
        """Whether neither card of the game is their own."""
        return one.seat not in self.own and one.other not in self.own

    def is_better_left(self, one: Wanted) -> bool:
        """Whether somebody else reads this line better."""
        return one.seat in self.typed or (one.seat, one.game) in self.read


def order_for(reader: Reader, wanted: Iterable[Wanted], seats: Sequence[str]) -> tuple[Wanted, ...]:
    """The lines in the order in which somebody reads them, card by card from `reader.start` on and around.

    First the cards with a line that matters, those that somebody else has open after the others; last of all the lines
    that somebody else reads better. `seats` are all seats of the event in their order. Never a game of their own.
    """
    mine = [(one, reader.is_better_left(one)) for one in wanted if reader.may_read(one)]
    matters = {(one.seat, left) for one, left in mine if one.matters}
    place = {seat: index for index, seat in enumerate(seats)}
    start = place.get(reader.start, 0)

    def turn(item: tuple[Wanted, bool]) -> tuple[bool, bool, bool, int, int]:
        one, left = item
        around = (place[one.seat] - start) % len(seats)
        return left, (one.seat, left) not in matters, one.seat in reader.busy, around, one.game

    return tuple(one for one, _left in sorted(mine, key=turn))


def find_start(reader: int, readers: Sequence[int], seats: Sequence[str]) -> str:
    """The seat where one of several readers begins, so that each of them begins somewhere else.

    >>> [find_start(n, (1, 2), ("A-1", "A-2", "A-3", "A-4")) for n in (1, 2, 3)]
    ['A-1', 'A-3', 'A-1']
    """
    if reader not in readers or not seats:
        return seats[0] if seats else ""
    return seats[readers.index(reader) * len(seats) // len(readers)]
