"""Undone late entries, read from the log."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import AuditEntry, Entry, Event

STATUS_SAID = ("entrant.status-set", "day.change-undone")
"""The actions that can make somebody a no-show."""


def find_undone(rows: Iterable[AuditEntry]) -> dict[tuple[int | None, str], AuditEntry]:
    """The log rows that undid late entries, by event key and entrant's number.

    Entrants who were ever marked a no-show are left out. `rows` are the log rows with actions in `STATUS_SAID`, oldest
    first.
    """
    undone: dict[tuple[int | None, str], AuditEntry] = {}
    absent: set[tuple[int | None, str]] = set()
    for row in rows:
        # An imported log may hold values that this program never writes.
        after = row.after if isinstance(row.after, dict) else {}
        if row.action == "entrant.status-set":
            if after.get("status") == Entry.Status.NO_SHOW:
                absent.add((row.event_id, row.subject_key))
            continue
        statuses = after.get("statuses")
        for number, status in statuses.items() if isinstance(statuses, dict) else ():
            if isinstance(status, list) and status[:1] == [Entry.Status.NO_SHOW]:
                undone[row.event_id, str(number)] = row
    return {key: row for key, row in undone.items() if key not in absent}


def late_undone(event: Event) -> frozenset[int]:
    """The numbers of entrants whose late entry was undone and who were never marked a no-show. One query."""
    rows = AuditEntry.objects.filter(event=event, action__in=STATUS_SAID).order_by("pk")
    return frozenset(int(number) for _event, number in find_undone(rows) if number.isdecimal())
