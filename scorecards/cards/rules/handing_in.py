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
    """The seats meant, each once. `whole` are the tables named as a whole, `table` is where the next bare number sits."""

    seats: tuple[str, ...]
    whole: tuple[str, ...]
    table: str


def read_meant(texts: Iterable[str], table: str, seats: Iterable[str]) -> Meant | Finding:
    """Read seats in any spelling, bare numbers at `table` or the last table named, and whole tables.

    `seats` are those of the event. A seat that nobody has is read like any other. Finding: `no_seat`, `no_table`.

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
    meant: dict[str, None] = {}
    whole: dict[str, None] = {}
    for place, text in enumerate(words):
        named = read_seat(text)
        number = _NUMBER.fullmatch(text)
        if named is None and number is not None and table and int(number[1]) <= MAX_SEATS:
            named = Seat(table, int(number[1]))
        if named is not None:
            table = named.table
            meant[str(named)] = None
            continue
        named_table = table if text == ALL else text.upper() if _TABLE.fullmatch(text) else ""
        if not named_table:
            return Finding("no_seat", values=(("text", text[:20]),))
        if named_table not in seats_by_table:
            return Finding("no_table", values=(("text", named_table), ("tables", ", ".join(seats_by_table))))
        table = named_table
        if text == ALL or not any(_NUMBER.fullmatch(following) for following in words[place + 1 : place + 2]):
            whole[named_table] = None
            meant.update(dict.fromkeys(seats_by_table[named_table]))
    return Meant(tuple(meant), tuple(whole), table)
