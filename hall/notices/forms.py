"""Forms of notices."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import News, Subscription


class WantsFields(PageForm):
    """What somebody wants to be told of; a new one has everything ticked."""

    wants = forms.MultipleChoiceField(
        label=_("Tell me"),
        choices=News.choices,
        initial=News.values,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one, or end it.")},
    )


class WantsForm(WholeForm, WantsFields):
    """What one address or browser is told of."""

    @classmethod
    def of(cls, one: Subscription) -> WantsForm:
        """What is ticked now."""
        return cls(initial={"wants": [what for what in News.values if one.wants(what)]}, prefix=f"s{one.pk}")


class MailForm(WholeForm, WantsFields):
    """Where mails go. The same address again changes only what was ticked otherwise than it was shown."""

    told = frozenset({"address"})

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        help_text=_("A mail goes there first: press the button on the page that it names, then you are told."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ["address", "wants"]


class BrowserForm(WantsFields):
    """What the script of the page sends: where this browser's service is, and the two keys of the browser."""

    address = text_of(Subscription, "address", widget=forms.HiddenInput)
    key = text_of(Subscription, "key", widget=forms.HiddenInput, required=True)
    secret = text_of(Subscription, "secret", widget=forms.HiddenInput, required=True)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, prefix="browser")


class TestMailForm(PageForm):
    """Where a test mail goes."""

    address = forms.EmailField(
        label=_("Your e-mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
