"""The state of every card for its own player.

This is how far the card is, its rank, what separates it from its neighbors, and what it still needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.standings import Standings, posted_standings, standings
from scorecards.sheet.rules.needs import Chance, Need, find_need
from scorecards.sheet.rules.piles import find_piles
from scorecards.sheet.rules.ranking import StandingsRow

MISSING, RECEIVED, TYPED, COMPARED, POSTED = "missing", "received", "typed", "compared", "posted"
"""How far a card is. An untyped card stays missing or received even after posting, because a player who left early may
never hand it in."""

WHOLE = frozenset({TYPED, COMPARED, POSTED})
"""The states of a card with all its lines."""


class HowFar(NamedTuple):
    """The state `card` as above, empty without a card; whether lines of the card are recorded, and told by phone."""

    card: str = ""
    is_in: bool = False
    by_phone: bool = False


@dataclass(frozen=True, slots=True)
class Separation:
    """What separates a card from its neighbor in the standings.

    `seat` and `name` are the neighbor's, `by` is the deciding `Tiebreaker`. `above` and `below` are the values of the
    upper and the lower card in that key; None if head-to-head or a playoff decides.
    """

    seat: str
    name: str
    by: str
    above: int | None
    below: int | None


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """One card in the standings.

    - `of` is the number of ranked cards.
    - `status` is a `Status`.
    - `cards_open` is the number of incomplete cards; `finished`: this card is complete.
    - `level` are the seats and names of those who share the rank.
    - `behind` is the neighbor above, `before` the neighbor below; None if the key that ranks `first` separates it from
      this card.
    - `need` is None once the qualifiers are posted.
    - `first` is the tiebreaker that ranks first, by its name.
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
    behind: Separation | None
    before: Separation | None
    need: Need | None
    first: str = "game_points"
    pegged: int | None = None


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The content of all own pages of an event, by seat: how far each card is, and the place of every ranked card.

    There are no places before the first card is in.
    """

    how_far: Mapping[str, HowFar]
    places: Mapping[str, OwnPlace]


def own_cards(event_sheet: Sheet) -> OwnCards:
    """The content of the own pages for this sheet."""
    event = event_sheet.event
    shown = posted_standings(event) if event.posted_at is not None else standings(event_sheet)
    return own_cards_of(shown, own_values(event_sheet, shown))


def own_values(event_sheet: Sheet, shown: Standings) -> dict[str, Any]:
    """The plain values that own pages need besides the standings `shown`.

    `needs` are the values of a `Need` by seat, `missing` the seats of incomplete cards, and `cards` the values of a
    `HowFar` by seat. Before the first card is in, and once the qualifiers are posted, the first two are empty. `first`
    is the `Tiebreaker` that ranks first.
    """
    event = event_sheet.event
    needs: dict[str, list[Any]] = {}
    missing: list[str] = []
    if event.posted_at is None and event.cards_begun_at is not None and shown.cards_in:
        bounds = find_piles(event_sheet.crosscheck, readings(event)).bounds
        needs = {seat: list(astuple(find_need(seat, bounds, event_sheet.quota))) for seat in bounds}
        missing = list(event_sheet.crosscheck.missing)
    return {
        "needs": needs,
        "missing": missing,
        "first": event_sheet.chain[0].value,
        "cards": {seat: list(_how_far(event_sheet, seat)) for seat in event_sheet.cards},
    }


def own_cards_of(shown: Standings, own: Mapping[str, Any]) -> OwnCards:
    """The content of the own pages, from stored standings and stored `own_values`."""
    needs = {seat: Need(Chance(chance), *more) for seat, (chance, *more) in own["needs"].items()}
    is_ranked = bool(needs) or not shown.provisional
    places = _places(shown, needs, frozenset(own["missing"]), own.get("first", "game_points")) if is_ranked else {}
    return OwnCards({seat: HowFar(*how_far) for seat, how_far in own["cards"].items()}, places)


def _how_far(event_sheet: Sheet, seat: str) -> HowFar:
    """How far the card of this seat is."""
    facts = event_sheet.facts.get(seat, CardFacts())
    is_in, by_phone = bool(event_sheet.cards[seat].lines), facts.is_by_phone
    # The card of a player who left before their first game is done once somebody declares that it ends.
    is_typed_or_ended = facts.typed_at is not None or facts.ended_at is not None
    if not (is_typed_or_ended and event_sheet.cards[seat].complete):
        return HowFar(RECEIVED if facts.received_at else MISSING, is_in, by_phone)
    if event_sheet.event.posted_at:
        return HowFar(POSTED, True, by_phone)
    return HowFar(COMPARED if event_sheet.event.cross_checked_at else TYPED, is_in, by_phone)


def _places(shown: Standings, needs: Mapping[str, Need], missing: frozenset[str], first: str) -> dict[str, OwnPlace]:
    return {row.seat: _place(shown, index, needs.get(row.seat), missing, first) for index, row in enumerate(shown.rows)}


def _place(
    shown: Standings,
    index: int,
    need: Need | None,
    missing: frozenset[str],
    first: str,
) -> OwnPlace:
    """The place of the row at this index of the standings; neighbors are those of its whole tied group.

    `missing` are the seats of incomplete cards, and `first` is the tiebreaker that ranks first.
    """
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
        level=tuple(
            (rows[shared_index].seat, rows[shared_index].name) for shared_index in shared if shared_index != index
        ),
        behind=_separation(rows, above, shared[0], neighbor=above, first=first) if above >= 0 else None,
        before=_separation(rows, shared[-1], below, neighbor=below, first=first) if below < len(rows) else None,
        need=need,
        first=first,
        pegged=row.pegged,
    )


def _sharing(rows: Sequence[StandingsRow], index: int) -> list[int]:
    """The indexes of the rows that share this row's rank; they are adjacent."""
    first = last = index
    while first and rows[first - 1].tied and rows[first - 1].rank == rows[index].rank:
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].tied and rows[last + 1].rank == rows[index].rank:
        last += 1
    return list(range(first, last + 1))


def _separation(
    rows: Sequence[StandingsRow], above: int, below: int, *, neighbor: int, first: str
) -> Separation | None:
    """What broke the tie of two adjacent rows on the key that ranks `first`; None if nothing did, or if there was none.

    `above`, `below` and `neighbor` are indexes of rows; the neighbor is one of the two.
    """
    by = rows[below].decided_by
    if by is None or by == first:
        return None
    return Separation(
        seat=rows[neighbor].seat,
        name=rows[neighbor].name,
        by=by,
        above=getattr(rows[above], by, None),
        below=getattr(rows[below], by, None),
    )
