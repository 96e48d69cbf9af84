"""The flyer: for everybody, on one page of paper; its director writes it here, and copies the tournament."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import Need, Rights, tournament_for
from tournaments.actions.flyer import change_flyer, copy_tournament
from tournaments.errors import Refused
from tournaments.forms.tournaments import CopyForm, FlyerForm
from tournaments.live import keeps_up
from tournaments.models import Tournament
from tournaments.reads import flyer as flyer_reads
from tournaments.reads.registrations import offer
from tournaments.views.page import actor_of, hall_time, put_beside, show, status_of


@require_safe
@keeps_up
def flyer(request: HttpRequest, tournament: str) -> HttpResponse:
    """The flyer as everybody reads it."""
    found, rights = tournament_for(request.user, tournament)
    shown = flyer_reads.flyer(found)
    context = {"current": "flyer", "flyer": shown, "takes_registrations": not offer(found).closed}
    return show(request, "tournaments/flyer.html", found, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
def flyer_words(request: HttpRequest, tournament: str) -> HttpResponse:
    """What the flyer says beside the events, and what is still missing on it."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    if request.method != "POST":
        return _words_page(request, found, rights)
    with hall_time(found):
        form = FlyerForm(request.POST)
        if not form.is_valid():
            return _words_page(request, found, rights, form=form)
    try:
        change_flyer(tournament=found, changes=form.changes, read=form.read, actor=actor_of(request))
    except Refused as refused:
        put_beside(refused, {"": form})
        return _words_page(request, found, rights, form=form, refused=refused)
    messages.success(request, _("Saved: this is what the flyer says."))
    return redirect("tournaments:flyer_words", tournament)


def _words_page(
    request: HttpRequest,
    found: Tournament,
    rights: Rights,
    *,
    form: FlyerForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    shown = flyer_reads.flyer(found)
    initial = {name: getattr(shown.flyer, name) for name in FlyerForm.base_fields}
    context = {"current": "flyer", "flyer": shown, "form": form or FlyerForm(initial=initial)}
    status = status_of(refused, *([form] if form else []))
    return show(request, "tournaments/flyer_words.html", found, rights, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, tournament: str) -> HttpResponse:
    """A new tournament like this one, on other days."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = CopyForm(request.POST if request.method == "POST" else None, initial={"name": found.name})
    refused = None
    if request.method == "POST" and form.is_valid():
        try:
            created = copy_tournament(source=found, **form.cleaned_data, actor=actor_of(request))
        except Refused as exc:
            refused = exc
            put_beside(exc, {"": form})
        else:
            messages.success(
                request, _("%(name)s is ready. Look at the flyer: what has to change?") % {"name": created.name}
            )
            return redirect("tournaments:flyer_words", created.slug)
    context = {"current": "tournament", "form": form, "events": flyer_reads.flyer(found).events}
    status = status_of(refused, form) if request.method == "POST" else 200
    return show(request, "tournaments/copy.html", found, rights, context, status=status)
