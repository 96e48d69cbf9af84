"""Signing in for programs."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Actor
from tournaments.api.shapes import StrictSerializer, answer_example, body_example, read, refusals, text_of
from tournaments.errors import Fault, Malformed
from tournaments.models import Token, User
from tournaments.people.actions.people import end_token, issue_token


class CredentialsBody(StrictSerializer):
    """Who signs in."""

    username = text_of(User, "username", help_text="As somebody signs in on the pages.")
    password = serializers.CharField(
        max_length=4096, trim_whitespace=False, help_text="Taken as it is, spaces included."
    )


class TokenSerializer(serializers.Serializer[Any]):
    """The key of a program."""

    token = serializers.CharField(help_text="Sent with every request: `Authorization: Token KEY`.")


class TokenView(APIView):
    """Tokens of an account."""

    def get_authenticators(self) -> list[Any]:
        # A client that asks for a token has no valid one yet, so the credentials in its header are ignored.
        return super().get_authenticators() if self.request and self.request.method == "DELETE" else []

    @extend_schema(
        operation_id="token",
        summary="Get a token",
        description="A new one every time, good for 30 days; a new password ends all of them. After several wrong passwords "
        "the name is locked for a while.",
        request=CredentialsBody,
        responses={200: TokenSerializer, **refusals(400, 429)},
        examples=[
            body_example("A checker", {"username": "dale", "password": "fifteen-two-and-a-pair"}),
            answer_example("A token", {"token": "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"}),
        ],
    )
    def post(self, request: Request) -> Response:
        body = read(CredentialsBody, request)
        user = authenticate(request._request, username=body["username"], password=body["password"])
        if not isinstance(user, User):
            message = _("Nobody signs in with this name and password. Look at both again, capitals count.")
            raise Malformed(message, faults=[Fault("", "credentials", message)])
        return Response({"token": issue_token(actor=Actor.of_user(user))})

    @extend_schema(
        operation_id="end_token",
        summary="End the token",
        description="The one that this request is sent with. From then on it answers 401.",
        responses={204: None, **refusals(401)},
    )
    def delete(self, request: Request) -> Response:
        if not isinstance(request.auth, Token) or not isinstance(request.user, User):
            raise NotAuthenticated(_("Send the token that is to end: Authorization: Token KEY."))
        end_token(token=request.auth, actor=Actor.of_user(request.user))
        return Response(status=status.HTTP_204_NO_CONTENT)
