"""The partners ladder as it was played: the tables of each game, and who sat out."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Event
from tournaments.rotation.rules.ladder import Ladder, first_game
from tournaments.rotation.rules.movements import Pairing
from tournaments.rules.seat import read_seat


def ladder_games(event: Event, seats: Sequence[str]) -> tuple[Ladder, ...]:
    """The games of the ladder that are set up, in order.

    `seats` are those of the teams that play: until the first game is called or a result recorded, it follows from them.
    """
    if not event.ladder_games:
        return (first_game(seats),)
    return tuple(
        Ladder(
            tuple((board[0], board[1]) for board in boards if len(board) == 2),
            tuple(board[0] for board in boards if len(board) == 1),
        )
        for boards in event.ladder_games
    )


def as_stored(games: Sequence[Ladder]) -> list[list[list[str]]]:
    """These games as `Event.ladder_games` has them: the two teams of each table, then each team that sits out."""
    return [[*map(list, game.tables), *([team] for team in game.sits_out)] for game in games]


def is_stored(value: object) -> bool:
    """Whether this value has the form of `Event.ladder_games`, with each team once in a game."""
    return isinstance(value, list) and all(map(_is_game, value))


def _is_game(boards: object) -> bool:
    if not isinstance(boards, list) or not all(isinstance(board, list) and 1 <= len(board) <= 2 for board in boards):
        return False
    teams = [team for board in boards for team in board]
    return all(isinstance(team, str) and read_seat(team) is not None for team in teams) and len(set(teams)) == len(
        teams
    )


def ladder_pairings(games: Sequence[Ladder]) -> tuple[Pairing, ...]:
    """These games as a schedule, at the tables 1, 2 … of the ladder; a team that sits out has no table."""
    pairings = []
    for number, game in enumerate(games, start=1):
        pairings += [Pairing(number, str(table), (1, 2), pair) for table, pair in enumerate(game.tables, start=1)]
        pairings += [Pairing(number, "", (1, 2), (team, None), counted=(False, False)) for team in game.sits_out]
    return tuple(pairings)
