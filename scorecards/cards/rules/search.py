"""Whose card somebody means who types a seat, a name or both, or scans the code on the card."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tournaments.rules.naming import find_named
from tournaments.rules.seat import read_seat

SCANNED = re.compile(r"/cards/([A-Za-z0-9-]{2,8})/?$")
"""A code on a card leads to the card's own page."""


def find_seats(wanted: str, names: Mapping[str, str], table: str = "") -> tuple[str, ...]:
    """The seats that are meant: one by its ID in any spelling, its code or its number at this table, several by a name.

    `names` are those of the event, by seat.

    >>> names = {"A-2": "Lorraine Petty", "A-3": "Dale Ashby", "B-2": "Rosa Petty"}
    >>> find_seats("a 3", names), find_seats("petty", names), find_seats("2", names, "B")
    (('A-3',), ('A-2', 'B-2'), ('B-2',))
    >>> find_seats("A-2 Lorraine Petty", names), find_seats("/t/x/main/cards/B-2/", names), find_seats("A-9", names)
    (('A-2',), ('B-2',), ())
    """
    code = SCANNED.search(wanted.strip())
    number = f"{table}{wanted.strip()}" if table and wanted.strip().isdecimal() else ""
    # A list of suggestions gives "A-23 Lorraine Petty"; a seat in two words is only figures behind its letter.
    for text in (code[1] if code else wanted, number, wanted.strip().partition(" ")[0]):
        if seat := read_seat(text):
            return (str(seat),) if str(seat) in names else ()
    return find_named(wanted, names)
