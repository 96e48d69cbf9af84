"""What departs from the plan of play, kept: one row, one line of the log. What it may be is decided by whoever calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments import audit, reads, words
from tournaments.access import Actor
from tournaments.actions.rows import change
from tournaments.actions.seats import impossible
from tournaments.errors import Fault, Refused
from tournaments.models import DayChange, Event
from tournaments.reads import Joined, Outlook
from tournaments.rules.seat import parse_seat


def announce_deals(event: Event) -> None:
    """Note for whom the first deals were found that stand on the printed cards: from here on they stay as announced."""
    if not event.dealt_to:
        change(event, {"dealt_to": reads.playing_seats(event)})


def keep_change(
    *,
    event: Event,
    kind: str,
    table: str,
    data: Mapping[str, Any],
    reason: str,
    actor: Actor,
    statuses: Mapping[str, Any] | None = None,
    left_of: int | None = None,
) -> DayChange:
    """Write a change of the day and its line of the log; `statuses` are those of entrants, `before` and `after` it. It may be
    what is `left_of` the change with this number, which is undone for the games to come."""
    announce_deals(event)
    made = DayChange.objects.create(
        event=event,
        number=(event.day_changes.aggregate(last=Max("number"))["last"] or 0) + 1,
        kind=kind,
        table=table,
        data=dict(data),
        reason=reason,
        made_by=actor.name,
    )
    said = {"kind": kind, "table": table, "data": dict(data), **({"left_of": left_of} if left_of else {})}
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="day.changed",
        subject=("day-change", str(made.number)),
        before={"statuses": statuses["before"]} if statuses else None,
        after={**said, "statuses": statuses["after"]} if statuses else said,
        reason=reason,
    )
    event.touch()
    return made


def come_late(*, event: Event, joined: Joined | None, actor: Actor) -> None:
    """Keep that those who came in while a game was on play from the next one on; `joined` is how, None where none was on.

    The games before went by without them: nobody's line of these changes, and nobody waits for them at the end (ours).
    """
    for seat, data in joined.data.items() if joined is not None else ():
        keep_change(
            event=event,
            kind=DayChange.Kind.LATE,
            table=parse_seat(seat).table,
            data=data,
            reason=_("Late entry"),
            actor=actor,
        )


def come_back(*, event: Event, seat: str, first: int, reason: str, actor: Actor) -> None:
    """Keep that a no-show turned up and plays from this game on: the games before went by without them, as by any late entry."""
    keep_change(
        event=event,
        kind=DayChange.Kind.LATE,
        table=parse_seat(seat).table,
        data={"seat": seat, "first": first},
        reason=reason or _("Late entry"),
        actor=actor,
    )


def refuse_misfits(outlook: Outlook) -> None:
    """Refuse what written cards gainsay: `begun`, with the lines."""
    if outlook.misfits:
        raise Refused("begun", words.written_already([(one.seat, one.game, one.named) for one in outlook.misfits]))


def look_at_late(event: Event, seats: Sequence[str]) -> Joined:
    """How people come in at these seats while a game is on. Nothing is written.

    Raises Refused `impossible`, each fault by the place of its seat (`0.seat`).
    """
    joined = reads.join(reads.door(event), seats)
    faults = [
        Fault(f"{place}.seat", "impossible", joined.refused[seat])
        for place, seat in enumerate(seats)
        if seat in joined.refused
    ]
    if faults:
        raise impossible(faults)
    return joined
