"""Codes and values as sentences. Every word goes through gettext."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import Fault
from tournaments.models import Entry, Event, Role
from tournaments.rules.finding import Finding
from tournaments.rules.phase import Phase
from tournaments.rules.seat import MAX_SEATS


def _opponents(finding: Finding) -> str:
    return _(
        "%(games)s games against different opponents need %(players_needed)s players at a table; table %(table)s has "
        "%(players)s, so %(opponents)s opponents. Play fewer games or make larger tables."
    ) % dict(finding.values)


_FINDINGS: Mapping[str, Callable[[Finding], str]] = {
    "alone": lambda f: _("Table %(table)s has one player and no opponent. Give it two or none.") % dict(f.values),
    "movement": lambda f: movement_not_offered(str(f["movement"])),
    "opponents": _opponents,
    "outside": lambda f: (
        _("Somebody holds seat %(seat)s, but table %(table)s has %(seats)s seats. Make that table larger.")
        % dict(f.values)
    ),
    "rounds": lambda f: (
        _(
            "%(games)s games take %(needed)s rounds at table %(table)s; %(rounds)s are set. Set at least %(needed)s, or none."
        )
        % dict(f.values)
    ),
    "seats": lambda f: (
        _("There are %(entrants)s entrants and %(seats)s seats. Make the tables larger or add one.") % dict(f.values)
    ),
    "size": lambda f: (
        _("Table %(table)s cannot have %(seats)s seats. A table has 2 to %(limit)s, or 0 when it is not used.")
        % dict(f.values)
    ),
    "tables": lambda f: (
        _("There are names for %(limit)s tables, not for %(tables)s. Make fewer, larger tables.") % dict(f.values)
    ),
    "taken": lambda f: _("Seat %(seat)s is held twice. Give one of the two another seat.") % dict(f.values),
}


def sentence(finding: Finding) -> str:
    """What is wrong with a seating or a schedule, with its numbers, and what cures it."""
    return _FINDINGS[finding.code](finding)


def faults(findings: Iterable[Finding]) -> tuple[Fault, ...]:
    """The findings of the rules as the faults of a refusal, each with its sentence."""
    return tuple(Fault(finding.field, finding.code, sentence(finding), finding.rule) for finding in findings)


def movement_not_offered(movement: str) -> str:
    """Why an event cannot have this movement, and which it can have."""
    known = dict(Event.Movement.choices)
    return _(
        "The movement “%(movement)s” is not available yet. Use “anchor”, or “none” and read the opponents from the cards."
    ) % {"movement": known.get(movement, movement)}


def repeats_cure(rounds: int) -> str:
    """What a director sets so that people may meet again where a table is too small."""
    return _("Or set the event's rounds to %(rounds)d: then people meet again where a table has too few.") % {
        "rounds": rounds
    }


def seat_form() -> str:
    """How a seat is written."""
    return _("A seat is written as table and number, like A-7: tables A to ZZ, numbers 1 to %(limit)s.") % {
        "limit": MAX_SEATS
    }


def acc_number_form() -> str:
    """How an ACC number is written."""
    return _("An ACC number is two capital letters and digits, like HI296, with a Y behind it for a youth.")


def duplicate_acc_number(acc_number: str) -> str:
    """The flag of an entrant whose ACC number another entrant of the event has too."""
    return _("Another entrant of this event has the ACC number %(number)s too. Look whether it is one person.") % {
        "number": acc_number
    }


def count_entrants(entrants: int) -> str:
    """How many entrants there are."""
    return ngettext("%(n)d entrant", "%(n)d entrants", entrants) % {"n": entrants}


# --- Pages -----------------------------------------------------------------------------------------------------------


def event_name(kind: str, slug: str) -> str:
    """What an event is called: its kind, and its short name where it is not simply the kind's."""
    name = str(dict(Event.Kind.choices)[kind])
    return name if slug == kind.replace("_", "-") else _("%(kind)s, %(slug)s") % {"kind": name, "slug": slug}


def doing(phase: str, entrants: int) -> str:
    """What an event is at just now, for everybody."""
    return {
        Phase.REGISTRATION: _("Entries are open."),
        Phase.SEATING: _("Seats are drawn, play can begin."),
        Phase.QUALIFYING: _("Qualifying round: the cards are being typed in."),
        Phase.CROSS_CHECK: _("The cards are being cross-checked."),
        Phase.PLAYOFFS: _("Playoffs."),
        Phase.REPORT: _("Finished."),
    }[Phase(phase)] + (" " + _("Nobody is entered yet.") if not entrants and phase == Phase.REGISTRATION else "")


