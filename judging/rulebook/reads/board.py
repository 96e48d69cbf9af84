"""A long board of 121 holes with two tracks: positions of holes, and of front pegs before and after a decision.

Horizontal positions are percentages of the width, vertical ones pixels, so that holes move closer on a phone while
labels keep their size. Each street of thirty holes is a row, from left to right; the start is before the first hole and
the game hole after the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judging.rulebook.rules.engine import GAME_HOLE, OFF_THE_BOARD, Decision, Side

STREET, STREETS = 30, 4
GAP = 0.7
"""The space between two groups of five holes, as a multiple of the distance between holes."""
TAIL = 0.4
"""How far the line of a row extends beyond its last hole, so that rounding never cuts that hole off."""
ROW = 56
"""The height of a row in pixels."""
LABEL, UPPER, LOWER = 16, 30, 46
"""Vertical positions in a row of its label and its two tracks, in pixels."""
_DOWN: Mapping[Side, int] = {Side.OFFENDER: UPPER, Side.OTHER: LOWER}


@dataclass(frozen=True, slots=True)
class Place:
    """The center of a hole: percent across, pixels down."""

    x: str
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    """The holes of one street on one track, drawn as one dashed line."""

    start: str
    end: str
    y: int
    length: str


@dataclass(frozen=True, slots=True)
class StreetShown:
    """One street: first and last hole, position of the label, and its two lines of holes."""

    first: int
    last: int
    label_y: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PegShown:
    """The front peg of a side before and after: holes and positions; None while a number is open."""

    side: str
    before: int | None
    after: int | None
    before_at: Place | None
    after_at: Place | None


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The board with the pegs of a decision, the positions of the starts and game holes, and its height in pixels."""

    streets: tuple[StreetShown, ...]
    ends: tuple[Place, ...]
    pegs: tuple[PegShown, ...]
    height: int

    @property
    def is_known(self) -> bool:
        """Whether any peg can be drawn."""
        return any(peg.before is not None or peg.after is not None for peg in self.pegs)


def _steps_to(place: int) -> float:
    """The distance from the left end to a hole of a street; 0 is the start, 31 the game hole."""
    return place + 0.5 + (GAP * (1 + (place - 1) // 5) if place else 0)


_WIDTH = _steps_to(STREET + 1) + 0.5


def _across(steps: float) -> str:
    return f"{100 * steps / _WIDTH:.3f}"


def place_of(hole: int, side: Side) -> Place:
    """The position of this hole on this side's track. Raises ValueError for a hole that no board has.

    >>> [place_of(hole, Side.OTHER).y for hole in (0, 1, 30, 31, 120, 121)]
    [46, 46, 46, 102, 214, 214]
    """
    if not OFF_THE_BOARD <= hole <= GAME_HOLE:
        raise ValueError(f"no board has a hole {hole}")
    row = min(max(hole - 1, 0) // STREET, STREETS - 1)
    return Place(_across(_steps_to(hole - row * STREET)), row * ROW + _DOWN[side])


def _street(row: int) -> StreetShown:
    lines = tuple(
        Line(
            _across(_steps_to(1)),
            _across(_steps_to(STREET) + TAIL),
            row * ROW + down,
            f"{_steps_to(STREET) - _steps_to(1) + TAIL:.1f}",
        )
        for down in _DOWN.values()
    )
    return StreetShown(row * STREET + 1, (row + 1) * STREET, row * ROW + LABEL, lines)


_STREETS = tuple(_street(row) for row in range(STREETS))
_ENDS = tuple(place_of(hole, side) for hole in (OFF_THE_BOARD, GAME_HOLE) for side in Side)


def board(decided: Decision | None, numbers: Mapping[str, int]) -> BoardShown:
    """The board for this decision with the answered numbers; without pegs if none moves."""
    pegs = []
    for peg in decided.pegs if decided else ():
        before, after = peg.before.of(numbers), peg.ends_at(numbers)
        pegs.append(
            PegShown(
                peg.side.value,
                before,
                after,
                None if before is None else place_of(before, peg.side),
                None if after is None else place_of(after, peg.side),
            )
        )
    return BoardShown(_STREETS, _ENDS, tuple(pegs), STREETS * ROW)


def board_values() -> dict[str, list[tuple[str, int]]]:
    """The position of every hole from 0 to 121 by side, for the script that moves the pegs."""
    return {
        side.value: [(place.x, place.y) for place in (place_of(hole, side) for hole in range(GAME_HOLE + 1))]
        for side in Side
    }
