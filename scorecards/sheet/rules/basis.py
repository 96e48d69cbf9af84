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


TYPINGS = ("card.typed", "card.typing-undone")
"""The acts that put a ladder's result on two cards, or take it off: one row of the log for each card."""


def only_change(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> Line | None:
    """The one line that differs between two logged versions of a card, as it is after, or before if it is gone.

    None unless exactly one line differs.

    >>> line = {"game": 1, "opponent": "A-2", "points": 2, "plus": None, "minus": None}
    >>> only_change(None, {"lines": [line]}), only_change({"lines": [line]}, {"lines": [line]})
    (Line(game=1, opponent='A-2', points=2, plus=None, minus=None), None)
    """
    old, new = (
        {record["game"]: read_line(record) for record in (card or {}).get("lines") or ()} for card in (before, after)
    )
    differing = [game for game in {**old, **new} if old.get(game) != new.get(game)]
    return (new.get(differing[0]) or old.get(differing[0])) if len(differing) == 1 else None


def mirrors(line: Line, seat: str, other: Line | None) -> bool:
    """Whether the other line is of the same game, against the player at `seat`, whose line this is."""
    return other is not None and (other.game, other.opponent) == (line.game, seat)


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
