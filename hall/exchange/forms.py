"""The form of a file that is brought in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.page import PageForm

MAX_FILE = 50_000_000
"""Bytes of a file that the page takes: a hundred nights with cards and more."""


class ClubFileForm(PageForm):
    """A club as a file."""

    file = forms.FileField(
        label=gettext_lazy("The file"),
        help_text=gettext_lazy(
            "The one that “Take the club along” gave on the other site. Its name ends in -club.json."
        ),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> Any:
        """The file. Raises ValidationError if it is larger than a site takes on a page."""
        file = self.cleaned_data["file"]
        if file.size > MAX_FILE:
            raise forms.ValidationError(
                _("This file is too large for this page. Whoever runs the site can bring it in by command.")
            )
        return file
