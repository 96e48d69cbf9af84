"""Refusals that all acts on cards share: before seats are drawn, after posting, and for no-shows."""

from django.utils.translation import gettext as _

from scorecards.sheet import words as sheet_words
from tournaments.errors import Refused
from tournaments.models import Entry, Event


def refuse_unseated(event: Event) -> None:
    """Raise Refused `not_seated` if the seats of the event are not drawn yet."""
    if not event.is_seated:
        raise Refused("not_seated", _("The seats are not drawn yet. Draw the seating first, then type cards."))


def refuse_posted(event: Event) -> None:
    """Raise Refused `posted` if the qualifiers of the event are posted."""
    if event.posted_at:
        raise Refused("posted", sheet_words.cards_closed(ends_with_ranking=event.ends_with_ranking))


def refuse_no_show(entry: Entry) -> None:
    """Raise Refused `no_show` if this entrant is a no-show, who has no card."""
    if entry.status == Entry.Status.NO_SHOW:
        raise Refused("no_show", sheet_words.no_show(entry.seat, entry.known_name))
