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
    """A concession, removal or walk-over that ends a match; `sides` are the known players."""

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
    """The table or board at which a match is played."""

    table = text_of(
        Match,
        "table",
        label=gettext_lazy("Table or board"),
        widget=forms.TextInput(attrs={"class": "input input--short", "autocomplete": "off"}),
    )


class RoundTablesForm(WholeForm):
    """The tables of the open matches of a round, set singly or numbered from a first table on.

    `matches` are title and table of these matches, by match number. `own` are the numbers of the matches in which the
    user plays: they have no field.
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
            # A page that only numbers the matches sends no tables. Fill in those that the page showed.
            completed = self._own_data()
            for name, field in self.fields.items():
                if name != "first" and name not in data:
                    completed[name] = data.get(f"initial-{name}", field.initial)
            self.data = completed

    def clean(self) -> None:
        """Refuse a form with neither tables nor a first table, since it would clear every table."""
        if not self._names_tables and not self.data.get("first"):
            self.add_error("first", _("Write the number of the first table."))

    @property
    def values(self) -> dict[str, Any]:
        """The table of each match, by field name: as typed, or numbered from the first table on."""
        first = self.cleaned_data.get("first")
        if first is None:
            return super().values
        numbered = {f"table_{number}": str(first + place) for place, number in enumerate(self._numbers)}
        return {name: table for name, table in numbered.items() if name in self.fields}

    def bring_up_to_date(self, refused: Overwriting) -> None:
        """Bring the form up to date after a refusal.

        If the user numbers the matches, the form also shows the current tables, except in fields that the user changed.
        """
        read = dict(self.read)
        super().bring_up_to_date(refused)
        if not self.data.get("first"):
            return
        current = refused.current or {}
        data = self._own_data()
        for name in read.keys() & current.keys():
            if is_same(data.get(name), read[name]):
                data[name] = current[name]
        self.data = data

    def tables(self) -> dict[int, str]:
        """The table of each match, by match number."""
        return _by_number(self.values)

    def tables_read(self) -> dict[int, str]:
        """The table of each match as the page showed it, by match number."""
        return _by_number(self.read)


class RoundTimesForm(WholeForm):
    """The common start of the open matches of a round, with hidden fields for the starts that the page showed.

    `matches` are title and start of each match, by match number.
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
        """The common start, once for each match, by field name."""
        return {name: self.cleaned_data.get("scheduled_at") for name in self.fields if self.is_read(name)}

    @property
    def each(self) -> list[forms.BoundField]:
        """The fields of the starts of single matches; none if all starts are the same."""
        return [self[name] for name in self.fields if self.is_read(name)] if len(self._times) > 1 else []

    @property
    def overtaken(self) -> list[forms.BoundField]:
        """The fields of the matches whose start somebody else set meanwhile."""
        return [self[name] for name in self.fields if self.is_read(name) and self[name].errors]

    def times_read(self) -> dict[int, datetime | None]:
        """The start of each match as the page showed it, by match number."""
        return {int(name.removeprefix("time_")): time for name, time in self.read.items()}


def _by_number(tables: Mapping[str, str]) -> dict[int, str]:
    """Tables by match number, from tables by field name."""
    return {int(name.removeprefix("table_")): table for name, table in tables.items()}


class ClaimForm(PageForm):
    """A player's report of who won a game. `match` and `game` are those that the page showed."""

    match = forms.IntegerField(min_value=1, max_value=9999)
    game = forms.IntegerField(min_value=1, max_value=99)
    winner = forms.CharField(max_length=12, error_messages={"required": gettext_lazy("Choose who won, then send it.")})
