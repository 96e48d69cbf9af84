"""What somebody owes and what was received, in cents (ours: the rulebook leaves money to the director).

A ledger is append-only. A line says that money came (cash, cheque), went back (refund) or is not charged (waiver). A
reversal takes back one other line, and is never reversed itself. Fees say what is owed; fees and ledger say what is
left to pay.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST_CENTS = 100_000_000
_TYPED = re.compile(r"\$?\s*([0-9]{1,6})(?:[.,]([0-9]{2}))?\s*\$?")


class Kind(StrEnum):
    """What a line of the ledger says."""

    CASH = "cash"
    CHEQUE = "cheque"
    REFUND = "refund"
    WAIVER = "waiver"
    REVERSAL = "reversal"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger.

    `reverses` is the number of the line that a reversal takes back; `event` is the slug of a waiver's event (empty:
    any).
    """

    number: int
    kind: Kind
    cents: int
    reverses: int | None = None
    event: str = ""


@dataclass(frozen=True, slots=True)
class Charged:
    """What somebody is charged for one fee of an event (its slug), in cents. A pool belongs to those who play for it."""

    cents: int
    event: str = ""
    is_pool: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """Where somebody stands, in cents: fees charged, amount waived, money received, money refunded."""

    charged: int
    waived: int
    received: int
    refunded: int

    @property
    def owed(self) -> int:
        """What this person is to pay in total."""
        return max(0, self.charged - self.waived)

    @property
    def held(self) -> int:
        """What the desk holds of this person's money."""
        return self.received - self.refunded

    @property
    def open(self) -> int:
        """What is left to pay; negative if the desk holds more than is owed."""
        return self.owed - self.held


def standing_lines(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines that count: no reversals, and no reversed lines."""
    everything = tuple(lines)
    gone = {line.reverses for line in everything if line.kind is Kind.REVERSAL}
    return tuple(line for line in everything if line.kind is not Kind.REVERSAL and line.number not in gone)


def account(charges: Iterable[Charged], lines: Iterable[Line]) -> Account:
    """Return where somebody stands with these charges and lines.

    A waiver for an event counts up to that event's fees: if they are removed, it does not cover other fees.
    """
    standing = standing_lines(lines)
    totals = dict.fromkeys(Kind, 0)
    for line in standing:
        totals[line.kind] += line.cents
    charged = tuple(charges)
    fees: Counter[str] = Counter()
    for charge in charged:
        fees[charge.event] += 0 if charge.is_pool else charge.cents
    waivers = _waivers(standing)
    return Account(
        charged=sum(charge.cents for charge in charged),
        waived=sum(min(cents, fees[event]) if event else cents for event, cents in waivers.items()),
        received=totals[Kind.CASH] + totals[Kind.CHEQUE],
        refunded=totals[Kind.REFUND],
    )


def _waivers(standing: Iterable[Line]) -> Counter[str]:
    """Return the waived cents by event; the empty slug is for no event."""
    cents_by_event: Counter[str] = Counter()
    for line in standing:
        if line.kind is Kind.WAIVER:
            cents_by_event[line.event] += line.cents
    return cents_by_event


def waived_on(charges: Sequence[Charged], lines: Iterable[Line]) -> tuple[int, ...]:
    """Return how much of each charge these lines of a person waive, in cents.

    A waiver for an event covers that event's fees beside its pools, in order. One for no event covers what is left
    beside pools, in order (ours), so that somebody who is let off the entry fee still takes part in the pool they paid
    for. It reaches pools last: pools are not waived, but fees may have fallen since, and older ledgers have such
    waivers.

    >>> main, pool, other = Charged(7500, "main"), Charged(1000, "main", is_pool=True), Charged(500, "consolation")
    >>> waived_on([main, pool, other], [Line(1, Kind.WAIVER, 8100)])
    (7500, 100, 500)
    >>> waived_on([main, pool, other], [Line(1, Kind.WAIVER, 500, event="consolation")])
    (0, 0, 500)
    """
    left = _waivers(standing_lines(lines))
    waived_parts = [0] * len(charges)
    for place, charge in enumerate(charges):
        if charge.event and not charge.is_pool:
            waived_parts[place] = min(charge.cents, left[charge.event])
            left[charge.event] -= waived_parts[place]
    for of_pools in (False, True):
        for place, charge in enumerate(charges):
            if charge.is_pool is of_pools:
                part = min(charge.cents - waived_parts[place], left[""])
                waived_parts[place] += part
                left[""] -= part
    return tuple(waived_parts)


def waivable(charges: Sequence[Charged], waived: Sequence[int], event: str = "") -> int:
    """Return what can still be waived of these charges, in cents: of one event, or of all.

    `waived` is what is waived of each charge already. A pool is never waived: it is the money of those who play for it,
    and somebody who does not pay it is not in it (ours).

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
    - `waiver`: more than is still charged beside pools
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
    - `refund`: the money was refunded since; reverse the refund first

    Raises ValueError if there is no such line.
    """
    everything = tuple(lines)
    line = next((line for line in everything if line.number == number), None)
    if line is None:
        raise ValueError(f"there is no line {number}")
    if line.kind is Kind.REVERSAL:
        return "reversal"
    if line not in standing_lines(everything):
        return "reversed"
    if line.kind in {Kind.CASH, Kind.CHEQUE} and line.cents > account((), everything).held:
        return "refund"
    return None


def still_open(charges: Sequence[int], so_far: Account) -> tuple[int, ...]:
    """Return what is left to pay of each charge: money held and amounts waived cover the charges in order.

    >>> still_open([7500, 2000], Account(charged=9500, waived=0, received=8000, refunded=0))
    (0, 1500)
    """
    left = so_far.held + so_far.waived
    open_parts = []
    for charge in charges:
        covered = min(charge, max(0, left))
        open_parts.append(charge - covered)
        left -= covered
    return tuple(open_parts)


def read_cents(typed: str) -> int | None:
    """Return a typed amount in cents, or None if it is not an amount.

    >>> read_cents("75"), read_cents("$12.50"), read_cents("12,50"), read_cents("1.5"), read_cents("-3")
    (7500, 1250, 1250, None, None)
    """
    match = _TYPED.fullmatch(typed.strip())
    return int(match[1]) * 100 + int(match[2] or 0) if match else None


def written(cents: int) -> str:
    """Format an amount without a currency; the two decimals appear only if there are cents.

    >>> written(7500), written(1250), written(-300)
    ('75', '12.50', '−3')
    """
    whole, rest = divmod(abs(cents), 100)
    return ("−" if cents < 0 else "") + (f"{whole}.{rest:02}" if rest else str(whole))
