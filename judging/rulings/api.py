"""Rulings, notes on conduct and judging figures in the API. This module only has shapes; the actions decide."""

from __future__ import annotations

import unicodedata
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging import access
from judging.calls.api import entrant_of, event_of
from judging.models import LONGEST_ACCOUNT, MOST_PENALTY, Ruling
from judging.rulings.actions import (
    LONGEST_RULE,
    Ruled,
    give_ruling,
    look_at_removal,
    note_conduct,
    remove_player,
    take_back_ruling,
)
from judging.rulings.reads import rulings as rulings_reads
from judging.rulings.reads.removals import game_in_progress
from judging.rulings.reads.summary import summary
from tournaments.access import Need, events_for, rights_of
from tournaments.api.shapes import (
    PlayersField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    read,
    text_of,
    whole_number_in_address,
)
from tournaments.day.api import OutlookSerializer
from tournaments.errors import Fault, Malformed
from tournaments.models import MAX_REASON, Entry, Event, Player, User
from tournaments.models.lengths import MAX_ROUNDS

LONGEST_PERSON = 20
"""The longest permanent ID or number of an entrant, in characters."""


REMOVAL = {
    "event": "main",
    "offender": "A-7",
    "happened": "Refused the ruling on the renege, told three times.",
    "decision": "Removed from play.",
    "judges": ["Ruth Rusk", "Thelma Rusk", "Carl Rusk"],
    "removes": True,
    "game": 12,
    "mark": "1f0c9a6b2e77",
}
PREVIEW = {
    "mark": "8f0c2d1e77aa",
    "told": [
        "Match 1 ends at once: Milt Orr forfeits it, and Peg Lane wins it (11.4.b, 2020).",
        "Peg Lane goes on to match 3.",
        "Milt Orr keeps the prize and the points of those who lose in this round, as rule 13.1 (2020) has it for whoever does not "
        "appear (that it holds for a removal too is ours).",
    ],
    "match": 1,
    "outlook": None,
}


class AccountField(TextField):
    """A JSON string of one line or several. Line breaks are the only control characters allowed."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text = str(serializers.CharField.to_internal_value(self, data))
        without_breaks = text.replace("\r\n", "\n").replace("\n", "")
        if any(unicodedata.category(character) == "Cc" for character in without_breaks):
            self.fail("control")
        return text


class RulingIn(StrictSerializer):
    """A ruling. With `call` the event is that of the call."""

    happened = AccountField(max_length=LONGEST_ACCOUNT, help_text="What happened; may have several lines.")
    decision = AccountField(
        max_length=LONGEST_ACCOUNT, help_text="The decision as the players were told it; may have several lines."
    )
    rules = serializers.ListField(
        child=TextField(max_length=LONGEST_RULE),
        required=False,
        default=list,
        help_text="The numbers that the ruling rests on (`8.4.b.3`). The tournament's edition must have these rules. "
        "The list may be empty only with `by_head`. The number 14.1 of 2020 is allowed only with `by_head`.",
    )
    points = WholeNumberField(
        min_value=0,
        max_value=MOST_PENALTY,
        required=False,
        allow_null=True,
        default=None,
        help_text="The penalty points that the other player pegs; null for none.",
    )
    event = text_of(
        Event,
        "slug",
        required=False,
        allow_blank=True,
        default="",
        help_text="The event's short name; needed if players are named without a call.",
    )
    call = WholeNumberField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The number of the call that the ruling answers. The ruling closes this call.",
    )
    offender = TextField(
        max_length=LONGEST_PERSON,
        required=False,
        allow_blank=True,
        default="",
        help_text="The player who broke the rule, by permanent ID or number; empty for nobody.",
    )
    other = TextField(
        max_length=LONGEST_PERSON,
        required=False,
        allow_blank=True,
        default="",
        help_text="The opponent of that player, by permanent ID or number; empty for nobody.",
    )
    subject = text_of(
        Ruling,
        "subject",
        required=False,
        default="",
        help_text="The key of the kind of case in the assistant (`renege`); empty if the assistant was not asked.",
    )
    answers = serializers.DictField(
        child=TextField(max_length=40),
        required=False,
        default=dict,
        help_text="The answers given to the assistant, by question.",
    )
    judges = serializers.ListField(
        child=text_of(Player, "name"),
        required=False,
        default=list,
        help_text="The names of the judges, at most three. If empty, the judge is the person who records the ruling.",
    )
    alone = TruthField(
        required=False, default=False, help_text="One judge heard the case because no other judge could come."
    )
    by_head = TruthField(
        required=False, default=False, help_text="No rule covers the case: the head judge decided (14.1, 2020)."
    )
    removes = TruthField(
        required=False,
        default=False,
        help_text="The offender refuses the ruling of three judges and is removed from play (11.4.b, 2020).",
    )
    game = WholeNumberField(
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        allow_null=True,
        help_text="Only with `removes`, in the round: the offender's game in progress, which is lost; null for none. "
        "If left out, it is the current game, else the game of the call.",
    )
    mark = TextField(
        max_length=20,
        required=False,
        help_text="The mark of the preview; required with `removes`.",
    )


class ReasonIn(StrictSerializer):
    """The reason for taking a ruling back."""

    reason = TextField(max_length=MAX_REASON, help_text="Why the ruling no longer holds.")


class ConductIn(StrictSerializer):
    """A note on somebody's conduct."""

    event = text_of(Event, "slug", help_text="The event's short name.")
    entrant = TextField(max_length=LONGEST_PERSON, help_text="The entrant, by permanent ID or number.")
    text = AccountField(
        max_length=LONGEST_ACCOUNT, help_text="What was seen or said, and by whom; may have several lines."
    )


