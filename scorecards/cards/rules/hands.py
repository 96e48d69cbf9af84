"""Through whose hands a line went: what was typed for it, and the look that changed it.

A line stands as it was *typed* until two looks at the paper agree against it; then it stands as it was *read*, whoever
typed the card. Typing the card again, or putting the line back, ends that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import is_same
from scorecards.sheet.rules.replay import CARD, Recorded, Step


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a line as it is recorded comes from: what was typed, and when a look changed it, None where none did."""

    typed: Line | None
    read_at: datetime | None = None


def origin_of(steps: Iterable[Step], seat: str, game: int) -> Origin:
    """Find where the line of this game on this card comes from; `steps` are all of that card, oldest first."""
    stood: list[tuple[Line | None, Origin]] = [(None, Origin(None))]
    for step in steps:
        if step.thing != (CARD, seat) or not isinstance(step.after, Recorded):
            continue
        line = next((one for one in step.after.lines if one.game == game), None)
        before, origin = stood[-1]
        if step.act.action == "card.typed":
            origin = Origin(line)
        elif step.act.action == "line.looked-at" and not is_same(before, line):
            origin = replace(origin, read_at=step.act.at)
        elif not is_same(before, line):
            # Put back: it comes from where it came from when it said so last.
            origin = next((was for said, was in reversed(stood) if is_same(said, line)), Origin(line))
        stood.append((line, origin))
    return stood[-1][1]
