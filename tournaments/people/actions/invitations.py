"""Invitations for helpers: a link, or a code on paper, for people without a known address."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.errors import Fault, Malformed, Refused
from tournaments.faults import out_of_range, raise_malformed
from tournaments.keys import new_nonce, normalised
from tournaments.models import Event, Invitation, Role, Tournament, User, longest
from tournaments.people import words as people_words
from tournaments.people.actions.people import new_user, role_faults
from tournaments.people.reads.roles import invitation_of, state_of

INVITATION_HOURS = 24
"""How many hours an invitation can be used by default."""

MOST_HOURS = 14 * 24
INVITATION = audit.Logged(
    model=Invitation,
    names=("kind", "name", "event"),
    changes=("expires_at",),
    by_hand="role_ends_at user",
    left_out={THE_ROWS_OWN: "number made_at made_by used_at revoked_at", "a secret": "nonce"},
)


@transaction.atomic
def invite(
    *,
    tournament: Tournament,
    kind: str,
    event: Event | None = None,
    name: str = "",
    role_ends_at: datetime | None = None,
    hours: int = INVITATION_HOURS,
    actor: Actor,
) -> Invitation:
    """Invite somebody to a role: the first person who brings the key within `hours` hours gets it.

    `event` and `role_ends_at` limit the role; `name` says whom it is for. Raises Malformed.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    faults = role_faults(kind, event, role_ends_at)
    if not 1 <= hours <= MOST_HOURS:
        faults.append(out_of_range("hours", 1, MOST_HOURS))
    if len(name) > longest(Invitation, "name"):
        message = _("At most %(n)d characters.") % {"n": longest(Invitation, "name")}
        faults.append(Fault("name", "max_length", message))
    raise_malformed(faults)
    last = tournament.invitations.aggregate(last=Max("number"))["last"] or 0
    invitation = Invitation.objects.create(
        tournament=tournament,
        number=last + 1,
        kind=kind,
        event=event,
        name=name,
        nonce=new_nonce(),
        role_ends_at=role_ends_at,
        expires_at=timezone.now() + timedelta(hours=hours),
        made_by=actor.name,
    )
    _record(invitation, actor, "invitation.made", None, _role(invitation) | INVITATION.values(invitation, "expires_at"))
    return invitation


@transaction.atomic
def revoke_invitation(*, tournament: Tournament, number: int, actor: Actor) -> Invitation:
    """Make an invitation void. Repeating it changes nothing.

    Raises Http404 (no such invitation), and Refused `used` if somebody has used it: then revoke the role instead.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    invitation = tournament.invitations.select_related("user", "event").filter(number=number).first()
    if invitation is None:
        raise Http404(_("There is no such invitation. Look at the People page again."))
    if invitation.used_at is not None:
        raise Refused(
            "used",
            _("%(name)s has come with this invitation already. Take the role away instead.")
            % {"name": _called(invitation.user)},
        )
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        _record(invitation, actor, "invitation.revoked", _role(invitation), None)
    return invitation


@transaction.atomic
def accept_invitation(*, key: str, actor: Actor) -> Role:
    """Give the actor the role of an invitation. Repeating it by the same user changes nothing.

    Raises Malformed (wrong key), Refused `used` or `expired` (also if revoked), ValueError for an actor without an
    account.
    """
    if actor.user is None:
        raise ValueError("only a user takes a role")
    invitation = _locked(key)
    if invitation.user_id == actor.user.pk:
        role = _held(invitation, actor.user)
        if role is not None:
            return role
    _refuse_void(invitation)
    return _take(invitation, actor.user, actor, {})


@transaction.atomic
def join_with_account(*, key: str, username: str, name: str, password: str, actor: Actor) -> Role:
    """Make an account for the holder of an invitation, and give it the role.

    Raises Malformed (a wrong key, a bad or taken user name, a weak password), Refused `used` or `expired`.
    """
    invitation = _locked(key)
    _refuse_void(invitation)
    try:
        validate_password(password, User(username=username, first_name=name))
    except ValidationError as exc:
        raise_malformed([Fault("password", "invalid", " ".join(exc.messages))])
    user = new_user(username, name, "", password)
    return _take(invitation, user, actor, {"account": user.username})


def _locked(key: str) -> Invitation:
    """Return the invitation with this key, with its tournament locked. Raises Malformed for an unknown key."""
    invitation = invitation_of(normalised(key))
    if invitation is None:
        message = people_words.no_such_code()
        raise Malformed(message, faults=[Fault("key", "unknown", message)])
    Tournament.objects.select_for_update().get(pk=invitation.tournament_id)
    return Invitation.objects.select_related("tournament", "event", "user").get(pk=invitation.pk)


def _refuse_void(invitation: Invitation) -> None:
    """Raise Refused (`used`, `expired`) if this invitation cannot be used any more."""
    state = state_of(invitation, timezone.now())
    if state == "used":
        raise Refused("used", _("Somebody has come with this invitation already. Ask the director for a new one."))
    if state == "revoked":
        raise Refused("expired", _("The director has taken this invitation back. Ask them for a new one."))
    role_has_ended = invitation.role_ends_at is not None and invitation.role_ends_at <= timezone.now()
    if state == "expired" or role_has_ended:
        raise Refused("expired", _("The time of this invitation is over. Ask the director for a new one."))


def _held(invitation: Invitation, user: User) -> Role | None:
    """Return the role of this invitation if the user has it already."""
    return Role.objects.filter(
        tournament=invitation.tournament, user=user, kind=invitation.kind, event=invitation.event
    ).first()


def _take(invitation: Invitation, user: User, actor: Actor, logged: dict[str, Any]) -> Role:
    """Write the role and mark the invitation as used. A role that the user has already never ends earlier by it.

    `logged` are further values for the log.
    """
    role = _held(invitation, user)
    if role is None:
        role = Role(
            tournament=invitation.tournament,
            user=user,
            kind=invitation.kind,
            event=invitation.event,
            ends_at=invitation.role_ends_at,
        )
    elif role.ends_at is not None:
        ends_at = invitation.role_ends_at
        role.ends_at = max(role.ends_at, ends_at) if ends_at is not None else None
    role.save()
    invitation.used_at, invitation.user = timezone.now(), user
    invitation.save(update_fields=["used_at", "user"])
    after = {**_role(invitation), "username": user.get_username(), **logged}
    _record(invitation, actor, "invitation.used", None, after)
    return role


def _called(user: User | None) -> str:
    return (user.get_full_name() or user.get_username()) if user else _("Somebody")


def _role(invitation: Invitation) -> dict[str, Any]:
    """Return the role of an invitation as the log keeps it, without the key."""
    values = INVITATION.given(invitation)
    if invitation.role_ends_at is not None:
        values["ends_at"] = invitation.role_ends_at
    return values


def _record(
    invitation: Invitation,
    actor: Actor,
    action: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    audit.record(
        tournament=invitation.tournament,
        actor=actor,
        action=action,
        subject=("invitation", str(invitation.number)),
        before=before,
        after=after,
    )
