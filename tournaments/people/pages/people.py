"""Who does what in a tournament, and who is related to whom."""

from __future__ import annotations

from typing import Any, NamedTuple

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


class RoleKey(NamedTuple):
    """A role on the page: whose it is, its kind, and the slug of its only event (empty for all events)."""

    username: str
    kind: str
    event: str


NO_ROLE = RoleKey("", "", "")


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, tournament: str) -> HttpResponse:
    """Who has which role, for everybody with a role; the director grants roles here."""
    if request.method != "POST":
        this_tournament, rights = tournament_for(request.user, tournament, Need.SEE)
        return people_page(request, this_tournament, rights)
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = RoleForm(request.POST, tournament=this_tournament)
    with Attempt(form):
        role = grant_role(tournament=this_tournament, **cleaned(form), read=form.read, actor=actor_of(request))
        names = {"name": role.user.get_full_name() or role.user.get_username(), "role": role.get_kind_display()}
        messages.success(request, _("%(name)s has the role: %(role)s.") % names)
        with hall_time(this_tournament):
            holders = roles_reads.holders(this_tournament)
        if any(holder.asked for holder in holders if holder.username == role.user.get_username()):
            messages.warning(
                request, _("A player has the name of %(name)s: say below whether that is one person.") % names
            )
        return redirect("tournaments:people", tournament)
    return people_page(request, this_tournament, rights, form=form)


@require_POST
def account(request: HttpRequest, tournament: str) -> HttpResponse:
    """Make an account for a helper; the director sees the password once."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = AccountForm(request.POST)
    with Attempt(form):
        user, password = make_account(tournament=this_tournament, **cleaned(form), actor=actor_of(request))
        values = {"username": user.get_username(), "password": password}
        message = _(
            "%(username)s can sign in with the password %(password)s. Write it down now, it is not shown again. "
            "Now give the account a role. Whoever signs in with it is asked for a password of their own."
        )
        messages.success(request, message % values)
        return redirect("tournaments:people", tournament)
    return people_page(request, this_tournament, rights, account_form=form)


@require_POST
def revoke(request: HttpRequest, tournament: str) -> HttpResponse:
    """Revoke a role."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = HeldForm(request.POST, tournament=this_tournament)
    if not form.is_valid():
        return redirect("tournaments:people", tournament)
    values = form.cleaned_data
    with Attempt() as tried:
        revoke_role(tournament=this_tournament, **values, actor=actor_of(request))
        messages.success(request, _("%(name)s no longer has that role.") % {"name": values["username"]})
        return redirect("tournaments:people", tournament)
    refused_role = RoleKey(values["username"], values["kind"], request.POST.get("event", ""))
    return people_page(request, this_tournament, rights, refused=tried.refused, refused_role=refused_role)


@require_POST
def head(request: HttpRequest, tournament: str) -> HttpResponse:
    """Make a judge the head judge, or an ordinary one; the role's end stays."""
    form = HeadForm(request.POST)
    message = _("%(name)s is the head judge.") if form["is_head"].data else _("%(name)s is an ordinary judge.")
    return _rerank(request, tournament, form, message)


@require_POST
def senior(request: HttpRequest, tournament: str) -> HttpResponse:
    """Note that a judge is a senior judge, or is none; the rest of the role stays."""
    form = SeniorForm(request.POST)
    message = _("%(name)s is a senior judge.") if form["is_senior"].data else _("%(name)s is not a senior judge.")
    return _rerank(request, tournament, form, message)


