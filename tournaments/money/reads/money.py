"""What everybody owes and what was received, person by person over all events of a tournament, and in all.

Whoever is entered is charged, also a no-show or somebody who withdrew: whether they pay, the director decides by a waiver or
a refund. Whoever is off the list keeps an account while lines of the ledger name them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.models import Entry, Event, Fee, FeeTaken, LedgerLine, Player, Tournament
from tournaments.money.rules import (
    Account,
    Charged,
    Kind,
    Line,
    account,
    standing_lines,
    still_open,
    waivable,
    waived_on,
)
from tournaments.rules.naming import named_like
from tournaments.rules.seat import read_seat


@dataclass(frozen=True, slots=True)
class EntryHere:
    """Where somebody plays: the event's short name and what it is called, the entrant's number, seat and status."""

    event: str
    event_name: str
    number: int
    seat: str
    status: str
    label: str


@dataclass(frozen=True, slots=True)
class Charge:
    """A fee that somebody owes, or one that they could take or are off (`owed` is false); `cents` is what it costs.

    `posted`: it is a pool, and the qualifiers of its event are posted, so who takes part changes who won it.
    """

    fee: int
    event: str
    event_name: str
    number: int
    name: str
    kind: str
    cents: int
    optional: bool
    owed: bool
    posted: bool

    @property
    def charged(self) -> Charged:
        """It as the rules read it."""
        return Charged(self.cents, self.event, self.kind in Fee.POOLS)

    @property
    def is_chosen(self) -> bool:
        """Whether this person can take it or leave it: an optional fee, or a pool."""
        return self.optional or self.kind in Fee.POOLS


@dataclass(frozen=True, slots=True)
class LineShown:
    """One line of the ledger; `stands` is false for a reversal and for what one took back (`reversed_by` is its number).

    `event` and `event_name` say what a waiver is for; empty where it is for no event alone.
    """

    number: int
    kind: str
    label: str
    cents: int
    note: str
    at: datetime
    by: str
    reverses: int | None
    reversed_by: int | None
    stands: bool
    event: str = ""
    event_name: str = ""

    @property
    def signed(self) -> int:
        """What it did to the desk's money, in cents: nothing for a waiver, and nothing for what does not stand."""
        if not self.stands or self.kind == Kind.WAIVER:
            return 0
        return -self.cents if self.kind == Kind.REFUND else self.cents


@dataclass(frozen=True, slots=True)
class PersonAccount:
    """One person's money in a tournament. `player` is the person's key; `off_list` where no event has them any more.

    `waived` is what is waived of each of the `charges`, in cents.
    """

    player: int
    name: str
    acc_number: str
    entries: tuple[EntryHere, ...]
    fees: tuple[Charge, ...]
    lines: tuple[LineShown, ...]
    account: Account
    waived: tuple[int, ...]

    @property
    def charges(self) -> tuple[Charge, ...]:
        return tuple(fee for fee in self.fees if fee.owed)

    @property
    def left(self) -> tuple[int, ...]:
        """What is left to pay of each of the charges: what came covers, in their order, what is not waived of them."""
        owed = [fee.cents - part for fee, part in zip(self.charges, self.waived, strict=True)]
        return still_open(owed, Account(sum(owed), 0, self.account.received, self.account.refunded))

    @property
    def events_charged(self) -> tuple[tuple[str, str], ...]:
        """The events that charge fees beside pools, by short name and name: those that a waiver can be for."""
        return tuple({fee.event: fee.event_name for fee in self.charges if not fee.charged.is_pool}.items())

    def can_waive(self, event: str = "") -> int:
        """What can still be waived, of the event with this short name or in all; in cents."""
        return waivable([fee.charged for fee in self.charges], self.waived, event)

    @property
    def off_list(self) -> bool:
        return not self.entries

    @property
    def state(self) -> str:
        """`open`, `back` (the desk has too much), `paid`, or `none` where nothing is owed and nothing came."""
        if self.account.open > 0:
            return "open"
        if self.account.open < 0:
            return "back"
        return "paid" if self.charges or self.lines else "none"

    @property
    def to_give_back(self) -> int:
        return max(0, -self.account.open)


MONEY_SHOWN = ("", "open", "paid", "back", "away")
"""What of the accounts can be asked for: all, who still pays, who has paid, who gets money back, who does not play."""


