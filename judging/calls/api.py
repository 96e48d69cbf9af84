"""Calls for judges, and the judges, in the API. This module only has shapes; the actions decide."""

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
    PlayersField,
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
    """What a call is about."""

    about = text_of(
        Call, "about", required=False, default="", help_text="What it is about, in a few words; may be empty."
    )
    subject = text_of(
        Call,
        "subject",
        required=False,
        default="",
        help_text="The key of the kind of case in the assistant (`renege`); empty if it is not known.",
    )


class OwnCallIn(CallIn):
    """A call for judges to the caller's own table."""

    for_opponent = TruthField(
        required=False,
        default=False,
        help_text="The opponent calls, with this entrant's key. The call is then the opponent's: "
        "only the opponent or a judge ends it.",
    )


class TableCallIn(CallIn):
    """A call for judges to the table of other players."""

    event = text_of(Event, "slug", help_text="The event's short name.")
    entrant = TextField(max_length=20, help_text="One of the players at the table, by permanent ID or number.")


class ComingIn(StrictSerializer):
    """The answer of a judge who comes to a call."""

    next_deal = OneOfField(
        choices=NEXT_DEAL,
        required=False,
        allow_blank=True,
        default="",
        help_text="Who deals next in the judge's own game (protocol c, 2020); empty if the judge does not say.",
    )
    anyway = TruthField(
        required=False, default=False, help_text="Come although related to a player (protocol i, 2020)."
    )


class DutyIn(StrictSerializer):
    """Whether a judge can take calls."""

    free = TruthField(help_text="Whether this judge can take calls now.")


class ComingOut(serializers.Serializer[Any]):
    """A judge who comes to a call."""

    name = serializers.CharField(help_text="The judge's name.")
    next_deal = serializers.CharField(help_text="`mine`, `opponents` or `no_game`; empty if the judge did not say.")
    at = serializers.DateTimeField(help_text="The time at which the judge took the call.")
    there_at = serializers.DateTimeField(
        allow_null=True, help_text="The time at which the judge was at the table; null if not yet."
    )


class MadeCallOut(serializers.Serializer[Any]):
    """A call for judges, as shown to the person who made it for players."""

    number = serializers.IntegerField(help_text="Its number.")
    event = serializers.CharField(help_text="The event's short name.")
    entrant = serializers.CharField(help_text="The permanent ID of the entrant for whom judges were called.")
    name = serializers.CharField(help_text="The entrant's name.")
    players = PlayersField()
    opponent = serializers.CharField(help_text="The opponent's permanent ID; empty if the opponent is not known.")
    opponent_name = serializers.CharField(help_text="The opponent's name; empty if the opponent is not known.")
    opponent_players = PlayersField(help_text="The names of the two people of the opposing team; else empty.")
    table = serializers.CharField(help_text="The table of the game or match; empty if it is not known.")
    seat = serializers.IntegerField(allow_null=True, help_text="The entrant's seat at that table; null if not known.")
    match = serializers.IntegerField(
        allow_null=True, help_text="The number of the bracket match; null before the playoffs."
    )
    found_by = serializers.CharField(
        help_text="The round and the players of a match without a table, in words; else empty."
    )
    game = serializers.IntegerField(
        allow_null=True, help_text="The game that was in progress at the call; null if not known."
    )
    subject = serializers.CharField(help_text="The kind of case; empty if it is not known.")
    about = serializers.CharField(help_text="What the call is about, in the caller's words; may be empty.")
    called_by = serializers.CharField(
        help_text="The person who called for the entrant, or the opponent who lent a phone; else empty."
    )
    at = serializers.DateTimeField(help_text="The time of the call.")
    needed = serializers.IntegerField(
        help_text="The number of judges needed: two, or three once a third is asked for (11.4.a, 2020)."
    )
    coming = ComingOut(many=True, help_text="The judges who come or are at the table, in the order of their answers.")
    taken_by = serializers.CharField(help_text="The names of the judges in `coming`; empty if nobody comes.")
    taken_at = serializers.DateTimeField(
        allow_null=True, help_text="The time at which the first judge took the call; null if nobody comes."
    )
    third_at = serializers.DateTimeField(
        allow_null=True, help_text="The time at which a third judge was asked for; null if none was."
    )
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="The time at which the call was closed; null while it is open."
    )
    closed_by = serializers.CharField(help_text="The person who closed it or took it back; empty while it is open.")
    judged = serializers.ListField(
        child=serializers.CharField(),
        help_text="The names of the judges in the standing rulings on this call, even if they never took the call.",
    )


