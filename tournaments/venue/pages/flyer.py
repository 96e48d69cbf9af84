"""Pages of the flyer: for everybody, and for the director who writes it; and the page to copy a tournament."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import Need, tournament_for
from tournaments.entrants.reads.registrations import offer
from tournaments.live import keeps_up
from tournaments.venue.actions.flyer import change_flyer, copy_tournament
from tournaments.venue.forms.tournaments import CopyForm, FlyerForm
from tournaments.venue.reads import flyer as flyer_reads
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, posted, show, status_of


@require_safe
@keeps_up
def flyer(request: HttpRequest, tournament: str) -> HttpResponse:
    """The flyer as the public reads it."""
    this_tournament, rights = tournament_for(request.user, tournament)
    shown = flyer_reads.flyer(this_tournament)
    context = {"current": "flyer", "flyer": shown, "takes_registrations": not offer(this_tournament).closed}
    return show(request, "tournaments/venue/flyer.html", this_tournament, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
def flyer_words(request: HttpRequest, tournament: str) -> HttpResponse:
    """The form for what the flyer says besides the events, with a list of what is missing on it."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = FlyerForm(posted(request))
    with hall_time(this_tournament):
        form.is_valid()
    with Attempt(form):
        cleaned(form)
        change_flyer(tournament=this_tournament, changes=form.changes, read=form.read, actor=actor_of(request))
        messages.success(request, _("Saved: this is what the flyer says."))
        return redirect("tournaments:flyer_words", tournament)
    shown = flyer_reads.flyer(this_tournament)
    form.initial = {name: getattr(shown.flyer, name) for name in form.fields}
    context = {"current": "flyer", "flyer": shown, "form": form}
    return show(request, "tournaments/venue/flyer_words.html", this_tournament, rights, context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, tournament: str) -> HttpResponse:
    """Copy the tournament to other days."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = CopyForm(posted(request), initial={"name": this_tournament.name})
    with Attempt(form):
        created = copy_tournament(source=this_tournament, **cleaned(form), actor=actor_of(request))
        messages.success(
            request, _("%(name)s is ready. Look at the flyer: what has to change?") % {"name": created.name}
        )
        return redirect("tournaments:flyer_words", created.slug)
    context = {"current": "tournament", "form": form, "events": flyer_reads.flyer(this_tournament).events}
    return show(request, "tournaments/venue/copy.html", this_tournament, rights, context, status=status_of(form))
