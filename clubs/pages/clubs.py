"""The list of clubs, one club, its people, and a new season."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import words
from clubs.access import ClubRights, club_for
from clubs.actions import directors as directors_actions
from clubs.actions import undoing
from clubs.actions.clubs import change_club, create_club
from clubs.actions.directors import name_director
from clubs.actions.members import MemberPlan, add_members, change_member, remove_member
from clubs.actions.seasons import create_season
from clubs.forms import ClubForm, DirectorForm, MemberChangeForm, MemberForm, MemberListForm, NewClubForm, NewSeasonForm
from clubs.models import Club, Member
from clubs.reads import table
from clubs.reads.clubs import current_season, directors_of, members_shown, visible_clubs
from clubs.reads.log import last_change, log_shown
from clubs.reads.table import guest_notes, season_tables
from tournaments.access import Actor
from tournaments.entrants.pages.whom import put_on_lines
from tournaments.errors import Forbidden, Refused
from tournaments.forms.page import PageForm
from tournaments.models import User
from tournaments.views.page import Attempt, cleaned, status_of

PAGE_SIZE = 100
LOG_PAGE_SIZE = 50
READ = ["GET", "HEAD", "POST"]


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor of a POST. Raises Forbidden (`sign_in`)."""
    if not isinstance(request.user, User):
        raise Forbidden("sign_in", _("Sign in to do this."))
    return Actor.of_user(request.user)


def show(
    request: HttpRequest,
    template: str,
    club: Club,
    rights: ClubRights,
    context: dict[str, Any],
    *forms: PageForm | None,
) -> HttpResponse:
    """Render a page of a club, with the status that its forms give."""
    assert request.resolver_match is not None
    everywhere = {"club": club, "directs": rights.directs, "current": request.resolver_match.url_name}
    return render(request, template, {**everywhere, **context}, status=status_of(*forms))


@require_http_methods(READ)
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs that this person may see. A POST makes a new one."""
    form = NewClubForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        actor = actor_of(request)
        with Attempt(form):
            made = create_club(**cleaned(form), actor=actor)
            messages.success(request, _("%(name)s is made. Take the members in next.") % {"name": made.name})
            return redirect("clubs:members", made.slug)
    page = Paginator(visible_clubs(request.user), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "clubs/clubs.html", {"page": page, "form": form}, status=status_of(form))


@require_http_methods(READ)
def club(request: HttpRequest, club: str) -> HttpResponse:
    """A club with its seasons side by side. A POST of its director changes it."""
    this_club, rights = club_for(request.user, club, directs=request.method == "POST")
    if request.method != "POST":
        return _club_page(request, this_club, rights)
    form = ClubForm(request.POST)
    with Attempt(form):
        cleaned(form)
        seen = form.cleaned_data["seen"]
        changed = change_club(club=this_club, changes=form.values(), seen=seen, actor=actor_of(request))
        messages.success(request, words.club_saved(this_club.public, changed.public))
        return redirect("clubs:club", club)
    return _club_page(request, this_club, rights, form=form)


@require_POST
def seasons(request: HttpRequest, club: str) -> HttpResponse:
    """Begin a season."""
    this_club, rights = club_for(request.user, club, directs=True)
    form = NewSeasonForm(request.POST, prefix="season")
    with Attempt(form):
        season = create_season(club=this_club, **cleaned(form), actor=actor_of(request))
        messages.success(request, _("The season %(name)s is begun.") % {"name": season.name})
        return redirect("clubs:season", club, season.slug)
    return _club_page(request, this_club, rights, season_form=form)


@require_safe
def side_by_side(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody who has played in the club, with the points of each season."""
    this_club, rights = club_for(request.user, club)
    seasons = list(this_club.standing_seasons())
    for season in seasons:
        season.club = this_club
    context = {"seasons": seasons, "rows": table.side_by_side(this_club, seasons)}
    return show(request, "clubs/side_by_side.html", this_club, rights, context)


@require_POST
def directors(request: HttpRequest, club: str) -> HttpResponse:
    """Let somebody else direct the club too."""
    this_club, rights = club_for(request.user, club, directs=True)
    form = DirectorForm(request.POST, prefix="director")
    with Attempt(form):
        user = name_director(club=this_club, **cleaned(form), actor=actor_of(request))
        messages.success(request, _("%(name)s directs the club too.") % {"name": user})
        return redirect("clubs:club", club)
    return _club_page(request, this_club, rights, director_form=form)


@require_POST
def take_off_director(request: HttpRequest, club: str) -> HttpResponse:
    """Take the club from one of its directors, possibly the user."""
    this_club, _rights = club_for(request.user, club, directs=True)
    username = request.POST.get("username", "")
    with Attempt() as tried:
        directors_actions.take_off_director(club=this_club, username=username, actor=actor_of(request))
        messages.success(request, _("%(name)s does not direct the club any more.") % {"name": username})
    if tried.refused:
        messages.error(request, tried.refused.message)
    return redirect("clubs:club", club)


@require_safe
def log(request: HttpRequest, club: str) -> HttpResponse:
    """The log of the club, for its directors: who did what and why, and what changed, newest first."""
    this_club, rights = club_for(request.user, club, directs=True)
    page = Paginator(this_club.log.order_by("-pk"), LOG_PAGE_SIZE).get_page(request.GET.get("page"))
    return show(request, "clubs/log.html", this_club, rights, {"page": page, "rows": log_shown(this_club, page)})


