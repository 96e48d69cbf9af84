"""All help on one page, with a search. Everybody may read it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from hall.help import reads

LONGEST = 200


@require_safe
def everything(request: HttpRequest) -> HttpResponse:
    """Everything, or what a search finds."""
    query = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    shown = reads.search(query) if query else reads.all_help()
    return render(request, "hall/help/help.html", {"query": query, "shown": shown})


@require_safe
def part(request: HttpRequest, key: str) -> HttpResponse:
    """The help of one place, which a page fetches when somebody opens it there."""
    help_text = next((place for place in reads.all_help() if place.key == key), None)
    if help_text is None:
        raise Http404
    return render(request, "includes/help_part.html", {"one": help_text})
