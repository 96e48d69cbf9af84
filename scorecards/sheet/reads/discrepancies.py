"""The games that do not plainly agree, with what people decided about them."""

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
from scorecards.sheet.rules.crosscheck import ComparedGame, Lines, State
from scorecards.sheet.rules.line import Line, format_points, format_spread
from scorecards.sheet.rules.ruling import find_taken
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
    """What a decision by hand makes stand on each card; a card that it gives nothing keeps its line."""
    lines = given_lines(resolved, game.game, game.seats, game.recorded)
    return {seat: line_values(line) for seat, line in lines.items()}


def given_lines(
    resolved: Mapping[str, Any] | None, game: int, seats: tuple[str, str], recorded: tuple[Line | None, Line | None]
) -> dict[str, Line | None]:
    """The same as lines, in the order of the seats, from the lines as recorded."""
    found: dict[str, Line | None] = {}
    for seat, line in zip(seats, recorded, strict=True):
        given = resolved[seat] if resolved else None
        found[seat] = line if given is None else Line(game, None, **given)
    return found


def taken_by(on: Sheet, game: ComparedGame) -> dict[str, ComparedGame]:
    """The cards of these two whose line of that number belongs to another game, with that game."""
    found = ((seat, find_taken(on.crosscheck.games, game, seat)) for seat in game.seats)
    return {seat: other for seat, other in found if other is not None}


def told_lines(resolved: Mapping[str, Any], game: ComparedGame, taken: Collection[str]) -> dict[str, Line]:
    """What each card would say of the game by such a decision: a line without anything where it has none, or is `taken` by another."""
    lines = given_lines(resolved, game.game, game.seats, game.recorded)
    silent = Line(game.game, None, None, None, None)
    return {seat: silent if line is None or seat in taken else line for seat, line in lines.items()}


def discrepancy_id(game: ComparedGame) -> str:
    """The name of a discrepancy: game and both seats, in seat order, `8-A-6-A-16`."""
    return f"{game.game}-{game.seats[0]}-{game.seats[1]}"


def _version(game: ComparedGame, row: Discrepancy | None) -> int:
    """A number that changes exactly when the lines, the proposal or the decision do, in whatever order cards came in.

    It stays below 2**53, so that every JSON reader keeps it exact.
    """
    if game.proposal is None:
        raise ValueError("a game that is not compared yet has no discrepancy")
    told: list[Any] = [basis_record(game.recorded, game.proposal), game.state.value]
    if row is not None:
        told += [row.kind, row.resolved, row.initials, row.reason]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()
    return int.from_bytes(digest[:6], "big")


@dataclass(frozen=True, slots=True)
class DiscrepancyView:
    """One discrepancy with what people decided about it, for page and API."""

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


def discrepancy_view(on: Sheet, game: ComparedGame) -> DiscrepancyView:
    """What the API and the desk show of one game that does not plainly agree."""
    if game.outcome is None:
        raise ValueError("a game that is not compared yet has no discrepancy")
    row = on.decisions.get(game.decision) if game.decision else None
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
    )


def _resolved_values(game: ComparedGame, lines: Lines) -> dict[str, Values | None]:
    """What holds on each card; null for one of which a decision by hand says nothing, as its line is another game's."""
    says = game.said if game.state is State.OVERRIDDEN else (True, True)
    shown = zip(game.seats, lines, says, strict=True)
    return {seat: line_values(line) if said else None for seat, line, said in shown}


def differing_games(on: Sheet) -> list[ComparedGame]:
    """Every compared game that does not plainly agree, by game, then seats; none before the first cross-check."""
    if not on.event.cross_checked_at:
        return []
    found = [g for g in on.crosscheck.games if g.state not in (State.AGREED, State.PENDING)]
    return sorted(found, key=lambda g: (g.game, *(seat_order(seat) for seat in g.seats)))


def find_game(on: Sheet, game: int, seats: tuple[str, str]) -> ComparedGame | None:
    """The game of these two seats, in either order; None where neither card has it."""
    wanted = tuple(sorted(seats, key=seat_order))
    return next((g for g in on.crosscheck.games if g.game == game and g.seats == wanted), None)


def discrepancies(on: Sheet) -> list[DiscrepancyView]:
    """Every discrepancy of the event, by game, then seats."""
    return [discrepancy_view(on, game) for game in differing_games(on)]
