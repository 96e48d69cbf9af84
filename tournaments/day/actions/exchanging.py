"""Seats that change hands after the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import connection

from tournaments import audit
from tournaments.access import Actor
from tournaments.day.actions.dealing import Basis, deal_anew
from tournaments.errors import Fault, Refused
from tournaments.models import Entry, Event
from tournaments.rules.seat import parse_seat


def exchange(
    event: Event,
    first: str,
    second: str,
    *,
    reason: str = "",
    no_show: int | None = None,
    deals: Basis | None = None,
    actor: Actor,
) -> dict[str, int]:
    """Let the people at these two seats change places, no-shows included. Returns the entrants' numbers by new seat.

    `no_show` is the number of the no-show to whose seat the person at `first` moves up. The log keeps it, so that the
    two can go back. First deals already announced are announced anew on the basis `deals`.
    """
    holders = {entry.seat: entry for entry in event.entries.filter(table__isnull=False)}
    before = {seat: holders[seat].number for seat in (first, second) if seat in holders}
    after = {second if seat == first else first: number for seat, number in before.items()}
    movers = {number: holders[seat].pk for seat, number in before.items()}
    Entry.objects.filter(pk__in=movers.values()).update(table=None, seat_number=None)
    _seat(movers, after)
    dealt_before, dealt = deal_anew(event, deals)
    audit.record(
        event=event,
        actor=actor,
        action="seats.swapped",
        subject=("seats", f"{first} {second}"),
        before={"seats": before, **dealt_before},
        after={"seats": after, **({} if no_show is None else {"no_show": no_show}), **dealt},
        reason=reason,
    )
    event.touch()
    return after


def _seat(movers: Mapping[int, int], seats: Mapping[str, int]) -> None:
    """Write new seats. `seats` are entrants' numbers by seat, `movers` their primary keys by number.

    Numbers that `movers` lacks are left alone. In plain SQL, because `bulk_update` builds six expressions per row and
    takes ten times as long.
    """
    new_seats = [(parse_seat(text), movers[number]) for text, number in seats.items() if number in movers]
    table, name, number, key = (
        connection.ops.quote_name(identifier) for identifier in (Entry._meta.db_table, "table", "seat_number", "id")
    )
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET {name} = %s, {number} = %s WHERE {key} = %s",
            [(seat.table, seat.number, pk) for seat, pk in new_seats],
        )


def impossible(faults: Sequence[Fault]) -> Refused:
    """The refusal `impossible` with these faults."""
    return Refused("impossible", " ".join(fault.message for fault in faults), faults=faults)
