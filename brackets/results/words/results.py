"""Places, prizes, points and awards in words."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from brackets.models import Honour
from brackets.results.rules import EFFECTIVE, SCHEDULES, schedule_of
from tournaments.models import Entry, Event
from tournaments.venue.words import events as events_words

# --- Points ----------------------------------------------------------------------------------------------------------


def points_source() -> str:
    """Where the points come from, and who keeps the record."""
    return _("ACC sheets effective %(day)s, computed here; the ACC keeps the record.") % {
        "day": date_format(EFFECTIVE, "DATE_FORMAT")
    }


def no_points(event: Event) -> str:
    """Why an event earns no points at all; empty if it does."""
    if event.differences:
        return events_words.rated_event(event)
    if schedule_of(event.kind, event.games) is not None:
        return ""
    if event.kind in SCHEDULES:
        return _("No published row: %(why)s") % {"why": events_words.rated(event.kind, event.games)}
    return events_words.rated(event.kind, event.games)


def nobody_earns() -> str:
    """Why nobody earns points where nobody qualified."""
    return _("Nobody qualifies, and qualifiers alone earn points.")


def playoffs_held_back() -> str:
    """Why nothing of the playoffs is shown."""
    return _("The director has not made the playoffs public yet, so their places, prizes and points are not shown.")


def final_held_back() -> str:
    """Why the winner is not shown."""
    return _("How the final goes is announced later. Until then no champion and no runner-up are shown.")


_WHY_NOT = {
    "team": gettext_noop("A team of two: what the ACC gives for doubles is not known here. Ask the ACC."),
    "not_member": gettext_noop("No ACC number: only members earn points."),
    "no_row": gettext_noop("No published row for so few game points in the upper half: ask the ACC."),
    "no_round": gettext_noop("No published row for so many rounds: ask the ACC."),
    "still_in": gettext_noop("Still in the playoffs."),
}


def why_no_points(code: str) -> str:
    """Why somebody's points are not known; empty if they are."""
    return _(_WHY_NOT[code]) if code else ""


# --- Honours ---------------------------------------------------------------------------------------------------------


def honour_name(kind: str, name: str = "") -> str:
    """The name of an award."""
    return name if kind == Honour.Kind.OTHER else str(Honour.Kind(kind).label)


def honour_recorded(name: str, honour: str) -> str:
    return _("Recorded for %(name)s: %(honour)s.") % {"name": name, "honour": honour}


def honour_taken_back(name: str, honour: str) -> str:
    return _("Taken back for %(name)s: %(honour)s.") % {"name": name, "honour": honour}


def honours_are_after_seating() -> str:
    return _("The seats are not drawn yet, so nobody has held a hand. Awards are recorded from then on.")


def nobody_at(seat: str) -> str:
    return _("Nobody in this event has the seat %(seat)s. Write it like A-7.") % {"seat": seat[:20]}


def honour_needs_a_name() -> str:
    return _("Say what the award is, like “Best card of a newcomer”.")


def honour_has_its_name() -> str:
    return _("A hand of 28 or 29 has its name. Leave this empty, or choose another award.")


def honour_of_a_no_show(name: str) -> str:
    return _("%(name)s is a no-show and held no hand. Change that on the entrant’s page if it is a mistake.") % {
        "name": name
    }


def honours_changed() -> str:
    return _("The list of awards changed since you opened this page. Look at it, then record yours if it is not there.")


def honour_is_recorded(entry: Entry, honour: str, by: str, recorded_at: datetime) -> str:
    """Why an equal award is refused: who recorded it, and when."""
    when = date_format(recorded_at.astimezone(ZoneInfo(entry.event.tournament.time_zone)), "WEEKDAY_TIME_FORMAT")
    return _(
        "%(honour)s of %(name)s is recorded already: %(by)s, %(when)s. If they held another one, say that it is a second one."
    ) % {"honour": honour, "name": entry.known_name, "by": by, "when": when}


def no_such_honour() -> str:
    return _("This award is gone: somebody took it back.")
