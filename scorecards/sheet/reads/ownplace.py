"""Every card's state for its own player: how far it is, its rank, what separates it from its neighbors, and what it
still needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

from scorecards.sheet.reads.looks import readings
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.standings import Standings, posted_standings, standings
from scorecards.sheet.rules.needs import Chance, Need, find_need
from scorecards.sheet.rules.piles import find_piles
from scorecards.sheet.rules.ranking import StandingsRow

MISSING, RECEIVED, TYPED, COMPARED, POSTED = "missing", "received", "typed", "compared", "posted"
"""How far a card is; empty where the entrant has none to hand in. An untyped card stays missing or received even after
posting: a player who left early may never hand it in."""

WHOLE = frozenset({TYPED, COMPARED, POSTED})
"""The states of a card with all its lines."""


class HowFar(NamedTuple):
    """How far a card is, whether lines of it are recorded, and whether they are as told by phone."""

    card: str = ""
    is_in: bool = False
    by_phone: bool = False


@dataclass(frozen=True, slots=True)
class Apart:
    """What separates a card from its neighbor: the neighbor's seat and name, the deciding key as in `Tiebreaker`, and
    the values of the upper and the lower card; None where a game between them or a playoff decides."""

    seat: str
    name: str
    by: str
    above: int | None
    below: int | None


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """One card in the standings. `of` is how many are ranked, `level` who shares the rank: seat and name.

    `behind` is the card directly above that won a tie on what ranks `first` against this one, `before` the card below
    that lost one. `status` is a `Status`; `need` is None once the qualifiers are posted. `cards_open` counts the incomplete
    cards; `finished`: this card is complete.
    """

    rank: int
    tied: bool
    of: int
    game_points: int
    games_won: int
    net: int | None
    plus: int | None
    status: str
    provisional: bool
    quota: int
    cards_open: int
    finished: bool
    level: tuple[tuple[str, str], ...]
    behind: Apart | None
    before: Apart | None
    need: Need | None
    first: str = "game_points"


@dataclass(frozen=True, slots=True)
class OwnCards:
    """What own pages show of all cards of an event, by seat: how far each is, and the place of every ranked card; no
    places before the first card is in."""

    how_far: Mapping[str, HowFar]
    places: Mapping[str, OwnPlace]


def own_cards(on: Sheet) -> OwnCards:
    """The own pages' view of these cards."""
    event = on.event
    shown = posted_standings(event) if event.posted_at is not None else standings(on)
    return own_cards_of(shown, own_values(on, shown))


def own_values(on: Sheet, shown: Standings) -> dict[str, Any]:
    """The plain values that own pages need besides these standings: needs by seat, incomplete cards, and how far each
    is."""
    event, needs, missing = on.event, {}, []
    if event.posted_at is None and event.cards_begun_at is not None and shown.cards_in:
        bounds = find_piles(on.crosscheck, readings(event)).bounds
        needs = {seat: list(astuple(find_need(seat, bounds, on.quota))) for seat in bounds}
        missing = list(on.crosscheck.missing)
    return {
        "needs": needs,
        "missing": missing,
        "first": on.chain[0].value,
        "cards": {seat: list(_how_far(on, seat)) for seat in on.cards},
    }


def own_cards_of(shown: Standings, own: Mapping[str, Any]) -> OwnCards:
    """The same from the standings and `own_values` as stored."""
    needs = {seat: Need(Chance(chance), *more) for seat, (chance, *more) in own["needs"].items()}
    is_ranked = bool(needs) or not shown.provisional
    places = _places(shown, needs, frozenset(own["missing"]), own.get("first", "game_points")) if is_ranked else {}
    return OwnCards({seat: HowFar(*how_far) for seat, how_far in own["cards"].items()}, places)


def _how_far(on: Sheet, seat: str) -> HowFar:
    facts = on.facts.get(seat, CardFacts())
    is_in, by_phone = bool(on.cards[seat].lines), facts.is_by_phone
    # A player who left before their first game has no card to hand in.
    if (facts.typed_at is None and facts.ended_at is None) or not on.cards[seat].complete:
        return HowFar(RECEIVED if facts.received_at else MISSING, is_in, by_phone)
    if on.event.posted_at:
        return HowFar(POSTED, True, by_phone)
    return HowFar(COMPARED if on.event.cross_checked_at else TYPED, is_in, by_phone)


def _places(shown: Standings, needs: Mapping[str, Need], missing: frozenset[str], first: str) -> dict[str, OwnPlace]:
    return {row.seat: _place(shown, index, needs.get(row.seat), missing, first) for index, row in enumerate(shown.rows)}


def _place(
    shown: Standings,
    index: int,
    need: Need | None,
    missing: frozenset[str],
    first: str,
) -> OwnPlace:
    rows = shown.rows
    row = rows[index]
    shared = _sharing(rows, index) if row.tied else [index]
    above, below = shared[0] - 1, shared[-1] + 1
    return OwnPlace(
        rank=row.rank,
        tied=row.tied,
        of=len(rows),
        game_points=row.game_points,
        games_won=row.games_won,
        net=row.net,
        plus=row.plus,
        status=row.status,
        provisional=shown.provisional,
        quota=shown.quota,
        cards_open=len(missing),
        finished=row.seat not in missing,
        level=tuple((rows[place].seat, rows[place].name) for place in shared if place != index),
        behind=_apart(rows, above, shared[0], other=above, first=first) if above >= 0 else None,
        before=_apart(rows, shared[-1], below, other=below, first=first) if below < len(rows) else None,
        need=need,
        first=first,
    )


def _sharing(rows: Sequence[StandingsRow], index: int) -> list[int]:
    """The indexes of the rows that share this row's rank; they are adjacent."""
    first = last = index
    while first and rows[first - 1].tied and rows[first - 1].rank == rows[index].rank:
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].tied and rows[last + 1].rank == rows[index].rank:
        last += 1
    return list(range(first, last + 1))


def _apart(rows: Sequence[StandingsRow], above: int, below: int, *, other: int, first: str) -> Apart | None:
    """What broke the tie of these neighbors; None where what ranks first differs and there was no tie."""
    by = rows[below].decided_by
    if by is None or by == first:
        return None
    return Apart(rows[other].seat, rows[other].name, by, getattr(rows[above], by, None), getattr(rows[below], by, None))
