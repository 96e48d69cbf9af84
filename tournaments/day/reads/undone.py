"""Late entries that were undone, read from the log."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import AuditEntry, Entry, Event

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
