"""The books of a tournament in the API. Every amount is in cents. Shapes only; the actions decide."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.models import Item
from brackets.settling.actions.books import ITEM_KINDS, reverse_item, write_item
from brackets.settling.reads.settling import settlement
from tournaments.access import Need, tournament_for
from tournaments.api.shapes import (
    OneOfField,
    StrictSerializer,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    found,
    read,
    refuse_untold,
    text_of,
)
from tournaments.models import Event, Tournament
from tournaments.money.api import NUMBER, ReasonBody
from tournaments.money.rules import MOST_CENTS

ITEM = {
    "number": 1,
    "kind": "expense",
    "name": "Hall",
    "event": "",
    "cents": 25000,
    "at": "2026-03-08T17:04:05Z",
    "by": "Rosa Medina",
    "reverses": None,
    "reversed_by": None,
    "stands": True,
}


class ItemBody(StrictSerializer):
    """One line for the books."""

    kind = OneOfField(choices=[kind.value for kind in ITEM_KINDS], help_text="The kind of line: a cost or an income.")
    name = text_of(Item, "name", help_text="What it is called.")
    cents = WholeNumberField(min_value=1, max_value=MOST_CENTS, help_text="How much.")
    event = text_of(
        Event, "slug", required=False, allow_blank=True, help_text="The event's short name; empty for the tournament."
    )
    number = WholeNumberField(
        required=False,
        min_value=1,
        max_value=999_999,
        help_text="The number of the next line, one more than there are lines. The same line sent again is answered "
        "with the recorded one; a different line with this number is 409 `exists`. Needed without an "
        "`Idempotency-Key`.",
    )


class ItemOut(serializers.Serializer[Any]):
    """A line of the books."""

    number = serializers.IntegerField(help_text="Counts within the tournament.")
    kind = serializers.ChoiceField(choices=Item.Kind.choices, help_text="The kind of line: a cost or an income.")
    name = serializers.CharField(help_text="What it is called, or why it takes another one back.")
    event = serializers.CharField(help_text="The event's short name; empty for the tournament.")
    cents = serializers.IntegerField(help_text="How much.")
    at = serializers.DateTimeField(help_text="When.")
    by = serializers.CharField(help_text="Who wrote it.")
    reverses = serializers.IntegerField(allow_null=True, help_text="The line that it takes back.")
    reversed_by = serializers.IntegerField(allow_null=True, help_text="The line that takes this one back.")
    stands = serializers.BooleanField(help_text="Whether it counts: neither a correction nor taken back.")


class EventBooksOut(serializers.Serializer[Any]):
    """One event in the books."""

    event = serializers.CharField(source="slug", help_text="The event's short name.")
    owed = serializers.IntegerField(help_text="Fees that are no pool, less what is waived.")
    income = serializers.IntegerField(help_text="Other income of the event.")
    prizes = serializers.IntegerField(help_text="The sum of all prizes.")
    sanctioning = serializers.IntegerField(help_text="Sanctioning fees written.")
    sanctioning_due = serializers.IntegerField(help_text="The sanctioning fee by the usual rate.")
    expenses = serializers.IntegerField(help_text="Expenses of the event.")
    left = serializers.IntegerField(help_text="What is left of the event, without its pools.")
    left_of_pools = serializers.IntegerField(help_text="The owed money of its pools that no plan gives to anybody.")


class SettlementOut(serializers.Serializer[Any]):
    """The books of a tournament. `box` + `open` − `to_give_back` − `to_pay` + `paid_over` − `undecided` is `left`."""

    owed = serializers.IntegerField(source="money.owed", help_text="All fees, less what is waived.")
    waived = serializers.IntegerField(source="money.waived", help_text="The part of the fees that is waived.")
    held = serializers.IntegerField(source="money.held", help_text="Fees received, less those given back.")
    open = serializers.IntegerField(source="money.open", help_text="Fees still to be received.")
    to_give_back = serializers.IntegerField(source="money.to_give_back", help_text="Money still to be given back.")
    income = serializers.IntegerField(help_text="Other income.")
    sanctioning = serializers.IntegerField(help_text="Sanctioning fees.")
    expenses = serializers.IntegerField(help_text="Expenses.")
    general = serializers.IntegerField(help_text="Income less costs of the lines that belong to no event.")
    prizes = serializers.IntegerField(help_text="The sum of all prizes.")
    pools = serializers.IntegerField(help_text="The sum that all pools pay.")
    awarded = serializers.IntegerField(help_text="The part of prizes and pools that somebody has won.")
    undecided = serializers.IntegerField(help_text="The part of prizes and pools that nobody has won.")
    paid = serializers.IntegerField(help_text="The sum paid to winners.")
    to_pay = serializers.IntegerField(help_text="The sum still to be paid to winners.")
    paid_over = serializers.IntegerField(help_text="The sum that winners were paid too much.")
    box = serializers.IntegerField(help_text="The money at the desk now.")
    short = serializers.IntegerField(help_text="How much more the desk has paid out than came in.")
    left = serializers.IntegerField(help_text="What will be left once everything is received and paid.")
    settled = serializers.BooleanField(help_text="Whether no payment is outstanding and the desk is not short.")
    events = EventBooksOut(many=True, help_text="Event by event.")
    items = ItemOut(many=True, help_text="The lines of the books: expenses, sanctioning fees and income.")


class SettlementView(APIView):
    """The books of a tournament."""

    @extend_schema(
        operation_id="settlement",
        summary="Look at the books",
        description="For the director.",
        responses={200: SettlementOut},
    )
    def get(self, request: Request, tournament: str) -> Response:
        tournament_row, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        return Response(SettlementOut(settlement(tournament_row)).data)


class ItemsView(APIView):
    """The lines of the books: expenses, sanctioning fees and income."""

    @extend_schema(
        operation_id="write_item",
        summary="Write a line into the books",
        description="For the director: an expense, a sanctioning fee or an income.",
        request=ItemBody,
        responses={201: ItemOut},
        examples=[
            body_example("The hall", {"kind": "expense", "name": "Hall", "cents": 25000, "number": 3}),
            answer_example("As written", ITEM, 201),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        tournament_row, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(ItemBody, request)
        refuse_untold(request, body, "number")
        slug = body.pop("event", "")
        event = found(tournament_row.events.filter(slug=slug).first(), _("There is no such event.")) if slug else None
        item = write_item(tournament=tournament_row, event=event, **body, actor=actor_of(request))
        return _item(tournament_row, item)


class ItemReversalView(APIView):
    """The reversal of one line of the books."""

    @extend_schema(
        operation_id="reverse_item",
        summary="Take a line of the books back",
        description="For the director. Adds a line that reverses it; both lines stay. Sent twice, it does the same as "
        "once.",
        parameters=[NUMBER],
        request=ReasonBody,
        responses={201: ItemOut},
        examples=[
            body_example("Why", {"reason": "Paid by the club"}),
            answer_example("The line", ITEM, 201),
        ],
    )
    def post(self, request: Request, tournament: str, number: int) -> Response:
        tournament_row, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        rows = tournament_row.items.select_related("tournament", "event").filter(number=number)
        item = found(rows.first(), _("There is no such line in the books."))
        reason = read(ReasonBody, request).get("reason", "")
        return _item(tournament_row, reverse_item(item=item, reason=reason, actor=actor_of(request)))


def _item(tournament: Tournament, item: Item) -> Response:
    """The answer (201) with this line of the books."""
    shown = next(line for line in settlement(tournament).items if line.number == item.number)
    return Response(ItemOut(shown).data, status=status.HTTP_201_CREATED)
