"""The cross-check: one page on which checkers work through the games that differ, and what they decide there."""

from __future__ import annotations

from collections.abc import Callable
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
from scorecards.crosscheck.reads import crosscheck as report
from scorecards.sheet.reads.discrepancies import discrepancy_view, find_game
from scorecards.sheet.reads.sheet import sheet
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.live import followed
from tournaments.models import Event, User
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of

INITIALS = "initials"
MOST_LEFT = 3
"""So many games that were left are named with the reason."""

FormT = TypeVar("FormT", bound=InitialsForm)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
@followed()
def crosscheck(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The differences table by table, one of them open. A POST begins the cross-check."""
    if request.method != "POST":
        found, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return _page(request, found, rights, key=request.GET.get("table", ""), case=request.GET.get("case", ""))
    found, rights = event_for(request.user, tournament, event, Need.CHECK)
    with Attempt() as tried:
        crosscheck_actions.start_cross_check(event=found, actor=actor_of(request))
        return redirect("scorecards:crosscheck", tournament, event)
    return _page(request, found, rights, refused=tried.refused)


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
    """The page with this case open, else the first of the group that is not settled.

    `unneeded` says that somebody else signed the case before this person did.
    """
    # The event as it is now: what was just decided counted its revision up.
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    on = sheet(event)
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
        "signed": request.session.get(INITIALS, ""),
        "missing": report.still_missing(on),
    }
    if event.cross_checked_at:
        typed = form.data if form is not None else {}
        papers = bool(request.GET.get("papers") or typed.get("papers"))
        page = report.check_page(on, user, rights)
        group = page.group(key, case)
        chosen = next((one for one in group.cases if one.id == case), None)
        if chosen is None and not case:
            # A game of their own comes last: another checker decides it.
            left = sorted((one for one in group.cases if one.unsettled and not one.passed), key=lambda one: one.is_own)
            chosen = left[0] if left else None
        context |= {
            "page": page,
            "signs_alike": page.signs_alike(context["signed"], actor_of(request).name),
            "looks_waiting": page.looks_waiting,
            "group": group,
            "next_group": page.next_group(group.key),
            "progress": page.progress(group.key),
            "compared": page.compared(group.key),
            "open": page.open(chosen, group, typed, papers=papers) if chosen else None,
            "seen": form.data.get("seen", "")[:300] if form is not None and refused is not None else "",
        }
    status = status_of(refused, form)
    template = (
        "scorecards/crosscheck/crosscheck.html#check" if is_htmx(request) else "scorecards/crosscheck/crosscheck.html"
    )
    return show(request, template, event, rights, context, status=status)


def _signed(request: HttpRequest) -> MultiValueDict[str, str]:
    """What was posted, signed with the initials that this session remembers where none were typed."""
    data = request.POST.copy()
    if not data.get("initials", "").strip():
        data["initials"] = request.session.get(INITIALS, "")
    return data


def _remember(request: HttpRequest, form: InitialsForm) -> None:
    request.session[INITIALS] = form.cleaned_data["initials"]


def _decided(request: HttpRequest, event: Event, rights: Rights) -> HttpResponse:
    """On to the next case of the same table."""
    key = request.POST.get("table", "")
    address = reverse("scorecards:crosscheck", args=[event.tournament.slug, event.slug])
    if key:
        address = f"{address}?{urlencode({'table': key})}"
    if is_htmx(request):
        answer = _page(request, event, rights, key=key)
        # A reload goes on with what is left, not back to the case that is settled.
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
    return _page(request, event, rights, key=request.POST.get("table", ""), case=case, form=form, refused=refused)


@require_POST
def initials(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Remember how this checker signs, until the session ends."""
    found, rights = event_for(request.user, tournament, event, Need.DECIDE)
    form = InitialsForm(request.POST)
    case = request.POST.get("case", "")
    if not form.is_valid():
        return _refused(request, found, rights, case, form=form)
    _remember(request, form)
    return (
        _page(request, found, rights, key=request.POST.get("table", ""), case=case)
        if is_htmx(request)
        else _back(found, case)
    )


def _back(event: Event, case: str) -> HttpResponse:
    address = reverse("scorecards:crosscheck", args=[event.tournament.slug, event.slug])
    return redirect(f"{address}?{urlencode({'case': case})}#now" if case else address)


def _is_signed_by_another(request: HttpRequest, event: Event, key: GameKey) -> bool:
    on = sheet(Event.objects.select_related("tournament").get(pk=event.pk))
    stands = find_game(on, key.game, key.seats)
    by = discrepancy_view(on, stands).decided_by if stands is not None else ""
    return bool(by) and by != actor_of(request).name


def _decide(
    request: HttpRequest,
    tournament: str,
    event: str,
    discrepancy: str,
    need: Need,
    shape: Callable[[Event, GameKey], FormT],
    act: Callable[[Event, GameKey, FormT, Rights], bool],
) -> HttpResponse:
    """Decide a game as this form says: on to the next one, or back with what is wrong. What signs is remembered.

    Where somebody else signed first, the game stays open and says so.
    """
    found, rights = event_for(request.user, tournament, event, need)
    key = GameKey(*access.game_key(found, discrepancy))
    form = shape(found, key)
    with Attempt() as tried:
        cleaned(form)
        _remember(request, form)
        needed = act(found, key, form, rights)
        if not needed and _is_signed_by_another(request, found, key):
            return _page(request, found, rights, case=discrepancy, unneeded=True)
        return _decided(request, found, rights)
    return _refused(request, found, rights, discrepancy, form=form, refused=tried.refused)


@require_POST
def accept(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Accept what rule 12.2 proposes for a game: read again on both papers, or with both papers before one's eyes.

    Whoever is related to a player says why no third checker signs.
    """

    def act(found: Event, key: GameKey, form: AcceptForm, rights: Rights) -> bool:
        given = form.cleaned_data
        return crosscheck_actions.accept(
            event=found,
            key=key,
            initials=given["initials"],
            version=given["version"],
            unlooked=given["papers"],
            typed=False,
            related=given["related"],
            reason=given["reason"] if given["papers"] or given["related"] else "",
            actor=actor_of(request),
        )

    form = AcceptForm(_signed(request))
    return _decide(request, tournament, event, discrepancy, Need.CHECK, lambda found, key: form, act)


@require_POST
def by_hand(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Decide a game by hand: what stands on each card, and why."""

    def act(found: Event, key: GameKey, form: ByHandForm, rights: Rights) -> bool:
        given = form.cleaned_data
        return crosscheck_actions.override(
            event=found,
            key=key,
            resolved=form.resolved,
            initials=given["initials"],
            reason=given["reason"],
            version=given["version"],
            unlooked=False,
            typed=False,
            related=given["related"],
            rights=rights,
            actor=actor_of(request),
        )

    def shape(found: Event, key: GameKey) -> ByHandForm:
        return ByHandForm(_signed(request), game=key.game, seats=key.seats, records_spread=found.records_spread)

    return _decide(request, tournament, event, discrepancy, Need.DECIDE, shape, act)


@require_POST
def refer(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Put a game before the head judge."""

    def act(found: Event, key: GameKey, form: ReferForm, rights: Rights) -> bool:
        given = form.cleaned_data
        return crosscheck_actions.refer(
            event=found,
            key=key,
            initials=given["initials"],
            reason=given["reason"],
            version=given["version"],
            typed=False,
            actor=actor_of(request),
        )

    form = ReferForm(_signed(request))
    return _decide(request, tournament, event, discrepancy, Need.CHECK, lambda found, key: form, act)


@require_POST
def leave(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Leave a game to a third checker, and go on."""
    found, rights = event_for(request.user, tournament, event, Need.DECIDE)
    key = GameKey(*access.game_key(found, discrepancy))
    form = SeenForm(request.POST)
    if not form.is_valid():
        return _refused(request, found, rights, discrepancy, form=form)
    with Attempt() as tried:
        crosscheck_actions.leave_to_third(
            event=found, key=key, version=form.cleaned_data["version"], actor=actor_of(request)
        )
        return _decided(request, found, rights)
    return _refused(request, found, rights, discrepancy, refused=tried.refused)


@require_POST
def take_back(request: HttpRequest, tournament: str, event: str, discrepancy: str) -> HttpResponse:
    """Take back what was decided on a game, and open it again."""
    found, rights = event_for(request.user, tournament, event, Need.DECIDE)
    key = GameKey(*access.game_key(found, discrepancy))
    form = TakeBackForm(request.POST)
    with Attempt() as tried:
        given = cleaned(form)
        crosscheck_actions.take_back_decision(
            event=found,
            key=key,
            reason=given["reason"],
            version=given["version"],
            rights=rights,
            actor=actor_of(request),
        )
        if is_htmx(request):
            return _page(request, found, rights, case=discrepancy)
        return _back(found, discrepancy)
    return _refused(request, found, rights, discrepancy, form=form, refused=tried.refused)


@require_http_methods(["GET", "HEAD", "POST"])
def accept_all(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """What accepting everything at once does; a POST accepts what is proposed, was read again or lies there on both papers, and is not a
    third checker's."""
    found, rights = event_for(request.user, tournament, event, Need.CHECK)
    if request.method != "POST":
        return _accepting(request, found, rights)
    form = AcceptAllForm(_signed(request))
    with Attempt() as tried:
        given = cleaned(form)
        _remember(request, form)
        done = crosscheck_actions.accept_all(
            event=found,
            initials=given["initials"],
            revision=given["revision"],
            unlooked=given["papers"],
            typed=False,
            related=False,
            reason=given["reason"] if given["papers"] else "",
            actor=actor_of(request),
        )
        accepted = len(done.accepted)
        told = ngettext("%d correction is accepted.", "%d corrections are accepted.", accepted) % accepted
        if accepted or not done.left:
            messages.success(request, told if accepted else _("There was nothing left to accept."))
        if done.left:
            left = [crosscheck_words.left_out(len(done.left)), *(one.message for one in done.left[:MOST_LEFT])]
            if len(done.left) > MOST_LEFT:
                left.append(crosscheck_words.and_more(len(done.left) - MOST_LEFT))
            messages.warning(request, " ".join(left))
        return redirect("scorecards:crosscheck", tournament, event)
    return _accepting(request, found, rights, form=form, refused=tried.refused)


def _accepting(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: AcceptAllForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """What accepting everything that is proposed does to people, and the button."""
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    page = report.check_page(sheet(event), actor_of(request).user, rights)
    context = {
        "current": "crosscheck",
        "all": page.accepting(),
        "signed": request.session.get(INITIALS, ""),
        "looks_waiting": page.looks_waiting,
        "form": form,
        "refused": refused,
    }
    status = status_of(refused, form)
    return show(request, "scorecards/crosscheck/accept_all.html", event, rights, context, status=status)
