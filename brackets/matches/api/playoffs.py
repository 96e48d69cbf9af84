"""The playoffs in the API: draw, view, record, forfeit, schedule. Shapes only; the actions decide."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets import access
from brackets.bracket.actions import draw_bracket, set_lengths
from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.rules.match import LENGTHS
from brackets.matches.actions.playing import forfeit_game, record_game
from brackets.matches.actions.scoring import record_score
from brackets.matches.actions.timing import schedule_match
from brackets.matches.reads.claims import differing
from brackets.matches.reads.takingback import forfeited
from brackets.models import Match, MatchGame
from scorecards.standings.api.standings import QualifierSerializer
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    HallTimeField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    read,
    refusals,
)
from tournaments.errors import Refused
from tournaments.models import Event

_ROUND = re.compile(r"[1-9][0-9]?", re.ASCII)


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer", "enum": list(LENGTHS)}})
class RoundLengths(serializers.Field[dict[int, int], Any, dict[int, int], Any]):
    """The lengths of single rounds: `{"1": 3, "5": 5}`, rounds from 1."""

    default_error_messages = {
        "shape": gettext_lazy("An object from the number of a round, as text, to the length of its matches."),
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


class DrawIn(StrictSerializer):
    best_of = WholeNumberField(
        required=False, allow_null=True, help_text="1, 3, 5 or 7 games; the `best_of` of the event if it is left out."
    )
    rounds = RoundLengths(required=False, help_text="Another length for single rounds, from 1.")


class LengthsIn(StrictSerializer):
    rounds = RoundLengths(help_text="The new length of single rounds, from 1; none of them may have begun.")


class GameIn(StrictSerializer):
    winner = TextField(max_length=12, help_text="The permanent ID of one of the two players.")
    game = WholeNumberField(
        required=False, min_value=1, max_value=99, help_text="From 1; the next one if it is left out."
    )
    conceded = TruthField(required=False, help_text="The other player gave it up, as match play allows (8.10.b, 2020).")


class ScoreIn(StrictSerializer):
    top = WholeNumberField(min_value=0, max_value=9, help_text="Games won by the upper player.")
    bottom = WholeNumberField(min_value=0, max_value=9, help_text="Games won by the lower player.")


class ForfeitIn(StrictSerializer):
    absent = TextField(max_length=12, help_text="The permanent ID of the player who has not appeared.")
    game = WholeNumberField(
        required=False,
        min_value=1,
        max_value=99,
        help_text="From 1; the next one if it is left out. With it, a request that is sent twice forfeits one game.",
    )


class ScheduleIn(StrictSerializer):
    scheduled_at = HallTimeField(
        allow_null=True, help_text="ISO 8601; a time without an offset is one in the tournament's time zone."
    )


class SideOut(QualifierSerializer):
    pass


class GameOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    winner = serializers.CharField(help_text="The winner's permanent ID.")
    forfeit = serializers.BooleanField(help_text="Given by the clock (13.1, 2020), not played.")
    conceded = serializers.BooleanField(help_text="Given up by its loser (8.10.b, 2020).")


class MatchOut(serializers.Serializer[Any]):
    match = serializers.IntegerField(help_text="From 1 by round, in chart order, byes included.")
    best_of = serializers.IntegerField()
    top = SideOut(allow_null=True, help_text="Null until the match before it is won.")
    bottom = SideOut(allow_null=True, help_text="Null until the match before it is won, and in a bye.")
    bye = serializers.BooleanField()
    games = GameOut(many=True)
    winner = serializers.CharField(allow_null=True, help_text="The winner's permanent ID; a bye's is its seed.")
    scheduled_at = serializers.DateTimeField(allow_null=True)
    table = serializers.CharField(help_text="The table or board; empty if none is set.")
    ended = serializers.ChoiceField(
        choices=[
            *Match.Ended.choices,
            (drawn_reads.WITHDRAWAL, "Withdrawn: told without a role of whoever was removed"),
        ],
        allow_null=True,
        help_text="How the match ended, if not by its games alone; null otherwise.",
    )
    gone = serializers.CharField(
        allow_null=True, help_text="The permanent ID of the player who loses it as soon as the opponent is known."
    )
    announced_later = serializers.BooleanField(
        help_text="Whether it is the final, and the director holds back how it goes: games and winner are left out."
    )


class BracketOut(serializers.Serializer[Any]):
    size = serializers.IntegerField(help_text="Lines of the chart.")
    byes = serializers.IntegerField()
    chart = serializers.ChoiceField(choices=["13.2", "extended"], help_text="Extended: no approved chart exists.")
    players_report = serializers.BooleanField(help_text="Whether both players of a match may record its games.")
    differ = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The numbers of the matches whose two players report different winners of the next game; empty for "
        "people who may not record games.",
    )
    rounds = serializers.ListField(child=MatchOut(many=True))


class RecordedGameOut(GameOut):
    current = MatchOut(help_text="The match after that game.")


def changed_bracket(event: Event) -> Response:
    """The bracket as the staff sees it, after an action that is refused unless the bracket is drawn."""
    drawn = drawn_reads.bracket(event)
    assert drawn is not None
    return Response(drawn_reads.bracket_values(drawn, differing(event, drawn)))


def _recorded(event: Event, match: int, game: MatchGame, http: int) -> Response:
    """The answer with a recorded game and the match after it; `http` is the status."""
    match_now = drawn_reads.match(event, match)
    shown = {"game": game.game, "winner": game.winner.seat, "forfeit": game.forfeit, "conceded": game.conceded}
    return Response({**shown, "current": drawn_reads.match_values(match_now)}, status=http)


class BracketView(APIView):
    """The bracket of an event."""

    @extend_schema(operation_id="bracket", responses={200: BracketOut, **refusals(403, 404)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        """Return the whole bracket; 404 before it is drawn."""
        event_row, rights = event_for(request.user, tournament, event, part=access.PART)
        drawn = drawn_reads.bracket(event_row, final=access.may_see_final(event_row, rights))
        if drawn is None and event_row.posted_at and event_row.ends_with_ranking:
            raise Http404(_("Nobody qualifies, so no playoffs follow. The standings are the result."))
        if drawn is None:
            raise Http404(_("The bracket is not drawn yet. The director draws it from the posted qualifiers."))
        differ = differing(event_row, drawn) if rights.may(Need.SCORE_MATCH) else frozenset()
        shown = drawn if rights.any else drawn_reads.discreet(drawn)
        return Response(drawn_reads.bracket_values(shown, differ))

    @extend_schema(operation_id="draw_bracket", request=DrawIn, responses={201: BracketOut})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        """Draw the bracket from the posted qualifiers on the approved chart."""
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        sent = read(DrawIn, request)
        draw_bracket(event=event_row, actor=actor_of(request), **sent)
        drawn = drawn_reads.bracket(event_row)
        assert drawn is not None  # it was drawn a moment ago
        return Response(drawn_reads.bracket_values(drawn), status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="set_match_lengths",
        request=LengthsIn,
        responses={200: BracketOut},
    )
    def patch(self, request: Request, tournament: str, event: str) -> Response:
        """Give rounds that have not begun another match length: all that are named, or none."""
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        sent = read(LengthsIn, request)
        set_lengths(event=event_row, actor=actor_of(request), **sent)
        return changed_bracket(event_row)


class MatchView(APIView):
    """One match."""

    @extend_schema(operation_id="match", responses={200: MatchOut, **refusals(403, 404)})
    def get(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Return one match as it stands."""
        event_row, row, rights = access.match_for(request.user, tournament, event, match)
        match_now = drawn_reads.match(event_row, row.number, final=access.may_see_final(event_row, rights))
        shown = match_now if rights.any else drawn_reads.discreet_match(match_now)
        return Response(drawn_reads.match_values(shown))

    @extend_schema(
        operation_id="schedule_match",
        request=ScheduleIn,
        responses={200: MatchOut},
    )
    def patch(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Set when the match starts; the forfeit clock (13.1, 2020) runs from there. Null takes the time away."""
        event_row, row, _rights = access.match_for(request.user, tournament, event, match, Need.DIRECT)
        with timezone.override(ZoneInfo(event_row.tournament.time_zone)):
            sent = read(ScheduleIn, request)
        schedule_match(event=event_row, match=row.number, actor=actor_of(request), **sent)
        return Response(drawn_reads.match_values(drawn_reads.match(event_row, row.number)))


class GamesView(APIView):
    """The games of a match."""

    @extend_schema(
        operation_id="record_match_game",
        request=GameIn,
        responses={201: RecordedGameOut, 200: OpenApiResponse(RecordedGameOut, "It was recorded so already.")},
    )
    def post(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Record who won a game; the winner of the match advances by itself."""
        event_row, row, _rights = access.match_for(request.user, tournament, event, match, Need.SCORE_MATCH)
        sent = read(GameIn, request)
        game, created = record_game(event=event_row, match=row.number, actor=actor_of(request), **sent)
        return _recorded(event_row, row.number, game, status.HTTP_201_CREATED if created else status.HTTP_200_OK)


class ScoreView(APIView):
    """The score of a match."""

    @extend_schema(operation_id="record_match_score", request=ScoreIn, responses={200: MatchOut})
    def put(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Record the games that lead to this score. A score has no order: the games of who is behind come first."""
        event_row, row, _rights = access.match_for(request.user, tournament, event, match, Need.SCORE_MATCH)
        record_score(event=event_row, match=row.number, actor=actor_of(request), **read(ScoreIn, request))
        return Response(drawn_reads.match_values(drawn_reads.match(event_row, row.number)))


class ForfeitsView(APIView):
    """The games that the forfeit clock (13.1, 2020) gives away."""

    @extend_schema(
        operation_id="forfeit_match_game",
        request=ForfeitIn,
        responses={201: RecordedGameOut, 200: OpenApiResponse(RecordedGameOut, "It was forfeited so already.")},
    )
    def post(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Give the next game to the opponent of a player who has not appeared, as the clock allows now."""
        event_row, row, _rights = access.match_for(request.user, tournament, event, match, Need.DIRECT)
        sent = read(ForfeitIn, request)
        try:
            game = forfeit_game(event=event_row, match=row.number, now=timezone.now(), actor=actor_of(request), **sent)
        except Refused as refused:
            # A repeated request is answered with the forfeit that it asked for.
            forfeit = forfeited(row, sent["absent"], sent["game"]) if refused.code == "exists" else None
            if forfeit is None:
                raise
            return _recorded(event_row, row.number, forfeit, status.HTTP_200_OK)
        return _recorded(event_row, row.number, game, status.HTTP_201_CREATED)
