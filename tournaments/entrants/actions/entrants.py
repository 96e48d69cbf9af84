"""Enter people in an event, take them off the list, and seat them late."""

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
from tournaments.day.actions.moving_up import move_up
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.late_entry import (
    Joined,
    OnLadder,
    first_late_game,
    is_joining,
    is_late_now,
    join_ladder,
    outlook_of_late,
)
from tournaments.day.reads.places import checked_in, places_left
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.entrants.actions.naming import as_withheld
from tournaments.entrants.actions.teams import names_for, taken_faults, teams_behind
from tournaments.entrants.rules.acc_number import member
from tournaments.entrants.rules.teams import read_team
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event, Player, Relation, Tournament
from tournaments.models.entries import Unnamed, who_is_unnamed
from tournaments.models.lengths import MAX_ENTRANTS, MAX_SUBJECT_KEY
from tournaments.models.people import is_one_of, with_people
from tournaments.reads.set_by import with_last_change
from tournaments.rotation.rules import layout
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.naming import plain
from tournaments.rules.seat import MAX_SEATS, Seat, is_seat, parse_seat, seat_order
from tournaments.seating.actions import refuse_impossible, wider_frames, write_tables


@transaction.atomic
def enter_entrants(
    *, event: Event, entrants: Sequence[EntrantPlan], mark: str | None = None, actor: Actor
) -> list[Entry]:
    """Enter people and teams of two, all or none; the person behind an entry is recognized by ACC number and name, the
    people of a team by their names. Before the draw, whoever comes after the last place of the event (`max_entrants`)
    waits, without a seat.

    Before the draw a seat is optional, and any free seat may be chosen. After the draw everybody is a late entry and
    needs a free seat; if the movement has a plan, this is a seat that people move through. On a ladder whoever names no
    seat takes the next free one, and a name that joins two people is the team of these. Until the first call a table
    may grow by two seats for a late entry. Until the first card the seat of a no-show is free.

    Late entries during a game play from the next one on. They get a free seat, else the place of a floating sit-out,
    else an extra chair (`tournaments.day.reads.late_entry.join`). `mark` is the mark of the outlook that the user saw.

    Raises Malformed with all faults (`0.seat`), on a ladder also about whoever comes without a partner (`0.players`).
    Raises Refused:

    - `posted` if the qualifiers are posted;
    - `closed` if seats are drawn and somebody has none;
    - `full` if somebody who has to wait is to have a seat;
    - `exists` if a seat is taken, or if a known person or one of a team is in the event already or
      named twice;
    - `impossible` if the event is full, its last game is on, or a seat does not exist;
    - `begun` if cards contradict the new games;
    - `stale` if the late entry changes other games than the outlook with `mark` showed.
    """
    event = Event.objects.locked(event)
    if event.is_ladder:
        entrants = _as_teams(entrants)
    if event.is_ladder and event.is_seated:
        entrants = _seated_on_ladder(event, entrants)
    raise_malformed(entrant_faults(entrants))
    if any(plan.players and not plan.name.strip() for plan in entrants):
        taken = [name for (name,) in event.entries.known_by()]
        names = names_for(taken, [(plan.name, plan.players) for plan in entrants])
        entrants = [replace(plan, name=names.get(place, plan.name)) for place, plan in enumerate(entrants)]
    raise_malformed(entrant_faults(entrants))
    raise_malformed(_lone_faults(event, entrants))
    refuse_posted(event)
    if event.is_seated:
        _refuse_seatless(entrants)
        refuse_after_last_game(event)
    holders = {entry.seat: entry for entry in event.entries.filter(table__isnull=False)}
    _refuse_entered(event, entrants)
    vacated = _vacated(event, holders, entrants)
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
    places = places_left(event)
    _refuse_seats_for_waiting(event, entrants, places)
    is_here = checked_in(event.tournament_id, [player.pk for player in players])
    for place, (plan, player) in enumerate(zip(entrants, players, strict=True)):
        waits = places is not None and place >= places
        seat = parse_seat(plan.seat) if plan.seat else None
        entries.append(
            Entry(
                event=event,
                player=player,
                number=event.last_entry + 1 + place,
                name=plan.name,
                acc_number=plan.acc_number,
                table=seat.table if seat else None,
                seat_number=seat.number if seat else None,
                status=Entry.Status.WAITING if waits else Entry.Status.PLAYING,
                email=plan.email,
                phone=plan.phone,
                entered_at=now,
                # Whoever is checked in already is here for this event too.
                checked_in_at=now if player.pk in is_here and not waits else None,
                checked_in_by=actor.name if player.pk in is_here and not waits else "",
            )
        )
    _withhold(entries, event)
    insert(entries)
    event.last_entry += len(entries)
    event.save(update_fields=["last_entry"])
    vacated_before = {"vacated": {entry.seat: entry.number for entry in vacated}} if vacated else {}
    # A late entry during a game (`joined`) is a day change, which announces the first deals itself.
    dealt_before, dealt = deal_anew(event) if event.is_seated and joined is None else ({}, {})
    audit.record(
        event=event,
        actor=actor,
        action="entrants.entered",
        subject=("entrants", ",".join(str(entry.number) for entry in entries)[:MAX_SUBJECT_KEY]),
        before=vacated_before | dealt_before or None,
        after={"entrants": [_entry_values(entry) for entry in entries], "late": event.is_seated, **dealt},
    )
    event.touch()
    come_late(event=event, joined=joined, actor=actor)
    return entries


