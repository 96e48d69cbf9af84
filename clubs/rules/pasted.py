"""A season that was kept on paper, as it is pasted from a spreadsheet: its nights with their results, and all that is no result.

**Ours**: which layouts are read. One line for each player and night, with heads or without, the day in each line, once
above its lines, or nowhere. One line for each player with the nights beside each other, one column or three for each. A
single number of a night is its game points. Cells are parted by tabs, semicolons, bars, commas or wide gaps. What does
not fit is named with its line, and nothing is left out unsaid.
"""

from __future__ import annotations

import csv
import enum
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from clubs.rules.days import Days, NightLabel, days_of

FIGURES = ("game_points", "games_won", "net")
PARTS = ("date", "name", *FIGURES)
HEADS: Mapping[str, str] = {
    head: part
    for part, heads in {
        "date": "date|day|night|jour|fecha",
        "name": "name|names|player|players|member|members|player name|nom|joueur|membre|nombre|jugador|miembro",
        "first": "first name|first|given name|prénom|nombre de pila",
        "last": "last name|last|surname|family name|nom de famille|apellido|apellidos",
        "game_points": "gp|g.p|gpts|game points|game pts|points|pts|points de partie|puntos de partida|puntos",
        "games_won": "gw|g.w|games won|won|wins|w|parties gagnées|gagnées|partidas ganadas|ganadas",
        "net": "net|net spread|spread|net points|net pts|+/-|+/−|plus/minus|neto",
        "total": "total|totals|sum|total points|total pts|total gp|season total|totaux|totales|somme|suma",
        "number": "#|no|nr|rank|place|pos|rang|puesto",
    }.items()
    for head in heads.split("|")
}
"""What each column may be called, in small letters."""
TOTALS = re.compile(r"(?:(?:grand |season )?(?:total|totals|totaux|totales)\b.*|sum|somme|suma):?", re.IGNORECASE)
FEET = re.compile(
    r"(?:(?:average|averages|avg|moyenne|promedio)\b.*|count|attendance|(?:(?:number|no\.?|#) of )?players|joueurs|jugadores):?",
    re.IGNORECASE,
)
"""Lines below the players that hold no result and are not compared; no words that may be a name, such as Max or Best."""
NOT_PLAYED = frozenset(
    {"", "-", "--", "–", "—", "−", ".", "x", "dnp", "abs", "absent", "absente", "n/a", "na", "ausente"}
)
"""What a club writes for a night that somebody did not play, in small letters."""
HANDS = frozenset({"28", "29"})
"""Heads of columns for such hands."""

_WHOLE = re.compile(r"([+-]?) ?(\d{1,5})(?:[.,]0+)?", re.ASCII)
_RUNNING = re.compile(r"\d{1,3}[.)]?", re.ASCII)
_RUNNING_BEFORE = re.compile(r"\d{1,3}[.)]\s+", re.ASCII)
_LIKE_A_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}([-/.]\d{1,4})?", re.ASCII)
_SPACED = re.compile(r"(\D*[^\d\s(+\-−–])((?:\s+[-+−–]?\(?\d+\)?-?)+)")


@dataclass(frozen=True, slots=True)
class PastedLine:
    """What one line says of a player at a night. `number` counts lines from 1; figures that no column has are None."""

    number: int
    name: str
    game_points: int
    games_won: int | None = None
    net: int | None = None


