"""Undoing an act of the log. An undo is an act of its own: it puts a card, decision, tie or entrant back as before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.access import concerned, entry_at, named_in, need_to_undo, own_names
from scorecards.actions.logged import DISCREPANCY, SCORECARD
from scorecards.cards.actions.cards import source_record
from scorecards.cards.actions.phone import forget_told
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.actions.again import decide_again, decisions_on
from scorecards.models import Scorecard, ScoreLine, TieBreak, TieBreakPlace
from scorecards.sheet.actions import refuse_no_show, refuse_posted
from scorecards.sheet.reads import earlier as earlier_reads
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.discrepancies import find_game, taken_by
from scorecards.sheet.reads.phone import PHONE_STANDS
from scorecards.sheet.reads.sheet import seated, sheet, sheet_of_games
from scorecards.sheet.rules.basis import TYPINGS, basis_record, line_record, mirrors, only_change
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Place, Reading, again_after, is_looked_at
from scorecards.sheet.rules.replay import (
    ASIDE,
    CARD,
    DECISION,
    ENDED,
    OF_THE_CARDS,
    RECEIVED,
    STATUS,
    TIE,
    Decided,
    EntrantStatus,
    Mark,
    PlayedOff,
    Recorded,
    Step,
    Undoing,
    rebuild,
    undoing,
)
from scorecards.sheet.rules.tally import OwnTotals
from tournaments import audit
from tournaments.access import Actor, Rights, refuse_own_card, require
from tournaments.day.actions.status import set_status
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.models import MAX_REASON, AuditEntry, Entry, Event, User
from tournaments.rules.phase import Phase


@transaction.atomic
def undo(*, event: Event, entry: int, reason: str, rights: Rights, actor: Actor) -> bool:
    """Undo the act with the number `entry` in the event's log; return False if it is undone already.

    This works only while the card, decision, tie or entrant is as that act left it, and for people who may do such an
    act. Undoing an undo does the act again. A result of a ladder goes off both cards. Raises Http404 (the log has no such number), Malformed (`reason`),
    Forbidden (`own_card`, `role`), Refused: `stands` (such acts cannot be undone), `stale` with the later act, `posted`,
    `no_show`, and what marking an entrant raises.
    """
    event = Event.objects.locked(event)
    if not reason or len(reason) > MAX_REASON:
        message = _("Say in a few words why, %(n)d characters at most.") % {"n": MAX_REASON}
        raise Malformed(message, faults=[Fault("reason", "required" if not reason else "max_length", message)])
    numbers = earlier_reads.log_numbers(event)
    row = earlier_reads.log(event).filter(pk__in=[pk for pk, number in numbers.items() if number == entry]).first()
    if row is None:
        raise Http404(_("The log has no such entry. Look at the log again."))
    rows = [row, *_on_other_card(event, row)]
    acts = earlier_reads.acts(event, about=[each.subject_key for each in rows], numbers=numbers)
    steps = rebuild(acts).steps
    to_undo = []
    for each in rows:
        act = next(act for act in acts if act.number == numbers[each.pk])
        if step := _step_to_undo(event, each, undoing(act, steps), steps, rights, actor):
            to_undo.append(step)
        elif each is row:
            return False
    for step in to_undo:
        _RESTORE[step.thing[0]](event, step, reason, actor)
    _forget_result(event, row, actor)
    event.touch()
    return True


def _step_to_undo(
    event: Event, row: AuditEntry, verdict: Undoing, steps: Sequence[Step], rights: Rights, actor: Actor
) -> Step | None:
    """The step of this row of the log; None if it is undone already. Raises as `undo`."""
    step = verdict.step
    if step is None:
        raise Refused("stands", crosscheck_words.stands(verdict.stands))
    require(rights, need_to_undo(step, steps))
    refuse_own_card(actor, _entries(event, step))
    if own_names(event, actor.user) & set(concerned(step)):
        raise Forbidden("own_card", crosscheck_words.undoes_own_game())
    if verdict.undone:
        return None
    refuse_posted(event)
    if verdict.obstacle is not None:
        raise _stale(event, verdict.obstacle)
    if step.thing[0] in OF_THE_CARDS:
        _refuse_of_old_seats(event, row)
    return step


def _on_other_card(event: Event, row: AuditEntry) -> list[AuditEntry]:
    """The row by which the same result of a ladder went on the other team's card, if any: both go back together."""
    changed = only_change(row.before, row.after) if event.is_ladder and row.action in TYPINGS else None
    if changed is None:
        return []
    same_act = earlier_reads.log(event).filter(action=row.action, revision=row.revision, subject_key=changed.opponent)
    return [other for other in same_act if mirrors(changed, row.subject_key, only_change(other.before, other.after))]


