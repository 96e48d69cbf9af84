"""Sentences about registering and entering, and about people who may be known already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entrants.rules.alike import By
from tournaments.models import Entry, Registration
from tournaments.words.listing import in_a_row


def event_is_seated() -> str:
    """Why an event is closed on the form after the draw."""
    return _("The seats are drawn. Ask at the desk whether one is free.")


def event_has_begun() -> str:
    """Why an event is closed on the form after its start."""
    return _("The time of its first game is over. Ask at the desk whether one can still come.")


def entries_are_over(deadline: datetime, time_zone: str) -> str:
    """Why the form is closed after the deadline, and what to do."""
    when = date_format(timezone.localtime(deadline, ZoneInfo(time_zone)), "WEEKDAY_DATETIME_FORMAT")
    return _(
        "Entries were taken here until %(when)s. If you still want to play, come to the desk before the first game: "
        "late entries are taken there as long as seats are free."
    ) % {"when": when}


def nothing_to_enter() -> str:
    """Why the form is closed while no event is planned."""
    return _("No event is planned yet. Look again later, or ask the director.")


def everything_is_seated() -> str:
    """Why the form is closed once every event is seated or has begun."""
    return _(
        "Every event has its seats drawn or has begun. If you still want to play, come to the desk: a seat may be free."
    )


def team_needed(name: str) -> str:
    """Why nobody enters a ladder alone, and what to do."""
    return _("A team of two plays here, and “%(name)s” is one person. Name the partner too.") % {"name": name[:60]}


def both_needed(event: str) -> str:
    """Why nobody registers alone for a ladder, and what to do."""
    return _("Teams of two play in %(event)s. Name both of you: Ann Bell & Bob Ray.") % {"event": event}


def lone_on_ladder(name: str) -> str:
    """Why the desk cannot accept one person for a ladder, and what to do."""
    return _(
        "Teams of two play there, and “%(name)s” is one person. Send it back, mark the name and ask for both names."
    ) % {"name": name}


def pool_without_event() -> str:
    """Why a pool cannot be taken."""
    return _("A pool belongs to an event: choose the event too, or leave the pool.")


def entered_already(name: str, event: str) -> str:
    """Why somebody is not entered again."""
    return _("%(name)s is entered in %(event)s already. Leave this event out.") % {"name": name, "event": event}


def chosen_is_gone() -> str:
    """Why a known person who was chosen is not entered."""
    return _("That person is no longer here. Type the name again.")


def off_list_reasons() -> list[tuple[str, str]]:
    """The usual reasons to take people off a list; the first is for other words."""
    return [
        ("", _("Choose")),
        ("mistake", _("Entered by mistake")),
        ("twice", _("Entered twice")),
        ("not-coming", _("Is not coming")),
        ("unpaid", _("Did not pay")),
    ]


def corrected(name: str, events: int, *, elsewhere: bool) -> str:
    """After an entrant was corrected."""
    if not events:
        return _("%(name)s is already written that way: nothing was changed.") % {"name": name}
    done = ngettext("Corrected: %(name)s.", "Corrected in %(n)d events: %(name)s.", events) % {
        "n": events,
        "name": name,
    }
    return f"{done} {known_elsewhere()}" if elsewhere else done


def known_elsewhere() -> str:
    """Which part of a correction stays in this tournament."""
    return _("This player is known from another tournament, so the name and the ACC number stay as they are there.")


def entered_here(name: str, event: str) -> str:
    """Why somebody is not entered again in this one event."""
    return _("%(name)s is entered in %(event)s already. Look in the list of entrants.") % {"name": name, "event": event}


def registration_fields() -> list[tuple[str, str]]:
    """The fields of the form, as the desk marks them."""
    return [
        ("name", _("Name")),
        ("acc_number", _("ACC number")),
        ("club", _("Club")),
        ("email", _("E-mail")),
        ("phone", _("Phone")),
        ("note", _("Note")),
        ("events", _("Events and pools")),
    ]


def registration_stands(state: str) -> str:
    """Why a registration in this state is left alone, and the fix."""
    return {
        Registration.State.SENT: _("It waits for the desk. Nothing needs to be corrected."),
        Registration.State.RETURNED: _("It was sent back and waits for its person."),
        Registration.State.ACCEPTED: _("It is already accepted. If you cannot come, tell the desk."),
        Registration.State.DECLINED: _("The desk declined it. Ask at the desk."),
        Registration.State.WITHDRAWN: _("It was withdrawn. Fill in the form again, or enter the person at the desk."),
    }[Registration.State(state)]


def registration_sent_already(name: str) -> str:
    """Why a form filled in again is not sent a second time, and the fix."""
    return _(
        "A different registration of %(name)s was already sent from here. Nothing was sent now, and what "
        "you typed is still below. To change the first one, withdraw it on its page and send this one, or "
        "tell the desk. If this is for somebody else, send it as another one."
    ) % {"name": name}


def registration_waits() -> str:
    """Why a registration equal to one sent from elsewhere is not sent, and the fix."""
    return _(
        "This registration is already at the desk, so it was not sent again. To change it, open the page "
        "that you got when it was sent, or ask the desk."
    )


def registration_doubtful(number: int) -> str:
    """Why a registration is not accepted together with others."""
    return _("Registration %(number)d has to be looked at: somebody may be the same, or a seat is to be chosen.") % {
        "number": number
    }


def is_this(name: str, acc_number: str, events: Sequence[str], elsewhere: str) -> str:
    """The question whether somebody to be entered is a known person, by their events or their last tournament."""
    who = f"{name} ({acc_number})" if acc_number else name
    if events:
        return _("Is this %(who)s, who is in %(events)s already?") % {"who": who, "events": _(" and ").join(events)}
    return _("Is this %(who)s, who played at %(tournament)s?") % {"who": who, "tournament": elsewhere}


def same_person(name: str, acc_number: str, events: Sequence[str], elsewhere: str) -> str:
    """The answer that somebody to be entered is a known person, by their events or their last tournament."""
    who = f"{name} ({acc_number})" if acc_number else name
    if events:
        return _("The same person as %(who)s, who is in %(events)s") % {"who": who, "events": _(" and ").join(events)}
    return _("The same person as %(who)s, who played at %(tournament)s") % {"who": who, "tournament": elsewhere}


def leave_line_out(same: str) -> str:
    """The answer that a line names somebody already in this event."""
    return _("%(same)s: leave this line out") % {"same": same}


def same_as_line(line: int, label: str) -> str:
    """The answer that a line names the person of an earlier line."""
    return _("The same person as in line %(line)d, %(label)s: leave this line out") % {"line": line, "label": label}


def named_twice(name: str) -> str:
    """Why a list that names one person twice is not entered."""
    return _("%(name)s is in this list twice. Leave one of the two out.") % {"name": name}


def alike_entrant(by: By, label: str, where: str) -> str:
    """Somebody who may be entered already."""
    values = {"label": label, "where": where}
    if by is By.NUMBER:
        return _("%(label)s has the same ACC number and another name (%(where)s).") % values
    if by is By.NAME:
        return _("%(label)s has the same name (%(where)s).") % values
    return _("%(label)s is entered already (%(where)s).") % values


def alike_registration(by: By, label: str, number: int) -> str:
    """Another registrant who may be the same person."""
    values = {"label": label, "number": number}
    if by is By.NUMBER:
        return _("Registration %(number)d has the same ACC number and another name: %(label)s.") % values
    if by is By.NAME:
        return _("Registration %(number)d has the same name: %(label)s.") % values
    return _("Registration %(number)d is of the same person: %(label)s.") % values


def alike_waiting(by: By, label: str, number: int) -> str:
    """Somebody on a list who may have registered already, and the fix."""
    cure = _("It waits for the desk: accept it and leave this line out.")
    return f"{alike_registration(by, label, number)} {cure}"


def registrations_accepted(people: int) -> str:
    """After registrations were accepted."""
    return ngettext("%(n)d registration accepted.", "%(n)d registrations accepted.", people) % {"n": people}


def full_without_seat(event: str) -> str:
    """Why somebody who has to wait for a place gets no seat, and what to do."""
    return _(
        "%(event)s is full. Leave the seat empty for the waiting list, or raise “Entrants at most” in the settings."
    ) % {"event": event}


def waiting(entries: Iterable[Entry]) -> str:
    """Who waits for a place, of people just entered with their events; empty if nobody does."""
    names = [f"{entry.known_name} ({entry.event.name})" for entry in entries if entry.status == Entry.Status.WAITING]
    return _("No place is free. On the waiting list: %(names)s.") % {"names": in_a_row(names)} if names else ""


def waits_at(place: int, event: str) -> str:
    """What somebody who waits for a place reads on their own pages."""
    return _("%(event)s is full. You are number %(place)d on the waiting list and move up when somebody cancels.") % {
        "event": event,
        "place": place,
    }


def exclusion(kind: str) -> str:
    """The heading of people who do not play for this reason."""
    return {
        "waiting": _("Waiting list"),
        "no_show": _("No-shows"),
        "withdrawn": _("Withdrawn after the draw"),
        "late_undone": _("Late entries undone"),
        "removed": _("Taken off the list"),
        "declined": _("Registrations declined"),
        "taken_back": _("Registrations withdrawn"),
        "returned": _("Registrations sent back"),
        "left_out": _("Left out of a list"),
    }[kind]


def line_of_a_list(line: int | str) -> str:
    """Where a row stood in the list it was left out of."""
    return _("line %(line)s") % {"line": line}
