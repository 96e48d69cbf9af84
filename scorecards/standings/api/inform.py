"""The API of the players who must be told what corrections did to them (12.2.i, 2020)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards import access
from scorecards.sheet.api import sheet_now
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.standings.actions.inform import inform_player, take_back_informing
from scorecards.standings.reads import inform as inform_reads
from tournaments.access import Need, event_for
from tournaments.api.shapes import PlayersAtSeatField, StrictSerializer, TextField, actor_of, read
from tournaments.models import Event
from tournaments.reads.entries import teams


class ToInformSerializer(serializers.Serializer[Any]):
    """A player whose fact or position of qualifying was changed by corrections."""

    seat = serializers.CharField()
    name = serializers.CharField()
    players = PlayersAtSeatField()
    sentence = serializers.CharField(help_text="What corrections did, for people.")
    move = serializers.CharField(help_text="The same, for programs; another one as soon as they do something else.")
    discrepancies = serializers.ListField(
        child=serializers.CharField(), help_text="The corrected games that are the evidence."
    )
    told_by = serializers.CharField(source="told.by", allow_null=True)
    told_at = serializers.DateTimeField(source="told.at", allow_null=True)


def _shown(event_sheet: Sheet) -> Response:
    rows = inform_reads.to_inform(event_sheet, None)
    return Response(ToInformSerializer(rows, many=True, context={"teams": teams(event_sheet.event)}).data)


class InformView(APIView):
    """The players to inform."""

    @extend_schema(operation_id="inform_list", responses={200: ToInformSerializer(many=True)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return _shown(sheet(this_event))


class InformBody(StrictSerializer):
    move = TextField(max_length=120, help_text="What they were told: the `move` of the list.")


class InformOneView(APIView):
    """Note that a player was told."""

    @extend_schema(
        operation_id="inform_player",
        request=InformBody,
        responses={200: ToInformSerializer(many=True)},
    )
    def post(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        body = read(InformBody, request)
        inform_player(event=this_event, seat=entry.seat, move=body["move"], actor=actor_of(request))
        return _shown(sheet_now(Event.objects.get(pk=this_event.pk)))

    @extend_schema(
        operation_id="take_back_informing",
        responses={200: ToInformSerializer(many=True)},
    )
    def delete(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        """The player was not told after all."""
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        take_back_informing(event=this_event, seat=entry.seat, actor=actor_of(request))
        return _shown(sheet_now(Event.objects.get(pk=this_event.pk)))