def _forget_result(event: Event, row: AuditEntry, actor: Actor) -> None:
    """Let both teams of a ladder tell anew a game whose result is not recorded any more."""
    changed = only_change(row.before, row.after) if event.is_ladder and row.action in TYPINGS else None
    if changed is None:
        return
    teams = [entry_at(event, seat) for seat in (row.subject_key, changed.opponent) if seat]
    if not ScoreLine.objects.filter(card__entry__in=teams, game=changed.game).exists():
        forget_told(event=event, game=changed.game, entries=teams, actor=actor)


def _refuse_of_old_seats(event: Event, row: AuditEntry) -> None:
    """Refuse acts on cards from before registration or seating was reopened: other people may have these seats now."""
    later_reopenings = AuditEntry.objects.filter(event=event, action="phase.reopened", pk__gt=row.pk)
    if later_reopenings.filter(after__step__in=[Phase.REGISTRATION.value, Phase.SEATING.value]).exists():
        message = _(
            "Registration or seating was opened again since: the cards of that time are gone, and stay in the log."
        )
        raise Refused("stale", message)


def _entries(event: Event, step: Step) -> list[Entry]:
    """The entries that the act is about."""
    names = named_in(step)
    if step.thing[0] == STATUS:
        return list(Entry.objects.of(event).with_people().filter(number__in=map(int, names)))
    return [entry_at(event, seat) for seat in names]


def _stale(event: Event, later_step: Step) -> Refused:
    """The refusal to undo an act before this later one, with the number of the later one."""
    act = later_step.act
    time = act.at.astimezone(ZoneInfo(event.tournament.time_zone))
    return Refused(
        "stale", crosscheck_words.came_after(act.action, act.key, time, act.by), current={"entry": act.number}
    )


def _changed_since() -> Refused:
    """The refusal to undo an act whose card or decision is no longer as the act left it."""
    return Refused("stale", _("What this was about has changed since. Look at it as it is now."))


def _record(
    event: Event,
    actor: Actor,
    action: str,
    subject: tuple[str, str],
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    reason: str,
    initials: str = "",
) -> None:
    """Log an undo; both rows of a result of a ladder have the same revision."""
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=subject,
        before=before,
        after=after,
        reason=reason,
        initials=initials,
    )


# --- Cards -----------------------------------------------------------------------------------------------------------


def _card_at(event: Event, seat: str) -> Scorecard:
    """The card of this seat. Raises Http404 (nobody has the seat), Refused: `no_show`."""
    entry = entry_at(event, seat)
    refuse_no_show(entry)
    return Scorecard.objects.get(entry=entry)


