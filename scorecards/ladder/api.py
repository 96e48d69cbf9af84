"""The API of the partners ladder."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.ladder import words as ladder_words
from scorecards.ladder.actions import correct_result, next_game, record_result, take_back_game, take_back_result
from scorecards.ladder.reads import LadderGame, games_of, ladder_game
from tournaments.access import Need, event_for
from tournaments.api.shapes import StrictSerializer, TextField, WholeNumberField, actor_of, read, refusals
from tournaments.models import Event
from tournaments.models.lengths import MAX_REASON, MAX_ROUNDS


class LadderResultBody(StrictSerializer):
    """Who won at a table."""

    game = WholeNumberField(min_value=1, max_value=MAX_ROUNDS, help_text="The game that is on.")
    table = WholeNumberField(min_value=1, help_text="The table, from 1.")
    winner = TextField(max_length=8, help_text="The seat of the team that won.")
    points = WholeNumberField(min_value=0, help_text="2, or 3 for a skunk.")


class LadderCorrectionBody(StrictSerializer):
    """The right result of a table, and why it is corrected."""

    winner = TextField(max_length=8, help_text="The seat of the team that won.")
    points = WholeNumberField(min_value=0, help_text="2, or 3 for a skunk.")
    reason = TextField(max_length=MAX_REASON, help_text="Why; it goes into the log.")


class LadderTableSerializer(serializers.Serializer[Any]):
    """One table of a game."""

    table = serializers.IntegerField(help_text="Its number, from 1.")
    teams = serializers.ListField(
        source="seats", child=serializers.CharField(), help_text="The seats of its two teams."
    )
    winner = serializers.CharField(
        allow_null=True, help_text="The seat of the winner; null while the cards agree on none."
    )
    points = serializers.IntegerField(allow_null=True, help_text="2, or 3 for a skunk; null without a winner.")


class LadderSerializer(serializers.Serializer[Any]):
    """One game of the ladder."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    games = serializers.IntegerField(help_text="How many games there will be.")
    tables = LadderTableSerializer(many=True)
    sits_out = serializers.SerializerMethodField(help_text="The seat of the team that sits out; null for none.")
    complete = serializers.BooleanField(help_text="Whether every table has its result.")
    finished = serializers.BooleanField(help_text="Whether this is the last game and every table has its result.")

    def get_sits_out(self, game: LadderGame) -> str | None:
        return game.sits_out[0].seat if game.sits_out else None


class LadderView(APIView):
    """A game of the ladder."""

    @extend_schema(
        operation_id="ladder",
        parameters=[OpenApiParameter("game", int, description="The number of a game; left out: the one that is on.")],
        responses={200: LadderSerializer, **refusals(403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, part="schedule")
        number = request.query_params.get("game")
        return _shown(this_event, _number(number) if number is not None else None)


class LadderResultsView(APIView):
    """Results of the game that is on."""

    @extend_schema(
        operation_id="record_ladder_result",
        request=LadderResultBody,
        responses={200: LadderSerializer, 201: LadderSerializer},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        """Record who won at a table: checkers and the director. The same result again changes nothing (200)."""
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        is_new = record_result(event=this_event, **read(LadderResultBody, request), actor=actor_of(request))
        return _shown(this_event, status_code=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class LadderResultView(APIView):
    """The result of one table."""

    @extend_schema(
        operation_id="take_back_ladder_result",
        parameters=[
            OpenApiParameter("game", int, OpenApiParameter.PATH, description="The game that is on."),
            OpenApiParameter("table", int, OpenApiParameter.PATH, description="The table, from 1."),
        ],
        responses={204: None},
    )
    def delete(self, request: Request, tournament: str, event: str, game: int, table: int) -> Response:
        """Take it back, while its game is on; harmless where there is none."""
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        take_back_result(event=this_event, game=game, table=table, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id="correct_ladder_result",
        parameters=[
            OpenApiParameter("game", int, OpenApiParameter.PATH, description="A game that is set up."),
            OpenApiParameter("table", int, OpenApiParameter.PATH, description="The table, from 1."),
        ],
        request=LadderCorrectionBody,
        responses={200: LadderSerializer},
    )
    def put(self, request: Request, tournament: str, event: str, game: int, table: int) -> Response:
        """Correct it, also once its game is over: checkers and the director. Seats already played stay."""
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        right = read(LadderCorrectionBody, request)
        correct_result(event=this_event, game=game, table=table, **right, actor=actor_of(request))
        return _shown(this_event, game)


class LadderNextView(APIView):
    """The next game of the ladder."""

    @extend_schema(operation_id="next_ladder_game", request=None, responses={200: LadderSerializer})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        """Set up and call the next game: checkers and the director. Winners go one table on, losers stay."""
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        return _shown(next_game(event=this_event, actor=actor_of(request)))

    @extend_schema(operation_id="take_back_ladder_game", responses={204: None})
    def delete(self, request: Request, tournament: str, event: str) -> Response:
        """Take the newest game back, while no result of it is recorded."""
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        take_back_game(event=this_event, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _number(text: str) -> int:
    """The number of a game in the address. Raises ValidationError."""
    # Python refuses to convert thousands of digits; four are enough to see that a number is too large.
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= MAX_ROUNDS:
        message = ladder_words.no_number(MAX_ROUNDS)
        raise serializers.ValidationError({"game": message}, code="invalid")
    return int(text)


def _shown(event: Event, number: int | None = None, *, status_code: int = status.HTTP_200_OK) -> Response:
    event.refresh_from_db()
    game = ladder_game(event, number) if event.is_ladder else None
    if game is None:
        if not event.is_ladder:
            raise Http404(ladder_words.no_ladder())
        raise Http404(ladder_words.no_such_game(len(games_of(event))) if event.is_seated else ladder_words.not_drawn())
    return Response(LadderSerializer(game).data, status=status_code)
