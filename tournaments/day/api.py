"""The round in the API: the current game, tables and decks, and departures from the plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, Rights, event_for
from tournaments.api.shapes import (
    NullField,
    OneOfField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    read,
    refuse_untold,
    text_of,
    whole_number_in_address,
)
from tournaments.day.actions.meeting_again import look_back_at_meeting_again, undo_meeting_again
from tournaments.day.actions.round import (
    call_game,
    change_decks,
    finish_table,
    look_ahead,
    look_back,
    note_day,
    set_clock,
    undo_day_change,
)
from tournaments.day.reads.round import MOVE_UP, DayPlan, What, is_removal, round_now
from tournaments.errors import Fault, Forbidden, Malformed
from tournaments.models import DayChange, Entry, Event
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.money.rules import OF_ABSENT
from tournaments.rotation.rules.mixup import Way
from tournaments.rules.seat import read_seat

ROUND = {
    "game": 3,
    "rounds": 23,
    "started_at": "2026-03-06T17:30:00Z",
    "minutes": 20,
    "ends_at": "2026-03-06T17:50:00Z",
    "now": "2026-03-06T17:41:10Z",
    "decks_after": 11,
    "decks_changed_before": None,
    "decks_due": False,
    "tables": [{"table": "A", "players": 24, "done_at": None, "done_by": "", "slow": False}],
}
CHANGE = {
    "number": 1,
    "kind": "away",
    "table": "A",
    "values": {"seat": "A-7", "first": 12, "last": 12},
    "reason": "Late from lunch",
    "made_at": "2026-03-06T20:05:00Z",
    "made_by": "Rosa Medina",
    "undone_at": None,
    "undone_by": "",
}
PREVIEW = {
    "mark": "1f0c9a6b2e77",
    "people": 2,
    "rounds_before": 23,
    "rounds_after": 24,
    "games": [
        {
            "game": 12,
            "player": "A-8",
            "before": {"opponent": "A-7", "seat": 4, "counted": True, "deals_first": None},
            "after": {"opponent": None, "seat": 4, "counted": False, "deals_first": None},
        }
    ],
    "first_deals": None,
    "short": [],
    "late": [],
    "meeting_again": [],
    "again": None,
    "awards_fallen": [],
    "awards_back": [],
    "awarded_to": None,
    "corrects": None,
    "misfits": [],
    "played_to": None,
}


class RoundBody(StrictSerializer):
    """What is to be different; what is left out stays."""

    game = WholeNumberField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text="The game that is on; null for none.",
    )
    seen = WholeNumberField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text="The game that was on when you looked; null for none. Another one by now: 409 `stale`. Without it nothing "
        "is compared.",
    )
    minutes = WholeNumberField(
        required=False, allow_null=True, help_text="Minutes for every game, 5 to 120; null for no clock."
    )
    decks_changed = TruthField(required=False, help_text="True: the decks at the anchor seats are new now.")


class SlowField(serializers.BooleanField):
    """Whether a table is one of the slow ones."""

    def to_representation(self, value: Any) -> bool:
        return value in self.context["slow"]


class TableNowSerializer(serializers.Serializer[Any]):
    table = serializers.CharField(source="name", help_text="The table.")
    players = serializers.IntegerField(help_text="How many play there.")
    done_at = serializers.DateTimeField(allow_null=True, help_text="When somebody said that its last game was over.")
    done_by = serializers.CharField(help_text="Who said so.")
    slow = SlowField(source="*", help_text="Still playing when half of the tables are done, or the clock is out.")


class RoundSerializer(serializers.Serializer[Any]):
    """The game that is on."""

    game = serializers.IntegerField(allow_null=True, help_text="Its number; null where none is on.")
    rounds = serializers.IntegerField(help_text="How many there are.")
    started_at = serializers.DateTimeField(allow_null=True, help_text="When it was called.")
    minutes = serializers.IntegerField(allow_null=True, help_text="Minutes for a game; null for no clock.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="When its clock is out.")
    now = serializers.DateTimeField(help_text="The server's time.")
    decks_after = serializers.IntegerField(
        source="decks.after",
        allow_null=True,
        help_text="The game after which the decks at the anchor seats are replaced (4.2.d, 2020).",
    )
    decks_changed_before = serializers.IntegerField(
        source="decks.changed_before", allow_null=True, help_text="The first game with new decks."
    )
    decks_due = serializers.BooleanField(
        source="decks.is_due", help_text="Whether that game is over and the decks are the old ones."
    )
    tables = TableNowSerializer(many=True, help_text="The tables of the game that is on.")


class TableDoneBody(StrictSerializer):
    """Whether a table is done."""

    game = WholeNumberField(min_value=1, max_value=MAX_ROUNDS, help_text="The game that is meant.")
    done = TruthField(help_text="Whether its last game is over.")


class BoardField(serializers.ListField):
    """Two numbers of starting seats."""

    child = WholeNumberField(min_value=1, max_value=500)


class DayChangeBody(StrictSerializer):
    """What happened. Fields that this kind of thing does not need are left out."""

    what = OneOfField(choices=[(what.value, what.value) for what in What], help_text="What happened.")
    seat = TextField(max_length=8, required=False, help_text="Whom it is about; not for `course`.")
    first = WholeNumberField(
        required=False,
        help_text="The first game missed (`away`, `leaves`), the game awarded (`award`), the substitute's first one, or the "
        "game in progress of who is `removed` from play, 0 where none of theirs is; needed with each of these.",
    )
    last = WholeNumberField(required=False, help_text="With `away`: the last game missed.")
    name = text_of(Entry, "name", required=False, help_text="With `substitute`: who plays.")
    partner = text_of(
        Entry, "name", required=False, help_text="With `substitute` of a team of two: the name of the one who is away."
    )
    opponent = TextField(
        max_length=8,
        required=False,
        help_text="With `award` or `removed` and movement `none`: who gets the game. Elsewhere the schedule says it.",
    )
    table = text_of(DayChange, "table", required=False, help_text="With `course`: the table that was mixed up.")
    game = WholeNumberField(required=False, help_text="With `course`: the game in which it was.")
    met = serializers.ListField(
        child=BoardField(min_length=2, max_length=2),
        required=False,
        help_text="With `course`: who sat at seats 1 and 2, 3 and 4 …, by the numbers of the starting seats, empty ones too.",
    )
    way = OneOfField(
        choices=[(way, way) for way in (*(way.value for way in Way), MOVE_UP)],
        required=False,
        help_text="With `course`: how the table goes on. With `no_show`: `move_up` lets people from the table's end take the "
        "empty seats.",
    )
    meet_again = TruthField(
        required=False,
        help_text="True: some meet again from then on, so that everybody gets the games; `what` `meet_again` alone says so too. The "
        "reason is then public as the event's `repeats_reason`.",
    )
    reason = text_of(DayChange, "reason", required=False, allow_blank=True, help_text="Why; not for a preview.")
    mark = TextField(max_length=20, required=False, help_text="That of the preview that was looked at.")
    fee = OneOfField(
        choices=[(name, name) for name in OF_ABSENT],
        required=False,
        help_text="With `no_show`: what becomes of the fees and pools of this event, as with the status. For registrars of the "
        "whole tournament.",
    )


class UndoneBody(StrictSerializer):
    """Why a change of the day is undone."""

    reason = text_of(DayChange, "reason", allow_blank=True, help_text="Why.")
    mark = TextField(max_length=20, required=False, help_text="That of the preview that was looked at.")


class DayChangeSerializer(serializers.Serializer[Any]):
    """One departure from the plan; undone ones stay in the list."""

    number = serializers.IntegerField(help_text="Its number in the event.")
    kind = serializers.ChoiceField(choices=DayChange.Kind.choices, help_text="What it is.")
    table = serializers.CharField(help_text="At which table.")
    values = serializers.DictField(source="data", help_text="What this kind needs; people by their seats.")
    reason = serializers.CharField(help_text="Why.")
    made_at = serializers.DateTimeField(help_text="When.")
    made_by = serializers.CharField(help_text="By whom.")
    undone_at = serializers.DateTimeField(allow_null=True, help_text="When it was undone.")
    undone_by = serializers.CharField(help_text="By whom it was undone.")


class PlayedSerializer(serializers.Serializer[Any]):
    opponent = serializers.CharField(allow_null=True, help_text="Whom they meet; null for a sit-out.")
    seat = serializers.IntegerField(help_text="The number of the seat they sit at.")
    counted = serializers.BooleanField(help_text="Whether it counts for them.")
    deals_first = serializers.BooleanField(
        source="deals",
        allow_null=True,
        help_text="Whether they deal first; null where people cut for it, and for a sit-out.",
    )


class UnevenSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField(help_text="Who deals first in more or fewer than half of the games, give or take one.")
    deals = serializers.IntegerField(help_text="In how many games that count they deal first.")
    games = serializers.IntegerField(help_text="How many games count for them.")


class DealsSerializer(serializers.Serializer[Any]):
    changed = serializers.IntegerField(help_text="How many lines of cards say otherwise who deals first.")
    uneven = UnevenSerializer(many=True, help_text="Those of the players concerned whose first deals are not balanced.")


class DifferenceSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(help_text="The game.")
    player = serializers.CharField(help_text="Whose game.")
    before = PlayedSerializer(allow_null=True, help_text="As it is; null where there is no such game.")
    after = PlayedSerializer(allow_null=True, help_text="As it would be.")


class WrittenSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField(help_text="The card.")
    game = serializers.IntegerField(help_text="The line.")
    named = serializers.CharField(help_text="Whom it names.")


class AgainSerializer(serializers.Serializer[Any]):
    rounds = serializers.IntegerField(help_text="The games that the round would take.")
    people = serializers.IntegerField(help_text="How many meet somebody again.")
    most = serializers.IntegerField(help_text="How often one of them does so at most.")
    short = serializers.IntegerField(
        help_text="How many of those who were there from the start still get fewer games than the event has."
    )
    late = serializers.IntegerField(help_text="How many have fewer games than the event has because they came late.")


class LatecomerSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField(help_text="Their seat.")
    games = serializers.IntegerField(help_text="The games that count for them.")


class AwardSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="The number of the change of the day.")
    game = serializers.IntegerField(help_text="The game that is awarded.")
    winner = serializers.CharField(help_text="Who gets it.")
    loser = serializers.CharField(help_text="Who loses it.")


class OutlookSerializer(serializers.Serializer[Any]):
    """What a change does to whom. Nothing is written yet."""

    mark = serializers.CharField(
        help_text="Send it with the change: it is refused (`stale`) if other games change by then."
    )
    people = serializers.IntegerField(help_text="For how many people something changes.")
    rounds_before = serializers.IntegerField(help_text="The games that the round takes now.")
    rounds_after = serializers.IntegerField(help_text="The games that it would take.")
    games = DifferenceSerializer(
        source="differences", many=True, help_text="Every game that goes otherwise for somebody."
    )
    first_deals = DealsSerializer(
        source="deals",
        allow_null=True,
        help_text="What becomes of the first deals; null where no card says otherwise who deals first and they are balanced.",
    )
    short = serializers.ListField(
        child=serializers.CharField(),
        help_text="The seats of those who play on and get fewer games than the event has. Who came late is not among them.",
    )
    late = LatecomerSerializer(
        many=True, help_text="Those who get fewer games than the event has because they came late."
    )
    meeting_again = serializers.ListField(
        child=serializers.CharField(),
        help_text="The seats of those who then meet somebody again more often than they would have.",
    )
    again = AgainSerializer(
        allow_null=True, help_text="What `meet_again` would give; null where nobody gets more games by it."
    )
    awards_fallen = AwardSerializer(
        source="lapsed_awards",
        many=True,
        help_text="Awards that fall away, because the two do not meet in that game any more.",
    )
    awards_back = AwardSerializer(
        source="revived_awards", many=True, help_text="Awards that fell away and stand again."
    )
    awarded_to = NullField(help_text="Who gets a game by it (`award`, `removed`); null where nobody does.")
    corrects = serializers.IntegerField(
        allow_null=True,
        help_text="The number of the change that is undone by it (`leaves` with another game); null where none is.",
    )
    misfits = WrittenSerializer(
        many=True, help_text="Lines that say otherwise already: while there are any it is refused."
    )
    played_to = serializers.IntegerField(
        allow_null=True,
        help_text="Of an undoing: the games up to this one are played and stay as they are; an award is taken back all the same. "
        "Null where no game was played by what is undone.",
    )


def _round(event: Event) -> Response:
    """The answer with the current game."""
    now = round_now(event)
    return Response(RoundSerializer(now, context={"slow": now.slow}).data)


_FROM_A_GAME = (What.AWAY, What.LEAVES, What.AWARD, What.SUBSTITUTE, What.REMOVED)


def _event_to_change(request: Request, tournament: str, event: str) -> tuple[Event, Rights]:
    """The event in which a change of the day is noted, and the user's rights there. The director may note any, the head judge only a removal."""
    try:
        return event_for(request.user, tournament, event, Need.DIRECT)
    except Forbidden:
        if not _removes(request):
            raise
    return event_for(request.user, tournament, event, Need.RULE)


