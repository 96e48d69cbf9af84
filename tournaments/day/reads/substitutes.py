"""Who plays for whom: a substitute sits down for somebody who is away, and the card stays that of the one who is away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.day.words import round as round_words
from tournaments.models import DayChange, Event


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody who plays on at a seat, from this game on; to `last`, where that was taken back later."""

    seat: str
    name: str
    from_game: int
    last: int | None = None

    def told(self, absent: str) -> str:
        """Who plays for whom, and since when."""
        return round_words.substitute_from(self.name, absent, self.from_game)


Substitutes = Mapping[str, tuple[Substitute, ...]]
"""By the seat, those who came for the same one after another in this order."""


def substitutes(event: Event) -> Substitutes:
    """The substitutes of this event; one query."""
    found: dict[str, list[Substitute]] = defaultdict(list)
    rows = DayChange.objects.filter(event=event, kind=DayChange.Kind.SUBSTITUTE, undone_at=None).order_by("number")
    for data in rows.values_list("data", flat=True):
        found[data["seat"]].append(Substitute(data["seat"], data["name"], data["from_game"], data.get("last")))
    return {seat: tuple(sorted(some, key=lambda one: one.from_game)) for seat, some in found.items()}


def playing_on(event: Event, names: Mapping[str, str]) -> dict[str, str]:
    """Who plays on at which of these seats, and since when, in words; `names` are those who sit there. One query."""
    return {
        seat: some[-1].told(names[seat])
        for seat, some in substitutes(event).items()
        if seat in names and some[-1].last is None
    }


def who_plays(among: Substitutes, seat: str, name: str, game: int) -> str:
    """Who sits there in this game: this name, or `Sam Sub for Edie Marsh`."""
    there = [one for one in among.get(seat, ()) if one.from_game <= game and (one.last is None or game <= one.last)]
    return round_words.substitute_for(there[-1].name, name) if there else name
