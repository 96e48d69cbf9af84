"""Reading a list of people: the text of a spreadsheet file, or text copied from a spreadsheet, a mail or a document.

The delimiter, the header and the meanings of the columns are guessed; a guessed header or meaning can be overridden. A
*row* keeps the number of its first line in the text, counted from 1, so that people can find a fault again. What surrounds
the people is left out: titles, repeated headers, totals, page numbers, running numbers and bullets.
"""

import csv
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from io import StringIO
from itertools import pairwise

from tournaments.entrants.rules.acc_number import is_acc_number
from tournaments.entrants.rules.teams import read_team
from tournaments.rules.seat import read_seat
from tournaments.rules.spreadsheet import unguarded

PARTINGS = ("\t", ";", ",")
MAX_ROWS = 1000
MAX_COLUMNS = 40

_SAYS_PARTING = re.compile(r'\ufeff?"?sep=([;,|:^~\t])"?[;,\t ]*(?:\r\n?|\n|\Z)', re.IGNORECASE)
"""The first line, such as `sep=;`, with which Excel names the delimiter."""


class Column(StrEnum):
    """What a column of a list can mean."""

    IGNORED = ""
    NAME = "name"
    PARTNER = "partner"
    FIRST = "first"
    LAST = "last"
    ACC_NUMBER = "acc_number"
    CLUB = "club"
    SEAT = "seat"
    EVENT = "event"
    POOL = "pool"
    EMAIL = "email"
    PHONE = "phone"


REPEATABLE = frozenset({Column.IGNORED, Column.POOL})
"""Meanings that several columns may share."""

# The first pattern that matches a header decides.
_HEADS: tuple[tuple[Column, re.Pattern[str]], ...] = (
    (Column.FIRST, re.compile(r"(first|given|fore)( ?name)?|prenoms?|nombre de pila")),
    (Column.LAST, re.compile(r"(last|family|sur)( ?name)?|surname|nom de famille|apellidos?")),
    (
        Column.ACC_NUMBER,
        re.compile(
            r"(acc|member|membership)( ?(no|nr|num|number|id))?|number|no|nr|id|numero( de membre| de socio)?( acc)?"
        ),
    ),
    (Column.PARTNER, re.compile(r"partners?( name)?|(second|2nd) player|(player|name) 2|partenaire|pareja")),
    (
        Column.NAME,
        re.compile(
            r"((full|player|entrant)s? ?)?names?|players?|entrants?|who|(first|1st) player|(player|name) 1|"
            r"noms?( complet)?|joueurs?|joueuses?|nombres?( completo)?|jugador(a|es|as)?"
        ),
    ),
    (Column.CLUB, re.compile(r"(home )?club( ?name)?|grass ?roots( club)?|gr ?club")),
    (Column.SEAT, re.compile(r"seat|table|seat no|permanent id|start(ing)? seat|sieges?|asientos?")),
    (Column.EVENT, re.compile(r"events?|tournaments?|plays|entered in|division|epreuves?|pruebas?")),
    (Column.EMAIL, re.compile(r"e ?mails?( address)?|courriels?|correos?( electronico)?")),
    (Column.PHONE, re.compile(r"((tele|cell|mobile|home) ?)?phone( no| number)?|mobile|cell|telefono|movil|celular")),
    (Column.POOL, re.compile(r"(.* )?pools?( .*)?|q ?pool|side ?pool|24 ?pool")),
)

_OTHER_HEADS = re.compile(
    r"address|street|city|town|state|zip( code)?|country|"
    r"time ?stamp|date|time|rank|place|pos|position|points|pts|games?( won| points)?|spread|net|fees?|paid|amount|cash|check|"
    r"rang|points de partie|parties gagnees|frais|du|recu|qualifie|puesto|lugar|puntos de partida|partidas ganadas|cuotas|"
    r"kind|owed|received|"
    r"notes?|comments?|remarks?|status|age|sex|gender|total|count|registered|yes no|x"
)
"""Headers that people write, and that mean nothing here."""

