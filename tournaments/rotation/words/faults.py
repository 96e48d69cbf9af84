"""Sentences about faults of an event or its entrants, with the numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import Fault
from tournaments.rules.finding import Finding
from tournaments.rules.seat import MAX_SEATS


def _opponents(finding: Finding) -> str:
    return _(
        "%(games)s games against %(opponents_needed)s different opponents need %(players_needed)s players at a table; "
        "table %(table)s has %(players)s, so %(opponents)s opponents. Play fewer games or make larger tables."
    ) % dict(finding.values)


def _sit_outs(finding: Finding) -> str:
    return _(
        "At table %(table)s, with %(players)s players, some would sit out %(most)s games and others %(fewest)s."
    ) % dict(finding.values)


def _ladder(finding: Finding) -> str:
    sentence = (
        _(
            "%(teams)s teams play at %(tables)s tables of two, and one team sits out. The tables given are others (%(given)s). "
            "Leave the tables out: they follow from the teams."
        )
        if finding["sits_out"]
        else _(
            "%(teams)s teams play at %(tables)s tables of two. The tables given are others (%(given)s). Leave the tables "
            "out: they follow from the teams."
        )
    )
    return sentence % dict(finding.values)


def _even_cure(finding: Finding) -> str:
    """How to even out sit-outs.

    With two or more empty seats people should sit without gaps; else the movement or the number of players must change.
    """
    if int(finding["seats"]) - int(finding["players"]) > 1:
        return _(
            "Seat people without gaps between them: opening the seating again, on the page of the six steps, "
            "lets all seats be drawn again."
        )
    return _(
        "Let everybody move after every game, so that one sits out one game at a time, or play with an even number."
    )


_FINDINGS: Mapping[str, Callable[[Finding], str]] = {
    "alone": lambda f: _("Table %(table)s has one player and no opponent. Give it two or none.") % dict(f.values),
    "ladder": _ladder,
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
    "teams": lambda f: (
        _(
            "A ladder takes at least %(needed)s teams, and there are %(teams)s. Enter more teams, or choose another movement."
        )
        % dict(f.values)
    ),
    "seats": lambda f: (
        _("There are %(entrants)s entrants and %(seats)s seats. Make the tables larger or add one.") % dict(f.values)
    ),
    "sit_outs": lambda f: f"{_sit_outs(f)} {_even_cure(f)}",
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
    """The sentence for this finding of a seating or a schedule: what is wrong, with numbers, and the fix."""
    return _FINDINGS[finding.code](finding)


def faults(findings: Iterable[Finding]) -> tuple[Fault, ...]:
    """The rules' findings as faults of a refusal, each with its sentence."""
    return tuple(Fault(finding.field, finding.code, sentence(finding)) for finding in findings)


def repeats_cure(rounds: int) -> str:
    """That people may meet again if the director gives a reason, and how many rounds that takes."""
    return _("Or say why people may meet again: then it takes %(rounds)d rounds.") % {"rounds": rounds}


def uneven_cure(*, is_planned: bool = False) -> str:
    """That some may sit out more often if the director gives a reason.

    `is_planned`: the event is still being planned, so the reason has its field on the same page.
    """
    if is_planned:
        return _("Or say why some may sit out more often.")
    return _("Or say why some may sit out more often, in the settings of the event.")


def expected_uneven(finding: Finding, expected: int) -> str:
    """Why the expected number of entrants would not sit out evenly, with numbers, and the fix."""
    message = _(
        "%(entrants)s make an odd table of %(players)s: some would sit out %(most)s games and others %(fewest)s."
    ) % {
        **dict(finding.values),
        "entrants": count_entrants(expected),
    }
    return f"{message} {_even_cure(finding)}"


def expected_too_few(finding: Finding, expected: int, *, meets_twice: bool) -> str:
    """Why the expected number of entrants is too small for the plan, with numbers.

    `meets_twice`: the movement has two games against each opponent already.
    """
    needed = int(finding["players_needed"])
    message = _("%(opponents_needed)s opponents need %(seats)d seats at a table; %(entrants)s give %(opponents)s.") % {
        "opponents_needed": finding["opponents_needed"],
        "seats": needed + needed % 2,
        "entrants": count_entrants(expected),
        "opponents": finding["opponents"],
    }
    cure = _("Play fewer games.") if meets_twice else _("Play fewer games, or two games against each opponent.")
    return f"{message} {cure}"


def seat_form() -> str:
    """How a seat is written."""
    return _("A seat is written as table and number, like A-7: tables A to ZZ, numbers 1 to %(limit)s.") % {
        "limit": MAX_SEATS
    }


def acc_number_form() -> str:
    """How an ACC number is written."""
    return _("An ACC number is two capital letters and digits, like HI296, with a Y behind it for a youth.")


def duplicate_acc_number(acc_number: str) -> str:
    """The warning for an entrant whose ACC number another entrant of the event also has."""
    return _("Another entrant of this event has the ACC number %(number)s too. Check whether it is one person.") % {
        "number": acc_number
    }


def count_entrants(entrants: int) -> str:
    """The number of entrants in words."""
    return ngettext("%(n)d entrant", "%(n)d entrants", entrants) % {"n": entrants}
