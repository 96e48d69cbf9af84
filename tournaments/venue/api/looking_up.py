"""The search for a player in all events of a tournament, in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import tournament_for
from tournaments.api.shapes import PlayersField, refusals
from tournaments.venue.reads.looking_up import look_up

LONGEST_SEARCH = 80


class PlayerSeenSerializer(serializers.Serializer[Any]):
    """A player whose name a public page of an event shows."""

    event = serializers.CharField(source="event.slug", help_text="The event in the address.")
    seat = serializers.CharField(help_text="The permanent ID there.")
    name = serializers.CharField(help_text="Who.")
    players = PlayersField()


class LookUpView(APIView):
    """The search for players by seat or name."""

    @extend_schema(
        operation_id="look_up_players",
        summary="Look for a player",
        description="Those with a seat whom `q` can mean, event by event, as far as you may see who plays; at most forty.",
        parameters=[
            OpenApiParameter(
                "q",
                OpenApiTypes.STR,
                description="A permanent ID like A-23, a name or a part of one; without it nobody.",
            )
        ],
        responses={200: PlayerSeenSerializer(many=True), **refusals(404)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, rights = tournament_for(request.user, tournament)
        text = request.query_params.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
        return Response(PlayerSeenSerializer(look_up(this_tournament, text, rights), many=True).data)
