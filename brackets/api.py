"""The playoffs in the API: draw, look, record, forfeit, schedule. Shapes only; actions decide."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets import access, actions, reads
from brackets.models import MatchGame
from brackets.rules.match import LENGTHS
from tournaments.access import Actor, Need, Person, event_for
from tournaments.models import Event, User

_ROUND = re.compile(r"[1-9][0-9]?", re.ASCII)


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction: neither a text nor true."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer", "enum": list(LENGTHS)}})
class RoundLengths(serializers.Field[dict[int, int], Any, dict[int, int], Any]):
    """The lengths of single rounds: `{"1": 3, "5": 5}`, rounds from 1."""

    default_error_messages = {
        "shape": "An object from the number of a round, as text, to the length of its matches.",
    }

    def to_internal_value(self, data: Any) -> dict[int, int]:
        if not isinstance(data, dict):
            self.fail("shape")
        for number, length in data.items():
            if not _ROUND.fullmatch(number) or isinstance(length, bool) or not isinstance(length, int):
                self.fail("shape")
        return {int(number): length for number, length in data.items()}

    def to_representation(self, value: dict[int, int]) -> Any:
        return {str(number): length for number, length in value.items()}


class DrawIn(serializers.Serializer[Any]):
    best_of = WholeNumber(required=False, allow_null=True, help_text="1, 3, 5 or 7 games; 5 where it is left out.")
    rounds = RoundLengths(required=False, help_text="Another length for single rounds, from 1.")


class GameIn(serializers.Serializer[Any]):
    winner = serializers.CharField(max_length=12, help_text="The permanent ID of one of the two players.")
    game = WholeNumber(required=False, min_value=1, max_value=99, help_text="From 1; the next one where it is left out.")


class ForfeitIn(serializers.Serializer[Any]):
    absent = serializers.CharField(max_length=12, help_text="The permanent ID of the player who has not appeared.")


class ScheduleIn(serializers.Serializer[Any]):
    scheduled_at = serializers.DateTimeField(
        allow_null=True, help_text="ISO 8601; a time without an offset is one in the tournament's time zone."
    )


class SideOut(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    seat = serializers.CharField()
    name = serializers.CharField()


class GameOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    winner = serializers.CharField(help_text="The winner's permanent ID.")
    forfeit = serializers.BooleanField(help_text="Given by the clock of rule 13.1, not played.")


class MatchOut(serializers.Serializer[Any]):
    match = serializers.IntegerField(help_text="From 1 by round, in chart order, byes included.")
    best_of = serializers.IntegerField()
    top = SideOut(allow_null=True, help_text="Null until the match before it is won.")
    bottom = SideOut(allow_null=True, help_text="Null until the match before it is won, and in a bye.")
    bye = serializers.BooleanField()
    games = GameOut(many=True)
    winner = serializers.CharField(allow_null=True, help_text="The winner's permanent ID; a bye's is its seed.")
    scheduled_at = serializers.DateTimeField(allow_null=True)


class BracketOut(serializers.Serializer[Any]):
    size = serializers.IntegerField(help_text="Lines of the chart.")
    byes = serializers.IntegerField()
    chart = serializers.ChoiceField(choices=["13.2", "extended"], help_text="Extended: no approved chart exists.")
    rounds = serializers.ListField(child=MatchOut(many=True))


class RecordedGameOut(GameOut):
    current = MatchOut(help_text="The match as it now stands.")


def _actor(user: Person) -> Actor:
    # `event_for` has seen to it that whoever comes this far is signed in.
    assert isinstance(user, User)
    return Actor.of_user(user)


def _recorded(event: Event, match: int, game: MatchGame, http: int) -> Response:
    now = reads.match(event, match)
    shown = {"game": game.game, "winner": game.winner.seat, "forfeit": game.forfeit}
    return Response({**shown, "current": reads.match_values(now)}, status=http)


class BracketView(APIView):
    """The bracket of an event."""

    @extend_schema(operation_id="bracket", responses={200: BracketOut})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        """Return the whole bracket; 404 before it is drawn."""
        found, _rights = event_for(request.user, tournament, event, part=access.PART)
        drawn = reads.bracket(found)
        if drawn is None:
            raise Http404(_("The bracket is not drawn yet. The director draws it from the posted qualifiers."))
        return Response(reads.bracket_values(drawn))

    @extend_schema(operation_id="draw_bracket", request=DrawIn, responses={201: BracketOut})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        """Draw the bracket from the posted qualifiers on the approved chart."""
        found, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        sent = DrawIn(data=request.data)
        sent.is_valid(raise_exception=True)
        actions.draw_bracket(event=found, actor=_actor(request.user), **{"best_of": None, **sent.validated_data})
        drawn = reads.bracket(found)
        assert drawn is not None  # it was drawn a moment ago
        return Response(reads.bracket_values(drawn), status=status.HTTP_201_CREATED)


class MatchView(APIView):
    """One match."""

    @extend_schema(operation_id="match", responses={200: MatchOut})
    def get(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Return one match as it stands."""
        found, row, _rights = access.match_for(request.user, tournament, event, match)
        return Response(reads.match_values(reads.match(found, row.number)))

    @extend_schema(operation_id="schedule_match", request=ScheduleIn, responses={200: MatchOut})
    def patch(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Set when the match starts; the clock of rule 13.1 runs from there. Null takes the time away."""
        found, row, _rights = access.match_for(request.user, tournament, event, match, Need.DIRECT)
        with timezone.override(ZoneInfo(found.tournament.time_zone)):
            sent = ScheduleIn(data=request.data)
            sent.is_valid(raise_exception=True)
        actions.schedule_match(event=found, match=row.number, actor=_actor(request.user), **sent.validated_data)
        return Response(reads.match_values(reads.match(found, row.number)))


class GamesView(APIView):
    """The games of a match."""

    @extend_schema(
        operation_id="record_match_game",
        request=GameIn,
        responses={201: RecordedGameOut, 200: OpenApiResponse(RecordedGameOut, "It was recorded so already.")},
    )
    def post(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Record who won a game; the winner of the match advances by itself."""
        found, row, _rights = access.match_for(request.user, tournament, event, match, Need.SCORE_MATCH)
        sent = GameIn(data=request.data)
        sent.is_valid(raise_exception=True)
        game, created = actions.record_game(
            event=found, match=row.number, actor=_actor(request.user), **{"game": None, **sent.validated_data}
        )
        return _recorded(found, row.number, game, status.HTTP_201_CREATED if created else status.HTTP_200_OK)


class LastGameView(APIView):
    """The last game of a match."""

    @extend_schema(operation_id="take_back_match_game", responses={204: OpenApiTypes.NONE})
    def delete(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Take the last game back, as long as the winner has not begun the next match."""
        found, row, _rights = access.match_for(request.user, tournament, event, match, Need.SCORE_MATCH)
        actions.take_back_game(event=found, match=row.number, actor=_actor(request.user))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ForfeitsView(APIView):
    """The games that the clock of rule 13.1 gives away."""

    @extend_schema(operation_id="forfeit_match_game", request=ForfeitIn, responses={201: RecordedGameOut})
    def post(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Give the next game to the opponent of a player who has not appeared, as the clock allows now."""
        found, row, _rights = access.match_for(request.user, tournament, event, match, Need.DIRECT)
        sent = ForfeitIn(data=request.data)
        sent.is_valid(raise_exception=True)
        game = actions.forfeit_game(
            event=found, match=row.number, now=timezone.now(), actor=_actor(request.user), **sent.validated_data
        )
        return _recorded(found, row.number, game, status.HTTP_201_CREATED)
