"""Playoffs of ties in the API. After posting, prizes depend on the playoff for the high nonqualifier."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.matches.actions.below import record_tiebreak, share_below
from tournaments.access import Need, event_for
from tournaments.api.shapes import StrictSerializer, TextField, actor_of, read
from tournaments.models import MAX_REASON


class TieBreakBody(StrictSerializer):
    order = serializers.ListField(child=TextField(max_length=8), min_length=2, max_length=500)
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        help_text="Needed after posting where somebody who was paid already comes to have won less.",
    )


class TieBreaksView(APIView):
    """Playoffs of tied groups. After posting, only the one for the high nonqualifier; it makes a new list."""

    @extend_schema(request=TieBreakBody, responses={201: TieBreakBody})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(TieBreakBody, request)
        record_tiebreak(event=event_row, order=body["order"], reason=body.get("reason", ""), actor=actor_of(request))
        return Response(body, status=status.HTTP_201_CREATED)

    @extend_schema(
        description="After posting: no game for the high nonqualifier counts, those who are level share the place. "
        "Body: `order` (who is level) and `reason`, as for the game.",
        request=TieBreakBody,
    )
    def delete(self, request: Request, tournament: str, event: str) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(TieBreakBody, request)
        share_below(event=event_row, members=body["order"], reason=body.get("reason", ""), actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
