"""Rulings, notes on conduct and judging figures in the API. Shapes only; the actions decide."""

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
    """A JSON string of one line or several."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text = str(serializers.CharField.to_internal_value(self, data))
        if any(unicodedata.category(character) == "Cc" for character in text.replace("\r\n", "\n").replace("\n", "")):
            self.fail("control")
        return text


class RulingIn(StrictSerializer):
    """A ruling. With `call` the event is that of the call."""

    happened = AccountField(max_length=LONGEST_ACCOUNT, help_text="What happened; several lines may be.")
    decision = AccountField(max_length=LONGEST_ACCOUNT, help_text="What was decided, as it was told; likewise.")
    rules = serializers.ListField(
        child=TextField(max_length=LONGEST_RULE),
        required=False,
        default=list,
        help_text="The numbers that it rests on, in the tournament's edition (`8.4.b.3`), which must have them; none only with "
        "`by_head`, and 14.1 of 2020 only with it too.",
    )
    points = WholeNumberField(
        min_value=0,
        max_value=MOST_PENALTY,
        required=False,
        allow_null=True,
        default=None,
        help_text="The penalty that the other player pegs; null for none.",
    )
    event = text_of(
        Event,
        "slug",
        required=False,
        allow_blank=True,
        default="",
        help_text="The event's short name, needed where players are named without a call.",
    )
    call = WholeNumberField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The call that it answers; it is closed by it.",
    )
    offender = TextField(
        max_length=LONGEST_PERSON,
        required=False,
        allow_blank=True,
        default="",
        help_text="Who did what was wrong: the permanent ID, or the number; empty for nobody.",
    )
    other = TextField(
        max_length=LONGEST_PERSON, required=False, allow_blank=True, default="", help_text="Whom they play; likewise."
    )
    subject = text_of(
        Ruling,
        "subject",
        required=False,
        default="",
        help_text="The kind of case, by its key in the assistant (`renege`); empty where it was not asked.",
    )
    answers = serializers.DictField(
        child=TextField(max_length=40),
        required=False,
        default=dict,
        help_text="What the assistant was answered, by question.",
    )
    judges = serializers.ListField(
        child=text_of(Player, "name"),
        required=False,
        default=list,
        help_text="The names of those who judged, three at most; whoever records it where nobody is named.",
    )
    alone = TruthField(required=False, default=False, help_text="One judge heard it, because nobody else could come.")
    by_head = TruthField(
        required=False, default=False, help_text="No rule covers it: the head judge decided (14.1, 2020)."
    )
    removes = TruthField(
        required=False,
        default=False,
        help_text="The offender refuses the ruling of three judges and is removed from play by it (11.4.b, 2020).",
    )
    game = WholeNumberField(
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        allow_null=True,
        help_text="With `removes`, in the round: the game in progress, which is lost; null where none of theirs is. Left out, it is "
        "the game that is on, else that of the call.",
    )
    mark = TextField(
        max_length=20,
        required=False,
        help_text="With `removes`, and needed there: that of the preview that was looked at.",
    )


class ReasonIn(StrictSerializer):
    reason = TextField(max_length=MAX_REASON, help_text="Why the ruling does not hold any more.")


class ConductIn(StrictSerializer):
    """A note on somebody's conduct."""

    event = text_of(Event, "slug", help_text="The event's short name.")
    entrant = TextField(max_length=LONGEST_PERSON, help_text="Whose conduct: the permanent ID, or the number.")
    text = AccountField(
        max_length=LONGEST_ACCOUNT, help_text="What was seen or said, and by whom; several lines may be."
    )


