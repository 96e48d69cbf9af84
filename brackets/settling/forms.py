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
"""So many empty lines for more stand below those that are filled."""


def _reason() -> forms.CharField:
    """Why something is changed by which people were paid already."""
    return forms.CharField(
        label=_("Why it changes"),
        max_length=MAX_REASON,
        required=False,
        help_text=_("People were paid already: needed where one of them would have won less."),
    )


class PrizesForm(WholeForm):
    """The prizes of an event: an amount beside every place, and lines for ranks and for prizes with a name.

    `places` are those in which the playoffs end, each with how many people; `prizes` those in the table, as they are sent;
    `entrants` are numbers with names. `plans` gives what is filled in, and `field_of` where a fault of one belongs.
    """

    told = frozenset({"reason"})

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
        amounts = {(one["kind"], one["place"]): one["cents"] for one in prizes}
        people = dict(places)
        sent = {place for place in PLACES if f"place_{place}" in (data or ())}
        wanted = sorted(people.keys() | {place for kind, place in amounts if kind == "place"} | sent)
        self._places = [(f"place_{place}", place) for place in wanted]
        for name, place in self._places:
            label = settling_words.prize_field(place, people.get(place, 0))
            self._amount(name, label, amounts.get(("place", place)))
            if place not in people:
                self.fields[name].help_text = _("Nobody can end there with so many qualifiers.")
        self._amount("hnq", settling_words.prize_named("hnq", None, "", 1), amounts.get(("hnq", None)))
        self.ranks = [one for one in prizes if one["kind"] == "rank"]
        self.others = [one for one in prizes if one["kind"] == "other"]
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
        """The prizes that are filled in, as they are set; an amount of nothing is none."""
        rows = self._rows(self.cleaned_data)
        self._where = list(rows)
        return list(rows.values())

    def plans_read(self) -> list[dict[str, Any]] | None:
        """The prizes that the page showed; None where it did not carry them."""
        return list(self._rows({**dict.fromkeys(self.fields), **self.read}).values()) if self.read else None

    def _rows(self, given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The prizes of these values of the fields, each by the field of a place or by how the fields of its line begin."""
        found: dict[str, dict[str, Any]] = {}

        def add(at: str, kind: str, cents: int | None, place: Any = None, name: str = "", who: Any = None) -> None:
            if cents:
                entrant = int(who) if re.fullmatch(r"[0-9]{1,9}", str(who), re.ASCII) else None
                found[at] = {"kind": kind, "place": place, "name": name, "cents": cents, "entrant": entrant}

        for name, place in self._places:
            add(name, "place", given[name], place)
        add("hnq", "hnq", given["hnq"])
        for line in self._lines("rank"):
            add(f"rank_{line}", "rank", given[f"rank_{line}_cents"], given[f"rank_{line}_place"])
        for line in self._lines("other"):
            name, cents, who = (given[f"other_{line}_{part}"] for part in ("name", "cents", "entrant"))
            add(f"other_{line}", "other", cents, None, name or "", who)
        return found

    def taken_over(self, refused: Overwriting, fresh: PrizesForm) -> tuple[dict[str, str], dict[str, str]]:
        """What was changed here in the fields of `fresh`, a form of the table as it is now, and what to say beside which of them.

        Both are called by their fields there: a line is found again by what it is known by, else it is a new one.
        """
        typed: dict[str, str] = {}
        said: dict[str, str] = {}
        stand = {key: at for at, key in fresh._keys(fresh._rows(fresh.initial_values())).items()}
        spare = {
            lead: iter([f"{lead}_{line}" for line in fresh._lines(lead) if f"{lead}_{line}" not in stand.values()])
            for lead in self._count
        }
        were, are = (
            self._keys(self._rows({**dict.fromkeys(self.fields), **self.read})),
            self._keys(self._rows(self.values)),
        )
        for at in dict.fromkeys([*(name for name, _place in self._places), "hnq", *self._leads()]):
            parts = [name for name in self.fields if name == at or name.startswith(f"{at}_")]
            if not self.changes.keys() & set(parts):
                continue
            keys = [key for key in (were.get(at), are.get(at)) if key]
            there = at if at in fresh.fields else next((stand[key] for key in keys if key in stand), None)
            there = there or next(spare[at.partition("_")[0]], None)
            if there is None:
                continue
            typed |= {there + name.removeprefix(at): str(self.data.get(name, "")) for name in parts}
            if fault := next((one.field for one in refused.faults if one.field in keys), None):
                now, own = (by_key(rows).get(fault) for rows in ((refused.current or {})["prizes"], self.plans()))
                beside = there if there in fresh.fields else f"{there}_cents"
                said[beside] = overwriting_words.set_otherwise(
                    self._told(now), self._told(own), refused.since.get(fault)
                )
        return typed, said

    @property
    def most_changed(self) -> int:
        """So many lines of one kind were changed, and may have to be written anew."""
        changed = {
            lead: {name.rpartition("_")[0] for name in self.changes if name.startswith(lead)} for lead in self._count
        }
        return max(map(len, changed.values()))

    def initial_values(self) -> dict[str, Any]:
        """The values of all fields as they stand, before anything is typed."""
        return {name: self.initial.get(name) for name in self.fields}

    def _leads(self) -> list[str]:
        return [f"{lead}_{line}" for lead in self._count for line in self._lines(lead)]

    @staticmethod
    def _keys(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
        """What the prize of each field or line is known by."""
        return dict(zip(rows, by_key(rows.values()), strict=False))

    def _told(self, prize: Mapping[str, Any] | None) -> str:
        """A prize in the words of a refusal: its amount, and who has it."""
        if prize is None:
            return overwriting_words.nothing_set()
        who = dict(self._who).get(str(prize["entrant"]), "")
        return ", ".join(part for part in (money_words.amount(prize["cents"]), who) if part)

    def field_of(self, fault: str) -> str:
        """The field beside which this fault of a prize, or of the reason, belongs."""
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
    """How many lines of a kind were sent: the page may have had more of them than there are now."""
    sent = [re.fullmatch(rf"{lead}_([0-9]{{1,3}})_cents", name) for name in data or ()]
    return min(MOST_PLACES, max((int(found[1]) + 1 for found in sent if found), default=0))


_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class FundForm(PageForm):
    """From which fund a start for the prizes is proposed."""

    fund = AmountField(
        label=gettext_lazy("What there is for prizes, in dollars"),
        help_text=gettext_lazy(
            "Entry fees and income of the event less the sanctioning fee, unless you say otherwise."
        ),
    )


class KeptAmounts(forms.CharField):
    """The amounts by hand that were kept when the page was made, in cents: nobody sees it."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=20 * MOST_PLACES, empty_value=None, widget=forms.HiddenInput)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else " ".join(map(str, ["-", *value]))

    def clean(self, value: Any) -> list[int] | None:
        sent = super().clean(value)
        return (
            None if sent is None else [int(one) for one in sent.split() if re.fullmatch(r"[0-9]{1,10}", one, re.ASCII)]
        )


class PoolForm(WholeForm):
    """How a pool is paid out; `ratio` and `by_hand` (no type, amounts alone) say how it is now, and `asks_why` that somebody
    was paid already."""

    told = frozenset({"reason"})

    type = forms.ChoiceField(label=gettext_lazy("Paid out"))
    ratio = forms.TypedChoiceField(
        label=gettext_lazy("To one in"), choices=[(one, one) for one in RATIOS], coerce=int, initial=RATIOS[0]
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
        # What is written by hand altogether has its amounts below: nobody chooses it here without them.
        types = [(kind, told) for kind, told in settling_words.pool_types() if kind != "by_hand" or by_hand]
        self.choose("type", types)
        if ratio not in RATIOS:
            # Set through the API: it stays one that can be chosen.
            self.choose("ratio", [(one, one) for one in sorted({*RATIOS, ratio})])


class PoolPlacesForm(WholeForm):
    """The amount of every place of a pool as the director wants it, and why."""

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
        # What was sent is read as a whole, also where the pool pays fewer places meanwhile.
        sent = sum(1 for name in data or () if name.startswith(self.add_prefix("place_")))
        self._names = [f"place_{place}" for place in range(1, max(len(amounts) + SPARE, min(sent, MOST_PLACES) + 1))]
        for place, name in enumerate(self._names):
            self.fields[name] = AmountField(label=_("Place %(place)s") % {"place": place + 1}, required=False)
            self.initial[name] = amounts[place] if place < len(amounts) else None
        self.order_fields([*self._names, "reason"])

    def amounts(self) -> list[int]:
        """The amounts, the best place first; empty places at the end are none."""
        return self._amounts(self.cleaned_data)

    def shown(self) -> dict[str, Any] | None:
        """What the page showed, for `plan_pool`; None where it did not carry it."""
        if self.cleaned_data["by_hand"] is None:
            return None
        shown = {"by_hand": self.cleaned_data["by_hand"], "amounts": self._amounts(self.read)}
        return {**shown, "reason": self.read.get("reason", "")}

    def _amounts(self, values: Mapping[str, Any]) -> list[int]:
        found = [values.get(name) or 0 for name in self._names]
        while found and not found[-1]:
            found.pop()
        return found


class ItemForm(PageForm):
    """One line for the books; `event` is the short name of one, empty for the whole tournament, `seen` the last line that the page
    showed."""

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
