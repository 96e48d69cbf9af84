"""The report of an event for the ACC, in the API. Amounts are in cents."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from brackets.api.results import HonourOut, PaidPlaceOut, paid_values
from config.actions.reporting import LONGEST_NOTES, note_report
from config.report import Lack, PlayerLine, Report, report
from scorecards.api.standings import KeptSerializer
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    read,
    refusals,
)
from tournaments.models import Event


class ReportLackSerializer(serializers.Serializer[Any]):
    """One thing that is missing."""

    text = serializers.CharField(help_text="What, for people.")
    page = serializers.CharField(help_text="The page where it is cured.")
    advised = serializers.BooleanField(help_text="True for what leaves the report complete and should be looked at.")


class CorrectedCardSerializer(serializers.Serializer[Any]):
    """What the cards give since they were corrected, beside what is posted."""

    rank = serializers.IntegerField(help_text="Where the card would stand.")
    game_points = serializers.IntegerField(help_text="By the corrected cards.")
    games_won = serializers.IntegerField(help_text="By the corrected cards.")
    plus = serializers.IntegerField(allow_null=True, help_text="By the corrected cards; null without a spread.")
    minus = serializers.IntegerField(allow_null=True, help_text="By the corrected cards; null without a spread.")
    net = serializers.IntegerField(allow_null=True, help_text="By the corrected cards; null without a spread.")


class ReportPlayerSerializer(serializers.Serializer[Any]):
    """A player with card, place, points and money."""

    rank = serializers.IntegerField(help_text="In the qualifying round; players share it where they are level.")
    seat = serializers.CharField(help_text="The permanent ID.")
    name = serializers.CharField(help_text="Who.")
    acc_number = serializers.CharField(help_text="Empty for who has none here.")
    club = serializers.CharField(help_text="Empty where nobody said.")
    game_points = serializers.IntegerField(help_text="As posted.")
    games_won = serializers.IntegerField(help_text="As posted.")
    plus = serializers.IntegerField(allow_null=True, help_text="As posted; null where the event records no spread.")
    minus = serializers.IntegerField(allow_null=True, help_text="As posted; null where the event records no spread.")
    net = serializers.IntegerField(allow_null=True, help_text="As posted; null where the event records no spread.")
    seed = serializers.IntegerField(allow_null=True, help_text="Of a qualifier.")
    high_nonqualifier = serializers.BooleanField(
        help_text="Whether this is the first card under the line, as posted, or shares that place."
    )
    place = serializers.IntegerField(allow_null=True, help_text="In the playoffs, semifinal losers 3.")
    qualifying_points = serializers.IntegerField(allow_null=True, help_text="Master Rating Points for the card.")
    playoff_points = serializers.IntegerField(allow_null=True, help_text="Master Rating Points for the playoffs.")
    points = serializers.IntegerField(allow_null=True, help_text="Both; null where they are not known or not earned.")
    prizes = serializers.IntegerField(help_text="What the prizes of the event bring.")
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
    cents = serializers.IntegerField(help_text="What it pays.")
    seat = serializers.CharField(allow_null=True, help_text="Who has it; null until the qualifiers are posted.")


class ReportPoolSerializer(serializers.Serializer[Any]):
    """A Q-pool or side pool."""

    name = serializers.CharField(help_text="What it is called.")
    kind = serializers.CharField(help_text="`q_pool` or `side_pool`.")
    cents = serializers.IntegerField(help_text="What it costs.")
    people = serializers.IntegerField(help_text="How many take part.")
    fund = serializers.IntegerField(help_text="What they put in.")
    paid_out = serializers.CharField(
        help_text="`equal`, `top_double`, `graduated` or `by_hand`; empty: nobody said yet."
    )
    ratio = serializers.IntegerField(help_text="One in so many is paid.")
    places = PoolPayoutSerializer(many=True, help_text="What it pays.")


class ReportItemSerializer(serializers.Serializer[Any]):
    """A line of the books beside entrants and prizes, of this event or of none."""

    kind = serializers.CharField(help_text="`income`, `sanctioning` or `expense`.")
    name = serializers.CharField(help_text="What for.")
    cents = serializers.IntegerField(help_text="How much.")


class ReportSerializer(serializers.Serializer[Any]):
    """All that the ACC's result form asks for."""

    complete = serializers.BooleanField(help_text="Whether nothing is missing but what is advised.")
    lacks = ReportLackSerializer(many=True, help_text="What is missing, and where it is cured.")
    tournament = serializers.CharField(help_text="Its name.")
    starts_on = serializers.DateField(help_text="The first day.")
    venue = serializers.CharField(help_text="Where.")
    directors = serializers.ListField(child=serializers.CharField(), help_text="Who directs.")
    kind = serializers.ChoiceField(choices=Event.Kind.choices, help_text="What the event is.")
    games = serializers.IntegerField(help_text="Games of the qualifying round.")
    entrants = serializers.IntegerField(help_text="How many started play.")
    no_shows = serializers.IntegerField(help_text="How many did not come.")
    withdrawn = serializers.IntegerField(help_text="How many left.")
    automatic_qualifiers = serializers.IntegerField(help_text="How many qualify by the quota.")
    qualifiers = serializers.IntegerField(help_text="How many are posted.")
    bracket_size = serializers.IntegerField(help_text="Lines of the bracket; 0 before it is drawn.")
    byes = serializers.IntegerField(help_text="How many byes it has.")
    list_number = serializers.IntegerField(help_text="Which version of the list this is, from 1; 0 before posting.")
    kept = KeptSerializer(many=True, help_text="Cards corrected after posting that the posted list does not count.")
    players = ReportPlayerSerializer(many=True, help_text="Every card, high to low.")
    fees = ReportFeeSerializer(many=True, help_text="What it costs beside the pools.")
    pools = ReportPoolSerializer(many=True, help_text="The Q-pools and side pools.")
    items = ReportItemSerializer(many=True, help_text="Additional income, sanctioning fees and expenses.")
    sanctioning_due = serializers.IntegerField(help_text="What the usual sanctioning fee comes to.")
    prizes = PaidPlaceOut(many=True, help_text="The prizes, with who has them.")
    honours = HonourOut(many=True, help_text="Hands of 28 and 29, and other awards.")
    exemptions = serializers.ListField(
        child=serializers.CharField(), help_text="What was changed by exemption, and why."
    )
    notes = serializers.CharField(help_text="The director's notes.")
    receipts = serializers.BooleanField(help_text="Whether the receipts are put with the report.")
    version = serializers.IntegerField(help_text="Which version of the notes this is; 0 before anything is noted.")


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


