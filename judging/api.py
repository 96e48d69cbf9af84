"""Calls for a judge in the API. Shapes only; actions decide."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging import access, actions, reads
from judging.models import LONGEST_WORDS
from tournaments.access import Need, events_for
from tournaments.api.shapes import StrictSerializer, TextField, actor_of, refusals


class CallIn(StrictSerializer):
    about = TextField(
        max_length=LONGEST_WORDS,
        required=False,
        allow_blank=True,
        default="",
        help_text="What it is about, in a few words; may be empty.",
    )


class CallOut(serializers.Serializer[Any]):
    """A call for a judge."""

    number = serializers.IntegerField(help_text="Its number.")
    event = serializers.CharField(help_text="The event's short name.")
    entrant = serializers.CharField(help_text="The permanent ID of whoever called.")
    name = serializers.CharField(help_text="Their name.")
    table = serializers.CharField(help_text="Where they sat; empty where nobody said.")
    seat = serializers.IntegerField(allow_null=True, help_text="The seat of that table.")
    match = serializers.IntegerField(allow_null=True, help_text="The match of the bracket, in the playoffs.")
    game = serializers.IntegerField(allow_null=True, help_text="The game that was on.")
    about = serializers.CharField(help_text="What it is about, as the player says.")
    at = serializers.DateTimeField(help_text="When it was made.")
    taken_by = serializers.CharField(help_text="Who is coming; empty where nobody is yet.")
    taken_at = serializers.DateTimeField(allow_null=True, help_text="Since when somebody is coming.")
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When it was done; null while it is open.")


class CallsView(APIView):
    """The calls of a tournament."""

    @extend_schema(operation_id="calls", responses={200: CallOut(many=True), **refusals(401, 403, 404)})
    def get(self, request: Request, tournament: str) -> Response:
        """The open calls, oldest first, then what was done lately: of the events in which one is judge or director."""
        _found, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        return Response([reads.call_values(one) for one in reads.calls(events)])


class CallComingView(APIView):
    """Who comes to a call."""

    @extend_schema(
        operation_id="take_call", request=None, responses={200: CallOut(many=True), **refusals(401, 403, 404, 409)}
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that one is coming. `stale` where somebody else is, `over` once it is done, `own_card` for one's own call."""
        found, events = access.call_for(request.user, tournament, call)
        actions.take_call(call=found, actor=actor_of(request))
        return Response([reads.call_values(one) for one in reads.calls(events)])


class CallDoneView(APIView):
    """The end of a call."""

    @extend_schema(
        operation_id="close_call", request=None, responses={200: CallOut(many=True), **refusals(401, 403, 404)}
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that it is done; again it changes nothing. `own_card` for one's own call."""
        found, events = access.call_for(request.user, tournament, call)
        actions.close_call(call=found, actor=actor_of(request))
        return Response([reads.call_values(one) for one in reads.calls(events)])
