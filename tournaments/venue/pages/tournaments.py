"""Pages of tournaments: the list, a new one, one with its events, and the settings of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import reachable
from tournaments.access import Actor, Need, Rights, event_for, tournament_for
from tournaments.day.pages import outlook_context
from tournaments.day.reads import summaries as summaries_reads
from tournaments.entrants.pages.late_entry import MAX_MARK
from tournaments.entrants.reads.registrations import offer
from tournaments.forms.page import PageForm
from tournaments.live import keeps_up, state_shown
from tournaments.models import Event, Tournament, User
from tournaments.plan import EventPlan
from tournaments.reads import site as site_reads
from tournaments.rotation.rules.day import Difference
from tournaments.rules.hiding import chosen
from tournaments.venue.actions.events import add_event, change_event, exempt_quota, look_at_change
from tournaments.venue.actions.tournaments import change_tournament, create_tournament
from tournaments.venue.forms.events import EventForm, EventSettingsForm, HiddenForm, QuotaForm, rules_read_only
from tournaments.venue.forms.tournaments import NewTournamentForm, TournamentForm
from tournaments.venue.reads import tournaments as tournaments_reads
from tournaments.venue.reads.looking_up import look_up
from tournaments.venue.words import events as events_words
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, posted, put_beside, show, status_of

PAGE_SIZE = 20
EVENT_ROWS = 3
"""How many events the form of a new tournament offers."""

LONGEST_SEARCH = 80


@require_safe
@keeps_up
def tournament_list(request: HttpRequest) -> HttpResponse:
    """The tournaments that the user may see, by stage, without past public ones, which are in the archive of results.

    With `?archived=1` those that a director took out of this list.
    """
    past = tournaments_reads.past_tournaments()
    archived = tournaments_reads.archived_tournaments(request.user)
    is_archive = request.user.is_authenticated and request.GET.get("archived") == "1"
    in_list = archived if is_archive else tournaments_reads.visible_tournaments(request.user).exclude(pk__in=past)
    listed = tournaments_reads.by_stage(in_list)
    is_started = site_reads.is_started()
    runs_site = isinstance(request.user, User) and request.user.is_superuser
    page = Paginator(listed, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "tournaments": tournaments_reads.tournaments_shown(page.object_list),
        "past": 0 if listed else past.count(),
        "archived": archived.count() if request.user.is_authenticated else 0,
        "is_archive": is_archive,
        "is_started": is_started,
        "has_demonstration": (runs_site or not is_started) and site_reads.has_demonstration(),
        "follows": state_shown(request),
    }
    return render(request, "tournaments/venue/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new tournament with up to `EVENT_ROWS` events; who creates it becomes its director."""
    data = posted(request)
    form = NewTournamentForm(data)
    rows = [EventForm(data, prefix=f"event{place}", optional=place > 1) for place in range(1, EVENT_ROWS + 1)]
    used: list[EventForm] = []
    with Attempt() as tried:
        values, *_event_values = [cleaned(part) for part in (form, *rows)]
        used = [row for row in rows if row.is_used]
        plans: list[EventPlan] = []
        for row in used:
            plans.append(EventPlan(**row.plan(taken=[plan.slug for plan in plans])))
        with transaction.atomic():
            created = create_tournament(**values, events=plans, actor=actor_of(request))
            for row, event in zip(used, created.events.order_by("pk"), strict=True):
                _without_playoffs(event, row, actor_of(request))
        messages.success(request, _("%(name)s is ready. Enter the players next.") % {"name": created.name})
        return redirect("tournaments:tournament", created.slug)
    if tried.refused:
        put_beside(tried.refused, {"": form, **{f"events.{place}.": row for place, row in enumerate(used)}})
    status = status_of(tried.refused, form, *rows)
    return render(request, "tournaments/venue/new.html", {"form": form, "rows": rows}, status=status)


def _without_playoffs(event: Event, form: EventForm, actor: Actor) -> None:
    """Let nobody qualify in a new event of a kind that has no playoffs."""
    if form.why_nobody_qualifies:
        exempt_quota(event=event, quota=0, reason=form.why_nobody_qualifies, actor=actor)


# --- One tournament --------------------------------------------------------------------------------------------------


