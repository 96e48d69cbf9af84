"""Correcting a card after the qualifiers are posted: the list gets a new version, or stays as posted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.access import entry_at
from scorecards.cards.actions.cards import WrittenLine, find_card_faults
from scorecards.crosscheck.actions.crosscheck import sign_proposals
from scorecards.models import PostedList, Scorecard, ScoreLine
from scorecards.sheet import words as sheet_words
from scorecards.sheet.actions import refuse_no_show
from scorecards.sheet.reads.lists import left_out_record, lines_left_out
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import level_groups
from scorecards.sheet.rules.after_posting import LateDecision, Shifted
from scorecards.sheet.rules.basis import line_record
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings import words as standings_words
from scorecards.standings.actions.posting import write_list, write_order
from scorecards.standings.reads.after_posting import LateCorrection, late_correction, without_corrections
from tournaments import audit
from tournaments.access import Actor, is_own, refuse_own_card
from tournaments.day.reads.schedule import rounds
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.models import Event, longest
from tournaments.rules.initials import is_initials
from tournaments.words import signing as signing_words


def find_late_correction(
    *,
    event: Event,
    seat: str,
    lines: Sequence[WrittenLine],
    unwritten_games: Sequence[int] = (),
    orders: Sequence[Sequence[str]] = (),
    leave_out: bool = False,
    actor: Actor,
) -> LateCorrection:
    """Preview what these corrected lines of a card would do to the posted list. Nothing is written, and all other lines
    stay as they are.

    `unwritten_games` are games with a recorded line that the paper does not have: a counted game of the schedule
    becomes a blank line, any other line is removed. `orders` are the playoff orders of groups that the new list leaves
    tied, best first. With `leave_out`, a new list again leaves out corrections that were made while the list was kept.
    Raises Http404 (nobody has the seat), Malformed with every fault of the lines, of `unwritten_games` and of
    `orders`, Forbidden (`own_card`, also for a line of one of the actor's own games), Refused: `not_ready` (nothing is
    posted yet), `no_show`.
    """
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    if event.posted_at is None:
        message = _("The qualifiers are not posted yet. Type the card again at the card desk.")
        raise Refused("not_ready", message)
    refuse_no_show(entry)
    event_sheet = sheet(event)
    faults = find_card_faults(
        seat,
        dict(enumerate(lines)),
        event_sheet.entries,
        rounds(event),
        event=event,
    )
    faults += _find_unwritten_faults(event_sheet, seat, lines, unwritten_games)
    if faults:
        raise Malformed(_("This card cannot be as typed; each fault is named."), faults=faults)
    corrected_lines = [Line(line.game, line.opponent, line.points, line.plus, line.minus) for line in lines]
    left_out = lines_left_out(event) if leave_out else {}
    correction = late_correction(event_sheet, seat, corrected_lines, unwritten_games, orders, left_out)
    if not correction.changed:
        message = _("Nothing is another one than what is recorded. Type the lines as the paper has them.")
        raise Malformed(message, faults=[Fault("lines", "unchanged", message)])
    _refuse_own_games(correction, lines, unwritten_games, actor)
    _refuse_unknown_orders(correction, orders, actor)
    return correction


def _find_unwritten_faults(
    event_sheet: Sheet, seat: str, lines: Sequence[WrittenLine], unwritten_games: Sequence[int]
) -> list[Fault]:
    """A fault for each game said to be missing on the paper that has no recorded line to take away, or that this
    correction names twice.
    """
    faults = []
    named_games = {line.game for line in lines}
    for index, game in enumerate(unwritten_games):
        if event_sheet.cards[seat].line(game) is None:
            message = _("No line is recorded for game %(game)d of %(seat)s, so there is none to take away.")
            faults.append(Fault(f"gone.{index}", "no_line", message % {"game": game, "seat": seat}))
        elif game in named_games:
            message = _("Game %(game)d is here twice. Type its line, or say that the paper has none.") % {"game": game}
            faults.append(Fault(f"gone.{index}", "twice", message))
        named_games.add(game)
    return faults


def _refuse_own_games(
    correction: LateCorrection, lines: Sequence[WrittenLine], unwritten_games: Sequence[int], actor: Actor
) -> None:
    """Refuse to let the actor correct a line of one of their own games."""
    if actor.user is None:
        return
    own_seats = {seat for seat, entry in correction.recorded_sheet.entries.items() if is_own(actor.user, entry)}
    field_of_game = {line.game: f"lines.{index}" for index, line in enumerate(lines)}
    field_of_game |= {game: f"gone.{index}" for index, game in enumerate(unwritten_games)}
    message = _("Game %(game)d of %(seat)s is a game of your own. Ask another director to correct it.")
    faults = [
        Fault(field_of_game[change.game], "own_card", message % {"game": change.game, "seat": correction.seat})
        for change in correction.changed
        if own_seats & {line.opponent for line in (change.before, change.after) if line is not None}
    ]
    if faults:
        raise Forbidden("own_card", faults[0].message, faults=faults)


def _refuse_unknown_orders(correction: LateCorrection, orders: Sequence[Sequence[str]], actor: Actor) -> None:
    """Refuse an order whose players are not exactly one of the groups that the corrected cards leave tied."""
    tied_groups = [frozenset(place.seat for place in group) for group in level_groups(correction.counted_sheet)]
    message = _("The corrected cards do not leave exactly these level: %(seats)s.")
    faults = [
        Fault(f"orders.{index}", "not_tied", message % {"seats": ", ".join(order)})
        for index, order in enumerate(orders)
        if frozenset(order) not in tied_groups or len(set(order)) < len(order)
    ]
    if faults:
        raise Malformed(faults[0].message, faults=faults)
    refuse_own_card(actor, [correction.recorded_sheet.entries[seat] for order in orders for seat in order])


@transaction.atomic
def correct_late(
    *,
    event: Event,
    seat: str,
    lines: Sequence[WrittenLine],
    unwritten_games: Sequence[int] = (),
    decision: LateDecision,
    reason: str,
    mark: str,
    initials: str = "",
    orders: Sequence[Sequence[str]] = (),
    leave_out: bool = False,
    actor: Actor,
) -> LateCorrection:
    """Carry out the director's decision on a card found wrong after posting.

    POST corrects the card and posts a new version of the list. KEEP corrects the card and keeps the list. LEAVE changes
    neither and writes a log row. The log keeps the earlier lines, and every version of the list stays readable.

    `mark` is the optimistic lock: the `LateCorrection.mark` that the director saw. `initials` sign the corrections of
    rule 12.2 that a new list waits for. `unwritten_games`, `orders` and `leave_out` are as in `find_late_correction`.
    The bracket is not checked: the caller does so before posting a new list. Raises what `find_late_correction` raises,
    Malformed (`reason`, `initials`, `decision`, `orders`), Refused: `stale`, `not_ready` with everything that blocks a
    new list.
    """
    event = Event.objects.locked(event)
    correction = find_late_correction(
        event=event,
        seat=seat,
        lines=lines,
        unwritten_games=unwritten_games,
        orders=orders,
        leave_out=leave_out,
        actor=actor,
    )
    _refuse_incomplete(correction, decision, reason, initials, orders)
    if mark != correction.mark:
        message = _("This changed while you looked at it. Look again, then decide.")
        raise Refused("stale", message, current={"mark": correction.mark})
    if decision is LateDecision.LEAVE:
        _record(correction, decision, "card.left-late", reason, actor, again=())
        event.touch()
        return correction
    if decision is LateDecision.POST:
        _refuse_not_ready(correction)
    _write(correction, actor)
    _record(
        correction, decision, "card.corrected-late", reason, actor, again=correction.corrected_sheet.cards[seat].again
    )
    if decision is LateDecision.POST:
        _post(correction, initials, reason, orders, actor)
    event.touch()
    return correction


def _refuse_incomplete(
    correction: LateCorrection, decision: LateDecision, reason: str, initials: str, orders: Sequence[Sequence[str]]
) -> None:
    """Refuse a decision without a reason of the right length.

    Also refuse a new list without initials where it signs corrections, a new list equal to the posted one, and playoff
    orders without a new list.
    """
    faults = []
    max_length = longest(PostedList, "reason")
    if not reason.strip() or len(reason) > max_length:
        message = _("Say in a few words why, %(n)d characters at most.") % {"n": max_length}
        faults.append(Fault("reason", "max_length" if reason.strip() else "required", message))
    posts_new_list = decision is LateDecision.POST
    if posts_new_list and correction.to_sign and not is_initials(initials):
        faults.append(Fault("initials", "initials", signing_words.not_initials()))
    if posts_new_list and not correction.shifts:
        message = _("The list would be the same as it is posted. Correct the card and keep it.")
        faults.append(Fault("decision", "unchanged", message))
    if not posts_new_list and orders:
        message = _("Playoff games of a new list are recorded with that list alone.")
        faults.append(Fault("orders", "invalid", message))
    if faults:
        raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)


def _refuse_not_ready(correction: LateCorrection) -> None:
    """Refuse a new list while an obstacle or an unbroken tie blocks it, and name each."""
    faults = [sheet_words.fault(finding, correction.corrected_sheet.event.edition) for finding in correction.obstacles]
    faults += [
        Fault("orders", "tie_unbroken", standings_words.late_tie([place.seat for place in group], group[0].rank))
        for group in correction.ties
    ]
    if faults:
        raise Refused("not_ready", standings_words.late_not_ready(only_ties=not correction.obstacles), faults=faults)


def _write(correction: LateCorrection, actor: Actor) -> None:
    """Write the corrected lines in place of the recorded ones; the typist of the card stays."""
    entries = correction.recorded_sheet.entries
    row = Scorecard.objects.filter(entry=entries[correction.seat]).first() or Scorecard(entry=entries[correction.seat])
    if row.typed_at is None:
        row.typed_at, row.typed_by, row.typist = timezone.now(), actor.name, actor.user
    Scorecard.count_rewrite(row)
    row.again = sorted(correction.corrected_sheet.cards[correction.seat].again)
    row.save()
    row.lines.filter(game__in=[change.game for change in correction.changed]).delete()
    ScoreLine.objects.bulk_create(
        ScoreLine(
            card=row,
            game=line.game,
            opponent=entries[line.opponent] if line.opponent else None,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for line in (change.after for change in correction.changed)
        if line is not None
    )


def _record(
    correction: LateCorrection,
    decision: LateDecision,
    action: str,
    reason: str,
    actor: Actor,
    *,
    again: frozenset[int] | tuple[()],
) -> None:
    """Log the whole card before and after the correction, as for every typing.

    `again` are the games of the corrected card whose line must be read again.
    """
    event, facts = correction.recorded_sheet.event, correction.recorded_sheet.facts.get(correction.seat)
    totals = asdict(facts.own if facts else OwnTotals())
    before, after = (
        {"lines": [line_record(line) for line in event_sheet.cards[correction.seat].lines], "totals": totals}
        for event_sheet in (correction.recorded_sheet, correction.corrected_sheet)
    )
    games = [change.game for change in correction.changed]
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("card", correction.seat),
        before=before,
        after={
            **after,
            "games": games,
            "decision": decision.value,
            "differs": correction.differs,
            **({"again": sorted(again)} if again else {}),
        },
        reason=reason,
    )


def _post(
    correction: LateCorrection, initials: str, reason: str, orders: Sequence[Sequence[str]], actor: Actor
) -> None:
    """Sign the open corrections of rule 12.2, record the playoff orders, and post the next version of the list."""
    event = correction.recorded_sheet.event
    sign_proposals(without_corrections(sheet(event), correction.left_out), correction.to_sign, initials, reason, actor)
    for order in orders:
        write_order(correction.counted_sheet, order, actor)
    event_sheet = without_corrections(sheet(event), correction.left_out)
    write_list(event_sheet, actor, posted_at=timezone.now(), reason=reason, card=correction.seat)
    number = PostedList.objects.filter(event=event).count()
    left_out = left_out_record(correction.counted_sheet, correction.left_out)
    audit.record(
        event=event,
        actor=actor,
        action="qualifiers.corrected",
        subject=("event", event.slug),
        before={"qualifiers": [listed.seat for listed in correction.posted if listed.seed is not None]},
        after={
            "version": number,
            "card": correction.seat,
            "qualifiers": [listed.seat for listed in correction.recount if listed.seed is not None],
            "quota": event_sheet.quota,
            "in": _seats(shift for shift in correction.shifts if shift.comes_in),
            "out": _seats(shift for shift in correction.shifts if shift.goes_out),
            **({"left_out": left_out} if left_out else {}),
        },
        reason=reason,
    )


def _seats(shifts: Iterable[Shifted]) -> list[str]:
    return [shift.seat for shift in shifts]
