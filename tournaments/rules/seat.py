"""The permanent ID of an entrant: starting table and seat, `A-7`.

It is always written the same way. Tables are named A to Z, then AA, AB and on to ZZ; seats count from 1.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, total_ordering
from itertools import count, islice, product
from string import ascii_uppercase

MAX_SEATS = 500
MAX_TABLES = 26 + 26 * 26

_CANONICAL = re.compile(r"([A-Z]{1,2})-([1-9][0-9]{0,2})")
_TYPED = re.compile(r"([A-Za-z]{1,2})[\s.\-\u2013]*0*([1-9][0-9]{0,2})")


@total_ordering
@dataclass(frozen=True, slots=True)
class Seat:
    """A table's name and a seat number; ordered by table (A, B … Z, AA …), then by number.

    ValueError unless the name is one or two capital letters and the number is 1 to 500.
    """

    table: str
    number: int

    def __post_init__(self) -> None:
        if not _CANONICAL.fullmatch(f"{self.table}-{self.number}") or self.number > MAX_SEATS:
            raise ValueError(f"{self.table}-{self.number} is no seat")

    def __str__(self) -> str:
        return f"{self.table}-{self.number}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Seat):
            return NotImplemented
        return _order(self) < _order(other)


def _order(seat: Seat) -> tuple[int, str, int]:
    return len(seat.table), seat.table, seat.number


@lru_cache(maxsize=4096)
def parse_seat(text: str) -> Seat:
    """Return the seat in canonical spelling. ValueError for anything else, including `A-07` and `a-7`.

    >>> parse_seat("AA-12")
    Seat(table='AA', number=12)
    """
    match = _CANONICAL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not written like A-7")
    return Seat(match[1], int(match[2]))


def is_seat(text: str) -> bool:
    """Return whether `parse_seat` accepts this text."""
    match = _CANONICAL.fullmatch(text)
    return match is not None and int(match[2]) <= MAX_SEATS


def read_seat(text: str) -> Seat | None:
    """Return the seat in any spelling that people type, or None.

    >>> [str(read_seat(text)) for text in ("a23", "A-23", " A 23 ", "A-023")]
    ['A-23', 'A-23', 'A-23', 'A-23']
    """
    match = _TYPED.fullmatch(text.strip())
    if match is None or int(match[2]) > MAX_SEATS:
        return None
    return Seat(match[1].upper(), int(match[2]))


def seat_order(text: str) -> tuple[int, str, int]:
    """Return the sort key of a seat written as `A-7`. ValueError for anything else.

    >>> sorted(["AA-1", "B-2", "A-10", "A-9"], key=seat_order)
    ['A-9', 'A-10', 'B-2', 'AA-1']
    """
    return _order(parse_seat(text))


def numbers_by_table(seats: Iterable[str]) -> dict[str, frozenset[int]]:
    """Return the seat numbers by table. ValueError for anything but seats.

    >>> numbers_by_table(["A-2", "B-1", "A-1"]) == {"A": {1, 2}, "B": {1}}
    True
    """
    numbers: dict[str, list[int]] = {}
    for seat in map(parse_seat, seats):
        numbers.setdefault(seat.table, []).append(seat.number)
    return {table: frozenset(seat_numbers) for table, seat_numbers in numbers.items()}


def table_order(name: str) -> tuple[int, str]:
    """Return the sort key of a table's name: A … Z before AA."""
    return len(name), name


def table_names(tables: int) -> tuple[str, ...]:
    """Return the names of the first `tables` tables. Raises ValueError for a negative number or one beyond ZZ.

    >>> table_names(28)[25:]
    ('Z', 'AA', 'AB')
    """
    if not 0 <= tables <= MAX_TABLES:
        raise ValueError(f"there are names for {MAX_TABLES} tables, not for {tables}")
    return tuple(islice(_names(), tables))


def _names() -> Iterator[str]:
    for length in count(1):
        yield from ("".join(letters) for letters in product(ascii_uppercase, repeat=length))
