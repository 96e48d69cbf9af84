"""The earlier states of the provisional standings that everybody may look at again (ours): one for each quarter of an
hour in which something moved them."""

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
    """One act of the log, as needed here: `step` is the step that was reopened, `public` whether everybody might look
    at the standings then."""

    number: int
    action: str
    at: datetime
    step: str = ""
    public: bool = True


def find_moments(stamps: Iterable[Stamp]) -> tuple[Stamp, ...]:
    """The acts after which everybody may look at the standings again, oldest first.

    For each quarter of an hour, this is the last act that moved provisional standings while they were public. A quarter
    counts once something in a later one moved or posted them, so a moment offered once stays.
    """
    last: dict[int, Stamp] = {}
    quarter = 0
    begun = posted = False
    moved_in = 0
    for stamp in stamps:
        # A clock that was set back does not reopen a quarter.
        quarter = max(quarter, int(stamp.at.timestamp()) // QUARTER_SECONDS)
        if stamp.action in _POSTING:
            posted, moved_in = True, quarter
        elif stamp.action == _REOPENED and stamp.step != Phase.PLAYOFFS:
            posted = False
            begun = begun and stamp.step not in (Phase.REGISTRATION, Phase.SEATING)
        elif stamp.action in MOVING:
            begun = begun or stamp.action == _FIRST
            if begun and not posted:
                moved_in = quarter
                if stamp.public:
                    last[quarter] = stamp
    return tuple(stamp for number, stamp in last.items() if number < moved_in)