class RulingOut(serializers.Serializer[Any]):
    """A ruling, or what the head judge decided on a referred game at the cross-check; also where it was taken back."""

    number = serializers.IntegerField(allow_null=True, help_text="Its number; null for a referred game.")
    referral = serializers.CharField(help_text="Which referred game; empty for a ruling.")
    event = serializers.CharField(help_text="The event's short name; empty for the whole tournament.")
    where = serializers.CharField(help_text="Where it was, in words.")
    subject = serializers.CharField(help_text="The kind of case; empty where the assistant was not asked.")
    offender = serializers.CharField(allow_null=True, help_text="Who did what was wrong, by permanent ID.")
    offender_name = serializers.CharField(allow_null=True, help_text="Their name.")
    other = serializers.CharField(allow_null=True, help_text="Whom they played.")
    other_name = serializers.CharField(allow_null=True, help_text="Their name.")
    edition = serializers.CharField(help_text="The edition whose numbers the rules are.")
    rules = serializers.ListField(child=serializers.CharField(), help_text="The rules that it rests on.")
    happened = serializers.CharField(help_text="What happened.")
    decision = serializers.CharField(
        help_text="What was decided; for a referred game what stands on each of the two cards by it."
    )
    reason = serializers.CharField(help_text="For a referred game why; else empty.")
    points = serializers.IntegerField(allow_null=True, help_text="The penalty points; null for none.")
    pegged_by = serializers.CharField(
        allow_null=True,
        help_text="Who pegs them, by permanent ID: whom the offender plays; null where neither the ruling nor its call says it.",
    )
    pegged_by_name = serializers.CharField(allow_null=True, help_text="Their name.")
    by_head = serializers.BooleanField(help_text="Whether the head judge decided what no rule covers.")
    removes = serializers.BooleanField(help_text="Whether the offender was removed from play by it.")
    judges = serializers.ListField(child=serializers.CharField(), help_text="Who judged, by name.")
    initials = serializers.CharField(help_text="For a referred game how it is signed on the cards; else empty.")
    by_three = serializers.BooleanField(help_text="Whether three judges decided it: that is final (11.4.a, 2020).")
    alone = serializers.BooleanField(help_text="Whether one judge alone decided it, because nobody else could come.")
    related = serializers.ListField(
        child=serializers.CharField(), help_text="How judges of it are related to its players, as recorded, in words."
    )
    at = serializers.DateTimeField(help_text="When it was recorded.")
    by = serializers.CharField(help_text="Who recorded it.")
    call = serializers.IntegerField(allow_null=True, help_text="The call that it answered.")
    lapsed = serializers.BooleanField(
        help_text="For a referred game: not taken back, but a card has changed since, so that it decides the game no more."
    )
    taken_back_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when it does not hold any more; null: it does."
    )
    taken_back_by = serializers.CharField(help_text="Who took it back.")
    taken_back_reason = serializers.CharField(
        help_text="Why; empty where whoever took back a decision on a referred game was not asked."
    )


class RemovalAheadOut(serializers.Serializer[Any]):
    """What a removal from play would do. Nothing is written yet."""

    mark = serializers.CharField(
        help_text="Send it with the removal: it is refused (`stale`) if that does something else by then."
    )
    told = serializers.ListField(
        child=serializers.CharField(), help_text="What becomes of the game or match, in sentences."
    )
    match = serializers.IntegerField(
        allow_null=True, help_text="The match of the bracket that is lost; null in the round."
    )
    outlook = OutlookSerializer(allow_null=True, help_text="In the round, whose games change; null in the playoffs.")


class ConductOut(serializers.Serializer[Any]):
    """A note on conduct."""

    number = serializers.IntegerField(help_text="Its number.")
    event = serializers.CharField(help_text="The event's short name.")
    entrant = serializers.CharField(
        source="seat", allow_null=True, help_text="Whose conduct, by permanent ID; null without a seat."
    )
    name = serializers.CharField(help_text="Their name.")
    text = serializers.CharField(help_text="What was seen or said.")
    at = serializers.DateTimeField(help_text="When it was noted.")
    by = serializers.CharField(help_text="Who noted it.")


class TableCallsOut(serializers.Serializer[Any]):
    table = serializers.CharField(
        source="key",
        help_text="`main/A`; `main/playoffs` for the matches of the bracket, `main/` where nobody said.",
    )
    calls = serializers.IntegerField(source="number", help_text="How many calls.")