def report_values(found: Report) -> dict[str, Any]:
    """The report as the API gives it."""
    event, books = found.event, found.books
    return {
        "complete": found.is_complete,
        "lacks": [_lack(one) for one in found.lacks],
        "tournament": event.tournament.name,
        "starts_on": event.tournament.starts_on,
        "venue": event.tournament.venue,
        "directors": found.directors,
        "kind": event.kind,
        "games": event.games,
        "entrants": found.entrants,
        "no_shows": found.no_shows,
        "withdrawn": found.withdrawn,
        "automatic_qualifiers": found.automatic,
        "qualifiers": found.qualified,
        "bracket_size": found.bracket_size,
        "byes": found.byes,
        "list_number": found.results.list_number,
        "kept": found.results.kept,
        "players": [_player(one) for one in found.players],
        "fees": books.fees,
        "pools": [
            {
                "name": pool.name,
                "kind": pool.kind,
                "cents": pool.cents,
                "people": pool.people,
                "fund": pool.fund,
                "paid_out": pool.type,
                "ratio": pool.ratio,
                "places": [
                    {
                        "place": one.place,
                        "cents": one.who.cents if pool.official and one.who else one.cents,
                        "seat": one.who.seat if pool.official and one.who else None,
                    }
                    for one in pool.places
                ],
            }
            for pool in books.pools
        ],
        "items": found.items,
        "sanctioning_due": books.sanctioning_due,
        "prizes": [paid_values(one) for one in found.results.prizes],
        "honours": found.results.honours,
        "exemptions": [f"{one.what} {one.reason}" for one in found.exemptions],
        "notes": found.note.notes,
        "receipts": found.note.receipts,
        "version": found.note.version,
    }


def _lack(one: Lack) -> dict[str, Any]:
    return {"text": one.text, "page": one.url, "advised": one.advised}


def _by_cards(line: PlayerLine) -> dict[str, Any] | None:
    now = line.by_cards
    if now is None:
        return None
    found = {name: getattr(now, name) for name in ("rank", "game_points", "games_won", "plus", "minus", "net")}
    return found | (dict.fromkeys(("plus", "minus", "net")) if line.row.net is None else {})


def _player(line: PlayerLine) -> dict[str, Any]:
    row, earned = line.row, line.row.earned
    return {
        "rank": row.rank,
        "seat": row.seat,
        "name": row.name,
        "acc_number": row.acc_number,
        "club": line.club,
        "game_points": row.game_points,
        "games_won": row.games_won,
        "plus": row.plus,
        "minus": row.minus,
        "net": row.net,
        "seed": row.seed,
        "high_nonqualifier": row.is_high_nonqualifier,
        "place": row.place,
        "qualifying_points": earned.qualifying if earned else None,
        "playoff_points": earned.playoffs if earned else None,
        "points": earned.total if earned else None,
        "prizes": row.cents,
        "pools": line.pools,
        "by_cards": _by_cards(line),
    }


class ReportView(APIView):
    """The report of an event."""

    @extend_schema(
        operation_id="report",
        summary="Look at the report",
        description="For the director, at any time: what is missing is named under `lacks`.",
        responses={200: ReportSerializer, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        return Response(ReportSerializer(report_values(report(found))).data)

    @extend_schema(
        operation_id="note_report",
        summary="Write the notes of the report",
        description="For the director. Each version stays in the log.",
        request=ReportNotesBody,
        responses={200: ReportSerializer, **refusals(400, 401, 403, 404, 409)},
    )
    def patch(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        note_report(event=found, actor=actor_of(request), **read(ReportNotesBody, request))
        return Response(ReportSerializer(report_values(report(found))).data)
