"""The API of games told by phone, for the desk: the setting, the progress, and making told games into cards."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.cards.actions.phone import take_told_cards, use_phones
from scorecards.cards.actions.phone_lines import decide_told_line
from scorecards.cards.api.stack import MOST_SEATS
from scorecards.cards.reads import phones as phones_reads
from scorecards.sheet.rules.phone import Stands
from tournaments.access import Need, event_for
from tournaments.api.shapes import OneOfField, StrictSerializer, TextField, WholeNumberField, actor_of, read
from tournaments.models import MAX_REASON, Event


class PhonesBody(StrictSerializer):
    """Whether players tell their games by phone."""

    phones = OneOfField(
        choices=Event.Phones.values,
        help_text="`off`; `beside`: beside paper, the paper card decides; `instead`: the phone's card is the card.",
    )


class ToldCardsBody(StrictSerializer):
    """Whose told games are taken as their cards."""

    seats = serializers.ListField(
        child=TextField(max_length=8),
        min_length=1,
        max_length=MOST_SEATS,
        required=False,
        help_text="Left out: everybody's who has told all there is to tell and whose card is not in.",
    )


class ToldCardsSerializer(serializers.Serializer[Any]):
    taken = serializers.ListField(child=serializers.CharField(), help_text="The seats whose cards were taken.")


class ToldLineBody(StrictSerializer):
    """Which line stands if a card and its player's phone differ about a game."""

    stands = OneOfField(choices=[choice.value for choice in Stands], help_text="`phone` or `paper`.")
    version = WholeNumberField(min_value=0, help_text="The card's version as it was looked at.")
    reason = TextField(max_length=MAX_REASON, required=False, help_text="Why; asked for with `paper`.")


class DecidedForPaperSerializer(serializers.Serializer[Any]):
    """Who decided that a line stands as on paper."""

    by = serializers.CharField(help_text="Who.")
    at = serializers.DateTimeField(help_text="When.")
    reason = serializers.CharField(help_text="Why.")


class GameToldSerializer(serializers.Serializer[Any]):
    """How many players have told one game, and on how many boards both agree."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    players = serializers.IntegerField(help_text="How many play it.")
    told = serializers.IntegerField(help_text="How many of them have told it.")
    boards = serializers.IntegerField(help_text="At how many boards it is played.")
    agreed = serializers.IntegerField(help_text="At how many of them both said the same.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="The seats that have not told it.")


class ToldDifferentlySerializer(serializers.Serializer[Any]):
    """A game on which its two players differ."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    seats = serializers.ListField(child=serializers.CharField(), help_text="The two players.")
    said = serializers.CharField(source="sentence", help_text="What either says, in a sentence.")


class ContrarySerializer(serializers.Serializer[Any]):
    """A game on which a card differs from what its player told by phone."""

    seat = serializers.CharField(help_text="Whose card.")
    game = serializers.IntegerField(help_text="Its number, from 1.")
    card = serializers.CharField(help_text="The line of the card in its notation, as `A-2 2 +16`.")
    phone = serializers.CharField(help_text="The line as it was told.")
    version = serializers.IntegerField(help_text="The card's version.")
    decided = DecidedForPaperSerializer(
        allow_null=True,
        help_text="Where phones stand instead of paper: that the paper was decided for; null: nobody has decided yet.",
    )


class PhonesSerializer(serializers.Serializer[Any]):
    """The games of an event that players told by phone."""

    phones = serializers.CharField(help_text="`off`, `beside` or `instead`.")
    games = GameToldSerializer(many=True)
    differing = ToldDifferentlySerializer(many=True)
    contrary = ContrarySerializer(many=True)
    to_take = serializers.ListField(
        child=serializers.CharField(), help_text="The seats that told something and whose card is not in."
    )


class PhonesView(APIView):
    """Games told by phone."""

    @extend_schema(operation_id="phones", responses={200: PhonesSerializer})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        """Return how far the told games are, for checkers, judges and the director."""
        this_event, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return _shown(this_event)

    @extend_schema(
        operation_id="use_phones",
        request=PhonesBody,
        responses={200: PhonesSerializer},
    )
    def put(self, request: Request, tournament: str, event: str) -> Response:
        """Set whether games are told by phone: for the director, until the qualifiers are posted. Told games stay."""
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        phones = read(PhonesBody, request)["phones"]
        changed = use_phones(event=this_event, phones=phones, actor=actor_of(request))
        return _shown(changed)


class ToldCardsView(APIView):
    """Make games told by phone into cards. A card that is typed stays as it is."""

    @extend_schema(
        operation_id="take_told_cards",
        request=ToldCardsBody,
        responses={200: ToldCardsSerializer},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        seats = read(ToldCardsBody, request).get("seats")
        return Response({"taken": list(take_told_cards(event=this_event, seats=seats, actor=actor_of(request)))})


class ToldLineView(APIView):
    """A line on which a card and its player's phone differ, in an event whose phones stand instead of paper."""

    @extend_schema(
        operation_id="decide_told_line",
        request=ToldLineBody,
        responses={200: PhonesSerializer},
    )
    def post(self, request: Request, tournament: str, event: str, seat: str, game: int) -> Response:
        """Decide which line stands: `phone` replaces the card's line by the told one, `paper` keeps the card's line."""
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        sent = read(ToldLineBody, request)
        sent.setdefault("reason", "")
        decide_told_line(event=this_event, seat=seat, game=game, **sent, actor=actor_of(request))
        return _shown(this_event)


def _shown(event: Event) -> Response:
    page = phones_reads.phones_page(event)
    shown = {
        "phones": event.phones,
        "games": page.games,
        "differing": page.differing,
        "contrary": page.contrary,
        "to_take": [player.seat for player in page.to_take],
    }
    return Response(PhonesSerializer(shown).data)
