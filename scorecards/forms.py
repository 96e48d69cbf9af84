"""The shape of what the pages of the qualifying round send; what it means is decided elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorecards import words
from scorecards.rules.line import Line
from scorecards.rules.tally import OwnTotals
from scorecards.rules.typing import MINUS_SIGNS, parse_total, parse_typed
from tournaments.rules.finding import Finding
from tournaments.rules.seat import read_seat

LARGEST_NUMBER = 2**53
LONGEST_LINE = 24
NO_LINE = "-"
"""What one types where the paper has no line for a game."""
_SCANNED = re.compile(r"/cards/([A-Za-z0-9-]{2,8})/?$")
"""A code on a card leads to the card's own page."""
TOTALS = ("game_points", "games_won", "plus", "minus", "net")


class CardForm(forms.Form):
    """A whole card in the shorthand of the entry desk: one text for each game, one for each of the player's totals.

    Once it is valid, `lines` and `totals` are what was typed. A desk that keeps what was typed until it has arrived names
    each save by a `key`.
    """

    version = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    key = forms.UUIDField(required=False)

    def __init__(self, data: Mapping[str, Any], *, expected: Mapping[int, str | None]) -> None:
        super().__init__(data)
        self._expected = expected
        self.lines: tuple[Line, ...] = ()
        self.totals = OwnTotals()
        for game in expected:
            self.fields[f"line-{game}"] = forms.CharField(required=False, max_length=LONGEST_LINE)
        for name in TOTALS:
            self.fields[f"total-{name}"] = forms.CharField(required=False, max_length=LONGEST_LINE)

    def clean(self) -> dict[str, Any]:
        lines = []
        for game, opponent in self._expected.items():
            read = self._read(parse_typed(self._typed(f"line-{game}"), game, opponent, field=f"line-{game}"))
            if isinstance(read, Line):
                lines.append(read)
        totals = {
            name: self._read(parse_total(self._typed(f"total-{name}"), f"total-{name}", signed=name == "net"))
            for name in TOTALS
        }
        self.lines = tuple(lines)
        self.totals = OwnTotals(**totals)
        return self.cleaned_data

    def _typed(self, name: str) -> str:
        # A text that is too long or holds a null has been found at fault already.
        return str(self.cleaned_data.get(name, ""))

    def _read(self, read: Any) -> Any:
        if isinstance(read, Finding):
            self.add_error(read.field, forms.ValidationError(words.finding(read), code=read.code))
            return None
        return read

    def texts(self) -> dict[int, str]:
        """What was typed for each game, right or wrong."""
        return {game: str(self.data.get(f"line-{game}", ""))[:LONGEST_LINE] for game in self._expected}

    def total_texts(self) -> dict[str, str]:
        """What was typed for each total, right or wrong."""
        return {name: str(self.data.get(f"total-{name}", ""))[:LONGEST_LINE] for name in TOTALS}


class AsideForm(forms.Form):
    """Why a card is set aside for the director."""

    reason = forms.CharField(
        label=_("Why"),
        max_length=300,
        error_messages={
            "required": _("Say in a few words why, for the director."),
            "max_length": _("Say it in 300 letters or fewer."),
        },
    )


class HandInForm(forms.Form):
    """The seats on cards that are handed in, in any spelling, one or many."""

    seats = forms.CharField(
        label=_("Seat on the card"),
        max_length=4000,
        error_messages={"required": _("Type the seat on the card, like A-7.")},
    )

    def clean_seats(self) -> list[str]:
        found = []
        for text in re.split(r"[,;\s]+", self.cleaned_data["seats"].strip()):
            scanned = _SCANNED.search(text)
            seat = read_seat(scanned[1] if scanned else text)
            if seat is None:
                raise forms.ValidationError(
                    _("“%(text)s” is no seat. Type a table and a number, like A-7."), params={"text": text[:20]}
                )
            found.append(str(seat))
        return found


