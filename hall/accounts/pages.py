"""A new password for a helper, from the page of the people."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from hall.accounts.actions import give_password
from tournaments.access import Need, tournament_for
from tournaments.errors import Malformed
from tournaments.keys import new_password
from tournaments.people.pages.people import RoleKey, people_page
from tournaments.views.page import Attempt, actor_of


@require_POST
def password(request: HttpRequest, tournament: str) -> HttpResponse:
    """Give a helper a new password, which the director sees once."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    username, given = request.POST.get("username", ""), new_password()
    with Attempt() as tried:
        give_password(tournament=this_tournament, username=username, password=given, actor=actor_of(request))
        message = _(
            "%(username)s can sign in with the password %(password)s. Write it down now, it is not shown again. "
            "Whoever signs in with it is asked for a password of their own."
        )
        messages.success(request, message % {"username": username, "password": given})
        return redirect("tournaments:people", tournament)
    if isinstance(tried.refused, Malformed):
        # The role is gone meanwhile, and with it the row beside which a refusal would stand.
        messages.error(request, tried.refused.message)
        return redirect("tournaments:people", tournament)
    return people_page(
        request, this_tournament, rights, refused=tried.refused, refused_role=RoleKey(username, "password", "")
    )
