"""Fields that several forms have."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.db.models import Field, Model
from django.utils.translation import gettext_lazy

from tournaments.models import MAX_REASON, called

_WHY = gettext_lazy("Why")


def text_of(model: type[Model], column: str, **options: Any) -> forms.CharField:
    """Return a text field with the column's label and limits: its length, and whether it may be blank."""
    field = cast("Field[Any, Any]", model._meta.get_field(column))
    column_options = {
        "max_length": field.max_length,
        "required": not field.blank,
        "empty_value": None if field.null else "",
    }
    return forms.CharField(**{"label": called(model, column), **column_options, **options})


def pasted(rows: int = 8, **options: Any) -> forms.CharField:
    """Return a field for lines copied from a spreadsheet; what is pasted stays as it is."""
    attrs = {"rows": rows, "spellcheck": "false", "autocomplete": "off", "wrap": "off"}
    return forms.CharField(strip=False, widget=forms.Textarea(attrs=attrs), **options)


def sheet_file(label: Any) -> forms.FileField:
    """Return an optional field for a list as a file.

    People may choose a workbook too: the error then says how to save it as a list.
    """
    return forms.FileField(
        label=label,
        required=False,
        help_text=gettext_lazy("CSV or text, as a spreadsheet saves it."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain,.xlsx,.xls,.ods,.numbers"}),
    )


class ReasonField(forms.CharField):
    """Why something is done."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _WHY)
        super().__init__(max_length=MAX_REASON, **kwargs)


class DayInput(forms.DateInput):
    """The browser's date picker."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")
