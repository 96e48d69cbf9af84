"""What departs from the plan of play, kept: one row, one line of the log. What it may be is decided by whoever calls."""

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
from tournaments.day.reads.late import Joined, door, join
from tournaments.day.reads.round import Ground, Outlook, goes_on_apart, ground
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
    on: Ground | None = None,
) -> DayChange:
    """Write a change of the day and its line of the log; `statuses` are those of entrants, `before` and `after` it. It may be
    what is `left_of` the change with this number, which is undone for the games to come. First deals to come are announced
    anew, on the basis `deals`, where the act `is_whole` with it. `on` is what it was looked at on, where seats were written
    since."""
    announce_deals(event)
    awards = Awards(event, on) if is_whole else None
    made = DayChange.objects.create(
        event=event,
        number=(event.day_changes.aggregate(last=Max("number"))["last"] or 0) + 1,
        kind=kind,
        table=table,
        data=dict(data),
        reason=reason,
        made_by=actor.name,
    )
    dealt_before, dealt = deal_anew(event, deals) if is_whole else ({}, {})
    said = {**DAY_CHANGE.values(made), **({"left_of": left_of} if left_of else {}), **dealt}
    if awards is not None:
        said |= awards.since()
    were = {**({"statuses": statuses["before"]} if statuses else {}), **dealt_before}
    audit.record(
        event=event,
        actor=actor,
        action="day.changed",
        subject=("day-change", str(made.number)),
        before=were or None,
        after={**said, "statuses": statuses["after"]} if statuses else said,
        reason=reason,
    )
    event.touch()
    return made


def come_late(*, event: Event, joined: Joined | None, actor: Actor) -> None:
    """Keep that those who came in while a game was on play from the next one on; `joined` is how, None where none was on.

    The games before went by without them: nobody's line of these changes, and nobody waits for them at the end (ours).
    """
    basis = Basis(event.game_now or 0, event.dealt_by)
    data = dict(joined.data) if joined is not None else {}
    for left, (seat, values) in zip(range(len(data) - 1, -1, -1), data.items(), strict=True):
        keep_change(
            event=event,
            kind=DayChange.Kind.LATE,
            table=parse_seat(seat).table,
            data=values,
            reason=_("Late entry"),
            deals=basis,
            # All of them sit already, and only with the last change the schedule has a place for each.
            is_whole=not left,
            on=joined.at.on if joined is not None else None,
            actor=actor,
        )
    if joined is not None:
        keep_apart(event=event, on=joined.at.on, reason=_("Late entry"), deals=basis, actor=actor)


def keep_apart(
    *, event: Event, on: Ground, reason: str, no_show: int | None = None, deals: Basis | None = None, actor: Actor
) -> None:
    """Keep how tables that were mixed up go on, where more would meet again since what it was looked at `on`; nothing where
    nobody more does. With `no_show` it is because this entrant did not come."""
    for table, course in goes_on_apart(on, ground(event)).items():
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
    """Undo the change with this number as a part of another act, which it came with; its line of the log says so."""
    made = event.day_changes.get(number=number)
    made.undone_at, made.undone_by = timezone.now(), actor.name
    made.save(update_fields=["undone_at", "undone_by"])
    dealt_before, dealt = deal_anew(event, deals)
    audit.record(
        event=event,
        actor=actor,
        action="day.change-undone",
        subject=("day-change", str(number)),
        before=DAY_CHANGE.values(made) | dealt_before,
        after=dealt or None,
        reason=reason,
    )


def come_back(*, event: Event, seat: str, first: int, reason: str, deals: Basis | None = None, actor: Actor) -> None:
    """Keep that a no-show turned up and plays from this game on: the games before went by without them, as by any late entry."""
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
    """Refuse what written cards gainsay: `begun`, with the lines."""
    if outlook.misfits:
        raise Refused(
            "begun", round_words.written_already([(one.seat, one.game, one.named) for one in outlook.misfits])
        )


def look_at_late(event: Event, seats: Sequence[str]) -> Joined:
    """How people come in at these seats while a game is on. Nothing is written.

    Raises Refused `impossible`, each fault by the place of its seat (`0.seat`).
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
