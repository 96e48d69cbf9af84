"""The form of an award."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy

from brackets.models import Honour
from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.forms.player import one_player
from tournaments.models import MAX_REASON


class HonourForm(PageForm):
    """An award: the player and the hand or other award. `names` are the names of the entrants by seat."""

    seat = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=120,
        help_text=gettext_lazy("The seat, like A-7, or a part of the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "players"}),
    )
    kind = forms.ChoiceField(label=gettext_lazy("What"), choices=Honour.Kind.choices, widget=forms.RadioSelect)
    name = text_of(
        Honour, "name", label=gettext_lazy("Which other award"), help_text=gettext_lazy("Only for another award.")
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=MAX_REASON,
        required=False,
        help_text=gettext_lazy(
            "The game, the opponent who saw it and, of a team, which of the two held it. Not shown to visitors."
        ),
    )
    again = forms.BooleanField(
        label=gettext_lazy("This is a second one, not the one that is recorded"),
        required=False,
        widget=forms.HiddenInput,
    )
    seen = forms.IntegerField(min_value=0, max_value=100_000, widget=forms.HiddenInput, required=False)

    def __init__(self, data: Mapping[str, str] | None = None, *, names: Mapping[str, str]) -> None:
        super().__init__(data)
        self._names = names

    def ask_again(self) -> None:
        """Show the checkbox that confirms a second award, after an equal award was found."""
        self.fields["again"].widget = forms.CheckboxInput()

    def clean_seat(self) -> str:
        return one_player(self.cleaned_data["seat"], self._names)