def look_at_entering(event: Event, entrants: Sequence[EntrantPlan]) -> Joined | OnLadder | None:
    """How these people would join the game that is on; None if no game of a plan or a ladder is on. Writes nothing.

    Raises what `enter_entrants` raises about seats.
    """
    if event.is_ladder:
        entrants = _as_teams(entrants)
    if event.is_ladder and event.is_seated:
        entrants = _seated_on_ladder(event, entrants)
    raise_malformed(entrant_faults(entrants))
    raise_malformed(_lone_faults(event, entrants))
    refuse_posted(event)
    if not is_late_now(event):
        return None
    _refuse_seatless(entrants)
    refuse_after_last_game(event)
    holders = {entry.seat: entry for entry in event.entries.filter(table__isnull=False)}
    # Called only for its refusals.
    _vacated(event, holders, entrants)
    seats = [plan.seat for plan in entrants]
    if event.is_ladder:
        _refuse_off_ladder(event, seats)
        return join_ladder(event, seats)
    return look_at_late(event, seats)


@transaction.atomic
def remove_entrant(*, event: Event, number: int, reason: str = "", actor: Actor) -> None:
    """Take somebody off the list before the draw; the number is not reused, and the place goes to the first who waits.

    Raises Malformed if the reason is too long. Raises Refused `closed` if seats are drawn, and `impossible` if a prize
    or an award names the entrant. The number must be that of an entrant: look it up first.
    """
    event = Event.objects.locked(event)
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    if event.is_seated:
        raise Refused(
            "closed",
            _("Seats are drawn, so nobody can be taken off the list. Mark the entrant as no-show or withdrawn."),
        )
    entry = event.entries.with_people().get(number=number)
    before = _entry_values(entry)
    player = entry.player
    entry.fees_taken.all().delete()
    # The key on a printed slip opens nothing any more.
    entry.links.all().delete()
    try:
        entry.delete()
    except ProtectedError as exc:
        raise Refused(
            "impossible",
            _(
                "%(name)s is given a prize or an award by name. Take that away first, then take the entrant off the list."
            )
            % {"name": entry.known_name},
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
    move_up(event=event, actor=actor)
    event.touch()


def _forget(player: Player) -> None:
    """Delete a player of whom nothing is left: no entry, team, relation, account, money, club or joined record."""
    related = Relation.objects.filter(Q(one=player) | Q(other=player)).exists()
    # Keep a person with money in the books: it may still have to be returned.
    has_money = player.ledger.exists() or player.payouts.exists()
    in_club = player.memberships.exists()
    plays = player.entries.exists() or Player.objects.filter(Q(first=player) | Q(second=player)).exists()
    is_joined = player.records.exists()
    if player.user_id is None and not related and not has_money and not in_club and not plays and not is_joined:
        player.delete()


@transaction.atomic
def seat_late(*, entry: Entry, seat: str, mark: str | None = None, actor: Actor) -> Entry:
    """Seat an entrant who has no seat, as a late entry at a free seat, and mark them as playing.

    An example is a no-show whose seat was given away and who arrives after all. Seat, first game and `mark` are as in
    `enter_entrants`.

    Raises Malformed if `seat` is not a seat, Forbidden `own_card` if the entry is the actor's own. Raises Refused
    `posted`, `impossible`, `begun` and `stale` as `enter_entrants` does, `not_seated` if seats are not drawn, and
    `exists` if the entrant has a seat or somebody else has this one.
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
            % {"name": entry.known_name, "seat": entry.seat},
        )
    refuse_after_last_game(event)
    holders = {holder.seat: holder for holder in event.entries.filter(table__isnull=False)}
    try:
        vacated = _vacated(event, holders, [EntrantPlan(entry.known_name, seat=seat)])
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
    vacated_before = {"vacated": {other.seat: other.number for other in vacated}} if vacated else {}
    dealt_before, dealt = deal_anew(event) if joined is None else ({}, {})
    audit.record(
        event=event,
        actor=actor,
        action="entrant.seated",
        subject=("entrant", str(entry.number)),
        before={**before, **vacated_before, **dealt_before},
        after={**ENTRY.values(entry, "seat", "status", "status_reason"), **dealt},
    )
    event.touch()
    come_late(event=event, joined=joined, actor=actor)
    return entry


def refuse_after_last_game(event: Event) -> None:
    """Raise Refused `impossible` if the last game is on: nobody can join after it."""
    last = schedule_reads.rounds(event)
    if first_late_game(event) > last:
        raise Refused("impossible", late_entry_words.last_game_is_on(last))


def _as_teams(entrants: Sequence[EntrantPlan]) -> list[EntrantPlan]:
    """These plans; whoever comes without `players` under a name that joins two people is the team of these."""
    return [
        plan if plan.players or plan.player is not None else replace(plan, players=read_team(plan.name))
        for plan in entrants
    ]


def _lone_faults(event: Event, entrants: Sequence[EntrantPlan]) -> list[Fault]:
    """The faults of whoever would climb a ladder alone; a known player may be a team without naming its people."""
    lone = [place for place, plan in enumerate(entrants) if not plan.players] if event.is_ladder else []
    known = {player for place in lone if (player := entrants[place].player) is not None}
    teams = (
        set(Player.objects.filter(pk__in=known, first__isnull=False).values_list("pk", flat=True)) if known else set()
    )
    return [
        Fault(f"{place}.players", "required", registration_words.team_needed(entrants[place].name))
        for place in lone
        if entrants[place].player not in teams
    ]


def _seated_on_ladder(event: Event, entrants: Sequence[EntrantPlan]) -> list[EntrantPlan]:
    """These teams, each without a seat at the next one that nobody holds: on a ladder all seats are equally good."""
    taken = {entry.seat for entry in event.entries.all()} | {plan.seat for plan in entrants}
    tables = list(schedule_reads.frames(event))
    seats = (str(Seat(table, number)) for table in tables[-1:] for number in range(1, MAX_SEATS + 1))
    free = (seat for seat in seats if seat not in taken)
    return [plan if plan.seat else replace(plan, seat=next(free, "")) for plan in entrants]


def _refuse_off_ladder(event: Event, seats: Sequence[str]) -> None:
    """Raise Refused `impossible` for a seat that a ladder does not have: its seats are those of its tables, and the next."""
    frames = schedule_reads.frames(event)
    faults = []
    for place, seat in enumerate(map(parse_seat, seats)):
        last = frames.get(seat.table, 0)
        most = min(last + len(seats) + len(seats) % 2, MAX_SEATS)
        if not last or seat.number > most:
            table, held = list(frames.items())[-1]
            message = late_entry_words.off_ladder(str(seat), str(Seat(table, 1)), str(Seat(table, held)))
            faults.append(Fault(f"{place}.seat", "impossible", message))
    if faults:
        raise impossible(faults)


def _refuse_seatless(entrants: Sequence[EntrantPlan]) -> None:
    """Raise Refused `closed` if somebody has no seat."""
    seatless = [place for place, plan in enumerate(entrants) if not plan.seat]
    if seatless:
        message = _("Seats are drawn and registration is closed. A late entry needs a free seat.")
        raise Refused("closed", message, faults=[Fault(f"{place}.seat", "closed", message) for place in seatless])


def _refuse_seats_for_waiting(event: Event, entrants: Sequence[EntrantPlan], places: int | None) -> None:
    """Raise Refused `full` if somebody who comes after the last of the free places is to have a seat."""
    if places is None:
        return
    message = registration_words.full_without_seat(event.name)
    faults = [
        Fault(f"{place}.seat", "full", message) for place, plan in enumerate(entrants) if place >= places and plan.seat
    ]
    if faults:
        raise Refused("full", message, faults=faults)


def _refuse_entered(event: Event, entrants: Sequence[EntrantPlan]) -> None:
    """Raise Refused `exists` if a known person is named twice, or is in this event already."""
    last_places = {plan.player: place for place, plan in enumerate(entrants) if plan.player is not None}
    faults = [
        Fault(f"{place}.name", "exists", registration_words.named_twice(plan.name))
        for place, plan in enumerate(entrants)
        if plan.player is not None and last_places[plan.player] != place
    ]
    # The place of everybody behind the known players: a team and its two people are one entry.
    places_by_key = {
        key: last_places[player.pk]
        for player in Player.objects.filter(pk__in=last_places)
        for key in sorted(player.keys)
    }
    entered = event.entries.filter(is_one_of("player", "in", places_by_key)).with_people() if places_by_key else ()
    for place in sorted({places_by_key[key] for entry in entered for key in entry.player.keys & places_by_key.keys()}):
        message = registration_words.entered_here(entrants[place].name, event.name)
        faults.append(Fault(f"{place}.name", "exists", message))
    faults += taken_faults(event, entrants)
    if faults:
        raise Refused("exists", " ".join(fault.message for fault in faults), faults=faults)


def _vacated(event: Event, holders: Mapping[str, Entry], entrants: Sequence[EntrantPlan]) -> list[Entry]:
    """The no-shows whose seats these entrants take; `holders` maps seats to the entries that have them.

    Raises Refused `exists` if a seat belongs to somebody who is no no-show, or if cards have begun. Then a no-show
    keeps the seat, because cards that name it must go on naming the same person.
    """
    faults, vacated = [], []
    for place, plan in enumerate(entrants):
        holder = holders.get(plan.seat)
        if holder is None:
            continue
        if holder.status == Entry.Status.NO_SHOW and event.cards_begun_at is None:
            vacated.append(holder)
            continue
        message = _("%(name)s has seat %(seat)s. Choose a free one.") % {"name": holder.known_name, "seat": plan.seat}
        faults.append(Fault(f"{place}.seat", "exists", message))
    if faults:
        raise Refused("exists", " ".join(fault.message for fault in faults), faults=faults)
    return vacated


def _make_room(event: Event, seats: Sequence[str], mark: str | None) -> Joined | None:
    """Make sure that late entries can sit at these seats: return how they join a game that is on, or widen tables.

    Raises Refused `impossible` if a seat is not free for a late entry, `begun` if cards contradict the new games, and
    `stale` if `mark` is not that of the present outlook.
    """
    if is_joining(event):
        joined = look_at_late(event, seats)
        outlook = outlook_of_late(joined)
        refuse_misfits(outlook)
        if mark is not None and mark != outlook.mark:
            raise Refused("stale", with_last_change(late_entry_words.late_is_stale(), event))
        # Announce the first deals before the newcomers join, so that they go by the people who are present.
        announce_deals(event)
        return joined
    frames = schedule_reads.frames(event)
    if event.is_ladder:
        _refuse_off_ladder(event, seats)
        if mark is not None and event.ladder_games and mark != join_ladder(event, seats).outlook.mark:
            raise Refused("stale", with_last_change(late_entry_words.late_is_stale(), event))
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
        # Check only the tables that grew: gaps that no-shows left at other tables are no reason to refuse.
        grown = {table: frame for table, frame in wider.items() if frame != frames[table]}
        playing = {*schedule_reads.playing_seats(event), *seats}
        seats_at_grown = {seat for seat in playing if parse_seat(seat).table in grown}
        # A late entry may make the number of players at a table odd: the draw is valid anyway.
        refuse_impossible(plan_of(event), grown, seats_at_grown, is_let_be=True)
        write_tables(event, wider)
    return None


def players_behind(tournament: Tournament | None, entrants: Sequence[EntrantPlan]) -> list[Player]:
    """The person or team behind each plan; a person who is not known is written as a new one.

    It is the player whom the plan names by key, else one with the same ACC number and name, else a new one. A youth's Y
    in the number is ignored. Teams are known within the tournament by their two people (`teams_behind`). Without a
    tournament there are no teams.
    """
    named = Player.objects.select_related(*with_people("")).in_bulk(
        [plan.player for plan in entrants if plan.player is not None]
    )
    numbers = {member(plan.acc_number) for plan in entrants if plan.acc_number}
    spellings = [spelling for number in numbers for spelling in (number, f"{number}Y")]
    # By ACC number without a Y, then by name; the oldest of several alike counts.
    known: dict[str, dict[str, Player]] = defaultdict(dict)
    for player in Player.objects.filter(acc_number__in=spellings, first=None).order_by("pk"):
        known[member(player.acc_number)].setdefault(plain(player.name), player)
    # A known person who comes with a partner is one of a team.
    teams = {
        place: plan
        for place, plan in enumerate(entrants)
        if plan.players and (plan.player is None or named[plan.player].first_id is None)
    }
    team_players = teams_behind(tournament, teams, named) if tournament is not None else {}
    players: list[Player] = []
    new: list[Player] = []
    for place, plan in enumerate(entrants):
        if place in team_players:
            players.append(team_players[place])
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


def _withhold(entries: Sequence[Entry], event: Event) -> None:
    """Give a placeholder to those of these new entries whose people the tournament, or its club, does not name in public."""
    withheld = Entry.objects.filter(event__tournament=event.tournament_id).exclude(withheld_name="")
    unnamed = [Unnamed(players=frozenset(withheld.values_list("player", flat=True)))]
    answers: list[tuple[Any, Any]] = who_is_unnamed.send(Event, event=event)
    unnamed += [answer for _receiver, answer in answers]
    for entry in entries:
        if any(people.has(entry) for people in unnamed):
            entry.withheld_name, entry.name = entry.name, as_withheld(entry)["name"]


def _note_clubs(players: Sequence[Player], entrants: Sequence[EntrantPlan]) -> None:
    """Store the clubs that the plans give, for the people whose club differs."""
    changed = []
    for player, plan in zip(players, entrants, strict=True):
        if plan.club and player.club != plan.club:
            player.club = plan.club
            changed.append(player)
    Player.objects.bulk_update(changed, ["club"], batch_size=MAX_SEATS)


def _entry_values(entry: Entry) -> dict[str, Any]:
    """The values of an entry as the log keeps them, with the club of its person, if any."""
    values = ENTRY.values(entry)
    club = {"club": entry.player.club} if entry.player.club else {}
    players = {"players": entry.player.names} if entry.player.names else {}
    if any(entry.player.numbers):
        players |= {"acc_numbers": entry.player.numbers}
    waits = ENTRY.values(entry, "status") if entry.status == Entry.Status.WAITING else {}
    return {**values, **club, **players, **waits}
