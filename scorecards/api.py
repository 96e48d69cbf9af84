"""The API of the qualifying round: cards, cross-check, discrepancies, standings, ties and the posted qualifiers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards import access, actions, reads, words
from scorecards.actions import GameKey, WrittenCard, WrittenLine
from scorecards.rules.crosscheck import State
from scorecards.rules.line import Line, parse_line
from scorecards.rules.tally import OwnTotals
from tournaments import reads as tournament_reads
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    PAGE_PARAMETERS,
    FaultSerializer,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    pages_of,
    paginated,
    read,
    refusals,
)
from tournaments.errors import Fault, Malformed
from tournaments.http import faults_in
from tournaments.models import Entry, Event
from tournaments.rules.finding import Finding

LARGEST_NUMBER = 2**53
"""The largest whole number that every JSON reader keeps exact."""
LARGEST_TOTAL = 100_000
MOST_LINES = 120

# --- Cards -----------------------------------------------------------------------------------------------------------


class NotationField(TextField):
    """A column of a card, to the letter: a space is not taken away but is a fault."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_blank=True, max_length=8, trim_whitespace=False, **kwargs)


class LineBody(StrictSerializer):
    """A line in the card's notation; shapes only, the notation itself is the rules' business."""

    game = WholeNumberField(min_value=1, max_value=MOST_LINES)
    opponent = NotationField(help_text="Permanent ID, or blank where the paper is.")
    points = NotationField(help_text="`2`, `3`, `0`, a loss mark, or blank.")
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
    lines = serializers.ListField(child=LineBody(), max_length=MOST_LINES)
    totals = TotalsBody(required=False, allow_null=True)


class ValuesSerializer(serializers.Serializer[Any]):
    points = serializers.CharField()
    plus = serializers.CharField()
    minus = serializers.CharField()


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
    """A card: as recorded, as it stands, the player's own totals and what is odd."""

    seat = serializers.CharField()
    version = serializers.IntegerField(help_text="0 while no card is recorded.")
    complete = serializers.BooleanField()
    lines = LineSerializer(many=True)
    own_totals = TotalsSerializer()
    totals = TotalsSerializer(help_text="As counted from the record.")
    standing_totals = TotalsSerializer(help_text="As counted from what stands.")
    flags = FaultSerializer(many=True)


def written_card(data: Any, event: Event, seat: str) -> tuple[int, WrittenCard]:
    """Read a card that was sent: the version edited, and what was written.

    Raises Malformed with every fault at once: of the shape, of the notation, and of what cannot be on this card.
    """
    body = CardBody(data=data)
    body.is_valid()
    faults = list(faults_in(body.errors))
    broken = {fault.field.split(".")[1] for fault in faults if fault.field.startswith("lines.")}
    lines: dict[int, WrittenLine] = {}
    whole = isinstance(data, Mapping) and not any(fault.field == "lines" for fault in faults)
    for index, line in enumerate(data["lines"] if whole else ()):
        if str(index) in broken:
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
            faults += [_fault(found) for found in parsed]
            # What it says of game and opponent can be looked at all the same.
            lines[index] = WrittenLine(line["game"], line["opponent"] or None, None, None, None)
    if faults:
        seats = [entry.seat for entry in Entry.objects.of(event).filter(table__isnull=False)]
        faults += actions.find_card_faults(seat, lines, seats, tournament_reads.rounds(event))
        raise Malformed(_("This card cannot be as sent; each fault is named."), faults=faults)
    totals = OwnTotals(**(body.validated_data.get("totals") or {}))
    return body.validated_data["version"], WrittenCard(tuple(lines.values()), totals)


def _fault(found: Finding) -> Fault:
    return Fault(found.field, found.code, words.finding(found), found.rule)


