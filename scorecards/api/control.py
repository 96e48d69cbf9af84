"""The API of the control sheet and of the four piles."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.reads.control import control_values, piles_values
from scorecards.reads.sheet import sheet
from scorecards.rules.control import Stage, Step
from scorecards.rules.piles import Pile
from tournaments.access import Need, event_for
from tournaments.api.shapes import refusals


class CountsSerializer(serializers.Serializer[Any]):
    """How many cards are in each state; together all the entrants."""

    not_in = serializers.IntegerField()
    typed = serializers.IntegerField()
    looked_at = serializers.IntegerField()
    discrepancy = serializers.IntegerField()
    resolved = serializers.IntegerField()
    matched = serializers.IntegerField()
    final = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`in` is a word of Python's own, so it cannot be declared above."""
        return {**super().get_fields(), Stage.IN.value: serializers.IntegerField()}


class NextSerializer(serializers.Serializer[Any]):
    """What brings a card on, on whose card, in which game, against whom."""

    step = serializers.ChoiceField([step.value for step in Step])
    seat = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    other = serializers.CharField(allow_null=True)


class ControlledSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField()
    state = serializers.ChoiceField([stage.value for stage in Stage])
    pile = serializers.ChoiceField([pile.value for pile in Pile], allow_null=True, help_text="Null until complete.")
    blocks = serializers.BooleanField(help_text="Whether posting the qualifiers waits for this card.")
    next = NextSerializer()


class ControlSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    counts = CountsSerializer()
    no_shows = serializers.ListField(child=serializers.CharField())
    seats = ControlledSerializer(many=True)


class ControlView(APIView):
    """Where every card stands, and its next step."""

    @extend_schema(responses={200: ControlSerializer, **refusals(401, 403, 404)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return Response(control_values(sheet(found)))


class PileCountsSerializer(serializers.Serializer[Any]):
    definite = serializers.IntegerField()
    probable = serializers.IntegerField()
    probably_not = serializers.IntegerField()
    dead_zone = serializers.IntegerField()
    not_complete = serializers.IntegerField()


class KeySerializer(serializers.Serializer[Any]):
    game_points = serializers.IntegerField()
    games_won = serializers.IntegerField()
    net = serializers.IntegerField(allow_null=True, help_text="Null where the event records no spread.")
    plus = serializers.IntegerField(allow_null=True, help_text="Null where the event records no spread.")


class PileRowSerializer(serializers.Serializer[Any]):
    """One card with its place now, and the least and the most that it can still come to."""

    seat = serializers.CharField()
    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    pile = serializers.ChoiceField([pile.value for pile in Pile], allow_null=True, help_text="Null until complete.")
    best_rank = serializers.IntegerField()
    worst_rank = serializers.IntegerField()
    lowest = KeySerializer()
    highest = KeySerializer()


class PilesSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    quota = serializers.IntegerField()
    settled = serializers.BooleanField(
        help_text="Whether nothing is open any more: then only the proved piles have cards."
    )
    counts = PileCountsSerializer()
    rows = PileRowSerializer(many=True)
    check_first = serializers.ListField(child=serializers.CharField())


class PilesView(APIView):
    """The four piles, the first and the last proved, and what every card can still come to."""

    @extend_schema(responses={200: PilesSerializer, **refusals(401, 403, 404)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return Response(piles_values(sheet(found)))
