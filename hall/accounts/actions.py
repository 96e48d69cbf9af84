"""Set the password of an account. No log keeps a password."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from hall.accounts.access import refuse_password_of
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed
from tournaments.faults import raise_malformed
from tournaments.models import SiteAct, Tournament, User
from tournaments.models.lengths import MAX_SUBJECT_KEY


@transaction.atomic
def give_password(*, tournament: Tournament, username: str, password: str, actor: Actor) -> User:
    """Give somebody who has a role in this tournament another password, and return the account.

    Their open pages and their programs are signed out, and at the next sign-in they are asked for a password of their
    own. Raises Malformed (nobody here has this user name; a weak password), Forbidden `role` (see `refuse_password_of`).
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    helpers = User.objects.filter(pk__in=tournament.roles.values("user"))
    user = _locked(helpers, username, _("Nobody with a role here signs in with that name."))
    if actor.user is not None:
        refuse_password_of(user, actor.user)
    _set(user, password)
    user.password_is_given = True
    user.save(update_fields=["password", "password_is_given"])
    audit.record(
        tournament=tournament,
        actor=actor,
        action="account.password-set",
        subject=("account", user.username[:MAX_SUBJECT_KEY]),
    )
    return user


@transaction.atomic
def set_password(*, username: str, password: str, actor: Actor) -> None:
    """Set the password of any account, at the computer of the site. The log of the site keeps that it was done.

    Raises Malformed for an unknown user name and for a weak password. Raises ValueError if the actor is a user.
    """
    if actor.user is not None:
        raise ValueError("any password is set from the command line only")
    user = _locked(User.objects.all(), username, _("Nobody signs in with that name."))
    _set(user, password)
    user.save(update_fields=["password", "password_is_given"])
    SiteAct.objects.create(
        actor_kind=actor.kind,
        actor_key=actor.key,
        actor_name=actor.name,
        action="account.password-set",
        subject_key=user.username[:120],
    )


def _locked(among: QuerySet[User], username: str, unknown: str) -> User:
    """Return the account with this user name, locked. Raises Malformed with the sentence `unknown`."""
    user = among.select_for_update().filter(username=username).first()
    if user is None:
        raise Malformed(unknown, faults=[Fault("username", "unknown", unknown)])
    return user


def _set(user: User, password: str) -> None:
    """Put the password into the account, without saving it. Raises Malformed for a weak one."""
    try:
        validate_password(password, user)
    except ValidationError as weak:
        raise_malformed([Fault("password", "invalid", " ".join(weak.messages))])
    user.set_password(password)
