"""Who plays for whom: a substitute sits in for an absent player, who keeps the card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.day.words import round as round_words
from tournaments.models import DayChange, Event


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody who plays for the player of this seat from game `from_game` on, to game `last` if it is set.

    `last` is set if the substitution was undone after games were played. `partner` is the one of a team of two who is
    away; empty for one person, where nobody said, and where the public does not know the name.
    """

    seat: str
    name: str
    from_game: int
    last: int | None = None
    partner: str = ""

    def sentence(self, absent: str) -> str:
        """Who plays for whom, and since when."""
        return round_words.substitute_from(self.name, round_words.one_of_team(self.partner, absent), self.from_game)


Substitutes = Mapping[str, tuple[Substitute, ...]]
"""Substitutes by seat, each seat's in the order of their first games."""


def substitutes(event: Event) -> Substitutes:
    """The substitutes of this event; one query, two if one plays for one of a team."""
    by_seat: dict[str, list[Substitute]] = defaultdict(list)
    rows = DayChange.objects.filter(event=event, kind=DayChange.Kind.SUBSTITUTE, undone_at=None).order_by("number")
    stored = list(rows.values_list("data", flat=True))
    withheld = _withheld_seats(event) if any(data.get("partner") for data in stored) else frozenset()
    for data in stored:
        partner = "" if data["seat"] in withheld else data.get("partner", "")
        by_seat[data["seat"]].append(
            Substitute(data["seat"], data["name"], data["from_game"], data.get("last"), partner)
        )
    return {
        seat: tuple(sorted(seat_substitutes, key=lambda substitute: substitute.from_game))
        for seat, seat_substitutes in by_seat.items()
    }


def _withheld_seats(event: Event) -> frozenset[str]:
    """The seats of entrants who do not want to be named."""
    entries = event.entries.filter(table__isnull=False).exclude(withheld_name="")
    return frozenset(f"{table}-{number}" for table, number in entries.values_list("table", "seat_number"))


def playing_on(event: Event, names: Mapping[str, str]) -> dict[str, str]:
    """A sentence by seat for each seat at which a substitute still plays, among those in `names`. One query.

    `names` are the names of the seats' holders by seat.
    """
    return {
        seat: seat_substitutes[-1].sentence(names[seat])
        for seat, seat_substitutes in substitutes(event).items()
        if seat in names and seat_substitutes[-1].last is None
    }


def who_plays(by_seat: Substitutes, seat: str, name: str, game: int) -> str:
    """Who plays at this seat in this game: the holder's name, or a text like `Sam Sub for Edie Marsh`."""
    playing = [
        substitute
        for substitute in by_seat.get(seat, ())
        if substitute.from_game <= game and (substitute.last is None or game <= substitute.last)
    ]
    if not playing:
        return name
    return round_words.substitute_for(playing[-1].name, round_words.one_of_team(playing[-1].partner, name))