_TOTAL = re.compile(
    r"(grand |sub)?(total|sum|count)s?( of)?( (players|entrants|people|paid|fees))?( is)?[ :=]*[$]?[0-9.,]*|"
    r"[0-9]+ (players|entrants|people|names|entries|total)( in all)?|page [0-9]+( ?(of|/) ?[0-9]+)?|-+ ?[0-9]+ ?-+",
    re.IGNORECASE,
)
"""What stands at the foot of a list or a page."""

_NUMBERED = re.compile(r"#?(\d{1,4})(?:\s*[.):]\s*|\s+)(?=\D)(.+)")
_BULLET = re.compile(r"[-–—•*·▪◦‣]\s+(.+)")
_ADDRESS = re.compile(r"\s*[<(\[]?(?:mailto:)?[^\s<>()@]+@[^\s<>()@]+\.[^\s<>()@]+[>)\]]?")
_NUMBER_AFTER = re.compile(r"(?P<name>.*[^\W\d_].*?)[\s,(\[#:–—-]+(?P<number>[A-Za-z]{2}\d+[Yy]?)[)\]]?")
_NUMBER_BEFORE = re.compile(r"[(\[#]?(?P<number>[A-Za-z]{2}\d+[Yy]?)[)\]]?[\s.,:–—-]+(?P<name>.*[^\W\d_].*)")
_SUFFIX = re.compile(r"(jr|sr|ii|iii|iv|v|esq|md|m\.d|phd|ph\.d|dds)\b\.?.*", re.IGNORECASE)
"""What may follow the comma of a name that is not written with the last name first."""


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
    """A list as read: its header, if any, and its other rows. `width` is the number of columns of the widest row.

    `around` are the rows that are nobody: titles, repeated headers, totals and page numbers.
    """

    head: Row | None
    rows: tuple[Row, ...]
    width: int
    around: tuple[Row, ...] = ()


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


def without_parting(text: str) -> str:
    """The text with an empty line in place of the one that names the delimiter, so that lines keep their numbers.

    >>> without_parting("sep=;\\nA;B"), without_parting("A;B")
    ('\\nA;B', 'A;B')
    """
    return _SAYS_PARTING.sub("\n", text, count=1) if _SAYS_PARTING.match(text) else text


def read_sheet(text: str, *, head: bool | None = None) -> Sheet:
    """Read a list; `head` says whether its first row is a header, None that this is to be guessed.

    A row is taken for a header if two of its cells are known column names, or its only cell is one, or one cell says
    that it is a name and no cell has a digit. Only rows with a single cell may stand above it. Empty rows and Excel's
    delimiter line are left out. A quoted cell may contain delimiters and line breaks. Columns beyond `MAX_COLUMNS` are
    dropped.
    """
    rows = _rows(text.removeprefix("\ufeff"))
    top = _find_head(rows) if head is None else 0 if head else None
    title: list[Row] = []
    headed: Row | None = None
    if top is not None and rows:
        title, headed, rows = rows[:top], rows[top], rows[top + 1 :]
    rows = _without_marks(_one_a_row(rows))
    around = [*title, *(row for row in rows if _is_around(row, headed))]
    rows = [row for row in rows if not _is_around(row, headed)]
    if headed is None or sum(map(bool, headed.cells)) == 1:
        rows = _with_numbers_apart(rows)
    width = max((len(row.cells) for row in (*rows, *([headed] if headed else ()))), default=0)
    return Sheet(headed, tuple(rows), width, tuple(around))


