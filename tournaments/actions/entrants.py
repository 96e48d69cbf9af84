"""The entrants of an event: entered, taken off the list, marked as no-show or withdrawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import audit, reads
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.faults import (
    MAX_ENTRANTS,
    MAX_REASON,
    EntrantPlan,
    entrant_faults,
    raise_malformed,
    text_faults,
    unknown,
)
from tournaments.actions.rows import change, difference, plan_of, refuse_posted
from tournaments.actions.seats import impossible, refuse_impossible, wider_frames, write_tables
from tournaments.errors import Fault, Refused
from tournaments.models import Entry, Event, Player, Relation
from tournaments.rules import rotation
from tournaments.rules.acc_number import member
from tournaments.rules.rotation import Movement
from tournaments.rules.seat import MAX_SEATS, parse_seat, seat_order


@transaction.atomic
def enter_entrants(*, event: Event, entrants: Sequence[EntrantPlan], actor: Actor) -> list[Entry]:
    """Enter people, all of them or none; the person behind an entry is known again by ACC number and name.

    Before the seats are drawn a seat is optional and may be any. Afterwards it is a late entry: it needs a free seat,
    with a movement plan one that people move through. Until the first card a table may grow by a pair of seats for it,
    and the seat of a no-show is free. Raises Malformed with every fault (`0.seat`), Refused `posted`, `closed` (seats
    are drawn, no seat given), `exists` (the seat is held), `impossible`.
    """
    event = Event.objects.locked(event)
    raise_malformed(entrant_faults(entrants))
    refuse_posted(event)
    if event.is_seated:
        _refuse_seatless(entrants)
    held = {entry.seat: entry for entry in event.entries.filter(table__isnull=False)}
    vacated = _vacate(event, held, entrants)
    if event.entries.count() + len(entrants) > MAX_ENTRANTS:
        raise Refused(
            "impossible",
            _("An event has room for %(limit)d entrants; it has %(n)d and these are %(more)d.")
            % {"limit": MAX_ENTRANTS, "n": event.entries.count(), "more": len(entrants)},
        )
    if event.is_seated:
        _make_room(event, [plan.seat for plan in entrants])
    Entry.objects.filter(pk__in=[entry.pk for entry in vacated]).update(table=None, seat_number=None)
    entries = []
    players = _players_behind(entrants)
    for number, (plan, player) in enumerate(zip(entrants, players, strict=True), start=event.last_entry + 1):
        seat = parse_seat(plan.seat) if plan.seat else None
        entries.append(
            Entry(
                event=event,
                player=player,
                number=number,
                name=plan.name,
                acc_number=plan.acc_number,
                table=seat.table if seat else None,
                seat_number=seat.number if seat else None,
            )
        )
    Entry.objects.bulk_create(entries)
    event.last_entry += len(entries)
    event.save(update_fields=["last_entry"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="entrants.entered",
        subject=("entrants", ",".join(str(entry.number) for entry in entries)[:120]),
        before={"vacated": {entry.seat: entry.number for entry in vacated}} if vacated else None,
        after={"entrants": [_entry_values(entry) for entry in entries], "late": event.is_seated},
    )
    event.touch()
    return entries


@transaction.atomic
def remove_entrant(*, event: Event, number: int, actor: Actor) -> None:
    """Take somebody off the list before the seats are drawn; the number is not given out again.

    Raises Refused `closed` once seats are drawn. An unknown number is none of this function's business: look it up first.
    """
    event = Event.objects.locked(event)
    if event.is_seated:
        raise Refused(
            "closed",
            _("Seats are drawn: nobody is taken off the list any more. Mark the entrant as no-show or withdrawn."),
        )
    entry = event.entries.select_related("player").get(number=number)
    before = _entry_values(entry)
    player = entry.player
    entry.delete()
    related = Relation.objects.filter(Q(one=player) | Q(other=player)).exists()
    if player.user_id is None and not related and not player.entries.exists():
        player.delete()
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="entrant.removed",
        subject=("entrant", str(number)),
        before=before,
        after=None,
    )
    event.touch()


@transaction.atomic
def set_status(*, entry: Entry, status: str, reason: str, actor: Actor) -> Entry:
    """Mark an entrant as no-show or withdrawn, or take that back (`playing`), with the reason.

    A no-show leaves the quota's count, its seat stays empty and moves. Whoever withdrew counts, the card stands. Raises
    Malformed (unknown status, no reason), Forbidden (`own_card`), Refused `posted`, `begun` (a no-show has no card, this one has games on it),
    `not_seated` (nobody withdraws before the draw), `closed` (the seat is somebody else's by now).
    """
    event = Event.objects.locked(entry.event)
    entry = event.entries.select_related("player", "event").get(pk=entry.pk)
    # Withdrawn, a card is complete as it stands: that is not for its own player to say.
    refuse_own_card(actor, [entry])
    faults = text_faults("reason", reason, MAX_REASON, required=status != Entry.Status.PLAYING)
    if status not in Entry.Status.values:
        faults.append(unknown("status", Entry.Status.values))
    raise_malformed(faults)
    refuse_posted(event)
    stored_reason = "" if status == Entry.Status.PLAYING else reason
    if (entry.status, entry.status_reason) == (status, stored_reason):
        return entry
    if status == Entry.Status.WITHDRAWN and not event.is_seated:
        raise Refused("not_seated", _("Seats are not drawn yet: take the entrant off the list instead."))
    if status == Entry.Status.NO_SHOW and event.entries.filter(pk=entry.pk, scorecard__lines__isnull=False).exists():
        raise Refused(
            "begun",
            _("%(seat)s has games on the card, so somebody has played. Mark the entrant as withdrawn.")
            % {"seat": entry.seat},
        )
    if event.is_seated and not entry.seat:
        raise Refused(
            "closed",
            _("Seats are drawn and this entrant has none. Enter them again with a free seat, as a late entry."),
        )
    before, after = difference(entry, {"status": status, "status_reason": stored_reason})
    change(entry, after)
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="entrant.status-set",
        subject=("entrant", str(entry.number)),
        before=before,
        after=after,
        reason=reason,
    )
    event.touch()
    return entry


def _refuse_seatless(entrants: Sequence[EntrantPlan]) -> None:
    seatless = [place for place, plan in enumerate(entrants) if not plan.seat]
    if seatless:
        message = _("Seats are drawn and registration is closed. A late entry needs a free seat.")
        raise Refused("closed", message, faults=[Fault(f"{place}.seat", "closed", message) for place in seatless])


def _vacate(event: Event, held: Mapping[str, Entry], entrants: Sequence[EntrantPlan]) -> list[Entry]:
    """The no-shows whose seats these entrants take. Raises Refused `exists` where somebody else sits there.

    Once cards are typed a no-show keeps the seat: a card may name it, and must go on naming the same person.
    """
    faults, vacated = [], []
    for place, plan in enumerate(entrants):
        holder = held.get(plan.seat)
        if holder is None:
            continue
        if holder.status == Entry.Status.NO_SHOW and event.cards_begun_at is None:
            vacated.append(holder)
            continue
        message = _("%(name)s has seat %(seat)s. Choose a free one.") % {"name": holder.name, "seat": plan.seat}
        faults.append(Fault(f"{place}.seat", "exists", message))
    if faults:
        raise Refused("exists", " ".join(fault.message for fault in faults), faults=faults)
    return vacated


def _make_room(event: Event, seats: Sequence[str]) -> None:
    """Widen the tables for late entries where that is still possible. Raises Refused `impossible`."""
    frames = reads.frames(event)
    if Movement(event.movement) not in rotation.PLANS:
        write_tables(event, wider_frames(frames, rotation.frames_for(seats)))
        return
    wider = dict(frames)
    faults = []
    for text in sorted(seats, key=seat_order):
        seat = parse_seat(text)
        last = wider.get(seat.table, 0)
        if seat.number <= last:
            continue
        if last and not event.cards_begun_at and seat.number <= min(last + 2, MAX_SEATS):
            wider[seat.table] = last + 2
            continue
        if not last:
            message = _("There is no table %(table)s. A late entry takes a free seat at one of the tables.")
        elif event.cards_begun_at:
            message = _(
                "Table %(table)s moves through seats 1 to %(last)s and cards are written already. "
                "A late entry takes a free one of these."
            )
        else:
            message = _(
                "Table %(table)s moves through seats 1 to %(last)s. A late entry takes a free one, or one of the next two."
            )
        field = f"{seats.index(text)}.seat"
        faults.append(Fault(field, "impossible", message % {"table": seat.table, "last": last}))
    if faults:
        raise impossible(faults)
    if wider != frames:
        # Only what grew is looked at: what no-shows left behind at another table is no reason to turn somebody away.
        grown = {table: frame for table, frame in wider.items() if frame != frames[table]}
        at_them = {seat for seat in {*reads.playing_seats(event), *seats} if parse_seat(seat).table in grown}
        refuse_impossible(plan_of(event), grown, at_them)
        write_tables(event, wider)


def _players_behind(entrants: Sequence[EntrantPlan]) -> list[Player]:
    """The person behind each: one known by the same ACC number (a youth's Y aside) and name, else somebody new."""
    members = {member(plan.acc_number) for plan in entrants if plan.acc_number}
    written = [form for number in members for form in (number, f"{number}Y")]
    known: dict[str, dict[str, Player]] = defaultdict(dict)
    for player in Player.objects.filter(acc_number__in=written).order_by("pk"):
        known[member(player.acc_number)].setdefault(player.name.casefold(), player)
    players: list[Player] = []
    new: list[Player] = []
    for plan in entrants:
        by_name = known[member(plan.acc_number)] if plan.acc_number else {}
        name = plan.name.casefold()
        if name not in by_name:
            by_name[name] = Player(name=plan.name, acc_number=plan.acc_number)
            new.append(by_name[name])
        players.append(by_name[name])
    Player.objects.bulk_create(new)
    return players


def _entry_values(entry: Entry) -> dict[str, Any]:
    return {"number": entry.number, "name": entry.name, "acc_number": entry.acc_number, "seat": entry.seat}
