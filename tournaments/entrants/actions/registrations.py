"""Registrations: sent by people who want to play, and accepted, sent back or declined by the desk.

Addresses and phone numbers stay in the registration and out of the log, which is kept forever and read by more people
than need to call somebody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit, keys
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.overwriting import Read, Written, refuse_overwriting, settled
from tournaments.day.reads.late_entry import is_joining
from tournaments.entrants.actions.entering import LookedAt, PersonPlan, enter_people, look_at_people
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import players_behind
from tournaments.entrants.reads.registrations import Offer, key_of_registration, offer, registrations
from tournaments.entrants.rules.acc_number import is_acc_number
from tournaments.entrants.rules.alike import Known, alike
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import Entry, Event, Fee, Player, Registration, Tournament, longest
from tournaments.money.actions.lines import locked_tournament
from tournaments.money.actions.money import take_fees
from tournaments.rotation.words import faults as faults_words

MAX_WAITING = 2000
"""How many registrations of a tournament can wait at the same time."""

State = Registration.State
_WAITING = (State.SENT, State.RETURNED)
_ACCEPTABLE = (State.SENT, State.RETURNED, State.DECLINED)


@dataclass(frozen=True, slots=True)
class RegistrationPlan:
    """What somebody asks for: who they are, event slugs and pool keys."""

    name: str
    acc_number: str = ""
    club: str = ""
    email: str = ""
    phone: str = ""
    note: str = ""
    events: tuple[str, ...] = ()
    pools: tuple[int, ...] = ()


REGISTRATION_FIELDS = tuple(field.name for field in fields(RegistrationPlan) if field.name != "pools")
"""What the desk can mark for correction; the pools belong to the events."""

REGISTRATION = audit.Logged(
    model=Registration,
    names=("name", "acc_number", "club", "events", "pools"),
    changes=("state", "marked"),
    left_out={
        "how to reach a person, and what is meant for the director alone": "email phone note",
        "a secret": "nonce",
        THE_ROWS_OWN: "number message sent_at decided_at decided_by",
        "told by name": "player",
    },
)


# --- The person ------------------------------------------------------------------------------------------------------


@transaction.atomic
def send_registration(
    *,
    tournament: Tournament,
    plan: RegistrationPlan,
    nonce: str = "",
    earlier: Collection[int] = (),
    is_another: bool = False,
    actor: Actor,
) -> tuple[Registration, bool]:
    """Ask to play. Returns the registration, and whether it is new.

    Sending the same form twice, recognized by the page's `nonce`, changes nothing. The same is true for a registration
    equal to one of those sent `earlier` from the same browser (their numbers), unless it was withdrawn.

    Raises Malformed with every fault, Refused `closed` (the deadline is over, or an event's seats are drawn),
    `impossible` (more wait than the desk could look through) and `exists`. That means: this page, or an earlier one for
    the same person, was sent with other content (`current` has its key; `is_another` skips this check), or an equal
    registration, ignoring case and spaces, waits that was sent from elsewhere, whose key stays with its sender.
    """
    tournament = locked_tournament(tournament)
    sent_before = _sent_before(tournament, nonce, earlier)
    for known in sent_before:
        if _in_order(_plan_of(known)) == _in_order(plan):
            return known, False
    for known in [] if is_another else sent_before:
        if known.nonce == nonce or alike(Known(known.name, known.acc_number), Known(plan.name, plan.acc_number)):
            current = {"key": key_of_registration(known)}
            raise Refused("exists", registration_words.registration_sent_already(known.name), current=current)
    if any(_in_order(_spelt(_plan_of(known))) == _in_order(_spelt(plan)) for known in _waiting_for(tournament, plan)):
        raise Refused("exists", registration_words.registration_waits())
    offered = offer(tournament)
    if offered.closed:
        raise Refused("closed", offered.closed)
    if tournament.registrations.filter(state__in=_WAITING).count() >= MAX_WAITING:
        raise Refused("impossible", _("More people wait than the desk can look through. Please come to the desk."))
    raise_malformed(_faults(plan, offered, chosen=()))
    last = tournament.registrations.aggregate(last=Max("number"))["last"] or 0
    texts = {name: getattr(plan, name) for name in _TEXTS}
    if not nonce or Registration.objects.filter(nonce=nonce).exists():
        nonce = keys.new_nonce()
    sent = Registration.objects.create(tournament=tournament, number=last + 1, nonce=nonce, **texts)
    _choose(sent, plan)
    _record(sent, "registration.sent", actor, before=None, after=_shown(plan))
    return sent, True


@transaction.atomic
def correct_registration(
    *, registration: Registration, changes: Mapping[str, Any], read: Read = None, actor: Actor
) -> Registration:
    """Rewrite the marked fields of a registration and send it again.

    Raises Malformed with every fault (including a field that nobody marked), Refused `not_open` if it was not sent
    back, Overwriting if something in `changes` changed since `read`.
    """
    known = _locked(registration)
    if known.state != State.RETURNED:
        raise Refused("not_open", registration_words.registration_stands(known.state))
    unmarked = [name for name in changes if (name if name != "pools" else "events") not in known.marked]
    raise_malformed([Fault(name, "unknown", _("The desk did not ask for this to be changed.")) for name in unmarked])
    before = _plan_of(known)
    of = Written(known.tournament, ("registration", str(known.number)))
    now = {field.name: getattr(before, field.name) for field in fields(RegistrationPlan)}
    values = refuse_overwriting(changes, read=read, now=now, of=of, actor=actor)
    for name in values.keys() & {"events", "pools"}:
        values[name] = tuple(values[name])
    plan = replace(before, **values)
    raise_malformed(_faults(plan, offer(known.tournament), chosen=before.events))
    for name in _TEXTS:
        setattr(known, name, getattr(plan, name))
    known.state, known.marked, known.message, known.sent_at = State.SENT, [], "", timezone.now()
    known.save()
    _choose(known, plan)
    _record(known, "registration.corrected", actor, before=_shown(before), after=_shown(plan))
    return known


@transaction.atomic
def withdraw_registration(*, registration: Registration, actor: Actor) -> Registration:
    """Withdraw a registration before the desk accepts it; doing it twice changes nothing. Raises Refused `not_open`."""
    known = _locked(registration)
    if known.state == State.WITHDRAWN:
        return known
    if known.state not in _WAITING:
        raise Refused("not_open", registration_words.registration_stands(known.state))
    before = REGISTRATION.values(known, "state")
    known.state, known.decided_at = State.WITHDRAWN, timezone.now()
    known.save(update_fields=["state", "decided_at"])
    _record(known, "registration.withdrawn", actor, before=before, after=REGISTRATION.values(known, "name"))
    return known


# --- The desk --------------------------------------------------------------------------------------------------------


@transaction.atomic
def send_back(
    *, registration: Registration, marked: Sequence[str], message: str, read: Read = None, actor: Actor
) -> Registration:
    """Ask the person to correct these fields; the same again changes nothing.

    Raises Malformed (nothing marked, no message), Refused `not_open`, Overwriting if it was sent back in the meantime
    with other words than `read`.
    """
    known = _locked(registration)
    faults = text_faults("message", message, longest(Registration, "message"), required=True)
    if not marked:
        faults.append(Fault("marked", "required", _("Mark at least one field: only these can be corrected.")))
    if any(name not in REGISTRATION_FIELDS for name in marked):
        faults.append(Fault("marked", "unknown", _("There is no such field.")))
    raise_malformed(faults)
    if known.state not in _WAITING:
        raise Refused("not_open", registration_words.registration_stands(known.state))
    if known.state == State.RETURNED and (set(marked), message) == (set(known.marked), known.message):
        return known
    of = Written(known.tournament, ("registration", str(known.number)), {"message": "marked"})
    values = settled(
        {"marked": list(marked), "message": message},
        read=read,
        now={"marked": list(known.marked), "message": known.message},
        of=of,
        actor=actor,
    )
    marked, message = values["marked"], values["message"]
    known.marked = [name for name in REGISTRATION_FIELDS if name in marked]
    _decide(known, State.RETURNED, message, actor)
    after = REGISTRATION.values(known, "name", "marked")
    _record(known, "registration.returned", actor, before=None, after=after, reason=message)
    return known


@transaction.atomic
def decline_registration(*, registration: Registration, reason: str, actor: Actor) -> Registration:
    """Decline, with the reason. It stays listed and can still be accepted. Raises Malformed, Refused `not_open`."""
    known = _locked(registration)
    raise_malformed(text_faults("reason", reason, longest(Registration, "message"), required=True))
    if known.state not in _WAITING:
        raise Refused("not_open", registration_words.registration_stands(known.state))
    known.marked = []
    _decide(known, State.DECLINED, reason, actor)
    _record(known, "registration.declined", actor, before=None, after=REGISTRATION.values(known, "name"), reason=reason)
    return known


@transaction.atomic
def accept_registration(
    *,
    registration: Registration,
    player: int | None = None,
    seats: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    actor: Actor,
) -> Registration:
    """Make somebody an entrant in every event asked for, with the pools; existing entries stay.

    `player` is the person's key, if the desk knows it; `seats` are needed where seats are drawn already, and `marks`
    are those of the outlooks shown before, both by event slug. Raises Refused `not_open`, and what `enter_people`
    raises.
    """
    try:
        [accepted] = _accept(registration.tournament, [(registration.number, player, seats or {})], actor, marks or {})
    except Refused as refused:
        raise refused.moved(lambda field: field.removeprefix("0.")) from refused
    return accepted


def look_at_accepting(registration: Registration, player: int | None, seats: Mapping[str, str]) -> list[LookedAt]:
    """How the person of a registration comes in at its events with a game on. Writes nothing.

    Raises what `accept_registration` raises about the person and the seats.
    """
    events = list(registration.events.all())
    if not any(map(is_joining, events)):
        return []
    with transaction.atomic():
        _rows, _players, people = _to_accept(registration.tournament, [(registration.number, player, seats)], {})
        # A new person was written only to compute this, so roll back.
        transaction.set_rollback(True)
    try:
        return look_at_people(events, people)
    except Refused as refused:
        raise refused.moved(lambda field: field.removeprefix("0.")) from refused


@transaction.atomic
def accept_registrations(*, tournament: Tournament, numbers: Sequence[int], actor: Actor) -> list[Registration]:
    """Accept several at once, all or none. Raises Refused `impossible` if one of them is doubtful."""
    locked_tournament(tournament)
    shown = {registration.number: registration for registration in registrations(tournament)}
    faults = [
        Fault(f"numbers.{place}", "impossible", registration_words.registration_doubtful(number))
        for place, number in enumerate(numbers)
        if number not in shown or not shown[number].is_clear
    ]
    if faults:
        raise Refused("impossible", _("Some of these have to be looked at one by one."), faults=faults)
    return _accept(tournament, [(number, None, {}) for number in dict.fromkeys(numbers)], actor, {})


_Wanted = Sequence[tuple[int, int | None, Mapping[str, str]]]
"""Registrations to accept: number, person key, and seats by event slug."""


def _to_accept(
    tournament: Tournament, to_accept: _Wanted, marks: Mapping[str, str]
) -> tuple[list[Registration], list[Player], list[PersonPlan]]:
    """The rows, their people, and where each is still to be entered; locks the tournament."""
    tournament = locked_tournament(tournament)
    rows = {
        row.number: row
        for row in Registration.objects.select_for_update()
        .filter(tournament=tournament, number__in=[number for number, _player, _seats in to_accept])
        .prefetch_related("events", "pools__event")
    }
    taken = [rows[number] for number, _player, _seats in to_accept]
    for row in taken:
        if row.state not in _ACCEPTABLE:
            raise Refused("not_open", registration_words.registration_stands(row.state))
    named = [player for _number, player, _seats in to_accept if player is not None]
    if Entry.objects.filter(event__tournament=tournament, player__in=named).values("player").distinct().count() < len(
        set(named)
    ):
        raise_malformed([Fault("0.player", "unknown", _("Nobody of this tournament is known by this key."))])
    players = players_behind(
        tournament,
        [
            EntrantPlan(row.name, row.acc_number, club=row.club, player=player)
            for row, (_number, player, _seats) in zip(taken, to_accept, strict=True)
        ],
    )
    there = _entries(tournament, players)
    people = [
        PersonPlan(
            row.name,
            row.acc_number,
            row.club,
            {event.slug: seats.get(event.slug, "") for event in row.events.all() if (player.pk, event.pk) not in there},
            player=player.pk,
            marks=marks,
        )
        for row, player, (_number, _player, seats) in zip(taken, players, to_accept, strict=True)
    ]
    return taken, players, people


def _accept(tournament: Tournament, to_accept: _Wanted, actor: Actor, marks: Mapping[str, str]) -> list[Registration]:
    taken, players, people = _to_accept(tournament, to_accept, marks)
    if to_enter := [person for person in people if person.seats]:
        enter_people(tournament=tournament, people=to_enter, actor=actor)
    there = _entries(tournament, players)
    take_fees(
        tournament,
        [
            (there[player.pk, fee.event_id], fee)
            for row, player in zip(taken, players, strict=True)
            for fee in row.pools.all()
            if fee.optional and (player.pk, fee.event_id) in there
        ],
        actor,
    )
    for row, player, person in zip(taken, players, people, strict=True):
        row.player, row.marked = player, []
        _decide(row, State.ACCEPTED, "", actor)
        _record(
            row,
            "registration.accepted",
            actor,
            before=None,
            after={"name": row.name, "events": list(person.seats)},
        )
    return taken


def _entries(tournament: Tournament, players: Sequence[Player]) -> dict[tuple[int, int], Entry]:
    entries = Entry.objects.filter(event__tournament=tournament, player__in=players)
    return {(entry.player_id, entry.event_id): entry for entry in entries}


# --- Rows ------------------------------------------------------------------------------------------------------------

_TEXTS = ("name", "acc_number", "club", "email", "phone", "note")


def _sent_before(tournament: Tournament, nonce: str, earlier: Collection[int]) -> list[Registration]:
    """What was sent with this page, then what else was sent from this browser; withdrawn ones are left out."""
    rows = tournament.registrations.filter(Q(nonce=nonce) | Q(number__in=earlier)).exclude(state=State.WITHDRAWN)
    rows = rows.prefetch_related("events", "pools").order_by("number")
    return sorted(rows, key=lambda row: row.nonce != nonce)


def _waiting_for(tournament: Tournament, plan: RegistrationPlan) -> list[Registration]:
    """What waits under the same e-mail address."""
    rows = tournament.registrations.filter(state__in=_WAITING, email__iexact=plan.email.strip())
    return list(rows.prefetch_related("events", "pools"))


def _spelt(plan: RegistrationPlan) -> RegistrationPlan:
    """The plan with spaces and case normalized, for comparing."""
    texts: dict[str, Any] = {name: " ".join(getattr(plan, name).split()).casefold() for name in _TEXTS}
    return replace(plan, **texts)


def _in_order(plan: RegistrationPlan) -> RegistrationPlan:
    """The plan with events and pools sorted, for comparing."""
    return replace(plan, events=tuple(sorted(plan.events)), pools=tuple(sorted(plan.pools)))


def _plan_of(row: Registration) -> RegistrationPlan:
    """What a registration asks for now."""
    return RegistrationPlan(
        **{name: getattr(row, name) for name in _TEXTS},
        events=tuple(event.slug for event in row.events.all()),
        pools=tuple(fee.pk for fee in row.pools.all()),
    )


def _locked(registration: Registration) -> Registration:
    locked_tournament(registration.tournament)
    return Registration.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=registration.pk)


def _decide(row: Registration, state: str, message: str, actor: Actor) -> None:
    row.state, row.message, row.decided_at, row.decided_by = state, message, timezone.now(), actor.name
    row.save(update_fields=["state", "message", "marked", "decided_at", "decided_by", "player"])


def _choose(row: Registration, plan: RegistrationPlan) -> None:
    row.events.set(Event.objects.filter(tournament=row.tournament_id, slug__in=plan.events))
    row.pools.set(Fee.objects.filter(event__tournament=row.tournament_id, pk__in=plan.pools))


def _shown(plan: RegistrationPlan) -> dict[str, Any]:
    shown = {name: getattr(plan, name) for name in REGISTRATION.names}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in shown.items() if value}


def _record(
    row: Registration,
    action: str,
    actor: Actor,
    *,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any],
    reason: str = "",
) -> None:
    audit.record(
        tournament=row.tournament,
        actor=actor,
        action=action,
        subject=("registration", str(row.number)),
        before=before,
        after=after,
        reason=reason,
    )


def _faults(plan: RegistrationPlan, offered: Offer, *, chosen: Sequence[str]) -> list[Fault]:
    """Faults of a registration; events in `chosen` may be closed by now, because they were asked for in time."""
    faults = []
    for name in _TEXTS:
        faults += text_faults(name, getattr(plan, name), longest(Registration, name), required=name == "name")
    if plan.acc_number and not is_acc_number(plan.acc_number):
        faults.append(Fault("acc_number", "invalid", faults_words.acc_number_form()))
    if plan.email:
        try:
            validate_email(plan.email)
        except ValidationError:
            faults.append(Fault("email", "invalid", _("An e-mail address is written like ann@example.org.")))
    if not plan.email and not plan.phone:
        faults.append(
            Fault("email", "required", _("Say how the desk reaches you: an e-mail address or a phone number."))
        )
    events = {event.slug: event for event in offered.events}
    if not plan.events:
        faults.append(Fault("events", "required", _("Choose at least one event.")))
    for slug in plan.events:
        if slug not in events:
            faults.append(Fault("events", "unknown", _("There is no event “%(slug)s” here.") % {"slug": slug}))
        elif events[slug].closed and slug not in chosen:
            faults.append(Fault("events", "closed", events[slug].closed))
    pools = {pool.key for slug in plan.events if slug in events for pool in events[slug].pools}
    if any(key not in pools for key in plan.pools):
        faults.append(Fault("pools", "unknown", registration_words.pool_without_event()))
    return faults
