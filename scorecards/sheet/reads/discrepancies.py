"""The games that do not plainly agree, with the decisions on them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorecards.models import Discrepancy
from scorecards.sheet.reads.sheet import Sheet, Values
from scorecards.sheet.rules.basis import basis_record
from scorecards.sheet.rules.by_hand import find_taken
from scorecards.sheet.rules.crosscheck import ComparedGame, Lines, State
from scorecards.sheet.rules.line import Line, format_points, format_spread
from tournaments.rules.seat import seat_order


def line_values(line: Line | None) -> Values | None:
    """The three columns of a line in the card's notation; None where there is no line."""
    if line is None:
        return None
    return {
        "points": format_points(line.points),
        "plus": format_spread(line.plus),
        "minus": format_spread(line.minus),
    }


def given_values(resolved: Mapping[str, Any] | None, game: ComparedGame) -> dict[str, Values | None]:
    """The values in force on each card by a decision by hand, by seat; `resolved` has the decision's values by seat.

    A card for which `resolved` has None keeps its recorded line.
    """
    lines = given_lines(resolved, game.game, game.seats, game.recorded)
    return {seat: line_values(line) for seat, line in lines.items()}


def given_lines(
    resolved: Mapping[str, Any] | None, game: int, seats: tuple[str, str], recorded: tuple[Line | None, Line | None]
) -> dict[str, Line | None]:
    """The lines in force by a decision by hand, by seat in the order of `seats`.

    `resolved` has the decision's values by seat; a card for which it has None keeps its line of `recorded`.
    """
    lines: dict[str, Line | None] = {}
    for seat, line in zip(seats, recorded, strict=True):
        columns = resolved[seat] if resolved else None
        lines[seat] = line if columns is None else Line(game, None, **columns)
    return lines


def taken_by(event_sheet: Sheet, game: ComparedGame) -> dict[str, ComparedGame]:
    """The other game that owns the line of a seat, by seat; seats of this game without such an owner are left out."""
    games = ((seat, find_taken(event_sheet.crosscheck.games, game, seat)) for seat in game.seats)
    return {seat: other for seat, other in games if other is not None}


def told_lines(resolved: Mapping[str, Any], game: ComparedGame, taken: Collection[str]) -> dict[str, Line]:
    """The line of each card by a decision by hand, by seat.

    A card without a line, or whose line is `taken` by another game, gets an empty line.
    """
    lines = given_lines(resolved, game.game, game.seats, game.recorded)
    empty_line = Line(game.game, None, None, None, None)
    return {seat: empty_line if line is None or seat in taken else line for seat, line in lines.items()}


def discrepancy_id(game: ComparedGame) -> str:
    """The name of a discrepancy: game and both seats in seat order, like `8-A-6-A-16`."""
    return f"{game.game}-{game.seats[0]}-{game.seats[1]}"


def _version(game: ComparedGame, row: Discrepancy | None) -> int:
    """A hash of the lines, the proposal and the decision, independent of the order in which cards came in.

    It stays below 2**53, so that every JSON reader keeps it exact.
    """
    if game.proposal is None:
        raise ValueError("a game that is not compared yet has no discrepancy")
    content: list[Any] = [basis_record(game.recorded, game.proposal), game.state.value]
    if row is not None:
        content += [row.kind, row.resolved, row.initials, row.reason]
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()
    return int.from_bytes(digest[:6], "big")


@dataclass(frozen=True, slots=True)
class DiscrepancyView:
    """One discrepancy with its decision, for page and API; `not_typed` is the card whose line is not typed, or empty."""

    id: str
    version: int
    game: int
    cards: tuple[str, str]
    outcome: str
    rules: tuple[str, ...]
    state: str
    recorded: dict[str, Values | None]
    resolved: dict[str, Values | None] | None
    initials: str
    reason: str
    decided_by: str
    decided_at: datetime | None
    not_typed: str


def is_not_typed(event_sheet: Sheet, game: ComparedGame) -> bool:
    """Whether one of the two lines of this game is not typed, so that nothing differs yet."""
    return bool(_not_typed(event_sheet, game))


def _not_typed(event_sheet: Sheet, game: ComparedGame) -> str:
    """The seat of the card whose line of this game is not typed; empty if both are."""
    return next((seat for seat in game.seats if (seat, game.game) in event_sheet.not_typed), "")


def discrepancy_view(event_sheet: Sheet, game: ComparedGame) -> DiscrepancyView:
    """One game that does not plainly agree, as API and desk show it."""
    if game.outcome is None:
        raise ValueError("a game that is not compared yet has no discrepancy")
    row = event_sheet.decisions.get(game.decision) if game.decision else None
    return DiscrepancyView(
        id=discrepancy_id(game),
        version=_version(game, row),
        game=game.game,
        cards=game.seats,
        outcome=game.outcome.value,
        rules=game.rules,
        state=game.state.value,
        recorded={seat: line_values(line) for seat, line in zip(game.seats, game.recorded, strict=True)},
        resolved=None if game.resolved is None else _resolved_values(game, game.resolved),
        initials=row.initials if row else "",
        reason=row.reason if row else "",
        decided_by=row.decided_by if row else "",
        decided_at=row.decided_at if row else None,
        not_typed=_not_typed(event_sheet, game),
    )


def _resolved_values(game: ComparedGame, lines: Lines) -> dict[str, Values | None]:
    """The values in force on each card; None if a decision by hand leaves the line to another game."""
    given = game.said if game.state is State.OVERRIDDEN else (True, True)
    return {
        seat: line_values(line) if is_given else None
        for seat, line, is_given in zip(game.seats, lines, given, strict=True)
    }


def differing_games(event_sheet: Sheet) -> list[ComparedGame]:
    """Every compared game that does not plainly agree, by game, then seats; none before the first cross-check."""
    if not event_sheet.event.cross_checked_at:
        return []
    games = [g for g in event_sheet.crosscheck.games if g.state not in (State.AGREED, State.PENDING)]
    return sorted(games, key=lambda g: (g.game, *(seat_order(seat) for seat in g.seats)))


def find_game(event_sheet: Sheet, game: int, seats: tuple[str, str]) -> ComparedGame | None:
    """The game of this number between these two seats, in either order; None if neither card has it."""
    pair = tuple(sorted(seats, key=seat_order))
    return next((g for g in event_sheet.crosscheck.games if g.game == game and g.seats == pair), None)


def discrepancies(event_sheet: Sheet) -> list[DiscrepancyView]:
    """Every discrepancy of the event, by game, then seats."""
    return [discrepancy_view(event_sheet, game) for game in differing_games(event_sheet)]
