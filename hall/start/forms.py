"""The forms of the first start, and of deleting a tournament."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.start.gate import is_start_code
from tournaments.forms.fields import text_of
from tournaments.forms.page import PageForm
from tournaments.models import Tournament, User


class StartForm(PageForm):
    """Who starts the site. Without `at_site` the code of the terminal is asked for."""

    name = text_of(
        User,
        "first_name",
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("Your name as it appears in reports and in the log."),
        required=True,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = text_of(
        User,
        "username",
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("Letters and digits. You sign in with it."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "username", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=200,
        help_text=gettext_lazy("At least ten characters."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=gettext_lazy("The same password again"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        help_text=gettext_lazy("Pegboard shows it in the window in which it was started."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    take_away = forms.BooleanField(
        label=gettext_lazy("Take the demonstration away"),
        required=False,
        help_text=gettext_lazy("Its tournaments, its club and its accounts. A backup is made before."),
    )

    def __init__(self, data: Any = None, *, at_site: bool, demonstration: bool) -> None:
        super().__init__(data, initial={"take_away": True})
        if at_site:
            del self.fields["code"]
        if not demonstration:
            del self.fields["take_away"]

    def clean_code(self) -> str:
        if not is_start_code(self.cleaned_data["code"]):
            raise forms.ValidationError(
                _(
                    "That is not the code. It has twelve letters and digits; look at the window in which Pegboard was started."
                )
            )
        return str(self.cleaned_data["code"])

    def clean_again(self) -> str:
        again = str(self.cleaned_data["again"])
        if "password" in self.cleaned_data and again != self.cleaned_data["password"]:
            raise forms.ValidationError(_("The two passwords differ. Type both once more."))
        return again


class DeletionForm(PageForm):
    """The name of the tournament, typed, and that it is deleted although it runs."""

    name = text_of(
        Tournament,
        "name",
        label=gettext_lazy("Name of the tournament"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    although_it_runs = forms.BooleanField(label=gettext_lazy("Delete it although it is being played"), required=False)

    def __init__(self, data: Any = None, *, runs: bool) -> None:
        super().__init__(data)
        if not runs:
            del self.fields["although_it_runs"]
