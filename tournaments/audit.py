"""Writes the audit trail. Only actions may import this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from tournaments.access import Actor
from tournaments.models import AuditEntry, Event, Tournament


def record(
    *,
    tournament: Tournament,
    event: Event | None = None,
    actor: Actor,
    action: str,
    subject: tuple[str, str],
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    reason: str = "",
    initials: str = "",
) -> AuditEntry:
    """Write one row of the trail, inside the transaction of what it tells of.

    `action` is `thing.past-tense`; `subject` the kind and the natural key of the thing. Raises RuntimeError outside a
    transaction: a change and its trail stand or fall together.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("an audit row is written in the transaction of the change")
    return AuditEntry.objects.create(
        tournament=tournament,
        event=event,
        revision=event.revision if event else 0,
        actor_kind=actor.kind,
        actor_key=actor.key,
        actor_name=actor.name,
        action=action,
        subject_kind=subject[0],
        subject_key=subject[1],
        before=before,
        after=after,
        reason=reason,
        initials=initials,
    )
