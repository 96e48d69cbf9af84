"""People who move from one event to another, in the API. Shapes only; the actions decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.access import events_to_move, is_told_final
from brackets.matches.actions.moving import by_number, find_comers, move_over
from brackets.matches.reads.moving import moving
from brackets.matches.words import moving as moving_words
from tournaments.api.shapes import (
    PlayersField,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    read,
    refusals,
    whole_number_in_address,
)
from tournaments.day.api import OutlookSerializer
from tournaments.day.reads.late_entry import outlook_of_late
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import look_at_entering
from tournaments.entrants.api.entrants import LOOK, MAX_AT_ONCE
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed
from tournaments.models import Event

MOST_ROUNDS = 20
OTHER = OpenApiParameter(
    "other", OpenApiTypes.STR, OpenApiParameter.PATH, description="The short name of the event that they come from."
)
OUT_IN = OpenApiParameter(
    "out_in",
    OpenApiTypes.INT,
    description="Players who are out of the playoffs in or before this round may come too. Without it, only "
    "nonqualifiers.",
)
COMER = {
    "id": 9,
    "seat": "A-9",
    "name": "Milt Orr",
    "players": [],
    "may_come": True,
    "entered": False,
    "why": "9th, not qualified",
    "doubt": "",
}


class ComingBody(StrictSerializer):
    """Somebody who comes over."""

    id = WholeNumberField(min_value=1, help_text="The entrant's number in the event that they come from.")
    seat = TextField(
        max_length=8,
        required=False,
        allow_blank=True,
        help_text="A seat in this event, as B-3; needed once its seats are drawn, and free.",
    )


class MovingBody(StrictSerializer):
    """Who comes over."""

    out_in = WholeNumberField(
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        help_text="Players who are out of the playoffs in or before this round may come too. 0 or left out: only "
        "nonqualifiers.",
    )
    entrants: serializers.Field[Any, Any, Any, Any] = serializers.ListSerializer(
        child=ComingBody(),
        required=False,
        max_length=MAX_AT_ONCE,
        help_text="The people to enter. Left out: all who may come without a `doubt`, if the seats are not drawn yet.",
    )


class ComerSerializer(serializers.Serializer[Any]):
    """An entrant of the event that people come from."""

    id = serializers.IntegerField(source="number", help_text="The number there.")
    seat = serializers.CharField(help_text="The permanent ID there, as A-7; empty without one.")
    name = serializers.CharField(help_text="As it stands on the card there.")
    players = PlayersField()
    may_come = serializers.BooleanField(help_text="Whether they did not qualify there or are out.")
    entered = serializers.BooleanField(source="is_entered", help_text="Whether they are entered in this event already.")
    why = serializers.CharField(source="told", help_text="Their standing there, or why they may not come, in words.")
    doubt = serializers.CharField(
        help_text="Why they come only if they are named, in words: removed from play, or absent. Empty for all others."
    )


class MovingSerializer(serializers.Serializer[Any]):
    """Who may come over from another event."""

    posted = serializers.BooleanField(
        help_text="Whether the qualifiers there are posted; before, nobody may come over."
    )
    rounds = serializers.IntegerField(help_text="The rounds of the playoffs there; 0 before they are drawn.")
    cents = serializers.IntegerField(help_text="What this event costs each, without its pools, in cents.")
    entrants = ComerSerializer(many=True, help_text="Everybody there, in the order of the posted list.")


class MovedEntrantSerializer(serializers.Serializer[Any]):
    """Somebody who came over."""

    id = serializers.IntegerField(help_text="The entrant's number in this event.")
    seat = serializers.CharField(allow_null=True, help_text="The permanent ID here; null until it is drawn.")
    name = serializers.CharField(help_text="As it stands on the card.")
    players = PlayersField()


class MovedSerializer(serializers.Serializer[Any]):
    """Who is entered now."""

    entered = MovedEntrantSerializer(many=True, help_text="Those who came over.")
    left_out = serializers.ListField(
        child=serializers.CharField(), help_text="The names of those who were entered already."
    )


def _outlook(event: Event, source: Event, seats: dict[int, str], out_in: int) -> Response:
    """A preview of whom the entries would affect. `seats` are as in `move_over`.

    Raises Refused `too_early` if no game is being played. Also raises what `move_over` raises.
    """
    comers = find_comers(event, source, seats, out_in)
    plans = [EntrantPlan(comer.name, comer.acc_number, seats[comer.number], player=comer.player) for comer in comers]
    try:
        preview = look_at_entering(event, plans)
    except Refused as refused:
        raise by_number(refused, comers) from refused
    if preview is None:
        raise Refused("too_early", late_entry_words.no_game_to_look_at())
    return Response(OutlookSerializer(outlook_of_late(preview)).data)


class MovingView(APIView):
    """People who come over from another event of the tournament."""

    @extend_schema(
        operation_id="list_who_may_come_over",
        summary="See who may come over from another event",
        description="For registrars and the director. Everybody of the other event, and for each why they may come or "
        "not.",
        parameters=[OTHER, OUT_IN],
        responses={200: MovingSerializer, **refusals(400, 401, 403, 404)},
        examples=[answer_example("One person", {"posted": True, "rounds": 2, "cents": 2000, "entrants": [COMER]})],
    )
    def get(self, request: Request, tournament: str, event: str, other: str) -> Response:
        event_row, source, _rights = events_to_move(request.user, tournament, event, other)
        out_in = whole_number_in_address(request, "out_in", least=0, most=MOST_ROUNDS) or 0
        people_to_move = moving(event_row, source, out_in, final=is_told_final(request.user, source))
        posted = source.posted_at is not None
        shown = {
            "posted": posted,
            "rounds": people_to_move.rounds,
            "cents": people_to_move.cents,
            "entrants": people_to_move.people,
        }
        return Response(MovingSerializer(shown).data)

    @extend_schema(
        operation_id="move_over",
        summary="Enter people of another event",
        description="For registrars and the director. Enters all of them or none, as the same players. People who are "
        "entered here already are left out and named. Once seats are drawn, everybody needs a free seat: these are "
        "late entries, until posting. While a game is on, `?preview=1` writes nothing and answers (200) what would "
        "change for whom; send the mark of that answer with the entry.",
        parameters=[OTHER, *LOOK],
        request=MovingBody,
        responses={200: OutlookSerializer, 201: MovedSerializer},
        examples=[
            body_example("Who is out in round 1 too", {"out_in": 1}),
            answer_example(
                "As entered",
                {"entered": [{"id": 1, "seat": None, "name": "Milt Orr", "players": []}], "left_out": []},
                201,
            ),
        ],
    )
    def post(self, request: Request, tournament: str, event: str, other: str) -> Response:
        event_row, source, _rights = events_to_move(request.user, tournament, event, other)
        sent = read(MovingBody, request)
        out_in = sent.get("out_in", 0)
        seats = _seats(event_row, source, sent.get("entrants"), out_in)
        preview = whole_number_in_address(request, "preview", least=0, most=1)
        try:
            if preview:
                return _outlook(event_row, source, seats, out_in)
            result = move_over(
                event=event_row,
                source=source,
                seats=seats,
                out_in=out_in,
                mark=request.query_params.get("mark"),
                actor=actor_of(request),
            )
        except Refused as refused:
            raise _by_position(refused, sent.get("entrants") or ()) from refused
        entered = [
            {"id": entry.number, "seat": entry.seat or None, "name": entry.known_name, "players": entry.player.names}
            for entry in result.entries
        ]
        return Response({"entered": entered, "left_out": list(result.left_out)}, status=status.HTTP_201_CREATED)


def _by_position(refused: Refused, entrants: Sequence[Mapping[str, Any]]) -> Refused:
    """The same refusal, with the position in the request in place of each entrant number: `entrants.0.seat`."""
    positions = {str(sent["id"]): place for place, sent in enumerate(entrants)}

    def with_position(field: str) -> str:
        number, _dot, name = field.partition(".")
        if number not in positions:
            return field
        field_name = "id" if name == "name" else name
        return f"entrants.{positions[number]}.{field_name}"

    return refused.moved(with_position)


def _seats(event: Event, source: Event, entrants: list[dict[str, Any]] | None, out_in: int) -> dict[int, str]:
    """The seats to give, by entrant number in the source event.

    Without `entrants`, these are all people who may move, without seats.

    Raises Malformed if somebody is sent twice.
    Raises Refused `not_ready` if the qualifiers of the source are not posted, `exists` if nobody is left to move.
    """
    if entrants is not None:
        numbers = [sent["id"] for sent in entrants]
        raise_malformed(
            [
                Fault(f"entrants.{place}.id", "exists", moving_words.comes_twice(number))
                for place, number in enumerate(numbers)
                if number in numbers[:place]
            ]
        )
        return {sent["id"]: sent.get("seat", "") for sent in entrants}
    if source.posted_at is None:
        raise Refused("not_ready", moving_words.not_posted(source.name))
    comers = moving(event, source, out_in).ticked
    if not comers:
        raise Refused("exists", moving_words.nobody_left(source.name))
    return {comer.number: "" for comer in comers}
