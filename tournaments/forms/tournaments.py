"""Forms of a tournament: what it is, its flyer, a copy of it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import SLUG_LENGTH, DayInput, proposed_slug, zone_choices
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import Tournament


class TournamentFields(PageForm):
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


class TournamentForm(WholeForm, TournamentFields):
    """A tournament as it is; once it is played, another rulebook takes a reason."""

    told = frozenset({"reason"})

    def __init__(self, *args: Any, is_played: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_played:
            self.fields["reason"] = forms.CharField(
                label=_("Why another rulebook"),
                max_length=300,
                required=False,
                help_text=_(
                    "Cards are written already: with another rulebook this is an exemption, which everybody may read."
                ),
            )


class NewTournamentForm(TournamentFields):
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
        return proposed_slug(self)


class CopyForm(PageForm):
    """A tournament like another one, on other days."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=120, help_text=gettext_lazy("As on the flyer: Sierra Open 2027.")
    )
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        widget=DayInput,
        help_text=gettext_lazy("All times move by as many days, and stay the same by the clock of the hall."),
        error_messages={"invalid": gettext_lazy("A day is written like 2026-03-06.")},
    )
    slug = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=SLUG_LENGTH,
        required=False,
        help_text=gettext_lazy("Left empty, it is made of the name."),
    )

    def clean_slug(self) -> str:
        return proposed_slug(self)


class FlyerForm(WholeForm):
    """What the flyer says beside the events."""

    director = forms.CharField(label=gettext_lazy("Director"), max_length=120, required=False)
    director_phone = forms.CharField(label=gettext_lazy("Director’s phone"), max_length=40, required=False)
    director_email = forms.CharField(label=gettext_lazy("Director’s e-mail"), max_length=254, required=False)
    co_director = forms.CharField(label=gettext_lazy("Co-director"), max_length=120, required=False)
    co_director_phone = forms.CharField(label=gettext_lazy("Co-director’s phone"), max_length=40, required=False)
    sanctioned = forms.BooleanField(label=gettext_lazy("ACC-sanctioned"), required=False)
    entry_deadline = forms.DateTimeField(
        label=gettext_lazy("Entries until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("By the clock of the hall."),
        error_messages={"invalid": gettext_lazy("A time is written like 2026-03-06T09:30.")},
    )
    walk_ins = forms.CharField(
        label=gettext_lazy("Walk-ins"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Whether one may come without entering before, and until when."),
    )
    includes = forms.CharField(label=gettext_lazy("What the fee includes"), max_length=300, required=False)
    payback = forms.CharField(
        label=gettext_lazy("Payback"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Kind and share: 100 % of the entry fees, one place paid for every four players."),
    )
    trophies = forms.CharField(label=gettext_lazy("Trophies"), max_length=300, required=False)
    charity = forms.CharField(
        label=gettext_lazy("Charity"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Who is given what; “none” where nobody is."),
    )
    address = forms.CharField(label=gettext_lazy("Address of the hall"), max_length=300, required=False)
    directions = forms.CharField(label=gettext_lazy("How to get there"), max_length=500, required=False)
    hotel = forms.CharField(label=gettext_lazy("Hotel"), max_length=300, required=False)
    smoking = forms.CharField(label=gettext_lazy("Smoking"), max_length=200, required=False)
    notes = forms.CharField(
        label=gettext_lazy("Anything else"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
