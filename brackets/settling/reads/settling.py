"""Who won what over all events of a tournament, what was paid of it, and the tournament's books to the cent.

Only decided winnings can be paid: places that are played out, and posted ranks. Prizes and pools that nobody has yet,
or nobody can get, stay in the books as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from brackets.models import Item, Payout
from brackets.settling import words as settling_words
from brackets.settling.reads.prizes import (
    NOTHING_DUE,
    POOLS,
    Due,
    EventAwards,
    PoolShown,
    Winner,
    event_awards,
    fees_due,
)
from brackets.settling.rules import SANCTIONING
from tournaments.models import Event, Fee, Player, Tournament
from tournaments.money.reads.money import (
    LineShown,
    MoneyTotals,
    PersonAccount,
    accounts,
    line_of,
    lines_shown,
    money_totals,
)
from tournaments.money.rules import account

# --- Who won what ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Win:
    """One win: where, what for (`kind` is `prize` or `pool`), and how much in cents."""

    event: str
    event_name: str
    kind: str
    label: str
    cents: int


@dataclass(frozen=True, slots=True)
class PersonWon:
    """What one person has won and was paid. `player` is the player's key; `owes` is the open part of their fees."""

    player: int
    name: str
    seats: tuple[str, ...]
    wins: tuple[Win, ...]
    lines: tuple[LineShown, ...]
    paid: int
    owes: int

    @property
    def won(self) -> int:
        return sum(win.cents for win in self.wins)

    @property
    def open(self) -> int:
        """What is left to pay out in cents; negative if more was paid than is won now."""
        return self.won - self.paid

    @property
    def over(self) -> int:
        return max(0, -self.open)

    @property
    def state(self) -> str:
        """`open`, `over` (paid more than is won now), `paid`, or `none` (nothing won, nothing open)."""
        if self.open:
            return "open" if self.open > 0 else "over"
        return "paid" if self.won else "none"


PAYOUTS_SHOWN = ("", "open", "paid", "over")
"""Filters of the list of winners: all, to be paid, paid, overpaid."""


def winners(tournament: Tournament) -> list[PersonWon]:
    """Everybody who has won or was paid something, by name."""
    everybody = accounts(tournament)
    return _winners(tournament, everybody, _awards(tournament, fees_due(everybody)))


def winner(tournament: Tournament, player: int) -> PersonWon | None:
    """One person with what they won; None if they have neither won nor been paid anything."""
    return next((person for person in winners(tournament) if person.player == player), None)


def paid_in(event: Event) -> list[PersonWon]:
    """Winners of this event who were paid, by name, with all their wins; one query while nobody was paid."""
    if not event.tournament.payouts.exists():
        return []
    return [
        person
        for person in winners(event.tournament)
        if person.paid and any(win.event == event.slug for win in person.wins)
    ]


def winner_counts(among: Sequence[PersonWon]) -> dict[str, int]:
    """How many people each filter of the list of winners matches; everybody under `all`."""
    return {"all": len(among)} | {
        shown: sum(1 for person in among if person.state == shown) for shown in PAYOUTS_SHOWN if shown
    }


def _awards(tournament: Tournament, due: Mapping[int, Due]) -> list[EventAwards]:
    return [event_awards(event, due) for event in tournament.events.select_related("tournament").order_by("pk")]


def _winners(
    tournament: Tournament, everybody: Iterable[PersonAccount], awards: Iterable[EventAwards]
) -> list[PersonWon]:
    wins: dict[int, list[Win]] = defaultdict(list)
    for recipient, win in _won(awards):
        wins[recipient.player].append(win)
    rows: dict[int, list[Payout]] = defaultdict(list)
    players: dict[int, Player] = {}
    for row in tournament.payouts.select_related("player", "reverses").order_by("number"):
        rows[row.player_id].append(row)
        players[row.player_id] = row.player
    known = {person.player: person for person in everybody}
    people = []
    for key in wins.keys() | rows.keys():
        person = known.get(key)
        people.append(
            PersonWon(
                player=key,
                name=person.name if person else players[key].name,
                seats=tuple(f"{entry.event_name} {entry.seat}".strip() for entry in person.entries) if person else (),
                wins=tuple(wins[key]),
                lines=lines_shown(rows[key]),
                paid=account((), [line_of(row) for row in rows[key]]).received,
                owes=max(0, person.account.open) if person else 0,
            )
        )
    return sorted(people, key=lambda person: (person.name.casefold(), person.player))


