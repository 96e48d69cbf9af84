"""Who does what in a tournament, and who is related to whom."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Need, Rights, tournament_for
from tournaments.errors import Refused
from tournaments.forms.page import PageForm
from tournaments.models import Entry, Role, Tournament
from tournaments.people.actions.people import grant_role, know_again, make_account, revoke_role, tell_apart
from tournaments.people.actions.relations import record_relation, remove_relation
from tournaments.people.forms import (
    AccountForm,
    HeadForm,
    HeldForm,
    InviteForm,
    RelationForm,
    RoleForm,
    SameForm,
    SeniorForm,
)
from tournaments.people.reads import relations as relations_reads
from tournaments.people.reads import roles as roles_reads
from tournaments.people.reads.roles import invitations
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, put_beside, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, tournament: str) -> HttpResponse:
    """Who has which role, for everybody who has one; the director gives them here."""
    if request.method != "POST":
        found, rights = tournament_for(request.user, tournament, Need.SEE)
        return people_page(request, found, rights)
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = RoleForm(request.POST, tournament=found)
    with Attempt(form):
        role = grant_role(tournament=found, **cleaned(form), read=form.read, actor=actor_of(request))
        given = {"name": role.user.get_full_name() or role.user.get_username(), "role": role.get_kind_display()}
        messages.success(request, _("%(name)s has the role: %(role)s.") % given)
        with hall_time(found):
            holders = roles_reads.holders(found)
        if any(holder.asked for holder in holders if holder.username == role.user.get_username()):
            messages.warning(
                request, _("A player has the name of %(name)s: say below whether that is one person.") % given
            )
        return redirect("tournaments:people", tournament)
    return people_page(request, found, rights, form=form)


@require_POST
def account(request: HttpRequest, tournament: str) -> HttpResponse:
    """Make an account for somebody who helps; the password is shown to the director once."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = AccountForm(request.POST)
    with Attempt(form):
        user, password = make_account(tournament=found, **cleaned(form), actor=actor_of(request))
        told = {"username": user.get_username(), "password": password}
        message = _(
            "%(username)s can sign in with the password %(password)s. Write it down now, it is not shown again. "
            "Now give the account a role; its owner changes the password after signing in."
        )
        messages.success(request, message % told)
        return redirect("tournaments:people", tournament)
    return people_page(request, found, rights, account_form=form)


@require_POST
def revoke(request: HttpRequest, tournament: str) -> HttpResponse:
    """Take a role away."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = HeldForm(request.POST, tournament=found)
    if not form.is_valid():
        return redirect("tournaments:people", tournament)
    given = form.cleaned_data
    with Attempt() as tried:
        revoke_role(tournament=found, **given, actor=actor_of(request))
        messages.success(request, _("%(name)s no longer has that role.") % {"name": given["username"]})
        return redirect("tournaments:people", tournament)
    where = (given["username"], given["kind"], request.POST.get("event", ""))
    return people_page(request, found, rights, refused=tried.refused, where=where)


@require_POST
def head(request: HttpRequest, tournament: str) -> HttpResponse:
    """Make a judge the head judge, or an ordinary one; how long the role holds stays as it is."""
    form = HeadForm(request.POST)
    told = _("%(name)s is the head judge.") if form["is_head"].data else _("%(name)s is an ordinary judge.")
    return _rerank(request, tournament, form, told)


@require_POST
def senior(request: HttpRequest, tournament: str) -> HttpResponse:
    """Note that a judge is a senior judge, or is none; everything else about the role stays as it is."""
    form = SeniorForm(request.POST)
    told = _("%(name)s is a senior judge.") if form["is_senior"].data else _("%(name)s is no senior judge.")
    return _rerank(request, tournament, form, told)


def _rerank(request: HttpRequest, tournament: str, form: Form, told: str) -> HttpResponse:
    """Give a judge of the whole tournament the same role once more, with what the form changes of it."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    judges = found.roles.filter(kind=Role.Kind.JUDGE, event=None)
    role = judges.filter(user__username=form.cleaned_data["username"]).first() if form.is_valid() else None
    if role is None:
        return redirect("tournaments:people", tournament)
    kept = {"is_head": role.is_head, "is_senior": role.is_senior, "ends_at": role.ends_at}
    given = {**kept, **form.cleaned_data, "kind": Role.Kind.JUDGE}
    with Attempt() as tried:
        grant_role(tournament=found, **given, read=kept, actor=actor_of(request))
        messages.success(request, told % {"name": given["username"]})
        return redirect("tournaments:people", tournament)
    where = (given["username"], Role.Kind.JUDGE.value, "")
    return people_page(request, found, rights, refused=tried.refused, where=where)


