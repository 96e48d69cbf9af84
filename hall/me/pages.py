"""The entrant's own pages: seat and card, the match of the bracket, and the call for a judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from brackets.matches.actions.claims import claim_game
from brackets.matches.forms.running import ClaimForm
from brackets.matches.pages.page import malformed
from brackets.matches.reads import ownmatch as ownmatch_reads
from brackets.matches.words import running as running_words
from hall.me import live
from hall.me import reads as report
from hall.me.page import POLL, link_of, live_page, page, reloaded, to_own_page
from hall.people import words as people_pages_words
from hall.people.actions import set_page
from hall.people.reads.page import person_page
from judging.calls import words as calls_words
from judging.calls.actions import calls as calls_actions
from judging.calls.forms import CallForm
from judging.calls.reads.calls import call_of, own_heard_call, own_open_call, whereabouts
from judging.calls.reads.panel import is_short
from judging.models import Call
from scorecards.standings.reads.own import pages_of
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.keys import normalised
from tournaments.limits import CALLING, CLAIMING, OPENING
from tournaments.models import Entry, PersonalLink
from tournaments.people import words as people_words
from tournaments.people.forms import LinkKeyForm
from tournaments.people.reads.links import link_of_key
from tournaments.people.reads.persons import has_page, records_of
from tournaments.rules.hiding import names_nobody
from tournaments.views.page import Attempt, cleaned, hall_time, posted, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_by_code(request: HttpRequest) -> HttpResponse:
    """The form for the code of a seat slip."""
    form = LinkKeyForm(posted(request))
    if not form.is_valid():
        return render(request, "hall/me/code.html", {"form": form}, status=status_of(form))
    typed = form.cleaned_data["key"]
    link = link_of_key(typed)
    if link is None or link.revoked_at:
        return _not_opened(request, form, link, status=422)
    return redirect("me:own", normalised(typed))


@require_safe
@never_cache
@vary_on_headers("HX-Request")
@live.polled
def own(request: HttpRequest, key: str) -> HttpResponse:
    """The seat, match, card, rank and money of the key's holder. 404 or 410 for a key that opens nothing."""
    link = link_of(key)
    if link is None or link.revoked_at:
        return _closed(request, key, link)

    def read() -> dict[str, Any]:
        # Hints may be out of date. A page load must show what the user has just done, so only a poll uses them.
        hints = live.hints(link) if is_htmx(request) else live.NO_HINTS
        return {"key": key, "mine": report.mine(link.entry, hints)}

    answer = live_page(request, "hall/me/own.html", link, read)
    if is_htmx(request) and request.GET.get("pages", "") != ".".join(pages_of(link.entry.event)):
        # The links to public pages are outside the live part, so the whole page is reloaded if they change.
        answer["HX-Refresh"] = "true"
    # The address has the secret key, and no form on the page needs a referrer.
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
@live.polled
def own_match(request: HttpRequest, key: str) -> HttpResponse:
    """The match of this link's holder; POST reports who won a game of the match that the form names.

    A request whose key opens nothing is redirected to the entrant's own page, which says why and counts it.

    Raises Refused (`too_often`).
    """
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    if request.method != "POST":
        return _match_page(request, key, link)
    CLAIMING.refuse_or_count(request)
    form = ClaimForm(request.POST)
    recorded, is_new = None, False
    with Attempt() as tried:
        try:
            if not form.is_valid() or ownmatch_reads.own_match(entry) is None:
                raise malformed(form)
            recorded, is_new = claim_game(entry=entry, actor=Actor.of_entry(entry), **form.cleaned_data)
        except Http404 as exc:
            raise Refused("stale", running_words.plays_no_more(form.cleaned_data["match"])) from exc
    if tried.refused:
        return _match_page(request, key, link, tried.refused)
    if recorded and is_new:
        message = _("Game %(game)s is recorded: you both say the same.") % {"game": recorded.game}
        messages.success(request, message)
    elif recorded:
        # The page may show the next match by now, so the message names the match.
        message = running_words.recorded_for(form.cleaned_data["match"], recorded.game, recorded.winner.name)
        messages.info(request, message)
    else:
        match = ownmatch_reads.own_match(entry)
        # If the two players differ, the page itself says so.
        if match is None or not match.differ:
            messages.success(request, _("Noted. Now your opponent says it too."))
    return redirect("me:match", key)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
