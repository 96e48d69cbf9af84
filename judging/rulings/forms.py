"""Forms of rulings: the ruling, taking one back, the search, and notes on conduct."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.models import LONGEST_ACCOUNT, MOST_PENALTY, Ruling
from judging.rules.calls import THREE
from judging.rulings import words as rulings_words
from judging.rulings.reads.recording import people_of
from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.player import PlayerField, one_player
from tournaments.models import Entry, Event, Player
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.reads.entries import entry_at
from tournaments.rules.edition import Edition

NEITHER = "neither"
"""The choice that neither player did anything wrong."""


class LinesField(forms.CharField):
    """A text of one line or several. Line ends are normalized to `\\n`."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        text = str(value or "").replace("\r\n", "\n").replace("\r", "\n")
        return super().to_python(text) or ""


class RulingForm(PageForm):
    """A ruling.

    If a call names both players, the offender is chosen from the two; otherwise both players are typed. Once the form
    is valid, `of_event` is the event, and `offender` and `other` are the entries; each may be None.
    """

    call = forms.CharField(required=False, widget=forms.HiddenInput)
    subject = forms.CharField(required=False, widget=forms.HiddenInput)
    answers = forms.CharField(required=False, widget=forms.HiddenInput)
    mark = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    event = forms.ChoiceField(label=gettext_lazy("Event"), widget=forms.RadioSelect)
    who = forms.ChoiceField(label=gettext_lazy("Who did it"), widget=forms.RadioSelect)
    offender_named = PlayerField(
        label=gettext_lazy("Who did it"),
        required=False,
        help_text=gettext_lazy(
            "The ID, like A-7, or the name; a part of it is enough where it fits one player. Empty where nobody did."
        ),
    )
    other_named = PlayerField(label=gettext_lazy("Whom they play"), required=False, help_text="")
    happened = LinesField(
        label=gettext_lazy("What happened"), max_length=LONGEST_ACCOUNT, widget=forms.Textarea(attrs={"rows": 7})
    )
    rules = forms.CharField(
        label=gettext_lazy("Rules"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Their numbers with commas between: 4.4.c, 7.3.b."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off", "autocapitalize": "none"}),
    )
    decision = LinesField(
        label=gettext_lazy("Decision"),
        max_length=LONGEST_ACCOUNT,
        help_text=gettext_lazy("As it was told to the players, step by step."),
        widget=forms.Textarea(attrs={"rows": 9}),
    )
    points = forms.IntegerField(
        label=gettext_lazy("Penalty points"),
        min_value=0,
        max_value=MOST_PENALTY,
        required=False,
        help_text=gettext_lazy("What the other player pegs for it; empty for none."),
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )
    judges = forms.MultipleChoiceField(
        label=gettext_lazy("Who judged"), required=False, widget=forms.CheckboxSelectMultiple
    )
    other_judge = text_of(
        Player,
        "name",
        label=gettext_lazy("Another judge, by name"),
        required=False,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    alone = forms.BooleanField(label=gettext_lazy("One judge alone: nobody else could come"), required=False)
    by_head = forms.BooleanField(required=False)
    removes = forms.BooleanField(
        required=False,
        help_text=gettext_lazy("You see what it changes before it is done."),
    )
    game = forms.IntegerField(
        label=gettext_lazy("Game in progress"),
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=gettext_lazy("It is lost by the removal. Empty where none of theirs is."),
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )

    of_event: Event | None = None
    offender: Entry | None = None
    other: Entry | None = None

    def __init__(
        self,
        data: Any = None,
        *,
        initial: Mapping[str, Any] | None = None,
        events: Sequence[Event],
        parties: Sequence[Entry] = (),
        judges: Mapping[str, str] | None = None,
        edition: Edition,
        may_rule: bool,
        is_of_round: bool = False,
    ) -> None:
        """Set the choices, and remove the fields that this case does not use.

        `judges` maps the name of each judge to a label. `parties` are the players of the call, as far as known.
        `may_rule`: the user may decide cases that no rule covers, and remove players. `is_of_round`: the removal ends a
        game of the round.
        """
        super().__init__(data, initial=dict(initial or {}))
        self._events = {event.slug: event for event in events}
        self._parties = parties if len(parties) > 1 else ()
        self.choose("judges", list((judges or {}).items()))
        self.choose("event", [(event.slug, event.name) for event in events])
        self.choose(
            "who",
            [
                *((party.seat, f"{party.seat} {party.name}") for party in self._parties),
                (NEITHER, _("Neither of the two")),
            ],
        )
        self._edition = edition
        self.fields["by_head"].label = rulings_words.no_rule_covers_it(edition)
        self.fields["removes"].label = rulings_words.refuses(edition)
        if len(events) == 1:
            self.fields["event"].widget = forms.HiddenInput()
            self.fields["event"].initial = events[0].slug
        unused = {"who"}
        if self._parties:
            unused = {"event", "offender_named", "other_named"}
        elif not events:
            unused |= {"event", "offender_named", "other_named"}
        if not may_rule:
            unused.add("removes")
            if edition is not Edition.CLASSIC:
                unused.add("by_head")
        if not is_of_round:
            unused.add("game")
        for name in unused:
            del self.fields[name]

    def clean_rules(self) -> list[str]:
        """The rule numbers as a list."""
        return [part for part in re.split(r"\s*[,;\n]\s*", self.cleaned_data["rules"]) if part]

    def clean_answers(self) -> dict[str, str]:
        """The answers of the assistant; empty if malformed."""
        try:
            answers = json.loads(self.cleaned_data["answers"] or "{}")
        except ValueError:
            return {}
        is_plain = isinstance(answers, dict) and all(isinstance(value, str) for value in answers.values())
        return answers if is_plain else {}

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        self.of_event = self._events.get(values.get("event", ""))
        if self._parties:
            self.of_event = self._parties[0].event
            self.offender = next((party for party in self._parties if party.seat == values.get("who")), None)
            if self.offender is not None:
                self.other = next((party for party in self._parties if party != self.offender), None)
        elif self.of_event is not None:
            self.offender = self._entrant_in(self.of_event, "offender_named")
            self.other = self._entrant_in(self.of_event, "other_named")
        judge_names = [*values.get("judges", []), values.get("other_judge", "")]
        values["named"] = [name for name in judge_names if name]
        if values.get("removes"):
            if self.offender is None and not self.errors:
                self.add_error("who" if self._parties else "offender_named", rulings_words.nobody_to_remove())
            if len(values["named"]) < THREE:
                self.add_error("judges", rulings_words.three_judges_first(self._edition))
        return values

    def _entrant_in(self, event: Event, field: str) -> Entry | None:
        """The entrant typed into this field, or None if it is empty; adds an error unless it names one entrant."""
        text = self.cleaned_data.get(field, "")
        if not text:
            return None
        try:
            return entry_at(event, one_player(text, people_of(event)))
        except forms.ValidationError as error:
            self.add_error(field, error)
            return None


class TakingBackForm(PageForm):
    """Why a ruling no longer holds."""

    reason = ReasonField(help_text=gettext_lazy("It stands with the ruling, which is kept."))


class SearchForm(PageForm):
    """Filters of the list of rulings. The list ignores those that are invalid."""

    q = forms.CharField(required=False, max_length=120)
    event = text_of(Event, "slug", required=False)
    subject = text_of(Ruling, "subject")
    rule = forms.CharField(required=False, max_length=24)


class ConductForm(PageForm):
    """A note on somebody's conduct."""

    event = forms.ChoiceField(label=gettext_lazy("Event"), widget=forms.RadioSelect)
    player = PlayerField(label=gettext_lazy("Who"))
    matter = forms.ChoiceField(
        label=gettext_lazy("What the code of ethics names"),
        required=False,
        help_text=gettext_lazy("To begin the note with."),
    )
    text = LinesField(
        label=gettext_lazy("What was seen or said, and by whom"),
        max_length=LONGEST_ACCOUNT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    entry: Entry

    def __init__(self, data: Any = None, *, events: Sequence[Event]) -> None:
        super().__init__(data)
        self._events = {event.slug: event for event in events}
        self.choose("event", [(event.slug, event.name) for event in events])
        self.choose("matter", [("", _("not said")), *((matter, matter) for matter in rulings_words.conduct_matters())])
        if len(events) == 1:
            self.fields["event"].widget = forms.HiddenInput()
            self.fields["event"].initial = events[0].slug

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        event = self._events.get(values.get("event", ""))
        if event is not None and values.get("player"):
            try:
                entry = entry_at(event, one_player(values["player"], people_of(event)))
                assert entry is not None  # the names are those of the entrants
                self.entry = entry
            except forms.ValidationError as error:
                self.add_error("player", error)
        matter_sentence = f"{values['matter']}." if values.get("matter") else ""
        values["note"] = "\n".join(part for part in (matter_sentence, values.get("text", "")) if part)
        if "text" in values and not values["note"]:
            self.add_error("text", _("Write what was seen or said, or choose what the code of ethics names."))
        return values
