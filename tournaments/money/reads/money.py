"""What everybody owes and has paid, person by person over all events of a tournament, and in total.

Everybody entered is charged, also no-shows and those who withdrew; the director may waive or refund their fees. People
who are no longer entered keep an account as long as the ledger has lines of theirs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.models import Entry, Event, Fee, FeeTaken, LedgerLine, Player, Tournament
from tournaments.models.people import with_people
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
from tournaments.rules.last_name import by_last_name
from tournaments.rules.naming import named_like
from tournaments.rules.seat import read_seat


class EventName(NamedTuple):
    """An event by slug and name, both empty for no event."""

    slug: str = ""
    name: str = ""


NO_EVENT = EventName()


@dataclass(frozen=True, slots=True)
class EntryHere:
    """One entry of a person: the event's slug and name, the entrant's number, seat and status."""

    event: str
    event_name: str
    number: int
    seat: str
    status: str
    label: str


@dataclass(frozen=True, slots=True)
class Charge:
    """A fee in the account of one person. `cents` is its price.

    `owed` is false if the person could take the fee, or is off the pool. `posted`: the fee is a pool and the qualifiers
    of its event are posted, so that taking part changes who won it.
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
        """The charge in the form that the rules take."""
        return Charged(self.cents, self.event, self.kind in Fee.POOLS)

    @property
    def is_chosen(self) -> bool:
        """Whether this person can take or leave the fee: it is optional, or a pool."""
        return self.optional or self.kind in Fee.POOLS


