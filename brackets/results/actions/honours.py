"""Hands of 28 and 29 and other awards: recorded when they happen, and taken back."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404

from brackets.models import Honour
from brackets.results.words import results as results_words
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.models.people import with_people
from tournaments.reads.entries import entry_at

HONOUR = audit.Logged(model=Honour, names=("note", "at", "by"), by_hand="entry kind name")


@transaction.atomic
def record_honour(
    *,
    event: Event,
    seat: str,
    kind: str,
    name: str = "",
    note: str = "",
    seen: int | None = None,
    again: bool = False,
    actor: Actor,
) -> Honour:
    """Record that the player at this seat held a hand of 28 or 29, or earned another award, which has a `name`.

    `seen` is the number of awards when the page was made. `again` confirms an award that equals a recorded one.

    Raises Malformed if nobody has the seat, if another award has no name, or if a hand has one.
    Raises Forbidden (`own_card`) if the player is the actor.
    Raises Refused `not_seated` before the seats are drawn, `no_show` for a player who did not come.
    Raises Refused `stale` if the number of awards is not `seen`.
    Raises Refused `exists` without `again` if an equal award is recorded, since two people may report the same hand.
    """
    event = Event.objects.locked(event)
    if not event.is_seated:
        raise Refused("not_seated", results_words.honours_are_after_seating())
    entry = _entry(event, seat)
    _refuse_wrong_name(kind, name)
    refuse_own_card(actor, [entry])
    if entry.status == Entry.Status.NO_SHOW:
        raise Refused("no_show", results_words.honour_of_a_no_show(entry.known_name))
    if seen is not None and seen != Honour.objects.filter(entry__event=event).count():
        raise Refused("stale", results_words.honours_changed())
    if not again:
        _refuse_same(entry, kind, name)
    honour = Honour.objects.create(entry=entry, kind=kind, name=name, note=note, by=actor.name)
    _log(event, honour, actor, "honour.recorded", before=None, after=_values(honour))
    return honour


@transaction.atomic
def take_back_honour(*, event: Event, honour: int, actor: Actor) -> Honour:
    """Delete an award by its id, and return it.

    Raises Http404 if there is no such award any more, Forbidden (`own_card`) if it is the actor's own.
    """
    event = Event.objects.locked(event)
    row = Honour.objects.select_related(*with_people("entry__player")).filter(entry__event=event, pk=honour).first()
    if row is None:
        raise Http404(results_words.no_such_honour())
    refuse_own_card(actor, [row.entry])
    before = _values(row)
    row.delete()
    _log(event, row, actor, "honour.taken-back", before=before, after=None)
    return row


def _entry(event: Event, seat: str) -> Entry:
    """The entrant at this seat. Raises Malformed if there is none."""
    entry = entry_at(event, seat)
    if entry is None or not entry.seat:
        message = results_words.nobody_at(seat)
        raise Malformed(message, faults=[Fault("seat", "unknown", message)])
    return entry


def _refuse_same(entry: Entry, kind: str, name: str) -> None:
    """Raise Refused `exists` if the entrant has an equal award."""
    equal = Honour.objects.filter(entry=entry, kind=kind, name__iexact=name).last()
    if equal is None:
        return
    message = results_words.honour_is_recorded(entry, results_words.honour_name(kind, equal.name), equal.by, equal.at)
    current = {"id": equal.pk, "by": equal.by, "at": equal.at}
    raise Refused("exists", message, faults=[Fault("again", "exists", message)], current=current)


def _refuse_wrong_name(kind: str, name: str) -> None:
    """Raise Malformed if a hand has a name, or another award has none."""
    is_other = kind == Honour.Kind.OTHER
    if is_other == bool(name):
        return
    message = results_words.honour_needs_a_name() if is_other else results_words.honour_has_its_name()
    raise Malformed(message, faults=[Fault("name", "required" if is_other else "invalid", message)])


def _values(honour: Honour) -> dict[str, Any]:
    """An award as values for the log."""
    return {
        "name": honour.entry.known_name,
        "kind": honour.kind,
        "award": honour.name,
        **HONOUR.values(honour),
    }


def _log(
    event: Event,
    honour: Honour,
    actor: Actor,
    action: str,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    """Record an act on an award in the log, and touch the event."""
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("honour", honour.entry.seat),
        before=before,
        after=after,
        reason=honour.note,
    )
    event.touch()
