"""Write lines of the books, an append-only list. The acts lock the tournament’s row, as those of the ledger do."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from brackets.models import Item
from brackets.settling import words as settling_words
from tournaments.access import Actor, is_same_name
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import Event, Tournament, longest
from tournaments.money.actions.lines import (
    add_line,
    line_faults,
    locked_tournament,
    reversal_of,
)

ITEM_KINDS = (Item.Kind.EXPENSE, Item.Kind.SANCTIONING, Item.Kind.INCOME)
"""The kinds of line that people can write. A reversal is written by an act of its own."""


@transaction.atomic
def write_item(
    *,
    tournament: Tournament,
    kind: str,
    name: str,
    cents: int,
    event: Event | None = None,
    number: int | None = None,
    seen: int | None = None,
    actor: Actor,
) -> Item:
    """Write an expense, a sanctioning fee or an income into the books, of an event or of the whole tournament.

    `number` is the number of the next line, as the actor saw it: a repeated request returns the same line. `seen` is
    the number of the last line that the actor saw: an equal line that was written after it is refused.

    Raises Malformed with every fault.
    Raises Refused `exists` if the line `number` says something else, or if an equal line was written after `seen`.
    Raises Refused `gap` if lines before `number` are missing.
    """
    tournament = locked_tournament(tournament)
    faults = [*text_faults("name", name, longest(Item, "name"), required=True), *line_faults(kind, cents, ITEM_KINDS)]
    if event is not None and event.tournament_id != tournament.pk:
        faults.append(Fault("event", "unknown", _("This tournament has no such event.")))
    raise_malformed(faults)
    recorded = _item_numbered(tournament, number) if number is not None else None
    if recorded is not None:
        sent = (kind, name.strip(), cents, event and event.pk)
        if (recorded.kind, recorded.name, recorded.cents, recorded.event_id) != sent:
            message = settling_words.item_exists(recorded.number, recorded.name)
            raise Refused("exists", message, current={"number": recorded.number})
        return recorded
    if seen is not None:
        _refuse_twice(tournament, seen, name.strip(), kind=kind, cents=cents, event=event)
    return _add_item(tournament, kind, name.strip(), cents, event, actor)


def _refuse_twice(tournament: Tournament, seen: int, name: str, **columns: Any) -> None:
    """Raise Refused `exists` if an equal line, not reversed, follows line `seen`. Case and spaces are ignored."""
    later_lines = tournament.items.filter(number__gt=seen, reversed_by=None, **columns).order_by("-number")
    equal = next((item for item in later_lines if item.name == name or is_same_name(item.name, name)), None)
    if equal is not None:
        with timezone.override(tournament.time_zone):
            sentence = settling_words.item_written_meanwhile(equal.number, equal.by, equal.at)
        raise Refused("exists", sentence, current={"number": equal.number})


def _item_numbered(tournament: Tournament, number: int) -> Item | None:
    """The line of this number; None if it is the next number. Raises Refused `gap` for a later number."""
    last_number = tournament.items.aggregate(last=Max("number"))["last"] or 0
    if number > last_number + 1:
        raise Refused("gap", settling_words.item_gap(last_number + 1), current={"number": last_number})
    return tournament.items.filter(number=number).first()


@transaction.atomic
def reverse_item(*, item: Item, reason: str, actor: Actor) -> Item:
    """Reverse a line of the books by another line, with the reason. A second call returns the same reversal.

    Raises Malformed without a reason.
    Raises Refused `impossible` if the line is itself a reversal.
    """
    tournament = locked_tournament(item.tournament)
    raise_malformed(text_faults("reason", reason, longest(Item, "name"), required=True))
    reversal = reversal_of(item)
    if reversal is not None:
        return reversal
    return _add_item(tournament, Item.Kind.REVERSAL, reason.strip(), item.cents, item.event, actor, reverses=item)


def _add_item(
    tournament: Tournament,
    kind: str,
    name: str,
    cents: int,
    event: Event | None,
    actor: Actor,
    *,
    reverses: Item | None = None,
) -> Item:
    """Append a line to the books. The `name` of a reversal is its reason."""
    return add_line(
        tournament.items,
        tournament=tournament,
        kind=kind,
        cents=cents,
        reverses=reverses,
        act="money.item-reversed" if reverses else "money.item-written",
        subject="item",
        logged={"name": name, "event": event.slug if event else ""},
        was={"name": reverses.name} if reverses else None,
        reason=name if reverses else "",
        actor=actor,
        event=event,
        name=name,
    )
