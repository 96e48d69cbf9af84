"""The form of a card corrected after posting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorecards.cards.rules.typing import parse_typed
from scorecards.models import PostedList
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.after_posting import LateDecision
from scorecards.sheet.rules.line import Line
from tournaments.forms.page import PageForm
from tournaments.models import longest
from tournaments.rules.finding import Finding
from tournaments.rules.initials import LONGEST
from tournaments.rules.skunk import ACC_SKUNKS, Skunks

LONGEST_LINE = 20


class LateForm(PageForm):
    """The corrected lines of a card, typed in the shorthand of the entry desk; an unchanged line is left empty.

    After validation, `lines` are the corrected lines, `gone` the ticked games, which have no line on the paper, and
    `orders` the tied groups in the order in which they were played off, best first.
    """

    decision = forms.ChoiceField(choices=[(choice.value, choice.value) for choice in LateDecision], required=False)
    mark = forms.CharField(required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        widget=forms.TextInput(
            attrs={"class": "input", "maxlength": longest(PostedList, "reason"), "autocomplete": "off"}
        ),
        help_text=gettext_lazy("Everybody who reads the list can read it."),
    )
    initials = forms.CharField(
        label=gettext_lazy("Your initials"),
        required=False,
        widget=forms.TextInput(attrs={"class": "input input--short", "maxlength": LONGEST, "autocomplete": "off"}),
        help_text=gettext_lazy("They sign the corrections that the new list counts."),
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        expected: Mapping[int, str | None],
        table: str,
        records_spread: bool = True,
        skunks: Skunks = ACC_SKUNKS,
        own_initials: str = "",
    ) -> None:
        """`own_initials` are those with which the user signs: they are offered until others are typed."""
        if data is not None and "initials" not in data:
            # The first look has no field for them yet.
            data = data.copy()
            data["initials"] = own_initials
        super().__init__(data)
        self._expected, self._table, self._records_spread, self._skunks = expected, table, records_spread, skunks
        self._orders_data = data if data is not None else QueryDict()
        self.lines: list[Line] = []
        self.gone: list[int] = []
        self.fields["gone"] = forms.TypedMultipleChoiceField(
            choices=[(game, game) for game in expected], coerce=int, required=False
        )
        self.orders: list[list[str]] = []
        for game in expected:
            self.fields[f"line-{game}"] = forms.CharField(required=False, max_length=LONGEST_LINE)

    def clean(self) -> dict[str, object]:
        """Read the typed lines and the orders of tied groups. Refuses a form that changes nothing."""
        cleaned = super().clean() or {}
        self.gone = list(cleaned.get("gone", []))
        for game, opponent in self._expected.items():
            name = f"line-{game}"
            parsed = parse_typed(
                str(cleaned.get(name, "")),
                game,
                opponent,
                table=self._table,
                field=name,
                records_spread=self._records_spread,
                skunks=self._skunks,
            )
            if isinstance(parsed, Finding):
                self.add_error(name, forms.ValidationError(sheet_words.finding(parsed), code=parsed.code))
            elif parsed is not None and game in self.gone:
                self.add_error(name, _("Type the line, or tick that the paper has none: not both."))
            elif parsed is not None:
                self.lines.append(parsed)
        if not self.lines and not self.gone and not self.errors:
            self.add_error(None, _("Type at least one line as the paper has it, or tick one that is not on it."))
        self.orders = [order.split() for order in self._orders_data.getlist("order")[:100]]
        for members in self._orders_data.getlist("members")[:100]:
            order = self._order_of(members.split())
            if order:
                self.orders.append(order)
        return cleaned

    def _order_of(self, members: Iterable[str]) -> list[str]:
        """The seats in the order of their typed places; empty if no place was typed or the places are wrong."""
        place_by_seat = {seat: str(self._orders_data.get(f"place-{seat}", "")).strip() for seat in members}
        if not any(place_by_seat.values()):
            return []
        if sorted(place_by_seat.values()) != sorted(str(number) for number in range(1, len(place_by_seat) + 1)):
            self.add_error(None, _("Give every player of the group a place of their own, 1 for the first."))
            return []
        return sorted(place_by_seat, key=lambda seat: int(place_by_seat[seat]))
