"""A stack of paper cards as CSV files: entrants, their lines, and the totals that players wrote at the foot.

A file is UTF-8, with or without a byte order mark, and its first row names the columns, in the words of the program or
of a spreadsheet in one of its languages. Its cells are parted by commas, semicolons or tabs. Nothing is repaired. Anything
that is not in the card's notation (rule 12.1), a row of the wrong length, and totals that are given twice are each a
`CsvFault` with file, line and column. All faults are reported. Whether a line fits the event is checked elsewhere.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scorecards.cards.rules.typing import LARGEST_TOTAL
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.line import Line, parse_line
from scorecards.sheet.rules.tally import OwnTotals
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.entrants.rules.pasted_list import parting, without_parting
from tournaments.rules.citations import rests_on
from tournaments.rules.edition import Edition
from tournaments.rules.spreadsheet import unguarded

ENTRANT_COLUMNS = ("seat", "name")
CARD_COLUMNS = ("seat", "game", "opponent", "points", "plus", "minus")
TOTAL_COLUMNS = ("seat", "game_points", "games_won", "plus", "minus", "net")

_HEADS: Mapping[str, str] = {
    "acc_number": "acc|acc no|acc number|number|numéro acc|número acc",
    "game": "games|round|partie|partida|juego",
    "game_points": "game points|gp|points de partie|puntos de partida",
    "games_won": "games won|gw|won|parties gagnées|partidas ganadas",
    "minus": "minus points|-|−|moins|menos",
    "name": "player|nom|joueur|nombre|jugador",
    "net": "net spread|net points|neto",
    "opponent": "opp|opponent seat|adversaire|rival|oponente|adversario",
    "plus": "plus points|+|más|mas",
    "points": "game points|gp|pts|points de partie|puntos|puntos de partida",
    "seat": "permanent id|siège|siege|place|asiento",
}
"""What the heads of a spreadsheet may be called instead, in small letters."""

_GAME = re.compile(r"[1-9][0-9]{0,2}")
_TOTAL = re.compile(r"-?(0|[1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class CsvFault:
    """One fault in a file. `column` is empty for a fault of a whole row; `rule` is its rule, as in the table of citations."""

    file: str
    line: int
    column: str
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A file as read: its name for messages, and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file, by column, and the line on which it begins."""

    line: int
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line of a card and its line number in the file. If the notation is wrong, points and spread are blank."""

    row: int
    line: Line


@dataclass(frozen=True, slots=True)
class PaperTotals:
    """A player's own totals and their line number in the file."""

    row: int
    totals: OwnTotals


@dataclass(slots=True)
class Stack:
    """The whole content of the files, and all their faults.

    `entrants` are pairs of line number and plan. `cards`, `rows` and `totals` are by seat; `rows` has the line numbers of
    all rows of a card, readable or not. `cells` has the cells of each row by file and line. `listed`: the entrants have
    no fault, so all seats are known.
    """

    entrants: list[tuple[int, EntrantPlan]] = field(default_factory=list)
    cards: dict[str, list[PaperLine]] = field(default_factory=dict)
    rows: dict[str, list[int]] = field(default_factory=dict)
    totals: dict[str, PaperTotals] = field(default_factory=dict)
    cells: dict[tuple[str, int], Mapping[str, str]] = field(default_factory=dict)
    faults: list[CsvFault] = field(default_factory=list)
    listed: bool = False

    def value_at(self, fault: CsvFault) -> str:
        """What stands in the cell of this fault; empty for a fault of a whole row."""
        return self.cells.get((fault.file, fault.line), {}).get(fault.column, "")

    @property
    def faults_in_order(self) -> list[CsvFault]:
        """The faults in the order of the files, their lines and columns."""
        return sorted(self.faults, key=lambda fault: (fault.file, fault.line, fault.column))


