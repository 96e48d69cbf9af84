"""The entrants of an event: found, counted, and where a late one can sit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.models import AuditEntry, Entry, Event
from tournaments.reads.schedule import frames
from tournaments.rules.acc_number import member
from tournaments.rules.naming import named_like, plain
from tournaments.rules.seat import MAX_SEATS, Seat, is_seat, parse_seat, read_seat


def entrants(event: Event) -> QuerySet[Entry]:
    """Everybody entered, in seat order; those without a seat last, as entered."""
    return Entry.objects.of(event).select_related("player").in_seat_order()


def entry_at(event: Event, key: str) -> Entry | None:
    """The entry with this seat (`A-7`) or this number (`12`), with its player; None where there is none."""
    entries = Entry.objects.of(event).select_related("player")
    if is_seat(key):
        seat = parse_seat(key)
        return entries.filter(table=seat.table, seat_number=seat.number).first()
    if key.isascii() and key.isdecimal() and len(key) < 10:
        return entries.filter(number=int(key)).first()
    return None


def plays_elsewhere(entry: Entry) -> bool:
    """Whether this entry's person is entered in another tournament too. One query."""
    return Entry.objects.filter(player=entry.player_id).exclude(event__tournament=entry.event.tournament_id).exists()


def duplicate_members(event: Event) -> frozenset[str]:
    """The ACC numbers, without a youth's Y, that more than one entrant of the event has."""
    numbers = Entry.objects.of(event).exclude(acc_number="").values_list("acc_number", flat=True)
    counted = Counter(map(member, numbers))
    return frozenset(number for number, entries in counted.items() if entries > 1)


STATUS_SAID = ("entrant.status-set", "day.change-undone")
"""The acts by which somebody becomes a no-show."""


def find_undone(rows: Iterable[AuditEntry]) -> dict[tuple[int | None, str], AuditEntry]:
    """Who came in by a late entry that was undone, and whom nobody ever took for a no-show, by event and number: each with
    the line of the log that undid it. `rows` are those of `STATUS_SAID`, oldest first."""
    undone: dict[tuple[int | None, str], AuditEntry] = {}
    absent: set[tuple[int | None, str]] = set()
    for row in rows:
        # A trail that was brought in may hold what this program never writes.
        after = row.after if isinstance(row.after, dict) else {}
        if row.action == "entrant.status-set":
            if after.get("status") == Entry.Status.NO_SHOW:
                absent.add((row.event_id, row.subject_key))
            continue
        statuses = after.get("statuses")
        for number, said in statuses.items() if isinstance(statuses, dict) else ():
            if isinstance(said, list) and said[:1] == [Entry.Status.NO_SHOW]:
                undone[row.event_id, str(number)] = row
    return {key: row for key, row in undone.items() if key not in absent}


def late_undone(event: Event) -> frozenset[int]:
    """The numbers of those whose late entry was undone: they are entered and do not play, but nobody waited for them. One
    query."""
    rows = AuditEntry.objects.filter(event=event, action__in=STATUS_SAID).order_by("pk")
    return frozenset(int(number) for _event, number in find_undone(rows) if number.isdecimal())


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


def empty_seats(event: Event) -> list[str]:
    """The seats of the tables that a late entry can take, in seat order: empty ones, until the first card those of no-shows, and until the
    first game is called the two by which each table may grow."""
    holders = Entry.objects.of(event) if event.cards_begun_at else Entry.objects.of(event).playing()
    held = {(table, number) for table, number in holders.values_list("table", "seat_number") if table is not None}
    grow = 0 if event.is_played else 2
    return [
        str(Seat(table, number))
        for table, frame in frames(event).items()
        for number in range(1, min(frame + grow, MAX_SEATS) + 1)
        if (table, number) not in held
    ]
