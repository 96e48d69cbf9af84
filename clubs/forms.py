"""Forms of clubs, members, seasons and nights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy

from clubs import words
from clubs.models import MAX_HANDS, MAX_NIGHTS, Club, Member, Season
from clubs.rules.pasted import read_whole
from clubs.rules.totals import FIELDS as FIELD_OF
from clubs.rules.totals import Totals, find_wrong
from tournaments.entrants.forms.entrants import sheet_of
from tournaments.entrants.rules.pasted_list import MAX_ROWS, Column, find_unusable, guess_columns, name_in
from tournaments.entrants.words import lists as lists_words
from tournaments.forms.fields import DayInput, ReasonField, pasted, text_of
from tournaments.forms.page import PageForm
from tournaments.models import Event, User
from tournaments.models.lengths import MAX_GAMES
from tournaments.money.forms import AmountField

DAY_FORM = gettext_lazy("A day is written like 2026-03-06.")
FIGURES = ("game_points", "games_won", "net")
MAX_PASTED = 400_000


def day_field(**options: Any) -> forms.DateField:
    """A day with the browser's date picker."""
    return forms.DateField(widget=DayInput, error_messages={"invalid": DAY_FORM}, **options)


class FeeField(AmountField):
    """What everybody pays for a night, in cents; nothing typed is nothing paid."""

    def clean(self, value: Any) -> int:
        return super().clean(value) or 0


def fee_field() -> FeeField:
    return FeeField(
        label=gettext_lazy("Fee in dollars"),
        required=False,
        help_text=gettext_lazy("What everybody paid. All of it is paid out to the best quarter of the cards."),
    )


