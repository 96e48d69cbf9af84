"""Days of nights as clubs write them above the columns and lines of a sheet: dates in several forms, or week numbers.

**Ours**: a date in figures is month first, unless a sheet has a date that is none that way, and all are dates day first. A
date without a year is in the year that begins with the season.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from tournaments.rules.naming import plain

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january janv janvier ene enero",
            "feb february fev fevr fevrier febrero",
            "mar march mars marzo",
            "apr april avr avril abr abril",
            "may mai mayo",
            "jun june juin junio",
            "jul july juil juillet julio",
            "aug august aout ago agosto",
            "sep sept september septembre septiembre set setiembre",
            "oct october octobre octubre",
            "nov november novembre noviembre",
            "dec december decembre dic diciembre",
        ),
        start=1,
    )
    for name in names.split()
}
_BEFORE = re.compile(
    r"(?:(?:night of|week of|date|jour|fecha)\b[: ]*)?"
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|lunes|martes|miercoles|jueves|viernes|sabado|domingo)?[.,]?\s*"
)
_WEEK = re.compile(r"(?:week|wk|w|night|nite|session|semaine|sem|soiree|semana|noche)[. ]*#?\s*(\d{1,3})\b")
_PARTED = re.compile(r"^[\s:,()\u2013-]+|[\s:,()\u2013-]+$")
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_FIGURES = re.compile(r"(\d{1,2})/(\d{1,2})(?:/((?:\d\d)?\d\d))?|(\d{1,2})-(\d{1,2})-((?:\d\d)?\d\d)")
_MONTH_FIRST = re.compile(r"([a-z]+)[. -]*(\d{1,2})(?:st|nd|rd|th)?(?:[, -]+(\d{4}))?")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er)?[ -]*(?:de )?([a-z]+)[.]?(?:[, -]*(?:de )?((?:\d\d)?\d\d))?")
FURTHEST_AHEAD = timedelta(days=366)
"""How far ahead of today a night may be (ours): a year, so that a mistyped year is seen."""
_LATE = timedelta(days=60)
"""A date so shortly before the first day of a season is of that year: too early for the season, and refused as such."""


@dataclass(frozen=True, slots=True)
class NightLabel:
    """What stands above a night: a day, or the number of a week (from 1), or neither where nothing stands there."""

    text: str = ""
    day: date | None = None
    week: int | None = None


@dataclass(frozen=True, slots=True)
class Days:
    """How the days of a sheet are read: `first` is the first day of the season, `day_first` as found by `days_of`."""

    first: date
    day_first: bool = False

    def read(self, text: str) -> NightLabel | None:
        """Return the label that this text is; None for anything else.

        >>> days = Days(date(2025, 9, 1))
        >>> [str(days.read(text).day) for text in ("2025-09-04", "9/4", "Thu, Sep 4", "Jan 8", "8 janv. 2026", "4-Sep-25")]
        ['2025-09-04', '2025-09-04', '2025-09-04', '2026-01-08', '2026-01-08', '2025-09-04']
        >>> days.read("Week 3").week, str(days.read("Wk 3 (9/18)").day), days.read("9/31"), days.read("Mary 4")
        (3, '2025-09-18', None, None)
        """
        typed = _PARTED.sub("", plain(text))
        if week := _WEEK.match(typed):
            left = _PARTED.sub("", typed[week.end() :])
            day = self._day(left) if left else None
            if left and day is None:
                return None
            return NightLabel(text, day, int(week[1]))
        day = self._day(typed)
        return NightLabel(text, day) if day else None

    def _day(self, typed: str) -> date | None:
        typed = _PARTED.sub("", typed.removeprefix((_BEFORE.match(typed) or [""])[0]))
        year: str | None
        if match := _YEAR_FIRST.fullmatch(typed):
            year, month, day = match.groups()
            return self._made(year, int(month), int(day))
        if match := _FIGURES.fullmatch(typed):
            front, back, year = match.groups()[:3] if match[1] else match.groups()[3:]
            month, day = (back, front) if self.day_first else (front, back)
            return self._made(year, int(month), int(day))
        if (match := _MONTH_FIRST.fullmatch(typed)) and match[1] in _MONTHS:
            return self._made(match[3], _MONTHS[match[1]], int(match[2]))
        if (match := _DAY_FIRST.fullmatch(typed)) and match[2] in _MONTHS:
            return self._made(match[3], _MONTHS[match[2]], int(match[1]))
        return None

    def _made(self, year: str | None, month: int, day: int) -> date | None:
        try:
            if year:
                return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
            made = date(self.first.year, month, day)
            return made if made >= self.first - _LATE else made.replace(year=made.year + 1)
        except (ValueError, OverflowError):
            return None


def days_of(cells: Iterable[str], first: date) -> Days:
    """Return how the days of a sheet with these cells are read.

    >>> first = date(2025, 9, 1)
    >>> [days_of(cells, first).day_first for cells in (["9/4", "9/11"], ["4/9", "18/9"], ["18/9", "9/18"])]
    [False, True, False]
    """
    fronts, backs = [0], [0]
    for cell in cells:
        if match := _FIGURES.fullmatch(cell.strip()):
            front, back = match.groups()[:2] if match[1] else match.groups()[3:5]
            fronts.append(int(front))
            backs.append(int(back))
    return Days(first, day_first=max(fronts) > 12 >= max(backs))
