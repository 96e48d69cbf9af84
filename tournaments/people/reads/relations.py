"""Relations: who should not check or judge whose games alone, and the people whom a relation can name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Entry, Player, Relation, Tournament, User
from tournaments.models.people import is_one_of, with_people
from tournaments.people import words as people_words
from tournaments.rules.naming import named_like, plain
from tournaments.rules.seat import read_seat


class SeatAt(NamedTuple):
    """A seat in an event, such as `main` and `A-7`."""

    event: str
    seat: str


@dataclass(frozen=True, slots=True)
class PersonShown:
    """One of the two people of a relation: name, seats, and username.

    `known_by` tells namesakes without a seat apart: the ACC number, or else the events and numbers of the entries.
    """

    name: str
    seats: tuple[SeatAt, ...]
    username: str | None
    players: tuple[str, ...] = ()
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
    """Return all relations in the order in which they were recorded. Two queries."""
    rows = list(tournament.relations.select_related("one__user", "other__user", *with_people("one", "other")))
    players = {player for row in rows for player in (row.one, row.other)}
    seats: dict[int, list[SeatAt]] = defaultdict(list)
    known_by: dict[int, list[str]] = defaultdict(list)
    theirs = is_one_of("player", "in", players)
    entries = Entry.objects.filter(theirs, event__tournament=tournament).order_by("event", "number")
    for entry in entries.select_related("event", "player"):
        for key in entry.player.keys:
            if entry.seat:
                seats[key].append(SeatAt(entry.event.slug, entry.seat))
            name = entry.event.name
            known_by[key].append(entry.acc_number or people_words.entered_at(name, "", entry.number))

    def shown(player: Player) -> PersonShown:
        return PersonShown(
            name=player.name,
            seats=tuple(seats[player.pk]),
            username=player.user.get_username() if player.user is not None else None,
            players=tuple(player.names),
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
    """The relatives of one person in a tournament: kinds of relation by the keys of players and of accounts."""

    players: Mapping[int, str] = field(default_factory=dict)
    users: Mapping[int, str] = field(default_factory=dict)

    def of(self, entry: Entry) -> str:
        """Return how this entry's player is related to that person; empty if they are not. Of a team, either of two."""
        player = entry.player
        kinds = chain(map(self.players.get, sorted(player.keys)), map(self.users.get, sorted(player.accounts)))
        return next(filter(None, kinds), "")


def relatives(tournament: Tournament, user: User | None) -> Relatives:
    """Return everybody to whom this user is related; one query. Nobody for a command."""
    if user is None:
        return Relatives()
    return relatives_of(tournament, [user])[user.pk]


def related_accounts(tournament: Tournament, entries: Iterable[Entry]) -> set[int | None]:
    """Return the keys of the accounts of people related to the player, or to one of the team, of one of these entries.

    One query.
    """
    entries = list(entries)
    players = {key for entry in entries for key in entry.player.keys}
    accounts = {account for entry in entries for account in entry.player.accounts}
    concerns_them = Q(one__in=players) | Q(other__in=players) | Q(one__user__in=accounts) | Q(other__user__in=accounts)
    rows = Relation.objects.filter(concerns_them, tournament=tournament)
    keys: set[int | None] = set()
    for row in rows.select_related(*with_people("one", "other")):
        for person, relative in ((row.one, row.other), (row.other, row.one)):
            if person.pk in players or person.user_id in accounts:
                keys |= relative.accounts
    return keys


