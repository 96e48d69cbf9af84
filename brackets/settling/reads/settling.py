"""The winnings of all events of a tournament, what was paid of them, and the tournament's books to the cent.

Only decided winnings can be paid: places that are played out, and posted ranks. The books count prizes and pools that
nobody has won yet, or nobody can win, as undecided.
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
    EventAwards,
    FeeDue,
    PoolShown,
    Winner,
    event_awards,
    fees_due,
)
from brackets.settling.rules import SANCTIONING
from tournaments.models import Event, Fee, Player, Tournament
from tournaments.models.people import with_people
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
from tournaments.rules.last_name import by_last_name

# --- Who won what ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Win:
    """One win: the event, what it is for (`kind` is `prize` or `pool`), and the amount in cents."""

    event: str
    event_name: str
    kind: str
    label: str
    cents: int


@dataclass(frozen=True, slots=True)
class PersonWon:
    """What one person has won and was paid, in cents.

    `player` is the player's key, `lines` are the payouts, `owes` is the open part of their fees.
    """

    player: int
    name: str
    players: tuple[str, ...]
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
        """How much more was paid than is won now, in cents."""
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
    """The winners of this event who were paid anything in the tournament, by name, with all their wins.

    One query while nobody was paid.
    """
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


def _awards(tournament: Tournament, dues: Mapping[int, FeeDue]) -> list[EventAwards]:
    """What each event pays out, in the order of the events."""
    return [event_awards(event, dues) for event in tournament.events.select_related("tournament").order_by("pk")]


def _winners(
    tournament: Tournament, everybody: Iterable[PersonAccount], awards: Iterable[EventAwards]
) -> list[PersonWon]:
    """Everybody who has won or was paid something, by name."""
    wins: dict[int, list[Win]] = defaultdict(list)
    for recipient, win in _decided_wins(awards):
        wins[recipient.player].append(win)
    payouts_by_player: dict[int, list[Payout]] = defaultdict(list)
    players: dict[int, Player] = {}
    for payout in tournament.payouts.select_related("player", "reverses", *with_people("player")).order_by("number"):
        payouts_by_player[payout.player_id].append(payout)
        players[payout.player_id] = payout.player
    accounts_by_player = {person.player: person for person in everybody}
    people = []
    for key in wins.keys() | payouts_by_player.keys():
        person = accounts_by_player.get(key)
        people.append(
            PersonWon(
                player=key,
                name=person.name if person else players[key].name,
                players=person.players if person else tuple(players[key].names),
                seats=tuple(f"{entry.event_name} {entry.seat}".strip() for entry in person.entries) if person else (),
                wins=tuple(wins[key]),
                lines=lines_shown(payouts_by_player[key]),
                paid=account((), [line_of(payout) for payout in payouts_by_player[key]]).received,
                owes=max(0, person.account.open) if person else 0,
            )
        )
    return sorted(people, key=lambda person: (by_last_name(person.name), person.player))


def _decided_wins(awards: Iterable[EventAwards]) -> Iterator[tuple[Winner, Win]]:
    """Every decided win with its winner, event by event. Pools are decided once the qualifiers are posted."""
    for award in awards:
        slug, name = award.event.slug, award.event.name
        for prize in award.prizes:
            for recipient in prize.who:
                yield recipient, Win(slug, name, "prize", prize.label, recipient.cents)
        if not award.official:
            continue
        for pool in award.pools:
            for place in pool.places:
                if place.who and place.who.cents:
                    label = settling_words.pool_won(pool.name, as_posted=bool(award.kept))
                    yield place.who, Win(slug, name, "pool", label, place.who.cents)


# --- The books -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemShown:
    """One line of the books. `reverses` and `reversed_by` are numbers of other lines."""

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
        """Whether the line counts: it is no reversal and is not reversed."""
        return self.reverses is None and self.reversed_by is None


@dataclass(frozen=True, slots=True)
class FeeBooked:
    """One fee that is no pool, in the books: how many people owe it, and the cents charged and waived."""

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
    """The books of one event in cents. `fees` are those that are no pools.

    `prizes` is the sum of all prizes, `prizes_awarded` the part that somebody has won. `income`, `sanctioning` and
    `expenses` are sums of the lines written in the books. `sanctioning_due` is the usual sanctioning fee for its
    entrants, `sanctioning_said` explains it in words, and `sanctioning_name` names a line for it.
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
        """The money for prizes: entry fees and other income, less expenses and the sanctioning fee.

        The sanctioning fee is the larger one of the written and the usual fee.
        """
        owed = sum(fee.owed for fee in self.entry_fees)
        return owed + self.income - max(self.sanctioning, self.sanctioning_due) - self.expenses

    @property
    def left(self) -> int:
        """What is left of fees and other income after all costs and prizes, without the pools."""
        return self.owed + self.income - self.sanctioning - self.expenses - self.prizes

    @property
    def left_of_pools(self) -> int:
        """The owed money of the pools that their plans give to nobody."""
        return sum(pool.left for pool in self.pools)

    @property
    def not_written(self) -> int:
        """The part of the usual sanctioning fee that is not in the books; negative if more is written."""
        return self.sanctioning_due - self.sanctioning


