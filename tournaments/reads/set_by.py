"""Who set a value last, as the trail tells it."""

from __future__ import annotations

from tournaments.models import AuditEntry, Event, Tournament


def last_set(tournament: Tournament, event: Event | None, subject: tuple[str, str], name: str) -> AuditEntry | None:
    """The last row of the trail by which this value of the thing became another one; None where the trail does not tell."""
    kind, key = subject
    rows = AuditEntry.objects.filter(tournament=tournament, event=event, subject_kind=kind, subject_key=key)
    return rows.filter(after__has_key=name).order_by("-pk").first()


def taken_away(tournament: Tournament, event: Event | None, subject: tuple[str, str]) -> AuditEntry | None:
    """The row of the trail by which a thing was taken away: what it was stands in it. None where the trail does not tell."""
    kind, key = subject
    rows = AuditEntry.objects.filter(tournament=tournament, event=event, subject_kind=kind, subject_key=key)
    last = rows.order_by("-pk").first()
    return last if last is not None and last.action == f"{kind}.removed" and isinstance(last.before, dict) else None
