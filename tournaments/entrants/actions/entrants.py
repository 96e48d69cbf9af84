"""The entrants of an event: entered, taken off the list, seated late."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.logged import ENTRY
from tournaments.actions.rows import change, insert, plan_of, refuse_posted
from tournaments.day.actions.dealing import announce_deals, deal_anew
from tournaments.day.actions.departing import come_late, look_at_late, refuse_misfits
from tournaments.day.actions.exchanging import impossible
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.late_entry import Joined, first_late_game, is_joining, outlook_of_late
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.entrants.actions.teams import names_for, taken_faults, teams_behind
from tournaments.entrants.rules.acc_number import member
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event, Player, Relation, Tournament
from tournaments.models.lengths import MAX_ENTRANTS
from tournaments.models.people import is_one_of, with_people
from tournaments.reads.set_by import with_last_change
from tournaments.rotation.rules import layout
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.naming import plain
from tournaments.rules.seat import MAX_SEATS, is_seat, parse_seat, seat_order
from tournaments.seating.actions import refuse_impossible, wider_frames, write_tables


@transaction.atomic
def enter_entrants(
    *, event: Event, entrants: Sequence[EntrantPlan], mark: str | None = None, actor: Actor
) -> list[Entry]:
    """Enter people and teams of two, all or none; the person behind an entry is recognized by ACC number and name, the
    people of a team by their names.

    Before the draw a seat is optional and may be any. Afterwards it is a late entry and needs a free seat, with a plan
    one that people move through. Until the first call a table may grow by a pair of seats for it, and until the first
    card the seat of a no-show is free. While a game is on they play from the next one on: at a free seat, else in the
    place of a floating sit-out, else on an extra chair (`tournaments.day.reads.late_entry.join`); `mark` is that of the
    outlook shown before.

    Raises Malformed with every fault (`0.seat`), Refused `posted`, `closed` (seats are drawn, no seat given), `exists`
    (the seat is held, or a known person or one of a team is in the event already or named twice), `impossible`, `begun` (cards
    contradict the new games), `stale` (it changes other games by now).
    """
    event = Event.objects.locked(event)
    raise_malformed(entrant_faults(entrants))
    if any(plan.players and not plan.name.strip() for plan in entrants):
        taken = event.entries.values_list("name", flat=True)
        names = names_for(taken, [(plan.name, plan.players) for plan in entrants])
        entrants = [replace(plan, name=names.get(place, plan.name)) for place, plan in enumerate(entrants)]
    raise_malformed(entrant_faults(entrants))
    refuse_posted(event)
    if event.is_seated:
        _refuse_seatless(entrants)
        refuse_after_last_game(event)
    held = {entry.seat: entry for entry in event.entries.filter(table__isnull=False)}
    _refuse_entered(event, entrants)
    vacated = _vacate(event, held, entrants)
    if event.entries.count() + len(entrants) > MAX_ENTRANTS:
        raise Refused(
            "impossible",
            _("An event has room for %(limit)d entrants; it has %(n)d and these are %(more)d.")
            % {"limit": MAX_ENTRANTS, "n": event.entries.count(), "more": len(entrants)},
        )
    joined = _make_room(event, [plan.seat for plan in entrants], mark) if event.is_seated else None
    Entry.objects.filter(pk__in=[entry.pk for entry in vacated]).update(table=None, seat_number=None)
    entries = []
    players = players_behind(event.tournament, entrants)
    _note_clubs(players, entrants)
    now = timezone.now()
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
                entered_at=now,
            )
        )
    insert(entries)
    event.last_entry += len(entries)
    event.save(update_fields=["last_entry"])
    left = {"vacated": {entry.seat: entry.number for entry in vacated}} if vacated else {}
    # A late entry during a game makes a change of the day, which announces first deals anew.
    dealt_before, dealt = deal_anew(event) if event.is_seated and joined is None else ({}, {})
    audit.record(
        event=event,
        actor=actor,
        action="entrants.entered",
        subject=("entrants", ",".join(str(entry.number) for entry in entries)[:120]),
        before=left | dealt_before or None,
        after={"entrants": [_entry_values(entry) for entry in entries], "late": event.is_seated, **dealt},
    )
    event.touch()
    come_late(event=event, joined=joined, actor=actor)
    return entries


def look_at_entering(event: Event, entrants: Sequence[EntrantPlan]) -> Joined | None:
    """How these people come in while a game is on; None if none is on by a plan. Writes nothing.

    Raises what `enter_entrants` raises about seats.
    """
    raise_malformed(entrant_faults(entrants))
    refuse_posted(event)
    if not is_joining(event):
        return None
    _refuse_seatless(entrants)
    refuse_after_last_game(event)
    _vacate(event, {entry.seat: entry for entry in event.entries.filter(table__isnull=False)}, entrants)
    return look_at_late(event, [plan.seat for plan in entrants])


@transaction.atomic
def remove_entrant(*, event: Event, number: int, reason: str = "", actor: Actor) -> None:
    """Take somebody off the list before the draw; the number is not reused.

    Raises Malformed (the reason is too long), Refused `closed` once seats are drawn, `impossible` while a prize or an
    award names them. The number must exist: look it up first.
    """
    event = Event.objects.locked(event)
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    if event.is_seated:
        raise Refused(
            "closed",
            _("Seats are drawn: nobody is taken off the list any more. Mark the entrant as no-show or withdrawn."),
        )
    entry = event.entries.with_people().get(number=number)
    before = _entry_values(entry)
    player = entry.player
    entry.fees_taken.all().delete()
    # Their slip opens nothing any more, as if it had never been made.
    entry.links.all().delete()
    try:
        entry.delete()
    except ProtectedError as exc:
        raise Refused(
            "impossible",
            _(
                "%(name)s is given a prize or an award by name. Take that away first, then take the entrant off the list."
            )
            % {"name": entry.name},
        ) from exc
    for person in (player, *(person for person in player.people if person != player)):
        _forget(person)
    audit.record(
        event=event,
        actor=actor,
        action="entrant.removed",
        subject=("entrant", str(number)),
        before=before,
        reason=reason,
    )
    event.touch()


def _forget(player: Player) -> None:
    """Delete a player of whom nothing is left: no entry, team, relation, account or money."""
    related = Relation.objects.filter(Q(one=player) | Q(other=player)).exists()
    # Keep the account of somebody who paid: the money is still to be returned.
    paid = player.ledger.exists() or player.payouts.exists()
    plays = player.entries.exists() or Player.objects.filter(Q(first=player) | Q(second=player)).exists()
    if player.user_id is None and not related and not paid and not plays:
        player.delete()


@transaction.atomic
def seat_late(*, entry: Entry, seat: str, mark: str | None = None, actor: Actor) -> Entry:
    """Let somebody without a seat play after all, as a late entry at a free one, without entering them twice.

    For a no-show whose seat was given away and who then walks in. Seat, first game and `mark` are as for any late
    entry. Raises Malformed (no seat), Forbidden (`own_card`), Refused `posted`, `not_seated`, `exists` (they have a
    seat, or somebody has this one), `impossible`, `stale`.
    """
    event = Event.objects.locked(entry.event)
    entry = event.entries.with_people().select_related("event").get(pk=entry.pk)
    refuse_own_card(actor, [entry])
    if not is_seat(seat):
        raise_malformed([Fault("seat", "invalid", faults_words.seat_form())])
    refuse_posted(event)
    if not event.is_seated:
        raise Refused("not_seated", _("Seats are not drawn yet: everybody who is entered gets one then."))
    if entry.seat:
        raise Refused(
            "exists",
            _("%(name)s has seat %(seat)s already. Set the status to playing instead.")
            % {"name": entry.name, "seat": entry.seat},
        )
    refuse_after_last_game(event)
    held = {other.seat: other for other in event.entries.filter(table__isnull=False)}
    try:
        vacated = _vacate(event, held, [EntrantPlan(entry.name, seat=seat)])
        joined = _make_room(event, [seat], mark)
    except Refused as refused:
        raise refused.moved(lambda field: field.removeprefix("0.")) from None
    Entry.objects.filter(pk__in=[other.pk for other in vacated]).update(table=None, seat_number=None)
    place = parse_seat(seat)
    values = {
        "table": place.table,
        "seat_number": place.number,
        "status": Entry.Status.PLAYING.value,
        "status_reason": "",
    }
    before = {"seat": "", **ENTRY.values(entry, "status", "status_reason")}
    change(entry, values)
    left = {"vacated": {other.seat: other.number for other in vacated}} if vacated else {}
    dealt_before, dealt = deal_anew(event) if joined is None else ({}, {})
    audit.record(
        event=event,
        actor=actor,
        action="entrant.seated",
        subject=("entrant", str(entry.number)),
        before={**before, **left, **dealt_before},
        after={**ENTRY.values(entry, "seat", "status", "status_reason"), **dealt},
    )
    event.touch()
    come_late(event=event, joined=joined, actor=actor)
    return entry


def refuse_after_last_game(event: Event) -> None:
    """Refuse late entries during the last game: `impossible`."""
    last = schedule_reads.rounds(event)
    if first_late_game(event) > last:
        raise Refused("impossible", late_entry_words.last_game_is_on(last))


def _refuse_seatless(entrants: Sequence[EntrantPlan]) -> None:
    seatless = [place for place, plan in enumerate(entrants) if not plan.seat]
    if seatless:
        message = _("Seats are drawn and registration is closed. A late entry needs a free seat.")
        raise Refused("closed", message, faults=[Fault(f"{place}.seat", "closed", message) for place in seatless])


def _refuse_entered(event: Event, entrants: Sequence[EntrantPlan]) -> None:
    """Raise Refused `exists` if a known person is named twice, or is in this event already."""
    named = {plan.player: place for place, plan in enumerate(entrants) if plan.player is not None}
    where = event.name
    faults = [
        Fault(f"{place}.name", "exists", registration_words.named_twice(plan.name))
        for place, plan in enumerate(entrants)
        if plan.player is not None and named[plan.player] != place
    ]
    everybody = {key: named[player.pk] for player in Player.objects.filter(pk__in=named) for key in sorted(player.keys)}
    there = event.entries.filter(is_one_of("player", "in", everybody)).with_people() if everybody else ()
    faults += [
        Fault(f"{place}.name", "exists", registration_words.entered_here(entrants[place].name, where))
        for place in sorted({everybody[key] for entry in there for key in entry.player.keys if key in everybody})
    ]
    faults += taken_faults(event, entrants)
    if faults:
        raise Refused("exists", " ".join(fault.message for fault in faults), faults=faults)


def _vacate(event: Event, held: Mapping[str, Entry], entrants: Sequence[EntrantPlan]) -> list[Entry]:
    """The no-shows whose seats these entrants take. Raises Refused `exists` if somebody else sits there.

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