class RulingOut(serializers.Serializer[Any]):
    """A ruling, or a decision of the head judge on a referred game at the cross-check. Either may be taken back."""

    number = serializers.IntegerField(allow_null=True, help_text="Its number; null for a referred game.")
    referral = serializers.CharField(help_text="The ID of the referred game; empty for a ruling at a table.")
    event = serializers.CharField(help_text="The event's short name; empty for the whole tournament.")
    where = serializers.CharField(help_text="The place of the case, in words; may be empty.")
    subject = serializers.CharField(help_text="The kind of case; empty if the assistant was not asked.")
    offender = serializers.CharField(
        allow_null=True, help_text="The player who broke the rule, by permanent ID; for a referred game its first card."
    )
    offender_name = serializers.CharField(allow_null=True, help_text="The name of the player in `offender`.")
    offender_players = PlayersField(help_text="The names of the two people of the team in `offender`; else empty.")
    other = serializers.CharField(
        allow_null=True, help_text="The other player, by permanent ID; for a referred game its second card."
    )
    other_name = serializers.CharField(allow_null=True, help_text="The name of the player in `other`.")
    other_players = PlayersField(help_text="The names of the two people of the team in `other`; else empty.")
    edition = serializers.CharField(help_text="The edition to which the rule numbers belong.")
    rules = serializers.ListField(child=serializers.CharField(), help_text="The numbers of the rules that it rests on.")
    happened = serializers.CharField(help_text="What happened; for a referred game the lines as written on its cards.")
    decision = serializers.CharField(
        help_text="What was decided; for a referred game the lines in force on its two cards."
    )
    reason = serializers.CharField(help_text="The reason of the decision on a referred game; else empty.")
    points = serializers.IntegerField(allow_null=True, help_text="The penalty points; null for none.")
    pegged_by = serializers.CharField(
        allow_null=True,
        help_text="The opponent who pegs the penalty, by permanent ID; "
        "null without a penalty, or if neither the ruling nor its call names the opponent.",
    )
    pegged_by_name = serializers.CharField(allow_null=True, help_text="The name of the player in `pegged_by`.")
    by_head = serializers.BooleanField(help_text="Whether no rule covers the case, so that the head judge decided.")
    removes = serializers.BooleanField(help_text="Whether the ruling removed the offender from play.")
    judges = serializers.ListField(child=serializers.CharField(), help_text="The names of the judges.")
    initials = serializers.CharField(help_text="The initials on the cards of a referred game; else empty.")
    by_three = serializers.BooleanField(help_text="Whether three judges decided, which is final (11.4.a, 2020).")
    alone = serializers.BooleanField(help_text="Whether one judge alone decided because no other judge could come.")
    related = serializers.ListField(
        child=serializers.CharField(), help_text="How its judges are related to its players, as recorded, in words."
    )
    at = serializers.DateTimeField(help_text="The time at which it was recorded.")
    by = serializers.CharField(help_text="The person who recorded it.")
    call = serializers.IntegerField(
        allow_null=True, help_text="The number of the call that it answers; null without one."
    )
    lapsed = serializers.BooleanField(
        help_text="Whether a card of a referred game has changed since, so that this no longer decides the game."
    )
    taken_back_at = serializers.DateTimeField(
        allow_null=True, help_text="The time at which it was taken back; null if it was not."
    )
    taken_back_by = serializers.CharField(help_text="The person who took it back; else empty.")
    taken_back_reason = serializers.CharField(
        help_text="Why it was taken back; may be empty for a decision on a referred game."
    )