@dataclass(frozen=True, slots=True)
class Settlement:
    """The books of a tournament in cents: what is owed, won, received, paid and left.

    `general` is the income less the costs of lines that belong to no event. `awarded` is the part of `prizes` and
    `pools` that somebody has won. `people` are all accounts by name. `won` is everybody who has won or was paid
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
        """The part of prizes and pools that nobody has won: not played out yet, or out of reach."""
        return self.prizes + self.pools - self.awarded

    @property
    def other(self) -> int:
        """The income of the lines of the books less their costs; negative if the costs are higher."""
        return self.income - self.sanctioning - self.expenses

    @property
    def box(self) -> int:
        """The money at the desk now: everything received less everything paid."""
        return self.money.held + self.other - self.paid

    @property
    def left(self) -> int:
        """What will be left once all fees are received and all prizes and pools are paid."""
        return self.money.owed + self.other - self.prizes - self.pools

    @property
    def settled(self) -> bool:
        """Whether no payment is outstanding, so that the money at the desk is what is left."""
        outstanding = self.money.open or self.money.to_give_back or self.to_pay or self.paid_over or self.undecided
        return not (outstanding or self.unplanned or self.short)

    @property
    def short(self) -> int:
        """How much more the desk has paid out than came in."""
        return max(0, -self.box)

    @property
    def short_in(self) -> tuple[str, ...]:
        """The slugs of events that cause a shortage: those with a loss, or all events if none has a loss."""
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
    dues = fees_due(everybody)
    awards = _awards(tournament, dues)
    won = _winners(tournament, everybody, awards)
    items = _items(tournament)
    fees: dict[int, list[Fee]] = defaultdict(list)
    for fee in Fee.objects.filter(event__tournament=tournament).exclude(kind__in=POOLS).order_by("pk"):
        fees[fee.event_id].append(fee)
    sums = {kind.value: _sum(items, kind) for kind in _ITEM_KINDS}
    general = {kind.value: _sum(items, kind, "") for kind in _ITEM_KINDS}
    return Settlement(
        events=tuple(_books(award, fees[award.event.pk], dues, items) for award in awards),
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
    dues = fees_due(everybody)
    event = tournament.events.select_related("tournament").get(slug=slug)
    awards = event_awards(event, dues)
    fees = Fee.objects.filter(event=event).exclude(kind__in=POOLS).order_by("pk")
    return _books(awards, fees, dues, _items(tournament)), awards


_ITEM_KINDS = (Item.Kind.INCOME, Item.Kind.SANCTIONING, Item.Kind.EXPENSE)


def _items(tournament: Tournament) -> tuple[ItemShown, ...]:
    """All lines of the books, in order."""
    rows = list(tournament.items.select_related("event", "reverses").order_by("number"))
    reversals = {row.reverses.number: row.number for row in rows if row.reverses}
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
            reversed_by=reversals.get(row.number),
        )
        for row in rows
    )


def _sum(items: Iterable[ItemShown], kind: str, event: str | None = None) -> int:
    """The sum of the lines of this kind that stand.

    `event` is the slug of one event, "" for lines of no event, None for all lines.
    """
    return sum(item.cents for item in items if item.stands and item.kind == kind and event in {None, item.event})


def _books(
    awards: EventAwards, fees: Iterable[Fee], dues: Mapping[int, FeeDue], items: Sequence[ItemShown]
) -> EventBooks:
    """The books of one event; `fees` are those that are no pools, `items` all lines of the tournament."""
    slug = awards.event.slug
    fees = list(fees)
    fee_dues = [dues.get(fee.pk, NOTHING_DUE) for fee in fees]
    rate = SANCTIONING.get(awards.event.kind, 0)
    return EventBooks(
        slug=slug,
        name=awards.event.name,
        fees=tuple(
            FeeBooked(fee.name, fee.kind, fee.cents, fee_due.people, fee_due.charged, fee_due.waived)
            for fee, fee_due in zip(fees, fee_dues, strict=True)
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
