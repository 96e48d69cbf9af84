"""A long board of 121 holes with two tracks: positions of holes, and of front pegs before and after a decision.

Horizontal positions are percentages of the width, and vertical positions are pixels. So holes move closer on a phone,
while labels keep their size. Each street of thirty holes is a row, from left to right. The start is before the first
hole, and the game hole is after the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judging.rulebook.rules.engine import GAME_HOLE, OFF_THE_BOARD, Decision, Side

STREET, STREETS = 30, 4
GAP = 0.7
"""The space between two groups of five holes, as a multiple of the distance between holes."""
TAIL = 0.4
"""The length of a row's line beyond its last hole, so that rounding never cuts that hole off."""
ROW = 56
"""The height of a row in pixels."""
LABEL, UPPER, LOWER = 16, 30, 46
"""Vertical positions within a row: of its label and of its two tracks, in pixels from the top."""
_TRACKS: Mapping[Side, int] = {Side.OFFENDER: UPPER, Side.OTHER: LOWER}


@dataclass(frozen=True, slots=True)
class Place:
    """The center of a hole: `x` is a percentage of the width, `y` are pixels from the top."""

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
    """The front peg of a side before and after a decision: its holes and their positions.

    They are None while a number that they depend on is open.
    """

    side: str
    before: int | None
    after: int | None
    before_at: Place | None
    after_at: Place | None


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The board with the pegs of a decision.

    `ends` are the positions of the starts and the game holes. `height` is in pixels.
    """

    streets: tuple[StreetShown, ...]
    ends: tuple[Place, ...]
    pegs: tuple[PegShown, ...]
    height: int

    @property
    def is_known(self) -> bool:
        """Whether any peg can be drawn."""
        return any(peg.before is not None or peg.after is not None for peg in self.pegs)


def _steps_to(place: int) -> float:
    """The distance from the left end to a hole of a street, in distances between holes.

    `place` counts the holes of the street from 1; 0 is the start, 31 the game hole.
    """
    gaps = 1 + (place - 1) // 5 if place else 0
    return place + 0.5 + GAP * gaps


_WIDTH = _steps_to(STREET + 1) + 0.5


def _across(steps: float) -> str:
    """This distance from the left end as a percentage of the width."""
    return f"{100 * steps / _WIDTH:.3f}"


def place_of(hole: int, side: Side) -> Place:
    """The position of this hole on this side's track. Raises ValueError for a hole that no board has.

    >>> [place_of(hole, Side.OTHER).y for hole in (0, 1, 30, 31, 120, 121)]
    [46, 46, 46, 102, 214, 214]
    """
    if not OFF_THE_BOARD <= hole <= GAME_HOLE:
        raise ValueError(f"no board has a hole {hole}")
    row = min(max(hole - 1, 0) // STREET, STREETS - 1)
    return Place(_across(_steps_to(hole - row * STREET)), row * ROW + _TRACKS[side])


def _street(row: int) -> StreetShown:
    """The street in this row of the board, counted from 0."""
    lines = tuple(
        Line(
            start=_across(_steps_to(1)),
            end=_across(_steps_to(STREET) + TAIL),
            y=row * ROW + y_in_row,
            length=f"{_steps_to(STREET) - _steps_to(1) + TAIL:.1f}",
        )
        for y_in_row in _TRACKS.values()
    )
    return StreetShown(first=row * STREET + 1, last=(row + 1) * STREET, label_y=row * ROW + LABEL, lines=lines)


_STREETS = tuple(_street(row) for row in range(STREETS))
_ENDS = tuple(place_of(hole, side) for hole in (OFF_THE_BOARD, GAME_HOLE) for side in Side)


def board(decided: Decision | None, numbers: Mapping[str, int]) -> BoardShown:
    """The board for this decision with the answered numbers; without pegs if the decision has none."""
    pegs = []
    for peg in decided.pegs if decided else ():
        before, after = peg.before.of(numbers), peg.ends_at(numbers)
        pegs.append(
            PegShown(
                side=peg.side.value,
                before=before,
                after=after,
                before_at=None if before is None else place_of(before, peg.side),
                after_at=None if after is None else place_of(after, peg.side),
            )
        )
    return BoardShown(_STREETS, _ENDS, tuple(pegs), height=STREETS * ROW)


def board_values() -> dict[str, list[tuple[str, int]]]:
    """The pairs of `x` and `y` of every hole from 0 to 121, by side, for the script that moves the pegs."""
    places_by_side = {side: [place_of(hole, side) for hole in range(GAME_HOLE + 1)] for side in Side}
    return {side.value: [(place.x, place.y) for place in places] for side, places in places_by_side.items()}