class SubjectCallsOut(serializers.Serializer[Any]):
    subject = serializers.CharField(
        source="key", help_text="The kind of case, as ruled, else as called for; empty where nobody said."
    )
    calls = serializers.IntegerField(source="number", help_text="How many calls.")


class RuleRulingsOut(serializers.Serializer[Any]):
    rule = serializers.CharField(source="rule.number", help_text="The number of the rule.")
    edition = serializers.CharField(help_text="In which edition.")
    rulings = serializers.IntegerField(source="number", help_text="How many rulings rest on it.")


class JudgingOut(serializers.Serializer[Any]):
    """The judging of the day in figures: nobody's name is in it."""

    calls = serializers.IntegerField(help_text="How many calls.")
    open = serializers.IntegerField(source="still_open", help_text="How many of them are open.")
    with_third = serializers.IntegerField(help_text="To how many a third judge was asked for.")
    without_ruling = serializers.IntegerField(help_text="How many are done without a ruling.")
    rulings = serializers.IntegerField(help_text="How many rulings hold.")
    taken_back = serializers.IntegerField(help_text="How many were taken back.")
    waits_known = serializers.IntegerField(
        source="waits.known", help_text="Of how many calls it is known when two judges were there."
    )
    median_wait = serializers.IntegerField(allow_null=True, help_text="The median of that, in seconds; null: unknown.")
    longest_wait = serializers.IntegerField(allow_null=True, help_text="The longest, in seconds; null likewise.")
    by_table = TableCallsOut(many=True, help_text="The calls by event and table.")
    by_subject = SubjectCallsOut(many=True, help_text="The calls by kind of case, the most frequent first.")
    by_rule = RuleRulingsOut(many=True, help_text="The rulings by rule, the most frequent first.")


_NUMBER = OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH, description="The ruling's number.")


def _sought(name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=description)


