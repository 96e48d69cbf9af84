"""Who of a club is not to be named in public, and where they are entered: at the tournaments of its nights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clubs.models import Member, Night
from tournaments.models import Entry, Event
from tournaments.models.entries import Unnamed, who_is_unnamed
from tournaments.rules.naming import plain


def connect() -> None:
    """Let entrants of club nights who are not to be named in their club start without their names."""
    who_is_unnamed.connect(unnamed_at, dispatch_uid="clubs.unnamed")


def unnamed_at(sender: Any, event: Event, **_signal: Any) -> Unnamed:
    """Return who is not to be named at this event by a club of which it is a night. Signal receiver of `who_is_unnamed`."""
    nights = Night.objects.filter(event__tournament=event.tournament_id)
    members = Member.objects.filter(club__in=nights.values("season__club"), unnamed_as__isnull=False)
    rows = list(members.values_list("player", "acc_number", "name"))
    return Unnamed(
        players=frozenset(player for player, _number, _name in rows),
        names=frozenset((number, plain(name)) for _player, number, name in rows),
    )


def entries_of(member: Member) -> list[Entry]:
    """Return the entries of a member at the nights of the club, those taken out too.

    They are found as the cards of the member are: by the player, also one of a team, else by ACC number and name.
    """
    entries = Entry.objects.filter(event__tournament__events__club_night__season__club=member.club_id)
    return [
        entry
        for entry in _with_tournaments(entries)
        if member.player_id in entry.player.keys
        or (entry.acc_number, plain(entry.known_name)) == (member.acc_number, plain(member.name))
    ]


def _with_tournaments(entries: Any) -> Iterable[Entry]:
    rows: Iterable[Entry] = entries.with_people().select_related("event__tournament").order_by("pk").distinct()
    return rows