def accounts(tournament: Tournament, player: int | None = None) -> list[PersonAccount]:
    """Everybody's account by name, or that of one person (a player's key); five queries whatever there is."""
    events = {event.pk: event for event in tournament.events.all()}
    names = {key: (event.slug, event.name) for key, event in events.items()}
    fees: dict[int, list[Fee]] = defaultdict(list)
    for fee in Fee.objects.filter(event__tournament=tournament):
        fees[fee.event_id].append(fee)
    entries = Entry.objects.filter(event__tournament=tournament).select_related("player").order_by("event", "number")
    taken = FeeTaken.objects.filter(entry__event__tournament=tournament)
    lines = LedgerLine.objects.filter(tournament=tournament).select_related("player", "reverses")
    if player is not None:
        entries, taken, lines = (
            entries.filter(player=player),
            taken.filter(entry__player=player),
            lines.filter(player=player),
        )
    takes = set(taken.values_list("entry", "fee"))
    people: dict[int, Player] = {}
    entered: dict[int, list[Entry]] = defaultdict(list)
    written: dict[int, list[LedgerLine]] = defaultdict(list)
    for entry in entries:
        people[entry.player_id] = entry.player
        entered[entry.player_id].append(entry)
    for line in lines:
        people.setdefault(line.player_id, line.player)
        written[line.player_id].append(line)
    found = []
    for key, person in people.items():
        theirs = entered[key]
        due = tuple(
            Charge(
                fee=fee.pk,
                event=names[entry.event_id][0],
                event_name=names[entry.event_id][1],
                number=entry.number,
                name=fee.name,
                kind=fee.kind,
                cents=fee.cents,
                optional=fee.optional,
                # A pool that everybody owes has a row of those who are off it.
                owed=fee.optional == ((entry.pk, fee.pk) in takes),
                posted=fee.kind in Fee.POOLS and events[entry.event_id].posted_at is not None,
            )
            for entry in theirs
            for fee in fees[entry.event_id]
        )
        waived_for = {line.number: names[line.event_id] for line in written[key] if line.event_id}
        ruled = [line_of(line, waived_for.get(line.number, ("", ""))[0]) for line in written[key]]
        charged = [charge.charged for charge in due if charge.owed]
        found.append(
            PersonAccount(
                player=key,
                # As it is written at the desk: the name and number that were given here come before those known elsewhere.
                name=theirs[0].name if theirs else person.name,
                acc_number=theirs[0].acc_number if theirs else person.acc_number,
                entries=tuple(_entry(entry, *names[entry.event_id]) for entry in theirs),
                fees=due,
                lines=lines_shown(written[key], waived_for),
                account=account(charged, ruled),
                waived=waived_on(charged, ruled),
            )
        )
    return sorted(found, key=lambda one: (one.name.casefold(), one.player))


def account_of(tournament: Tournament, player: int) -> PersonAccount | None:
    """One person's account; None where this tournament has neither an entry nor a line of theirs."""
    return next(iter(accounts(tournament, player)), None)


def find_accounts(among: Iterable[PersonAccount], text: str = "", shown: str = "") -> list[PersonAccount]:
    """Those whose name or ACC number holds this text, or who sit there, and of them those that `shown` asks for."""
    is_like = named_like(text)
    seat = str(read_seat(text) or "")
    number = "".join(text.casefold().split())

    def fits(one: PersonAccount) -> bool:
        if shown == "away" and all(entry.status == Entry.Status.PLAYING for entry in one.entries) and not one.off_list:
            return False
        if shown in {"open", "paid", "back"} and one.state != shown:
            return False
        # Without a text everybody fits: nothing is in every number.
        if is_like(one.name) or number in one.acc_number.casefold():
            return True
        return bool(seat) and any(entry.seat == seat for entry in one.entries)

    return [one for one in among if fits(one)]


def account_counts(among: Sequence[PersonAccount]) -> dict[str, int]:
    """How many there are of each sort that the list of accounts can show, everybody under `all`."""
    return {"all": len(among)} | {shown: len(find_accounts(among, shown=shown)) for shown in MONEY_SHOWN if shown}


def _entry(entry: Entry, event: str, event_name: str) -> EntryHere:
    return EntryHere(event, event_name, entry.number, entry.seat, entry.status, entry.get_status_display())


def line_of(row: Any, event: str = "") -> Line:
    """A line of the ledger, or of payouts, as the rules read it; it comes with the line that it takes back.

    `event` is the short name of the one that a waiver is for.
    """
    return Line(row.number, Kind(row.kind), row.cents, row.reverses.number if row.reverses else None, event)


