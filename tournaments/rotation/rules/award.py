"""A game awarded without play (rule 11.4 of 2025, known from others only; rule 11.4.b of both editions), and what later changes
make of it (ours).

An award stands for one game of two who meet in it: whoever is late, or is removed from play, loses it, the other one wins it by
ten. Where they do not meet in that game any more there is nothing to be awarded, and the award *falls away*; where they meet in it
again it stands again. No game is awarded twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rotation.rules.rotation import Pairing

SPREAD = 10
"""By how much a game is won that is awarded (rule 11.4 of 2025, 11.4.b); that the loser has the same in minus is ours."""


@dataclass(frozen=True, slots=True)
class Award:
    """A game that is awarded, by the number of the change of the day and the seats of the two.

    `is_removal`: the loser was removed from play in it (11.4.b); else they were late, which is awarded once.
    """

    number: int
    game: int
    winner: str
    loser: str
    is_removal: bool = False


def awards_of(changes: Mapping[int, tuple[str, str, Mapping[str, Any]]]) -> tuple[Award, ...]:
    """Return the awards among these changes of the day, each its kind, its table and its data, by their numbers.

    Somebody is removed in a game that is in progress, or in none: then nothing is awarded.
    """
    found = []
    for number, (kind, _table, data) in sorted(changes.items()):
        if kind == "award":
            found.append(Award(number, data["game"], data["winner"], data["loser"]))
        elif kind == "removed" and data["game"] is not None:
            found.append(Award(number, data["game"], data["winner"], data["seat"], is_removal=True))
    return tuple(found)


def fallen(awards: Iterable[Award], games: Iterable[Pairing]) -> tuple[Award, ...]:
    """Return those of the awards that fall away because the two do not meet in that game.

    >>> fallen([Award(1, 2, "A-1", "A-4")], [Pairing(2, "A", (1, 2), ("A-1", "A-3")), Pairing(2, "A", (3, 4), ("A-2", "A-4"))])
    (Award(number=1, game=2, winner='A-1', loser='A-4', is_removal=False),)
    """
    met = {(one.game, frozenset(one.players)) for one in games}
    return tuple(one for one in awards if (one.game, frozenset((one.winner, one.loser))) not in met)
