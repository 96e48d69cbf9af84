"""The entrants of an event: found, counted, and where a late one can sit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.entrants.rules.acc_number import member
from tournaments.models import Entry, Event
from tournaments.reads.entries import entrants
from tournaments.rules.naming import named_like, plain
from tournaments.rules.seat import read_seat


def duplicate_members(event: Event) -> frozenset[str]:
    """The ACC numbers, without a youth's Y, that more than one entrant of the event has."""
    numbers = Entry.objects.of(event).exclude(acc_number="").values_list("acc_number", flat=True)
    counted = Counter(map(member, numbers))
    return frozenset(number for number, entries in counted.items() if entries > 1)


SHOWN = ("", "unseated", "away", "twice")
"""What of the list of entrants can be asked for: all, who has no seat, no-shows and withdrawn, who is there twice."""


def find_entrants(
    event: Event, *, text: str = "", shown: str = "", numbers: bool = False, twice: Collection[int] = ()
) -> QuerySet[Entry]:
    """The entrants whose name holds this text, or whose seat it is; with `numbers` also by ACC number.

    `twice` are the keys of those who are there twice, which `shown` may ask for.
    """
    found = entrants(event)
    if text:
        # A database knows no accents as people type them: the names of one event are looked through here.
        is_like = named_like(text)
        names = Entry.objects.of(event).values_list("pk", "name")
        wanted = Q(pk__in=[pk for pk, name in names if is_like(name)])
        if seat := read_seat(text):
            wanted |= Q(table=seat.table, seat_number=seat.number)
        if numbers:
            wanted |= Q(acc_number__icontains="".join(text.split()))
        found = found.filter(wanted)
    if shown == "unseated":
        return found.filter(table__isnull=True)
    if shown == "away":
        return found.exclude(status=Entry.Status.PLAYING)
    if shown == "twice":
        return found.filter(pk__in=twice)
    return found


def twice(event: Event) -> frozenset[int]:
    """The keys of the entrants who have the ACC number or the name of another one."""
    by_sign: dict[str, set[int]] = defaultdict(set)
    for pk, name, acc_number in Entry.objects.of(event).values_list("pk", "name", "acc_number"):
        by_sign[plain(name)].add(pk)
        if acc_number:
            by_sign[f"number {member(acc_number)}"].add(pk)
    return frozenset(pk for keys in by_sign.values() if len(keys) > 1 for pk in keys)


@dataclass(frozen=True, slots=True)
class EntrantCounts:
    """How many there are of each sort that the list can show."""

    everybody: int
    unseated: int
    away: int
    twice: int


def entrant_counts(event: Event, twice: Collection[int]) -> EntrantCounts:
    """The counts beside the filters of the list, in one query; `twice` are the keys of those who are there twice."""
    counted = Entry.objects.of(event).aggregate(
        everybody=Count("pk"),
        unseated=Count("pk", filter=Q(table__isnull=True)),
        away=Count("pk", filter=~Q(status=Entry.Status.PLAYING)),
    )
    return EntrantCounts(**counted, twice=len(twice))
