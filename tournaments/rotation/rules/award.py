"""Games awarded without play, and how later changes affect them (ours).

Rule 11.4 of 2025, known from others only; rule 11.4.b of both editions. An award covers one game between two who meet
in it: a player who is late or removed from play loses it, and the opponent wins it by ten. If the two no longer meet in
that game there is nothing to award, and the award *falls away*; if they meet in it again it is back in force. No game
is awarded twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rotation.rules.movements import Pairing

SPREAD = 10
"""The spread of an awarded game (rule 11.4 of 2025, 11.4.b); that the loser gets the same as a minus is ours."""


@dataclass(frozen=True, slots=True)
class Award:
    """An awarded game, by the number of the change of the day and the seats of the two.

    `is_removal`: the loser was removed from play in it (11.4.b). Otherwise they were late, which is awarded only once.
    """

    number: int
    game: int
    winner: str
    loser: str
    is_removal: bool = False


def awards_of(changes: Mapping[int, tuple[str, str, Mapping[str, Any]]]) -> tuple[Award, ...]:
    """Return the awards among these changes of the day, given as kind, table and data by number.

    A removal while the player is in no game awards nothing.
    """
    awards = []
    for number, (kind, _table, data) in sorted(changes.items()):
        if kind == "award":
            awards.append(Award(number, data["game"], data["winner"], data["loser"]))
        elif kind == "removed" and data["game"] is not None:
            awards.append(Award(number, data["game"], data["winner"], data["seat"], is_removal=True))
    return tuple(awards)


def lapsed(awards: Iterable[Award], games: Iterable[Pairing]) -> tuple[Award, ...]:
    """Return the awards that fall away because winner and loser do not meet in the awarded game.

    >>> lapsed([Award(1, 2, "A-1", "A-4")], [Pairing(2, "A", (1, 2), ("A-1", "A-3")), Pairing(2, "A", (3, 4), ("A-2", "A-4"))])
    (Award(number=1, game=2, winner='A-1', loser='A-4', is_removal=False),)
    """
    met = {(pairing.game, frozenset(pairing.players)) for pairing in games}
    return tuple(award for award in awards if (award.game, frozenset((award.winner, award.loser))) not in met)
