"""Forms of the cards: the entry desk, handing in, and the phones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorecards.cards import words as cards_words
from scorecards.cards.rules.handing_in import Meant, read_meant
from scorecards.cards.rules.search import SCANNED
from scorecards.cards.rules.typing import SIGNS, parse_total, parse_typed
from scorecards.models import Scorecard
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.line import LARGEST_SPREAD, LOSS_POINTS, Line
from scorecards.sheet.rules.phone import Stands
from scorecards.sheet.rules.tally import OwnTotals
from tournaments.entrants.rules.coding import decode, is_workbook
from tournaments.entrants.words import lists as lists_words
from tournaments.forms.fields import pasted, sheet_file, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import MAX_REASON, Event
from tournaments.rules.finding import Finding
from tournaments.rules.seat import parse_seat, read_seat
from tournaments.rules.skunk import ACC_SKUNKS, USUAL_SKUNK_FROM, Skunks
from tournaments.words import playing as playing_words

LARGEST_NUMBER = 2**53


LONGEST_LINE = 24


NO_LINE = "-"
"""The text to type for a game if the paper has no line for it."""


OTHER = "other"
"""The choice of neither version. The field `other-…` beside the choice then has the text of the paper."""


TOTALS_OF_RESULTS = ("game_points", "games_won")
"""The totals of a card in an event that records no spread."""


TOTALS = ("game_points", "games_won", "plus", "minus", "net")


class CardForm(PageForm):
    """A whole card in the shorthand of the entry desk: one text per game, one per total of the player.

    A valid form has the typed `lines` and `totals`. `key` is the idempotency key of a save. After a comparison of two
    versions, a field may have the value `other`: then the field `other-…` beside it counts.
    """

    version = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    key = forms.UUIDField(required=False)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        expected: Mapping[int, str | None],
        table: str,
        records_spread: bool = True,
        skunks: Skunks = ACC_SKUNKS,
    ) -> None:
        super().__init__(_settled(data))
        self._expected = expected
        self._records_spread = records_spread
        self._skunks = skunks
        self._totals = TOTALS if records_spread else TOTALS_OF_RESULTS
        self._table = table
        self.lines: tuple[Line, ...] = ()
        self.totals = OwnTotals()
        for game in expected:
            self.fields[f"line-{game}"] = forms.CharField(required=False, max_length=LONGEST_LINE)
        for name in self._totals:
            self.fields[f"total-{name}"] = forms.CharField(required=False, max_length=LONGEST_LINE)

    def clean(self) -> dict[str, Any]:
        lines = []
        for game, opponent in self._expected.items():
            name = f"line-{game}"
            typed = parse_typed(
                self._typed(name),
                game,
                opponent,
                table=self._table,
                field=name,
                records_spread=self._records_spread,
                skunks=self._skunks,
            )
            line = self._value_or_error(typed)
            if isinstance(line, Line):
                lines.append(line)
        totals = {
            name: self._value_or_error(parse_total(self._typed(f"total-{name}"), f"total-{name}", signed=name == "net"))
            for name in self._totals
        }
        self.lines = tuple(lines)
        self.totals = OwnTotals(**totals)
        return self.cleaned_data

    def _typed(self, name: str) -> str:
        """Return the text typed into this field; empty, with an error, if `other` was chosen and nothing typed."""
        if self.cleaned_data.get(name) == OTHER:
            message = _(
                "Type what the paper says, a minus alone where it says nothing, or choose one of the two versions."
            )
            self.add_error(name, message)
            return ""
        # Cleaning dropped a text that is too long or has a null byte, and has added its error.
        return str(self.cleaned_data.get(name, ""))

    def _value_or_error(self, parsed: Any) -> Any:
        """Return a parsed value. For a Finding, add an error to its field and return None."""
        if isinstance(parsed, Finding):
            self.add_error(parsed.field, forms.ValidationError(sheet_words.finding(parsed), code=parsed.code))
            return None
        return parsed

    def texts(self) -> dict[int, str]:
        """Return the text typed for each game, valid or not."""
        return {game: self._text(f"line-{game}") for game in self._expected}

    def total_texts(self) -> dict[str, str]:
        """Return the text typed for each total, valid or not."""
        return {name: self._text(f"total-{name}") for name in self._totals}

    def _text(self, name: str) -> str:
        text = str(self.data.get(name, ""))[:LONGEST_LINE]
        return "" if text == OTHER else text


def _settled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with every `other` replaced by the text typed beside it; a minus alone becomes an empty text."""
    settled = {name: data[name] for name in data}
    for name, value in data.items():
        typed = str(data.get(f"{OTHER}-{name}", "")).strip()
        if value == OTHER and typed:
            settled[name] = "" if typed.translate(SIGNS) == NO_LINE else typed
    return settled


class AsideForm(PageForm):
    """Why a card is set aside for the director."""

    reason = text_of(
        Scorecard,
        "set_aside_reason",
        label=_("Why"),
        error_messages={
            "required": _("Say in a few words why, for the director."),
            "max_length": _("Say it in %(limit_value)d letters or fewer."),
        },
        required=True,
    )


