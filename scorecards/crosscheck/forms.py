"""Forms of the cross-check: looks, signatures, and decisions by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorecards.cards.forms import LARGEST_NUMBER, LONGEST_LINE, NO_LINE
from scorecards.cards.rules.typing import SIGNS, parse_typed
from scorecards.crosscheck import words as crosscheck_words
from scorecards.models import Discrepancy
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.line import Line
from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.models import MAX_REASON
from tournaments.rules.finding import Finding
from tournaments.rules.initials import LONGEST, is_initials
from tournaments.rules.skunk import ACC_SKUNKS, Skunks
from tournaments.words import signing as signing_words


class LookForm(PageForm):
    """One line as read on the paper, in the shorthand of the entry desk; a single `-` means no line.

    In a valid form, `line` is the line that was read, or None for no line. `expected` is the opponent by the plan.
    """

    number = forms.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    reading = forms.CharField(
        max_length=LONGEST_LINE,
        error_messages={"required": _("Type what the paper says for this game: 16 or -16, a point where it is blank.")},
    )

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        game: int,
        expected: str | None,
        table: str,
        records_spread: bool = True,
        skunks: Skunks = ACC_SKUNKS,
    ) -> None:
        super().__init__(data)
        self._game = game
        self._records_spread = records_spread
        self._skunks = skunks
        if not records_spread:
            self.fields["reading"].error_messages["required"] = sheet_words.finding(Finding("typed_points"))
        self._expected = expected
        self._table = table
        self.line: Line | None = None

    def clean_reading(self) -> str:
        typed: str = self.cleaned_data["reading"]
        if typed.translate(SIGNS) == NO_LINE:
            return typed
        read = parse_typed(
            typed,
            self._game,
            self._expected,
            table=self._table,
            field="reading",
            records_spread=self._records_spread,
            skunks=self._skunks,
        )
        if isinstance(read, Finding):
            raise forms.ValidationError(sheet_words.finding(read), code=read.code)
        self.line = read
        return typed


def _validate_initials(text: str) -> None:
    """Raise ValidationError if the text is no initials."""
    if not is_initials(text):
        raise forms.ValidationError(signing_words.not_initials(), code="initials")


class InitialsForm(PageForm):
    """A checker's initials."""

    initials = forms.CharField(
        label=_("Your initials"),
        max_length=LONGEST,
        error_messages={"required": _("Type your initials: a correction is signed as on paper.")},
        validators=[_validate_initials],
    )


class SeenForm(PageForm):
    """The version of a game that the checker saw, as the optimistic lock."""

    version = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)


class DecisionForm(InitialsForm):
    """A decision on a game; `version` is the version that the checker saw, and `seen` says in words what they saw."""

    version = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    seen = forms.CharField(max_length=300, required=False)


class AcceptForm(DecisionForm):
    """Accepting a proposal.

    `papers`: the checker has both papers, so no look is needed. `related`: the checker is related to a player, and
    nobody else is free to sign. Either needs a reason.
    """

    papers = forms.BooleanField(required=False)
    related = forms.BooleanField(required=False)
    reason = text_of(Discrepancy, "reason")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("papers") and not cleaned.get("reason"):
            self.add_error("reason", _("Say why nobody reads this again, in case somebody asks later."))
        elif cleaned.get("related") and not cleaned.get("reason"):
            self.add_error("reason", _("Say why no third checker signs, in case somebody asks later."))
        return cleaned


class TakeBackForm(PageForm):
    """Taking back a decision. For a ruling of the head judge, the action requires a reason."""

    reason = forms.CharField(max_length=MAX_REASON, required=False)
    version = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_NUMBER)


class ReferForm(DecisionForm):
    """Referring a game to the head judge, with a reason."""

    reason = text_of(
        Discrepancy,
        "reason",
        label=_("Why"),
        error_messages={"required": _("Say why, in case somebody asks later.")},
        required=True,
    )


class ByHandForm(ReferForm):
    """Deciding a game by hand: a field `stands-…` for each of the two cards, in the shorthand of the entry desk.

    An empty text leaves a card as it is. If the event records no spread, the user may choose a `result` instead: what
    stands on one or both cards, like `A-6=2 A-8=0`. In a valid form, `resolved` has the values of each card by seat, or
    None for a card that stays as it is.
    """

    related = forms.BooleanField(required=False)
    result = forms.CharField(required=False, max_length=2 * LONGEST_LINE)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        game: int,
        seats: Sequence[str],
        records_spread: bool = True,
        skunks: Skunks = ACC_SKUNKS,
    ) -> None:
        super().__init__(data)
        self._records_spread = records_spread
        self._skunks = skunks
        self._game = game
        self._seats = tuple(seats)
        self.resolved: dict[str, dict[str, int | None] | None] = {}
        for seat in self._seats:
            self.fields[f"stands-{seat}"] = forms.CharField(required=False, max_length=LONGEST_LINE)

    def clean(self) -> dict[str, Any]:
        chosen = dict(part.partition("=")[::2] for part in self.cleaned_data.get("result", "").split())
        if not chosen and not any(f"stands-{seat}" in self.data for seat in self._seats):
            self.add_error("result", crosscheck_words.choose_result())
        for seat, other in zip(self._seats, reversed(self._seats), strict=True):
            name = f"stands-{seat}"
            typed = chosen.get(seat, "") if chosen else str(self.cleaned_data.get(name, ""))
            read = parse_typed(
                typed,
                self._game,
                other,
                field=name,
                records_spread=self._records_spread,
                skunks=self._skunks,
            )
            if isinstance(read, Finding):
                self.add_error(name, forms.ValidationError(sheet_words.finding(read), code=read.code))
            elif read is None:
                self.resolved[seat] = None
            else:
                self.resolved[seat] = {"points": read.points, "plus": read.plus, "minus": read.minus}
        return self.cleaned_data


class AcceptAllForm(InitialsForm):
    """Accepting everything that is proposed at the `revision` that was shown.

    `papers`: the checker has both papers of each game, so no look is needed. That needs a reason.
    """

    revision = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    papers = forms.BooleanField(required=False)
    reason = text_of(Discrepancy, "reason")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("papers") and not cleaned.get("reason"):
            self.add_error("reason", _("Say why nobody reads these again, in case somebody asks later."))
        return cleaned
