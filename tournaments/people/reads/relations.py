"""Who should not check or judge whose games alone, and the people of whom that can be said."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Entry, Player, Relation, Tournament, User
from tournaments.people import words as people_words
from tournaments.rules.naming import named_like, plain
from tournaments.rules.seat import read_seat


class SeatAt(NamedTuple):
    """A seat in an event, as `main` and `A-7`."""

    event: str
    seat: str


@dataclass(frozen=True, slots=True)
class PersonShown:
    """One of the two people of a relation: by name, by event and seat, by the name they sign in with.

    `known_by` tells namesakes apart where there is no seat yet: the ACC number, else the events and numbers of the entries.
    """

    name: str
    seats: tuple[SeatAt, ...]
    username: str | None
    known_by: str = ""


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
    seats: dict[int, list[SeatAt]] = defaultdict(list)
    known_by: dict[int, list[str]] = defaultdict(list)
    entries = Entry.objects.filter(event__tournament=tournament, player__in=players).order_by("event", "number")
    for entry in entries.select_related("event"):
        if entry.seat:
            seats[entry.player_id].append(SeatAt(entry.event.slug, entry.seat))
        name = entry.event.name
        known_by[entry.player_id].append(entry.acc_number or people_words.entered_at(name, "", entry.number))

    def shown(player: Player) -> PersonShown:
        return PersonShown(
            name=player.name,
            seats=tuple(seats[player.pk]),
            username=player.user.get_username() if player.user is not None else None,
            known_by="" if seats[player.pk] else "; ".join(dict.fromkeys(known_by[player.pk])),
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
    return relatives_of(tournament, [user])[user.pk]


def related_accounts(tournament: Tournament, entries: Iterable[Entry]) -> set[int | None]:
    """The keys of the accounts of whoever is related to one of these entries' players; one query."""
    players = {entry.player_id for entry in entries}
    accounts = {entry.player.user_id for entry in entries} - {None}
    theirs = Q(one__in=players) | Q(other__in=players) | Q(one__user__in=accounts) | Q(other__user__in=accounts)
    rows = Relation.objects.filter(theirs, tournament=tournament)
    found: set[int | None] = set()
    for one, account, other, other_account in rows.values_list("one", "one__user", "other", "other__user"):
        found |= {other_account} if one in players or account in accounts else set()
        found |= {account} if other in players or other_account in accounts else set()
    return found


def relatives_of(tournament: Tournament, users: Iterable[User]) -> dict[int, Relatives]:
    """Everybody to whom each of these users is related, by the user's key; one query for all of them."""
    players: dict[int, dict[int, str]] = {user.pk: {} for user in users}
    accounts: dict[int, dict[int, str]] = {user: {} for user in players}
    theirs = Q(one__user__in=players) | Q(other__user__in=players)
    for row in Relation.objects.filter(theirs, tournament=tournament).select_related("one", "other"):
        for here, there in ((row.one, row.other), (row.other, row.one)):
            if here.user_id in players:
                players[here.user_id][there.pk] = row.kind
                if there.user_id is not None:
                    accounts[here.user_id][there.user_id] = row.kind
    return {user: Relatives(found, accounts[user]) for user, found in players.items()}


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody who can be named in a relation: an entrant, or an account with a role.

    `label` is what one types, another one for everybody as far as that can be; `told` says who it is to whoever has to
    choose between namesakes: ACC number, club, and where they are entered.
    """

    label: str
    name: str
    told: str
    who: Entry | User

    @property
    def person(self) -> tuple[str, int]:
        """The same for every entry of one player."""
        return ("player", self.who.player_id) if isinstance(self.who, Entry) else ("user", self.who.pk)

    @property
    def key(self) -> str:
        """Names the person in a form."""
        return "-".join(map(str, self.person))

    @property
    def acc_number(self) -> str:
        return self.who.acc_number.casefold() if isinstance(self.who, Entry) else ""

    @property
    def username(self) -> str | None:
        return self.who.get_username().casefold() if isinstance(self.who, User) else None


def people(tournament: Tournament) -> list[Somebody]:
    """Everybody who plays in the tournament or has a role in it; an account that plays is its entrant. Three queries."""
    events = list(tournament.events.all())
    entries = list(Entry.objects.filter(event__in=events).select_related("player__user").in_seat_order())
    names = {event.pk: event.name for event in events}
    labels: dict[int, str] = {}
    places: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        event = names[entry.event_id]
        labels[entry.pk] = f"{entry.seat} {entry.name}".strip() + (f", {event}" if len(events) > 1 else "")
    for entry in sorted(entries, key=lambda entry: (entry.event_id, entry.number)):
        places[entry.player_id].append(people_words.entered_at(names[entry.event_id], entry.seat, entry.number))
    alike = Counter(map(plain, labels.values()))
    found = []
    for entry in entries:
        label = labels[entry.pk]
        if alike[plain(label)] > 1:
            label = people_words.namesake(label, entry.acc_number, entry.number)
        who = people_words.person(entry.name, entry.acc_number)
        told = ". ".join(filter(None, (who, entry.player.club, "; ".join(places[entry.player_id]))))
        found.append(Somebody(label, entry.name, told, entry))
    playing = {entry.player.user_id for entry in entries}
    for user in User.objects.filter(roles__tournament=tournament).distinct().order_by("username"):
        if user.pk not in playing:
            name = user.get_full_name()
            label = f"{name} ({user.get_username()})" if name else user.get_username()
            found.append(Somebody(label, name, people_words.helps(label), user))
    return found


def find_somebody(among: list[Somebody], text: str) -> list[Somebody]:
    """Whom a text names: what one can choose, a name to sign in with, an ACC number, a seat in any spelling, the name or a
    part of it, with the ACC number or without. One, where it is clear; several, where it is not; none.
    """
    wanted = " ".join(text.casefold().split())
    if not wanted:
        return []
    seat = read_seat(text)
    found = [one for one in among if wanted in (one.label.casefold(), one.username)]
    number = wanted.replace(" ", "")
    found = found or [one for one in among if one.acc_number == number]
    found = found or [one for one in among if seat and isinstance(one.who, Entry) and one.who.seat == str(seat)]
    found = found or [one for one in among if plain(one.name) == plain(text)]
    is_like = named_like(text)
    found = found or [one for one in among if is_like(one.label)]
    found = found or [one for one in among if is_like(f"{one.label} {one.acc_number}")]
    # The same person in two events is one.
    return list({one.person: one for one in reversed(found)}.values())[::-1]