class SeenForm(PageForm):
    """A form that changes something that is there; `seen` is the row of the log that was looked at."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def values(self) -> dict[str, Any]:
        """Return what was typed, without `seen`."""
        return {name: value for name, value in self.cleaned_data.items() if name != "seen"}


class AddressForm(PageForm):
    """A short name for the address. Left empty, it is made from the name, else it is `unnamed`."""

    unnamed: ClassVar[str]

    slug = forms.CharField(
        label=gettext_lazy("Short name in the address"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("It stays. Left empty, it is made from the name."),
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not values.get("slug") and values.get("name"):
            values["slug"] = slugify(values["name"].replace("–", "-"))[:60] or self.unnamed
        return values


class ClubFields(PageForm):
    """What a club is called and where it meets."""

    name = text_of(Club, "name", label=gettext_lazy("Name"))
    town = text_of(Club, "town", label=gettext_lazy("Town"))
    number = text_of(
        Club, "number", label=gettext_lazy("Club number"), help_text=gettext_lazy("The one that the ACC gave the club.")
    )
    public = forms.BooleanField(
        label=gettext_lazy("Everybody may look"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "Without the tick only people of the club see it, once they are signed in. The tournaments of its nights are "
            "private too; then whoever works at one sees it."
        ),
    )


class NewClubForm(AddressForm, ClubFields):
    """A new club; without a short name it is made from the name."""

    unnamed = "club"


class ClubForm(ClubFields, SeenForm):
    """New values of a club."""


class DirectorForm(PageForm):
    """Somebody else to direct the club."""

    username = text_of(
        User,
        "username",
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("The one with which they sign in here."),
    )


def kind_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=Member.Kind.choices,
        initial=Member.Kind.MEMBER,
        help_text=gettext_lazy("A guest is in no club yet; a visitor is in another one."),
    )


class MemberForm(PageForm):
    """Somebody to take into the club."""

    name = text_of(Member, "name", label=gettext_lazy("Name"))
    acc_number = text_of(Member, "acc_number", label=gettext_lazy("ACC number"))
    kind = kind_field()


class MemberListForm(PageForm):
    """A pasted list of people to take into the club; its cleaned `lines` are a number, a name and an ACC number each."""

    lines = pasted(
        label=gettext_lazy("One a line: name, ACC number"),
        max_length=MAX_PASTED,
        help_text=gettext_lazy("Copied from a spreadsheet or typed, one person a line: Ruth Quill, HI296."),
    )
    kind = kind_field()

    around = ""
    """Which lines of a valid form name nobody, in a sentence; empty if none."""

    def clean_lines(self) -> list[tuple[int, str, str]]:
        """Return the number of each line, with the name and the ACC number in it."""
        sheet = sheet_of(self.cleaned_data["lines"])
        self.around = lists_words.list_around(sheet.around)
        columns = guess_columns(sheet)
        if len(sheet.rows) > MAX_ROWS:
            raise forms.ValidationError(words.too_many_people(MAX_ROWS))
        if find_unusable(columns):
            raise forms.ValidationError(words.no_name_column())
        numbers = columns.index(Column.ACC_NUMBER) if Column.ACC_NUMBER in columns else sheet.width
        return [(row.line, name_in(row, columns), "".join(row[numbers].split()).upper()) for row in sheet.rows]


class MemberChangeForm(MemberForm, SeenForm):
    """New values of a member."""

    joined_on = day_field(label=gettext_lazy("In the club since"), required=False)
    left_on = day_field(
        label=gettext_lazy("Left on"),
        required=False,
        help_text=gettext_lazy("Empty while they are in the club. Their nights stay in the tables."),
    )
    unnamed = forms.BooleanField(
        label=gettext_lazy("Not to be named in public"),
        required=False,
        help_text=gettext_lazy(
            "Everybody then reads a number, like “Player 1”, instead of the name: in the club’s lists, tables and files, and at all of "
            "its nights with cards, those already played too. Without the tick the name is back there. Other tournaments are not "
            "changed: say it there on the entrant’s own page. What is printed or saved already stays as it is."
        ),
    )

    def values(self) -> dict[str, Any]:
        values = super().values()
        return {"named": not values.pop("unnamed"), **values}


class SeasonFields(PageForm):
    """What a director decides about a season."""

    name = text_of(Season, "name", label=gettext_lazy("Name"), help_text=gettext_lazy("Like 2026–27."))
    starts_on = day_field(label=gettext_lazy("First day"))
    nights = forms.IntegerField(label=gettext_lazy("Nights"), min_value=1, max_value=MAX_NIGHTS, initial=36)
    points = forms.ChoiceField(
        label=gettext_lazy("What counts"), choices=Season.Points.choices, initial=Season.Points.FROM_12
    )
    sanctioned = forms.BooleanField(
        label=gettext_lazy("Its nights are ACC-sanctioned"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Each night can say otherwise. Nights that are not sanctioned count in no table."),
    )


class NewSeasonForm(AddressForm, SeasonFields):
    """A new season; without a short name it is made from the name."""

    unnamed = "season"


class SeasonForm(SeasonFields, SeenForm):
    """New values of a season."""


class TonightForm(PageForm):
    """A night with cards: when, in which season, who plays."""

    date = day_field(label=gettext_lazy("Date"))
    season = forms.ChoiceField(label=gettext_lazy("Season"))
    games = forms.IntegerField(label=gettext_lazy("Games"), min_value=1, max_value=MAX_GAMES, initial=9)
    movement = forms.ChoiceField(
        label=gettext_lazy("How people move"),
        choices=[choice for choice in Event.Movement.choices if choice[0] != Event.Movement.LADDER],
        initial=Event.Movement.ANCHOR,
    )
    sanctioned = forms.BooleanField(label=gettext_lazy("ACC-sanctioned"), required=False, initial=True)
    fee_cents = fee_field()
    members = forms.MultipleChoiceField(
        label=gettext_lazy("Who plays"), required=False, widget=forms.CheckboxSelectMultiple
    )


class FigureField(forms.CharField):
    """A whole number in a narrow cell, perhaps with a sign; its cleaned value is None where nothing is typed."""

    def __init__(self, *, label: str, signed: bool) -> None:
        attrs = {"class": "input", "size": "5", "autocomplete": "off", "aria-label": label}
        if not signed:
            attrs["inputmode"] = "numeric"
        super().__init__(label=label, required=False, max_length=8, widget=forms.TextInput(attrs=attrs))

    def clean(self, value: Any) -> Any:
        typed = super().clean(value)
        if not typed:
            return None
        figure = read_whole(typed)
        if figure is None:
            raise forms.ValidationError(words.whole_number())
        return figure


class HandsField(forms.CharField):
    """Hands of 28 and 29 in a narrow cell, written `28` or `28 29`; its cleaned value is how many of each there are."""

    def __init__(self, *, label: str, stands: Totals | None) -> None:
        attrs = {"class": "input", "size": "5", "autocomplete": "off", "aria-label": label, "data-seldom": ""}
        super().__init__(label=label, required=False, max_length=40, widget=forms.TextInput(attrs=attrs))
        self.initial = " ".join(["28"] * stands.hands_28 + ["29"] * stands.hands_29) if stands else None

    def clean(self, value: Any) -> Any:
        hands = super().clean(value).replace(",", " ").split()
        number = hands.count("28"), hands.count("29")
        if sum(number) != len(hands) or max(number) > MAX_HANDS:
            raise forms.ValidationError(words.hands_form())
        return number


class TotalsForm(PageForm):
    """Typed totals: three fields for each of these members, of whom those with figures were there.

    Those of `expected` stand first, under a heading of their own; left out, those who have figures already. `games` are
    those of the night where no field asks for them.
    """

    def __init__(
        self,
        *args: Any,
        members: Iterable[Member],
        typed: Mapping[int, Totals] | None = None,
        expected: Collection[int] | None = None,
        games: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.night_games = games
        stand = (typed or {}).values()
        self.may_lack = {figure for figure in FIGURES if any(getattr(totals, figure) is None for totals in stand)}
        """Figures that nobody wrote down of the night, so that a row may do without."""
        self.expected = (typed or {}) if expected is None else expected
        self.members = sorted(members, key=lambda member: member.pk not in self.expected)
        names = words.figure_labels()
        for member in self.members:
            stands = (typed or {}).get(member.pk)
            self.fields[f"hands-{member.pk}"] = HandsField(label=f"{member.name}, {names['hands']}", stands=stands)
            for figure in FIGURES:
                field = FigureField(label=f"{member.name}, {names[figure]}", signed=figure == "net")
                field.initial = getattr(stands, figure) if stands else None
                self.fields[f"{figure}-{member.pk}"] = field

    def rows(self) -> list[tuple[bool, Member, list[forms.BoundField]]]:
        """The members in the order of the table, each with whether they are expected and with the fields."""
        return [
            (member.pk in self.expected, member, [self[f"{cell}-{member.pk}"] for cell in (*FIGURES, "hands")])
            for member in self.members
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        for member in self.members:
            names = [f"{figure}-{member.pk}" for figure in FIGURES]
            given = [name for name in names if values.get(name) is not None]
            if 0 < len(given) < len(names):
                for name in names:
                    if name not in given and name not in self.errors and name.partition("-")[0] not in self.may_lack:
                        self.add_error(name, words.row_incomplete())
            if not given and any(values.get(f"hands-{member.pk}") or ()):
                self.add_error(f"hands-{member.pk}", words.hands_alone())
        if self.errors:
            self._name_impossible(values.get("games") or self.night_games)
        return values

    def _name_impossible(self, games: int | None) -> None:
        """Name the rows that no card can give beside the other faults; without others the action names them."""
        for member in self.members:
            row = [f"{figure}-{member.pk}" for figure in FIGURES]
            points, won, net = (self.cleaned_data.get(name) for name in row)
            if games is not None and points is not None:
                totals = Totals(points, won, net)
                for what in find_wrong(totals, games):
                    self.add_error(f"{FIELD_OF[what]}-{member.pk}", words.wrong(what, totals, games))

    def typed(self) -> dict[int, Totals]:
        """The typed totals by the member's key; members without any are left out."""
        typed = {}
        for member in self.members:
            figures: dict[str, Any] = {figure: self.cleaned_data.get(f"{figure}-{member.pk}") for figure in FIGURES}
            if figures["game_points"] is not None:
                hands_28, hands_29 = self.cleaned_data[f"hands-{member.pk}"]
                typed[member.pk] = Totals(**figures, hands_28=hands_28, hands_29=hands_29)
        return typed


