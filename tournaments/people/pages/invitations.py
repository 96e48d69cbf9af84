"""Inviting helpers, their printed slip, and the page where they join."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import reachable
from tournaments.access import Actor, Need, tournament_for
from tournaments.errors import Refused
from tournaments.keys import normalised, readable
from tournaments.limits import JOINING
from tournaments.models import Invitation, Role, User
from tournaments.people import words as people_words
from tournaments.people.actions import invitations as invitations_actions
from tournaments.people.forms import CodeForm, InviteForm, NewcomerForm
from tournaments.people.pages.people import people_page
from tournaments.people.reads.roles import invitation_key, invitation_of, invitation_shown
from tournaments.qr import square
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, posted, put_beside, show, status_of

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
def invite(request: HttpRequest, tournament: str) -> HttpResponse:
    """Invite somebody to a role, then show the slip with link and code."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = InviteForm(request.POST, tournament=this_tournament)
    with Attempt(form):
        values = cleaned(form)
        values["role_ends_at"] = values.pop("ends_at")
        invitation = invitations_actions.invite(tournament=this_tournament, **values, actor=actor_of(request))
        return redirect("tournaments:invitation", tournament, invitation.number)
    return people_page(request, this_tournament, rights, invite_form=form)


@require_safe
@never_cache
def invitation(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """The slip of one invitation, to show, send or print; link and code only while it can be used."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    row = this_tournament.invitations.select_related("event", "user").filter(number=number).first()
    if row is None:
        raise Http404(_("There is no such invitation. Look at the People page again."))
    with hall_time(this_tournament):
        shown = invitation_shown(row)
    context: dict[str, object] = {"current": "people", "invitation": shown}
    if shown.state == "open":
        key = invitation_key(row)
        site, only_here = reachable.site_for_others(request)
        link = site + reverse("tournaments:join", args=[key])
        context |= {"link": link, "code": readable(key), "qr": square(link)}
        context |= {"by_hand": site + reverse("tournaments:join_by_code"), "only_here": only_here}
    return show(request, "tournaments/people/invitation.html", this_tournament, rights, context)


@require_POST
def revoke_invitation(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Revoke an invitation."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    with Attempt() as tried:
        invitations_actions.revoke_invitation(tournament=this_tournament, number=number, actor=actor_of(request))
        messages.success(request, _("The invitation is void: nobody can use it now."))
        return redirect(f"{reverse('tournaments:people', args=[tournament])}#invitations")
    return people_page(request, this_tournament, rights, refused=tried.refused, invited=number)


# --- Coming in -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join_by_code(request: HttpRequest) -> HttpResponse:
    """The page on which the code of an invitation is typed."""
    form = CodeForm(posted(request))
    if not form.is_valid():
        return render(request, "tournaments/people/join_by_code.html", {"form": form}, status=status_of(form))
    key = normalised(form.cleaned_data["key"])
    if invitation_of(key) is None:
        JOINING.refuse_or_count(request)
        form.add_error("key", people_words.no_such_code())
        return render(request, "tournaments/people/join_by_code.html", {"form": form}, status=422)
    return redirect("tournaments:join", key)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, key: str) -> HttpResponse:
    """One invitation: a signed-in user accepts it with a button, anybody else makes an account."""
    row = invitation_of(normalised(key))
    if row is None:
        JOINING.refuse_or_count(request)
        raise Http404(people_words.no_such_code())
    if request.method != "POST":
        return _join_page(request, row, NewcomerForm())
    if isinstance(request.user, User):
        with Attempt() as tried:
            return _welcome(request, invitations_actions.accept_invitation(key=key, actor=actor_of(request)))
        return _join_page(request, row, NewcomerForm(), refused=tried.refused)
    form = NewcomerForm(request.POST)
    with Attempt() as tried:
        values = cleaned(form)
        role = invitations_actions.join_with_account(
            key=key, **values, actor=Actor.of_newcomer(values["username"], values["name"])
        )
        login(request, role.user, backend=BACKEND)
        return _welcome(request, role)
    if tried.refused is None or not tried.refused.faults:
        return _join_page(request, row, form, refused=tried.refused)
    put_beside(tried.refused, {"": form})
    return _join_page(request, row, form)


def _welcome(request: HttpRequest, role: Role) -> HttpResponse:
    """Confirm the role, and redirect to the event or tournament in which it holds."""
    messages.success(request, _("You are in: %(role)s.") % {"role": role.get_kind_display()})
    if role.event is not None:
        return redirect("desk:desk", role.tournament.slug, role.event.slug)
    return redirect("tournaments:tournament", role.tournament.slug)


def _join_page(
    request: HttpRequest, row: Invitation, form: NewcomerForm, *, refused: Refused | None = None
) -> HttpResponse:
    is_own = row.user_id is not None and row.user_id == request.user.pk
    with hall_time(row.tournament):
        shown = invitation_shown(row)
        context = {"tournament": row.tournament, "invitation": shown, "mine": is_own, "form": form, "refused": refused}
        return render(request, "tournaments/people/join.html", context, status=status_of(refused, form))
