"""Calls for judges, and the judges, in the API. Shapes only; the actions decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging import access
from judging.calls.actions.calls import (
    ask_third,
    be_there,
    call_judge,
    close_call,
    come,
    decline,
    give_up,
    send_judge,
    take_back_call,
)
from judging.calls.actions.panel import set_duty
from judging.calls.reads.calls import calls, made_calls
from judging.calls.reads.panel import panel, too_few_for
from judging.models import Call, Coming, Sending
from tournaments.access import Need, events_for
from tournaments.api.shapes import (
    OneOfField,
    StrictSerializer,
    TextField,
    TruthField,
    actor_of,
    read,
    refusals,
    text_of,
)
from tournaments.errors import Fault, Malformed
from tournaments.models import Entry, Event, User
from tournaments.reads.entries import entry_at

NEXT_DEAL = [("", "not said"), *Coming.NextDeal.choices]


class CallIn(StrictSerializer):
    about = text_of(
        Call, "about", required=False, default="", help_text="What it is about, in a few words; may be empty."
    )
    subject = text_of(
        Call,
        "subject",
        required=False,
        default="",
        help_text="The kind of case, by its key in the assistant (`renege`); empty where nobody says.",
    )


class OwnCallIn(CallIn):
    """Judges for one's own table."""

    for_opponent = TruthField(
        required=False,
        default=False,
        help_text="Whom one plays calls, with this key: the call is theirs, and only they or a judge end it.",
    )


class TableCallIn(CallIn):
    """Judges for somebody else's table."""

    event = text_of(Event, "slug", help_text="The event's short name.")
    entrant = TextField(max_length=20, help_text="One of those who sit there: the permanent ID, or the number.")


class ComingIn(StrictSerializer):
    next_deal = OneOfField(
        choices=NEXT_DEAL,
        required=False,
        allow_blank=True,
        default="",
        help_text="Who has the next deal in one's own game (protocol c, 2020); empty: not said.",
    )
    anyway = TruthField(
        required=False, default=False, help_text="Come though one is related to a player (protocol i, 2020)."
    )


class DutyIn(StrictSerializer):
    free = TruthField(help_text="Whether this judge can take calls now.")


class ComingOut(serializers.Serializer[Any]):
    """A judge who comes to a call."""

    name = serializers.CharField(help_text="Who.")
    next_deal = serializers.CharField(help_text="`mine`, `opponents` or `no_game`; empty where nobody said.")
    at = serializers.DateTimeField(help_text="Since when they are coming.")
    there_at = serializers.DateTimeField(allow_null=True, help_text="Since when they are there; null: not yet.")


class MadeCallOut(serializers.Serializer[Any]):
    """A call for judges, as whoever made it for others follows it."""

    number = serializers.IntegerField(help_text="Its number.")
    event = serializers.CharField(help_text="The event's short name.")
    entrant = serializers.CharField(help_text="The permanent ID of whom judges were called for.")
    name = serializers.CharField(help_text="Their name.")
    opponent = serializers.CharField(help_text="The permanent ID of whom they play; empty where nobody said.")
    opponent_name = serializers.CharField(help_text="The opponent's name; empty likewise.")
    table = serializers.CharField(help_text="Where they sat; empty where nobody said.")
    seat = serializers.IntegerField(allow_null=True, help_text="The seat of that table.")
    match = serializers.IntegerField(allow_null=True, help_text="The match of the bracket, in the playoffs.")
    found_by = serializers.CharField(
        help_text="How a match is found of which nobody noted a table: the round and who plays, in words; else empty."
    )
    game = serializers.IntegerField(allow_null=True, help_text="The game that was on.")
    subject = serializers.CharField(help_text="The kind of case; empty where nobody said.")
    about = serializers.CharField(help_text="What it is about, as the player says.")
    called_by = serializers.CharField(
        help_text="Who called for them; empty: they did themselves. The opponent: they did on that phone."
    )
    at = serializers.DateTimeField(help_text="When it was made.")
    needed = serializers.IntegerField(
        help_text="How many judges it needs: two, three once a third is asked for (11.4.a, 2020)."
    )
    coming = ComingOut(many=True, help_text="Who is coming or there, in the order in which they said so.")
    taken_by = serializers.CharField(help_text="The same by name; empty where nobody is yet.")
    taken_at = serializers.DateTimeField(allow_null=True, help_text="Since when the first of them is coming.")
    third_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when a third judge is asked for; null: none is."
    )
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When it was done; null while it is open.")
    closed_by = serializers.CharField(help_text="Who closed it or took it back; empty while it is open.")
    judged = serializers.ListField(
        child=serializers.CharField(),
        help_text="The names of those who judged, by the rulings on it that hold, also where they did not come by the call.",
    )


class CallOut(MadeCallOut):
    """A call for judges."""

    rulings = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the rulings that were given on it."
    )


class SentOut(serializers.Serializer[Any]):
    """A judge who was sent to a call and has not said that they come."""

    name = serializers.CharField(help_text="Who.")
    by = serializers.CharField(help_text="Who sent them.")
    at = serializers.DateTimeField(help_text="When.")
    declined_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when they cannot come; null: no answer yet."
    )
    reason = serializers.CharField(help_text="Why they cannot come; empty likewise.")


