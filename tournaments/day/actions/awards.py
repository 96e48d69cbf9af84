"""Awards that lapse or stand again because people meet otherwise: what the log keeps, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.day.reads.round import Ground, Outlook, ground_of
from tournaments.errors import Refused
from tournaments.models import Event
from tournaments.rotation.rules.award import Award
from tournaments.words import undoing as undoing_words


class Awards:
    """The awards of an event as it is, or as of `ground`; `since` says what has happened to them by then."""

    def __init__(self, event: Event, ground: Ground | None = None) -> None:
        self._event = event
        self._fallen = (ground or ground_of(event)).lapsed_awards

    def since(self) -> dict[str, Any]:
        """The awards that lapsed since and those that stand again, for the log; empty where there are none."""
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
    """Refuse that an award stands again beside a later one of the same player: `stands`.

    Awards by removal do not count here: a player can have one award for being late.
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
