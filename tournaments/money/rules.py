"""What somebody owes and what was received, in cents (ours: the rulebook leaves money to the director).

A ledger is append-only. A line says that money came (cash, check), went back (refund) or is not charged (waiver). A
reversal takes back one other line, and is never reversed itself. The fees tell what somebody owes; the fees and the
ledger together tell what is left to pay.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST_CENTS = 100_000_000
_TYPED = re.compile(r"\$?\s*([0-9]{1,6})(?:[.,]([0-9]{2}))?\s*\$?")


class Kind(StrEnum):
    """What happened by a line of the ledger."""

    CASH = "cash"
    CHEQUE = "cheque"
    REFUND = "refund"
    WAIVER = "waiver"
    REVERSAL = "reversal"


OF_ABSENT = ("owed", "waived", "refunded")
"""What can become of the fee of somebody who does not come."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger.

    `reverses` is the number of the line that a reversal takes back. `event` is the slug of a waiver's event, empty for a
    waiver for no single event.
    """

    number: int
    kind: Kind
    cents: int
    reverses: int | None = None
    event: str = ""


@dataclass(frozen=True, slots=True)
class Charged:
    """The price of one fee that somebody owes, in cents, and the slug of its event.

    A pool belongs to those who play for it.
    """

    cents: int
    event: str = ""
    is_pool: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """The sums of somebody's account, in cents: fees charged, amount waived, money received, money refunded."""

    charged: int
    waived: int
    received: int
    refunded: int

    @property
    def owed(self) -> int:
        """What this person has to pay in total."""
        return max(0, self.charged - self.waived)

    @property
    def held(self) -> int:
        """What the desk has of this person's money."""
        return self.received - self.refunded

    @property
    def open(self) -> int:
        """What is left to pay; negative if the desk has more than is owed."""
        return self.owed - self.held


