"""Forms of calls: calling judges, and the answers of a judge to a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.calls import words as calls_words
from judging.calls.reads.calls import entry_sitting, names_by_seat
from judging.models import Call, Coming, Sending
from judging.rulebook.rules.subjects import SUBJECTS
from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.forms.player import PlayerField, one_player
from tournaments.models import Entry, Event, User
from tournaments.reads.entries import entry_at


def cases() -> list[tuple[str, str]]:
    """The choices of a kind of case, by key and title; the first is the empty choice."""
    return [("", _("not said")), *((subject.key, calls_words.case(subject.key)) for subject in SUBJECTS)]


class CallForm(PageForm):
    """What a player's call is about, and whether the `opponent` calls on this player's phone."""

    about = text_of(
        Call,
        "about",
        label=gettext_lazy("What is it about?"),
        help_text=gettext_lazy("A few words, if you like: “wrong number of cards”."),
    )
    for_opponent = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, opponent: str = "") -> None:
        super().__init__(data)
        if not opponent:
            del self.fields["for_opponent"]
            return
        field = self.fields["for_opponent"]
        field.label = _("%(name)s calls, on my phone") % {"name": opponent}
        field.help_text = _("The call is theirs then: only they, on their own page, or a judge ends it.")


class TableCallForm(PageForm):
    """The table to which judges are called, by table and seat or by player. Once valid, `entry` is the entrant."""

    event = forms.ChoiceField(label=gettext_lazy("Event"), widget=forms.RadioSelect)
    table = text_of(
        Call,
        "table",
        label=gettext_lazy("Table"),
        widget=forms.TextInput(
            attrs={"class": "input input--short", "autocapitalize": "characters", "autocomplete": "off"}
        ),
    )
    seat = forms.IntegerField(
        label=gettext_lazy("Seat of that table"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=gettext_lazy("As it is now, in the game that is on. In the playoffs the table is enough."),
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )
    player = PlayerField(label=gettext_lazy("Or a player there"), required=False)
    subject = forms.ChoiceField(label=gettext_lazy("Kind of case"), choices=cases, required=False)
    about = text_of(Call, "about", label=gettext_lazy("A few words"))

    entry: Entry

    def __init__(self, data: Any = None, *, events: Sequence[Event]) -> None:
        super().__init__(data)
        self._events = {event.slug: event for event in events}
        self.choose("event", [(event.slug, event.name) for event in events])
        playing = [event for event in events if event.game_now is not None or event.posted_at]
        self.fields["event"].initial = next((event.slug for event in (*playing, *events)), "")
        if len(events) == 1:
            self.fields["event"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        event = self._events.get(values.get("event", ""))
        if event is None or self.errors:
            return values
        if values["player"]:
            entry = self._entrant_named(event, values["player"])
        elif values["table"]:
            entry = entry_sitting(event, values["table"].strip(), values["seat"])
            if entry is None:
                self.add_error("table", _("Nobody says who sits there now. Give the ID or the name of a player there."))
        else:
            entry = None
            self.add_error("table", _("Say to which table: its letter and the seat, or a player there."))
        if entry is not None:
            self.entry = entry
        return values

    def _entrant_named(self, event: Event, text: str) -> Entry | None:
        """The entrant of this ID or name; None, with an error of the field, unless it names one entrant."""
        try:
            return entry_at(event, one_player(text, names_by_seat(event)))
        except forms.ValidationError as error:
            self.add_error("player", error)
            return None


class ComeForm(PageForm):
    """Who deals next in the judge's own game, and whether the judge comes although related to a player."""

    next_deal = forms.ChoiceField(choices=[("", ""), *Coming.NextDeal.choices], required=False)
    anyway = forms.BooleanField(required=False)


class SendForm(PageForm):
    """The user name of the judge to send, and whether to send a judge who is related to a player."""

    judge = text_of(User, "username")
    anyway = forms.BooleanField(required=False)


class DeclineForm(PageForm):
    """Why a judge who was sent to a call cannot come."""

    reason = text_of(Sending, "reason", required=True)
