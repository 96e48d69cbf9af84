"""The prizes and pools of an event, as its director sets them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.settling.actions import settling as settling_actions
from brackets.settling.actions.settling import PrizePlan
from brackets.settling.forms import FundForm, PoolForm, PoolPlacesForm, PrizesForm
from brackets.settling.reads.prizes import POOLS, EventAwards, PoolShown, prize_values
from brackets.settling.reads.settling import EventBooks, event_books, paid_in
from brackets.settling.rules import paid_places, places_of, proposal
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Overwriting, Refused
from tournaments.http import TakenAway
from tournaments.models import Event, Fee
from tournaments.money.rules import written
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, put_beside, show, status_of

# --- Prizes ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The table of prizes. `?fund=` fills the form with a proposal without saving it; a POST sets the table."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    books, awards = event_books(event_row.tournament, event_row.slug)
    if request.method != "POST":
        return _prizes_page(request, event_row, rights, books, awards)
    form = _prizes_form(event_row, awards, request.POST)
    with Attempt() as tried:
        reason, read = cleaned(form).get("reason", ""), form.plans_read()
        settling_actions.set_prizes(
            event=event_row,
            prizes=[PrizePlan(**plan) for plan in form.plans()],
            read=None if read is None else [PrizePlan(**plan) for plan in read],
            reason=reason,
            actor=actor_of(request),
        )
        messages.success(request, _("The prizes are saved."))
        return redirect("brackets:prizes", tournament, event)
    if isinstance(tried.refused, Overwriting):
        return _overtaken(request, event_row, rights, form, tried.refused)
    if tried.refused:
        put_beside(tried.refused.moved(form.field_of), {"": form})
    return _prizes_page(request, event_row, rights, books, awards, form=form, refused=tried.refused)


def _overtaken(
    request: HttpRequest, event: Event, rights: Rights, form: PrizesForm, refused: Overwriting
) -> HttpResponse:
    """The current table with what was typed, and each prize that somebody else changed beside its field."""
    books, awards = event_books(event.tournament, event.slug)
    fresh = _prizes_form(event, awards, prizes=list((refused.current or {})["prizes"]), spare=form.most_changed)
    with hall_time(event):
        typed, messages_by_field = form.taken_over(refused, fresh)
    bound = _prizes_form(event, awards, fresh.as_sent(typed))
    bound.is_overtaken = True
    for name, message in messages_by_field.items():
        bound.add_error(name, message)
    if not messages_by_field:
        bound.add_error(None, refused.message)
    return _prizes_page(request, event, rights, books, awards, form=bound, refused=refused)


def _prizes_form(
    event: Event, awards: EventAwards, data: Any = None, *, prizes: list[dict[str, Any]] | None = None, spare: int = 0
) -> PrizesForm:
    return PrizesForm(
        data,
        places=places_of(awards.qualifiers),
        prizes=[prize_values(prize) for prize in awards.prizes] if prizes is None else prizes,
        entrants=list(event.entries.order_by("name").values_list("number", "name")),
        spare=spare,
        asks_why=bool(paid_in(event)),
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
        # The proposal counts as typed by the director; `read` is the table as it is.
        table = _prizes_form(event, awards)
        form = _prizes_form(event, awards, table.as_sent(_as_typed(start, table)))
    context = {
        "current": "money",
        "books": books,
        "awards": awards,
        "form": form or _prizes_form(event, awards),
        "fund": fund,
        "proposed": proposed,
        "left": books.fund - books.prizes,
    }
    status = status_of(refused, form if proposed is None else None, fund)
    return show(request, "brackets/settling/prizes.html", event, rights, context, status=status)


def _as_typed(start: Mapping[int, int], table: PrizesForm) -> dict[str, str]:
    """A proposal for the prizes as form data: 0 is the high nonqualifier; places without a prize are empty."""
    fields = [field.name for field in table.of_places]
    amounts = {f"place_{place}" if place else "hnq": written(cents) for place, cents in start.items()}
    return {name: amounts.get(name, "") for name in fields}


# --- Pools -----------------------------------------------------------------------------------------------------------


@require_safe
def pools(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every pool of the event: who is in it, its fund, and what each place gets."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    return _pools_page(request, event_row, rights)


def _fee(event: Event, key: int) -> Fee:
    fee = event.fees.select_related("event__tournament").filter(pk=key, kind__in=POOLS).first()
    if fee is None:
        page = reverse("brackets:pools", args=[event.tournament.slug, event.slug])
        raise TakenAway(_("This event has no such pool. Somebody may have taken it away."), page=page)
    return fee


@require_POST
def plan_pool(request: HttpRequest, tournament: str, event: str, fee: int) -> HttpResponse:
    """Set how a pool is paid out, or with `remove` remove that plan."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    fee_row = _fee(event_row, fee)
    now = _pool(event_row, fee_row)
    form = _pool_form(event_row, now, request.POST)
    if "remove" in request.POST:
        why = request.POST.get(f"pool{fee_row.pk}-reason", "")
        with Attempt() as tried:
            read = _plan_read(form) if form.is_valid() else None
            settling_actions.remove_pool_plan(fee=fee_row, reason=why, read=read, actor=actor_of(request))
            messages.success(
                request, _("Nothing is said any more of how “%(fee)s” is paid out.") % {"fee": fee_row.name}
            )
            return redirect("brackets:pools", tournament, event)
        if isinstance(tried.refused, Overwriting):
            put_beside(tried.refused, {"": form})
            form.carry("by_hand", (tried.refused.current or {})["by_hand"])
            return _pools_page(request, event_row, rights, plan=(fee_row.pk, form))
        return _pools_page(request, event_row, rights, refused=tried.refused, refused_fee=fee_row.pk)
    with Attempt(form):
        values = cleaned(form)
        kept = now.by_hand if values["type"] == "by_hand" else ()
        settling_actions.plan_pool(
            fee=fee_row,
            type=values["type"],
            ratio=values["ratio"],
            by_hand=kept,
            reason=now.reason if kept else values.get("reason", ""),
            read=_plan_read(form),
            actor=actor_of(request),
        )
        messages.success(request, _("How “%(fee)s” is paid out is saved.") % {"fee": fee_row.name})
        return redirect("brackets:pools", tournament, event)
    if isinstance(form.refused, Overwriting):
        # The page shown next displays the current plan, so the form carries it as read.
        form.carry("by_hand", (form.refused.current or {})["by_hand"])
    return _pools_page(request, event_row, rights, plan=(fee_row.pk, form))


