"""Players told what corrections did to them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scorecards.access import entry_at
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.crosscheck import State
from scorecards.standings.reads.informed import informed, move_name, moves
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.errors import Refused
from tournaments.models import Event


@transaction.atomic
def inform_player(*, event: Event, seat: str, move: str, actor: Actor) -> None:
    """Note that this player was told whether and where they qualify now, with both cards as evidence (12.2.i).

    `move` names what they were told; saying it twice is once. Raises Http404 for a seat nobody has, Forbidden (`own_card`),
    Refused: `stale` where corrections did something else to them by now, or nothing any more; `not_ready` while a card is
    missing or a correction of theirs is not signed, because it can still come otherwise.
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    on = sheet(event)
    found = next((one for one in moves(on) if one.seat == seat), None)
    if found is None or move_name(found) != move:
        message = _("What corrections do to %(name)s has changed. Look at it again, then tell them.")
        raise Refused("stale", message % {"name": entry.name})
    before = informed(event).get(seat)
    if before is not None and before.move == move:
        return
    if on.crosscheck.missing or any(g.state is State.PROPOSED and seat in g.seats for g in on.crosscheck.games):
        message = _("This can still change: first every card comes in, and every correction of %(name)s is signed.")
        raise Refused("not_ready", message % {"name": entry.name})
    told = sheet_words.shift(entry.name, found.before, found.after, found.status_before, found.status_after)
    audit.record(
        event=event,
        actor=actor,
        action="player.informed",
        subject=("player", seat),
        before={"move": before.move} if before else None,
        after={"move": move, "told": told},
    )
    event.touch()


@transaction.atomic
def take_back_informing(*, event: Event, seat: str, actor: Actor) -> None:
    """Note that this player was not told after all: somebody ticked the wrong one. Twice is once.

    Raises Http404 for a seat nobody has, Forbidden (`own_card`).
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    before = informed(event).get(seat)
    if before is None:
        return
    audit.record(
        event=event,
        actor=actor,
        action="player.informing-taken-back",
        subject=("player", seat),
        before={"move": before.move},
    )
    event.touch()
