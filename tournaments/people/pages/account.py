"""Somebody's own account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.models import User
from tournaments.people.actions.people import change_own_account
from tournaments.people.forms import OwnAccountForm
from tournaments.views.page import Attempt, actor_of, cleaned, posted, remember_initials, speaking, status_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_account(request: HttpRequest) -> HttpResponse:
    """Show and change what the account of whoever is signed in says of them."""
    user = request.user
    assert isinstance(user, User)  # login_required
    form = OwnAccountForm(posted(request), initial=_as_it_is(user))
    if request.method == "POST":
        with Attempt(form):
            change_own_account(user=user, **cleaned(form), actor=actor_of(request))
            remember_initials(request, "")
            language = form.cleaned_data["language"]
            with override(language or get_language()):
                messages.success(request, _("Your account is changed."))
            return speaking(redirect("own_account"), language)
    return render(request, "registration/own_account.html", {"form": form}, status=status_of(form))


def _as_it_is(user: User) -> dict[str, str]:
    """Return what the form shows before anything is typed."""
    return {
        "name": user.get_full_name(),
        "email": user.email,
        "initials": user.initials,
        "language": user.language,
    }
