"""The flyer, and copying a tournament, in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, tournament_for
from tournaments.api.shapes import (
    DayField,
    MomentField,
    StrictSerializer,
    TruthField,
    actor_of,
    body_example,
    read,
    refusals,
    text_of,
)
from tournaments.models import Fee, Flyer, Tournament
from tournaments.venue.actions.flyer import FLYER_TEXTS, change_flyer, copy_tournament
from tournaments.venue.api.tournaments import TournamentSerializer
from tournaments.venue.reads.flyer import flyer
from tournaments.venue.reads.tournaments import tournament_summary

COPY = {"slug": "sierra-open-2027", "name": "Sierra Open 2027", "starts_on": "2027-03-05"}


class FlyerChanges(StrictSerializer):
    """Changes of what the flyer says besides the events; a field that is left out stays as it is."""

    sanctioned = TruthField(required=False, help_text="Whether the ACC has sanctioned it.")
    entry_deadline = MomentField(required=False, allow_null=True, help_text="Until when one enters.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        texts = {name: text_of(Flyer, name, required=False) for name in FLYER_TEXTS}
        return {**texts, **super().get_fields()}


class FeeAnnouncedSerializer(serializers.Serializer[Any]):
    """A fee on the flyer."""

    kind = serializers.ChoiceField(choices=Fee.Kind.choices, help_text="What it is.")
    name = serializers.CharField(help_text="As on the flyer.")
    cents = serializers.IntegerField(help_text="In cents.")
    optional = serializers.BooleanField(help_text="Whether one may leave it out.")


class EventAnnouncedSerializer(serializers.Serializer[Any]):
    """An event on the flyer, in words."""

    slug = serializers.CharField(source="summary.slug", help_text="Its short name in addresses.")
    name = serializers.CharField(help_text="What it is called.")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="When the first game begins.")
    format = serializers.CharField(help_text="Games and opponents.")
    moving = serializers.CharField(
        help_text="How people move, where they do not all move on after every game; else empty."
    )
    first_deal = serializers.CharField(help_text="Who deals first (1.5.a, 2020).")
    muggins = serializers.CharField(help_text="Whether muggins is played.")
    qualifiers = serializers.CharField(help_text="How many qualify (13.2.b, 2020).")
    playoffs = serializers.CharField(
        source="summary.playoff_format", help_text="How the playoffs are played; may be empty."
    )
    rated = serializers.CharField(
        help_text="Whether it earns Master Rating Points; empty where the ACC rates no such event."
    )
    fees = FeeAnnouncedSerializer(many=True, help_text="What it costs.")


class FlyerSerializer(serializers.Serializer[Any]):
    """All that the flyer says."""

    words = FlyerChanges(source="flyer", help_text="What is said beside the events.")
    events = EventAnnouncedSerializer(many=True, help_text="In the order in which they were added.")
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="What a flyer must have and this one has not."
    )
    advised = serializers.ListField(
        child=serializers.CharField(), help_text="What a flyer should have and this one has not."
    )


class FlyerView(APIView):
    """The flyer of a tournament."""

    @extend_schema(operation_id="flyer", summary="Read the flyer", responses={200: FlyerSerializer, **refusals(404)})
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament)
        return Response(FlyerSerializer(flyer(this_tournament)).data)

    @extend_schema(
        operation_id="change_flyer",
        summary="Change the flyer",
        description="For the director. Events and fees are changed where they are.",
        request=FlyerChanges(partial=True),
        responses={200: FlyerSerializer, **refusals(400, 401, 403, 404)},
        examples=[body_example("Walk-ins", {"walk_ins": "Welcome until 8:30"})],
    )
    def patch(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        changes = read(FlyerChanges, request, partial=True)
        change_flyer(tournament=this_tournament, changes=changes, actor=actor_of(request))
        return Response(FlyerSerializer(flyer(this_tournament)).data)


class CopyBody(StrictSerializer):
    """A copy of a tournament, on other days."""

    slug = text_of(Tournament, "slug", help_text="Its short name in addresses; it stays.")
    name = text_of(Tournament, "name", help_text="What it is called.")
    starts_on = DayField(help_text="Its first day; all times move by as many days.")


class CopyView(APIView):
    """Copies of a tournament."""

    @extend_schema(
        operation_id="copy_tournament",
        summary="Copy a tournament",
        description="For its director, who directs the new one too: events with their rules and fees, and the flyer. "
        "Nobody is entered, and roles stay behind.",
        request=CopyBody,
        responses={201: TournamentSerializer},
        examples=[body_example("Next year", COPY)],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        created = copy_tournament(source=this_tournament, **read(CopyBody, request), actor=actor_of(request))
        return Response(TournamentSerializer(tournament_summary(created)).data, status=status.HTTP_201_CREATED)
