"""The prizes and the pools of an event, as its director sets them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets import actions, reads
from brackets.actions import PrizePlan
from brackets.forms import FundForm, PoolForm, PoolPlacesForm, PrizesForm
from brackets.reads import EventAwards, EventBooks, PoolShown
from brackets.rules.payout import paid_places, places_of, proposal
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused
from tournaments.models import Event, Fee
from tournaments.rules.money import written
from tournaments.views.page import actor_of, put_beside, show, status_of

# --- Prizes ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The table of prizes. `?fund=` fills the form with a start for it and saves nothing; a POST sets the table."""
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    books, awards = reads.event_books(found.tournament, found.slug)
    if request.method != "POST":
        return _prizes_page(request, found, rights, books, awards)
    form = _prizes_form(found, awards, request.POST)
    if not form.is_valid():
        return _prizes_page(request, found, rights, books, awards, form=form)
    try:
        actions.set_prizes(
            event=found,
            prizes=[PrizePlan(**plan) for plan in form.plans()],
            mark=form.cleaned_data["mark"] or None,
            reason=form.cleaned_data.get("reason", ""),
            actor=actor_of(request),
        )
    except Refused as refused:
        put_beside(refused.moved(form.field_of), {"": form})
        # Whoever looks now has seen the table as it is now.
        form.data = {**request.POST.dict(), "mark": reads.prizes_mark(found)}
        return _prizes_page(request, found, rights, books, awards, form=form, refused=refused)
    messages.success(request, _("The prizes are saved."))
    return redirect("brackets:prizes", tournament, event)


def _prizes_form(
    event: Event, awards: EventAwards, data: Any = None, *, prizes: list[dict[str, Any]] | None = None
) -> PrizesForm:
    return PrizesForm(
        data,
        places=places_of(awards.qualifiers),
        prizes=[reads.prize_values(prize) for prize in awards.prizes] if prizes is None else prizes,
        entrants=list(event.entries.order_by("name").values_list("number", "name")),
        mark=reads.prizes_mark(event),
        asks_why=bool(reads.paid_in(event)),
    )


def _prizes_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    books: EventBooks,
    awards: EventAwards,
    *,
    form: PrizesForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    fund = FundForm(request.GET if "fund" in request.GET else None, initial={"fund": written(max(0, books.fund))})
    proposed = None
    if form is None and fund.is_bound and fund.is_valid():
        proposed = fund.cleaned_data["fund"]
        start = proposal(proposed, awards.qualifiers, high_nonqualifier=awards.entrants > awards.qualifiers)
        kept = [reads.prize_values(prize) for prize in awards.prizes if prize.kind in {"rank", "other"}]
        form = _prizes_form(event, awards, prizes=[*_as_prizes(start), *kept])
    context = {
        "current": "money",
        "books": books,
        "awards": awards,
        "form": form or _prizes_form(event, awards),
        "fund": fund,
        "proposed": proposed,
        "left": books.fund - books.prizes,
    }
    given: list[forms.Form] = [form] if form and form.is_bound else []
    return show(request, "brackets/prizes.html", event, rights, context, status=status_of(refused, *given, fund))


def _as_prizes(start: Any) -> list[dict[str, Any]]:
    """A start for the prizes as the table is sent: 0 is the high nonqualifier."""
    return [
        {"kind": "place" if place else "hnq", "place": place or None, "name": "", "cents": cents, "entrant": None}
        for place, cents in start.items()
    ]


# --- Pools -----------------------------------------------------------------------------------------------------------


