"""What falls when the winner of a match leaves the next one again. All of this is ours: the rulebook knows no taking back."""

from collections.abc import Mapping
from dataclasses import dataclass

from brackets.bracket.rules.chart import next_slot


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a match is: its winner, how many games are recorded, whether it `ended` otherwise than by its games.

    `gone` is who was removed or withdrew before the opponent was known: they lose as soon as the opponent comes.
    """

    winner: str | None = None
    games: int = 0
    ended: bool = False
    gone: str | None = None


@dataclass(frozen=True, slots=True)
class Fall:
    """A match that `player` leaves again. `begun`: what people did there falls with it, every game and how it ended.

    `waits` where somebody else is gone who still loses to whoever comes: only the opponent is open again.
    """

    match: int
    player: str
    begun: bool
    waits: bool


def falls_after(match: int, standings: Mapping[int, Standing], size: int) -> tuple[Fall, ...]:
    """Return every match that the winner of this one, and the winners there, leave again, round by round.

    Nothing where the match is not won, or is the final. ValueError for a match that the bracket does not have.

    >>> won = {1: Standing("A-1", 2), 2: Standing("A-2", 2), 3: Standing(games=1)}
    >>> falls_after(1, won, 4)
    (Fall(match=3, player='A-1', begun=True, waits=False),)
    """
    found = []
    player = standings[match].winner
    after = next_slot(match, size)
    while player is not None and after is not None:
        now = standings[after[0]]
        waits = now.gone is not None and now.gone != player
        found.append(Fall(after[0], player, begun=now.games > 0 or (now.ended and not waits), waits=waits))
        player, after = now.winner, next_slot(after[0], size)
    return tuple(found)