def _rows(text: str) -> list[Row]:
    """The rows of this text that are not empty, each cell without invisible characters and extra spaces."""
    first_lines = text.splitlines()
    skipped_lines = 1 if _SAYS_PARTING.match(text) else 0
    sign = parting(text)
    written = [line for line in first_lines[skipped_lines:] if line.strip()]
    if not skipped_lines and written and all(line.strip().startswith("|") for line in written):
        # A table as drawn in a mail or a text document.
        text = "\n".join("" if set(line) <= set("|-+: ") else line.strip().strip("|") for line in first_lines)
        sign = "|"
    elif not any(sign in line for line in written) and _is_aligned(written):
        # Columns that were aligned with spaces.
        text, sign = re.sub(r"(?<=\S) {2,}(?=\S)", "\t", text), "\t"
    lines = StringIO(text, newline="")
    for _line in range(skipped_lines):
        lines.readline()
    rows = []
    reader = csv.reader(lines, delimiter=sign, skipinitialspace=True)
    first_line = skipped_lines + 1
    for cells in reader:
        tidied = tuple(_tidied(cell) for cell in cells[:MAX_COLUMNS])
        if any(tidied):
            rows.append(Row(first_line, tidied))
        first_line = skipped_lines + reader.line_num + 1
    return rows


def _is_aligned(lines: Sequence[str]) -> bool:
    """Whether most lines have columns aligned with spaces; two spaces alone may be a slip."""
    gaps = [re.findall(r"(?<=\S) {2,}(?=\S)", line) for line in lines]
    return 2 * sum(map(bool, gaps)) > len(lines) > 1 and any(len(gap) > 2 for line_gaps in gaps for gap in line_gaps)


def _tidied(cell: str) -> str:
    """A cell without invisible characters, extra spaces, and the apostrophe that keeps a spreadsheet from computing it."""
    visible = "".join(" " if sign.isspace() else sign for sign in cell if sign.isspace() or _is_visible(sign))
    text = " ".join(visible.split())
    return unguarded(text)


def _is_visible(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cf", "Cc")


def _find_head(rows: Sequence[Row]) -> int | None:
    """The place of the header, below titles of one cell; None without one."""
    lone = None
    for place, row in enumerate(rows[:6]):
        is_lone = sum(map(bool, row.cells)) == 1
        if not is_lone:
            return place if _is_head(row) else lone
        if lone is None and _is_head(row):
            lone = place
    return lone


def _is_around(row: Row, head: Row | None) -> bool:
    """Whether a row is a total, a page number or the header again."""
    filled = [cell for cell in row.cells if cell]
    if head is not None and filled == [cell for cell in head.cells if cell]:
        return True
    return bool(filled) and _TOTAL.fullmatch(filled[0]) is not None


def _one_a_row(rows: Sequence[Row]) -> list[Row]:
    """The people of a list that was written on one line, each in a row; other lists as they are."""
    if (
        len(rows) == 1
        and len(rows[0].cells) > 2
        and all(re.fullmatch(r"[^\d@]+ [^\d@]+", one) for one in rows[0].cells)
    ):
        return [Row(rows[0].line, (cell,)) for cell in rows[0].cells]
    return list(rows)


def _without_marks(rows: list[Row]) -> list[Row]:
    """Remove bullets and running numbers at the start of rows, and mail addresses after names."""
    rows = [replace(row, cells=tuple(_without_address(cell) for cell in row.cells)) for row in rows]
    bullets = [None if _TOTAL.fullmatch(row[0]) else _BULLET.fullmatch(row[0]) for row in rows]
    rows = [
        replace(row, cells=(bullet[1], *row.cells[1:])) if bullet else row
        for row, bullet in zip(rows, bullets, strict=True)
    ]
    numbered = [_NUMBERED.fullmatch(row[0]) for row in rows]
    people = [int(match[1]) for match in numbered if match]
    if people and _counts_in_groups(people) and (len(people) > 1 or people[0] == 1 or len(rows) == 1):
        rows = [
            replace(row, cells=(match[2], *row.cells[1:])) if match else row
            for row, match in zip(rows, numbered, strict=True)
        ]
    return rows


def _without_address(cell: str) -> str:
    """A cell without the mail address behind a name; an address alone stays."""
    return _ADDRESS.sub("", cell).strip() or cell


def _counts_up(numbers: Sequence[int]) -> bool:
    return list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))


