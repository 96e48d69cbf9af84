"""What is done about calls: a player calls a judge, a judge comes, and it is done."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from judging import words
from judging.models import LONGEST_WORDS, Call
from judging.reads import whereabouts
from tournaments import audit
from tournaments.access import Actor, is_own
from tournaments.actions.faults import raise_malformed, text_faults
from tournaments.errors import Forbidden, Refused
from tournaments.models import Entry, Event


@transaction.atomic
def call_judge(*, entry: Entry, about: str = "", actor: Actor) -> Call:
    """Call a judge to where this entrant sits now; `about` says what for, at most 200 characters.

    Raises Malformed (`about`: too long), Refused `not_seated` without a seat in play, `open` while an earlier call of theirs is
    open.
    """
    raise_malformed(text_faults("about", about, LONGEST_WORDS))
    event = Event.objects.locked(entry.event)
    entry = Entry.objects.select_related("event__tournament", "player").get(pk=entry.pk)
    if not entry.seat or entry.status != Entry.Status.PLAYING:
        raise Refused("not_seated", words.not_playing())
    if Call.objects.filter(entry=entry, closed_at__isnull=True).exists():
        raise Refused("open", words.called_already())
    place = whereabouts(entry)
    call = Call.objects.create(
        entry=entry, table=place.table, seat=place.seat, match=place.match, game=place.game, about=about
    )
    _record(event, call, "judge.called", actor, {"where": _where(call), "about": about})
    return call


@transaction.atomic
def take_call(*, call: Call, actor: Actor) -> None:
    """Say that one is coming to this call; again it changes nothing.

    Raises Forbidden `own_card` for one's own call, Refused `over` once it is done, `stale` where somebody else is coming.
    """
    event, call = _locked(call)
    _refuse_own(call, actor)
    if call.closed_at:
        raise Refused("over", words.call_is_done())
    if call.taken_at and call.judge == actor.user and call.taken_by == actor.name:
        return
    if call.taken_at:
        raise Refused("stale", words.somebody_else_comes(call.taken_by))
    call.taken_by, call.judge, call.taken_at = actor.name, actor.user, timezone.now()
    call.save(update_fields=["taken_by", "judge", "taken_at"])
    _record(event, call, "call.taken", actor, {"where": _where(call)})


@transaction.atomic
def close_call(*, call: Call, actor: Actor) -> None:
    """Say that this call is done; again it changes nothing. Raises Forbidden `own_card` for one's own call."""
    event, call = _locked(call)
    _refuse_own(call, actor)
    if call.closed_at:
        return
    call.closed_by, call.closed_at = actor.name, timezone.now()
    call.save(update_fields=["closed_by", "closed_at"])
    _record(event, call, "call.done", actor, {"where": _where(call)})


def _locked(call: Call) -> tuple[Event, Call]:
    event = Event.objects.locked(call.entry.event)
    return event, Call.objects.select_related("entry__player", "judge").get(pk=call.pk)


def _refuse_own(call: Call, actor: Actor) -> None:
    if is_own(actor.user, call.entry):
        raise Forbidden("own_card", words.own_call())


def _where(call: Call) -> str:
    return words.where(call.table, call.seat, call.match, call.game)


def _record(event: Event, call: Call, action: str, actor: Actor, after: dict[str, str]) -> None:
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action=action,
        subject=("entrant", str(call.entry.number)),
        before=None,
        after={"name": call.entry.name, **after},
    )
