"""The base of every form of a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from tournaments.errors import Refused


class PageForm(forms.Form):
    """A form that keeps the refusal of its submission, from which the page gets its status."""

    refused: Refused | None = None

    def choose(self, name: str, choices: Iterable[Any]) -> None:
        """Set the choices of this field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
