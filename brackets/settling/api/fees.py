"""A fee of an event that is changed or removed, in the API. Shapes only; the actions decide."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.settling.actions.fees import change_fee, remove_fee
from tournaments.access import Need, event_for
from tournaments.api.shapes import actor_of, answer_example, body_example, read
from tournaments.money.api import FEE, FEE_ID, FeeChanges, FeeSerializer, ReasonBody, fee_of
from tournaments.money.reads.money import fees


class FeeView(APIView):
    """One fee."""

    @extend_schema(
        operation_id="change_fee",
        summary="Change a fee",
        description="For the director. Needs a reason if somebody took or paid the fee, and if somebody who was paid "
        "already would have won less from a pool. Money that was received stays.",
        parameters=[FEE_ID],
        request=FeeChanges(partial=True),
        responses={200: FeeSerializer},
        examples=[
            body_example("Dearer", {"cents": 1500, "reason": "As on the flyer"}),
            answer_example("As changed", {**FEE, "cents": 1500}),
        ],
    )
    def patch(self, request: Request, tournament: str, event: str, fee: int) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        fee_row = fee_of(event_row, fee)
        changes = read(FeeChanges, request, partial=True)
        reason = changes.pop("reason", "")
        change_fee(fee=fee_row, changes=changes, reason=reason, actor=actor_of(request))
        return Response(FeeSerializer(fees(event_row).get(pk=fee)).data)

    @extend_schema(
        operation_id="remove_fee",
        summary="Take a fee away",
        description="For the director. Nobody owes it any more. Needs a reason if somebody took or paid it. Body: "
        "`reason`.",
        parameters=[FEE_ID],
        request=ReasonBody,
        examples=[body_example("Why", {"reason": "Too few takers"})],
    )
    def delete(self, request: Request, tournament: str, event: str, fee: int) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        reason = read(ReasonBody, request).get("reason", "")
        remove_fee(fee=fee_of(event_row, fee), reason=reason, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