def _counts_in_groups(numbers: Sequence[int]) -> bool:
    """Whether these count up, perhaps from 1 anew in each group of the list."""
    return all(second in (first + 1, 1) for first, second in pairwise(numbers))


def _with_numbers_apart(rows: list[Row]) -> list[Row]:
    """Move an ACC number that stands beside the name in a row's only cell to a second cell.

    Nothing moves unless most rows have such a number, or another row has one in its second cell.
    """
    matches = [
        _NUMBER_AFTER.fullmatch(row[0]) or _NUMBER_BEFORE.fullmatch(row[0]) if len(row.cells) == 1 else None
        for row in rows
    ]
    apart = any(_is_number(row[1]) for row in rows)
    if any("&" in row[0] for row in rows) or not (apart or 2 * sum(map(bool, matches)) >= len(rows)):
        return rows
    return [
        replace(row, cells=(match["name"].strip(), match["number"].upper())) if match else row
        for row, match in zip(rows, matches, strict=True)
    ]


def _is_number(cell: str) -> bool:
    """Whether a cell is an ACC number, perhaps with spaces or in small letters."""
    return is_acc_number("".join(cell.split()).upper())


def guess_columns(sheet: Sheet) -> tuple[Column, ...]:
    """What each column means by its header; without a header they are name, ACC number, seat and club, in this order.

    A second column with a meaning that may not repeat is ignored. So is a running number, whatever stands above it. Without
    a header, a column of ACC numbers, seats or mail addresses is known by what is in it, wherever it stands.

    >>> [str(column) for column in guess_columns(read_sheet("ACC#;Last;First;Q-pool\\nHI296;Quill;Ruth;x"))]
    ['acc_number', 'last', 'first', 'pool']
    >>> [str(column) for column in guess_columns(read_sheet("1,HI296,Ruth Quill\\n2,MI374,Carl Stone"))]
    ['', 'acc_number', 'name']
    """
    columns: list[Column] = []
    if sheet.head is None:
        return _by_content(sheet)
    for place in range(sheet.width):
        column = Column.IGNORED if _is_running(sheet, place) else meaning(sheet.head[place])
        is_repeated = column in columns and column not in REPEATABLE
        columns.append(Column.IGNORED if is_repeated else column)
    return tuple(columns)


def _by_content(sheet: Sheet) -> tuple[Column, ...]:
    """What each column of a list without a header means, judged by its cells."""
    known: dict[int, Column] = {}
    for place in range(sheet.width):
        if _is_running(sheet, place):
            known[place] = Column.IGNORED
        elif _mostly(sheet, place, lambda cell: "@" in cell):
            known[place] = Column.IGNORED if Column.EMAIL in known.values() else Column.EMAIL
        elif Column.ACC_NUMBER not in known.values() and _mostly(
            sheet, place, lambda cell: is_acc_number(cell.upper())
        ):
            known[place] = Column.ACC_NUMBER
    free = [place for place in range(sheet.width) if place not in known]
    usual = [Column.NAME, Column.ACC_NUMBER, Column.SEAT, Column.CLUB]
    if Column.ACC_NUMBER in known.values():
        seated = [place for place in free if _mostly(sheet, place, lambda cell: read_seat(cell) is not None)]
        known |= dict.fromkeys(seated[:1], Column.SEAT)
        free = [place for place in free if place not in seated]
        usual = [Column.NAME, Column.CLUB]
    known |= dict(zip(free, usual, strict=False))
    return tuple(known.get(place, Column.IGNORED) for place in range(sheet.width))


def _is_running(sheet: Sheet, place: int) -> bool:
    """Whether this column counts the rows: 1, 2, 3 and so on."""
    cells = [row[place].rstrip(".):") for row in sheet.rows if row[place]]
    return len(cells) > 1 and all(cell.isdecimal() for cell in cells) and _counts_up([int(cell) for cell in cells])


