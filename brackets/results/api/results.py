"""Results of an event, points and awards in the API. Amounts are in cents."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets import access
from brackets.models import Honour, Prize
from brackets.results.actions.honours import record_honour, take_back_honour
from brackets.results.reads.honours import HonourShown, honours_shown
from brackets.results.reads.results import Results, results
from brackets.results.words import results as results_words
from scorecards.standings.api.standings import KeptSerializer
from tournaments.access import Need, Rights, event_for
from tournaments.api.shapes import (
    OneOfField,
    PlayersAtSeatField,
    PlayersField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    read,
    refusals,
    text_of,
)
from tournaments.models import MAX_REASON, Event
from tournaments.reads.entries import teams

HONOUR = OpenApiParameter("honour", OpenApiTypes.INT, "path", description="The award's id.")
_WHY_NOT = ["team", "not_member", "no_row", "no_round", "still_in"]


class ResultRowOut(serializers.Serializer[Any]):
    """A card of the posted list, and what came of it."""

    rank = serializers.IntegerField(
        source="qualifying_rank", allow_null=True, help_text="In the qualifying round; null for the high nonqualifier."
    )
    tied = serializers.BooleanField(help_text="Whether others share the rank.")
    seat = serializers.CharField(help_text="The permanent ID.")
    name = serializers.CharField(help_text="Who.")
    players = PlayersField()
    game_points = serializers.IntegerField(help_text="As posted.")
    games_won = serializers.IntegerField(help_text="As posted.")
    net = serializers.IntegerField(allow_null=True, help_text="As posted; null where the event records no spread.")
    plus = serializers.IntegerField(allow_null=True, help_text="As posted; null where the event records no spread.")
    place = serializers.IntegerField(
        allow_null=True,
        help_text="The place in the playoffs, 3 for semifinal losers; null for players still in, and without playoffs.",
    )
    shared = serializers.IntegerField(help_text="How many people share the place.")
    cents = serializers.IntegerField(help_text="The sum of their prizes in the event.")
    person = serializers.IntegerField(
        allow_null=True, help_text="The number of their page across events (`people/`); null without one."
    )


class PrizeWinnerOut(serializers.Serializer[Any]):
    """Who has a prize."""

    seat = serializers.CharField(help_text="The permanent ID.")
    name = serializers.CharField(help_text="Who.")
    players = PlayersField()
    cents = serializers.IntegerField(help_text="How much; those who share a rank share its prizes.")


class PaidPlaceOut(serializers.Serializer[Any]):
    """A prize of the event."""

    kind = serializers.ChoiceField(choices=Prize.Kind.choices, help_text="What it is for.")
    place = serializers.IntegerField(allow_null=True, help_text="The place or rank.")
    name = serializers.CharField(source="label", help_text="What it is called.")
    cents = serializers.IntegerField(help_text="The amount; each person who shares a place gets it.")
    winners = PrizeWinnerOut(source="who", many=True, help_text="Who has it; empty until it is decided.")


class PublicHonourOut(serializers.Serializer[Any]):
    """A hand of 28 or 29, or another award."""

    id = serializers.IntegerField(help_text="For taking it back.")
    seat = serializers.CharField(help_text="Whose.")
    player = serializers.CharField(help_text="Their name.")
    players = PlayersField()
    kind = serializers.ChoiceField(choices=Honour.Kind.choices, help_text="What it is.")
    name = serializers.CharField(help_text="What another award is called.")
    at = serializers.DateTimeField(help_text="When it was recorded.")


class ResultsOut(serializers.Serializer[Any]):
    """The results of an event."""

    posted = serializers.BooleanField(help_text="False until the qualifiers are posted; nothing else is shown before.")
    playoffs = serializers.BooleanField(
        help_text="False if the director holds the bracket back; there are no places then."
    )
    final = serializers.BooleanField(
        help_text="False while the director holds back the final; there is no champion and no runner-up then."
    )
    champion = serializers.CharField(source="champion.seat", allow_null=True, help_text="The champion's seat.")
    runner_up = serializers.CharField(source="runner_up.seat", allow_null=True, help_text="The runner-up's seat.")
    list_number = serializers.IntegerField(help_text="Which version of the list this is, from 1; 0 before posting.")
    kept = KeptSerializer(many=True, help_text="Cards corrected after posting that the posted list does not count.")
    qualifiers = ResultRowOut(source="rows", many=True, help_text="High to low.")
    high_nonqualifier = ResultRowOut(
        allow_null=True, help_text="The first card below the cut line, as posted; null if nobody has that place alone."
    )
    high_nonqualifiers = ResultRowOut(
        many=True, help_text="That card, or all cards that share the place because the tie was not played off."
    )
    prizes = PaidPlaceOut(many=True, help_text="The prizes of the event with who has them.")
    honours = PublicHonourOut(many=True, help_text="Hands of 28 and 29, and other awards.")


class EarnedOut(serializers.Serializer[Any]):
    """What a qualifier earns."""

    seed = serializers.IntegerField(help_text="In the posted list.")
    seat = serializers.CharField(help_text="The permanent ID.")
    name = serializers.CharField(help_text="Who.")
    players = PlayersAtSeatField()
    game_points = serializers.IntegerField(help_text="Of the card.")
    by_card = serializers.BooleanField(help_text="Whether the card earns by its game points: the upper half.")
    qualifying = serializers.IntegerField(allow_null=True, help_text="For the card; null where it is not known.")
    playoffs = serializers.IntegerField(allow_null=True, help_text="For the playoffs; null where it is not known.")
    total = serializers.IntegerField(allow_null=True, help_text="Both; null until both are known.")
    why = serializers.ChoiceField(
        choices=_WHY_NOT,
        allow_blank=True,
        help_text="Why a value is not known: a team of two, no ACC number, no published row, or still in the playoffs; else empty.",
    )


class PointsOut(serializers.Serializer[Any]):
    """The Master Rating Points of an event."""

    schedule = serializers.CharField(help_text="The schedule of the points and who keeps the record, in words.")
    none = serializers.CharField(help_text="Why the event earns no points, in words; empty if it does.")
    players = EarnedOut(many=True, help_text="Every qualifier, by seed; nobody else earns any.")


class HonourOut(PublicHonourOut):
    """An award as those who record it see it."""

    note = serializers.CharField(help_text="A remark.")
    by = serializers.CharField(help_text="Who recorded it.")


class HonourBody(StrictSerializer):
    """An award to record."""

    seat = TextField(max_length=12, help_text="Whose, as A-7.")
    kind = OneOfField(choices=Honour.Kind.choices, help_text="What it is.")
    name = text_of(Honour, "name", required=False, help_text="What another award is called; a hand has no name.")
    note = TextField(max_length=MAX_REASON, required=False, allow_blank=True, help_text="A remark.")
    seen = WholeNumberField(
        min_value=0,
        max_value=100_000,
        required=False,
        help_text="How many awards you know of. If their number is another one now, nothing is recorded (409 `stale`).",
    )
    again = TruthField(
        required=False,
        help_text="Whether it is a second award of the same kind; without it, an equal award is refused (409 "
        "`exists`).",
    )


def _results(event: Event, rights: Rights) -> Results:
    """The results of this event that this person may see."""
    return results(event, playoffs=access.may_see_playoffs(event, rights), final=access.may_see_final(event, rights))


class ResultsView(APIView):
    """The results of an event."""

    @extend_schema(operation_id="results", responses={200: ResultsOut, **refusals(403, 404)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        """Return the qualifiers high to low, the high nonqualifier, the places of the playoffs, prizes and awards."""
        event_row, rights = access.results_for(request.user, tournament, event)
        return Response(ResultsOut(_results(event_row, rights), context={"teams": teams(event_row)}).data)


class PointsView(APIView):
    """The Master Rating Points of an event."""

    @extend_schema(operation_id="points", responses={200: PointsOut, **refusals(403, 404)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        """Return what every qualifier earns by the 2016 schedule; the ACC keeps the record."""
        event_row, rights = access.results_for(request.user, tournament, event)
        event_results = _results(event_row, rights)
        none = results_words.no_points(event_row) if event_results.playoffs else results_words.playoffs_held_back()
        shown = {"schedule": results_words.points_source(), "none": none, "players": event_results.earned}
        return Response(PointsOut(shown, context={"teams": teams(event_row)}).data)


class HonoursView(APIView):
    """The awards of an event."""

    @extend_schema(operation_id="honours", responses={200: HonourOut(many=True)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        """Return every award with who recorded it. For checkers, judges and the director."""
        event_row, _rights = event_for(request.user, tournament, event, Need.HONOUR)
        return Response(HonourOut(honours_shown(event_row), many=True).data)

    @extend_schema(
        operation_id="record_honour",
        request=HonourBody,
        responses={201: HonourOut},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        """Record a hand of 28 or 29, or another award. The same twice for one player is refused unless it is a second one."""
        event_row, _rights = event_for(request.user, tournament, event, Need.HONOUR)
        honour = record_honour(event=event_row, actor=actor_of(request), **read(HonourBody, request))
        return Response(HonourOut(_shown(event_row, honour.pk)).data, status=status.HTTP_201_CREATED)


def _shown(event: Event, honour: int) -> HonourShown:
    """The award with this id."""
    return next(award for award in honours_shown(event) if award.id == honour)


class HonourView(APIView):
    """One award."""

    @extend_schema(
        operation_id="take_back_honour",
        parameters=[HONOUR],
        responses={204: OpenApiResponse(description="Taken back.")},
    )
    def delete(self, request: Request, tournament: str, event: str, honour: int) -> Response:
        """Take an award back."""
        event_row, _rights = event_for(request.user, tournament, event, Need.HONOUR)
        take_back_honour(event=event_row, honour=honour, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
