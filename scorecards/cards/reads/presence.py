"""What a desk polls every few seconds: who has which card open now, and which cards changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from scorecards.models import Presence, Receipt
from tournaments.models import AuditEntry, Event, Site

STALE = timedelta(seconds=12)
"""A tab that is silent this long has no card open any more."""


@dataclass(frozen=True, slots=True)
class Here:
    """A person who has a card open: in which browser tab, and since when."""

    seat: str
    user: int
    name: str
    initials: str
    tab: str
    since: datetime


def people_at_cards(event: Event, now: datetime) -> tuple[Here, ...]:
    """Everybody who has a card of this event open, first come first; one query."""
    rows = Presence.objects.filter(entry__event=event, seen_at__gt=now - STALE).select_related("user", "entry")
    return tuple(
        Here(
            row.entry.seat,
            row.user_id,
            row.user.get_full_name() or row.user.get_username(),
            _initials(row.user.first_name, row.user.last_name, row.user.get_username()),
            row.tab,
            row.since,
        )
        for row in rows
    )


def people_mark(event: int) -> str:
    """A key of who has which card of this event open, for telling changes; one query."""
    rows = Presence.objects.filter(entry__event=event, seen_at__gt=timezone.now() - STALE)
    return ",".join(f"{entry} {user} {tab}" for entry, user, tab in rows.values_list("entry", "user", "tab"))


def each_once(people: Iterable[Here]) -> tuple[Here, ...]:
    """The same people, each once at a card however many tabs have it open, in the tab that came first."""
    first: dict[tuple[str, int], Here] = {}
    for person in people:
        first.setdefault((person.seat, person.user), person)
    return tuple(first.values())


def _initials(first: str, last: str, username: str) -> str:
    return (first[0] + last[0] if first and last else username[:2]).upper()


def cards_changed(event: Event, since: int) -> tuple[str, ...] | None:
    """The seats whose cards changed after this revision. None where more than cards changed, such as a seat, or where
    the revision is from before a restore, so that nobody can tell."""
    if since < Site.least():
        return None
    rows = AuditEntry.objects.filter(event=event, revision__gte=since).values_list("subject_kind", "subject_key")
    changed = set(rows)
    if {kind for kind, _key in changed} - {"card", "discrepancy", "tiebreak"}:
        return None
    return tuple(sorted(key for kind, key in changed if kind == "card"))


def version_after(key: UUID) -> int:
    """The card's version after the save with this key, which has arrived."""
    return Receipt.objects.values_list("version", flat=True).get(key=key)
