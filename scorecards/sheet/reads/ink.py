"""A value as written, in blue ink, and the value in force, in red ink beside it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.line import Line, format_points, format_spread


@dataclass(frozen=True, slots=True)
class Ink:
    """One value as written, `before`, and in force, `after`; equal if nothing was corrected."""

    before: str
    after: str

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Columns:
    """The three columns of one line."""

    points: Ink
    plus: Ink
    minus: Ink

    @property
    def changed(self) -> bool:
        return self.points.changed or self.plus.changed or self.minus.changed


def columns(recorded: Line | None, stands: Line | None) -> Columns:
    """The three columns of a line as written and of the line in force; blank for no line."""
    before, after = (
        ("", "", "")
        if line is None
        else (format_points(line.points), format_spread(line.plus), format_spread(line.minus))
        for line in (recorded, stands)
    )
    return Columns(*(Ink(was, now) for was, now in zip(before, after, strict=True)))


def summary(recorded: Line | None, stands: Line | None, *, records_spread: bool = True) -> tuple[Ink, ...]:
    """A line in short: the spread with its column's sign, and the result if the spread does not show it.

    `+17` alone is a win by 17; `win, blank` and `loss, +15` name the result. The points are included if they differ
    between the two lines. If no spread is recorded, it is the result, with the points of a win.
    """
    if recorded is None and stands is None:
        return (Ink(_("no line"), _("no line")),)
    result, points, spread = (Ink(form(recorded), form(stands)) for form in (_result, _points, _spread))
    if not records_spread:
        won = any(line is not None and line.is_win for line in (recorded, stands))
        return (result, points) if won else (result,)
    if result.changed or not (is_plain(recorded) and is_plain(stands)):
        return (result, points, spread) if points.changed and not result.changed else (result, spread)
    return (points, spread) if points.changed and not spread.changed else (spread,)


def is_plain(line: Line | None) -> bool:
    """Whether the spread is in the column that belongs to the result."""
    if line is None or line.points is None:
        return False
    return line.plus is not None if line.is_win else line.minus is not None


def _result(line: Line | None) -> str:
    if line is None:
        return _("no line")
    if line.points is None:
        return _("points blank")
    return _("win") if line.is_win else _("loss")


def _points(line: Line | None) -> str:
    return _("%s pts") % format_points(line.points) if line is not None else ""


def _spread(line: Line | None) -> str:
    if line is None or line.spread is None:
        return _("blank")
    return sheet_words.signed_spread(line)
