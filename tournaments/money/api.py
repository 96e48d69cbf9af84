"""Fees, accounts and the ledger, in the API. Every amount is in cents."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, event_for, tournament_for
from tournaments.api.shapes import (
    KEY,
    OneOfField,
    PlayersField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    found,
    page_example,
    pages_of,
    paginated,
    read,
    refusals,
    refuse_untold,
    text_of,
)
from tournaments.models import MAX_REASON, Entry, Event, Fee, LedgerLine, Player, Tournament
from tournaments.money.actions.money import LINE_KINDS, add_fee, choose_fee, reverse_line, set_money_first, write_line
from tournaments.money.reads import money as money_reads
from tournaments.money.rules import MOST_CENTS
from tournaments.reads.entries import entry_at

FEE = {"id": 4, "kind": "q_pool", "name": "Q-pool 1 in 4", "cents": 1000, "optional": True, "takers": 31, "off": 0}
LINE = {
    "number": 12,
    "kind": "cash",
    "event": "",
    "cents": 7500,
    "note": "",
    "at": "2026-03-06T17:04:05Z",
    "by": "Rosa Medina",
    "reverses": None,
    "reversed_by": None,
    "stands": True,
}
ACCOUNT = {
    "player": 17,
    "name": "Ann Petty",
    "players": [],
    "acc_number": "HI296",
    "entries": [{"event": "main", "id": 7, "seat": "A-7", "status": "playing"}],
    "fees": [{"fee": 3, "event": "main", "name": "Entry", "kind": "entry", "cents": 7500, "owed": True}],
    "charged": 7500,
    "waived": 0,
    "owed": 7500,
    "received": 7500,
    "refunded": 0,
    "held": 7500,
    "open": 0,
    "lines": [LINE],
}

# --- Shapes ----------------------------------------------------------------------------------------------------------


class FeeBody(StrictSerializer):
    """A fee as the director sets it."""

    name = text_of(Fee, "name", help_text="Its name, once per event.")
    cents = WholeNumberField(min_value=0, max_value=MOST_CENTS, help_text="What it costs, in cents.")
    kind = OneOfField(choices=Fee.Kind.choices, help_text="What it is.")
    optional = TruthField(required=False, help_text="Owed by those alone who take it, as a pool is.")


class FeeChanges(FeeBody):
    """What changes in a fee; what is left out stays."""

    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        help_text="Why; needed once somebody took the fee or paid.",
    )


class ReasonBody(StrictSerializer):
    """Why."""

    reason = TextField(max_length=MAX_REASON, required=False, allow_blank=True, help_text="Why.")


class MoneyFirstBody(StrictSerializer):
    """Whether the money comes first."""

    money_first = TruthField(help_text="Whether seats are drawn only once everybody has paid for the event.")


class MoneyBody(StrictSerializer):
    """Money that comes from somebody or goes to somebody."""

    cents = WholeNumberField(min_value=1, max_value=MOST_CENTS, help_text="How much, in cents.")
    note = text_of(LedgerLine, "note", required=False, help_text="A remark; for a waiver its reason, needed.")
    open = WholeNumberField(
        min_value=-MOST_CENTS,
        max_value=MOST_CENTS,
        required=False,
        help_text="What was open when you looked: where it is not any more, nothing is written (409 `stale`). The same sent again "
        "is answered with what was written. Needed where no `Idempotency-Key` comes.",
    )


class LedgerLineBody(MoneyBody):
    """A new line of the ledger."""

    kind = OneOfField(choices=[kind.value for kind in LINE_KINDS], help_text="What happens.")
    event = text_of(
        Event,
        "slug",
        required=False,
        allow_blank=True,
        help_text="Of a waiver: the short name of the event whose fees are not asked for; empty: fees in their order.",
    )


class FeeSerializer(serializers.Serializer[Any]):
    """A fee of an event."""

    id = serializers.IntegerField(source="pk", help_text="For changing it, and for taking it.")
    kind = serializers.ChoiceField(choices=Fee.Kind.choices, help_text="What it is.")
    name = serializers.CharField(help_text="Its name.")
    cents = serializers.IntegerField(help_text="What it costs.")
    optional = serializers.BooleanField(help_text="Owed by those alone who take it.")
    takers = serializers.IntegerField(help_text="How many took it; 0 for one that everybody owes.")
    off = serializers.IntegerField(help_text="How many are off a pool that everybody else owes, and do not owe it.")


class MoneyLineSerializer(serializers.Serializer[Any]):
    """A line of an append-only list of money."""

    number = serializers.IntegerField(help_text="Counts within the tournament.")
    cents = serializers.IntegerField(help_text="How much; `kind` says which way it goes.")
    note = serializers.CharField(help_text="A remark, or the reason.")
    at = serializers.DateTimeField(help_text="When.")
    by = serializers.CharField(help_text="Who wrote it.")
    reverses = serializers.IntegerField(allow_null=True, help_text="The line that it takes back.")
    reversed_by = serializers.IntegerField(allow_null=True, help_text="The line that takes this one back.")
    stands = serializers.BooleanField(help_text="Whether it counts: neither a reversal nor taken back.")


class LedgerLineSerializer(MoneyLineSerializer):
    """A line of the ledger."""

    kind = serializers.ChoiceField(choices=LedgerLine.Kind.choices, help_text="What it says.")
    event = serializers.CharField(
        help_text="The short name of the event that a waiver is for; empty: fees in their order, or no waiver."
    )


class AccountEntrySerializer(serializers.Serializer[Any]):
    """Where the person plays."""

    event = serializers.CharField(help_text="The event's short name.")
    id = serializers.IntegerField(source="number", help_text="The entrant's number there.")
    seat = serializers.CharField(help_text="The seat; empty before the draw.")
    status = serializers.ChoiceField(choices=Entry.Status.choices, help_text="Playing or not; a no-show owes as well.")


class AccountFeeSerializer(serializers.Serializer[Any]):
    """A fee that the person owes, or a pool that they could take."""

    fee = serializers.IntegerField(help_text="The fee's id.")
    event = serializers.CharField(help_text="The event's short name.")
    name = serializers.CharField(help_text="The fee's name.")
    kind = serializers.ChoiceField(choices=Fee.Kind.choices, help_text="What it is.")
    cents = serializers.IntegerField(help_text="What it costs.")
    owed = serializers.BooleanField(help_text="False for an optional fee that is not taken and a pool they are off.")


class AccountSerializer(serializers.Serializer[Any]):
    """One person's money in a tournament, in cents."""

    player = serializers.IntegerField(help_text="The person's key, in the address of the account.")
    name = serializers.CharField(help_text="What they are called.")
    players = PlayersField()
    acc_number = serializers.CharField(help_text="The ACC number; empty where nobody said.")
    entries = AccountEntrySerializer(many=True, help_text="Where they play; empty for who is off the list and paid.")
    charged = serializers.IntegerField(source="account.charged", help_text="What the fees come to.")
    waived = serializers.IntegerField(source="account.waived", help_text="What of it is not asked for.")
    owed = serializers.IntegerField(source="account.owed", help_text="What is to be paid in all.")
    received = serializers.IntegerField(source="account.received", help_text="What came.")
    refunded = serializers.IntegerField(source="account.refunded", help_text="What went back.")
    held = serializers.IntegerField(source="account.held", help_text="What the desk has.")
    open = serializers.IntegerField(
        source="account.open", help_text="What is left to pay; below 0 what is to be given back."
    )

    # "fees" and "lines" are only read here, and lists of their own shape.
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            **super().get_fields(),
            "fees": AccountFeeSerializer(many=True, help_text="The fees, pools not taken too."),
            "lines": LedgerLineSerializer(many=True, help_text="The person's lines of the ledger."),
        }


