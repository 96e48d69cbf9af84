"""Forms of the playoff pages. They check shapes only."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from brackets.bracket.rules.match import LENGTHS
from brackets.bracket.words import playoffs as playoffs_words
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm


class DrawForm(PageForm):
    """The match length of every round, at first the `usual` one of the event."""

    def __init__(self, data: Mapping[str, str] | None = None, *, rounds: int, usual: int) -> None:
        super().__init__(data)
        choices = [(length, _("Best of %(games)s") % {"games": length}) for length in LENGTHS]
        for number in range(1, rounds + 1):
            self.fields[f"round_{number}"] = forms.TypedChoiceField(
                label=playoffs_words.round_name(number, rounds), choices=choices, coerce=int, initial=usual
            )

    def lengths(self) -> dict[int, int]:
        """The length of each round, from 1."""
        return {number: self.cleaned_data[name] for number, name in enumerate(self.fields, start=1)}


class LengthForm(WholeForm):
    """The match length of one round."""

    best_of = forms.TypedChoiceField(choices=[(length, length) for length in LENGTHS], coerce=int)


class GameForm(PageForm):
    """Who won which game."""

    game = forms.IntegerField(min_value=1, max_value=99)
    winner = forms.CharField(
        max_length=12, error_messages={"required": gettext_lazy("Choose who won, then record the game.")}
    )
    conceded = forms.BooleanField(required=False)


class ScoreForm(PageForm):
    """The score of a match as people write it: `3-1`, `3:1`, `3 1` or `31`."""

    score = forms.RegexField(
        r"^([0-9])\s*[-–—−:/., ]?\s*([0-9])$",
        max_length=9,
        strip=True,
        error_messages={
            "required": gettext_lazy("Type the score, like 3-1."),
            "invalid": gettext_lazy("Type the games of both players, like 3-1."),
        },
    )

    def games(self) -> dict[str, int]:
        """The games won by the two players."""
        text = self.cleaned_data["score"]
        return {"top": int(text[0]), "bottom": int(text[-1])}


class ForfeitForm(PageForm):
    """The player who has not appeared, and the game that the page showed as the next one."""

    absent = forms.CharField(max_length=12)
    game = forms.IntegerField(min_value=1, max_value=99)


class ScheduleForm(WholeForm):
    """The start of a match, in the time zone of the hall, which the view activates."""

    scheduled_at = forms.DateTimeField(
        label=gettext_lazy("Starts at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
