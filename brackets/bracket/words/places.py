"""Names of places and of their holders."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorecards.sheet.words import ordinal


def place_name(place: int, shared: int = 1) -> str:
    """The name of a place of the playoffs, which may be shared."""
    if place == 1:
        return _("Champion")
    if place == 2:
        return _("Runner-up")
    return ranked(place, shared)


def ranked(place: int, shared: int = 1) -> str:
    """The name of a place by its number, which may be shared."""
    named = _("%(place)s place") % {"place": ordinal(place)}
    return _("%(place)s, shared") % {"place": named} if shared > 1 else named


def high_qualifier(people: int = 1) -> str:
    return _("High qualifier, shared") if people > 1 else _("High qualifier")


def high_nonqualifier(people: int = 1, *, as_posted: bool = False) -> str:
    """The name of the first place below the line; `as_posted`: cards were corrected, but the list stays as posted."""
    if people > 1:
        return _("High nonqualifier, shared, as posted") if as_posted else _("High nonqualifier, shared")
    return _("High nonqualifier, as posted") if as_posted else _("High nonqualifier")


def high_nonqualifier_shared() -> str:
    """Why several players share the place of the high nonqualifier, and how a director can still decide it."""
    return _(
        "Nobody played that tie off, so they share the place and its prize. To decide it by a game after all, record the game "
        "with the standings: no seed changes by it, and the list gets a new version."
    )
