"""Changing rules after the first card."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scorecards.sheet.actions import refuse_posted
from scorecards.standings.reads.exemption import Refit, refit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Event
from tournaments.venue.actions import events as events_actions


def find_refit(*, event: Event, changes: Mapping[str, Any], read: Read = None, actor: Actor | None = None) -> Refit:
    """Preview what these changes of frozen rules would do to the cards. Nothing is written.

    Raises Malformed (a rule that does not freeze), Overwriting (a value is no longer the one that was `read`), Refused:
    `posted`, `not_ready` (no card is written yet), `impossible` (the seats do not allow the change).
    """
    if never_frozen := sorted(changes.keys() - events_actions.FIXED_BY_CARDS):
        message = _("This does not freeze with the first card. Change it in the settings of the event.")
        raise Malformed(message, faults=[Fault(name, "unknown", message) for name in never_frozen])
    refuse_posted(event)
    if event.cards_begun_at is None:
        raise Refused("not_ready", _("No card is written yet, so nothing is frozen. Change it in the settings."))
    return refit(event, events_actions.find_changed(event, changes, read, actor))


@transaction.atomic
def exempt_plan(*, event: Event, changes: Mapping[str, Any], read: Read = None, reason: str, actor: Actor) -> Event:
    """Change rules that froze with the first card, with a public reason.

    Raises what `find_refit` raises, Malformed (no reason), Refused: `impossible` (a written line would not fit).
    """
    event = Event.objects.locked(event)
    refit = find_refit(event=event, changes=changes, read=read, actor=actor)
    if refit.misfits:
        faults = [
            Fault(name, "impossible", refit.refusal) for name in changes if name in {"games", "movement", "rounds"}
        ]
        raise Refused("impossible", refit.refusal, faults=faults)
    return events_actions.exempt_plan(event=event, changes=changes, read=read, reason=reason, actor=actor)
