"""Storing changes of the day, each as one row and one line in the log. The caller decides what is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.day.actions.awards import Awards
from tournaments.day.actions.dealing import Basis, announce_deals, deal_anew
from tournaments.day.actions.exchanging import impossible
from tournaments.day.reads.late_entry import Joined, door, join
from tournaments.day.reads.round import Ground, Outlook, goes_on_apart, ground_of
from tournaments.day.words import round as round_words
from tournaments.errors import Fault, Refused
from tournaments.models import DayChange, Event
from tournaments.rotation.rules.day import course_values
from tournaments.rules.seat import parse_seat

DAY_CHANGE = audit.Logged(
    model=DayChange,
    names=("kind", "table", "data"),
    left_out={THE_ROWS_OWN: "number reason made_at made_by undone_at undone_by"},
)


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
    deals: Basis | None = None,
    is_whole: bool = True,
    ground: Ground | None = None,
) -> DayChange:
    """Write a change of the day and its log row, and return the change.

    - `statuses` are entrants' statuses for the log, under `before` and `after`.
    - `left_of` is the number of an undone change, if this one keeps a part of it.
    - `is_whole`: the act is complete with this change. Only then first deals are announced anew, on the basis `deals`,
      and the log gets the awards that lapse or revive.
    - `ground` is the ground before the act, if the act has already written seats.
    """
    announce_deals(event)
    awards = Awards(event, ground) if is_whole else None
    stored = DayChange.objects.create(
        event=event,
        number=(event.day_changes.aggregate(last=Max("number"))["last"] or 0) + 1,
        kind=kind,
        table=table,
        data=dict(data),
        reason=reason,
        made_by=actor.name,
    )
    dealt_before, dealt = deal_anew(event, deals) if is_whole else ({}, {})
    after = {**DAY_CHANGE.values(stored), **({"left_of": left_of} if left_of else {}), **dealt}
    if awards is not None:
        after |= awards.since()
    before = {**({"statuses": statuses["before"]} if statuses else {}), **dealt_before}
    audit.record(
        event=event,
        actor=actor,
        action="day.changed",
        subject=("day-change", str(stored.number)),
        before=before or None,
        after={**after, "statuses": statuses["after"]} if statuses else after,
        reason=reason,
    )
    event.touch()
    return stored


def come_late(*, event: Event, joined: Joined | None, actor: Actor) -> None:
    """Store that people who came in during a game play from the next one on.

    `joined` is None if no game was on; then nothing is stored. Earlier games went by without the newcomers: nobody has
    lines for these, and nobody waits at the end (ours).
    """
    basis = Basis(event.game_now or 0, event.dealt_by)
    data = dict(joined.data) if joined is not None else {}
    for remaining, (seat, values) in zip(range(len(data) - 1, -1, -1), data.items(), strict=True):
        keep_change(
            event=event,
            kind=DayChange.Kind.LATE,
            table=parse_seat(seat).table,
            data=values,
            reason=_("Late entry"),
            deals=basis,
            # All newcomers are seated already, but the schedule has a place for each only after the last change.
            is_whole=not remaining,
            ground=joined.before.ground if joined is not None else None,
            actor=actor,
        )
    if joined is not None:
        keep_apart(event=event, ground=joined.before.ground, reason=_("Late entry"), deals=basis, actor=actor)


def keep_apart(
    *, event: Event, ground: Ground, reason: str, no_show: int | None = None, deals: Basis | None = None, actor: Actor
) -> None:
    """Store new courses for mixed-up tables at which more people would meet again than on `ground`.

    `no_show` is the number of the entrant whose absence is the cause, if it is one.
    """
    for table, course in goes_on_apart(ground, ground_of(event)).items():
        values = course_values(course)
        keep_change(
            event=event,
            kind=DayChange.Kind.COURSE,
            table=table,
            data=values if no_show is None else {**values, "no_show": no_show},
            reason=reason or _("So that nobody meets again"),
            deals=deals,
            actor=actor,
        )


def drop_change(*, event: Event, number: int, reason: str, deals: Basis | None = None, actor: Actor) -> None:
    """Undo the change with this number, as part of another act, and log it."""
    change = event.day_changes.get(number=number)
    change.undone_at, change.undone_by = timezone.now(), actor.name
    change.save(update_fields=["undone_at", "undone_by"])
    dealt_before, dealt = deal_anew(event, deals)
    audit.record(
        event=event,
        actor=actor,
        action="day.change-undone",
        subject=("day-change", str(number)),
        before=DAY_CHANGE.values(change) | dealt_before,
        after=dealt or None,
        reason=reason,
    )


def come_back(*, event: Event, seat: str, first: int, reason: str, deals: Basis | None = None, actor: Actor) -> None:
    """Store that a no-show turned up and plays from game `first` on, like a late entry."""
    keep_change(
        event=event,
        kind=DayChange.Kind.LATE,
        table=parse_seat(seat).table,
        data={"seat": seat, "first": first},
        reason=reason or _("Late entry"),
        deals=deals,
        actor=actor,
    )


def refuse_misfits(outlook: Outlook) -> None:
    """Refuse a change that written cards contradict. Raises Refused `begun`, whose message names the lines."""
    if outlook.misfits:
        raise Refused(
            "begun",
            round_words.written_already([(misfit.seat, misfit.game, misfit.named) for misfit in outlook.misfits]),
        )


def look_at_late(event: Event, seats: Sequence[str]) -> Joined:
    """How people come in at these seats while a game is on. Writes nothing.

    Raises Refused `impossible`, with a fault for each seat by its position (`0.seat`).
    """
    joined = join(door(event), seats)
    faults = [
        Fault(f"{place}.seat", "impossible", joined.refused[seat])
        for place, seat in enumerate(seats)
        if seat in joined.refused
    ]
    if faults:
        raise impossible(faults)
    return joined
