"""The one door by which a page's form writes: not over what somebody else has set since the page was opened."""

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
"""What somebody was shown before they changed it, by name; None where they name what they set and ask for no comparison."""


@dataclass(frozen=True, slots=True)
class Written:
    """What is written: the subject of its rows in the trail, and its names there where they are others. Where the trail tells it
    otherwise, `find` finds the row by which a value became what it is."""

    place: Tournament | Event
    subject: tuple[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    find: Callable[[str], AuditEntry | None] | None = None

    def last_set(self, name: str) -> AuditEntry | None:
        """By which row of the trail this value became what it is; None where nobody knows."""
        if self.find is not None:
            return self.find(name)
        event = self.place if isinstance(self.place, Event) else None
        return set_by_reads.last_set(self.tournament, event, self.subject, self.names.get(name, name))

    @property
    def tournament(self) -> Tournament:
        return self.place.tournament if isinstance(self.place, Event) else self.place


def refuse_overwriting(
    wanted: Mapping[str, Any], *, read: Read, now: Mapping[str, Any], of: Written, actor: Actor | None = None
) -> dict[str, Any]:
    """What is to be written of what is wanted, inside the transaction that holds the row.

    Raises Overwriting with every name that is another one `now` than was read and than is wanted. What was ticked each for
    itself is brought together.
    """
    if read is None:
        return dict(wanted)
    found = find_overwritten(read, wanted, now)
    if not found:
        return merged(read, wanted, now)
    since = {name: told for name in found if (told := _since(of, name, actor)) is not None}
    faults = [Fault(name, "stale", overwriting_words.set_meanwhile(since.get(name))) for name in found]
    refused = Overwriting("stale", overwriting_words.changed_meanwhile(), faults=faults, current=dict(now))
    refused.since, refused.time_zone = since, of.tournament.time_zone
    raise refused


def settled(
    wanted: Mapping[str, Any],
    *,
    read: Read,
    now: Mapping[str, Any],
    of: Written,
    always: Collection[str] = (),
    actor: Actor | None = None,
) -> dict[str, Any]:
    """All of what is wanted, where an act names every value: what is wanted as it was read stays as it is `now`, but for what the
    act `always` sets.

    Raises Overwriting as `refuse_overwriting`.
    """
    shown = {} if read is None else read
    is_changed = {
        name: name in always or name not in shown or not is_same(wanted[name], shown[name]) for name in wanted
    }
    changes = {name: value for name, value in wanted.items() if is_changed[name]}
    kept = {name: now[name] for name in wanted if name not in changes}
    return {**kept, **refuse_overwriting(changes, read=read, now=now, of=of, actor=actor)}


def told_to_program(refused: Overwriting) -> list[Fault]:
    """The faults of this refusal as a program is told them: who has set what, and when, without a page."""
    with timezone.override(refused.time_zone):
        return [
            replace(fault, message=overwriting_words.set_by_another(refused.since.get(fault.field)))
            for fault in refused.faults
        ]


def refuse_unseen(of: Written, name: str, *, by: str, current: Mapping[str, Any], actor: Actor) -> None:
    """Refuse that somebody who has looked at nothing writes over what another person has set last (`stale`). `by` is the name by which they
    say what they looked at, `current` what stands."""
    row = of.last_set(name)
    if row is None or row.actor_kind != AuditEntry.ActorKind.USER or row.actor_key == actor.key:
        return
    since = Since(row.actor_name, row.at)
    with timezone.override(of.tournament.time_zone):
        raise Refused("stale", overwriting_words.set_unseen(since, by), current=current)


@contextmanager
def telling_meanwhile(
    wanted: Mapping[str, Any], *, read: Read, now: Mapping[str, Any], of: Written, actor: Actor | None = None
) -> Iterator[None]:
    """A refusal inside tells what others have set since something was read, where that is not what is wanted: the wish may be
    refused because of it."""
    try:
        yield
    except Refused as refused:
        others = {
            name: was
            for name, was in (read or {}).items()
            if name in now and name not in wanted and not is_same(was, now[name])
        }
        refused.meanwhile = {name: Meanwhile(was, now[name], _since(of, name, actor)) for name, was in others.items()}
        refused.time_zone = of.tournament.time_zone
        raise


def _since(of: Written, name: str, actor: Actor | None) -> Since | None:
    """Who has set a value last, and when; None where nobody knows."""
    row = of.last_set(name)
    if row is None:
        return None
    is_own = actor is not None and (row.actor_kind, row.actor_key) == (actor.kind, actor.key)
    return Since(row.actor_name, row.at, own=is_own)
