"""A player given by ID or name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.rules.naming import find_player
from tournaments.words import player as player_words

LONGEST_PLAYER = 140

_BY_ID_OR_NAME = gettext_lazy("The ID, like A-7, or the name; a part of it is enough where it fits one player.")


class PlayerField(forms.CharField):
    """A player by ID or name. The page has a datalist of all players."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", _BY_ID_OR_NAME)
        widget = forms.TextInput(attrs={"class": "input", "autocomplete": "off", "list": "players"})
        super().__init__(max_length=LONGEST_PLAYER, widget=widget, **kwargs)


def one_player(text: str, names: Mapping[str, str]) -> str:
    """Return the seat of the player whom a text means, by ID or name. `names` are the names of all players by seat.

    Raises ValidationError if the text means nobody or several players.
    """
    seats = find_player(text, names)
    if len(seats) != 1:
        message = player_words.several_players(seats, names) if seats else player_words.no_such_player()
        raise forms.ValidationError(message, code="several" if seats else "invalid")
    return seats[0]
