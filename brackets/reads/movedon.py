"""Who came over from an event to another one of its tournament, and is entered there still."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import AuditEntry, Entry, Event


@dataclass(frozen=True, slots=True)
class MovedOn:
    """Somebody who came over: the seat in the event that they came from, the name, and the name of the other event."""

    seat: str
    name: str
    event_name: str


def moved_on(event: Event) -> tuple[MovedOn, ...]:
    """Who came over from this event and plays in another one now, event by event; two queries, one where nobody did."""
    rows = AuditEntry.objects.filter(
        tournament=event.tournament, action="entrants.came-over", subject_kind="event", subject_key=event.slug
    )
    came: dict[tuple[int | None, str], str] = {}
    for row in rows:
        # A trail that was brought in may hold what this program never writes.
        people = row.after.get("people") if isinstance(row.after, dict) else None
        for number, seat in people.items() if isinstance(people, dict) else ():
            came[row.event_id, number] = str(seat)
    if not came:
        return ()
    there = Entry.objects.filter(event__in={at for at, _number in came}).playing().select_related("event")
    return tuple(
        MovedOn(came[entry.event_id, str(entry.number)], entry.name, entry.event.name)
        for entry in there.order_by("event", "number")
        if (entry.event_id, str(entry.number)) in came
    )
