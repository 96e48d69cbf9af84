"""Refusals that all work on cards shares: before seats are drawn, after posting, and for no-shows."""

from django.utils.translation import gettext as _

from scorecards.sheet import words as sheet_words
from tournaments.errors import Refused
from tournaments.models import Entry, Event


def refuse_unseated(event: Event) -> None:
    """Refuse work that needs seats before they are drawn (`not_seated`)."""
    if not event.is_seated:
        raise Refused("not_seated", _("The seats are not drawn yet. Draw the seating first, then type cards."))


def refuse_posted(event: Event) -> None:
    """Refuse changes once the qualifiers are posted (`posted`)."""
    if event.posted_at:
        raise Refused(
            "posted",
            _(
                "The qualifiers are posted; cards and decisions are closed. A director can correct a card late, or reopen the "
                "cross-check (The six steps)."
            ),
        )


def refuse_no_show(entry: Entry) -> None:
    """Refuse work on the card of a no-show (`no_show`)."""
    if entry.status == Entry.Status.NO_SHOW:
        raise Refused("no_show", sheet_words.no_show(entry.seat, entry.name))