class NightForm(TotalsForm):
    """A night that was played without cards."""

    date = day_field(label=gettext_lazy("Date"))
    games = forms.IntegerField(label=gettext_lazy("Games"), min_value=1, max_value=MAX_GAMES, initial=9)
    sanctioned = forms.BooleanField(label=gettext_lazy("ACC-sanctioned"), required=False, initial=True)
    fee_cents = fee_field()


class CorrectionForm(TotalsForm, SeenForm):
    """Other totals for a night that is there; without a date it stays on its day."""

    date = day_field(label=gettext_lazy("Date"), required=False)
    sanctioned = forms.BooleanField(label=gettext_lazy("ACC-sanctioned"), required=False)
    fee_cents = fee_field()
    reason = ReasonField(label=gettext_lazy("Why it changes"), help_text=gettext_lazy("The log of the club keeps it."))


class TakeOutForm(PageForm):
    """Why a night is taken out."""

    why = ReasonField(label=gettext_lazy("Why it is taken out"))


class BringInForm(PageForm):
    """Nights that were kept on paper, pasted from a spreadsheet."""

    lines = forms.CharField(
        label=gettext_lazy("Lines from the spreadsheet"),
        max_length=MAX_PASTED,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Mark the cells in the spreadsheet, with their heads, copy them, and paste them here. One line for each player "
            "may have the nights beside each other, or there may be one line for each player and night."
        ),
    )
    games = forms.IntegerField(label=gettext_lazy("Games of each night"), min_value=1, max_value=MAX_GAMES, initial=9)
    games.widget.attrs["class"] = "input input--short"
    sanctioned = forms.BooleanField(label=gettext_lazy("These nights are ACC-sanctioned"), required=False, initial=True)


