"""Words about an event that depend on how it is played: with cards or as a ladder, with qualifiers or without."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Event


def posted(event: Event) -> str:
    """That the qualifiers are posted, or that the ranking is official where nobody qualifies."""
    return _("The ranking is official.") if event.ends_with_ranking else _("The qualifiers are posted.")


def phones(event: Event) -> str:
    """How games are told by phone."""
    return phones_of_ladder()[event.phones] if event.is_ladder else event.get_phones_display()


def phones_of_ladder() -> dict[str, str]:
    """What the settings of the phones mean on a ladder, which has results in place of cards."""
    return {
        Event.Phones.OFF: _("The desk taps every result; phones tell none"),
        Event.Phones.BESIDE: _("Both teams tell the result by phone, with paper beside it; the desk may tap it too"),
        Event.Phones.INSTEAD: _("Both teams tell the result by phone; the desk may tap it too"),
    }
