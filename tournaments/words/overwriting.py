"""Sentences about what somebody else has changed since the page was opened. Times are in the active time zone."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Since
from tournaments.words.moments import moment_text

LONGEST_OWN = 60
"""How many characters of the typed text a sentence repeats. The field still has the whole text."""


def changed_meanwhile() -> str:
    """Why a form was not saved: somebody else has changed the same thing."""
    return _("Somebody else has changed this since you opened the page. Look at it, then save again.")


def set_meanwhile(since: Since | None) -> str:
    """Who has set a value since the page was opened; `since` is None if unknown."""
    if since is None:
        return _("Somebody else has changed this since you opened the page.")
    if since.own:
        return _("You have changed this in another window since you opened the page.")
    return _("%(by)s has changed this since you opened the page.") % {"by": since.by}


def set_by_another(since: Since | None) -> str:
    """Who has set a value and when, for API clients, which have no page open; `since` is None if unknown."""
    if since is None:
        return _("Somebody else has changed this.")
    if since.own:
        sentence = _("You have changed this from elsewhere (%(at)s).")
    else:
        sentence = _("%(by)s has changed this (%(at)s).")
    return sentence % {"by": since.by, "at": _at(since)}


def set_unseen(since: Since, name: str) -> str:
    """Why a client may not overwrite what somebody else has set, and which field must carry the value it read."""
    return _(
        "%(told)s Nothing was changed. Look at it as it is now, then send its `%(name)s` beside what you want."
    ) % {
        "told": set_by_another(since),
        "name": name,
    }


def set_otherwise(current: str, wanted: str, since: Since | None) -> str:
    """The current value, who has set it, and the value that this person wants instead."""
    if len(wanted) > LONGEST_OWN:
        wanted = f"{wanted[:LONGEST_OWN].rstrip()} …"
    values = {"now": current, "own": wanted}
    if since is not None:
        values |= {"by": since.by, "at": _at(since)}
    if since is None:
        sentence = _("Somebody else has set this to “%(now)s” since you opened the page; you want “%(own)s”.")
    elif since.own:
        sentence = _(
            "You have set this to “%(now)s” in another window (%(at)s) since you opened this page; here you want “%(own)s”."
        )
    else:
        sentence = _("%(by)s has set this to “%(now)s” (%(at)s) since you opened the page; you want “%(own)s”.")
    return _("%(said)s To keep yours anyway, save again.") % {"said": sentence % values}


def set_since(now: str, was: str, since: Since | None) -> str:
    """What somebody else has set (`now`), and the value before (`was`), for a value that this person did not change."""
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
    """Return the time of a change in words; with its date unless it was today."""
    local = timezone.localtime(since.at)
    return moment_text(since.at, "TIME_FORMAT" if local.date() == timezone.localdate() else "SHORT_DATETIME_FORMAT")


def who(since: Since | None) -> str:
    """Who changed something and when, for the start of a sentence."""
    return f"{since.by} ({_at(since)})" if since else _("Somebody")


def last_changed(since: Since) -> str:
    """Who last changed something that other results depend on, and when."""
    return _("The last to change something here was %(by)s (%(at)s).") % {"by": since.by, "at": _at(since)}


def taken_away(name: str, since: Since) -> str:
    """Who removed something, and when."""
    values = {"name": name, "by": since.by, "at": _at(since)}
    return _("“%(name)s” is gone: %(by)s removed it (%(at)s).") % values


def ticked(is_ticked: bool) -> str:
    return _("ticked") if is_ticked else _("not ticked")


def nothing_set() -> str:
    return _("nothing")
