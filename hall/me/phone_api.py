"""The card that an entrant keeps on the phone, in the API: the key of the personal link is the credential."""

from __future__ import annotations

from typing import Any

from django.utils.cache import add_never_cache_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.me.api import KEY, opened
from scorecards.cards.actions.phone import hand_in_told_card, tell_game
from scorecards.sheet.reads.discrepancies import line_values
from scorecards.sheet.reads.phone import PhoneGame, phone_card, told_opponent
from scorecards.sheet.rules.line import LARGEST_SPREAD, SKUNK_POINTS
from tournaments.access import Actor
from tournaments.api.shapes import StrictSerializer, TextField, TruthField, WholeNumberField, read, refusals
from tournaments.limits import TELLING
from tournaments.models import Entry

GAME = OpenApiParameter("game", OpenApiTypes.INT, OpenApiParameter.PATH, description="The game, from 1.")


class TellBody(StrictSerializer):
    """How one game ended for the player who tells it."""

    spread = WholeNumberField(
        min_value=-LARGEST_SPREAD,
        max_value=LARGEST_SPREAD,
        required=False,
        help_text="Holes won by, or below zero lost by; not 0. Left out where the event records no spread.",
    )
    points = WholeNumberField(
        min_value=0,
        max_value=SKUNK_POINTS,
        required=False,
        help_text="Only where the event records no spread: 2 or 3 for a win, 0 for a loss.",
    )
    opponent_points = WholeNumberField(
        min_value=0,
        max_value=SKUNK_POINTS,
        required=False,
        help_text="With 0 points, those of the winner: 2, or 3 for a skunk. A ladder needs them: both teams tell the same.",
    )
    key = serializers.UUIDField(help_text="Names this save: one that has arrived once changes nothing more.")
    opponent = TextField(
        max_length=8, required=False, help_text="The opponent's permanent ID, where there is no schedule."
    )
    for_opponent = TruthField(
        default=False,
        help_text="True: the opponent tells it, on this player's phone; then `spread` is theirs.",
    )


class LineAtDeskSerializer(serializers.Serializer[Any]):
    """A line as it stands on the card at the desk, in the card's notation."""

    opponent = serializers.CharField(help_text="The opponent's permanent ID; empty where it is blank.")
    points = serializers.CharField(help_text="`2`, `3`, `0`, or empty; `4` for a double skunk.")
    plus = serializers.CharField(help_text="The spread won by, or empty.")
    minus = serializers.CharField(help_text="The spread lost by, or empty.")


class PhoneGameSerializer(serializers.Serializer[Any]):
    """One game as its player sees it."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    opponent = serializers.CharField(help_text="The opponent's permanent ID; empty while nobody knows it.")
    state = serializers.CharField(
        help_text="`nothing`: neither has told it; `waiting`: only this player; `asked`: only the other; `agreed`; `different`;"
        " `decided`: on a ladder, the desk has recorded another result than this team told (`at_desk`)."
    )
    spread = serializers.IntegerField(
        allow_null=True, help_text="What this player said; null: nothing yet, or the event records no spread."
    )
    points = serializers.IntegerField(
        allow_null=True, help_text="The game points that this player told, where the event records no spread."
    )
    opponent_points = serializers.IntegerField(
        allow_null=True,
        help_text="With a loss, the game points of the winner as this player told them; null: not told.",
    )
    via = serializers.CharField(help_text="The seat on whose phone it was told; empty: not told.")
    theirs = serializers.IntegerField(
        allow_null=True,
        help_text="What the opponent said, as they see it; null until this player has told it, and while they have not.",
    )
    their_points = serializers.IntegerField(
        allow_null=True,
        help_text="The game points that the opponent told, likewise, where the event records no spread.",
    )
    their_opponent_points = serializers.IntegerField(
        allow_null=True, help_text="With the opponent's loss, this player's game points as the opponent told them."
    )
    awarded = serializers.BooleanField(help_text="Whether it is awarded without play; then it is not told.")
    at_desk = LineAtDeskSerializer(
        allow_null=True,
        help_text="Once the card is in, on a ladder the result: the line as it stands at the desk, whatever was told; null: none.",
    )


class PhoneCardSerializer(serializers.Serializer[Any]):
    """The card that an entrant keeps on the phone."""

    phones = serializers.CharField(help_text="`off`, `beside` (the paper card decides) or `instead` of paper.")
    is_in = serializers.BooleanField(help_text="Whether the card is handed in or typed: then nothing more is told.")
    games = PhoneGameSerializer(many=True)
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="The games still to be told.")
    game_points = serializers.IntegerField(
        help_text="What the counted games so far come to; once the card is in, as it stands at the desk."
    )
    games_won = serializers.IntegerField(help_text="How many of them were won.")
    plus = serializers.IntegerField(allow_null=True, help_text="The plus column so far; null where there is none.")
    minus = serializers.IntegerField(allow_null=True, help_text="The minus column so far; null where there is none.")


class PhoneCardView(APIView):
    """The card on the phone."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="phone_card",
        auth=[],
        parameters=[KEY],
        responses={200: PhoneCardSerializer, **refusals(404, 429)},
    )
    def get(self, request: Request, key: str) -> Response:
        """The card as its player sees it: of the other's figure nothing before their own is told."""
        return _card(opened(request, key).entry)


