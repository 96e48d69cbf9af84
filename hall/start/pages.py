"""The first start, taking the demonstration away, and the page on which a tournament is archived or deleted."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hall.start import reads
from hall.start.actions import delete_tournament, look_at_deletion, remove_demonstration, start_site
from hall.start.forms import DeletionForm, StartForm
from hall.start.gate import GUESSING, is_at_site
from hall.start.saving import saved_first
from tournaments import reachable
from tournaments.access import Actor, Need, tournament_for
from tournaments.errors import Forbidden
from tournaments.models import User
from tournaments.reads.site import is_started
from tournaments.venue.actions.tournaments import archive_tournament
from tournaments.views.page import Attempt, actor_of, cleaned, posted, show, status_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
"""The backend of sessions that begin without a typed password."""


# --- The first start -------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def first_start(request: HttpRequest) -> HttpResponse:
    """Try it, or start for real: the form of the first account. Once there is one, the page leads to the sign-in."""
    if is_started():
        return redirect("tournaments:list" if request.user.is_authenticated else "sign_in")
    at_site, demonstration = is_at_site(request), reads.demonstration()
    form = StartForm(posted(request), at_site=at_site, demonstration=bool(demonstration))
    with Attempt(form):
        if "code" in form.fields and request.method == "POST":
            GUESSING.refuse_or_count(request)
        values = cleaned(form)
        user = start_site(
            username=values["username"],
            name=values["name"],
            password=values["password"],
            actor=Actor.of_command("first start"),
        )
        login(request, user, BACKEND)
        messages.success(request, _("Welcome, %(name)s. Make your first tournament next.") % {"name": values["name"]})
        if values.get("take_away"):
            _take_demonstration_away(request)
        return redirect("tournaments:list")
    site, only_here = reachable.site_for_others(request)
    context = {
        "form": form,
        "at_site": at_site,
        "demonstration": demonstration,
        "site": site,
        "only_here": only_here,
    }
    return render(request, "hall/start/start.html", context, status=status_of(form))


@require_POST
def try_it(request: HttpRequest) -> HttpResponse:
    """Sign in as the director of the demonstration, at the site's own computer until somebody has started for real."""
    director = reads.demonstration_director()
    if director is None or is_started() or not is_at_site(request):
        raise Forbidden(
            "sign_in",
            _("Sign in with the name and the password that Pegboard shows in the window in which it was started."),
        )
    login(request, director, BACKEND)
    return redirect("tournaments:list")


@login_required
@require_POST
def demonstration(request: HttpRequest) -> HttpResponse:
    """Take the demonstration away. It is for whoever runs the site."""
    _refuse_others(request)
    _take_demonstration_away(request)
    return redirect("tournaments:list")


def _refuse_others(request: HttpRequest) -> None:
    """Raise Forbidden (`role`) unless the user runs the site."""
    assert isinstance(request.user, User)  # login_required
    if not request.user.is_superuser:
        raise Forbidden("role", _("Only the person who runs the site can do this, with the account that started it."))


def _take_demonstration_away(request: HttpRequest) -> None:
    """Take it away after a backup, and say so; or say why it stays."""
    tried = Attempt()
    if not reads.demonstration():
        return
    with tried:
        backup = saved_first()
        remove_demonstration(backup=backup, actor=actor_of(request))
        messages.success(
            request,
            _("The demonstration is gone. What was here before is saved in %(backup)s.") % {"backup": backup},
        )
    if tried.refused:
        messages.error(request, tried.refused.message)


@login_required
@require_safe
def site_log(request: HttpRequest) -> HttpResponse:
    """What was deleted from this site, for whoever runs it."""
    _refuse_others(request)
    return render(request, "hall/start/taken_away.html", {"taken_away": reads.taken_away()})


# --- One tournament --------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def archive(request: HttpRequest, tournament: str) -> HttpResponse:
    """The page on which a director archives or deletes a tournament."""
    return _archive_page(request, tournament)


@require_POST
def put_away(request: HttpRequest, tournament: str) -> HttpResponse:
    """Archive a tournament, or bring it back into the lists (`back`)."""
    this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
    archived = "back" not in request.POST
    archive_tournament(tournament=this_tournament, archived=archived, actor=actor_of(request))
    if archived:
        messages.success(request, _("Archived. It is out of the lists; its address still opens it."))
    else:
        messages.success(request, _("It is back in the lists."))
    return redirect("start:archive", tournament)


@require_POST
def delete(request: HttpRequest, tournament: str) -> HttpResponse:
    """Delete a tournament whose name is typed, after a backup."""
    this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = DeletionForm(request.POST, runs=bool(reads.running_events(this_tournament)))
    with Attempt(form):
        wish = {"tournament": this_tournament, "although_it_runs": False, **cleaned(form)}
        look_at_deletion(**wish)
        backup = saved_first()
        delete_tournament(**wish, backup=backup, actor=actor_of(request))
        messages.success(
            request,
            _("%(name)s is deleted. What was here before is saved in %(backup)s.")
            % {"name": this_tournament.name, "backup": backup},
        )
        return redirect("tournaments:list")
    return _archive_page(request, tournament, form)


def _archive_page(request: HttpRequest, tournament: str, form: DeletionForm | None = None) -> HttpResponse:
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    running = reads.running_events(this_tournament)
    context = {
        "form": form or DeletionForm(runs=bool(running)),
        "running": [event.name for event in running],
        "goes_too": reads.goes_too(this_tournament),
        "club": reads.club_of_night(this_tournament),
        "folder": settings.BACKUP_DIR,
        "keep": settings.BACKUP_KEEP,
    }
    return show(request, "hall/start/archive.html", this_tournament, rights, context, status=status_of(form))
