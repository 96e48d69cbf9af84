"""Pools and their plans in the API. Every amount is in cents. Shapes only; the actions decide."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.models import PoolPlan
from brackets.settling.actions.pools import plan_pool, remove_pool_plan
from brackets.settling.api.prizes import WinnerOut
from brackets.settling.reads.prizes import PoolShown
from brackets.settling.reads.settling import event_books
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    OneOfField,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    page_example,
    pages_of,
    paginated,
    read,
)
from tournaments.models import MAX_REASON, Event, Fee
from tournaments.money.api import FEE_ID, ReasonBody, fee_of
from tournaments.money.rules import MOST_CENTS

POOL = {
    "fee": 4,
    "name": "Q-pool 1 in 4",
    "kind": "q_pool",
    "cents": 1000,
    "people": 20,
    "no_shows": [],
    "fund": 20000,
    "type": "graduated",
    "ratio": 6,
    "by_hand": [],
    "reason": "",
    "mark": "5f2b1c9a7d04",
    "planned": 20000,
    "difference": 0,
    "official": True,
    "places": [
        {
            "place": 1,
            "given": 8000,
            "cents": 8000,
            "winner": {"player": 17, "name": "Ann Petty", "players": [], "cents": 8000},
        }
    ],
}


class PoolBody(StrictSerializer):
    """How a pool is paid out."""

    type = OneOfField(choices=PoolPlan.Type.choices, help_text="What gives the amounts.")
    ratio = WholeNumberField(
        min_value=1, max_value=100, required=False, help_text="One in so many people is paid; 4 if left out."
    )
    by_hand = serializers.ListField(
        child=WholeNumberField(min_value=0, max_value=MOST_CENTS),
        required=False,
        max_length=500,
        help_text="Amounts that replace those of the type, best place first; they need a reason.",
    )
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        help_text="Why; needed with amounts by hand, and if somebody who was paid already would have won less.",
    )
    mark = TextField(
        max_length=20,
        required=False,
        allow_blank=True,
        help_text="The `mark` of the plan that you read. If the plan has another mark now, 409 `stale`; without it, "
        "409 `stale` if somebody else has set the plan last.",
    )


class PoolPlaceOut(serializers.Serializer[Any]):
    """One place of a pool."""

    place = serializers.IntegerField(help_text="From 1, among those who take the pool.")
    given = serializers.IntegerField(help_text="The amount by the type.")
    cents = serializers.IntegerField(help_text="The amount that counts.")
    winner = WinnerOut(source="who", allow_null=True, help_text="Who has it; before posting, by the cards so far.")


class PoolOut(serializers.Serializer[Any]):
    """A pool: who is in it, what there is, what each place gets."""

    fee = serializers.IntegerField(help_text="The fee's id.")
    name = serializers.CharField(help_text="The fee's name.")
    kind = serializers.ChoiceField(choices=Fee.Kind.choices, help_text="What it is.")
    cents = serializers.IntegerField(help_text="What it costs.")
    people = serializers.IntegerField(
        help_text="The number of people who owe it without a waiver, whether they have paid or not."
    )
    no_shows = serializers.ListField(
        source="players_not_here",
        child=serializers.IntegerField(),
        help_text="The players among them who are marked as no-shows.",
    )
    fund = serializers.IntegerField(help_text="What they pay together.")
    type = serializers.CharField(help_text="The type as set; empty without a plan.")
    ratio = serializers.IntegerField(help_text="One in so many people is paid.")
    by_hand = serializers.ListField(
        child=serializers.IntegerField(), help_text="Amounts that replace those of the type."
    )
    reason = serializers.CharField(help_text="Why the amounts are set by hand.")
    mark = serializers.CharField(help_text="It changes with every change of the plan; empty without a plan.")
    planned = serializers.IntegerField(help_text="The sum of all places.")
    difference = serializers.IntegerField(help_text="What the fund has left; below 0 if more is planned than there is.")
    official = serializers.BooleanField(help_text="Whether the ranks are posted.")
    places = PoolPlaceOut(many=True, help_text="Best place first.")


def _pools(event: Event) -> list[PoolShown]:
    _books, awards = event_books(event.tournament, event.slug)
    return list(awards.pools)


class PoolsView(APIView):
    """The pools of an event."""

    @extend_schema(
        operation_id="list_pools",
        summary="List the pools",
        description="For the director. Paid by rank in the qualifying round among those who take part; provisional until "
        "the qualifiers are posted.",
        responses={200: pages_of(PoolOut, "PoolPage")},
        examples=[page_example(POOL)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        return paginated(self, request, _pools(event_row), PoolOut)


class PoolPlanView(APIView):
    """How one pool is paid out."""

    @extend_schema(
        operation_id="plan_pool",
        summary="Say how a pool is paid out",
        description="For the director. Amounts by hand need their reason; the difference from the fund is only shown. Refused (`stale`) "
        "if the `mark` is another one now, and without a `mark` if somebody else has set the plan last.",
        parameters=[FEE_ID],
        request=PoolBody,
        responses={200: PoolOut},
        examples=[
            body_example("Graduated", {"type": "graduated", "ratio": 6}),
            answer_example("The pool now", POOL),
        ],
    )
    def put(self, request: Request, tournament: str, event: str, fee: int) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(PoolBody, request)
        plan_pool(fee=fee_of(event_row, fee), **body, unseen="mark" not in body, actor=actor_of(request))
        return Response(PoolOut(next(pool for pool in _pools(event_row) if pool.fee == fee)).data)

    @extend_schema(
        operation_id="remove_pool_plan",
        summary="Pay nothing of a pool out",
        description="For the director. Twice is the same as once. Needs a reason if somebody who was paid would have "
        "won less. Body: `reason`.",
        parameters=[FEE_ID],
        request=ReasonBody,
        examples=[body_example("Why", {"reason": "It is paid back"})],
    )
    def delete(self, request: Request, tournament: str, event: str, fee: int) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        reason = read(ReasonBody, request).get("reason", "")
        remove_pool_plan(fee=fee_of(event_row, fee), reason=reason, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