def _make_room(event: Event, seats: Sequence[str], mark: str | None) -> Joined | None:
    """Widen the tables for late entries where still possible; returns how they come in while a game is on.

    Raises Refused `impossible`, `begun` (cards contradict the new games), `stale`.
    """
    if is_joining(event):
        joined = look_at_late(event, seats)
        outlook = outlook_of_late(joined)
        refuse_misfits(outlook)
        if mark is not None and mark != outlook.mark:
            raise Refused("stale", with_last_change(late_entry_words.late_is_stale(), event))
        # Announce for the people present: the newcomers were not there.
        announce_deals(event)
        return joined
    frames = schedule_reads.frames(event)
    if Movement(event.movement) not in movements_rules.PLANS:
        write_tables(event, wider_frames(frames, layout.frames_for(seats)))
        return None
    wider = dict(frames)
    faults = []
    for text in sorted(seats, key=seat_order):
        seat = parse_seat(text)
        last = wider.get(seat.table, 0)
        if seat.number <= last:
            continue
        if last and not event.is_played and seat.number <= min(last + 2, MAX_SEATS):
            wider[seat.table] = last + 2
            continue
        if not last:
            message = _("There is no table %(table)s. A late entry takes a free seat at one of the tables.")
        elif event.is_played:
            message = _(
                "Table %(table)s moves through seats 1 to %(last)s and is at play already. "
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
        # Only tables that grew are checked: gaps that no-shows left elsewhere are no reason to refuse.
        grown = {table: frame for table, frame in wider.items() if frame != frames[table]}
        at_them = {seat for seat in {*schedule_reads.playing_seats(event), *seats} if parse_seat(seat).table in grown}
        # A late entry may make a table odd: the draw is valid anyway.
        refuse_impossible(plan_of(event), grown, at_them, is_let_be=True)
        write_tables(event, wider)
    return None


def players_behind(tournament: Tournament, entrants: Sequence[EntrantPlan]) -> list[Player]:
    """The person or team behind each plan.

    It is the one named, else one with the same ACC number (ignoring a youth's Y) and name, else a new one. Teams are
    known by their two people (`teams_behind`).
    """
    named = Player.objects.select_related(*with_people("")).in_bulk(
        [plan.player for plan in entrants if plan.player is not None]
    )
    members = {member(plan.acc_number) for plan in entrants if plan.acc_number}
    written = [form for number in members for form in (number, f"{number}Y")]
    known: dict[str, dict[str, Player]] = defaultdict(dict)
    for player in Player.objects.filter(acc_number__in=written, first=None).order_by("pk"):
        known[member(player.acc_number)].setdefault(plain(player.name), player)
    # A known person who comes with a partner is one of a team.
    teams = teams_behind(
        tournament,
        {
            place: plan
            for place, plan in enumerate(entrants)
            if plan.players and (plan.player is None or named[plan.player].first_id is None)
        },
        named,
    )
    players: list[Player] = []
    new: list[Player] = []
    for place, plan in enumerate(entrants):
        if place in teams:
            players.append(teams[place])
            continue
        if plan.player is not None:
            players.append(named[plan.player])
            continue
        by_name = known[member(plan.acc_number)] if plan.acc_number else {}
        name = plain(plan.name)
        if name not in by_name:
            by_name[name] = Player(name=plan.name, acc_number=plan.acc_number)
            new.append(by_name[name])
        players.append(by_name[name])
    insert(new)
    return players


def _note_clubs(players: Sequence[Player], entrants: Sequence[EntrantPlan]) -> None:
    """Store the club given last for each person."""
    changed = []
    for player, plan in zip(players, entrants, strict=True):
        if plan.club and player.club != plan.club:
            player.club = plan.club
            changed.append(player)
    Player.objects.bulk_update(changed, ["club"], batch_size=MAX_SEATS)


def _entry_values(entry: Entry) -> dict[str, Any]:
    values = ENTRY.values(entry)
    club = {"club": entry.player.club} if entry.player.club else {}
    players = {"players": entry.player.names} if entry.player.names else {}
    return {**values, **club, **players}