class PhoneGameView(APIView):
    """One game of the card on the phone."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="tell_game",
        auth=[],
        parameters=[KEY, GAME],
        request=TellBody,
        responses={200: PhoneCardSerializer, **refusals(400, 404, 409, 429)},
    )
    def put(self, request: Request, key: str, game: int) -> Response:
        """Tell one game, as the two players do: either for themselves, or the opponent on this player's phone."""
        link = opened(request, key)
        sent = read(TellBody, request)
        TELLING.refuse_or_count(request._request)
        teller = told_opponent(link.entry, game) if sent["for_opponent"] else link.entry
        tell_game(
            entry=teller,
            game=game,
            spread=sent.get("spread"),
            points=sent.get("points"),
            opponent_points=sent.get("opponent_points"),
            key=sent["key"],
            opponent=link.entry.seat if sent["for_opponent"] else sent.get("opponent", ""),
            via=link.entry,
            actor=Actor.of_entry(link.entry),
        )
        return _card(link.entry)


class PhoneCardInView(APIView):
    """Handing in the card on the phone."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="hand_in_told_card",
        auth=[],
        parameters=[KEY],
        responses={200: PhoneCardSerializer, **refusals(404, 409, 429)},
    )
    def post(self, request: Request, key: str) -> Response:
        """Hand it in, where phones stand instead of paper and all of it is told; twice is harmless."""
        link = opened(request, key)
        TELLING.refuse_or_count(request._request)
        hand_in_told_card(entry=link.entry, actor=Actor.of_entry(link.entry))
        return _card(link.entry)


def _card(entry: Entry) -> Response:
    """The card that the player keeps on the phone, as the API shows it."""
    card = phone_card(entry)
    tally = card.tally
    answer = Response(
        {
            "phones": card.event.phones,
            "is_in": card.is_in,
            "games": [_game(game) for game in card.games],
            "missing": list(card.missing),
            "game_points": tally.game_points,
            "games_won": tally.games_won,
            "plus": tally.plus if card.event.records_spread else None,
            "minus": tally.minus if card.event.records_spread else None,
        }
    )
    add_never_cache_headers(answer)
    return answer


def _game(game: PhoneGame) -> dict[str, Any]:
    """One game of the card; the line at the desk is left out until it is recorded."""
    line = line_values(game.line) if game.is_in else None
    return {
        "game": game.game,
        "opponent": game.opponent,
        "state": game.state.value,
        "spread": game.said.claim.spread if game.said else None,
        "points": game.said.claim.points if game.said else None,
        "opponent_points": game.said.claim.opponent_points if game.said else None,
        "via": game.said.via if game.said else "",
        "theirs": game.theirs.claim.spread if game.theirs else None,
        "their_points": game.theirs.claim.points if game.theirs else None,
        "their_opponent_points": game.theirs.claim.opponent_points if game.theirs else None,
        "awarded": game.awarded is not None,
        "at_desk": None if line is None or game.line is None else {"opponent": game.line.opponent or "", **line},
    }
