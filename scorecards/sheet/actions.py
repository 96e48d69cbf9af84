"""When cards can be worked on at all."""

from django.utils.translation import gettext as _

from scorecards.sheet import words as sheet_words
from tournaments.errors import Refused
from tournaments.models import Entry, Event


def refuse_unseated(event: Event) -> None:
    """Refuse what needs seats before they are drawn."""
    if not event.is_seated:
        raise Refused("not_seated", _("The seats are not drawn yet. Draw the seating first, then type cards."))


def refuse_posted(event: Event) -> None:
    """Refuse what is over once the qualifiers are posted."""
    if event.posted_at:
        raise Refused(
            "posted",
            _(
                "The qualifiers are posted; cards and decisions are closed. A director can correct a card late, or reopen the "
                "cross-check (The six steps)."
            ),
        )


def refuse_no_show(entry: Entry) -> None:
    """Refuse what needs a card of somebody who did not come."""
    if entry.status == Entry.Status.NO_SHOW:
        raise Refused("no_show", sheet_words.no_show(entry.seat, entry.name))
