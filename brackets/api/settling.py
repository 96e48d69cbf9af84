"""Prizes, pools, the books and payouts in the API. Every amount is in cents. Shapes only; actions decide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets import actions, reads
from brackets.actions import ITEM_KINDS, PAYOUT_KINDS, PrizePlan
from brackets.models import Item, Payout, PoolPlan, Prize
from brackets.reads import EventBooks, ItemShown, PersonWon, PoolShown
from tournaments.access import Need, event_for, tournament_for
from tournaments.actions.faults import MAX_REASON
from tournaments.api.money import LedgerLineSerializer, ReasonBody
from tournaments.api.shapes import (
    PAGE_PARAMETERS,
    OneOfField,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    found,
    page_example,
    pages_of,
    paginated,
    read,
    refusals,
)
from tournaments.models import Event, Fee, Player, Tournament
from tournaments.rules.money import MOST_CENTS

PRIZE = {"kind": "place", "place": 3, "name": "", "cents": 12000, "entrant": None}
PRIZES = {
    "mark": "5f2b1c9a7d04",
    "prizes": [
        {**PRIZE, "people": 2, "planned": 24000, "winners": [{"player": 17, "name": "Ann Petty", "cents": 12000}]}
    ],
    "fund": 180000,
    "planned": 24000,
}
POOL = {
    "fee": 4,
    "name": "Q-pool 1 in 4",
    "kind": "q_pool",
    "cents": 1000,
    "people": 20,
    "fund": 20000,
    "type": "graduated",
    "ratio": 6,
    "by_hand": [],
    "reason": "",
    "planned": 20000,
    "difference": 0,
    "official": True,
    "places": [
        {"place": 1, "given": 8000, "cents": 8000, "winner": {"player": 17, "name": "Ann Petty", "cents": 8000}}
    ],
}
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
    "won": 20000,
    "paid": 20000,
    "open": 0,
    "owes": 0,
    "wins": [{"event": "main", "kind": "prize", "label": "Champion", "cents": 20000}],
    "lines": [PAYOUT],
}
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

# --- Shapes ----------------------------------------------------------------------------------------------------------


class PrizeBody(StrictSerializer):
    """A prize as the director sets it."""

    kind = OneOfField(choices=Prize.Kind.choices, help_text="What it is for.")
    cents = WholeNumberField(min_value=1, max_value=MOST_CENTS, help_text="How much each gets who has the place.")
    place = WholeNumberField(
        min_value=1, max_value=500, required=False, allow_null=True, help_text="The place or the rank; null for others."
    )
    name = TextField(max_length=60, required=False, allow_blank=True, help_text="The name of an `other` one.")
    entrant = WholeNumberField(
        min_value=1,
        max_value=10**9,
        required=False,
        allow_null=True,
        help_text="Who is given an `other` one: a number.",
    )


class PrizesBody(StrictSerializer):
    """The whole table of prizes."""

    prizes = PrizeBody(many=True, help_text="Every prize; what is not here is none any more.")
    mark = TextField(
        max_length=20, required=False, help_text="That of the table you looked at; another one now: 409 `stale`."
    )


class PoolBody(StrictSerializer):
    """How a pool is paid out."""

    type = OneOfField(choices=PoolPlan.Type.choices, help_text="What gives the amounts.")
    ratio = WholeNumberField(
        min_value=1, max_value=100, required=False, help_text="One in so many is paid; 4 if left out."
    )
    by_hand = serializers.ListField(
        child=WholeNumberField(min_value=0, max_value=MOST_CENTS),
        required=False,
        max_length=500,
        help_text="Amounts that count instead, the best place first; with the reason.",
    )
    reason = TextField(max_length=MAX_REASON, required=False, allow_blank=True, help_text="Why amounts are by hand.")


class ItemBody(StrictSerializer):
    """One line for the books."""

    kind = OneOfField(choices=[kind.value for kind in ITEM_KINDS], help_text="Which way it goes, and what it is.")
    name = TextField(max_length=120, help_text="What it is called.")
    cents = WholeNumberField(min_value=1, max_value=MOST_CENTS, help_text="How much.")
    event = TextField(
        max_length=60, required=False, allow_blank=True, help_text="The event's short name; empty for the tournament."
    )


class PayoutBody(StrictSerializer):
    """Money that a winner is given."""

    kind = OneOfField(choices=[kind.value for kind in PAYOUT_KINDS], help_text="How it is paid.")
    cents = WholeNumberField(min_value=1, max_value=MOST_CENTS, help_text="How much, at most what is open.")
    note = TextField(max_length=MAX_REASON, required=False, allow_blank=True, help_text="A remark.")
    open = WholeNumberField(
        min_value=-MOST_CENTS,
        max_value=MOST_CENTS,
        required=False,
        help_text="What was open when you looked: where it is not any more, nothing is written (409 `stale`).",
    )


class WinnerOut(serializers.Serializer[Any]):
    """Somebody who gets something."""

    player = serializers.IntegerField(help_text="The person's key.")
    name = serializers.CharField(help_text="What they are called.")
    cents = serializers.IntegerField(help_text="How much; less than the prize where a rank is shared.")


class PrizeOut(serializers.Serializer[Any]):
    """A prize, and who has it."""

    kind = serializers.ChoiceField(choices=Prize.Kind.choices, help_text="What it is for.")
    place = serializers.IntegerField(allow_null=True, help_text="The place or the rank.")
    name = serializers.CharField(help_text="The name of an `other` one, else empty.")
    cents = serializers.IntegerField(help_text="How much each gets.")
    entrant = serializers.IntegerField(allow_null=True, help_text="Who is given an `other` one: a number.")
    people = serializers.IntegerField(help_text="How many can have it.")
    planned = serializers.IntegerField(help_text="What it comes to for all of them.")
    winners = WinnerOut(many=True, help_text="Who has it already.")


class PrizesOut(serializers.Serializer[Any]):
    """The table of prizes."""

    mark = serializers.CharField(help_text="Another one after any change of the table.")
    prizes = PrizeOut(many=True, help_text="The prizes, places first.")
    fund = serializers.IntegerField(
        help_text="Entry fees as owed and income of the event, less the sanctioning fee and expenses."
    )
    planned = serializers.IntegerField(help_text="What all prizes come to.")


class PoolPlaceOut(serializers.Serializer[Any]):
    """One place of a pool."""

    place = serializers.IntegerField(help_text="From 1, among those who take the pool.")
    given = serializers.IntegerField(help_text="What the type gives.")
    cents = serializers.IntegerField(help_text="What counts.")
    winner = WinnerOut(allow_null=True, help_text="Who has it, before posting as the cards stand.")


class PoolOut(serializers.Serializer[Any]):
    """A pool: who is in it, what there is, what each place gets."""

    fee = serializers.IntegerField(help_text="The fee's id.")
    name = serializers.CharField(help_text="The fee's name.")
    kind = serializers.ChoiceField(choices=Fee.Kind.choices, help_text="What it is.")
    cents = serializers.IntegerField(help_text="What it costs.")
    people = serializers.IntegerField(help_text="Who owes it and was not let off, paid or not.")
    fund = serializers.IntegerField(help_text="What they pay together.")
    type = serializers.CharField(help_text="As it was set; empty while nothing is paid out.")
    ratio = serializers.IntegerField(help_text="One in so many is paid.")
    by_hand = serializers.ListField(child=serializers.IntegerField(), help_text="Amounts that count instead.")
    reason = serializers.CharField(help_text="Why they are by hand.")
    planned = serializers.IntegerField(help_text="What all places come to.")
    difference = serializers.IntegerField(
        help_text="What the fund has left; below 0 where more is planned than there is."
    )
    official = serializers.BooleanField(help_text="Whether the ranks are posted.")
    places = PoolPlaceOut(many=True, help_text="Best place first.")


class PayoutLineOut(LedgerLineSerializer):
    """A payout, or one that takes another back."""

    kind = serializers.ChoiceField(choices=Payout.Kind.choices, help_text="What it says.")


class WinOut(serializers.Serializer[Any]):
    """Something that is won."""

    event = serializers.CharField(help_text="The event's short name.")
    kind = serializers.ChoiceField(choices=["prize", "pool"], help_text="A prize, or a place in a pool.")
    # "label" would hide an attribute of the serializer itself if it stood in the class body.

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
    won = serializers.IntegerField(help_text="All that is decided.")
    paid = serializers.IntegerField(help_text="What stands of the payouts.")
    open = serializers.IntegerField(help_text="What is to be paid; below 0 what was paid too much.")
    owes = serializers.IntegerField(help_text="What is open of their fees; nothing is set off.")
    wins = WinOut(many=True, help_text="Prize by prize.")
    lines = PayoutLineOut(many=True, help_text="Their payouts.")


class ItemOut(serializers.Serializer[Any]):
    """A line of the books."""

    number = serializers.IntegerField(help_text="Counts within the tournament.")
    kind = serializers.ChoiceField(choices=Item.Kind.choices, help_text="Which way it goes, and what it is.")
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

    event = serializers.CharField(help_text="The event's short name.")
    owed = serializers.IntegerField(help_text="Fees that are no pool, less what is waived.")
    income = serializers.IntegerField(help_text="Other income of the event.")
    prizes = serializers.IntegerField(help_text="What all prizes come to.")
    sanctioning = serializers.IntegerField(help_text="Sanctioning fees written.")
    sanctioning_due = serializers.IntegerField(help_text="What the usual rate gives.")
    expenses = serializers.IntegerField(help_text="Expenses of the event.")
    left = serializers.IntegerField(help_text="What is left of it beside the pools.")
    left_of_pools = serializers.IntegerField(help_text="What is left of its pools.")


class SettlementOut(serializers.Serializer[Any]):
    """The books of a tournament. `box` + `open` − `to_give_back` − `to_pay` + `paid_over` − `undecided` is `left`."""

    owed = serializers.IntegerField(help_text="All fees, less what is waived.")
    waived = serializers.IntegerField(help_text="What is not asked for.")
    held = serializers.IntegerField(help_text="What came of it, less what went back.")
    open = serializers.IntegerField(help_text="What is left to receive.")
    to_give_back = serializers.IntegerField(help_text="What is to be given back.")
    income = serializers.IntegerField(help_text="Other income.")
    sanctioning = serializers.IntegerField(help_text="Sanctioning fees.")
    expenses = serializers.IntegerField(help_text="Expenses.")
    general = serializers.IntegerField(help_text="Lines of no event, in all.")
    prizes = serializers.IntegerField(help_text="What all prizes come to.")
    pools = serializers.IntegerField(help_text="What all pools pay.")
    awarded = serializers.IntegerField(help_text="What of both somebody has won.")
    undecided = serializers.IntegerField(help_text="What of both nobody has.")
    paid = serializers.IntegerField(help_text="What winners were paid.")
    to_pay = serializers.IntegerField(help_text="What they are to be paid.")
    paid_over = serializers.IntegerField(help_text="What they were paid too much.")
    box = serializers.IntegerField(help_text="What is at the desk now.")
    left = serializers.IntegerField(help_text="What is left in the end.")
    settled = serializers.BooleanField(help_text="Whether nothing is open any more.")
    events = EventBooksOut(many=True, help_text="Event by event.")
    items = ItemOut(many=True, help_text="The lines beside entrants and winners.")


def _prizes(event: Event) -> dict[str, Any]:
    books, awards = reads.event_books(event.tournament, event.slug)
    return {
        "mark": reads.prizes_mark(event),
        "prizes": [
            {
                **reads.prize_values(prize),
                "people": prize.people,
                "planned": prize.planned,
                "winners": [_winner(winner) for winner in prize.who],
            }
            for prize in awards.prizes
        ],
        "fund": books.fund,
        "planned": books.prizes,
    }


def _winner(winner: reads.Winner) -> dict[str, Any]:
    return {"player": winner.player, "name": winner.name, "cents": winner.cents}


def _pools(event: Event) -> list[PoolShown]:
    _books, awards = reads.event_books(event.tournament, event.slug)
    return list(awards.pools)


def _pool_values(pools: Iterable[PoolShown]) -> list[dict[str, Any]]:
    return [
        {
            **{name: getattr(pool, name) for name in POOL if name != "places"},
            "places": [
                {
                    "place": place.place,
                    "given": place.given,
                    "cents": place.cents,
                    "winner": _winner(place.who) if place.who else None,
                }
                for place in pool.places
            ],
        }
        for pool in pools
    ]


def _won(among: Iterable[PersonWon]) -> list[dict[str, Any]]:
    return [
        {
            **{name: getattr(one, name) for name in WON if name not in {"wins", "lines"}},
            "wins": [{name: getattr(win, name) for name in ("event", "kind", "label", "cents")} for win in one.wins],
            "lines": [{name: getattr(line, name) for name in PAYOUT} for line in one.lines],
        }
        for one in among
    ]


def _items(items: Iterable[ItemShown]) -> list[dict[str, Any]]:
    return [{name: getattr(item, name) for name in ITEM} for item in items]


def _event_books(of: EventBooks) -> dict[str, Any]:
    names = set(EventBooksOut().fields) - {"event"}
    return {"event": of.slug, **{name: getattr(of, name) for name in names}}


def _fee(event: Event, key: int) -> Fee:
    known = event.fees.select_related("event__tournament").filter(pk=key).first()
    return found(known, _("This event has no such fee. Somebody may have taken it away."))


def _person(tournament: Tournament, player: int) -> PersonWon:
    return found(reads.winner(tournament, player), _("This person has won nothing that is decided."))


_PLAYER = OpenApiParameter("player", int, OpenApiParameter.PATH, description="The person's key.")
_FEE_ID = OpenApiParameter("fee", int, OpenApiParameter.PATH, description="The fee's id.")
_NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The line's number.")

# --- Prizes and pools ------------------------------------------------------------------------------------------------


class PrizesView(APIView):
    """The table of prizes of an event."""

    @extend_schema(
        operation_id="prizes",
        summary="Look at the prizes",
        description="For the director.",
        responses={200: PrizesOut, **refusals(401, 403, 404)},
        examples=[OpenApiExample("The table", value=PRIZES, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        here, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        return Response(_prizes(here))

    @extend_schema(
        operation_id="set_prizes",
        summary="Set the prizes",
        description="For the director. The whole table at once: what is left out is no prize any more. Places are those in "
        "which somebody can end: 1, 2, 3, 5, 9, 17, 33 and 65; each who ends there gets the amount.",
        request=PrizesBody,
        responses={200: PrizesOut, **refusals(400, 401, 403, 404, 409)},
        examples=[
            OpenApiExample("Two prizes", value={"prizes": [PRIZE, {"kind": "hnq", "cents": 2000}]}, request_only=True),
            OpenApiExample("The table now", value=PRIZES, response_only=True, status_codes=["200"]),
        ],
    )
    def put(self, request: Request, tournament: str, event: str) -> Response:
        here, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(PrizesBody, request)
        plans = [PrizePlan(**prize) for prize in body["prizes"]]
        actions.set_prizes(event=here, prizes=plans, mark=body.get("mark"), actor=actor_of(request))
        return Response(_prizes(here))


class PoolsView(APIView):
    """The pools of an event."""

    @extend_schema(
        operation_id="list_pools",
        summary="List the pools",
        description="For the director. Paid by rank in the qualifying round among those who take part; provisional until "
        "the qualifiers are posted.",
        parameters=PAGE_PARAMETERS,
        responses={200: pages_of(PoolOut, "PoolPage"), **refusals(401, 403, 404)},
        examples=[page_example(POOL)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        here, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        return paginated(self, request, _pools(here), _pool_values)


class PoolPlanView(APIView):
    """How one pool is paid out."""

    @extend_schema(
        operation_id="plan_pool",
        summary="Say how a pool is paid out",
        description="For the director. Amounts by hand need their reason; the difference from the fund is only shown.",
        parameters=[_FEE_ID],
        request=PoolBody,
        responses={200: PoolOut, **refusals(400, 401, 403, 404, 409)},
        examples=[
            OpenApiExample("Graduated", value={"type": "graduated", "ratio": 6}, request_only=True),
            OpenApiExample("The pool now", value=POOL, response_only=True, status_codes=["200"]),
        ],
    )
    def put(self, request: Request, tournament: str, event: str, fee: int) -> Response:
        here, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        actions.plan_pool(fee=_fee(here, fee), **read(PoolBody, request), actor=actor_of(request))
        return Response(_pool_values(pool for pool in _pools(here) if pool.fee == fee)[0])

    @extend_schema(
        operation_id="remove_pool_plan",
        summary="Pay nothing of a pool out",
        description="For the director. Twice is the same as once.",
        parameters=[_FEE_ID],
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, tournament: str, event: str, fee: int) -> Response:
        here, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        actions.remove_pool_plan(fee=_fee(here, fee), actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


# --- The books -------------------------------------------------------------------------------------------------------


class SettlementView(APIView):
    """The books of a tournament."""

    @extend_schema(
        operation_id="settlement",
        summary="Look at the books",
        description="For the director.",
        responses={200: SettlementOut, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        here, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        books = reads.settlement(here)
        of_money = {name: getattr(books.money, name) for name in ("owed", "waived", "held", "open", "to_give_back")}
        names = set(SettlementOut().fields) - {*of_money, "events", "items"}
        return Response(
            {
                **of_money,
                **{name: getattr(books, name) for name in names},
                "events": [_event_books(of) for of in books.events],
                "items": _items(books.items),
            }
        )


class ItemsView(APIView):
    """The lines of the books beside entrants and winners."""

    @extend_schema(
        operation_id="write_item",
        summary="Write a line into the books",
        description="For the director: an expense, a sanctioning fee or an income.",
        request=ItemBody,
        responses={201: ItemOut, **refusals(400, 401, 403, 404)},
        examples=[
            OpenApiExample("The hall", value={"kind": "expense", "name": "Hall", "cents": 25000}, request_only=True),
            OpenApiExample("As written", value=ITEM, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        here, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(ItemBody, request)
        slug = body.pop("event", "")
        event = found(here.events.filter(slug=slug).first(), _("There is no such event.")) if slug else None
        item = actions.write_item(tournament=here, event=event, **body, actor=actor_of(request))
        return _item(here, item)


class ItemReversalView(APIView):
    """The reversal of one line of the books."""

    @extend_schema(
        operation_id="reverse_item",
        summary="Take a line of the books back",
        description="For the director. Another line takes it back, both stay; twice is the same as once.",
        parameters=[_NUMBER],
        request=ReasonBody,
        responses={201: ItemOut, **refusals(400, 401, 403, 404, 409)},
        examples=[
            OpenApiExample("Why", value={"reason": "Paid by the club"}, request_only=True),
            OpenApiExample("The line", value=ITEM, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request, tournament: str, number: int) -> Response:
        here, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        rows = here.items.select_related("tournament", "event").filter(number=number)
        item = found(rows.first(), _("There is no such line in the books."))
        reason = read(ReasonBody, request).get("reason", "")
        return _item(here, actions.reverse_item(item=item, reason=reason, actor=actor_of(request)))


def _item(tournament: Tournament, item: Item) -> Response:
    shown = [one for one in reads.settlement(tournament).items if one.number == item.number]
    return Response(_items(shown)[0], status=status.HTTP_201_CREATED)


# --- Payouts ---------------------------------------------------------------------------------------------------------


class WinnersView(APIView):
    """Everybody who has won something."""

    @extend_schema(
        operation_id="list_winners",
        summary="List what was won and paid",
        description="For registrars and the director: by name, over all events and pools. Only what is decided counts.",
        parameters=PAGE_PARAMETERS,
        responses={200: pages_of(WonOut, "WonPage"), **refusals(401, 403, 404)},
        examples=[page_example(WON)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        here, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return paginated(self, request, reads.winners(here), _won)


class WinnerView(APIView):
    """One person, and what they are paid."""

    @extend_schema(
        operation_id="winner",
        summary="Look at what one person won",
        description="For registrars and the director.",
        parameters=[_PLAYER],
        responses={200: WonOut, **refusals(401, 403, 404)},
        examples=[OpenApiExample("Paid", value=WON, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, tournament: str, player: int) -> Response:
        here, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return Response(_won([_person(here, player)])[0])

    @extend_schema(
        operation_id="pay_out",
        summary="Pay a winner",
        description="For registrars and the director. Refused: 403 `own_card` for money of one's own, 409 `stale` where what "
        "is open is not what you say in `open`, 409 `impossible` for more than is open.",
        parameters=[_PLAYER],
        request=PayoutBody,
        responses={201: WonOut, **refusals(400, 401, 403, 404, 409)},
        examples=[
            OpenApiExample("All in cash", value={"kind": "cash", "cents": 20000, "open": 20000}, request_only=True),
            OpenApiExample("As it stands now", value=WON, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request, tournament: str, player: int) -> Response:
        here, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        _person(here, player)
        body = read(PayoutBody, request)
        looked_at = body.pop("open", None)
        actions.pay_out(
            tournament=here,
            player=Player.objects.get(pk=player),
            looked_at=looked_at,
            **body,
            actor=actor_of(request),
        )
        return Response(_won([_person(here, player)])[0], status=status.HTTP_201_CREATED)


class PayoutReversalView(APIView):
    """The reversal of one payout."""

    @extend_schema(
        operation_id="reverse_payout",
        summary="Take a payout back",
        description="For registrars and the director. Another line takes it back, both stay; twice is the same as once.",
        parameters=[_PLAYER, _NUMBER],
        request=ReasonBody,
        responses={201: WonOut, **refusals(400, 401, 403, 404, 409)},
        examples=[
            OpenApiExample("Why", value={"reason": "Wrong person"}, request_only=True),
            OpenApiExample("As it stands now", value=WON, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request, tournament: str, player: int, number: int) -> Response:
        here, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        rows = here.payouts.select_related("tournament", "player").filter(player=player, number=number)
        payout = found(rows.first(), _("There is no such line among this person’s payouts."))
        reason = read(ReasonBody, request).get("reason", "")
        actions.reverse_payout(payout=payout, reason=reason, actor=actor_of(request))
        return Response(_won([_person(here, player)])[0], status=status.HTTP_201_CREATED)