def _won(awards: Iterable[EventAwards]) -> Iterator[tuple[Winner, Win]]:
    """Everything that somebody has won for good, event by event."""
    for award in awards:
        where = (award.event.slug, award.event.name)
        for prize in award.prizes:
            for recipient in prize.who:
                yield recipient, Win(*where, "prize", prize.label, recipient.cents)
        for pool in award.pools if award.official else ():
            for place in pool.places:
                if place.who and place.who.cents:
                    label = settling_words.pool_won(pool.name, as_posted=bool(award.kept))
                    yield place.who, Win(*where, "pool", label, place.who.cents)


# --- The books -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemShown:
    """One line of the books; `stands` is false for a reversal and for a reversed line."""

    number: int
    kind: str
    label: str
    name: str
    event: str
    cents: int
    at: datetime
    by: str
    reverses: int | None
    reversed_by: int | None

    @property
    def stands(self) -> bool:
        return self.reverses is None and self.reversed_by is None


@dataclass(frozen=True, slots=True)
class FeeBooked:
    """One fee that is no pool, in the books: how many owe it, and the cents charged and waived."""

    name: str
    kind: str
    cents: int
    people: int
    charged: int
    waived: int

    @property
    def owed(self) -> int:
        return self.charged - self.waived


@dataclass(frozen=True, slots=True)
class EventBooks:
    """One event in cents: income besides its pools, what it pays out, and what is left.

    `sanctioning_due` is the usual rate for its entrants (`sanctioning_said` explains it), whatever is written.
    """

    slug: str
    name: str
    fees: tuple[FeeBooked, ...]
    pools: tuple[PoolShown, ...]
    prizes: int
    prizes_awarded: int
    income: int
    sanctioning: int
    expenses: int
    sanctioning_due: int
    sanctioning_said: str
    sanctioning_name: str

    @property
    def owed(self) -> int:
        return sum(fee.owed for fee in self.fees)

    @property
    def entry_fees(self) -> tuple[FeeBooked, ...]:
        return tuple(fee for fee in self.fees if fee.kind == Fee.Kind.ENTRY)

    @property
    def fund(self) -> int:
        """The money for prizes: entry fees and other income, less expenses and the sanctioning fee, written or not."""
        owed = sum(fee.owed for fee in self.entry_fees)
        return owed + self.income - max(self.sanctioning, self.sanctioning_due) - self.expenses

    @property
    def left(self) -> int:
        return self.owed + self.income - self.sanctioning - self.expenses - self.prizes

    @property
    def left_of_pools(self) -> int:
        return sum(pool.left for pool in self.pools)

    @property
    def not_written(self) -> int:
        """The part of the usual sanctioning fee that is not in the books; negative if more is written."""
        return self.sanctioning_due - self.sanctioning


@dataclass(frozen=True, slots=True)
class Settlement:
    """The books of a tournament in cents: what is owed and won, what has moved, and what is left.

    `undecided` is the part of prizes and pools that nobody has: not played out yet, or out of reach. `general` is
    income less expenses outside of events. `people` are all accounts by name, `won` everybody who has won or was paid
    something.
    """

    events: tuple[EventBooks, ...]
    items: tuple[ItemShown, ...]
    money: MoneyTotals
    income: int
    sanctioning: int
    expenses: int
    general: int
    prizes: int
    pools: int
    awarded: int
    paid: int
    to_pay: int
    paid_over: int
    people_to_pay: int
    people: tuple[PersonAccount, ...]
    won: tuple[PersonWon, ...]

    @property
    def undecided(self) -> int:
        return self.prizes + self.pools - self.awarded

    @property
    def other(self) -> int:
        """What the lines besides entrants and winners bring in; negative if they cost."""
        return self.income - self.sanctioning - self.expenses

    @property
    def box(self) -> int:
        """The money at the desk now: received less paid."""
        return self.money.held + self.other - self.paid

    @property
    def left(self) -> int:
        """What is left once everybody has paid and was paid everything."""
        return self.money.owed + self.other - self.prizes - self.pools

    @property
    def settled(self) -> bool:
        """Whether no money is to move any more, so that what is at the desk is what is left."""
        moving = self.money.open or self.money.to_give_back or self.to_pay or self.paid_over or self.undecided
        return not (moving or self.unplanned or self.short)

    @property
    def short(self) -> int:
        """What the desk is short of: the books pay out more than came in."""
        return max(0, -self.box)

    @property
    def short_in(self) -> tuple[str, ...]:
        """Events that cause a shortage: those that leave less than nothing, or all if none does."""
        if not self.short:
            return ()
        costly = tuple(event.slug for event in self.events if event.left + event.left_of_pools < 0)
        return costly or tuple(event.slug for event in self.events)

    @property
    def unplanned(self) -> tuple[tuple[EventBooks, PoolShown], ...]:
        """Pools with money in them and without a plan."""
        return tuple((event, pool) for event in self.events for pool in event.pools if pool.owed and not pool.type)


