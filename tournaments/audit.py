"""Writes the audit trail, and says what it tells of each model. Only actions may import this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Model

from tournaments.access import Actor
from tournaments.models import AuditEntry, Event, Tournament


@dataclass(frozen=True, kw_only=True)
class Logged:
    """What the trail tells of a model: `names` of a row that comes or goes, `changes` where they change. A name that is no column
    has its `columns`. `by_hand` are the columns that actions still put into dictionaries of their own; `left_out` has the others by
    the reason. `manage.py check_fields` reads it."""

    model: type[Model]
    names: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    by_hand: str = ""
    left_out: Mapping[str, str] = field(default_factory=dict)

    def values(self, row: Model, *names: str) -> dict[str, Any]:
        """These values of the row as its before or after, of `names` all where none is named; an event by its short name.
        LookupError for others than those."""
        if unknown := set(names).difference(self.names, self.changes):
            raise LookupError(f"the trail tells nothing of {', '.join(sorted(unknown))}")
        values = {name: getattr(row, name) for name in names or self.names}
        return {name: value.slug if isinstance(value, Event) else value for name, value in values.items()}

    def given(self, row: Model, *names: str) -> dict[str, Any]:
        """As `values`, without those that the row does not have."""
        return {name: value for name, value in self.values(row, *names).items() if value}

    def difference(self, row: Model, wanted: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """What of this would change the row: the values before, and after."""
        now = self.values(row, *wanted)
        after = {name: value for name, value in wanted.items() if now[name] != value}
        return {name: now[name] for name in after}, after

    def told(self) -> set[str]:
        """The columns that it tells."""
        named = (self.columns.get(name, name) for name in (*self.names, *self.changes))
        return set(" ".join([*named, self.by_hand]).split())


def record(
    *,
    event: Event | None = None,
    tournament: Tournament | None = None,
    actor: Actor,
    action: str,
    subject: tuple[str, str],
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    initials: str = "",
) -> AuditEntry:
    """Write one row of the trail, inside the transaction of what it tells of.

    It tells of an event, or of the tournament as a whole. `action` is `thing.past-tense`; `subject` the kind and the natural key of
    the thing. Raises RuntimeError outside a transaction: a change and its trail stand or fall together.
    """
    if tournament is None:
        assert event is not None
        tournament = event.tournament
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
