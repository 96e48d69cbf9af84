"""Decisions between a card's line and the line told by phone, where phones stand instead of paper."""

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
    """Decide whether the typed line or the told one stands on this card; return whether that is new.

    `version` is the optimistic lock: the card's version when it was looked at. Deciding for paper needs a reason and
    leaves the card as it is; deciding for the phone replaces that one line. Nobody decides on their own card or games.
    Raises Http404 (nobody has the seat), Malformed (`stands`, `reason`), Forbidden (`own_card`), Refused: `off`,
    `beside` (the paper decides), `not_seated`, `no_show`, `posted`, `stale` (the card was changed since, or both say
    the same).
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    _refuse_elsewhere(event)
    refuse_unseated(event)
    refuse_no_show(entry)
    refuse_posted(event)
    _refuse_incomplete(stands, reason)
    on = sheet(event)
    contrary = next(
        (difference for difference in on.contrary if (difference.seat, difference.game) == (seat, game)), None
    )
    line, claim = on.cards[seat].line(game), on.told.get(seat, {}).get(game)
    if contrary is None and stands == Stands.PHONE and claim is not None and line == claim.line:
        return False
    if contrary is None:
        message = _("Card and phone of %(seat)s say the same of game %(game)d by now, so there is nothing to decide.")
        raise Refused("stale", message % {"seat": seat, "game": game})
    rivals = (contrary.said.opponent, contrary.line.opponent)
    refuse_own_card(actor, [on.entries[rival] for rival in rivals if rival is not None])
    if stands == Stands.PAPER and contrary.upheld is not None:
        return False
    row = Scorecard.objects.get(entry=entry)
    if version != row.version:
        message = _("The card of %(seat)s was changed after you looked at it. Look at both again, then decide.")
        raise Refused("stale", message % {"seat": seat}, current={"version": row.version})
    before = {"game": game, "line": line_record(line)}
    after: dict[str, Any] = dict(before)
    if stands == Stands.PHONE:
        retype(on, entry, game, contrary.said.line, actor)
        again = sorted(set(row.again) - {game})
        Scorecard.objects.filter(entry=entry).update(again=again)
        after |= {"line": line_record(contrary.said.line)} | ({"again": again} if again else {})
    else:
        told_line = {"opponent": contrary.said.opponent, **contrary.said.result}
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


def _refuse_elsewhere(event: Event) -> None:
    """Refuse where no line needs a decision: phones are off, or the paper goes before the phone."""
    if event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    if event.phones == Event.Phones.BESIDE:
        message = _("In this event the paper card decides, so nothing is decided here. Type the card as the paper is.")
        raise Refused("beside", message)


def _refuse_incomplete(stands: str, reason: str) -> None:
    faults = []
    if stands not in list(Stands):
        faults.append(Fault("stands", "unknown", _("Say which of the two stands: phone or paper.")))
    if len(reason) > MAX_REASON or (stands == Stands.PAPER and not reason.strip()):
        message = _("Say in a few words why, %(n)d characters at most.") % {"n": MAX_REASON}
        faults.append(Fault("reason", "max_length" if reason.strip() else "required", message))
    if faults:
        raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)
