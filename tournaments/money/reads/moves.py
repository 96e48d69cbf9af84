"""What changed somebody's open amount, and who did it."""

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
    """A change of an open amount by `cents`; positive means that more is open."""

    by: str
    at: datetime
    cents: int


def moves_of_lines(lines: Iterable[MoneyLine]) -> list[Move]:
    """Return how these lines changed the open amount. Fetch each line together with the line that it reverses.

    Every kind of line lowers the open amount, except a refund, which raises it. A reversal does the opposite of the
    line that it reverses.
    """
    moves = []
    for line in lines:
        original = line.reverses or line
        is_reversal = line.reverses is not None
        raises_amount = (original.kind == LedgerLine.Kind.REFUND) != is_reversal
        moves.append(Move(line.by, line.at, line.cents if raises_amount else -line.cents))
    return moves


def moves_of_account(tournament: Tournament, person_account: PersonAccount) -> list[Move]:
    """Return the changes of an account: lines, pools and optional fees taken or left, and changed fees of its events.

    Two queries.
    """
    lines = tournament.ledger.filter(player=person_account.player).select_related("reverses")
    events = [entry.event for entry in person_account.entries]
    rows = AuditEntry.objects.filter(tournament=tournament)
    choices = rows.filter(action__in=_CHOSEN, subject_kind="ledger", after__player=person_account.name)
    fees = rows.filter(action__in=_FEES, event__slug__in=events)
    return [*moves_of_lines(lines), *(Move(row.actor_name, row.at, _more(row)) for row in choices | fees)]


_CHOSEN = ("money.pool-taken", "money.pool-left")
_FEES = ("fee.added", "fee.changed", "fee.removed")


def _more(row: AuditEntry) -> int:
    """Return by how many cents this row of the log raised what is owed."""
    before, after = _cents(row.before), _cents(row.after)
    return -after if row.action == "money.pool-left" else after - before


def _cents(values: Any) -> int:
    """Return what everybody owes by these logged values of a fee, in cents.

    It is 0 for an optional fee, whose takers have log rows of their own.
    """
    return 0 if not values or values.get("optional") else int(values.get("cents", 0))


def last_mover(moves: Iterable[Move], was: int, now: int) -> Since | None:
    """Return who made the last of these moves, if the latest moves explain the change from `was` to `now` (in cents).

    Otherwise return None.
    """
    newest_first = sorted((move for move in moves if move.cents), key=lambda move: move.at, reverse=True)
    earlier_amount = now
    for move in newest_first:
        earlier_amount -= move.cents
        if earlier_amount == was:
            return Since(newest_first[0].by, newest_first[0].at)
    return None
