"""What a director types about a person across events."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.page import PageForm


class WordForm(PageForm):
    """How a person agreed to a page, as the director heard it."""

    reason = forms.CharField(
        label=gettext_lazy("When and how this person said so"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("For example “said so at the desk on Saturday”. It stands in the log."),
    )
