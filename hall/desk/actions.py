"""Reopening steps of an event."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.models import Bracket, Match, MatchGame
from hall.desk.phases import Reopening, final_of, reopening, why_may_not
from scorecards.models import Discrepancy, Look, PostedList, QualifyingResult, Scorecard, TieBreak
from tournaments import audit
from tournaments.access import Actor
from tournaments.day.actions.moving_up import move_up
from tournaments.day.actions.status import set_status
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.rules.phase import Phase


@transaction.atomic
def reopen_phase(
    *, event: Event, phase: str, reason: str, mark: str | None = None, cards: int | None = None, actor: Actor
) -> Reopening:
    """Reopen a step of this event and take back everything built on it; `reopening` gives the preview.

    Returns what was done. The log keeps everything. `mark` is the mark of the preview, required if begun matches fall.
    `cards` is the number of cards that are put away, required if there are any.

    Raises Malformed for a fault in `phase`, `reason`, `mark` or `cards`.
    Raises Forbidden (`own_card`) if a begun or finished match of the actor's own would fall.
    Raises Refused: `open`, `not_ready`, or `stale` (something else would fall than in the preview).
    """
    event = Event.objects.locked(event)
    faults = []
    if phase not in list(Phase):
        message = _("This is one of: %(known)s.") % {"known": ", ".join(Phase)}
        faults.append(Fault("phase", "unknown", message))
    if not reason or len(reason) > MAX_REASON:
        message = _("Say in a few words why, %(n)d characters at most.") % {"n": MAX_REASON}
        faults.append(Fault("reason", "required" if not reason else "max_length", message))
    if faults:
        raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)
    plan = reopening(event, Phase(phase))
    if refusal := why_may_not(event, plan, actor.user):
        raise Forbidden("own_card", refusal)
    if mark is None and plan.matches:
        message = ngettext(
            "%(n)d match of the playoffs that has begun falls by it. Look at what it does first, and send the mark of what you saw.",
            "%(n)d matches of the playoffs that have begun fall by it. Look at what it does first, and send the mark of what you saw.",
            plan.matches,
        ) % {"n": plan.matches}
        raise Malformed(message, faults=[Fault("mark", "required", message)])
    if mark is not None and mark != plan.mark:
        raise Refused("stale", _("Something else would be taken back by now. Look at it again, then reopen the step."))
    if plan.cards and cards != plan.cards:
        message = ngettext(
            "%(n)d card is put away by it, and no undo brings it back. Say so: write the number %(n)d.",
            "%(n)d cards are put away by it, and no undo brings them back. Say so: write the number %(n)d.",
            plan.cards,
        ) % {"n": plan.cards}
        raise Malformed(message, faults=[Fault("cards", "required" if cards is None else "number", message)])
    before = {"phase": event.phase, **plan.fallen}
    _take_back(event, plan, actor)
    event.phase = plan.back_to
    event.save(
        update_fields=[
            "phase",
            "posted_at",
            "cross_checked_at",
            "registration_closed_at",
            "cards_begun_at",
            "draw_seed",
            "game_now",
            "game_started_at",
            "decks_changed_at",
            "dealt_to",
            "dealt_by",
            "ladder_games",
        ]
    )
    audit.record(
        event=event,
        actor=actor,
        action="phase.reopened",
        subject=("event", event.slug),
        before=before,
        after={"phase": event.phase, "step": plan.phase},
        reason=reason,
    )
    event.touch()
    for entry in event.entries.filter(number__in=plan.early_leavers):
        set_status(
            entry=entry, status=Entry.Status.NO_SHOW, reason=_("Left before the seats were drawn again"), actor=actor
        )
    # No-shows after the draw have freed places, which whoever enters now must not get before those who wait.
    move_up(event=event, actor=actor)
    return plan


def _take_back(event: Event, plan: Reopening, actor: Actor) -> None:
    """Take back, in the database, everything built on the reopened step."""
    if plan.phase is Phase.PLAYOFFS:
        final = final_of(event)
        if not final.ended:
            final.games.latest("game").delete()
        final.winner = final.gone = None
        final.ended = final.ended_reason = ""
        final.save(update_fields=["winner", "gone", "ended", "ended_reason"])
        return
    MatchGame.objects.filter(match__bracket__event=event).delete()
    Match.objects.filter(bracket__event=event).delete()
    Bracket.objects.filter(event=event).delete()
    QualifyingResult.objects.filter(event=event).delete()
    PostedList.objects.filter(event=event, withdrawn_at=None).update(withdrawn_at=timezone.now())
    event.posted_at = None
    if plan.phase in (Phase.REGISTRATION, Phase.SEATING):
        event.registration_closed_at = event.cards_begun_at = event.cross_checked_at = None
        event.game_now = event.game_started_at = event.decks_changed_at = None
        event.dealt_to, event.dealt_by, event.ladder_games = [], [], []
        # The cards are emptied. What was typed, read, decided and taken back stays in the log.
        Discrepancy.objects.filter(event=event, withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())
        TieBreak.objects.filter(event=event).delete()
        Look.objects.filter(entry__event=event).delete()
        Scorecard.objects.filter(entry__event=event).delete()
        event.day_changes.filter(undone_at=None).update(undone_at=timezone.now(), undone_by=actor.name)
        event.tables.all().delete()
        if plan.phase is Phase.SEATING:
            event.draw_seed = None
            event.entries.update(table=None, seat_number=None)
    if plan.phase is Phase.QUALIFYING:
        event.cross_checked_at = None
