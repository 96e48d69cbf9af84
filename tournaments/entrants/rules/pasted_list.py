"""Reading a list of people: the text of a spreadsheet file, or text copied from a spreadsheet.

The delimiter, the header and the meanings of the columns are guessed; a guessed header or meaning can be overridden. A
*row* keeps the number of its first line in the text, counted from 1, so that people can find a fault again.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO

PARTINGS = ("\t", ";", ",")
MAX_ROWS = 1000
MAX_COLUMNS = 40

_SAYS_PARTING = re.compile(r'\ufeff?"?sep=([;,|:^~\t])"?[;,\t ]*(?:\r\n?|\n|\Z)', re.IGNORECASE)
"""The first line, such as `sep=;`, with which Excel names the delimiter."""


class Column(StrEnum):
    """What a column of a list can mean."""

    IGNORED = ""
    NAME = "name"
    FIRST = "first"
    LAST = "last"
    ACC_NUMBER = "acc_number"
    CLUB = "club"
    SEAT = "seat"
    EVENT = "event"
    POOL = "pool"


REPEATABLE = frozenset({Column.IGNORED, Column.POOL})
"""Meanings that several columns may share."""

# The first pattern that matches a header decides.
_HEADS: tuple[tuple[Column, re.Pattern[str]], ...] = (
    (Column.FIRST, re.compile(r"(first|given|fore)( ?name)?")),
    (Column.LAST, re.compile(r"(last|family|sur)( ?name)?|surname")),
    (Column.ACC_NUMBER, re.compile(r"(acc|member|membership)( ?(no|nr|num|number|id))?|number|no|nr|id")),
    (Column.NAME, re.compile(r"((full|player|entrant)s? ?)?names?|players?|entrants?|who")),
    (Column.CLUB, re.compile(r"(home )?club( ?name)?|grass ?roots( club)?|gr ?club")),
    (Column.SEAT, re.compile(r"seat|table|seat no|permanent id|start(ing)? seat")),
    (Column.EVENT, re.compile(r"events?|tournaments?|plays|entered in|division")),
    (Column.POOL, re.compile(r"(.* )?pools?( .*)?|q ?pool|side ?pool|24 ?pool")),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its first line in the text, counted from 1, and its cells."""

    line: int
    cells: tuple[str, ...]

    def __getitem__(self, column: int) -> str:
        """The cell in this column; empty if the row is shorter."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list as read: its header, if any, and its other rows. `width` is the number of columns of the widest row."""

    head: Row | None
    rows: tuple[Row, ...]
    width: int


def parting(text: str) -> str:
    """The delimiter: the one that Excel's first line names, else the one of `PARTINGS` on most lines, else a comma.

    >>> parting("Name;ACC\\nQuill, Ruth;HI296"), parting("Ruth Quill, HI296"), parting("Ruth Quill"), parting("sep=|")
    (';', ',', ',', '|')
    """
    if named := _SAYS_PARTING.match(text):
        return named[1]
    lines = [line for line in text.splitlines() if line.strip()]
    line_counts = {sign: sum(sign in line for line in lines) for sign in PARTINGS}
    best = max(PARTINGS, key=lambda sign: line_counts[sign])
    return best if line_counts[best] else ","


def read_sheet(text: str, *, head: bool | None = None) -> Sheet:
    """Read a list; `head` says whether its first row is a header, None that this is to be guessed.

    A first row is taken for a header if two of its cells are known column names, or its only cell is one. Empty rows
    and Excel's delimiter line are left out. A quoted cell may contain delimiters and line breaks. Columns beyond
    `MAX_COLUMNS` are dropped.
    """
    text = text.removeprefix("\ufeff")
    lines = StringIO(text, newline="")
    skipped_lines = 0
    if _SAYS_PARTING.match(text):
        lines.readline()
        skipped_lines = 1
    rows = []
    reader = csv.reader(lines, delimiter=parting(text), skipinitialspace=True)
    first_line = skipped_lines + 1
    for cells in reader:
        tidy = tuple(" ".join(cell.split()) for cell in cells[:MAX_COLUMNS])
        if any(tidy):
            rows.append(Row(first_line, tidy))
        first_line = skipped_lines + reader.line_num + 1
    if head is None:
        head = bool(rows) and _is_head(rows[0])
    width = max((len(row.cells) for row in rows), default=0)
    if head and rows:
        return Sheet(rows[0], tuple(rows[1:]), width)
    return Sheet(None, tuple(rows), width)


def guess_columns(sheet: Sheet) -> tuple[Column, ...]:
    """What each column means by its header; without a header they are name, ACC number, seat and club, in this order.

    A second column with a meaning that may not repeat is ignored.

    >>> [str(column) for column in guess_columns(read_sheet("ACC#;Last;First;Q-pool\\nHI296;Quill;Ruth;x"))]
    ['acc_number', 'last', 'first', 'pool']
    """
    if sheet.head is None:
        usual = (Column.NAME, Column.ACC_NUMBER, Column.SEAT, Column.CLUB)
        return (usual + (Column.IGNORED,) * sheet.width)[: sheet.width]
    columns: list[Column] = []
    for place in range(sheet.width):
        column = meaning(sheet.head[place])
        is_repeated = column in columns and column not in REPEATABLE
        columns.append(Column.IGNORED if is_repeated else column)
    return tuple(columns)


def meaning(head: str) -> Column:
    """What a column with this header means; IGNORED if the header is not known."""
    plain = " ".join(re.sub(r"[^a-z0-9]+", " ", head.casefold().replace("#", " no ")).split())
    return next((column for column, known in _HEADS if known.fullmatch(plain)), Column.IGNORED)


def _is_head(row: Row) -> bool:
    """Say whether two of the row's cells are known column names, or its only one that is not empty."""
    known = sum(meaning(cell) is not Column.IGNORED for cell in row.cells)
    filled = sum(bool(cell) for cell in row.cells)
    return known >= min(2, filled)


def find_unusable(columns: Sequence[Column]) -> str | None:
    """Why no person can be read with these columns: `name` if none has the name, `twice` if two mean the same."""
    used = [column for column in columns if column not in REPEATABLE]
    if len(set(used)) < len(used):
        return "twice"
    if Column.NAME not in used and Column.LAST not in used:
        return "name"
    return None


def name_in(row: Row, columns: Sequence[Column]) -> str:
    """The name in a row: its name column, else first and last name. `Quill, Ruth` becomes `Ruth Quill`.

    >>> name_in(Row(1, ("Quill, Ruth",)), [Column.NAME])
    'Ruth Quill'
    """
    parts: Mapping[Column, str] = {column: row[place] for place, column in enumerate(columns)}
    if whole := parts.get(Column.NAME, ""):
        if whole.count(",") != 1:
            return whole
        last, first = whole.split(",")
        return f"{first.strip()} {last.strip()}".strip()
    return f"{parts.get(Column.FIRST, '')} {parts.get(Column.LAST, '')}".strip()


_NO = frozenset({"", "0", "-", "no", "n", "none", "$0", "$0.00", "0.00", "false"})


def is_taken(cell: str) -> bool:
    """Whether a cell in a pool's column says that the person takes the pool: any text but no, 0 and the like.

    >>> [is_taken(cell) for cell in ("x", "yes", "10", "", "no", "0")]
    [True, True, True, False, False, False]
    """
    return cell.casefold() not in _NO
