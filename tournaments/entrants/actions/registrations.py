"""Registrations: people who want to play send them, and the desk accepts them, sends them back or declines them.

The log holds no e-mail addresses and phone numbers: it is kept forever, and more people read it than have to call
somebody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit, keys
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.overwriting import Read, Written, refuse_overwriting, settled
from tournaments.day.reads.late_entry import is_late_now
from tournaments.entrants.actions.entering import LookedAt, PersonPlan, enter_people, look_at_people
from tournaments.entrants.actions.entrants import players_behind
from tournaments.entrants.reads.registrations import Offer, key_of_registration, offer, registrations
from tournaments.entrants.rules.acc_number import is_acc_number
from tournaments.entrants.rules.alike import Known, alike
from tournaments.entrants.rules.teams import read_team
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, reach_faults, text_faults
from tournaments.models import Entry, Event, Fee, Player, Registration, Tournament, longest
from tournaments.money.actions.lines import locked_tournament
from tournaments.money.actions.money import take_fees
from tournaments.rotation.words import faults as faults_words

MAX_WAITING = 2000
"""How many registrations of one tournament can wait at the same time."""

State = Registration.State
_WAITING = (State.SENT, State.RETURNED)
_ACCEPTABLE = (State.SENT, State.RETURNED, State.DECLINED)


class _Acceptance(NamedTuple):
    """A registration to accept, by number; with the key of the person, if known, and seats by event slug."""

    number: int
    player: int | None
    seats: Mapping[str, str]


class _ToAccept(NamedTuple):
    """A registration that can be accepted, its person, and the plan to enter them where they have no entry yet."""

    row: Registration
    player: Player
    plan: PersonPlan


@dataclass(frozen=True, slots=True)
class RegistrationPlan:
    """What a registration asks for: who wants to play, the slugs of the events, and the keys of the pools."""

    name: str
    acc_number: str = ""
    club: str = ""
    email: str = ""
    phone: str = ""
    note: str = ""
    events: tuple[str, ...] = ()
    pools: tuple[int, ...] = ()


REGISTRATION_FIELDS = tuple(field.name for field in fields(RegistrationPlan) if field.name != "pools")
"""The fields that the desk can mark for correction; marking `events` marks the pools as well."""

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

    `nonce` identifies the form, and `earlier` are the numbers of registrations sent from the same browser. Sending the
    same content again with this nonce, or the content of an earlier registration, returns the first one and changes
    nothing. Withdrawn registrations do not count.

    Raises Malformed with all faults. Raises Refused:

    - `exists` with a key in `current` if this form, or an earlier one for the same person, was sent with other
      content; `is_another` skips this check;
    - `exists` without a key if an equal registration from elsewhere waits, ignoring case and spaces: only its sender
      may have its key;
    - `closed` if the deadline is over, there is no event, or every event has drawn its seats or has begun;
    - `impossible` if too many registrations wait.
    """
    tournament = locked_tournament(tournament)
    sent_before = _sent_before(tournament, nonce, earlier)
    for row in sent_before:
        if _in_order(_plan_of(row)) == _in_order(plan):
            return row, False
    to_compare = [] if is_another else sent_before
    for row in to_compare:
        if row.nonce == nonce or alike(Known(row.name, row.acc_number), Known(plan.name, plan.acc_number)):
            current = {"key": key_of_registration(row)}
            raise Refused("exists", registration_words.registration_sent_already(row.name), current=current)
    normalized = _in_order(_normalized(plan))
    waiting = _waiting_with_email(tournament, plan.email)
    if any(_in_order(_normalized(_plan_of(row))) == normalized for row in waiting):
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
    _save_events_and_pools(sent, plan)
    _record(sent, "registration.sent", actor, before=None, after=_logged(plan))
    return sent, True


@transaction.atomic
def correct_registration(
    *, registration: Registration, changes: Mapping[str, Any], read: Read = None, actor: Actor
) -> Registration:
    """Rewrite the marked fields of a registration and send it again.

    Raises Malformed with all faults; a field that the desk did not mark is one. Raises Refused `not_open` if the
    registration was not sent back. Raises Overwriting if something in `changes` changed since `read`.
    """
    row = _locked(registration)
    if row.state != State.RETURNED:
        raise Refused("not_open", registration_words.registration_stands(row.state))
    unmarked = [name for name in changes if ("events" if name == "pools" else name) not in row.marked]
    raise_malformed([Fault(name, "unknown", _("The desk did not ask for this to be changed.")) for name in unmarked])
    before = _plan_of(row)
    written = Written(row.tournament, ("registration", str(row.number)))
    stored = {field.name: getattr(before, field.name) for field in fields(RegistrationPlan)}
    values = refuse_overwriting(changes, read=read, now=stored, of=written, actor=actor)
    for name in values.keys() & {"events", "pools"}:
        values[name] = tuple(values[name])
    plan = replace(before, **values)
    raise_malformed(_faults(plan, offer(row.tournament), chosen=before.events))
    for name in _TEXTS:
        setattr(row, name, getattr(plan, name))
    row.state, row.marked, row.message, row.sent_at = State.SENT, [], "", timezone.now()
    row.save()
    _save_events_and_pools(row, plan)
    _record(row, "registration.corrected", actor, before=_logged(before), after=_logged(plan))
    return row


