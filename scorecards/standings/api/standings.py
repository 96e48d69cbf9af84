"""The API of standings, ties and the posted qualifiers."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards import tasks
from scorecards.sheet.api import naming_cures
from scorecards.sheet.reads.standings import qualifiers
from scorecards.sheet.reads.stored import served_standings
from scorecards.sheet.rules.ranking import Tiebreaker
from scorecards.standings.actions.posting import post_qualifiers
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    PlayersField,
    actor_of,
    refusals,
)
from tournaments.live import keep_of_event

STATUSES = ["qualifier", "tied_at_line", "high_nonqualifier", "nonqualifier"]


class RowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    seat = serializers.CharField()
    name = serializers.CharField()
    players = PlayersField()
    game_points = serializers.IntegerField()
    games_won = serializers.IntegerField()
    net = serializers.IntegerField(allow_null=True, help_text="Null where the event records no spread.")
    plus = serializers.IntegerField(allow_null=True, help_text="Null where the event records no spread.")
    pegged = serializers.IntegerField(
        allow_null=True,
        help_text="Total pegged points: 121 for each game won, and 121 less the spread for each game lost. Null unless the "
        "event ranks by them.",
    )
    status = serializers.ChoiceField(STATUSES)
    tied = serializers.BooleanField()
    decided_by = serializers.ChoiceField([key.value for key in Tiebreaker], allow_null=True)


class StandingsRowSerializer(RowSerializer):
    """A row while cards are still to come."""

    card_in = serializers.BooleanField(
        help_text="False while the card is awaited and nothing of it is on record: then the row stands below all others, its "
        "figures are 0, and all such rows share one rank."
    )
    card_complete = serializers.BooleanField(
        help_text="False while lines of the card are missing: the figures are those of the lines that are there."
    )


class KeptSerializer(serializers.Serializer[Any]):
    """A card that was corrected after posting while the list stayed as posted."""

    seat = serializers.CharField(help_text="Whose card.")
    name = serializers.CharField(help_text="Who that is.")
    players = PlayersField()
    games = serializers.ListField(child=serializers.IntegerField(), help_text="The corrected games.")
    reason = serializers.CharField(help_text="Why the list stays.")


class ClubRowSerializer(serializers.Serializer[Any]):
    """What the teams of one club have together."""

    rank = serializers.IntegerField()
    club = serializers.CharField()
    teams = serializers.IntegerField(help_text="How many teams of the club play.")
    game_points = serializers.IntegerField()
    games_won = serializers.IntegerField()
    by_game = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The game points of its teams in game 1, 2 and so on; the games won where the event ranks by these first.",
    )
    tied = serializers.BooleanField()


class StandingsSerializer(serializers.Serializer[Any]):
    current = serializers.BooleanField(help_text="False while a recomputation is under way.")
    revision = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text="True until the qualifiers are posted.")
    quota = serializers.IntegerField()
    cards_in = serializers.IntegerField()
    cards_complete = serializers.IntegerField()
    to_read = serializers.IntegerField(
        help_text="Lines that are still to be read again on the papers; until then they count as they were typed."
    )
    to_sign = serializers.IntegerField(
        help_text="Proposed corrections that wait for initials; they count as if they were signed."
    )
    to_rule = serializers.IntegerField(
        help_text="Games that wait for the head judge, or for a checker where no spread is recorded; until then they count on both cards as they are written."
    )
    not_typed = serializers.IntegerField(
        help_text="Lines that are not typed although the other card has the game; such a game waits for nobody else yet."
    )
    kept = KeptSerializer(many=True, help_text="Cards corrected after posting that the posted list does not count.")
    rows = StandingsRowSerializer(many=True)
    clubs = ClubRowSerializer(
        many=True,
        help_text="In doubles the clubs with at least two teams against each other, from the cards as they are now; empty "
        "elsewhere. They rank by games won where cards do so first, else by game points, and level clubs share a rank.",
    )


class StandingsView(APIView):
    """The standings as stored for the newest revision that was computed."""

    @extend_schema(responses={200: StandingsSerializer, 304: None, **refusals(403, 404)})
    def get(self, request: Request, tournament: str, event: str) -> HttpResponse:
        this_event, rights = event_for(request.user, tournament, event, part="standings")
        served = served_standings(this_event, may_wait=rights.any)
        tasks.catch_up(this_event, served)
        tag = f'"{served.revision}{"" if served.current else "-behind"}"'
        answer: HttpResponse
        if request.headers.get("If-None-Match") == tag:
            answer = HttpResponse(status=status.HTTP_304_NOT_MODIFIED)
        elif served.current and "gzip" in request.headers.get("Accept-Encoding", ""):
            answer = HttpResponse(served.body, content_type="application/json")
            answer["Content-Encoding"] = "gzip"
        else:
            answer = Response(served.values)
        answer["ETag"] = tag
        answer["Cache-Control"] = "no-cache"
        patch_vary_headers(answer, ["Accept-Encoding"])
        if served.current and not request.user.is_authenticated:
            return keep_of_event(answer, tournament, event, revision=served.revision, hidden=this_event.hidden)
        return answer


class QualifierSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    seat = serializers.CharField()
    name = serializers.CharField()
    players = PlayersField()


class QualifiersView(APIView):
    """The posted qualifiers, or post them."""

    @extend_schema(
        operation_id="qualifiers_list", responses={200: QualifierSerializer(many=True), **refusals(403, 404)}
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, part="qualifiers")
        return Response(qualifiers(this_event))

    @extend_schema(
        description="The word of somebody who has seen both papers of every game: it does not wait for lines that are to be "
        "read again (`looks/`), other than those that were typed over while the two cards differed: these are among the `errors` of "
        "the 409 `not_ready` as `line_typed_over`. The log names those that could have changed who qualifies.",
        responses={201: QualifierSerializer(many=True)},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        with naming_cures(this_event):
            post_qualifiers(event=this_event, actor=actor_of(request))
        return Response(qualifiers(this_event), status=status.HTTP_201_CREATED)
