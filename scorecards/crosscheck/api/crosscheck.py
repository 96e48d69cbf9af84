"""The API of the cross-check and of what people decide about games that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorecards import access
from scorecards.crosscheck.actions.crosscheck import (
    GameKey,
    accept,
    accept_all,
    leave_to_third,
    override,
    refer,
    start_cross_check,
    take_back_decision,
)
from scorecards.crosscheck.reads import crosscheck as crosscheck_reads
from scorecards.models import Discrepancy
from scorecards.sheet import words as sheet_words
from scorecards.sheet.api import (
    LARGEST_NUMBER,
    InitialsField,
    NotationField,
    ValuesSerializer,
    naming_cures,
    sheet_now,
    with_cure,
)
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.discrepancies import discrepancies, discrepancy_id, discrepancy_view, find_game
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import crosscheck_summary
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.line import Line, parse_line
from tournaments.access import Actor, Need, event_for
from tournaments.api.shapes import (
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    read,
    text_of,
)
from tournaments.errors import Fault, Malformed
from tournaments.models import MAX_REASON, Event
from tournaments.people.reads import relations as relations_reads
from tournaments.rules.edition import Edition

OUTCOMES = ["corrected", "stands", "referred", "unsettled"]
STATES = ["proposed", "accepted", "overridden", "open"]


class OutcomesSerializer(serializers.Serializer[Any]):
    agrees = serializers.IntegerField()
    corrected = serializers.IntegerField()
    stands = serializers.IntegerField()
    referred = serializers.IntegerField()
    unsettled = serializers.IntegerField(
        required=False, help_text="Only in an event that records no spread: results that contradict each other."
    )


class CrossCheckSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    complete = serializers.BooleanField()
    missing = serializers.ListField(child=serializers.CharField())
    quota = serializers.IntegerField()
    apparent_qualifiers = serializers.ListField(child=serializers.CharField())
    high_nonqualifier = serializers.CharField(allow_null=True)
    outcomes = OutcomesSerializer()


class CrossCheckView(APIView):
    """Begin the cross-check, or get its state if it has begun."""

    @extend_schema(responses={200: CrossCheckSerializer})
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        start_cross_check(event=this_event, actor=actor_of(request))
        return Response(crosscheck_summary(sheet_now(this_event)))


class SignedBody(StrictSerializer):
    """Initials, and as on the pages a reason if lines are signed that nobody has read again."""

    initials = InitialsField()
    reason = text_of(
        Discrepancy,
        "reason",
        required=False,
        allow_blank=False,
        help_text="Why lines that are to be read again are not: both papers lie here, for example. It stands in the log and with the "
        "decision, as what is typed on the page does.",
    )


class AcceptAllBody(SignedBody):
    revision = WholeNumberField(min_value=0, max_value=LARGEST_NUMBER)


class WarningSerializer(serializers.Serializer[Any]):
    """A warning about a signature that was accepted: what the signer should know who has seen both papers."""

    id = serializers.CharField(help_text="The discrepancy.")
    code = serializers.ChoiceField(
        ["not_looked", "related", "same_table"],
        help_text="`not_looked`: nobody read these lines again on the paper. `related`: whoever signed is related to the "
        "players of these cards, a third checker should have signed. `same_table`: whoever signed played at this table.",
    )
    cards = serializers.ListField(child=serializers.CharField(), help_text="The seats of the cards it is about.")
    message = serializers.CharField()


class LeftOutSerializer(serializers.Serializer[Any]):
    """A game that was skipped: a proposed correction, or a game with nothing to sign and a line that must be read again."""

    id = serializers.CharField(
        allow_null=True,
        help_text="The discrepancy, or the game in the same form; null for a line that belongs to no game.",
    )
    code = serializers.ChoiceField(
        ["line_typed_over", "own_card"],
        help_text="`line_typed_over`: a line was typed over while the two cards differed, and waits for another reading (POST `looks/`) "
        "by another person, or by the same one where nobody else is there to; posting waits for it too. `own_card`: another checker accepts a game of yours.",
    )
    message = serializers.CharField()


class AcceptedAllSerializer(CrossCheckSerializer):
    """The cross-check after everything proposed was accepted, with the skipped games and the warnings."""

    accepted = serializers.ListField(
        child=serializers.CharField(), help_text="The discrepancies that were accepted now."
    )
    left = LeftOutSerializer(many=True, help_text="The games that were left, each with the reason.")
    warnings = WarningSerializer(many=True)


def _warnings(event_sheet: Sheet, keys: Iterable[GameKey], actor: Actor) -> list[dict[str, Any]]:
    """The warnings about this actor's signatures on these games."""
    readings = readings_reads.readings(event_sheet.event)
    relatives = relations_reads.relatives(event_sheet.event.tournament, actor.user)
    warnings = []
    for key in keys:
        game = find_game(event_sheet, key.game, key.seats)
        if game is None or game.decision is None:
            continue
        for code, seats, message in crosscheck_reads.passed_over(event_sheet, game, readings, relatives, actor.user):
            warnings.append({"id": discrepancy_id(game), "code": code, "cards": list(seats), "message": message})
    return warnings


