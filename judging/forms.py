"""What is typed when a judge is called."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from judging.models import LONGEST_WORDS


class CallForm(forms.Form):
    """What a call is about, as its player says it."""

    about = forms.CharField(
        label=gettext_lazy("What is it about?"),
        help_text=gettext_lazy("A few words, if you like: “wrong number of cards”."),
        max_length=LONGEST_WORDS,
        required=False,
    )
