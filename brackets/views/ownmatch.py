"""The match of whoever holds a personal link: where it is, how it stands, and who won, where players may say so."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from brackets import actions, reads, words
from brackets.forms import ClaimForm
from brackets.views.page import malformed
from tournaments import reads as tournament_reads
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.limits import CLAIMING
from tournaments.models import Entry
from tournaments.views.page import hall_time, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_match(request: HttpRequest, key: str) -> HttpResponse:
    """The match of this link; a POST says who won a game of the match that it names.

    What opens nothing is left to the entrant's own page, which says so and counts it. Raises Refused `too_often`.
    """
    entry = tournament_reads.entry_of_key(key)
    if entry is None:
        return redirect("scorecards:own", key)
    if request.method != "POST":
        return _page(request, key, entry)
    CLAIMING.refuse_or_count(request)
    form = ClaimForm(request.POST)
    try:
        if not form.is_valid() or reads.own_match(entry) is None:
            raise malformed(form)
        recorded, new = actions.claim_game(entry=entry, actor=Actor.of_entry(entry), **form.cleaned_data)
    except Refused as refused:
        return _page(request, key, entry, refused)
    except Http404:
        return _page(request, key, entry, Refused("stale", words.plays_no_more(form.cleaned_data["match"])))
    if recorded and new:
        told = _("Game %(game)s is recorded: you both say the same.") % {"game": recorded.game}
        messages.success(request, told)
    elif recorded:
        # This page may be about their next match by now.
        told = words.recorded_for(form.cleaned_data["match"], recorded.game, recorded.winner.name)
        messages.info(request, told)
    elif (now := reads.own_match(entry)) is None or not now.differ:
        # Where they differ the page says so itself.
        messages.success(request, _("Noted. Now your opponent says it too."))
    return redirect("brackets:own_match", key)


def _page(request: HttpRequest, key: str, entry: Entry, refused: Refused | None = None) -> HttpResponse:
    event = entry.event
    with hall_time(event):
        context = {"t": event.tournament, "event": event, "entry": entry, "key": key, "own": reads.own_match(entry)}
        answer = render(request, "brackets/own_match.html", {**context, "refused": refused}, status=status_of(refused))
    # The key is in the address, which goes to no other site; to this one it must, or no form of the page could be sent.
    answer["Referrer-Policy"] = "same-origin"
    return answer
