"""The ranking of one night: game points, then games won, then net, as clubs publish it. Level cards share a place.

**Ours**: where nobody wrote down the games won or the net of one of several level cards, all of these share the place.
**Ours**: they are listed by what is known of them, those of whom it is not known last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, TypeVar

RowT = TypeVar("RowT")


def ranked(rows: Sequence[RowT], key: Callable[[RowT], tuple[Any, ...]]) -> list[tuple[int, RowT]]:
    """Return the rows with their places, best first; level rows share one and keep their order.

    A part of a key that is not known is None. Rows that are level in the parts before it are level.

    >>> ranked([5, 7, 5, 3], key=lambda row: (row,))
    [(1, 7), (2, 5), (2, 5), (4, 3)]
    >>> ranked([(12, 6), (12, None), (12, 5), (14, 6), (14, 7)], key=lambda row: row)
    [(1, (14, 7)), (2, (14, 6)), (3, (12, 6)), (3, (12, None)), (3, (12, 5))]
    """
    keyed = sorted(zip(_as_known([key(row) for row in rows]), rows, strict=True), key=itemgetter(0), reverse=True)
    places: list[tuple[int, RowT]] = []
    for index, (own, row) in enumerate(keyed):
        level = bool(places) and keyed[index - 1][0] == own
        places.append((places[-1][0] if level else index + 1, row))
    return places


def by_known(parts: tuple[int | None, ...]) -> tuple[tuple[bool, int], ...]:
    """Return by what people who share a place are listed: each part, the highest first, those unknown last.

    >>> sorted([(5, 5), (5, None), (5, 42)], key=by_known)
    [(5, 42), (5, 5), (5, None)]
    """
    return tuple((part is None, -(part or 0)) for part in parts)


def _as_known(keys: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the keys, each up to the first part that is not known of all rows level with it."""
    unknown = {key[:place] for key in keys for place, part in enumerate(key) if part is None}
    if not unknown:
        return keys
    return [key[: next((place for place in range(len(key)) if key[:place] in unknown), len(key))] for key in keys]
