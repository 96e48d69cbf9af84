"""Forms of fees and of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import MAX_REASON, Fee, LedgerLine
from tournaments.money import words as money_words
from tournaments.money.rules import read_cents, written


class AmountField(forms.CharField):
    """A typed amount in dollars; its cleaned value is in cents."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return written(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        typed = super().clean(value)
        if not typed:
            return None
        cents = read_cents(typed)
        if cents is None:
            raise forms.ValidationError(money_words.amount_form())
        return cents


class FeeForm(PageForm):
    """A fee of an event."""

    name = text_of(
        Fee, "name", label=gettext_lazy("Name"), help_text=gettext_lazy("As on the flyer: Entry, Q-pool 1 in 4.")
    )
    cents = AmountField(label=gettext_lazy("Dollars"), help_text=gettext_lazy("Like 75 or 12.50; 0 is free."))
    kind = forms.ChoiceField(label=gettext_lazy("What it is"), choices=Fee.Kind.choices, initial=Fee.Kind.ENTRY)
    optional = forms.BooleanField(
        label=gettext_lazy("Only for those who take it"),
        required=False,
        help_text=gettext_lazy("For pools. Without the tick everybody entered owes it."),
    )


class FeeChangeForm(WholeForm, FeeForm):
    """New values of an existing fee. The action requires the `reason` if somebody took or paid the fee."""

    act_fields = frozenset({"reason"})

    reason = ReasonField(
        label=gettext_lazy("Why it changes"),
        required=False,
        help_text=gettext_lazy("Needed once somebody took it or paid."),
    )


class MoneyForm(PageForm):
    """One line for a person's ledger. `open` is the open amount in cents when the page was rendered."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What happens"),
        choices=money_words.line_kinds,
        initial=LedgerLine.Kind.CASH,
        widget=forms.RadioSelect,
    )
    cents = AmountField(label=gettext_lazy("Dollars"), help_text=gettext_lazy("Like 75 or 12.50."))
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=MAX_REASON,
        required=False,
        help_text=gettext_lazy("The number of a check, or why. A waiver needs its reason."),
    )
    open = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean(self) -> dict[str, Any]:
        if self.errors.pop("open", None):
            # The field is hidden, so the user cannot correct it.
            raise forms.ValidationError(_("Nothing was written. Look at the account again, then write it again."))
        return self.cleaned_data


class LedgerForm(MoneyForm):
    """One line for the ledger; a waiver may be for one event."""

    event = forms.ChoiceField(
        label=gettext_lazy("For"),
        required=False,
        help_text=gettext_lazy(
            "Of a waiver: the event whose fees are not asked for. Empty, it covers fees in their order."
        ),
    )
    field_order = ("kind", "cents", "event", "note", "open")

    def __init__(self, *args: Any, events: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """Make the form for a person whom these `events`, as (slug, name), charge fees.

        The field `event` is left out if there is no choice between events.
        """
        super().__init__(*args, **kwargs)
        self.choose("event", [("", _("Fees in their order")), *events])
        if len(events) < 2 and not self.data.get("event"):
            del self.fields["event"]


class ReversalForm(PageForm):
    """Why a line of the ledger is reversed."""

    reason = forms.CharField(label=gettext_lazy("Why it is taken back"), max_length=MAX_REASON, required=False)
