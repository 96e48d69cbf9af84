"""Running a match in the API: endings, taking back, tables, reports by players. Shapes only; the actions decide."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets import access
from brackets.bracket.reads import drawn as drawn_reads
from brackets.matches.actions.claims import let_players_report
from brackets.matches.actions.ending import end_match, take_back_ending
from brackets.matches.actions.final import announce_final
from brackets.matches.actions.match_tables import place_match, place_round
from brackets.matches.actions.playing import take_back_game
from brackets.matches.api.playoffs import BracketOut, MatchOut, changed_bracket
from brackets.matches.reads.claims import differing
from brackets.matches.reads.takingback import ENDING, GAME, taking_back, taking_back_values
from brackets.matches.words import running as running_words
from brackets.models import Match
from tournaments.access import Need, event_for, require
from tournaments.actions.overwriting import told_to_program
from tournaments.api.shapes import (
    OneOfField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    read,
    refusals,
    text_of,
    whole_number_in_address,
)
from tournaments.api.shapes import found as or_missing
from tournaments.errors import Overwriting, Refused
from tournaments.models import MAX_REASON, longest

_MATCH = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)

THROUGH = [
    OpenApiParameter(
        "through",
        OpenApiTypes.INT,
        description="1: even if the next match has begun; everything recorded after this act falls. For the director.",
    ),
    OpenApiParameter(
        "mark", OpenApiTypes.STR, description="The `mark` of the preview that you read; to be sent with `through`."
    ),
    OpenApiParameter(
        "reason",
        OpenApiTypes.STR,
        description="Why, 300 characters at most; needed with `through`, and if somebody who was paid would have won "
        "less.",
    ),
]
LAST = OpenApiParameter(
    "game",
    OpenApiTypes.INT,
    description="The number of the game that you saw as the last. If another game is the last now, nothing is taken "
    "back (`stale`). Send it: a request that arrives twice then takes back one game and is answered alike; without "
    "it, two.",
)


class EndingIn(StrictSerializer):
    ended = OneOfField(
        choices=Match.Ended.choices,
        help_text="How the match ends, if not by its games. Only the director records a walk-over, only the director "
        "or the head judge a removal.",
    )
    loser = TextField(max_length=12, help_text="The permanent ID of the player who loses it.")
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        help_text="Why; needed for a removal and a walk-over, never shown to the public.",
    )


class TableIn(StrictSerializer):
    table = text_of(Match, "table", help_text="The table or board; empty for none.")
    seen = text_of(
        Match,
        "table",
        required=False,
        help_text="The table as you saw it. If the match has another table now, nothing is changed (`stale`). Without "
        "it, a table that somebody else has set since the draw is not changed either (`stale`).",
    )


@extend_schema_field(
    {"type": "object", "additionalProperties": {"type": "string", "maxLength": longest(Match, "table")}}
)
class MatchTables(serializers.Field[dict[int, str], Any, dict[int, str], Any]):
    """The tables of single matches: `{"1": "12", "2": "13"}`."""

    default_error_messages = {"shape": gettext_lazy("An object from the number of a match, as text, to its table.")}

    def to_internal_value(self, data: Any) -> dict[int, str]:
        if not isinstance(data, dict) or not all(
            isinstance(number, str) and _MATCH.fullmatch(number) and isinstance(table, str)
            for number, table in data.items()
        ):
            self.fail("shape")
        return {int(number): table.strip() for number, table in data.items()}

    def to_representation(self, value: dict[int, str]) -> Any:
        return {str(number): table for number, table in value.items()}


class RoundTablesIn(StrictSerializer):
    tables = MatchTables(required=False, help_text="The tables of open matches of the round, by their numbers.")
    first = WholeNumberField(
        required=False, min_value=1, max_value=999, help_text="Instead: number all open matches from this table on."
    )
    seen = MatchTables(
        required=False,
        help_text="The tables as you saw them, by the numbers of the matches. If you would change a table that is "
        "another one now, nothing is changed (`stale`, with the tables under `current`). A match that is not named "
        "here counts as not seen: its table is not changed if somebody else has set it since the draw (`stale`).",
    )


class PlayersReportIn(StrictSerializer):
    on = TruthField(help_text="Whether both players of a match may record its games from their personal links.")


class FallOut(serializers.Serializer[Any]):
    match = serializers.IntegerField(help_text="A later match that a player leaves again.")
    player = serializers.CharField(help_text="The permanent ID of the player who leaves it.")
    games = serializers.ListField(child=serializers.CharField(), help_text="The winners of its games, which fall.")
    ended = serializers.CharField(allow_null=True, help_text="How it ended, if not by its games; this falls too.")
    begun = serializers.BooleanField(help_text="Whether anything that people did there falls.")
    message = serializers.CharField(help_text="The same in words.")


class TakingBackOut(serializers.Serializer[Any]):
    last = serializers.ChoiceField(
        choices=[GAME, ENDING], allow_null=True, help_text="What the last act of the match was."
    )
    game = serializers.IntegerField(
        allow_null=True, help_text="The number of the last game, if the last act was a game."
    )
    message = serializers.CharField(help_text="The last act in words.")
    begun = serializers.BooleanField(help_text="Whether it is refused (`begun`) without `through`.")
    mark = serializers.CharField(help_text="To be sent with `through`.")
    elsewhere = serializers.ListField(
        child=serializers.CharField(),
        help_text="Who would be in the playoffs again but has moved to another event since, in sentences.",
    )
    paid = serializers.ListField(
        child=serializers.CharField(),
        help_text="Whose place would be open again although they were paid, in sentences.",
    )
    falls = FallOut(many=True, help_text="The matches after it, round by round.")


def _through(request: Request) -> dict[str, Any]:
    """The parameters of taking back (`through`, `mark`, `reason`) from the address."""
    query = request.query_params
    return {
        "through": whole_number_in_address(request, "through", least=0, most=1) == 1,
        "mark": query.get("mark"),
        "reason": query.get("reason", "").strip(),
    }


class EndingView(APIView):
    """How a match ended otherwise than by its games."""

    @extend_schema(operation_id="end_match", request=EndingIn, responses={200: MatchOut})
    def post(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Give the match to the opponent of a player who concedes it, is removed from play or does not come.

        Everybody who records games may record a concession; the head judge and the director a removal; the director a
        walk-over.
        """
        event_row, row, rights = access.match_for(request.user, tournament, event, match, Need.END_MATCH)
        sent = read(EndingIn, request)
        end_match(event=event_row, match=row.number, rights=rights, actor=actor_of(request), **sent)
        return Response(drawn_reads.match_values(drawn_reads.match(event_row, row.number)))

    @extend_schema(
        operation_id="take_back_match_ending",
        parameters=THROUGH,
        responses={204: OpenApiResponse(description="Taken back."), **refusals(400, 401, 403, 404, 409)},
    )
    def delete(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Take back how the match ended; its games stay. Refused if the winner has begun the next match.

        For everybody who may end a match in this way.
        """
        event_row, row, rights = access.match_for(request.user, tournament, event, match, Need.END_MATCH)
        options = _through(request)
        if options["through"]:
            require(rights, Need.DIRECT)
        take_back_ending(event=event_row, match=row.number, rights=rights, actor=actor_of(request), **options)
        return Response(status=status.HTTP_204_NO_CONTENT)


class LastGameView(APIView):
    """The last game of a match."""

    @extend_schema(
        operation_id="take_back_match_game",
        parameters=[LAST, *THROUGH],
        responses={204: OpenApiResponse(description="Taken back."), **refusals(400, 401, 403, 404, 409)},
    )
    def delete(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Take the last game back, while the winner has not begun the next match. `game` says which game that is."""
        event_row, row, rights = access.match_for(request.user, tournament, event, match, Need.SCORE_MATCH)
        game = whole_number_in_address(request, "game", least=1, most=99)
        options = _through(request)
        if options["through"]:
            require(rights, Need.DIRECT)
        take_back_game(event=event_row, match=row.number, game=game, actor=actor_of(request), **options)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TakingBackView(APIView):
    """What taking back the last act of a match takes with it."""

    @extend_schema(operation_id="match_taking_back", responses={200: TakingBackOut})
    def get(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Look before taking back: the last act, and every game and ending after it that would fall."""
        event_row, row, _rights = access.match_for(request.user, tournament, event, match, Need.END_MATCH)
        return Response(taking_back_values(taking_back(event_row, row.number)))


class TableView(APIView):
    """Where a match is played."""

    @extend_schema(operation_id="place_match", request=TableIn, responses={200: MatchOut})
    def put(self, request: Request, tournament: str, event: str, match: int) -> Response:
        """Set the table or board of the match."""
        event_row, row, _rights = access.match_for(request.user, tournament, event, match, Need.SCORE_MATCH)
        sent = read(TableIn, request)
        seen = {"table": sent["seen"]} if "seen" in sent else None
        try:
            place_match(event=event_row, match=row.number, table=sent["table"], read=seen, actor=actor_of(request))
        except Overwriting as refused:
            faults = told_to_program(refused)
            current = drawn_reads.match_values(drawn_reads.match(event_row, row.number))
            raise Refused("stale", running_words.placed_by_another(), faults=faults, current=current) from refused
        return Response(drawn_reads.match_values(drawn_reads.match(event_row, row.number)))


class RoundTablesView(APIView):
    """Where the matches of a round are played."""

    @extend_schema(
        operation_id="place_round",
        request=RoundTablesIn,
        responses={200: BracketOut},
        parameters=[OpenApiParameter("number", OpenApiTypes.INT, "path", description="The round, from 1.")],
    )
    def put(self, request: Request, tournament: str, event: str, number: int) -> Response:
        """Set the tables of open matches of the round, or number them all from table `first` on."""
        event_row, _rights = event_for(request.user, tournament, event, Need.SCORE_MATCH)
        sent = read(RoundTablesIn, request)
        seen = sent.pop("seen", None)
        try:
            place_round(event=event_row, round_number=number, read=seen, actor=actor_of(request), **sent)
        except Overwriting as refused:
            tables_now = {name.removeprefix("tables."): table for name, table in (refused.current or {}).items()}
            message = running_words.placed_by_another()
            raise Refused(
                "stale", message, faults=told_to_program(refused), current={"tables": tables_now}
            ) from refused
        return changed_bracket(event_row)


class AnnouncementView(APIView):
    """How the final goes, where the director holds it back."""

    @extend_schema(
        operation_id="announce_final",
        responses={200: BracketOut},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        """Stop holding back how the final goes. 404 before the bracket is drawn."""
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        drawn = or_missing(
            drawn_reads.bracket(event_row),
            _("The bracket is not drawn yet. The director draws it from the posted qualifiers."),
        )
        event_row = announce_final(event=event_row, actor=actor_of(request))
        return Response(drawn_reads.bracket_values(drawn, differing(event_row, drawn)))


class PlayersReportView(APIView):
    """Results by both players of a match, from their personal links."""

    @extend_schema(
        operation_id="let_players_report",
        request=PlayersReportIn,
        responses={200: BracketOut},
    )
    def put(self, request: Request, tournament: str, event: str) -> Response:
        """Allow or forbid that the players of a match record its games; this applies to every match."""
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        sent = read(PlayersReportIn, request)
        let_players_report(event=event_row, actor=actor_of(request), **sent)
        return changed_bracket(event_row)
