"""All help on one page, with a search. Everybody may read it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
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
