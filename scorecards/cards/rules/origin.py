"""Where a recorded line comes from: what was typed for it, and the look that changed it.

A line stands as *typed* until two looks at the paper agree against it. Then it stands as *read*, whoever typed the
card. Typing the card again, or putting the line back, ends that.
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
    """The origin of a recorded line: what was typed, and when a look changed it (None if no look did)."""

    typed: Line | None
    read_at: datetime | None = None


def origin_of(steps: Iterable[Step], seat: str, game: int) -> Origin:
    """Find the origin of this game's line on this card; `steps` are all steps of that card, oldest first."""
    history: list[tuple[Line | None, Origin]] = [(None, Origin(None))]
    for step in steps:
        if step.thing != (CARD, seat) or not isinstance(step.after, Recorded):
            continue
        line = next((recorded_line for recorded_line in step.after.lines if recorded_line.game == game), None)
        earlier_line, origin = history[-1]
        if step.act.action == "card.typed":
            origin = Origin(line)
        elif step.act.action == "line.looked-at" and not is_same(earlier_line, line):
            origin = replace(origin, read_at=step.act.at)
        elif not is_same(earlier_line, line):
            # The line was put back, so it has the origin that it had when it was last the same.
            origin = next(
                (past_origin for past_line, past_origin in reversed(history) if is_same(past_line, line)), Origin(line)
            )
        history.append((line, origin))
    return history[-1][1]
