"""Forms about helpers: roles, invitations, accounts, relations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import Entry, Event, Invitation, Relation, Role, Tournament, User, longest
from tournaments.people import words as people_words
from tournaments.people.reads.relations import Somebody, find_somebody
from tournaments.people.reads.roles import term_end
from tournaments.reads.site import has_mail_server
from tournaments.rules.initials import is_initials
from tournaments.words import signing as signing_words


class InEventForm(PageForm):
    """A choice of an event. The cleaned `event` is an event of the tournament, or None for all of them."""

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data)
        self._tournament = tournament
        self._events = {event.slug: event for event in tournament.events.order_by("pk")}
        named = [(slug, event.name) for slug, event in self._events.items()]
        self.fields["event"] = forms.ChoiceField(
            label=_("Where"), choices=[("", _("All events")), *named], required=False
        )

    def clean_event(self) -> Event | None:
        return self._events.get(self.cleaned_data["event"])


class ReachForm(InEventForm):
    """Where a role holds and for how long. The cleaned `ends_at` is a time or None."""

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data, tournament=tournament)
        self.fields["ends_at"] = forms.ChoiceField(label=_("How long"), choices=people_words.terms, required=False)

    def clean_ends_at(self) -> datetime | None:
        return term_end(self._tournament, self.cleaned_data["ends_at"], timezone.now())


class RoleForm(WholeForm, ReachForm):
    """A role for somebody who can sign in. A role that they have is changed only if the form showed its values."""

    act_fields = frozenset({"username", "kind", "event"})

    username = text_of(
        User,
        "username",
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("The name they sign in with, written exactly as they write it."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=people_words.roles_explained,
        widget=forms.RadioSelect,
        initial=Role.Kind.CHECKER,
    )
    is_head = forms.BooleanField(
        label=gettext_lazy("Head judge"),
        required=False,
        help_text=gettext_lazy(
            "Only with the role of a judge, and one in a tournament. Decides what the cross-check leaves open."
        ),
    )
    is_senior = forms.BooleanField(
        label=gettext_lazy("Senior judge"),
        required=False,
        help_text=gettext_lazy("Only with the role of a judge. Wherever possible a senior judge is the head judge."),
    )

    def cleaned_initial(self, name: str, sent: Any) -> Any:
        if name != "ends_at":
            return super().cleaned_initial(name, sent)
        # The control offers terms, but the hidden copy is the stored time at which the role ends.
        try:
            return parse_datetime(sent)
        except ValueError:
            return sent


class InviteForm(ReachForm):
    """A role for the holder of an invitation."""

    name = text_of(
        Invitation,
        "name",
        label=gettext_lazy("For whom"),
        help_text=gettext_lazy("So that you know who has not come yet; it stands on the slip."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "id": "id_invited"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=people_words.roles_explained,
        widget=forms.RadioSelect(attrs={"id": "id_invited_kind"}),
        initial=Role.Kind.CHECKER,
    )
    hours = forms.TypedChoiceField(
        label=gettext_lazy("The invitation can be used for"), choices=people_words.lifetimes, coerce=int, initial="24"
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data, tournament=tournament)
        for name in ("event", "ends_at"):
            self.fields[name].widget.attrs["id"] = f"id_invited_{name}"
        self.order_fields(["name", "kind", "event", "ends_at", "hours"])


class CodeForm(PageForm):
    """The code of an invitation, as read from paper."""

    key = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=60,
        help_text=gettext_lazy("Sixteen letters and digits. Spaces, hyphens and small letters do no harm."),
        widget=forms.TextInput(
            attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false", "autofocus": True}
        ),
    )


class LinkKeyForm(CodeForm):
    """The code of a seat slip, as a player types it."""


class NewcomerForm(PageForm):
    """An account that the holder of an invitation makes for themselves."""

    name = text_of(
        User,
        "first_name",
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("As the log shall call you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        required=True,
    )
    username = text_of(
        User,
        "username",
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("Letters and digits; you sign in with it."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "username", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=4096,
        help_text=gettext_lazy("At least 10 characters, not only digits. A few words are easy to remember."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


MOST_OFFERED = 12


class RelationForm(WholeForm):
    """Two people, and how they are related. The cleaned `one` and `other` are each an entry or an account.

    If several people match a text, they are offered as choices; `one_is` and `other_is` have the chosen ones. A
    recorded relation is changed only if the form showed it.
    """

    act_fields = frozenset({"one", "one_is", "other", "other_is"})

    one = forms.CharField(
        label=gettext_lazy("Who"),
        max_length=200,
        help_text=gettext_lazy("A seat, a part of the name, an ACC number, or the name a helper signs in with."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "people", "spellcheck": "false"}),
    )
    one_is = forms.CharField(
        label=gettext_lazy("Which of them"), max_length=30, required=False, widget=forms.HiddenInput
    )
    other = forms.CharField(
        label=gettext_lazy("And who"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "people", "spellcheck": "false"}),
    )
    other_is = forms.CharField(
        label=gettext_lazy("Which of them"), max_length=30, required=False, widget=forms.HiddenInput
    )
    relation = forms.ChoiceField(
        label=gettext_lazy("How"),
        choices=[("", gettext_lazy("Choose")), *Relation.Kind.choices],
        error_messages={"required": gettext_lazy("Choose how the two are related.")},
    )

    def __init__(self, data: Any = None, *, people: Sequence[Somebody]) -> None:
        super().__init__(data)
        self._people = list(people)

    def clean_one(self) -> Entry | User:
        return self._somebody("one")

    def clean_other(self) -> Entry | User:
        return self._somebody("other")

    def _somebody(self, field: str) -> Entry | User:
        """Return the person meant by the text of this field, and by the choice beside it if several people match.

        Raises ValidationError if nobody matches, or several people and none is chosen.
        """
        matches = find_somebody(self._people, self.cleaned_data[field])
        if not matches:
            raise forms.ValidationError(
                _(
                    "Nobody who plays or helps here is called that. Type a seat like A-7 or an ACC number like HI296, or "
                    "enter them first."
                )
            )
        if len(matches) == 1:
            return matches[0].who
        which = f"{field}_is"
        chosen = [match.who for match in matches if match.key == self.data.get(which)]
        self.fields[which].widget = forms.RadioSelect(
            choices=[(match.key, match.told) for match in matches[:MOST_OFFERED]]
        )
        if chosen:
            return chosen[0]
        names = "; ".join(match.label for match in matches[:4]) + (" …" if len(matches) > 4 else "")
        raise forms.ValidationError(
            _("Several people fit: %(names)s. Choose below which of them, or type more.") % {"names": names}
        )


def _be_initials(text: str) -> None:
    """Raise ValidationError if the text is no initials."""
    if not is_initials(text):
        raise forms.ValidationError(signing_words.not_initials(), code="initials")


class PersonForm(PageForm):
    """The name of somebody who signs in, and their e-mail address."""

    name = text_of(
        User,
        "first_name",
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("It signs what you do."),
        required=True,
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        max_length=longest(User, "email"),
        help_text=gettext_lazy("For resetting a forgotten password; nobody else sees it."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_mail_server():
            self.fields["email"].help_text = people_words.no_mail_server()


class OwnAccountForm(PersonForm):
    """What somebody says of themselves."""

    initials = text_of(
        User,
        "initials",
        label=gettext_lazy("Initials"),
        help_text=gettext_lazy("They sign corrections of cards. Leave it empty for the first letters of your name."),
        required=False,
        validators=[_be_initials],
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=[("", gettext_lazy("As the browser asks")), *settings.LANGUAGES],
        required=False,
        help_text=gettext_lazy("Every browser in which you sign in shows the pages in it."),
    )
    field_order = ["name", "initials", "email", "language"]


class AccountForm(PersonForm):
    """An account for somebody without one."""

    username = text_of(
        User,
        "username",
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("Letters and digits; they sign in with it."),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false", "id": "id_new_username"}
        ),
    )
    name = text_of(
        User,
        "first_name",
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("As the log shall call them."),
        required=True,
    )
    field_order = ["username", "name", "email"]


class HeldForm(InEventForm):
    """One role that somebody has."""

    username = text_of(User, "username")
    kind = forms.ChoiceField(choices=Role.Kind.choices)


class HeadForm(PageForm):
    """Which judge becomes the head judge, or an ordinary one."""

    username = text_of(User, "username")
    is_head = forms.BooleanField(required=False)


class SeniorForm(PageForm):
    """Which judge is noted as a senior judge, or no longer."""

    username = text_of(User, "username")
    is_senior = forms.BooleanField(required=False)


class SameForm(PageForm):
    """Whether an account belongs to the player of the same name, given by event and number."""

    username = text_of(User, "username")
    event = forms.SlugField(max_length=longest(Event, "slug"))
    number = forms.IntegerField(min_value=1, max_value=100000)
    same = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
