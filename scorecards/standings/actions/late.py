"""A card corrected after the qualifiers are posted: the list gets a new version, or stays as posted."""

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
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.lists import left_out_record, lines_left_out
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import level_groups
from scorecards.sheet.rules.basis import line_record
from scorecards.sheet.rules.initials import is_initials
from scorecards.sheet.rules.late import LateDecision, Shifted
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings import words as standings_words
from scorecards.standings.actions.posting import write_list, write_order
from scorecards.standings.reads.late import LateCorrection, late_correction, without
from tournaments import audit
from tournaments.access import Actor, is_own, refuse_own_card
from tournaments.day.reads.schedule import rounds
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.models import Event, longest


def find_late_correction(
    *,
    event: Event,
    seat: str,
    lines: Sequence[WrittenLine],
    gone: Sequence[int] = (),
    orders: Sequence[Sequence[str]] = (),
    leave_out: bool = False,
    actor: Actor,
) -> LateCorrection:
    """What these corrected lines of a card would do to the posted list, without doing it; other lines stay as they are.

    `gone` are games for which the paper has no line although one is recorded: a counted game of the schedule is recorded as
    left blank then, any other line is taken away. `orders` are ties of the new list as they were played off, best first. With
    `leave_out` a new list leaves out again what was corrected since the posting while the list was kept. Raises Http404 for a seat nobody has, Malformed with every fault of the lines, of `gone` and of the orders, Forbidden (`own_card`, also for a line of an own game), Refused: `not_ready`
    before posting, `no_show`.
    """
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    if event.posted_at is None:
        message = _("The qualifiers are not posted yet. Type the card again at the card desk.")
        raise Refused("not_ready", message)
    refuse_no_show(entry)
    on = sheet(event)
    faults = find_card_faults(
        seat,
        dict(enumerate(lines)),
        on.entries,
        rounds(event),
        records_spread=event.records_spread,
    )
    faults += _find_gone_faults(on, seat, lines, gone)
    if faults:
        raise Malformed(_("This card cannot be as typed; each fault is named."), faults=faults)
    read = [Line(one.game, one.opponent, one.points, one.plus, one.minus) for one in lines]
    found = late_correction(on, seat, read, gone, orders, lines_left_out(event) if leave_out else {})
    if not found.changed:
        message = _("Nothing is another one than what is recorded. Type the lines as the paper has them.")
        raise Malformed(message, faults=[Fault("lines", "unchanged", message)])
    _refuse_own_games(found, lines, gone, actor)
    _refuse_unknown_orders(found, orders, actor)
    return found


def _find_gone_faults(on: Sheet, seat: str, lines: Sequence[WrittenLine], gone: Sequence[int]) -> list[Fault]:
    """What cannot be taken away: a line that is not there, or one that is corrected or taken away by the same correction."""
    faults = []
    seen = {line.game for line in lines}
    for index, game in enumerate(gone):
        if on.cards[seat].line(game) is None:
            message = _("No line is recorded for game %(game)d of %(seat)s, so there is none to take away.")
            faults.append(Fault(f"gone.{index}", "no_line", message % {"game": game, "seat": seat}))
        elif game in seen:
            message = _("Game %(game)d is here twice. Type its line, or say that the paper has none.") % {"game": game}
            faults.append(Fault(f"gone.{index}", "twice", message))
        seen.add(game)
    return faults


def _refuse_own_games(found: LateCorrection, lines: Sequence[WrittenLine], gone: Sequence[int], actor: Actor) -> None:
    if actor.user is None:
        return
    own = {seat for seat, entry in found.now.entries.items() if is_own(actor.user, entry)}
    place = {line.game: f"lines.{index}" for index, line in enumerate(lines)}
    place |= {game: f"gone.{index}" for index, game in enumerate(gone)}
    message = _("Game %(game)d of %(seat)s is a game of your own. Ask another director to correct it.")
    faults = [
        Fault(place[one.game], "own_card", message % {"game": one.game, "seat": found.seat})
        for one in found.changed
        if own & {line.opponent for line in (one.before, one.after) if line is not None}
    ]
    if faults:
        raise Forbidden("own_card", faults[0].message, faults=faults)


def _refuse_unknown_orders(found: LateCorrection, orders: Sequence[Sequence[str]], actor: Actor) -> None:
    """Refuse what is no order of exactly one group that the corrected cards leave level."""
    level = [frozenset(place.seat for place in group) for group in level_groups(found.counted)]
    message = _("The corrected cards do not leave exactly these level: %(seats)s.")
    faults = [
        Fault(f"orders.{index}", "not_tied", message % {"seats": ", ".join(order)})
        for index, order in enumerate(orders)
        if frozenset(order) not in level or len(set(order)) < len(order)
    ]
    if faults:
        raise Malformed(faults[0].message, faults=faults)
    refuse_own_card(actor, [found.now.entries[seat] for order in orders for seat in order])


