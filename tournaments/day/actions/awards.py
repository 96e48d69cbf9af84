"""Awards that fall away or stand again because people meet otherwise: what the log says of it, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.day.reads.round import Ground, Outlook, ground
from tournaments.errors import Refused
from tournaments.models import Event
from tournaments.rotation.rules.award import Award
from tournaments.words import undoing as undoing_words


class Awards:
    """The awards of an event as it is, or as it was looked at `on`; `since` says what became of them by then."""

    def __init__(self, event: Event, on: Ground | None = None) -> None:
        self._event = event
        self._fallen = (on or ground(event)).fallen

    def since(self) -> dict[str, Any]:
        """What the log keeps: the awards that fell away since, and those that stand again; nothing where it is none."""
        on = ground(self._event)
        found = {
            "awards_fallen": [one for one in on.fallen if one not in self._fallen],
            "awards_back": [one for one in self._fallen if one in on.awards and one not in on.fallen],
        }
        return {name: _values(awards) for name, awards in found.items() if awards}


def _values(awards: Iterable[Award]) -> list[dict[str, Any]]:
    return [{"number": one.number, "game": one.game, "winner": one.winner, "loser": one.loser} for one in awards]


def refuse_second_award(event: Event, outlook: Outlook) -> None:
    """Refuse that an award stands again beside another one of the same player, given since: `stands`. That of a removal is none of
    the two: a player has one for being late."""
    back = [one for one in outlook.back if not one.is_removal]
    if not back:
        return
    on = ground(event)
    for one in back:
        for other in on.awards:
            if (
                other.loser == one.loser
                and not other.is_removal
                and other not in on.fallen
                and other not in outlook.fallen
            ):
                raise Refused("stands", undoing_words.second_award(one.loser, other.number))
