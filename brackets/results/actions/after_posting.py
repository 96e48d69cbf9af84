"""Correct a card after posting, with the consequences for the bracket that was drawn from the list."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.models import Bracket, Match
from brackets.results.reads.after_posting import LateBracket, late_bracket
from scorecards.cards.actions.cards import WrittenLine
from scorecards.sheet.rules.after_posting import LateDecision
from scorecards.standings.actions.after_posting import correct_late, find_late_correction
from scorecards.standings.reads.after_posting import LateCorrection
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.models import Event


def find_correction(
    *,
    event: Event,
    seat: str,
    lines: Sequence[WrittenLine],
    gone: Sequence[int] = (),
    orders: Sequence[Sequence[str]] = (),
    actor: Actor,
) -> LateBracket:
    """Preview what corrected lines of a card would do to the list and to the bracket.

    `gone` are the games that have a recorded line but none on the paper. Raises what `find_late_correction` raises.

    A new list normally counts also the earlier corrections that the posted list leaves out. It leaves them out again if
    a match has begun, they would change qualifiers or seeds, and this correction alone would not.
    """
    preview = late_bracket(event, _look(event, seat, lines, gone, orders, actor, leave_out=False))
    if not preview.is_protected:
        return preview
    correction_alone = late_bracket(event, _look(event, seat, lines, gone, orders, actor, leave_out=True))
    if correction_alone.is_protected or correction_alone.late.signs_left_out:
        return preview
    return correction_alone


def _look(
    event: Event,
    seat: str,
    lines: Sequence[WrittenLine],
    gone: Sequence[int],
    orders: Sequence[Sequence[str]],
    actor: Actor,
    *,
    leave_out: bool,
) -> LateCorrection:
    """The correction without the bracket. `leave_out`: without the corrections that the posted list leaves out."""
    return find_late_correction(
        event=event, seat=seat, lines=lines, unwritten_games=gone, orders=orders, leave_out=leave_out, actor=actor
    )


@transaction.atomic
def correct_after_posting(
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
    actor: Actor,
) -> LateBracket:
    """Correct a card after posting. A new list with other seeds deletes the bracket, if no match has begun.

    `gone` is as in `find_correction`. `mark` identifies the preview that the actor saw.

    Raises what `correct_late` raises.
    Raises Refused `stale` if the preview has changed.
    Raises Refused `begun` if a match has begun and a new list would change qualifiers or seeds.
    """
    event = Event.objects.locked(event)
    preview = find_correction(event=event, seat=seat, lines=lines, gone=gone, orders=orders, actor=actor)
    if mark != preview.mark:
        message = _("This changed while you looked at it. Look again, then decide.")
        raise Refused("stale", message, current={"mark": preview.mark})
    if decision is LateDecision.POST and preview.is_protected:
        raise Refused(
            "begun",
            _(
                "A match of the playoffs has begun, so that its qualifiers and seeds stay as they were drawn. Correct the "
                "card and keep the list as posted."
            ),
        )
    if decision is LateDecision.POST and preview.falls:
        _take_bracket_back(event, reason, actor)
    correct_late(
        event=event,
        seat=seat,
        lines=lines,
        unwritten_games=gone,
        decision=decision,
        reason=reason,
        mark=preview.late.mark,
        initials=initials,
        orders=orders,
        leave_out=bool(preview.late.left_out),
        actor=actor,
    )
    return preview


def _take_bracket_back(event: Event, reason: str, actor: Actor) -> None:
    """Delete a bracket in which nothing was played, with a row in the log."""
    bracket = Bracket.objects.get(event=event)
    matches = Match.objects.filter(bracket=bracket)
    seeded = matches.filter(round=1).values_list("number", "top__table", "top__seat_number").order_by("number")
    top_seats = {str(number): f"{table}-{seat}" for number, table, seat in seeded}
    matches.delete()
    bracket.delete()
    audit.record(
        event=event,
        actor=actor,
        action="bracket.taken-back",
        subject=("bracket", event.slug),
        before={"size": bracket.size, "tops": top_seats},
        reason=reason,
    )
