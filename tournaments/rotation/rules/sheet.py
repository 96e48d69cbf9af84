"""A list of people as somebody has it: a file of a spreadsheet, or what was copied from one.

Nothing is known of it beforehand: how its columns are parted, whether it has a head, what its columns mean. Each is
guessed and can be said instead. A *row* keeps the number of the line on which it begins, as an editor counts, so that a
fault can be found again.
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
"""The line that Excel puts before everything else, to say what parts the columns."""


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
"""What several columns may mean."""

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
    """One row: the line on which it begins, from 1, and its cells."""

    line: int
    cells: tuple[str, ...]

    def __getitem__(self, column: int) -> str:
        """What stands in this column; empty where the row is shorter."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list that was read: its head, where it has one, and its rows; `width` is how many columns the widest has."""

    head: Row | None
    rows: tuple[Row, ...]
    width: int


def parting(text: str) -> str:
    """What parts the columns: the sign that Excel's own first line names, else that of `PARTINGS` which stands on most
    lines, the first of them where several do.

    >>> parting("Name;ACC\\nQuill, Ruth;HI296"), parting("Ruth Quill, HI296"), parting("Ruth Quill"), parting("sep=|")
    (';', ',', ',', '|')
    """
    if said := _SAYS_PARTING.match(text):
        return said[1]
    lines = [line for line in text.splitlines() if line.strip()]
    on_lines = {sign: sum(sign in line for line in lines) for sign in PARTINGS}
    best = max(PARTINGS, key=lambda sign: on_lines[sign])
    return best if on_lines[best] else ","


def read_sheet(text: str, *, head: bool | None = None) -> Sheet:
    """Read a list. `head` says whether its first row is a head; left out, it is one where two cells name what columns mean,
    or the only one does.

    Empty rows are left out, and so is the line by which Excel says what parts the columns. Quotes hold a cell together as
    spreadsheets write them.
    """
    text = text.removeprefix("\ufeff")
    lines = StringIO(text, newline="")
    before = 0
    if _SAYS_PARTING.match(text):
        lines.readline()
        before = 1
    rows = []
    reader = csv.reader(lines, delimiter=parting(text), skipinitialspace=True)
    begins = before + 1
    for cells in reader:
        tidy = tuple(" ".join(cell.split()) for cell in cells[:MAX_COLUMNS])
        if any(tidy):
            rows.append(Row(begins, tidy))
        begins = before + reader.line_num + 1
    if head is None:
        head = bool(rows) and _is_head(rows[0])
    first, rest = (rows[0], rows[1:]) if head and rows else (None, rows)
    return Sheet(first, tuple(rest), max((len(row.cells) for row in rows), default=0))


def guess_columns(sheet: Sheet) -> tuple[Column, ...]:
    """What each column means: by the head, without one name, ACC number, seat and club in this order.

    >>> [str(one) for one in guess_columns(read_sheet("ACC#;Last;First;Q-pool\\nHI296;Quill;Ruth;x"))]
    ['acc_number', 'last', 'first', 'pool']
    """
    if sheet.head is None:
        usual = (Column.NAME, Column.ACC_NUMBER, Column.SEAT, Column.CLUB)
        return (usual + (Column.IGNORED,) * sheet.width)[: sheet.width]
    found: list[Column] = []
    for place in range(sheet.width):
        meant = meaning(sheet.head[place])
        found.append(Column.IGNORED if meant in found and meant not in REPEATABLE else meant)
    return tuple(found)


def meaning(head: str) -> Column:
    """What a column with this head means; IGNORED where the head says nothing."""
    plain = " ".join(re.sub(r"[^a-z0-9]+", " ", head.casefold().replace("#", " no ")).split())
    return next((column for column, known in _HEADS if known.fullmatch(plain)), Column.IGNORED)


def _is_head(row: Row) -> bool:
    named = sum(meaning(cell) is not Column.IGNORED for cell in row.cells)
    return named >= min(2, sum(bool(cell) for cell in row.cells))


def find_unusable(columns: Sequence[Column]) -> str | None:
    """Why nobody can be read with these columns: `name` there is none for the name, `twice` two mean the same."""
    used = [column for column in columns if column not in REPEATABLE]
    if len(set(used)) < len(used):
        return "twice"
    if Column.NAME not in used and Column.LAST not in used:
        return "name"
    return None


def name_in(row: Row, columns: Sequence[Column]) -> str:
    """The name in a row: as it stands, or first and last name; `Quill, Ruth` is turned.

    >>> name_in(Row(1, ("Quill, Ruth",)), [Column.NAME])
    'Ruth Quill'
    """
    parts: Mapping[Column, str] = {column: row[place] for place, column in enumerate(columns)}
    if whole := parts.get(Column.NAME, ""):
        last, comma, first = whole.partition(",")
        return f"{first.strip()} {last.strip()}".strip() if comma and "," not in first else whole
    return f"{parts.get(Column.FIRST, '')} {parts.get(Column.LAST, '')}".strip()


_NO = frozenset({"", "0", "-", "no", "n", "none", "$0", "$0.00", "0.00", "false"})


def is_taken(cell: str) -> bool:
    """Whether what stands in the column of a pool says that it is taken: anything but nothing, no or 0.

    >>> [is_taken(cell) for cell in ("x", "yes", "10", "", "no", "0")]
    [True, True, True, False, False, False]
    """
    return cell.casefold() not in _NO
