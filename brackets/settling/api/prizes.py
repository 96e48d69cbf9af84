"""The table of prizes in the API. Every amount is in cents. Shapes only; the actions decide."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.models import Prize
from brackets.settling.actions.prizes import PrizePlan, set_prizes
from brackets.settling.reads.prizes import prizes_mark
from brackets.settling.reads.settling import event_books
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    OneOfField,
    PlayersField,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    read,
    text_of,
)
from tournaments.models import MAX_REASON, Event
from tournaments.money.rules import MOST_CENTS

PRIZE = {"kind": "place", "place": 3, "name": "", "cents": 12000, "entrant": None}
PRIZES = {
    "mark": "5f2b1c9a7d04",
    "prizes": [
        {
            **PRIZE,
            "people": 2,
            "planned": 24000,
            "winners": [{"player": 17, "name": "Ann Petty", "players": [], "cents": 12000}],
        }
    ],
    "fund": 180000,
    "planned": 24000,
    "warnings": [],
}


class PrizeBody(StrictSerializer):
    """A prize as the director sets it."""

    kind = OneOfField(choices=Prize.Kind.choices, help_text="What it is for.")
    cents = WholeNumberField(
        min_value=1, max_value=MOST_CENTS, help_text="How much each person gets who ends at the place."
    )
    place = WholeNumberField(
        min_value=1, max_value=500, required=False, allow_null=True, help_text="The place or the rank; null for others."
    )
    name = text_of(Prize, "name", required=False, help_text="The name of an `other` one.")
    entrant = WholeNumberField(
        min_value=1,
        max_value=10**9,
        required=False,
        allow_null=True,
        help_text="Who is given an `other` one: a number.",
    )


class PrizesBody(StrictSerializer):
    """The whole table of prizes."""

    prizes = PrizeBody(many=True, help_text="Every prize; a prize that is left out is removed.")
    mark = TextField(
        max_length=20,
        required=False,
        help_text="The `mark` of the table that you read. If the table has another mark now, 409 `stale`; without it, "
        "409 `stale` if somebody else has set the prizes last.",
    )
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        help_text="Why; needed if somebody who was paid already would have won less.",
    )


class WinnerOut(serializers.Serializer[Any]):
    """Somebody who gets something."""

    player = serializers.IntegerField(help_text="The person's key.")
    name = serializers.CharField(help_text="What they are called.")
    players = PlayersField()
    cents = serializers.IntegerField(help_text="How much; less than the prize if a rank is shared.")


class PrizeOut(serializers.Serializer[Any]):
    """A prize, and who has it."""

    kind = serializers.ChoiceField(choices=Prize.Kind.choices, help_text="What it is for.")
    place = serializers.IntegerField(allow_null=True, help_text="The place or the rank.")
    name = serializers.CharField(help_text="The name of an `other` one, else empty.")
    cents = serializers.IntegerField(help_text="How much each gets.")
    entrant = serializers.IntegerField(allow_null=True, help_text="Who is given an `other` one: a number.")
    people = serializers.IntegerField(help_text="How many can have it.")
    planned = serializers.IntegerField(help_text="The sum for all of them.")
    winners = WinnerOut(source="who", many=True, help_text="Who has it already.")


class PrizesOut(serializers.Serializer[Any]):
    """The table of prizes."""

    mark = serializers.CharField(help_text="It changes with every change of the table.")
    prizes = PrizeOut(many=True, help_text="The prizes, places first.")
    fund = serializers.IntegerField(
        help_text="Entry fees as owed and income of the event, less the sanctioning fee and expenses."
    )
    planned = serializers.IntegerField(help_text="The sum of all prizes.")
    warnings = serializers.ListField(
        child=serializers.CharField(), help_text="The prizes for ranks that nobody can reach, in sentences."
    )


def _prizes(event: Event) -> Response:
    """The answer with the current table of prizes."""
    books, awards = event_books(event.tournament, event.slug)
    shown = {
        "mark": prizes_mark(event),
        "prizes": awards.prizes,
        "fund": books.fund,
        "planned": books.prizes,
        "warnings": awards.out_of_reach,
    }
    return Response(PrizesOut(shown).data)


class PrizesView(APIView):
    """The table of prizes of an event."""

    @extend_schema(
        operation_id="prizes",
        summary="Look at the prizes",
        description="For the director.",
        responses={200: PrizesOut},
        examples=[answer_example("The table", PRIZES)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        return _prizes(event_row)

    @extend_schema(
        operation_id="set_prizes",
        summary="Set the prizes",
        description="For the director. Replaces the whole table: a prize that is left out is removed. The places are "
        "those in which people can end: 1, 2, 3, 5, 9, 17, 33 and 65; each person who ends there gets the amount. "
        "Refused: 403 `own_card` with every prize that you would give to yourself by name; 409 `stale` if the `mark` "
        "is another one now, and without a `mark` if somebody else has set the prizes last.",
        request=PrizesBody,
        responses={200: PrizesOut},
        examples=[
            body_example("Two prizes", {"prizes": [PRIZE, {"kind": "hnq", "cents": 2000}]}),
            answer_example("The table now", PRIZES),
        ],
    )
    def put(self, request: Request, tournament: str, event: str) -> Response:
        event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(PrizesBody, request)
        plans = [PrizePlan(**prize) for prize in body["prizes"]]
        set_prizes(
            event=event_row,
            prizes=plans,
            mark=body.get("mark"),
            unseen="mark" not in body,
            reason=body.get("reason", ""),
            actor=actor_of(request),
        )
        return _prizes(event_row)
