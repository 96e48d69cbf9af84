"""Puts a decision on a game back in force as it was signed before."""

from __future__ import annotations

from collections.abc import Sequence

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
    """All decisions ever made on the game with this name, in force or withdrawn, oldest first."""
    game, first, second = split_discrepancy(name)
    rows = Discrepancy.objects.filter(
        event=event, game=game, first=entry_at(event, first), second=entry_at(event, second)
    )
    return rows.prefetch_related("corrections")


def decide_again(
    event: Event,
    name: str,
    was: Decided,
    *,
    among: Sequence[Discrepancy],
    before: Record | None,
    reason: str,
    actor: Actor,
) -> bool:
    """Write this decision once more, with its red ink and its log row; return whether it was found.

    The source is taken from the rows in `among`; without one, nothing is written. The withdrawn row stays withdrawn.
    The decision in force `before` is withdrawn already.
    """
    values = was.content
    rows = (row for row in reversed(among) if (row.kind, row.basis, row.resolved, row.reason, row.initials) == values)
    source = next(rows, None)
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
            "kind": was.kind,
            "resolved": was.resolved,
            "basis": was.basis,
            "reason": was.reason,
            "decided_by": was.by,
        },
        reason=reason,
        initials=was.initials,
    )
    return True


def _copy(source: Discrepancy) -> None:
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
            entry_id=red.entry_id,
            game=red.game,
            before=red.before,
            after=red.after,
            rules=red.rules,
            initials=red.initials,
            made_by=red.made_by,
        )
        for red in corrections
    )
