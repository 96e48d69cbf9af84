"""The API of changing rules after the first card."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards.standings.actions.exemption import exempt_plan, find_refit
from tournaments.access import Need, event_for
from tournaments.api.shapes import StrictSerializer, TextField, TruthField, actor_of, body_example, read
from tournaments.day.reads.summaries import summary
from tournaments.models import MAX_REASON
from tournaments.venue.api.tournaments import EventSerializer, RulesFields


class ExemptionRules(RulesFields):
    """Rules that froze with the first card."""


class ExemptionBody(StrictSerializer):
    """Rules to change after the first card. Without `make` the change is only previewed."""

    rules = ExemptionRules(help_text="The rules as they are to be; what is left out stays.")
    reason = TextField(max_length=MAX_REASON, required=False, allow_blank=True, help_text="Why: everybody sees it.")
    make = TruthField(required=False, help_text="True makes the exemption; otherwise nothing is written.")


class MisfitSerializer(serializers.Serializer[Any]):
    """A written line that would not fit the changed rules."""

    seat = serializers.CharField(help_text="Whose card.")
    game = serializers.IntegerField(help_text="Which game.")
    written = serializers.CharField(allow_null=True, help_text="The opponent on the card.")
    planned = serializers.CharField(allow_null=True, help_text="The opponent that there would be.")


class ExemptionSerializer(serializers.Serializer[Any]):
    """The effect of an exemption, previewed or made."""

    made = serializers.BooleanField(help_text="Whether it is written.")
    misfits = MisfitSerializer(many=True, help_text="The lines that forbid it.")
    effects = serializers.ListField(child=serializers.CharField(), help_text="What it changes, in sentences.")
    event = EventSerializer(help_text="The event as it is now.")


class ExemptionView(APIView):
    """A rule that froze with the first card."""

    @extend_schema(
        operation_id="exempt_plan",
        summary="Change a rule after the first card",
        description="For the director. Says what it does; with `make` it is done, with a reason that everybody sees. "
        "Refused where a line that is written would not fit (`impossible`), and before the first card (`not_ready`).",
        request=ExemptionBody,
        responses={200: ExemptionSerializer},
        examples=[
            body_example("Two games fewer", {"rules": {"games": 20}, "reason": "The hall closes at six", "make": True})
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(ExemptionBody, request)
        make = body.get("make", False)
        refit = find_refit(event=this_event, changes=body["rules"])
        if make:
            this_event = exempt_plan(
                event=this_event, changes=body["rules"], reason=body.get("reason", ""), actor=actor_of(request)
            )
        shown = {"made": make, "misfits": refit.misfits, "effects": refit.effects, "event": summary(this_event)}
        return Response(ExemptionSerializer(shown).data)
