"""The form of people who move over from another event, with their seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from brackets.matches.reads.moving import Comer
from tournaments.entrants.forms.entrants import tidy_seat
from tournaments.forms.page import PageForm

SEAT = "seat_"


class MovingForm(PageForm):
    """Ticked people by their numbers in the other event, with their seats once these are drawn; default: free ones."""

    who = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        people: Sequence[Comer],
        free: Sequence[str] = (),
        needs_seats: bool = False,
    ) -> None:
        super().__init__(data)
        self.sent = data
        self.people = people
        self.needs_seats = needs_seats
        self.choose("who", [(comer.number, comer.name) for comer in people])
        offered = [comer for comer in people if comer.is_offered]
        # Ticked people get seats before the others.
        in_turn = sorted(offered, key=lambda comer: not comer.is_ticked)
        seats = dict(zip((comer.number for comer in in_turn), free, strict=False))
        self.seated: Collection[int] = seats if needs_seats else {comer.number for comer in offered}
        self.at_first = {comer.number for comer in offered if comer.is_ticked and comer.number in self.seated}
        if needs_seats:
            for comer in offered:
                self.fields[f"{SEAT}{comer.number}"] = forms.CharField(
                    label=_("Seat of %(name)s") % {"name": comer.name},
                    max_length=8,
                    required=False,
                    initial=seats.get(comer.number, ""),
                    widget=forms.TextInput(attrs={"class": "input input--short", "autocomplete": "off"}),
                )

    @property
    def rows(self) -> list[tuple[Comer, bool, forms.BoundField | None, list[str]]]:
        """All offered people: whether they are ticked, the field of their seat, and their errors."""
        ticked = set(map(str, self.at_first)) if self.sent is None else set(self.sent.getlist("who"))
        return [
            (
                comer,
                str(comer.number) in ticked,
                self[f"{SEAT}{comer.number}"] if self.needs_seats else None,
                [str(error) for error in self.errors.get(f"{SEAT}{comer.number}", [])],
            )
            for comer in self.people
            if comer.is_offered
        ]

    def seats(self) -> dict[int, str]:
        """The ticked numbers, each with its typed seat or ""."""
        values = self.cleaned_data
        return {number: tidy_seat(values.get(f"{SEAT}{number}", "")) for number in values["who"]}
