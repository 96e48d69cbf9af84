"""What somebody owes and what was received, in cents (ours: the rulebook leaves money to the director).

A ledger only grows. A line says that money came (cash, cheque), went back (refund) or is not asked for (waiver); a reversal
takes one other line back, and nothing takes a reversal back. What is owed follows from the fees; what is left to pay follows
from both. Every cent that came is either here or was given back.
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
    """One line of the ledger: its number, for a reversal the number of the line that it takes back, and for a waiver the
    event that it is for (its short name; empty: any)."""

    number: int
    kind: Kind
    cents: int
    reverses: int | None = None
    event: str = ""


@dataclass(frozen=True, slots=True)
class Charged:
    """What somebody is charged for one fee of an event (its short name), in cents. A pool is money of those who play for it."""

    cents: int
    event: str = ""
    is_pool: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """Where somebody stands, in cents: what the fees come to, what of it is waived, what came and what went back."""

    charged: int
    waived: int
    received: int
    refunded: int

    @property
    def owed(self) -> int:
        """What this person is to pay in all."""
        return max(0, self.charged - self.waived)

    @property
    def held(self) -> int:
        """What the desk has of this person's money."""
        return self.received - self.refunded

    @property
    def open(self) -> int:
        """What is left to pay; below none where the desk has more than is owed."""
        return self.owed - self.held


def standing_lines(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines that count: neither reversals nor what they take back."""
    everything = tuple(lines)
    gone = {line.reverses for line in everything if line.kind is Kind.REVERSAL}
    return tuple(line for line in everything if line.kind is not Kind.REVERSAL and line.number not in gone)


def account(charges: Iterable[Charged], lines: Iterable[Line]) -> Account:
    """Return where somebody stands who is charged this much and has these lines.

    A waiver for an event counts as far as the fees of that event go: where they are gone, nothing is waived for others.
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
    """What is waived for each event, and for none."""
    found: Counter[str] = Counter()
    for line in standing:
        if line.kind is Kind.WAIVER:
            found[line.event] += line.cents
    return found


def waived_on(charges: Sequence[Charged], lines: Iterable[Line]) -> tuple[int, ...]:
    """Return how much of each charge is waived by these lines of a person, in cents.

    A waiver for an event covers the fees of that event beside its pools, in their order. One for no event covers what is left
    beside pools, each in their order (ours), so that whoever is let off the entry fee still takes part in the pool they paid
    for. It reaches pools last: nobody waives them, but fees may have fallen since, and older ledgers have such waivers.

    >>> main, pool, other = Charged(7500, "main"), Charged(1000, "main", is_pool=True), Charged(500, "consolation")
    >>> waived_on([main, pool, other], [Line(1, Kind.WAIVER, 8100)])
    (7500, 100, 500)
    >>> waived_on([main, pool, other], [Line(1, Kind.WAIVER, 500, event="consolation")])
    (0, 0, 500)
    """
    left = _waivers(standing_lines(lines))
    found = [0] * len(charges)
    for place, charge in enumerate(charges):
        if charge.event and not charge.is_pool:
            found[place] = min(charge.cents, left[charge.event])
            left[charge.event] -= found[place]
    for of_pools in (False, True):
        for place, charge in enumerate(charges):
            if charge.is_pool is of_pools:
                part = min(charge.cents - found[place], left[""])
                found[place] += part
                left[""] -= part
    return tuple(found)


def waivable(charges: Sequence[Charged], waived: Sequence[int], event: str = "") -> int:
    """Return what can still be waived of these charges, in cents, of which so much is waived each: of one event, or of all.

    Never what a pool costs: that is money of those who play for it, and whoever does not pay it is not in it (ours).

    >>> waivable([Charged(7500, "main"), Charged(1000, "main", is_pool=True)], [500, 0])
    7000
    """
    return sum(
        charge.cents - part
        for charge, part in zip(charges, waived, strict=True)
        if not charge.is_pool and event in {"", charge.event}
    )


def find_refused(wanted: Kind, cents: int, so_far: Account, can_waive: int) -> str | None:
    """Return why a line cannot be written, as a code; None where it can. `can_waive` is what is `waivable`.

    - `amount`: less than a cent, or more than a million
    - `refund`: more goes back than the desk has of this person
    - `waiver`: more is waived than is still charged beside pools
    """
    if not 1 <= cents <= MOST_CENTS:
        return "amount"
    if wanted is Kind.REFUND and cents > so_far.held:
        return "refund"
    if wanted is Kind.WAIVER and cents > can_waive:
        return "waiver"
    return None


def find_irreversible(number: int, lines: Iterable[Line]) -> str | None:
    """Return why the line with this number cannot be taken back, as a code; None where it can.

    - `reversal`: it takes another one back itself
    - `reversed`: it is taken back already
    - `refund`: the money went back meanwhile, so that the refund is to be taken back first

    Raises ValueError where there is no such line.
    """
    everything = tuple(lines)
    found = next((line for line in everything if line.number == number), None)
    if found is None:
        raise ValueError(f"there is no line {number}")
    if found.kind is Kind.REVERSAL:
        return "reversal"
    if found not in standing_lines(everything):
        return "reversed"
    if found.kind in {Kind.CASH, Kind.CHEQUE} and found.cents > account((), everything).held:
        return "refund"
    return None


def still_open(charges: Sequence[int], so_far: Account) -> tuple[int, ...]:
    """Return what is left to pay of each charge: what the desk has and what is waived covers them in their order.

    >>> still_open([7500, 2000], Account(charged=9500, waived=0, received=8000, refunded=0))
    (0, 1500)
    """
    left = so_far.held + so_far.waived
    found = []
    for charge in charges:
        covered = min(charge, max(0, left))
        found.append(charge - covered)
        left -= covered
    return tuple(found)


def read_cents(typed: str) -> int | None:
    """Return an amount as somebody types it, in cents; None for what is none.

    >>> read_cents("75"), read_cents("$12.50"), read_cents("12,50"), read_cents("1.5"), read_cents("-3")
    (7500, 1250, 1250, None, None)
    """
    match = _TYPED.fullmatch(typed.strip())
    return int(match[1]) * 100 + int(match[2] or 0) if match else None


def written(cents: int) -> str:
    """Return an amount as it is written, without a currency: two digits behind the point only where there are cents.

    >>> written(7500), written(1250), written(-300)
    ('75', '12.50', '−3')
    """
    whole, rest = divmod(abs(cents), 100)
    return ("−" if cents < 0 else "") + (f"{whole}.{rest:02}" if rest else str(whole))
