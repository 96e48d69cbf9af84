"""The one door by which a page's form writes: not over what somebody else has set since the page was opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments import reads, words
from tournaments.access import Actor
from tournaments.errors import Fault, Overwriting, Since
from tournaments.models import Event, Tournament
from tournaments.rules.overwriting import find_overwritten, merged

Read = Mapping[str, Any] | None
"""What somebody was shown before they changed it, by name; None where they name what they set and ask for no comparison."""


@dataclass(frozen=True, slots=True)
class Written:
    """What is written: the subject of its rows in the trail, and its names there where they are others."""

    place: Tournament | Event
    subject: tuple[str, str]
    names: Mapping[str, str] = field(default_factory=dict)


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
    event = of.place if isinstance(of.place, Event) else None
    tournament = event.tournament if event is not None else of.place
    assert isinstance(tournament, Tournament)
    since = {}
    for name in found:
        if row := reads.last_set(tournament, event, of.subject, of.names.get(name, name)):
            is_own = actor is not None and (row.actor_kind, row.actor_key) == (actor.kind, actor.key)
            since[name] = Since(row.actor_name, row.at, own=is_own)
    faults = [Fault(name, "stale", words.set_meanwhile(since.get(name))) for name in found]
    refused = Overwriting("stale", words.changed_meanwhile(), faults=faults, current=dict(now))
    refused.since, refused.time_zone = since, tournament.time_zone
    raise refused
