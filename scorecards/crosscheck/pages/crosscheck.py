"""The cross-check: one page on which checkers work through the games that differ, and their decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from scorecards import access
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.crosscheck.actions.crosscheck import GameKey
from scorecards.crosscheck.forms import (
    AcceptAllForm,
    AcceptForm,
    ByHandForm,
    InitialsForm,
    ReferForm,
    SeenForm,
    TakeBackForm,
)
from scorecards.crosscheck.reads import crosscheck as crosscheck_reads
from scorecards.crosscheck.reads.accepting import SkippedGame
from scorecards.sheet.reads.discrepancies import discrepancy_view, find_game
from scorecards.sheet.reads.sheet import sheet
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.live import followed
from tournaments.models import Event, User
from tournaments.views.page import Attempt, actor_of, cleaned, own_initials, remember_initials, show, status_of

MOST_SKIPPED = 3
"""The most skipped games that are named with their reasons."""

FormT = TypeVar("FormT", bound=InitialsForm)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
@followed()
def crosscheck(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The differences table by table, one of them open. A POST begins the cross-check."""
    if request.method != "POST":
        this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return _page(request, this_event, rights, key=request.GET.get("table", ""), case=request.GET.get("case", ""))
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    with Attempt() as tried:
        crosscheck_actions.start_cross_check(event=this_event, actor=actor_of(request))
        return redirect("scorecards:crosscheck", tournament, event)
    return _page(request, this_event, rights, refused=tried.refused)


def _page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    key: str = "",
    case: str = "",
    refused: Refused | None = None,
    form: Form | None = None,
    unneeded: bool = False,
) -> HttpResponse:
    """The page with this case open, or by default the first case of the group that the user can settle.

    `key` is the group to show. `form` and `refused` belong to a decision that failed. `unneeded`: somebody else signed
    the case first.
    """
    # Fetch the event again: a decision just made has incremented its revision.
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    event_sheet = sheet(event)
    user = request.user if isinstance(request.user, User) else None
    context: dict[str, Any] = {
        "current": "crosscheck",
        "begun": bool(event.cross_checked_at),
        "may_check": rights.may(Need.CHECK),
        "may_rule": rights.may(Need.RULE),
        "refused": refused,
        "unneeded": unneeded,
        "form": form,
        "typed": form.data if form is not None else {},
        "signed": own_initials(request),
        "missing": crosscheck_reads.still_missing(event_sheet),
    }
    if event.cross_checked_at:
        typed = form.data if form is not None else {}
        papers = bool(request.GET.get("papers") or typed.get("papers"))
        page = crosscheck_reads.check_page(event_sheet, user, rights)
        group = page.group(key, case)
        open_case = next((candidate for candidate in group.cases if candidate.id == case), None)
        if open_case is None and not case:
            candidates = [
                candidate for candidate in group.cases if candidate.unsettled and not candidate.is_left_by_reader
            ]
            # The reader's own games come last: another checker decides them.
            open_case = min(candidates, key=lambda candidate: candidate.is_own, default=None)
        context |= {
            "page": page,
            "signs_alike": page.signs_alike(context["signed"], actor_of(request).name),
            "looks_waiting": page.looks_waiting,
            "group": group,
            "next_group": page.next_group(group.key),
            "progress": page.progress(group.key),
            "compared": page.compared(group.key),
            "open": page.open(open_case, group, typed, papers=papers) if open_case else None,
            "seen": form.data.get("seen", "")[:300] if form is not None and refused is not None else "",
        }
    status = status_of(refused, form)
    template = (
        "scorecards/crosscheck/crosscheck.html#check" if is_htmx(request) else "scorecards/crosscheck/crosscheck.html"
    )
    return show(request, template, event, rights, context, status=status)


def _with_initials(request: HttpRequest) -> MultiValueDict[str, str]:
    """The POST data; if no initials were typed, with those of the session or the account."""
    data = request.POST.copy()
    if not data.get("initials", "").strip():
        data["initials"] = own_initials(request)
    return data


