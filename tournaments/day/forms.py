"""Forms of the round: its clock, and departures from the plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.access import is_same_name
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.words import meeting_again as meeting_again_words
from tournaments.day.words import round as round_words
from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.player import PlayerField, one_player
from tournaments.forms.whole import WholeForm
from tournaments.models import Player
from tournaments.money import words as money_words
from tournaments.money.reads.money import PersonAccount
from tournaments.rules.naming import find_player
from tournaments.words import player as player_words
from tournaments.words import undoing as undoing_words


class ClockForm(WholeForm):
    """How many minutes a game has."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for a game"),
        required=False,
        help_text=gettext_lazy("5 to 120; empty for no clock. It only shows who is slow: no game ends because of it."),
        widget=forms.NumberInput(attrs={"class": "input input--short"}),
    )


class ReasonForm(PageForm):
    """The reason of a change, and the mark of the outlook shown before."""

    reason = ReasonField(help_text=gettext_lazy("It stands in the log. Only people with a role read it."))
    mark = forms.CharField(max_length=20, required=False, empty_value=None, widget=forms.HiddenInput)

    fee = forms.ChoiceField(
        label=gettext_lazy("The fee of a no-show"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say what becomes of the fee.")},
        help_text=gettext_lazy("Fees and pools of this event."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        account: PersonAccount | None = None,
        event: str = "",
        **kwargs: Any,
    ) -> None:
        """`account` is that of a no-show, for users who may write on it; `event` the slug of the event."""
        super().__init__(data, **kwargs)
        if account is not None and any(fee.event == event for fee in account.charges):
            self.choose("fee", money_words.fees_of_absent(account.open_in(event), account.held_in(event)))
        else:
            del self.fields["fee"]

    def told_to_everybody(self) -> ReasonForm:
        """This form, with a help text saying that the reason is public."""
        self.fields["reason"].help_text = meeting_again_words.meet_again_reason()
        return self

    def of_refused_ruling(self) -> ReasonForm:
        """This form, asking which ruling was refused."""
        self.fields["reason"].label = gettext_lazy("Which ruling was refused")
        self.fields["reason"].help_text = round_words.ruling_refused()
        return self

    def look_again(self, mark: str) -> ReasonForm:
        """This form with the mark of the outlook shown now. Sending it confirms that outlook."""
        if self.is_bound:
            self.data = {"reason": self.data.get("reason", ""), "fee": self.data.get("fee", ""), "mark": mark}
        else:
            self.initial["mark"] = mark
        return self


class DayForm(PageForm):
    """What happened on the day, with the fields that this kind of change needs."""

    seat = PlayerField(label=gettext_lazy("Who"))
    first = forms.IntegerField(widget=forms.NumberInput(attrs={"class": "input input--short"}))
    last = forms.IntegerField(
        label=gettext_lazy("Last game missed"), widget=forms.NumberInput(attrs={"class": "input input--short"})
    )
    name = text_of(Player, "name", label=gettext_lazy("Who plays instead"))
    partner = text_of(
        Player,
        "name",
        label=gettext_lazy("For whom of a team"),
        help_text=gettext_lazy("The name of the one of the two who is away."),
    )
    opponent = PlayerField(
        label=gettext_lazy("Who gets the game"),
        help_text=gettext_lazy("Whom they would have met, by the ID or the name: no plan says it here."),
    )

    FIELDS: Mapping[What, tuple[str, ...]] = {
        What.NO_SHOW: ("seat",),
        What.AWAY: ("seat", "first", "last"),
        What.LEAVES: ("seat", "first"),
        What.AWARD: ("seat", "first"),
        What.SUBSTITUTE: ("seat", "first", "name", "partner"),
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
        teams: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """`names` are the players' names by seat, `no_shows` the no-shows' names by seat.

        `teams` are the names of the two people of each team by seat; a substitute plays for one of them. `game` is the current game. Without a plan the form asks who gets an awarded game. For a removal the game in
        progress may be left empty.
        """
        super().__init__(data, initial={"first": game, "last": game})
        self.what, self.names, self.no_shows = what, names, no_shows or {}
        self.no_show = ""
        self.teams = teams or {}
        awards = what in (What.AWARD, What.REMOVED)
        needed = {*self.FIELDS[what]}
        if awards and not has_plan:
            needed.add("opponent")
        if not self.teams:
            needed.discard("partner")
        for field in [name for name in self.fields if name not in needed]:
            del self.fields[field]
        if "partner" in self.fields:
            self.fields["partner"].required = self.teams.keys() >= self.names.keys()
        if "first" in self.fields:
            self.fields["first"].label = round_words.first_game_label(what)
        if what is What.REMOVED:
            self.fields["first"].required = False
            self.fields["first"].help_text = round_words.game_in_progress()
            if "opponent" in self.fields:
                self.fields["opponent"].required = False

    def clean_seat(self) -> str:
        """The seat of the player who matches the text.

        If only a no-show matches, their seat is stored in `no_show`, and the text is refused.
        """
        text = self.cleaned_data["seat"]
        matching_no_shows = find_player(text, self.no_shows)
        if len(matching_no_shows) == 1 and not find_player(text, self.names):
            self.no_show = matching_no_shows[0]
            raise forms.ValidationError(
                undoing_words.is_no_show(player_words.person_at(matching_no_shows[0], self.no_shows)), code="no_show"
            )
        return one_player(text, self.names)

    def clean_opponent(self) -> str:
        """The seat of the player who gets the game; empty if nobody is named."""
        text = self.cleaned_data["opponent"]
        return one_player(text, self.names) if text else ""

    def clean(self) -> dict[str, Any]:
        """Of a team, somebody must be named who is away."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        names = self.teams.get(values.get("seat", ""), ())
        if names and "partner" in self.fields:
            self._errors_about_partner(names, values.get("partner", ""))
        return values

    def _errors_about_partner(self, names: Sequence[str], typed: str) -> None:
        if not any(is_same_name(name, typed) for name in names):
            self.errors.pop("partner", None)
            self.add_error("partner", round_words.for_whom(names))

    @property
    def plan(self) -> DayPlan:
        """The plan that the valid form describes."""
        values = self.cleaned_data
        if self.what is What.REMOVED:
            values = {**values, "first": values["first"] or 0}
        return DayPlan(self.what, **values)


class MixUpForm(PageForm):
    """Which table was mixed up in which game. Who sat where is read apart, by `typed_boards`."""

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
    """The typed text of who sat at seats 1 and 2, 3 and 4 … of a table with this frame."""

    def text(place: int) -> str:
        return str(data.get(f"seat-{place}", "")).strip().upper()[:12]

    return tuple((text(place), text(place + 1)) for place in range(1, frame, 2))


def read_boards(table: str, typed: Iterable[tuple[str, str]]) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """The pairs of seat numbers that met at this table, and the typed texts that name another table.

    0 stands for any text that is no seat number of this table.
    """
    others: list[str] = []

    def number(text: str) -> int:
        table_name, dash, digits = text.rpartition("-")
        if dash and table_name != table:
            others.append(text)
            return 0
        return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 4 else 0

    boards = tuple((number(first), number(second)) for first, second in typed)
    return boards, tuple(others)
