"""The entrants of an event: searched, counted, and checked for duplicates."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.entrants.rules.acc_number import member
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.reads.entries import entrants
from tournaments.rules.naming import named_like, plain
from tournaments.rules.seat import read_seat

_NUMBERS = ("acc_number", "player__first__acc_number", "player__second__acc_number")
"""Where the ACC numbers of an entrant are: their own, and those of the two people of a team."""


def duplicate_members(event: Event) -> frozenset[str]:
    """The ACC numbers that more than one entrant of the event has, without a youth's Y."""
    rows = Entry.objects.of(event).values_list(*_NUMBERS)
    counts = Counter(number for numbers in rows for number in {member(number) for number in numbers if number})
    return frozenset(number for number, count in counts.items() if count > 1)


def _names(entry: Entry, *, numbers: bool) -> list[str]:
    """All that somebody may be looked for by: the public names, and with `numbers` those that are withheld."""
    return [entry.known_name, *entry.player.names, entry.name] if numbers else [entry.name, *entry.names]


def waiting_of(tournament: Tournament, players: Collection[Player]) -> QuerySet[Entry]:
    """The entries of these people that wait for a place in a full event, with their events."""
    waiting = Entry.objects.filter(status=Entry.Status.WAITING, event__tournament=tournament, player__in=players)
    return waiting.select_related("event").order_by("event", "number")


SHOWN = ("", "unseated", "away", "twice")
"""The filters of the list of entrants: `""` for all, without a seat, no-shows and withdrawn, duplicates."""


def find_entrants(
    event: Event, *, text: str = "", shown: str = "", numbers: bool = False, twice: Collection[int] = ()
) -> QuerySet[Entry]:
    """The entrants whose name, name of one of a team, or seat matches the text, filtered by `shown` of `SHOWN`.

    With `numbers`, ACC numbers and withheld names are searched as well. `twice` are the keys of the duplicates, for the filter `twice`.
    """
    rows = entrants(event)
    if text:
        # A database does not ignore accents, so the names of the event are compared here.
        is_like = named_like(text)
        everybody = Entry.objects.of(event).with_people()
        match = Q(pk__in=[row.pk for row in everybody if is_like(" ".join(_names(row, numbers=numbers)))])
        if seat := read_seat(text):
            match |= Q(table=seat.table, seat_number=seat.number)
        if numbers:
            match |= Q(acc_number__icontains="".join(text.split()))
        rows = rows.filter(match)
    if shown == "unseated":
        return rows.filter(table__isnull=True)
    if shown == "away":
        return rows.exclude(status=Entry.Status.PLAYING)
    if shown == "twice":
        return rows.filter(pk__in=twice)
    return rows


def withheld_teams(entry: Entry) -> list[str]:
    """The names of the teams of this person that the public does not read, each once; one query."""
    teams = Entry.objects.filter(Q(player__first=entry.player_id) | Q(player__second=entry.player_id))
    rows = teams.filter(event__tournament=entry.event.tournament_id).exclude(withheld_name="")
    return sorted(set(rows.values_list("withheld_name", flat=True)))


def twice(event: Event) -> frozenset[int]:
    """The keys of entrants who share an ACC number or a name with another one."""
    by_sign: dict[str, set[int]] = defaultdict(set)
    for pk, *numbers, name in Entry.objects.of(event).known_by("pk", *_NUMBERS):
        by_sign[plain(name)].add(pk)
        for acc_number in filter(None, numbers):
            by_sign[f"number {member(acc_number)}"].add(pk)
    return frozenset(pk for keys in by_sign.values() if len(keys) > 1 for pk in keys)


@dataclass(frozen=True, slots=True)
class EntrantCounts:
    """How many entrants each filter of the list shows."""

    everybody: int
    unseated: int
    away: int
    twice: int


def entrant_counts(event: Event, twice: Collection[int]) -> EntrantCounts:
    """The counts shown beside the filters of the list, in one query; `twice` are the keys of the duplicates."""
    counts = Entry.objects.of(event).aggregate(
        everybody=Count("pk"),
        unseated=Count("pk", filter=Q(table__isnull=True)),
        away=Count("pk", filter=~Q(status=Entry.Status.PLAYING)),
    )
    return EntrantCounts(**counts, twice=len(twice))
