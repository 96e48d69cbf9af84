"""What falls when a win is taken back. All of this is ours: the rulebook has no taking back."""

from collections.abc import Mapping
from dataclasses import dataclass

from brackets.bracket.rules.chart import next_slot


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match: its winner, the number of recorded games, and whether it `ended` other than by its games.

    `gone` was removed or withdrew before the opponent was known: they lose as soon as the opponent comes.
    """

    winner: str | None = None
    games: int = 0
    ended: bool = False
    gone: str | None = None


@dataclass(frozen=True, slots=True)
class Fall:
    """A match that `player` leaves again. `begun`: everything recorded there falls with it, games and ending.

    `waits`: another player is gone and still loses to the next opponent, so only the opponent is open again.
    """

    match: int
    player: str
    begun: bool
    waits: bool


def falls_after(match: int, standings: Mapping[int, MatchState], size: int) -> tuple[Fall, ...]:
    """Return every match that the winner of this one, and later winners, leave again, round by round.

    Empty if the match is not won, or is the final. Raises ValueError for an invalid match.

    >>> won = {1: MatchState("A-1", 2), 2: MatchState("A-2", 2), 3: MatchState(games=1)}
    >>> falls_after(1, won, 4)
    (Fall(match=3, player='A-1', begun=True, waits=False),)
    """
    falls = []
    player = standings[match].winner
    after = next_slot(match, size)
    while player is not None and after is not None:
        now = standings[after[0]]
        waits = now.gone is not None and now.gone != player
        falls.append(Fall(after[0], player, begun=now.games > 0 or (now.ended and not waits), waits=waits))
        player, after = now.winner, next_slot(after[0], size)
    return tuple(falls)