@live.polled
def call(request: HttpRequest, key: str) -> HttpResponse:
    """Call a judge to the seat of this link's holder. A key that opens nothing is redirected to the own page.

    Raises Refused (`too_often`).
    """
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    form = _call_form(entry, posted(request))
    if form.is_valid():
        CALLING.refuse_or_count(request)
    with Attempt(form):
        calls_actions.call_judge(entry=entry, **cleaned(form), actor=Actor.of_entry(entry))
        return redirect("me:own", key)
    return _call_page(request, key, link, form, form.refused)


def _call_form(entry: Entry, data: QueryDict | None = None) -> CallForm:
    """The call form of this entrant, with the opponent as far as that is public."""
    other = whereabouts(entry).opponent
    if other is None:
        return CallForm(data)
    return CallForm(data, opponent=other.seat if names_nobody(entry.event.hidden) else other.name)


def _call_page(
    request: HttpRequest, key: str, link: PersonalLink, form: CallForm, refused: Refused | None = None
) -> HttpResponse:
    entry = link.entry
    # The version is read before the content, so that the next poll notices a change in between.
    state = live.version(link)
    with hall_time(entry.event):
        context: dict[str, Any] = {"key": key, "form": form, "refused": refused, "where": whereabouts(entry)}
        call = call_of(entry)
        context |= {"call": call, "is_short": is_short(entry.event, call), "state": state, "poll": POLL}
        return page(request, "hall/me/call.html", entry, context, refused, form)


@require_POST
@never_cache
def take_back_call(request: HttpRequest, key: str) -> HttpResponse:
    """Take back the call for a judge; only its caller may do that."""
    return _on_call(request, key, calls_actions.take_back_call)


@require_POST
@never_cache
def ask_third(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for a third judge because one player disagrees with the two, even after they have ruled."""
    return _on_call(request, key, calls_actions.ask_third, own_heard_call, calls_words.no_third_any_more())


def _on_call(
    request: HttpRequest,
    key: str,
    act: Callable[..., object],
    find: Callable[[Entry], Call | None] = own_open_call,
    why_not: str = "",
) -> HttpResponse:
    """Act on a call of this link, by default the open one, and redirect to the own page.

    Without such a call, the call page says `why_not`, if that is given.

    Raises Refused (`too_often`).
    """
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    CALLING.refuse_or_count(request)
    own_call = find(link.entry)
    refused = Refused("over", why_not) if why_not else None
    if own_call is not None:
        with Attempt() as tried:
            act(call=own_call, actor=Actor.of_entry(link.entry))
        refused = tried.refused
    if refused is None:
        return redirect("me:own", key)
    return _call_page(request, key, link, _call_form(link.entry), refused)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def person(request: HttpRequest, key: str) -> HttpResponse:
    """The page about the person across events, as it would be shown; a POST shows it to everybody or takes it back."""
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    player = link.entry.player
    if request.method == "POST":
        shown = request.POST.get("shown") == "yes"
        with Attempt() as tried:
            set_page(player=player, shown=shown, entry=link.entry, actor=Actor.of_entry(link.entry))
            messages.success(request, people_pages_words.shown_now() if shown else people_pages_words.hidden_now())
            return redirect("me:person", key)
        return page(request, "hall/me/person.html", link.entry, {"key": key, "refused": tried.refused}, tried.refused)
    records = records_of(player.pk)
    if not records:
        raise Http404(people_pages_words.is_team())
    context = {
        "key": key,
        "page": person_page(records),
        "is_shown": has_page(records),
    }
    return page(request, "hall/me/person.html", link.entry, context)


def _match_page(request: HttpRequest, key: str, link: PersonalLink, refused: Refused | None = None) -> HttpResponse:
    def read() -> dict[str, Any]:
        return {"key": key, "own": ownmatch_reads.own_match(link.entry), "refused": refused}

    return live_page(request, "hall/me/match.html", link, read, refused)


def _closed(request: HttpRequest, key: str, link: PersonalLink | None) -> HttpResponse:
    """The answer to a key that opens nothing: a poll reloads the page, and a page load says why."""
    if is_htmx(request):
        return reloaded(request, link)
    return _not_opened(request, LinkKeyForm({"key": key}), link, status=410 if link else 404)


def _not_opened(request: HttpRequest, form: LinkKeyForm, link: PersonalLink | None, *, status: int) -> HttpResponse:
    """The form for the code again, with the fault: there is no such key, or its link was revoked.

    Raises Refused (`too_often`) for too many unknown keys.
    """
    if link is None:
        OPENING.refuse_or_count(request)
    form.add_error("key", people_words.link_taken_back() if link else people_words.no_such_link())
    return render(request, "hall/me/code.html", {"form": form}, status=status)
