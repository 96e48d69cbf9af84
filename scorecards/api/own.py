"""The entrant's own page in the API: the key of the personal link is the credential."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.cache import add_never_cache_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.reports import own as report
from scorecards.reports.own import Own, OwnGame
from tournaments import reads, words
from tournaments.api.shapes import refusals
from tournaments.limits import OPENING


class OwnGameSerializer(serializers.Serializer[Any]):
    """One game of the entrant's schedule."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    away = serializers.BooleanField(
        help_text="Whether they are away and miss it: then seat, opponent and dealer are null."
    )
    free = serializers.BooleanField(
        help_text="Whether they have all their games, and nobody needs one more from them: then seat and opponent are null."
    )
    seat = serializers.IntegerField(
        allow_null=True, help_text="The seat of the table to sit at in this game; null while they are away or free."
    )
    opponent = serializers.CharField(
        allow_null=True, help_text="The opponent's permanent ID; null: they sit out, or are away or free."
    )
    opponent_name = serializers.CharField(
        allow_null=True, help_text="Null without an opponent, and where the director hides the entrants."
    )
    opponent_told = serializers.CharField(
        allow_null=True,
        help_text="Who plays for the opponent in this game: the name, or `Sam Sub for Edie Marsh`. Null as the name is.",
    )
    first_deal = serializers.CharField(allow_null=True, help_text="Who deals first; null: they cut.")
    counted = serializers.BooleanField(help_text="Whether the game counts for this entrant.")
    award = serializers.CharField(
        help_text="`won` or `lost` where it is awarded without play (2 and 10, 0 and 10); empty: it is played."
    )


class ElsewhereSerializer(serializers.Serializer[Any]):
    event = serializers.CharField(help_text="What the event is called.")
    seat = serializers.CharField(help_text="Empty until the seats are drawn.")


class OwnSerializer(serializers.Serializer[Any]):
    """What an entrant sees with the personal link."""

    tournament = serializers.CharField(help_text="The tournament's name.")
    event = serializers.CharField(help_text="The event's short name.")
    name = serializers.CharField()
    seat = serializers.CharField(help_text="The permanent ID; empty until the seats are drawn.")
    status = serializers.CharField(help_text="`playing`, `no_show` or `withdrawn`.")
    game_now = serializers.IntegerField(allow_null=True, help_text="The game that is on; null where nobody says.")
    next_game = serializers.IntegerField(allow_null=True, help_text="The game to go to next, one of `games`.")
    games = OwnGameSerializer(many=True)
    card = serializers.CharField(
        help_text="How far the card is: `missing`, `received`, `typed`, `compared`, `posted`; empty without one."
    )
    substitute = serializers.CharField(
        help_text="Who plays on at this seat and since when, in words; empty where nobody does."
    )
    other_events = ElsewhereSerializer(many=True, help_text="Where else they play in this tournament.")


class OwnView(APIView):
    """An entrant's own page."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="own",
        auth=[],
        parameters=[
            OpenApiParameter(
                "key",
                OpenApiTypes.STR,
                OpenApiParameter.PATH,
                description="The key of the personal link, as on the slip.",
            )
        ],
        responses={200: OwnSerializer, **refusals(404, 429)},
    )
    def get(self, request: Request, key: str) -> Response:
        """The page of whoever has this key. 404 for a wrong key and for one that was taken back; 429 for a wrong one alone."""
        link = reads.link_of_key(key)
        if link is None:
            OPENING.refuse_or_count(request)
            raise Http404(words.no_such_link())
        if link.revoked_at:
            raise Http404(words.link_taken_back())
        answer = Response(_values(report.own(link.entry)))
        add_never_cache_headers(answer)
        return answer


def _values(own: Own) -> dict[str, Any]:
    return {
        "tournament": own.event.tournament.name,
        "event": own.event.slug,
        "name": own.entry.name,
        "seat": own.entry.seat,
        "status": own.entry.status,
        "game_now": own.game,
        "next_game": own.next.game if own.next else None,
        "games": [_game(own, one) for one in own.route],
        "substitute": own.substitute,
        "card": own.card,
        "other_events": [{"event": other.event, "seat": other.seat} for other in own.elsewhere],
    }


def _game(own: Own, one: OwnGame) -> dict[str, Any]:
    meeting = one.meeting
    opponent = meeting.opponent if meeting else None
    return {
        "game": one.game,
        "away": meeting is None,
        "free": meeting is not None and meeting.free,
        "seat": meeting.seat if meeting and not meeting.free else None,
        "opponent": opponent.seat if opponent else None,
        "opponent_name": opponent.name if opponent and own.shows_names else None,
        "opponent_told": meeting.who if meeting and opponent and own.shows_names else None,
        "first_deal": meeting.first_deal if meeting else None,
        "counted": meeting is not None and meeting.counted,
        "award": one.award,
    }