def _party(event: Event | None, field: str, key: str) -> Entry | None:
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
            _sought("q", "Words that all stand in it, whatever the accents."),
            _sought("event", "The event's short name."),
            _sought("subject", "The kind of case, by its key in the assistant."),
            _sought("rule", "The number of a rule: it and its parts."),
        ],
        responses={200: RulingOut(many=True)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        """The rulings of the events in which one is judge or director, the newest first, then those on referred games,
        likewise: also what was taken back."""
        tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        asked = {name: request.query_params.get(name, "") for name in ("event", "subject", "rule")}
        sought = rulings_reads.Sought(text=request.query_params.get("q", ""), **asked)
        return Response(
            [
                rulings_reads.ruling_values(ruling)
                for ruling in rulings_reads.rulings(tournament_row, events)
                if sought.fits(ruling)
            ]
        )

    @extend_schema(
        operation_id="give_ruling",
        parameters=[OpenApiParameter("preview", OpenApiTypes.INT, description="1: look only, at a removal from play.")],
        request=RulingIn,
        responses={200: RemovalAheadOut, 201: RulingOut},
        examples=[
            body_example("Refuses the ruling in game 12", REMOVAL),
            answer_example("A preview in the playoffs", PREVIEW),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        """Keep a ruling; the same once more on the same call changes nothing.

        `not_ready` for one judge without `alone`, and for a removal with fewer than three; `own_card` for a party; `role` for what
        no rule covers and for a removal, which are the head judge's and the director's. A removal ends the game or match in
        progress as the round and the bracket do: with `?preview=1` nothing is written, and the answer (200) is what it would change.
        Its `mark` is sent with the removal, or else it is refused: `stale` where that does something else by then.
        """
        look = whole_number_in_address(request, "preview", least=0, most=1)
        tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        sent = read(RulingIn, request)
        if look and not sent["removes"]:
            message = _("Only a removal from play is looked at before. Send the ruling without preview.")
            raise Malformed(message, faults=[Fault("removes", "required", message)])
        call = access.call_for(request.user, tournament, sent["call"])[0] if sent["call"] is not None else None
        event = call.entry.event if call else event_of(events, sent["event"]) if sent["event"] else None
        parties = {name: _party(event, name, sent[name]) for name in ("offender", "other")}
        ruled = Ruled(**{attribute.name: {**sent, **parties}[attribute.name] for attribute in fields(Ruled)})
        case: dict[str, Any] = {
            "tournament": tournament_row,
            "event": event,
            "call": call,
            "ruled": ruled,
            "rights": rights_of(request.user, tournament_row, event),
            "actor": actor_of(request),
        }
        game = sent["game"] if "game" in sent else game_in_progress(ruled.offender, call)
        if look:
            return Response(RemovalAheadOut(look_at_removal(game=game, **case)).data)
        if sent["removes"]:
            if "mark" not in sent:
                # Report first what refuses the removal itself.
                look_at_removal(game=game, **case)
                message = _("Look first at what the removal changes, with ?preview=1, and send the mark of that.")
                raise Malformed(message, faults=[Fault("mark", "required", message)])
            made = remove_player(game=game, mark=sent["mark"], **case)
        else:
            made = give_ruling(alone=sent["alone"], **case)
        return Response(rulings_reads.ruling_values(rulings_reads.ruling_of(made)), status=status.HTTP_201_CREATED)


class RulingView(APIView):
    """One ruling."""

    @extend_schema(operation_id="ruling", parameters=[_NUMBER], responses={200: RulingOut})
    def get(self, request: Request, tournament: str, number: int) -> Response:
        """The ruling with this number."""
        _tournament, _rights, row = access.ruling_for(request.user, tournament, number)
        return Response(rulings_reads.ruling_values(rulings_reads.ruling_of(row)))


class TakingBackView(APIView):
    """A ruling that does not hold any more."""

    @extend_schema(
        operation_id="take_back_ruling",
        parameters=[_NUMBER],
        request=ReasonIn,
        responses={200: RulingOut},
    )
    def put(self, request: Request, tournament: str, number: int) -> Response:
        """Note that it does not hold any more, and why; again it changes nothing. For whoever recorded it, the head judge and the
        director. `stands` for a removal that is not undone yet."""
        tournament_row, rights, _row = access.ruling_for(request.user, tournament, number)
        reason = read(ReasonIn, request)["reason"]
        row = take_back_ruling(
            tournament=tournament_row, number=number, reason=reason, rights=rights, actor=actor_of(request)
        )
        return Response(rulings_reads.ruling_values(rulings_reads.ruling_of(row)))


class ConductView(APIView):
    """The notes on conduct, for the head judge and the director alone."""

    @extend_schema(operation_id="conduct_notes", responses={200: ConductOut(many=True)})
    def get(self, request: Request, tournament: str) -> Response:
        """The notes, the newest first; none on the reader's own conduct."""
        tournament_row, _rights, events = events_for(request.user, tournament, Need.RULE)
        assert isinstance(request.user, User)
        return Response(ConductOut(rulings_reads.conduct_notes(tournament_row, events, request.user), many=True).data)

    @extend_schema(operation_id="note_conduct", request=ConductIn, responses={201: ConductOut})
    def post(self, request: Request, tournament: str) -> Response:
        """Keep a note; the last one once more changes nothing. `own_card` for one's own conduct."""
        tournament_row, _rights, events = events_for(request.user, tournament, Need.RULE)
        sent = read(ConductIn, request)
        event = event_of(events, sent["event"])
        entry = entrant_of(event, "entrant", sent["entrant"])
        made = note_conduct(
            entry=entry,
            text=sent["text"],
            rights=rights_of(request.user, tournament_row, event),
            actor=actor_of(request),
        )
        return Response(ConductOut(rulings_reads.conduct_of(made)).data, status=status.HTTP_201_CREATED)


class JudgingView(APIView):
    """The judging of a tournament in figures."""

    @extend_schema(operation_id="judging", responses={200: JudgingOut})
    def get(self, request: Request, tournament: str) -> Response:
        """Calls by table and kind, rulings by rule, and how long it took until two judges were there."""
        tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
        return Response(JudgingOut(summary(tournament_row, events)).data)
