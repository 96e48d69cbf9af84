"""For whom somebody may set a password. Whoever knows a password has all rights of its account, on the whole site."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.models import ClubRole
from tournaments.access import Need, rights_of
from tournaments.errors import Forbidden
from tournaments.models import Role, User


def refuse_password_of(user: User, by: User) -> None:
    """Raise Forbidden (`role`) unless `by` may set the password of `user`.

    Whoever runs the site may, for everybody else. A director may for helpers who have no right that the director lacks:
    who direct nothing, and have roles only where this director directs.
    """
    name = user.get_full_name() or user.get_username()
    if user == by:
        raise Forbidden(
            "role", _("This is your own account. Choose your password under “Change password”, behind your initials.")
        )
    if by.is_superuser:
        return
    roles = Role.objects.in_force().filter(user=user).select_related("tournament")
    directs = any(role.kind == Role.Kind.DIRECTOR for role in roles) or ClubRole.objects.filter(user=user).exists()
    if user.is_superuser or directs:
        raise Forbidden("role", _("%(name)s directs too.") % {"name": name} + " " + _cure(user))
    if not all(rights_of(by, role.tournament).may(Need.DIRECT) for role in roles):
        raise Forbidden(
            "role",
            _("%(name)s helps in a tournament that you do not direct, too.") % {"name": name} + " " + _cure(user),
        )


def _cure(user: User) -> str:
    """Return who can set it."""
    return _(
        "Whoever runs the site sets this password, on this page or with “python3 run.py password %(username)s” on the "
        "computer of the site."
    ) % {"username": user.get_username()}
