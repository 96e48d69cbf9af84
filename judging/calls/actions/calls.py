"""What is done about calls: a judge is called, judges come, a third is asked for, and it is done."""

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
    """Call judges to where this entrant sits now; `about` says what for, `subject` the kind of case.

    `for_opponent`: whom this entrant plays calls, on the phone of this one, so that the call is theirs. `by_staff`: the desk or a
    judge calls for them. Two who play each other make one call: it is refused while either of the two has one that is open.
    Raises Malformed (`about`: too long, `subject`: unknown), Refused `not_seated` without a seat in play, without a match once
    the bracket is drawn, or where nobody says whom they play, `open`.
    """
    faults = text_faults("about", about, longest(Call, "about"))
    known = [one.key for one in SUBJECTS]
    if subject and subject not in known:
        faults.append(unknown("subject", known))
    raise_malformed(faults)
    event = Event.objects.locked(entry.event)
    entry = Entry.objects.select_related("event__tournament", "player").get(pk=entry.pk)
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
    """Raise Refused (`not_seated`) for whoever has no seat in play, or no match once the bracket is drawn."""
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
    """The open call of this entrant, or of whom they play, in the same game."""
    rows = Call.objects.filter(closed_at__isnull=True).select_related("entry")
    same = Q(entry=place.opponent, opponent=entry, match=place.match)
    if place.match is None:
        same &= Q(game=place.game)
    return rows.filter(Q(entry=entry) | same if place.opponent else Q(entry=entry)).order_by("pk").first()


@transaction.atomic
def come(*, call: Call, next_deal: str = "", anyway: bool = False, actor: Actor) -> Coming:
    """Say that one is coming to this call, and who has the next deal in one's own game (protocol c, 2020); again it changes
    nothing but who deals next.

    Whoever is related to a player of the call says that they come all the same (`anyway`; protocol i, 2020). Raises Forbidden
    `role` for whoever is no judge in its event, the director too, `own_card` for a game of one's own (protocol f, 2020),
    Malformed (`next_deal`), Refused `over` once it is done, `stale` where as many are coming as are needed, `related`,
    `related_to` being named in the words.
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
    """Say that one is at the table; whoever did not say that they come does so by it. Raises what `come` raises."""
    event, call = _locked(call)
    coming = come(call=call, anyway=anyway, actor=actor)
    if coming.there_at is None:
        coming.there_at = timezone.now()
        coming.save(update_fields=["there_at"])
        _record(event, call, "judge.arrived", actor, {"where": _where(call)})
    return coming


@transaction.atomic
def give_up(*, call: Call, actor: Actor) -> None:
    """Say that one cannot take this call after all: somebody else is asked. Nothing happens where one was not coming.

    Raises Refused `over` once it is done.
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
    """Send this judge to the call; they read it at once, and answer by coming or by saying why they cannot. Again it changes
    nothing until they have declined.

    Whoever is related to a player of the call is sent only where that is said too (`anyway`; protocol i, 2020). Raises Malformed
    (`judge`: none in the event of the call), Refused `over` once it is done, `stale` where this judge, or as many as are needed,
    are coming, `barred` for whoever plays the game (protocol f, 2020), cannot come after all, is at another call or takes no calls
    now, `related`.
    """
    event, call = _locked(call)
    _refuse_over(call)
    coming = list(call.coming.filter(gave_up_at__isnull=True))
    named, heard = judge.get_full_name() or judge.get_username(), heard_by(call)
    if any(one.judge_id == judge.pk for one in coming) or named in heard:
        raise Refused("stale", calls_words.comes_already(named))
    if len(heard) >= judges_needed(third=call.third_at is not None):
        raise Refused("stale", calls_words.enough_come(heard))
    (shown,) = (one for one in calls([event]) if one.number == call.pk)
    judges = panel(event.tournament, event.tournament.events.all())
    found = proposals(judges, shown).of(judge)
    if found is None:
        fault = unknown("judge", [one.user.get_username() for one in judges.judges if one.judges_in(event.pk)])
        raise Malformed(fault.message, faults=[fault])
    name = found.judge.name
    earlier = call.sendings.filter(judge=judge).first()
    if earlier is not None and earlier.declined_at is None and found.bar is not Bar.GAVE_UP:
        return earlier
    if found.bar is not None:
        raise Refused("barred", calls_words.cannot_be_sent(name, found.bar))
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
    """Say that one cannot come to the call to which one was sent, and why; again it changes nothing.

    Raises Malformed (`reason`: empty, too long), Refused `over` once the call is done, `stale` for whoever is not sent, or comes.
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
    """Ask for a third judge, because a player disagrees with the two; three are final (11.4.a). Again it changes nothing.

    A call that is done with the ruling of two is open again by it, in the game that is still on (ours): the third judge joins
    them, and the ruling of the three takes the place of theirs. Raises Forbidden `own_card` for a judge who is a party, Refused
    `over`, `too_early` before two judges have said that they come, `open` where these players have called anew.
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
    """Say that this call is done; again it changes nothing. Raises Forbidden `own_card` for a judge who is a party: the other
    judges close it, or the player takes it back."""
    event, call = _locked(call)
    refuse_own_case(actor, call.entry, call.opponent)
    _close(event, call, "call.done", actor)


@transaction.atomic
def take_back_call(*, call: Call, actor: Actor) -> None:
    """Whoever called needs no judge any more; again it changes nothing.

    Raises Forbidden `role` for everybody else, whom they play too, Refused `begun` once a judge is there: they close it.
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
    """Raise Forbidden (`own_card`) for whoever is a party: nobody judges a game of their own (protocol f, 2020)."""
    if any(is_own(actor.user, entry) for entry in parties if entry is not None):
        raise Forbidden("own_card", calls_words.own_call())


def _related(event: Event, call: Call, judge: User | None) -> tuple[str, Entry | None]:
    """How this judge is related to a player of this call, and to whom."""
    relatives = relations_reads.relatives(event.tournament, judge)
    for entry in filter(None, (call.entry, call.opponent)):
        if kind := relatives.of(entry):
            return kind, entry
    return "", None


def _mine(coming: Iterable[Coming], actor: Actor) -> Coming | None:
    if actor.user is None:
        return next((one for one in coming if one.judge_id is None and one.name == actor.name), None)
    return next((one for one in coming if one.judge_id == actor.user.pk), None)


def _refuse_over(call: Call) -> None:
    if call.closed_at:
        raise Refused("over", calls_words.call_is_done())


def _refuse_without_ruling_of_two(call: Call) -> None:
    """Raise Refused for a call that is done (`over`) unless two have ruled on it in the game that is on; `open` beside a newer one."""
    if not may_go_to_three(call):
        raise Refused("over", calls_words.no_third_any_more())
    newer = _open_at(call.entry, whereabouts(call.entry))
    if newer is not None:
        raise Refused("open", calls_words.called_already(newer.called_by if newer.is_by_staff else newer.entry.name))


def _locked(call: Call) -> tuple[Event, Call]:
    event = Event.objects.locked(call.entry.event)
    rows = Call.objects.select_related("entry__player", "entry__event", "opponent__player", "opponent__event")
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
