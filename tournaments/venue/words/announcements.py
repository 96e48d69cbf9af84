"""Sentences about announcements."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Announcement


def said_at(time: datetime, now: datetime) -> str:
    """A time as an announcement shows it, in the active time zone: `10:42 AM`, on another day `Fri 10:42 AM`."""
    local = timezone.localtime(time)
    return date_format(local, "TIME_FORMAT" if local.date() == timezone.localdate(now) else "SHORT_WEEKDAY_AT_FORMAT")


def whole_tournament() -> str:
    return _("Everybody in the tournament")


def announced_when(row: Announcement, now: datetime) -> str:
    """When an announcement was made, and when it expires, if it does."""
    announced = said_at(row.at, now)
    if row.until is None:
        return announced
    return _("%(at)s, until %(until)s") % {"at": announced, "until": said_at(row.until, now)}


def announcement_ended(row: Announcement, now: datetime) -> str:
    """How an announcement ended; empty while it is active."""
    if row.taken_back_at is not None:
        values = {"at": said_at(row.taken_back_at, now), "by": row.taken_back_by}
        return _("Taken back at %(at)s by %(by)s") % values
    return "" if row.stands_at(now) else _("Over by itself")


def announcement_is_over() -> str:
    return _(
        "This time is over already. Choose a later one, or none: then the announcement stands until it is taken back."
    )


def too_many_announced(most: int) -> str:
    return _(
        "There are %(n)d announcements already, and nobody reads more. Take one back that is no longer "
        "needed, then announce this one."
    ) % {"n": most}


def no_such_announcement() -> str:
    return _("There is no such announcement. Look at the page of the announcements again.")
