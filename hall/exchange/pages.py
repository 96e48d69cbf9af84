"""A whole club as a file: taken away by its director, and brought in on another site."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import club_for
from clubs.pages.clubs import actor_of
from hall.exchange import reads
from hall.exchange.actions import import_club
from hall.exchange.forms import ClubFileForm
from hall.exchange.text import parse_club, write_document
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.models import User
from tournaments.views.page import Attempt, cleaned, status_of

MOST_FAULTS = 20
"""So many faults of a file stand on the page; the command names all."""


@require_safe
def club_file(request: HttpRequest, club: str) -> HttpResponse:
    """The whole club as a file, for its directors: names that are not public are in it."""
    this_club, _rights = club_for(request.user, club, directs=True)
    answer = HttpResponse(write_document(reads.consistent_club(this_club)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{this_club.slug}-club.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def bring_in_club(request: HttpRequest) -> HttpResponse:
    """Bring in a club from such a file: all of it, or nothing, with every fault named. Whoever does it directs the club."""
    if not isinstance(request.user, User):
        raise Forbidden("sign_in", _("Sign in to do this."))
    form = ClubFileForm()
    if request.method == "POST":
        form = ClubFileForm(request.POST, request.FILES)
        with Attempt(form):
            sent = cleaned(form)["file"].read()
            try:
                club = import_club(document=parse_club(sent), actor=actor_of(request))
            except Refused as refused:
                raise _beside_file(refused) from refused
            messages.success(request, _("%(name)s is here, with everything in the file.") % {"name": club.name})
            return redirect("clubs:club", club.slug)
    return render(request, "hall/exchange/bring_in_club.html", {"form": form}, status=status_of(form))


def _beside_file(refused: Refused) -> Refused:
    """The refusal with its sentence and its first faults beside the file, each with the place in the file."""
    named = [f"{fault.field}: {fault.message}" if fault.field else fault.message for fault in refused.faults]
    messages_ = [refused.message, *named[:MOST_FAULTS]]
    faults = [Fault("file", refused.code, text) for text in messages_]
    return Malformed("", faults=faults) if isinstance(refused, Malformed) else Refused(refused.code, "", faults=faults)
