"""The password of a helper in the API."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.accounts.actions import give_password
from tournaments.access import Need, tournament_for
from tournaments.api.shapes import StrictSerializer, actor_of, body_example, read, refusals


class PasswordBody(StrictSerializer):
    """The new password."""

    password = serializers.CharField(
        max_length=4096, trim_whitespace=False, help_text="At least ten characters, not only digits."
    )


class PasswordView(APIView):
    """The password of somebody with a role."""

    @extend_schema(
        operation_id="give_password",
        summary="Give a helper a new password",
        description="For the director, and only for helpers who direct nothing and have no role where the director does "
        "not direct. Their sessions and tokens end. At the next sign-in in a browser they are asked for one of their own.",
        parameters=[OpenApiParameter("username", str, OpenApiParameter.PATH, description="Whose password.")],
        request=PasswordBody,
        responses={204: None, **refusals(400, 401, 403, 404)},
        examples=[body_example("A new one", {"password": "fifteen-two-and-a-pair"})],
    )
    def put(self, request: Request, tournament: str, username: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(PasswordBody, request)
        give_password(tournament=this_tournament, username=username, **body, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
