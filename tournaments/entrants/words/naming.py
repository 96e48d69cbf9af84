"""Words about somebody who is not to be named in public."""

from __future__ import annotations

from django.utils.translation import gettext as _


def placeholder(number: int, *, is_team: bool = False) -> str:
    """What the public calls somebody who is not to be named; the number tells them from others."""
    if is_team:
        return _("Team %(number)d") % {"number": number}
    return _("Player %(number)d") % {"number": number}


def withheld_now(name: str, public: str) -> str:
    """That somebody is not named in public any more."""
    return _("The public reads “%(public)s” instead of %(name)s from now on.") % {"name": name, "public": public}


def named_now(name: str) -> str:
    """That somebody is named in public again."""
    return _("%(name)s is named in public again.") % {"name": name}