def preset(kind: str, games: int) -> str:
    """A usual event, as it can be chosen: `Consolation, 9 games`."""
    name = dict(Event.Kind.choices)[kind]
    return ngettext("%(kind)s, %(n)d game", "%(kind)s, %(n)d games", games) % {"kind": name, "n": games}


def movements_offered() -> str:
    """What the movements mean, and why some cannot be chosen yet."""
    return _(
        "Everyone moves: seat 1 of each table stays, the others go one seat to the right after every game. "
        "None: people sit as they like and write the opponent’s seat on the card. "
        "The others cannot be chosen yet, because their plan of who meets whom is not in the program: "
        "take none and read the opponents from the cards."
    )


def parts() -> list[tuple[str, str]]:
    """The public parts of an event that its director may hold back, by name."""
    return [
        ("entrants", _("Entrants")),
        ("schedule", _("Seats and schedule")),
        ("standings", _("Standings")),
        ("qualifiers", _("Qualifiers")),
        ("bracket", _("Bracket")),
    ]


def roles_explained() -> list[tuple[str, str]]:
    """The roles, each with what it is for."""
    explained = {
        Role.Kind.DIRECTOR: _("Director: everything, roles included"),
        Role.Kind.REGISTRAR: _("Registrar: entrants and seats"),
        Role.Kind.CHECKER: _("Checker: types cards, cross-checks, records games of the playoffs"),
        Role.Kind.JUDGE: _("Judge: sees cards and differences"),
        Role.Kind.VIEWER: _("Viewer: sees what the public may, also where it is hidden or private"),
    }
    return [(kind.value, explained[kind]) for kind in Role.Kind]


def statuses_explained(*, seated: bool) -> list[tuple[str, str]]:
    """What somebody can be marked as, each with its effect; nobody withdraws before the seats are drawn."""
    explained = [
        (Entry.Status.PLAYING, _("Playing")),
        (Entry.Status.NO_SHOW, _("No-show: did not start, does not count for how many qualify, the seat stays empty")),
    ]
    if seated:
        explained.append((Entry.Status.WITHDRAWN, _("Withdrawn: started and left, counts, the card stands as it is")))
    return [(status.value, text) for status, text in explained]


def free_seats(seats: list[str]) -> str:
    """Which seats a late entry can take; the first dozen of them."""
    if not seats:
        return _("Every seat is taken. A seat gets free when somebody who has it is marked as a no-show.")
    if len(seats) > 12:
        return _("Free: %(seats)s and %(n)d more.") % {"seats": ", ".join(seats[:12]), "n": len(seats) - 12}
    return _("Free: %(seats)s.") % {"seats": ", ".join(seats)}


def on_line(line: int, message: str) -> str:
    """A fault of one line of a pasted list."""
    return _("Line %(line)d: %(message)s") % {"line": line, "message": message}


def entered(names: list[str]) -> str:
    """After people were entered."""
    if len(names) == 1:
        return _("%(name)s is entered.") % {"name": names[0]}
    return ngettext("%(n)d person is entered.", "%(n)d people are entered.", len(names)) % {"n": len(names)}


def seats_drawn(entrants: int, tables: int, seed: int) -> str:
    """After the draw."""
    people = count_entrants(entrants)
    where = ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables}
    return _("Seats are drawn: %(people)s at %(tables)s, with the number %(seed)d. Registration is closed.") % {
        "people": people,
        "tables": where,
        "seed": seed,
    }


def usual_time_zones() -> dict[str, str]:
    """The zones of North America by their everyday names."""
    return {
        "America/New_York": _("Eastern, New York"),
        "America/Chicago": _("Central, Chicago"),
        "America/Denver": _("Mountain, Denver"),
        "America/Phoenix": _("Arizona, Phoenix"),
        "America/Los_Angeles": _("Pacific, Los Angeles"),
        "America/Anchorage": _("Alaska, Anchorage"),
        "Pacific/Honolulu": _("Hawaii, Honolulu"),
        "America/Halifax": _("Atlantic, Halifax"),
        "America/Toronto": _("Eastern, Toronto"),
        "America/Winnipeg": _("Central, Winnipeg"),
        "America/Regina": _("Saskatchewan, Regina"),
        "America/Edmonton": _("Mountain, Edmonton"),
        "America/Vancouver": _("Pacific, Vancouver"),
    }
