"""Forms to enter people at the desk: one person in several events, or a whole list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.day.reads.late_entry import LateSeats
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.forms.entrants import AccNumberField, TeamForm, late_choices
from tournaments.entrants.forms.registrations import ChoosesEvents
from tournaments.entrants.reads.listing import Meanings
from tournaments.entrants.rules.coding import Coding, decode, is_workbook, recode
from tournaments.entrants.words import lists as lists_words
from tournaments.forms.fields import pasted, sheet_file, text_of
from tournaments.forms.page import PageForm
from tournaments.models import Entry, Player
from tournaments.seating import words as seats_words


class DeskForm(TeamForm, ChoosesEvents):
    """Somebody to enter at the desk, in several events at once.

    `free` are the free seats of seated events by slug; `nowhere` says for those without any why there is none.
    """

    name = text_of(
        Entry,
        "name",
        label=gettext_lazy("Name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-key": "a", "spellcheck": "false"}),
    )
    acc_number = AccNumberField()
    club = text_of(Player, "club", label=gettext_lazy("Club"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(
        self,
        *args: Any,
        free: Mapping[str, Sequence[LateSeats]],
        nowhere: Mapping[str, str],
        **kwargs: Any,
    ) -> None:
        """Add a field for a seat in each event whose seats are drawn.

        `free` has the free seats of these events, by slug. `nowhere` says why an event has none; empty if there is no
        special reason.
        """
        super().__init__(*args, **kwargs)
        for slug, late in free.items():
            hint = _late_hint(late) if late else nowhere[slug] or seats_words.free_seats([])
            self.fields[f"seat_{slug}"] = forms.ChoiceField(
                label=_("Late entry: seat"),
                required=False,
                choices=[("", _("Choose") if _must_choose_seat(late) else _("The next free one")), *late_choices(late)],
                help_text=hint,
            )

    @property
    def needs_team(self) -> bool:
        ticked = self.cleaned_data.get("events", ())
        return any(event.is_ladder and event.slug in ticked for event in self._offered)

    @property
    def seats(self) -> dict[str, str]:
        """The seat chosen in each ticked event, by slug, empty if none; for a valid form only."""
        return {slug: self.cleaned_data.get(f"seat_{slug}", "") for slug in self.cleaned_data["events"]}


def _must_choose_seat(late: Sequence[LateSeats]) -> bool:
    """Whether a late entry must name a seat; a team of a ladder gets the next free one by itself."""
    return all(table.is_needed for table in late)


def _late_hint(late: Sequence[LateSeats]) -> str:
    """The help text: whether a seat is needed, and what it changes at its table.

    Tables with the same effect are listed together.
    """
    tables_by_effect: dict[str, list[str]] = {}
    for table in late:
        tables_by_effect.setdefault(table.effect, []).append(table.table)
    effects = (
        (late_entry_words.table_and_effect(", ".join(tables), effect),) for effect, tables in tables_by_effect.items()
    )
    is_needed = _must_choose_seat(late)
    first = late_entry_words.late_seat_needed() if is_needed else late_entry_words.late_seat_by_itself()
    return first + format_html_join("", "<br>{}", effects)


MAX_LIST = 1_000_000


class ListForm(PageForm):
    """A list of people, pasted or as a file, and the events of rows that name none.

    `seen` is the mark of the list that the page showed, `read_as` the encoding in which it was decoded.
    """

    text = pasted(
        label=gettext_lazy("The list"),
        required=False,
        max_length=MAX_LIST,
        help_text=gettext_lazy("Copied from a spreadsheet or typed, one person a line: Ruth Quill, HI296."),
    )
    file = sheet_file(gettext_lazy("Or a file"))
    coding = forms.ChoiceField(
        label=gettext_lazy("Letters of the file"),
        required=False,
        choices=lists_words.codings,
        help_text=gettext_lazy("The file does not say it. If names look wrong, choose the other and look again."),
    )
    read_as = forms.ChoiceField(required=False, choices=lists_words.codings, widget=forms.HiddenInput)
    head = forms.ChoiceField(
        label=gettext_lazy("First line"),
        required=False,
        choices=[
            ("", gettext_lazy("Find out")),
            ("yes", gettext_lazy("Says what the columns are")),
            ("no", gettext_lazy("Is a person already")),
        ],
    )
    usual = forms.MultipleChoiceField(
        label=gettext_lazy("Events of lines that name none"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, meanings: Meanings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose("usual", [(slug, event.name) for slug, event in meanings.events.items()])

    def clean(self) -> dict[str, Any]:
        """Set `text` to that of the file, if there is one, else to the text sent, decoded anew in the chosen encoding.

        `sent` becomes the text before it is decoded anew.
        """
        values = self.cleaned_data
        self.sent = values.get("text", "")
        file = values.get("file")
        if file is not None:
            beginning = file.read(8)
            file.seek(0)
            if is_workbook(beginning):
                self.add_error("file", lists_words.list_is_workbook())
                return values
            if file.size > MAX_LIST:
                self.add_error("file", _("This file is too large for a list of people. Save the one sheet as CSV."))
                return values
            values["text"], values["coding"] = decode(file.read())
            self.sent = values["text"]
        elif values.get("coding") and values.get("read_as"):
            values["text"] = recode(self.sent, Coding(values["read_as"]), Coding(values["coding"]))
        if not self.errors and not values.get("text", "").strip():
            self.add_error("text", _("Paste a list, or choose a file."))
        return values

    @property
    def has_head(self) -> bool | None:
        """Whether the first line is a header; None if this is to be guessed."""
        return {"yes": True, "no": False}.get(self.cleaned_data["head"])
