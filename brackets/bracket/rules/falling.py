"""The matches that players leave again when a win is taken back (ours: the rulebook has no taking back)."""

from collections.abc import Mapping
from dataclasses import dataclass

from brackets.bracket.rules.chart import next_slot


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match: its winner, the number of recorded games, and whether it `ended` other than by its games.

    `gone` is a player who was removed or withdrew before the opponent was known, and loses as soon as one is.
    """

    winner: str | None = None
    games: int = 0
    ended: bool = False
    gone: str | None = None


@dataclass(frozen=True, slots=True)
class Fall:
    """A match that `player` leaves again.

    `begun`: games or an ending are recorded in the match, and are deleted. `waits`: the other player is `gone` and still
    loses to the next opponent, so only the opponent is open again.
    """

    match: int
    player: str
    begun: bool
    waits: bool


def falls_after(match: int, states: Mapping[int, MatchState], size: int) -> tuple[Fall, ...]:
    """Return the matches that players leave again if the win of this match is taken back, round by round.

    The winner of this match leaves the next match; its winner, if any, then leaves the match after that, and so on. Empty
    if the match is not won, or is the final. Raises ValueError for an invalid match.

    >>> won = {1: MatchState("A-1", 2), 2: MatchState("A-2", 2), 3: MatchState(games=1)}
    >>> falls_after(1, won, 4)
    (Fall(match=3, player='A-1', begun=True, waits=False),)
    """
    falls = []
    player = states[match].winner
    slot = next_slot(match, size)
    while player is not None and slot is not None:
        next_match, _place = slot
        state = states[next_match]
        waits = state.gone is not None and state.gone != player
        begun = state.games > 0 or (state.ended and not waits)
        falls.append(Fall(next_match, player, begun=begun, waits=waits))
        player, slot = state.winner, next_slot(next_match, size)
    return tuple(falls)
