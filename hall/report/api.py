"""The report of an event for the ACC, in the API. Amounts are in cents."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.results.api.results import HonourOut, PaidPlaceOut
from hall.report.actions import LONGEST_NOTES, note_report
from hall.report.reads import event_report
from scorecards.standings.api.standings import KeptSerializer
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    PlayersField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    read,
)
from tournaments.models import Event
from tournaments.reads.entries import teams


class ReportLackSerializer(serializers.Serializer[Any]):
    """One thing that is missing."""

    text = serializers.CharField(help_text="What, for people.")
    page = serializers.CharField(source="url", help_text="The page where it is cured.")
    advised = serializers.BooleanField(help_text="True for what leaves the report complete and should be looked at.")


class CorrectedCardSerializer(serializers.Serializer[Any]):
    """What the cards give since they were corrected, beside what is posted."""

    rank = serializers.IntegerField(help_text="Where the card would stand.")
    game_points = serializers.IntegerField(help_text="By the corrected cards.")
    games_won = serializers.IntegerField(help_text="By the corrected cards.")
    plus = serializers.IntegerField(allow_null=True, help_text="By the corrected cards; null without a spread.")
    minus = serializers.IntegerField(allow_null=True, help_text="By the corrected cards; null without a spread.")
    net = serializers.IntegerField(allow_null=True, help_text="By the corrected cards; null without a spread.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return shown if self.context["records_spread"] else shown | dict.fromkeys(("plus", "minus", "net"))


class ReportPlayerSerializer(serializers.Serializer[Any]):
    """A player with card, place, points and money."""

    rank = serializers.IntegerField(
        source="row.rank", help_text="In the qualifying round; players share it where they are level."
    )
    seat = serializers.CharField(source="row.seat", help_text="The permanent ID.")
    name = serializers.CharField(source="row.name", help_text="Who.")
    players = PlayersField(source="row.players")
    acc_number = serializers.CharField(source="row.acc_number", help_text="Empty for who has none here.")
    club = serializers.CharField(help_text="Empty where nobody said.")
    game_points = serializers.IntegerField(source="row.game_points", help_text="As posted.")
    games_won = serializers.IntegerField(source="row.games_won", help_text="As posted.")
    plus = serializers.IntegerField(
        source="row.plus", allow_null=True, help_text="As posted; null where the event records no spread."
    )
    minus = serializers.IntegerField(
        source="row.minus", allow_null=True, help_text="As posted; null where the event records no spread."
    )
    net = serializers.IntegerField(
        source="row.net", allow_null=True, help_text="As posted; null where the event records no spread."
    )
    seed = serializers.IntegerField(source="row.seed", allow_null=True, help_text="Of a qualifier.")
    high_nonqualifier = serializers.BooleanField(
        source="row.is_high_nonqualifier",
        help_text="Whether this is the first card under the line, as posted, or shares that place.",
    )
    place = serializers.IntegerField(
        source="row.place", allow_null=True, help_text="In the playoffs, semifinal losers 3."
    )
    qualifying_points = serializers.IntegerField(
        source="row.earned.qualifying", allow_null=True, help_text="Master Rating Points for the card."
    )
    playoff_points = serializers.IntegerField(
        source="row.earned.playoffs", allow_null=True, help_text="Master Rating Points for the playoffs."
    )
    points = serializers.IntegerField(
        source="row.earned.total", allow_null=True, help_text="Both; null where they are not known or not earned."
    )
    prizes = serializers.IntegerField(source="row.cents", help_text="What the prizes of the event bring.")
    pools = serializers.IntegerField(help_text="What its pools bring.")
    by_cards = CorrectedCardSerializer(
        allow_null=True,
        help_text="Where the list was kept although cards were corrected, what they give now; null for everybody else.",
    )


class ReportFeeSerializer(serializers.Serializer[Any]):
    """A fee that is no pool."""

    name = serializers.CharField(help_text="What it is called.")
    cents = serializers.IntegerField(help_text="What it costs.")
    people = serializers.IntegerField(help_text="How many owe it.")
    charged = serializers.IntegerField(help_text="What they are charged.")
    waived = serializers.IntegerField(help_text="What of it is not asked for.")


class PoolPayoutSerializer(serializers.Serializer[Any]):
    """A place of a pool."""

    place = serializers.IntegerField(help_text="From 1, among those who take part.")
    cents = serializers.IntegerField(source="paid", help_text="What it pays.")
    seat = serializers.CharField(
        source="who.seat", allow_null=True, help_text="Who has it; null until the qualifiers are posted."
    )


class ReportPoolSerializer(serializers.Serializer[Any]):
    """A Q-pool or side pool."""

    name = serializers.CharField(help_text="What it is called.")
    kind = serializers.CharField(help_text="`q_pool` or `side_pool`.")
    cents = serializers.IntegerField(help_text="What it costs.")
    people = serializers.IntegerField(help_text="How many take part.")
    fund = serializers.IntegerField(help_text="What they put in.")
    paid_out = serializers.CharField(
        source="type", help_text="`equal`, `top_double`, `graduated` or `by_hand`; empty: nobody said yet."
    )
    ratio = serializers.IntegerField(help_text="One in so many is paid.")
    places = PoolPayoutSerializer(source="decided", many=True, help_text="What it pays.")


class ReportItemSerializer(serializers.Serializer[Any]):
    """A line of the books beside entrants and prizes, of this event or of none."""

    kind = serializers.CharField(help_text="`income`, `sanctioning` or `expense`.")
    name = serializers.CharField(help_text="What for.")
    cents = serializers.IntegerField(help_text="How much.")


class ReportSerializer(serializers.Serializer[Any]):
    """All that the ACC's result form asks for."""

    complete = serializers.BooleanField(
        source="is_complete", help_text="Whether nothing is missing but what is advised."
    )
    lacks = ReportLackSerializer(many=True, help_text="What is missing, and where it is cured.")
    tournament = serializers.CharField(source="event.tournament.name", help_text="Its name.")
    starts_on = serializers.DateField(source="event.tournament.starts_on", help_text="The first day.")
    venue = serializers.CharField(source="event.tournament.venue", help_text="Where.")
    directors = serializers.ListField(child=serializers.CharField(), help_text="Who directs.")
    kind = serializers.ChoiceField(source="event.kind", choices=Event.Kind.choices, help_text="What the event is.")
    games = serializers.IntegerField(source="event.games", help_text="Games of the qualifying round.")
    entrants = serializers.IntegerField(help_text="How many started play.")
    no_shows = serializers.IntegerField(help_text="How many did not come.")
    withdrawn = serializers.IntegerField(help_text="How many left.")
    automatic_qualifiers = serializers.IntegerField(source="automatic", help_text="How many qualify by the quota.")
    qualifiers = serializers.IntegerField(source="qualified", help_text="How many are posted.")
    bracket_size = serializers.IntegerField(help_text="Lines of the bracket; 0 before it is drawn.")
    byes = serializers.IntegerField(help_text="How many byes it has.")
    list_number = serializers.IntegerField(
        source="results.list_number", help_text="Which version of the list this is, from 1; 0 before posting."
    )
    kept = KeptSerializer(
        source="results.kept", many=True, help_text="Cards corrected after posting that the posted list does not count."
    )
    players = ReportPlayerSerializer(many=True, help_text="Every card, high to low.")
    fees = ReportFeeSerializer(source="books.fees", many=True, help_text="What it costs beside the pools.")
    pools = ReportPoolSerializer(source="books.pools", many=True, help_text="The Q-pools and side pools.")
    items = ReportItemSerializer(many=True, help_text="Additional income, sanctioning fees and expenses.")
    sanctioning_due = serializers.IntegerField(
        source="books.sanctioning_due", help_text="What the usual sanctioning fee comes to."
    )
    prizes = PaidPlaceOut(source="results.prizes", many=True, help_text="The prizes, with who has them.")
    honours = HonourOut(source="results.honours", many=True, help_text="Hands of 28 and 29, and other awards.")
    exemptions = serializers.ListField(
        source="exempted", child=serializers.CharField(), help_text="What was changed by exemption, and why."
    )
    notes = serializers.CharField(source="note.notes", help_text="The director's notes.")
    receipts = serializers.BooleanField(
        source="note.receipts", help_text="Whether the receipts are put with the report."
    )
    version = serializers.IntegerField(
        source="note.version", help_text="Which version of the notes this is; 0 before anything is noted."
    )


