"""Which cards somebody means who types seats as fast as a number pad allows: `1 2 5`, `B 3`, or `A` for a whole table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.rules.finding import Finding
from tournaments.rules.seat import MAX_SEATS, Seat, parse_seat, read_seat

ALL = "*"
"""The whole table that bare numbers are of, where there are no letters on the pad."""

_TABLE = re.compile(r"[A-Za-z]{1,2}")
_NUMBER = re.compile(r"0*([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Meant:
    """The seats that were meant, each once; `whole` are the tables named as a whole, `table` that of the next bare number."""

    seats: tuple[str, ...]
    whole: tuple[str, ...]
    table: str


def read_meant(texts: Iterable[str], table: str, seats: Iterable[str]) -> Meant | Finding:
    """Read seats in any spelling, bare numbers at `table` or at the one named before them, and tables as a whole.

    `seats` are those of the event. A seat that nobody has is read like any other; a table that there is not is none.

    >>> seats = ["A-1", "A-2", "B-1", "B-2"]
    >>> read_meant(["1", "2", "b", "1"], "A", seats)
    Meant(seats=('A-1', 'A-2', 'B-1'), whole=(), table='B')
    >>> read_meant(["a2", "B"], "A", seats)
    Meant(seats=('A-2', 'B-1', 'B-2'), whole=('B',), table='B')
    """
    at: dict[str, list[str]] = {}
    for seat in seats:
        at.setdefault(parse_seat(seat).table, []).append(seat)
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
        wanted = table if text == ALL else text.upper() if _TABLE.fullmatch(text) else ""
        if not wanted:
            return Finding("no_seat", values=(("text", text[:20]),))
        if wanted not in at:
            return Finding("no_table", values=(("text", wanted), ("tables", ", ".join(at))))
        table = wanted
        if text == ALL or not any(_NUMBER.fullmatch(following) for following in words[place + 1 : place + 2]):
            whole[wanted] = None
            meant.update(dict.fromkeys(at[wanted]))
    return Meant(tuple(meant), tuple(whole), table)
