"""The form of an announcement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.models import Announcement, Event
from tournaments.venue.words import announcements as announcements_words

NEXT_DAY = timedelta(hours=12)
"""A time of day that is past today means tomorrow, if that is at most so far off: at 11 PM, 12:30 AM is tomorrow."""


class AnnouncementForm(PageForm):
    """An announcement: its text, for whom, and until when in the active time zone, which is that of the hall.

    The cleaned `event` is an `Event`, or None for the whole tournament. The cleaned `until` is a time, or None.
    """

    text = text_of(
        Announcement,
        "text",
        label=gettext_lazy("What everybody shall know"),
        help_text=gettext_lazy("A sentence, like: Game 5 starts in ten minutes."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    until = forms.TimeField(
        label=gettext_lazy("Until"),
        required=False,
        input_formats=["%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M%p"],
        help_text=gettext_lazy("Then it goes by itself. Without a time it stands until you take it back."),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def __init__(self, data: Any = None, *, events: Sequence[Event], in_all: bool) -> None:
        """`events` are the choices for whom it is; with `in_all` the whole tournament is another."""
        super().__init__(data)
        self._events = {event.slug: event for event in events}
        everybody = [("", announcements_words.whole_tournament())] if in_all else []
        self.fields["event"] = forms.ChoiceField(
            label=_("For whom"),
            choices=[*everybody, *((slug, event.name) for slug, event in self._events.items())],
            required=not in_all,
            help_text=_(
                "That of one event is on its pages and on those of the tournament, not on those of other events."
            ),
        )
        self.order_fields(["text", "event", "until"])

    def clean_event(self) -> Event | None:
        return self._events.get(self.cleaned_data["event"])

    def clean_until(self) -> datetime | None:
        """Return this time of day today, or tomorrow if it is past today and tomorrow is within `NEXT_DAY`."""
        time_of_day = self.cleaned_data["until"]
        if time_of_day is None:
            return None
        now = timezone.localtime()
        today = datetime.combine(now.date(), time_of_day, now.tzinfo)
        tomorrow = datetime.combine(now.date() + timedelta(days=1), time_of_day, now.tzinfo)
        return tomorrow if today <= now and tomorrow - now <= NEXT_DAY else today
