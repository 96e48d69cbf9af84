"""Whether muggins is in force, according to the events that are not over."""

from __future__ import annotations

from dataclasses import dataclass

from judging.assistant import words as assistant_words
from tournaments.models import Tournament
from tournaments.rules.phase import Phase

PLAYED, UNPLAYED = "yes", "no"


@dataclass(frozen=True, slots=True)
class MugginsInForce:
    """Names of the events that play muggins, and of those that do not."""

    played: tuple[str, ...] = ()
    unplayed: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """The answer to whether muggins is in force; empty if the events differ, or there are none."""
        if bool(self.played) == bool(self.unplayed):
            return ""
        return PLAYED if self.played else UNPLAYED

    @property
    def sentence(self) -> str:
        """Which events play muggins and which do not, in words; empty without events."""
        return assistant_words.muggins_by_event(self.played, self.unplayed)


def muggins_in_force(tournament: Tournament) -> MugginsInForce:
    """Whether muggins is played in the events of this tournament that are not over."""
    events = list(tournament.events.exclude(phase=Phase.REPORT))
    return MugginsInForce(
        tuple(event.name for event in events if event.muggins),
        tuple(event.name for event in events if not event.muggins),
    )