@require_POST
def same(request: HttpRequest, tournament: str) -> HttpResponse:
    """Say whether an account is that of the player of its name: then their card is out of its reach."""
    found, rights = tournament_for(request.user, tournament, Need.REGISTER)
    form = SameForm(request.POST)
    with Attempt(form):
        given = cleaned(form)
        entry = Entry.objects.select_related("event", "player").filter(event__tournament=found)
        player = get_object_or_404(entry, event__slug=given["event"], number=given["number"])
        values = {"username": given["username"], "name": player.name}
        if given["same"] == "yes":
            know_again(entry=player, username=given["username"], actor=actor_of(request))
            told = _("The account %(username)s is that of %(name)s, who does not work on a card of their own.")
        else:
            tell_apart(entry=player, username=given["username"], actor=actor_of(request))
            told = _("The account %(username)s and the player %(name)s are two people.")
        messages.success(request, told % values)
        return redirect("tournaments:people", tournament)
    return people_page(request, found, rights, same_form=form)


@require_POST
def relate(request: HttpRequest, tournament: str) -> HttpResponse:
    """Record that two people are related."""
    found, rights = tournament_for(request.user, tournament, Need.CHECK)
    form = RelationForm(request.POST, people=relations_reads.people(found))
    with Attempt() as tried:
        given = cleaned(form)
        record_relation(
            tournament=found,
            one=given["one"],
            other=given["other"],
            kind=given["relation"],
            read=form.read,
            actor=actor_of(request),
        )
        messages.success(request, _("Recorded: these two should not check or judge one another’s games alone."))
        return redirect(f"{reverse('tournaments:people', args=[tournament])}#relations")
    if tried.refused:
        put_beside(tried.refused, {"": form})
    return people_page(request, found, rights, relation_form=form)


@require_POST
def unrelate(request: HttpRequest, tournament: str, relation: int) -> HttpResponse:
    """Take back that two people are related."""
    found, rights = tournament_for(request.user, tournament, Need.CHECK)
    with Attempt() as tried:
        remove_relation(tournament=found, relation=relation, actor=actor_of(request))
        messages.success(request, _("Taken back. The log keeps that it was there."))
        return redirect(f"{reverse('tournaments:people', args=[tournament])}#relations")
    return people_page(request, found, rights, refused=tried.refused, relation=relation)


def people_page(
    request: HttpRequest,
    found: Tournament,
    rights: Rights,
    *,
    refused: Refused | None = None,
    where: tuple[str, str, str] = ("", "", ""),
    invited: int = 0,
    relation: int = 0,
    **given: PageForm,
) -> HttpResponse:
    """The page. `where` names the role beside which a refusal is shown, `invited` the number of the invitation, `relation`
    the key of what was recorded of two people; `given` are the forms that were sent, as the template calls them."""
    context: dict[str, Any] = {
        "current": "people",
        "form": RoleForm(tournament=found),
        "invite_form": InviteForm(tournament=found),
        "invited": invited,
        "refused_relation": relation,
        "account_form": AccountForm(),
        "refused": refused,
        "where_username": where[0],
        "where_kind": where[1],
        "where_event": where[2],
    }
    with hall_time(found):
        context["holders"] = roles_reads.holders(found)
        if rights.may(Need.DIRECT):
            context["invitations"] = invitations(found)
    if rights.may(Need.SEE_CARDS):
        context["relations"] = relations_reads.relations(found)
    if rights.may(Need.CHECK):
        context["people"] = relations_reads.people(found)
        context["relation_form"] = RelationForm(people=())
    status = status_of(refused, *given.values())
    return show(request, "tournaments/people/people.html", found, rights, {**context, **given}, status=status)
