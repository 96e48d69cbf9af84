"""How many qualify."""

from __future__ import annotations


def quota(entrants: int) -> int:
    """One in four qualifies; a fraction counts as one more (rule 13.2.b; classic: brackets chapter).

    Raises ValueError for a negative number.

    >>> [quota(n) for n in (0, 1, 60, 121, 124, 125)]
    [0, 1, 15, 31, 31, 32]
    """
    if entrants < 0:
        raise ValueError("a field has no fewer than 0 entrants")
    return -(-entrants // 4)
