"""Plans of people to enter, and their faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.entrants.rules.acc_number import is_acc_number, member
from tournaments.errors import Fault
from tournaments.faults import reach_faults, text_faults
from tournaments.models import Entry, Player, longest
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.naming import plain
from tournaments.rules.seat import is_seat


@dataclass(frozen=True, slots=True)
class EntrantPlan:
    """Somebody to enter: a name, optionally an ACC number, a seat and a club.

    `player` is the key of the person, if known; without it the person is recognized by ACC number and name.
    `players` are the names of the two people of a team, `acc_numbers` their ACC numbers as far as given; a team may
    come without a name of its own. `email` and `phone` are how the desk reaches them.
    """

    name: str
    acc_number: str = ""
    seat: str = ""
    club: str = ""
    player: int | None = None
    players: tuple[str, ...] = ()
    acc_numbers: tuple[str, ...] = ()
    email: str = ""
    phone: str = ""


def entrant_faults(entrants: Sequence[EntrantPlan]) -> list[Fault]:
    """The faults of these plans, each named by the position of its plan (`0.name`); one fault if there is no plan."""
    if not entrants:
        return [Fault("", "required", _("Nobody is named. Send at least one entrant."))]
    faults = []
    seats: set[str] = set()
    for place, plan in enumerate(entrants):
        faults += team_faults(f"{place}.players", plan.players)
        faults += number_faults(f"{place}.acc_numbers", plan.acc_numbers, plan.players)
        faults += text_faults(f"{place}.name", plan.name, longest(Entry, "name"), required=not plan.players)
        faults += text_faults(f"{place}.club", plan.club, longest(Player, "club"))
        faults += reach_faults(f"{place}.", plan.email, plan.phone)
        if plan.acc_number and any(plan.acc_numbers):
            message = _("A team has the numbers of its two people. Leave out this one.")
            faults.append(Fault(f"{place}.acc_number", "invalid", message))
        elif plan.acc_number and not is_acc_number(plan.acc_number):
            faults.append(Fault(f"{place}.acc_number", "invalid", faults_words.acc_number_form()))
        if plan.seat and not is_seat(plan.seat):
            faults.append(Fault(f"{place}.seat", "invalid", faults_words.seat_form()))
        elif plan.seat and plan.seat in seats:
            message = _("%(seat)s is given to two people here. Give one of them another seat.") % {"seat": plan.seat}
            faults.append(Fault(f"{place}.seat", "exists", message))
        seats.add(plan.seat)
    return faults


def already_in(name: str) -> str:
    """Why somebody in an event cannot be one of another team, nor play alone beside their team."""
    return _(
        "%(name)s is in this event already. Nobody plays twice in one event, in two teams or in a team and alone."
    ) % {"name": name}


def number_faults(field: str, numbers: Sequence[str], players: Sequence[str]) -> list[Fault]:
    """The faults of the ACC numbers of a team's people: one for each, or empty where somebody has none."""
    if numbers and len(numbers) != len(players):
        message = _("These are the numbers of the two people of a team. Send one for each, empty where there is none.")
        return [Fault(field, "invalid", message)]
    faults = [
        Fault(f"{field}.{place}", "invalid", faults_words.acc_number_form())
        for place, number in enumerate(numbers)
        if number and not is_acc_number(number)
    ]
    if not faults and len(set(filter(None, map(member, numbers)))) < len(list(filter(None, numbers))):
        faults.append(Fault(f"{field}.1", "same", _("Two people have two numbers. Correct one of them.")))
    return faults


def team_faults(field: str, players: Sequence[str]) -> list[Fault]:
    """The faults of a team's people: two different ones, or nobody where one person plays alone."""
    if players and len(players) != 2:
        return [Fault(field, "invalid", _("A team is two people. Name both, or nobody for one who plays alone."))]
    faults = [
        fault
        for number, name in enumerate(players)
        for fault in text_faults(f"{field}.{number}", name, longest(Player, "name"), required=True)
    ]
    if players and not faults and plain(players[0]) == plain(players[1]):
        faults.append(Fault(f"{field}.1", "same", _("These are the same person. Name two different people.")))
    return faults
