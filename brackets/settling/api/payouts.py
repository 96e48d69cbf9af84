"""Winnings and payouts in the API. Every amount is in cents. Shapes only; the actions decide."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.models import Payout
from brackets.settling.actions.payouts import PAYOUT_KINDS, pay_out, reverse_payout
from brackets.settling.reads.settling import PersonWon, winner, winners
from tournaments.access import Need, tournament_for
from tournaments.api.shapes import (
    OneOfField,
    PlayersField,
    TextField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    found,
    page_example,
    pages_of,
    paginated,
    read,
    refuse_untold,
)
from tournaments.models import MAX_REASON, Player, Tournament
from tournaments.money.api import NUMBER, PLAYER, MoneyBody, MoneyLineSerializer, ReasonBody
from tournaments.money.rules import MOST_CENTS

PAYOUT = {
    "number": 3,
    "kind": "cash",
    "cents": 20000,
    "note": "",
    "at": "2026-03-08T17:04:05Z",
    "by": "Rosa Medina",
    "reverses": None,
    "reversed_by": None,
    "stands": True,
}
WON = {
    "player": 17,
    "name": "Ann Petty",
    "players": [],
    "won": 20000,
    "paid": 20000,
    "open": 0,
    "owes": 0,
    "wins": [{"event": "main", "kind": "prize", "label": "Champion", "cents": 20000}],
    "lines": [PAYOUT],
}


class PayoutBody(MoneyBody):
    """Money that a winner is given."""

    kind = OneOfField(choices=[kind.value for kind in PAYOUT_KINDS], help_text="How it is paid.")
    cents = WholeNumberField(min_value=1, max_value=MOST_CENTS, help_text="How much; at most the open amount.")
    note = TextField(max_length=MAX_REASON, required=False, allow_blank=True, help_text="A remark.")


class PayoutLineOut(MoneyLineSerializer):
    """A payout, or one that takes another back."""

    kind = serializers.ChoiceField(choices=Payout.Kind.choices, help_text="What it says.")


class WinOut(serializers.Serializer[Any]):
    """Something that is won."""

    event = serializers.CharField(help_text="The event's short name.")
    kind = serializers.ChoiceField(choices=["prize", "pool"], help_text="A prize, or a place in a pool.")
    # A declared field "label" would shadow an attribute of the serializer.

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            **super().get_fields(),
            "label": serializers.CharField(help_text="What for, in words."),
            "cents": serializers.IntegerField(help_text="How much."),
        }


class WonOut(serializers.Serializer[Any]):
    """What one person has won and was paid."""

    player = serializers.IntegerField(help_text="The person's key.")
    name = serializers.CharField(help_text="What they are called.")
    players = PlayersField()
    won = serializers.IntegerField(help_text="The sum of all decided wins.")
    paid = serializers.IntegerField(help_text="The sum of the payouts, without those taken back.")
    open = serializers.IntegerField(help_text="What is still to be paid; below 0 if too much was paid.")
    owes = serializers.IntegerField(help_text="The open part of their fees; it is not set off against winnings.")
    wins = WinOut(many=True, help_text="Prize by prize.")
    lines = PayoutLineOut(many=True, help_text="Their payouts.")


def _person(tournament: Tournament, player: int) -> PersonWon:
    """A person who has won or was paid something here; 404 for anybody else."""
    return found(winner(tournament, player), _("This person has won nothing that is decided."))


class WinnersView(APIView):
    """Everybody who has won something."""

    @extend_schema(
        operation_id="list_winners",
        summary="List what was won and paid",
        description="For registrars and the director: by name, over all events and pools. Only what is decided counts.",
        responses={200: pages_of(WonOut, "WonPage")},
        examples=[page_example(WON)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        tournament_row, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return paginated(self, request, winners(tournament_row), WonOut)


class WinnerView(APIView):
    """One person, and what they are paid."""

    @extend_schema(
        operation_id="winner",
        summary="Look at what one person won",
        description="For registrars and the director.",
        parameters=[PLAYER],
        responses={200: WonOut},
        examples=[answer_example("Paid", WON)],
    )
    def get(self, request: Request, tournament: str, player: int) -> Response:
        tournament_row, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return Response(WonOut(_person(tournament_row, player)).data)

    @extend_schema(
        operation_id="pay_out",
        summary="Pay a winner",
        description="For registrars and the director. Refused: 403 `own_card` for your own money, 409 `stale` if the "
        "open amount is not the one in `open`, 409 `impossible` for more than the open amount.",
        parameters=[PLAYER],
        request=PayoutBody,
        responses={201: WonOut},
        examples=[
            body_example("All in cash", {"kind": "cash", "cents": 20000, "open": 20000}),
            answer_example("As it stands now", WON, 201),
        ],
    )
    def post(self, request: Request, tournament: str, player: int) -> Response:
        tournament_row, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        _person(tournament_row, player)
        body = read(PayoutBody, request)
        refuse_untold(request, body, "open")
        looked_at = body.pop("open", None)
        pay_out(
            tournament=tournament_row,
            player=Player.objects.get(pk=player),
            looked_at=looked_at,
            is_repeated=True,
            **body,
            actor=actor_of(request),
        )
        return Response(WonOut(_person(tournament_row, player)).data, status=status.HTTP_201_CREATED)


class PayoutReversalView(APIView):
    """The reversal of one payout."""

    @extend_schema(
        operation_id="reverse_payout",
        summary="Take a payout back",
        description="For registrars and the director. Adds a line that reverses it; both lines stay. Sent twice, it "
        "does the same as once. Refused: 403 `own_card` for your own money.",
        parameters=[PLAYER, NUMBER],
        request=ReasonBody,
        responses={201: WonOut},
        examples=[
            body_example("Why", {"reason": "Wrong person"}),
            answer_example("As it stands now", WON, 201),
        ],
    )
    def post(self, request: Request, tournament: str, player: int, number: int) -> Response:
        tournament_row, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        rows = tournament_row.payouts.select_related("tournament", "player").filter(player=player, number=number)
        payout = found(rows.first(), _("There is no such line among this person’s payouts."))
        reason = read(ReasonBody, request).get("reason", "")
        reverse_payout(payout=payout, reason=reason, actor=actor_of(request))
        return Response(WonOut(_person(tournament_row, player)).data, status=status.HTTP_201_CREATED)
