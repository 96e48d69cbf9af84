"""Forms of the entrants of one event: to enter them one by one or as a pasted list, and to change them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.day.reads.late_entry import LateSeats
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.rules.pasted_list import (
    Column,
    Sheet,
    guess_columns,
    name_in,
    numbers_in,
    read_sheet,
    team_in,
    tidy_number,
)
from tournaments.entrants.rules.teams import Group, full_name, is_torn_team, look_like_teams, read_team
from tournaments.entrants.words import lists as lists_words
from tournaments.entrants.words import registration as registration_words
from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import Entry, Player, User
from tournaments.models.people import people_shown
from tournaments.money import words as money_words
from tournaments.money.reads.money import PersonAccount
from tournaments.rules.seat import read_seat
from tournaments.seating import words as seats_words


def tidy_seat(typed: str) -> str:
    """A seat normalized as typed in haste; text that is no seat is returned as typed, for the action to refuse."""
    seat = read_seat(typed)
    return str(seat) if seat else typed.strip()


class AccNumberField(forms.CharField):
    """An ACC number, normalized; empty for people without one."""

    def __init__(self, label: Any = None, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off"})
        super().__init__(
            label=label or gettext_lazy("ACC number"), required=False, max_length=20, widget=widget, **kwargs
        )

    def clean(self, value: Any) -> str:
        return tidy_number(super().clean(value))


class WhoForm(PageForm):
    """Which person is entered.

    `player` is the key of a known person whom the user chose. `told_apart` are the keys of known people, if the user
    answered that the person is none of them.
    """

    player = forms.IntegerField(required=False, min_value=1, max_value=2**31, widget=forms.HiddenInput)
    told_apart = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)

    def clean_told_apart(self) -> frozenset[str]:
        return frozenset(self.cleaned_data["told_apart"].split())


def _is_team(player: int | None) -> bool:
    """Whether the known player who was chosen is a team already."""
    return player is not None and Player.objects.filter(pk=player, first__isnull=False).exists()


class TeamForm(WhoForm):
    """Somebody who enters, alone or with a partner: then the two are a team."""

    partner = text_of(
        Player,
        "name",
        label=gettext_lazy("Partner"),
        required=False,
        help_text=gettext_lazy(
            "Only in doubles: the other of the two, who share one card. Leave it empty for one person."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    partner_acc_number = AccNumberField(gettext_lazy("The partner’s ACC number"))

    @property
    def needs_team(self) -> bool:
        """Whether only teams of two play here, so that both have to be named."""
        return False

    def clean(self) -> dict[str, Any]:
        """With a partner the name is that of the team; `players` are its two people, with their `acc_numbers`.

        `own_number` is the ACC number of who plays alone.
        """
        values = self.cleaned_data
        numbers = (values.get("acc_number", ""), values.get("partner_acc_number", ""))
        values |= {"players": (), "acc_numbers": (), "own_number": numbers[0]}
        if values.get("name") and not values.get("partner") and self.needs_team and not _is_team(values.get("player")):
            if people := read_team(values["name"]):
                values["name"], values["partner"] = people
            else:
                self.add_error("partner", registration_words.team_needed(values["name"]))
        if values.get("partner") and values.get("name"):
            values["players"] = (values["name"], values["partner"])
            values["name"] = full_name(values["players"])
            values |= {"acc_numbers": numbers, "own_number": ""}
        elif numbers[1] and not self.errors:
            self.add_error("partner", _("Name the partner whose number this is, or leave the number empty."))
        return values


class EntrantForm(TeamForm):
    """Somebody to enter in one event; with `late` a seat is required, and `free`, if any, is its help text.

    With `teams` nobody plays alone.
    """

    name = text_of(
        Entry,
        "name",
        label=gettext_lazy("Name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-key": "a"}),
    )
    acc_number = AccNumberField(
        help_text=gettext_lazy("Two letters and digits, like HI296; a Y behind it for a youth.")
    )
    seat = forms.CharField(
        label=gettext_lazy("Seat"),
        required=False,
        max_length=12,
        help_text=gettext_lazy("Only for somebody who must sit there. The others are drawn."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    club = text_of(
        Player,
        "club",
        label=gettext_lazy("Club"),
        help_text=gettext_lazy("Clubmates are kept apart in the draw as far as possible."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, late: bool = False, free: str = "", teams: bool = False
    ) -> None:
        super().__init__(data)
        self._teams = teams
        self.fields["seat"].required = late
        if free:
            self.fields["seat"].help_text = free

    @property
    def needs_team(self) -> bool:
        return self._teams

    def clean_seat(self) -> str:
        return tidy_seat(self.cleaned_data["seat"])


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line of a pasted list; `line` is its number, counted from 1 with empty lines."""

    line: int
    name: str
    acc_number: str
    seat: str
    players: tuple[str, ...] = ()
    acc_numbers: tuple[str, ...] = ()
    club: str = ""
    email: str = ""
    phone: str = ""


