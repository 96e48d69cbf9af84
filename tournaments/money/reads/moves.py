"""What has made the money that is open for somebody what it is, and who did it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.errors import Since
from tournaments.models import AuditEntry, LedgerLine, MoneyLine, Tournament
from tournaments.money.reads.money import PersonAccount


@dataclass(frozen=True, slots=True)
class Move:
    """That somebody made what is open more by so many cents, or less."""

    by: str
    at: datetime
    cents: int


def moves_of_lines(lines: Iterable[MoneyLine]) -> list[Move]:
    """What these lines made of what is open, each with the line that it takes back: money that goes either way settles it, but for a
    refund."""
    found = []
    for line in lines:
        said = line.reverses or line
        is_more = (said.kind == LedgerLine.Kind.REFUND) == (line.reverses is None)
        found.append(Move(line.by, line.at, line.cents if is_more else -line.cents))
    return found


def moves_of_account(tournament: Tournament, known: PersonAccount) -> list[Move]:
    """What has moved an account, by its lines, by pools and optional fees that were taken or left, and by the fees of its events. Two
    queries."""
    lines = tournament.ledger.filter(player=known.player).select_related("reverses")
    events = [entry.event for entry in known.entries]
    rows = AuditEntry.objects.filter(tournament=tournament)
    chosen = rows.filter(action__in=_CHOSEN, subject_kind="ledger", after__player=known.name)
    fees = rows.filter(action__in=_FEES, event__slug__in=events)
    return [*moves_of_lines(lines), *(Move(row.actor_name, row.at, _more(row)) for row in chosen | fees)]


_CHOSEN = ("money.pool-taken", "money.pool-left")
_FEES = ("fee.added", "fee.changed", "fee.removed")


def _more(row: AuditEntry) -> int:
    """By how many cents more is owed by this row of the trail."""
    before, after = _cents(row.before), _cents(row.after)
    return -after if row.action == "money.pool-left" else after - before


def _cents(said: Any) -> int:
    """What everybody owes by this; whoever takes what is optional has a row of their own."""
    return 0 if not said or said.get("optional") else int(said.get("cents", 0))


def last_mover(moves: Iterable[Move], was: int, now: int) -> Since | None:
    """Who made the last of these moves, where the last ones of them have made what is open, which `was` so much, what it is now; None where
    they have not."""
    made = sorted((one for one in moves if one.cents), key=lambda one: one.at, reverse=True)
    left = now
    for one in made:
        left -= one.cents
        if left == was:
            return Since(made[0].by, made[0].at)
    return None
