"""Checkers at the entry desk, as a browser knows them: keys alone, and what the paper says to the letter."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from scorecards.sheet.rules.line import Line, game_points, parse_line
from tournaments.rules.seat import parse_seat

STACK = Path(__file__).parent / "golden" / "stack-96x22"
GAMES = 22
TOTALS = ("game_points", "games_won", "plus", "minus", "net")


def rows(name: str) -> list[dict[str, str]]:
    with (STACK / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@dataclass(frozen=True)
class Paper:
    """One card of the stack, as it is on paper: its lines, and the totals at its foot."""

    seat: str
    lines: tuple[Line, ...]
    totals: tuple[str, ...]

    def keys(self, expected: dict[int, str | None]) -> list[str]:
        """What a practised checker presses for each line, on the number pad alone: the sign ends the line."""
        return [keys_of(line, expected.get(line.game), parse_seat(self.seat).table) for line in self.lines]

    @property
    def total_keys(self) -> list[str]:
        return [f"{total}\n" for total in self.totals]


NOTHING_ELSE = ".\n"


def keys_of(line: Line, expected: str | None, table: str) -> str:
    """The keys of the number pad for one line of a card of this table; a seat of another table needs its letters.

    >>> keys_of(Line(1, "A-2", 2, 7, None), "A-2", "A"), keys_of(Line(1, "A-3", 3, None, 12), "A-2", "A")
    ('7+', '3/-12*+')
    """
    figures = _figure_keys(line)
    if line.opponent == expected and (figures or expected is None):
        return figures or NOTHING_ELSE
    seat = "0" if line.opponent is None else line.opponent.removeprefix(f"{table}-").replace("-", "")
    return f"{seat}/{figures or NOTHING_ELSE}"


def _figure_keys(line: Line) -> str:
    if line.spread is None:
        return {None: "", 0: "0-", 2: "0+", 3: "0*+"}[line.points]
    column = "+" if line.minus is None else "-"
    if line.points is None:
        return f".{line.spread}{column}"
    result = "+" if line.is_win else "-"
    star = "*" if line.is_win and line.points != game_points(line.spread) else ""
    return f"{'' if column == result else column}{line.spread}{star}{result}"


@cache
def papers() -> dict[str, Paper]:
    """The whole stack, by seat, in seat order."""
    lines: dict[str, list[Line]] = {row["seat"]: [] for row in rows("entrants.csv")}
    for row in rows("cards.csv"):
        line = parse_line(int(row["game"]), row["opponent"], row["points"], row["plus"], row["minus"])
        assert isinstance(line, Line)
        lines[row["seat"]].append(line)
    totals = {row["seat"]: tuple(row[name] for name in TOTALS) for row in rows("totals.csv")}
    return {seat: Paper(seat, tuple(of), totals.get(seat, ("",) * 5)) for seat, of in lines.items()}


@dataclass
class Count:
    """What typing some cards took: keys pressed, and seconds that a typist would have waited for the program."""

    lines: int = 0
    line_keys: int = 0
    other_keys: list[int] = field(default_factory=list)
    to_next: list[float] = field(default_factory=list)
    to_server: list[float] = field(default_factory=list)

    def __add__(self, other: Count) -> Count:
        return Count(
            self.lines + other.lines,
            self.line_keys + other.line_keys,
            self.other_keys + other.other_keys,
            self.to_next + other.to_next,
            self.to_server + other.to_server,
        )

    @property
    def keys_a_game(self) -> float:
        return self.line_keys / self.lines

    def told(self) -> str:
        """The measurements in one line."""

        def times(seconds: list[float]) -> str:
            return f"{sum(seconds) / len(seconds):.3f} s on average, {max(seconds):.3f} s at most"

        return (
            f"{len(self.other_keys)} cards: {self.keys_a_game:.2f} keys a game, "
            f"{max(self.other_keys)} more a card at most; program time until the next card: {times(self.to_next)}; "
            f"until the server has it: {times(self.to_server)}"
        )


# Set up the event of the stack: every entrant at the seat of the file, nothing typed yet.
SET_UP = """
import csv
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import *
tournament = make_tournament("sierra")
for name in {people!r}:
    make_user(name, role="checker", tournament=tournament, password={password!r})
rows = list(csv.DictReader(open({entrants!r}, encoding="utf-8", newline="")))
event = make_event(tournament=tournament, games=22)
plans = [EntrantPlan(row["name"], row["acc_number"], row["seat"]) for row in rows]
enter_entrants(event=event, entrants=plans, actor=make_actor())
draw_seats(event=event, tables=None, seed=7, actor=make_actor())
"""
