"""The earlier states of the provisional standings that everybody may look at again (ours).

There is one for each quarter of an hour in which something moved the standings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scorecards.sheet.rules.replay import EFFECTS
from tournaments.rules.phase import Phase

QUARTER_SECONDS = 15 * 60

_POSTING = frozenset({"qualifiers.posted", "qualifiers.corrected"})
_REOPENED = "phase.reopened"
_FIRST = "card.typed"
_STAYS = {
    "card.received",
    "card.receipt-taken-back",
    "card.set-aside",
    "card.taken-up",
    "seats.drawn",
    "seats.swapped",
    *_POSTING,
    _REOPENED,
}
MOVING = frozenset(EFFECTS) - _STAYS
"""The acts that can move the standings."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What counts of one act of the log.

    `step` is the step of the event that the act reopened, empty for other acts. `public`: at that time, everybody could
    look at the standings.
    """

    number: int
    action: str
    at: datetime
    step: str = ""
    public: bool = True


def find_moments(stamps: Iterable[Stamp]) -> tuple[Stamp, ...]:
    """The acts after which everybody may look at the standings again, oldest first.

    For each quarter of an hour, this is the last act that moved provisional standings while they were public. A quarter
    is included only once an act in a later quarter has moved or posted the standings, so its moment cannot change.
    """
    last_stamps: dict[int, Stamp] = {}
    quarter = latest_quarter = 0
    begun = posted = False
    for stamp in stamps:
        # A clock that was set back does not reopen a quarter.
        quarter = max(quarter, int(stamp.at.timestamp()) // QUARTER_SECONDS)
        if stamp.action in _POSTING:
            posted, latest_quarter = True, quarter
        elif stamp.action == _REOPENED and stamp.step != Phase.PLAYOFFS:
            posted = False
            begun = begun and stamp.step not in (Phase.REGISTRATION, Phase.SEATING)
        elif stamp.action in MOVING:
            begun = begun or stamp.action == _FIRST
            if begun and not posted:
                latest_quarter = quarter
                if stamp.public:
                    last_stamps[quarter] = stamp
    return tuple(stamp for stamp_quarter, stamp in last_stamps.items() if stamp_quarter < latest_quarter)
