"""The ranking of one night: game points, then games won, then net, as clubs publish it. Level cards share a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, TypeVar

RowT = TypeVar("RowT")


def ranked(rows: Sequence[RowT], key: Callable[[RowT], Any]) -> list[tuple[int, RowT]]:
    """Return the rows with their places, best first. Tied rows share a place and keep their order.

    >>> ranked([5, 7, 5, 3], key=lambda row: row)
    [(1, 7), (2, 5), (2, 5), (4, 3)]
    """
    keyed = sorted(((key(row), row) for row in rows), key=itemgetter(0), reverse=True)
    places: list[tuple[int, RowT]] = []
    for index, (own, row) in enumerate(keyed):
        level = bool(places) and keyed[index - 1][0] == own
        places.append((places[-1][0] if level else index + 1, row))
    return places