@require_safe
def pools(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every pool of the event: who is in it, what there is, and what each place gets."""
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    return _pools_page(request, found, rights)


def _fee(event: Event, key: int) -> Fee:
    fee = event.fees.select_related("event__tournament").filter(pk=key, kind__in=reads.POOLS).first()
    if fee is None:
        raise Http404(_("This event has no such pool. Somebody may have taken it away."))
    return fee


@require_POST
def plan_pool(request: HttpRequest, tournament: str, event: str, fee: int) -> HttpResponse:
    """Say how a pool is paid out, or with `remove` take that back."""
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    known = _fee(found, fee)
    if "remove" in request.POST:
        why = request.POST.get(f"pool{known.pk}-reason", "")
        try:
            actions.remove_pool_plan(fee=known, reason=why, actor=actor_of(request))
        except Refused as refused:
            return _pools_page(request, found, rights, refused=refused, refused_fee=known.pk)
        messages.success(request, _("Nothing is said any more of how “%(fee)s” is paid out.") % {"fee": known.name})
        return redirect("brackets:pools", tournament, event)
    now = _pool(found, known)
    paid = bool(reads.paid_in(found))
    form = PoolForm(
        request.POST, ratio=now.ratio, by_hand=now.type == "by_hand", asks_why=paid, prefix=f"pool{known.pk}"
    )
    if not form.is_valid():
        return _pools_page(request, found, rights, plan=(known.pk, form))
    given = form.cleaned_data
    kept = now.by_hand if given["type"] == "by_hand" else ()
    try:
        actions.plan_pool(
            fee=known,
            type=given["type"],
            ratio=given["ratio"],
            by_hand=kept,
            reason=now.reason if kept else given.get("reason", ""),
            actor=actor_of(request),
        )
    except Refused as refused:
        put_beside(refused, {"": form})
        return _pools_page(request, found, rights, plan=(known.pk, form), refused=refused)
    messages.success(request, _("How “%(fee)s” is paid out is saved.") % {"fee": known.name})
    return redirect("brackets:pools", tournament, event)


@require_POST
def pool_places(request: HttpRequest, tournament: str, event: str, fee: int) -> HttpResponse:
    """Write what each place of a pool gets by hand, with the reason."""
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    known = _fee(found, fee)
    now = _pool(found, known)
    form = PoolPlacesForm(request.POST, amounts=_amounts(now), prefix=f"places{known.pk}")
    if not form.is_valid():
        return _pools_page(request, found, rights, places=(known.pk, form))
    try:
        actions.plan_pool(
            fee=known,
            type=now.type or "by_hand",
            ratio=now.ratio,
            by_hand=form.amounts(),
            reason=form.cleaned_data["reason"],
            actor=actor_of(request),
        )
    except Refused as refused:
        put_beside(refused.moved(_place_field), {"": form})
        return _pools_page(request, found, rights, places=(known.pk, form), refused=refused)
    messages.success(request, _("The amounts of “%(fee)s” are saved.") % {"fee": known.name})
    return redirect("brackets:pools", tournament, event)


def _place_field(fault: str) -> str:
    """The field of a place whose amount by hand is wrong."""
    _by_hand, _dot, place = fault.partition("by_hand.")
    return f"place_{int(place) + 1}" if place else fault


def _pool(event: Event, fee: Fee) -> PoolShown:
    _books, awards = reads.event_books(event.tournament, event.slug)
    return next(pool for pool in awards.pools if pool.fee == fee.pk)


def _amounts(pool: PoolShown) -> list[int]:
    """What the places of a pool get now; where nobody has said, empty places for one in so many."""
    return [place.cents for place in pool.places] or [0] * paid_places(pool.people, pool.ratio)


def _pools_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    plan: tuple[int, PoolForm] | None = None,
    places: tuple[int, PoolPlacesForm] | None = None,
    refused: Refused | None = None,
    refused_fee: int = 0,
) -> HttpResponse:
    """The page. `plan` and `places` are forms that could not be saved, each with the key of its fee; `refused_fee` is that of
    the pool whose plan could not be taken back."""
    _books, awards = reads.event_books(event.tournament, event.slug)
    paid = bool(reads.paid_in(event))
    rows = []
    for pool in awards.pools:
        failed = plan[1] if plan and plan[0] == pool.fee else None
        wrong = places[1] if places and places[0] == pool.fee else None
        initial = {"type": pool.type or "graduated", "ratio": pool.ratio}
        form = failed or PoolForm(
            ratio=pool.ratio,
            by_hand=pool.type == "by_hand",
            asks_why=paid,
            prefix=f"pool{pool.fee}",
            initial=initial,
        )
        amounts = wrong or PoolPlacesForm(amounts=_amounts(pool), reason=pool.reason, prefix=f"places{pool.fee}")
        rows.append((pool, form, amounts, wrong is not None))
    context = {"current": "money", "rows": rows, "awards": awards, "refused": refused, "refused_fee": refused_fee}
    given: list[forms.Form] = [one[1] for one in (plan, places) if one]
    return show(request, "brackets/pools.html", event, rights, context, status=status_of(refused, *given))
