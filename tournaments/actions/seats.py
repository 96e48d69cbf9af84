"""The draw, and what the seats allow."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit, reads, words
from tournaments.access import Actor
from tournaments.actions.faults import MAX_ROUNDS, MAX_SEED, EventPlan, out_of_range, raise_malformed
from tournaments.actions.rows import plan_of
from tournaments.errors import Fault, Refused
from tournaments.models import Entry, Event, SeatingTable
from tournaments.rules import draw, rotation
from tournaments.rules.rotation import Movement
from tournaments.rules.seat import MAX_SEATS, parse_seat, table_order


@transaction.atomic
def draw_seats(
    *, event: Event, tables: Sequence[int] | None = None, seed: int | None = None, actor: Actor
) -> dict[str, int]:
    """Draw seats for those without one, close registration; who sits where, seat to entrant's number, in seat order.

    `tables` are numbers of players, the first is table A; without them the tables are proposed. The same seed, entrants
    and tables give the same seats. No-shows get none. Raises Malformed, Refused `closed` (drawn already), `impossible`
    with the numbers.
    """
    event = Event.objects.locked(event)
    faults = []
    if seed is not None and not 0 <= seed <= MAX_SEED:
        faults.append(out_of_range("seed", 0, MAX_SEED))
    if tables is not None and not tables:
        faults.append(Fault("tables", "required", _("Give every table's number of players, or leave the tables out.")))
    raise_malformed(faults)
    if event.is_seated:
        raise Refused("closed", _("Seats are drawn already, and everybody has been told. They stay."))
    entries = list(event.entries.playing().order_by("number"))
    if len(entries) < 2:
        raise Refused(
            "impossible",
            _("It takes two to play: this event has %(entrants)s. Enter more people first.")
            % {"entrants": words.count_entrants(len(entries))},
        )
    seated = {entry.number: entry.seat for entry in entries if entry.seat}
    unseated = [entry.number for entry in entries if not entry.seat]
    sizes = rotation.propose_tables(len(entries), event.games, seated.values()) if tables is None else tuple(tables)
    if unseatable := draw.find_unseatable(unseated, seated, sizes):
        raise impossible(words.faults(unseatable))
    seed = secrets.randbelow(2**53) if seed is None else seed
    drawn = draw.draw_seats(unseated, seated, sizes, seed=seed)
    frames = rotation.frames_for(drawn)
    refuse_impossible(plan_of(event), frames, drawn)
    by_number = {entry.number: entry for entry in entries}
    for text, number in drawn.items():
        seat = parse_seat(text)
        by_number[number].table, by_number[number].seat_number = seat.table, seat.number
    event.entries.filter(status=Entry.Status.NO_SHOW).update(table=None, seat_number=None)
    Entry.objects.bulk_update(
        [by_number[number] for number in unseated], ["table", "seat_number"], batch_size=MAX_SEATS
    )
    write_tables(event, frames)
    event.phase = Event.PhaseChoice.SEATING
    event.registration_closed_at = timezone.now()
    event.draw_seed = seed
    event.save(update_fields=["phase", "registration_closed_at", "draw_seed"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="seats.drawn",
        subject=("event", event.slug),
        before={"seats": {seat: number for number, seat in seated.items()}},
        after={"seats": drawn, "seed": seed, "tables": frames},
    )
    event.touch()
    return drawn


def impossible(faults: Sequence[Fault]) -> Refused:
    return Refused("impossible", " ".join(fault.message for fault in faults), faults=faults)


def refuse_impossible(plan: EventPlan, frames: Mapping[str, int], seats: Collection[str]) -> None:
    """Refuse seats at which not everybody can have the games; where meeting again would cure it, say how."""
    faults = reads.unplayable(
        Movement(plan.movement), frames, seats, plan.games, rounds=plan.rounds, most_rounds=MAX_ROUNDS
    )
    if faults:
        raise impossible(faults)


def wider_frames(frames: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    """The larger frame of each table, in table order."""
    seats = {table: max(frames.get(table, 0), others.get(table, 0)) for table in {*frames, *others}}
    return {table: seats[table] for table in sorted(seats, key=table_order)}


def write_tables(event: Event, frames: Mapping[str, int]) -> None:
    """Write the tables anew, in their order."""
    event.tables.all().delete()
    SeatingTable.objects.bulk_create(
        SeatingTable(event=event, name=name, seats=seats) for name, seats in frames.items()
    )
