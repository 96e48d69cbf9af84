"""The API of looks: which lines must be read again, and what somebody read on the paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards import access
from scorecards.crosscheck.actions.looks import look_again
from scorecards.sheet import words as sheet_words
from scorecards.sheet.api import NotationField
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.line import Line, parse_line
from scorecards.sheet.rules.looks import LookOutcome
from scorecards.sheet.rules.obstacles import find_waiting
from tournaments.api.shapes import StrictSerializer, TextField, WholeNumberField, actor_of, body_example, read
from tournaments.errors import Fault, Malformed
from tournaments.rules.edition import Edition

LARGEST_GAME = 120
MOST_LOOKS = 1000
COLUMNS = ("opponent", "points", "plus", "minus")


class WantedSerializer(serializers.Serializer[Any]):
    """A line that must be read again from the paper, without what was typed for it."""

    seat = serializers.CharField(help_text="Whose card.")
    game = serializers.IntegerField(help_text="Which game.")
    matters = serializers.BooleanField(
        help_text="Whether it could change who qualifies: a card of the game is an apparent qualifier's, or could still come up to the line. Posting asks for these."
    )


class LookBody(StrictSerializer):
    """What somebody read: the four columns in the card's notation, or `line` null if the paper has no such line."""

    seat = TextField(max_length=8, help_text="Whose card.")
    game = WholeNumberField(min_value=1, max_value=LARGEST_GAME, help_text="Which game.")
    opponent = NotationField(required=False, help_text="The opponent's seat; empty where blank or unreadable.")
    points = NotationField(
        required=False, help_text="2, 3, 0 or a loss mark, or empty; 4 where the event has a double skunk."
    )
    plus = NotationField(required=False, help_text="The plus column.")
    minus = NotationField(required=False, help_text="The minus column.")
    line = NotationField(required=False, allow_null=True, help_text="Null, instead of the four: no line on the paper.")
    number = WholeNumberField(
        min_value=1,
        max_value=MOST_LOOKS,
        required=False,
        help_text="Which of your own looks at this line it is, from 1, so that one sent twice is kept once. Left out, the "
        "same reading as your last one is taken for that one.",
    )


class LookSerializer(serializers.Serializer[Any]):
    """The outcome of a look."""

    seat = serializers.CharField(help_text="Whose card.")
    game = serializers.IntegerField(help_text="Which game.")
    outcome = serializers.ChoiceField(
        [outcome.value for outcome in LookOutcome],
        help_text="`confirmed`: the record says the same. `differs`: it does not, one more look decides. `retyped`: two "
        "looks say the same, and the record was changed to it.",
    )


def _reading(body: Mapping[str, Any], edition: Edition) -> Line | None:
    """The line that was read, or None if the paper has none. Raises Malformed with every fault."""
    columns = [name for name in COLUMNS if name in body]
    if "line" in body:
        if columns or body["line"] is not None:
            message = _("Send either the four columns, or line as null where the paper has none.")
            raise Malformed(message, faults=[Fault("line", "invalid", message)])
        return None
    message = _("This column is needed; empty where nothing is written.")
    faults = [Fault(name, "required", message) for name in COLUMNS if name not in columns]
    if not faults:
        parsed = parse_line(body["game"], body["opponent"], body["points"], body["plus"], body["minus"])
        if isinstance(parsed, Line):
            return parsed
        faults = [sheet_words.fault(finding, edition) for finding in parsed]
    raise Malformed(_("This cannot be written on a card; each fault is named."), faults=faults)


class LooksView(APIView):
    """Lines to read again from the paper: is what was typed a slip, or does the paper say so?"""

    @extend_schema(
        operation_id="looks_list",
        description="Every line that is to be read again: what matters first, then in seat order.",
        responses={200: WantedSerializer(many=True)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = access.looks_for(request.user, tournament, event)
        lines = () if this_event.posted_at else find_waiting(sheet(this_event).crosscheck, readings(this_event))
        return Response(WantedSerializer(lines, many=True).data)

    @extend_schema(
        description="Say what stands on the paper. Whoever reads should not have seen what was typed. Refused with `own_typing` where you "
        "typed the line over while the two cards differed and somebody else is there to read it.",
        request=LookBody,
        responses={200: LookSerializer},
        examples=[
            body_example(
                "A line", {"seat": "A-23", "game": 8, "opponent": "A-14", "points": "2", "plus": "16", "minus": ""}
            ),
            body_example("No line", {"seat": "A-23", "game": 8, "line": None}),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = access.looks_for(request.user, tournament, event)
        body = read(LookBody, request)
        outcome = look_again(
            event=this_event,
            seat=body["seat"],
            game=body["game"],
            reading=_reading(body, this_event.edition),
            number=body.get("number"),
            actor=actor_of(request),
        )
        return Response({"seat": body["seat"], "game": body["game"], "outcome": outcome.value})
