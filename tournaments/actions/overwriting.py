"""Optimistic locking: a form does not overwrite what somebody else has set since the page was opened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from tournaments.access import Actor
from tournaments.errors import Fault, Meanwhile, Overwriting, Refused, Since
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.reads import set_by as set_by_reads
from tournaments.rules.overwriting import find_overwritten, is_same, merged
from tournaments.words import overwriting as overwriting_words

Read = Mapping[str, Any] | None
"""The values that the user saw before changing them, by name; None to set values without a comparison."""


@dataclass(frozen=True, slots=True)
class Written:
    """What is written: the subject of its log rows, and the `names` of its values there if they differ.

    `find` finds the row that last set a value, if the log records it another way.
    """

    place: Tournament | Event
    subject: tuple[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    find: Callable[[str], AuditEntry | None] | None = None

    def last_set(self, name: str) -> AuditEntry | None:
        """Return the log row that last set this value, or None if unknown."""
        if self.find is not None:
            return self.find(name)
        event = self.place if isinstance(self.place, Event) else None
        return set_by_reads.last_set(self.tournament, event, self.subject, self.names.get(name, name))

    @property
    def tournament(self) -> Tournament:
        return self.place.tournament if isinstance(self.place, Event) else self.place


def refuse_overwriting(
    values: Mapping[str, Any], *, read: Read, now: Mapping[str, Any], of: Written, actor: Actor | None = None
) -> dict[str, Any]:
    """Return the values to write, inside the transaction that holds the row's lock.

    Raises Overwriting for every name whose value `now` differs both from what was read and from the new `values`.
    Multiple choices are merged instead.
    """
    if read is None:
        return dict(values)
    overwritten = find_overwritten(read, values, now)
    if not overwritten:
        return merged(read, values, now)
    since = {name: set_by for name in overwritten if (set_by := _since(of, name, actor)) is not None}
    faults = [Fault(name, "stale", overwriting_words.set_meanwhile(since.get(name))) for name in overwritten]
    refused = Overwriting("stale", overwriting_words.changed_meanwhile(), faults=faults, current=dict(now))
    refused.since, refused.time_zone = since, of.tournament.time_zone
    raise refused


def settled(
    values: Mapping[str, Any],
    *,
    read: Read,
    now: Mapping[str, Any],
    of: Written,
    always: Collection[str] = (),
    actor: Actor | None = None,
) -> dict[str, Any]:
    """Return all values to write, for an action that names every value: unchanged ones keep their value of `now`.

    The names in `always` count as changed. Raises Overwriting as `refuse_overwriting`.
    """
    shown = {} if read is None else read
    is_changed = {
        name: name in always or name not in shown or not is_same(values[name], shown[name]) for name in values
    }
    changes = {name: value for name, value in values.items() if is_changed[name]}
    kept = {name: now[name] for name in values if name not in changes}
    return {**kept, **refuse_overwriting(changes, read=read, now=now, of=of, actor=actor)}


def told_to_program(refused: Overwriting) -> list[Fault]:
    """Return the faults of this refusal for API clients: who set what, and when, without mention of a page."""
    with timezone.override(refused.time_zone):
        return [
            replace(fault, message=overwriting_words.set_by_another(refused.since.get(fault.field)))
            for fault in refused.faults
        ]


def refuse_unseen(of: Written, name: str, *, by: str, current: Mapping[str, Any], actor: Actor) -> None:
    """Raise Refused (`stale`) if a client that sent no read value would overwrite what another user set last.

    `by` is the name of the field that carries the read value, `current` the current values.
    """
    row = of.last_set(name)
    if row is None or row.actor_kind != AuditEntry.ActorKind.USER or row.actor_key == actor.key:
        return
    since = Since(row.actor_name, row.at)
    with timezone.override(of.tournament.time_zone):
        raise Refused("stale", overwriting_words.set_unseen(since, by), current=current)


@contextmanager
def telling_meanwhile(
    values: Mapping[str, Any], *, read: Read, now: Mapping[str, Any], of: Written, actor: Actor | None = None
) -> Iterator[None]:
    """Add to a refusal raised inside what others have set since the read, if it differs from the new `values`.

    That may be the reason for the refusal.
    """
    try:
        yield
    except Refused as refused:
        others = {
            name: was
            for name, was in (read or {}).items()
            if name in now and name not in values and not is_same(was, now[name])
        }
        refused.meanwhile = {name: Meanwhile(was, now[name], _since(of, name, actor)) for name, was in others.items()}
        refused.time_zone = of.tournament.time_zone
        raise


def _since(of: Written, name: str, actor: Actor | None) -> Since | None:
    """Return who last set a value, and when; None if unknown."""
    row = of.last_set(name)
    if row is None:
        return None
    is_own = actor is not None and (row.actor_kind, row.actor_key) == (actor.kind, actor.key)
    return Since(row.actor_name, row.at, own=is_own)
