"""The API of the log, of undo, of the round at an earlier time, and of the six steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.desk import earlier as past
from hall.desk import log as log_reads
from hall.desk.actions import reopen_phase
from hall.desk.log import LogFilter
from hall.desk.phases import reopening
from hall.desk.reads import phase_steps
from scorecards.cards.api.cards import TotalsSerializer
from scorecards.crosscheck.actions.undo import undo
from scorecards.standings.api.standings import StandingsSerializer
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    OneOfField,
    Shown,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    pages_of,
    paginated,
    read,
    refusals,
)
from tournaments.errors import Fault, Malformed
from tournaments.models import MAX_REASON, AuditEntry, Event
from tournaments.rules.phase import Phase
from tournaments.views.page import hall_time

PHASE_STATES = [("done", "done"), ("now", "now"), ("todo", "todo")]
ENTRY = OpenApiParameter("entry", OpenApiTypes.INT, "path", description="The number of the entry in the event's log.")


class SubjectSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(source="subject_kind")
    key = serializers.CharField(
        source="subject_key", help_text="The seat of a card, the id of a discrepancy, and so on."
    )


class LogEntrySerializer(serializers.Serializer[Any]):
    """One thing that was done."""

    entry = serializers.IntegerField(
        source="number",
        allow_null=True,
        help_text="Its number in the event's log, from 1; null for what is about the tournament.",
    )
    at = serializers.DateTimeField(source="row.at")
    who = serializers.CharField(source="row.actor_name")
    initials = serializers.CharField(source="done.initials")
    action = serializers.CharField(source="row.action", help_text="As `card.typed`.")
    subject = SubjectSerializer(source="row")
    sentence = serializers.CharField(source="done.text", help_text="What was done, for people.")
    reason = serializers.CharField(source="row.reason")
    before = serializers.JSONField(source="row.before", allow_null=True)
    after = serializers.JSONField(source="row.after", allow_null=True)
    undoable = serializers.BooleanField(help_text="Whether you can undo it now.")
    why_not = serializers.CharField(help_text="Why you cannot undo it; empty where you can.")


SHOWN = (
    Shown(
        model=AuditEntry,
        by=(LogEntrySerializer,),
        columns={"who": "actor_kind actor_key actor_name", "subject": "subject_kind subject_key"},
        left_out={"the address and the number of the entry name them": "event revision"},
    ),
)


FILTERS = [
    OpenApiParameter("who", OpenApiTypes.STR, description="Only what somebody of this name did."),
    OpenApiParameter("table", OpenApiTypes.STR, description="Only what is about cards of this table, as `A`."),
    OpenApiParameter(
        "card", OpenApiTypes.STR, description="Only what is about this card: a seat as `A-7`, or a part of the name."
    ),
    OpenApiParameter(
        "kind",
        OpenApiTypes.STR,
        enum=["cards", "looks", "decisions", "undone", "posting", "entrants", "playoffs", "settings"],
        description="Only acts of this kind.",
    ),
    OpenApiParameter("about", OpenApiTypes.STR, description="Only what is about this one thing, as `card/A-7`."),
]


class LogView(APIView):
    """The log of an event, newest first."""

    @extend_schema(
        operation_id="log_list",
        parameters=FILTERS,
        responses={200: pages_of(LogEntrySerializer, "LogPage")},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        log_filter = LogFilter.of(request.query_params.dict())
        rows = log_reads.rows(this_event, log_filter, log_reads.meant(this_event, log_filter), rights)

        def shown(page: Iterable[AuditEntry]) -> list[dict[str, Any]]:
            # Sentences use the hall's time zone, `at` does not.
            with hall_time(this_event):
                entries = log_reads.entries(this_event, page, log_reads.asking(this_event, rights, request.user))
            return list(LogEntrySerializer(entries, many=True).data)

        return paginated(self, request, rows, shown)


class UndoBody(StrictSerializer):
    reason = TextField(max_length=MAX_REASON)


class UndoneSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    done = serializers.BooleanField(help_text="False where it was undone already.")


class UndoView(APIView):
    """Put back what an entry of the log changed."""

    @extend_schema(
        operation_id="undo",
        description="Whoever may do such an act may undo it, as long as nothing came after it on the same thing. "
        "Undoing the undoing does it again. `stands`: such acts cannot be undone; `stale`: something came after it, "
        "`current.entry` names what.",
        parameters=[ENTRY],
        request=UndoBody,
        responses={200: UndoneSerializer},
    )
    def post(self, request: Request, tournament: str, event: str, entry: int) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        body = read(UndoBody, request)
        done = undo(event=this_event, entry=entry, reason=body["reason"], rights=rights, actor=actor_of(request))
        return Response({"entry": entry, "done": done})


class PastDiscrepancySerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    outcome = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    state = serializers.CharField()


class PastCardSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField()
    version = serializers.IntegerField()
    complete = serializers.BooleanField()
    lines = serializers.IntegerField(help_text="How many lines were on it.")
    totals = TotalsSerializer(help_text="As counted from the record.")


class EarlierSerializer(serializers.Serializer[Any]):
    """The qualifying round after an entry of the log."""

    entry = serializers.IntegerField(help_text="The last entry that is included.")
    at = serializers.DateTimeField()
    standings = StandingsSerializer()
    discrepancies = PastDiscrepancySerializer(many=True)
    cards = PastCardSerializer(many=True)


class EarlierView(APIView):
    """Standings, discrepancies and cards as they were at an earlier time."""

    @extend_schema(
        operation_id="earlier",
        parameters=[
            OpenApiParameter(
                "at", OpenApiTypes.STR, required=True, description="The number of an entry of the log, or a time."
            )
        ],
        responses={200: EarlierSerializer, **refusals(400, 401, 403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        with hall_time(this_event):
            then = past.past(this_event, request.query_params.get("at", "")[:60])
        if isinstance(then, str):
            raise Malformed(then, faults=[Fault("at", "invalid", then)])
        return Response(past.past_values(then))


# --- The six steps ---------------------------------------------------------------------------------------------------


class MissingSerializer(serializers.Serializer[Any]):
    """One thing that is missing for the next step."""

    text = serializers.CharField(help_text="What and why, for people.")
    page = serializers.CharField(source="url", help_text="The page where it is cured.")


class ReopeningSerializer(serializers.Serializer[Any]):
    """What reopening a step would do."""

    phase = serializers.ChoiceField(choices=Event.PhaseChoice.choices, help_text="The step.")
    back_to = serializers.ChoiceField(choices=Event.PhaseChoice.choices, help_text="Where the event is afterwards.")
    falls = serializers.ListField(child=serializers.CharField(), help_text="What is taken back, for people.")
    stays = serializers.ListField(child=serializers.CharField(), help_text="What stays, for people.")
    mark = serializers.CharField(help_text="Changes whenever something else would fall.")
    cards = serializers.IntegerField(help_text="How many cards are put away, which is to be said to do it.")
    reopened = serializers.BooleanField(help_text="False for a preview.")


class PhaseSerializer(serializers.Serializer[Any]):
    """One of the six steps."""

    phase = serializers.ChoiceField(choices=Event.PhaseChoice.choices, help_text="Which.")
    state = serializers.ChoiceField(source="shown.state", choices=PHASE_STATES, help_text="Behind, now, or to come.")
    missing = MissingSerializer(many=True, help_text="For the next step, where this is the one now.")
    can_reopen = serializers.BooleanField(help_text="Whether the director can reopen it.")
    why_not = serializers.CharField(help_text="Why it cannot be reopened; empty where it can, and for what is to come.")


class PhasesView(APIView):
    """The six steps of an event."""

    @extend_schema(
        operation_id="phases",
        summary="Look at the six steps",
        description="Where the event is and what is missing for its next step. For whoever has a role.",
        responses={200: PhaseSerializer(many=True)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.SEE)
        with hall_time(this_event):
            steps = phase_steps(this_event, rights, timezone.now())
        return Response(PhaseSerializer(steps, many=True).data)


class ReopenBody(StrictSerializer):
    """Which step, and why."""

    phase = OneOfField(choices=Event.PhaseChoice.choices, help_text="The step to open again.")
    reason = TextField(max_length=MAX_REASON, required=False, help_text="Why; not asked for a preview.")
    mark = TextField(
        max_length=20,
        required=False,
        help_text="That of a preview: `stale` where more would fall by now. Needed where matches fall that have begun.",
    )
    cards = WholeNumberField(
        required=False, min_value=0, help_text="How many cards are put away, as the preview says; needed where any is."
    )
    preview = TruthField(required=False, help_text="Only say what it would do.")


class ReopenView(APIView):
    """Opening a step again."""

    @extend_schema(
        operation_id="reopen_phase",
        summary="Reopen a step",
        description="For the director. Takes back whatever was made of the step: `cross_check` the posted list and the "
        "bracket, `qualifying` that the cross-check was begun as well, `seating` the draw, `registration` that it was closed "
        "(seats are kept), `playoffs` the last game of the final. Cards and signed decisions stay, but for `seating` and "
        "`registration`, which put them away.",
        request=ReopenBody,
        responses={200: ReopeningSerializer},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(ReopenBody, request)
        if preview := body.pop("preview", False):
            back = reopening(this_event, Phase(body["phase"]))
        else:
            back = reopen_phase(
                event=this_event,
                phase=body["phase"],
                reason=body.get("reason", ""),
                mark=body.get("mark"),
                cards=body.get("cards"),
                actor=actor_of(request),
            )
        return Response(
            {
                "phase": back.phase,
                "back_to": back.back_to,
                "falls": [str(fall) for fall in back.falls],
                "stays": list(back.stays),
                "mark": back.mark,
                "cards": back.cards,
                "reopened": not preview,
            }
        )
