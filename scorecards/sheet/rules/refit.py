"""Whether cards that are written still fit when the plan of the event changes under them (ours).

A line fits another plan when the plan has that game for its seat against the opponent who stands on the card, or when it has
the same opponent as before, whatever the player wrote. Where opponents are read from the cards a line has to name one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorecards.sheet.rules.line import Line

Opponents = Mapping[str, Mapping[int, str | None]]
"""Whom each seat meets in each game; None where it sits out. A seat or game that is not there has nobody."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line that another plan has no place for: whom the card names, and whom the plan would have there."""

    seat: str
    game: int
    written: str | None
    planned: str | None


def find_misfits(
    cards: Mapping[str, Iterable[Line]], before: Opponents, after: Opponents | None, games: int
) -> tuple[Misfit, ...]:
    """The lines that do not fit the plan that comes after; `after` is None where opponents are read from the cards.

    `games` is the number of the last game that there is then.
    """
    found = []
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
                found.append(Misfit(seat, game, written, planned))
    return tuple(found)


def moved(before: Opponents, after: Opponents) -> dict[str, frozenset[int]]:
    """The games in which each seat meets somebody else than it was told; those who keep all theirs are left out."""
    games = {
        seat: frozenset(
            game
            for game in {*before.get(seat, {}), *after.get(seat, {})}
            if before.get(seat, {}).get(game) != after.get(seat, {}).get(game)
        )
        for seat in {*before, *after}
    }
    return {seat: changed for seat, changed in games.items() if changed}