class CallOut(MadeCallOut):
    """A call for judges."""

    rulings = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the rulings on this call."
    )


class SentOut(serializers.Serializer[Any]):
    """A judge who was sent to a call and is not coming yet."""

    name = serializers.CharField(help_text="The judge's name.")
    by = serializers.CharField(help_text="The person who sent the judge.")
    at = serializers.DateTimeField(help_text="The time at which the judge was sent.")
    declined_at = serializers.DateTimeField(
        allow_null=True, help_text="The time at which the judge declined; null if there is no answer yet."
    )
    reason = serializers.CharField(help_text="Why the judge cannot come; empty if there is no answer yet.")


class JudgesCallOut(CallOut):
    """A call for judges, as judges see it."""

    sent = SentOut(
        many=True, help_text="The judges who were sent and are not coming, in the order in which they were sent."
    )


class SendIn(StrictSerializer):
    """The confirmation to send a judge who is related to a player."""

    anyway = TruthField(
        required=False, default=False, help_text="Send a judge who is related to a player (protocol i, 2020)."
    )


class DeclineIn(StrictSerializer):
    """The answer of a judge who cannot come."""

    reason = text_of(Sending, "reason", allow_blank=False, help_text="Why the judge cannot come, in a few words.")


class TableCallOut(CallOut):
    """A call for judges that was just made for players."""

    short = serializers.CharField(help_text="The warning that too few judges can come; empty if there are enough.")


class JudgeOut(serializers.Serializer[Any]):
    """A judge of the tournament."""

    username = serializers.CharField(source="user.username", help_text="The judge's user name.")
    name = serializers.CharField(help_text="The judge's full name; the user name if there is none.")
    is_head = serializers.BooleanField(help_text="Whether this is the head judge.")
    is_senior = serializers.BooleanField(help_text="Whether this is a senior judge.")
    free = serializers.BooleanField(
        source="is_free", help_text="Whether the judge can take calls now; true until it is set otherwise."
    )
    at_call = serializers.IntegerField(
        allow_null=True, help_text="The number of the open call that the judge comes to; null if there is none."
    )
    sits = serializers.CharField(
        source="where",
        help_text="Where the judge sits in the current game or match, in words; empty if the judge does not sit.",
    )


_NUMBER = OpenApiParameter("call", OpenApiTypes.INT, OpenApiParameter.PATH, description="The call's number.")


def event_of(events: Sequence[Event], slug: str) -> Event:
    """The event of this short name among these. Raises Malformed (`unknown` in `event`) if there is none."""
    event = next((candidate for candidate in events if candidate.slug == slug), None)
    if event is None:
        raise _unknown("event", _("There is no such event among those that you serve."))
    return event


def entrant_of(event: Event, field: str, key: str) -> Entry:
    """The entrant of this permanent ID or number. Raises Malformed (`unknown` in this field) if there is none."""
    entry = entry_at(event, key)
    if entry is None:
        raise _unknown(field, _("There is no such entrant in this event."))
    return entry


def _unknown(field: str, message: str) -> Malformed:
    """The refusal of an unknown value in this field."""
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
        """List the calls of the events in which the user is judge or director.

        Open calls come first, oldest first; then recently closed ones, newest first.
        """
        _tournament, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        return _calls(events)

    @extend_schema(
        operation_id="call_judges",
        request=TableCallIn,
        responses={201: TableCallOut},
    )
    def post(self, request: Request, tournament: str) -> Response:
        """Call judges to a table for the players there; for desk staff and judges.

        Refused as `not_seated` if the entrant has no seat in play or plays no match now, and as `open` if there is an
        open call of this game.
        """
        _tournament, _rights, events = access.staff_for(request.user, tournament)
        body = read(TableCallIn, request)
        event = event_of(events, body["event"])
        entry = entrant_of(event, "entrant", body["entrant"])
        call = call_judge(
            entry=entry, about=body["about"], subject=body["subject"], by_staff=True, actor=actor_of(request)
        )
        shown = next(shown_call for shown_call in calls([event]) if shown_call.number == call.pk)
        values = {**CallOut(shown).data, "short": too_few_for(call)}
        return Response(values, status=status.HTTP_201_CREATED)


class MadeCallsView(APIView):
    """The calls that the user made for players."""

    @extend_schema(operation_id="made_calls", responses={200: MadeCallOut(many=True)})
    def get(self, request: Request, tournament: str) -> Response:
        """List the calls that the user made for players, without their rulings; for desk staff and judges.

        Open calls come first, oldest first; then recently closed ones, newest first.
        """
        _tournament, _rights, events = access.staff_for(request.user, tournament)
        return _made(request, events)


