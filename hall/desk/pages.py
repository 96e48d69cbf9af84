"""The pages of the desk: the desk, its public face, the log with undo, and the round at an earlier time."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from hall.desk import earlier as past
from hall.desk import log as log_reads
from hall.desk import reads, sentences
from hall.desk.actions import reopen_phase
from hall.desk.log import LogFilter
from hall.desk.phases import reopening, why_may_not
from hall.desk.trail import sentence
from scorecards.crosscheck.actions import undo as undo_actions
from scorecards.sheet.reads.earlier import log_numbers
from scorecards.sheet.reads.sheet import sheet
from tournaments.access import Need, Rights, event_for, who_may
from tournaments.day.reads.schedule import frames
from tournaments.errors import Refused
from tournaments.http import is_htmx, whole_number
from tournaments.live import followed, polled
from tournaments.models import MAX_REASON, AuditEntry, Event, User
from tournaments.rules.phase import Phase
from tournaments.views.page import Attempt, actor_of, hall_time, show, status_of

LOG_PAGE_SIZE = 50
LONGEST_MOMENT = 60


@require_safe
@vary_on_headers("HX-Request")
@polled()
def desk(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The desk for people who work at this event, the public face for everybody else; polled for changes.

    With `needs`, only what needs somebody now, for the page of the tournament.
    """
    this_event, rights = event_for(request.user, tournament, event)
    works_here = rights.may(Need.REGISTER) or rights.may(Need.SEE_CARDS)
    if is_htmx(request) and ("desk" in request.GET or "needs" in request.GET) and not works_here:
        # The user lost the role while the desk was open: a reload replaces the desk by the public face.
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    if is_htmx(request):
        state = reads.desk_state(this_event, rights, timezone.now()) if works_here else str(this_event.revision)
        if request.GET.get("v") == state:
            return HttpResponse(status=204)
    if is_htmx(request) and works_here and "needs" in request.GET:
        with hall_time(this_event):
            shown = reads.needs(this_event, rights, timezone.now())
        return show(request, "hall/desk.html#needs", this_event, rights, {"needs": shown})
    template = "hall/desk.html" if works_here else "hall/face.html"
    if is_htmx(request):
        # Polling replaces only the live part of the page.
        template += "#now"
    context: dict[str, object] = {"current": "desk"}
    if not works_here:
        context["face"] = reads.face(this_event, rights, request.user)
        return show(request, template, this_event, rights, context)
    with hall_time(this_event):
        context["desk"] = reads.desk(this_event, rights, timezone.now())
    return show(request, template, this_event, rights, context)


