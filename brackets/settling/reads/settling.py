"""Who won what over all events of a tournament, what was paid of it, and the books of the tournament to the cent.

Only what is decided can be paid: places that are played out, and ranks that are posted. What nobody has yet, because it is not
decided or because nobody can get it, stays in the books as such.
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
    """Something that somebody has won: where, what for (`kind` is `prize` or `pool`), and how much."""

    event: str
    event_name: str
    kind: str
    label: str
    cents: int


@dataclass(frozen=True, slots=True)
class PersonWon:
    """What one person has won and was paid of it. `player` is the person's key; `owes` is what is open of their fees."""

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
        """What is left to pay out; below none where more was paid than is won now."""
        return self.won - self.paid

    @property
    def over(self) -> int:
        return max(0, -self.open)

    @property
    def state(self) -> str:
        """`open`, `over` (paid more than is won now), `paid`, or `none` where nothing is won and nothing stands."""
        if self.open:
            return "open" if self.open > 0 else "over"
        return "paid" if self.won else "none"


PAYOUTS_SHOWN = ("", "open", "paid", "over")
"""What of the winners can be asked for: all, who is still to be paid, who is paid, who was paid too much."""


def winners(tournament: Tournament) -> list[PersonWon]:
    """Everybody who has won something or was paid something, by name."""
    everybody = accounts(tournament)
    return _winners(tournament, everybody, _awards(tournament, fees_due(everybody)))


def winner(tournament: Tournament, player: int) -> PersonWon | None:
    """One person with what they won; None where they have neither won nor been paid anything."""
    return next((one for one in winners(tournament) if one.player == player), None)


def paid_in(event: Event) -> list[PersonWon]:
    """Who has won something in this event and was paid, by name, with all that they won; one query while nobody was paid."""
    if not event.tournament.payouts.exists():
        return []
    return [one for one in winners(event.tournament) if one.paid and any(win.event == event.slug for win in one.wins)]


def winner_counts(among: Sequence[PersonWon]) -> dict[str, int]:
    """How many there are of each sort that the list of winners can show, everybody under `all`."""
    return {"all": len(among)} | {
        shown: sum(1 for one in among if one.state == shown) for shown in PAYOUTS_SHOWN if shown
    }


def _awards(tournament: Tournament, due: Mapping[int, Due]) -> list[EventAwards]:
    return [event_awards(event, due) for event in tournament.events.select_related("tournament").order_by("pk")]