def _mostly(sheet: Sheet, place: int, fits: Callable[[str], bool]) -> bool:
    """Whether most cells of this column that are not empty fit."""
    cells = [row[place] for row in sheet.rows if row[place]]
    return bool(cells) and 2 * sum(map(fits, cells)) > len(cells)


def meaning(head: str) -> Column:
    """What a column with this header means; IGNORED if the header is not known."""
    plain = _plain_head(head)
    return next((column for column, known in _HEADS if known.fullmatch(plain)), Column.IGNORED)


def _is_head(row: Row) -> bool:
    """Say whether two of the row's cells are known column names, or its only one that is not empty, or one is a name's."""
    filled = [cell for cell in row.cells if cell]
    meanings = [meaning(cell) for cell in filled]
    known = sum(
        column is not Column.IGNORED or _is_other_head(cell) for column, cell in zip(meanings, filled, strict=True)
    )
    if any(column is not Column.IGNORED for column in meanings) and known >= min(2, len(filled)):
        return True
    says_name = any(column in (Column.NAME, Column.FIRST, Column.LAST) for column in meanings)
    return says_name and not any(re.search(r"\d", cell) for cell in filled)


def _is_other_head(head: str) -> bool:
    return _OTHER_HEADS.fullmatch(_plain_head(head)) is not None


def _plain_head(head: str) -> str:
    # The heads of three languages are known without their accents.
    letters = "".join(
        sign for sign in unicodedata.normalize("NFD", head.casefold()) if unicodedata.category(sign) != "Mn"
    )
    return " ".join(re.sub(r"[^a-z0-9]+", " ", letters.replace("#", " no ")).split())


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

    >>> [name_in(Row(1, (name,)), [Column.NAME]) for name in ("Quill, Ruth", "Ruth Quill, Jr.")]
    ['Ruth Quill', 'Ruth Quill, Jr.']
    """
    parts: Mapping[Column, str] = {column: row[place] for place, column in enumerate(columns)}
    if whole := parts.get(Column.NAME, ""):
        if whole.count(",") != 1:
            return whole
        last, first = whole.split(",")
        if _SUFFIX.fullmatch(first.strip()):
            return whole
        return f"{first.strip()} {last.strip()}".strip()
    return f"{parts.get(Column.FIRST, '')} {parts.get(Column.LAST, '')}".strip()


def team_in(name: str, partner: str) -> tuple[str, ...]:
    """The two people of a team: the name and the cell of the partner, else what the name joins; empty for one person.

    >>> team_in("Ann Bell", "Bob Ray"), team_in("Ann Bell & Bob Ray", ""), team_in("Ann Bell", "")
    (('Ann Bell', 'Bob Ray'), ('Ann Bell', 'Bob Ray'), ())
    """
    return (name, partner) if name and partner else read_team(name)


def numbers_in(cell: str, players: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The ACC number of one person in a cell, or those of the two of a team: a single one is that of the first.

    >>> [numbers_in("hi 1 & hi2", ["Ann", "Bob"]), numbers_in("HI1", ["Ann", "Bob"]), numbers_in("HI1", [])]
    [('', ('HI1', 'HI2')), ('', ('HI1', '')), ('HI1', ())]
    """
    if not players:
        return tidy_number(cell), ()
    numbers = tuple(map(tidy_number, read_team(cell) or (cell, "")))
    return "", numbers if any(numbers) else ()


def tidy_number(typed: str) -> str:
    """An ACC number normalized as typed in haste: `hi 296` becomes HI296."""
    return "".join(typed.split()).upper()


_NO = frozenset({"", "0", "-", "no", "n", "none", "$0", "$0.00", "0.00", "false"})


def is_taken(cell: str) -> bool:
    """Whether a cell in a pool's column says that the person takes the pool: any text but no, 0 and the like.

    >>> [is_taken(cell) for cell in ("x", "yes", "10", "", "no", "0")]
    [True, True, True, False, False, False]
    """
    return cell.casefold() not in _NO
