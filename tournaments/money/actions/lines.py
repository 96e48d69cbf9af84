"""Lists of money that only grow: fees, the books, payouts. A line is numbered in its tournament and reversed once, by another.

Whoever writes into one holds the lock of `locked_tournament`, so that two desks neither number two lines alike nor write the
same money twice.
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
    """The tournament's row, locked for whoever writes its money or enters people in several of its events."""
    # A key-only lock of the row, as every foreign key to it takes one, goes on: cards are typed while money is counted.
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def line_faults(kind: str, cents: int, kinds: Iterable[str]) -> list[Fault]:
    """What is wrong with a line of this kind and amount, where somebody may write these kinds."""
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
    told: Callable[[Since | None], str],
) -> None:
    """Raise Refused (`stale`, with what is `current`) where what is open is not what somebody looked at; both in cents. It is `told` with
    who has written the last of its `moves`, where these have made it what it is."""
    if looked_at is None or looked_at == now:
        return
    with timezone.override(tournament.time_zone):
        message = told(last_mover(moves(), looked_at, now))
    raise Refused("stale", message, current={"open": now})


def same_before(lines: QuerySet[Line], *, by: str, **said: Any) -> Line | None:
    """The last of these lines, where the same person wrote the same in it and it stands: what is sent once more because nothing
    came back."""
    last = lines.order_by("number").last()
    if last is None or last.by != by or any(getattr(last, name) != value for name, value in said.items()):
        return None
    return None if lines.filter(reverses=last).exists() else last


def reversal_of(line: Line) -> Line | None:
    """The line that takes this one back already. Raises Refused (`impossible`) for one that takes another back itself."""
    if line.kind == Kind.REVERSAL:
        raise Refused(
            "impossible",
            _("Line %(number)d takes another one back, and that stays. Write the money once more as a new line.")
            % {"number": line.number},
        )
    found: Line | None = type(line)._default_manager.filter(reverses=line).first()
    return found


def add_line(
    lines: Manager[Line],
    *,
    tournament: Tournament,
    kind: str,
    cents: int,
    reverses: Line | None = None,
    act: str,
    subject: str,
    told: Mapping[str, Any],
    was: Mapping[str, Any] | None = None,
    reason: str,
    actor: Actor,
    **values: Any,
) -> Line:
    """Add the next of these lines of the tournament, with its row in the trail: `act` of a `subject` with the line's number.

    `told` goes into the trail beside kind and amount, `was` beside those of the line that this one `reverses`.
    """
    last = lines.aggregate(last=Max("number"))["last"] or 0
    line = lines.create(number=last + 1, kind=kind, cents=cents, reverses=reverses, by=actor.name, **values)
    audit.record(
        tournament=tournament,
        actor=actor,
        action=act,
        subject=(subject, str(line.number)),
        before={"kind": reverses.kind, "number": reverses.number, **(was or {})} if reverses else None,
        after={"kind": str(kind), "cents": cents, **told},
        reason=reason,
    )
    return line
