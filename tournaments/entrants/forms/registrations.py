"""Forms of registrations: for people who ask to play, and for the desk that decides."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.entrants.forms.entrants import AccNumberField
from tournaments.entrants.reads.registrations import EventOffered, PoolOffered, RegistrationShown
from tournaments.entrants.rules.teams import full_name
from tournaments.entrants.words import registration as registration_words
from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import Registration
from tournaments.seating import words as seats_words

NONCE = r"\A[0-9a-f]{32}\Z"


@dataclass(frozen=True, slots=True)
class EventChoice:
    """An event on a form, whether it is ticked, each of its pools with whether that is ticked, and its seat field."""

    event: EventOffered
    ticked: bool
    pools: tuple[tuple[PoolOffered, bool], ...]
    seat: forms.BoundField | None


class ChoosesEvents(PageForm):
    """Events, and pools of these events; the template shows each event with its own pools (`chosen`)."""

    events = forms.MultipleChoiceField(label=gettext_lazy("Events"), required=False, choices=())
    pools = forms.TypedMultipleChoiceField(label=gettext_lazy("Pools"), required=False, choices=(), coerce=int)

    def __init__(self, *args: Any, offered: Sequence[EventOffered], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offered = offered
        pools = [(str(pool.key), pool.name) for event in offered for pool in event.pools]
        self.choose("events", [(event.slug, event.name) for event in offered])
        self.choose("pools", pools)

    def clean_events(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["events"])

    def clean_pools(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data["pools"])

    @property
    def chosen(self) -> list[EventChoice]:
        """Every event offered, with what is ticked."""
        ticked_events, ticked_pools = self._ticked("events"), self._ticked("pools")
        choices = []
        for event in self._offered:
            pools = tuple((pool, str(pool.key) in ticked_pools) for pool in event.pools)
            seat_name = f"seat_{event.slug}"
            seat = self[seat_name] if seat_name in self.fields else None
            choices.append(EventChoice(event, event.slug in ticked_events, pools, seat))
        return choices

    @property
    def cents(self) -> int:
        """The total cost of what is ticked."""
        ticked_events = [choice for choice in self.chosen if choice.ticked]
        entry_cents = sum(choice.event.cents for choice in ticked_events)
        pool_cents = sum(pool.cents for choice in ticked_events for pool, is_ticked in choice.pools if is_ticked)
        return entry_cents + pool_cents

    def _ticked(self, name: str) -> set[str]:
        """The values of the ticked choices of this field."""
        return {str(value) for value in self[name].value() or ()}


class RegistrationForm(ChoosesEvents):
    """The public form of a registration.

    `nonce` identifies the form, so that it counts once if sent twice. `another` is a new nonce, if the user sends the
    form again for somebody else.
    """

    name = text_of(
        Registration, "name", label=gettext_lazy("Your name"), widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    partner = text_of(
        Registration,
        "name",
        label=gettext_lazy("Partner’s name"),
        required=False,
        help_text=gettext_lazy("For teams of two: who plays with you. One of you registers both."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    acc_number = AccNumberField(
        help_text=gettext_lazy("Two letters and digits, like HI296. Leave it empty if you have none.")
    )
    club = text_of(Registration, "club", label=gettext_lazy("Club"))
    email = text_of(
        Registration,
        "email",
        label=gettext_lazy("E-mail"),
        help_text=gettext_lazy("An e-mail address or a phone number: one of them is needed."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    phone = text_of(
        Registration,
        "phone",
        label=gettext_lazy("Phone"),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )
    note = text_of(
        Registration,
        "note",
        label=gettext_lazy("Note to the director"),
        help_text=gettext_lazy("What the desk should know, for example that you come late."),
    )
    nonce = forms.RegexField(regex=NONCE, required=False, widget=forms.HiddenInput)
    another = forms.RegexField(regex=NONCE, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for the partner only where teams play."""
        super().__init__(*args, **kwargs)
        if not any(event.has_teams for event in self._offered):
            del self.fields["partner"]

    def clean(self) -> dict[str, Any]:
        """With a partner the name is that of the team."""
        values = self.cleaned_data
        if (partner := values.pop("partner", "")) and values.get("name"):
            values["name"] = full_name([values["name"], partner])
        return values


class CorrectionForm(WholeForm, RegistrationForm):
    """The fields of a registration that the desk marked, without the others; pools go with the events."""

    def __init__(self, *args: Any, marked: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields = {
            name: field for name, field in self.fields.items() if ("events" if name == "pools" else name) in marked
        }

    @property
    def texts(self) -> list[forms.BoundField]:
        """The fields other than events and pools."""
        return [field for field in self if field.name not in ("events", "pools")]


class SendBackForm(WholeForm):
    """Which fields the sender of a registration is to correct, and why."""

    marked = forms.MultipleChoiceField(
        label=gettext_lazy("To be looked at again"),
        choices=registration_words.registration_fields,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    message = text_of(
        Registration,
        "message",
        label=gettext_lazy("What is the matter"),
        help_text=gettext_lazy("The person reads it on their page."),
        required=True,
    )


class DeclineForm(PageForm):
    """Why the desk declines a registration."""

    reason = text_of(
        Registration,
        "message",
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("The person reads it on their page, and it stays in the list."),
        required=True,
    )


class AcceptForm(PageForm):
    """Who the person of a registration is, if that is unclear, and a seat in every seated event."""

    player = forms.TypedChoiceField(
        label=gettext_lazy("Who it is"),
        coerce=lambda value: None if value == "new" else int(value),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Somebody may be here already: say whether it is the same person.")},
    )

    def __init__(self, *args: Any, shown: RegistrationShown, free: Mapping[str, Sequence[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = {doubt.player: doubt.label for doubt in shown.doubts if doubt.player is not None}
        if people:
            same = ((str(key), _("The same person as %(label)s") % {"label": label}) for key, label in people.items())
            self.choose("player", [("new", _("Somebody else")), *same])
        else:
            del self.fields["player"]
        for event in shown.to_seat:
            self.fields[f"seats_{event.slug}"] = forms.ChoiceField(
                label=_("Seat in %(event)s") % {"event": event.name},
                required=False,
                choices=[("", _("Choose")), *((seat, seat) for seat in free[event.slug])],
                help_text=seats_words.free_seats(list(free[event.slug])),
            )

    @property
    def seats(self) -> dict[str, str]:
        """The seats chosen, by event slug; for a valid form only."""
        return {
            name.removeprefix("seats_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith("seats_") and value
        }
