"""How a player is named, and why a text does not name exactly one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.words.listing import in_a_row


def no_such_player() -> str:
    """Why the typed text finds nobody."""
    return _(
        "Nobody who plays has this ID or name. Write the ID, like A-7, or a part of the name as it stands on the list."
    )


def several_players(seats: Sequence[str], names: Mapping[str, str]) -> str:
    """Why the typed text is ambiguous, with the players that it can mean."""
    people = first_of([person_at(seat, names) for seat in seats], 8)
    return _("This fits several players: %(people)s. Write the ID of the one you mean.") % {"people": people}


def person_at(seat: str, names: Mapping[str, str]) -> str:
    """A player by seat and name: `A-7 Edie Marsh`; only the seat if the name is unknown."""
    return f"{seat} {names.get(seat, '')}".strip()


def first_of(people: Sequence[str], most: int) -> str:
    """The first `most` of these people, and how many more there are."""
    shown = ", ".join(people[:most]) if len(people) > most else in_a_row(people)
    if len(people) > most:
        return _("%(people)s and %(n)d more") % {"people": shown, "n": len(people) - most}
    return shown