def _restore_card(event: Event, step: Step, reason: str, actor: Actor) -> None:
    """Write the card as it was before the act.

    Undoing a typing restores the lines, the own totals and the typist. Undoing any other act restores only lines.
    """
    seat = step.thing[1]
    card_before = step.before if isinstance(step.before, Recorded) else Recorded()
    row = _card_at(event, seat)
    known = seated(event)
    keys = {name: pk for pk, name in known.seats.items()}
    card_now = _recorded(row, known.seats)
    if not isinstance(step.after, Recorded) or card_now.content != step.after.content:
        raise _changed_since()
    games_to_read = again_after(
        sheet_of_games(event, [seat], known).crosscheck,
        seat,
        {line.game: line for line in card_before.lines},
        readings_reads.readings(event),
    )
    if step.act.action in ("line.looked-at", "line.put-back"):
        # Readings contradict the line that comes back: somebody other than its typist reads it again.
        games_to_read |= _unread(card_before, seat, int((step.act.after or {})["game"]), readings_reads.readings(event))
    Scorecard.count_rewrite(row)
    row.again = sorted(games_to_read)
    if step.act.action in TYPINGS:
        row.typed_by, row.typed_at = card_before.by, card_before.at or timezone.now()
        row.typist = User.objects.filter(username=card_before.account).first() if card_before.account else None
        row.source = card_before.source
        for name, total in asdict(card_before.own).items():
            setattr(row, f"own_{name}", total)
    row.save()
    row.lines.all().delete()
    ScoreLine.objects.bulk_create(
        ScoreLine(
            card=row,
            game=line.game,
            opponent_id=keys[line.opponent] if line.opponent else None,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for line in card_before.lines
    )
    if step.act.action in ("line.looked-at", "line.put-back", PHONE_STANDS):
        game = (step.act.after or {})["game"]
        before, after = ({"game": game, "line": _line_of(card, game)} for card in (card_now, card_before))
        _record(event, actor, "line.put-back", ("card", seat), before, after | SCORECARD.given(row, "again"), reason)
        return
    before = _card_record(card_now)
    after = {**_card_record(card_before), "typed_by": card_before.by, **source_record(row)}
    _record(event, actor, "card.typing-undone", ("card", seat), before, after | SCORECARD.given(row, "again"), reason)


def _unread(card: Recorded, seat: str, game: int, readings: Mapping[Place, Sequence[Reading]]) -> frozenset[int]:
    """The game, if its line was read again but no reading confirms it; else empty."""
    line = next((recorded_line for recorded_line in card.lines if recorded_line.game == game), None)
    looks = readings.get((seat, game), ())
    return frozenset() if not looks or is_looked_at(line, looks) else frozenset({game})


def _recorded(row: Scorecard, seats: Mapping[int, str]) -> Recorded:
    """The lines and own totals of this card as values; `seats` are by the primary keys of the entries."""
    lines = (
        Line(line.game, seats[line.opponent_id] if line.opponent_id else None, line.points, line.plus, line.minus)
        for line in row.lines.all()
    )
    own_totals = OwnTotals(row.own_game_points, row.own_games_won, row.own_plus, row.own_minus, row.own_net)
    return Recorded(tuple(lines), own_totals)


def _card_record(card: Recorded) -> dict[str, Any]:
    """The whole card as the log records it."""
    return {"lines": [line_record(line) for line in card.lines], "totals": asdict(card.own)}


def _line_of(card: Recorded, game: int) -> dict[str, Any] | None:
    """The line of this game as the log records it; None if the card has no such line."""
    return line_record(next((line for line in card.lines if line.game == game), None))


def _restore_received(event: Event, step: Step, reason: str, actor: Actor) -> None:
    """Note again who received the card, or that the card is not handed in."""
    seat = step.thing[1]
    row = _card_at(event, seat)
    receiver = step.before.by if isinstance(step.before, Mark) else ""
    row.received_by = receiver
    row.received_at = timezone.now() if receiver else None
    row.save()
    before = {"received_by": step.after.by} if isinstance(step.after, Mark) else None
    action = "card.received" if receiver else "card.receipt-taken-back"
    _record(event, actor, action, ("card", seat), before, SCORECARD.given(row, "received_by") or None, reason)


def _restore_aside(event: Event, step: Step, reason: str, actor: Actor) -> None:
    """Set the card aside again for its earlier reason, or take it up again."""
    seat, mark_before = step.thing[1], step.before
    row = _card_at(event, seat)
    before = {"reason": step.after.reason} if isinstance(step.after, Mark) else None
    if isinstance(mark_before, Mark):
        row.set_aside_at, row.set_aside_by = timezone.now(), mark_before.by
        row.set_aside_reason = mark_before.reason
        row.save()
        after = {"reason": mark_before.reason, "set_aside_by": mark_before.by}
        _record(event, actor, "card.set-aside", ("card", seat), before, after, reason)
        return
    row.set_aside_at, row.set_aside_by, row.set_aside_reason = None, "", ""
    row.save()
    _record(event, actor, "card.taken-up", ("card", seat), before, None, reason)


def _restore_ended(event: Event, step: Step, reason: str, actor: Actor) -> None:
    """Note again who said that the card ends early, or that it does not."""
    seat = step.thing[1]
    row = _card_at(event, seat)
    row.ended_by = step.before.by if isinstance(step.before, Mark) else ""
    row.ended_at = timezone.now() if row.ended_by else None
    row.save()
    action = "card.ended" if row.ended_by else "card.ending-taken-back"
    _record(event, actor, action, ("card", seat), None, SCORECARD.given(row, "ended_by") or None, reason)


# --- Decisions and ties ----------------------------------------------------------------------------------------------


def _restore_decision(event: Event, step: Step, reason: str, actor: Actor) -> None:
    """Take the decision back, or put the earlier decision back in force.

    Raises Refused: `stale` (the two cards differ from those that the earlier decision was about, a line now belongs to
    another game, or the decision would not be in force).
    """
    name, decision_before = step.thing[1], step.before
    game, first, second = earlier_reads.split_discrepancy(name)
    rows = decisions_on(event, name)
    all_decisions = list(rows)
    rows.filter(withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())
    before = _decision_record(step.after) if isinstance(step.after, Decided) else None
    subject = ("discrepancy", name)
    if not isinstance(decision_before, Decided):
        _record(event, actor, "discrepancy.decision-taken-back", subject, before, None, reason)
        return
    event_sheet = sheet(event)
    compared = find_game(event_sheet, game, (first, second))
    if compared is None or compared.proposal is None:
        raise _changed_since()
    if basis_record(compared.recorded, compared.proposal) != decision_before.basis:
        raise _changed_since()
    for seat, other_game in taken_by(event_sheet, compared).items():
        if decision_before.resolved and decision_before.resolved.get(seat) is not None:
            raise Refused("stale", crosscheck_words.taken(seat, other_game))
    if not decide_again(event, name, decision_before, among=all_decisions, before=before, reason=reason, actor=actor):
        raise _changed_since()
    # A line that the decision left to another game may belong to no game by now.
    game_after = find_game(sheet(event), game, (first, second))
    if game_after is None or game_after.decision is None:
        raise _changed_since()


def _decision_record(decided: Decided) -> dict[str, Any]:
    return {name: getattr(decided, name) for name in DISCREPANCY.names}


def _restore_tie(event: Event, step: Step, reason: str, actor: Actor) -> None:
    """Write the earlier playoff order of a tied group, or take the order back."""
    members, order_before = step.thing[1], step.before
    TieBreak.objects.filter(event=event, members=members).delete()
    before = {"order": list(step.after.order)} if isinstance(step.after, PlayedOff) else None
    subject = ("tiebreak", members)
    if not isinstance(order_before, PlayedOff):
        _record(event, actor, "tiebreak.taken-back", subject, before, None, reason)
        return
    row = TieBreak.objects.create(event=event, members=members, recorded_by=order_before.by)
    TieBreakPlace.objects.bulk_create(
        TieBreakPlace(tiebreak=row, place=place, entry=entry_at(event, seat))
        for place, seat in enumerate(order_before.order, 1)
    )
    after = {"order": list(order_before.order), "recorded_by": order_before.by}
    _record(event, actor, "tiebreak.recorded", subject, before, after, reason)


# --- Entrants --------------------------------------------------------------------------------------------------------


def _restore_status(event: Event, step: Step, reason: str, actor: Actor) -> None:
    """Give the entrant the earlier status again."""
    mark_before = step.before if isinstance(step.before, EntrantStatus) else EntrantStatus()
    entry = Entry.objects.of(event).get(number=int(step.thing[1]))
    set_status(entry=entry, status=mark_before.status, reason=mark_before.reason or reason, actor=actor)


_RESTORE = {
    CARD: _restore_card,
    RECEIVED: _restore_received,
    ASIDE: _restore_aside,
    ENDED: _restore_ended,
    DECISION: _restore_decision,
    TIE: _restore_tie,
    STATUS: _restore_status,
}
