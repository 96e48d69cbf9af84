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
"""The number of empty lines that follow the filled ones."""


def _reason() -> forms.CharField:
    """The field of the reason for a change, which is asked for once people were paid."""
    return forms.CharField(
        label=_("Why it changes"),
        max_length=MAX_REASON,
        required=False,
        help_text=_("People were paid already: needed where one of them would have won less."),
    )


class PrizesForm(WholeForm):
    """The prizes of an event: one amount for every place, and lines for ranks and for prizes with a name.

    `places` are pairs of place and number of people. `prizes` are the stored prizes, each as a mapping of field to
    value. `entrants` are pairs of number and name. `spare` is the number of empty lines beyond the usual ones.
    `asks_why`: a reason is asked for.

    The amount for place N is in the field `place_N`, and that for the high nonqualifier in `hnq`. Line N has the fields
    `rank_N_place` and `rank_N_cents`, or `other_N_name`, `other_N_cents` and `other_N_entrant`. There are two kinds of
    line, `rank` and `other`. The prefix of line N is `rank_N` or `other_N`. `plans` returns the prizes that are filled
    in, `field_of` the field of a fault.
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
        people_by_place = dict(places)
        places_with_prize = {place for kind, place in amounts if kind == "place"}
        sent_places = {place for place in PLACES if f"place_{place}" in (data or ())}
        place_numbers = sorted(people_by_place.keys() | places_with_prize | sent_places)
        self._places = [(f"place_{place}", place) for place in place_numbers]
        for name, place in self._places:
            label = settling_words.prize_field(place, people_by_place.get(place, 0))
            self._add_amount(name, label, amounts.get(("place", place)))
            if place not in people_by_place:
                self.fields[name].help_text = _("Nobody can end there with so many qualifiers.")
        self._add_amount("hnq", settling_words.prize_named("hnq", None, "", 1), amounts.get(("hnq", None)))
        self.ranks = [prize for prize in prizes if prize["kind"] == "rank"]
        self.others = [prize for prize in prizes if prize["kind"] == "other"]
        self._line_counts = {
            kind: max(len(rows) + SPARE + spare, _sent_lines(data, kind))
            for kind, rows in (("rank", self.ranks), ("other", self.others))
        }
        for line in self._lines("rank"):
            rank = forms.IntegerField(
                label=_("Rank"), min_value=1, max_value=500, required=False, widget=forms.TextInput(_NUMBER)
            )
            self._add_field(f"rank_{line}_place", rank, self._value(self.ranks, line, "place"))
            self._add_amount(f"rank_{line}_cents", _("Dollars"), self._value(self.ranks, line, "cents"))
        self._entrants = [(str(number), name) for number, name in entrants]
        entrant_choices = [("", _("Nobody yet")), *self._entrants]
        for line in self._lines("other"):
            name_field = text_of(Prize, "name", label=_("Name"))
            self._add_field(f"other_{line}_name", name_field, self._value(self.others, line, "name"))
            self._add_amount(f"other_{line}_cents", _("Dollars"), self._value(self.others, line, "cents"))
            person = forms.ChoiceField(label=_("Who"), choices=entrant_choices, required=False)
            self._add_field(f"other_{line}_entrant", person, self._value(self.others, line, "entrant"))
        # The line or place of each prize in the result of `plans`, in order.
        self._prefixes: list[str] = []

    def _lines(self, kind: str) -> range:
        return range(self._line_counts[kind])

    @staticmethod
    def _value(rows: Sequence[Mapping[str, Any]], line: int, key: str) -> Any:
        """A value of the prize in this line; None in a spare line."""
        return rows[line][key] if line < len(rows) else None

    def _add_field(self, name: str, field: forms.Field, initial: Any) -> None:
        self.fields[name] = field
        self.initial[name] = initial

    def _add_amount(self, name: str, label: str, cents: int | None) -> None:
        self._add_field(name, AmountField(label=label, required=False), cents)

    @property
    def of_places(self) -> Iterator[forms.BoundField]:
        """The amounts of the places, and that of the high nonqualifier."""
        for name, _place in self._places:
            yield self[name]
        yield self["hnq"]

    @property
    def of_ranks(self) -> Iterator[tuple[forms.BoundField, ...]]:
        """For each line of a rank: the fields of the rank and the amount."""
        for line in self._lines("rank"):
            yield self[f"rank_{line}_place"], self[f"rank_{line}_cents"]

    @property
    def of_others(self) -> Iterator[tuple[forms.BoundField, ...]]:
        """For each line of a named prize: the fields of the name, the amount and the entrant."""
        for line in self._lines("other"):
            yield tuple(self[f"other_{line}_{part}"] for part in ("name", "cents", "entrant"))

    def clean(self) -> dict[str, Any]:
        """Refuse lines that have an amount but no rank or name, or the reverse, unless they have an error already."""
        for kind, key_part in (("rank", "place"), ("other", "name")):
            for line in self._lines(kind):
                key_field, cents_field = f"{kind}_{line}_{key_part}", f"{kind}_{line}_cents"
                has_key = bool(self.cleaned_data.get(key_field))
                has_cents = bool(self.cleaned_data.get(cents_field))
                has_error = key_field in self.errors or cents_field in self.errors
                if has_key != has_cents and not has_error:
                    missing_field = cents_field if has_key else key_field
                    self.add_error(missing_field, _("Fill in the whole line, or empty it."))
        return self.cleaned_data

    def plans(self) -> list[dict[str, Any]]:
        """The prizes that are filled in, as `PrizePlan` values. An empty or zero amount gives no prize."""
        rows = self._rows(self.cleaned_data)
        self._prefixes = list(rows)
        return list(rows.values())

    def plans_read(self) -> list[dict[str, Any]] | None:
        """The prizes that the page showed; None if the form did not carry them."""
        return list(self._rows_read().values()) if self.read else None

    def _rows_read(self) -> dict[str, dict[str, Any]]:
        """The prizes that the page showed, as in `_rows`."""
        return self._rows({**dict.fromkeys(self.fields), **self.read})

    def _rows(self, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The prizes in these field values, by prefix: the field of a place, or the prefix of a line."""
        rows: dict[str, dict[str, Any]] = {}

        def add(
            prefix: str, kind: str, cents: int | None, place: Any = None, name: str = "", entrant: int | None = None
        ) -> None:
            if cents:
                rows[prefix] = {"kind": kind, "place": place, "name": name, "cents": cents, "entrant": entrant}

        for name, place in self._places:
            add(name, "place", values[name], place)
        add("hnq", "hnq", values["hnq"])
        for line in self._lines("rank"):
            add(f"rank_{line}", "rank", values[f"rank_{line}_cents"], values[f"rank_{line}_place"])
        for line in self._lines("other"):
            prefix = f"other_{line}"
            choice = str(values[f"{prefix}_entrant"])
            entrant = int(choice) if re.fullmatch(r"[0-9]{1,9}", choice, re.ASCII) else None
            add(prefix, "other", values[f"{prefix}_cents"], name=values[f"{prefix}_name"] or "", entrant=entrant)
        return rows

    def taken_over(self, refused: Overwriting, fresh: PrizesForm) -> tuple[dict[str, str], dict[str, str]]:
        """Carry the user's changes in this form over to `fresh`, a form of the current table.

        Returns the typed values and the messages beside them, both by field of `fresh`. A line of this form goes to the
        line of `fresh` that has the same prize (by its key), else to a spare line.
        """
        typed: dict[str, str] = {}
        messages_by_field: dict[str, str] = {}
        fresh_keys = fresh._keys(fresh._rows(fresh.initial_values()))
        fresh_prefixes = {key: prefix for prefix, key in fresh_keys.items()}
        spare_prefixes = {
            kind: iter([f"{kind}_{line}" for line in fresh._lines(kind) if f"{kind}_{line}" not in fresh_keys])
            for kind in self._line_counts
        }
        keys_read = self._keys(self._rows_read())
        keys_typed = self._keys(self._rows(self.values))
        own_rows = by_key(self.plans())
        rows_now = by_key((refused.current or {})["prizes"])
        for prefix in dict.fromkeys([*(name for name, _place in self._places), "hnq", *self._line_prefixes()]):
            names = [name for name in self.fields if name == prefix or name.startswith(f"{prefix}_")]
            if not self.changes.keys() & set(names):
                continue
            keys = [key for key in (keys_read.get(prefix), keys_typed.get(prefix)) if key]
            target = fresh._target_of(prefix, keys, fresh_prefixes, spare_prefixes)
            if target is None:
                continue
            typed |= {target + name.removeprefix(prefix): str(self.data.get(name, "")) for name in names}
            overwritten = next((fault.field for fault in refused.faults if fault.field in keys), None)
            if overwritten:
                beside = target if target in fresh.fields else f"{target}_cents"
                messages_by_field[beside] = overwriting_words.set_otherwise(
                    self._in_words(rows_now.get(overwritten)),
                    self._in_words(own_rows.get(overwritten)),
                    refused.since.get(overwritten),
                )
        return typed, messages_by_field

    def _target_of(
        self,
        prefix: str,
        keys: Sequence[str],
        prefixes_by_key: Mapping[str, str],
        spare_prefixes: Mapping[str, Iterator[str]],
    ) -> str | None:
        """The prefix in this form that takes a changed prize of an older form; None if no line is left for it.

        `keys` are the keys of the prize as it was read and as it was typed.
        """
        if prefix in self.fields:
            return prefix
        same_prize = next((prefixes_by_key[key] for key in keys if key in prefixes_by_key), None)
        if same_prize is not None:
            return same_prize
        # Places have no spare lines: one that the table no longer has is left out.
        return next(spare_prefixes.get(prefix.partition("_")[0], iter(())), None)

    @property
    def most_changed(self) -> int:
        """The largest number of changed lines of one kind. A fresh form may need so many spare lines."""
        changed_lines = {
            kind: {name.rpartition("_")[0] for name in self.changes if name.startswith(kind)}
            for kind in self._line_counts
        }
        return max(map(len, changed_lines.values()))

    def initial_values(self) -> dict[str, Any]:
        """The initial values of all fields."""
        return {name: self.initial.get(name) for name in self.fields}

    def _line_prefixes(self) -> list[str]:
        return [f"{kind}_{line}" for kind in self._line_counts for line in self._lines(kind)]

    @staticmethod
    def _keys(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
        """The key of each prize (`by_key`), by prefix."""
        return dict(zip(rows, by_key(rows.values()), strict=False))

    def _in_words(self, prize: Mapping[str, Any] | None) -> str:
        """A prize as a refusal names it: its amount, and who has it."""
        if prize is None:
            return overwriting_words.nothing_set()
        entrant = dict(self._entrants).get(str(prize["entrant"]), "")
        return ", ".join(part for part in (money_words.amount(prize["cents"]), entrant) if part)

    def field_of(self, fault: str) -> str:
        """The field beside which a fault is shown: `prizes.N.part` for a prize, or a field; "" for the whole form."""
        if fault in self.fields:
            return fault
        parts = fault.split(".")
        if len(parts) < 3:
            return ""
        _prizes, index, part = parts[:3]
        if int(index) >= len(self._prefixes):
            return ""
        prefix = self._prefixes[int(index)]
        return prefix if prefix in self.fields else f"{prefix}_{part}"


def _sent_lines(data: Mapping[str, str] | None, kind: str) -> int:
    """How many lines of a kind were sent. The page may have had more lines than the form has by default."""
    sent = [re.fullmatch(rf"{kind}_([0-9]{{1,3}})_cents", name) for name in data or ()]
    return min(MOST_PLACES, max((int(match[1]) + 1 for match in sent if match), default=0))


_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class FundForm(PageForm):
    """The fund for which prizes are proposed."""

    fund = AmountField(
        label=gettext_lazy("What there is for prizes, in dollars"),
        help_text=gettext_lazy(
            "Entry fees and income of the event less the sanctioning fee, unless you say otherwise."
        ),
    )


class KeptAmounts(forms.CharField):
    """The amounts by hand, in cents, that were stored when the page was made, in a hidden field.

    The value is None if the form did not carry the field. A dash before the amounts tells an empty list from that.
    """

    def __init__(self) -> None:
        super().__init__(required=False, max_length=20 * MOST_PLACES, empty_value=None, widget=forms.HiddenInput)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else " ".join(map(str, ["-", *value]))

    def clean(self, value: Any) -> list[int] | None:
        sent = super().clean(value)
        if sent is None:
            return None
        return [int(amount) for amount in sent.split() if re.fullmatch(r"[0-9]{1,10}", amount, re.ASCII)]


class PoolForm(WholeForm):
    """How a pool is paid out.

    `ratio` is the current ratio. `by_hand`: the current type is “by hand”. `asks_why`: somebody was paid already, so a
    reason is asked for.
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
    """The amount of every place of a pool by hand, with the reason."""

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
        # Read every place that was sent, even if the pool pays fewer places now.
        sent_count = sum(1 for name in data or () if name.startswith(self.add_prefix("place_")))
        place_count = max(len(amounts) + SPARE - 1, min(sent_count, MOST_PLACES))
        self._names = [f"place_{place}" for place in range(1, place_count + 1)]
        for place, name in enumerate(self._names):
            self.fields[name] = AmountField(label=_("Place %(place)s") % {"place": place + 1}, required=False)
            self.initial[name] = amounts[place] if place < len(amounts) else None
        self.order_fields([*self._names, "reason"])

    def amounts(self) -> list[int]:
        """The amounts, best place first, without empty places at the end."""
        return self._amounts(self.cleaned_data)

    def shown(self) -> dict[str, Any] | None:
        """What the page showed, as `plan_pool` takes it in `read`; None if the form did not carry it."""
        if self.cleaned_data["by_hand"] is None:
            return None
        shown = {"by_hand": self.cleaned_data["by_hand"], "amounts": self._amounts(self.read)}
        return {**shown, "reason": self.read.get("reason", "")}

    def _amounts(self, values: Mapping[str, Any]) -> list[int]:
        """The amounts in these field values, best place first, without empty places at the end."""
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
        help_text=gettext_lazy("The number of a check, or who took it."),
    )
