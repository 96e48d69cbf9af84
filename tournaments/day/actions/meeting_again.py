"""Letting people meet again so that everybody gets all games: decided on the day, with a public reason."""

from __future__ import annotations

from django.db import transaction

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.rows import EVENT, change, refuse_posted
from tournaments.day.actions.dealing import Basis, deal_anew
from tournaments.day.actions.departing import refuse_misfits
from tournaments.day.reads.round import (
    Ground,
    Outlook,
    ground_of,
    meeting_again_since,
    needs_meeting_again,
    outlook_without_meeting_again,
)
from tournaments.day.words import meeting_again as meeting_again_words
from tournaments.day.words import round as round_words
from tournaments.errors import Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Event
from tournaments.reads.set_by import with_last_change


def allow_meeting_again(*, event: Event, reason: str, deals: Basis | None = None, actor: Actor) -> None:
    """Let people meet again from now on, for this reason.

    The caller has checked that this is allowed. Later first deals are announced anew on the basis `deals`.
    """
    _set(event, reason, "repeats.allowed", reason, deals, actor)


def end_needless_meeting_again(*, event: Event, reason: str, deals: Basis | None = None, actor: Actor) -> None:
    """Forbid meeting again if it was allowed on the day and no game depends on it any more, as after an undo."""
    event = Event.objects.locked(event)
    if meeting_again_since(event) is not None and not needs_meeting_again(ground_of(event)):
        _set(event, "", "repeats.taken-back", reason, deals, actor)


@transaction.atomic
def undo_meeting_again(*, event: Event, reason: str, mark: str | None = None, actor: Actor) -> Event:
    """Forbid meeting again after it was allowed on the day, with the reason.

    Raises Malformed without a reason.
    Raises Refused `posted` once the qualifiers are posted.
    Raises Refused `over` if nobody allowed it on the day, or if it is undone already.
    Raises Refused `begun` if people meet again in a game called or written.
    Raises Refused `stale` if the games that change differ from those behind `mark`.
    """
    event = Event.objects.locked(event)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    outlook = look_back_at_meeting_again(event)
    refuse_misfits(outlook)
    if mark is not None and mark != outlook.mark:
        raise Refused("stale", with_last_change(round_words.undoing_is_stale(), event))
    _set(event, "", "repeats.taken-back", reason, Basis(outlook.played, outlook.dealt), actor)
    return event


def look_back_at_meeting_again(event: Event) -> Outlook:
    """What would change for whom if nobody could meet again.

    Raises Refused `over`, `posted`, `begun` (people meet again in a game already called).
    """
    refuse_posted(event)
    if meeting_again_since(event) is None:
        raise Refused("over", meeting_again_words.meet_again_over(is_allowed=bool(event.repeats_reason)))
    outlook = outlook_without_meeting_again(ground_of(event))
    called = [
        difference.game
        for difference in outlook.differences
        if event.game_now is not None and difference.game <= event.game_now
    ]
    if called:
        raise Refused("begun", meeting_again_words.met_again_already(min(called)))
    return outlook


def refuse_needless(ground: Ground, outlook: Outlook) -> None:
    """Refuse to let people meet again if that is needless. `outlook` is the outlook without meeting again.

    Raises Refused `exists` if people may meet again already.
    Raises Refused `impossible` if it gives nobody more games.
    """
    if ground.meets_again:
        raise Refused("exists", meeting_again_words.meet_again_already(ground.event.repeats_reason))
    if outlook.again is None:
        raise Refused(
            "impossible",
            meeting_again_words.meet_again_needless(
                len(outlook.short), ground.event.games, ground.event.fixed_rounds, outlook.late
            ),
        )


def _set(event: Event, repeats: str, action: str, reason: str, deals: Basis | None, actor: Actor) -> None:
    """Write `repeats`, the reason why people may meet again or an empty text, and log it under `action`."""
    before = EVENT.values(event, "repeats_reason")
    change(event, {"repeats_reason": repeats})
    dealt_before, dealt = deal_anew(event, deals)
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("event", event.slug),
        before=before | dealt_before,
        after=EVENT.values(event, "repeats_reason") | dealt,
        reason=reason,
    )
    event.touch()