@require_POST
def pool_places(request: HttpRequest, tournament: str, event: str, fee: int) -> HttpResponse:
    """Set the amounts of a pool by hand, with the reason."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    fee_row = _fee(event_row, fee)
    now = _pool(event_row, fee_row)
    form = PoolPlacesForm(request.POST, amounts=_amounts(now), by_hand=now.by_hand, prefix=f"places{fee_row.pk}")
    with Attempt(form, place=_place_field):
        reason = cleaned(form)["reason"]
        settling_actions.plan_pool(
            fee=fee_row,
            type=now.type or "by_hand",
            ratio=now.ratio,
            by_hand=form.amounts(),
            reason=reason,
            read=form.shown(),
            actor=actor_of(request),
        )
        messages.success(request, _("The amounts of “%(fee)s” are saved.") % {"fee": fee_row.name})
        return redirect("brackets:pools", tournament, event)
    if isinstance(form.refused, Overwriting):
        # The page shown next displays the current amounts, so the form carries them as read.
        form.carry("by_hand", _pool(event_row, fee_row).by_hand)
    return _pools_page(request, event_row, rights, places=(fee_row.pk, form))


def _pool_form(event: Event, pool: PoolShown, data: Any = None) -> PoolForm:
    return PoolForm(
        data,
        ratio=pool.ratio,
        by_hand=pool.type == "by_hand",
        asks_why=bool(paid_in(event)),
        prefix=f"pool{pool.fee}",
        initial={"type": pool.type or "graduated", "ratio": pool.ratio, "by_hand": pool.by_hand},
    )


def _plan_read(form: PoolForm) -> dict[str, Any] | None:
    """What the page showed of the plan of a pool; None if the form did not carry it."""
    kept = form.cleaned_data["by_hand"]
    return None if kept is None else {**form.read, "by_hand": kept}


def _place_field(fault: str) -> str:
    """The form field of a place whose amount by hand is wrong."""
    _by_hand, _dot, place = fault.partition("by_hand.")
    return f"place_{int(place) + 1}" if place else fault


def _pool(event: Event, fee: Fee) -> PoolShown:
    _books, awards = event_books(event.tournament, event.slug)
    return next(pool for pool in awards.pools if pool.fee == fee.pk)


def _amounts(pool: PoolShown) -> list[int]:
    """The current amounts of a pool's places in cents; zeros if there are none yet."""
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
    """The page. `plan` and `places` are forms that could not be saved, each with its fee key.

    `refused_fee` is the key of the pool whose plan could not be removed.
    """
    _books, awards = event_books(event.tournament, event.slug)
    rows = []
    for pool in awards.pools:
        failed = plan[1] if plan and plan[0] == pool.fee else None
        wrong = places[1] if places and places[0] == pool.fee else None
        form = failed or _pool_form(event, pool)
        amounts = wrong or PoolPlacesForm(
            amounts=_amounts(pool), by_hand=pool.by_hand, reason=pool.reason, prefix=f"places{pool.fee}"
        )
        rows.append((pool, form, amounts, wrong is not None))
    context = {"current": "money", "rows": rows, "awards": awards, "refused": refused, "refused_fee": refused_fee}
    status = status_of(refused, plan and plan[1], places and places[1])
    return show(request, "brackets/settling/pools.html", event, rights, context, status=status)