class LookForm(forms.Form):
    """One line as it was read on the paper, in the shorthand of the entry desk; a single `-` says that there is none.

    Once it is valid, `line` is what was read.
    """

    number = forms.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    reading = forms.CharField(
        max_length=LONGEST_LINE,
        error_messages={"required": _("Type what the paper says for this game: 16 or -16, a point where it is blank.")},
    )

    def __init__(self, data: Mapping[str, Any], *, game: int, expected: str | None) -> None:
        super().__init__(data)
        self._game = game
        self._expected = expected
        self.line: Line | None = None

    def clean_reading(self) -> str:
        typed: str = self.cleaned_data["reading"]
        if typed.translate(MINUS_SIGNS) == NO_LINE:
            return typed
        read = parse_typed(typed, self._game, self._expected, field="reading")
        if isinstance(read, Finding):
            raise forms.ValidationError(words.finding(read), code=read.code)
        self.line = read
        return typed


class InitialsForm(forms.Form):
    """How a checker signs."""

    initials = forms.CharField(
        label=_("Your initials"),
        max_length=8,
        error_messages={"required": _("Type your initials: a correction is signed as on paper.")},
    )


class DecisionForm(InitialsForm):
    """A decision on one game, on the version that the checker saw; `seen` is what stood there, in words."""

    version = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    seen = forms.CharField(max_length=300, required=False)


class AcceptForm(DecisionForm):
    """A proposal accepted; `papers` says that both papers lie before the checker, so that no look is waited for."""

    papers = forms.BooleanField(required=False)
    reason = forms.CharField(max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("papers") and not cleaned.get("reason"):
            self.add_error("reason", _("Say why this is not read once more, for whoever asks later."))
        return cleaned


class ReferForm(DecisionForm):
    """A game for the head judge."""

    reason = forms.CharField(
        label=_("Why"), max_length=500, error_messages={"required": _("Say why, for whoever asks later.")}
    )


class ByHandForm(ReferForm):
    """What stands on each of the two cards, in the shorthand of the entry desk; nothing leaves a card as it is."""

    def __init__(self, data: Mapping[str, Any], *, game: int, seats: Sequence[str]) -> None:
        super().__init__(data)
        self._game = game
        self._seats = tuple(seats)
        self.resolved: dict[str, dict[str, int | None] | None] = {}
        for seat in self._seats:
            self.fields[f"stands-{seat}"] = forms.CharField(required=False, max_length=LONGEST_LINE)

    def clean(self) -> dict[str, Any]:
        for seat, other in zip(self._seats, reversed(self._seats), strict=True):
            name = f"stands-{seat}"
            read = parse_typed(str(self.cleaned_data.get(name, "")), self._game, other, field=name)
            if isinstance(read, Finding):
                self.add_error(name, forms.ValidationError(words.finding(read), code=read.code))
            elif read is None:
                self.resolved[seat] = None
            else:
                self.resolved[seat] = {"points": read.points, "plus": read.plus, "minus": read.minus}
        return self.cleaned_data


class AcceptAllForm(InitialsForm):
    """Everything that is proposed, as it stood at this revision."""

    revision = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)


class OrderForm(forms.Form):
    """The order that a tied group played out to: one field with the seats, or a place for each of them."""

    order = forms.CharField(max_length=4000, required=False)
    members = forms.CharField(max_length=4000, required=False)

    def seats(self) -> list[str]:
        """The seats, best first; ValidationError is on the form where the places are no order."""
        return self.cleaned_data["seats"]  # type: ignore[no-any-return] # cleaned data is untyped

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seats = cleaned.get("order", "").split()
        if not seats:
            seats = self._placed(cleaned.get("members", "").split())
        cleaned["seats"] = seats
        return cleaned

    def _placed(self, members: Iterable[str]) -> list[str]:
        placed = {seat: str(self.data.get(f"place-{seat}", "")).strip() for seat in members}
        wanted = [str(number) for number in range(1, len(placed) + 1)]
        if not placed or sorted(placed.values()) != sorted(wanted):
            raise forms.ValidationError(_("Give every player of the group a place of their own, 1 for the first."))
        return sorted(placed, key=lambda seat: int(placed[seat]))
