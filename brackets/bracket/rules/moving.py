"""Who may move over to another event of the tournament: nonqualifiers, and players out of the playoffs by a round.

Ours: who may enter a consolation is not written down anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Standing(StrEnum):
    """How somebody stands in the source event. The first two may move over, the others may not."""

    NOT_QUALIFIED = "not_qualified"
    OUT = "out"
    OUT_LATER = "out_later"
    PLAYING = "playing"
    CHAMPION = "champion"
    NO_SHOW = "no_show"
    WITHDRAWN = "withdrawn"
    NO_CARD = "no_card"

    @property
    def may_come(self) -> bool:
        return self in (Standing.NOT_QUALIFIED, Standing.OUT)


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of an entrant once the qualifiers are posted.

    `status` is the entrant's; `ranked`: the posted list has them; `lost_in` is the round of the playoffs they lost in,
    from 1.
    """

    status: str = "playing"
    ranked: bool = True
    qualified: bool = False
    lost_in: int | None = None
    is_champion: bool = False


def standing(record: Record, out_in: int) -> Standing:
    """Return how an entrant stands if players out in or before round `out_in` may move over; 0 for no qualifiers.

    No-shows and withdrawn players may not, whatever their card says. Raises ValueError for a negative round.

    >>> [standing(Record(qualified=True, lost_in=2), out_in).value for out_in in (0, 1, 2, 3)]
    ['out_later', 'out_later', 'out', 'out']
    """
    if out_in < 0:
        raise ValueError(f"there is no round {out_in}")
    if record.status in ("no_show", "withdrawn"):
        return Standing(record.status)
    if not record.ranked:
        return Standing.NO_CARD
    if not record.qualified:
        return Standing.NOT_QUALIFIED
    if record.is_champion:
        return Standing.CHAMPION
    if record.lost_in is None:
        return Standing.PLAYING
    return Standing.OUT if record.lost_in <= out_in else Standing.OUT_LATER
