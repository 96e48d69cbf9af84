"""What a card still needs to qualify, proved from the bounds of the four piles (rule 13.2.b, guideline 4).

The proof rests on the lowest and highest key that each card can reach (`piles`): the card as it stands once it is
compared by rule 12.2 and ruled on, not as written. So it holds for every completion of the missing cards, and for every
ruling on a game that is with the head judge. It leaves out what `piles` leaves out: a ruling on a game that goes to the
head judge only once its other card is in, and a line not to be read again by now that somebody reads differently or
types anew. It holds for the present quota, which a no-show found later, or an exemption by the director, can change.

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

    `enough`: with this many game points, once compared and ruled on, it qualifies whatever the others do. `needed`:
    with fewer, it cannot. Both are None where they say nothing: the card is sure, out or finished, or nothing between
    its bounds makes the difference.

    `rivals` are the other cards that can still end up above it or level with it and are not certain to; if fewer than
    `too_many` of them do, it qualifies. Both are 0 for a card that is sure or out.
    """

    chance: Chance
    enough: int | None = None
    needed: int | None = None
    rivals: int = 0
    too_many: int = 0


def find_need(seat: str, bounds: Mapping[str, Bounds], quota: int) -> Need:
    """What this seat's card still needs to be within the `quota` (rule 13.2.b). KeyError for a seat without a rank.

    >>> low, high = Bounds((2, 1, 5, 5), (4, 2, 90, 90), 1, 2), Bounds((3, 1, 40, 40), (3, 1, 40, 40), 1, 2)
    >>> find_need("A-1", {"A-1": low, "A-2": high}, 1)
    Need(chance=<Chance.OPEN: 'open'>, enough=4, needed=3, rivals=1, too_many=1)
    """
    own = bounds[seat]
    if own.worst_rank <= quota:
        return Need(Chance.SURE)
    if own.best_rank > quota:
        return Need(Chance.OUT)
    others = [of for other, of in bounds.items() if other != seat]
    above = sum(1 for of in others if of.lowest > own.highest)
    rivals = sum(1 for of in others if of.highest >= own.lowest) - above
    return Need(Chance.OPEN, *_points(own, others, quota), rivals, quota - above)


def _points(own: Bounds, others: Iterable[Bounds], quota: int) -> tuple[int | None, int | None]:
    """The game points that are enough, and those that are necessary; each None where it is not between the bounds."""
    least, most = own.lowest[_POINTS], own.highest[_POINTS]
    ranges = [(of.lowest[_POINTS], of.highest[_POINTS]) for of in others]
    # The card is open, so at least `quota` others can still come level with it.
    enough = 1 + sorted((high for _low, high in ranges), reverse=True)[quota - 1]
    needed = sorted((low for low, _high in ranges), reverse=True)[quota - 1]
    return enough if least < enough <= most else None, needed if least < needed <= most else None