@dataclass(frozen=True, slots=True)
class LineShown:
    """One line of the ledger.

    `stands` is false for a reversal and for a reversed line. `reverses` and `reversed_by` are the numbers of the
    reversed line and of the reversal. `event` and `event_name` say which event a waiver is for; they are empty if it is
    for no single event.
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
        """The line's effect on the desk's money, in cents: 0 for a waiver and for a line that does not stand."""
        if not self.stands or self.kind == Kind.WAIVER:
            return 0
        return -self.cents if self.kind == Kind.REFUND else self.cents


@dataclass(frozen=True, slots=True)
class PersonAccount:
    """One person's money in a tournament. `player` is the primary key of the player.

    `fees` are all fees that they owe or could take. `waived` has the waived part of each of the `charges`, in cents.
    """

    player: int
    name: str
    players: tuple[str, ...]
    acc_number: str
    entries: tuple[EntryHere, ...]
    fees: tuple[Charge, ...]
    lines: tuple[LineShown, ...]
    account: Account
    waived: tuple[int, ...]

    @property
    def charges(self) -> tuple[Charge, ...]:
        """The fees that they owe."""
        return tuple(fee for fee in self.fees if fee.owed)

    @property
    def left(self) -> tuple[int, ...]:
        """What is left to pay of each charge, in cents. Payments cover the parts that are not waived, in order."""
        owed = [fee.cents - part for fee, part in zip(self.charges, self.waived, strict=True)]
        return still_open(owed, Account(sum(owed), 0, self.account.received, self.account.refunded))

    @property
    def events_charged(self) -> tuple[tuple[str, str], ...]:
        """The events for which a waiver is possible, as (slug, name): those that charge other fees than pools."""
        return tuple({fee.event: fee.event_name for fee in self.charges if not fee.charged.is_pool}.items())

    def open_in(self, event: str) -> int:
        """Return what is left to pay for the event with this slug, in cents."""
        return sum(left for fee, left in zip(self.charges, self.left, strict=True) if fee.event == event)

    def waived_in(self, event: str) -> int:
        """Return what is waived for the event with this slug, in cents."""
        return sum(waived for fee, waived in zip(self.charges, self.waived, strict=True) if fee.event == event)

    def held_in(self, event: str) -> int:
        """Return what was paid for the event with this slug, in cents."""
        charged = sum(fee.cents for fee in self.charges if fee.event == event)
        return charged - self.waived_in(event) - self.open_in(event)

    def can_waive(self, event: str = "") -> int:
        """Return how many cents can still be waived in total, or for the event with this slug."""
        return waivable([fee.charged for fee in self.charges], self.waived, event)

    @property
    def off_list(self) -> bool:
        """Whether no event of the tournament lists them any more."""
        return not self.entries

    @property
    def state(self) -> str:
        """The state of the account.

        - `open`: something is left to pay.
        - `back`: the desk has more than is owed.
        - `paid`: all is paid.
        - `none`: there are no charges and no lines.
        """
        if self.account.open > 0:
            return "open"
        if self.account.open < 0:
            return "back"
        return "paid" if self.charges or self.lines else "none"

    @property
    def to_give_back(self) -> int:
        """What the desk has to give back, in cents."""
        return max(0, -self.account.open)


MONEY_SHOWN = ("", "open", "paid", "back", "away")
"""The filters of the list of accounts: all, with money open, paid, with money to give back, not playing."""


def accounts(tournament: Tournament, player: int | None = None) -> list[PersonAccount]:
    """Return all accounts in order of names, or that of one player (a primary key). Always five queries."""
    events = {event.pk: event for event in tournament.events.all()}
    names_by_event = {key: EventName(event.slug, event.name) for key, event in events.items()}
    fees: dict[int, list[Fee]] = defaultdict(list)
    for fee in Fee.objects.filter(event__tournament=tournament):
        fees[fee.event_id].append(fee)
    entries = Entry.objects.filter(event__tournament=tournament).with_people().order_by("event", "number")
    taken = FeeTaken.objects.filter(entry__event__tournament=tournament)
    lines = LedgerLine.objects.filter(tournament=tournament).select_related(
        "player", "reverses", *with_people("player")
    )
    if player is not None:
        entries = entries.filter(player=player)
        taken = taken.filter(entry__player=player)
        lines = lines.filter(player=player)
    taken_keys = set(taken.values_list("entry", "fee"))
    people: dict[int, Player] = {}
    entries_by_player: dict[int, list[Entry]] = defaultdict(list)
    lines_by_player: dict[int, list[LedgerLine]] = defaultdict(list)
    for entry in entries:
        people[entry.player_id] = entry.player
        entries_by_player[entry.player_id].append(entry)
    for line in lines:
        people.setdefault(line.player_id, line.player)
        lines_by_player[line.player_id].append(line)
    people_accounts = []
    for key, person in people.items():
        own_entries = entries_by_player[key]
        charges = tuple(
            _charge(fee, entry, events[entry.event_id], has_row=(entry.pk, fee.pk) in taken_keys)
            for entry in own_entries
            # Whoever waits for a place owes nothing for it yet.
            if entry.status != Entry.Status.WAITING
            for fee in fees[entry.event_id]
        )
        waived_for = {line.number: names_by_event[line.event_id] for line in lines_by_player[key] if line.event_id}
        rule_lines = [line_of(line, waived_for.get(line.number, NO_EVENT).slug) for line in lines_by_player[key]]
        owed_charges = [charge.charged for charge in charges if charge.owed]
        people_accounts.append(
            PersonAccount(
                player=key,
                # The name and number entered here take precedence over those known from elsewhere.
                name=own_entries[0].known_name if own_entries else person.name,
                players=tuple(person.names),
                acc_number=own_entries[0].acc_number if own_entries else person.acc_number,
                entries=tuple(_entry(entry, *names_by_event[entry.event_id]) for entry in own_entries),
                fees=charges,
                lines=lines_shown(lines_by_player[key], waived_for),
                account=account(owed_charges, rule_lines),
                waived=waived_on(owed_charges, rule_lines),
            )
        )
    return sorted(
        people_accounts, key=lambda person_account: (by_last_name(person_account.name), person_account.player)
    )


def _charge(fee: Fee, entry: Entry, event: Event, *, has_row: bool) -> Charge:
    """Return a fee of the event in the account of an entrant.

    `has_row`: the entrant has a row of FeeTaken. They take an optional fee by it, or are off a pool that everybody owes.
    """
    return Charge(
        fee=fee.pk,
        event=event.slug,
        event_name=event.name,
        number=entry.number,
        name=fee.name,
        kind=fee.kind,
        cents=fee.cents,
        optional=fee.optional,
        owed=fee.optional == has_row,
        posted=fee.kind in Fee.POOLS and event.posted_at is not None,
    )


def account_of(tournament: Tournament, player: int) -> PersonAccount | None:
    """Return one person's account; None if they have neither an entry nor a ledger line in this tournament."""
    return next(iter(accounts(tournament, player)), None)


def find_accounts(among: Iterable[PersonAccount], text: str = "", shown: str = "") -> list[PersonAccount]:
    """Return the accounts whose name, ACC number or seat matches the text, and that pass the filter `shown`."""
    is_like = named_like(text)
    seat = str(read_seat(text) or "")
    number = "".join(text.casefold().split())

    def fits(person_account: PersonAccount) -> bool:
        plays_everywhere = all(entry.status == Entry.Status.PLAYING for entry in person_account.entries)
        if shown == "away" and plays_everywhere and not person_account.off_list:
            return False
        if shown in {"open", "paid", "back"} and person_account.state != shown:
            return False
        # An empty text matches everybody: every number contains it.
        if is_like(person_account.name) or number in person_account.acc_number.casefold():
            return True
        return bool(seat) and any(entry.seat == seat for entry in person_account.entries)

    return [person_account for person_account in among if fits(person_account)]