class RemovalAheadOut(serializers.Serializer[Any]):
    """A preview of a removal from play. Nothing is written."""

    mark = serializers.CharField(
        help_text="The mark to send with the removal. It is refused as `stale` if it would then do something else."
    )
    told = serializers.ListField(
        child=serializers.CharField(), help_text="What the removal does to the game or match, in sentences."
    )
    match = serializers.IntegerField(
        allow_null=True, help_text="The number of the bracket match that is lost; null in the round."
    )
    outlook = OutlookSerializer(allow_null=True, help_text="The games of the round that change; null in the playoffs.")


class ConductOut(serializers.Serializer[Any]):
    """A note on conduct."""

    number = serializers.IntegerField(help_text="Its number.")
    event = serializers.CharField(help_text="The event's short name.")
    entrant = serializers.CharField(
        source="seat", allow_null=True, help_text="The entrant's permanent ID; null without a seat."
    )
    name = serializers.CharField(help_text="The entrant's name.")
    players = PlayersField()
    text = serializers.CharField(help_text="What was seen or said.")
    at = serializers.DateTimeField(help_text="The time of the note.")
    by = serializers.CharField(help_text="The person who wrote the note.")


class TableCallsOut(serializers.Serializer[Any]):
    """The number of calls from one table."""

    table = serializers.CharField(
        source="key",
        help_text="The event and the table (`main/A`); `main/playoffs` for bracket matches, `main/` without a table.",
    )
    calls = serializers.IntegerField(source="number", help_text="The number of calls.")


class SubjectCallsOut(serializers.Serializer[Any]):
    """The number of calls of one kind of case."""

    subject = serializers.CharField(
        source="key", help_text="The kind of case of the ruling, else of the call; empty if neither says it."
    )
    calls = serializers.IntegerField(source="number", help_text="The number of calls.")


class RuleRulingsOut(serializers.Serializer[Any]):
    """The number of rulings that rest on one rule."""

    rule = serializers.CharField(source="rule.number", help_text="The number of the rule.")
    edition = serializers.CharField(help_text="The edition to which the number belongs.")
    rulings = serializers.IntegerField(source="number", help_text="The number of rulings that rest on the rule.")


