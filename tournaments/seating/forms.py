"""Forms of the tables and the draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.page import PageForm
from tournaments.forms.player import PlayerField, one_player
from tournaments.rules.seat import read_seat
from tournaments.seating.reads.draw import MAX_MARK


class TablesForm(PageForm):
    """How many players sit at each table."""

    tables = forms.CharField(
        label=gettext_lazy("Players at each table"),
        max_length=4000,
        help_text=gettext_lazy("Table A first, then B: 24, 24, 23."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "input"}),
    )

    def clean_tables(self) -> tuple[int, ...]:
        parts = self.cleaned_data["tables"].replace(",", " ").split()
        if not parts or not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
            raise forms.ValidationError(_("Write one number of players for each table, like 24, 24."), code="invalid")
        return tuple(int(part) for part in parts)


class DrawForm(TablesForm):
    """The tables as shown, and the seed of the draw."""

    seed = forms.IntegerField(
        label=gettext_lazy("Number of the draw"),
        required=False,
        help_text=gettext_lazy(
            "Left empty, the program takes one by chance. The same number draws the same seats, so anybody can check it."
        ),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    draft = forms.CharField(required=False, max_length=MAX_MARK, widget=forms.HiddenInput())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tables"].widget = forms.HiddenInput()

    def clean_draft(self) -> str | None:
        return self.cleaned_data["draft"] or None


class SwapForm(PageForm):
    """Two seats whose people change places."""

    one = PlayerField(label=gettext_lazy("Who"), help_text=gettext_lazy("Somebody’s seat, like A-7, or the name."))
    other = PlayerField(
        label=gettext_lazy("Changes places with"),
        help_text=gettext_lazy("Another seat of the tables, which may be empty, or a name."),
    )
    mark = forms.CharField(max_length=20, required=False, empty_value=None, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, *, names: Mapping[str, str]) -> None:
        """`names` are the players' names by seat."""
        super().__init__(data)
        self.names = names

    def clean_one(self) -> str:
        return self._seat("one")

    def clean_other(self) -> str:
        return self._seat("other")

    def _seat(self, field: str) -> str:
        """The seat that the text names, even an empty one; else the seat of the one player whose name it matches."""
        seat = read_seat(self.cleaned_data[field])
        return str(seat) if seat else one_player(self.cleaned_data[field], self.names)
