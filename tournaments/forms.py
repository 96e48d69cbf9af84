"""The shape of what the pages of tournaments, entrants, seats and people send; what it means is decided elsewhere.

A field that the program itself would refuse is only read here: the action names the fault, the page puts it beside its field.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import reads, words
from tournaments.models import Entry, Event, Relation, Role, Tournament, User
from tournaments.reads import Somebody
from tournaments.rules import rotation
from tournaments.rules.rotation import Movement
from tournaments.rules.seat import read_seat

SLUG_LENGTH = 60


@cache
def _all_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The time zones, those of North America first and by their everyday names."""
    usual = words.usual_time_zones()
    others = [(zone, zone.replace("_", " ")) for zone in _all_zones() if zone not in usual]
    return [(_("North America"), list(usual.items())), (_("Everywhere"), others)]


class DayInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class MovementSelect(forms.RadioSelect):
    """Movements without a plan stand in the list and cannot be chosen; the field's hint says why."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) != Movement.NONE and Movement(str(value)) not in rotation.PLANS:
            option["attrs"]["disabled"] = True
        return option


# --- A tournament ----------------------------------------------------------------------------------------------------


class TournamentForm(forms.Form):
    """Where and when a tournament is, and by which rulebook."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=120,
        help_text=gettext_lazy("As on the flyer: Sierra Open 2026."),
    )
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        widget=DayInput,
        help_text=gettext_lazy("The day of the first game."),
        error_messages={"invalid": gettext_lazy("A day is written like 2026-03-06.")},
    )
    venue = forms.CharField(
        label=gettext_lazy("Where"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Hall and town. Players look here before they set out."),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=zone_choices,
        initial="America/Los_Angeles",
        help_text=gettext_lazy("All times on the pages are the hall’s."),
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Rulebook"),
        choices=Tournament.EditionChoice.choices,
        initial=Tournament.EditionChoice.Y2020,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Decides tiebreakers, and how cards that differ are settled."),
    )
    public = forms.BooleanField(
        label=gettext_lazy("Everybody may look"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "Names, seats, standings and bracket, never the cards. Without the tick only people with a role see it."
        ),
    )


class NewTournamentForm(TournamentForm):
    """A tournament that does not exist yet: its address is still open."""

    slug = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=SLUG_LENGTH,
        required=False,
        help_text=gettext_lazy(
            "Letters, digits and hyphens, as in /t/sierra-open-2026/. Left empty, it is made of the name."
        ),
    )

    def clean_slug(self) -> str:
        typed: str = self.cleaned_data["slug"]
        if typed:
            return typed
        proposed = slugify(self.cleaned_data.get("name", ""))[:SLUG_LENGTH].strip("-")
        return proposed or slugify(str(self.cleaned_data.get("starts_on", "")))


# --- An event --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of event as it is usually played."""

    kind: str
    games: int


PRESETS: Mapping[str, Preset] = {
    "main": Preset(Event.Kind.MAIN, 22),
    "consolation": Preset(Event.Kind.CONSOLATION, 9),
    "satellite": Preset(Event.Kind.SATELLITE, 9),
    "club_night": Preset(Event.Kind.CLUB_NIGHT, 9),
}
"""Games as most tournaments play them; the number can be changed beside it."""


