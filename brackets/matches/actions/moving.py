"""People who move over from one event of a tournament to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from django.db import transaction

from brackets.matches.reads.moving import Comer, moving
from brackets.matches.words import moving as moving_words
from tournaments import audit
from tournaments.access import Actor
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class CameOver:
    """The new entries, and the names of people left out because they were entered already."""

    entries: tuple[Entry, ...]
    left_out: tuple[str, ...]


@transaction.atomic
def move_over(
    *, event: Event, source: Event, seats: Mapping[int, str], out_in: int = 0, mark: str | None = None, actor: Actor
) -> CameOver:
    """Enter people of `source` in this event: `seats` maps their numbers there to seats in this event, or to "".

    They did not qualify there, or lost in the playoffs in or before round `out_in` (0: none of these). Player rows are
    shared by both events; people entered here already are left out. Raises Malformed (nobody is named, no such number
    or round) and what `enter_entrants` refuses, each fault under the number (`12.seat`); Refused `not_ready` (nothing
    is posted there), `not_out` (somebody is still in the playoffs or did not play to the end), `exists` (all are
    entered already), `stale` (it would change other games by now).
    """
    # Lock two events in the same order everywhere, or two transactions would deadlock.
    locked = {row.pk: Event.objects.locked(row) for row in sorted((event, source), key=attrgetter("pk"))}
    event, source = locked[event.pk], locked[source.pk]
    if source.posted_at is None:
        raise Refused("not_ready", moving_words.not_posted(source.name))
    coming, left_out = _coming(event, source, seats, out_in)
    plans = [EntrantPlan(comer.name, comer.acc_number, seats[comer.number], player=comer.player) for comer in coming]
    try:
        entries = enter_entrants(event=event, entrants=plans, mark=mark, actor=actor)
    except Refused as refused:
        raise by_number(refused, coming) from refused
    event.refresh_from_db(fields=["revision"])
    audit.record(
        event=event,
        actor=actor,
        action="entrants.came-over",
        subject=("event", source.slug),
        after={
            "people": {str(entry.number): comer.seat for entry, comer in zip(entries, coming, strict=True)},
            "out_in": out_in,
            "left_out": left_out,
        },
    )
    event.touch()
    return CameOver(tuple(entries), tuple(left_out))


def find_coming(event: Event, source: Event, seats: Mapping[int, str], out_in: int) -> list[Comer]:
    """Preview the people whom `move_over` would enter; raises what it raises about them."""
    if source.posted_at is None:
        raise Refused("not_ready", moving_words.not_posted(source.name))
    return _coming(event, source, seats, out_in)[0]


def by_number(refused: Refused, coming: list[Comer]) -> Refused:
    """The same refusal, with each fault under the number of the person it is about."""

    def moved(field: str) -> str:
        place, dot, name = field.partition(".")
        return f"{coming[int(place)].number}{dot}{name}" if place.isdecimal() else field

    return refused.moved(moved)


def _coming(event: Event, source: Event, seats: Mapping[int, str], out_in: int) -> tuple[list[Comer], list[str]]:
    """Those who come over, and the names of those already entered."""
    on = moving(event, source, out_in)
    people = {comer.number: comer for comer in on.people}
    faults = []
    if not 0 <= out_in <= on.rounds:
        faults.append(Fault("out_in", "unknown", moving_words.no_such_round(on.rounds)))
    if not seats:
        faults.append(Fault("", "required", moving_words.nobody_to_come()))
    faults += [
        Fault(f"{number}.name", "unknown", moving_words.no_such_entrant(number, source.name))
        for number in seats
        if number not in people
    ]
    raise_malformed(faults)
    named = [people[number] for number in seats]
    if stay := [comer for comer in named if not comer.may_come]:
        faults = [
            Fault(f"{comer.number}.name", "not_out", moving_words.cannot_come(comer.name, comer.told)) for comer in stay
        ]
        raise Refused("not_out", " ".join(fault.message for fault in faults), faults=faults)
    coming = [comer for comer in named if not comer.is_entered]
    if not coming:
        off = [f"{comer.name} {comer.told}" for comer in named if comer.is_off]
        raise Refused("exists", " ".join([moving_words.all_entered(event.name), *off]))
    return coming, [comer.name for comer in named if comer.is_entered]
