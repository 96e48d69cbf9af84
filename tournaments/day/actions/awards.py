"""Awards that lapse or revive because people meet others: what the log keeps, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.day.reads.round import Ground, Outlook, ground_of
from tournaments.errors import Refused
from tournaments.models import Event
from tournaments.rotation.rules.award import Award
from tournaments.words import undoing as undoing_words


class Awards:
    """A snapshot of the lapsed awards of an event, taken at `ground` or by default now.

    `since` compares the event with the snapshot.
    """

    def __init__(self, event: Event, ground: Ground | None = None) -> None:
        self._event = event
        self._fallen = (ground or ground_of(event)).lapsed_awards

    def since(self) -> dict[str, Any]:
        """The awards that have lapsed or revived since the snapshot, as values for the log; empty if there are none."""
        ground = ground_of(self._event)
        awards_by_name = {
            "awards_fallen": [award for award in ground.lapsed_awards if award not in self._fallen],
            "awards_back": [
                award for award in self._fallen if award in ground.awards and award not in ground.lapsed_awards
            ],
        }
        return {name: _values(awards) for name, awards in awards_by_name.items() if awards}


def _values(awards: Iterable[Award]) -> list[dict[str, Any]]:
    return [
        {"number": award.number, "game": award.game, "winner": award.winner, "loser": award.loser} for award in awards
    ]


def refuse_second_award(event: Event, outlook: Outlook) -> None:
    """Refuse an outlook in which an award revives beside another award that the same player lost.

    Awards by removal are not compared, because only one game per player is awarded for being late. Raises Refused
    `stands`.
    """
    revived = [award for award in outlook.revived_awards if not award.is_removal]
    if not revived:
        return
    ground = ground_of(event)
    for award in revived:
        for other in ground.awards:
            if (
                other.loser == award.loser
                and not other.is_removal
                and other not in ground.lapsed_awards
                and other not in outlook.lapsed_awards
            ):
                raise Refused("stands", undoing_words.second_award(award.loser, other.number))
