"""What is in force at the tables while judges are asked: whether muggins is played, by the events that are not over."""

from __future__ import annotations

from dataclasses import dataclass

from judging.assistant import words as assistant_words
from tournaments.models import Tournament
from tournaments.rules.phase import Phase

PLAYED, UNPLAYED = "yes", "no"


@dataclass(frozen=True, slots=True)
class MugginsInForce:
    """The names of the events in which muggins is played, and of those in which it is not."""

    played: tuple[str, ...] = ()
    unplayed: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """The answer to the question whether muggins is in force; empty where the events differ, or there is none."""
        if bool(self.played) == bool(self.unplayed):
            return ""
        return PLAYED if self.played else UNPLAYED

    @property
    def told(self) -> str:
        """Where that answer comes from, or which event plays it; empty where there is no event."""
        return assistant_words.muggins_by_event(self.played, self.unplayed)


def muggins_in_force(tournament: Tournament) -> MugginsInForce:
    """Where muggins is played now: the events of this tournament that are not over."""
    events = list(tournament.events.exclude(phase=Phase.REPORT))
    return MugginsInForce(
        tuple(event.name for event in events if event.muggins),
        tuple(event.name for event in events if not event.muggins),
    )
