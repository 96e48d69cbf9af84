"""Entrants, seats and the schedule in the API. A program knows an entrant by `id`, the hall by seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import actions, reads, words
from tournaments.access import Need, Rights, event_for
from tournaments.actions import EntrantPlan
from tournaments.actions.faults import MAX_NAME, MAX_REASON, MAX_ROUNDS, MAX_SEED
from tournaments.api.shapes import (
    PAGE_PARAMETERS,
    FaultSerializer,
    OneOfField,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    found,
    pages_of,
    paginated,
    read,
    refusals,
    whole_number_in_address,
)
from tournaments.models import Entry, Event
from tournaments.rules.acc_number import MAX_LENGTH, member
from tournaments.rules.seat import MAX_SEATS, MAX_TABLES

MAX_AT_ONCE = 1000

ENTRANT = {"id": 1, "seat": "A-7", "name": "Milt Orr", "status": "playing"}
ENTRANT_FOR_STAFF = {**ENTRANT, "acc_number": "HI296", "status_reason": "", "flags": []}
SIT_OUT = {
    "game": 1,
    "table": "B",
    "seats": [11, 12],
    "players": ["B-11", None],
    "first_deal": None,
    "counted": [False, False],
}
GAME = {
    "game": 1,
    "table": "A",
    "seats": [1, 2],
    "players": ["A-1", "A-2"],
    "first_deal": "A-1",
    "counted": [True, True],
}
KEY = OpenApiParameter(
    "entrant", OpenApiTypes.STR, OpenApiParameter.PATH, description="The entrant's id, as 7, or seat, as A-7."
)

# --- Shapes ----------------------------------------------------------------------------------------------------------


class EntrantBody(StrictSerializer):
    """Somebody to enter."""

    name = TextField(max_length=MAX_NAME, help_text="As it stands on the card.")
    acc_number = TextField(
        max_length=MAX_LENGTH,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="Two capital letters and digits, as HI296, with a Y behind it for a youth.",
    )
    seat = TextField(
        max_length=8,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="A seat of their own, as A-7; without one it is drawn. Needed once seats are drawn.",
    )


class StatusBody(StrictSerializer):
    """What became of an entrant."""

    status = OneOfField(
        choices=Entry.Status.choices,
        help_text="A no-show leaves the quota's count; who withdrew counts, the card stands. `playing` takes it back.",
    )
    reason = TextField(
        max_length=MAX_REASON, required=False, allow_blank=True, help_text="Why; needed unless it is taken back."
    )


class SeatingBody(StrictSerializer):
    """How to seat people."""

    tables = serializers.ListField(
        child=WholeNumberField(min_value=0, max_value=MAX_SEATS),
        max_length=MAX_TABLES,
        required=False,
        allow_null=True,
        help_text="The number of players of every table, the first is table A. Left out: proposed by the program.",
    )
    seed = WholeNumberField(
        min_value=0,
        max_value=MAX_SEED,
        required=False,
        allow_null=True,
        help_text="Repeats a draw: the same seed, entrants and tables give the same seats.",
    )


class EntrantSerializer(serializers.Serializer[Any]):
    """An entrant. ACC number, reason and flags are for those who work at the tournament."""

    id = serializers.IntegerField(help_text="The entrant's number in this event; never given out again.")
    seat = serializers.CharField(allow_null=True, help_text="The permanent ID, as A-7; null until it is drawn.")
    name = serializers.CharField(help_text="As it stands on the card.")
    status = serializers.ChoiceField(choices=Entry.Status.choices, help_text="Whether they play.")
    acc_number = serializers.CharField(required=False, help_text="Empty where none is known.")
    status_reason = serializers.CharField(required=False, help_text="Why somebody is a no-show or withdrew.")
    flags = FaultSerializer(
        many=True, required=False, help_text="What to look at: `duplicate`, an ACC number that is there twice."
    )


class PairingSerializer(serializers.Serializer[Any]):
    """A game of the qualifying round, or a sit-out."""

    game = serializers.IntegerField(help_text="The round, from 1.")
    table = serializers.CharField(help_text="Where they sit in this game.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Where the two sit, in players' order.")
    players = serializers.ListField(
        child=serializers.CharField(allow_null=True), help_text="Permanent IDs; null for nobody, in a sit-out."
    )
    first_deal = serializers.CharField(
        allow_null=True, help_text="Who deals first with alternate deal; null with a cut and in a sit-out."
    )
    counted = serializers.ListField(
        child=serializers.BooleanField(), help_text="For whom of the two the game counts, in players' order."
    )


EntrantPages = pages_of(EntrantSerializer, "EntrantPages")


def _shown(entries: Iterable[Entry], event: Event, rights: Rights) -> list[Any]:
    """Entrants as this person may see them: an ACC number and a reason are nobody's business but the desk's."""
    for_staff = rights.may(Need.REGISTER) or rights.may(Need.SEE_CARDS)
    twice = reads.duplicate_members(event) if for_staff else frozenset()
    shown: list[Any] = []
    for entry in entries:
        values: dict[str, Any] = {
            "id": entry.number,
            "seat": entry.seat or None,
            "name": entry.name,
            "status": entry.status,
        }
        if for_staff:
            values |= {"acc_number": entry.acc_number, "status_reason": entry.status_reason, "flags": []}
            if entry.acc_number and member(entry.acc_number) in twice:
                message = words.duplicate_acc_number(entry.acc_number)
                values["flags"] = [{"field": "acc_number", "code": "duplicate", "message": message, "rule": None}]
        shown.append(values)
    return shown


def _entry(event: Event, key: str) -> Entry:
    return found(
        reads.entry_at(event, key), _("This event has no such entrant. Look for the id or the seat in the list.")
    )


# --- Views -----------------------------------------------------------------------------------------------------------


class EntrantsView(APIView):
    """The entrants of an event."""

    @extend_schema(
        operation_id="list_entrants",
        summary="List the entrants",
        description="In seat order. Everybody sees id, seat, name and status; those who work at the tournament see more.",
        parameters=PAGE_PARAMETERS,
        responses={200: EntrantPages, **refusals(403, 404)},
        examples=[
            OpenApiExample(
                "As the public sees it",
                value={"count": 1, "next": None, "previous": None, "results": [ENTRANT]},
                response_only=True,
                status_codes=["200"],
            ),
            OpenApiExample(
                "As the desk sees it",
                value={"count": 1, "next": None, "previous": None, "results": [ENTRANT_FOR_STAFF]},
                response_only=True,
                status_codes=["200"],
            ),
        ],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        at, rights = event_for(request.user, tournament, event, part="entrants")
        return paginated(self, request, reads.entrants(at), lambda entries: _shown(entries, at, rights))

    @extend_schema(
        operation_id="enter_entrants",
        summary="Enter people",
        description="For registrars and the director. All of them or none. An ACC number that is there already is "
        "flagged, not refused. Once seats are drawn everybody needs a free seat: a late entry, until posting.",
        request=EntrantBody(many=True),
        responses={201: EntrantSerializer(many=True), **refusals(400, 401, 403, 404, 409)},
        examples=[
            OpenApiExample(
                "Two people",
                value=[{"name": "Milt Orr", "acc_number": "HI296", "seat": "A-7"}, {"name": "Dale Ashby"}],
                request_only=True,
            ),
            OpenApiExample("As entered", value=[ENTRANT_FOR_STAFF], response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        at, rights = event_for(request.user, tournament, event, Need.REGISTER)
        plans = [
            EntrantPlan(plan["name"], plan.get("acc_number") or "", plan.get("seat") or "")
            for plan in read(EntrantBody, request, many=True, max_length=MAX_AT_ONCE)
        ]
        entries = actions.enter_entrants(event=at, entrants=plans, actor=actor_of(request))
        return Response(_shown(entries, at, rights), status=status.HTTP_201_CREATED)


class EntrantView(APIView):
    """One entrant."""

    @extend_schema(
        operation_id="set_entrant_status",
        summary="Mark a no-show or somebody who withdrew",
        description="For registrars and the director, until the qualifiers are posted.",
        parameters=[KEY],
        request=StatusBody,
        responses={200: EntrantSerializer, **refusals(400, 401, 403, 404, 409)},
        examples=[
            OpenApiExample("A no-show", value={"status": "no_show", "reason": "Flight cancelled"}, request_only=True),
            OpenApiExample(
                "As marked",
                value={**ENTRANT_FOR_STAFF, "status": "no_show", "status_reason": "Flight cancelled"},
                response_only=True,
                status_codes=["200"],
            ),
        ],
    )
    def patch(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        at, rights = event_for(request.user, tournament, event, Need.REGISTER)
        body = read(StatusBody, request)
        entry = actions.set_status(
            entry=_entry(at, entrant), status=body["status"], reason=body.get("reason", ""), actor=actor_of(request)
        )
        return Response(_shown([entry], at, rights)[0])

    @extend_schema(
        operation_id="remove_entrant",
        summary="Take somebody off the list",
        description="For registrars and the director, until the seats are drawn.",
        parameters=[KEY],
        request=None,
        responses={204: OpenApiResponse(description="Taken off."), **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        at, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        actions.remove_entrant(event=at, number=_entry(at, entrant).number, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeatingView(APIView):
    """The draw for seats."""

    @extend_schema(
        operation_id="draw_seats",
        summary="Draw seats and close registration",
        description="For registrars and the director, once. Those with a seat keep it, the others are drawn at random; "
        "needed also when everybody has a seat. No-shows get none. Answers every seat with the id of its entrant.",
        request=SeatingBody,
        responses={
            200: {"type": "object", "additionalProperties": {"type": "integer"}},
            **refusals(400, 401, 403, 404, 409),
        },
        examples=[
            OpenApiExample("Two tables", value={"tables": [24, 24], "seed": 7}, request_only=True),
            OpenApiExample("Seats", value={"A-1": 12, "A-2": 3}, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        at, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        body = read(SeatingBody, request)
        seats = actions.draw_seats(event=at, tables=body.get("tables"), seed=body.get("seed"), actor=actor_of(request))
        return Response(seats)


class ScheduleView(APIView):
    """Who meets whom."""

    @extend_schema(
        operation_id="schedule",
        summary="Look at the schedule",
        description="Every game of the qualifying round, sit-outs included; nothing before seats are drawn and with "
        "movement `none`.",
        parameters=[
            OpenApiParameter("game", OpenApiTypes.INT, description="This game only, from 1; left out: all of them.")
        ],
        responses={200: PairingSerializer(many=True), **refusals(400, 403, 404)},
        examples=[
            OpenApiExample("A game and a sit-out", value=[GAME, SIT_OUT], response_only=True, status_codes=["200"])
        ],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        at, _rights = event_for(request.user, tournament, event, part="schedule")
        game = whole_number_in_address(request, "game", least=1, most=MAX_ROUNDS)
        return Response([asdict(pairing) for pairing in reads.schedule(at, game)])
