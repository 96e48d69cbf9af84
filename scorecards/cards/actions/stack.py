"""What happens to a paper card besides typing: handed in, set aside for the director, taken up, and said to end early."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.access import entry_at
from scorecards.actions.logged import SCORECARD
from scorecards.cards import words as cards_words
from scorecards.models import Scorecard
from scorecards.sheet.actions import refuse_no_show, refuse_posted, refuse_unseated
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.day.reads import schedule as schedule_reads
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event


@transaction.atomic
def receive_cards(*, event: Event, seats: Collection[str], actor: Actor) -> tuple[str, ...]:
    """Note that these cards are handed in, all or none; return the seats whose cards were not in before.

    A card that is handed in or typed already stays as it is. Raises Malformed (naming every seat that nobody has),
    Forbidden (`own_card`), Refused: `not_seated`, `posted`, `no_show`.
    """
    event = Event.objects.locked(event)
    entries = _entries(event)
    faults = [
        Fault(f"seats.{place}", "unknown", _("Nobody in this event has the seat %(seat)s.") % {"seat": seat[:20]})
        for place, seat in enumerate(seats)
        if seat not in entries
    ]
    if faults:
        raise Malformed(_("Some of these are no cards of this event; each is named."), faults=faults)
    owners = [entries[seat] for seat in dict.fromkeys(seats)]
    _refuse(event, owners, actor)
    stored = {card.entry_id: card for card in Scorecard.objects.filter(entry__in=owners)}
    new_seats = []
    for entry in owners:
        card = stored.get(entry.pk) or Scorecard(entry=entry)
        if card.received_at is not None or card.version:
            continue
        card.received_at = timezone.now()
        card.received_by = actor.name
        card.save()
        new_seats.append(entry.seat)
        _record(event, actor, "card.received", entry.seat, None, SCORECARD.values(card, "received_by"))
    if new_seats:
        event.touch()
    return tuple(new_seats)


@transaction.atomic
def take_back_receipts(*, event: Event, seats: Collection[str], actor: Actor) -> None:
    """Note that these cards are not handed in after all, all or none. Typed lines stay.

    A card that was not handed in stays as it is.
    Raises Http404 (nobody has the seat), Forbidden (`own_card`), Refused: `not_seated`, `posted`, `no_show`.
    """
    event = Event.objects.locked(event)
    entries = _entries(event)
    owners = [entries.get(seat) or entry_at(event, seat) for seat in dict.fromkeys(seats)]
    _refuse(event, owners, actor)
    cards = Scorecard.objects.filter(entry__in=owners, received_at__isnull=False).select_related("entry")
    for card in cards:
        before = SCORECARD.values(card, "received_by")
        card.received_at = None
        card.received_by = ""
        card.save()
        _record(event, actor, "card.receipt-taken-back", card.entry.seat, before, None)
    if cards:
        event.touch()


@transaction.atomic
def set_card_aside(*, event: Event, seat: str, reason: str, actor: Actor) -> None:
    """Set this card aside for the director, with a reason. Typed lines stay. The same reason again changes nothing.

    Raises Http404 (nobody has the seat), Malformed (no `reason`), Forbidden (`own_card`), Refused:
    `not_seated`, `posted`, `no_show`.
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    _refuse(event, [entry], actor)
    if not reason:
        message = _("Say in a few words why, for the director.")
        raise Malformed(message, faults=[Fault("reason", "required", message)])
    card = Scorecard.objects.filter(entry=entry).first() or Scorecard(entry=entry)
    if card.set_aside_at is not None and card.set_aside_reason == reason:
        return
    before = {"reason": card.set_aside_reason} if card.set_aside_at else None
    card.set_aside_at = timezone.now()
    card.set_aside_by = actor.name
    card.set_aside_reason = reason
    card.save()
    _record(event, actor, "card.set-aside", seat, before, {"reason": reason})
    event.touch()


@transaction.atomic
def take_card_up(*, event: Event, seat: str, actor: Actor) -> None:
    """Take up a card that was set aside. Does nothing if it was not.

    Raises Http404 (nobody has the seat), Forbidden (`own_card`), Refused: `not_seated`, `posted`, `no_show`.
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    _refuse(event, [entry], actor)
    card = Scorecard.objects.filter(entry=entry, set_aside_at__isnull=False).first()
    if card is None:
        return
    before = {"reason": card.set_aside_reason}
    card.set_aside_at = None
    card.set_aside_by = card.set_aside_reason = ""
    card.save()
    _record(event, actor, "card.taken-up", seat, before, None)
    event.touch()


@transaction.atomic
def end_card(*, event: Event, seat: str, actor: Actor) -> None:
    """Note that the card of somebody who left early is complete: its paper has no more lines than are typed.

    Repeating it changes nothing, unless another departure was noted since. Raises Http404 (nobody has the seat),
    Forbidden (`own_card`), Refused: `not_seated`, `posted`, `no_show`, `playing` (the player has not left and has all
    games to play).
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    _refuse(event, [entry], actor)
    if entry.status != Entry.Status.WITHDRAWN:
        raise Refused("playing", cards_words.has_not_left(entry.seat, entry.known_name))
    card = Scorecard.objects.filter(entry=entry).first() or Scorecard(entry=entry)
    left_at = schedule_reads.left_at(event).get(entry.seat)
    if card.ended_at is not None and (left_at is None or card.ended_at >= left_at):
        return
    before = SCORECARD.values(card, "ended_by") if card.ended_at is not None else None
    card.ended_at = timezone.now()
    card.ended_by = actor.name
    card.save()
    _record(event, actor, "card.ended", seat, before, SCORECARD.values(card, "ended_by"))
    event.touch()


@transaction.atomic
def take_back_end(*, event: Event, seat: str, actor: Actor) -> None:
    """Note that this paper may have more lines than are typed after all. Does nothing if the card was not ended.

    Raises Http404 (nobody has the seat), Forbidden (`own_card`), Refused: `not_seated`, `posted`, `no_show`.
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    _refuse(event, [entry], actor)
    card = Scorecard.objects.filter(entry=entry, ended_at__isnull=False).first()
    if card is None:
        return
    before = SCORECARD.values(card, "ended_by")
    card.ended_at = None
    card.ended_by = ""
    card.save()
    _record(event, actor, "card.ending-taken-back", seat, before, None)
    event.touch()


def _entries(event: Event) -> dict[str, Entry]:
    """Return the entries that have a seat, by seat, with their players."""
    return {entry.seat: entry for entry in Entry.objects.of(event).with_people() if entry.seat}


def _refuse(event: Event, entries: Collection[Entry], actor: Actor) -> None:
    """Raise Forbidden (`own_card`), or Refused: `not_seated`, `posted`, `no_show`."""
    refuse_own_card(actor, entries)
    refuse_unseated(event)
    refuse_posted(event)
    for entry in entries:
        refuse_no_show(entry)


def _record(
    event: Event,
    actor: Actor,
    action: str,
    seat: str,
    before: dict[str, str] | None,
    after: dict[str, str] | None,
) -> None:
    audit.record(event=event, actor=actor, action=action, subject=("card", seat), before=before, after=after)
