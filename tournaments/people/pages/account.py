"""Somebody's own account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.models import User
from tournaments.people.actions.people import change_own_account
from tournaments.people.forms import OwnAccountForm
from tournaments.views.page import Attempt, actor_of, cleaned, posted, status_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_account(request: HttpRequest) -> HttpResponse:
    """Show and change the name and the e-mail address of whoever is signed in."""
    user = request.user
    assert isinstance(user, User)  # login_required
    form = OwnAccountForm(posted(request), initial={"name": user.get_full_name(), "email": user.email})
    if request.method == "POST":
        with Attempt(form):
            change_own_account(user=user, **cleaned(form), actor=actor_of(request))
            messages.success(request, _("Your account is changed."))
            return redirect("own_account")
    return render(request, "registration/own_account.html", {"form": form}, status=status_of(form))
