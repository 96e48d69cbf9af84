"""Whether the lines of typed cards still fit if the plan of the event changes (ours).

A line fits the new plan if that plan has the game for its seat against the opponent on the card. It also fits if the
new plan has the same opponent as the old one, whatever the player wrote. In an event without a plan, opponents are read
from the cards: a line fits if it names an opponent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorecards.sheet.rules.line import Line

Opponents = Mapping[str, Mapping[int, str | None]]
"""The opponent of each seat in each game; None for a sit-out. A missing seat or game has no opponent either."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line that does not fit the new plan, with the opponent on the card and the opponent by that plan."""

    seat: str
    game: int
    written: str | None
    planned: str | None


def find_misfits(
    cards: Mapping[str, Iterable[Line]], before: Opponents, after: Opponents | None, games: int
) -> tuple[Misfit, ...]:
    """The lines that do not fit the plan `after`, which is None if opponents are then read from the cards.

    `before` is the old plan. `games` is the number of the last game after the change.
    """
    misfits = []
    for seat, lines in cards.items():
        for line in lines:
            game, written = line.game, line.opponent
            if after is None:
                planned = None
                fits = written is not None
            else:
                planned = after.get(seat, {}).get(game)
                old_opponents = before.get(seat, {})
                fits = planned == written or (game in old_opponents and old_opponents[game] == planned)
            if game > games or not fits:
                misfits.append(Misfit(seat, game, written, planned))
    return tuple(misfits)


def moved(before: Opponents, after: Opponents) -> dict[str, frozenset[int]]:
    """The games, by seat, in which the two plans have different opponents; seats without such a game are left out."""
    games_by_seat = {}
    for seat in {*before, *after}:
        old_opponents, new_opponents = before.get(seat, {}), after.get(seat, {})
        games = {*old_opponents, *new_opponents}
        changed_games = frozenset(game for game in games if old_opponents.get(game) != new_opponents.get(game))
        if changed_games:
            games_by_seat[seat] = changed_games
    return games_by_seat
