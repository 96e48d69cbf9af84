"""The API of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards import access
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, find_card_faults, write_card
from scorecards.cards.reads import cards as cards_reads
from scorecards.models import Scorecard
from scorecards.sheet import words as sheet_words
from scorecards.sheet.api import LARGEST_NUMBER, NotationField, ValuesSerializer
from scorecards.sheet.reads.sheet import sheet, sheet_for
from scorecards.sheet.rules.line import Line, parse_line
from scorecards.sheet.rules.tally import OwnTotals
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    FaultSerializer,
    StrictSerializer,
    WholeNumberField,
    actor_of,
    pages_of,
    paginated,
)
from tournaments.day.reads.schedule import keep_course, rounds
from tournaments.errors import Malformed
from tournaments.http import faults_in
from tournaments.models import Entry, Event

LARGEST_TOTAL = 100_000
MOST_LINES = 120


class LineBody(StrictSerializer):
    """A line in the card's notation. Only its shape is checked here; the rules check the notation."""

    game = WholeNumberField(min_value=1, max_value=MOST_LINES)
    opponent = NotationField(help_text="Permanent ID, or blank where the paper is.")
    points = NotationField(help_text="`2`, `3`, `0`, a loss mark, or blank; `4` where the event has a double skunk.")
    plus = NotationField(help_text="`01` to `121`, or blank.")
    minus = NotationField(help_text="`01` to `121`, or blank.")


class TotalsBody(StrictSerializer):
    """The player's own totals as written; null where blank."""

    game_points = WholeNumberField(allow_null=True, required=False, min_value=0, max_value=LARGEST_TOTAL)
    games_won = WholeNumberField(allow_null=True, required=False, min_value=0, max_value=LARGEST_TOTAL)
    plus = WholeNumberField(allow_null=True, required=False, min_value=0, max_value=LARGEST_TOTAL)
    minus = WholeNumberField(allow_null=True, required=False, min_value=0, max_value=LARGEST_TOTAL)
    net = WholeNumberField(allow_null=True, required=False, min_value=-LARGEST_TOTAL, max_value=LARGEST_TOTAL)


class CardBody(StrictSerializer):
    """A whole card as typed, and the version that was edited."""

    version = WholeNumberField(min_value=0, max_value=LARGEST_NUMBER)
    key = serializers.UUIDField(
        required=False,
        help_text="A name for this save: the same one sent again changes nothing, whatever happened since.",
    )
    lines = serializers.ListField(child=LineBody(), max_length=MOST_LINES)
    totals = TotalsBody(required=False, allow_null=True)


class StandsSerializer(ValuesSerializer):
    rules = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(["agreed", "proposed", "accepted", "overridden", "open"])


class LineSerializer(ValuesSerializer):
    game = serializers.IntegerField()
    opponent = serializers.CharField()
    counted = serializers.BooleanField(help_text="Whether the game counts on this card.")
    stands = StandsSerializer(allow_null=True, help_text="As it stands; null until the game is compared.")


class TotalsSerializer(serializers.Serializer[Any]):
    game_points = serializers.IntegerField(allow_null=True)
    games_won = serializers.IntegerField(allow_null=True)
    plus = serializers.IntegerField(allow_null=True)
    minus = serializers.IntegerField(allow_null=True)
    net = serializers.IntegerField(allow_null=True)


class CardSerializer(serializers.Serializer[Any]):
    """A card: its recorded lines, the lines that stand, the player's own totals, and flags for what is odd."""

    seat = serializers.CharField()
    version = serializers.IntegerField(help_text="0 while no card is recorded.")
    complete = serializers.BooleanField(
        help_text="Whether every game that counts has a line. Of somebody who withdrew: every game up to the one after which they "
        "left, where that is noted (`left_after`), or what was said to be all there is (`ended`). Where no game is noted a card "
        "that a PUT sent before they withdrew counts as it stands; one sent since then is in once it is said that it ends (POST `ends/`)."
    )
    left_after = serializers.IntegerField(
        allow_null=True,
        help_text="The last game of somebody who left early; null where they play, or where nobody noted it.",
    )
    ended = serializers.BooleanField(help_text="Whether somebody said that the card ends early (`ends/`).")
    lines = LineSerializer(many=True)
    own_totals = TotalsSerializer()
    totals = TotalsSerializer(help_text="As counted from the record.")
    standing_totals = TotalsSerializer(help_text="As counted from what stands.")
    flags = FaultSerializer(many=True)


def written_card(data: Any, event: Event, seat: str) -> tuple[int, WrittenCard, UUID | None]:
    """Read a sent card: return the version that was edited, the card, and the idempotency key of the save, if any.

    Raises Malformed with every fault at once: of the shape, of the notation, and of lines that cannot be on this card.
    """
    body = CardBody(data=data)
    body.is_valid()
    faults = list(faults_in(body.errors))
    misshapen = {fault.field.split(".")[1] for fault in faults if fault.field.startswith("lines.")}
    lines: dict[int, WrittenLine] = {}
    has_lines = isinstance(data, Mapping) and not any(fault.field == "lines" for fault in faults)
    for index, line in enumerate(data["lines"] if has_lines else ()):
        if str(index) in misshapen:
            continue
        parsed = parse_line(
            line["game"],
            line["opponent"],
            line["points"],
            line["plus"],
            line["minus"],
            prefix=f"lines.{index}.",
        )
        if isinstance(parsed, Line):
            lines[index] = WrittenLine(parsed.game, parsed.opponent, parsed.points, parsed.plus, parsed.minus)
        else:
            faults += [sheet_words.fault(finding, event.edition) for finding in parsed]
            # The game and the opponent of the line are still checked below.
            lines[index] = WrittenLine(line["game"], line["opponent"] or None, None, None, None)
    if faults:
        seats = [entry.seat for entry in Entry.objects.of(event).filter(table__isnull=False)]
        faults += find_card_faults(seat, lines, seats, rounds(event), event=event)
        raise Malformed(_("This card cannot be as sent; each fault is named."), faults=faults)
    totals = OwnTotals(**(body.validated_data.get("totals") or {}))
    return body.validated_data["version"], WrittenCard(tuple(lines.values()), totals), body.validated_data.get("key")


class CardsView(APIView):
    """All cards of an event."""

    @extend_schema(
        operation_id="scorecards_list",
        responses={200: pages_of(CardSerializer, "CardPage")},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        this_sheet = sheet(this_event)
        seats = [seat for seat in this_sheet.cards if seat not in this_sheet.not_ranked]
        return paginated(self, request, seats, lambda page: [cards_reads.card(this_sheet, seat) for seat in page])


class CardView(APIView):
    """One card: read it as recorded and as it stands, or replace what is recorded."""

    @extend_schema(responses={200: CardSerializer})
    def get(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.SEE_CARDS)
        return Response(cards_reads.card(sheet_for(this_event, entry.seat), entry.seat))

    @extend_schema(request=CardBody, responses={200: CardSerializer})
    def put(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        keep_course(this_event)
        version, card, key = written_card(request.data, this_event, entry.seat)
        write_card(
            event=this_event,
            seat=entry.seat,
            version=version,
            card=card,
            key=key,
            source=Scorecard.Source.SENT,
            actor=actor_of(request),
        )
        current_event = Event.objects.select_related("tournament").get(pk=this_event.pk)
        keep_course(current_event, other=this_event)
        return Response(cards_reads.card(sheet_for(current_event, entry.seat), entry.seat))
