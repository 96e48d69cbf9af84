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
from scorecards.sheet.rules.initials import LONGEST
from scorecards.sheet.rules.line import Line
from tournaments.forms.page import PageForm
from tournaments.models import longest
from tournaments.rules.finding import Finding

LONGEST_LINE = 20


class LateForm(PageForm):
    """The corrected lines of a card in the shorthand of the entry desk; a line that stays is left empty.

    Once valid, `lines` are the corrected lines, `gone` the games without a line on the paper, and `orders` the ties as
    they were played off, best first.
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
    ) -> None:
        super().__init__(data)
        self._expected, self._table, self._records_spread = expected, table, records_spread
        self._played = data if data is not None else QueryDict()
        self.lines: list[Line] = []
        self.gone: list[int] = []
        self.fields["gone"] = forms.TypedMultipleChoiceField(
            choices=[(game, game) for game in expected], coerce=int, required=False
        )
        self.orders: list[list[str]] = []
        for game in expected:
            self.fields[f"line-{game}"] = forms.CharField(required=False, max_length=LONGEST_LINE)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        self.gone = list(cleaned.get("gone", []))
        for game, opponent in self._expected.items():
            name = f"line-{game}"
            read = parse_typed(
                str(cleaned.get(name, "")),
                game,
                opponent,
                table=self._table,
                field=name,
                records_spread=self._records_spread,
            )
            if isinstance(read, Finding):
                self.add_error(name, forms.ValidationError(sheet_words.finding(read), code=read.code))
            elif read is not None and game in self.gone:
                self.add_error(name, _("Type the line, or tick that the paper has none: not both."))
            elif read is not None:
                self.lines.append(read)
        if not self.lines and not self.gone and not self.errors:
            self.add_error(None, _("Type at least one line as the paper has it, or tick one that is not on it."))
        self.orders = [order.split() for order in self._played.getlist("order")[:100]]
        for members in self._played.getlist("members")[:100]:
            if order := self._placed(members.split()):
                self.orders.append(order)
        return cleaned

    def _placed(self, members: Iterable[str]) -> list[str]:
        """The members in the order of their typed places; empty if no place was typed."""
        placed = {seat: str(self._played.get(f"place-{seat}", "")).strip() for seat in members}
        if not any(placed.values()):
            return []
        if sorted(placed.values()) != sorted(str(number) for number in range(1, len(placed) + 1)):
            self.add_error(None, _("Give every player of the group a place of their own, 1 for the first."))
            return []
        return sorted(placed, key=lambda seat: int(placed[seat]))
