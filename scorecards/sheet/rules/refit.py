"""Whether written cards still fit when the plan of the event changes under them (ours).

A line fits another plan when the plan has that game for its seat against the opponent on the card, or when the plan has
the same opponent as before, whatever the player wrote. Where opponents are read from the cards, a line must name one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorecards.sheet.rules.line import Line

Opponents = Mapping[str, Mapping[int, str | None]]
"""The opponent of each seat in each game; None for a sit-out. A seat or game that is missing has none."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line that does not fit another plan: the opponent on the card, and the opponent by the plan."""

    seat: str
    game: int
    written: str | None
    planned: str | None


def find_misfits(
    cards: Mapping[str, Iterable[Line]], before: Opponents, after: Opponents | None, games: int
) -> tuple[Misfit, ...]:
    """The lines that do not fit the plan `after`; None where opponents are read from the cards.

    `games` is the number of the last game in that plan.
    """
    misfits = []
    for seat, lines in cards.items():
        for line in lines:
            game, written = line.game, line.opponent
            if after is None:
                fits, planned = written is not None, None
            else:
                planned = after.get(seat, {}).get(game)
                known = before.get(seat, {})
                fits = planned == written or (game in known and known[game] == planned)
            if game > games or not fits:
                misfits.append(Misfit(seat, game, written, planned))
    return tuple(misfits)


def moved(before: Opponents, after: Opponents) -> dict[str, frozenset[int]]:
    """The games in which each seat meets somebody other than announced; seats without any are left out."""
    games = {
        seat: frozenset(
            game
            for game in {*before.get(seat, {}), *after.get(seat, {})}
            if before.get(seat, {}).get(game) != after.get(seat, {}).get(game)
        )
        for seat in {*before, *after}
    }
    return {seat: changed for seat, changed in games.items() if changed}