class JudgesCallOut(CallOut):
    """A call for judges, as judges see it."""

    sent = SentOut(many=True, help_text="Who was sent to it and is not coming, in the order in which they were sent.")


class SendIn(StrictSerializer):
    anyway = TruthField(
        required=False, default=False, help_text="Send them though they are related to a player (protocol i, 2020)."
    )


class DeclineIn(StrictSerializer):
    reason = text_of(Sending, "reason", allow_blank=False, help_text="Why, in a few words.")


class TableCallOut(CallOut):
    """A call for judges that was made for somebody."""

    short = serializers.CharField(help_text="What is wrong where too few judges can come; empty where they are enough.")


class JudgeOut(serializers.Serializer[Any]):
    """A judge of the tournament."""

    username = serializers.CharField(source="user.username", help_text="The name they sign in with.")
    name = serializers.CharField(help_text="What they are called.")
    is_head = serializers.BooleanField(help_text="Whether this is the head judge.")
    is_senior = serializers.BooleanField(help_text="Whether this is a senior judge.")
    free = serializers.BooleanField(
        source="is_free", help_text="Whether they can take calls now; so it is until they say that they cannot."
    )
    at_call = serializers.IntegerField(allow_null=True, help_text="The open call that they come to; null: none.")
    sits = serializers.CharField(
        source="where", help_text="Where they sit in the game or match that is on, in words; empty: nowhere."
    )


_NUMBER = OpenApiParameter("call", OpenApiTypes.INT, OpenApiParameter.PATH, description="The call's number.")


def event_of(events: Sequence[Event], slug: str) -> Event:
    """The named event, one of these. Raises Malformed."""
    event = next((candidate for candidate in events if candidate.slug == slug), None)
    if event is None:
        raise _unknown("event", _("There is no such event among those that you serve."))
    return event


def entrant_of(event: Event, field: str, key: str) -> Entry:
    """The entrant named in this field. Raises Malformed."""
    entry = entry_at(event, key)
    if entry is None:
        raise _unknown(field, _("There is no such entrant in this event."))
    return entry


def _unknown(field: str, message: str) -> Malformed:
    return Malformed(message, faults=[Fault(field, "unknown", message)])


def _calls(events: Sequence[Event]) -> Response:
    return Response(JudgesCallOut(calls(events), many=True).data)


def _judges(request: Request, tournament: str) -> Response:
    tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
    return Response(JudgeOut(panel(tournament_row, events).judges, many=True).data)


class CallsView(APIView):
    """The calls of a tournament."""

    @extend_schema(operation_id="calls", responses={200: JudgesCallOut(many=True)})
    def get(self, request: Request, tournament: str) -> Response:
        """The open calls, oldest first, then what was done lately: of the events in which one is judge or director."""
        _tournament, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        return _calls(events)

    @extend_schema(
        operation_id="call_judges",
        request=TableCallIn,
        responses={201: TableCallOut},
    )
    def post(self, request: Request, tournament: str) -> Response:
        """Call judges to a table for those who sit there: for whoever works at the desk or judges.

        `not_seated` without a seat in play, `open` while a call of this game is.
        """
        _tournament, _rights, events = access.staff_for(request.user, tournament)
        sent = read(TableCallIn, request)
        event = event_of(events, sent["event"])
        entry = entrant_of(event, "entrant", sent["entrant"])
        made = call_judge(
            entry=entry, about=sent["about"], subject=sent["subject"], by_staff=True, actor=actor_of(request)
        )
        shown = next(shown_call for shown_call in calls([event]) if shown_call.number == made.pk)
        values = {**CallOut(shown).data, "short": too_few_for(made)}
        return Response(values, status=status.HTTP_201_CREATED)


class MadeCallsView(APIView):
    """The calls that one made for others."""

    @extend_schema(operation_id="made_calls", responses={200: MadeCallOut(many=True)})
    def get(self, request: Request, tournament: str) -> Response:
        """What became of the calls that one made for others, without the rulings: the open ones, oldest first, then what was done
        lately; for whoever works at the desk or judges."""
        _tournament, _rights, events = access.staff_for(request.user, tournament)
        return _made(request, events)


class MadeCallView(APIView):
    """A call that one made for others."""

    @extend_schema(
        operation_id="take_back_made_call",
        parameters=[_NUMBER],
        responses={200: MadeCallOut(many=True)},
    )
    def delete(self, request: Request, tournament: str, call: int) -> Response:
        """Take it back; again it changes nothing. `begun` once a judge is there: they close it."""
        call_row = access.made_call_for(request.user, tournament, call)
        take_back_call(call=call_row, actor=actor_of(request))
        _tournament, _rights, events = access.staff_for(request.user, tournament)
        return _made(request, events)


def _made(request: Request, events: Sequence[Event]) -> Response:
    assert isinstance(request.user, User)
    shown = CallOut(made_calls(events, request.user), many=True).data
    return Response([{name: value for name, value in values.items() if name != "rulings"} for values in shown])


