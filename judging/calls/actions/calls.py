"""Calls for judges: called, taken, third judges asked for, closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from judging import access
from judging.calls import words as calls_words
from judging.calls.reads.calls import (
    Whereabouts,
    calls,
    event_played_now,
    heard_by,
    matches_told,
    may_go_to_three,
    plays_no_match,
    whereabouts,
)
from judging.calls.reads.panel import panel, proposals
from judging.models import Call, Coming, Sending
from judging.rulebook.rules.subjects import SUBJECTS
from judging.rules.calls import TWO, Bar, judges_needed
from tournaments import audit
from tournaments.access import Actor, is_own
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.models import Entry, Event, User, longest
from tournaments.models.people import with_people
from tournaments.people.reads import relations as relations_reads


@transaction.atomic
def call_judge(
    *,
    entry: Entry,
    about: str = "",
    subject: str = "",
    for_opponent: bool = False,
    by_staff: bool = False,
    actor: Actor,
) -> Call:
    """Call judges to the table where this entrant sits now; `about` says why, `subject` the kind of case.

    `for_opponent`: the opponent calls on this entrant's phone, so the call is theirs. `by_staff`: the desk or a judge
    calls for the entrant. Two opponents share one open call. Raises Malformed (`about`: too long, `subject`: unknown),
    Refused `not_seated` (no seat in play, no match once the bracket is drawn, or no known opponent), `open`.
    """
    faults = text_faults("about", about, longest(Call, "about"))
    known = [case_subject.key for case_subject in SUBJECTS]
    if subject and subject not in known:
        faults.append(unknown("subject", known))
    raise_malformed(faults)
    event = Event.objects.locked(entry.event)
    entry = Entry.objects.with_people().select_related("event__tournament").get(pk=entry.pk)
    _refuse_where_nobody_plays(entry, by_staff=by_staff)
    place = whereabouts(entry)
    called_by = actor.name if by_staff else ""
    if for_opponent:
        if place.opponent is None:
            raise Refused("not_seated", calls_words.no_opponent())
        called_by, entry = entry.name, place.opponent
        place = whereabouts(entry)
    earlier = _open_at(entry, place)
    if earlier is not None:
        is_own_call = not called_by and not earlier.is_by_staff and earlier.entry == entry
        who = earlier.called_by if earlier.is_by_staff else earlier.entry.name
        raise Refused("open", calls_words.called_already("" if is_own_call else who))
    call = Call.objects.create(
        entry=entry,
        opponent=place.opponent,
        table=place.table,
        seat=place.seat,
        match=place.match,
        game=place.game,
        subject=subject,
        about=about,
        called_by=called_by,
        caller=actor.user if by_staff else None,
    )
    _record(event, call, "judge.called", actor, {"where": _where(call), "about": about, "subject": subject})
    return call


def _refuse_where_nobody_plays(entry: Entry, *, by_staff: bool) -> None:
    """Raise Refused (`not_seated`) for an entrant without a seat in play, or without a match after the draw."""
    plays = bool(entry.seat) and entry.status == Entry.Status.PLAYING
    if plays and not plays_no_match(entry, by_staff=by_staff):
        return
    if not by_staff:
        raise Refused("not_seated", calls_words.plays_no_match() if plays else calls_words.not_playing())
    there = event_played_now(entry)
    elsewhere = there.name if there is not None else ""
    raise Refused(
        "not_seated",
        calls_words.plays_no_match(matches_told(entry.event), entry.name, elsewhere)
        if plays
        else calls_words.not_playing(entry.name, elsewhere),
    )


def _open_at(entry: Entry, place: Whereabouts) -> Call | None:
    """The open call of this entrant or of their opponent in the same game, or None."""
    rows = Call.objects.filter(closed_at__isnull=True).select_related("entry")
    same = Q(entry=place.opponent, opponent=entry, match=place.match)
    if place.match is None:
        same &= Q(game=place.game)
    return rows.filter(Q(entry=entry) | same if place.opponent else Q(entry=entry)).order_by("pk").first()


@transaction.atomic
def come(*, call: Call, next_deal: str = "", anyway: bool = False, actor: Actor) -> Coming:
    """Say that the actor comes to this call, and who deals next in their own game (protocol c, 2020).

    Again it changes only the next deal. A judge related to a player confirms with `anyway` (protocol i, 2020). Raises
    Forbidden `role` (not a judge in its event, also for the director), `own_card` (protocol f, 2020), Malformed
    (`next_deal`), Refused `over` (the call is closed), `stale` (enough judges are coming), `related` (the message names
    the player).
    """
    if next_deal and next_deal not in Coming.NextDeal.values:
        raise_malformed([unknown("next_deal", Coming.NextDeal.values)])
    event, call = _locked(call)
    access.require_judge(actor.user, event)
    refuse_own_case(actor, call.entry, call.opponent)
    _refuse_over(call)
    coming = list(call.coming.filter(gave_up_at__isnull=True))
    mine = _mine(coming, actor)
    if mine is not None:
        if next_deal and next_deal != mine.next_deal:
            mine.next_deal = next_deal
            mine.save(update_fields=["next_deal"])
        return mine
    heard = heard_by(call)
    if len(heard) >= judges_needed(third=call.third_at is not None) and actor.name not in heard:
        raise Refused("stale", calls_words.enough_come(heard))
    related, to = _related(event, call, actor.user)
    if related and not anyway:
        raise Refused("related", calls_words.is_related(to.name if to else "", related))
    made = Coming.objects.create(call=call, judge=actor.user, name=actor.name, next_deal=next_deal, related=related)
    _record(event, call, "call.taken", actor, {"where": _where(call), "next_deal": next_deal, "related": related})
    return made


@transaction.atomic
def be_there(*, call: Call, anyway: bool = False, actor: Actor) -> Coming:
    """Say that the actor is at the table, which includes coming. Raises what `come` raises."""
    event, call = _locked(call)
    coming = come(call=call, anyway=anyway, actor=actor)
    if coming.there_at is None:
        coming.there_at = timezone.now()
        coming.save(update_fields=["there_at"])
        _record(event, call, "judge.arrived", actor, {"where": _where(call)})
    return coming


@transaction.atomic
def give_up(*, call: Call, actor: Actor) -> None:
    """Say that the actor cannot take this call after all. No effect if they were not coming.

    Raises Refused `over` (the call is closed).
    """
    event, call = _locked(call)
    _refuse_over(call)
    mine = _mine(call.coming.filter(gave_up_at__isnull=True), actor)
    if mine is None:
        return
    mine.gave_up_at = timezone.now()
    mine.save(update_fields=["gave_up_at"])
    _record(event, call, "call.given-up", actor, {"where": _where(call)})


@transaction.atomic
def send_judge(*, call: Call, judge: User, anyway: bool = False, actor: Actor) -> Sending:
    """Send this judge to the call; they answer by coming or by saying why they cannot. Again it changes nothing.

    After a judge declined, it sends them anew. A judge related to a player needs `anyway` (protocol i, 2020). Raises
    Malformed (`judge`: not one in the event of the call), Refused `over` (the call is closed), `stale` (this judge or
    enough others are coming), `barred` (plays the game: protocol f, 2020; gave up; is at another call; takes no calls
    now), `related`.
    """
    event, call = _locked(call)
    _refuse_over(call)
    coming = list(call.coming.filter(gave_up_at__isnull=True))
    named, heard = judge.get_full_name() or judge.get_username(), heard_by(call)
    if any(attending.judge_id == judge.pk for attending in coming) or named in heard:
        raise Refused("stale", calls_words.comes_already(named))
    if len(heard) >= judges_needed(third=call.third_at is not None):
        raise Refused("stale", calls_words.enough_come(heard))
    (shown,) = (row for row in calls([event]) if row.number == call.pk)
    judges = panel(event.tournament, event.tournament.events.all())
    proposal = proposals(judges, shown).of(judge)
    if proposal is None:
        fault = unknown("judge", [member.user.get_username() for member in judges.judges if member.judges_in(event.pk)])
        raise Malformed(fault.message, faults=[fault])
    name = proposal.judge.name
    earlier = call.sendings.filter(judge=judge).first()
    if earlier is not None and earlier.declined_at is None and proposal.bar is not Bar.GAVE_UP:
        return earlier
    if proposal.bar is not None:
        raise Refused("barred", calls_words.cannot_be_sent(name, proposal.bar))
    related, to = _related(event, call, judge)
    if related and not anyway:
        raise Refused("related", calls_words.related_sent(name, to.name if to else "", related))
    made = earlier or Sending(call=call, judge=judge)
    made.name, made.by, made.at = name[:150], actor.name, timezone.now()
    made.declined_at, made.reason = None, ""
    made.save()
    _record(event, call, "judge.sent", actor, {"where": _where(call), "judge": name, "related": related})
    return made


@transaction.atomic
def decline(*, call: Call, reason: str, actor: Actor) -> Sending:
    """Say that the actor cannot come to the call they were sent to, and why. Again it changes nothing.

    Raises Malformed (`reason`: empty, too long), Refused `over` (the call is closed), `stale` (not sent, or already
    coming).
    """
    raise_malformed(text_faults("reason", reason, longest(Sending, "reason"), required=True))
    event, call = _locked(call)
    _refuse_over(call)
    mine = call.sendings.filter(judge=actor.user).first() if actor.user is not None else None
    if mine is None or _mine(call.coming.filter(gave_up_at__isnull=True), actor) is not None:
        raise Refused("stale", calls_words.not_sent())
    if mine.declined_at is None:
        mine.declined_at, mine.reason = timezone.now(), reason.strip()
        mine.save(update_fields=["declined_at", "reason"])
        _record(event, call, "judge.declined", actor, {"where": _where(call), "reason": mine.reason})
    return mine


@transaction.atomic
def ask_third(*, call: Call, actor: Actor) -> Call:
    """Ask for a third judge, as a player disagrees with the two; three are final (11.4.a). Again: no effect.

    This reopens a call that was closed with the ruling of two while that game is still on (ours); the ruling of three
    then replaces theirs. Raises Forbidden `own_card` for a judge who is a party, Refused `over`, `too_early` (fewer
    than two judges are coming), `open` (these players have a newer call).
    """
    event, call = _locked(call)
    if actor.kind != "entry":
        refuse_own_case(actor, call.entry, call.opponent)
    if call.closed_at is not None:
        _refuse_without_ruling_of_two(call)
    elif call.third_at is not None:
        return call
    elif call.coming.filter(gave_up_at__isnull=True).count() < TWO:
        raise Refused("too_early", calls_words.two_first(event.edition))
    call.third_at, call.closed_at, call.closed_by = timezone.now(), None, ""
    call.save(update_fields=["third_at", "closed_at", "closed_by"])
    _record(event, call, "third-judge.asked", actor, {"where": _where(call)})
    return call


@transaction.atomic
def close_call(*, call: Call, actor: Actor) -> None:
    """Close this call. Again it changes nothing.

    Raises Forbidden `own_card` for a judge who is a party: another judge closes it, or the player takes it back.
    """
    event, call = _locked(call)
    refuse_own_case(actor, call.entry, call.opponent)
    _close(event, call, "call.done", actor)


@transaction.atomic
def take_back_call(*, call: Call, actor: Actor) -> None:
    """Take a call back because the caller needs no judge any more. Again it changes nothing.

    Raises Forbidden `role` unless the actor is the caller, Refused `begun` once a judge is there: that judge closes it.
    """
    event, call = _locked(call)
    if not access.is_caller(actor, call):
        raise Forbidden("role", calls_words.only_the_caller(call.called_by if call.is_by_staff else call.entry.name))
    if call.closed_at is None and call.coming.filter(there_at__isnull=False, gave_up_at__isnull=True).exists():
        raise Refused("begun", calls_words.judge_is_there())
    _close(event, call, "call.taken-back", actor)


def _close(event: Event, call: Call, action: str, actor: Actor) -> None:
    if call.closed_at:
        return
    call.closed_by, call.closed_at = actor.name, timezone.now()
    call.save(update_fields=["closed_by", "closed_at"])
    _record(event, call, action, actor, {"where": _where(call)})


def refuse_own_case(actor: Actor, *parties: Entry | None) -> None:
    """Raise Forbidden (`own_card`) for a party: nobody judges their own game (protocol f, 2020)."""
    if any(is_own(actor.user, entry) for entry in parties if entry is not None):
        raise Forbidden("own_card", calls_words.own_call())


def _related(event: Event, call: Call, judge: User | None) -> tuple[str, Entry | None]:
    """How this judge is related to a player of this call, and to which one."""
    relatives = relations_reads.relatives(event.tournament, judge)
    for entry in filter(None, (call.entry, call.opponent)):
        if kind := relatives.of(entry):
            return kind, entry
    return "", None


def _mine(coming: Iterable[Coming], actor: Actor) -> Coming | None:
    if actor.user is None:
        return next((row for row in coming if row.judge_id is None and row.name == actor.name), None)
    return next((row for row in coming if row.judge_id == actor.user.pk), None)


def _refuse_over(call: Call) -> None:
    if call.closed_at:
        raise Refused("over", calls_words.call_is_done())


def _refuse_without_ruling_of_two(call: Call) -> None:
    """Raise Refused `over` unless two ruled on this closed call in the current game; `open` for a newer call."""
    if not may_go_to_three(call):
        raise Refused("over", calls_words.no_third_any_more())
    newer = _open_at(call.entry, whereabouts(call.entry))
    if newer is not None:
        raise Refused("open", calls_words.called_already(newer.called_by if newer.is_by_staff else newer.entry.name))


def _locked(call: Call) -> tuple[Event, Call]:
    event = Event.objects.locked(call.entry.event)
    rows = Call.objects.select_related(
        "entry__event", "opponent__event", *with_people("entry__player", "opponent__player")
    )
    return event, rows.get(pk=call.pk)


def _where(call: Call) -> str:
    return calls_words.where(call.table, call.seat, call.match, call.game)


def _record(event: Event, call: Call, action: str, actor: Actor, after: Mapping[str, Any]) -> None:
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("entrant", str(call.entry.number)),
        after={"name": call.entry.name, **{name: value for name, value in after.items() if value}},
    )