class MadeCallView(APIView):
    """A call that the user made for players."""

    @extend_schema(
        operation_id="take_back_made_call",
        parameters=[_NUMBER],
        responses={200: MadeCallOut(many=True)},
    )
    def delete(self, request: Request, tournament: str, call: int) -> Response:
        """Take the call back. Repeating it changes nothing.

        Refused as `begun` if a judge is at the table, who closes the call.
        """
        call_row = access.made_call_for(request.user, tournament, call)
        take_back_call(call=call_row, actor=actor_of(request))
        _tournament, _rights, events = access.staff_for(request.user, tournament)
        return _made(request, events)


def _made(request: Request, events: Sequence[Event]) -> Response:
    """The calls that the user made for players, without their rulings."""
    assert isinstance(request.user, User)
    shown = CallOut(made_calls(events, request.user), many=True).data
    return Response([{name: value for name, value in values.items() if name != "rulings"} for values in shown])


class CallComingView(APIView):
    """The user's coming to a call."""

    @extend_schema(
        operation_id="take_call",
        parameters=[_NUMBER],
        request=ComingIn,
        responses={200: JudgesCallOut(many=True)},
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that the user comes to this call; for judges only. Repeating it changes only `next_deal`.

        Refused as `role` if the user is not a judge in the event (a director may not be), as `own_card` if the user
        plays the game, as `stale` if enough judges are coming, as `over` if the call is closed, and as `related` if the
        user is related to a player and `anyway` is not set.
        """
        call_row, events = access.call_for(request.user, tournament, call)
        come(call=call_row, **read(ComingIn, request), actor=actor_of(request))
        return _calls(events)

    @extend_schema(
        operation_id="give_up_call",
        parameters=[_NUMBER],
        responses={200: JudgesCallOut(many=True)},
    )
    def delete(self, request: Request, tournament: str, call: int) -> Response:
        """Say that the user cannot take the call after all. It changes nothing if the user was not coming.

        Refused as `over` if the call is closed.
        """
        call_row, events = access.call_for(request.user, tournament, call)
        give_up(call=call_row, actor=actor_of(request))
        return _calls(events)


class CallThereView(APIView):
    """The user's arrival at the table of a call."""

    @extend_schema(
        operation_id="arrive",
        parameters=[_NUMBER],
        responses={200: JudgesCallOut(many=True)},
    )
    def put(self, request: Request, tournament: str, call: int) -> Response:
        """Say that the user is at the table. A user who was not coming yet comes by this.

        Refused as in `take_call`.
        """
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
        """Send this judge to the call; for the director and the head judge.

        Repeating it changes nothing, except that a judge who declined is sent anew.
        Refused as `barred` if the judge plays the game, gave up the call, is at another call or takes no calls now.
        Refused as `related` if the judge is related to a player and `anyway` is not set, as `stale` if this judge or
        enough others are coming, and as `over` if the call is closed.
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
        """Say that the user, who was sent to the call, cannot come, and why. Repeating it changes nothing.

        Refused as `stale` if the user was not sent or is already coming, and as `over` if the call is closed.
        """
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
        """Ask for a third judge because a player disagrees with the two (11.4.a, 2020). Repeating it changes nothing.

        A closed call with the ruling of two judges is opened again while the same game is in progress. Refused as
        `too_early` if fewer than two judges are coming, as `over` for any other closed call, as `open` if the players
        have a newer open call, and as `own_card` if the user plays the game.
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
        """Close the call. Repeating it changes nothing. Refused as `own_card` if the user plays the game."""
        call_row, events = access.call_for(request.user, tournament, call)
        close_call(call=call_row, actor=actor_of(request))
        return _calls(events)


class JudgesView(APIView):
    """The judges of a tournament."""

    @extend_schema(operation_id="judges", responses={200: JudgeOut(many=True)})
    def get(self, request: Request, tournament: str) -> Response:
        """List the judges of the events in which the user is judge or director, the head judge first."""
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
        """Set whether a judge can take calls now. Repeating it changes nothing.

        The judge is the user; the director may name any judge.
        """
        tournament_row, judge = access.judge_for(request.user, tournament, username)
        set_duty(tournament=tournament_row, judge=judge, is_free=read(DutyIn, request)["free"], actor=actor_of(request))
        return _judges(request, tournament)
