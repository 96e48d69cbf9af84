"""The card control sheet and the four piles, as page and API tell them."""

from __future__ import annotations

from dataclasses import dataclass

from scorecards.reads.looks import readings
from scorecards.reads.sheet import Sheet, Values
from scorecards.rules.control import ControlSheet, control_sheet
from scorecards.rules.looks import Place, Reading
from scorecards.rules.piles import Key, Piles, find_piles
from scorecards.rules.why import Turn, check_first


@dataclass(frozen=True, slots=True)
class Control:
    """Where every card of an event stands, its pile and what could still come of it, and the looks that were made."""

    sheet: ControlSheet
    piles: Piles
    turns: tuple[Turn, ...]
    readings: dict[Place, list[Reading]]


def control(on: Sheet) -> Control:
    """The control sheet of this event as it is now; one query more than the sheet."""
    result, looks = on.crosscheck, readings(on.event)
    posted = on.event.posted_at is not None
    piles = find_piles(result, looks, posted=posted)
    received = {seat for seat, facts in on.facts.items() if facts.received_at is not None}
    sheet = control_sheet(result, piles, looks, received=received, posted=posted, undecided=on.undecided)
    return Control(sheet, piles, check_first(result, piles), looks)


def control_values(on: Sheet) -> Values:
    """The control sheet as the API shows it."""
    of = control(on).sheet
    return {
        "revision": on.event.revision,
        "counts": {stage.value: count for stage, count in of.counts.items()},
        "no_shows": list(of.no_shows),
        "seats": [
            {
                "seat": card.seat,
                "state": card.stage.value,
                "pile": card.pile.value if card.pile else None,
                "blocks": card.blocks,
                "next": {
                    "step": card.next.step.value,
                    "seat": card.next.seat,
                    "game": card.next.game,
                    "other": card.next.other,
                },
            }
            for card in of.cards
        ],
    }


def piles_values(on: Sheet) -> Values:
    """The four piles as the API shows them, with what every card can still come to."""
    of, missing = control(on), frozenset(on.crosscheck.missing)
    return {
        "revision": on.event.revision,
        "quota": on.quota,
        "settled": of.piles.settled,
        "counts": {
            **{pile.value: count for pile, count in of.piles.counts.items()},
            "not_complete": len(missing),
        },
        "rows": [
            {
                "seat": place.seat,
                "rank": place.rank,
                "tied": place.tied,
                "pile": pile.value if (pile := of.piles.piles.get(place.seat)) else None,
                "best_rank": bounds.best_rank,
                "worst_rank": bounds.worst_rank,
                "lowest": _key(bounds.lowest, records_spread=on.event.records_spread),
                "highest": _key(bounds.highest, records_spread=on.event.records_spread),
            }
            for place in on.crosscheck.places
            for bounds in [of.piles.bounds[place.seat]]
        ],
        "check_first": [turn.seat for turn in of.turns],
    }


def _key(key: Key, *, records_spread: bool) -> Values:
    points, won, net, plus = key
    found = {"game_points": points, "games_won": won}
    return found | ({"net": net, "plus": plus} if records_spread else {"net": None, "plus": None})