@transaction.atomic
def correct_late(
    *,
    event: Event,
    seat: str,
    lines: Sequence[WrittenLine],
    gone: Sequence[int] = (),
    decision: LateDecision,
    reason: str,
    mark: str,
    initials: str = "",
    orders: Sequence[Sequence[str]] = (),
    leave_out: bool = False,
    actor: Actor,
) -> LateCorrection:
    """Correct lines of a card after posting and post a new version of the list, or keep the list, or leave the card as it is.

    The lines as they were recorded stay in the log, every version of the list stays readable. `mark` is that of what
    somebody looked at before, `initials` sign the corrections of rule 12.2 that a new list waits for, `orders` are its ties
    as they were played off; with `leave_out` it leaves out again what was kept out before. It does not look at the bracket: whoever posts a new list sees to that first. Raises what
    `find_late_correction` raises, Malformed (`reason`, `initials`, `orders`), Refused: `stale`, `not_ready` with all that
    stands in the way of a new list.
    """
    event = Event.objects.locked(event)
    found = find_late_correction(
        event=event, seat=seat, lines=lines, gone=gone, orders=orders, leave_out=leave_out, actor=actor
    )
    _refuse_unsaid(found, decision, reason, initials, orders)
    if mark != found.mark:
        message = _("Something else would change by now. Look at it again, then decide.")
        raise Refused("stale", message, current={"mark": found.mark})
    if decision is LateDecision.LEAVE:
        _record(found, decision, "card.left-late", reason, actor, again=())
        event.touch()
        return found
    if decision is LateDecision.POST:
        _refuse_not_ready(found)
    _write(found, actor)
    _record(found, decision, "card.corrected-late", reason, actor, again=found.then.cards[seat].again)
    if decision is LateDecision.POST:
        _post(found, initials, reason, orders, actor)
    event.touch()
    return found


def _refuse_unsaid(
    found: LateCorrection, decision: LateDecision, reason: str, initials: str, orders: Sequence[Sequence[str]]
) -> None:
    faults = []
    most = longest(PostedList, "reason")
    if not reason.strip() or len(reason) > most:
        message = _("Say in a few words why, %(n)d characters at most.") % {"n": most}
        faults.append(Fault("reason", "max_length" if reason.strip() else "required", message))
    if decision is LateDecision.POST and found.to_sign and not is_initials(initials):
        faults.append(Fault("initials", "initials", sheet_words.not_initials()))
    if decision is LateDecision.POST and not found.shifts:
        message = _("The list would be the same as it is posted. Correct the card and keep it.")
        faults.append(Fault("decision", "unchanged", message))
    if decision is not LateDecision.POST and orders:
        message = _("Playoff games of a new list are recorded with that list alone.")
        faults.append(Fault("orders", "invalid", message))
    if faults:
        raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)


def _refuse_not_ready(found: LateCorrection) -> None:
    """Refuse a new list while something stands in its way."""
    faults = [sheet_words.fault(one, found.then.event.edition) for one in found.obstacles]
    faults += [
        Fault("orders", "tie_unbroken", standings_words.late_tie([place.seat for place in group], group[0].rank))
        for group in found.ties
    ]
    if faults:
        raise Refused("not_ready", standings_words.late_not_ready(only_ties=not found.obstacles), faults=faults)


def _write(found: LateCorrection, actor: Actor) -> None:
    """Write the corrected lines in place of those that were there; whose typing the card is stays."""
    entries = found.now.entries
    row = Scorecard.objects.filter(entry=entries[found.seat]).first() or Scorecard(entry=entries[found.seat])
    if row.typed_at is None:
        row.typed_at, row.typed_by, row.typist = timezone.now(), actor.name, actor.user
    Scorecard.count_rewrite(row)
    row.again = sorted(found.then.cards[found.seat].again)
    row.save()
    row.lines.filter(game__in=[one.game for one in found.changed]).delete()
    ScoreLine.objects.bulk_create(
        ScoreLine(
            card=row,
            game=line.game,
            opponent=entries[line.opponent] if line.opponent else None,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for line in (one.after for one in found.changed)
        if line is not None
    )


def _record(
    found: LateCorrection,
    decision: LateDecision,
    action: str,
    reason: str,
    actor: Actor,
    *,
    again: frozenset[int] | tuple[()],
) -> None:
    """The row in the trail: the whole card before and after, as for every typing."""
    event, facts = found.now.event, found.now.facts.get(found.seat)
    totals = asdict(facts.own if facts else OwnTotals())
    before, after = (
        {"lines": [line_record(line) for line in on.cards[found.seat].lines], "totals": totals}
        for on in (found.now, found.then)
    )
    games = [one.game for one in found.changed]
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("card", found.seat),
        before=before,
        after={
            **after,
            "games": games,
            "decision": decision.value,
            "differs": found.differs,
            **({"again": sorted(again)} if again else {}),
        },
        reason=reason,
    )


def _post(found: LateCorrection, initials: str, reason: str, orders: Sequence[Sequence[str]], actor: Actor) -> None:
    """Sign what the new list waits for, write its playoffs, and post it as the next version."""
    event = found.now.event
    sign_proposals(without(sheet(event), found.left_out), found.to_sign, initials, reason, actor)
    for order in orders:
        write_order(found.counted, order, actor)
    on = without(sheet(event), found.left_out)
    unread = [(str(one["seat"]), one["game"]) for one in looks_reads.unread(on)]
    write_list(on, actor, at=timezone.now(), reason=reason, card=found.seat)
    number = PostedList.objects.filter(event=event).count()
    audit.record(
        event=event,
        actor=actor,
        action="qualifiers.corrected",
        subject=("event", event.slug),
        before={"qualifiers": [one.seat for one in found.posted if one.seed is not None]},
        after={
            "version": number,
            "card": found.seat,
            "qualifiers": [one.seat for one in found.recount if one.seed is not None],
            "quota": on.quota,
            "in": _seats(one for one in found.shifts if one.comes_in),
            "out": _seats(one for one in found.shifts if one.goes_out),
            **({"unread": unread} if unread else {}),
            **({"left_out": left_out} if (left_out := left_out_record(found.counted, found.left_out)) else {}),
        },
        reason=reason,
    )


def _seats(shifts: Iterable[Shifted]) -> list[str]:
    return [one.seat for one in shifts]
