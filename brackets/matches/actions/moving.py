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
    """Enter people of `source` in this event. `seats` maps their entrant numbers in `source` to seats here, or to "".

    People may move if they did not qualify in `source`, or lost its playoffs in or before round `out_in` (0: none of
    the qualifiers). Both events use the same player rows. People who are entered in this event already are left out.

    Raises Malformed if nobody is named, or if a number or the round does not exist.
    Raises Refused `not_ready` if the qualifiers of `source` are not posted.
    Raises Refused `not_out` if somebody is still in the playoffs or did not play to the end.
    Raises Refused `exists` if everybody is entered already.
    Raises Refused `stale` if other games would change than in the preview `mark`.
    Raises what `enter_entrants` raises, with each fault under the number of the person (`12.seat`).
    """
    # Lock the two events in the same order everywhere, so that no two transactions deadlock.
    locked = {row.pk: Event.objects.locked(row) for row in sorted((event, source), key=attrgetter("pk"))}
    event, source = locked[event.pk], locked[source.pk]
    if source.posted_at is None:
        raise Refused("not_ready", moving_words.not_posted(source.name))
    comers, left_out = _comers(event, source, seats, out_in)
    plans = [EntrantPlan(comer.name, comer.acc_number, seats[comer.number], player=comer.player) for comer in comers]
    try:
        entries = enter_entrants(event=event, entrants=plans, mark=mark, actor=actor)
    except Refused as refused:
        raise by_number(refused, comers) from refused
    event.refresh_from_db(fields=["revision"])
    audit.record(
        event=event,
        actor=actor,
        action="entrants.came-over",
        subject=("event", source.slug),
        after={
            "people": {str(entry.number): comer.seat for entry, comer in zip(entries, comers, strict=True)},
            "out_in": out_in,
            "left_out": left_out,
        },
    )
    event.touch()
    return CameOver(tuple(entries), tuple(left_out))


def find_comers(event: Event, source: Event, seats: Mapping[int, str], out_in: int) -> list[Comer]:
    """The people whom `move_over` would enter. Raises the same errors, except those of `enter_entrants`."""
    if source.posted_at is None:
        raise Refused("not_ready", moving_words.not_posted(source.name))
    comers, _left_out = _comers(event, source, seats, out_in)
    return comers


def by_number(refused: Refused, comers: list[Comer]) -> Refused:
    """The same refusal, with the entrant number of each person in place of the position in `comers`."""

    def moved(field: str) -> str:
        place, dot, name = field.partition(".")
        return f"{comers[int(place)].number}{dot}{name}" if place.isdecimal() else field

    return refused.moved(moved)


def _comers(event: Event, source: Event, seats: Mapping[int, str], out_in: int) -> tuple[list[Comer], list[str]]:
    """The people to enter, and the names of those who are entered already. Raises as `move_over`."""
    offer = moving(event, source, out_in)
    people = {comer.number: comer for comer in offer.people}
    faults = []
    if not 0 <= out_in <= offer.rounds:
        faults.append(Fault("out_in", "unknown", moving_words.no_such_round(offer.rounds)))
    if not seats:
        faults.append(Fault("", "required", moving_words.nobody_to_come()))
    faults += [
        Fault(f"{number}.name", "unknown", moving_words.no_such_entrant(number, source.name))
        for number in seats
        if number not in people
    ]
    raise_malformed(faults)
    chosen = [people[number] for number in seats]
    ineligible = [comer for comer in chosen if not comer.may_come]
    if ineligible:
        faults = [
            Fault(f"{comer.number}.name", "not_out", moving_words.cannot_come(comer.name, comer.told))
            for comer in ineligible
        ]
        raise Refused("not_out", " ".join(fault.message for fault in faults), faults=faults)
    comers = [comer for comer in chosen if not comer.is_entered]
    if not comers:
        not_playing = [f"{comer.name} {comer.told}" for comer in chosen if comer.is_off]
        raise Refused("exists", " ".join([moving_words.all_entered(event.name), *not_playing]))
    return comers, [comer.name for comer in chosen if comer.is_entered]
