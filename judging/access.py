"""Who reaches which call, who comes to one, who calls judges for others, and the judges' assistant."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from judging.models import Call, Ruling
from tournaments.access import Need, Person, Rights, events_for, require, rights_of
from tournaments.errors import Forbidden
from tournaments.models import Event, Role, Tournament, User


def call_for(user: Person, tournament: str, number: int) -> tuple[Call, list[Event]]:
    """The call with this number, for whoever judges in its event, and the events in which they do.

    Raises Http404 (unknown, or in an event that is not theirs), Forbidden (`sign_in`, `role`).
    """
    _found, _rights, events = events_for(user, tournament, Need.JUDGE)
    call = Call.objects.select_related("entry__event").filter(pk=number, entry__event__in=events).first()
    if call is None:
        raise Http404(_("There is no such call in the events that you judge."))
    return call, events


def ruling_for(user: Person, tournament: str, number: int) -> tuple[Tournament, Rights, Ruling]:
    """The ruling with this number, for whoever judges in its event, or in any where it is of none, and the rights in that event.

    Raises Http404 (unknown, or in an event that is not theirs), Forbidden (`sign_in`, `role`).
    """
    found, _rights, events = events_for(user, tournament, Need.JUDGE)
    rows = found.rulings.select_related("event__tournament", "offender__player", "offender__event", "other__player")
    row = rows.filter(number=number).first()
    if row is None or (row.event is not None and row.event not in events):
        raise Http404(_("There is no such ruling in the events that you judge."))
    return found, rights_of(user, found, row.event), row


def is_judge_in(rights: Rights, event: Event) -> bool:
    """Whether whoever has these rights judges in this event. Directing it is not enough: judges are those who hold that role, and
    a superuser has every one."""
    whole = rights.roles if rights.whole is None else rights.whole
    return rights.superuser or Role.Kind.JUDGE in whole | rights.alone.get(event.pk, frozenset())


def require_judge(user: User | None, event: Event) -> None:
    """Raise Forbidden (`role`) unless this person judges in this event at this moment."""
    if user is None or not is_judge_in(rights_of(user, event.tournament, event), event):
        raise Forbidden("role", only_judges())


def only_judges() -> str:
    """Why a director who is no judge comes to no call, and the cure."""
    return _(
        "Only judges take calls. Appoint yourself on the People page, or ask one of the judges who are proposed to go."
    )


_CALLING = (Need.JUDGE, Need.CHECK, Need.REGISTER)
"""Whoever works at the desk or judges may call judges to a table."""


def staff_for(user: Person, tournament: str) -> tuple[Tournament, Rights, list[Event]]:
    """The tournament with this slug, and those of its events in which this person calls judges to tables for others.

    Raises Http404 (unknown, or private to this person), Forbidden (`sign_in`, `role`).
    """
    found, rights, events = events_for(user, tournament, Need.SEE)
    staffed = [event for event in events if any(rights.may_in(event, need) for need in _CALLING)]
    if not staffed:
        # A viewer is refused as from any page of the desk.
        events_for(user, tournament, Need.CHECK)
    return found, rights, staffed


def judge_for(user: Person, tournament: str, username: str) -> tuple[Tournament, User]:
    """The judge with this user name: oneself, or for the director any judge of the tournament.

    Raises Http404 (no judge of this tournament), Forbidden (`sign_in`, `role`).
    """
    found, rights, _events = events_for(user, tournament, Need.JUDGE)
    if not (isinstance(user, User) and user.get_username() == username):
        require(rights, Need.DIRECT)
    roles = Role.objects.in_force().filter(tournament=found, kind=Role.Kind.JUDGE, user__username=username)
    role = roles.select_related("user").first() if "\0" not in username else None
    if role is None:
        raise Http404(_("Nobody with this user name judges in this tournament."))
    return found, role.user


def assistant_for(user: Person, tournament: str) -> tuple[Tournament, Rights]:
    """The tournament with this slug, for whoever judges in it or in an event of it: those who play get no help (rule 9.5).

    Raises Http404 (unknown, or private to this person), Forbidden (`sign_in`, `role`).
    """
    try:
        found, rights, _events = events_for(user, tournament, Need.JUDGE)
    except Forbidden as refused:
        if refused.code != "role":
            raise
        reason = _("Players may have no help with counting and pegging (rule 9.5), so this is open to judges alone.")
        raise Forbidden("role", " ".join([reason, refused.message])) from refused
    return found, rights
