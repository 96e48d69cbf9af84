"""Which part of a tournament's open money belongs to one event. Amounts are in cents.

Money is paid by person, for all their events. It covers the events in the order in which they were added, fees and
winnings alike (our rule); a waiver may name its event. A surplus stays with the last of a person's events, or with the
tournament's first event if they play in none. A person who was paid too much is named in each of their events, since
nothing says in which one they would have won it.
"""

from __future__ import annotations

from dataclasses import dataclass

from brackets.settling.reads.settling import Settlement
from tournaments.models import Event
from tournaments.money.rules import Account, still_open


@dataclass(frozen=True, slots=True)
class Owing:
    """What is open in one event: fees `owed`, what is `to_give_back`, winnings `to_pay`, with the numbers of people.

    `paid_over` are people who were paid too much in all their events together, with the amount.
    """

    owed: int
    people_owing: int
    to_give_back: int
    to_pay: int
    people_to_pay: int
    paid_over: tuple[tuple[str, int], ...]


def owing(event: Event, money: Settlement) -> Owing:
    """The part of the tournament's open money that belongs to this event; no query."""
    first = money.events[0].slug
    played = {person.player: [entry.event for entry in person.entries] for person in money.people}
    owed = [
        sum(cents for cents, charge in zip(person.left, person.charges, strict=True) if charge.event == event.slug)
        for person in money.people
    ]
    to_pay, paid_over = [], []
    for person in money.won:
        so_far = Account(charged=person.won, waived=0, received=person.paid, refunded=0)
        left = still_open([win.cents for win in person.wins], so_far)
        to_pay.append(sum(cents for cents, win in zip(left, person.wins, strict=True) if win.event == event.slug))
        if person.over and event.slug in (played.get(person.player) or [first]):
            paid_over.append((person.name, person.over))
    return Owing(
        owed=sum(owed),
        people_owing=sum(1 for cents in owed if cents),
        to_give_back=sum(
            person.to_give_back for person in money.people if [first, *played[person.player]][-1] == event.slug
        ),
        to_pay=sum(to_pay),
        people_to_pay=sum(1 for cents in to_pay if cents),
        paid_over=tuple(paid_over),
    )
