"""What the pages of the playoffs share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from brackets import words
from tournaments.access import Rights
from tournaments.errors import Fault, Malformed, Overwriting, Refused
from tournaments.forms import WholeForm
from tournaments.models import Event
from tournaments.views.page import put_beside, show


def show_page(
    request: HttpRequest, template: str, event: Event, rights: Rights, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of the playoffs, with the rules that it names."""
    return show(
        request, template, event, rights, {"current": "bracket", "rules": words.cited(event), **context}, status=status
    )


def where_beside(refused: Refused, form: WholeForm, where: str) -> str:
    """Where this refusal is shown: beside the field itself, and so nowhere else, where somebody else has set it meanwhile."""
    if not isinstance(refused, Overwriting):
        return where
    put_beside(refused, {"": form})
    return ""


def malformed(form: forms.Form) -> Malformed:
    """A form that is not even of the right shape, as the refusal that the page shows."""
    faults = [
        Fault(name, error.code or "invalid", str(error.message % (error.params or {})))
        for name, errors in form.errors.as_data().items()
        for error in errors
    ]
    return Malformed(_("That could not be read. Nothing was changed."), faults=faults)
