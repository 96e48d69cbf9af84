"""Who set a value last, from the log."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from tournaments.errors import Since
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.words import overwriting as overwriting_words

_MEETINGS = (
    "day.change-undone",
    "day.changed",
    "entrant.moved-up",
    "entrant.removed",
    "entrant.seated",
    "entrant.status-set",
    "entrants.entered",
    "event.changed",
    "event.exempted",
    "game.called",
    "ladder.move-taken-back",
    "ladder.moved",
    "repeats.allowed",
    "repeats.taken-back",
    "seats.drawn",
    "seats.swapped",
)
"""Actions that change who meets whom in an event."""

_DRAWS = ("entrant.corrected", "relation.recorded", "relation.removed")
"""Further actions that change the result of a draw, which keeps clubmates and relatives apart."""


def last_set(tournament: Tournament, event: Event | None, subject: tuple[str, str], name: str) -> AuditEntry | None:
    """Return the last log row that set this value, or None if the log has none."""
    kind, key = subject
    rows = AuditEntry.objects.filter(tournament=tournament, event=event, subject_kind=kind, subject_key=key)
    return rows.filter(after__has_key=name).order_by("-pk").first()


def since(row: AuditEntry | None) -> Since | None:
    """The person who wrote this row of the log, with the time; None without a row."""
    return None if row is None else Since(row.actor_name, row.at)


def taken_away(tournament: Tournament, event: Event | None, subject: tuple[str, str]) -> AuditEntry | None:
    """Return the log row that removed this thing, or None. Its `before` is a dictionary that describes the thing."""
    kind, _key = subject
    last = last_row(tournament, event, subject)
    if last is None or last.action != f"{kind}.removed" or not isinstance(last.before, dict):
        return None
    return last


def last_row(tournament: Tournament, event: Event | None, subject: tuple[str, str]) -> AuditEntry | None:
    """Return the last log row about this thing, or None."""
    kind, key = subject
    rows = AuditEntry.objects.filter(tournament=tournament, event=event, subject_kind=kind, subject_key=key)
    return rows.order_by("-pk").first()


def with_last_change(reason: str, event: Event, *, is_draw: bool = False) -> str:
    """Return the refusal `reason` with who last made a change that may have caused it, and when, if the log knows.

    The causes are changes of who meets whom, and for a draw also those of what the draw goes by.
    """
    causes = Q(event=event, action__in=_MEETINGS)
    if is_draw:
        causes |= Q(Q(event=event) | Q(event=None), action__in=_DRAWS)
    row = AuditEntry.objects.filter(causes, tournament=event.tournament).order_by("-pk").first()
    if row is None:
        return reason
    with timezone.override(event.tournament.time_zone):
        return " ".join([reason, overwriting_words.last_changed(Since(row.actor_name, row.at))])