def look_at_files(
    entrants: CsvFile | None, cards: CsvFile, totals: CsvFile | None = None, *, edition: Edition
) -> Stack:
    """Read the files of one event's stack, played by this edition, and find all their faults.

    Without a file of entrants, the cards are those of the people who are seated in the event.
    """
    stack = Stack(listed=entrants is None)
    if entrants is not None:
        _read_entrants(entrants, stack)
    _read_cards(cards, stack, edition)
    if totals is not None:
        _read_totals(totals, stack)
    return stack


# --- Rows ------------------------------------------------------------------------------------------------------------


def read_rows(file: CsvFile, columns: Sequence[str], optional: Sequence[str] = ()) -> tuple[list[Row], list[CsvFault]]:
    """Read the rows of a file with these columns, and find its faults; other columns and blank rows are ignored."""
    text, fault = _decode(file)
    if fault:
        return [], [fault]
    reader = csv.reader(io.StringIO(without_parting(text), newline=""), delimiter=parting(text), strict=True)
    rows: list[Row] = []
    faults: list[CsvFault] = []
    header: list[str] = []
    next_line = 1
    try:
        for cells in reader:
            # A quoted cell can make a row of several lines.
            first_line, next_line = next_line, reader.line_num + 1
            if not header:
                header = _heads(cells, (*columns, *optional))
                faults = _header_faults(file, header, columns, optional)
                if faults:
                    return [], faults
            elif not any(cell.strip() for cell in cells):
                continue
            elif len(cells) != len(header):
                message = _("This row has %(cells)d cells, the first row names %(columns)d columns.")
                numbers = {"cells": len(cells), "columns": len(header)}
                faults.append(CsvFault(file.name, first_line, "", message % numbers))
            else:
                rows.append(Row(first_line, dict(zip(header, map(unguarded, cells), strict=True))))
    except csv.Error as exc:
        message = _("The row that begins here is not CSV (%(reason)s). Look at its quotation marks.")
        faults.append(CsvFault(file.name, next_line, "", message % {"reason": exc}))
    if not header and not faults:
        message = _("This file is empty. Its first row names the columns: %(columns)s.")
        faults.append(CsvFault(file.name, 1, "", message % {"columns": ", ".join(columns)}))
    return rows, faults


def _heads(cells: Sequence[str], columns: Sequence[str]) -> list[str]:
    """The heads of a file, those of a spreadsheet as our own columns; a head that is none of ours stays."""
    names = {name: column for column in columns for name in _HEADS.get(column, "").split("|")}
    heads = [unguarded(cell.strip()) for cell in cells]
    plain = [" ".join(head.replace("_", " ").casefold().split()) for head in heads]
    own = {column.replace("_", " "): column for column in columns}
    return [own.get(word) or names.get(word) or head for word, head in zip(plain, heads, strict=True)]


def _decode(file: CsvFile) -> tuple[str, CsvFault | None]:
    try:
        return file.data.decode("utf-8-sig"), None
    except UnicodeDecodeError as exc:
        line = file.data.count(b"\n", 0, exc.start) + 1
        message = _("Byte %(byte)s here is not UTF-8. Save the file again as “CSV UTF-8”.")
        return "", CsvFault(file.name, line, "", message % {"byte": f"0x{file.data[exc.start]:02X}"})


def _header_faults(
    file: CsvFile, header: Sequence[str], columns: Sequence[str], optional: Sequence[str]
) -> list[CsvFault]:
    faults = []
    for column in columns:
        if column not in header:
            message = _("The column “%(column)s” is missing. The first row names: %(columns)s.")
            names = {"column": column, "columns": ", ".join([*columns, *optional])}
            faults.append(CsvFault(file.name, 1, column, message % names))
    for column in (*columns, *optional):
        if header.count(column) > 1:
            message = _("The column “%(column)s” appears twice.") % {"column": column}
            faults.append(CsvFault(file.name, 1, column, message))
    return faults


