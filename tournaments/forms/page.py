"""What every form of a page knows beside its fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from tournaments.errors import Refused


class PageForm(forms.Form):
    """A form that remembers why what was sent with it was refused: the answer's status says it too."""

    refused: Refused | None = None

    def choose(self, name: str, choices: Iterable[Any]) -> None:
        """Set what can be chosen in this field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
