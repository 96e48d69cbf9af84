"""Putting an earlier decision on a game back in force, as it was signed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from scorecards.access import entry_at
from scorecards.models import Correction, Discrepancy
from scorecards.sheet.reads.earlier import split_discrepancy
from scorecards.sheet.rules.basis import Record
from scorecards.sheet.rules.replay import Decided
from tournaments import audit
from tournaments.access import Actor
from tournaments.models import Event


def decisions_on(event: Event, name: str) -> QuerySet[Discrepancy]:
    """All decisions ever made on the game with this name, in force or withdrawn, oldest first.

    Raises Http404 (nobody has one of the seats).
    """
    game, first, second = split_discrepancy(name)
    rows = Discrepancy.objects.filter(
        event=event, game=game, first=entry_at(event, first), second=entry_at(event, second)
    )
    return rows.prefetch_related("corrections")


def decide_again(
    event: Event,
    name: str,
    decision: Decided,
    *,
    among: Sequence[Discrepancy],
    before: Record | None,
    reason: str,
    actor: Actor,
) -> bool:
    """Copy the last row in `among` with this decision, with its red ink and a log row; return whether there was one.

    Without such a row nothing is written. The copied row stays withdrawn. `before` is the decision that was in force,
    for the log; the caller has withdrawn it.
    """
    source = next((row for row in reversed(among) if _content(row) == decision.content), None)
    if source is None:
        return False
    _copy(source)
    audit.record(
        event=event,
        actor=actor,
        action="discrepancy.decision-restored",
        subject=("discrepancy", name),
        before=before,
        after={
            "kind": decision.kind,
            "resolved": decision.resolved,
            "basis": decision.basis,
            "reason": decision.reason,
            "decided_by": decision.by,
        },
        reason=reason,
        initials=decision.initials,
    )
    return True


def _content(row: Discrepancy) -> tuple[Any, ...]:
    """The values of a row that `Decided.content` has, in the same order."""
    return row.kind, row.basis, row.resolved, row.reason, row.initials


def _copy(source: Discrepancy) -> None:
    """Write a copy of this decision with its corrections, in force."""
    corrections = list(source.corrections.all())
    row = Discrepancy.objects.create(
        event=source.event,
        game=source.game,
        first=source.first,
        second=source.second,
        kind=source.kind,
        basis=source.basis,
        resolved=source.resolved,
        reason=source.reason,
        initials=source.initials,
        decided_by=source.decided_by,
    )
    Correction.objects.bulk_create(
        Correction(
            discrepancy=row,
            entry_id=correction.entry_id,
            game=correction.game,
            before=correction.before,
            after=correction.after,
            rules=correction.rules,
            initials=correction.initials,
            made_by=correction.made_by,
        )
        for correction in corrections
    )
