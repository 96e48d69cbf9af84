"""Notes in the log that players were told what corrections did to them."""

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

    `move` names what the player was told, as `move_name` does. Noting the same again changes nothing. Raises Http404
    (nobody has the seat), Forbidden (`own_card`), Refused: `stale` (corrections now have another effect on the player,
    or none), `not_ready` (a card is missing, or a correction of the player's games is unsigned).
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    event_sheet = sheet(event)
    shift = next((shift for shift in moves(event_sheet) if shift.seat == seat), None)
    if shift is None or move_name(shift) != move:
        message = _("What corrections do to %(name)s has changed. Look at it again, then tell them.")
        raise Refused("stale", message % {"name": entry.known_name})
    before = informed(event).get(seat)
    if before is not None and before.move == move:
        return
    unsigned = any(game.state is State.PROPOSED and seat in game.seats for game in event_sheet.crosscheck.games)
    if event_sheet.crosscheck.missing or unsigned:
        message = _("This can still change: first every card comes in, and every correction of %(name)s is signed.")
        raise Refused("not_ready", message % {"name": entry.known_name})
    sentence = sheet_words.shift(entry.known_name, shift.before, shift.after, shift.status_before, shift.status_after)
    audit.record(
        event=event,
        actor=actor,
        action="player.informed",
        subject=("player", seat),
        before={"move": before.move} if before else None,
        after={"move": move, "told": sentence},
    )
    event.touch()


@transaction.atomic
def take_back_informing(*, event: Event, seat: str, actor: Actor) -> None:
    """Note that this player was not told after all, for example after a wrong tick.

    Nothing changes if no note is in force. Raises Http404 (nobody has the seat), Forbidden (`own_card`).
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
