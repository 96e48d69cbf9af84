"""The public page of one player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from hall.players import reads, words
from hall.players.access import person_linked, player_for, shown_parts
from tournaments.http import is_htmx
from tournaments.live import polled
from tournaments.views.page import hall_time, show


@require_safe
@vary_on_headers("HX-Request")
@polled()
def player(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """Everything that is public about the player at this seat, live. Other spellings of the seat are redirected."""
    this_event, rights, entry = player_for(request.user, tournament, event, seat)
    context: dict[str, object] = {"current": "entrants", "parts": shown_parts(this_event, rights)}
    if entry is None:
        context["told"] = words.nobody_has(seat)
        return show(request, "hall/no_player.html", this_event, rights, context, status=404)
    if seat != entry.seat:
        return redirect("players:player", tournament, event, entry.seat)
    context["person"] = person_linked(request.user, entry)
    with hall_time(this_event):
        page = reads.player_page(this_event, entry, rights)
    if is_htmx(request) and request.GET.get("v") == page.state:
        return HttpResponse(status=204)
    context["page"] = page
    return show(request, f"hall/player.html{'#now' if is_htmx(request) else ''}", this_event, rights, context)
