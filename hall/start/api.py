"""Deleting a tournament, in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.start.actions import delete_tournament, look_at_deletion
from hall.start.saving import saved_first
from tournaments.access import Need, tournament_for
from tournaments.api.shapes import (
    StrictSerializer,
    TruthField,
    actor_of,
    answer_example,
    body_example,
    read,
    refusals,
    text_of,
)
from tournaments.models import Tournament


class DeletionBody(StrictSerializer):
    """What is to be deleted, once more."""

    name = text_of(Tournament, "name", help_text="The name of the tournament, so that no other one is meant.")
    although_it_runs = TruthField(required=False, help_text="True where an event of it is being played.")


class DeletedOut(serializers.Serializer[Any]):
    """What was deleted."""

    slug = serializers.CharField(help_text="Its short name, which is free again.")
    backup = serializers.CharField(help_text="The file on the site’s computer in which the site is as it was before.")


class DeletionView(APIView):
    """The end of a tournament."""

    @extend_schema(
        operation_id="delete_tournament",
        summary="Delete a tournament",
        description="For its director. With it go its events, entrants, cards and log, and players who are nowhere else. A "
        "backup of the whole site is made before. A night of a club that counts in its season is refused.",
        request=DeletionBody,
        responses={200: DeletedOut, **refusals(400, 401, 403, 404, 409)},
        examples=[
            body_example("A trial", {"name": "Sierra Open"}),
            answer_example(
                "Deleted",
                {"slug": "sierra-open-2026", "backup": "/srv/pegboard/var/backups/pegboard-20260306-171500.zip"},
            ),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        wish = {"tournament": this_tournament, "although_it_runs": False, **read(DeletionBody, request)}
        look_at_deletion(**wish)
        backup = saved_first()
        delete_tournament(**wish, backup=backup, actor=actor_of(request))
        return Response(DeletedOut({"slug": this_tournament.slug, "backup": backup}).data)
