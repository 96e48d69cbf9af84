"""Access to calls, rulings and the judges' assistant: who may see, take or make them."""

from __future__ import annotations

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from judging.models import Call, Ruling
from tournaments.access import Actor, Need, Person, Rights, events_for, require, rights_of
from tournaments.errors import Forbidden
from tournaments.models import AuditEntry, Event, Role, Tournament, User
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words


def call_for(user: Person, tournament: str, number: int) -> tuple[Call, list[Event]]:
    """The call with this number, and the events in which this user judges or directs.

    Raises Http404 for an unknown call, or a call of another event. Raises Forbidden (`sign_in`, `role`).
    """
    _tournament, _rights, events = events_for(user, tournament, Need.JUDGE)
    call = Call.objects.select_related("entry__event").filter(pk=number, entry__event__in=events).first()
    if call is None:
        raise Http404(_("There is no such call in the events that you judge."))
    return call, events


def sending_for(user: Person, tournament: str, number: int) -> tuple[Call, list[Event]]:
    """The call and the events of `call_for`, for users who may send judges: the director and the head judge.

    Raises Http404 for an unknown call, or a call of another event. Raises Forbidden (`sign_in`, `role`).
    """
    call, events = call_for(user, tournament, number)
    event = call.entry.event
    require(rights_of(user, event.tournament, event), Need.RULE)
    return call, events


def made_call_for(user: Person, tournament: str, number: int) -> Call:
    """The call with this number, which this user made for players, from the desk or as a judge.

    Raises Http404 for an unknown call, or a call that somebody else made. Raises Forbidden (`sign_in`, `role`).
    """
    _tournament, _rights, events = staff_for(user, tournament)
    call = Call.objects.select_related("entry__event").filter(pk=number, entry__event__in=events).first()
    if call is None or call.caller_id != user.pk:
        raise Http404(_("There is no such call among those that you made."))
    return call


def is_caller(actor: Actor, call: Call) -> bool:
    """Whether the actor made this call.

    A call by the desk or a judge belongs to that account. Any other call belongs to the entrant's personal page.
    """
    if call.is_by_staff:
        return actor.user is not None and actor.user.pk == call.caller_id
    return (actor.kind, actor.key) == (AuditEntry.ActorKind.ENTRY, call.entry.seat)


def judge_of(event: Event, username: str) -> User:
    """The judge of this event with this user name. Raises Http404 if there is none."""
    roles = Role.objects.in_force().filter(
        Q(event=event) | Q(event=None),
        tournament=event.tournament,
        kind=Role.Kind.JUDGE,
        user__username=username,
        user__is_active=True,
    )
    role = roles.select_related("user").first() if "\0" not in username else None
    if role is None:
        raise Http404(_("Nobody with this user name judges in this event."))
    return role.user


def ruling_for(user: Person, tournament: str, number: int) -> tuple[Tournament, Rights, Ruling]:
    """The tournament, the user's rights in the event of the ruling, and the ruling with this number.

    A ruling without an event is open to the judges of any event. Raises Http404 for an unknown ruling, or a ruling of
    another event. Raises Forbidden (`sign_in`, `role`).
    """
    tournament_row, _rights, events = events_for(user, tournament, Need.JUDGE)
    rows = tournament_row.rulings.select_related(
        "event__tournament", "offender__player", "offender__event", "other__player", "call__entry__event"
    )
    row = rows.filter(number=number).first()
    if row is None or (row.event is not None and row.event not in events):
        raise Http404(_("There is no such ruling in the events that you judge."))
    return tournament_row, rights_of(user, tournament_row, row.event), row


def is_judge_in(rights: Rights, event: Event) -> bool:
    """Whether these rights include judging in this event. Directing does not suffice; a superuser has every role."""
    if rights.superuser:
        return True
    roles_everywhere = rights.roles if rights.whole is None else rights.whole
    roles_in_event = rights.alone.get(event.pk, frozenset())
    return Role.Kind.JUDGE in roles_everywhere | roles_in_event


def require_judge(user: User | None, event: Event) -> None:
    """Raise Forbidden (`role`) unless this user judges in this event now."""
    if user is None or not is_judge_in(rights_of(user, event.tournament, event), event):
        raise Forbidden("role", only_judges())


def only_judges() -> str:
    """Why a director who is not a judge cannot take calls, and what to do."""
    return _(
        "Only judges take calls. Appoint yourself on the People page, or ask one of the judges who are proposed to go."
    )


_CALLING = (Need.JUDGE, Need.CHECK, Need.REGISTER)
"""The permissions of desk staff and judges; any of them suffices to call judges to a table."""


def staff_for(user: Person, tournament: str) -> tuple[Tournament, Rights, list[Event]]:
    """The tournament with this slug, the user's rights, and the events in which the user may call judges for players.

    Raises Http404 for an unknown tournament, or one hidden from this user. Raises Forbidden (`sign_in`, `role`).
    """
    tournament_row, rights, events = events_for(user, tournament, Need.SEE)
    staffed = [event for event in events if any(rights.may_in(event, need) for need in _CALLING)]
    if not staffed:
        # This raises the same refusal as any page of the desk.
        events_for(user, tournament, Need.CHECK)
    return tournament_row, rights, staffed


def judge_for(user: Person, tournament: str, username: str) -> tuple[Tournament, User]:
    """The tournament and its judge with this user name; only the director may ask for another judge than themselves.

    Raises Http404 if nobody with this name judges in the tournament. Raises Forbidden (`sign_in`, `role`).
    """
    tournament_row, rights, _events = events_for(user, tournament, Need.JUDGE)
    is_own_name = isinstance(user, User) and user.get_username() == username
    if not is_own_name:
        require(rights, Need.DIRECT)
    roles = Role.objects.in_force().filter(tournament=tournament_row, kind=Role.Kind.JUDGE, user__username=username)
    role = roles.select_related("user").first() if "\0" not in username else None
    if role is None:
        raise Http404(_("Nobody with this user name judges in this tournament."))
    return tournament_row, role.user


def assistant_for(user: Person, tournament: str) -> tuple[Tournament, Rights]:
    """The tournament with this slug and the user's rights, for judges in it or in one of its events.

    Players get no help with counting and pegging (rule 9.5). Raises Http404 for an unknown tournament, or one hidden
    from this user. Raises Forbidden (`sign_in`, `role`).
    """
    try:
        tournament_row, rights, _events = events_for(user, tournament, Need.JUDGE)
    except Forbidden as refused:
        if refused.code != "role":
            raise
        edition = Edition(Tournament.objects.get(slug=tournament).edition)
        reason = _(
            "Players may have no help with counting and pegging (%(rule)s), so this is open to judges alone."
        ) % {"rule": citing_words.in_brackets("no_help", edition)}
        raise Forbidden("role", " ".join([reason, refused.message])) from refused
    return tournament_row, rights