class SheetAnswersForm(PageForm):
    """What a sheet leaves open: the day of each of its nights, and what a single 0 in these lines means.

    `looked` is the mark of the sheet that was looked at.
    """

    looked = forms.CharField(widget=forms.HiddenInput)
    zeros = forms.ChoiceField(
        label=gettext_lazy("What does a single 0 mean?"),
        choices=[
            ("absent", gettext_lazy("They did not play that night")),
            ("played", gettext_lazy("They played and won nothing")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what a 0 means. The sheet does not tell.")},
    )

    def __init__(
        self, sent: Mapping[str, Any] | None, *, days: Sequence[date | None], zeros: Sequence[int], mark: str
    ) -> None:
        super().__init__(sent, initial={"looked": mark})
        if zeros:
            self.fields["zeros"].help_text = words.zeros_stand(zeros)
        else:
            del self.fields["zeros"]
        for place, day in enumerate(days):
            field = day_field(label=words.date_of_night(place + 1), initial=day)
            field.error_messages["required"] = words.which_day()
            field.widget.attrs |= {"class": "input", "aria-label": field.label}
            self.fields[f"day-{place}"] = field

    def day_fields(self) -> list[forms.BoundField]:
        """The fields of the days, in the order of the nights."""
        return [self[name] for name in self.fields if name.startswith("day-")]

    def days(self) -> list[date]:
        """The day of each night, in their order."""
        return [self.cleaned_data[name] for name in self.fields if name.startswith("day-")]
