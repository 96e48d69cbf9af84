"""The API of the control sheet and of the four piles."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.crosscheck.reads.control import control
from scorecards.crosscheck.rules import Stage, Step
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.rules.piles import Key, Pile, Piles
from scorecards.sheet.rules.ranking import Place
from tournaments.access import Need, event_for


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
        """Add the field `in`, which cannot be declared above because `in` is a keyword of Python."""
        return {**super().get_fields(), Stage.IN.value: serializers.IntegerField()}


class NextSerializer(serializers.Serializer[Any]):
    """The next step of a card: what to do, on whose card, in which game, against whom."""

    step = serializers.ChoiceField([step.value for step in Step])
    seat = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    other = serializers.CharField(allow_null=True)


class ControlledSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField()
    state = serializers.ChoiceField([stage.value for stage in Stage], source="stage")
    pile = serializers.ChoiceField([pile.value for pile in Pile], allow_null=True, help_text="Null until complete.")
    blocks = serializers.BooleanField(help_text="Whether posting the qualifiers waits for this card.")
    next = NextSerializer()


class ControlSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    counts = CountsSerializer()
    no_shows = serializers.ListField(child=serializers.CharField())
    seats = ControlledSerializer(many=True)


class ControlView(APIView):
    """The state of every card, and its next step."""

    @extend_schema(responses={200: ControlSerializer})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        control_sheet = control(sheet(this_event)).sheet
        values = {
            "revision": this_event.revision,
            "counts": control_sheet.counts,
            "no_shows": control_sheet.no_shows,
            "seats": control_sheet.cards,
        }
        return Response(ControlSerializer(values).data)


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
    """One card with its current place, and the worst and the best figures and ranks that it can still come to."""

    seat = serializers.CharField(source="place.seat")
    rank = serializers.IntegerField(source="place.rank")
    tied = serializers.BooleanField(source="place.tied")
    pile = serializers.ChoiceField([pile.value for pile in Pile], allow_null=True, help_text="Null until complete.")
    best_rank = serializers.IntegerField(source="bounds.best_rank")
    worst_rank = serializers.IntegerField(source="bounds.worst_rank")
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
    """The four piles, of which the first and the last are proved, and what every card can still come to."""

    @extend_schema(responses={200: PilesSerializer})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        event_sheet = sheet(this_event)
        card_control = control(event_sheet)
        piles = card_control.piles
        counts = {pile.value: count for pile, count in piles.counts.items()}
        values = {
            "revision": this_event.revision,
            "quota": event_sheet.quota,
            "settled": piles.settled,
            "counts": {**counts, "not_complete": len(set(event_sheet.crosscheck.missing))},
            "rows": [_row(event_sheet, piles, place) for place in event_sheet.crosscheck.places],
            "check_first": [turn.seat for turn in card_control.turns],
        }
        return Response(PilesSerializer(values).data)


def _row(event_sheet: Sheet, piles: Piles, place: Place) -> dict[str, Any]:
    bounds = piles.bounds[place.seat]
    lowest, highest = (
        _key(key, records_spread=event_sheet.event.records_spread) for key in (bounds.lowest, bounds.highest)
    )
    pile = piles.piles.get(place.seat)
    return {"place": place, "pile": pile, "bounds": bounds, "lowest": lowest, "highest": highest}


def _key(key: Key, *, records_spread: bool) -> dict[str, int | None]:
    points, won, net, plus = key
    spread = {"net": net, "plus": plus} if records_spread else {"net": None, "plus": None}
    return {"game_points": points, "games_won": won, **spread}
