"""Forms of the ladder."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorecards.ladder.reads import LadderGame, LadderTable
from scorecards.sheet.rules.line import SKUNK_POINTS, WIN_POINTS
from tournaments.forms.fields import ReasonField
from tournaments.forms.page import PageForm
from tournaments.models.lengths import MAX_ROUNDS


class ResultForm(PageForm):
    """Who won at a table: one button for each team and each number of points."""

    game = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    table = forms.IntegerField(min_value=1)
    winner = forms.CharField(max_length=8)
    points = forms.IntegerField()


class TableForm(PageForm):
    """The table whose result is taken back."""

    game = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    table = forms.IntegerField(min_value=1)


class CorrectionForm(PageForm):
    """Another result for a table of a game that is over, and why."""

    result = forms.ChoiceField(
        label=gettext_lazy("The right result"),
        error_messages={"required": gettext_lazy("Choose the result.")},
    )
    reason = ReasonField(error_messages={"required": gettext_lazy("This cannot be empty.")})

    def __init__(self, *args: Any, game: LadderGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        results = [choice for table in game.tables for choice in _results(table)]
        self.choose("result", [("", _("Choose a table and its result")), *results])

    def values(self) -> dict[str, Any]:
        """The correction as `correct_result` takes it; for a valid form only."""
        table, winner, points = self.cleaned_data["result"].split(" ")
        return {
            "table": int(table),
            "winner": winner,
            "points": int(points),
            "reason": self.cleaned_data["reason"],
        }


def _results(table: LadderTable) -> list[tuple[str, str]]:
    words = {
        WIN_POINTS: _("Table %(table)d: %(name)s won"),
        SKUNK_POINTS: _("Table %(table)d: %(name)s won by a skunk"),
    }
    return [
        (f"{table.table} {team.seat} {points}", text % {"table": table.table, "name": team.name})
        for team in table.teams
        for points, text in words.items()
    ]