@require_POST
def undo(request: HttpRequest, club: str, row: int) -> HttpResponse:
    """Undo what a row of the log says."""
    this_club, _rights = club_for(request.user, club, directs=True)
    with Attempt() as tried:
        undoing.undo(club=this_club, number=row, actor=actor_of(request))
        messages.success(request, _("Undone. The log has it as its newest row."))
    if tried.refused:
        messages.error(request, tried.refused.message)
    return redirect("clubs:log", club)


def _club_page(
    request: HttpRequest,
    club: Club,
    rights: ClubRights,
    *,
    form: ClubForm | None = None,
    season_form: NewSeasonForm | None = None,
    director_form: DirectorForm | None = None,
) -> HttpResponse:
    members = list(club.members.filter(left_on__isnull=True).order_by("name", "pk"))
    seasons, notes = list(club.standing_seasons()), guest_notes(club)
    for season in seasons:
        season.club = club
    context: dict[str, Any] = {
        "seasons": list(zip(seasons, season_tables(club, seasons, notes), strict=True)),
        "members": members_shown(club, members, numbers=False, notes=notes),
    }
    if rights.directs:
        seen = last_change(club, "club", club.slug)
        initial = {name: getattr(club, name) for name in ("name", "town", "number", "public")}
        context["form"] = form or ClubForm(initial={**initial, "seen": seen})
        context["running"] = current_season(club, timezone.localdate())
        context["director_form"] = director_form or DirectorForm(prefix="director")
        context["directors"] = directors_of(club)
        context["out"] = club.seasons.filter(withdrawn_at__isnull=False)
        context["season_form"] = season_form or NewSeasonForm(prefix="season")
    return show(request, "clubs/club.html", club, rights, context, form, season_form, director_form)


# --- People ------------------------------------------------------------------------------------------------------------


@require_http_methods(READ)
def members(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody in the club. A POST of its director takes somebody in."""
    this_club, rights = club_for(request.user, club, directs=request.method == "POST")
    form = MemberForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        with Attempt(form, place=lambda field: field.removeprefix("0.")):
            (added,) = add_members(club=this_club, members=[MemberPlan(**cleaned(form))], actor=actor_of(request))
            messages.success(request, _("%(name)s is in the club.") % {"name": added.name})
            return redirect("clubs:members", club)
    return _members_page(request, this_club, rights, form=form)


@require_POST
def member_list(request: HttpRequest, club: str) -> HttpResponse:
    """Add the people of a pasted list: all of them, or nobody, with every faulty line named."""
    this_club, rights = club_for(request.user, club, directs=True)
    form = MemberListForm(request.POST, prefix="list")
    with Attempt(form):
        values = cleaned(form)
        plans = [MemberPlan(name, acc_number, values["kind"]) for _line, name, acc_number in values["lines"]]
        try:
            added = add_members(club=this_club, members=plans, actor=actor_of(request))
        except Refused as refused:
            form.refused = refused
            put_on_lines(form, "lines", refused, [line for line, _name, _number in values["lines"]])
            return _members_page(request, this_club, rights, list_form=form)
        if form.around:
            messages.info(request, form.around)
        n = len(added)
        messages.success(request, ngettext("%(n)d person is taken in.", "%(n)d people are taken in.", n) % {"n": n})
        return redirect("clubs:members", club)
    return _members_page(request, this_club, rights, list_form=form)


def _members_page(
    request: HttpRequest,
    club: Club,
    rights: ClubRights,
    *,
    form: MemberForm | None = None,
    list_form: MemberListForm | None = None,
) -> HttpResponse:
    everybody = club.members.order_by("name", "pk")
    context = {
        "form": form or MemberForm(),
        "list_form": list_form or MemberListForm(prefix="list"),
        "members": members_shown(club, everybody.filter(left_on__isnull=True), numbers=rights.directs),
        "gone": members_shown(club, everybody.filter(left_on__isnull=False), numbers=rights.directs),
    }
    return show(request, "clubs/members.html", club, rights, context, form, list_form)


@require_http_methods(READ)
def member(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """One member, for the director to change."""
    this_club, rights = club_for(request.user, club, directs=True)
    this_member = _member(this_club, member)
    initial = {name: getattr(this_member, name) for name in ("name", "acc_number", "kind", "joined_on", "left_on")}
    initial["unnamed"] = this_member.unnamed_as is not None
    seen = last_change(this_club, "member", str(this_member.pk))
    form = MemberChangeForm(initial={**initial, "seen": seen})
    if request.method == "POST":
        form = MemberChangeForm(request.POST)
        with Attempt(form):
            cleaned(form)
            seen = form.cleaned_data["seen"]
            changed = change_member(member=this_member, changes=form.values(), seen=seen, actor=actor_of(request))
            messages.success(request, _("%(name)s is saved.") % {"name": changed.name})
            return redirect("clubs:members", club)
    context = {"form": form, "member": members_shown(this_club, [this_member], numbers=True)[0]}
    return show(request, "clubs/member.html", this_club, rights, context, form)


@require_POST
def remove(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """Take somebody off the list of the club."""
    this_club, _rights = club_for(request.user, club, directs=True)
    this_member = _member(this_club, member)
    with Attempt() as tried:
        remove_member(member=this_member, actor=actor_of(request))
        messages.success(request, _("%(name)s is off the list.") % {"name": this_member.name})
    if tried.refused:
        messages.error(request, tried.refused.message)
    return redirect("clubs:members", club)


def _member(club: Club, key: int) -> Member:
    member = club.members.filter(pk=key).first()
    if member is None:
        raise Http404(_("This club has no such member. Look at the list of members."))
    member.club = club
    return member
