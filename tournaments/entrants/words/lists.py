"""Sentences about lists that are pasted or uploaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entrants.rules.alike import By
from tournaments.entrants.rules.coding import Coding
from tournaments.entrants.rules.pasted_list import Column, Row
from tournaments.seating.words import free_seats


def list_columns() -> list[tuple[str, str]]:
    """What a column of a list can mean."""
    return [
        (Column.IGNORED, _("Not used")),
        (Column.NAME, _("Name")),
        (Column.PARTNER, _("Partner")),
        (Column.FIRST, _("First name")),
        (Column.LAST, _("Last name")),
        (Column.ACC_NUMBER, _("ACC number")),
        (Column.CLUB, _("Club")),
        (Column.SEAT, _("Seat")),
        (Column.EVENT, _("Event")),
        (Column.EMAIL, _("E-mail")),
        (Column.PHONE, _("Phone")),
    ]


def codings() -> list[tuple[str, str]]:
    """The encodings of an old file to choose from."""
    return [(Coding.WINDOWS, _("As Windows writes them")), (Coding.MAC, _("As a Mac writes them"))]


def list_is_workbook() -> str:
    """Why a spreadsheet's own file is not read, and what to do instead."""
    return _(
        "This is a workbook, not a list. In Excel: File, Save as, CSV UTF-8. Or copy the cells and paste them here."
    )


def list_unusable(code: str) -> str:
    """Why nobody can be read with these columns."""
    return {
        "name": _("No column is the name. Say which one it is, or which ones are first and last name."),
        "twice": _("Two columns mean the same. Set one of them to “Not used”."),
    }[code]


def list_without_name() -> str:
    """A row without a name."""
    return _("There is no name. Write one, or leave the line out.")


def list_open_quote() -> str:
    """A list that cannot be parted into cells."""
    return _("A quote is opened and not closed. Look for a line with one quotation mark only.")


def list_nobody() -> str:
    """A list without a person."""
    return _("There is nobody in it: only empty lines, or a head alone.")


def list_around(rows: Sequence[Row]) -> str:
    """The rows around the people that are not read; empty if there are none."""
    if not rows:
        return ""
    lines = [
        _("line %(line)d (%(text)s)") % {"line": row.line, "text": " ".join(cell for cell in row.cells if cell)[:60]}
        for row in rows
    ]
    return _("Not read, because it names nobody: %(lines)s.") % {"lines": "; ".join(lines)}


def list_no_team(text: str) -> str:
    """A line of a list of teams that does not name two people."""
    return _(
        "“%(text)s” is not a team. A team is two names: Ann Bell & Bob Ray. A heading over a group ends with a colon: Condo 3:"
    ) % {"text": text[:60]}


def list_looks_like_teams() -> str:
    """A list of single people that reads as one of teams."""
    return _(
        "These look like teams of two, so nobody is entered yet. If they are, tick “Doubles” below. If not, tick “Each "
        "line is one person”. Then enter them all."
    )


def list_too_long(limit: int) -> str:
    """A cell that is too long."""
    return _("This has more than %(limit)d characters. Check whether a quote or a line break is missing before it.") % {
        "limit": limit
    }


def list_unknown_event(written: str, slugs: Iterable[str]) -> str:
    """A row with an event that does not exist."""
    return _("There is no event “%(event)s”. Write one of: %(known)s.") % {
        "event": written[:60],
        "known": ", ".join(slugs),
    }


def list_without_event() -> str:
    """A row that names no event, while none is set for such rows."""
    return _("No event is named. Write one, or tick the events of lines that name none.")


def list_seat_of_several() -> str:
    """A seat in a row with several events."""
    return _(
        "A seat belongs to one event, and this line names several. Give every event its own line, or leave the seat out."
    )


def list_needs_seat(seat: str, free: Sequence[str]) -> str:
    """A row for a seated event, without a free seat."""
    if seat:
        return _("%(seat)s is not free. %(free)s") % {"seat": seat, "free": free_seats(list(free))}
    return _("The seats are drawn, so a late entry needs a free one. %(free)s") % {"free": free_seats(list(free))}


def list_seat_taken(seat: str, by: str) -> str:
    """A seat that somebody else has, or asks for in the same list."""
    return _("%(seat)s is taken (%(by)s). Give one of the two another seat.") % {"seat": seat, "by": by}


def alike_row(by: By, label: str, line: int) -> str:
    """Somebody in an earlier row who may be the same."""
    values = {"label": label, "line": line}
    if by is By.NUMBER:
        return _("Line %(line)d has the same ACC number and another name: %(label)s.") % values
    if by is By.NAME:
        return _("Line %(line)d has the same name: %(label)s.") % values
    return _("Line %(line)d is the same person: %(label)s.") % values


def list_changed() -> str:
    """Why nothing was entered from a list that changed since it was shown."""
    return _("The list was changed since you looked at it. This is how it is read now: look at it, then enter it.")


def list_has_faults(lines: int) -> str:
    """Why nothing was entered from a list with faults."""
    return ngettext(
        "%(n)d line has a fault. Fix it in the list, or tick what to do with it. Then look at it again.",
        "%(n)d lines have a fault. Fix them in the list, or tick what to do with each. Then look at it again.",
        lines,
    ) % {"n": lines}


def list_nobody_left() -> str:
    """Why a list has nobody to enter."""
    return _("Every line is left out, so there is nobody to enter. Fix one, then look at it again.")


def list_enter(people: int, left_out: int) -> str:
    """The label of the button that enters a list, with numbers."""
    text = ngettext("Enter %(n)d person", "Enter %(n)d people", people) % {"n": people}
    if not left_out:
        return text
    more = ngettext("leave out %(n)d line", "leave out %(n)d lines", left_out) % {"n": left_out}
    return f"{text}, {more}"


def list_entered(people: int, left_out: int) -> str:
    """After a list was entered."""
    text = ngettext("%(n)d person is entered.", "%(n)d people are entered.", people) % {"n": people}
    if not left_out:
        return text
    more = ngettext("%(n)d line was left out.", "%(n)d lines were left out.", left_out) % {"n": left_out}
    return f"{text} {more}"