@require_safe
@followed()
def phases(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The six steps: what the next one still needs, and what reopening a past one would take back."""
    this_event, rights = event_for(request.user, tournament, event, Need.SEE)
    with hall_time(this_event):
        steps = reads.phase_steps(this_event, rights, timezone.now())
    context = {
        "current": "desk",
        "phases": [step.shown for step in steps],
        "now": next(step for step in steps if step.shown.state == "now"),
        "steps": [step for step in steps if step.reopening or (step.why_not and step.shown.state == "done")],
    }
    return show(request, "hall/phases.html", this_event, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, tournament: str, event: str, phase: str) -> HttpResponse:
    """A preview of what reopening a step takes back and what stays. POST with a reason reopens the step."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    if phase not in list(Phase):
        raise Http404(_("There is no such step. Look at the page of the steps."))
    preview, refused, reason, typed = None, None, "", ""
    if request.method == "POST":
        reason = request.POST.get("reason", "").replace("\0", "").strip()
        mark = request.POST.get("mark", "")
        typed = request.POST.get("cards", "").strip()
        cards = whole_number(typed, 5)
        if typed and cards is None:
            # No event has -1 cards, so text that is no number is refused like a wrong number.
            cards = -1
        with Attempt() as tried:
            reopen_phase(event=this_event, phase=phase, reason=reason, mark=mark, cards=cards, actor=actor_of(request))
            messages.success(request, _("It is open again, and the log says why."))
            return redirect("desk:phases", tournament, event)
        refused = tried.refused
    with Attempt() as previewed:
        preview = reopening(this_event, Phase(phase))
    refused = refused or previewed.refused
    context = {
        "current": "desk",
        "step": dict(Event.PhaseChoice.choices)[phase],
        "back": preview,
        "not_theirs": why_may_not(this_event, preview, request.user) if preview and not refused else "",
        "back_to": dict(Event.PhaseChoice.choices)[preview.back_to] if preview else "",
        "refused": refused,
        "reason": reason[:MAX_REASON],
        "typed": typed[:6],
        "longest": MAX_REASON,
    }
    return show(request, "hall/reopen.html", this_event, rights, context, status=status_of(refused))


@require_safe
@followed()
def log(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The log: who did what and why, and what it changed; filtered by the query string."""
    this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    log_filter = LogFilter.of(request.GET.dict())
    cards = log_reads.meant(this_event, log_filter)
    audit_rows = log_reads.rows(this_event, log_filter, cards, rights)
    page = Paginator(audit_rows, LOG_PAGE_SIZE).get_page(request.GET.get("page"))
    with hall_time(this_event):
        # One tap puts a result of a ladder on two cards: it is one entry here.
        acts = sentences.one_for_each_result(page)
        rows = log_reads.entries(this_event, acts, log_reads.asking(this_event, rights, request.user))
        empty = "" if rows else log_reads.nothing_found(log_filter, cards)
    context = {
        "current": "desk",
        "page": page,
        "rows": rows,
        "wanted": log_filter,
        "cards": cards,
        "of_case": log_filter.discrepancy_seats,
        "kinds": log_reads.kinds(),
        "people": log_reads.people(this_event, rights),
        "tables": list(frames(this_event)),
        "empty": empty,
        "may_undo": rights.may(Need.DECIDE),
        "who_undoes": who_may(Need.DECIDE),
    }
    return show(request, "hall/log.html", this_event, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, tournament: str, event: str, entry: int) -> HttpResponse:
    """A preview of what undoing an entry of the log does. POST with a reason undoes the entry."""
    this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    if request.method != "POST":
        return _undo_page(request, this_event, rights, entry)
    reason = request.POST.get("reason", "").replace("\0", "").strip()
    with Attempt() as tried:
        done = undo_actions.undo(event=this_event, entry=entry, reason=reason, rights=rights, actor=actor_of(request))
        messages.success(request, _("It is undone, and the log says so.") if done else _("This was undone already."))
        return redirect("desk:log", tournament, event)
    return _undo_page(request, this_event, rights, entry, refused=tried.refused, reason=reason)


def _undo_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    number: int,
    *,
    refused: Refused | None = None,
    reason: str = "",
) -> HttpResponse:
    with hall_time(event):
        page = log_reads.undo_page(event, number, log_reads.asking(event, rights, request.user))
    if page is None:
        raise Http404(_("The log has no such entry. Look at the log again."))
    context = {
        "current": "desk",
        "page": page,
        "entry": page.entry,
        "refused": refused,
        "reason": reason[:MAX_REASON],
        "longest": MAX_REASON,
        "may_undo": rights.may(Need.DECIDE),
    }
    return show(request, "hall/undo.html", event, rights, context, status=status_of(refused))


@require_safe
def undo_last(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Redirect to the undo page of the user's own last act."""
    this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    assert isinstance(request.user, User)
    asking = log_reads.asking(this_event, rights, request.user)
    number = log_reads.last_own(this_event, request.user.get_username(), asking)
    if number is not None:
        return redirect("desk:undo", tournament, event, number)
    messages.info(request, _("There is nothing of yours that can be undone. The log says why beside each entry."))
    query = urlencode({"who": actor_of(request).name})
    return redirect(f"{reverse('desk:log', args=[tournament, event])}?{query}")


@require_safe
def earlier(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Standings, cards and discrepancies as they were at `?at=`; read-only."""
    this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    moment = request.GET.get("at", "").replace("\0", "")[:LONGEST_MOMENT]
    context: dict[str, object] = {"current": "desk", "at": moment}
    status = 200
    if moment:
        with hall_time(this_event):
            then = past.past(this_event, moment)
            if isinstance(then, str):
                # A sentence on why there is no such moment.
                context["wrong"] = then
                status = 422
            else:
                seat = request.GET.get("card", "")[:20]
                page = past.past_page(then, sheet(this_event), seat)
                row = AuditEntry.objects.get(pk=_key(this_event, page.number))
                context |= {"page": page, "sentence": sentence(row, reads.entrant_names(this_event))}
    return show(request, "hall/earlier.html", this_event, rights, context, status=status)


def _key(event: Event, number: int) -> int:
    """The primary key of the entry with this number in the log."""
    return next(pk for pk, entry_number in log_numbers(event).items() if entry_number == number)