def standing_lines(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines that count: those that are neither reversals nor reversed."""
    all_lines = tuple(lines)
    reversed_numbers = {line.reverses for line in all_lines if line.kind is Kind.REVERSAL}
    return tuple(line for line in all_lines if line.kind is not Kind.REVERSAL and line.number not in reversed_numbers)


def account(charges: Iterable[Charged], lines: Iterable[Line]) -> Account:
    """Return the account of somebody with these charges and lines.

    A waiver for an event counts only up to the fees of that event without pools. If these are removed, the waiver does
    not cover other fees.
    """
    standing = standing_lines(lines)
    totals = dict.fromkeys(Kind, 0)
    for line in standing:
        totals[line.kind] += line.cents
    charged = tuple(charges)
    fees: Counter[str] = Counter()
    for charge in charged:
        if not charge.is_pool:
            fees[charge.event] += charge.cents
    waivers = _waivers(standing)
    return Account(
        charged=sum(charge.cents for charge in charged),
        waived=sum(min(cents, fees[event]) if event else cents for event, cents in waivers.items()),
        received=totals[Kind.CASH] + totals[Kind.CHEQUE],
        refunded=totals[Kind.REFUND],
    )


def _waivers(standing: Iterable[Line]) -> Counter[str]:
    """Return the waived cents by event. The empty slug has the waivers for no single event."""
    cents_by_event: Counter[str] = Counter()
    for line in standing:
        if line.kind is Kind.WAIVER:
            cents_by_event[line.event] += line.cents
    return cents_by_event


def waived_on(charges: Sequence[Charged], lines: Iterable[Line]) -> tuple[int, ...]:
    """Return how many cents of each charge these lines of a person waive.

    1. A waiver for an event covers the fees of that event without its pools, in order.
    2. A waiver for no single event covers what is then left of all fees without pools, in order (ours). So somebody who
       is let off the entry fee still takes part in the pool that they paid for.
    3. What is left of it covers pools. Pools are not waived, but fees may have fallen since, and older ledgers have
       such waivers.

    >>> main, pool, other = Charged(7500, "main"), Charged(1000, "main", is_pool=True), Charged(500, "consolation")
    >>> waived_on([main, pool, other], [Line(1, Kind.WAIVER, 8100)])
    (7500, 100, 500)
    >>> waived_on([main, pool, other], [Line(1, Kind.WAIVER, 500, event="consolation")])
    (0, 0, 500)
    """
    unused = _waivers(standing_lines(lines))
    waived_parts = [0] * len(charges)
    for place, charge in enumerate(charges):
        if charge.event and not charge.is_pool:
            waived_parts[place] = min(charge.cents, unused[charge.event])
            unused[charge.event] -= waived_parts[place]
    for of_pools in (False, True):
        for place, charge in enumerate(charges):
            if charge.is_pool is of_pools:
                part = min(charge.cents - waived_parts[place], unused[""])
                waived_parts[place] += part
                unused[""] -= part
    return tuple(waived_parts)


def waivable(charges: Sequence[Charged], waived: Sequence[int], event: str = "") -> int:
    """Return how many cents of these charges can still be waived, in one event (a slug) or in all events.

    `waived` has the part of each charge that is waived already. A pool is never waived: it is the money of those who
    play for it, and somebody who does not pay it is not in it (ours).

    >>> waivable([Charged(7500, "main"), Charged(1000, "main", is_pool=True)], [500, 0])
    7000
    """
    return sum(
        charge.cents - part
        for charge, part in zip(charges, waived, strict=True)
        if not charge.is_pool and event in {"", charge.event}
    )


def find_refused(kind: Kind, cents: int, so_far: Account, can_waive: int) -> str | None:
    """Return a code that says why a line cannot be written, or None. `can_waive` is the result of `waivable`.

    - `amount`: less than a cent, or more than a million dollars
    - `refund`: more than the desk has of this person
    - `waiver`: more than can still be waived
    """
    if not 1 <= cents <= MOST_CENTS:
        return "amount"
    if kind is Kind.REFUND and cents > so_far.held:
        return "refund"
    if kind is Kind.WAIVER and cents > can_waive:
        return "waiver"
    return None


def find_irreversible(number: int, lines: Iterable[Line]) -> str | None:
    """Return a code that says why the line with this number cannot be reversed, or None.

    - `reversal`: it is a reversal itself
    - `reversed`: it is reversed already
    - `refund`: its money was refunded since, so the refund must be reversed first

    Raises ValueError if there is no such line.
    """
    all_lines = tuple(lines)
    line = next((line for line in all_lines if line.number == number), None)
    if line is None:
        raise ValueError(f"there is no line {number}")
    if line.kind is Kind.REVERSAL:
        return "reversal"
    if line not in standing_lines(all_lines):
        return "reversed"
    if line.kind in {Kind.CASH, Kind.CHEQUE} and line.cents > account((), all_lines).held:
        return "refund"
    return None


def still_open(charges: Sequence[int], so_far: Account) -> tuple[int, ...]:
    """Return what is left to pay of each charge, in cents.

    The money that the desk has, and the waived amount, cover the charges in order.

    >>> still_open([7500, 2000], Account(charged=9500, waived=0, received=8000, refunded=0))
    (0, 1500)
    """
    unused = so_far.held + so_far.waived
    open_parts = []
    for charge in charges:
        covered = min(charge, max(0, unused))
        open_parts.append(charge - covered)
        unused -= covered
    return tuple(open_parts)


def read_cents(typed: str) -> int | None:
    """Return a typed amount in cents, or None if it is not an amount.

    >>> read_cents("75"), read_cents("$12.50"), read_cents("12,50"), read_cents("1.5"), read_cents("-3")
    (7500, 1250, 1250, None, None)
    """
    match = _TYPED.fullmatch(typed.strip())
    return int(match[1]) * 100 + int(match[2] or 0) if match else None


def written(cents: int) -> str:
    """Return an amount without a currency. Two decimals follow only if it has cents.

    >>> written(7500), written(1250), written(-300)
    ('75', '12.50', '−3')
    """
    whole, rest = divmod(abs(cents), 100)
    return ("−" if cents < 0 else "") + (f"{whole}.{rest:02}" if rest else str(whole))
