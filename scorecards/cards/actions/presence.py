"""Who has a card open, and who has seen it.

These notes belong to this server: they change no result and are not logged.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from scorecards.access import entry_at
from scorecards.cards.reads.presence import STALE
from scorecards.models import Presence, Scorecard, ScoreLine, Showing
from tournaments.access import Actor, refuse_own_card
from tournaments.models import Entry, Event

FORGOTTEN = timedelta(hours=1)


@transaction.atomic
def be_at_card(*, event: Event, seat: str, tab: str, actor: Actor) -> None:
    """Note that this browser tab has the card of this seat open, and no other card.

    `since` is set when the tab opens the card, and again when the tab returns after it was stale. Raises Http404
    (nobody has the seat), Forbidden (`own_card`).
    """
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    now = timezone.now()
    presences = Presence.objects.filter(user=actor.user, tab=tab)
    if presences.filter(entry=entry, seen_at__gt=now - STALE).update(seen_at=now):
        return
    Presence.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
    Presence.objects.update_or_create(user=actor.user, tab=tab, defaults={"entry": entry, "since": now, "seen_at": now})


@transaction.atomic
def note_showing(*, entry: Entry, actor: Actor) -> None:
    """Note that the actor sees the typed lines of this card, so that their looks at it are not blind.

    Nothing is noted if the actor typed the card, or if it has no lines.
    """
    if actor.user is None or not ScoreLine.objects.filter(card__entry=entry).exists():
        return
    typist = Scorecard.objects.filter(entry=entry, typed_at__isnull=False).values_list("typist", flat=True).first()
    if typist == actor.user.pk:
        return
    Showing.objects.update_or_create(entry=entry, user=actor.user, defaults={"at": timezone.now()})


@transaction.atomic
def leave_card(*, tab: str, actor: Actor) -> None:
    """Note that this tab has no card open any more. Does nothing if it had none."""
    Presence.objects.filter(user=actor.user, tab=tab).delete()