class JudgingOut(serializers.Serializer[Any]):
    """The judging of the day in figures, without names."""

    calls = serializers.IntegerField(help_text="The number of calls.")
    open = serializers.IntegerField(source="still_open", help_text="The number of open calls.")
    with_third = serializers.IntegerField(help_text="The number of calls to which a third judge was asked.")
    without_ruling = serializers.IntegerField(help_text="The number of closed calls without a ruling.")
    rulings = serializers.IntegerField(help_text="The number of rulings in force.")
    taken_back = serializers.IntegerField(help_text="The number of rulings that were taken back.")
    waits_known = serializers.IntegerField(
        source="waits.known", help_text="The number of calls with a known wait, which ends when two judges are there."
    )
    median_wait = serializers.IntegerField(allow_null=True, help_text="The median wait in seconds; null if unknown.")
    longest_wait = serializers.IntegerField(allow_null=True, help_text="The longest wait in seconds; null if unknown.")
    by_table = TableCallsOut(many=True, help_text="The calls by event and table.")
    by_subject = SubjectCallsOut(many=True, help_text="The calls by kind of case, the most frequent first.")
    by_rule = RuleRulingsOut(many=True, help_text="The rulings by rule, the most frequent first.")


_NUMBER = OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH, description="The ruling's number.")


def _filter(name: str, description: str) -> OpenApiParameter:
    """A query parameter that filters the rulings."""
    return OpenApiParameter(name, OpenApiTypes.STR, description=description)


def _party(event: Event | None, field: str, key: str) -> Entry | None:
    """The entrant named in this field, or None if it is empty. Raises Malformed (without an event, or if unknown)."""
    if not key:
        return None
    if event is None:
        message = _("Say in which event they play.")
        raise Malformed(message, faults=[Fault("event", "required", message)])
    return entrant_of(event, field, key)


