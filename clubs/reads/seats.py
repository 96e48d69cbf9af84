"""How many games so many people can play on a night, and how they move: what the tables of the hall allow."""

from __future__ import annotations

from tournaments.models import Event
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.rotation.rules.movements import Movement
from tournaments.seating.reads.seating import unfinishable

USUAL_GAMES = 9


def fits(players: int, games: int, movement: str) -> bool:
    """Whether so many people can play these games without meeting again and with even sit-outs."""
    return not unfinishable(Movement(movement), games, players, rounds=None, most_rounds=MAX_ROUNDS)


def what_fits(players: int, games: int) -> tuple[int, str]:
    """Return the most games, up to `games`, that so many people can play, and the movement for them.

    For fewer than two people nothing is computed: the games stay, with the usual movement.
    """
    movements = (Event.Movement.ANCHOR, Event.Movement.TWO_GAMES)
    fitting = (
        (fewer, movement.value)
        for fewer in range(games, 0, -1)
        for movement in movements
        if fits(players, fewer, movement)
    )
    return next(fitting, (games, movements[0].value)) if players > 1 else (games, movements[0].value)
