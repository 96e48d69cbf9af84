"""Finds the card that somebody means by a seat, a name or both, or by the scanned code of the card."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tournaments.rules.naming import find_named
from tournaments.rules.seat import read_seat

SCANNED = re.compile(r"/cards/([A-Za-z0-9-]{2,8})/?$")
"""The code on a card is the address of the card's page."""


def find_seats(query: str, names: Mapping[str, str], table: str = "") -> tuple[str, ...]:
    """Return the seats that a query means.

    An ID, a scanned code, or a number at `table` means one seat; a name may mean several. `names` are the names of the
    event's players by seat.

    >>> names = {"A-2": "Lorraine Petty", "A-3": "Dale Ashby", "B-2": "Rosa Petty"}
    >>> find_seats("a 3", names), find_seats("petty", names), find_seats("2", names, "B")
    (('A-3',), ('A-2', 'B-2'), ('B-2',))
    >>> find_seats("A-2 Lorraine Petty", names), find_seats("/t/x/main/cards/B-2/", names), find_seats("A-9", names)
    (('A-2',), ('B-2',), ())
    """
    code = SCANNED.search(query.strip())
    number = f"{table}{query.strip()}" if table and query.strip().isdecimal() else ""
    # A suggestion looks like "A-23 Lorraine Petty": its first word is the seat. "a 3" is one seat in two words.
    for text in (code[1] if code else query, number, query.strip().partition(" ")[0]):
        if seat := read_seat(text):
            return (str(seat),) if str(seat) in names else ()
    return find_named(query, names)