@transaction.atomic
def withdraw_registration(*, registration: Registration, actor: Actor) -> Registration:
    """Withdraw a registration; doing it twice changes nothing.

    Raises Refused `not_open` if the desk has accepted or declined it.
    """
    row = _locked(registration)
    if row.state == State.WITHDRAWN:
        return row
    if row.state not in _WAITING:
        raise Refused("not_open", registration_words.registration_stands(row.state))
    before = REGISTRATION.values(row, "state")
    row.state, row.decided_at = State.WITHDRAWN, timezone.now()
    row.save(update_fields=["state", "decided_at"])
    _record(row, "registration.withdrawn", actor, before=before, after=REGISTRATION.values(row, "name"))
    return row


# --- The desk --------------------------------------------------------------------------------------------------------


@transaction.atomic
def send_back(
    *, registration: Registration, marked: Sequence[str], message: str, read: Read = None, actor: Actor
) -> Registration:
    """Send a registration back, so that its sender corrects the marked fields; the same again changes nothing.

    Raises Malformed if no field or an unknown one is marked, or if there is no message. Raises Refused `not_open` if
    the registration does not wait. Raises Overwriting if marks or message changed since `read`.
    """
    row = _locked(registration)
    faults = text_faults("message", message, longest(Registration, "message"), required=True)
    if not marked:
        faults.append(Fault("marked", "required", _("Mark at least one field: only these can be corrected.")))
    if any(name not in REGISTRATION_FIELDS for name in marked):
        faults.append(Fault("marked", "unknown", _("There is no such field.")))
    raise_malformed(faults)
    if row.state not in _WAITING:
        raise Refused("not_open", registration_words.registration_stands(row.state))
    if row.state == State.RETURNED and (set(marked), message) == (set(row.marked), row.message):
        return row
    written = Written(row.tournament, ("registration", str(row.number)), {"message": "marked"})
    values = settled(
        {"marked": list(marked), "message": message},
        read=read,
        now={"marked": list(row.marked), "message": row.message},
        of=written,
        actor=actor,
    )
    marked, message = values["marked"], values["message"]
    row.marked = [name for name in REGISTRATION_FIELDS if name in marked]
    _decide(row, State.RETURNED, message, actor)
    after = REGISTRATION.values(row, "name", "marked")
    _record(row, "registration.returned", actor, before=None, after=after, reason=message)
    return row


@transaction.atomic
def decline_registration(*, registration: Registration, reason: str, actor: Actor) -> Registration:
    """Decline a registration, with the reason; it stays listed and can still be accepted.

    Raises Malformed if there is no reason, Refused `not_open` if the registration does not wait.
    """
    row = _locked(registration)
    raise_malformed(text_faults("reason", reason, longest(Registration, "message"), required=True))
    if row.state not in _WAITING:
        raise Refused("not_open", registration_words.registration_stands(row.state))
    row.marked = []
    _decide(row, State.DECLINED, reason, actor)
    _record(row, "registration.declined", actor, before=None, after=REGISTRATION.values(row, "name"), reason=reason)
    return row


@transaction.atomic
def accept_registration(
    *,
    registration: Registration,
    player: int | None = None,
    seats: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    actor: Actor,
) -> Registration:
    """Make the person of a registration an entrant in every event asked for, with the pools; existing entries stay.

    `player` is the key of the person, if the desk knows who it is. `seats` are needed in events whose seats are drawn.
    `marks` are the marks of the outlooks that the user saw. Both are by event slug.

    Raises Refused `not_open` if the registration is accepted or withdrawn, and what `enter_people` raises.
    """
    try:
        acceptance = _Acceptance(registration.number, player, seats or {})
        [accepted] = _accept(registration.tournament, [acceptance], actor, marks or {})
    except Refused as refused:
        raise refused.moved(lambda field: field.removeprefix("0.")) from refused
    return accepted


