"""People who come over from one event to another of the same tournament."""

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
    """Who is entered now, and the names of those who were entered already and left out."""

    entries: tuple[Entry, ...]
    left_out: tuple[str, ...]


@transaction.atomic
def move_over(
    *, event: Event, source: Event, seats: Mapping[int, str], out_in: int = 0, mark: str | None = None, actor: Actor
) -> CameOver:
    """Enter people of `source` in this event: those of these numbers there, each with a seat here or an empty one.

    They are who did not qualify there, or is out of the playoffs in or before round `out_in` (0: nobody of these). It is the same
    person in both events; who is entered here already is left out. Raises Malformed (nobody is named, no such number or round), and
    what `enter_entrants` refuses, each fault by the number (`12.seat`); Refused `not_ready` (nothing is posted there), `not_out` (somebody is still in
    the playoffs or did not play to the end), `exists` (all are entered already), `stale` (other games change by it by now).
    """
    # Two events are locked in one order everywhere, or two people would wait for each other.
    locked = {one.pk: Event.objects.locked(one) for one in sorted((event, source), key=attrgetter("pk"))}
    event, source = locked[event.pk], locked[source.pk]
    if source.posted_at is None:
        raise Refused("not_ready", moving_words.not_posted(source.name))
    coming, left_out = _coming(event, source, seats, out_in)
    plans = [EntrantPlan(one.name, one.acc_number, seats[one.number], player=one.player) for one in coming]
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
            "people": {str(entry.number): one.seat for entry, one in zip(entries, coming, strict=True)},
            "out_in": out_in,
            "left_out": left_out,
        },
    )
    event.touch()
    return CameOver(tuple(entries), tuple(left_out))


def find_coming(event: Event, source: Event, seats: Mapping[int, str], out_in: int) -> list[Comer]:
    """Who of these numbers would come over now, for whoever only looks; raises what `move_over` raises of them."""
    if source.posted_at is None:
        raise Refused("not_ready", moving_words.not_posted(source.name))
    return _coming(event, source, seats, out_in)[0]


def by_number(refused: Refused, coming: list[Comer]) -> Refused:
    """The refusal of their entries, with each fault at the number of the person whom it is about."""

    def moved(field: str) -> str:
        at, dot, name = field.partition(".")
        return f"{coming[int(at)].number}{dot}{name}" if at.isdecimal() else field

    return refused.moved(moved)


def _coming(event: Event, source: Event, seats: Mapping[int, str], out_in: int) -> tuple[list[Comer], list[str]]:
    """Those who come over, and the names of those who are entered already."""
    on = moving(event, source, out_in)
    people = {one.number: one for one in on.people}
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
    if stay := [one for one in named if not one.may_come]:
        faults = [Fault(f"{one.number}.name", "not_out", moving_words.cannot_come(one.name, one.told)) for one in stay]
        raise Refused("not_out", " ".join(fault.message for fault in faults), faults=faults)
    coming = [one for one in named if not one.is_entered]
    if not coming:
        off = [f"{one.name} {one.told}" for one in named if one.is_off]
        raise Refused("exists", " ".join([moving_words.all_entered(event.name), *off]))
    return coming, [one.name for one in named if one.is_entered]
