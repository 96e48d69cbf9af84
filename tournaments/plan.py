"""An event as its director plans it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime

from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class EventPlan:
    """An event as its director plans it. Without `rounds` it takes as many as the seats need.

    With a `repeats_reason` people may meet again where a table has too few, with a `sit_outs_reason` some may sit out two
    games more than others. Without `records_spread` the cards say who won, for two points or three, and nothing else. `expected` entrants are not kept: a plan
    that they could not finish is refused.
    """

    slug: str
    kind: str = Event.Kind.MAIN
    games: int = 22
    deal: str = Event.Deal.CUT
    movement: str = Event.Movement.ANCHOR
    rounds: int | None = None
    starts_at: datetime | None = None
    muggins: bool = False
    records_spread: bool = True
    deal_procedure: str = ""
    playoff_format: str = ""
    repeats_reason: str = ""
    sit_outs_reason: str = ""
    expected: int | None = None


PLANNED = tuple(one.name for one in fields(EventPlan) if one.name != "expected")
"""What of a plan is kept, by name."""
