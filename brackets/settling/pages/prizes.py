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

from brackets.settling.actions import pools as pools_actions
from brackets.settling.actions import prizes as prizes_actions
from brackets.settling.actions.prizes import PrizePlan
from brackets.settling.forms import FundForm, PoolForm, PoolPlacesForm, PrizesForm
from brackets.settling.reads.prizes import POOLS, EventAwards, PoolShown, prize_values
from brackets.settling.reads.settling import EventBooks, event_books, paid_in
from brackets.settling.rules import paid_places, places_of, proposal
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Overwriting, Refused
from tournaments.http import TakenAway
from tournaments.models import Event, Fee
from tournaments.money.rules import written
from tournaments.rules.last_name import by_last_name
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, put_beside, show, status_of

# --- Prizes ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The table of prizes. A POST sets it. `?fund=` fills the form with a proposal, without saving it."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    books, awards = event_books(event_row.tournament, event_row.slug)
    if request.method != "POST":
        return _prizes_page(request, event_row, rights, books, awards)
    form = _prizes_form(event_row, awards, request.POST)
    with Attempt() as attempt:
        reason, read = cleaned(form).get("reason", ""), form.plans_read()
        prizes_actions.set_prizes(
            event=event_row,
            prizes=[PrizePlan(**plan) for plan in form.plans()],
            read=None if read is None else [PrizePlan(**plan) for plan in read],
            reason=reason,
            actor=actor_of(request),
        )
        messages.success(request, _("The prizes are saved."))
        return redirect("brackets:prizes", tournament, event)
    if isinstance(attempt.refused, Overwriting):
        return _overtaken(request, event_row, rights, form, attempt.refused)
    if attempt.refused:
        put_beside(attempt.refused.moved(form.field_of), {"": form})
    return _prizes_page(request, event_row, rights, books, awards, form=form, refused=attempt.refused)


def _overtaken(
    request: HttpRequest, event: Event, rights: Rights, form: PrizesForm, refused: Overwriting
) -> HttpResponse:
    """The page after an Overwriting refusal: the current table with the typed changes.

    Beside each prize that somebody else changed, a message says so.
    """
    books, awards = event_books(event.tournament, event.slug)
    fresh = _prizes_form(event, awards, prizes=list((refused.current or {})["prizes"]), spare=form.most_changed)
    with hall_time(event):
        typed, messages_by_field = form.taken_over(refused, fresh)
    redisplayed = _prizes_form(event, awards, fresh.as_sent(typed))
    redisplayed.is_overtaken = True
    for name, message in messages_by_field.items():
        redisplayed.add_error(name, message)
    if not messages_by_field:
        redisplayed.add_error(None, refused.message)
    return _prizes_page(request, event, rights, books, awards, form=redisplayed, refused=refused)


