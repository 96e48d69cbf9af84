"""Who should not check or judge whose games alone, and the people of whom that can be said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from tournaments import words
from tournaments.models import Entry, Player, Relation, Tournament, User
from tournaments.rules.seat import read_seat


@dataclass(frozen=True, slots=True)
class PersonShown:
    """One of the two people of a relation: by name, by event and seat (`main`, `A-7`), by the name they sign in with."""

    name: str
    seats: tuple[tuple[str, str], ...]
    username: str | None


@dataclass(frozen=True, slots=True)
class RelationShown:
    """Two people, and how they are related."""

    id: int
    people: tuple[PersonShown, PersonShown]
    kind: str
    label: str
    noted_by: str
    noted_at: datetime


def relations(tournament: Tournament) -> list[RelationShown]:
    """Every relation that was recorded, in the order they were, in two queries."""
    rows = list(tournament.relations.select_related("one__user", "other__user"))
    players = {player for row in rows for player in (row.one, row.other)}
    seats: dict[int, list[tuple[str, str]]] = defaultdict(list)
    entries = Entry.objects.filter(event__tournament=tournament, player__in=players).order_by("event", "number")
    for event, table, number, player in entries.values_list("event__slug", "table", "seat_number", "player"):
        if table:
            seats[player].append((event, f"{table}-{number}"))

    def shown(player: Player) -> PersonShown:
        return PersonShown(
            player.name, tuple(seats[player.pk]), player.user.get_username() if player.user is not None else None
        )

    return [
        RelationShown(
            id=row.pk,
            people=(shown(row.one), shown(row.other)),
            kind=row.kind,
            label=row.get_kind_display(),
            noted_by=row.noted_by,
            noted_at=row.noted_at,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Relatives:
    """Those to whom one person is related in a tournament, by the keys of their players and of their accounts."""

    players: Mapping[int, str] = field(default_factory=dict)
    users: Mapping[int, str] = field(default_factory=dict)

    def of(self, entry: Entry) -> str:
        """How this entry's player is related to that person; empty where they are not."""
        return self.players.get(entry.player_id, "") or self.users.get(entry.player.user_id or 0, "")


def relatives(tournament: Tournament, user: User | None) -> Relatives:
    """Everybody to whom this user is related, in one query; nobody for a command."""
    if user is None:
        return Relatives()
    players: dict[int, str] = {}
    users: dict[int, str] = {}
    rows = Relation.objects.filter(Q(one__user=user) | Q(other__user=user), tournament=tournament)
    for row in rows.select_related("one", "other"):
        theirs = row.other if row.one.user_id == user.pk else row.one
        players[theirs.pk] = row.kind
        if theirs.user_id is not None:
            users[theirs.user_id] = row.kind
    return Relatives(players, users)


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody who can be named in a relation: an entrant, or an account with a role. `label` is what one types."""

    label: str
    who: Entry | User

    @property
    def person(self) -> tuple[str, int]:
        """The same for every entry of one player."""
        return ("player", self.who.player_id) if isinstance(self.who, Entry) else ("user", self.who.pk)

    @property
    def username(self) -> str | None:
        return self.who.get_username().casefold() if isinstance(self.who, User) else None


def people(tournament: Tournament) -> list[Somebody]:
    """Everybody who plays in the tournament or has a role in it; an account that plays is its entrant. Three queries."""
    events = list(tournament.events.all())
    entries = list(Entry.objects.filter(event__in=events).select_related("player__user").in_seat_order())
    names = {event.pk: words.event_name(event.kind, event.slug) for event in events} if len(events) > 1 else {}
    found = []
    for entry in entries:
        event = names.get(entry.event_id, "")
        found.append(Somebody(f"{entry.seat} {entry.name}".strip() + (f", {event}" if event else ""), entry))
    playing = {entry.player.user_id for entry in entries}
    for user in User.objects.filter(roles__tournament=tournament).distinct().order_by("username"):
        if user.pk not in playing:
            name = user.get_full_name()
            found.append(Somebody(f"{name} ({user.get_username()})" if name else user.get_username(), user))
    return found


def find_somebody(among: list[Somebody], text: str) -> list[Somebody]:
    """Whom a text names: what one can choose, a seat in any spelling, a name to sign in with, or a part of the name.

    One, where it is clear; several, where it is not; none.
    """
    wanted = " ".join(text.casefold().split())
    if not wanted:
        return []
    seat = read_seat(text)
    found = [one for one in among if wanted in (one.label.casefold(), one.username)]
    found = found or [one for one in among if seat and isinstance(one.who, Entry) and one.who.seat == str(seat)]
    found = found or [one for one in among if all(part in one.label.casefold() for part in wanted.split())]
    # The same person in two events is one.
    return list({one.person: one for one in reversed(found)}.values())[::-1]
