"""Writes the log of a club. Only actions may import this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from clubs.models import Club, ClubLog
from tournaments.access import Actor
from tournaments.models.lengths import longest


def write_log(
    *,
    club: Club,
    actor: Actor,
    action: str,
    subject: tuple[str, str],
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> ClubLog:
    """Write one row of the log, in the transaction of the change. RuntimeError outside of one."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a row of the log is written in the transaction of the change")
    return ClubLog.objects.create(
        club=club,
        actor_kind=actor.kind,
        actor_key=actor.key,
        actor_name=actor.name,
        action=action,
        subject_kind=subject[0],
        subject_key=subject[1][: longest(ClubLog, "subject_key")],
        before=before,
        after=after,
        reason=reason,
    )
