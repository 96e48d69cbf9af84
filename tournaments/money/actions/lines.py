"""Append-only lists of money: fees, the books, payouts. Lines are numbered per tournament and reversed at most once.

Writers hold the lock of `locked_tournament`, so that two desks never use one number twice or write the same money
twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.db.models import Manager, Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Refused, Since
from tournaments.faults import unknown
from tournaments.models import MoneyLine, Tournament
from tournaments.money import words as money_words
from tournaments.money.reads.moves import Move, last_mover
from tournaments.money.rules import MOST_CENTS, Kind

Line = TypeVar("Line", bound=MoneyLine)


def locked_tournament(tournament: Tournament) -> Tournament:
    """Lock the tournament's row and return it. Lock it to write money, and to enter people in several events."""
    # A no-key lock does not block the insertion of rows that refer to the tournament, such as rows of the log: cards
    # are typed while money is counted.
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def line_faults(kind: str, cents: int, kinds: Iterable[str]) -> list[Fault]:
    """Return the faults of a line of this kind and amount in cents. `kinds` are the allowed kinds."""
    known = list(kinds)
    faults = [] if kind in known else [unknown("kind", known)]
    if not 1 <= cents <= MOST_CENTS:
        faults.append(Fault("cents", "range", money_words.amount_form()))
    return faults


def refuse_moved(
    looked_at: int | None,
    now: int,
    *,
    tournament: Tournament,
    moves: Callable[[], Iterable[Move]],
    message_for: Callable[[Since | None], str],
) -> None:
    """Raise Refused (`stale`, with the `current` amount) if the open amount is not the one that the user looked at.

    Amounts are in cents; `looked_at` is None to skip the check. `message_for` makes the message from the author of the
    last of the `moves`, or from None if the moves do not explain the change.
    """
    if looked_at is None or looked_at == now:
        return
    with timezone.override(tournament.time_zone):
        message = message_for(last_mover(moves(), looked_at, now))
    raise Refused("stale", message, current={"open": now})


def same_before(lines: QuerySet[Line], *, by: str, **values: Any) -> Line | None:
    """Return the last line if it stands and has this author and these values, else None.

    Such a line was written by an earlier try of the same request.
    """
    last = lines.order_by("number").last()
    if last is None or last.by != by or any(getattr(last, name) != value for name, value in values.items()):
        return None
    return None if lines.filter(reverses=last).exists() else last


def reversal_of(line: Line) -> Line | None:
    """Return the line that reverses this line, or None. Raises Refused (`impossible`) if this line is a reversal."""
    if line.kind == Kind.REVERSAL:
        raise Refused(
            "impossible",
            _("Line %(number)d takes another one back, and that stays. Write the money again as a new line.")
            % {"number": line.number},
        )
    reversal: Line | None = type(line)._default_manager.filter(reverses=line).first()
    return reversal


def add_line(
    lines: Manager[Line],
    *,
    tournament: Tournament,
    kind: str,
    cents: int,
    reverses: Line | None = None,
    act: str,
    subject: str,
    logged: Mapping[str, Any],
    was: Mapping[str, Any] | None = None,
    reason: str,
    actor: Actor,
    **values: Any,
) -> Line:
    """Append a line and record it in the log, with the action `act` and the subject (`subject`, the line's number).

    The values after the act are the kind, the amount and `logged`. If the line `reverses` another one, the values
    before the act are the kind and number of that line and `was`. `values` are further columns of the line.
    """
    last = lines.aggregate(last=Max("number"))["last"] or 0
    before = {"kind": reverses.kind, "number": reverses.number, **(was or {})} if reverses else None
    line = lines.create(number=last + 1, kind=kind, cents=cents, reverses=reverses, by=actor.name, **values)
    audit.record(
        tournament=tournament,
        actor=actor,
        action=act,
        subject=(subject, str(line.number)),
        before=before,
        after={"kind": str(kind), "cents": cents, **logged},
        reason=reason,
    )
    return line