class RulingsView(APIView):
    """The rulings of a tournament."""

    @extend_schema(
        operation_id="rulings",
        parameters=[
            _filter("q", "Words that a ruling must all contain; accents are ignored."),
            _filter("event", "The event's short name."),
            _filter("subject", "The key of the kind of case in the assistant."),
            _filter("rule", "The number of a rule; its parts are found too."),
        ],
        responses={200: RulingOut(many=True)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        """List the rulings of the events in which the user is judge or director, also those that were taken back.

        Rulings at tables come first, the newest first; then the rulings on referred games, in the same order.
        """
        tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        filters = {name: request.query_params.get(name, "") for name in ("event", "subject", "rule")}
        sought = rulings_reads.Sought(text=request.query_params.get("q", ""), **filters)
        return Response(
            [
                rulings_reads.ruling_values(ruling)
                for ruling in rulings_reads.rulings(tournament_row, events)
                if sought.fits(ruling)
            ]
        )

    @extend_schema(
        operation_id="give_ruling",
        parameters=[OpenApiParameter("preview", OpenApiTypes.INT, description="1: only preview a removal from play.")],
        request=RulingIn,
        responses={200: RemovalAheadOut, 201: RulingOut},
        examples=[
            body_example("Refuses the ruling in game 12", REMOVAL),
            answer_example("A preview in the playoffs", PREVIEW),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        """Keep a ruling. Repeating it on the same call changes nothing.

        Refused as `not_ready` for one judge without `alone`, and for a removal with fewer than three judges.
        Refused as `own_card` if the user plays the game.
        Refused as `role` for a removal, and for a case that no rule covers, unless the user is the head judge or the
        director.

        A removal also ends the game or match in progress. With `?preview=1` nothing is written, and the answer (200)
        says what the removal would change. The `mark` of that answer must be sent with the removal. The removal is
        refused as `stale` if it would do something else by then.
        """
        is_preview = whole_number_in_address(request, "preview", least=0, most=1)
        tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        body = read(RulingIn, request)
        if is_preview and not body["removes"]:
            message = _("Only a removal from play is looked at before. Send the ruling without preview.")
            raise Malformed(message, faults=[Fault("removes", "required", message)])
        call = None
        event = None
        if body["call"] is not None:
            call, _events = access.call_for(request.user, tournament, body["call"])
            event = call.entry.event
        elif body["event"]:
            event = event_of(events, body["event"])
        values = {**body, **{name: _party(event, name, body[name]) for name in ("offender", "other")}}
        ruled = Ruled(**{attribute.name: values[attribute.name] for attribute in fields(Ruled)})
        case: dict[str, Any] = {
            "tournament": tournament_row,
            "event": event,
            "call": call,
            "ruled": ruled,
            "rights": rights_of(request.user, tournament_row, event),
            "actor": actor_of(request),
        }
        game = body["game"] if "game" in body else game_in_progress(ruled.offender, call)
        if is_preview:
            return Response(RemovalAheadOut(look_at_removal(game=game, **case)).data)
        if not body["removes"]:
            row = give_ruling(alone=body["alone"], **case)
        elif "mark" in body:
            row = remove_player(game=game, mark=body["mark"], **case)
        else:
            # The preview reports first what refuses the removal itself.
            look_at_removal(game=game, **case)
            message = _("Look first at what the removal changes, with ?preview=1, and send the mark of that.")
            raise Malformed(message, faults=[Fault("mark", "required", message)])
        return Response(rulings_reads.ruling_values(rulings_reads.ruling_of(row)), status=status.HTTP_201_CREATED)


class RulingView(APIView):
    """One ruling."""

    @extend_schema(operation_id="ruling", parameters=[_NUMBER], responses={200: RulingOut})
    def get(self, request: Request, tournament: str, number: int) -> Response:
        """Show the ruling with this number."""
        _tournament, _rights, row = access.ruling_for(request.user, tournament, number)
        return Response(rulings_reads.ruling_values(rulings_reads.ruling_of(row)))


class TakingBackView(APIView):
    """The taking back of a ruling."""

    @extend_schema(
        operation_id="take_back_ruling",
        parameters=[_NUMBER],
        request=ReasonIn,
        responses={200: RulingOut},
    )
    def put(self, request: Request, tournament: str, number: int) -> Response:
        """Note that the ruling no longer holds, and why. Repeating it changes nothing.

        For the person who recorded it, the head judge and the director. Refused as `stands` if it is a removal that is
        not undone yet.
        """
        tournament_row, rights, _row = access.ruling_for(request.user, tournament, number)
        reason = read(ReasonIn, request)["reason"]
        row = take_back_ruling(
            tournament=tournament_row, number=number, reason=reason, rights=rights, actor=actor_of(request)
        )
        return Response(rulings_reads.ruling_values(rulings_reads.ruling_of(row)))


class ConductView(APIView):
    """The notes on conduct, for the head judge and the director only."""

    @extend_schema(operation_id="conduct_notes", responses={200: ConductOut(many=True)})
    def get(self, request: Request, tournament: str) -> Response:
        """List the notes, the newest first; notes on the reader's own conduct are left out."""
        tournament_row, _rights, events = events_for(request.user, tournament, Need.RULE)
        assert isinstance(request.user, User)
        return Response(ConductOut(rulings_reads.conduct_notes(tournament_row, events, request.user), many=True).data)

    @extend_schema(operation_id="note_conduct", request=ConductIn, responses={201: ConductOut})
    def post(self, request: Request, tournament: str) -> Response:
        """Keep a note. Repeating the user's own last note on the entrant changes nothing.

        Refused as `own_card` if the note is on the user's own conduct.
        """
        tournament_row, _rights, events = events_for(request.user, tournament, Need.RULE)
        body = read(ConductIn, request)
        event = event_of(events, body["event"])
        entry = entrant_of(event, "entrant", body["entrant"])
        note = note_conduct(
            entry=entry,
            text=body["text"],
            rights=rights_of(request.user, tournament_row, event),
            actor=actor_of(request),
        )
        return Response(ConductOut(rulings_reads.conduct_of(note)).data, status=status.HTTP_201_CREATED)


class JudgingView(APIView):
    """The judging of a tournament in figures."""

    @extend_schema(operation_id="judging", responses={200: JudgingOut})
    def get(self, request: Request, tournament: str) -> Response:
        """Show calls by table and kind, rulings by rule, and how long calls waited for two judges."""
        tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        return Response(JudgingOut(summary(tournament_row, events)).data)
