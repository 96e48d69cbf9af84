"""Forms of acts on matches in play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from brackets.models import Match
from tournaments.errors import Overwriting
from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.rules.overwriting import is_same


class Player(Protocol):
    @property
    def seat(self) -> str: ...
    @property
    def name(self) -> str: ...


class LastGameForm(PageForm):
    """The game that the page showed as the last one."""

    game = forms.IntegerField(min_value=1, max_value=99)


class EndingForm(PageForm):
    """How a match ends other than by its games; `sides` are the known players."""

    loser = forms.ChoiceField(label=gettext_lazy("Who loses the match"), widget=forms.RadioSelect)
    ended = forms.ChoiceField(
        label=gettext_lazy("What happened"), choices=Match.Ended.choices, widget=forms.RadioSelect
    )
    reason = ReasonField(
        required=False,
        help_text=gettext_lazy(
            "Needed for a removal (which ruling was refused) and a walk-over. Only people with a role read it."
        ),
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, sides: Iterable[Player]) -> None:
        super().__init__(data)
        self.choose("loser", [(side.seat, f"{side.name} ({side.seat})") for side in sides])


class TableForm(WholeForm):
    """Where a match is played."""

    table = text_of(
        Match,
        "table",
        label=gettext_lazy("Table or board"),
        widget=forms.TextInput(attrs={"class": "input input--short", "autocomplete": "off"}),
    )


class RoundTablesForm(WholeForm):
    """The tables of the matches of a round, set singly or numbered from a first table on.

    `matches` are the open ones with title and table by number; the user plays in those that are `own`.
    """

    act_fields = frozenset({"first"})

    first = forms.IntegerField(
        label=gettext_lazy("Number them from table"),
        min_value=1,
        max_value=999,
        required=False,
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        matches: Mapping[int, tuple[str, str]],
        own: Collection[int] = (),
        **more: Any,
    ) -> None:
        super().__init__(data, **more)
        self._numbers = list(matches)
        for number, (label, table) in matches.items():
            if number in own:
                continue
            self.fields[f"table_{number}"] = text_of(
                Match,
                "table",
                label=label,
                initial=table,
                widget=forms.TextInput(attrs={"class": "input input--short", "autocomplete": "off"}),
            )
        self._names_tables = any(name in self.data for name in self.fields if name != "first")
        if data is not None:
            # A page that only numbers them sends no tables: they stay as the page showed them.
            filled = self._own_data()
            for name, field in self.fields.items():
                if name != "first" and name not in data:
                    filled[name] = data.get(f"initial-{name}", field.initial)
            self.data = filled

    def clean(self) -> None:
        """Refuse a form without tables and without a first table, which would clear every table."""
        if not self._names_tables and not self.data.get("first"):
            self.add_error("first", _("Write the number of the first table."))

    @property
    def values(self) -> dict[str, Any]:
        """The table of each match by field name, as typed, or numbered from the first table."""
        first = self.cleaned_data.get("first")
        if first is None:
            return super().values
        numbered = {f"table_{number}": str(first + place) for place, number in enumerate(self._numbers)}
        return {name: table for name, table in numbered.items() if name in self.fields}

    def bring_up_to_date(self, refused: Overwriting) -> None:
        """Show the current tables to a user who numbers them all, except those typed besides."""
        read = dict(self.read)
        super().bring_up_to_date(refused)
        if self.data.get("first"):
            now, data = refused.current or {}, self._own_data()
            for name in read.keys() & now.keys():
                if is_same(data.get(name), read[name]):
                    data[name] = now[name]
            self.data = data

    def tables(self) -> dict[int, str]:
        """The table of each match, by number."""
        return _by_number(self.values)

    def tables_read(self) -> dict[int, str]:
        """The table of each match as the page showed it, by number."""
        return _by_number(self.read)


class RoundTimesForm(WholeForm):
    """The common start of the open matches of a round, with the time of each as it was read.

    `matches` are title and start by number.
    """

    act_fields = frozenset({"scheduled_at"})

    scheduled_at = forms.DateTimeField(
        label=gettext_lazy("Starts at"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "class": "input"}, format="%Y-%m-%dT%H:%M"),
        error_messages={
            "required": gettext_lazy(
                "Write when the round starts. The time of one match is taken away on its own page."
            )
        },
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        matches: Mapping[int, tuple[str, datetime | None]],
        **more: Any,
    ) -> None:
        super().__init__(data, **more)
        for number, (label, time) in matches.items():
            self.fields[f"time_{number}"] = forms.DateTimeField(
                label=label, required=False, initial=time, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
            )
        self._times = {time for _label, time in matches.values()}
        if len(self._times) == 1:
            [self.fields["scheduled_at"].initial] = self._times

    @property
    def values(self) -> dict[str, Any]:
        """The one time, for each match by field name."""
        return {name: self.cleaned_data.get("scheduled_at") for name in self.fields if self.is_read(name)}

    @property
    def each(self) -> list[forms.BoundField]:
        """The matches with their times, if these differ."""
        return [self[name] for name in self.fields if self.is_read(name)] if len(self._times) > 1 else []

    @property
    def overtaken(self) -> list[forms.BoundField]:
        """The matches whose time somebody else set meanwhile."""
        return [self[name] for name in self.fields if self.is_read(name) and self[name].errors]

    def times_read(self) -> dict[int, datetime | None]:
        """The time of each match as the page showed it, by number."""
        return {int(name.removeprefix("time_")): time for name, time in self.read.items()}


def _by_number(tables: Mapping[str, str]) -> dict[int, str]:
    return {int(name.removeprefix("table_")): table for name, table in tables.items()}


class ClaimForm(PageForm):
    """Who won a game, as one of its players reports; match and game are those of the page that they saw."""

    match = forms.IntegerField(min_value=1, max_value=9999)
    game = forms.IntegerField(min_value=1, max_value=99)
    winner = forms.CharField(max_length=12, error_messages={"required": gettext_lazy("Choose who won, then send it.")})