def account_counts(among: Sequence[PersonAccount]) -> dict[str, int]:
    """Return how many accounts pass each filter; `all` counts all accounts."""
    return {"all": len(among)} | {shown: len(find_accounts(among, shown=shown)) for shown in MONEY_SHOWN if shown}


def _entry(entry: Entry, event: str, event_name: str) -> EntryHere:
    return EntryHere(event, event_name, entry.number, entry.seat, entry.status, entry.get_status_display())


def line_of(row: Any, event: str = "") -> Line:
    """Return a row of the ledger or of payouts in the form that the rules take. `event` is the slug of a waiver's event.

    Fetch the row together with the row that it reverses.
    """
    return Line(row.number, Kind(row.kind), row.cents, row.reverses.number if row.reverses else None, event)


def lines_shown(
    rows: Sequence[Any], waived_for: Mapping[int, EventName] = MappingProxyType({})
) -> tuple[LineShown, ...]:
    """Return lines of the ledger or of payouts as pages show them.

    `waived_for` maps the number of a waiver to the event that it is for.
    """
    lines = [line_of(row) for row in rows]
    standing = {line.number for line in standing_lines(lines)}
    reversal_numbers = {line.reverses: line.number for line in lines if line.reverses is not None}
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
            reversed_by=reversal_numbers.get(row.number),
            stands=row.number in standing,
            event=waived_for.get(row.number, NO_EVENT).slug,
            event_name=waived_for.get(row.number, NO_EVENT).name,
        )
        for row, line in zip(rows, lines, strict=True)
    )


# --- In all ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FeeTotal:
    """One fee in total: how many people owe it, and what they owe together."""

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
    """Return the totals of these accounts, fee by fee and overall. No query."""
    everybody = list(among)
    owed_by = Counter((fee.event, fee.name) for person_account in everybody for fee in person_account.charges)
    fees = {(fee.event, fee.name): fee for person_account in everybody for fee in person_account.fees}
    kinds: Counter[str] = Counter()
    for person_account in everybody:
        for line in person_account.lines:
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
        charged=sum(person_account.account.charged for person_account in everybody),
        waived=sum(person_account.account.waived for person_account in everybody),
        owed=sum(person_account.account.owed for person_account in everybody),
        cash=kinds[Kind.CASH],
        cheque=kinds[Kind.CHEQUE],
        refunded=kinds[Kind.REFUND],
        held=sum(person_account.account.held for person_account in everybody),
        open=sum(max(0, person_account.account.open) for person_account in everybody),
        to_give_back=sum(person_account.to_give_back for person_account in everybody),
        people_open=sum(1 for person_account in everybody if person_account.account.open > 0),
    )


def unpaid(event: Event) -> dict[int, int]:
    """Return what is left to pay for this event, in cents by the numbers of its playing entrants.

    Entrants who have paid are left out. Payments cover the events in the order in which they were added, so the main event is paid first.
    """
    cents_by_number = {}
    for person_account in accounts(event.tournament):
        open_parts = [
            cents
            for cents, charge in zip(person_account.left, person_account.charges, strict=True)
            if charge.event == event.slug
        ]
        for entry in person_account.entries:
            if entry.event == event.slug and entry.status == Entry.Status.PLAYING and any(open_parts):
                cents_by_number[entry.number] = sum(open_parts)
    return cents_by_number


# --- Fees ------------------------------------------------------------------------------------------------------------


def fees(event: Event) -> QuerySet[Fee]:
    """Return the event's fees in the order they were added.

    Each has `takers`, the number of people who took an optional fee, and `off`, the number of people who are off a pool
    that everybody else owes.
    """
    optional = Q(optional=True)
    counted = {"takers": Count("taken", filter=optional), "off": Count("taken", filter=~optional)}
    return Fee.objects.filter(event=event).annotate(**counted).order_by("pk")


def paid_for(fee: Fee) -> int:
    """Return how many people a change of this fee would surprise.

    Of an optional fee, these are the people who took it; of any other fee, the entrants who have paid anything.
    """
    entries = Entry.objects.filter(event=fee.event_id)
    if fee.optional:
        return entries.filter(fees_taken__fee=fee).count()
    payments = LedgerLine.objects.filter(
        tournament=fee.event.tournament_id, player=OuterRef("player"), kind__in=["cash", "cheque"], reversed_by=None
    )
    return entries.filter(Exists(payments)).count()
