"""Forms of prizes, pools, the books and payouts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from brackets.models import Item, Payout, Prize
from brackets.settling import words as settling_words
from brackets.settling.rules import PLACES, RATIOS, by_key
from tournaments.errors import Overwriting
from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import MAX_REASON
from tournaments.money import words as money_words
from tournaments.money.forms import AmountField, MoneyForm
from tournaments.words import overwriting as overwriting_words

MOST_PLACES = 500
SPARE = 2
"""This many empty lines follow the filled ones."""


def _reason() -> forms.CharField:
    """The reason for a change once people were paid."""
    return forms.CharField(
        label=_("Why it changes"),
        max_length=MAX_REASON,
        required=False,
        help_text=_("People were paid already: needed where one of them would have won less."),
    )


class PrizesForm(WholeForm):
    """The prizes of an event: an amount beside every place, and lines for ranks and for prizes with a name.

    `places` are the final places with their numbers of people; `prizes` are those in the table, as values; `entrants`
    are pairs of number and name. `plans` returns what is filled in, and `field_of` the field of a fault.
    """

    act_fields = frozenset({"reason"})

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        places: Sequence[tuple[int, int]],
        prizes: Sequence[Mapping[str, Any]],
        entrants: Sequence[tuple[int, str]],
        spare: int = 0,
        asks_why: bool = False,
    ) -> None:
        super().__init__(data)
        if asks_why:
            self.fields["reason"] = _reason()
        amounts = {(prize["kind"], prize["place"]): prize["cents"] for prize in prizes}
        people = dict(places)
        sent = {place for place in PLACES if f"place_{place}" in (data or ())}
        place_numbers = sorted(people.keys() | {place for kind, place in amounts if kind == "place"} | sent)
        self._places = [(f"place_{place}", place) for place in place_numbers]
        for name, place in self._places:
            label = settling_words.prize_field(place, people.get(place, 0))
            self._amount(name, label, amounts.get(("place", place)))
            if place not in people:
                self.fields[name].help_text = _("Nobody can end there with so many qualifiers.")
        self._amount("hnq", settling_words.prize_named("hnq", None, "", 1), amounts.get(("hnq", None)))
        self.ranks = [prize for prize in prizes if prize["kind"] == "rank"]
        self.others = [prize for prize in prizes if prize["kind"] == "other"]
        self._count = {
            lead: max(len(rows) + SPARE + spare, _sent_lines(data, lead))
            for lead, rows in (("rank", self.ranks), ("other", self.others))
        }
        for line in self._lines("rank"):
            rank = forms.IntegerField(
                label=_("Rank"), min_value=1, max_value=500, required=False, widget=forms.TextInput(_NUMBER)
            )
            self._field(f"rank_{line}_place", rank, self._of(self.ranks, line, "place"))
            self._amount(f"rank_{line}_cents", _("Dollars"), self._of(self.ranks, line, "cents"))
        who = [("", _("Nobody yet")), *((str(number), name) for number, name in entrants)]
        self._who = who[1:]
        for line in self._lines("other"):
            name_field = text_of(Prize, "name", label=_("Name"))
            self._field(f"other_{line}_name", name_field, self._of(self.others, line, "name"))
            self._amount(f"other_{line}_cents", _("Dollars"), self._of(self.others, line, "cents"))
            person = forms.ChoiceField(label=_("Who"), choices=who, required=False)
            self._field(f"other_{line}_entrant", person, self._of(self.others, line, "entrant"))
        self._where: list[str] = []

    def _lines(self, lead: str) -> range:
        return range(self._count[lead])

    @staticmethod
    def _of(rows: Sequence[Mapping[str, Any]], line: int, key: str) -> Any:
        return rows[line][key] if line < len(rows) else None

    def _field(self, name: str, field: forms.Field, initial: Any) -> None:
        self.fields[name] = field
        self.initial[name] = initial

    def _amount(self, name: str, label: str, cents: int | None) -> None:
        self._field(name, AmountField(label=label, required=False), cents)

    @property
    def of_places(self) -> Iterator[forms.BoundField]:
        """The amounts of the places, and that of the high nonqualifier."""
        for name, _place in self._places:
            yield self[name]
        yield self["hnq"]

    @property
    def of_ranks(self) -> Iterator[tuple[forms.BoundField, ...]]:
        for line in self._lines("rank"):
            yield self[f"rank_{line}_place"], self[f"rank_{line}_cents"]

    @property
    def of_others(self) -> Iterator[tuple[forms.BoundField, ...]]:
        for line in self._lines("other"):
            yield tuple(self[f"other_{line}_{part}"] for part in ("name", "cents", "entrant"))

    def clean(self) -> dict[str, Any]:
        for lead, first in (("rank", "place"), ("other", "name")):
            for line in self._lines(lead):
                named = self.cleaned_data.get(f"{lead}_{line}_{first}")
                cents = self.cleaned_data.get(f"{lead}_{line}_cents")
                if bool(named) != bool(cents) and not {f"{lead}_{line}_{first}", f"{lead}_{line}_cents"} & set(
                    self.errors
                ):
                    missing = f"{lead}_{line}_{'cents' if named else first}"
                    self.add_error(missing, _("Fill in the whole line, or empty it."))
        return self.cleaned_data

    def plans(self) -> list[dict[str, Any]]:
        """The prizes that are filled in, as `PrizePlan` values; an empty or zero amount is none."""
        rows = self._rows(self.cleaned_data)
        self._where = list(rows)
        return list(rows.values())

    def plans_read(self) -> list[dict[str, Any]] | None:
        """The prizes that the page showed; None if the form did not carry them."""
        return list(self._rows({**dict.fromkeys(self.fields), **self.read}).values()) if self.read else None

    def _rows(self, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The prizes in these field values, by the field of a place or the prefix of a line's fields."""
        rows: dict[str, dict[str, Any]] = {}

        def add(lead: str, kind: str, cents: int | None, place: Any = None, name: str = "", who: Any = None) -> None:
            if cents:
                entrant = int(who) if re.fullmatch(r"[0-9]{1,9}", str(who), re.ASCII) else None
                rows[lead] = {"kind": kind, "place": place, "name": name, "cents": cents, "entrant": entrant}

        for name, place in self._places:
            add(name, "place", values[name], place)
        add("hnq", "hnq", values["hnq"])
        for line in self._lines("rank"):
            add(f"rank_{line}", "rank", values[f"rank_{line}_cents"], values[f"rank_{line}_place"])
        for line in self._lines("other"):
            name, cents, who = (values[f"other_{line}_{part}"] for part in ("name", "cents", "entrant"))
            add(f"other_{line}", "other", cents, None, name or "", who)
        return rows

    def taken_over(self, refused: Overwriting, fresh: PrizesForm) -> tuple[dict[str, str], dict[str, str]]:
        """This form's changes as typed values, and messages beside them, both by field of `fresh`.

        `fresh` is a form of the current table. A line is matched by the key of its prize; without a match it takes a
        spare line.
        """
        typed: dict[str, str] = {}
        messages_by_field: dict[str, str] = {}
        stand = {key: prefix for prefix, key in fresh._keys(fresh._rows(fresh.initial_values())).items()}
        spare = {
            lead: iter([f"{lead}_{line}" for line in fresh._lines(lead) if f"{lead}_{line}" not in stand.values()])
            for lead in self._count
        }
        were, are = (
            self._keys(self._rows({**dict.fromkeys(self.fields), **self.read})),
            self._keys(self._rows(self.values)),
        )
        for prefix in dict.fromkeys([*(name for name, _place in self._places), "hnq", *self._leads()]):
            parts = [name for name in self.fields if name == prefix or name.startswith(f"{prefix}_")]
            if not self.changes.keys() & set(parts):
                continue
            keys = [key for key in (were.get(prefix), are.get(prefix)) if key]
            there = prefix if prefix in fresh.fields else next((stand[key] for key in keys if key in stand), None)
            there = there or next(spare[prefix.partition("_")[0]], None)
            if there is None:
                continue
            typed |= {there + name.removeprefix(prefix): str(self.data.get(name, "")) for name in parts}
            if fault := next((fault.field for fault in refused.faults if fault.field in keys), None):
                now, own = (by_key(rows).get(fault) for rows in ((refused.current or {})["prizes"], self.plans()))
                beside = there if there in fresh.fields else f"{there}_cents"
                messages_by_field[beside] = overwriting_words.set_otherwise(
                    self._told(now), self._told(own), refused.since.get(fault)
                )
        return typed, messages_by_field

    @property
    def most_changed(self) -> int:
        """The largest number of changed lines of one kind, which may need new lines."""
        changed = {
            lead: {name.rpartition("_")[0] for name in self.changes if name.startswith(lead)} for lead in self._count
        }
        return max(map(len, changed.values()))

    def initial_values(self) -> dict[str, Any]:
        """The initial values of all fields."""
        return {name: self.initial.get(name) for name in self.fields}

    def _leads(self) -> list[str]:
        return [f"{lead}_{line}" for lead in self._count for line in self._lines(lead)]

    @staticmethod
    def _keys(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
        """The key of the prize of each field or line."""
        return dict(zip(rows, by_key(rows.values()), strict=False))

    def _told(self, prize: Mapping[str, Any] | None) -> str:
        """A prize in the words of a refusal: its amount, and who has it."""
        if prize is None:
            return overwriting_words.nothing_set()
        who = dict(self._who).get(str(prize["entrant"]), "")
        return ", ".join(part for part in (money_words.amount(prize["cents"]), who) if part)

    def field_of(self, fault: str) -> str:
        """The field beside which a fault of a prize, or of the reason, is shown."""
        if fault in self.fields:
            return fault
        parts = fault.split(".")
        if len(parts) < 3:
            return ""
        if int(parts[1]) >= len(self._where):
            return ""
        lead = self._where[int(parts[1])]
        return lead if lead in self.fields else f"{lead}_{parts[2]}"


def _sent_lines(data: Mapping[str, str] | None, lead: str) -> int:
    """How many lines of a kind were sent; the page may have had more than there are now."""
    sent = [re.fullmatch(rf"{lead}_([0-9]{{1,3}})_cents", name) for name in data or ()]
    return min(MOST_PLACES, max((int(match[1]) + 1 for match in sent if match), default=0))


_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class FundForm(PageForm):
    """The fund from which prizes are proposed."""

    fund = AmountField(
        label=gettext_lazy("What there is for prizes, in dollars"),
        help_text=gettext_lazy(
            "Entry fees and income of the event less the sanctioning fee, unless you say otherwise."
        ),
    )


class KeptAmounts(forms.CharField):
    """The stored amounts by hand when the page was made, in cents, in a hidden field."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=20 * MOST_PLACES, empty_value=None, widget=forms.HiddenInput)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else " ".join(map(str, ["-", *value]))

    def clean(self, value: Any) -> list[int] | None:
        sent = super().clean(value)
        return (
            None
            if sent is None
            else [int(amount) for amount in sent.split() if re.fullmatch(r"[0-9]{1,10}", amount, re.ASCII)]
        )


class PoolForm(WholeForm):
    """How a pool is paid out. `ratio` and `by_hand` (amounts without a type) are the current plan.

    `asks_why`: somebody was paid already, so a reason is asked for.
    """

    act_fields = frozenset({"reason"})

    type = forms.ChoiceField(label=gettext_lazy("Paid out"))
    ratio = forms.TypedChoiceField(
        label=gettext_lazy("To one in"), choices=[(ratio, ratio) for ratio in RATIOS], coerce=int, initial=RATIOS[0]
    )
    by_hand = KeptAmounts()

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
        # The type “by hand” needs amounts, which are typed below; it is offered only once it is set.
        types = [(kind, label) for kind, label in settling_words.pool_types() if kind != "by_hand" or by_hand]
        self.choose("type", types)
        if ratio not in RATIOS:
            # A ratio set through the API remains a choice.
            self.choose("ratio", [(choice, choice) for choice in sorted({*RATIOS, ratio})])


class PoolPlacesForm(WholeForm):
    """The amount of every place of a pool by hand, and why."""

    reason = ReasonField(label=gettext_lazy("Why they differ"), required=False)
    by_hand = KeptAmounts()

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        amounts: Sequence[int],
        by_hand: Sequence[int] = (),
        reason: str = "",
        **more: Any,
    ) -> None:
        super().__init__(data, initial={"reason": reason, "by_hand": by_hand}, **more)
        # Read everything that was sent, even if the pool pays fewer places by now.
        sent = sum(1 for name in data or () if name.startswith(self.add_prefix("place_")))
        self._names = [f"place_{place}" for place in range(1, max(len(amounts) + SPARE, min(sent, MOST_PLACES) + 1))]
        for place, name in enumerate(self._names):
            self.fields[name] = AmountField(label=_("Place %(place)s") % {"place": place + 1}, required=False)
            self.initial[name] = amounts[place] if place < len(amounts) else None
        self.order_fields([*self._names, "reason"])

    def amounts(self) -> list[int]:
        """The amounts, best place first, without empty places at the end."""
        return self._amounts(self.cleaned_data)

    def shown(self) -> dict[str, Any] | None:
        """What the page showed, for `plan_pool`; None if the form did not carry it."""
        if self.cleaned_data["by_hand"] is None:
            return None
        shown = {"by_hand": self.cleaned_data["by_hand"], "amounts": self._amounts(self.read)}
        return {**shown, "reason": self.read.get("reason", "")}

    def _amounts(self, values: Mapping[str, Any]) -> list[int]:
        cents_by_place = [values.get(name) or 0 for name in self._names]
        while cents_by_place and not cents_by_place[-1]:
            cents_by_place.pop()
        return cents_by_place


class ItemForm(PageForm):
    """One line for the books; `event` is a slug, empty for the tournament. `seen` is the last line on the page."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What it is"),
        choices=[(kind.value, kind.label) for kind in Item.Kind if kind != Item.Kind.REVERSAL],
    )
    name = text_of(Item, "name", label=gettext_lazy("Name"), help_text=gettext_lazy("Like Hall, or Raffle."))
    cents = AmountField(label=gettext_lazy("Dollars"), help_text=gettext_lazy("Like 75 or 12.50."))
    event = forms.ChoiceField(label=gettext_lazy("Of"), required=False)
    seen = forms.IntegerField(min_value=0, max_value=999_999_999, required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, str] | None = None, *, events: Sequence[tuple[str, str]], **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.choose("event", [("", _("The whole tournament")), *events])


class PayoutForm(MoneyForm):
    """One payout to a winner. `open` is the open amount in cents when the page was made."""

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
