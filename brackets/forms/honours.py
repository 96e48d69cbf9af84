"""The shape of an award as the page sends it."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy

from brackets.models import Honour
from tournaments.forms.fields import one_player


class HonourForm(forms.Form):
    """Who held which hand, or earned which award. `names` are those of the entrants by seat."""

    seat = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=120,
        help_text=gettext_lazy("The seat, like A-7, or a part of the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "players"}),
    )
    kind = forms.ChoiceField(label=gettext_lazy("What"), choices=Honour.Kind.choices, widget=forms.RadioSelect)
    name = forms.CharField(
        label=gettext_lazy("Which other award"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Only for another award."),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("The game and the opponent who saw it. Not shown to visitors."),
    )
    seen = forms.IntegerField(min_value=0, max_value=100_000, widget=forms.HiddenInput, required=False)

    def __init__(self, data: Mapping[str, str] | None = None, *, names: Mapping[str, str]) -> None:
        super().__init__(data)
        self._names = names

    def clean_seat(self) -> str:
        return one_player(self.cleaned_data["seat"], self._names)
