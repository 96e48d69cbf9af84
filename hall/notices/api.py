"""The state of notices in the API, for the director. Subscribers and their addresses are private."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.notices import subscriptions
from hall.notices.testing import send_test_mail
from tournaments.access import Need, tournament_for
from tournaments.api.shapes import StrictSerializer, actor_of, body_example, read, refusals


class NewsFailureSerializer(serializers.Serializer[Any]):
    """One notice that could not be sent."""

    at = serializers.DateTimeField(help_text="When it was tried last.")
    channel = serializers.CharField(help_text="How: by e-mail or in a browser, in words.")
    what = serializers.CharField(help_text="What it tells of, in words.")
    why = serializers.CharField(help_text="Why it was not taken, in words.")
    again = serializers.BooleanField(help_text="Whether it is tried again by itself.")


class NewsStatusSerializer(serializers.Serializer[Any]):
    """How notices go."""

    has_mail = serializers.BooleanField(help_text="Whether the site has a mail server; without one nobody gets mails.")
    mails = serializers.IntegerField(help_text="How many are told by e-mail.")
    unconfirmed = serializers.IntegerField(help_text="How many addresses nobody has confirmed yet.")
    browsers = serializers.IntegerField(help_text="How many browsers are told.")
    wanted = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many want each kind: `seat`, `qualifiers`, `match`."
    )
    waiting = serializers.IntegerField(help_text="How many notices are still to be sent.")
    failed = NewsFailureSerializer(many=True, help_text="The last ones that could not be sent, the newest first.")


class TestMailBody(StrictSerializer):
    """Where a test mail goes."""

    address = serializers.EmailField(max_length=254, help_text="An e-mail address.")


class TestMailSerializer(serializers.Serializer[Any]):
    """What became of a test mail."""

    sent = serializers.BooleanField(help_text="Whether the mail server took it.")
    why = serializers.CharField(allow_blank=True, help_text="Why it did not, in words; empty where it did.")


class NewsView(APIView):
    """Notices in a tournament."""

    @extend_schema(
        operation_id="news_status",
        summary="How notices go",
        description="For the director: whether mail works, how many are told, and what could not be sent. No addresses.",
        responses={200: NewsStatusSerializer},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        return Response(NewsStatusSerializer(subscriptions.status(this_tournament)).data)


class TestMailView(APIView):
    """A test mail."""

    @extend_schema(
        operation_id="send_test_mail",
        summary="Send a test mail",
        description="For the director. It goes out at once, and the answer says what the mail server said. `not_ready`: the site "
        "has no mail server.",
        request=TestMailBody,
        responses={200: TestMailSerializer, **refusals(400, 401, 403, 404, 409, 429)},
        examples=[body_example("To oneself", {"address": "rosa@example.com"})],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(TestMailBody, request)
        tested = send_test_mail(request._request, this_tournament, body["address"], actor_of(request))
        return Response(TestMailSerializer({"sent": tested.is_sent, "why": tested.why}).data)
