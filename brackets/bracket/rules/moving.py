"""Who may move over to another event of the tournament.

These are nonqualifiers, and players who went out of the playoffs up to some round. This is ours: no rule says who may
enter a consolation.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Standing(StrEnum):
    """The position of an entrant in the source event. The first two may move over, the others may not."""

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
    """The facts about an entrant once the qualifiers are posted.

    `status` is the status of the entry. `ranked`: the entrant is in the posted list. `lost_in` is the round of the
    playoffs in which the entrant lost, from 1.
    """

    status: str = "playing"
    ranked: bool = True
    qualified: bool = False
    lost_in: int | None = None
    is_champion: bool = False


def standing(record: Record, out_in: int) -> Standing:
    """Return the standing of an entrant if qualifiers who lost in or before round `out_in` may move over.

    With 0, no qualifier may. No-shows and withdrawn players may not, whatever their card has. Raises ValueError for a
    negative round.

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
