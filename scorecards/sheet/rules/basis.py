"""The basis of a decision as plain values to store and read back: the two lines and the resolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecards.sheet.rules.discrepancy import Outcome, Resolution
from scorecards.sheet.rules.line import Line

Record = dict[str, Any]


def line_record(line: Line | None) -> Record | None:
    """The line as plain values; None where blank or absent.

    >>> line_record(Line(3, "A-2", 2, 16, None))
    {'game': 3, 'opponent': 'A-2', 'points': 2, 'plus': 16, 'minus': None}
    """
    if line is None:
        return None
    return {
        "game": line.game,
        "opponent": line.opponent,
        "points": line.points,
        "plus": line.plus,
        "minus": line.minus,
    }


def read_line(record: Mapping[str, Any] | None) -> Line | None:
    """The line from the values of `line_record`."""
    return None if record is None else Line(**record)


def basis_record(recorded: Sequence[Line | None], proposal: Resolution) -> Record:
    """The basis of a decision as plain values: both lines as recorded, and what the rules made of them."""
    return {
        "recorded": [line_record(line) for line in recorded],
        "outcome": proposal.outcome.value,
        "rules": list(proposal.rules),
        "lines": None if proposal.lines is None else [line_record(line) for line in proposal.lines],
    }


def read_basis(record: Mapping[str, Any]) -> tuple[tuple[Line | None, Line | None], Resolution]:
    """The basis from the values of `basis_record`: the two lines as recorded, and the resolution."""
    first, second = (read_line(line) for line in record["recorded"])
    lines = record["lines"]
    resolved = None
    if lines is not None:
        top, bottom = (read_line(line) for line in lines)
        if top is None or bottom is None:
            raise ValueError("a resolution gives both lines or none")
        resolved = (top, bottom)
    return (first, second), Resolution(Outcome(record["outcome"]), tuple(record["rules"]), resolved)
