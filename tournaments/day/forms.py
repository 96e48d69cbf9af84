"""Forms of the round: its clock, and what happens beside the plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.day.reads.round import DayPlan, What
from tournaments.day.words import meeting_again as meeting_again_words
from tournaments.day.words import round as round_words
from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.player import PlayerField, one_player
from tournaments.forms.whole import WholeForm
from tournaments.models import Player
from tournaments.rules.naming import find_player
from tournaments.words import player as player_words
from tournaments.words import undoing as undoing_words


class ClockForm(WholeForm):
    """How many minutes a game has."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for a game"),
        required=False,
        help_text=gettext_lazy(
            "5 to 120; empty for no clock. It is a help to see who is slow: nothing ends by itself."
        ),
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )


class ReasonForm(PageForm):
    """Why something is done, and the mark of what was looked at before."""

    reason = ReasonField(help_text=gettext_lazy("It stands in the log. Only people with a role read it."))
    mark = forms.CharField(max_length=20, required=False, empty_value=None, widget=forms.HiddenInput)

    def told_to_everybody(self) -> ReasonForm:
        """The same form where the reason is also why people meet again."""
        self.fields["reason"].help_text = meeting_again_words.meet_again_reason()
        return self

    def of_refused_ruling(self) -> ReasonForm:
        """The same form where the reason is which ruling was refused."""
        self.fields["reason"].label = gettext_lazy("Which ruling was refused")
        self.fields["reason"].help_text = round_words.ruling_refused()
        return self

    def look_again(self, mark: str) -> ReasonForm:
        """The same form for what is looked at now: whoever sends it has seen that."""
        if self.is_bound:
            self.data = {"reason": self.data.get("reason", ""), "mark": mark}
        else:
            self.initial["mark"] = mark
        return self


class DayForm(PageForm):
    """What happened on the day: the fields that this kind of thing needs."""

    seat = PlayerField(label=gettext_lazy("Who"))
    first = forms.IntegerField(widget=forms.NumberInput(attrs={"class": "input input--short"}))
    last = forms.IntegerField(
        label=gettext_lazy("Last game missed"), widget=forms.NumberInput(attrs={"class": "input input--short"})
    )
    name = text_of(Player, "name", label=gettext_lazy("Who plays instead"))
    opponent = PlayerField(
        label=gettext_lazy("Who gets the game"),
        help_text=gettext_lazy("Whom they would have met, by the ID or the name: no plan says it here."),
    )

    FIELDS: Mapping[What, tuple[str, ...]] = {
        What.NO_SHOW: ("seat",),
        What.AWAY: ("seat", "first", "last"),
        What.LEAVES: ("seat", "first"),
        What.AWARD: ("seat", "first"),
        What.SUBSTITUTE: ("seat", "first", "name"),
        What.MEET_AGAIN: (),
        What.REMOVED: ("seat", "first"),
    }

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        what: What,
        names: Mapping[str, str],
        game: int | None = None,
        no_shows: Mapping[str, str] | None = None,
        has_plan: bool = True,
    ) -> None:
        """`names` are those of everybody who plays, by seat, and `no_shows` those of who did not come to theirs. Without a plan
        it is said who gets a game that is awarded. Whoever is removed from play need not have one in progress."""
        super().__init__(data, initial={"first": game, "last": game})
        self.what, self.names, self.no_shows = what, names, no_shows or {}
        self.no_show = ""
        awards = what in (What.AWARD, What.REMOVED)
        needed = {*self.FIELDS[what], *(("opponent",) if awards and not has_plan else ())}
        for field in [name for name in self.fields if name not in needed]:
            del self.fields[field]
        if "first" in self.fields:
            self.fields["first"].label = round_words.first_game_label(what)
        if what is What.REMOVED:
            self.fields["first"].required = False
            self.fields["first"].help_text = round_words.game_in_progress()
            if "opponent" in self.fields:
                self.fields["opponent"].required = False

    def clean_seat(self) -> str:
        """The seat of who is meant; `no_show` is that of a no-show where nobody who plays is."""
        text = self.cleaned_data["seat"]
        gone = find_player(text, self.no_shows)
        if len(gone) == 1 and not find_player(text, self.names):
            self.no_show = gone[0]
            raise forms.ValidationError(
                undoing_words.is_no_show(player_words.person_at(gone[0], self.no_shows)), code="no_show"
            )
        return one_player(text, self.names)

    def clean_opponent(self) -> str:
        """The seat of who gets the game; empty where nobody is named."""
        text = self.cleaned_data["opponent"]
        return one_player(text, self.names) if text else ""

    @property
    def plan(self) -> DayPlan:
        """What was said, once it is valid."""
        said = self.cleaned_data
        return DayPlan(self.what, **({**said, "first": said["first"] or 0} if self.what is What.REMOVED else said))


class MixUpForm(PageForm):
    """Which table was mixed up in which game, and from the second look on who met whom at each board."""

    table = forms.CharField(
        label=gettext_lazy("Table"),
        max_length=3,
        widget=forms.TextInput(
            attrs={"class": "input input--short", "autocomplete": "off", "autocapitalize": "characters"}
        ),
    )
    game = forms.IntegerField(
        label=gettext_lazy("Game"),
        min_value=1,
        max_value=120,
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )
    way = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_table(self) -> str:
        return str(self.cleaned_data["table"]).strip().upper()


def typed_boards(data: Mapping[str, Any], frame: int) -> tuple[tuple[str, str], ...]:
    """Who met whom, board by board, as it was typed."""

    def text(place: int) -> str:
        return str(data.get(f"seat-{place}", "")).strip().upper()[:12]

    return tuple((text(place), text(place + 1)) for place in range(1, frame, 2))


def read_boards(table: str, typed: Iterable[tuple[str, str]]) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Who met whom at this table, by the numbers of their seats, and the seats that are none of this table.

    0 stands for what is no number of a seat of this table, which nobody has.
    """
    others: list[str] = []

    def number(text: str) -> int:
        of, dash, rest = text.rpartition("-")
        if dash and of != table:
            others.append(text)
            return 0
        return int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 4 else 0

    boards = tuple((number(one), number(other)) for one, other in typed)
    return boards, tuple(others)
