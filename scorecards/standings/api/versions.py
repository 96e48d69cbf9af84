"""The API of the versions of the list of qualifiers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.sheet.reads.lists import list_versions
from scorecards.standings.api.standings import QualifierSerializer, RowSerializer
from tournaments.access import event_for, shows
from tournaments.api.shapes import found as or_missing
from tournaments.api.shapes import refusals
from tournaments.rules.hiding import STANDINGS


class ListShiftSerializer(serializers.Serializer[Any]):
    """A player whose place, points or seed changed between two lists; null if a list does not have the player."""

    seat = serializers.CharField(help_text="Whose card.")
    rank_before = serializers.IntegerField(
        source="before.rank", allow_null=True, help_text="The place in the list before."
    )
    rank_after = serializers.IntegerField(source="after.rank", allow_null=True, help_text="The place in this list.")
    seed_before = serializers.IntegerField(
        source="before.seed", allow_null=True, help_text="The seed in the list before; null below the line."
    )
    seed_after = serializers.IntegerField(
        source="after.seed", allow_null=True, help_text="The seed in this list; null below the line."
    )
    game_points_before = serializers.IntegerField(
        source="before.game_points", allow_null=True, help_text="The game points in the list before."
    )
    game_points_after = serializers.IntegerField(
        source="after.game_points", allow_null=True, help_text="The game points in this list."
    )


class VersionSerializer(serializers.Serializer[Any]):
    """A version of the list of qualifiers."""

    version = serializers.IntegerField(source="number", help_text="Its number, from 1.")
    current = serializers.BooleanField(help_text="Whether this is the list that holds.")
    posted_at = serializers.DateTimeField(help_text="When it was posted.")
    posted_by = serializers.CharField(help_text="Who posted it.")
    reason = serializers.CharField(help_text="Why, where there was something to say; empty otherwise.")
    card = serializers.CharField(
        help_text="The card whose correction after posting made it; empty for one of the cross-check."
    )
    qualifiers = QualifierSerializer(many=True, help_text="Who qualifies by it.")
    changes = ListShiftSerializer(source="shifts", many=True, help_text="Whom it moved against the version before it.")


class WholeVersionSerializer(VersionSerializer):
    """A version of the list of qualifiers with every place of it."""

    rows = RowSerializer(many=True, help_text="Every place, best first.")


def _seed_changes(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Only the changes of seeds, with places and points null because the standings are hidden."""
    return [
        {name: value if name == "seat" or name.startswith("seed") else None for name, value in change.items()}
        for change in changes
        if change["seed_before"] != change["seed_after"]
    ]


class VersionsView(APIView):
    """Every version of the list of qualifiers."""

    @extend_schema(
        operation_id="qualifiers_versions",
        summary="Every version of the list",
        description="Oldest first, also those that were taken back; `[]` before posting. Where the standings are held back the "
        "changes are those of seeds alone, their places and points null.",
        responses={200: VersionSerializer(many=True), **refusals(403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, part="qualifiers")
        shown = VersionSerializer(list_versions(this_event), many=True).data
        if shows(this_event, rights, STANDINGS):
            return Response(shown)
        return Response([{**version, "changes": _seed_changes(version["changes"])} for version in shown])


class VersionView(APIView):
    """One version of the list of qualifiers, whole."""

    @extend_schema(
        operation_id="qualifiers_version",
        summary="One version of the list, whole",
        parameters=[OpenApiParameter("number", int, OpenApiParameter.PATH, description="The number of the version.")],
        responses={200: WholeVersionSerializer, **refusals(403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str, number: int) -> Response:
        event_for(request.user, tournament, event, part="qualifiers")
        this_event, _rights = event_for(request.user, tournament, event, part=STANDINGS)
        versions = {candidate.number: candidate for candidate in list_versions(this_event)}
        message = _("There is no version %(number)d of this list.") % {"number": number}
        version = or_missing(versions.get(number), message)
        unrecorded = {} if this_event.records_spread else {"plus": None, "minus": None, "net": None}
        rows = [
            {
                **asdict(place),
                "name": version.names[place.seat],
                "players": list(version.people.get(place.seat, ())),
                "net": place.net,
                "decided_by": place.decided_by or None,
                **unrecorded,
            }
            for place in version.places
        ]
        return Response({**VersionSerializer(version).data, "rows": RowSerializer(rows, many=True).data})
