"""Decisions between a card's line and the line told by phone, in events whose phones stand instead of paper."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scorecards.access import entry_at
from scorecards.cards import words as cards_words
from scorecards.cards.actions.cards import retype
from scorecards.models import Scorecard
from scorecards.sheet.actions import refuse_no_show, refuse_posted, refuse_unseated
from scorecards.sheet.reads.phone import PAPER_STANDS, PHONE_STANDS
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.basis import line_record
from scorecards.sheet.rules.phone import Stands
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import MAX_REASON, Event


@transaction.atomic
def decide_told_line(
    *, event: Event, seat: str, game: int, stands: str, reason: str, version: int, actor: Actor
) -> bool:
    """Decide whether the typed line or the told line stands on this card; return False if it is decided so already.

    `version` is the optimistic lock: the version of the card that the user saw. Deciding for paper needs a reason and
    does not change the card. Deciding for the phone replaces the one line.

    Raises Http404 (nobody has the seat), Malformed (`stands`, `reason`), Forbidden (`own_card`: the actor's own card or
    game), Refused: `movement` (on a ladder the recorded result decides), `off`, `beside` (the paper decides), `not_seated`, `no_show`, `posted`, `stale` (the card was
    changed since, or both lines are the same).
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    _refuse_needless(event)
    refuse_unseated(event)
    refuse_no_show(entry)
    refuse_posted(event)
    _refuse_malformed(stands, reason)
    this_sheet = sheet(event)
    differences = {(difference.seat, difference.game): difference for difference in this_sheet.contrary}
    contrary = differences.get((seat, game))
    line, claim = this_sheet.cards[seat].line(game), this_sheet.told.get(seat, {}).get(game)
    if contrary is None:
        if stands == Stands.PHONE and claim is not None and line == claim.line(event.skunks):
            return False
        message = _("Card and phone of %(seat)s say the same of game %(game)d by now, so there is nothing to decide.")
        raise Refused("stale", message % {"seat": seat, "game": game})
    rivals = (contrary.claim.opponent, contrary.line.opponent)
    refuse_own_card(actor, [this_sheet.entries[rival] for rival in rivals if rival is not None])
    if stands == Stands.PAPER and contrary.upheld is not None:
        return False
    row = Scorecard.objects.get(entry=entry)
    if version != row.version:
        message = _("The card of %(seat)s was changed after you looked at it. Look at both again, then decide.")
        raise Refused("stale", message % {"seat": seat}, current={"version": row.version})
    before = {"game": game, "line": line_record(line)}
    after: dict[str, Any] = dict(before)
    if stands == Stands.PHONE:
        line_by_phone = contrary.claim.line(event.skunks)
        retype(this_sheet, entry, game, line_by_phone, actor)
        games_to_reread = sorted(set(row.again) - {game})
        Scorecard.objects.filter(entry=entry).update(again=games_to_reread)
        after["line"] = line_record(line_by_phone)
        if games_to_reread:
            after["again"] = games_to_reread
    else:
        told_line = {"opponent": contrary.claim.opponent, **contrary.claim.result}
        after |= {"told": told_line, "entrant": entry.number}
    audit.record(
        event=event,
        actor=actor,
        action=PHONE_STANDS if stands == Stands.PHONE else PAPER_STANDS,
        subject=("card", seat),
        before=before,
        after=after,
        reason=reason.strip(),
    )
    event.touch()
    return True


def _refuse_needless(event: Event) -> None:
    """Raise Refused if no line of the event needs a decision: `movement` (a ladder), `off`, `beside` (the paper decides)."""
    if event.is_ladder:
        raise Refused("movement", cards_words.result_decides())
    if event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    if event.phones == Event.Phones.BESIDE:
        message = _("In this event the paper card decides, so nothing is decided here. Type the card as the paper is.")
        raise Refused("beside", message)


def _refuse_malformed(stands: str, reason: str) -> None:
    """Raise Malformed (`stands`, `reason`) if the decision is unknown, or its reason missing or too long."""
    faults = []
    if stands not in list(Stands):
        faults.append(Fault("stands", "unknown", _("Say which of the two stands: phone or paper.")))
    if len(reason) > MAX_REASON or (stands == Stands.PAPER and not reason.strip()):
        message = _("Say in a few words why, %(n)d characters at most.") % {"n": MAX_REASON}
        faults.append(Fault("reason", "max_length" if reason.strip() else "required", message))
    if faults:
        raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)
