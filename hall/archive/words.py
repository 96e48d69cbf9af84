"""Sentences of the archive of results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def days(first: date, last: date) -> str:
    """The dates as a range: `March 6, 2026`, `March 6–8, 2026`, `March 30 – April 1, 2026`."""
    if first >= last:
        return date_format(first, "DATE_FORMAT")
    last_date = date_format(last, "DATE_FORMAT")
    if first.year != last.year:
        return _("%(first)s – %(last)s") % {"first": date_format(first, "DATE_FORMAT"), "last": last_date}
    if first.month != last.month:
        return _("%(first)s – %(last)s") % {"first": date_format(first, "MONTH_DAY_FORMAT"), "last": last_date}
    values = {"month": date_format(first, "F"), "first": first.day, "last": last.day, "year": last.year}
    return _("%(month)s %(first)d–%(last)d, %(year)d") % values


def no_results(*, posted: bool) -> str:
    """Why an event of a finished tournament shows no results."""
    if posted:
        return _("The director holds the results of this event back.")
    return _("No results were posted.")


def nothing(search: str, year: int | None) -> tuple[str, str]:
    """Why the list is empty, and what to do."""
    if search and year:
        values = {"wanted": search, "year": year}
        return (
            _("Nothing by “%(wanted)s” in %(year)d.") % values,
            _("Type a part of a tournament’s name, of its place or of a player’s name, or look through all years."),
        )
    if search:
        return (
            _("Nothing by “%(wanted)s”.") % {"wanted": search},
            _("Type a part of a tournament’s name, of its place or of a player’s name."),
        )
    return (
        _("No tournament is finished yet."),
        _(
            "Results appear here when the last event of a tournament is over. Tournaments that are on now are "
            "in the list of tournaments."
        ),
    )


def no_such_year(year: int) -> str:
    """Why there is no page for this year."""
    return _("No tournament of %(year)d is finished here. Look at the years that have results.") % {"year": year}


def about(year: int | None, names: Sequence[str], count: int) -> str:
    """The description of the page, for previews of shared links."""
    if not count:
        return _("Results of cribbage tournaments.")
    results = ngettext("Results of %(n)d cribbage tournament", "Results of %(n)d cribbage tournaments", count) % {
        "n": count
    }
    template = _("%(told)s of %(year)d: %(names)s.") if year else _("%(told)s: %(names)s.")
    return template % {"told": results, "year": year, "names": ", ".join(names)}
