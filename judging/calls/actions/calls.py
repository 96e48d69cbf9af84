"""Actions on calls for judges: make, take, decline and close a call, send judges, and ask for a third judge."""

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
from tournaments.access import Actor, is_own, plays_for
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
    """Call judges to the table where this entrant sits now.

    `about` says why, `subject` is the kind of case. `for_opponent`: the opponent calls on this entrant's phone, so the
    call is the opponent's. `by_staff`: the desk or a judge calls for the entrant. Two opponents share one open call.

    Raises Malformed: `about` (too long), `subject` (unknown).
    Raises Refused `not_seated`: no seat in play, no match once the bracket is drawn, or no known opponent.
    Raises Refused `open`: the entrant or the opponent has an open call.
    """
    faults = text_faults("about", about, longest(Call, "about"))
    subject_keys = [known_subject.key for known_subject in SUBJECTS]
    if subject and subject not in subject_keys:
        faults.append(unknown("subject", subject_keys))
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
        raise Refused("open", calls_words.called_already("" if is_own_call else _caller_name(earlier)))
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
    has_seat = bool(entry.seat) and entry.status == Entry.Status.PLAYING
    if has_seat and not plays_no_match(entry, by_staff=by_staff):
        return
    if not by_staff:
        raise Refused("not_seated", calls_words.plays_no_match() if has_seat else calls_words.not_playing())
    other_event = event_played_now(entry)
    elsewhere = other_event.name if other_event is not None else ""
    if not has_seat:
        raise Refused("not_seated", calls_words.not_playing(entry.known_name, elsewhere))
    raise Refused("not_seated", calls_words.plays_no_match(matches_told(entry.event), entry.known_name, elsewhere))


def _open_at(entry: Entry, place: Whereabouts) -> Call | None:
    """The open call of this entrant, or of the opponent at this place in the same game or match; None without one."""
    is_of_game = Q(entry=entry)
    if place.opponent is not None:
        of_opponent = Q(entry=place.opponent, opponent=entry, match=place.match)
        if place.match is None:
            of_opponent &= Q(game=place.game)
        is_of_game |= of_opponent
    open_calls = Call.objects.filter(closed_at__isnull=True).select_related("entry")
    return open_calls.filter(is_of_game).order_by("pk").first()


def _caller_name(call: Call) -> str:
    """The name of the desk user or judge who made this call, else of the entrant."""
    return call.called_by if call.is_by_staff else call.entry.name


@transaction.atomic
def come(*, call: Call, next_deal: str = "", anyway: bool = False, actor: Actor) -> Coming:
    """Say that the actor comes to this call, and who deals next in the actor's own game (protocol c, 2020).

    Repeating it changes only the next deal. A judge related to a player must confirm with `anyway` (protocol i, 2020).

    Raises Malformed: `next_deal` (unknown).
    Raises Forbidden `role`: the actor does not judge in the event of the call; a director without that role neither.
    Raises Forbidden `own_card`: the actor plays the game (protocol f, 2020).
    Raises Refused `over`: the call is closed.
    Raises Refused `stale`: enough judges are coming.
    Raises Refused `related`: the actor is related to a player, whom the message names.
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
    judge_names = heard_by(call)
    if len(judge_names) >= judges_needed(third=call.third_at is not None) and actor.name not in judge_names:
        raise Refused("stale", calls_words.enough_come(judge_names))
    related, relative = _related(event, call, actor.user)
    if related and not anyway:
        raise Refused("related", calls_words.is_related(relative.name if relative else "", related))
    mine = Coming.objects.create(call=call, judge=actor.user, name=actor.name, next_deal=next_deal, related=related)
    _record(event, call, "call.taken", actor, {"where": _where(call), "next_deal": next_deal, "related": related})
    return mine


@transaction.atomic
def be_there(*, call: Call, anyway: bool = False, actor: Actor) -> Coming:
    """Say that the actor is at the table. An actor who has not said so yet also comes. Raises what `come` raises."""
    event, call = _locked(call)
    coming = come(call=call, anyway=anyway, actor=actor)
    if coming.there_at is None:
        coming.there_at = timezone.now()
        coming.save(update_fields=["there_at"])
        _record(event, call, "judge.arrived", actor, {"where": _where(call)})
    return coming


@transaction.atomic
def give_up(*, call: Call, actor: Actor) -> None:
    """Say that the actor cannot take this call after all. No effect if the actor was not coming.

    Raises Refused `over`: the call is closed.
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
    """Send this judge to the call. The judge answers by coming (`come`) or by declining (`decline`).

    Repeating it changes nothing, except that a judge who declined is sent anew. To send a judge related to a player,
    the actor must confirm with `anyway` (protocol i, 2020).

    Raises Malformed: `judge` (does not judge in the event of the call).
    Raises Refused `over`: the call is closed.
    Raises Refused `stale`: this judge or enough others are coming.
    Raises Refused `barred`: the judge plays the game (protocol f, 2020), gave up the call, is at another call, or takes
    no calls now.
    Raises Refused `related`: the judge is related to a player, and `anyway` is missing.
    """
    event, call = _locked(call)
    _refuse_over(call)
    coming = list(call.coming.filter(gave_up_at__isnull=True))
    own_name, judge_names = judge.get_full_name() or judge.get_username(), heard_by(call)
    if any(coming_row.judge_id == judge.pk for coming_row in coming) or own_name in judge_names:
        raise Refused("stale", calls_words.comes_already(own_name))
    if len(judge_names) >= judges_needed(third=call.third_at is not None):
        raise Refused("stale", calls_words.enough_come(judge_names))
    (shown,) = (row for row in calls([event]) if row.number == call.pk)
    judges = panel(event.tournament, event.tournament.events.all())
    proposal = proposals(judges, shown).of(judge)
    if proposal is None:
        usernames = [member.user.get_username() for member in judges.judges if member.judges_in(event.pk)]
        fault = unknown("judge", usernames)
        raise Malformed(fault.message, faults=[fault])
    name = proposal.judge.name
    earlier = call.sendings.filter(judge=judge).first()
    if earlier is not None and earlier.declined_at is None and proposal.bar is not Bar.GAVE_UP:
        return earlier
    if proposal.bar is not None:
        raise Refused("barred", calls_words.cannot_be_sent(name, proposal.bar))
    related, relative = _related(event, call, judge)
    if related and not anyway:
        raise Refused("related", calls_words.related_sent(name, relative.name if relative else "", related))
    sending = earlier or Sending(call=call, judge=judge)
    sending.name, sending.by, sending.at = name[: longest(Sending, "name")], actor.name, timezone.now()
    sending.declined_at, sending.reason = None, ""
    sending.save()
    _record(event, call, "judge.sent", actor, {"where": _where(call), "judge": name, "related": related})
    return sending


