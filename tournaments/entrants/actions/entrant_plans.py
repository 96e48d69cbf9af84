"""Plans of people to enter, and their faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.entrants.rules.acc_number import is_acc_number
from tournaments.errors import Fault
from tournaments.faults import text_faults
from tournaments.models import Entry, Player, longest
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.seat import is_seat


@dataclass(frozen=True, slots=True)
class EntrantPlan:
    """Somebody to enter: a name, optionally an ACC number, a seat and a club.

    `player` is the key of the person, if known; without it the person is recognized by ACC number and name.
    """

    name: str
    acc_number: str = ""
    seat: str = ""
    club: str = ""
    player: int | None = None


def entrant_faults(entrants: Sequence[EntrantPlan]) -> list[Fault]:
    """The faults of these plans, each named by the position of its plan (`0.name`); one fault if there is no plan."""
    if not entrants:
        return [Fault("", "required", _("Nobody is named. Send at least one entrant."))]
    faults = []
    seats: set[str] = set()
    for place, plan in enumerate(entrants):
        faults += text_faults(f"{place}.name", plan.name, longest(Entry, "name"), required=True)
        faults += text_faults(f"{place}.club", plan.club, longest(Player, "club"))
        if plan.acc_number and not is_acc_number(plan.acc_number):
            faults.append(Fault(f"{place}.acc_number", "invalid", faults_words.acc_number_form()))
        if plan.seat and not is_seat(plan.seat):
            faults.append(Fault(f"{place}.seat", "invalid", faults_words.seat_form()))
        elif plan.seat and plan.seat in seats:
            message = _("%(seat)s is given to two people here. Give one of them another seat.") % {"seat": plan.seat}
            faults.append(Fault(f"{place}.seat", "exists", message))
        seats.add(plan.seat)
    return faults
