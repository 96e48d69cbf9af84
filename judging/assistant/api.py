"""The search for rules in the API. It is for judges only: players may have no help (rule 9.5, 2020)."""

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
    """A rule in our own words; the rulebook is cited by its number."""

    key = serializers.CharField(help_text="The key of the rule in URLs, the same in both editions.")
    number = serializers.CharField(
        help_text="Its number in the edition of the tournament; empty if that edition has no such rule."
    )
    elsewhere = serializers.CharField(
        help_text="Its number in the other edition; empty if that edition has no such rule."
    )
    title = serializers.CharField(help_text="The title of the rule.")
    summary = serializers.CharField(
        help_text="The content of the rule in this edition, or in the only one that has it."
    )
    changed = serializers.BooleanField(source="is_changed", help_text="Whether the edition of 2020 changed the rule.")


class RulesView(APIView):
    """The rulebook of a tournament."""

    @extend_schema(
        operation_id="rules",
        parameters=[
            OpenApiParameter(
                "q",
                OpenApiTypes.STR,
                description="Words as a player would say them, or a rule number of either edition; empty for all.",
            )
        ],
        responses={200: RuleOut(many=True)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        """List the rules that match the search, best first; for judges.

        Without a search, all rules of the edition in the order of the book.
        """
        tournament_row, _rights = access.assistant_for(request.user, tournament)
        edition = Edition(tournament_row.edition)
        query = request.query_params.get("q", "")[:LONGEST_SEARCH].strip()
        rules = rulebook_reads.search(query, edition) if query else rulebook_reads.entries(edition)
        return Response(RuleOut(rules, many=True).data)
