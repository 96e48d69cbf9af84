"""Where every card stands, for its own player: how far it is, the rank, what separates it from its neighbours, and what is still
needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

from scorecards.sheet.reads.looks import readings
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.standings import Standings, posted_standings, standings
from scorecards.sheet.rules.needs import Chance, Need, find_need
from scorecards.sheet.rules.piles import find_piles
from scorecards.sheet.rules.tiebreak import StandingsRow

MISSING, RECEIVED, TYPED, COMPARED, POSTED = "missing", "received", "typed", "compared", "posted"
"""How far a card is; empty where the entrant has none to hand in. One that was never typed is missing or received also
when the cards are compared and the qualifiers posted: whoever left early may have handed in none."""

WHOLE = frozenset({TYPED, COMPARED, POSTED})
"""How far a card is to which no line is wanting."""


class HowFar(NamedTuple):
    """How far a card is, whether lines of it are recorded, and whether it is as it was told by phone."""

    card: str = ""
    is_in: bool = False
    by_phone: bool = False


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


@dataclass(frozen=True, slots=True)
class OwnCards:
    """What own pages tell of all cards of an event, by seat: how far each is, and the place of every one that is ranked; no places
    before the first card is in."""

    how_far: Mapping[str, HowFar]
    places: Mapping[str, OwnPlace]


def own_cards(on: Sheet) -> OwnCards:
    """What own pages tell of these cards."""
    event = on.event
    shown = posted_standings(event) if event.posted_at is not None else standings(on)
    return own_cards_of(shown, own_values(on, shown))


def own_values(on: Sheet, shown: Standings) -> dict[str, Any]:
    """What own pages tell beside these standings, as plain values: what each card still needs, which are not complete, and how far
    each is."""
    event, needs, missing = on.event, {}, []
    if event.posted_at is None and event.cards_begun_at is not None and shown.cards_in:
        bounds = find_piles(on.crosscheck, readings(event)).bounds
        needs = {seat: list(astuple(find_need(seat, bounds, on.quota))) for seat in bounds}
        missing = list(on.crosscheck.missing)
    return {"needs": needs, "missing": missing, "cards": {seat: list(_how_far(on, seat)) for seat in on.cards}}


def own_cards_of(shown: Standings, own: Mapping[str, Any]) -> OwnCards:
    """The same from the standings and `own_values` as they are stored."""
    needs = {seat: Need(Chance(chance), *more) for seat, (chance, *more) in own["needs"].items()}
    is_ranked = bool(needs) or not shown.provisional
    places = _places(shown, needs, frozenset(own["missing"])) if is_ranked else {}
    return OwnCards({seat: HowFar(*told) for seat, told in own["cards"].items()}, places)


def _how_far(on: Sheet, seat: str) -> HowFar:
    facts = on.facts.get(seat, CardFacts())
    is_in, by_phone = bool(on.cards[seat].lines), facts.is_by_phone
    # Who left before their first game has no card to hand in.
    if (facts.typed_at is None and facts.ended_at is None) or not on.cards[seat].complete:
        return HowFar(RECEIVED if facts.received_at else MISSING, is_in, by_phone)
    if on.event.posted_at:
        return HowFar(POSTED, True, by_phone)
    return HowFar(COMPARED if on.event.cross_checked_at else TYPED, is_in, by_phone)


def _places(shown: Standings, needs: Mapping[str, Need], missing: frozenset[str]) -> dict[str, OwnPlace]:
    return {row.seat: _place(shown, index, needs.get(row.seat), missing) for index, row in enumerate(shown.rows)}


def _place(
    shown: Standings,
    index: int,
    need: Need | None,
    missing: frozenset[str],
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
        level=tuple((rows[one].seat, rows[one].name) for one in shared if one != index),
        behind=_apart(rows, above, shared[0], other=above) if above >= 0 else None,
        before=_apart(rows, shared[-1], below, other=below) if below < len(rows) else None,
        need=need,
    )


def _sharing(rows: Sequence[StandingsRow], index: int) -> list[int]:
    """The rows that share the rank of this one, which stand together."""
    first = last = index
    while first and rows[first - 1].tied and rows[first - 1].rank == rows[index].rank:
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].tied and rows[last + 1].rank == rows[index].rank:
        last += 1
    return list(range(first, last + 1))


def _apart(rows: Sequence[StandingsRow], above: int, below: int, *, other: int) -> Apart | None:
    """What broke the tie of these neighbours; None where they have different game points and there was none."""
    by = rows[below].decided_by
    if by is None or by == "game_points":
        return None
    return Apart(rows[other].seat, rows[other].name, by, getattr(rows[above], by, None), getattr(rows[below], by, None))