class PlanFields(forms.Form):
    """How an event is played."""

    deal = forms.ChoiceField(
        label=gettext_lazy("First deal"),
        choices=Event.Deal.choices,
        initial=Event.Deal.CUT,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Alternate deal: nobody cuts, the schedule and the cards say who deals first."),
    )
    movement = forms.ChoiceField(
        label=gettext_lazy("Movement"),
        choices=Event.Movement.choices,
        initial=Event.Movement.ANCHOR,
        widget=MovementSelect,
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        required=False,
        help_text=gettext_lazy(
            "Left empty, as many as the seats need. More than a table has opponents lets people meet twice."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["movement"].help_text = words.movements_offered()


class EventForm(PlanFields):
    """One event to be played: a usual kind, and what differs from it."""

    preset = forms.ChoiceField(
        label=gettext_lazy("Event"), help_text=gettext_lazy("The usual number of games comes with it.")
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games"),
        required=False,
        help_text=gettext_lazy("Only where it is another number. It takes one player more than games at a table."),
    )
    slug = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=SLUG_LENGTH,
        required=False,
        help_text=gettext_lazy("The last part of the event’s address. Left empty, it is the kind of event."),
    )
    field_order = ["preset", "games", "deal", "rounds", "slug", "movement"]

    def __init__(self, *args: Any, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(name, words.preset(preset.kind, preset.games)) for name, preset in PRESETS.items()]
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [("", _("No event")), *choices] if optional else choices
        preset.required = not optional

    @property
    def is_used(self) -> bool:
        """Whether an event was chosen here at all; asked of a valid form."""
        return bool(self.cleaned_data["preset"])

    @property
    def opens_more(self) -> bool:
        """Whether something stands under “more” that has to be seen: a fault, or a value that is not the usual one."""
        return any(
            name in self.errors or (self[name].value() or "") != (self[name].initial or "") for name in MORE_FIELDS
        )

    def plan(self, taken: Collection[str] = ()) -> dict[str, Any]:
        """The event as it was planned, by the names of a plan; without an address of its own it gets one that is free."""
        values = self.cleaned_data
        preset = PRESETS[values["preset"]]
        proposed = values["preset"].replace("_", "-")
        numbered = (f"{proposed}-{number}" for number in count(2))
        free = (slug for slug in chain([proposed], numbered) if slug not in taken)
        return {
            "slug": values["slug"] or next(free),
            "kind": preset.kind,
            "games": preset.games if values["games"] is None else values["games"],
            "deal": values["deal"],
            "movement": values["movement"],
            "rounds": values["rounds"],
        }

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that most directors leave alone."""
        return [self[name] for name in MORE_FIELDS]


MORE_FIELDS = ("deal", "rounds", "slug", "movement")


class EventSettingsForm(PlanFields):
    """What can still be changed of an event; only its kind once the first card is written."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=Event.Kind.choices,
        help_text=gettext_lazy("Decides under which heading its results are reported."),
    )
    games = forms.IntegerField(label=gettext_lazy("Games"), help_text=gettext_lazy("Games that count for everybody."))
    field_order = ["kind", "games", "rounds", "deal", "movement"]

    def __init__(self, *args: Any, plan_is_fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if plan_is_fixed:
            self.fields = {"kind": self.fields["kind"]}


class HiddenForm(forms.Form):
    """What the public does not see yet."""

    hidden = forms.MultipleChoiceField(
        label=gettext_lazy("Hold back from the public"),
        choices=words.parts,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("People with a role see them all the same. It changes at once."),
    )


class QuotaForm(forms.Form):
    """How many qualify, where it is not one in four."""

    quota = forms.IntegerField(
        label=gettext_lazy("How many qualify"),
        required=False,
        help_text=gettext_lazy("Left empty, one in four, a fraction counts as one more."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("An exemption is shown to everybody, with this reason."),
    )


# --- People ----------------------------------------------------------------------------------------------------------


class RoleForm(forms.Form):
    """A role for somebody who can sign in."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        help_text=gettext_lazy("The name they sign in with, written exactly as they write it."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=words.roles_explained, widget=forms.RadioSelect, initial=Role.Kind.CHECKER
    )
    is_head = forms.BooleanField(
        label=gettext_lazy("Head judge"),
        required=False,
        help_text=gettext_lazy(
            "Only with the role of a judge, and one in a tournament. Decides what the cross-check leaves open."
        ),
    )


class RelationForm(forms.Form):
    """Two people, and how they are related. Once it is valid, `one` and `other` are an entry or an account each."""

    one = forms.CharField(
        label=gettext_lazy("Who"),
        max_length=200,
        help_text=gettext_lazy("A seat, a part of the name, or the name a helper signs in with."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "people", "spellcheck": "false"}),
    )
    other = forms.CharField(
        label=gettext_lazy("And who"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "people", "spellcheck": "false"}),
    )
    relation = forms.ChoiceField(
        label=gettext_lazy("How"), choices=Relation.Kind.choices, initial=Relation.Kind.PARTNER
    )

    def __init__(self, data: Any = None, *, people: Sequence[Somebody]) -> None:
        super().__init__(data)
        self._people = list(people)

    def clean_one(self) -> Entry | User:
        return self._somebody("one")

    def clean_other(self) -> Entry | User:
        return self._somebody("other")

    def _somebody(self, field: str) -> Entry | User:
        found = reads.find_somebody(self._people, self.cleaned_data[field])
        if not found:
            raise forms.ValidationError(
                _("Nobody who plays or helps here is called that. Type a seat like A-7, or enter them first.")
            )
        if len(found) > 1:
            names = "; ".join(one.label for one in found[:4]) + (" …" if len(found) > 4 else "")
            raise forms.ValidationError(_("Several people fit: %(names)s. Type the seat.") % {"names": names})
        return found[0].who


class AccountForm(forms.Form):
    """An account for somebody who has none."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        help_text=gettext_lazy("Letters and digits; they sign in with it."),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false", "id": "id_new_username"}
        ),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=150, help_text=gettext_lazy("As the log shall call them.")
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        max_length=254,
        help_text=gettext_lazy("For resetting a forgotten password; nobody else sees it."),
    )


