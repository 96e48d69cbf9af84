"""What a card still needs to qualify, proved from the bounds of the four piles (rule 13.2.b, guideline 4).

The proof rests on the lowest and highest key that each card can reach (`piles`) after it is compared by rule 12.2 and
ruled on, not as written. So it holds for every completion of the missing cards, and for every ruling on a game that is
with the head judge.

It does not cover a ruling on a game that goes to the head judge only once its other card is in. Nor does it cover a
line that need not be read again at present, and that somebody then reads differently or types anew. It holds for the
present quota, which a later no-show, or an exemption by the director, can change.

A tie counts against the card, as in the piles: head-to-head or a playoff would still have to break it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorecards.sheet.rules.piles import Bounds

_POINTS = 0


class Chance(StrEnum):
    """Whether a card is going to qualify."""

    SURE = "sure"
    OPEN = "open"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Need:
    """What one card still needs.

    - `enough`: with this many game points after comparing and ruling, the card qualifies whatever the others do.
    - `needed`: with fewer game points the card cannot qualify.
    - `rivals` is the number of other cards that can, but need not, end up above this card or level with it.
    - `too_many`: the card qualifies if fewer rivals than this end up above it or level with it.

    `enough` and `needed` are None for a card that is sure, out or finished, or if no number of points within its bounds
    is decisive. `rivals` and `too_many` are 0 for a card that is sure or out.
    """

    chance: Chance
    enough: int | None = None
    needed: int | None = None
    rivals: int = 0
    too_many: int = 0


def find_need(seat: str, bounds: Mapping[str, Bounds], quota: int) -> Need:
    """What this seat's card still needs to be within the `quota` (rule 13.2.b).

    Raises KeyError for a seat without a rank.

    >>> low, high = Bounds((2, 1, 5, 5), (4, 2, 90, 90), 1, 2), Bounds((3, 1, 40, 40), (3, 1, 40, 40), 1, 2)
    >>> find_need("A-1", {"A-1": low, "A-2": high}, 1)
    Need(chance=<Chance.OPEN: 'open'>, enough=4, needed=3, rivals=1, too_many=1)
    """
    own = bounds[seat]
    if own.worst_rank <= quota:
        return Need(Chance.SURE)
    if own.best_rank > quota:
        return Need(Chance.OUT)
    others = [other_bounds for other, other_bounds in bounds.items() if other != seat]
    certainly_above = sum(1 for other in others if other.lowest > own.highest)
    possibly_above = sum(1 for other in others if other.highest >= own.lowest)
    enough, needed = _points(own, others, quota)
    return Need(Chance.OPEN, enough, needed, rivals=possibly_above - certainly_above, too_many=quota - certainly_above)


def _points(own: Bounds, others: Iterable[Bounds], quota: int) -> tuple[int | None, int | None]:
    """The game points that are enough, and those that are needed; None for a number that is not between the bounds."""
    least, most = own.lowest[_POINTS], own.highest[_POINTS]
    ranges = [(other.lowest[_POINTS], other.highest[_POINTS]) for other in others]
    # The card is open, so there are at least `quota` others.
    enough = 1 + sorted((high for _low, high in ranges), reverse=True)[quota - 1]
    needed = sorted((low for low, _high in ranges), reverse=True)[quota - 1]
    return enough if least < enough <= most else None, needed if least < needed <= most else None
