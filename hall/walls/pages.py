"""The screen of a display.

Nobody touches the screen: it polls by itself. If there is nothing to show, it goes dark and says why.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from hall.walls import live
from hall.walls.pictures import Picture, below, dark, picture
from tournaments import reachable
from tournaments.access import Rights, tournament_for
from tournaments.http import is_htmx
from tournaments.live import announced
from tournaments.models import Display, Tournament
from tournaments.qr import square
from tournaments.views.page import show

GONE = "gone"


@require_safe
@never_cache
@gzip_page
@vary_on_headers("HX-Request")
def screen(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """What the display shows; 204 if the poll's version tag (`v`) is current, without a query for visitors.

    A removed display, or one of a private tournament for somebody without a role, is a dark screen that keeps polling.
    """
    seen = request.GET.get("v", "") if is_htmx(request) else ""
    if seen and settings.SESSION_COOKIE_NAME not in request.COOKIES:
        glance, announcements = live.glance(tournament, number), announced(tournament)
        if glance.key is not None and announcements.public:
            version = live.token(glance, live.said_on(glance, announcements))
            if seen == version:
                live.note_seen(glance.key)
                return HttpResponse(status=204)
    try:
        this_tournament, rights = tournament_for(request.user, tournament)
        row = this_tournament.displays.select_related("event__tournament", "tournament").filter(number=number).first()
        if row is None:
            raise Http404(_("The desk has removed this display. It can be closed, or opened as another one."))
    except Http404 as exc:
        return _gone(request, str(exc), seen)
    live.note_seen(row.pk)
    return _screen(request, this_tournament, rights, row, seen)


def _screen(request: HttpRequest, tournament: Tournament, rights: Rights, row: Display, seen: str) -> HttpResponse:
    # The state is read before the content, so that the next poll notices a change in between.
    glance = live.glance_of(row)
    announcements = live.said_on(glance, announced(tournament.slug))
    shown = picture(row, announcements)
    if shown.revision is not None:
        glance = replace(glance, revision=shown.revision)
    version = live.token(glance, announcements)
    if seen == version:
        return HttpResponse(status=204)
    site, _only_here = reachable.site_for_others(request)
    context = {
        **_frame(shown, version),
        "display": row,
        "said": below(row, announcements),
        # There is no QR code if no phone could open its link; the page of the displays says so.
        "qr": square(site + shown.link) if site and shown.link and tournament.public else "",
    }
    return show(request, _template(request), tournament, rights, context)


def _gone(request: HttpRequest, why: str, seen: str) -> HttpResponse:
    """A dark screen that reveals nothing of the tournament; 404 like any missing page."""
    version = f"{live.build()}-{GONE}"
    if seen == version:
        return HttpResponse(status=204)
    return render(request, _template(request), _frame(dark(why), version), status=404)


def _frame(shown: Picture, version: str) -> dict[str, Any]:
    return {"picture": shown, "version": version, "build": live.build(), "now": timezone.now()}


def _template(request: HttpRequest) -> str:
    return f"hall/display.html{'#frame' if is_htmx(request) else ''}"
