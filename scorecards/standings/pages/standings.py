"""The standings that everybody sees, ties to play off, and posting the qualifiers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scorecards import tasks
from scorecards.crosscheck.reads import crosscheck as crosscheck_reads
from scorecards.crosscheck.reads.leftover import leftover
from scorecards.sheet.reads.chain import chain_of_event
from scorecards.sheet.reads.lists import list_that_holds, revised_list
from scorecards.sheet.reads.moments import moments
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.standings import qualifiers
from scorecards.sheet.reads.stored import Served, newest_stored, served_standings
from scorecards.standings import words as standings_words
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.standings.forms import OrderForm, PostingForm
from scorecards.standings.reads import standings as standings_reads
from scorecards.standings.reads.standings import TiedGroup
from tournaments.access import Need, Rights, event_for, shows
from tournaments.errors import Malformed, Refused
from tournaments.http import is_htmx
from tournaments.live import followed, keep_of_event, polled
from tournaments.models import Event, User
from tournaments.people.reads.persons import pages_at
from tournaments.precedence import precedence
from tournaments.rules.seat import read_seat
from tournaments.venue.words.events import qualifiers_announced
from tournaments.views.page import Attempt, actor_of, posted, show, status_of
from tournaments.words.listing import in_a_row

CACHE_SECONDS = 60
"""How long a rendered live part of the page stays in the cache."""
CACHED_ROWS = 4000
"""How many rendered rows of standings each process caches."""
LONGEST_SEARCH = 80
POLL = "1500ms"


@require_safe
@gzip_page
@vary_on_headers("HX-Request")
@polled("standings", shows=newest_stored)
def standings(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The stored standings at the newest computed revision; 204 for a poll by a client that shows this revision."""
    this_event, rights = event_for(request.user, tournament, event, part="standings")
    client_revision = request.GET.get("v", "")
    if is_htmx(request) and client_revision == str(this_event.revision):
        return HttpResponse(status=204)
    return standings_page(request, this_event, rights, client_revision=client_revision)


def standings_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    client_revision: str = "",
    form: OrderForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page of the standings, or for htmx its live part.

    `form` and `refused` belong to a playoff order that could not be recorded. 204 for a poll by a client that shows
    this revision already, or that has to ask again.
    """
    served = served_standings(event, may_wait=rights.any)
    tasks.catch_up(event, served)
    if is_htmx(request) and client_revision == str(served.revision):
        return HttpResponse(status=204)
    followed_seat = read_seat(request.GET.get("me", "")[:8])
    me = str(followed_seat) if followed_seat else ""
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    is_public_poll = bool(client_revision) and is_htmx(request) and not rights.any
    live = _live(event, served, me, query, may_put_off=is_public_poll)
    if live is None:
        return HttpResponse(status=204)
    # A search is personal. Everybody else who is not signed in gets the same page.
    is_shared = served.current and not query and not request.user.is_authenticated
    if is_htmx(request):
        part = HttpResponse(live)
        return _cacheable(part, event, served, whole=False) if is_shared else part
    ties: Sequence[TiedGroup] | None = None
    if rights.may(Need.DIRECT):
        ties = (
            standings_reads.tied_below_as_posted(event)
            if event.posted_at
            else standings_reads.tied_groups_that_matter(sheet(event))
        )
    leading = standings_words.leading(
        "", served.standings.rows, chain=chain_of_event(event), provisional=served.standings.provisional
    )
    context = {
        "current": "standings",
        "live": live,
        "about": leading or _("They begin with the first card."),
        "list_number": revised_list(event) if shows(event, rights, "qualifiers") else 0,
        "me": me,
        "wanted": query,
        "ties": ties,
        "ties_to_post": sum(1 for group in ties or () if not group.is_below),
        "form": form,
        "refused": refused,
    }
    page = show(request, "scorecards/standings/standings.html", event, rights, context, status=status_of(refused, form))
    return _cacheable(page, event, served, whole=True) if is_shared else page


def _cacheable(answer: HttpResponse, event: Event, served: Served, *, whole: bool) -> HttpResponse:
    """Let others who ask for this revision get the same answer; `whole`: it is a whole page, not its live part."""
    slugs = event.tournament.slug, event.slug
    return keep_of_event(answer, *slugs, revision=served.revision, hidden=event.hidden, whole=whole)


def _live(event: Event, served: Served, me: str, query: str, *, may_put_off: bool) -> str | None:
    """Render the part that updates by itself, once for all clients that follow the same row; None if it is put off.

    All phones in a hall ask at once, so one thread renders the part and the others wait. With `may_put_off`, a client
    does not wait but asks again soon: otherwise it would slow down that thread, and people who save cards.
    """
    if query:
        return _render_live(event, served, me, query)
    cache_key = f"standings-page-{event.pk}-{served.revision}-{served.current}-{me}-{get_language()}"
    cached: str | None = caches["pages"].get(cache_key)
    if cached is not None:
        return cached
    if may_put_off and precedence.is_taken:
        return None
    if not _rendering.acquire(blocking=not may_put_off):
        return None
    try:
        cached = caches["pages"].get(cache_key)
        if cached is None:
            cached = _render_live(event, served, me, "")
            caches["pages"].set(cache_key, cached, CACHE_SECONDS)
        return cached
    finally:
        _rendering.release()


_rendering = Lock()


def _render_live(event: Event, served: Served, me: str, query: str) -> str:
    """Render the live part in the time zone of the hall. The cut line comes after its row, except in a search."""
    page = standings_reads.standings_page(event, served, me=me, query=query)
    slugs = event.tournament.slug, event.slug
    quotas = (page.quota if row.cut_after and not query else 0 for row in page.rows)
    people = pages_at(event)
    language = get_language()
    context = {
        "t": event.tournament,
        "event": event,
        "page": page,
        "rows": [
            _row(language, *slugs, row, quota, people.get(row.values.seat))
            for row, quota in zip(page.rows, quotas, strict=True)
        ],
        "moments": standings_reads.last_moments(event, moments(event)),
        "me": me,
        "wanted": query,
        "poll": POLL,
    }
    with timezone.override(ZoneInfo(event.tournament.time_zone)):
        return render_to_string("scorecards/standings/standings.html#live", context)


@lru_cache(maxsize=CACHED_ROWS)
def _row(
    language: str, tournament: str, event: str, row: standings_reads.RowShown, quota: int, person: int | None
) -> str:
    """Render one row of the table in this language, with the cut line after it unless `quota` is 0.

    `person` is the page across events that the row leads to, None without one.

    Rows are cached because a saved card changes only a few of them.
    """
    context = {"tournament": tournament, "event": event, "row": row, "quota": quota, "person": person}
    return render_to_string("scorecards/standings/standings.html#row", context)


@require_POST
def check(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Compare the stored standings with the cards; wrong standings are thrown away and computed again."""
    this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
    wrong_seats = tasks.check_standings(this_event)
    if wrong_seats:
        message = _("The stored standings were wrong at %(seats)s and have been computed again from the cards.")
        messages.warning(request, message % {"seats": in_a_row(wrong_seats)})
    else:
        messages.success(request, _("The standings agree with the cards."))
    return redirect("scorecards:standings", tournament, event)


