"""Sentences that somebody else has changed something since the page was opened. Times are in the active time zone."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.errors import Since

LONGEST_OWN = 60
"""How much of the typed text is repeated; the field still has all of it."""


def changed_meanwhile() -> str:
    return _("Somebody else has changed this since you opened the page. Look at it, then save again.")


def set_meanwhile(since: Since | None) -> str:
    """Who has set a value since; None if unknown."""
    if since is None:
        return _("Somebody else has changed this since you opened the page.")
    if since.own:
        return _("You have changed this in another window since you opened the page.")
    return _("%(by)s has changed this since you opened the page.") % {"by": since.by}


def set_by_another(since: Since | None) -> str:
    """The same for API clients, which have no page open."""
    if since is None:
        return _("Somebody else has changed this.")
    values = {"by": since.by, "at": _at(since)}
    return (
        _("You have changed this from elsewhere (%(at)s).") if since.own else _("%(by)s has changed this (%(at)s).")
    ) % values


def set_unseen(since: Since, name: str) -> str:
    """Why a client may not overwrite what somebody else has set, and which field must carry the value it read."""
    return _(
        "%(told)s Nothing was changed. Look at it as it is now, then send its `%(name)s` beside what you want."
    ) % {
        "told": set_by_another(since),
        "name": name,
    }


def set_otherwise(now: str, own: str, since: Since | None) -> str:
    """The current value, and the one this person wants instead."""
    own = own if len(own) <= LONGEST_OWN else f"{own[:LONGEST_OWN].rstrip()} …"
    values = {"now": now, "own": own}
    if since is None:
        sentence = _("Somebody else has set this to “%(now)s” since you opened the page; you want “%(own)s”.") % values
    else:
        values |= {"by": since.by, "at": _at(since)}
        sentence = (
            _(
                "You have set this to “%(now)s” in another window (%(at)s) since you opened this page; here you want “%(own)s”."
            )
            if since.own
            else _("%(by)s has set this to “%(now)s” (%(at)s) since you opened the page; you want “%(own)s”.")
        ) % values
    return _("%(said)s To have yours all the same, save again.") % {"said": sentence}


def set_since(now: str, was: str, since: Since | None) -> str:
    """What somebody else has made of a value that this person did not change."""
    values = {"now": now, "was": was}
    if since is None:
        return _("Somebody else has set this to “%(now)s” since you opened the page; it was “%(was)s”.") % values
    values |= {"by": since.by, "at": _at(since)}
    if since.own:
        return (
            _("You have set this to “%(now)s” in another window (%(at)s) since you opened this page; it was “%(was)s”.")
            % values
        )
    return _("%(by)s has set this to “%(now)s” (%(at)s) since you opened the page; it was “%(was)s”.") % values


def _at(since: Since) -> str:
    local = timezone.localtime(since.at)
    return date_format(local, "TIME_FORMAT" if local.date() == timezone.localdate() else "SHORT_DATETIME_FORMAT")


def who(since: Since | None) -> str:
    """Who changed something, and when, to start a sentence."""
    return f"{since.by} ({_at(since)})" if since else _("Somebody")


def last_changed(since: Since) -> str:
    """Who last changed something that other results depend on, and when."""
    return _("The last to change something here was %(by)s (%(at)s).") % {"by": since.by, "at": _at(since)}


def taken_away(name: str, since: Since) -> str:
    """Who removed something, and when."""
    values = {"name": name, "by": since.by, "at": _at(since)}
    return _("“%(name)s” is not there any more: %(by)s has taken it away (%(at)s).") % values


def ticked(is_ticked: bool) -> str:
    return _("ticked") if is_ticked else _("not ticked")


def nothing_set() -> str:
    return _("nothing")
