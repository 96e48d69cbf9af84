"""The cross-check in numbers, the standings, and their stored snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorecards.models import QualifyingResult
from scorecards.reads.lists import kept_corrections
from scorecards.reads.looks import readings
from scorecards.reads.sheet import Sheet, Values
from scorecards.rules.crosscheck import State
from scorecards.rules.looks import find_wanted
from scorecards.rules.tiebreak import Place, tied_groups
from tournaments.models import Event


def has_card(row: Mapping[str, Any]) -> bool:
    """Whether this row of the standings has a card behind it; those of a posted list do not say, they all have."""
    return bool(row.get("card_in", True))


def crosscheck_summary(on: Sheet) -> Values:
    """What the contract answers to a cross-check."""
    result = on.crosscheck
    return {
        "revision": on.event.revision,
        "complete": result.complete,
        "missing": list(result.missing),
        "quota": result.quota,
        "apparent_qualifiers": list(result.apparent_qualifiers),
        "high_nonqualifier": result.high_nonqualifier,
        "outcomes": {outcome.value: number for outcome, number in result.outcomes.items()},
    }


def standings(on: Sheet) -> Values:
    """The standings as the contract shows them, without `current`, which only the moment of asking knows."""
    rows = [
        {
            "rank": place.rank,
            "seat": place.seat,
            "name": on.entries[place.seat].name,
            "game_points": place.tally.game_points,
            "games_won": place.tally.games_won,
            "net": place.tally.net if on.event.records_spread else None,
            "plus": place.tally.plus if on.event.records_spread else None,
            "status": on.statuses[place.seat].value,
            "tied": place.tied,
            "decided_by": place.decided_by.value if place.decided_by else None,
            "card_in": place.seat not in on.waiting,
            "card_complete": on.cards[place.seat].complete,
        }
        for place in on.places
    ]
    return {
        "revision": on.event.revision,
        "provisional": on.event.posted_at is None,
        "quota": on.quota,
        "cards_in": sum(1 for seat, c in on.cards.items() if seat not in on.not_ranked and c.lines),
        "cards_complete": sum(
            1 for seat, c in on.cards.items() if seat not in on.not_ranked | on.waiting and c.complete
        ),
        **_open(on),
        "kept": [],
        "rows": rows,
    }


def _open(on: Sheet) -> Values:
    """What the standings rest on and nobody has settled yet: lines to be read again, corrections without initials, and
    games that wait for the head judge, or where no spread is recorded for a checker."""
    states = [game.state for game in on.crosscheck.games] if on.event.cross_checked_at else []
    return {
        "to_read": len(find_wanted(on.crosscheck, readings(on.event, until=on.until))),
        "to_sign": states.count(State.PROPOSED),
        "to_rule": states.count(State.OPEN),
    }


def posted_standings(event: Event) -> Values:
    """The official standings, from the frozen rows."""
    results = list(QualifyingResult.objects.filter(event=event).select_related("entry").order_by("rank", "pk"))
    rows = [
        {
            "rank": r.rank,
            "seat": r.entry.seat,
            "name": r.entry.name,
            "game_points": r.game_points,
            "games_won": r.games_won,
            "net": r.net if event.records_spread else None,
            "plus": r.plus if event.records_spread else None,
            "status": r.status,
            "tied": r.tied,
            "decided_by": r.decided_by or None,
            "card_in": True,
            "card_complete": True,
        }
        for r in results
    ]
    return {
        "revision": event.revision,
        "provisional": False,
        "quota": sum(1 for r in results if r.seed is not None),
        "cards_in": len(results),
        "cards_complete": len(results),
        "to_read": 0,
        "to_sign": 0,
        "to_rule": 0,
        "kept": [
            {"seat": one.seat, "name": one.name, "games": list(one.games), "reason": one.reason}
            for one in kept_corrections(event)
        ],
        "rows": rows,
    }


def level_groups(on: Sheet) -> list[list[Place]]:
    """The groups that cards and head-to-head leave level, whatever playoffs were recorded."""
    without = replace(on, playoffs=())
    return [list(group) for group in tied_groups(without.places)]


def level_below(on: Sheet) -> list[tuple[Place, ...]]:
    """The group that the cards leave level at the first place under the line, played out or not; none where nobody is."""
    return [tuple(group) for group in level_groups(on) if group[0].rank == on.quota + 1]


def qualifiers(event: Event) -> list[Values]:
    """The posted qualifiers by seed; none before posting."""
    results = QualifyingResult.objects.filter(event=event, seed__isnull=False).select_related("entry").order_by("seed")
    return [{"seed": r.seed, "seat": r.entry.seat, "name": r.entry.name} for r in results]
