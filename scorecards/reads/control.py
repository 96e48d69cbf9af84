"""The card control sheet and the four piles, as page and API tell them."""

from __future__ import annotations

from dataclasses import dataclass

from scorecards.reads.looks import readings
from scorecards.reads.sheet import Sheet
from scorecards.rules.control import ControlSheet, control_sheet
from scorecards.rules.looks import Place, Reading
from scorecards.rules.piles import Piles, find_piles
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