def settlement(tournament: Tournament) -> Settlement:
    """The books of this tournament."""
    everybody = accounts(tournament)
    due = fees_due(everybody)
    awards = _awards(tournament, due)
    won = _winners(tournament, everybody, awards)
    items = _items(tournament)
    fees: dict[int, list[Fee]] = defaultdict(list)
    for fee in Fee.objects.filter(event__tournament=tournament).exclude(kind__in=POOLS).order_by("pk"):
        fees[fee.event_id].append(fee)
    sums = {kind.value: _sum(items, kind) for kind in _STANDING}
    general = {kind.value: _sum(items, kind, "") for kind in _STANDING}
    return Settlement(
        events=tuple(_books(award, fees[award.event.pk], due, items) for award in awards),
        items=items,
        money=money_totals(everybody),
        income=sums["income"],
        sanctioning=sums["sanctioning"],
        expenses=sums["expense"],
        general=general["income"] - general["sanctioning"] - general["expense"],
        prizes=sum(award.prizes_planned for award in awards),
        pools=sum(pool.planned for award in awards for pool in award.pools),
        awarded=sum(person.won for person in won),
        paid=sum(person.paid for person in won),
        to_pay=sum(max(0, person.open) for person in won),
        paid_over=sum(person.over for person in won),
        people_to_pay=sum(1 for person in won if person.open > 0),
        people=tuple(everybody),
        won=tuple(won),
    )


def event_books(tournament: Tournament, slug: str) -> tuple[EventBooks, EventAwards]:
    """The books of one event, and what it pays out."""
    everybody = accounts(tournament)
    due = fees_due(everybody)
    event = tournament.events.select_related("tournament").get(slug=slug)
    awards = event_awards(event, due)
    fees = Fee.objects.filter(event=event).exclude(kind__in=POOLS).order_by("pk")
    return _books(awards, fees, due, _items(tournament)), awards


_STANDING = (Item.Kind.INCOME, Item.Kind.SANCTIONING, Item.Kind.EXPENSE)


def _items(tournament: Tournament) -> tuple[ItemShown, ...]:
    rows = list(tournament.items.select_related("event", "reverses").order_by("number"))
    gone = {row.reverses.number: row.number for row in rows if row.reverses}
    return tuple(
        ItemShown(
            number=row.number,
            kind=row.kind,
            label=row.get_kind_display(),
            name=row.name,
            event=row.event.slug if row.event else "",
            cents=row.cents,
            at=row.at,
            by=row.by,
            reverses=row.reverses.number if row.reverses else None,
            reversed_by=gone.get(row.number),
        )
        for row in rows
    )


def _sum(items: Iterable[ItemShown], kind: str, event: str | None = None) -> int:
    """The sum of the standing lines of this kind, in one event (`""`: lines of no event) or in all (None)."""
    return sum(item.cents for item in items if item.stands and item.kind == kind and event in {None, item.event})


def _books(awards: EventAwards, fees: Iterable[Fee], due: Mapping[int, Due], items: Sequence[ItemShown]) -> EventBooks:
    slug = awards.event.slug
    rate = SANCTIONING.get(awards.event.kind, 0)
    return EventBooks(
        slug=slug,
        name=awards.event.name,
        fees=tuple(
            FeeBooked(fee.name, fee.kind, fee.cents, owed.people, owed.charged, owed.waived)
            for fee in fees
            for owed in (due.get(fee.pk, NOTHING_DUE),)
        ),
        pools=awards.pools,
        prizes=awards.prizes_planned,
        prizes_awarded=sum(prize.awarded for prize in awards.prizes),
        income=_sum(items, Item.Kind.INCOME, slug),
        sanctioning=_sum(items, Item.Kind.SANCTIONING, slug),
        expenses=_sum(items, Item.Kind.EXPENSE, slug),
        sanctioning_due=rate * awards.entrants,
        sanctioning_said=settling_words.entrants_times(awards.entrants, rate),
        sanctioning_name=settling_words.sanctioning_name(awards.event.name),
    )