class CallComingView(APIView):
    """Who comes to a call."""

    @extend_schema(
        operation_id="take_call",
        parameters=[_NUMBER],
        request=ComingIn,
        responses={200: JudgesCallOut(many=True)},
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that one is coming: for judges alone, `role` for a director who is none. `stale` where enough judges are, `over` once
        it is done, `related` where one is related to a player and does not say that one comes all the same, `own_card` for a game
        of one's own."""
        call_row, events = access.call_for(request.user, tournament, call)
        come(call=call_row, **read(ComingIn, request), actor=actor_of(request))
        return _calls(events)

    @extend_schema(
        operation_id="give_up_call",
        parameters=[_NUMBER],
        responses={200: JudgesCallOut(many=True)},
    )
    def delete(self, request: Request, tournament: str, call: int) -> Response:
        """Say that one cannot take it after all; nothing happens where one was not coming. `over` once it is done."""
        call_row, events = access.call_for(request.user, tournament, call)
        give_up(call=call_row, actor=actor_of(request))
        return _calls(events)


class CallThereView(APIView):
    """Who is at the table."""

    @extend_schema(
        operation_id="arrive",
        parameters=[_NUMBER],
        responses={200: JudgesCallOut(many=True)},
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that one is there; whoever did not say that they come does so by it, and is refused as there."""
        call_row, events = access.call_for(request.user, tournament, call)
        be_there(call=call_row, actor=actor_of(request))
        return _calls(events)


class CallSentView(APIView):
    """A judge who is sent to a call."""

    @extend_schema(
        operation_id="send_judge",
        parameters=[
            _NUMBER,
            OpenApiParameter("username", str, OpenApiParameter.PATH, description="The judge's user name."),
        ],
        request=SendIn,
        responses={200: JudgesCallOut(many=True)},
    )
    def put(self, request: Request, tournament: str, call: int, username: str) -> Response:
        """Send this judge to the call, as the director or the head judge; again it changes nothing until they decline.

        `barred` for whoever plays the game, cannot come after all, is at another call or takes none now, `related` for whoever
        is related to a player (unless `anyway`), `stale` where they or enough others are coming, `over` once it is done.
        """
        call_row, events = access.sending_for(request.user, tournament, call)
        judge = access.judge_of(call_row.entry.event, username)
        send_judge(call=call_row, judge=judge, **read(SendIn, request), actor=actor_of(request))
        return _calls(events)


class CallDeclinedView(APIView):
    """The answer of a judge who was sent to a call and cannot come."""

    @extend_schema(
        operation_id="decline_call",
        parameters=[_NUMBER],
        request=DeclineIn,
        responses={200: JudgesCallOut(many=True)},
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that one cannot come, and why; again it changes nothing. `stale` for whoever is not sent, `over` once it is done."""
        call_row, events = access.call_for(request.user, tournament, call)
        decline(call=call_row, **read(DeclineIn, request), actor=actor_of(request))
        return _calls(events)


class CallThirdView(APIView):
    """The third judge of a call."""

    @extend_schema(
        operation_id="ask_third",
        parameters=[_NUMBER],
        responses={200: JudgesCallOut(many=True)},
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Ask for a third judge because a player disagrees with the two (11.4.a, 2020); again it changes nothing.

        Once two have ruled it opens the call again, as long as that game is on. `too_early` before two are coming, `over` for any
        other call that is done, `open` beside a newer one, `own_card` for a game of one's own.
        """
        call_row, events = access.call_for(request.user, tournament, call)
        ask_third(call=call_row, actor=actor_of(request))
        return _calls(events)


class CallDoneView(APIView):
    """The end of a call."""

    @extend_schema(
        operation_id="close_call",
        parameters=[_NUMBER],
        responses={200: JudgesCallOut(many=True), **refusals(401, 403, 404)},
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that it is done; again it changes nothing. `own_card` for a game of one's own."""
        call_row, events = access.call_for(request.user, tournament, call)
        close_call(call=call_row, actor=actor_of(request))
        return _calls(events)


class JudgesView(APIView):
    """The judges of a tournament."""

    @extend_schema(operation_id="judges", responses={200: JudgeOut(many=True)})
    def get(self, request: Request, tournament: str) -> Response:
        """The judges of the events in which one is judge or director, the head judge first."""
        return _judges(request, tournament)


class DutyView(APIView):
    """Whether a judge can take calls."""

    @extend_schema(
        operation_id="set_duty",
        parameters=[OpenApiParameter("username", str, OpenApiParameter.PATH, description="The judge's user name.")],
        request=DutyIn,
        responses={200: JudgeOut(many=True), **refusals(400, 401, 403, 404)},
    )
    def put(self, request: Request, tournament: str, username: str) -> Response:
        """Say whether a judge can take calls now: for oneself, or as the director. The same again changes nothing."""
        tournament_row, judge = access.judge_for(request.user, tournament, username)
        set_duty(tournament=tournament_row, judge=judge, is_free=read(DutyIn, request)["free"], actor=actor_of(request))
        return _judges(request, tournament)