def _prizes_form(
    event: Event, awards: EventAwards, data: Any = None, *, prizes: list[dict[str, Any]] | None = None, spare: int = 0
) -> PrizesForm:
    """The form of the table `prizes`, by default the current one."""
    return PrizesForm(
        data,
        places=places_of(awards.qualifiers),
        prizes=[prize_values(prize) for prize in awards.prizes] if prizes is None else prizes,
        entrants=sorted(
            ((entry.number, entry.known_in_full) for entry in event.entries.with_people()),
            key=lambda entrant: by_last_name(entrant[1]),
        ),
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
    """The page of the prizes. A valid `?fund=` fills the form with a proposal, unless a form could not be saved."""
    fund = FundForm(request.GET if "fund" in request.GET else None, initial={"fund": written(max(0, books.fund))})
    proposed = None
    if form is None and fund.is_bound and fund.is_valid():
        proposed = fund.cleaned_data["fund"]
        amounts = proposal(proposed, awards.qualifiers, high_nonqualifier=awards.entrants > awards.qualifiers)
        # The proposal counts as typed by the director, and the current table as read.
        table = _prizes_form(event, awards)
        form = _prizes_form(event, awards, table.as_sent(_as_typed(amounts, table)))
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


def _as_typed(amounts: Mapping[int, int], table: PrizesForm) -> dict[str, str]:
    """Proposed amounts (cents by place, 0 for the high nonqualifier) as form data for all places of the table."""
    texts = {f"place_{place}" if place else "hnq": written(cents) for place, cents in amounts.items()}
    return {field.name: texts.get(field.name, "") for field in table.of_places}


# --- Pools -----------------------------------------------------------------------------------------------------------


@require_safe
def pools(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every pool of the event: who is in it, its fund, and what each place gets."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    return _pools_page(request, event_row, rights)


def _fee(event: Event, key: int) -> Fee:
    """The pool with this fee key. Raises TakenAway if the event has no such pool."""
    fee = event.fees.select_related("event__tournament").filter(pk=key, kind__in=POOLS).first()
    if fee is None:
        page = reverse("brackets:pools", args=[event.tournament.slug, event.slug])
        raise TakenAway(_("This event has no such pool. Somebody may have taken it away."), page=page)
    return fee


@require_POST
def plan_pool(request: HttpRequest, tournament: str, event: str, fee: int) -> HttpResponse:
    """Set how a pool is paid out, or remove its plan (`remove`)."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    fee_row = _fee(event_row, fee)
    pool = _pool(event_row, fee_row)
    form = _pool_form(event_row, pool, request.POST)
    if "remove" in request.POST:
        reason_to_remove = request.POST.get(f"pool{fee_row.pk}-reason", "")
        with Attempt() as attempt:
            read = _plan_read(form) if form.is_valid() else None
            pools_actions.remove_pool_plan(fee=fee_row, reason=reason_to_remove, read=read, actor=actor_of(request))
            messages.success(request, _("The payout of “%(fee)s” is cleared.") % {"fee": fee_row.name})
            return redirect("brackets:pools", tournament, event)
        if isinstance(attempt.refused, Overwriting):
            put_beside(attempt.refused, {"": form})
            form.carry("by_hand", (attempt.refused.current or {})["by_hand"])
            return _pools_page(request, event_row, rights, plan=(fee_row.pk, form))
        return _pools_page(request, event_row, rights, refused=attempt.refused, refused_fee=fee_row.pk)
    with Attempt(form):
        values = cleaned(form)
        amounts_by_hand = pool.by_hand if values["type"] == "by_hand" else ()
        pools_actions.plan_pool(
            fee=fee_row,
            type=values["type"],
            ratio=values["ratio"],
            by_hand=amounts_by_hand,
            reason=pool.reason if amounts_by_hand else values.get("reason", ""),
            read=_plan_read(form),
            actor=actor_of(request),
        )
        messages.success(request, _("How “%(fee)s” is paid out is saved.") % {"fee": fee_row.name})
        return redirect("brackets:pools", tournament, event)
    if isinstance(form.refused, Overwriting):
        # The page shows the current plan, so the redisplayed form carries it as read.
        form.carry("by_hand", (form.refused.current or {})["by_hand"])
    return _pools_page(request, event_row, rights, plan=(fee_row.pk, form))


@require_POST
def pool_places(request: HttpRequest, tournament: str, event: str, fee: int) -> HttpResponse:
    """Set the amounts of a pool by hand, with the reason."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    fee_row = _fee(event_row, fee)
    pool = _pool(event_row, fee_row)
    form = PoolPlacesForm(request.POST, amounts=_amounts(pool), by_hand=pool.by_hand, prefix=f"places{fee_row.pk}")
    with Attempt(form, place=_place_field):
        reason = cleaned(form)["reason"]
        pools_actions.plan_pool(
            fee=fee_row,
            type=pool.type or "by_hand",
            ratio=pool.ratio,
            by_hand=form.amounts(),
            reason=reason,
            read=form.shown(),
            actor=actor_of(request),
        )
        messages.success(request, _("The amounts of “%(fee)s” are saved.") % {"fee": fee_row.name})
        return redirect("brackets:pools", tournament, event)
    if isinstance(form.refused, Overwriting):
        # The page shows the current amounts, so the redisplayed form carries them as read.
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
    by_hand = form.cleaned_data["by_hand"]
    return None if by_hand is None else {**form.read, "by_hand": by_hand}


def _place_field(fault: str) -> str:
    """The form field of a fault: `place_1` for the fault `by_hand.0`; another fault has the name of its field."""
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
    """The page of the pools. `plan` and `places` are forms that could not be saved, each with its fee key.

    `refused_fee` is the fee key of the pool whose plan could not be removed.
    """
    _books, awards = event_books(event.tournament, event.slug)
    rows = []
    for pool in awards.pools:
        refused_plan = plan[1] if plan and plan[0] == pool.fee else None
        refused_places = places[1] if places and places[0] == pool.fee else None
        plan_form = refused_plan or _pool_form(event, pool)
        places_form = refused_places or PoolPlacesForm(
            amounts=_amounts(pool), by_hand=pool.by_hand, reason=pool.reason, prefix=f"places{pool.fee}"
        )
        rows.append((pool, plan_form, places_form, refused_places is not None))
    context = {"current": "money", "rows": rows, "awards": awards, "refused": refused, "refused_fee": refused_fee}
    status = status_of(refused, plan and plan[1], places and places[1])
    return show(request, "brackets/settling/pools.html", event, rights, context, status=status)
