"""What of a tournament's open money belongs to one of its events. Amounts are in cents.

Money comes and goes by person, whatever they play in: it covers the events in the order in which they were added, fees and
winnings alike (ours); a waiver may say which event it is for. What came too much is left after the last of a person's events;
of whoever is in none, it is with the first event of the tournament. Who was given too much is named in every event that they
play: nobody wrote in which of them they would have won it.
"""

from __future__ import annotations

from dataclasses import dataclass

from brackets.settling.reads.settling import Settlement
from tournaments.models import Event
from tournaments.money.rules import Account, still_open


@dataclass(frozen=True, slots=True)
class Owing:
    """What is open in one event: fees `owed` by so many people, what is `to_give_back`, winnings `to_pay` to so many people,
    and who was `paid_over` in all their events together, with how much."""

    owed: int
    people_owing: int
    to_give_back: int
    to_pay: int
    people_to_pay: int
    paid_over: tuple[tuple[str, int], ...]


def owing(event: Event, money: Settlement) -> Owing:
    """What of the open money of this event's tournament is of this event; no query."""
    first = money.events[0].slug
    played = {one.player: [entry.event for entry in one.entries] for one in money.people}
    owed = [
        sum(cents for cents, charge in zip(one.left, one.charges, strict=True) if charge.event == event.slug)
        for one in money.people
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
        to_give_back=sum(one.to_give_back for one in money.people if [first, *played[one.player]][-1] == event.slug),
        to_pay=sum(to_pay),
        people_to_pay=sum(1 for cents in to_pay if cents),
        paid_over=tuple(paid_over),
    )
