"""A season that was kept on paper, as it is pasted from a spreadsheet: one line for each player and night.

A line has date, name, game points, games won and net, parted by tabs, semicolons or commas. **Ours**: a first line
without any digit is a heading; empty lines are passed over.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

PARTS = ("date", "name", "game_points", "games_won", "net")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_AMERICAN = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_WHOLE = re.compile(r"[+-]?\d{1,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line that can be read. `number` counts from 1, empty lines and the heading too."""

    number: int
    date: date
    name: str
    game_points: int
    games_won: int
    net: int


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be read, the part at fault (see `PARTS`; empty for the whole line), and what stands there."""

    number: int
    part: str
    text: str


def read_day(text: str) -> date | None:
    """Return the day that is written, as 2026-03-06 or 3/6/2026; None for anything else.

    >>> read_day("2026-03-06") == read_day("3/6/2026"), read_day("2026-02-30"), read_day("March 6")
    (True, None, None)
    """
    if iso := _ISO.fullmatch(text):
        year, month, day = map(int, iso.groups())
    elif american := _AMERICAN.fullmatch(text):
        month, day, year = map(int, american.groups())
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def read_whole(text: str) -> int | None:
    """Return the whole number that is written, perhaps with a sign; None for anything else.

    >>> read_whole("14"), read_whole("+3"), read_whole("\\N{MINUS SIGN}12"), read_whole("1.5"), read_whole("")
    (14, 3, -12, None, None)
    """
    typed = re.sub("[\N{MINUS SIGN}\N{EN DASH}]", "-", text.strip())
    return int(typed) if _WHOLE.fullmatch(typed) else None


def read_pasted(text: str) -> Iterator[PastedLine | BadLine]:
    """Read the lines in their order.

    >>> list(read_pasted("Date,Name,Points,Won,Net\\n2026-09-05,Ann,14,6,-4"))
    [PastedLine(number=2, date=datetime.date(2026, 9, 5), name='Ann', game_points=14, games_won=6, net=-4)]
    """
    for number, line in enumerate(text.replace("\0", "").splitlines(), start=1):
        if not line.strip() or (number == 1 and not any(sign.isdigit() for sign in line)):
            continue
        yield _read(number, line)


def _read(number: int, line: str) -> PastedLine | BadLine:
    parting = next((sign for sign in "\t;" if sign in line), ",")
    parts = [" ".join(part.split()) for part in next(csv.reader([line], delimiter=parting))]
    while len(parts) > len(PARTS) and not parts[-1]:
        parts.pop()
    if len(parts) != len(PARTS):
        return BadLine(number, "", line[:80])
    day = read_day(parts[0])
    if day is None:
        return BadLine(number, "date", parts[0][:80])
    if not parts[1]:
        return BadLine(number, "", line[:80])
    figures = [read_whole(part) for part in parts[2:]]
    for part, typed, figure in zip(PARTS[2:], parts[2:], figures, strict=True):
        if figure is None:
            return BadLine(number, part, typed[:80])
    points, won, net = (figure or 0 for figure in figures)
    return PastedLine(number, day, parts[1], points, won, net)
