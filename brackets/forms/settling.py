"""Forms of prizes, pools, the books and payouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from brackets import words
from brackets.models import Item, Payout
from brackets.rules.payout import RATIOS
from tournaments.forms import MoneyForm
from tournaments.forms.money import AmountField
from tournaments.models import MAX_REASON
from tournaments.rules.money import written

MOST_PLACES = 500
SPARE = 2
"""So many empty lines for more stand below those that are filled."""


def _reason() -> forms.CharField:
    """Why something is changed by which people were paid already."""
    return forms.CharField(
        label=_("Why it changes"),
        max_length=MAX_REASON,
        required=False,
        help_text=_("People were paid already: needed where one of them would have won less."),
    )


class PrizesForm(forms.Form):
    """The prizes of an event: an amount beside every place, and lines for ranks and for prizes with a name.

    `places` are those in which the playoffs end, each with how many people; `prizes` those in the table, as they are sent;
    `entrants` are numbers with names. `plans` gives what is filled in, and `field_of` where a fault of one belongs.
    """

    mark = forms.CharField(widget=forms.HiddenInput, required=False, max_length=20)

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        places: Sequence[tuple[int, int]],
        prizes: Sequence[Mapping[str, Any]],
        entrants: Sequence[tuple[int, str]],
        mark: str = "",
        asks_why: bool = False,
    ) -> None:
        super().__init__(data, initial={"mark": mark})
        if asks_why:
            self.fields["reason"] = _reason()
        amounts = {(one["kind"], one["place"]): one["cents"] for one in prizes}
        people = dict(places)
        wanted = sorted(people.keys() | {place for kind, place in amounts if kind == "place"})
        self._places = [(f"place_{place}", place) for place in wanted]
        for name, place in self._places:
            label = words.prize_field(place, people.get(place, 0))
            self._amount(name, label, amounts.get(("place", place)))
            if place not in people:
                self.fields[name].help_text = _("Nobody can end there with so many qualifiers.")
        self._amount("hnq", words.prize_named("hnq", None, "", 1), amounts.get(("hnq", None)))
        self.ranks = [one for one in prizes if one["kind"] == "rank"]
        self.others = [one for one in prizes if one["kind"] == "other"]
        for line in self._lines(self.ranks):
            rank = forms.IntegerField(
                label=_("Rank"), min_value=1, max_value=500, required=False, widget=forms.TextInput(_NUMBER)
            )
            self._field(f"rank_{line}_place", rank, self._of(self.ranks, line, "place"))
            self._amount(f"rank_{line}_cents", _("Dollars"), self._of(self.ranks, line, "cents"))
        who = [("", _("Nobody yet")), *((str(number), name) for number, name in entrants)]
        for line in self._lines(self.others):
            name_field = forms.CharField(label=_("Name"), max_length=60, required=False)
            self._field(f"other_{line}_name", name_field, self._of(self.others, line, "name"))
            self._amount(f"other_{line}_cents", _("Dollars"), self._of(self.others, line, "cents"))
            person = forms.ChoiceField(label=_("Who"), choices=who, required=False)
            self._field(f"other_{line}_entrant", person, self._of(self.others, line, "entrant"))
        self._where: list[str] = []

    @staticmethod
    def _lines(rows: Sequence[Mapping[str, Any]]) -> range:
        return range(len(rows) + SPARE)

    @staticmethod
    def _of(rows: Sequence[Mapping[str, Any]], line: int, key: str) -> Any:
        return rows[line][key] if line < len(rows) else None

    def _field(self, name: str, field: forms.Field, initial: Any) -> None:
        self.fields[name] = field
        self.initial[name] = initial

    def _amount(self, name: str, label: str, cents: int | None) -> None:
        self._field(name, AmountField(label=label, required=False), None if cents is None else written(cents))

    @property
    def of_places(self) -> Iterator[forms.BoundField]:
        """The amounts of the places, and that of the high nonqualifier."""
        for name, _place in self._places:
            yield self[name]
        yield self["hnq"]

    @property
    def of_ranks(self) -> Iterator[tuple[forms.BoundField, ...]]:
        for line in self._lines(self.ranks):
            yield self[f"rank_{line}_place"], self[f"rank_{line}_cents"]

    @property
    def of_others(self) -> Iterator[tuple[forms.BoundField, ...]]:
        for line in self._lines(self.others):
            yield tuple(self[f"other_{line}_{part}"] for part in ("name", "cents", "entrant"))

    def clean(self) -> dict[str, Any]:
        for lines, lead, first in ((self.ranks, "rank", "place"), (self.others, "other", "name")):
            for line in self._lines(lines):
                named = self.cleaned_data.get(f"{lead}_{line}_{first}")
                cents = self.cleaned_data.get(f"{lead}_{line}_cents")
                if bool(named) != bool(cents) and not {f"{lead}_{line}_{first}", f"{lead}_{line}_cents"} & set(
                    self.errors
                ):
                    missing = f"{lead}_{line}_{'cents' if named else first}"
                    self.add_error(missing, _("Fill in the whole line, or empty it."))
        return self.cleaned_data

    def plans(self) -> list[dict[str, Any]]:
        """The prizes that are filled in, as they are set; an amount of nothing is none."""
        found = []
        self._where = []
        given = self.cleaned_data
        for name, place in self._places:
            if given[name]:
                found.append({"kind": "place", "place": place, "cents": given[name]})
                self._where.append(name)
        if given["hnq"]:
            found.append({"kind": "hnq", "cents": given["hnq"]})
            self._where.append("hnq")
        for line in self._lines(self.ranks):
            if given[f"rank_{line}_cents"]:
                lead = f"rank_{line}"
                found.append({"kind": "rank", "place": given[f"{lead}_place"], "cents": given[f"{lead}_cents"]})
                self._where.append(lead)
        for line in self._lines(self.others):
            lead = f"other_{line}"
            if given[f"{lead}_cents"]:
                who = given[f"{lead}_entrant"]
                found.append(
                    {
                        "kind": "other",
                        "name": given[f"{lead}_name"],
                        "cents": given[f"{lead}_cents"],
                        "entrant": int(who) if who else None,
                    }
                )
                self._where.append(lead)
        return found

    def field_of(self, fault: str) -> str:
        """The field beside which this fault of a prize, or of the reason, belongs."""
        if fault in self.fields:
            return fault
        parts = fault.split(".")
        if len(parts) < 3:
            return ""
        lead = self._where[int(parts[1])]
        return lead if lead in self.fields else f"{lead}_{parts[2]}"


_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class FundForm(forms.Form):
    """From which fund a start for the prizes is proposed."""

    fund = AmountField(
        label=gettext_lazy("What there is for prizes, in dollars"),
        help_text=gettext_lazy(
            "Entry fees and income of the event less the sanctioning fee, unless you say otherwise."
        ),
    )


class PoolForm(forms.Form):
    """How a pool is paid out; `ratio` and `by_hand` (no type, amounts alone) say how it is now, and `asks_why` that somebody
    was paid already."""

    type = forms.ChoiceField(label=gettext_lazy("Paid out"))
    ratio = forms.TypedChoiceField(
        label=gettext_lazy("To one in"), choices=[(one, one) for one in RATIOS], coerce=int, initial=RATIOS[0]
    )

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        ratio: int = RATIOS[0],
        by_hand: bool = False,
        asks_why: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(data, **more)
        if asks_why:
            self.fields["reason"] = _reason()
        # What is written by hand altogether has its amounts below: nobody chooses it here without them.
        types = [(kind, told) for kind, told in words.pool_types() if kind != "by_hand" or by_hand]
        self.fields["type"].choices = types  # type: ignore[attr-defined]
        if ratio not in RATIOS:
            # Set through the API: it stays one that can be chosen.
            self.fields["ratio"].choices = [(one, one) for one in sorted({*RATIOS, ratio})]  # type: ignore[attr-defined]


class PoolPlacesForm(forms.Form):
    """The amount of every place of a pool as the director wants it, and why."""

    reason = forms.CharField(label=gettext_lazy("Why they differ"), max_length=MAX_REASON, required=False)

    def __init__(
        self, data: Mapping[str, str] | None = None, *, amounts: Sequence[int], reason: str = "", **more: Any
    ) -> None:
        super().__init__(data, initial={"reason": reason}, **more)
        # What was sent is read as a whole, also where the pool pays fewer places meanwhile.
        sent = sum(1 for name in data or () if name.startswith(self.add_prefix("place_")))
        self._names = [f"place_{place}" for place in range(1, max(len(amounts) + SPARE, min(sent, MOST_PLACES) + 1))]
        for place, name in enumerate(self._names):
            self.fields[name] = AmountField(label=_("Place %(place)s") % {"place": place + 1}, required=False)
            self.initial[name] = written(amounts[place]) if place < len(amounts) else None
        self.order_fields([*self._names, "reason"])

    def amounts(self) -> list[int]:
        """The amounts, the best place first; empty places at the end are none."""
        found = [self.cleaned_data[name] or 0 for name in self._names]
        while found and not found[-1]:
            found.pop()
        return found


class ItemForm(forms.Form):
    """One line for the books; `event` is the short name of one, empty for the whole tournament."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What it is"),
        choices=[(kind.value, kind.label) for kind in Item.Kind if kind != Item.Kind.REVERSAL],
    )
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120, help_text=gettext_lazy("Like Hall, or Raffle."))
    cents = AmountField(label=gettext_lazy("Dollars"), help_text=gettext_lazy("Like 75 or 12.50."))
    event = forms.ChoiceField(label=gettext_lazy("Of"), required=False)

    def __init__(
        self, data: Mapping[str, str] | None = None, *, events: Sequence[tuple[str, str]], **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.fields["event"].choices = [("", _("The whole tournament")), *events]  # type: ignore[attr-defined]


class PayoutForm(MoneyForm):
    """One payout to a winner. `open` is what was open, in cents, when the page was made."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Paid"),
        choices=[(kind.value, kind.label) for kind in Payout.Kind if kind != Payout.Kind.REVERSAL],
        initial=Payout.Kind.CASH,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=MAX_REASON,
        required=False,
        help_text=gettext_lazy("The number of a cheque, or who took it."),
    )