def _next_case(request: HttpRequest, event: Event, rights: Rights) -> HttpResponse:
    """The answer after a decision: the next case of the same table."""
    key = request.POST.get("table", "")
    address = reverse("scorecards:crosscheck", args=[event.tournament.slug, event.slug])
    if key:
        address = f"{address}?{urlencode({'table': key})}"
    if is_htmx(request):
        answer = _page(request, event, rights, key=key)
        # A reload goes on with the next case, not back to the settled one.
        answer["HX-Replace-Url"] = address
        return answer
    return redirect(f"{address}#now" if key else address)


def _refused(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    case: str,
    *,
    form: Form | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The answer to a decision that failed: the same case, with the form and its errors."""
    return _page(request, event, rights, key=request.POST.get("table", ""), case=case, form=form, refused=refused)


@require_POST
def initials(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Remember this checker's initials until the session ends."""
    this_event, rights = event_for(request.user, tournament, event, Need.DECIDE)
    form = InitialsForm(request.POST)
    case = request.POST.get("case", "")
    if not form.is_valid():
        return _refused(request, this_event, rights, case, form=form)
    remember_initials(request, form.cleaned_data["initials"])
    if is_htmx(request):
        return _page(request, this_event, rights, key=request.POST.get("table", ""), case=case)
    return _back(this_event, case)


def _back(event: Event, case: str) -> HttpResponse:
    """Redirect to the page with this case open; without a case, to the page."""
    address = reverse("scorecards:crosscheck", args=[event.tournament.slug, event.slug])
    return redirect(f"{address}?{urlencode({'case': case})}#now" if case else address)


def _is_signed_by_another(request: HttpRequest, event: Event, key: GameKey) -> bool:
    """Whether the decision on this game was signed by somebody else than the user."""
    event_sheet = sheet(Event.objects.select_related("tournament").get(pk=event.pk))
    game = find_game(event_sheet, key.game, key.seats)
    signer = discrepancy_view(event_sheet, game).decided_by if game is not None else ""
    return bool(signer) and signer != actor_of(request).name


def _decide(
    request: HttpRequest,
    tournament: str,
    event: str,
    discrepancy: str,
    need: Need,
    make_form: Callable[[Event, GameKey], FormT],
    act: Callable[[Event, GameKey, FormT, Rights], bool],
) -> HttpResponse:
    """Decide a game as the form says and remember the initials, then show the next case, or this case with its errors.

    `act` decides the game and returns whether the decision was needed. If it was not, because somebody else signed
    first, the case stays open and says so.
    """
    this_event, rights = event_for(request.user, tournament, event, need)
    key = GameKey(*access.game_key(this_event, discrepancy))
    form = make_form(this_event, key)
    with Attempt() as tried:
        cleaned(form)
        remember_initials(request, form.cleaned_data["initials"])
        needed = act(this_event, key, form, rights)
        if not needed and _is_signed_by_another(request, this_event, key):
            return _page(request, this_event, rights, case=discrepancy, unneeded=True)
        return _next_case(request, this_event, rights)
    return _refused(request, this_event, rights, discrepancy, form=form, refused=tried.refused)


@require_POST
def accept(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Accept what rule 12.2 proposes for a game.

    The game was read again on both papers, or the user has both papers. A relative of a player must say why no third
    checker signs.
    """

    def act(event: Event, key: GameKey, form: AcceptForm, rights: Rights) -> bool:
        data = form.cleaned_data
        return crosscheck_actions.accept(
            event=event,
            key=key,
            initials=data["initials"],
            version=data["version"],
            unlooked=data["papers"],
            typed=False,
            related=data["related"],
            reason=data["reason"] if data["papers"] or data["related"] else "",
            actor=actor_of(request),
        )

    form = AcceptForm(_with_initials(request))
    return _decide(request, tournament, event, discrepancy, Need.CHECK, lambda event, key: form, act)


@require_POST
def by_hand(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Decide a game by hand: what stands on each card, and why."""

    def act(event: Event, key: GameKey, form: ByHandForm, rights: Rights) -> bool:
        data = form.cleaned_data
        return crosscheck_actions.override(
            event=event,
            key=key,
            resolved=form.resolved,
            initials=data["initials"],
            reason=data["reason"],
            version=data["version"],
            unlooked=False,
            typed=False,
            related=data["related"],
            rights=rights,
            actor=actor_of(request),
        )

    def make_form(event: Event, key: GameKey) -> ByHandForm:
        return ByHandForm(
            _with_initials(request),
            game=key.game,
            seats=key.seats,
            records_spread=event.records_spread,
            skunks=event.skunks,
        )

    return _decide(request, tournament, event, discrepancy, Need.DECIDE, make_form, act)


@require_POST
def refer(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Refer a game to the head judge."""

    def act(event: Event, key: GameKey, form: ReferForm, rights: Rights) -> bool:
        data = form.cleaned_data
        return crosscheck_actions.refer(
            event=event,
            key=key,
            initials=data["initials"],
            reason=data["reason"],
            version=data["version"],
            typed=False,
            actor=actor_of(request),
        )

    form = ReferForm(_with_initials(request))
    return _decide(request, tournament, event, discrepancy, Need.CHECK, lambda event, key: form, act)


@require_POST
def leave(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Leave a game to a third checker, then show the next case."""
    this_event, rights = event_for(request.user, tournament, event, Need.DECIDE)
    key = GameKey(*access.game_key(this_event, discrepancy))
    form = SeenForm(request.POST)
    if not form.is_valid():
        return _refused(request, this_event, rights, discrepancy, form=form)
    with Attempt() as tried:
        crosscheck_actions.leave_to_third(
            event=this_event, key=key, version=form.cleaned_data["version"], actor=actor_of(request)
        )
        return _next_case(request, this_event, rights)
    return _refused(request, this_event, rights, discrepancy, refused=tried.refused)


@require_POST
def take_back(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Take back the decision on a game, and keep the case open on the page."""
    this_event, rights = event_for(request.user, tournament, event, Need.DECIDE)
    key = GameKey(*access.game_key(this_event, discrepancy))
    form = TakeBackForm(request.POST)
    with Attempt() as tried:
        data = cleaned(form)
        crosscheck_actions.take_back_decision(
            event=this_event,
            key=key,
            reason=data["reason"],
            version=data["version"],
            rights=rights,
            actor=actor_of(request),
        )
        if is_htmx(request):
            return _page(request, this_event, rights, case=discrepancy)
        return _back(this_event, discrepancy)
    return _refused(request, this_event, rights, discrepancy, form=form, refused=tried.refused)


@require_http_methods(["GET", "HEAD", "POST"])
def accept_all(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The effect of accepting everything at once. A POST accepts all proposals that need no third checker.

    Their lines were read again, or the user has both papers of each game.
    """
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    if request.method != "POST":
        return _accepting(request, this_event, rights)
    form = AcceptAllForm(_with_initials(request))
    with Attempt() as tried:
        data = cleaned(form)
        remember_initials(request, form.cleaned_data["initials"])
        result = crosscheck_actions.accept_all(
            event=this_event,
            initials=data["initials"],
            revision=data["revision"],
            unlooked=data["papers"],
            typed=False,
            related=False,
            reason=data["reason"] if data["papers"] else "",
            actor=actor_of(request),
        )
        accepted = len(result.accepted)
        if accepted:
            message = ngettext("%d correction is accepted.", "%d corrections are accepted.", accepted)
            messages.success(request, message % accepted)
        elif not result.skipped:
            messages.success(request, _("There was nothing left to accept."))
        if result.skipped:
            messages.warning(request, _skipped_games(result.skipped))
        return redirect("scorecards:crosscheck", tournament, event)
    return _accepting(request, this_event, rights, form=form, refused=tried.refused)


def _skipped_games(skipped: Sequence[SkippedGame]) -> str:
    """How many games were skipped, with the reasons of the first ones."""
    sentences = [crosscheck_words.left_out(len(skipped)), *(game.message for game in skipped[:MOST_SKIPPED])]
    if len(skipped) > MOST_SKIPPED:
        sentences.append(crosscheck_words.and_more(len(skipped) - MOST_SKIPPED))
    return " ".join(sentences)


def _accepting(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: AcceptAllForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page with the effect on players of accepting everything that is proposed, and the button to accept it."""
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    page = crosscheck_reads.check_page(sheet(event), actor_of(request).user, rights)
    context = {
        "current": "crosscheck",
        "all": page.accepting(),
        "signed": own_initials(request),
        "looks_waiting": page.looks_waiting,
        "form": form,
        "refused": refused,
    }
    status = status_of(refused, form)
    return show(request, "scorecards/crosscheck/accept_all.html", event, rights, context, status=status)
