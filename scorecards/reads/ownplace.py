"""Where every card stands, for its own player: the rank, what separates it from its neighbours, and what is still needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorecards.reads.looks import readings
from scorecards.reads.sheet import Sheet
from scorecards.reads.standings import posted_standings, standings
from scorecards.rules.needs import Need, find_need
from scorecards.rules.piles import find_piles


@dataclass(frozen=True, slots=True)
class Apart:
    """What separates a card from the one next to it: that one's seat and name, the deciding key as `Tiebreaker`, and what
    the one above and the one below have of it; no values where a game between them or a playoff decides."""

    seat: str
    name: str
    by: str
    above: int | None
    below: int | None


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """One card in the standings. `of` is how many are ranked, `level` who shares the rank: seat and name.

    `behind` is the card directly above where a tie on game points was broken against this one, `before` the one below where it
    was broken for it. `status` is a `Status`; `need` is None once the qualifiers are posted. `cards_open` are the cards that
    are not complete, `finished` whether this one is.
    """

    rank: int
    tied: bool
    of: int
    game_points: int
    games_won: int
    net: int
    plus: int
    status: str
    provisional: bool
    quota: int
    cards_open: int
    finished: bool
    level: tuple[tuple[str, str], ...]
    behind: Apart | None
    before: Apart | None
    need: Need | None


def own_places(on: Sheet) -> dict[str, OwnPlace]:
    """The place of every ranked card, by seat; none before the first card is in."""
    event = on.event
    if event.posted_at is not None:
        values = posted_standings(event)
        return _places(values, {}, frozenset())
    if event.cards_begun_at is None:
        return {}
    values = standings(on)
    if not values["cards_in"]:
        return {}
    bounds = find_piles(on.crosscheck, readings(event)).bounds
    needs = {seat: find_need(seat, bounds, on.quota) for seat in bounds}
    return _places(values, needs, frozenset(on.crosscheck.missing))


def _places(values: Mapping[str, Any], needs: Mapping[str, Need], missing: frozenset[str]) -> dict[str, OwnPlace]:
    rows = values["rows"]
    return {row["seat"]: _place(values, rows, index, needs.get(row["seat"]), missing) for index, row in enumerate(rows)}


def _place(
    values: Mapping[str, Any],
    rows: Sequence[Mapping[str, Any]],
    index: int,
    need: Need | None,
    missing: frozenset[str],
) -> OwnPlace:
    row = rows[index]
    shared = _sharing(rows, index) if row["tied"] else [index]
    above, below = shared[0] - 1, shared[-1] + 1
    return OwnPlace(
        rank=row["rank"],
        tied=row["tied"],
        of=len(rows),
        game_points=row["game_points"],
        games_won=row["games_won"],
        net=row["net"],
        plus=row["plus"],
        status=row["status"],
        provisional=values["provisional"],
        quota=values["quota"],
        cards_open=len(missing),
        finished=row["seat"] not in missing,
        level=tuple((rows[one]["seat"], rows[one]["name"]) for one in shared if one != index),
        behind=_apart(rows, above, shared[0], other=above) if above >= 0 else None,
        before=_apart(rows, shared[-1], below, other=below) if below < len(rows) else None,
        need=need,
    )


def _sharing(rows: Sequence[Mapping[str, Any]], index: int) -> list[int]:
    """The rows that share the rank of this one, which stand together."""
    first = last = index
    while first and rows[first - 1]["tied"] and rows[first - 1]["rank"] == rows[index]["rank"]:
        first -= 1
    while last + 1 < len(rows) and rows[last + 1]["tied"] and rows[last + 1]["rank"] == rows[index]["rank"]:
        last += 1
    return list(range(first, last + 1))


def _apart(rows: Sequence[Mapping[str, Any]], above: int, below: int, *, other: int) -> Apart | None:
    """What broke the tie of these neighbours; None where they have different game points and there was none."""
    by = rows[below]["decided_by"]
    if by is None or by == "game_points":
        return None
    return Apart(rows[other]["seat"], rows[other]["name"], by, rows[above].get(by), rows[below].get(by))