# --- What the rows say -----------------------------------------------------------------------------------------------


def _keep_cells(file: CsvFile, rows: Sequence[Row], stack: Stack) -> None:
    stack.cells.update({(file.name, row.line): row.values for row in rows})


def _read_entrants(file: CsvFile, stack: Stack) -> None:
    rows, faults = read_rows(file, ENTRANT_COLUMNS, ("acc_number",))
    _keep_cells(file, rows, stack)
    stack.entrants = [
        (
            row.line,
            EntrantPlan(row.values["name"].strip(), row.values.get("acc_number", "").strip(), row.values["seat"]),
        )
        for row in rows
    ]
    for number, plan in stack.entrants:
        if not plan.seat:
            message = _("%(name)s has no seat here. The cards are found by it, so write it like A-7.")
            faults.append(CsvFault(file.name, number, "seat", message % {"name": plan.name}))
    if stack.entrants:
        for fault in entrant_faults([plan for _number, plan in stack.entrants]):
            place, _dot, column = fault.field.partition(".")
            faults.append(CsvFault(file.name, stack.entrants[int(place)][0], column, fault.message, fault.rule))
    elif not faults:
        faults.append(CsvFault(file.name, 1, "", _("Nobody is named. Write at least one entrant.")))
    stack.listed = not faults
    stack.faults += faults


def _read_cards(file: CsvFile, stack: Stack, edition: Edition) -> None:
    rows, faults = read_rows(file, CARD_COLUMNS)
    _keep_cells(file, rows, stack)
    for row in rows:
        cells = row.values
        stack.rows.setdefault(cells["seat"], []).append(row.line)
        lines = stack.cards.setdefault(cells["seat"], [])
        if not _GAME.fullmatch(cells["game"]):
            message = _("A game is a number from 1 on, without spaces or leading zeros.")
            faults.append(CsvFault(file.name, row.line, "game", message))
            continue
        game = int(cells["game"])
        line = parse_line(game, cells["opponent"], cells["points"], cells["plus"], cells["minus"])
        if not isinstance(line, Line):
            faults += [
                CsvFault(
                    file.name, row.line, finding.field, sheet_words.finding(finding), rests_on(finding.code, edition)
                )
                for finding in line
            ]
            line = Line(game, cells["opponent"] or None, None, None, None)
        lines.append(PaperLine(row.line, line))
    stack.faults += faults


def _read_totals(file: CsvFile, stack: Stack) -> None:
    rows, faults = read_rows(file, TOTAL_COLUMNS)
    _keep_cells(file, rows, stack)
    for row in rows:
        seat = row.values["seat"]
        if seat in stack.totals:
            message = _("The totals of %(seat)s are here twice. Leave one of the two rows out.") % {"seat": seat}
            faults.append(CsvFault(file.name, row.line, "seat", message))
        elif seat not in stack.cards:
            message = _("There are totals of %(seat)s, but no card.") % {"seat": seat}
            faults.append(CsvFault(file.name, row.line, "seat", message))
        stack.totals[seat] = PaperTotals(row.line, OwnTotals(*_totals(file, row, faults.append)))
    stack.faults += faults


def _totals(file: CsvFile, row: Row, add_fault: Callable[[CsvFault], None]) -> list[int | None]:
    """The totals of a row in the order of its columns; None for a blank or faulty one."""
    totals: list[int | None] = []
    for column in TOTAL_COLUMNS[1:]:
        text = row.values[column]
        least = -LARGEST_TOTAL if column == "net" else 0
        if text and not (_TOTAL.fullmatch(text) and least <= int(text) <= LARGEST_TOTAL):
            message = _("A total is a whole number from %(least)d to %(most)d, or blank where the player wrote none.")
            add_fault(CsvFault(file.name, row.line, column, message % {"least": least, "most": LARGEST_TOTAL}))
            text = ""
        totals.append(int(text) if text else None)
    return totals