def _rerank(request: HttpRequest, tournament: str, form: Form, message: str) -> HttpResponse:
    """Grant a judge of the whole tournament the same role again, with the change from the form."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    judges = this_tournament.roles.filter(kind=Role.Kind.JUDGE, event=None)
    role = judges.filter(user__username=form.cleaned_data["username"]).first() if form.is_valid() else None
    if role is None:
        return redirect("tournaments:people", tournament)
    current_values = {"is_head": role.is_head, "is_senior": role.is_senior, "ends_at": role.ends_at}
    values = {**current_values, **form.cleaned_data, "kind": Role.Kind.JUDGE}
    with Attempt() as tried:
        grant_role(tournament=this_tournament, **values, read=current_values, actor=actor_of(request))
        messages.success(request, message % {"name": values["username"]})
        return redirect("tournaments:people", tournament)
    refused_role = RoleKey(values["username"], Role.Kind.JUDGE.value, "")
    return people_page(request, this_tournament, rights, refused=tried.refused, refused_role=refused_role)


@require_POST
def same(request: HttpRequest, tournament: str) -> HttpResponse:
    """Say whether an account belongs to the player of the same name. Its user then may not work on the player's card."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    form = SameForm(request.POST)
    with Attempt(form):
        sent = cleaned(form)
        entries = Entry.objects.with_people().select_related("event").filter(event__tournament=this_tournament)
        entry = get_object_or_404(entries, event__slug=sent["event"], number=sent["number"])
        values = {"username": sent["username"], "name": entry.known_name}
        if sent["same"] == "yes":
            know_again(entry=entry, username=sent["username"], actor=actor_of(request))
            message = _("The account %(username)s is that of %(name)s, who does not work on a card of their own.")
        else:
            tell_apart(entry=entry, username=sent["username"], actor=actor_of(request))
            message = _("The account %(username)s and the player %(name)s are two people.")
        messages.success(request, message % values)
        return redirect("tournaments:people", tournament)
    return people_page(request, this_tournament, rights, same_form=form)


@require_POST
def relate(request: HttpRequest, tournament: str) -> HttpResponse:
    """Record that two people are related."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.CHECK)
    form = RelationForm(request.POST, people=relations_reads.people(this_tournament))
    with Attempt() as tried:
        values = cleaned(form)
        record_relation(
            tournament=this_tournament,
            one=values["one"],
            other=values["other"],
            kind=values["relation"],
            read=form.read,
            actor=actor_of(request),
        )
        messages.success(request, _("Recorded: these two should not check or judge one another’s games alone."))
        return redirect(f"{reverse('tournaments:people', args=[tournament])}#relations")
    if tried.refused:
        put_beside(tried.refused, {"": form})
    return people_page(request, this_tournament, rights, relation_form=form)


@require_POST
def unrelate(request: HttpRequest, tournament: str, relation: int) -> HttpResponse:
    """Remove the relation of two people."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.CHECK)
    with Attempt() as tried:
        remove_relation(tournament=this_tournament, relation=relation, actor=actor_of(request))
        messages.success(request, _("Taken back. The log keeps that it was there."))
        return redirect(f"{reverse('tournaments:people', args=[tournament])}#relations")
    return people_page(request, this_tournament, rights, refused=tried.refused, relation=relation)


def people_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    *,
    refused: Refused | None = None,
    refused_role: RoleKey = NO_ROLE,
    invited: int = 0,
    relation: int = 0,
    **forms: PageForm,
) -> HttpResponse:
    """The page. `forms` are the submitted forms, by their names in the template.

    A refusal is shown beside the role `refused_role`, the invitation with the number `invited`, or the relation with
    the key `relation`.
    """
    context: dict[str, Any] = {
        "current": "people",
        "form": RoleForm(tournament=tournament),
        "invite_form": InviteForm(tournament=tournament),
        "invited": invited,
        "refused_relation": relation,
        "account_form": AccountForm(),
        "refused": refused,
        "where_username": refused_role.username,
        "where_kind": refused_role.kind,
        "where_event": refused_role.event,
    }
    with hall_time(tournament):
        context["holders"] = roles_reads.holders(tournament)
        if rights.may(Need.DIRECT):
            context["invitations"] = invitations(tournament)
    if rights.may(Need.SEE_CARDS):
        context["relations"] = relations_reads.relations(tournament)
    if rights.may(Need.CHECK):
        context["people"] = relations_reads.people(tournament)
        context["relation_form"] = RelationForm(people=())
    status = status_of(refused, *forms.values())
    return show(request, "tournaments/people/people.html", tournament, rights, {**context, **forms}, status=status)