class CardsView(APIView):
    """All cards of an event."""

    @extend_schema(
        operation_id="scorecards_list",
        parameters=PAGE_PARAMETERS,
        responses={200: pages_of(CardSerializer, "CardPage"), **refusals(401, 403, 404)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        on = reads.sheet(found)
        seats = [seat for seat in on.cards if seat not in on.not_ranked]
        return paginated(self, request, seats, lambda page: [reads.card(on, seat) for seat in page])


class CardView(APIView):
    """One card: read it as recorded and as it stands, or replace what is recorded."""

    @extend_schema(responses={200: CardSerializer, **refusals(401, 403, 404)})
    def get(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        found, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.SEE_CARDS)
        return Response(reads.card(reads.sheet_for(found, entry.seat), entry.seat))

    @extend_schema(request=CardBody, responses={200: CardSerializer, **refusals(400, 401, 403, 404, 409)})
    def put(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        found, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
        version, card = written_card(request.data, found, entry.seat)
        actions.write_card(event=found, seat=entry.seat, version=version, card=card, actor=actor_of(request))
        now = Event.objects.select_related("tournament").get(pk=found.pk)
        return Response(reads.card(reads.sheet_for(now, entry.seat), entry.seat))


def _sheet(event: Event) -> reads.Sheet:
    """What the event holds now, after an action."""
    return reads.sheet(Event.objects.select_related("tournament").get(pk=event.pk))


# --- Cross-check and discrepancies -----------------------------------------------------------------------------------


class OutcomesSerializer(serializers.Serializer[Any]):
    agrees = serializers.IntegerField()
    corrected = serializers.IntegerField()
    stands = serializers.IntegerField()
    referred = serializers.IntegerField()


class CrossCheckSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    complete = serializers.BooleanField()
    missing = serializers.ListField(child=serializers.CharField())
    quota = serializers.IntegerField()
    apparent_qualifiers = serializers.ListField(child=serializers.CharField())
    high_nonqualifier = serializers.CharField(allow_null=True)
    outcomes = OutcomesSerializer()


class CrossCheckView(APIView):
    """Begin the cross-check, or ask how it stands."""

    @extend_schema(request=None, responses={200: CrossCheckSerializer, **refusals(401, 403, 404, 409)})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.CHECK)
        actions.start_cross_check(event=found, actor=actor_of(request))
        return Response(reads.crosscheck_summary(_sheet(found)))


class InitialsField(TextField):
    """A checker's initials, as they would stand on the paper."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, **kwargs)


class AcceptAllBody(StrictSerializer):
    initials = InitialsField()
    revision = WholeNumberField(min_value=0, max_value=LARGEST_NUMBER)


class AcceptAllView(APIView):
    """Accept everything that is proposed."""

    @extend_schema(request=AcceptAllBody, responses={200: CrossCheckSerializer, **refusals(400, 401, 403, 404, 409)})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.CHECK)
        body = read(AcceptAllBody, request)
        actions.accept_all(event=found, actor=actor_of(request), **body)
        return Response(reads.crosscheck_summary(_sheet(found)))


class DiscrepancySerializer(serializers.Serializer[Any]):
    """A game whose two cards do not plainly agree."""

    id = serializers.CharField()
    version = serializers.IntegerField(help_text="Changes with the lines, the proposal and the decision.")
    game = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    outcome = serializers.ChoiceField(["corrected", "stands", "referred"])
    rules = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(["proposed", "accepted", "overridden", "open"])
    recorded = serializers.DictField(child=ValuesSerializer(allow_null=True))
    resolved = serializers.DictField(child=ValuesSerializer(allow_null=True), allow_null=True)
    initials = serializers.CharField()
    reason = serializers.CharField()
    decided_by = serializers.CharField()
    decided_at = serializers.DateTimeField(allow_null=True)


class DiscrepanciesView(APIView):
    """Everything that does not plainly agree."""

    @extend_schema(
        operation_id="discrepancies_list", responses={200: DiscrepancySerializer(many=True), **refusals(401, 403, 404)}
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return Response([asdict(view) for view in reads.discrepancies(reads.sheet(found))])


def game_key(event: Event, discrepancy: str) -> GameKey:
    """The game that a discrepancy's name speaks of; Http404 where it names no game of two entrants."""
    return GameKey(*access.game_key(event, discrepancy))


class DecisionBody(StrictSerializer):
    initials = InitialsField()
    version = WholeNumberField(min_value=0, max_value=LARGEST_NUMBER)


class ReferBody(DecisionBody):
    reason = TextField(max_length=500)


class ValuesBody(StrictSerializer):
    points = NotationField()
    plus = NotationField()
    minus = NotationField()


class OverrideBody(ReferBody):
    resolved = serializers.DictField(
        child=ValuesBody(allow_null=True), help_text="What stands on each card, by seat; null leaves a card as it is."
    )


def _given(resolved: Mapping[str, Any], game: int) -> dict[str, dict[str, int | None] | None]:
    """Read the values of a decision by hand; Malformed with every fault of the notation."""
    found: dict[str, dict[str, int | None] | None] = {}
    faults: list[Fault] = []
    for seat, given in resolved.items():
        if given is None:
            found[seat] = None
            continue
        parsed = parse_line(game, "", given["points"], given["plus"], given["minus"], prefix=f"resolved.{seat}.")
        if isinstance(parsed, Line):
            found[seat] = {"points": parsed.points, "plus": parsed.plus, "minus": parsed.minus}
        else:
            faults += [_fault(one) for one in parsed]
    if faults:
        raise Malformed(_("This cannot be written on a card; each fault is named."), faults=faults)
    return found


class DecisionView(APIView):
    """What the four decisions on a discrepancy share: who may come this far, and the discrepancy afterwards."""

    need = Need.CHECK

    def answer(self, event: Event, key: GameKey) -> Response:
        on = _sheet(event)
        game = reads.find_game(on, key.game, key.seats)
        if game is None or game.state in (State.AGREED, State.PENDING):
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(asdict(reads.discrepancy_view(on, game)))


class AcceptView(DecisionView):
    """Accept what the rules propose."""

    @extend_schema(request=DecisionBody, responses={200: DiscrepancySerializer, **refusals(400, 401, 403, 404, 409)})
    def post(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.CHECK)
        key = game_key(found, discrepancy)
        body = read(DecisionBody, request)
        actions.accept(event=found, key=key, actor=actor_of(request), **body)
        return self.answer(found, key)


class OverrideView(DecisionView):
    """Decide by hand; the way to decide what is referred."""

    @extend_schema(request=OverrideBody, responses={200: DiscrepancySerializer, **refusals(400, 401, 403, 404, 409)})
    def post(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        found, rights = event_for(request.user, tournament, event, Need.DECIDE)
        key = game_key(found, discrepancy)
        body = read(OverrideBody, request)
        actions.override(
            event=found,
            key=key,
            resolved=_given(body["resolved"], key.game),
            initials=body["initials"],
            reason=body["reason"],
            version=body["version"],
            rights=rights,
            actor=actor_of(request),
        )
        return self.answer(found, key)


class ReferView(DecisionView):
    """Put a proposal before the head judge."""

    @extend_schema(request=ReferBody, responses={200: DiscrepancySerializer, **refusals(400, 401, 403, 404, 409)})
    def post(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.CHECK)
        key = game_key(found, discrepancy)
        body = read(ReferBody, request)
        actions.refer(event=found, key=key, actor=actor_of(request), **body)
        return self.answer(found, key)


class TakeBackView(DecisionView):
    """Take a decision back."""

    @extend_schema(responses={200: DiscrepancySerializer, **refusals(401, 403, 404, 409)})
    def delete(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        found, rights = event_for(request.user, tournament, event, Need.DECIDE)
        key = game_key(found, discrepancy)
        actions.take_back_decision(event=found, key=key, rights=rights, actor=actor_of(request))
        return self.answer(found, key)


# --- Standings, ties, qualifiers -------------------------------------------------------------------------------------


class RowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    seat = serializers.CharField()
    name = serializers.CharField()
    game_points = serializers.IntegerField()
    games_won = serializers.IntegerField()
    net = serializers.IntegerField()
    plus = serializers.IntegerField()
    status = serializers.ChoiceField(["qualifier", "tied_at_line", "high_nonqualifier", "nonqualifier"])
    tied = serializers.BooleanField()
    decided_by = serializers.ChoiceField(
        ["game_points", "games_won", "net", "plus", "head_to_head", "playoff"], allow_null=True
    )


class StandingsSerializer(serializers.Serializer[Any]):
    current = serializers.BooleanField(help_text="False while a recomputation is under way.")
    revision = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text="True until the qualifiers are posted.")
    quota = serializers.IntegerField()
    cards_in = serializers.IntegerField()
    cards_complete = serializers.IntegerField()
    rows = RowSerializer(many=True)


class StandingsView(APIView):
    """The standings as stored for the newest revision that was computed."""

    @extend_schema(responses={200: StandingsSerializer, 304: None, **refusals(403, 404)})
    def get(self, request: Request, tournament: str, event: str) -> HttpResponse:
        found, rights = event_for(request.user, tournament, event, part="standings")
        served = reads.served_standings(found, may_wait=rights.any)
        tag = f'"{served.revision}{"" if served.current else "-behind"}"'
        answer: HttpResponse
        if request.headers.get("If-None-Match") == tag:
            answer = HttpResponse(status=status.HTTP_304_NOT_MODIFIED)
        elif served.current and "gzip" in request.headers.get("Accept-Encoding", ""):
            answer = HttpResponse(served.body, content_type="application/json")
            answer["Content-Encoding"] = "gzip"
        else:
            answer = Response(served.values)
        answer["ETag"] = tag
        answer["Cache-Control"] = "no-cache"
        patch_vary_headers(answer, ["Accept-Encoding"])
        return answer


class TieBreakBody(StrictSerializer):
    order = serializers.ListField(child=TextField(max_length=8), min_length=2, max_length=500)


class TieBreaksView(APIView):
    """Record how a tied group played it out."""

    @extend_schema(request=TieBreakBody, responses={201: TieBreakBody, **refusals(400, 401, 403, 404, 409)})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        body = read(TieBreakBody, request)
        actions.record_tiebreak(event=found, order=body["order"], actor=actor_of(request))
        return Response(body, status=status.HTTP_201_CREATED)


class QualifierSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    seat = serializers.CharField()
    name = serializers.CharField()


class QualifiersView(APIView):
    """The posted qualifiers, or post them."""

    @extend_schema(
        operation_id="qualifiers_list", responses={200: QualifierSerializer(many=True), **refusals(403, 404)}
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, part="qualifiers")
        return Response(reads.qualifiers(found))

    @extend_schema(request=None, responses={201: QualifierSerializer(many=True), **refusals(401, 403, 404, 409)})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        found, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        actions.post_qualifiers(event=found, actor=actor_of(request))
        return Response(reads.qualifiers(found), status=status.HTTP_201_CREATED)