class FeeTotalSerializer(serializers.Serializer[Any]):
    """The total of one fee."""

    event = serializers.CharField(help_text="The event's short name.")
    name = serializers.CharField(help_text="The fee's name.")
    kind = serializers.ChoiceField(choices=Fee.Kind.choices, help_text="What it is.")
    cents = serializers.IntegerField(help_text="What it costs.")
    people = serializers.IntegerField(help_text="How many owe it.")
    total = serializers.IntegerField(help_text="What they owe together.")


class MoneyTotalsSerializer(serializers.Serializer[Any]):
    """The money of a tournament, in cents."""

    charged = serializers.IntegerField(help_text="What all fees come to.")
    waived = serializers.IntegerField(help_text="What is not asked for.")
    owed = serializers.IntegerField(help_text="What is to be paid in all.")
    cash = serializers.IntegerField(help_text="What came in cash.")
    cheque = serializers.IntegerField(help_text="What came by check.")
    refunded = serializers.IntegerField(help_text="What went back.")
    held = serializers.IntegerField(help_text="What the desk has: cash and checks without refunds.")
    open = serializers.IntegerField(help_text="What is left to pay by those who owe.")
    to_give_back = serializers.IntegerField(help_text="What is to be given back to those who paid more; never set off.")
    people_open = serializers.IntegerField(help_text="How many still owe.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "fees": FeeTotalSerializer(many=True, help_text="Fee by fee.")}


def fee_of(event: Event, key: int) -> Fee:
    """Return the event's fee with this id. Raises Http404."""
    known = event.fees.select_related("event__tournament").filter(pk=key).first()
    return found(known, _("This event has no such fee. Somebody may have taken it away."))


def _player(tournament: Tournament, key: int) -> Player:
    """Return the player with this key. Raises Http404 if they have no account in this tournament."""
    found(money_reads.account_of(tournament, key), _("This tournament has no account of that person."))
    return Player.objects.get(pk=key)


PLAYER = OpenApiParameter("player", int, OpenApiParameter.PATH, description="The person's key.")
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The line's number.")
FEE_ID = OpenApiParameter("fee", int, OpenApiParameter.PATH, description="The fee's id.")

# --- Fees ------------------------------------------------------------------------------------------------------------


class FeesView(APIView):
    """The fees of an event."""

    @extend_schema(
        operation_id="list_fees",
        summary="List the fees of an event",
        description="For registrars and the director.",
        responses={200: pages_of(FeeSerializer, "FeePage")},
        examples=[page_example(FEE)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        return paginated(self, request, money_reads.fees(this_event), FeeSerializer)

    @extend_schema(
        operation_id="add_fee",
        summary="Add a fee",
        description="For the director. Everybody entered owes it at once, or where it is optional whoever takes it.",
        request=FeeBody,
        responses={201: FeeSerializer},
        examples=[
            body_example("A pool", {"name": "Q-pool 1 in 4", "cents": 1000, "kind": "q_pool", "optional": True}),
            answer_example("As added", FEE, 201),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        fee = add_fee(event=this_event, **read(FeeBody, request), actor=actor_of(request))
        return Response(FeeSerializer(money_reads.fees(this_event).get(pk=fee.pk)).data, status=status.HTTP_201_CREATED)


class MoneyFirstView(APIView):
    """Whether the money comes first in an event."""

    @extend_schema(
        operation_id="set_money_first",
        summary="Say whether the money comes first",
        description="For the director. Then seats are drawn only once everybody who plays has paid for the event "
        "(409 `unpaid`); it is off unless the director says so.",
        request=MoneyFirstBody,
        responses={200: MoneyFirstBody, **refusals(400, 401, 403, 404)},
        examples=[OpenApiExample("First the money", value={"money_first": True})],
    )
    def put(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        first = read(MoneyFirstBody, request)["money_first"]
        changed = set_money_first(event=this_event, money_first=first, actor=actor_of(request))
        return Response({"money_first": changed.money_first})


class PoolView(APIView):
    """An optional fee or a pool, and whether an entrant takes part."""

    def _choose(self, request: Request, tournament: str, event: str, entrant: str, fee: int, *, taken: bool) -> None:
        """Take or leave the fee for the entrant."""
        this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
        entry = found(entry_at(this_event, entrant), _("This event has no such entrant."))
        entry.event = this_event
        choose_fee(
            entry=entry,
            fee=fee_of(this_event, fee),
            taken=taken,
            reason=read(ReasonBody, request).get("reason", ""),
            rights=rights,
            actor=actor_of(request),
        )

    @extend_schema(
        operation_id="take_pool",
        summary="Take an optional fee for an entrant",
        description="For registrars and the director. Taking it twice is the same as once; it also brings back into a pool "
        "that everybody owes whoever was off it. Once the qualifiers of the event "
        "are posted it changes who won a pool: then for the director, with a `reason`.",
        parameters=[KEY, FEE_ID],
        request=ReasonBody,
        examples=[body_example("After posting", {"reason": "Paid at the door, not ticked"})],
    )
    def put(self, request: Request, tournament: str, event: str, entrant: str, fee: int) -> Response:
        self._choose(request, tournament, event, entrant, fee, taken=True)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id="leave_pool",
        summary="Leave an optional fee or a pool",
        description="For registrars and the director, nobody for themselves where everybody owes it: whoever is off a pool does "
        "not owe it and is not in it, as a no-show. What was paid for it is then to be given back. Once the qualifiers of "
        "the event are posted it changes who won a pool: then for the director, with a `reason`.",
        parameters=[KEY, FEE_ID],
        request=ReasonBody,
        examples=[body_example("After posting", {"reason": "Ticked for somebody else"})],
    )
    def delete(self, request: Request, tournament: str, event: str, entrant: str, fee: int) -> Response:
        self._choose(request, tournament, event, entrant, fee, taken=False)
        return Response(status=status.HTTP_204_NO_CONTENT)


# --- Accounts --------------------------------------------------------------------------------------------------------


class MoneyView(APIView):
    """The total money of a tournament."""

    @extend_schema(
        operation_id="money_totals",
        summary="Look at the money in all",
        description="For registrars and the director.",
        responses={200: MoneyTotalsSerializer},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return Response(MoneyTotalsSerializer(money_reads.money_totals(money_reads.accounts(this_tournament))).data)


class AccountsView(APIView):
    """Everybody's account."""

    @extend_schema(
        operation_id="list_accounts",
        summary="List accounts",
        description="For registrars and the director: everybody by name, over all events of the tournament. No-shows and "
        "who withdrew are among them, as is who is off the list and paid something.",
        responses={200: pages_of(AccountSerializer, "AccountPage")},
        examples=[page_example(ACCOUNT)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return paginated(self, request, money_reads.accounts(this_tournament), AccountSerializer)


class AccountView(APIView):
    """One person's account."""

    @extend_schema(
        operation_id="account",
        summary="Look at an account",
        description="For registrars and the director.",
        parameters=[PLAYER],
        responses={200: AccountSerializer},
        examples=[answer_example("Paid", ACCOUNT)],
    )
    def get(self, request: Request, tournament: str, player: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        account = found(
            money_reads.account_of(this_tournament, player), _("This tournament has no account of that person.")
        )
        return Response(AccountSerializer(account).data)


class LinesView(APIView):
    """A person's lines of the ledger."""

    @extend_schema(
        operation_id="write_line",
        summary="Receive, refund or waive",
        description="For registrars and the director. Lines add: a second payment never replaces the first. Refused: 403 "
        "`own_card` for a refund or a waiver of one's own, 409 `stale` where what is open is not what you say in `open`, 409 "
        "`impossible` for more than came, or than is charged beside pools: a pool is not waived, it is left.",
        parameters=[PLAYER],
        request=LedgerLineBody,
        responses={201: AccountSerializer},
        examples=[
            body_example("All in cash", {"kind": "cash", "cents": 7500, "open": 7500}),
            answer_example("The account now", ACCOUNT, 201),
        ],
    )
    def post(self, request: Request, tournament: str, player: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        person = _player(this_tournament, player)
        body = read(LedgerLineBody, request)
        refuse_untold(request, body, "open")
        write_line(
            tournament=this_tournament,
            player=person,
            kind=body["kind"],
            cents=body["cents"],
            note=body.get("note", ""),
            event=body.get("event", ""),
            looked_at=body.get("open"),
            is_repeated=True,
            actor=actor_of(request),
        )
        return _answer(this_tournament, player, status.HTTP_201_CREATED)


class ReversalView(APIView):
    """The reversal of one line."""

    @extend_schema(
        operation_id="reverse_line",
        summary="Take a line back",
        description="For registrars and the director. Another line takes it back, both stay; twice is the same as once. "
        "Refused: 403 `own_card` for a line of one's own account, whatever it says.",
        parameters=[
            PLAYER,
            NUMBER,
        ],
        request=ReasonBody,
        responses={201: AccountSerializer},
        examples=[
            body_example("Why", {"reason": "Wrong person"}),
            answer_example("The account now", ACCOUNT, 201),
        ],
    )
    def post(self, request: Request, tournament: str, player: int, number: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        lines = this_tournament.ledger.select_related("tournament", "player").filter(player=player, number=number)
        line = found(lines.first(), _("There is no such line in this person’s ledger."))
        reason = read(ReasonBody, request).get("reason", "")
        reverse_line(line=line, reason=reason, actor=actor_of(request))
        return _answer(this_tournament, player, status.HTTP_201_CREATED)


def _answer(tournament: Tournament, player: int, code: int) -> Response:
    """Return the account of this player (a primary key) with this status."""
    account = money_reads.account_of(tournament, player)
    assert account is not None
    return Response(AccountSerializer(account).data, status=code)
