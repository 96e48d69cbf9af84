"""The API of the archive of results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.archive import reads
from hall.archive.reads import Found
from tournaments.api.shapes import PlayersField, page_example, pages_of, paginated, refusals, whole_number_in_address

LONGEST_SEARCH = 80

PAST = {
    "slug": "sierra-open-2026",
    "name": "Sierra Open",
    "venue": "Grand Ballroom, Reno",
    "starts_on": "2026-03-06",
    "ends_on": "2026-03-08",
    "events": [
        {
            "slug": "main",
            "name": "Main event",
            "games": 22,
            "champion": "Rosa Petty",
            "runner_up": "Cal Dunn",
            "high_qualifiers": ["Cal Dunn"],
            "results": "/api/v1/tournaments/sierra-open-2026/events/main/results/",
            "note": "",
        }
    ],
    "players": [{"event": "main", "seat": "A-7", "name": "Rosa Petty", "players": [], "person": None}],
}


class PastEventOut(serializers.Serializer[Any]):
    """What came of an event."""

    slug = serializers.CharField(help_text="Its short name in addresses.")
    name = serializers.CharField(help_text="What it is called.")
    games = serializers.IntegerField(help_text="How many games were played.")
    champion = serializers.CharField(help_text="Who won the playoffs; empty where nobody is told.")
    runner_up = serializers.CharField(help_text="Who lost the final; empty where nobody is told, or none was played.")
    high_qualifiers = serializers.ListField(
        child=serializers.CharField(), help_text="Whose card is the best: one, or those who share it."
    )
    results = serializers.CharField(
        allow_null=True, help_text="The address of all results; null where they are not public."
    )
    note = serializers.CharField(help_text="What is not told, and why; empty where nothing is missing.")


class PlayerThereOut(serializers.Serializer[Any]):
    """Somebody who was looked for."""

    event = serializers.CharField(help_text="The event in the address.")
    seat = serializers.CharField(help_text="The permanent ID there.")
    name = serializers.CharField(help_text="Who.")
    players = PlayersField()
    person = serializers.IntegerField(
        allow_null=True, help_text="The number of their page across events (`people/`); null without one."
    )


class PastTournamentOut(serializers.Serializer[Any]):
    """A tournament that is over."""

    slug = serializers.CharField(help_text="Its short name in addresses.")
    name = serializers.CharField(help_text="What it is called.")
    venue = serializers.CharField(help_text="Where it was; may be empty.")
    starts_on = serializers.DateField(help_text="The first day.")
    ends_on = serializers.DateField(help_text="The day on which its last event began.")
    events = PastEventOut(many=True, help_text="Its events.")
    players = PlayerThereOut(
        many=True, help_text="Who of the name in `q` stands in its results, at most five; empty without it."
    )


PastTournamentPages = pages_of(PastTournamentOut, "PastTournamentPages")


def _shown(matches: Iterable[Found]) -> list[Any]:
    return list(PastTournamentOut(reads.shown(matches), many=True).data)


class ArchiveView(APIView):
    """The tournaments that are over."""

    @extend_schema(
        operation_id="archive",
        summary="Look through past results",
        description="The public tournaments that are over, newest first, with what of their results is public: the same for "
        "everybody.",
        parameters=[
            OpenApiParameter("year", OpenApiTypes.INT, description="Those of this year alone."),
            OpenApiParameter(
                "q", OpenApiTypes.STR, description="Part of a tournament's name, of its place or of a player's name."
            ),
        ],
        responses={200: PastTournamentPages, **refusals(400, 404)},
        examples=[page_example(PAST)],
    )
    def get(self, request: Request) -> Response:
        """Return a page of the tournaments that are over."""
        year = whole_number_in_address(request, "year", least=1, most=9999)
        search = request.query_params.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
        return paginated(self, request, reads.find(search, year), _shown)
