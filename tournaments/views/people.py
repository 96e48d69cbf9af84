"""Who does what in a tournament, and who is related to whom."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import actions, reads
from tournaments.access import Need, Rights, tournament_for
from tournaments.errors import Refused
from tournaments.forms import AccountForm, RelationForm, RevokeForm, RoleForm
from tournaments.models import Tournament
from tournaments.views.page import actor_of, put_beside, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, tournament: str) -> HttpResponse:
    """Who has which role, for everybody who has one; the director gives them here."""
    if request.method != "POST":
        found, rights = tournament_for(request.user, tournament, Need.SEE)
        return _people_page(request, found, rights)
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _people_page(request, found, rights, form=form)
    try:
        role = actions.grant_role(tournament=found, **form.cleaned_data, actor=actor_of(request))
    except Refused as refused:
        put_beside(refused, {"": form})
        return _people_page(request, found, rights, form=form, refused=refused)
    given = {"name": role.user.get_full_name() or role.user.get_username(), "role": role.get_kind_display()}
    messages.success(request, _("%(name)s has the role: %(role)s.") % given)
    return redirect("tournaments:people", tournament)


@require_POST
def account(request: HttpRequest, tournament: str) -> HttpResponse:
    """Make an account for somebody who helps; the password is shown to the director once."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = AccountForm(request.POST)
    if form.is_valid():
        try:
            user, password = actions.make_account(tournament=found, **form.cleaned_data, actor=actor_of(request))
        except Refused as refused:
            put_beside(refused, {"": form})
        else:
            told = {"username": user.get_username(), "password": password}
            message = _(
                "%(username)s can sign in with the password %(password)s. Write it down now, it is not shown again. "
                "Now give the account a role; its owner changes the password after signing in."
            )
            messages.success(request, message % told)
            return redirect("tournaments:people", tournament)
    return _people_page(request, found, rights, account_form=form)


@require_POST
def revoke(request: HttpRequest, tournament: str) -> HttpResponse:
    """Take a role away."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = RevokeForm(request.POST)
    if form.is_valid():
        try:
            actions.revoke_role(tournament=found, **form.cleaned_data, actor=actor_of(request))
        except Refused as refused:
            where = (form.cleaned_data["username"], form.cleaned_data["kind"])
            return _people_page(request, found, rights, refused=refused, where=where)
        messages.success(request, _("%(name)s no longer has that role.") % {"name": form.cleaned_data["username"]})
    return redirect("tournaments:people", tournament)


@require_POST
def relate(request: HttpRequest, tournament: str) -> HttpResponse:
    """Record that two people are related."""
    found, rights = tournament_for(request.user, tournament, Need.CHECK)
    form = RelationForm(request.POST, people=reads.people(found))
    if form.is_valid():
        given = form.cleaned_data
        try:
            actions.record_relation(
                tournament=found,
                one=given["one"],
                other=given["other"],
                kind=given["relation"],
                actor=actor_of(request),
            )
        except Refused as refused:
            put_beside(refused, {"": form})
        else:
            messages.success(request, _("Recorded: these two should not check or judge one another’s games alone."))
            return redirect(f"{reverse('tournaments:people', args=[tournament])}#relations")
    return _people_page(request, found, rights, relation_form=form)


@require_POST
def unrelate(request: HttpRequest, tournament: str, relation: int) -> HttpResponse:
    """Take back that two people are related."""
    found, _rights = tournament_for(request.user, tournament, Need.CHECK)
    actions.remove_relation(tournament=found, relation=relation, actor=actor_of(request))
    messages.success(request, _("Taken back. The log keeps that it was there."))
    return redirect(f"{reverse('tournaments:people', args=[tournament])}#relations")


def _people_page(
    request: HttpRequest,
    found: Tournament,
    rights: Rights,
    *,
    form: RoleForm | None = None,
    account_form: AccountForm | None = None,
    relation_form: RelationForm | None = None,
    refused: Refused | None = None,
    where: tuple[str, str] = ("", ""),
) -> HttpResponse:
    """The page. `where` names the role beside which a refusal is shown."""
    context: dict[str, Any] = {
        "current": "people",
        "holders": reads.holders(found),
        "form": form or RoleForm(),
        "account_form": account_form or AccountForm(),
        "refused": refused,
        "where_username": where[0],
        "where_kind": where[1],
    }
    if rights.may(Need.SEE_CARDS):
        context["relations"] = reads.relations(found)
    if rights.may(Need.CHECK):
        context["people"] = reads.people(found)
        context["relation_form"] = relation_form or RelationForm(people=())
    status = status_of(refused, *(bound for bound in (form, account_form, relation_form) if bound))
    return show(request, "tournaments/people.html", found, rights, context, status=status)