def relatives_of(tournament: Tournament, users: Iterable[User]) -> dict[int, Relatives]:
    """Return, by the key of each of these users, everybody to whom the user is related. One query for all."""
    players: dict[int, dict[int, str]] = {user.pk: {} for user in users}
    accounts: dict[int, dict[int, str]] = {user: {} for user in players}
    concerns_them = is_one_of("one", "user__in", players) | is_one_of("other", "user__in", players)
    rows = Relation.objects.filter(concerns_them, tournament=tournament)
    for row in rows.select_related(*with_people("one", "other")):
        for person, relative in ((row.one, row.other), (row.other, row.one)):
            for account in person.accounts & players.keys():
                players[account] |= dict.fromkeys(relative.keys, row.kind)
                accounts[account] |= dict.fromkeys(relative.accounts - {account}, row.kind)
    return {user: Relatives(kinds, accounts[user]) for user, kinds in players.items()}


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody whom a relation can name: an entrant, or an account with a role.

    `label` is what users type, unique as far as possible. `told` describes the person, to tell namesakes apart: by ACC
    number, club, and entries.
    """

    label: str
    name: str
    told: str
    who: Entry | User

    @property
    def person(self) -> tuple[str, int]:
        """A key of the person, which all entries of one player share."""
        return ("player", self.who.player_id) if isinstance(self.who, Entry) else ("user", self.who.pk)

    @property
    def key(self) -> str:
        """The key of the person, as a form sends it."""
        return "-".join(map(str, self.person))

    @property
    def names(self) -> list[str]:
        """What the person is called, and for a team its people too."""
        return [self.name, *(self.who.player.names if isinstance(self.who, Entry) else ())]

    @property
    def acc_number(self) -> str:
        return self.who.acc_number.casefold() if isinstance(self.who, Entry) else ""

    @property
    def username(self) -> str | None:
        return self.who.get_username().casefold() if isinstance(self.who, User) else None


def people(tournament: Tournament) -> list[Somebody]:
    """Return everybody who plays in the tournament or has a role in it. Three queries.

    Somebody with a role who also plays is listed as an entrant.
    """
    events = list(tournament.events.all())
    entries = list(
        Entry.objects.filter(event__in=events)
        .with_people()
        .select_related("player__user", "player__first__user", "player__second__user")
        .in_seat_order()
    )
    names = {event.pk: event.name for event in events}
    labels: dict[int, str] = {}
    entered_in: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        event = names[entry.event_id]
        labels[entry.pk] = f"{entry.seat} {entry.known_name}".strip() + (f", {event}" if len(events) > 1 else "")
    for entry in sorted(entries, key=lambda entry: (entry.event_id, entry.number)):
        entered_in[entry.player_id].append(people_words.entered_at(names[entry.event_id], entry.seat, entry.number))
    alike = Counter(map(plain, labels.values()))
    candidates = []
    for entry in entries:
        label = labels[entry.pk]
        if alike[plain(label)] > 1:
            label = people_words.namesake(label, entry.acc_number, entry.number)
        who = people_words.person(entry.known_name, entry.acc_number)
        people = ", ".join(entry.player.names)
        description = ". ".join(filter(None, (who, people, entry.player.club, "; ".join(entered_in[entry.player_id]))))
        candidates.append(Somebody(label, entry.known_name, description, entry))
    # A partner in a team has no entry of their own, and is listed by the account.
    playing = {entry.player.user_id for entry in entries}
    for user in User.objects.filter(roles__tournament=tournament).distinct().order_by("username"):
        if user.pk not in playing:
            name = user.get_full_name()
            label = f"{name} ({user.get_username()})" if name else user.get_username()
            candidates.append(Somebody(label, name, people_words.helps(label), user))
    return candidates


def find_somebody(among: list[Somebody], text: str) -> list[Somebody]:
    """Return the people whom a text may name: one, or none, or several if the text is ambiguous.

    The text is a label, a username, an ACC number, a seat in any spelling, or a name or a part of it, with or without
    the ACC number. The first of these readings that finds anybody counts.
    """
    typed = " ".join(text.casefold().split())
    if not typed:
        return []
    seat = read_seat(text)
    matches = [candidate for candidate in among if typed in (candidate.label.casefold(), candidate.username)]
    number = typed.replace(" ", "")
    matches = matches or [candidate for candidate in among if candidate.acc_number == number]
    matches = matches or [
        candidate
        for candidate in among
        if seat and isinstance(candidate.who, Entry) and candidate.who.seat == str(seat)
    ]
    matches = matches or [candidate for candidate in among if plain(text) in map(plain, candidate.names)]
    is_like = named_like(text)
    matches = matches or [
        candidate for candidate in among if is_like(" ".join([candidate.label, *candidate.names[1:]]))
    ]
    matches = matches or [candidate for candidate in among if is_like(f"{candidate.label} {candidate.acc_number}")]
    # The same person in two events counts once.
    return list({candidate.person: candidate for candidate in reversed(matches)}.values())[::-1]
