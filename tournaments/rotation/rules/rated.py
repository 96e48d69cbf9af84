"""Which numbers of games earn ACC Master Rating Points (by its points charts; the rulebook leaves it open)."""

from collections.abc import Mapping

RATED_GAMES: Mapping[str, tuple[int, ...]] = {
    "main": (12, 14, 16, 18, 20, 21, 22),
    "consolation": (7, 8, 9, 10, 12),
}
"""The numbers of games that have a chart, by kind of event; other kinds earn no such points."""


def is_rated(kind: str, games: int) -> bool:
    """Whether an event of this kind and number of games earns Master Rating Points.

    >>> is_rated("main", 22), is_rated("main", 19), is_rated("satellite", 9)
    (True, False, False)
    """
    return games in RATED_GAMES.get(kind, ())