class RevokeForm(forms.Form):
    """Whose role is taken away."""

    username = forms.CharField(max_length=150)
    kind = forms.ChoiceField(choices=Role.Kind.choices)


# --- Entrants --------------------------------------------------------------------------------------------------------


def tidy_number(typed: str) -> str:
    """An ACC number as it is kept, from how somebody in a hurry types it: `hi 296` is HI296."""
    return "".join(typed.split()).upper()


def tidy_seat(typed: str) -> str:
    """A seat as it is kept, from how somebody in a hurry types it; what is no seat is left as typed, to be refused."""
    seat = read_seat(typed)
    return str(seat) if seat else typed.strip()


class EntrantForm(forms.Form):
    """Somebody who enters."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-key": "a"}),
    )
    acc_number = forms.CharField(
        label=gettext_lazy("ACC number"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("Two letters and digits, like HI296; a Y behind it for a youth."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seat = forms.CharField(
        label=gettext_lazy("Seat"),
        required=False,
        max_length=12,
        help_text=gettext_lazy("Only for somebody who must sit there. The others are drawn."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, late: bool = False, free: str = "") -> None:
        super().__init__(data)
        if late:
            self.fields["seat"].required = True
            self.fields["seat"].help_text = free

    def clean_acc_number(self) -> str:
        return tidy_number(self.cleaned_data["acc_number"])

    def clean_seat(self) -> str:
        return tidy_seat(self.cleaned_data["seat"])


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line of a pasted list; `line` counts all lines of what was pasted, from 1."""

    line: int
    name: str
    acc_number: str
    seat: str


class PasteForm(forms.Form):
    """Many people at once, one a line: name, ACC number, seat, parted by commas or tabs."""

    lines = forms.CharField(
        label=gettext_lazy("One a line: name, ACC number"),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, late: bool = False) -> None:
        super().__init__(data)
        if late:
            self.fields["lines"].label = _("One a line: name, ACC number, free seat")
            self.fields["lines"].help_text = _("Without a number: Ruth Quill,, A-7.")
        else:
            self.fields["lines"].help_text = _(
                "Ruth Quill, HI296. The number may be missing; a third part is a seat that somebody must have."
            )

    def clean_lines(self) -> tuple[PastedLine, ...]:
        found = []
        errors = []
        for place, text in enumerate(self.cleaned_data["lines"].splitlines(), start=1):
            if not text.strip():
                continue
            name, *more = (part.strip() for part in text.replace("\t", ",").split(","))
            if len(more) > 2:
                errors.append(
                    words.on_line(place, _("A line is name, ACC number and seat, with no more commas than that."))
                )
                continue
            acc_number, seat = [*more, "", ""][:2]
            found.append(PastedLine(place, name, tidy_number(acc_number), tidy_seat(seat)))
        if errors:
            raise forms.ValidationError(errors)
        return tuple(found)


class StatusForm(forms.Form):
    """Whether somebody plays, and why not."""

    status = forms.ChoiceField(label=gettext_lazy("Status"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("For a no-show or a withdrawal. Only people with a role read it."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, entry: Entry) -> None:
        super().__init__(data, initial={"status": entry.status, "reason": entry.status_reason})
        status = self.fields["status"]
        assert isinstance(status, forms.ChoiceField)
        status.choices = words.statuses_explained(seated=entry.event.is_seated)


class LinkForm(forms.Form):
    """Which account is this player's."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        required=False,
        help_text=gettext_lazy(
            "The name the player signs in with; empty for none. Nobody types or corrects a card of their own."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )


# --- Seats -----------------------------------------------------------------------------------------------------------


class TablesForm(forms.Form):
    """How many players sit at each table."""

    tables = forms.CharField(
        label=gettext_lazy("Players at each table"),
        max_length=4000,
        help_text=gettext_lazy("Table A first, then B: 24, 24, 23."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "input"}),
    )

    def clean_tables(self) -> tuple[int, ...]:
        parts = self.cleaned_data["tables"].replace(",", " ").split()
        if not parts or not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
            raise forms.ValidationError(_("Write one number of players for each table, like 24, 24."), code="invalid")
        return tuple(int(part) for part in parts)


class DrawForm(TablesForm):
    """The tables as they were looked at, and the number that the draw starts from."""

    seed = forms.IntegerField(
        label=gettext_lazy("Number of the draw"),
        required=False,
        help_text=gettext_lazy(
            "Left empty, the program takes one by chance. The same number draws the same seats, so anybody can check it."
        ),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tables"].widget = forms.HiddenInput()
