"""Parts that several of the forms have."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, cast
from zoneinfo import available_timezones

from django import forms
from django.db.models import Field, Model
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import MAX_REASON, Tournament, called, longest
from tournaments.rules import rotation
from tournaments.rules.naming import find_player
from tournaments.rules.rotation import Movement
from tournaments.words import events as events_words
from tournaments.words import round as round_words

LONGEST_PLAYER = 140

_WHY = gettext_lazy("Why")
_BY_ID_OR_NAME = gettext_lazy("The ID, like A-7, or the name; a part of it is enough where it fits one player.")


@cache
def _all_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The time zones, those of North America first and by their everyday names."""
    usual = events_words.usual_time_zones()
    others = [(zone, zone.replace("_", " ")) for zone in _all_zones() if zone not in usual]
    return [(_("North America"), list(usual.items())), (_("Everywhere"), others)]


class PlayerField(forms.CharField):
    """Somebody who plays, by ID or name: the page lists them."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", _BY_ID_OR_NAME)
        widget = forms.TextInput(attrs={"class": "input", "autocomplete": "off", "list": "players"})
        super().__init__(max_length=LONGEST_PLAYER, widget=widget, **kwargs)


def text_of(model: type[Model], column: str, **options: Any) -> forms.CharField:
    """A text for this column: called as it is there, as long as it may be, and empty where it may be; nothing is null where that may
    be."""
    of = cast("Field[Any, Any]", model._meta.get_field(column))
    given = {"max_length": of.max_length, "required": not of.blank, "empty_value": None if of.null else ""}
    return forms.CharField(**{"label": called(model, column), **given, **options})


class ReasonField(forms.CharField):
    """Why something is done."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _WHY)
        super().__init__(max_length=MAX_REASON, **kwargs)


class DayInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class MovementSelect(forms.RadioSelect):
    """Movements without a plan stand in the list and cannot be chosen; the field's hint says why."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value and str(value) != Movement.NONE and Movement(str(value)) not in rotation.PLANS:
            option["attrs"]["disabled"] = True
        return option


def proposed_slug(form: forms.Form) -> str:
    """The address that was typed, else one made of the name, else of the first day."""
    typed: str = form.cleaned_data["slug"]
    if typed:
        return typed
    proposed = slugify(form.cleaned_data.get("name", ""))[: longest(Tournament, "slug")].strip("-")
    return proposed or slugify(str(form.cleaned_data.get("starts_on", "")))


def one_player(text: str, names: Mapping[str, str]) -> str:
    """The seat of the one player whom a text means, by ID or name. ValidationError where it means nobody or several."""
    found = find_player(text, names)
    if len(found) != 1:
        message = round_words.several_players(found, names) if found else round_words.no_such_player()
        raise forms.ValidationError(message, code="several" if found else "invalid")
    return found[0]
