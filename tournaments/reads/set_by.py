"""Who set a value last, as the trail tells it."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from tournaments.errors import Since
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.words import overwriting as overwriting_words

_MEETINGS = (
    "day.change-undone",
    "day.changed",
    "entrant.removed",
    "entrant.seated",
    "entrant.status-set",
    "entrants.entered",
    "event.changed",
    "event.exempted",
    "game.called",
    "repeats.allowed",
    "repeats.taken-back",
    "seats.drawn",
    "seats.swapped",
)
"""By which acts other people meet in an event."""

_DRAWS = ("entrant.corrected", "relation.recorded", "relation.removed")
"""By which acts, besides these, a draw gives other seats: clubmates and those who are related are kept apart."""


def last_set(tournament: Tournament, event: Event | None, subject: tuple[str, str], name: str) -> AuditEntry | None:
    """The last row of the trail by which this value of the thing became another one; None where the trail does not tell."""
    kind, key = subject
    rows = AuditEntry.objects.filter(tournament=tournament, event=event, subject_kind=kind, subject_key=key)
    return rows.filter(after__has_key=name).order_by("-pk").first()


def taken_away(tournament: Tournament, event: Event | None, subject: tuple[str, str]) -> AuditEntry | None:
    """The row of the trail by which a thing was taken away: what it was stands in it. None where the trail does not tell."""
    last = last_row(tournament, event, subject)
    is_gone = last is not None and last.action == f"{subject[0]}.removed" and isinstance(last.before, dict)
    return last if is_gone else None


def last_row(tournament: Tournament, event: Event | None, subject: tuple[str, str]) -> AuditEntry | None:
    """The last row of the trail about this thing; None where there is none."""
    kind, key = subject
    rows = AuditEntry.objects.filter(tournament=tournament, event=event, subject_kind=kind, subject_key=key)
    return rows.order_by("-pk").first()


def with_last_change(told: str, event: Event, *, is_draw: bool = False) -> str:
    """Why an act is refused that does something else than was looked at, with who has changed last what could be the cause, and when,
    where the trail tells."""
    wanted = Q(event=event, action__in=_MEETINGS)
    if is_draw:
        wanted |= Q(Q(event=event) | Q(event=None), action__in=_DRAWS)
    row = AuditEntry.objects.filter(wanted, tournament=event.tournament).order_by("-pk").first()
    if row is None:
        return told
    with timezone.override(event.tournament.time_zone):
        return " ".join([told, overwriting_words.last_changed(Since(row.actor_name, row.at))])
