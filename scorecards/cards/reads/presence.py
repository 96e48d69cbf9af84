"""What a desk polls every few seconds: who has which card open, and which cards changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from scorecards.models import Presence, Receipt
from tournaments.models import AuditEntry, Event, Site

STALE = timedelta(seconds=12)
"""A tab that has sent nothing for this long has no card open any more."""


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
    """Return everybody who has a card of this event open, in the order in which they opened it. One query."""
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
    """Return a key that changes with who has which card of this event open. One query.

    `event` is the primary key of the event.
    """
    rows = Presence.objects.filter(entry__event=event, seen_at__gt=timezone.now() - STALE)
    return ",".join(f"{entry} {user} {tab}" for entry, user, tab in rows.values_list("entry", "user", "tab"))


def each_once(people: Iterable[Here]) -> tuple[Here, ...]:
    """Return each person once per card, even if several of their tabs have it open: the first of the given ones."""
    first_by_card: dict[tuple[str, int], Here] = {}
    for person in people:
        first_by_card.setdefault((person.seat, person.user), person)
    return tuple(first_by_card.values())


def _initials(first: str, last: str, username: str) -> str:
    return (first[0] + last[0] if first and last else username[:2]).upper()


def cards_changed(event: Event, since: int) -> tuple[str, ...] | None:
    """Return the seats whose cards changed since revision `since`; None if the desk must load the whole pile.

    That is the case if more than cards changed, such as a seat, or if the revision is from before a restore.
    """
    if since < Site.least():
        return None
    # A log row holds the event's revision before its change, so the first change since then has this very revision.
    rows = AuditEntry.objects.filter(event=event, revision__gte=since).values_list("subject_kind", "subject_key")
    subjects = set(rows)
    if {kind for kind, _key in subjects} - {"card", "discrepancy", "tiebreak"}:
        return None
    return tuple(sorted(key for kind, key in subjects if kind == "card"))


def version_after(key: UUID) -> int:
    """Return the version of the card after the save with this idempotency key. The save must have arrived."""
    return Receipt.objects.values_list("version", flat=True).get(key=key)
