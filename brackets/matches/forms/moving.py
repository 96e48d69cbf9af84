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
    """The people who move over from the other event, ticked by their numbers there.

    Once the seats of the target event are drawn, each person also has a field for a seat, which proposes a free one.
    """

    who = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        people: Sequence[Comer],
        free_seats: Sequence[str] = (),
        needs_seats: bool = False,
    ) -> None:
        super().__init__(data)
        self.sent = data
        self.people = people
        self.needs_seats = needs_seats
        self.choose("who", [(comer.number, comer.name) for comer in people])
        offered = [comer for comer in people if comer.is_offered]
        # People who are ticked at first get free seats before the others.
        by_priority = sorted(offered, key=lambda comer: not comer.is_ticked)
        seats = dict(zip((comer.number for comer in by_priority), free_seats, strict=False))
        # The people for whom a seat is proposed, or all if no seats are needed.
        self.with_seat: Collection[int] = seats if needs_seats else {comer.number for comer in offered}
        self.preselected = {comer.number for comer in offered if comer.is_ticked and comer.number in self.with_seat}
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
        """For each offered person: the person, whether they are ticked, the field of their seat, and its errors."""
        ticked = set(map(str, self.preselected)) if self.sent is None else set(self.sent.getlist("who"))
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
        """The typed seat (or "") of each ticked person, by their number."""
        values = self.cleaned_data
        return {number: tidy_seat(values.get(f"{SEAT}{number}", "")) for number in values["who"]}