def look_at_accepting(registration: Registration, player: int | None, seats: Mapping[str, str]) -> list[LookedAt]:
    """How the person of a registration would join those of its events in which a game is on. Writes nothing.

    Raises what `accept_registration` raises about the person and the seats.
    """
    events = list(registration.events.all())
    if not any(map(is_late_now, events)):
        return []
    with transaction.atomic():
        acceptance = _Acceptance(registration.number, player, seats)
        [to_accept] = _to_accept(registration.tournament, [acceptance], {})
        # This may have written a new person, only to get the plans: roll back.
        transaction.set_rollback(True)
    try:
        return look_at_people(events, [to_accept.plan])
    except Refused as refused:
        raise refused.moved(lambda field: field.removeprefix("0.")) from refused


@transaction.atomic
def accept_registrations(*, tournament: Tournament, numbers: Sequence[int], actor: Actor) -> list[Registration]:
    """Accept several registrations at once, all or none. Raises Refused `impossible` if one of them is not clear."""
    locked_tournament(tournament)
    shown = {registration.number: registration for registration in registrations(tournament)}
    faults = [
        Fault(f"numbers.{place}", "impossible", registration_words.registration_doubtful(number))
        for place, number in enumerate(numbers)
        if number not in shown or not shown[number].is_clear
    ]
    if faults:
        raise Refused("impossible", _("Some of these have to be looked at one by one."), faults=faults)
    acceptances = [_Acceptance(number, None, {}) for number in dict.fromkeys(numbers)]
    return _accept(tournament, acceptances, actor, {})


def _to_accept(tournament: Tournament, acceptances: Sequence[_Acceptance], marks: Mapping[str, str]) -> list[_ToAccept]:
    """The registrations with their people, and the plans to enter them; locks the tournament.

    Raises Refused `not_open` if one of them cannot be accepted any more. Raises Malformed if a key names nobody of the
    tournament.
    """
    tournament = locked_tournament(tournament)
    rows_by_number = {
        row.number: row
        for row in Registration.objects.select_for_update()
        .filter(tournament=tournament, number__in=[acceptance.number for acceptance in acceptances])
        .prefetch_related("events", "pools__event")
    }
    rows = [rows_by_number[acceptance.number] for acceptance in acceptances]
    for row in rows:
        # Fetched once for all.
        row.tournament = tournament
        if row.state not in _ACCEPTABLE:
            raise Refused("not_open", registration_words.registration_stands(row.state))
    player_keys = {acceptance.player for acceptance in acceptances if acceptance.player is not None}
    entries_of_known = Entry.objects.filter(event__tournament=tournament, player__in=player_keys)
    if entries_of_known.values("player").distinct().count() < len(player_keys):
        raise_malformed([Fault("0.player", "unknown", _("Nobody of this tournament is known by this key."))])
    teams = set(Player.objects.filter(pk__in=player_keys, first__isnull=False).values_list("pk", flat=True))
    players = players_behind(
        tournament,
        [
            _plan_to_enter(row, is_team=acceptance.player in teams).in_event("", acceptance.player)
            for row, acceptance in zip(rows, acceptances, strict=True)
        ],
    )
    entries = _entries(tournament, players)
    to_accept = []
    for row, player, acceptance in zip(rows, players, acceptances, strict=True):
        new_slugs = [event.slug for event in row.events.all() if (player.pk, event.pk) not in entries]
        seats = {slug: acceptance.seats.get(slug, "") for slug in new_slugs}
        plan = replace(
            _plan_to_enter(row, is_team=player.first_id is not None), seats=seats, player=player.pk, marks=marks
        )
        to_accept.append(_ToAccept(row, player, plan))
    return to_accept


def _plan_to_enter(row: Registration, *, is_team: bool) -> PersonPlan:
    """Who is entered: a team of two where the name joins two people, whose first has the number, else one person.

    Raises Refused `impossible` if one person asks for a ladder, where teams play, unless the person known to the desk `is_team`.
    """
    people = read_team(row.name)
    plan = PersonPlan(row.name, row.acc_number, row.club, email=row.email, phone=row.phone)
    if people:
        numbers = (row.acc_number, "") if row.acc_number else ()
        return replace(plan, acc_number="", players=people, acc_numbers=numbers)
    if not is_team and any(event.is_ladder for event in row.events.all()):
        raise Refused("impossible", registration_words.lone_on_ladder(row.name))
    return plan


def _accept(
    tournament: Tournament, acceptances: Sequence[_Acceptance], actor: Actor, marks: Mapping[str, str]
) -> list[Registration]:
    """Enter the people of these registrations with their pools, and mark the registrations as accepted."""
    to_accept = _to_accept(tournament, acceptances, marks)
    plans = [plan for _row, _player, plan in to_accept if plan.seats]
    if plans:
        enter_people(tournament=tournament, people=plans, actor=actor)
    entries = _entries(tournament, [player for _row, player, _plan in to_accept])
    fees_taken = [
        (entries[player.pk, fee.event_id], fee)
        for row, player, _plan in to_accept
        for fee in row.pools.all()
        if fee.optional and (player.pk, fee.event_id) in entries
    ]
    take_fees(tournament, fees_taken, actor)
    now = timezone.now()
    for row, player, _plan in to_accept:
        row.player, row.marked = player, []
        row.state, row.message, row.decided_at, row.decided_by = State.ACCEPTED, "", now, actor.name
    Registration.objects.bulk_update([row for row, _player, _plan in to_accept], _DECIDED, batch_size=100)
    audit.record_many(
        tournament=tournament,
        actor=actor,
        action="registration.accepted",
        acts=[
            (("registration", str(row.number)), {"name": row.name, "events": list(plan.seats)})
            for row, _player, plan in to_accept
        ],
    )
    return [row for row, _player, _plan in to_accept]


