"""The shape of what is sent while matches are played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from brackets.models import Match
from tournaments.forms.whole import WholeForm


class Player(Protocol):
    @property
    def seat(self) -> str: ...
    @property
    def name(self) -> str: ...


class LastGameForm(forms.Form):
    """The game that somebody saw as the last one."""

    game = forms.IntegerField(min_value=1, max_value=99)


class EndingForm(forms.Form):
    """How a match ends otherwise than by its games; `sides` are the players that are known."""

    loser = forms.ChoiceField(label=gettext_lazy("Who loses the match"), widget=forms.RadioSelect)
    ended = forms.ChoiceField(
        label=gettext_lazy("What happened"), choices=Match.Ended.choices, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "Needed for a removal (which ruling was refused) and a walk-over. Only people with a role read it."
        ),
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, sides: Iterable[Player]) -> None:
        super().__init__(data)
        loser = self.fields["loser"]
        assert isinstance(loser, forms.ChoiceField)  # for the type checker
        loser.choices = [(side.seat, f"{side.name} ({side.seat})") for side in sides]


class TableForm(WholeForm):
    """Where a match is played."""

    table = forms.CharField(
        label=gettext_lazy("Table or board"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"class": "input input--short", "autocomplete": "off"}),
    )


class RoundTablesForm(WholeForm):
    """Where the matches of a round are played: each for itself, or all of them numbered from a first table on."""

    told = frozenset({"first"})

    first = forms.IntegerField(
        label=gettext_lazy("Number them from table"),
        min_value=1,
        max_value=999,
        required=False,
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, matches: Mapping[int, tuple[str, str]]) -> None:
        super().__init__(data)
        for number, (label, table) in matches.items():
            self.fields[f"table_{number}"] = forms.CharField(
                label=label,
                max_length=20,
                required=False,
                initial=table,
                widget=forms.TextInput(attrs={"class": "input input--short", "autocomplete": "off"}),
            )

    def clean(self) -> None:
        """A form that says of no match where it is played, and has no first table, would take every table away."""
        named = any(name in self.data for name in self.fields if name != "first")
        if not named and not self.data.get("first"):
            self.add_error("first", _("Write the number of the first table."))

    def tables(self) -> dict[int, str]:
        """The table of each match, by its number."""
        return _by_number(self.values)

    def tables_read(self) -> dict[int, str]:
        """The table of each match as the page showed it, by its number."""
        return _by_number(self.read)


def _by_number(tables: Mapping[str, str]) -> dict[int, str]:
    return {int(name.removeprefix("table_")): table for name, table in tables.items()}


class ClaimForm(forms.Form):
    """Who won a game, as one of its players says; the match and the game are those of the page that they had before them."""

    match = forms.IntegerField(min_value=1, max_value=9999)
    game = forms.IntegerField(min_value=1, max_value=99)
    winner = forms.CharField(max_length=12, error_messages={"required": gettext_lazy("Choose who won, then send it.")})