def lines_shown(
    rows: Sequence[Any], waived_for: Mapping[int, tuple[str, str]] = MappingProxyType({})
) -> tuple[LineShown, ...]:
    """These lines of a ledger as pages show them: what is received here, or what is paid out above.

    `waived_for` are the short name and the name of the event that a waiver is for, by the line's number.
    """
    lines = [line_of(row) for row in rows]
    standing = {line.number for line in standing_lines(lines)}
    gone = {line.reverses: line.number for line in lines if line.reverses is not None}
    return tuple(
        LineShown(
            number=row.number,
            kind=row.kind,
            label=row.get_kind_display(),
            cents=row.cents,
            note=row.note,
            at=row.at,
            by=row.by,
            reverses=line.reverses,
            reversed_by=gone.get(row.number),
            stands=row.number in standing,
            event=waived_for.get(row.number, ("", ""))[0],
            event_name=waived_for.get(row.number, ("", ""))[1],
        )
        for row, line in zip(rows, lines, strict=True)
    )


# --- In all ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FeeTotal:
    """What one fee comes to: how many owe it, and how much they owe together."""

    event: str
    event_name: str
    name: str
    kind: str
    label: str
    cents: int
    people: int
    total: int


@dataclass(frozen=True, slots=True)
class MoneyTotals:
    """The money of a tournament, in cents. `open` and `to_give_back` are never set off against each other."""

    fees: tuple[FeeTotal, ...]
    charged: int
    waived: int
    owed: int
    cash: int
    cheque: int
    refunded: int
    held: int
    open: int
    to_give_back: int
    people_open: int

    @property
    def received(self) -> int:
        return self.cash + self.cheque


def money_totals(among: Iterable[PersonAccount]) -> MoneyTotals:
    """What these accounts come to, event by event and fee by fee; no query."""
    everybody = list(among)
    owed_by = Counter((fee.event, fee.name) for one in everybody for fee in one.charges)
    fees = {(fee.event, fee.name): fee for one in everybody for fee in one.fees}
    kinds: Counter[str] = Counter()
    for one in everybody:
        for line in one.lines:
            kinds[line.kind] += line.cents if line.stands else 0
    labels = dict(Fee.Kind.choices)
    return MoneyTotals(
        fees=tuple(
            FeeTotal(
                event=fee.event,
                event_name=fee.event_name,
                name=fee.name,
                kind=fee.kind,
                label=str(labels[Fee.Kind(fee.kind)]),
                cents=fee.cents,
                people=owed_by[key],
                total=owed_by[key] * fee.cents,
            )
            for key, fee in sorted(fees.items(), key=lambda item: item[1].fee)
        ),
        charged=sum(one.account.charged for one in everybody),
        waived=sum(one.account.waived for one in everybody),
        owed=sum(one.account.owed for one in everybody),
        cash=kinds[Kind.CASH],
        cheque=kinds[Kind.CHEQUE],
        refunded=kinds[Kind.REFUND],
        held=sum(one.account.held for one in everybody),
        open=sum(max(0, one.account.open) for one in everybody),
        to_give_back=sum(one.to_give_back for one in everybody),
        people_open=sum(1 for one in everybody if one.account.open > 0),
    )


def unpaid(event: Event) -> dict[int, int]:
    """What the entrants of this event who play have not paid for it, by number, in cents; who has paid is left out.

    What came covers the events in the order in which they were added, so that the main event is paid first.
    """
    found = {}
    for one in accounts(event.tournament):
        here = [cents for cents, charge in zip(one.left, one.charges, strict=True) if charge.event == event.slug]
        for entry in one.entries:
            if entry.event == event.slug and entry.status == Entry.Status.PLAYING and any(here):
                found[entry.number] = sum(here)
    return found


# --- Fees ------------------------------------------------------------------------------------------------------------


def fees(event: Event) -> QuerySet[Fee]:
    """The fees of an event as they were added: `takers` is how many have taken an optional one, `off` how many are off a pool
    that everybody else owes."""
    optional = Q(optional=True)
    counted = {"takers": Count("taken", filter=optional), "off": Count("taken", filter=~optional)}
    return Fee.objects.filter(event=event).annotate(**counted).order_by("pk")


def paid_for(fee: Fee) -> int:
    """How many people took this fee, or have paid something while they owe it: those for whom a change is a surprise."""
    entries = Entry.objects.filter(event=fee.event_id)
    if fee.optional:
        return entries.filter(fees_taken__fee=fee).count()
    paid = LedgerLine.objects.filter(
        tournament=fee.event.tournament_id, player=OuterRef("player"), kind__in=["cash", "cheque"], reversed_by=None
    )
    return entries.filter(Exists(paid)).count()
