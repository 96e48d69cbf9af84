"""Which part of a tournament's open money belongs to one event. Amounts are in cents.

A person pays and is paid for all their events together. The money covers the events in the order in which they were
added, fees and winnings alike (our rule); a waiver may name its event. A surplus stays with the last of a person's
events, or with the tournament's first event if they play in none. A person who was paid too much is named in each of
their events, since the surplus belongs to no event in particular.
"""

from __future__ import annotations

from dataclasses import dataclass

from brackets.settling.reads.settling import Settlement
from tournaments.models import Entry, Event
from tournaments.money.rules import Account, still_open


@dataclass(frozen=True, slots=True)
class Owing:
    """What is open in one event: fees `owed`, what is `to_give_back`, winnings `to_pay`, with the numbers of people.

    Fees of no-shows are not among the `owed` but `owed_by_absent`: they may never come, and hold nothing up.

    `paid_over` are people who were paid too much in all their events together, with the amount.
    """

    owed: int
    people_owing: int
    owed_by_absent: int
    people_absent: int
    to_give_back: int
    to_pay: int
    people_to_pay: int
    paid_over: tuple[tuple[str, int], ...]


def owing(event: Event, money: Settlement) -> Owing:
    """The part of the tournament's open money that belongs to this event; no query."""
    first_event = money.events[0].slug
    events_played = {person.player: [entry.event for entry in person.entries] for person in money.people}
    owed: list[int] = []
    absent: list[int] = []
    for player in money.people:
        is_absent = any(entry.event == event.slug and entry.status == Entry.Status.NO_SHOW for entry in player.entries)
        (absent if is_absent else owed).append(player.open_in(event.slug))
    to_pay, paid_over = [], []
    for person in money.won:
        # Winnings are covered by payouts as fees are by payments.
        winnings = Account(charged=person.won, waived=0, received=person.paid, refunded=0)
        open_cents = still_open([win.cents for win in person.wins], winnings)
        to_pay.append(sum(cents for cents, win in zip(open_cents, person.wins, strict=True) if win.event == event.slug))
        if person.over and event.slug in (events_played.get(person.player) or [first_event]):
            paid_over.append((person.name, person.over))
    last_events = ((person, [first_event, *events_played[person.player]][-1]) for person in money.people)
    return Owing(
        owed=sum(owed),
        people_owing=sum(1 for cents in owed if cents),
        owed_by_absent=sum(absent),
        people_absent=sum(1 for cents in absent if cents),
        to_give_back=sum(person.to_give_back for person, last_event in last_events if last_event == event.slug),
        to_pay=sum(to_pay),
        people_to_pay=sum(1 for cents in to_pay if cents),
        paid_over=tuple(paid_over),
    )
