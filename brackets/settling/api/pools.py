"""Pools and their plans in the API. Every amount is in cents. Shapes only; the actions decide."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.models import PoolPlan
from brackets.settling.actions.settling import plan_pool, remove_pool_plan
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
        {"place": 1, "given": 8000, "cents": 8000, "winner": {"player": 17, "name": "Ann Petty", "cents": 8000}}
    ],
}


class PoolBody(StrictSerializer):
    """How a pool is paid out."""

    type = OneOfField(choices=PoolPlan.Type.choices, help_text="What gives the amounts.")
    ratio = WholeNumberField(
        min_value=1, max_value=100, required=False, help_text="One in so many is paid; 4 if left out."
    )
    by_hand = serializers.ListField(
        child=WholeNumberField(min_value=0, max_value=MOST_CENTS),
        required=False,
        max_length=500,
        help_text="Amounts that count instead, the best place first; with the reason.",
    )
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        help_text="Why: needed with amounts by hand, and where somebody who was paid already comes to have won less.",
    )
    mark = TextField(
        max_length=20,
        required=False,
        allow_blank=True,
        help_text="That of what you looked at; another one now: 409 `stale`, and without it where somebody else has set it last.",
    )


class PoolPlaceOut(serializers.Serializer[Any]):
    """One place of a pool."""

    place = serializers.IntegerField(help_text="From 1, among those who take the pool.")
    given = serializers.IntegerField(help_text="What the type gives.")
    cents = serializers.IntegerField(help_text="What counts.")
    winner = WinnerOut(source="who", allow_null=True, help_text="Who has it, before posting as the cards stand.")


class PoolOut(serializers.Serializer[Any]):
    """A pool: who is in it, what there is, what each place gets."""

    fee = serializers.IntegerField(help_text="The fee's id.")
    name = serializers.CharField(help_text="The fee's name.")
    kind = serializers.ChoiceField(choices=Fee.Kind.choices, help_text="What it is.")
    cents = serializers.IntegerField(help_text="What it costs.")
    people = serializers.IntegerField(help_text="Who owes it and was not let off, paid or not.")
    no_shows = serializers.ListField(
        source="players_not_here",
        child=serializers.IntegerField(),
        help_text="The players among them who are noted as not here.",
    )
    fund = serializers.IntegerField(help_text="What they pay together.")
    type = serializers.CharField(help_text="As it was set; empty while nothing is paid out.")
    ratio = serializers.IntegerField(help_text="One in so many is paid.")
    by_hand = serializers.ListField(child=serializers.IntegerField(), help_text="Amounts that count instead.")
    reason = serializers.CharField(help_text="Why they are by hand.")
    mark = serializers.CharField(
        help_text="Another one after any change of how it is paid out; empty while nothing is."
    )
    planned = serializers.IntegerField(help_text="What all places come to.")
    difference = serializers.IntegerField(
        help_text="What the fund has left; below 0 where more is planned than there is."
    )
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
        "for another `mark`, and without one where somebody else has set it last.",
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
        description="For the director. Twice is the same as once. Needs a reason where somebody who was paid comes to have won less. "
        "Body: `reason`.",
        parameters=[FEE_ID],
        request=ReasonBody,
        examples=[body_example("Why", {"reason": "It is paid back"})],
    )
    def delete(self, request: Request, tournament: str, event: str, fee: int) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        reason = read(ReasonBody, request).get("reason", "")
        remove_pool_plan(fee=fee_of(event_row, fee), reason=reason, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