class AcceptAllView(APIView):
    """Accept everything that is proposed."""

    @extend_schema(
        description="The signature of somebody who has seen both papers of every game: it does not wait for lines that are "
        "to be read again (`looks/`), nor for a third checker where you are related to a player. `warnings` names each, and "
        "the log keeps them, and the `reason`. It leaves games of your own, and those of which a line was typed over while the two cards differed, also where "
        "nothing is to be signed: `left` names each with the reason.",
        request=AcceptAllBody,
        responses={200: AcceptedAllSerializer},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        body = read(AcceptAllBody, request)
        result = accept_all(event=this_event, actor=actor_of(request), **body)
        event_sheet = sheet_now(this_event)
        skipped_games = [
            {"id": game.id, "code": game.code, "message": with_cure(this_event, game.code, game.message)}
            for game in result.skipped
        ]
        return Response(
            {
                **crosscheck_summary(event_sheet),
                "accepted": [_name(key) for key in result.accepted],
                "left": skipped_games,
                "warnings": _warnings(event_sheet, result.accepted, actor_of(request)),
            }
        )


def _name(key: GameKey) -> str:
    """The name of the discrepancy on this game."""
    return f"{key.game}-{key.seats[0]}-{key.seats[1]}"


class DiscrepancySerializer(serializers.Serializer[Any]):
    """A game whose two cards do not plainly agree."""

    id = serializers.CharField()
    version = serializers.IntegerField(help_text="Changes with the lines, the proposal and the decision.")
    game = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    outcome = serializers.ChoiceField(
        OUTCOMES,
        help_text="`unsettled` comes in an event that records no spread (`records_spread` false): the two results contradict each "
        "other, no rule is cited, and a checker decides which stands (`override/`) once both papers are read again.",
    )
    rules = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(STATES)
    recorded = serializers.DictField(child=ValuesSerializer(allow_null=True))
    resolved = serializers.DictField(child=ValuesSerializer(allow_null=True), allow_null=True)
    initials = serializers.CharField()
    reason = serializers.CharField()
    decided_by = serializers.CharField()
    decided_at = serializers.DateTimeField(allow_null=True)
    not_typed = serializers.CharField(
        help_text="The card of which the line is not typed although it counts as in, such as that of a player who left, or an "
        "extra game; empty otherwise. Send its card with the line, or the look (POST `looks/`) that the paper has none: only then the game waits for anybody."
    )


class SignedSerializer(DiscrepancySerializer):
    """A discrepancy that somebody has just decided, with the warnings about that signature."""

    warnings = WarningSerializer(many=True)


class DiscrepanciesView(APIView):
    """Every game whose two cards do not plainly agree."""

    @extend_schema(operation_id="discrepancies_list", responses={200: DiscrepancySerializer(many=True)})
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return Response(DiscrepancySerializer(discrepancies(sheet(this_event)), many=True).data)


def game_key(event: Event, discrepancy: str) -> GameKey:
    """The game that a discrepancy's name stands for. Raises Http404 if it names no game of two entrants."""
    return GameKey(*access.game_key(event, discrepancy))


class SignatureBody(SignedBody):
    version = WholeNumberField(min_value=0, max_value=LARGEST_NUMBER)


class ReferBody(SignatureBody):
    reason = text_of(Discrepancy, "reason", allow_blank=False)


class ValuesBody(StrictSerializer):
    points = NotationField()
    plus = NotationField()
    minus = NotationField()


class OverrideBody(ReferBody):
    resolved = serializers.DictField(
        child=ValuesBody(allow_null=True),
        help_text="What stands on each card, by seat; null leaves a card as it is. Both cards say a result then, and not both a win "
        "(`no_win`, `no_result`, `two_wins`). Where one card has no line, blank columns for the other say that the game was not played.",
    )


def _resolved_values(
    resolved: Mapping[str, Any], game: int, edition: Edition
) -> dict[str, dict[str, int | None] | None]:
    """Parse the values of a decision by hand. Raises Malformed with every fault of the notation."""
    values_by_seat: dict[str, dict[str, int | None] | None] = {}
    faults: list[Fault] = []
    for seat, columns in resolved.items():
        if columns is None:
            values_by_seat[seat] = None
            continue
        parsed = parse_line(game, "", columns["points"], columns["plus"], columns["minus"], prefix=f"resolved.{seat}.")
        if isinstance(parsed, Line):
            values_by_seat[seat] = {"points": parsed.points, "plus": parsed.plus, "minus": parsed.minus}
        else:
            faults += [sheet_words.fault(finding, edition) for finding in parsed]
    if faults:
        raise Malformed(_("This cannot be written on a card; each fault is named."), faults=faults)
    return values_by_seat


class DecisionView(APIView):
    """The base of all views that decide on a discrepancy."""

    def answer(self, event: Event, key: GameKey, signed_by: Actor | None = None) -> Response:
        """Answer with the discrepancy after the act, and after a signature with its warnings; 204 if the cards agree
        by now or cannot be compared."""
        event_sheet = sheet_now(event)
        game = find_game(event_sheet, key.game, key.seats)
        if game is None or game.state in (State.AGREED, State.PENDING):
            return Response(status=status.HTTP_204_NO_CONTENT)
        values = DiscrepancySerializer(discrepancy_view(event_sheet, game)).data
        if signed_by is None:
            return Response(values)
        return Response({**values, "warnings": _warnings(event_sheet, [key], signed_by)})


class AcceptView(DecisionView):
    """Accept what the rules propose."""

    @extend_schema(
        description="The signature of somebody who has seen both papers: it does not wait for lines that are to be read "
        "again (`looks/`), nor for a third checker where you are related to a player (`leave/` leaves it to one). "
        "`warnings` names both, and that you played at the table; the log keeps them, and the `reason`. Refused with `line_typed_over` while a line of the "
        "game that was typed over while the two cards differed waits for another reading (POST `looks/`) by another person, or by the "
        "same one where nobody else is there to.",
        request=SignatureBody,
        responses={200: SignedSerializer},
    )
    def post(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        key = game_key(this_event, discrepancy)
        body = read(SignatureBody, request)
        with naming_cures(this_event):
            accept(event=this_event, key=key, actor=actor_of(request), **body)
        return self.answer(this_event, key, actor_of(request))


class OverrideView(DecisionView):
    """Decide a game by hand. This is the way to decide a referred game, or an unsettled game where no spread is recorded.

    Refused (`own_typing`) for a user who typed a line of the game over while the two cards differed, until somebody else
    has read the line (POST `looks/`). It is not refused if nobody else is there to read it.
    """

    @extend_schema(request=OverrideBody, responses={200: SignedSerializer})
    def post(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.DECIDE)
        key = game_key(this_event, discrepancy)
        body = read(OverrideBody, request)
        with naming_cures(this_event):
            override(
                event=this_event,
                key=key,
                resolved=_resolved_values(body["resolved"], key.game, this_event.edition),
                initials=body["initials"],
                reason=body["reason"],
                version=body["version"],
                rights=rights,
                actor=actor_of(request),
            )
        return self.answer(this_event, key, actor_of(request))


class ReferView(DecisionView):
    """Put a proposal before the head judge."""

    @extend_schema(request=ReferBody, responses={200: DiscrepancySerializer})
    def post(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
        key = game_key(this_event, discrepancy)
        body = read(ReferBody, request)
        refer(event=this_event, key=key, actor=actor_of(request), **body)
        return self.answer(this_event, key)


class LeaveBody(StrictSerializer):
    version = WholeNumberField(min_value=0, max_value=LARGEST_NUMBER)


class LeaveView(DecisionView):
    """Leave a game to a third checker."""

    @extend_schema(
        description="It stays open as it is; whoever signs it next does so as the third checker, and the log says so.",
        request=LeaveBody,
        responses={200: DiscrepancySerializer},
    )
    def post(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DECIDE)
        key = game_key(this_event, discrepancy)
        body = read(LeaveBody, request)
        leave_to_third(event=this_event, key=key, version=body["version"], actor=actor_of(request))
        return self.answer(this_event, key)


class TakeBackBody(StrictSerializer):
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        help_text="Why. Of a ruling of the head judge it stands in the list of rulings; left out, that says that none was given.",
    )
    version = WholeNumberField(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="That of the discrepancy as you saw it; another one by now: 409 `stale`. Without it nothing is compared.",
    )


class TakeBackView(DecisionView):
    """Take a decision back."""

    @extend_schema(request=TakeBackBody, responses={200: DiscrepancySerializer})
    def delete(self, request: Request, tournament: str, event: str, discrepancy: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.DECIDE)
        key = game_key(this_event, discrepancy)
        body = read(TakeBackBody, request)
        take_back_decision(
            event=this_event,
            key=key,
            reason=body.get("reason"),
            version=body.get("version"),
            rights=rights,
            actor=actor_of(request),
        )
        return self.answer(this_event, key)