class ReportNotesBody(StrictSerializer):
    """The director's notes."""

    notes = TextField(
        max_length=LONGEST_NOTES,
        allow_blank=True,
        required=False,
        help_text="Whatever else the ACC should know; one line. Left out: they stay as they are.",
    )
    receipts = TruthField(
        required=False, help_text="Whether the receipts are put with the report. Left out: as it was said before."
    )
    seen = WholeNumberField(
        min_value=0,
        max_value=100_000,
        required=False,
        help_text="The version that you looked at: where there is another by now, nothing is written (409 `stale`).",
    )


def _shown(event: Event) -> Response:
    context = {"records_spread": event.records_spread, "teams": teams(event)}
    return Response(ReportSerializer(event_report(event), context=context).data)


class ReportView(APIView):
    """The report of an event."""

    @extend_schema(
        operation_id="report",
        summary="Look at the report",
        description="For the director, at any time: what is missing is named under `lacks`.",
        responses={200: ReportSerializer},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        return _shown(this_event)

    @extend_schema(
        operation_id="note_report",
        summary="Write the notes of the report",
        description="For the director. Each version stays in the log.",
        request=ReportNotesBody,
        responses={200: ReportSerializer},
    )
    def patch(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        note_report(event=this_event, actor=actor_of(request), **read(ReportNotesBody, request))
        return _shown(this_event)
