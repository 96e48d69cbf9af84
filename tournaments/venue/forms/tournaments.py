"""Forms of a tournament: a new one, its data, its flyer, and a copy of it."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import DayInput, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import MAX_REASON, Flyer, Tournament, longest
from tournaments.venue.words import events as events_words


@cache
def _all_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones in two groups: those of North America by everyday names, then all others."""
    usual = events_words.usual_time_zones()
    others = [(zone, zone.replace("_", " ")) for zone in _all_zones() if zone not in usual]
    return [(_("North America"), list(usual.items())), (_("Everywhere"), others)]


class TournamentFields(PageForm):
    """Where and when a tournament is, and its rulebook."""

    name = text_of(
        Tournament, "name", label=gettext_lazy("Name"), help_text=gettext_lazy("As on the flyer: Sierra Open 2026.")
    )
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        widget=DayInput,
        help_text=gettext_lazy("The day of the first game."),
        error_messages={"invalid": gettext_lazy("A day is written like 2026-03-06.")},
    )
    venue = text_of(
        Tournament,
        "venue",
        label=gettext_lazy("Where"),
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
    """The data of an existing tournament; with `is_played` there is a field for the reason of another rulebook."""

    act_fields = frozenset({"reason"})

    def __init__(self, *args: Any, is_played: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_played:
            self.fields["reason"] = forms.CharField(
                label=_("Why another rulebook"),
                max_length=MAX_REASON,
                required=False,
                help_text=_(
                    "Cards are written already: with another rulebook this is an exemption, which everybody may read."
                ),
            )


class NewTournamentForm(TournamentFields):
    """A new tournament, with its slug."""

    slug = text_of(
        Tournament,
        "slug",
        label=gettext_lazy("Address"),
        help_text=gettext_lazy(
            "Letters, digits and hyphens, as in /t/sierra-open-2026/. Left empty, it is made of the name."
        ),
        required=False,
    )

    def clean_slug(self) -> str:
        return proposed_slug(self)


class CopyForm(PageForm):
    """A copy of a tournament, on other days."""

    name = text_of(
        Tournament, "name", label=gettext_lazy("Name"), help_text=gettext_lazy("As on the flyer: Sierra Open 2027.")
    )
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        widget=DayInput,
        help_text=gettext_lazy("All times move by as many days, and stay the same by the clock of the hall."),
        error_messages={"invalid": gettext_lazy("A day is written like 2026-03-06.")},
    )
    slug = text_of(
        Tournament,
        "slug",
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("Left empty, it is made of the name."),
        required=False,
    )

    def clean_slug(self) -> str:
        return proposed_slug(self)


class FlyerForm(WholeForm):
    """What the flyer says besides the events."""

    director = text_of(Flyer, "director", label=gettext_lazy("Director"))
    director_phone = text_of(Flyer, "director_phone", label=gettext_lazy("Director’s phone"))
    director_email = text_of(Flyer, "director_email", label=gettext_lazy("Director’s e-mail"))
    co_director = text_of(Flyer, "co_director", label=gettext_lazy("Co-director"))
    co_director_phone = text_of(Flyer, "co_director_phone", label=gettext_lazy("Co-director’s phone"))
    sanctioned = forms.BooleanField(label=gettext_lazy("ACC-sanctioned"), required=False)
    entry_deadline = forms.DateTimeField(
        label=gettext_lazy("Entries until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("By the clock of the hall."),
        error_messages={"invalid": gettext_lazy("A time is written like 2026-03-06T09:30.")},
    )
    walk_ins = text_of(
        Flyer,
        "walk_ins",
        label=gettext_lazy("Walk-ins"),
        help_text=gettext_lazy("Whether one may come without entering before, and until when."),
    )
    includes = text_of(Flyer, "includes", label=gettext_lazy("What the fee includes"))
    payback = text_of(
        Flyer,
        "payback",
        label=gettext_lazy("Payback"),
        help_text=gettext_lazy("Kind and share: 100 % of the entry fees, one place paid for every four players."),
    )
    trophies = text_of(Flyer, "trophies", label=gettext_lazy("Trophies"))
    charity = text_of(
        Flyer,
        "charity",
        label=gettext_lazy("Charity"),
        help_text=gettext_lazy("Who is given what; “none” where nobody is."),
    )
    address = text_of(Flyer, "address", label=gettext_lazy("Address of the hall"))
    directions = text_of(Flyer, "directions", label=gettext_lazy("How to get there"))
    hotel = text_of(Flyer, "hotel", label=gettext_lazy("Hotel"))
    smoking = text_of(Flyer, "smoking", label=gettext_lazy("Smoking"))
    notes = text_of(Flyer, "notes", label=gettext_lazy("Anything else"), widget=forms.Textarea(attrs={"rows": 4}))


def proposed_slug(form: forms.Form) -> str:
    """Return the slug that was typed; without one, a slug made from the name, or else from the first day."""
    typed: str = form.cleaned_data["slug"]
    if typed:
        return typed
    proposed = slugify(form.cleaned_data.get("name", ""))[: longest(Tournament, "slug")].strip("-")
    return proposed or slugify(str(form.cleaned_data.get("starts_on", "")))