@require_http_methods(["GET", "HEAD", "POST"])
@followed()
def posting(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """What blocks posting, and the list as it would be. A POST asks for confirmation, and with `sure` posts the list."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    if request.method != "POST":
        return _posting_page(request, this_event, rights)
    form = PostingForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["sure"]:
        return _posting_page(request, this_event, rights)
    reason = form.cleaned_data["reason"]
    with Attempt() as tried:
        post_qualifiers(
            event=this_event, unread_reason=reason, revision=form.cleaned_data["revision"], actor=actor_of(request)
        )
        if this_event.ends_with_ranking:
            messages.success(request, _("The ranking is official. Print the final standings next."))
        else:
            messages.success(request, _("The qualifiers are posted. Draw the bracket next."))
        return redirect("scorecards:posting", tournament, event)
    return _posting_page(request, this_event, rights, refused=tried.refused)


def _posting_page(
    request: HttpRequest, event: Event, rights: Rights, *, refused: Refused | None = None
) -> HttpResponse:
    """The page before posting, with obstacles, unread lines and the list to post, or after posting the qualifiers."""
    act = standings_words.posting(ends_with_ranking=event.ends_with_ranking)
    context: dict[str, Any] = {"current": "posting", "refused": refused, "act": act}
    form: PostingForm | None = None
    event_sheet = sheet(event)
    if event.cross_checked_at:
        context["leftover"] = leftover(event_sheet)
    if event.posted_at:
        context |= {
            "posted": qualifiers(event),
            "list_number": revised_list(event),
            "list_in_force": list_that_holds(event),
        }
    else:
        user = request.user if isinstance(request.user, User) else None
        obstacles, unread_lines = standings_reads.obstacles(event_sheet), standings_reads.unread(event_sheet)
        form = PostingForm(posted(request), unread=len(unread_lines))
        if isinstance(refused, Malformed) and form.errors:
            # The form shows the same error beside the field.
            context["refused"] = refused = None
        context |= {
            "obstacles": obstacles,
            "unread_lines": unread_lines,
            "totals_off": standings_reads.totals_off(event_sheet),
            "unread_told": standings_words.unread_lines(len(unread_lines)),
            "form": form,
            "asked": form.is_valid() and not form.cleaned_data["sure"] and not obstacles,
            "below": standings_reads.level_below_the_line(event_sheet),
            "page": standings_reads.would_be(event_sheet),
            "exempted": event.quota_reason and qualifiers_announced(event.quota_exemption, event.quota_reason),
        }
        if event.cross_checked_at:
            checked = crosscheck_reads.check_page(event_sheet, user, rights)
            context |= {"to_tell": checked.to_tell, "unread": checked.unread, "one_person": checked.one_person}
    return show(request, "scorecards/standings/posting.html", event, rights, context, status=status_of(refused, form))
