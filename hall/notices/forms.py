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
    """What somebody wants to be told of; everything is ticked at first."""

    wants = forms.MultipleChoiceField(
        label=_("Tell me"),
        choices=News.choices,
        initial=News.values,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one, or end it.")},
    )


class WantsForm(WholeForm, WantsFields):
    """What one subscription is told of."""

    @classmethod
    def of(cls, subscription: Subscription) -> WantsForm:
        """The form with what is ticked now."""
        ticked = [what for what in News.values if subscription.wants(what)]
        return cls(initial={"wants": ticked}, prefix=f"s{subscription.pk}")


class MailForm(WholeForm, WantsFields):
    """The address for mails. If the address is subscribed already, only the boxes that were changed count."""

    act_fields = frozenset({"address"})

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        help_text=_("A mail goes there first: press the button on the page that it names, then you are told."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ["address", "wants"]


class BrowserForm(WantsFields):
    """What the page's script sends: the endpoint of the browser's push service, and the browser's two keys."""

    address = text_of(Subscription, "address", widget=forms.HiddenInput)
    key = text_of(Subscription, "key", widget=forms.HiddenInput, required=True)
    secret = text_of(Subscription, "secret", widget=forms.HiddenInput, required=True)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, prefix="browser")


class TestMailForm(PageForm):
    """The address for a test mail."""

    address = forms.EmailField(
        label=_("Your e-mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
