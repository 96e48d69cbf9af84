"""Sentences about people across events."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def about(name: str, cards: int) -> str:
    """The page in a sentence, for the preview of a shared link."""
    template = ngettext("%(name)s: %(n)d card with its results.", "%(name)s: %(n)d cards with their results.", cards)
    return template % {"name": name, "n": cards}


def night(club: str, season: str, number: int) -> str:
    """What a night of a club is called where nights of many clubs stand."""
    return _("%(club)s, %(season)s, night %(n)d") % {"club": club, "season": season, "n": number}


def no_word() -> str:
    """What is missing if a director shows a page without saying how the person agreed."""
    return _("Write when and how this person said so, for example “said so at the desk”.")


def is_team() -> str:
    """Why a team has no page, and cannot be joined."""
    return _("This is a team of two people. A page, and joining, is about one person.")


def two_numbers(numbers: str) -> str:
    """Why two records are not joined: they have two ACC numbers."""
    return _(
        "They have two ACC numbers (%(numbers)s), so they are two people. If one is a mistake, correct it first."
    ) % {"numbers": numbers}


def both_in(place: str) -> str:
    """Why two records are not joined: both stand in this event or club."""
    return _("Both stand in %(place)s, and nobody stands there twice. Take the wrong one off the list there first.") % {
        "place": place
    }


def two_accounts() -> str:
    """Why two records are not joined: they have two accounts."""
    return _(
        "They belong to two accounts. If that is one person, take the account off one of them on the People page first."
    )


def both_joined() -> str:
    """Why two records are not joined: each stands for several already."""
    return _(
        "Each of them stands for several records already. Take one of them apart first, then join its records singly."
    )


def shown_now() -> str:
    return _("The page is shown to everybody now.")


def hidden_now() -> str:
    return _("The page is taken back. Nobody can open it now.")


def joined_now(name: str, other: str) -> str:
    """What was done, and what undoes it."""
    return _("%(name)s and %(other)s are one person now. “Take apart” undoes it.") % {"name": name, "other": other}


def apart_now(name: str) -> str:
    return _("%(name)s is a record of its own again, as before.") % {"name": name}


def not_yours() -> str:
    """Why somebody else does not change a page, and who does."""
    return _(
        "Only this person shows this page or takes it back: signed in, by their personal link, or through the director."
    )


def no_such_record() -> str:
    return _("There is no such record any more. Look for the name again.")
