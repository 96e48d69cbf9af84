"""Helpers of the pages of the playoffs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from brackets.bracket.reads.drawn import BracketNow, MatchNow
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.forms.running import RoundTablesForm, RoundTimesForm
from tournaments.access import Rights
from tournaments.errors import Fault, Malformed, Overwriting, Refused
from tournaments.forms.whole import WholeForm
from tournaments.models import Event
from tournaments.rules.naming import in_full
from tournaments.views.page import put_beside, show


def show_page(
    request: HttpRequest, template: str, event: Event, rights: Rights, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of the playoffs, with the rules that it names."""
    return show(
        request,
        template,
        event,
        rights,
        {"current": "bracket", "rules": playoffs_words.cited(event), **context},
        status=status,
    )


def round_forms(drawn: BracketNow, number: int) -> tuple[RoundTablesForm, RoundTimesForm]:
    """The forms that set tables and starts of the open matches of a round, with their current values."""
    tables = {match: (title, state.table) for match, (title, state) in open_matches(drawn, number).items()}
    return (
        RoundTablesForm(matches=tables),
        RoundTimesForm(matches=times_of(drawn, number), auto_id=f"round-{number}-%s"),
    )


def times_of(drawn: BracketNow, number: int) -> dict[int, tuple[str, datetime | None]]:
    """Title and start of each open match of the round, by match number."""
    return {match: (title, state.scheduled_at) for match, (title, state) in open_matches(drawn, number).items()}


def open_matches(drawn: BracketNow, number: int) -> dict[int, tuple[str, MatchNow]]:
    """Title and state of each open match of the round, by match number."""
    return {
        match.match: (
            playoffs_words.match_title(
                match.match, [in_full(side.name, side.players) for side in match.sides], bye=match.bye
            ),
            match,
        )
        for match in drawn.rounds[number - 1]
        if match.winner is None
    }


def where_beside(refused: Refused | None, form: WholeForm, where: str) -> str:
    """The place of the page at which the refusal is shown.

    An Overwriting refusal is put beside the fields of the form, and the place is "". Any other one is shown at `where`.
    """
    if not isinstance(refused, Overwriting):
        return where
    put_beside(refused, {"": form})
    return ""


def well_formed(form: forms.Form) -> dict[str, Any]:
    """The cleaned data of the form. Raises Malformed if the form is not valid."""
    if not form.is_valid():
        raise malformed(form)
    return form.cleaned_data


def malformed(form: forms.Form) -> Malformed:
    """The errors of a form as a refusal, with one fault for each error."""
    faults = [
        Fault(name, error.code or "invalid", str(error.message % (error.params or {})))
        for name, errors in form.errors.as_data().items()
        for error in errors
    ]
    return Malformed(_("That could not be read. Nothing was changed."), faults=faults)
