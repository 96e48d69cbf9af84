"""The search for rules in the API, for judges: players may have no help (rule 9.5, 2020)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging import access
from judging.rulebook.reads import rulebook as rulebook_reads
from tournaments.rules.edition import Edition

LONGEST_SEARCH = 80


class RuleOut(serializers.Serializer[Any]):
    """A rule in words of ours; the rulebook is cited by its number."""

    key = serializers.CharField(help_text="What names it in addresses, the same in every edition.")
    number = serializers.CharField(
        help_text="Its number in the edition of the tournament; empty where that has no such rule."
    )
    elsewhere = serializers.CharField(help_text="Its number in the other edition; empty where that has no such rule.")
    title = serializers.CharField(help_text="What it is about.")
    summary = serializers.CharField(help_text="What it says in this edition, or in the only one that has it.")
    changed = serializers.BooleanField(source="is_changed", help_text="Whether the edition of 2020 changed it.")


class RulesView(APIView):
    """The rulebook of a tournament."""

    @extend_schema(
        operation_id="rules",
        parameters=[
            OpenApiParameter(
                "q",
                OpenApiTypes.STR,
                description="Words as a player would say them, or a number of either edition; without it, every rule.",
            )
        ],
        responses={200: RuleOut(many=True)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        """The rules that a search means, best first; without one every rule of the edition, in its order. For judges."""
        tournament_row, _rights = access.assistant_for(request.user, tournament)
        edition = Edition(tournament_row.edition)
        query = request.query_params.get("q", "")[:LONGEST_SEARCH].strip()
        rules = rulebook_reads.search(query, edition) if query else rulebook_reads.entries(edition)
        return Response(RuleOut(rules, many=True).data)
