"""Parts that several of the forms have."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.db.models import Field, Model
from django.utils.translation import gettext_lazy

from tournaments.models import MAX_REASON, called

_WHY = gettext_lazy("Why")


def text_of(model: type[Model], column: str, **options: Any) -> forms.CharField:
    """A text for this column: called as it is there, as long as it may be, and empty where it may be; nothing is null where that may
    be."""
    of = cast("Field[Any, Any]", model._meta.get_field(column))
    given = {"max_length": of.max_length, "required": not of.blank, "empty_value": None if of.null else ""}
    return forms.CharField(**{"label": called(model, column), **given, **options})


class ReasonField(forms.CharField):
    """Why something is done."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _WHY)
        super().__init__(max_length=MAX_REASON, **kwargs)


class DayInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")
