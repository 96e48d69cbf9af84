"""Correction of a card after posting, in the API."""

from __future__ import annotations

from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.results.actions.after_posting import correct_after_posting, find_correction
from brackets.results.reads.after_posting import LateBracket
from brackets.results.words import after_posting as after_posting_words
from scorecards.access import card_for
from scorecards.cards.actions.cards import WrittenLine
from scorecards.cards.api.cards import MOST_LINES, LineBody
from scorecards.models import PostedList
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.discrepancies import discrepancy_id
from scorecards.sheet.rules.after_posting import LateDecision
from scorecards.sheet.rules.line import Line, parse_line
from scorecards.standings.api.versions import ListShiftSerializer
from tournaments.access import Need
from tournaments.api.shapes import (
    FaultSerializer,
    OneOfField,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    body_example,
    read,
    text_of,
)
from tournaments.errors import Fault, Malformed
from tournaments.rules.edition import Edition

MOST_TIES = 100


class LateBody(StrictSerializer):
    """Corrected lines of a card after posting. Without `decision`, they are only previewed."""

    lines = serializers.ListField(
        child=LineBody(),
        required=False,
        max_length=MOST_LINES,
        help_text="The corrected lines; all others stay. Needed unless some games are `gone`.",
    )
    gone = serializers.ListField(
        child=WholeNumberField(min_value=1, max_value=999),
        required=False,
        max_length=MOST_LINES,
        help_text="The games for which a line is recorded although the paper has none. The line is removed, or "
        "recorded as blank if the schedule counts the game.",
    )
    decision = OneOfField(
        choices=[choice.value for choice in LateDecision],
        required=False,
        help_text="`post`: correct the card and post a new version of the list. `keep`: correct the card, the list stays as "
        "posted. `leave`: the card stays as it is.",
    )
    mark = TextField(max_length=40, required=False, help_text="The `mark` of the preview that you read.")
    reason = text_of(PostedList, "reason", required=False, help_text="Why; needed with a decision.")
    initials = TextField(
        max_length=8, required=False, allow_blank=True, help_text="They sign the corrections under `to_sign`."
    )
    orders = serializers.ListField(
        child=serializers.ListField(child=TextField(max_length=8), min_length=2, max_length=500),
        required=False,
        max_length=MOST_TIES,
        help_text="Ties of the new list as they were played off, best first.",
    )


class LateCorrectionSerializer(serializers.Serializer[Any]):
    """What a correction after posting does, or did."""

    made = serializers.BooleanField(help_text="Whether a decision was carried out.")
    mark = serializers.CharField(help_text="To be sent with the decision. It changes as soon as anything here changes.")
    settled = serializers.ListField(
        child=serializers.CharField(),
        help_text="What the rules make of the corrected games, in sentences (12.2, 2020).",
    )
    changes = ListShiftSerializer(many=True, help_text="Whom a new list would move.")
    qualify = serializers.CharField(
        help_text="Who would qualify with a new list, in sentences; empty if nothing changes."
    )
    sentences = serializers.ListField(
        child=serializers.CharField(), help_text="The changes in sentences, those among the qualifiers first."
    )
    to_sign = serializers.ListField(
        child=serializers.CharField(),
        help_text="The discrepancies that a new list waits for and that are signed with it.",
    )
    ties = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The groups that have to be played off before a new list, by seat.",
    )
    obstacles = FaultSerializer(many=True, help_text="What else stands in the way of a new list.")
    bracket = serializers.ChoiceField(
        ["none", "stays", "taken_back", "protected"],
        help_text="What a new list does to the bracket; `protected`: a match has begun, so there is no new list.",
    )
    paid = serializers.ListField(
        child=serializers.CharField(),
        help_text="The people whom a new list moves and who were paid for this event already, in sentences; empty if "
        "no new list can be posted.",
    )
    elsewhere = serializers.ListField(
        child=serializers.CharField(),
        help_text="Who would qualify but has moved over to another event, in sentences.",
    )
    left_out = serializers.CharField(
        help_text="The earlier corrections that a new list leaves out again, because a match has begun; empty if none."
    )
    may_post = serializers.BooleanField(help_text="Whether a new list can be posted.")


def _values(preview: LateBracket, *, made: bool) -> dict[str, Any]:
    """A preview as API values; `made`: the decision was carried out."""
    late = preview.late
    return {
        "made": made,
        "mark": preview.mark,
        "settled": after_posting_words.settled_anew(late),
        "changes": late.shifts,
        "qualify": after_posting_words.who_qualifies_then(late) if late.shifts else "",
        "sentences": chain(*after_posting_words.who_moves(late)),
        "to_sign": [discrepancy_id(game) for game in late.to_sign],
        "ties": [[place.seat for place in group] for group in late.ties],
        "obstacles": [sheet_words.fault(obstacle, late.corrected_sheet.event.edition) for obstacle in late.obstacles],
        "bracket": preview.outcome,
        "paid": preview.paid,
        "elsewhere": preview.elsewhere,
        "left_out": after_posting_words.left_out(late),
        "may_post": preview.may_post,
    }


class LateView(APIView):
    """A card that is corrected after posting."""

    @extend_schema(
        operation_id="correct_after_posting",
        summary="Correct a card after posting",
        description="For directors, except for their own cards and games. Without a decision, it answers with a "
        "preview. With `decision`, `reason` and the `mark` of that preview, it carries the decision out. A `post` is "
        "refused with `not_ready` and everything that blocks it, or with `begun` if a match has begun and qualifiers "
        "or seeds would change.",
        request=LateBody,
        responses={200: LateCorrectionSerializer},
        examples=[
            body_example(
                "A line that was typed wrongly",
                {
                    "lines": [{"game": 3, "opponent": "A-9", "points": "2", "plus": "17", "minus": ""}],
                    "decision": "keep",
                    "reason": "The paper says 17; the match has begun",
                    "mark": "8f0c2d1e77aa-stays",
                },
            )
        ],
    )
    def post(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        event_row, entry, _rights = card_for(request.user, tournament, event, seat, Need.DIRECT)
        body = read(LateBody, request)
        lines = _lines(body.get("lines", []), event_row.edition)
        gone = body.get("gone", ())
        orders = body.get("orders", ())
        decision = body.get("decision")
        if decision is None:
            preview = find_correction(
                event=event_row, seat=entry.seat, lines=lines, gone=gone, orders=orders, actor=actor_of(request)
            )
        else:
            preview = correct_after_posting(
                event=event_row,
                seat=entry.seat,
                lines=lines,
                gone=gone,
                decision=LateDecision(decision),
                reason=body.get("reason", ""),
                mark=body.get("mark", ""),
                initials=body.get("initials", ""),
                orders=orders,
                actor=actor_of(request),
            )
        return Response(LateCorrectionSerializer(_values(preview, made=decision is not None)).data)


def _lines(sent_lines: list[dict[str, Any]], edition: Edition) -> list[WrittenLine]:
    """The lines in the card's notation; raises Malformed with every fault."""
    faults: list[Fault] = []
    lines = []
    for index, sent in enumerate(sent_lines):
        parsed = parse_line(
            sent["game"], sent["opponent"], sent["points"], sent["plus"], sent["minus"], prefix=f"lines.{index}."
        )
        if isinstance(parsed, Line):
            lines.append(WrittenLine(parsed.game, parsed.opponent, parsed.points, parsed.plus, parsed.minus))
        else:
            faults += [sheet_words.fault(finding, edition) for finding in parsed]
    if faults:
        raise Malformed(_("This card cannot be as sent; each fault is named."), faults=faults)
    return lines
