"""People who moved over from one event to another and are still entered there, and conflicts that this causes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from brackets.bracket.reads.drawn import bracket, qualifiers
from tournaments.models import AuditEntry, Entry, Event


@dataclass(frozen=True, slots=True)
class MovedOn:
    """Somebody who moved over: their seat in the source event, their name, and the name of the other event."""

    seat: str
    name: str
    event_name: str


def moved_on(event: Event) -> tuple[MovedOn, ...]:
    """People who moved over from this event and now play in another one, in the order of these events.

    At most two queries.
    """
    source_seats = {
        (row.event_id, number): seat
        for row in _rows(event).filter(subject_key=event.slug)
        for number, seat in _people(row)
    }
    if not source_seats:
        return ()
    entries = (
        Entry.objects.filter(event__in={event_key for event_key, _number in source_seats})
        .playing()
        .select_related("event")
    )
    return tuple(
        MovedOn(source_seats[entry.event_id, str(entry.number)], entry.known_name, entry.event.name)
        for entry in entries.order_by("event", "number")
        if (entry.event_id, str(entry.number)) in source_seats
    )


def _rows(event: Event) -> QuerySet[AuditEntry]:
    """The rows of the log in which people moved between events of this tournament, oldest first."""
    return AuditEntry.objects.filter(
        event__tournament=event.tournament, action="entrants.came-over", subject_kind="event"
    ).order_by("pk")


def _people(row: AuditEntry) -> Iterator[tuple[str, str]]:
    """For each person who moved: the entrant number in the target event, and the seat in the source event."""
    # An imported log may contain what this program never writes.
    people = row.after.get("people") if isinstance(row.after, dict) else None
    for number, seat in people.items() if isinstance(people, dict) else ():
        yield number, str(seat)


@dataclass(frozen=True, slots=True)
class InBoth:
    """Somebody who moved from `source` to `there` and is in the playoffs of `source` again.

    `number` is their entrant number in `there`.
    """

    name: str
    number: int
    source: Event
    there: Event


def in_both(event: Event) -> tuple[InBoth, ...]:
    """People who moved from or to this event and now play in both events, because a lost match was taken back.

    Once the target event is posted, only people in its playoffs count: the others have nothing left to play there. One
    query if nobody moved.
    """
    numbers_by_events: dict[tuple[str, int | None], set[str]] = defaultdict(set)
    for row in _rows(event).filter(Q(event=event) | Q(subject_key=event.slug)):
        numbers_by_events[row.subject_key, row.event_id].update(number for number, _seat in _people(row))
    if not numbers_by_events:
        return ()
    events = list(Event.objects.filter(tournament=event.tournament).select_related("tournament"))
    by_slug, by_key = {row.slug: row for row in events}, {row.pk: row for row in events}
    conflicts = []
    for (source_slug, target_key), numbers in numbers_by_events.items():
        source, target = by_slug.get(source_slug), by_key.get(target_key or 0)
        if source is None or target is None or source.posted_at is None:
            continue
        entries = Entry.objects.of(target).filter(player__in=_still_in(source), status=Entry.Status.PLAYING)
        entries = entries.filter(player__in=_still_in(target)) if target.posted_at else entries
        conflicts += [
            InBoth(entry.known_name, entry.number, source, target)
            for entry in entries.order_by("number")
            if str(entry.number) in numbers
        ]
    return tuple(conflicts)


def _still_in(event: Event) -> set[int]:
    """The keys of the players who qualified and are still in the playoffs.

    A player who loses a match as soon as the opponent is known counts as out.
    """
    drawn = bracket(event)
    seats_out = {match.loser.seat for match in drawn.matches if match.loser} if drawn else set()
    entries_in = [entry for entry, side in qualifiers(event).items() if side.seat not in seats_out]
    return set(Entry.objects.filter(pk__in=entries_in).values_list("player", flat=True))


def known_with(event: Event) -> tuple[int, ...]:
    """The revisions of the other events that people moved to from here, or from which they came. One query.

    The result of `in_both` may change with any of these events.
    """
    sources = _rows(event).filter(event=event).values("subject_key")
    targets = _rows(event).filter(subject_key=event.slug).values("event")
    moved_between = Q(slug__in=sources) | Q(pk__in=targets)
    other_events = Event.objects.filter(moved_between, tournament=event.tournament).exclude(pk=event.pk)
    return tuple(other_events.order_by("pk").values_list("revision", flat=True))
