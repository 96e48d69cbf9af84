"""A season that was kept on paper, as it is pasted from a spreadsheet: one line for each player and night.

**Ours**: leading lines without any digit are a title and the column headers. Headers say what each column means, and columns with
unknown headers are ignored. Without headers a line has date, name, game points, games won and net, perhaps without the date and
perhaps with a running number in front. Cells are separated by tabs, semicolons or commas. A line without a date belongs to the
night of the line above, else to the one night that is given. A line called totals is compared with the sums, not imported.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

FIGURES = ("game_points", "games_won", "net")
PARTS = ("date", "name", *FIGURES)
HEADS: Mapping[str, str] = {
    head: part
    for part, heads in {
        "date": "date|day|night|jour|fecha",
        "name": "name|player|member|nom|joueur|membre|nombre|jugador|miembro",
        "game_points": "gp|game points|game pts|points|pts|points de partie|puntos de partida|puntos",
        "games_won": "gw|games won|won|wins|parties gagnées|gagnées|partidas ganadas|ganadas",
        "net": "net|net spread|spread|net points|+/-|neto",
    }.items()
    for head in heads.split("|")
}
"""What each column may be called, in small letters."""
TOTALS = frozenset({"total", "totals", "sum", "totaux", "totales", "somme", "suma"})

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_AMERICAN = re.compile(r"(\d{1,2})/(\d{1,2})/((?:\d\d)?\d\d)")
_WHOLE = re.compile(r"[+-]?\d{1,5}", re.ASCII)
_RUNNING = re.compile(r"\d{1,3}[.)]?", re.ASCII)
_RUNNING_BEFORE = re.compile(r"\d{1,3}[.)]\s+", re.ASCII)


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line that can be read. `number` counts from 1, empty lines and the heads too."""

    number: int
    date: date
    name: str
    game_points: int
    games_won: int
    net: int


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be read, the part at fault, and what stands there.

    The part is one of `PARTS`; `no_date` for a line without any; `heads` for heads that lack a column; `total` for a
    line of totals, with `sums`: what stands there and what the lines add up to; empty for the whole line.
    """

    number: int
    part: str
    text: str
    sums: tuple[str, int, int] | None = None


def read_day(text: str) -> date | None:
    """Return the day that is written, as 2026-03-06, 3/6/2026 or 3/6/26; None for anything else.

    >>> read_day("2026-03-06") == read_day("3/6/2026") == read_day("3/6/26"), read_day("2026-02-30"), read_day("March 6")
    (True, None, None)
    """
    if iso := _ISO.fullmatch(text):
        year, month, day = map(int, iso.groups())
    elif american := _AMERICAN.fullmatch(text):
        month, day, year = map(int, american.groups())
        year += 2000 if year < 100 else 0
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


def read_pasted(text: str, night: date | None = None) -> Iterator[PastedLine | BadLine]:
    """Read the lines in their order. `night` is the day of lines that have no date.

    >>> list(read_pasted("Date,Name,Points,Won,Net\\n2026-09-05,Ann,14,6,-4"))
    [PastedLine(number=2, date=datetime.date(2026, 9, 5), name='Ann', game_points=14, games_won=6, net=-4)]
    >>> [line.number for line in read_pasted("#,Name,GP,GW,Net\\n1,Ann,14,6,-4\\n2,Bo,2,1,-9\\n,Totals,16,7,-13", date(2026, 9, 5))]
    [2, 3]
    """
    columns: Sequence[str] | None = None
    day, begun = night, False
    sums = dict.fromkeys(FIGURES, 0)
    for number, line in enumerate(text.replace("\0", "").splitlines(), start=1):
        cells = _cells(line)
        if not any(cells):
            continue
        if not begun and not any(sign.isdigit() for sign in line):
            columns = [HEADS.get(cell.lower().rstrip("."), "") for cell in cells]
            missing = {"name", *FIGURES}.difference(columns)
            if any(columns) and missing:
                yield BadLine(number, "heads", ", ".join(part for part in PARTS if part in missing))
                return
            columns = columns if any(columns) else None
            continue
        begun = True
        if TOTALS.intersection(cell.lower().rstrip(":") for cell in cells):
            yield from _compared(number, cells, columns, sums)
            sums = dict.fromkeys(FIGURES, 0)
            continue
        read = _read(number, line, _parts(cells, columns), day)
        if isinstance(read, PastedLine):
            day = read.date
            sums = {figure: total + getattr(read, figure) for figure, total in sums.items()}
        yield read


def _cells(line: str) -> list[str]:
    """The cells of a line, with single spaces and without surplus empty ones at the end."""
    delimiter = next((sign for sign in "\t;" if sign in line), ",")
    cells = [" ".join(cell.split()) for cell in next(csv.reader([line], delimiter=delimiter), [])]
    # Spreadsheets end lines with empty cells.
    while len(cells) > len(PARTS) and not cells[-1]:
        cells.pop()
    return cells


def _parts(cells: Sequence[str], columns: Sequence[str] | None) -> dict[str, str] | None:
    """Return the parts of a line by name; None if the line has too many or too few."""
    if columns is not None:
        padded = [*cells, *[""] * (len(columns) - len(cells))]
        return {"date": "", **{part: cell for part, cell in zip(columns, padded, strict=False) if part}}
    undated = PARTS[1:]
    if len(cells) > len(undated) and _RUNNING.fullmatch(cells[0]):
        cells = cells[1:]
    if len(cells) == len(undated):
        cells = ["", *cells]
    return dict(zip(PARTS, cells, strict=True)) if len(cells) == len(PARTS) else None


def _read(number: int, line: str, parts: Mapping[str, str] | None, day: date | None) -> PastedLine | BadLine:
    """Read a line from its parts; `day` is the day of a line without a date."""
    name = _RUNNING_BEFORE.sub("", parts["name"]) if parts else ""
    if not parts or not name:
        return BadLine(number, "", line[:80])
    if parts["date"]:
        day = read_day(parts["date"])
        if day is None:
            return BadLine(number, "date", parts["date"][:80])
    if day is None:
        return BadLine(number, "no_date", "")
    figures: list[int] = []
    for part in FIGURES:
        figure = read_whole(parts[part])
        if figure is None:
            return BadLine(number, part, parts[part][:80])
        figures.append(figure)
    return PastedLine(number, day, name, *figures)


def _compared(
    number: int, cells: Sequence[str], columns: Sequence[str] | None, sums: Mapping[str, int]
) -> Iterator[BadLine]:
    """Compare a line of totals with the sums of the lines above it; a total that is not there is not compared."""
    if columns is None:
        given = dict(zip(reversed(FIGURES), reversed(cells), strict=False))
    else:
        given = dict(zip(columns, cells, strict=False))
    for figure in FIGURES:
        total = read_whole(given.get(figure, ""))
        if total is not None and total != sums[figure]:
            yield BadLine(number, "total", str(total), (figure, total, sums[figure]))
