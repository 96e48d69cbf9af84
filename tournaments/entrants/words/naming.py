"""Words about somebody who is not to be named in public."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.words.listing import in_a_row


def placeholder(number: int, *, is_team: bool = False) -> str:
    """What the public calls somebody who is not to be named; the number tells them from others."""
    if is_team:
        return _("Team %(number)d") % {"number": number}
    return _("Player %(number)d") % {"number": number}


def withheld_now(name: str, public: str) -> str:
    """That somebody is not named in public any more."""
    return _("The public reads “%(public)s” instead of %(name)s from now on.") % {"name": name, "public": public}


def partner_is_withheld(names: Sequence[str]) -> str:
    """Why a team is not named in public, and what to do."""
    return _("%(names)s is not to be named. Name that person on their own entry first.") % {"names": in_a_row(names)}


def teams_stay(names: Sequence[str]) -> str:
    """Which teams stay withheld though one of their people is named again."""
    return _("Still not named, because the other person is not: %(names)s.") % {"names": in_a_row(names)}


def named_now(name: str) -> str:
    """That somebody is named in public again."""
    return _("%(name)s is named in public again.") % {"name": name}