def _removes(request: Request) -> bool:
    """Whether the body asks for a removal from play; False if the body cannot be read."""
    try:
        body = request.data
    except APIException:
        return False
    return isinstance(body, Mapping) and body.get("what") == What.REMOVED.value


def _plan(body: Mapping[str, Any]) -> DayPlan:
    """The plan that this body describes. Raises Malformed if `first` is missing but needed."""
    if body["what"] in _FROM_A_GAME and "first" not in body:
        message = _("Say from which game on, or for which one.")
        raise Malformed(message, faults=[Fault("first", "required", message)])
    fields = {name: body[name] for name in ("first", "last", "name", "partner", "game", "way") if name in body}
    seat, opponent = (str(read_seat(body.get(name, "")) or "") for name in ("seat", "opponent"))
    return DayPlan(
        What(body["what"]),
        seat=seat,
        opponent=opponent,
        table=body.get("table", "").upper(),
        met=tuple((first, second) for first, second in body.get("met", ())),
        meet_again=body.get("meet_again", False) or body["what"] == What.MEET_AGAIN,
        **fields,
    )


class RoundView(APIView):
    """Which game is on."""

    @extend_schema(
        operation_id="round",
        summary="Look at the game that is on",
        description="For checkers, registrars, the head judge and the director.",
        responses={200: RoundSerializer},
        examples=[answer_example("The third game", ROUND)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.FOLLOW)
        return _round(this_event)

    @extend_schema(
        operation_id="run_round",
        summary="Call a game, set the clock, note new decks",
        description="For the director. Calling the game that is on already changes nothing. With `seen` it is refused (`stale`, "
        "with the game that is on under `current`) where another game is on by then.",
        request=RoundBody,
        responses={200: RoundSerializer},
        examples=[body_example("Call game 4", {"game": 4})],
    )
    def patch(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(RoundBody, request)
        seen = {"game": body["seen"]} if "seen" in body else None
        # All of the request or none of it, each part with its own row in the log.
        with transaction.atomic():
            if "minutes" in body:
                set_clock(event=this_event, minutes=body["minutes"], actor=actor_of(request))
            if "game" in body:
                call_game(event=this_event, game=body["game"], read=seen, actor=actor_of(request))
            if body.get("decks_changed"):
                seen_for_decks = None if "game" in body else seen
                change_decks(event=this_event, read=seen_for_decks, actor=actor_of(request))
        this_event.refresh_from_db()
        return _round(this_event)


class TableNowView(APIView):
    """Whether a table is done with the game that is on."""

    @extend_schema(
        operation_id="finish_table",
        parameters=[OpenApiParameter("table", OpenApiTypes.STR, OpenApiParameter.PATH, description="The table, as A.")],
        summary="Say that a table is done",
        description="For checkers and the director. Refused (`stale`) when another game is on by then.",
        request=TableDoneBody,
        responses={200: RoundSerializer},
        examples=[body_example("Done", {"game": 3, "done": True})],
    )
    def put(self, request: Request, tournament: str, event: str, table: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        body = read(TableDoneBody, request)
        finish_table(event=this_event, table=table, game=body["game"], done=body["done"], actor=actor_of(request))
        this_event.refresh_from_db()
        return _round(this_event)


class DayChangesView(APIView):
    """What happened on the day beside the plan."""

    @extend_schema(
        operation_id="list_day_changes",
        summary="List what happened on the day",
        description="For checkers, registrars, the head judge and the director; oldest first, undone ones too.",
        responses={200: DayChangeSerializer(many=True)},
        examples=[answer_example("Late from lunch", CHANGE)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.FOLLOW)
        return Response(DayChangeSerializer(this_event.day_changes.all(), many=True).data)

    @extend_schema(
        operation_id="change_day",
        summary="Let the schedule follow what happened",
        description="For the director; the head judge may remove somebody from play who refuses a ruling of three judges "
        "(`removed`; 11.4.b, 2020): the opponent has a win by ten, and the player plays no more. With `?preview=1` nothing is written and the answer (200) is what it would change for "
        "whom. A no-show is the entrant's status and answers 204, and so does `meet_again`, a rule of the event. What stands already, the same "
        "in all that it does, is answered with that change (200), whatever the reason, and nothing is added; `leaves` with another game corrects what was noted, which is undone by it, or is refused (`stands`) where more rests on it; a substitute plays on, and leaves in turn with a game after their first one; `move_up` needs `mark` or "
        "`Idempotency-Key`, because somebody else has that seat afterwards. Refused (`begun`) where a card that is typed says "
        "that the games went otherwise, (`exists`) where a game is awarded already. With movement `none` a no-show, leaving, a substitute, an award and a removal are noted; nobody's games "
        "change by them, and the rest is refused (`movement`).",
        parameters=[OpenApiParameter("preview", OpenApiTypes.INT, description="1: look only.")],
        request=DayChangeBody,
        responses={
            200: PolymorphicProxySerializer(
                component_name="OutlookOrDayChange",
                serializers=[OutlookSerializer, DayChangeSerializer],
                resource_type_field_name=None,
            ),
            201: DayChangeSerializer,
            204: None,
        },
        examples=[
            body_example(
                "Late from lunch", {"what": "away", "seat": "A-7", "first": 12, "last": 12, "reason": "Late from lunch"}
            ),
            body_example(
                "Refuses a ruling in game 12",
                {"what": "removed", "seat": "A-7", "first": 12, "reason": "Refused the ruling on the renege"},
            ),
            answer_example("A preview", PREVIEW),
            answer_example("Made", CHANGE, 201),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, rights = _event_to_change(request, tournament, event)
        is_preview = whole_number_in_address(request, "preview", least=0, most=1)
        body = read(DayChangeBody, request)
        plan = _plan(body)
        if is_preview:
            _on, outlook = look_ahead(this_event, plan)
            return Response(OutlookSerializer(outlook).data)
        if plan.what is What.NO_SHOW and plan.way:
            # Afterwards somebody else holds that seat.
            refuse_untold(request, body, "mark")
        stored, is_new = note_day(
            event=this_event,
            plan=plan,
            reason=body.get("reason", ""),
            mark=body.get("mark"),
            fee=body.get("fee", ""),
            rights=rights,
            actor=actor_of(request),
        )
        if stored is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(
            DayChangeSerializer(stored).data, status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        )


class DayChangeView(APIView):
    """One thing that happened on the day."""

    @extend_schema(
        operation_id="undo_day_change",
        summary="Undo a change of the day",
        description="For the director, and a removal from play for the head judge too. With `?preview=1` nothing is written, and the "
        "answer is what undoing would change. "
        "Games that were called since, or that cards rest on, stay as they were: what is left of the change for them becomes a change of its "
        "own. Refused (`begun`) where nothing is left to undo, or where people would meet again by it. Body: `reason` and "
        "`mark`.",
        parameters=[
            OpenApiParameter("number", int, OpenApiParameter.PATH, description="The change's number."),
            OpenApiParameter("preview", OpenApiTypes.INT, description="1: look only."),
        ],
        request=UndoneBody,
        responses={200: OutlookSerializer, 204: None},
        examples=[
            body_example("A slip", {"reason": "It was another table"}),
            answer_example("A preview", PREVIEW),
        ],
    )
    def delete(self, request: Request, tournament: str, event: str, number: int) -> Response:
        need = Need.RULE if is_removal(tournament, event, number) else Need.DIRECT
        this_event, _rights = event_for(request.user, tournament, event, need)
        change = get_object_or_404(DayChange, event=this_event, number=number)
        if whole_number_in_address(request, "preview", least=0, most=1):
            return Response(OutlookSerializer(look_back(this_event, change)).data)
        body = read(UndoneBody, request)
        undo_day_change(change=change, reason=body["reason"], mark=body.get("mark"), actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeetingAgainView(APIView):
    """That people meet again since the seats were drawn."""

    @extend_schema(
        operation_id="undo_meeting_again",
        summary="Let nobody meet again any more",
        description="For the director: the undo of `meet_again`. With `?preview=1` nothing is written, and the answer is what it "
        "would change. Refused (`over`) where nobody said it on the day, (`begun`) once a game is called or written in which "
        "people meet again. Body: `reason` and `mark`.",
        parameters=[OpenApiParameter("preview", OpenApiTypes.INT, description="1: look only.")],
        request=UndoneBody,
        responses={200: OutlookSerializer, 204: None},
        examples=[
            body_example("A slip", {"reason": "They all agreed to fewer games"}),
            answer_example("A preview", PREVIEW),
        ],
    )
    def delete(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        if whole_number_in_address(request, "preview", least=0, most=1):
            return Response(OutlookSerializer(look_back_at_meeting_again(this_event)).data)
        body = read(UndoneBody, request)
        undo_meeting_again(event=this_event, reason=body["reason"], mark=body.get("mark"), actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