def sheet_of(text: str, *, head: bool | None = None) -> Sheet:
    """Read a pasted list; `head` is as in `read_sheet`. Raises ValidationError if it cannot be parted into cells, or holds nobody."""
    try:
        sheet = read_sheet(text, head=head)
    except csv.Error as exc:
        raise forms.ValidationError(lists_words.list_open_quote()) from exc
    if not sheet.rows:
        raise forms.ValidationError(lists_words.list_nobody())
    return sheet


class PasteForm(PageForm):
    """Many people at once, one per line: name, ACC number, seat and club, in any layout that `read_sheet` reads.

    With `teams` every line is a team; otherwise whoever pastes says so (`pairs`). A list that looks like teams without
    that is refused once; `singles` is the answer that its lines are people.
    """

    around = ""
    """Which lines of a valid form name nobody, in a sentence; empty if none."""

    asks_teams = False
    """Whether the list looks like teams although nobody says that it is one of teams."""

    pairs = forms.BooleanField(
        label=gettext_lazy("Doubles: “Ann Bell & Bob Ray” on a line is a team of two, who share one card"),
        help_text=gettext_lazy("A line “Condo 3:” before the teams of a group makes it their club."),
        required=False,
    )
    singles = forms.BooleanField(label=gettext_lazy("Each line is one person"), required=False)
    lines = forms.CharField(
        label=gettext_lazy("One a line: name, ACC number"),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, late: bool = False, teams: bool = False, pairs: bool = False
    ) -> None:
        super().__init__(data, initial={"pairs": pairs})
        self.teams = teams
        if teams:
            del self.fields["pairs"], self.fields["singles"]
        if late:
            self.fields["lines"].label = _("One a line: name, ACC number, free seat")
            self.fields["lines"].help_text = _("Without a number: Ruth Quill,, A-7.")
        else:
            self.fields["lines"].help_text = _(
                "Ruth Quill, HI296. The number may be missing; a third part is a seat that somebody must have."
            )

        if teams:
            self.fields["lines"].help_text += " " + _(
                "A team: Ann Bell & Bob Ray, HI296 & MI374. A line “Condo 3:” before the teams of a group makes it their club."
            )

    def clean_lines(self) -> tuple[PastedLine, ...]:
        sheet = sheet_of(self.cleaned_data["lines"])
        self.around = lists_words.list_around(sheet.around)
        columns = guess_columns(sheet)
        lines = []
        errors = []
        group = Group()
        is_doubles = self.teams or self.cleaned_data.get("pairs", False)
        if not is_doubles:
            names = [name_in(row, columns) for row in sheet.rows]
            partners = (
                [row[place] for place, column in enumerate(columns) if column is Column.PARTNER] for row in sheet.rows
            )
            teams = sum(bool(team_in(name, "".join(partner))) for name, partner in zip(names, partners, strict=True))
            headings = sum(name.endswith(":") for name in names)
            self.asks_teams = look_like_teams(teams, headings, len(names))
        if self.asks_teams and not self.cleaned_data.get("singles", False):
            raise forms.ValidationError(lists_words.list_looks_like_teams())
        for row in sheet.rows:
            filled = [cell for cell in row.cells if cell]
            if is_doubles and len(filled) == 1 and group.is_heading(filled[0]):
                continue
            parts = {column: row[place] for place, column in enumerate(columns)}
            if sheet.head is None and len(row.cells) > (5 if Column.EMAIL in columns else 4):
                message = _("A line is name, ACC number, seat and club, with no more commas than that.")
                errors.append(seats_words.on_line(row.line, message))
                continue
            name = name_in(row, columns)
            players = team_in(name, parts.get(Column.PARTNER, "")) if is_doubles else ()
            if is_doubles and not players and name and (self.teams or is_torn_team(name)):
                errors.append(seats_words.on_line(row.line, lists_words.list_no_team(name)))
                continue
            name = full_name(players) if players else name
            acc_number, numbers = numbers_in(parts.get(Column.ACC_NUMBER, ""), players)
            seat = tidy_seat(parts.get(Column.SEAT, ""))
            club = parts.get(Column.CLUB, "") or group.above
            email, phone = parts.get(Column.EMAIL, "").removeprefix("mailto:"), parts.get(Column.PHONE, "")
            lines.append(PastedLine(row.line, name, acc_number, seat, players, numbers, club, email, phone))
        if not lines and not errors:
            raise forms.ValidationError(lists_words.list_nobody())
        if errors:
            raise forms.ValidationError(errors)
        return tuple(lines)