def _is_played(tournament: Tournament) -> bool:
    """Whether a card is written in one of the events: then another edition needs a reason."""
    return tournament.events.filter(cards_begun_at__isnull=False).exists()


@require_http_methods(["GET", "HEAD", "POST"])
@keeps_up
def tournament(request: HttpRequest, tournament: str) -> HttpResponse:
    """A tournament with its events, for everybody, and what needs those who work at it; the settings send here."""
    if request.method != "POST":
        this_tournament, rights = tournament_for(request.user, tournament)
        return _tournament_page(request, this_tournament, rights)
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = TournamentForm(request.POST, is_played=_is_played(this_tournament))
    with Attempt(form):
        reason = cleaned(form).get("reason", "")
        change_tournament(
            tournament=this_tournament, changes=form.changes, read=form.read, reason=reason, actor=actor_of(request)
        )
        messages.success(request, _("Saved. What players and visitors see has changed with it."))
        return redirect("tournaments:events", tournament)
    return _tournament_settings(request, this_tournament, rights, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def events(request: HttpRequest, tournament: str) -> HttpResponse:
    """The settings of a tournament with its events; a POST adds an event."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = EventForm(posted(request), prefix="event")
    with Attempt(form):
        cleaned(form)
        plan = form.plan(taken=this_tournament.events.values_list("slug", flat=True))
        with transaction.atomic():
            event = add_event(tournament=this_tournament, plan=EventPlan(**plan), actor=actor_of(request))
            _without_playoffs(event, form, actor_of(request))
        messages.success(request, _("The event is added. Enter its players next."))
        return redirect("tournaments:entrants", tournament, event.slug)
    return _tournament_settings(request, this_tournament, rights, event_form=form)


def _tournament_page(request: HttpRequest, tournament: Tournament, rights: Rights) -> HttpResponse:
    summary = tournaments_reads.tournament_summary(tournament)
    text = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    context: dict[str, Any] = {
        "current": "tournament",
        "wanted": text,
        "found_players": look_up(tournament, text, rights),
        "summary": summary,
        "events": tournaments_reads.events_shown(summary.events),
        "takes_registrations": not offer(tournament).closed,
        "site": reachable.site_for_others(request)[0] if rights.may(Need.REGISTER) else "",
        "works_in": [
            event
            for event in tournament.events.all()
            if rights.may_in(event, Need.REGISTER) or rights.may_in(event, Need.SEE_CARDS)
        ],
    }
    return show(request, "tournaments/venue/tournament.html", tournament, rights, context)


def _tournament_settings(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    form: TournamentForm | None = None,
    event_form: EventForm | None = None,
) -> HttpResponse:
    initial = {name: getattr(tournament, name) for name in TournamentForm.base_fields}
    context: dict[str, Any] = {
        "events": list(tournament.events.all()),
        "form": form or TournamentForm(initial=initial, is_played=_is_played(tournament)),
        "event_form": event_form or EventForm(prefix="event"),
    }
    status = status_of(form, event_form)
    return show(request, "tournaments/venue/settings.html", tournament, rights, context, status=status)


# --- The settings of one event ---------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """How an event is played, what is public, how many qualify."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    if request.method != "POST":
        return _settings_page(request, this_event, rights)
    # The page has every field, or without the kind those that did not freeze with the first card.
    games_are_open = this_event.is_ladder and "games" in request.POST and "kind" not in request.POST
    form = EventSettingsForm(
        request.POST,
        plan_is_fixed=games_are_open or "games" not in request.POST,
        games_are_open=games_are_open,
    )
    with hall_time(this_event):
        form.is_valid()
    with Attempt(form):
        mark = request.POST.get("mark", "")[:MAX_MARK]
        expected = cleaned(form).get("expected")
        changes = {**form.changes, "expected": expected}
        preview = _plan_preview(this_event, changes, form.read, mark, actor_of(request))
        if preview is not None and not preview["is_seen"]:
            return _settings_page(request, this_event, rights, form=form, preview=preview)
        change_event(event=this_event, changes=changes, read=form.read, mark=mark or None, actor=actor_of(request))
        messages.success(request, _("Saved: this is how the event is played."))
        return redirect("tournaments:event_settings", tournament, event)
    return _settings_page(request, this_event, rights, form=form)


def _plan_preview(
    event: Event, changes: Mapping[str, Any], read: Mapping[str, Any], seen: str, actor: Actor
) -> dict[str, Any] | None:
    """What these settings change for whom while a game is on, as template context; None if no game changes.

    `seen` is the mark of the preview that the user saw, or empty. In the context, `is_seen` says that it is still the
    present one, `is_stale` that it is not.
    """
    looked_at = look_at_change(event, changes, read, actor)
    if looked_at is None:
        return None
    changed_event, outlook = looked_at
    game_now = event.game_now or 0
    called_games = [
        difference.game
        for difference in outlook.differences
        if difference.game <= game_now and (difference.is_other_opponent or _is_other_deal(difference))
    ]
    context = outlook_context(changed_event, outlook, anew=True)
    warnings = list(context["warned"])
    if called_games:
        warnings.insert(0, events_words.played_otherwise(min(called_games), max(called_games)))
    if outlook.people:
        warnings.append(events_words.paper_is_old())
    is_stale = seen not in ("", outlook.mark)
    return {
        **context,
        "warned": warnings,
        "is_seen": seen == outlook.mark,
        "is_stale": is_stale,
        "first": events_words.plan_is_stale() if is_stale else events_words.plan_look_first(game_now),
    }


def _is_other_deal(difference: Difference) -> bool:
    """Whether it changes who deals first in this game."""
    before, after = difference.before, difference.after
    return (before and before.deals) != (after and after.deals)


@require_POST
def hidden(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Hide parts of the event from the public, or show them again."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = HiddenForm(request.POST)
    with Attempt(form):
        cleaned(form)
        change_event(event=this_event, changes=form.changes, read=form.read, actor=actor_of(request))
        messages.success(request, _("Saved. The public sees it from now on as you chose."))
        return redirect("tournaments:event_settings", tournament, event)
    return _settings_page(request, this_event, rights, hidden_form=form)


@require_POST
def quota(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Set how many qualify, or restore one in four."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = QuotaForm(request.POST, one_in=this_event.one_in)
    with Attempt(form):
        exempt_quota(event=this_event, **cleaned(form), read=form.read, actor=actor_of(request))
        messages.success(request, _("Saved. Standings and bracket follow."))
        return redirect("tournaments:event_settings", tournament, event)
    return _settings_page(request, this_event, rights, quota_form=form)


def _settings_page(
    request: HttpRequest, event: Event, rights: Rights, *, preview: dict[str, Any] | None = None, **forms: PageForm
) -> HttpResponse:
    """The page of the settings; `preview` as from `_plan_preview`.

    `forms` are the forms that were sent, by their names in the template.
    """
    initial = {
        "kind": event.kind,
        "games": event.games,
        "starts_at": event.starts_at,
        "deal": event.deal,
        "deal_procedure": event.deal_procedure,
        "muggins": event.muggins,
        "records_spread": event.records_spread,
        "movement": event.movement,
        "ladder_top": event.ladder_top,
        "ranking": event.ranking,
        "one_in": event.one_in,
        "max_entrants": event.max_entrants,
        "skunk_from": event.skunk_from,
        "double_skunk_from": event.double_skunk_from,
        "best_of": event.best_of,
        "rounds": event.fixed_rounds,
        "repeats_reason": event.repeats_reason,
        "sit_outs_reason": event.sit_outs_reason,
        "playoff_format": event.playoff_format,
    }
    context = {
        "looked": preview,
        "name": event.name,
        "summary": summaries_reads.summary(event),
        "rated": events_words.rated_event(event),
        "exemptions": tournaments_reads.exemptions([event]),
        "rules": rules_read_only(event) if event.cards_begun_at else (),
        "form": EventSettingsForm(
            initial=initial, plan_is_fixed=event.cards_begun_at is not None, games_are_open=event.is_ladder
        ),
        "hidden_form": HiddenForm(initial={"hidden": chosen(event.hidden)}),
        "quota_form": QuotaForm(
            one_in=event.one_in, initial={"quota": event.quota_exemption, "reason": event.quota_reason}
        ),
        **forms,
    }
    is_stale = preview is not None and preview["is_stale"]
    status = 409 if is_stale else status_of(*forms.values())
    return show(request, "tournaments/venue/event_settings.html", event, rights, context, status=status)
