"""The API of paper cards besides typing: handed in, set aside for the director, taken up, and said to end early."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards import access
from scorecards.cards.actions.stack import (
    end_card,
    receive_cards,
    set_card_aside,
    take_back_end,
    take_back_receipts,
    take_card_up,
)
from scorecards.models import Scorecard
from tournaments.access import Need, event_for
from tournaments.api.shapes import StrictSerializer, TextField, actor_of, read, text_of

MOST_SEATS = 2000


class ReceivedBody(StrictSerializer):
    """The cards that are handed in."""

    seats = serializers.ListField(child=TextField(max_length=8), min_length=1, max_length=MOST_SEATS)


class ReceivedSerializer(serializers.Serializer[Any]):
    received = serializers.ListField(
        child=serializers.CharField(),
        help_text="Those for which that is new; the others were handed in or typed already.",
    )


class AsideBody(StrictSerializer):
    """Why the director has to see this card."""

    reason = text_of(Scorecard, "set_aside_reason", allow_blank=False)


class AsideSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField()
    reason = serializers.CharField()


class EndsSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField()
    ended = serializers.BooleanField()


class ReceivedView(APIView):
    """Note that cards are handed in at the desk, all or none. They are typed later."""

    @extend_schema(request=ReceivedBody, responses={200: ReceivedSerializer})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        new = receive_cards(event=this_event, seats=read(ReceivedBody, request)["seats"], actor=actor_of(request))
        return Response({"received": list(new)})


class NotReceivedView(APIView):
    """Take back that a card is handed in. Does nothing if it was not."""

    @extend_schema()
    def delete(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        take_back_receipts(event=this_event, seats=[entry.seat], actor=actor_of(request))
        return Response(status=204)


class AsideView(APIView):
    """Set a card aside for the director, with a reason, or take it up again. Repeating either changes nothing."""

    @extend_schema(request=AsideBody, responses={200: AsideSerializer})
    def put(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        reason = read(AsideBody, request)["reason"]
        set_card_aside(event=this_event, seat=entry.seat, reason=reason, actor=actor_of(request))
        return Response({"seat": entry.seat, "reason": reason})

    @extend_schema()
    def delete(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        take_card_up(event=this_event, seat=entry.seat, actor=actor_of(request))
        return Response(status=204)


class EndsView(APIView):
    """Say that the card of somebody who left early is complete as recorded, or that it may have more lines after all.

    Repeating either changes nothing.
    """

    @extend_schema(
        description="The card counts as it stands from then on, and the games beyond are not missed. Refused with `playing` for "
        "somebody who has not withdrawn. Typing every game up to `left_after` says the same by itself.",
        responses={200: EndsSerializer},
    )
    def post(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        end_card(event=this_event, seat=entry.seat, actor=actor_of(request))
        return Response({"seat": entry.seat, "ended": True})

    @extend_schema()
    def delete(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        take_back_end(event=this_event, seat=entry.seat, actor=actor_of(request))
        return Response(status=204)
