"""Cards as text, the way one reads them from paper, so that a stack fits on a screen.

A line is `opponent points amount`: `A-2 2 +10`, `A-2 0 -10`; `_` is a blank opponent or blank points, and a missing amount
is a blank spread. A whole line `blank` is blank throughout.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import Card


def make_line(text: str, game: int = 1) -> Line:
    """Return the line written as `A-2 2 +10`."""
    if text == "blank":
        return Line(game, None, None, None, None)
    opponent, points, *amount = text.split()
    spread = int(amount[0]) if amount else 0
    return Line(
        game,
        None if opponent == "_" else opponent,
        None if points == "_" else int(points),
        spread if spread > 0 else None,
        -spread if spread < 0 else None,
    )


def make_lines(text: str) -> tuple[Line, ...]:
    """Return lines separated by commas: games 1, 2, 3 …; an empty place is a game without a line."""
    return tuple(make_line(part.strip(), game) for game, part in enumerate(text.split(","), start=1) if part.strip())


def make_card(seat: str, text: str, games: int, *, ends: bool = False, first_lines: bool = False) -> Card:
    """Return a card that counts games 1 to `games`, or its first `games` lines."""
    counted = None if first_lines else frozenset(range(1, games + 1))
    return Card(seat, make_lines(text), counted, games, ends=ends)


def make_stack(text: str, games: int) -> dict[str, Card]:
    """Return the cards of a text with one card a row, `A-1: A-2 2 +10, A-3 0 -05`."""
    rows = (row.partition(":") for row in text.strip().splitlines())
    return {seat.strip(): make_card(seat.strip(), lines, games) for seat, _, lines in rows}


def show_line(line: Line | None) -> str | None:
    """Write points and amount of a line as in `make_line`, without the opponent."""
    if line is None:
        return None
    points = "_" if line.points is None else str(line.points)
    amount = f" +{line.plus}" if line.plus else f" -{line.minus}" if line.minus else ""
    return points + amount


def show_lines(lines: Mapping[int, Line]) -> dict[int, str | None]:
    """Write several lines, by their game."""
    return {game: show_line(line) for game, line in sorted(lines.items())}
