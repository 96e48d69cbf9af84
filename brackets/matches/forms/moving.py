"""Who comes over from another event, and where each of them sits."""

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
    """The ticked ones by their numbers in the other event; once seats are drawn each with a seat, the free ones in turn."""

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
        self.choose("who", [(one.number, one.name) for one in people])
        offered = [one for one in people if one.is_offered]
        # Who is ticked has a seat before who is not.
        in_turn = sorted(offered, key=lambda one: not one.is_ticked)
        seats = dict(zip((one.number for one in in_turn), free, strict=False))
        self.seated: Collection[int] = seats if needs_seats else {one.number for one in offered}
        self.at_first = {one.number for one in offered if one.is_ticked and one.number in self.seated}
        if needs_seats:
            for one in offered:
                self.fields[f"{SEAT}{one.number}"] = forms.CharField(
                    label=_("Seat of %(name)s") % {"name": one.name},
                    max_length=8,
                    required=False,
                    initial=seats.get(one.number, ""),
                    widget=forms.TextInput(attrs={"class": "input input--short", "autocomplete": "off"}),
                )

    @property
    def rows(self) -> list[tuple[Comer, bool, forms.BoundField | None, list[str]]]:
        """Everybody who is offered: whether they are ticked, the field of their seat, and what is wrong with them."""
        ticked = set(map(str, self.at_first)) if self.sent is None else set(self.sent.getlist("who"))
        return [
            (
                one,
                str(one.number) in ticked,
                self[f"{SEAT}{one.number}"] if self.needs_seats else None,
                [str(error) for error in self.errors.get(f"{SEAT}{one.number}", [])],
            )
            for one in self.people
            if one.is_offered
        ]

    def seats(self) -> dict[int, str]:
        """The ticked numbers, each with the seat that was given or an empty one."""
        given = self.cleaned_data
        return {number: tidy_seat(given.get(f"{SEAT}{number}", "")) for number in given["who"]}
