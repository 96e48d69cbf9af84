"""Two records of one person: who comes into question, what would be joined, and what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.db.models import Q, QuerySet

from clubs.models import Member
from hall.people import words
from hall.people.access import joinable_by
from tournaments.access import Person
from tournaments.entrants.rules.acc_number import member as number_of
from tournaments.models import Entry, Player
from tournaments.people.words import person as person_told
from tournaments.rules.last_name import by_last_name
from tournaments.rules.naming import named_like

MOST_FOUND = 8
MOST_LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class Stands:
    """Where a record stands: an event on its first day, or a club (`day` is then None)."""

    name: str
    written: str
    day: date | None


@dataclass(frozen=True, slots=True)
class RecordShown:
    """One record of a person: how it is written, its account, and where it stands.

    `is_joined`: it was joined to another one, and can be taken apart from it.
    """

    player: int
    name: str
    acc_number: str
    account: str
    is_joined: bool
    stands: tuple[Stands, ...]

    @property
    def label(self) -> str:
        return person_told(self.name, self.acc_number)


def records_shown(user: Person, records: Sequence[Player], here: int | None = None) -> list[RecordShown]:
    """These records with where they stand, in their order, for this user. Six queries at most.

    `here` is the record that stands in the user's own event. Of it, and of records of whom the user directs every
    tournament and club, everything is shown; of the others neither ACC number, account nor private places.
    """
    keys = {record.pk for record in records}
    known = joinable_by(user, keys) | {here}
    places: dict[int, list[Stands]] = {key: [] for key in keys}
    entries = Entry.objects.filter(player__in=keys).select_related("event__tournament")
    for entry in entries.order_by("event__tournament__starts_on", "pk"):
        tournament = entry.event.tournament
        if tournament.public or entry.player_id in known - {here}:
            name = f"{tournament.name}, {entry.event.name}"
            written = person_told(entry.known_name, entry.acc_number) if entry.player_id in known else entry.name
            places[entry.player_id].append(Stands(name, written, tournament.starts_on))
    for member in Member.objects.filter(player__in=keys).select_related("club"):
        if member.club.public or member.player_id in known - {here}:
            written = person_told(member.name, member.acc_number) if member.player_id in known else member.public_name
            places[member.player_id].append(Stands(member.club.name, written, None))
    return [
        RecordShown(
            player=record.pk,
            name=record.name,
            acc_number=record.acc_number if record.pk in known else "",
            account=record.user.get_username() if record.user and record.pk in known else "",
            is_joined=record.same_as_id is not None,
            stands=tuple(places[record.pk]),
        )
        for record in records
    ]


def found(user: Person, records: Sequence[Player], text: str) -> list[Player]:
    """The people of this name or ACC number whom the user may join with these records, at most `MOST_FOUND`."""
    query = " ".join(text.split())
    if len(query) < 2:
        return []
    is_like, number = named_like(query), "".join(query.split()).upper()
    others = Player.objects.filter(first=None, same_as=None).exclude(pk__in=[record.pk for record in records])
    rows = others.order_by("-pk").values_list("pk", "name", "acc_number")
    alike = (pk for pk, name, acc_number in rows if is_like(name) or acc_number.startswith(number))
    allowed = joinable_by(user, set(islice(alike, MOST_LOOKED_AT)))
    people = Player.objects.filter(pk__in=allowed).order_by("pk")
    return sorted(people, key=lambda player: by_last_name(player.name))[:MOST_FOUND]


def why_not(one: Sequence[Player], two: Sequence[Player]) -> list[str]:
    """Everything that speaks against these records being one person; empty where they can be joined."""
    if not one or not two:
        return [words.is_team()]
    reasons = []
    entries_of_one, entries_of_two = _entries(one), _entries(two)
    numbers = {number_of(record.acc_number) for record in (*one, *two) if record.acc_number}
    alone = Entry.objects.filter(player__in=[*one, *two]).exclude(acc_number="")
    numbers |= {number_of(number) for number in alone.values_list("acc_number", flat=True)}
    if len(numbers) > 1:
        reasons.append(words.two_numbers(", ".join(sorted(numbers))))
    twice = entries_of_one.filter(event__in=entries_of_two.values("event")).select_related("event__tournament")
    events = {entry.event.pk: f"{entry.event.tournament.name}, {entry.event.name}" for entry in twice}
    clubs = Member.objects.filter(player__in=one, club__in=Member.objects.filter(player__in=two).values("club"))
    reasons += [
        words.both_in(place) for place in [*events.values(), *(row.club.name for row in clubs.select_related("club"))]
    ]
    if len({record.user_id for record in (*one, *two) if record.user_id}) > 1:
        reasons.append(words.two_accounts())
    if len(one) > 1 and len(two) > 1:
        reasons.append(words.both_joined())
    return reasons


def _entries(records: Sequence[Player]) -> QuerySet[Entry]:
    """The entries of these records, alone or as one of a team."""
    return Entry.objects.filter(Q(player__in=records) | Q(player__first__in=records) | Q(player__second__in=records))
