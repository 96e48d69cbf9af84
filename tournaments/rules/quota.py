"""How many qualify."""

from __future__ import annotations

USUAL_ONE_IN = 4
"""Of so many entrants one qualifies, by the rulebook."""

LEAST_ONE_IN, MOST_ONE_IN = 2, 20
"""The other numbers that a director can choose."""


def quota(entrants: int, one_in: int = USUAL_ONE_IN) -> int:
    """One in four qualifies; a fraction counts as one more (rule 13.2.b; classic: brackets chapter).

    Another number than four is ours, for events that are not played as the ACC plays. Raises ValueError for a negative
    number of entrants.

    >>> [quota(n) for n in (0, 1, 60, 121, 124, 125)]
    [0, 1, 15, 31, 31, 32]
    >>> [quota(n, 6) for n in (0, 1, 60, 61)]
    [0, 1, 10, 11]
    """
    if entrants < 0:
        raise ValueError("a field has no fewer than 0 entrants")
    return -(-entrants // one_in)
