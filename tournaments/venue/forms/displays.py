"""Forms of the displays of the hall, and of the hall's address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import Display, Event, Tournament


class DisplayNameForm(PageForm):
    """The name of a display."""

    name = text_of(
        Display,
        "name",
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Where it hangs: “Ballroom”, “Lobby”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RenameForm(WholeForm, DisplayNameForm):
    """A new name for a display."""

    def __init__(self, data: Any = None, *, display: Display) -> None:
        super().__init__(data, initial={"name": display.name}, auto_id=f"rename-{display.number}-%s")
        self.fields["name"].help_text = ""


class HallAddressForm(WholeForm):
    """The address at which phones open the site; empty to detect it."""

    address = forms.CharField(
        label=gettext_lazy("Another address"),
        required=False,
        help_text=gettext_lazy(
            "Where phones open Pegboard at another one. Without a port it is the port that Pegboard is served on. Leave it empty to have it found."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url", "placeholder": "192.168.1.20:8000"}),
    )


class ShowForm(WholeForm):
    """What a display shows. One button sends what is shown and the event slug together in `what`: `standings main`.

    The initial text is that of the display.
    """

    act_fields = frozenset({"what"})

    what = forms.CharField(max_length=80)
    text = forms.CharField(max_length=1000, required=False)

    def __init__(self, data: Any = None, *, display: Display) -> None:
        super().__init__(data, initial={"text": display.text}, auto_id=f"%s-{display.number}")

    @property
    def shows(self) -> str:
        """The kind of content that the button names."""
        kind: str = self.cleaned_data["what"].partition(" ")[0]
        return kind

    def event(self, tournament: Tournament) -> Event | None:
        """Return the event that the button names; None if it names none, or one of another tournament."""
        slug = self.cleaned_data["what"].partition(" ")[2]
        if not slug:
            return None
        return tournament.events.select_related("tournament").filter(slug=slug).first()
