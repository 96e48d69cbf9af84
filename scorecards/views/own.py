"""The entrant's own page, opened with the personal link of the seat slip; nobody signs in for it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorecards.reports import own as report
from tournaments import reads, words
from tournaments.forms import LinkKeyForm
from tournaments.keys import normalised
from tournaments.limits import OPENING
from tournaments.models import PersonalLink
from tournaments.views.page import hall_time, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_by_code(request: HttpRequest) -> HttpResponse:
    """Where the code of a seat slip is typed."""
    form = LinkKeyForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "scorecards/own_code.html", {"form": form}, status=status_of(None, form))
    typed = form.cleaned_data["key"]
    link = reads.link_of_key(typed)
    if link is None or link.revoked_at:
        return _not_opened(request, form, link, status=422)
    return redirect("scorecards:own", normalised(typed))


@require_safe
@never_cache
def own(request: HttpRequest, key: str) -> HttpResponse:
    """Name, seats and games of whoever holds the key, and how far their card is."""
    link = reads.link_of_key(key)
    if link is None or link.revoked_at:
        return _not_opened(request, LinkKeyForm({"key": key}), link, status=410 if link else 404)
    tournament = link.entry.event.tournament
    with hall_time(tournament):
        context = {"t": tournament, "event": link.entry.event, "own": report.own(link.entry)}
        answer = render(request, "scorecards/own.html", context)
    # The key is in the address, which must not travel on to another site.
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _not_opened(request: HttpRequest, form: LinkKeyForm, link: PersonalLink | None, *, status: int) -> HttpResponse:
    """The form again, with what is wrong: a key that none has, or one that was taken back.

    Raises Refused `too_often` for a key that none has, after too many of them.
    """
    if link is None:
        OPENING.refuse_or_count(request)
    form.add_error("key", words.link_taken_back() if link else words.no_such_link())
    return render(request, "scorecards/own_code.html", {"form": form}, status=status)
