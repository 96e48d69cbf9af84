"""Entrants, seats and the schedule in the API. Programs name an entrant by `id`, people in the hall by seat."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, Rights, event_for
from tournaments.api.shapes import (
    KEY,
    FaultSerializer,
    NullField,
    OneOfField,
    PlayersField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    found,
    page_example,
    pages_of,
    paginated,
    read,
    refusals,
    refuse_untold,
    text_of,
    whole_number_in_address,
)
from tournaments.day.actions.absent import set_status_and_fee
from tournaments.day.actions.exchanging import impossible
from tournaments.day.actions.round import play_on, withdraw
from tournaments.day.actions.status import SET_BY_HAND
from tournaments.day.api import OutlookSerializer
from tournaments.day.reads.late_entry import outlook_of_late
from tournaments.day.reads.schedule import schedule
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.actions.correcting import correct_entrant
from tournaments.entrants.actions.entering import LookedAt
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, look_at_entering, remove_entrant, seat_late
from tournaments.entrants.actions.naming import set_named
from tournaments.entrants.reads.entrants import duplicate_members
from tournaments.entrants.rules.acc_number import member
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import MAX_REASON, Entry, Event, Player, longest
from tournaments.models.lengths import MAX_ROUNDS, MAX_SEED
from tournaments.money.rules import OF_ABSENT
from tournaments.reads.entries import entrants, entry_at
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.last_name import by_last_name
from tournaments.rules.seat import MAX_SEATS, MAX_TABLES
from tournaments.seating.actions import draw_seats, look_at_swap, swap_seats
from tournaments.seating.reads.draw import MAX_MARK, Proof, draw_of, entered, proof_of, published_proof

MAX_AT_ONCE = 1000
LOOK_ONLY = OpenApiParameter(
    "preview", OpenApiTypes.INT, description="1: look only, at late entries while a game is on."
)
MARKS = serializers.DictField(
    child=TextField(max_length=20),
    required=False,
    help_text="The marks of the previews that were looked at, by the events' short names: refused (`stale`) if other games "
    "change by then.",
)

TEAM = serializers.ListField(
    child=TextField(max_length=longest(Player, "name")),
    required=False,
    help_text="The names of the two people of a team; left out or empty for one person.",
)
TEAM_NUMBERS = serializers.ListField(
    child=TextField(max_length=longest(Player, "acc_number"), allow_blank=True),
    required=False,
    help_text="The ACC numbers of the two people of a team, in their order; empty where there is none.",
)

ENTRANT = {"id": 1, "seat": "A-7", "name": "Milt Orr", "players": [], "status": "playing"}
ENTRANT_FOR_STAFF = {
    **ENTRANT,
    "public_name": "Milt Orr",
    "acc_number": "HI296",
    "acc_numbers": [],
    "club": "Reno Pegs",
    "status_reason": "",
    "flags": [],
}
SIT_OUT = {
    "game": 1,
    "table": "B",
    "seats": [11, 12],
    "players": ["B-11", None],
    "first_deal": None,
    "counted": [False, False],
}
GAME = {
    "game": 1,
    "table": "A",
    "seats": [1, 2],
    "players": ["A-1", "A-2"],
    "first_deal": "A-1",
    "counted": [True, True],
}
PROOF = {
    "seed": 7,
    "draft": "3f9a1c0b77de.1e",
    "tables": {"A": 22},
    "rounds": 22,
    "players": [
        {
            "seat": "A-1",
            "id": 12,
            "games": 22,
            "opponents": 22,
            "repeats": 0,
            "sit_outs": 0,
            "extra_games": 0,
            "first_deals": 11,
        }
    ],
    "together": [],
}
LOOK = [
    OpenApiParameter("preview", OpenApiTypes.INT, description="1: look only, at a late entry while a game is on."),
    OpenApiParameter(
        "mark",
        OpenApiTypes.STR,
        description="That of the preview that was looked at: refused (`stale`) if other games change by then.",
    ),
]

# --- Shapes ----------------------------------------------------------------------------------------------------------


class NamedBody(StrictSerializer):
    """A body with a `name`, which only a team may leave out."""

    def _faults(self, data: Mapping[str, Any]) -> dict[str, list[serializers.ErrorDetail]]:
        faults = super()._faults(data)
        if "name" in data or data.get("players"):
            return faults
        missing = serializers.ErrorDetail(str(self.fields["name"].error_messages["required"]), code="required")
        return {"name": [missing], **faults}


class EntrantBody(NamedBody):
    """Somebody to enter."""

    name = text_of(
        Entry,
        "name",
        required=False,
        help_text="As it stands on the card. A team may come without: it is called by its people's first names.",
    )
    players = TEAM
    acc_numbers = TEAM_NUMBERS
    acc_number = text_of(
        Entry,
        "acc_number",
        required=False,
        allow_null=True,
        help_text="Two capital letters and digits, as HI296, with a Y behind it for a youth.",
    )
    seat = TextField(
        max_length=8,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="A seat of their own, as A-7; without one it is drawn. Needed once seats are drawn, except on a ladder.",
    )
    club = text_of(
        Player,
        "club",
        required=False,
        allow_null=True,
        help_text="The club; clubmates are kept apart in the draw as far as possible.",
    )


class StatusBody(StrictSerializer):
    """What became of an entrant."""

    status = OneOfField(
        choices=[(status, Entry.Status(status).label) for status in SET_BY_HAND],
        help_text="A no-show leaves the quota's count; who withdrew counts, the card stands: while a game is on they leave "
        "before the next one, and the plan follows (see `day-changes/`; for the director). `playing` takes it back, and gives a place to "
        "somebody who is `waiting`.",
    )
    reason = text_of(Entry, "status_reason", required=False, help_text="Why; needed unless it is taken back.")
    seat = TextField(
        max_length=12,
        required=False,
        help_text="With `playing`: a free seat, for somebody who has none any more and comes as a late entry.",
    )
    fee = OneOfField(
        choices=[(name, name) for name in OF_ABSENT],
        required=False,
        help_text="With `no_show`: what becomes of the fees and pools of this event. `owed`: they stay, as without `fee`. "
        "`waived`: what is open is not asked for. `refunded`: what was paid goes back too. For registrars of the whole tournament.",
    )


class CorrectionBody(StrictSerializer):
    """What is written of an entrant; a field that is left out stays as it is."""

    name = text_of(Entry, "name", required=False, help_text="As it is to stand on the card.")
    acc_number = text_of(Entry, "acc_number", required=False, help_text="As HI296; empty where there is none.")
    club = text_of(Player, "club", required=False, help_text="The club; empty for none.")
    players = serializers.ListField(
        child=TextField(max_length=longest(Player, "name")),
        required=False,
        help_text="The names of the two people of a team, in their order: the same two, written otherwise.",
    )
    acc_numbers = TEAM_NUMBERS
    email = text_of(Entry, "email", required=False, help_text="How the desk reaches them; nothing public shows it.")
    phone = text_of(Entry, "phone", required=False, help_text="How the desk reaches them; nothing public shows it.")
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        help_text="Why; needed once the seats are drawn, but for `email` and `phone` alone.",
    )


class NamingBody(StrictSerializer):
    """Whether somebody is named in public."""

    named = TruthField(help_text="False: the public reads a placeholder.")


class SeatingBody(StrictSerializer):
    """How to seat people."""

    tables = serializers.ListField(
        child=WholeNumberField(min_value=0, max_value=MAX_SEATS),
        max_length=MAX_TABLES,
        required=False,
        allow_null=True,
        help_text="The number of players of every table, the first is table A. Left out: proposed by the program.",
    )
    seed = WholeNumberField(
        min_value=0,
        max_value=MAX_SEED,
        required=False,
        allow_null=True,
        help_text="Repeats a draw: the same seed, entrants and tables give the same seats.",
    )
    draft = TextField(
        max_length=MAX_MARK,
        required=False,
        allow_null=True,
        help_text="The `draft` of a proof that was looked at: refused as `stale` if other seats would be drawn by now, with who "
        "was entered since.",
    )


class SwapBody(StrictSerializer):
    """Two seats whose people change places."""

    one = TextField(max_length=12, help_text="A seat, as A-7.")
    other = TextField(max_length=12, help_text="Another seat of the tables; one of the two may be empty.")
    mark = TextField(
        max_length=20,
        required=False,
        help_text="That of the preview that was looked at. The same sent again is answered with who sits there. Needed where no "
        "`Idempotency-Key` comes.",
    )


class PublicEntrantSerializer(serializers.Serializer[Any]):
    """An entrant as everybody may know them."""

    id = serializers.IntegerField(
        source="number", help_text="The entrant's number in this event; never given out again."
    )
    seat = NullField(help_text="The permanent ID, as A-7; null until it is drawn.")
    name = serializers.CharField(help_text="As it stands on the card.")
    players = PlayersField(source="names")
    status = serializers.ChoiceField(choices=Entry.Status.choices, help_text="Whether they play.")


class EntrantSerializer(PublicEntrantSerializer):
    """An entrant. ACC number, reason and flags are for those who work at the tournament, and so is a withheld name."""

    name = serializers.CharField(source="known_name", help_text="As it stands on the card.")
    players = PlayersField(source="player.names")
    public_name = serializers.CharField(
        source="name",
        required=False,
        help_text="What the public reads: the same, or a placeholder for who is not to be named.",
    )

    acc_number = serializers.CharField(
        required=False, help_text="Empty where none is known; those of a team are its people’s."
    )
    acc_numbers = serializers.ListField(
        source="player.numbers",
        child=serializers.CharField(),
        required=False,
        help_text="The ACC numbers of the two people of a team, empty where none is known; no numbers for one person.",
    )
    club = serializers.CharField(source="player.club", required=False, help_text="Empty where none is known.")
    status_reason = serializers.CharField(required=False, help_text="Why somebody is a no-show or withdrew.")
    flags = FaultSerializer(
        many=True, required=False, help_text="What to look at: `duplicate`, an ACC number that is there twice."
    )

    def to_representation(self, instance: Entry) -> dict[str, Any]:
        numbers = {"acc_number": instance.acc_number}
        numbers |= {f"acc_numbers.{place}": number for place, number in enumerate(instance.player.numbers)}
        flags = [
            {"field": field, "code": "duplicate", "message": faults_words.duplicate_acc_number(number), "rule": None}
            for field, number in numbers.items()
            if number and member(number) in self.context["twice"]
        ]
        return {**super().to_representation(instance), "flags": flags}


class PairingSerializer(serializers.Serializer[Any]):
    """A game of the qualifying round, or a sit-out."""

    game = serializers.IntegerField(help_text="The round, from 1.")
    table = serializers.CharField(help_text="Where they sit in this game.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Where the two sit, in players' order.")
    players = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="Permanent IDs; null for nobody: in a sit-out, and where both at a board have all their games and are free.",
    )
    first_deal = serializers.CharField(
        allow_null=True, help_text="Who deals first with alternate deal; null with a cut and in a sit-out."
    )
    counted = serializers.ListField(
        child=serializers.BooleanField(), help_text="For whom of the two the game counts, in players' order."
    )


class ProofLineSerializer(serializers.Serializer[Any]):
    """What the seating gives one player; numbers are zero if no movement fixes who meets whom."""

    seat = serializers.CharField(help_text="The permanent ID, as A-7.")
    id = serializers.IntegerField(source="number", help_text="The entrant's number.")
    games = serializers.IntegerField(help_text="The games that count.")
    opponents = serializers.IntegerField(help_text="Different opponents in them.")
    repeats = serializers.IntegerField(help_text="Meetings beyond the format.")
    sit_outs = serializers.IntegerField(help_text="Games without an opponent, those in which they are free aside.")
    extra_games = serializers.IntegerField(help_text="Games that count for the opponent only.")
    first_deals = serializers.IntegerField(
        allow_null=True, help_text="Counted games in which the player deals first; null with a cut."
    )


class ProofSerializer(serializers.Serializer[Any]):
    """A seating laid out."""

    seed = serializers.IntegerField(help_text="The number of the draw.")
    draft = serializers.CharField(
        allow_null=True,
        help_text="Tells this draw from another, for publishing exactly these seats; null once published.",
    )
    tables = serializers.DictField(child=serializers.IntegerField(), help_text="The rounds of every table.")
    rounds = serializers.IntegerField(help_text="The rounds of the event.")
    players = ProofLineSerializer(many=True, help_text="Everybody, in seat order.")
    together = serializers.ListField(
        child=serializers.CharField(), help_text="Related people and clubmates at one table, in words."
    )


EntrantPages = pages_of(EntrantSerializer, "EntrantPages")


def _shown(entries: Iterable[Entry], event: Event, rights: Rights) -> Any:
    """Entrants as the user may see them: ACC numbers and reasons are shown to those who register or see cards."""
    if rights.may(Need.REGISTER) or rights.may(Need.SEE_CARDS):
        return EntrantSerializer(entries, many=True, context={"twice": duplicate_members(event)}).data
    return PublicEntrantSerializer(entries, many=True).data


def _entry(event: Event, key: str) -> Entry:
    return found(entry_at(event, key), _("This event has no such entrant. Look for the id or the seat in the list."))


class LateOutlookSerializer(OutlookSerializer):
    """A preview of late entries in one event in which a game is on."""

    event = serializers.CharField(help_text="The event's short name.")


class LateOutlooksSerializer(serializers.Serializer[Any]):
    """A preview of late entries in several events: what they change for whom."""

    events = LateOutlookSerializer(many=True, help_text="The events in which a game is on.")


def late_outlooks(late_entries: Iterable[LookedAt]) -> Response:
    """What late entries at several events would change for whom. Raises Refused `too_early` if no game is on."""
    events = [
        {"event": late_entry.event.slug, **OutlookSerializer(outlook_of_late(late_entry.joined)).data}
        for late_entry in late_entries
    ]
    if not events:
        raise Refused("too_early", late_entry_words.no_game_to_look_at())
    return Response({"events": events})


def _late_outlook(event: Event, plans: list[EntrantPlan]) -> Response:
    """What late entries at one event would change for whom.

    Raises Refused `too_early` if no game is on, and what entering them raises.
    """
    joined = look_at_entering(event, plans)
    if joined is None:
        raise Refused("too_early", late_entry_words.no_game_to_look_at())
    return Response(OutlookSerializer(outlook_of_late(joined)).data)


# --- Views -----------------------------------------------------------------------------------------------------------


class EntrantsView(APIView):
    """The entrants of an event."""

    @extend_schema(
        operation_id="list_entrants",
        summary="List the entrants",
        description="In seat order; before the draw the public sees them by last name. Everybody sees id, seat, name and status; those who work at the tournament see more.",
        responses={200: EntrantPages, **refusals(403, 404)},
        examples=[
            page_example(ENTRANT, "As the public sees it"),
            page_example(ENTRANT_FOR_STAFF, "As the desk sees it"),
        ],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, part="entrants")
        rows: QuerySet[Entry] | list[Entry] = entrants(this_event)
        if not this_event.is_seated and not rights.any:
            rows = sorted(rows, key=lambda entry: by_last_name(entry.name))
        return paginated(self, request, rows, lambda entries: _shown(entries, this_event, rights))

    @extend_schema(
        operation_id="enter_entrants",
        summary="Enter people",
        description="For registrars and the director. All of them or none. An ACC number that is there already is "
        "flagged, not refused. Once seats are drawn everybody needs a free seat: a late entry, until posting; on a ladder whoever "
        "sends none takes the next free one. While a game "
        "is on, `?preview=1` writes nothing and answers (200) what it would change for whom; send its mark with the entry.",
        parameters=LOOK,
        request=EntrantBody(many=True),
        responses={200: OutlookSerializer, 201: EntrantSerializer(many=True)},
        examples=[
            body_example("At a seat of their own", {"name": "Milt Orr", "acc_number": "HI296", "seat": "A-7"}),
            body_example("By name alone", {"name": "Dale Ashby"}),
            body_example("A team of two", {"name": "Ann & Bob", "players": ["Ann Bell", "Bob Ray"]}),
            answer_example("As entered", ENTRANT_FOR_STAFF, 201),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
        plans = [
            EntrantPlan(
                plan.get("name", ""),
                plan.get("acc_number") or "",
                plan.get("seat") or "",
                plan.get("club") or "",
                players=tuple(plan.get("players", ())),
                acc_numbers=tuple(plan.get("acc_numbers", ())),
            )
            for plan in read(EntrantBody, request, many=True, max_length=MAX_AT_ONCE)
        ]
        if whole_number_in_address(request, "preview", least=0, most=1):
            return _late_outlook(this_event, plans)
        entries = enter_entrants(
            event=this_event, entrants=plans, mark=request.query_params.get("mark"), actor=actor_of(request)
        )
        return Response(_shown(entries, this_event, rights), status=status.HTTP_201_CREATED)


class EntrantView(APIView):
    """One entrant."""

    @extend_schema(
        operation_id="set_entrant_status",
        summary="Mark a no-show or somebody who withdrew",
        description="For registrars and the director, until the qualifiers are posted. Where people moved up for a no-show who "
        "plays after all, they go back as far as their seats are free. With a `seat` while a game is on, `?preview=1` writes "
        "nothing and answers what it would change for whom, as `games`, with a `mark`.",
        parameters=[KEY, *LOOK],
        request=StatusBody,
        responses={
            200: PolymorphicProxySerializer(
                component_name="EntrantOrOutlook",
                serializers=[EntrantSerializer, OutlookSerializer],
                resource_type_field_name=None,
            )
        },
        examples=[
            body_example("A no-show", {"status": "no_show", "reason": "Flight cancelled"}),
            answer_example(
                "As marked", {**ENTRANT_FOR_STAFF, "status": "no_show", "status_reason": "Flight cancelled"}
            ),
        ],
    )
    def patch(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
        body = read(StatusBody, request)
        entry = _entry(this_event, entrant)
        if "seat" in body and body["status"] == Entry.Status.PLAYING:
            if whole_number_in_address(request, "preview", least=0, most=1):
                return _late_outlook(this_event, [EntrantPlan(entry.known_name, seat=body["seat"])])
            entry = seat_late(
                entry=entry, seat=body["seat"], mark=request.query_params.get("mark"), actor=actor_of(request)
            )
        elif "seat" in body:
            message = _("Only somebody who plays gets a seat. Send it with the status playing.")
            raise Malformed(message, faults=[Fault("seat", "invalid", message)])
        elif body["status"] == Entry.Status.WITHDRAWN:
            entry = withdraw(entry=entry, reason=body.get("reason", ""), rights=rights, actor=actor_of(request))
        elif body["status"] == Entry.Status.PLAYING:
            entry = play_on(entry=entry, reason=body.get("reason", ""), rights=rights, actor=actor_of(request))
        else:
            entry = set_status_and_fee(
                entry=entry,
                status=body["status"],
                reason=body.get("reason", ""),
                fee=body.get("fee", ""),
                rights=rights,
                actor=actor_of(request),
            )
        return Response(_shown([entry], this_event, rights)[0])

    @extend_schema(
        operation_id="remove_entrant",
        summary="Take somebody off the list",
        description="For registrars and the director, until the seats are drawn.",
        parameters=[KEY],
        responses={204: OpenApiResponse(description="Taken off.")},
    )
    def delete(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        remove_entrant(event=this_event, number=_entry(this_event, entrant).number, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntrantPersonView(APIView):
    """The name, ACC number and club of an entrant, and how the desk reaches them."""

    @extend_schema(
        operation_id="correct_entrant",
        summary="Correct a name, an ACC number, a club, an e-mail or a phone",
        description="For registrars and the director; an entrant of one's own only until its cards begin. It holds in every "
        "event of the tournament in which this person is written so. The person is put right too, unless they are "
        "known from another tournament; there only the club is.",
        parameters=[KEY],
        request=CorrectionBody,
        responses={200: EntrantSerializer, **refusals(400, 401, 403, 404)},
        examples=[
            body_example("A name", {"name": "Milton Orr", "reason": "So it stands on the ID"}),
            answer_example("As corrected", {**ENTRANT_FOR_STAFF, "name": "Milton Orr"}),
        ],
    )
    def patch(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
        body = read(CorrectionBody, request)
        entry = _entry(this_event, entrant)
        correct_entrant(
            entry=entry,
            name=body.get("name", entry.known_name),
            acc_number=body.get("acc_number", entry.acc_number),
            club=body.get("club", entry.player.club),
            players=body.get("players"),
            acc_numbers=body.get("acc_numbers"),
            email=body.get("email"),
            phone=body.get("phone"),
            reason=body.get("reason", ""),
            actor=actor_of(request),
        )
        return Response(_shown([_entry(this_event, str(entry.number))], this_event, rights)[0])


class EntrantNamingView(APIView):
    """Whether an entrant is named in public."""

    @extend_schema(
        operation_id="set_entrant_named",
        summary="Name somebody in public, or show a placeholder",
        description="For the director. Pages, walls, prints for the wall and answers for everybody then have “Player 12” instead "
        "of the name, in every event of the tournament in which this person plays. The same sent again changes nothing.",
        parameters=[KEY],
        request=NamingBody,
        responses={200: EntrantSerializer, **refusals(400, 401, 403, 404)},
        examples=[
            body_example("Not to be named", {"named": False}),
            answer_example("With a placeholder", {**ENTRANT_FOR_STAFF, "public_name": "Player 1"}),
        ],
    )
    def put(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
        entry = _entry(this_event, entrant)
        set_named(entry=entry, named=read(NamingBody, request)["named"], actor=actor_of(request))
        return Response(_shown([_entry(this_event, str(entry.number))], this_event, rights)[0])


class SeatingView(APIView):
    """The draw for seats."""

    @extend_schema(
        operation_id="draw_seats",
        summary="Draw seats and close registration",
        description="For registrars and the director, once. Those with a seat keep it, the others are drawn at random; "
        "needed also when everybody has a seat. No-shows get none. Answers every seat with the id of its entrant.",
        request=SeatingBody,
        responses={200: {"type": "object", "additionalProperties": {"type": "integer"}}},
        examples=[
            body_example("Two tables", {"tables": [24, 24], "seed": 7}),
            answer_example("Seats", {"A-1": 12, "A-2": 3}),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        body = read(SeatingBody, request)
        seats = draw_seats(
            event=this_event,
            tables=body.get("tables"),
            seed=body.get("seed"),
            draft=body.get("draft"),
            actor=actor_of(request),
        )
        return Response(seats)


class SeatingProofView(APIView):
    """The proof of the seats, before they are published and after."""

    @extend_schema(
        operation_id="seating_proof",
        summary="Look at a draw before it is published",
        description="For registrars and the director. Before the draw: what the seed would draw, and what everybody gets of "
        "it; nothing is written. Afterwards: the same of the seats as they are, whatever the parameters say.",
        parameters=[
            OpenApiParameter(
                "tables", OpenApiTypes.STR, description="Players at each table, as 24,24; left out: as proposed."
            ),
            OpenApiParameter("seed", OpenApiTypes.INT, description="The number of the draw; left out: one by chance."),
        ],
        responses={200: ProofSerializer, **refusals(400, 401, 403, 404, 409)},
        examples=[answer_example("A draft", PROOF)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        if this_event.is_seated:
            return Response(_proof_shown(published_proof(this_event), this_event.draw_seed or 0, None))
        seed = whole_number_in_address(request, "seed", least=0, most=MAX_SEED)
        seed = secrets.randbelow(10**6) if seed is None else seed
        tables = _tables(request.query_params.get("tables", ""))
        entries = entered(this_event)
        draw = draw_of(this_event, entries, tables, seed, most_rounds=MAX_ROUNDS)
        if draw.faults:
            raise impossible(draw.faults)
        return Response(_proof_shown(proof_of(this_event, draw, entries), draw.seed, draw.mark))


def _tables(text: str) -> tuple[int, ...] | None:
    """The number of players at each table from `24,24`; None from empty text. Raises ValidationError for other text."""
    text = text.replace(" ", "")
    if not text:
        return None
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 5 and int(part) <= MAX_SEATS for part in parts):
        raise serializers.ValidationError({"tables": [_("Write one number of players for each table, like 24,24.")]})
    return tuple(map(int, parts))


def _proof_shown(proof: Proof, seed: int, draft: str | None) -> dict[str, Any]:
    return {
        "seed": seed,
        "draft": draft,
        "tables": {table.name: table.rounds for table in proof.tables},
        "rounds": proof.rounds,
        "players": ProofLineSerializer(proof.lines(), many=True).data,
        "together": list(proof.together),
    }


class SwapsView(APIView):
    """Changes of the drawn seats by hand."""

    @extend_schema(
        operation_id="swap_seats",
        summary="Let the people at two seats change places",
        description="For registrars and the director, from the draw to the first game. One of the seats may be empty. "
        "Answers who sits at the two seats now, with the id of the entrant. With `?preview=1` nothing is written and the answer is "
        "what it would change for whom, as of `day-changes/`, with its `mark`.",
        parameters=[OpenApiParameter("preview", OpenApiTypes.INT, description="1: look only.")],
        request=SwapBody,
        responses={200: {"type": "object", "additionalProperties": {}}},
        examples=[
            body_example("Two seats", {"one": "A-7", "other": "B-2", "mark": "1f0c9a6b2e77"}),
            answer_example("Seats", {"A-7": 3, "B-2": 12}),
        ],
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        is_preview = whole_number_in_address(request, "preview", least=0, most=1)
        body = read(SwapBody, request)
        if is_preview:
            _one, _other, outlook = look_at_swap(this_event, body["one"], body["other"])
            return Response(OutlookSerializer(outlook).data)
        refuse_untold(request, body, "mark")
        return Response(swap_seats(event=this_event, **body, actor=actor_of(request)))


class ScheduleView(APIView):
    """Who meets whom."""

    @extend_schema(
        operation_id="schedule",
        summary="Look at the schedule",
        description="Every game of the qualifying round, sit-outs included; a game that would count on neither card is "
        "not played, and each of the two has a line alone. Nothing before seats are drawn and with movement `none`.",
        parameters=[
            OpenApiParameter("game", OpenApiTypes.INT, description="This game only, from 1; left out: all of them.")
        ],
        responses={200: PairingSerializer(many=True), **refusals(400, 403, 404)},
        examples=[
            answer_example("A game", GAME),
            answer_example("A sit-out", SIT_OUT),
        ],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, part="schedule")
        game = whole_number_in_address(request, "game", least=1, most=MAX_ROUNDS)
        # There may be thousands of rows, and a serializer takes five times as long.
        names = tuple(PairingSerializer().fields)
        return Response([{name: getattr(pairing, name) for name in names} for pairing in schedule(this_event, game)])
