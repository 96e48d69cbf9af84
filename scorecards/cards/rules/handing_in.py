"""Reads seats typed as fast as a number pad allows: `1 2 5`, `B 3`, or `A` for a whole table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.rules.finding import Finding
from tournaments.rules.seat import MAX_SEATS, Seat, parse_seat, read_seat

ALL = "*"
"""The whole current table, for a pad without letters."""

_TABLE = re.compile(r"[A-Za-z]{1,2}")
_NUMBER = re.compile(r"0*([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Meant:
    """The seats meant, each once.

    `whole` are the tables named as a whole. `table` is the last table named: bare numbers typed next belong to it.
    """

    seats: tuple[str, ...]
    whole: tuple[str, ...]
    table: str


def read_meant(texts: Iterable[str], table: str, seats: Iterable[str]) -> Meant | Finding:
    """Read seats in any spelling, bare numbers, and whole tables.

    A bare number belongs to the last table named, at first to `table`. `seats` are the seats of the event; a seat that
    nobody has is read like any other. Returns Finding `no_seat` (not a seat) or `no_table` (an unknown table).

    >>> seats = ["A-1", "A-2", "B-1", "B-2"]
    >>> read_meant(["1", "2", "b", "1"], "A", seats)
    Meant(seats=('A-1', 'A-2', 'B-1'), whole=(), table='B')
    >>> read_meant(["a2", "B"], "A", seats)
    Meant(seats=('A-2', 'B-1', 'B-2'), whole=('B',), table='B')
    """
    seats_by_table: dict[str, list[str]] = {}
    for seat in seats:
        seats_by_table.setdefault(parse_seat(seat).table, []).append(seat)
    words = list(texts)
    seats_meant: dict[str, None] = {}
    whole_tables: dict[str, None] = {}
    for position, text in enumerate(words):
        seat_typed = read_seat(text)
        number = _NUMBER.fullmatch(text)
        if seat_typed is None and number is not None and table and int(number[1]) <= MAX_SEATS:
            seat_typed = Seat(table, int(number[1]))
        if seat_typed is not None:
            table = seat_typed.table
            seats_meant[str(seat_typed)] = None
            continue
        named_table = text.upper() if _TABLE.fullmatch(text) else ""
        if text == ALL:
            named_table = table
        if not named_table:
            return Finding("no_seat", values=(("text", text[:20]),))
        if named_table not in seats_by_table:
            return Finding("no_table", values=(("text", named_table), ("tables", ", ".join(seats_by_table))))
        table = named_table
        following = words[position + 1] if position + 1 < len(words) else ""
        # A table before a bare number only says where the number belongs.
        if text == ALL or not _NUMBER.fullmatch(following):
            whole_tables[named_table] = None
            seats_meant.update(dict.fromkeys(seats_by_table[named_table]))
    return Meant(tuple(seats_meant), tuple(whole_tables), table)