@transaction.atomic
def decline(*, call: Call, reason: str, actor: Actor) -> Sending:
    """Say that the actor cannot come to the call they were sent to, and why. Repeating it changes nothing.

    Raises Malformed: `reason` (empty or too long).
    Raises Refused `over`: the call is closed.
    Raises Refused `stale`: the actor was not sent, or is already coming.
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
    """Ask for a third judge because a player disagrees with the two (11.4.a). Repeating it changes nothing.

    A closed call with the ruling of two judges is opened again while the same game is in progress (ours). The ruling of
    three judges then replaces the earlier one; it is final.

    Raises Forbidden `own_card`: the actor is a judge and plays the game.
    Raises Refused `over`: the call is closed, and no ruling on it may go to three judges.
    Raises Refused `too_early`: fewer than two judges are coming.
    Raises Refused `open`: the call is closed, and these players have a newer open call.
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
    """Close this call. Repeating it changes nothing.

    Raises Forbidden `own_card`: the actor plays the game. Another judge closes the call, or the player takes it back.
    """
    event, call = _locked(call)
    refuse_own_case(actor, call.entry, call.opponent)
    _close(event, call, "call.done", actor)


@transaction.atomic
def take_back_call(*, call: Call, actor: Actor) -> None:
    """Take a call back because the caller needs no judge any more. Repeating it changes nothing.

    Raises Forbidden `role`: the actor is not the caller.
    Raises Refused `begun`: a judge is at the table, who closes the call.
    """
    event, call = _locked(call)
    if not access.is_caller(actor, call):
        raise Forbidden("role", calls_words.only_the_caller(_caller_name(call)))
    judges_at_table = call.coming.filter(there_at__isnull=False, gave_up_at__isnull=True)
    if call.closed_at is None and judges_at_table.exists():
        raise Refused("begun", calls_words.judge_is_there())
    _close(event, call, "call.taken-back", actor)


def _close(event: Event, call: Call, action: str, actor: Actor) -> None:
    """Close this call and log it as this action, unless it is closed already."""
    if call.closed_at:
        return
    call.closed_by, call.closed_at = actor.name, timezone.now()
    call.save(update_fields=["closed_by", "closed_at"])
    _record(event, call, action, actor, {"where": _where(call)})


def refuse_own_case(actor: Actor, *parties: Entry | None) -> None:
    """Raise Forbidden (`own_card`) if the actor is one of the `parties`, one of a team of two, or a substitute there.

    Nobody judges their own game (protocol f, 2020).
    """
    known = [entry for entry in parties if entry is not None]
    if any(is_own(actor.user, entry) for entry in known) or plays_for(actor.user, known) is not None:
        raise Forbidden("own_card", calls_words.own_call())


def _related(event: Event, call: Call, judge: User | None) -> tuple[str, Entry | None]:
    """How this judge is related to a player of this call, and that player; "" and None if to neither."""
    relatives = relations_reads.relatives(event.tournament, judge)
    for entry in filter(None, (call.entry, call.opponent)):
        if kind := relatives.of(entry):
            return kind, entry
    return "", None


def _mine(coming: Iterable[Coming], actor: Actor) -> Coming | None:
    """The actor's row among these, by account, or by name for an actor without one; None if there is none."""
    if actor.user is None:
        return next((row for row in coming if row.judge_id is None and row.name == actor.name), None)
    return next((row for row in coming if row.judge_id == actor.user.pk), None)


def _refuse_over(call: Call) -> None:
    """Raise Refused (`over`) if this call is closed."""
    if call.closed_at:
        raise Refused("over", calls_words.call_is_done())


def _refuse_without_ruling_of_two(call: Call) -> None:
    """Raise Refused for a closed call that cannot be opened again for a third judge.

    `over`: it has no ruling that may go to three judges, or its game is over. `open`: these players have a newer open
    call.
    """
    if not may_go_to_three(call):
        raise Refused("over", calls_words.no_third_any_more())
    newer = _open_at(call.entry, whereabouts(call.entry))
    if newer is not None:
        raise Refused("open", calls_words.called_already(_caller_name(newer)))


def _locked(call: Call) -> tuple[Event, Call]:
    """The event of this call, locked, and the call as it is now in the database."""
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