def _winners(
    tournament: Tournament, everybody: Iterable[PersonAccount], awards: Iterable[EventAwards]
) -> list[PersonWon]:
    wins: dict[int, list[Win]] = defaultdict(list)
    for one, got in _won(awards):
        wins[one.player].append(got)
    rows: dict[int, list[Payout]] = defaultdict(list)
    players: dict[int, Player] = {}
    for row in tournament.payouts.select_related("player", "reverses").order_by("number"):
        rows[row.player_id].append(row)
        players[row.player_id] = row.player
    known = {person.player: person for person in everybody}
    found = []
    for key in wins.keys() | rows.keys():
        person = known.get(key)
        found.append(
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
    return sorted(found, key=lambda one: (one.name.casefold(), one.player))


def _won(awards: Iterable[EventAwards]) -> Iterator[tuple[Winner, Win]]:
    """Everything that somebody has won for good, event by event."""
    for here in awards:
        where = (here.event.slug, here.event.name)
        for prize in here.prizes:
            for one in prize.who:
                yield one, Win(*where, "prize", prize.label, one.cents)
        for pool in here.pools if here.official else ():
            for place in pool.places:
                if place.who and place.who.cents:
                    told = settling_words.pool_won(pool.name, as_posted=bool(here.kept))
                    yield place.who, Win(*where, "pool", told, place.who.cents)


# --- The books -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemShown:
    """One line of the books beside entrants and prizes; `stands` is false for a correction and for what one took back."""

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
    """One fee in the books: how many owe it, what they are charged and let off, in cents. A pool stands with its pool."""

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
    """One event: what comes in beside its pools, what it pays out, and what is left, all in cents.

    `sanctioning_due` is what the usual rate gives for its entrants (`sanctioning_said`: how), whatever is written.
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
        """What there is for prizes: entry fees and other income, less the sanctioning fee, written or not, and expenses."""
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
        """What of the sanctioning fee is not in the books; below none where more is than the usual rate gives."""
        return self.sanctioning_due - self.sanctioning


@dataclass(frozen=True, slots=True)
class Settlement:
    """The books of a tournament in cents: what is owed and won, what has moved, and what is left.

    `undecided` of the prizes and pools nobody has: not played out yet, or nobody can get it. `general` is income less
    expenses of no event. `people` are all accounts by name, `won` whoever has won or was paid something.
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
        """What the lines beside entrants and winners bring in, or take out below none."""
        return self.income - self.sanctioning - self.expenses

    @property
    def box(self) -> int:
        """What is at the desk now: what came, less what went."""
        return self.money.held + self.other - self.paid

    @property
    def left(self) -> int:
        """What is left once everybody has paid, is paid and got back what is theirs."""
        return self.money.owed + self.other - self.prizes - self.pools

    @property
    def settled(self) -> bool:
        """Whether nothing moves any more: then what is at the desk is what is left."""
        moving = self.money.open or self.money.to_give_back or self.to_pay or self.paid_over or self.undecided
        return not (moving or self.unplanned or self.short)

    @property
    def short(self) -> int:
        """What the desk is short of: by the books more went out than came in, which nobody can have paid from it."""
        return max(0, -self.box)

    @property
    def short_in(self) -> tuple[str, ...]:
        """The events by which the desk is short: those that leave less than nothing, all where none does; none while it is not
        short."""
        if not self.short:
            return ()
        costly = tuple(of.slug for of in self.events if of.left + of.left_of_pools < 0)
        return costly or tuple(of.slug for of in self.events)

    @property
    def unplanned(self) -> tuple[tuple[EventBooks, PoolShown], ...]:
        """Pools with money in them of which nobody has said how they are paid out."""
        return tuple((of, pool) for of in self.events for pool in of.pools if pool.owed and not pool.type)


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
        events=tuple(_books(here, fees[here.event.pk], due, items) for here in awards),
        items=items,
        money=money_totals(everybody),
        income=sums["income"],
        sanctioning=sums["sanctioning"],
        expenses=sums["expense"],
        general=general["income"] - general["sanctioning"] - general["expense"],
        prizes=sum(here.prizes_planned for here in awards),
        pools=sum(pool.planned for here in awards for pool in here.pools),
        awarded=sum(one.won for one in won),
        paid=sum(one.paid for one in won),
        to_pay=sum(max(0, one.open) for one in won),
        paid_over=sum(one.over for one in won),
        people_to_pay=sum(1 for one in won if one.open > 0),
        people=tuple(everybody),
        won=tuple(won),
    )


def event_books(tournament: Tournament, slug: str) -> tuple[EventBooks, EventAwards]:
    """One event's books, and what it pays out."""
    everybody = accounts(tournament)
    due = fees_due(everybody)
    event = tournament.events.select_related("tournament").get(slug=slug)
    here = event_awards(event, due)
    fees = Fee.objects.filter(event=event).exclude(kind__in=POOLS).order_by("pk")
    return _books(here, fees, due, _items(tournament)), here


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
    """What the standing lines of this kind come to; of one event alone, or with an empty one of none."""
    return sum(item.cents for item in items if item.stands and item.kind == kind and event in {None, item.event})


def _books(here: EventAwards, fees: Iterable[Fee], due: Mapping[int, Due], items: Sequence[ItemShown]) -> EventBooks:
    slug = here.event.slug
    rate = SANCTIONING.get(here.event.kind, 0)
    return EventBooks(
        slug=slug,
        name=here.event.name,
        fees=tuple(
            FeeBooked(fee.name, fee.kind, fee.cents, owed.people, owed.charged, owed.waived)
            for fee in fees
            for owed in (due.get(fee.pk, NOTHING_DUE),)
        ),
        pools=here.pools,
        prizes=here.prizes_planned,
        prizes_awarded=sum(prize.awarded for prize in here.prizes),
        income=_sum(items, Item.Kind.INCOME, slug),
        sanctioning=_sum(items, Item.Kind.SANCTIONING, slug),
        expenses=_sum(items, Item.Kind.EXPENSE, slug),
        sanctioning_due=rate * here.entrants,
        sanctioning_said=settling_words.entrants_times(here.entrants, rate),
        sanctioning_name=settling_words.sanctioning_name(here.event.name),
    )