class StatusForm(WholeForm):
    """Whether somebody plays, and why not. `account` is that of the person, for users who may write on it."""

    act_fields = frozenset({"fee"})

    status = forms.ChoiceField(label=gettext_lazy("Status"), widget=forms.RadioSelect)
    reason = ReasonField(
        required=False, help_text=gettext_lazy("For a no-show or a withdrawal. Only people with a role read it.")
    )

    fee = forms.ChoiceField(
        label=gettext_lazy("The fee of a no-show"),
        widget=forms.RadioSelect,
        required=False,
        help_text=gettext_lazy("Fees and pools of this event."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        entry: Entry,
        account: PersonAccount | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, initial={"status": entry.status, "reason": entry.status_reason}, **kwargs)
        self.choose("status", seats_words.statuses_explained(seated=entry.event.is_seated))
        self._is_absent = entry.status == Entry.Status.NO_SHOW
        if account is not None and any(fee.event == entry.event.slug for fee in account.charges):
            self.choose(
                "fee", money_words.fees_of_absent(account.open_in(entry.event.slug), account.held_in(entry.event.slug))
            )
        else:
            del self.fields["fee"]

    def clean(self) -> dict[str, Any]:
        becomes_absent = self.cleaned_data.get("status") == Entry.Status.NO_SHOW and not self._is_absent
        if "fee" in self.fields and becomes_absent and not self.cleaned_data.get("fee"):
            self.add_error("fee", _("Say what becomes of the fee."))
        return self.cleaned_data


def _person(label: Any) -> Any:
    """The field of one of the two people of a team."""
    return text_of(Player, "name", label=label, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class CorrectEntrantForm(WholeForm):
    """Name, ACC number and club of an entrant, and how the desk reaches them, to be corrected."""

    act_fields = frozenset({"reason"})

    name = text_of(Entry, "name", label=gettext_lazy("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    acc_number = AccNumberField()
    first = _person(gettext_lazy("One of the two"))
    first_number = AccNumberField(gettext_lazy("ACC number of the one"))
    second = _person(gettext_lazy("The other of the two"))
    second_number = AccNumberField(gettext_lazy("ACC number of the other"))
    club = text_of(Player, "club", label=gettext_lazy("Club"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    email = text_of(
        Entry,
        "email",
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy("For the desk alone; nothing public shows it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "email", "spellcheck": "false"}),
    )
    phone = text_of(
        Entry,
        "phone",
        label=gettext_lazy("Phone"),
        required=False,
        help_text=gettext_lazy("For the desk alone; nothing public shows it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "tel"}),
    )
    reason = ReasonField(
        required=False,
        help_text=gettext_lazy("The log keeps it, with what was written before."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, entry: Entry) -> None:
        initial = {"name": entry.known_name, "acc_number": entry.acc_number, "club": entry.player.club}
        initial |= {"email": entry.email, "phone": entry.phone}
        super().__init__(data, initial=initial | people_shown(entry.player), auto_id="as_%s")
        if not entry.player.names:
            for name in people_shown(entry.player):
                del self.fields[name]
        elif not entry.acc_number:
            # The numbers of a team are those of its people.
            del self.fields["acc_number"]
        self._is_seated = entry.event.is_seated
        if self._is_seated:
            self.fields["reason"].help_text = _(
                "Needed, except for e-mail and phone: seats are drawn. The log keeps it."
            )

    def clean(self) -> dict[str, Any]:
        # The action also refuses a missing reason if another event of the person is seated.
        written = self.fields.keys() - {"email", "phone", "reason"}
        is_rewritten = any(self.cleaned_data.get(name) != self.initial[name] for name in written)
        if self._is_seated and is_rewritten and not self.cleaned_data.get("reason"):
            self.add_error("reason", forms.ValidationError(self.fields["reason"].error_messages["required"]))
        return self.cleaned_data

    @property
    def given(self) -> dict[str, Any]:
        """The values of a valid form, as the action takes them."""
        values = self.cleaned_data
        given = {name: values[name] for name in ("name", "club", "email", "phone", "reason")}
        given["acc_number"] = values.get("acc_number", "")
        if "first" in values:
            given["players"] = (values["first"], values["second"])
            given["acc_numbers"] = (values["first_number"], values["second_number"])
        return given


class RemoveForm(PageForm):
    """Why somebody is taken off the list: a usual reason, other words, or both."""

    why = forms.ChoiceField(
        label=gettext_lazy("Why"),
        required=False,
        choices=registration_words.off_list_reasons,
        widget=forms.Select(attrs={"class": "input"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("In other words"),
        required=False,
        max_length=240,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="off_%s")

    def clean(self) -> dict[str, Any]:
        """Set `reason` to the chosen reason followed by the text; one of the two is needed."""
        values = self.cleaned_data
        chosen = dict(registration_words.off_list_reasons())[values["why"]] if values.get("why") else ""
        values["reason"] = ": ".join(part for part in (chosen, values.get("reason", "")) if part)
        if not self.errors and not values["reason"]:
            self.add_error("why", _("Choose why, or write it: the list of who does not play shows it."))
        return values


def late_choices(late: Sequence[LateSeats]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The free seats to choose from, in groups of one table and one effect, for a choice field."""
    return [
        (late_entry_words.table_and_effect(table.table, table.effect), [(text, text) for text in table.seats])
        for table in late
    ]


class FreeSeatForm(PageForm):
    """A free seat for an entrant who has none any more."""

    seat = forms.ChoiceField(label=gettext_lazy("Free seat"), widget=forms.Select(attrs={"class": "input"}))

    def __init__(self, data: Mapping[str, Any] | None = None, *, late: Sequence[LateSeats]) -> None:
        super().__init__(data)
        self.choose("seat", late_choices(late))


class LinkForm(WholeForm):
    """Which account belongs to this player; `person` is 0 or 1 for one of the two people of a team."""

    person = forms.IntegerField(required=False, min_value=0, max_value=1, widget=forms.HiddenInput)

    username = text_of(
        User,
        "username",
        label=gettext_lazy("User name"),
        help_text=gettext_lazy(
            "The name the player signs in with; empty for none. Nobody types or corrects a card of their own."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
        required=False,
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, user: User | None = None, person: int | None = None
    ) -> None:
        initial = {"username": user.get_username() if user else "", "person": person}
        super().__init__(data, initial=initial, auto_id=f"account{'' if person is None else person}_%s")