@dataclass(slots=True)
class PastedNight:
    """A night, with what stands above it, and its lines in their order."""

    label: NightLabel
    lines: list[PastedLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be read, the part at fault, and what stands there.

    The part is one of `PARTS`; `heads` for heads that lack a column or have it twice; `total` for a line of totals, with
    `sums`: what stands there and what the lines add up to; `longer` for a cell without a head; empty for the whole line.
    `night` is what stands above the night, where the nights stand beside each other.
    """

    number: int
    part: str
    text: str
    sums: tuple[str, int, int] | None = None
    night: str = ""


class Passed(enum.Enum):
    """Why a line holds no result."""

    TITLE = "title"
    NOT_PLAYED = "not_played"
    FOOT = "foot"
    NO_NUMBER = "no_number"
    ALL_ZERO = "all_zero"


@dataclass(frozen=True, slots=True)
class PassedLine:
    """A line that is passed over, why, and how it begins."""

    number: int
    why: Passed
    text: str


@dataclass(slots=True)
class PastedSheet:
    """What a sheet holds.

    `zeros` are the results that are a single 0: nothing won, or not there. `totals` are the points that stand at the end
    of a line and differ from what its nights add up to: the line, the name, what stands there and the sum. `columns` are
    the heads of columns that are passed over.
    """

    nights: list[PastedNight] = field(default_factory=list)
    bad: list[BadLine] = field(default_factory=list)
    passed: list[PassedLine] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    zeros: list[PastedLine] = field(default_factory=list)
    totals: list[tuple[int, str, int, int]] = field(default_factory=list)


def read_whole(text: str) -> int | None:
    """Return the whole number that is written, its sign before or behind it, or in brackets; None for anything else.

    >>> read_whole("14"), read_whole("+3"), read_whole("\\N{MINUS SIGN}12"), read_whole("1.5"), read_whole("")
    (14, 3, -12, None, None)
    >>> read_whole("(60)"), read_whole("60-"), read_whole("14.0")
    (-60, -60, 14)
    """
    typed = re.sub("[\N{MINUS SIGN}\N{EN DASH}]", "-", text.strip())
    if typed[:1] == "(" and typed[-1:] == ")":
        typed = f"-{typed[1:-1]}"
    elif typed[-1:] == "-":
        typed = f"-{typed[:-1]}"
    match = _WHOLE.fullmatch(typed)
    return int(match[1] + match[2]) if match else None


def read_sheet(text: str, first: date) -> PastedSheet:
    """Read a sheet of a season that begins on the day `first`.

    >>> sheet = read_sheet("Name,Sep 4,Sep 11,Total\\nAnn,14,x,14\\nBo,11,12,23", date(2025, 9, 4))
    >>> [(str(night.label.day), [(line.name, line.game_points) for line in night.lines]) for night in sheet.nights]
    [('2025-09-04', [('Ann', 14), ('Bo', 11)]), ('2025-09-11', [('Bo', 12)])]
    >>> read_sheet("Name,GP,GW,Net\\nAnn,14,6,(4)", date(2025, 9, 4)).nights[0].lines
    [PastedLine(number=2, name='Ann', game_points=14, games_won=6, net=-4)]
    """
    lines = text.replace("\0", "").splitlines()
    signs = sorted("\t;|,", key=lambda sign: -sum(sign in line for line in lines))
    rows = [_Row(number, _cells(line, signs)) for number, line in enumerate(lines, start=1)]
    return _Reader([row for row in rows if any(row.cells)], first).read()


def _cells(line: str, signs: Sequence[str]) -> list[str]:
    """Return the cells of a line, parted by the first of these signs in it, without the empty ones at its end."""
    parting = next((sign for sign in signs if sign in line), "")
    if parting:
        cells = next(csv.reader([line.strip().strip("|") if parting == "|" else line], delimiter=parting), [])
    else:
        cells = re.split(r"\s{2,}", line.strip())
        if len(cells) == 1 and (spaced := _SPACED.fullmatch(cells[0])):
            cells = [spaced[1], *spaced[2].split()]
    cells = [" ".join(cell.split()) for cell in cells]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _head(cell: str) -> str:
    """Return which column this is the head of; empty for none."""
    return HEADS.get(cell.lower().replace("_", " ").rstrip(".: "), "")


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    cells: Sequence[str]

    @property
    def text(self) -> str:
        return " ".join(cell for cell in self.cells if cell)[:80]

    def cell(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class _Column:
    """What a column holds: a part, `first`, `last`, `total`, or nothing that is read; and of which night."""

    part: str = ""
    night: NightLabel | None = None


class _Reader:
    def __init__(self, rows: Sequence[_Row], first: date) -> None:
        self.rows = rows
        self.days: Days = days_of((cell for row in rows for cell in row.cells), first)
        self.last_filled = {
            column: place for place, row in enumerate(rows) for column, cell in enumerate(row.cells) if cell
        }
        """The last row that fills each column."""
        self.sheet = PastedSheet()
        self.by_day: dict[date | int | None, PastedNight] = {}
        self.label = NightLabel()
        self.columns: Sequence[_Column] = ()
        self.begun = False
        self.summed: list[tuple[NightLabel, PastedLine]] = []
        """The results since the last line of totals."""

    def read(self) -> PastedSheet:
        heads: list[_Row] = []
        for place, row in enumerate(self.rows):
            if self._are_heads(row):
                heads.append(row)
                continue
            if heads:
                columns = self._columns(heads, place)
                if not columns:
                    return self.sheet
                self.summed = self.summed if columns == self.columns else []
                self.columns, self.begun, heads = columns, True, []
            self._line(row)
        self.sheet.nights = [night for night in self.by_day.values() if night.lines]
        return self.sheet

    # --- Heads

    def _are_heads(self, row: _Row) -> bool:
        filled = [cell for cell in row.cells if cell]
        parts = [_head(cell) for cell in filled]
        if "name" in parts and _weeks(filled):
            return True
        if any(read_whole(cell) is not None for cell in filled if cell not in HANDS):
            return False
        labels = sum(1 for cell in filled if self._label_of_head(cell)[0])
        return labels > 1 or "name" in parts or sum(map(bool, parts)) > 1

    def _label_of_head(self, cell: str) -> tuple[NightLabel | None, str]:
        """Return the night and the figure in a head such as `Sep 4` or `Sep 4 GP`."""
        if label := self.days.read(cell):
            return label, ""
        for words in (cell.rsplit(" ", 1), cell.split(" ", 1)[::-1]):
            if len(words) == 2 and _head(words[1]) in FIGURES and (label := self.days.read(words[0])):
                return label, _head(words[1])
        return None, ""

    def _columns(self, heads: Sequence[_Row], below: int) -> Sequence[_Column]:
        """Return the columns under these lines of heads; none, with the fault named, where they cannot be read.

        `below` is the place of the first row below them.
        """
        width = self._width(heads)
        number = heads[-1].number
        weeks = next(((row, weeks) for row in heads if (weeks := _weeks(row.cells))), (None, 0))
        labels: list[NightLabel | None] = [None] * width
        own: list[NightLabel | None] = [None] * width
        parts = [""] * width
        for row in heads:
            carried = None
            for column in range(width):
                cell = row.cell(column)
                label, part = self._label_of_head(cell)
                if row is weeks[0] and 0 < (week := read_whole(cell) or 0) <= weeks[1]:
                    label = NightLabel(cell, week=week)
                if label:
                    carried = own[column] = label
                elif cell:
                    carried = None
                labels[column] = labels[column] or carried
                parts[column] = parts[column] or part or _head(cell)
        used = [self.last_filled.get(column, -1) >= below for column in range(width)]
        for column in range(width):
            # A column of players may be how many there were.
            if parts[column] == "name" and read_whole(self.rows[below].cell(column)) is not None:
                parts[column] = ""
        if any(own):
            columns = self._of_nights(number, labels, own, parts, used)
        else:
            columns = [_Column(part) for part in parts]
            columns = self._unless_twice(number, columns)
        return self._complete(heads, columns, used)

    def _width(self, heads: Sequence[_Row]) -> int:
        """Return how many columns these heads are for: the last of several columns of a night may have none of its own."""
        widest = max(heads, key=lambda row: len(row.cells))
        starts = [place for place, cell in enumerate(widest.cells) if self._label_of_head(cell)[0]]
        more = starts[1] - starts[0] - 1 if len(starts) > 1 and starts[-1] == len(widest.cells) - 1 else 0
        return len(widest.cells) + more

    def _of_nights(
        self,
        number: int,
        labels: Sequence[NightLabel | None],
        own: Sequence[NightLabel | None],
        parts: list[str],
        used: Sequence[bool],
    ) -> list[_Column]:
        """Return the columns of a sheet with the nights beside each other."""
        with_parts = any(label and part in FIGURES for label, part in zip(labels, parts, strict=True))
        groups: dict[NightLabel, list[int]] = {}
        for column, label in enumerate(labels):
            if label and (
                parts[column] in FIGURES or (not with_parts and (used[column] or own[column]) and not parts[column])
            ):
                groups.setdefault(label, []).append(column)
        size = min((len(group) for group in groups.values()), default=0)
        columns = [
            _Column("total" if part in {"game_points", "total"} else "" if part in FIGURES else part) for part in parts
        ]
        for label, group in groups.items():
            if not with_parts:
                if size not in {1, 3} or len(group) != size:
                    self.sheet.bad.append(BadLine(number, "heads", "night", night=label.text))
                    return []
                for column, figure in zip(group, FIGURES, strict=False):
                    columns[column] = _Column(figure, label)
                continue
            for column in group:
                if _Column(parts[column], label) not in columns:
                    columns[column] = _Column(parts[column], label)
            if _Column("game_points", label) not in columns:
                self.sheet.bad.append(BadLine(number, "heads", "game_points", night=label.text))
                return []
        return columns

    def _unless_twice(self, number: int, columns: list[_Column]) -> list[_Column]:
        for figure in FIGURES:
            if columns.count(_Column(figure)) > 1:
                self.sheet.bad.append(BadLine(number, "heads", f"twice {figure}"))
                return []
        return columns

    def _complete(self, heads: Sequence[_Row], columns: list[_Column], used: Sequence[bool]) -> Sequence[_Column]:
        """Return the columns, or none where they lack one; name those that are passed over."""
        if not columns:
            return ()
        parts = {column.part for column in columns}
        first = next((place for place, column in enumerate(columns) if column.part in FIGURES), 0)
        unnamed = next((place for place in range(first) if used[place] and not columns[place].part), None)
        if unnamed is not None and not parts & {"name", "last"}:
            columns[unnamed] = _Column("name")
            parts.add("name")
        missing = [
            part for part in ("name", "game_points") if part not in parts and not (part == "name" and "last" in parts)
        ]
        if missing:
            self.sheet.bad.append(BadLine(heads[-1].number, "heads", ", ".join(missing)))
            return ()
        nights = [place for place, column in enumerate(columns) if column.night]
        for place, column in enumerate(columns):
            head = " ".join(cell for row in heads if (cell := row.cell(place)))
            if column.part or not used[place]:
                continue
            if nights and nights[0] < place < nights[-1] and any(sign.isdigit() for sign in head):
                self.sheet.bad.append(BadLine(heads[0].number, "date", head[:80]))
            elif (head or f"{place + 1}") not in self.sheet.columns:
                self.sheet.columns.append(head or f"{place + 1}")
        return columns

    # --- Lines below

    def _line(self, row: _Row) -> None:
        filled = [cell for cell in row.cells if cell]
        if label := self._label_alone(filled):
            self.label, self.summed, self.begun = label, [], True
        elif any(TOTALS.fullmatch(cell) for cell in filled[:2]):
            self._compare(row)
        elif any(FEET.fullmatch(cell) for cell in filled[:2]) and read_whole(filled[0]) is None:
            self._pass(row, Passed.FOOT)
        elif not self.begun and not any(read_whole(cell) is not None for cell in filled) and len(filled) < 4:
            self._pass(row, Passed.TITLE)
        elif any(column.night for column in self.columns):
            self._line_of_nights(row)
        else:
            self._line_of_one(row)

    def _label_alone(self, filled: Sequence[str]) -> NightLabel | None:
        """Return the label of a line that holds nothing else, perhaps after a word such as `Date`."""
        if _head(filled[0]) == "date" and len(filled) > 1:
            filled = filled[1:]
        return self.days.read(" ".join(filled))

    def _pass(self, row: _Row, why: Passed) -> None:
        self.sheet.passed.append(PassedLine(row.number, why, row.text))

    def _bad(self, row: _Row, part: str, text: str, night: NightLabel | None = None) -> None:
        self.sheet.bad.append(BadLine(row.number, part, text[:80], night=night.text if night else ""))

    def _name(self, row: _Row) -> str:
        parts = {column.part: row.cell(place) for place, column in reversed(list(enumerate(self.columns)))}
        name = parts.get("name") or f"{parts.get('first', '')} {parts.get('last', '')}".strip()
        return _RUNNING_BEFORE.sub("", name)

    def _is_named(self, row: _Row, figures: Sequence[str]) -> bool:
        """Whether a line under heads has a name and no more cells than heads. Names what is wrong."""
        if longer := [cell for cell in row.cells[len(self.columns) :] if cell]:
            self._bad(row, "longer", longer[0])
            return False
        if name := self._name(row):
            if not all(cell.lower() in NOT_PLAYED for cell in figures):
                return True
            is_alone = len([cell for cell in row.cells if cell]) == 1
            if is_alone and any(sign.isdigit() for sign in name):
                self._bad(row, "", row.text)
            else:
                self._pass(row, Passed.NO_NUMBER if is_alone else Passed.NOT_PLAYED)
            return False
        if any(cell.lower() not in NOT_PLAYED for cell in figures):
            self._bad(row, "name", row.text)
        elif any(re.search(r"\d", cell) and re.search(r"[^\W\d]", cell) for cell in row.cells):
            self._bad(row, "", row.text)
        else:
            self._pass(row, Passed.NO_NUMBER)
        return False

    def _line_of_nights(self, row: _Row) -> None:
        places: dict[NightLabel, dict[str, str]] = {}
        for place, column in enumerate(self.columns):
            if column.night:
                places.setdefault(column.night, {})[column.part] = row.cell(place)
        if not self._is_named(row, [cell for figures in places.values() for cell in figures.values()]):
            return
        points = []
        for label, figures in places.items():
            line = self._result(row, self._name(row), figures, label)
            if line:
                self._add(label, line)
                points.append(line.game_points)
        for place, column in enumerate(self.columns):
            total = read_whole(row.cell(place)) if column.part == "total" else None
            # Some clubs add up only the nights that count.
            if total is not None and total not in {sum(points), sum(point for point in points if point >= 12)}:
                self.sheet.totals.append((row.number, self._name(row), total, sum(points)))

    def _line_of_one(self, row: _Row) -> None:
        if not self.columns:
            self._line_without_heads(row)
            return
        figures = {column.part: row.cell(place) for place, column in enumerate(self.columns) if column.part in FIGURES}
        day = next((row.cell(place) for place, column in enumerate(self.columns) if column.part == "date"), "")
        if (
            self._is_dated(row, day)
            and self._is_named(row, list(figures.values()))
            and (line := self._result(row, self._name(row), figures))
        ):
            self._add(self.label, line)

    def _is_dated(self, row: _Row, day: str) -> bool:
        """Take the day of this line for it and for those below; False, named, if it is none."""
        if not day:
            return True
        label = self.days.read(day)
        if label is None:
            self._bad(row, "date", day)
            return False
        self.label = label
        return True

    def _line_without_heads(self, row: _Row) -> None:
        """Read a line of date, name and figures, of which the date may be missing and a running number stand in front."""
        cells = list(row.cells)
        while not cells[0]:
            cells.pop(0)
        if len(cells) > 2 and _RUNNING.fullmatch(cells[0]):
            cells.pop(0)
        day = ""
        is_dated = len(cells) > 1 and (self.days.read(cells[0]) or _LIKE_A_DATE.fullmatch(cells[0]))
        if is_dated or len(cells) == len(PARTS):
            day = cells.pop(0)
        name, figures = _RUNNING_BEFORE.sub("", cells[0]), cells[1:]
        if not figures and not day and not any(sign.isdigit() for sign in name):
            self._pass(row, Passed.NO_NUMBER)
        elif not name or read_whole(name) is not None or len(figures) not in {1, 3}:
            self._bad(row, "", row.text)
        elif self._is_dated(row, day):
            self.begun = True
            if all(cell.lower() in NOT_PLAYED for cell in figures):
                self._pass(row, Passed.NOT_PLAYED)
            elif line := self._result(row, name, dict(zip(FIGURES, figures, strict=False))):
                self._add(self.label, line)

    def _result(
        self, row: _Row, name: str, figures: Mapping[str, str], night: NightLabel | None = None
    ) -> PastedLine | None:
        """Return the result in these cells; None if there is none, or if one is named as bad."""
        typed = {part: None if cell.lower() in NOT_PLAYED else cell for part, cell in figures.items()}
        if not any(cell is not None for cell in typed.values()):
            return None
        read = {part: None if cell is None else read_whole(cell) for part, cell in typed.items()}
        wrong = [part for part in FIGURES if typed.get(part) is not None and read[part] is None]
        if typed["game_points"] is None and not wrong:
            wrong = ["game_points"]
        for part in wrong:
            self._bad(row, part, typed[part] or "", night)
        points, won, net = (read.get(part) for part in FIGURES)
        if wrong or points is None:
            return None
        if (points, won, net) == (0, 0, 0):
            self._pass(row, Passed.ALL_ZERO)
            return None
        return PastedLine(row.number, name, points, won, net)

    def _add(self, label: NightLabel, line: PastedLine) -> None:
        self.by_day.setdefault(label.day or label.week, PastedNight(label)).lines.append(line)
        self.summed.append((label, line))
        if line.game_points == 0 and line.games_won is None and line.net is None:
            self.sheet.zeros.append(line)

    # --- Totals at the foot

    def _compare(self, row: _Row) -> None:
        """Compare a line of totals with the sums of the lines above it; a total that is not there is not compared."""
        if self.columns:
            given = [(column, row.cell(place)) for place, column in enumerate(self.columns) if column.part in FIGURES]
        else:
            after = next(place for place, cell in enumerate(row.cells) if TOTALS.fullmatch(cell)) + 1
            given = [(_Column(figure), cell) for figure, cell in zip(FIGURES, row.cells[after:], strict=False)]
        for column, cell in given:
            lines = [line for label, line in self.summed if column.night in {None, label}]
            figures = [getattr(line, column.part) for line in lines]
            total = read_whole(cell)
            added = sum(figure or 0 for figure in figures)
            if total is not None and None not in figures and total != added:
                night = column.night.text if column.night else ""
                self.sheet.bad.append(BadLine(row.number, "total", str(total), (column.part, total, added), night))
        self.summed = []


def _weeks(heads: Sequence[str]) -> int:
    """Return how many weeks these heads count as 1, 2, 3 and so on after the name; 0 if they count none."""
    filled = [cell for cell in heads if cell]
    numbers = [number for cell in filled if (number := read_whole(cell)) is not None]
    while numbers and str(numbers[-1]) in HANDS and numbers[-1] != len(numbers):
        numbers.pop()
    counted = len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))
    return len(numbers) if counted and not _RUNNING.fullmatch(filled[0]) else 0