def _entries(tournament: Tournament, players: Sequence[Player]) -> dict[tuple[int, int], Entry]:
    entries = Entry.objects.filter(event__tournament=tournament, player__in=players)
    return {(entry.player_id, entry.event_id): entry for entry in entries}


# --- Rows ------------------------------------------------------------------------------------------------------------

_DECIDED = ("state", "message", "marked", "decided_at", "decided_by", "player")
_TEXTS = ("name", "acc_number", "club", "email", "phone", "note")


def _sent_before(tournament: Tournament, nonce: str, earlier: Collection[int]) -> list[Registration]:
    """The registration sent with this nonce, then those with the numbers `earlier`; withdrawn ones are left out."""
    rows = tournament.registrations.filter(Q(nonce=nonce) | Q(number__in=earlier)).exclude(state=State.WITHDRAWN)
    rows = rows.prefetch_related("events", "pools").order_by("number")
    return sorted(rows, key=lambda row: row.nonce != nonce)


def _waiting_with_email(tournament: Tournament, email: str) -> list[Registration]:
    """The waiting registrations with this e-mail address, ignoring case."""
    rows = tournament.registrations.filter(state__in=_WAITING, email__iexact=email.strip())
    return list(rows.prefetch_related("events", "pools"))


def _normalized(plan: RegistrationPlan) -> RegistrationPlan:
    """The plan with spaces and case of its texts normalized, for comparing."""
    texts: dict[str, Any] = {name: " ".join(getattr(plan, name).split()).casefold() for name in _TEXTS}
    return replace(plan, **texts)


def _in_order(plan: RegistrationPlan) -> RegistrationPlan:
    """The plan with events and pools sorted, for comparing."""
    return replace(plan, events=tuple(sorted(plan.events)), pools=tuple(sorted(plan.pools)))


def _plan_of(row: Registration) -> RegistrationPlan:
    """What a registration asks for, as a plan."""
    return RegistrationPlan(
        **{name: getattr(row, name) for name in _TEXTS},
        events=tuple(event.slug for event in row.events.all()),
        pools=tuple(fee.pk for fee in row.pools.all()),
    )


def _locked(registration: Registration) -> Registration:
    locked_tournament(registration.tournament)
    return Registration.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=registration.pk)


def _decide(row: Registration, state: str, message: str, actor: Actor) -> None:
    """Write the desk's decision; also writes `marked` and `player`, which the caller has set."""
    row.state, row.message, row.decided_at, row.decided_by = state, message, timezone.now(), actor.name
    row.save(update_fields=_DECIDED)


def _save_events_and_pools(row: Registration, plan: RegistrationPlan) -> None:
    """Write the events and pools of a plan to the registration."""
    row.events.set(Event.objects.filter(tournament=row.tournament_id, slug__in=plan.events))
    row.pools.set(Fee.objects.filter(event__tournament=row.tournament_id, pk__in=plan.pools))


def _logged(plan: RegistrationPlan) -> dict[str, Any]:
    """The values of a plan that the log keeps, without empty ones."""
    values = {name: getattr(plan, name) for name in REGISTRATION.names}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items() if value}


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
    """The faults of a registration; events in `chosen` may be closed, because they were asked for in time."""
    faults = []
    for name in (name for name in _TEXTS if name not in ("email", "phone")):
        faults += text_faults(name, getattr(plan, name), longest(Registration, name), required=name == "name")
    if plan.acc_number and not is_acc_number(plan.acc_number):
        faults.append(Fault("acc_number", "invalid", faults_words.acc_number_form()))
    faults += reach_faults("", plan.email, plan.phone)
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
    ladders = [slug for slug in plan.events if slug in events and events[slug].is_ladder]
    if plan.name and ladders and not read_team(plan.name):
        faults.append(Fault("name", "invalid", registration_words.both_needed(events[ladders[0]].name)))
    pools = {pool.key for slug in plan.events if slug in events for pool in events[slug].pools}
    if any(key not in pools for key in plan.pools):
        faults.append(Fault("pools", "unknown", registration_words.pool_without_event()))
    return faults
