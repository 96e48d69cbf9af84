"""Writes the log (the audit trail), and declares what it records of each model. Only actions may import this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Model

from tournaments.access import Actor
from tournaments.models import AuditEntry, Event, Tournament


@dataclass(frozen=True, kw_only=True)
class Logged:
    """What the log records of a model.

    - `names`: values that are recorded when a row is added or removed.
    - `changes`: values that are recorded when they change.
    - `columns`: the columns behind a name that is no column itself.
    - `by_hand`: columns that actions record in dictionaries of their own.
    - `left_out`: the other columns, by reason, for `manage.py check_fields`.
    """

    model: type[Model]
    names: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    by_hand: str = ""
    left_out: Mapping[str, str] = field(default_factory=dict)

    def values(self, row: Model, *names: str) -> dict[str, Any]:
        """Return the values of the row with these names, by default all `names`. An event is given by its slug.

        Raises LookupError for a name that is not declared.
        """
        if unknown := set(names).difference(self.names, self.changes):
            raise LookupError(f"the trail tells nothing of {', '.join(sorted(unknown))}")
        values = {name: getattr(row, name) for name in names or self.names}
        return {name: value.slug if isinstance(value, Event) else value for name, value in values.items()}

    def given(self, row: Model, *names: str) -> dict[str, Any]:
        """Return the same as `values`, without empty values."""
        return {name: value for name, value in self.values(row, *names).items() if value}

    def difference(self, row: Model, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the `values` that differ from those of the row: first as they are in the row, then as given."""
        current = self.values(row, *values)
        after = {name: value for name, value in values.items() if current[name] != value}
        return {name: current[name] for name in after}, after

    def told(self) -> set[str]:
        """Return the columns that are recorded."""
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
    """Write one row of the log, for the event or for the tournament as a whole.

    `action` has the form `thing.past-tense`; `subject` is the kind and the natural key of the thing. Raises
    RuntimeError outside a transaction: the change and its log row commit or roll back together.
    """
    if tournament is None:
        assert event is not None
        tournament = event.tournament
    _refuse_alone()
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


def record_many(
    *, tournament: Tournament, actor: Actor, action: str, acts: Iterable[tuple[tuple[str, str], Mapping[str, Any]]]
) -> None:
    """Write one row of the log for the tournament for each of these subjects with what is `after`, in one statement.

    Raises what `record` raises.
    """
    _refuse_alone()
    AuditEntry.objects.bulk_create(
        AuditEntry(
            tournament=tournament,
            revision=0,
            actor_kind=actor.kind,
            actor_key=actor.key,
            actor_name=actor.name,
            action=action,
            subject_kind=kind,
            subject_key=key,
            after=after,
        )
        for (kind, key), after in acts
    )


def _refuse_alone() -> None:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("an audit row is written in the transaction of the change")
