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
    """What a form writes, and how the log records it.

    - `place`, `subject`: the tournament or event, and the subject, of its log rows.
    - `names`: the names of its values in the log, if they differ.
    - `find`: returns the log row that last set a value, if the log records it another way.
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
    """Return the values to write. Call it in the transaction that holds the row's lock.

    `now` are the current values, and `of` is what is written. Raises Overwriting with every name whose current value
    differs both from what was read and from the new `values`. Multiple choices are merged instead.
    """
    if read is None:
        return dict(values)
    overwritten = find_overwritten(read, values, now)
    if not overwritten:
        return merged(read, values, now)
    authors = {name: _since(of, name, actor) for name in overwritten}
    since = {name: author for name, author in authors.items() if author is not None}
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
    """Return all values to write, for an action that gets every value of a row and not only the changed ones.

    A value that is as it was `read` keeps its current value (`now`). The names in `always` count as changed. Raises
    Overwriting like `refuse_overwriting`.
    """
    read_values = {} if read is None else read
    is_changed = {
        name: name in always or name not in read_values or not is_same(values[name], read_values[name])
        for name in values
    }
    changes = {name: value for name, value in values.items() if is_changed[name]}
    unchanged = {name: now[name] for name in values if name not in changes}
    return {**unchanged, **refuse_overwriting(changes, read=read, now=now, of=of, actor=actor)}


def told_to_program(refused: Overwriting) -> list[Fault]:
    """Return the faults of this refusal for API clients: who set what and when. They do not mention a page."""
    with timezone.override(refused.time_zone):
        return [
            replace(fault, message=overwriting_words.set_by_another(refused.since.get(fault.field)))
            for fault in refused.faults
        ]


def refuse_unseen(of: Written, name: str, *, by: str, current: Mapping[str, Any], actor: Actor) -> None:
    """Raise Refused (`stale`) if another user set this value last. Call it if a client sent no read value.

    `by` is the field in which the client should send the read value. `current` are the current values.
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
    """Add to a refusal that is raised inside the `with` block what others have set since the page was opened.

    Such changes may be the reason for the refusal. Values that the user changes too (`values`) are left out.
    """
    try:
        yield
    except Refused as refused:
        others_changes = {
            name: read_value
            for name, read_value in (read or {}).items()
            if name in now and name not in values and not is_same(read_value, now[name])
        }
        refused.meanwhile = {
            name: Meanwhile(read_value, now[name], _since(of, name, actor))
            for name, read_value in others_changes.items()
        }
        refused.time_zone = of.tournament.time_zone
        raise


def _since(of: Written, name: str, actor: Actor | None) -> Since | None:
    """Return who last set a value and when, or None if unknown."""
    row = of.last_set(name)
    if row is None:
        return None
    is_own = actor is not None and (row.actor_kind, row.actor_key) == (actor.kind, actor.key)
    return Since(row.actor_name, row.at, own=is_own)