class HandInForm(PageForm):
    """The seats whose cards are handed in, in any spelling: one, many, or a whole table.

    The field `table` is the table of bare numbers. The argument `seats` has the seats whose cards this person can hand
    in. A valid form has the named seats in `meant`.
    """

    seats = forms.CharField(
        label=_("Seat on the card"),
        max_length=4000,
        error_messages={"required": _("Type the seat on the card, like A-7.")},
    )
    table = forms.CharField(max_length=2, required=False)

    def __init__(self, data: Mapping[str, Any], *, seats: Iterable[str]) -> None:
        super().__init__(data)
        self._seats = tuple(seats)
        self.meant = Meant((), (), "")

    def clean(self) -> dict[str, Any]:
        texts = re.split(r"[,;\s]+", self.cleaned_data.get("seats", "").strip())
        codes = [SCANNED.search(text) for text in texts]
        words = [code[1] if code else text for code, text in zip(codes, texts, strict=True)]
        if words == [""]:
            return self.cleaned_data
        table = self.cleaned_data.get("table", "")
        if table not in {parse_seat(seat).table for seat in self._seats}:
            table = parse_seat(self._seats[0]).table if self._seats else ""
        meant = read_meant(words, table, self._seats)
        if isinstance(meant, Finding):
            self.add_error("seats", forms.ValidationError(sheet_words.finding(meant), code=meant.code))
        else:
            self.meant = meant
        return self.cleaned_data


class TellForm(PageForm):
    """One game as a player tells it by phone: won or lost, and by how many holes. `key` is the idempotency key.

    `was` is the claim that the page showed: positive holes for a win, negative for a loss, 0 for no claim. It is absent
    if the page does not know. In an event that records no spread, `result` and `was` are the figure of the claim
    (`Claim.figure`).
    """

    WON, LOST = "won", "lost"

    game = forms.IntegerField(min_value=1, max_value=120, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)
    result = forms.ChoiceField(
        choices=((WON, _("I won")), (LOST, _("I lost"))),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Say whether you won or lost.")),
    )
    by = forms.IntegerField(
        min_value=1,
        max_value=LARGEST_SPREAD,
        error_messages={
            "required": _("Write by how many holes, 1 to 121."),
            "invalid": _("Write the holes as a number, 1 to 121."),
            "min_value": _("A game is won by 1 hole at least."),
            "max_value": _("A game is won by 121 holes at most."),
        },
    )
    opponent = forms.CharField(required=False, max_length=8)
    was = forms.IntegerField(
        required=False, min_value=-LARGEST_SPREAD, max_value=LARGEST_SPREAD, widget=forms.HiddenInput
    )

    def __init__(
        self,
        *args: Any,
        records_spread: bool = True,
        skunk_from: int = USUAL_SKUNK_FROM,
        is_team: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._records_spread = records_spread
        if not records_spread:
            del self.fields["by"]
            results = cards_words.results_told(skunk_from, is_team=is_team)
            self.choose("result", [(str(figure), label) for figure, label in results])

    def clean_opponent(self) -> str:
        typed = str(self.cleaned_data["opponent"])
        seat = read_seat(typed)
        if typed and seat is None:
            raise forms.ValidationError(_("Write your opponent’s ID, like A-7."))
        return str(seat) if seat else ""

    @property
    def told(self) -> dict[str, int]:
        """The valid claim: the `spread` in holes, negative for a loss; if none is recorded, the game points."""
        if not self._records_spread:
            figure = int(self.cleaned_data["result"])
            return {"points": figure} if figure > 0 else {"points": LOSS_POINTS, "opponent_points": -figure}
        by: int = self.cleaned_data["by"]
        return {"spread": by if self.cleaned_data["result"] == self.WON else -by}


class PhonesForm(WholeForm):
    """Whether players tell their games by phone."""

    phones = forms.ChoiceField(
        choices=Event.Phones.choices,
        label=_("Games told by phone"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the three.")},
    )

    def __init__(self, *args: Any, is_ladder: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_ladder:
            self.choose("phones", playing_words.phones_of_ladder().items())


class StandsForm(PageForm):
    """Which line stands if card and phone differ. `version` is the version of the card that the user saw."""

    version = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER, widget=forms.HiddenInput)
    stands = forms.ChoiceField(
        choices=((Stands.PHONE.value, _("The phone is right")), (Stands.PAPER.value, _("The paper is right"))),
        error_messages={"required": _("Say which of the two stands.")},
    )
    reason = forms.CharField(
        label=_("Why, asked for where the paper is right"),
        max_length=MAX_REASON,
        required=False,
        widget=forms.TextInput(attrs={"class": "input"}),
    )


MAX_FILE = 1_000_000


class FilesForm(PageForm):
    """Cards kept in a spreadsheet and the players' own totals, each pasted or as a file.

    A valid form has the texts in `cards` and `totals`. `seen` is the mark of what the page showed.
    """

    cards = pasted(
        label=_("Cards"),
        required=False,
        max_length=MAX_FILE,
        help_text=_("One line for each game, with these heads: seat, game, opponent, points, plus, minus."),
    )
    cards_file = sheet_file(_("Or a file of cards"))
    totals = pasted(
        rows=4,
        label=_("The players’ own totals"),
        required=False,
        max_length=MAX_FILE,
        help_text=_(
            "With these heads: seat, game_points, games_won, plus, minus, net. Without them, known totals stay."
        ),
    )
    totals_file = sheet_file(_("Or a file of totals"))
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Put the text of each file in the place of the pasted one."""
        values = self.cleaned_data
        for name in ("cards", "totals"):
            file = values.get(f"{name}_file")
            if file is None:
                continue
            data = file.read(MAX_FILE + 1)
            if is_workbook(data[:8]):
                self.add_error(f"{name}_file", lists_words.list_is_workbook())
            elif len(data) > MAX_FILE:
                self.add_error(f"{name}_file", gettext("This file is too large. Save the one sheet as CSV."))
            else:
                values[name], _coding = decode(data)
        if not self.errors and not values.get("cards", "").strip():
            self.add_error("cards", gettext("Paste the cards, or choose a file."))
        return values
