"""The API of the provisional standings at earlier times."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.sheet.reads.moments import moments, standings_then
from scorecards.standings.api.standings import StandingsRowSerializer
from tournaments.access import event_for
from tournaments.api.shapes import found as or_missing
from tournaments.api.shapes import refusals


class MomentSerializer(serializers.Serializer[Any]):
    """A time at which the standings can be looked at again."""

    number = serializers.IntegerField(help_text="The number of its last act in the log.")
    at = serializers.DateTimeField(help_text="When that was.")


class StandingsThenSerializer(MomentSerializer):
    """Provisional standings of an earlier time."""

    quota = serializers.IntegerField(help_text="How many were to qualify then.")
    cards_complete = serializers.IntegerField(help_text="How many cards were in.")
    to_read = serializers.IntegerField(help_text="Lines that were still to be read again on the papers.")
    to_sign = serializers.IntegerField(help_text="Proposed corrections that waited for initials.")
    to_rule = serializers.IntegerField(help_text="Games that waited for the head judge.")
    not_typed = serializers.IntegerField(help_text="Lines that were not typed although the other card had the game.")
    rows = StandingsRowSerializer(many=True, help_text="Everybody, best card first, with the names of today.")


class MomentsView(APIView):
    """The times at which the standings can be looked at again."""

    @extend_schema(
        operation_id="standings_earlier",
        summary="Earlier times of the standings",
        description="While the cards came in, at most one of each quarter of an hour, oldest first; none at which the standings "
        "were held back.",
        responses={200: MomentSerializer(many=True), **refusals(403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        """Return the earlier times whose standings can be fetched, oldest first."""
        this_event, _rights = event_for(request.user, tournament, event, part="standings")
        return Response(MomentSerializer(moments(this_event), many=True).data)


class StandingsThenView(APIView):
    """The provisional standings of an earlier time."""

    @extend_schema(
        operation_id="standings_then",
        summary="The standings of an earlier time",
        parameters=[
            OpenApiParameter("number", int, OpenApiParameter.PATH, description="The number of the earlier time.")
        ],
        responses={200: StandingsThenSerializer, **refusals(403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str, number: int) -> Response:
        """Return the standings as they were at that time; 404 for a number that is not among the earlier times."""
        this_event, _rights = event_for(request.user, tournament, event, part="standings")
        moment = or_missing(
            next((candidate for candidate in moments(this_event) if candidate.number == number), None),
            _("The standings of that moment cannot be looked at. Choose one of the earlier times."),
        )
        standings = standings_then(this_event, moment)
        return Response(StandingsThenSerializer({**standings.values(), "number": moment.number, "at": moment.at}).data)
