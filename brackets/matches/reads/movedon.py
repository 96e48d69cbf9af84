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
    """People who moved over from this event and play in another one now, by event. At most two queries."""
    came = {
        (row.event_id, number): seat
        for row in _rows(event).filter(subject_key=event.slug)
        for number, seat in _people(row)
    }
    if not came:
        return ()
    there = Entry.objects.filter(event__in={event_key for event_key, _number in came}).playing().select_related("event")
    return tuple(
        MovedOn(came[entry.event_id, str(entry.number)], entry.name, entry.event.name)
        for entry in there.order_by("event", "number")
        if (entry.event_id, str(entry.number)) in came
    )


def _rows(event: Event) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(
        event__tournament=event.tournament, action="entrants.came-over", subject_kind="event"
    ).order_by("pk")


def _people(row: AuditEntry) -> Iterator[tuple[str, str]]:
    """The numbers of those who moved, in the target event, and their seats in the source."""
    # An imported log may contain what this program never writes.
    people = row.after.get("people") if isinstance(row.after, dict) else None
    for number, seat in people.items() if isinstance(people, dict) else ():
        yield number, str(seat)


@dataclass(frozen=True, slots=True)
class InBoth:
    """Somebody who moved from `source` to `there`, with `number` in it, and is in the playoffs of `source` again."""

    name: str
    number: int
    source: Event
    there: Event


def in_both(event: Event) -> tuple[InBoth, ...]:
    """People who moved from or to this event and now have a place in both, because a lost match was taken back.

    Once `there` is posted, only those who are in its playoffs: the others have nothing left to play there. One query if
    nobody moved.
    """
    came: dict[tuple[str, int | None], set[str]] = defaultdict(set)
    for row in _rows(event).filter(Q(event=event) | Q(subject_key=event.slug)):
        came[row.subject_key, row.event_id].update(number for number, _seat in _people(row))
    if not came:
        return ()
    events = list(Event.objects.filter(tournament=event.tournament).select_related("tournament"))
    by_slug, by_key = {row.slug: row for row in events}, {row.pk: row for row in events}
    conflicts = []
    for (slug, key), numbers in came.items():
        source, there = by_slug.get(slug), by_key.get(key or 0)
        if source is None or there is None or source.posted_at is None:
            continue
        entries = Entry.objects.of(there).filter(player__in=_still_in(source), status=Entry.Status.PLAYING)
        entries = entries.filter(player__in=_still_in(there)) if there.posted_at else entries
        conflicts += [
            InBoth(entry.name, entry.number, source, there)
            for entry in entries.order_by("number")
            if str(entry.number) in numbers
        ]
    return tuple(conflicts)


def _still_in(event: Event) -> set[int]:
    """Players who qualified and have not lost in the playoffs, nor will as soon as they have an opponent."""
    drawn = bracket(event)
    out = {side.seat for match in drawn.matches for side in [match.loser] if side} if drawn else set()
    in_it = [entry for entry, side in qualifiers(event).items() if side.seat not in out]
    return set(Entry.objects.filter(pk__in=in_it).values_list("player", flat=True))


def known_with(event: Event) -> tuple[int, ...]:
    """Revisions of the events that people moved from or to; `in_both` may change with any of them. One query."""
    sources = _rows(event).filter(event=event).values("subject_key")
    others = _rows(event).filter(subject_key=event.slug).values("event")
    beside = Event.objects.filter(Q(slug__in=sources) | Q(pk__in=others), tournament=event.tournament).exclude(
        pk=event.pk
    )
    return tuple(beside.order_by("pk").values_list("revision", flat=True))
