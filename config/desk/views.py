"""The desk of an event, its public face, and the full log."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from config.desk import reads
from config.desk.trail import done
from tournaments.access import Need, event_for
from tournaments.http import is_htmx
from tournaments.views.page import hall_time, show

LOG_PAGE_SIZE = 50


@require_safe
@vary_on_headers("HX-Request")
def desk(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """What is on in this event, live: the desk for those who work at it, the public face for everybody else."""
    found, rights = event_for(request.user, tournament, event)
    if is_htmx(request) and request.GET.get("v") == str(found.revision):
        return HttpResponse(status=204)
    works_here = rights.may(Need.REGISTER) or rights.may(Need.SEE_CARDS)
    template = f"config/{'desk' if works_here else 'face'}.html{'#now' if is_htmx(request) else ''}"
    context: dict[str, object] = {"current": "desk"}
    if not works_here:
        context["face"] = reads.face(found, rights, request.user)
        return show(request, template, found, rights, context)
    with hall_time(found):
        context["desk"] = reads.desk(found, rights, timezone.now())
    return show(request, template, found, rights, context)


@require_safe
def log(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Everything that was done, by whom and why, with what it changed."""
    found, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    about = request.GET.get("about", "").replace("\0", "")[:160]
    page = Paginator(reads.trail(found, about), LOG_PAGE_SIZE).get_page(request.GET.get("page"))
    names = reads.entrant_names(found)
    with hall_time(found):
        rows = [done(row, names) for row in page]
    context = {"current": "desk", "page": page, "rows": rows, "about": about}
    return show(request, "config/log.html", found, rights, context)
