"""The form of a file that is brought in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.page import PageForm


class ClubFileForm(PageForm):
    """A club as a file."""

    file = forms.FileField(
        label=gettext_lazy("The file"),
        help_text=gettext_lazy(
            "The one that “Take the club along” gave on the other site. Its name ends in -club.json."
        ),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
