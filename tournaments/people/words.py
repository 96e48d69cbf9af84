"""Sentences about helpers, how they join, personal links, and printed sheets."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, Role
from tournaments.rules.hiding import FINAL, STANDINGS, STANDINGS_UNTIL_POSTED


def own_account(name: str) -> str:
    """Why nobody unlinks their own account from an entrant, and what to do."""
    return _(
        "Your account is that of %(name)s, who has a seat, and nobody lets go of their own card. Another "
        "director or registrar must say whose account it is; on the People page the director gives "
        "somebody that role."
    ) % {"name": name}


def own_name(name: str, *, alone: bool) -> str:
    """Why nobody says that a player of their own name is somebody else. `alone`: nobody else here may decide it."""
    message = _(
        "Your account has the same name as %(name)s. Another director or a registrar must say that you are two people."
    ) % {"name": name}
    if not alone:
        return message
    cure = _("Nobody else has such a role here yet: give somebody one on this page, or ask a superuser of the program.")
    return f"{message} {cure}"


def own_relation() -> str:
    """Why nobody changes a relation of their own, and what to do."""
    return _(
        "This is about you, so somebody else must take it back or change it. The director gives somebody "
        "that role on the People page."
    )


def parts() -> list[tuple[str, str]]:
    """Return the public parts of an event that its director may hide, as (key, name)."""
    return [
        ("entrants", _("Entrants")),
        ("schedule", _("Seats and schedule")),
        (STANDINGS, _("Standings")),
        (STANDINGS_UNTIL_POSTED, _("Standings, until the qualifiers are posted")),
        ("qualifiers", _("Qualifiers")),
        ("bracket", _("Bracket")),
        (FINAL, _("How the final goes, until you announce it")),
    ]


def roles_explained() -> list[tuple[str, str]]:
    """Return the roles, each with its purpose."""
    explained = {
        Role.Kind.DIRECTOR: _("Director: everything, roles included"),
        Role.Kind.REGISTRAR: _("Registrar: entrants and seats"),
        Role.Kind.CHECKER: _("Checker: types cards, cross-checks, records games of the playoffs"),
        Role.Kind.JUDGE: _("Judge: sees cards and differences"),
        Role.Kind.VIEWER: _("Viewer: sees what the public may, also where it is hidden or private"),
    }
    return [(kind.value, explained[kind]) for kind in Role.Kind]


def reach(event: Event | None, ends_at: datetime | None, now: datetime) -> str:
    """Return where a role holds and until when, in the active time zone: `only Satellite, until 8:00 PM today`.

    The result is empty for a role that holds in every event and does not end. Of a role that has ended, it says when.
    """
    limits = []
    if event is not None:
        limits.append(_("only %(event)s") % {"event": event.name})
    if ends_at is not None:
        sentence = _("ended %(at)s") if ends_at <= now else _("until %(at)s")
        limits.append(sentence % {"at": moment(ends_at, now)})
    return ", ".join(limits)


def invitation_state(state: str, name: str, when: str) -> str:
    """Return the state of an invitation in words. `when` is the time at which it ended or will end, `name` who used it."""
    sentence = {
        "open": _("can be used until %(at)s"),
        "used": _("%(name)s came, %(at)s"),
        "revoked": _("taken back, %(at)s"),
        "expired": _("not used, over since %(at)s"),
    }[state]
    return sentence % {"name": name or _("somebody"), "at": when}


def no_such_code() -> str:
    """Why a code opens no invitation."""
    return _("No invitation has this code. Look at it again: sixteen letters and digits, never O, 0, I, 1, L or U.")


def sheet_kind(kind: str) -> str:
    """Return the name of a kind of printed sheet, in the plural; empty for an unknown kind."""
    return {
        "signs": _("Table signs"),
        "slips": _("Seat slips"),
        "cards": _("Scorecards"),
        "blank": _("Blank scorecards"),
        "check-in": _("Check-in list"),
        "rotation": _("Rotation sheets"),
    }.get(kind, "")


def sheet_kinds() -> dict[str, str]:
    """Return what each kind of printed sheet is for."""
    return {
        "signs": _("One page for each table, to be read from the door: the letter and the seats."),
        "slips": _("Eight to a page: name, ID, the first game, and a code that opens the player’s own page."),
        "cards": _("Two to a page, with name, ID, every opponent, who deals and the sit-outs."),
        "blank": _("Two to a page, for guests and for cards that got wet."),
        "check-in": _("Everybody by last name, with what they owe and have paid, and a box to tick."),
        "rotation": _("One page for each table: who sits at which seat in every game."),
    }


def sheets_printed(kind: str, sheets: int) -> str:
    sentence = ngettext("%(kind)s: %(n)d noted as printed.", "%(kind)s: %(n)d noted as printed.", sheets)
    return sentence % {"kind": sheet_kind(kind) or kind, "n": sheets}


def links_made(links: int) -> str:
    if not links:
        return _("Everybody who plays has a personal link already.")
    sentence = ngettext(
        "%(n)d personal link made. It is on the seat slip.",
        "%(n)d personal links made. They are on the seat slips.",
        links,
    )
    return sentence % {"n": links}


def no_such_link() -> str:
    return _("No seat slip has this code. Look at it again: sixteen letters and digits, never O, 0, I, 1, L or U.")


def link_taken_back() -> str:
    return _("This link was taken back or replaced by another one. Ask at the desk for a new seat slip.")


def moment(time: datetime, now: datetime) -> str:
    """Return a time as people say it, in the active time zone: `8:00 PM today`, `the end of tomorrow`."""
    local, today = timezone.localtime(time), timezone.localdate(now)
    days = (local.date() - today).days
    # Midnight is called the end of the day before it.
    if (local.hour, local.minute) == (0, 0):
        ending = {1: _("the end of today"), 2: _("the end of tomorrow")}
        last = local.date() - timedelta(days=1)
        return ending.get(days) or _("the end of %(day)s") % {"day": date_format(last, "SHORT_WEEKDAY_DAY_FORMAT")}
    clock = date_format(local, "TIME_FORMAT")
    if days in (0, 1):
        sentence = _("%(clock)s today") if days == 0 else _("%(clock)s tomorrow")
        return sentence % {"clock": clock}
    if days == -1:
        return _("%(clock)s yesterday") % {"clock": clock}
    return date_format(local, "SHORT_DATETIME_FORMAT")


def terms() -> list[tuple[str, str]]:
    """Return the terms of a role: how long it can hold."""
    return [
        ("", _("Until it is taken away")),
        ("day", _("Until the end of today")),
        ("tournament", _("Until the end of the tournament")),
    ]


def lifetimes() -> list[tuple[str, str]]:
    """Return for how many hours an invitation can be used."""
    return [
        ("4", _("4 hours")),
        ("24", _("24 hours")),
        ("72", _("3 days")),
        ("336", _("2 weeks")),
    ]


def person(name: str, acc_number: str) -> str:
    """Return a person by name, and by ACC number if there is one."""
    return f"{name}, ACC {acc_number}" if acc_number else name


def namesake(label: str, acc_number: str, number: int) -> str:
    """Return the label of one of several people with the same label, with the ACC number or the entry's number."""
    return person(label, acc_number) if acc_number else ", ".join([label, _("entrant %(number)d") % {"number": number}])


def entered_at(event: str, seat: str, number: int) -> str:
    """Return where somebody is entered: the event with the seat, or before the draw with the entry's number."""
    return ", ".join([event, seat or _("entrant %(number)d") % {"number": number}])


def helps(label: str) -> str:
    """Return the description of somebody who has a role and is no entrant."""
    return _("%(who)s, who helps") % {"who": label}


def name_is_a_players(name: str, tournament: str) -> str:
    """Why somebody cannot change their name, and what to do."""
    return _(
        "A player in %(tournament)s is called %(name)s too. Have the director say on its People page whether that is "
        "you. Then change your name."
    ) % {"name": name, "tournament": tournament}


def no_mail_server() -> str:
    """Why there are no mails."""
    return _("This site has no mail server, so nobody gets mails.")
