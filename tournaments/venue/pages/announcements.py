"""The director's page of announcements, and the polls with which every open page asks for active ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments import live
from tournaments.access import Need, Rights, events_for, require_for, tournament_for
from tournaments.http import is_htmx
from tournaments.limits import OPENING
from tournaments.models import Event, Tournament
from tournaments.people import words as people_words
from tournaments.people.reads.links import link_of_key
from tournaments.reads.site import has_mail_server
from tournaments.venue.actions import announcements as announcements_actions
from tournaments.venue.forms.announcements import AnnouncementForm
from tournaments.venue.reads.announcements import announcements_shown
from tournaments.venue.words import announcements as announcements_words
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, posted, show, status_of

RELOAD = {"HX-Refresh": "true"}


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def announcements(request: HttpRequest, tournament: str) -> HttpResponse:
    """Active and past announcements. A POST makes one; the director of one event may do so for that event only."""
    this_tournament, rights, events = events_for(request.user, tournament, Need.DIRECT)
    form = AnnouncementForm(posted(request), events=events, in_all=rights.may_in_all(Need.DIRECT))
    with hall_time(this_tournament):
        form.is_valid()
    with Attempt(form):
        announcements_actions.announce(tournament=this_tournament, **cleaned(form), actor=actor_of(request))
        messages.success(request, _("Announced. It is on every open page within two seconds."))
        return redirect("tournaments:announcements", tournament)
    return _page(request, this_tournament, rights, events, form)


@require_POST
def take_back_announcement(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Take an announcement off all pages."""
    this_tournament, rights, _events = events_for(request.user, tournament, Need.DIRECT)
    row = this_tournament.announcements.select_related("event").filter(number=number).first()
    if row is None:
        raise Http404(announcements_words.no_such_announcement())
    require_for(rights, Need.DIRECT, row.event)
    announcements_actions.take_back_announcement(tournament=this_tournament, number=number, actor=actor_of(request))
    messages.success(request, _("It is no longer on any page."))
    return redirect("tournaments:announcements", tournament)


def _page(
    request: HttpRequest, tournament: Tournament, rights: Rights, events: Sequence[Event], form: AnnouncementForm
) -> HttpResponse:
    """The page, or its lists for a poll; 204 if nothing changed since the state `v` that the poll names."""
    with hall_time(tournament):
        shown = announcements_shown(tournament)
    polled = is_htmx(request) and request.method == "GET"
    # An announcement changes only once, when it expires or is taken back: the newest and the number of ended ones tell
    # every change.
    newest = max((announcement.row.pk for announcement in shown), default=0)
    ended_count = sum(bool(announcement.ended) for announcement in shown)
    state = f"{newest}-{ended_count}"
    if polled and request.GET.get("v") == state:
        return HttpResponse(status=204)
    # The events whose announcements the user may take back, None for announcements to everybody.
    own_events = {event.pk for event in events} | ({None} if rights.may_in_all(Need.DIRECT) else set())
    context: dict[str, Any] = {
        "current": "announcements",
        "state": state,
        "polled": polled,
        "form": form,
        "standing": [announcement for announcement in shown if not announcement.ended],
        "earlier": [announcement for announcement in shown if announcement.ended],
        "has_mail": has_mail_server(),
        "theirs": own_events,
    }
    template = f"tournaments/venue/announcements.html{'#lists' if polled else ''}"
    return show(request, template, tournament, rights, context, status=status_of(form))


# --- What every open page asks ---------------------------------------------------------------------------------------


@require_safe
@never_cache
def announcements_now(request: HttpRequest, tournament: str) -> HttpResponse:
    """The active announcements for the pages of the tournament, or of one `event`; 204 if `v` is the current version.

    For public tournaments a cached answer costs no query. The page reloads (HX-Refresh) if one of these parameters
    shows that it is outdated:

    - `held`, the parts that the page of a visitor leaves out: more parts are hidden now. The page learns it here, even
      if it polls rarely or not at all otherwise.
    - `waits`, from a page that says why it is not open: other parts are hidden now.
    - `closed`, from a page that says that there is no tournament: the user may see it now. A private tournament looks
      like a missing one.
    """
    tournament_now = live.announced(tournament)
    event, held, closed = request.GET.get("event", ""), request.GET.get("held"), "closed" in request.GET
    if not tournament_now.public:
        try:
            tournament_for(request.user, tournament)
        except Http404:
            if closed:
                return live.keep(HttpResponse(status=204), lambda: not live.announced(tournament).public)
            if held is None:
                raise
            return HttpResponse(status=404, headers=RELOAD)
    if closed:
        return HttpResponse(status=200, headers=RELOAD)
    waits = "waits" in request.GET
    if _is_outdated(tournament, event, held, waits=waits):
        return HttpResponse(status=403, headers=RELOAD)
    answer = _answer(request, tournament_now, event)
    if answer.status_code == 204 and tournament_now.public:
        standing = tournament_now.on_pages_of(event)

        def is_current() -> bool:
            latest = live.announced(tournament)
            is_same = latest.public and latest.on_pages_of(event) == standing
            return is_same and not _is_outdated(tournament, event, held, waits=waits)

        live.keep(answer, is_current)
    return answer


def _is_outdated(tournament: str, event: str, held: str | None, *, waits: bool) -> bool:
    """Whether more parts are hidden than the page leaves out (`held`); False without `held` or `event`.

    A page that `waits` is outdated too if fewer parts are hidden.
    """
    if held is None or not event:
        return False
    left_out = set(held.split(".")) - {""}
    hidden = live.glance(tournament, event).hidden
    return hidden != left_out if waits else not hidden <= left_out


@require_safe
@never_cache
def own_announcements(request: HttpRequest, key: str) -> HttpResponse:
    """The active announcements for the own page that a personal link opens, also in a private tournament."""
    link = link_of_key(key)
    if link is None:
        OPENING.refuse_or_count(request)
    if link is None or link.revoked_at:
        raise Http404(people_words.link_taken_back() if link else people_words.no_such_link())
    event = link.entry.event
    return _answer(request, live.announced(event.tournament.slug), event.slug)


def _answer(request: HttpRequest, announced: live.Announced, event: str) -> HttpResponse:
    """The active announcements for the pages of this event as HTML; 204 if `v` is their version."""
    standing = announced.on_pages_of(event)
    version = live.version_of(standing)
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    held = request.GET.get("held")
    context = {"standing": standing, "version": version, "address": request.path, "event": event, "held": held}
    with timezone.override(ZoneInfo(announced.time_zone)):
        return HttpResponse(render_to_string("includes/announcements.html", context))
