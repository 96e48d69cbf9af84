"""Registrations in the API: the public form, and the desk's decisions. Amounts are in cents."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import limits
from tournaments.access import Actor, Need, tournament_for
from tournaments.api.shapes import (
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    body_example,
    found,
    pages_of,
    paginated,
    read,
    refusals,
    text_of,
    whole_number_in_address,
)
from tournaments.entrants.actions.registrations import (
    REGISTRATION_FIELDS,
    RegistrationPlan,
    accept_registration,
    accept_registrations,
    correct_registration,
    decline_registration,
    look_at_accepting,
    send_back,
    send_registration,
    withdraw_registration,
)
from tournaments.entrants.api.entrants import LOOK_ONLY, MARKS, LateOutlooksSerializer, late_outlooks
from tournaments.entrants.reads.registrations import (
    key_of_registration,
    offer,
    registration_of_key,
    registration_shown,
    registrations,
)
from tournaments.models import Event, Registration

WISH = {"name": "Ruth Quill", "acc_number": "HI296", "phone": "775 555 0100", "events": ["main"], "pools": [4]}
REGISTRATION = {
    "number": 7,
    "state": "returned",
    "name": "Ruth Quill",
    "acc_number": "HI296",
    "club": "Reno Pegs",
    "email": "",
    "phone": "775 555 0100",
    "note": "",
    "events": [{"event": "main", "id": None, "seat": ""}],
    "pools": [4],
    "cents": 8500,
    "marked": ["acc_number"],
    "message": "Is this your number?",
    "sent_at": "2026-02-20T18:00:00Z",
}
KEY_OF_PERSON = OpenApiParameter(
    "key", OpenApiTypes.STR, OpenApiParameter.PATH, description="What the answer to sending it gave."
)
NUMBER = OpenApiParameter(
    "number", OpenApiTypes.INT, OpenApiParameter.PATH, description="The number of the registration."
)

# --- Shapes ----------------------------------------------------------------------------------------------------------


class RegistrationChanges(StrictSerializer):
    """What somebody asks for."""

    name = text_of(
        Registration, "name", required=False, help_text="What they are called; a team of two: `Ann Bell & Bob Ray`."
    )
    acc_number = text_of(Registration, "acc_number", required=False, help_text="As HI296.")
    club = text_of(Registration, "club", required=False, help_text="The club.")
    email = text_of(Registration, "email", required=False, help_text="An address or a phone number is needed.")
    phone = text_of(Registration, "phone", required=False, help_text="A phone number.")
    note = text_of(Registration, "note", required=False, help_text="For the director.")
    events = serializers.ListField(
        child=text_of(Event, "slug"), max_length=200, required=False, help_text="The events' short names."
    )
    pools = serializers.ListField(
        child=WholeNumberField(min_value=1), max_length=200, required=False, help_text="The ids of optional fees."
    )


class RegistrationBody(RegistrationChanges):
    """A registration as it is sent."""

    name = text_of(Registration, "name", help_text="What they are called; a team of two: `Ann Bell & Bob Ray`.")


class AcceptBody(StrictSerializer):
    """How a registration is accepted."""

    player = WholeNumberField(
        min_value=1, required=False, allow_null=True, help_text="The key of the person of this tournament who it is."
    )
    seats = serializers.DictField(
        child=TextField(max_length=8),
        required=False,
        help_text="A free seat in every event whose seats are drawn, by its short name.",
    )
    marks = MARKS


class ReturnBody(StrictSerializer):
    """Why a registration is sent back, and what is to be corrected."""

    marked = serializers.ListField(
        child=TextField(max_length=20), max_length=20, help_text=f"Of: {', '.join(REGISTRATION_FIELDS)}."
    )
    message = text_of(Registration, "message", allow_blank=False, help_text="What is the matter.")


class DeclineBody(StrictSerializer):
    """Why a registration is declined."""

    reason = text_of(Registration, "message", allow_blank=False, help_text="Why; the person reads it.")


class NumbersBody(StrictSerializer):
    """Several registrations."""

    numbers = serializers.ListField(
        child=WholeNumberField(min_value=1), min_length=1, max_length=1000, help_text="Their numbers."
    )


class PoolOfferedSerializer(serializers.Serializer[Any]):
    """An optional fee of an event."""

    id = serializers.IntegerField(source="key", help_text="For taking it.")
    name = serializers.CharField(help_text="Its name.")
    cents = serializers.IntegerField(help_text="What it costs.")


class EventOfferedSerializer(serializers.Serializer[Any]):
    """An event on the form."""

    event = serializers.CharField(source="slug", help_text="Its short name.")
    name = serializers.CharField(help_text="What it is called.")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="When the first game begins.")
    cents = serializers.IntegerField(help_text="What everybody in it owes.")
    pools = PoolOfferedSerializer(many=True, help_text="What one can take part in besides.")
    closed = serializers.CharField(help_text="Why one cannot ask for it any more; empty while one can.")


class OfferSerializer(serializers.Serializer[Any]):
    """What the form offers at present."""

    events = EventOfferedSerializer(many=True, help_text="In the order in which they were added.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="Until when entries are taken; null: not said.")
    closed = serializers.CharField(help_text="Why nobody can send it, and what to do; empty while one can.")


class EventAskedSerializer(serializers.Serializer[Any]):
    """An event that somebody asked for."""

    event = serializers.CharField(source="slug", help_text="Its short name.")
    id = serializers.IntegerField(
        source="entry", allow_null=True, help_text="The entrant's number there, once it is accepted."
    )
    seat = serializers.CharField(help_text="Their seat; empty before the draw.")


class KeyField(serializers.IntegerField):
    """The id of a row."""

    def to_representation(self, value: Any) -> int:
        return super().to_representation(value.pk)


class RegistrationSerializer(serializers.Serializer[Any]):
    """A registration."""

    number = serializers.IntegerField(help_text="Counts within the tournament.")
    state = serializers.ChoiceField(
        source="row.state", choices=Registration.State.choices, help_text="Where it stands."
    )
    name = serializers.CharField(source="row.name", help_text="What they are called.")
    acc_number = serializers.CharField(source="row.acc_number", help_text="Empty where none was given.")
    club = serializers.CharField(source="row.club", help_text="Empty where none was given.")
    email = serializers.CharField(source="row.email", help_text="For the desk alone.")
    phone = serializers.CharField(source="row.phone", help_text="For the desk alone.")
    note = serializers.CharField(source="row.note", help_text="For the desk alone.")
    events = EventAskedSerializer(many=True, help_text="What is asked for.")
    pools = serializers.ListField(source="row.pools.all", child=KeyField(), help_text="The ids of optional fees.")
    cents = serializers.IntegerField(help_text="What all of it costs.")
    marked = serializers.ListField(
        source="row.marked", child=serializers.CharField(), help_text="What is to be looked at again."
    )
    message = serializers.CharField(source="row.message", help_text="Why it was sent back or declined.")
    sent_at = serializers.DateTimeField(source="row.sent_at", help_text="When it was sent last.")


class SentSerializer(RegistrationSerializer):
    """A registration that was just sent, with the key that opens it."""

    key = serializers.CharField(help_text="Opens it for reading, correcting and withdrawing. Told only here.")


class DoubtField(serializers.CharField):
    """Who may be the same person, in words."""

    def to_representation(self, value: Any) -> str:
        return super().to_representation(value.text)


class DeskRegistrationSerializer(RegistrationSerializer):
    """A registration as the desk sees it."""

    player = serializers.IntegerField(
        source="row.player_id", allow_null=True, help_text="The key of the person, once it is accepted."
    )
    decided_by = serializers.CharField(source="row.decided_by", help_text="Who decided; empty while it waits.")
    decided_at = serializers.DateTimeField(source="row.decided_at", allow_null=True, help_text="When.")
    doubts = serializers.ListField(
        child=DoubtField(), help_text="Who may be the same person, in words, for those that can be accepted."
    )
    clear = serializers.BooleanField(source="is_clear", help_text="Whether it can be accepted together with others.")


DeskRegistrationPages = pages_of(DeskRegistrationSerializer, "DeskRegistrationPages")


def _plan(body: dict[str, Any]) -> dict[str, Any]:
    """The values of a body as a `RegistrationPlan` holds them, with tuples for lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}


# --- People who want to play -----------------------------------------------------------------------------------------


class RegisterView(APIView):
    """The registration form."""

    @extend_schema(
        operation_id="registration_offer",
        summary="What one can register for",
        description="For everybody, while the tournament is public.",
        responses={200: OfferSerializer, **refusals(404)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament)
        return Response(OfferSerializer(offer(this_tournament)).data)

    @extend_schema(
        operation_id="send_registration",
        summary="Ask to play",
        description="For everybody, without signing in. The answer has the key of the registration. What is the same in all its fields as "
        "one that still waits is refused (`exists`): whoever may have got no answer sends `Idempotency-Key`.",
        request=RegistrationBody,
        responses={201: SentSerializer, **refusals(400, 404, 409, 429)},
        examples=[body_example("One event and a pool", WISH)],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament)
        body = read(RegistrationBody, request)
        limits.REGISTERING.refuse_or_count(request, this_tournament.slug)
        plan = RegistrationPlan(**_plan(body))
        sent, _is_new = send_registration(tournament=this_tournament, plan=plan, actor=Actor.of_form())
        shown = RegistrationSerializer(registration_shown(sent)).data
        return Response({**shown, "key": key_of_registration(sent)}, status=status.HTTP_201_CREATED)


class RegisteredView(APIView):
    """One registration, for the holder of its key."""

    @extend_schema(
        operation_id="own_registration",
        summary="Read one's registration",
        parameters=[KEY_OF_PERSON],
        responses={200: RegistrationSerializer, **refusals(404, 429)},
    )
    def get(self, request: Request, tournament: str, key: str) -> Response:
        return _own(_of_key(request, tournament, key))

    @extend_schema(
        operation_id="correct_registration",
        summary="Correct what the desk marked",
        description="Only while it is sent back, and only the fields under `marked`; `pools` go with `events`.",
        parameters=[KEY_OF_PERSON],
        request=RegistrationChanges,
        responses={200: RegistrationSerializer, **refusals(400, 404, 409, 429)},
        examples=[body_example("Another number", {"acc_number": "HI297"})],
    )
    def patch(self, request: Request, tournament: str, key: str) -> Response:
        row = _of_key(request, tournament, key)
        changes = _plan(read(RegistrationChanges, request))
        return _own(correct_registration(registration=row, changes=changes, actor=Actor.of_form()))

    @extend_schema(
        operation_id="withdraw_registration",
        summary="Withdraw one's registration",
        description="Until it is accepted.",
        parameters=[KEY_OF_PERSON],
        responses={200: RegistrationSerializer, **refusals(404, 409, 429)},
    )
    def delete(self, request: Request, tournament: str, key: str) -> Response:
        row = _of_key(request, tournament, key)
        return _own(withdraw_registration(registration=row, actor=Actor.of_form()))


def _of_key(request: Request, tournament: str, key: str) -> Registration:
    this_tournament, _rights = tournament_for(request.user, tournament)
    row = registration_of_key(this_tournament, key)
    if row is None:
        limits.REGISTRATION_KEYS.refuse_or_count(request)
    return found(row, _("There is no registration with this key. Check whether all of it was copied."))


def _own(row: Registration) -> Response:
    return Response(RegistrationSerializer(registration_shown(row)).data)


# --- The desk --------------------------------------------------------------------------------------------------------


class RegistrationsView(APIView):
    """The registrations of a tournament."""

    @extend_schema(
        operation_id="list_registrations",
        summary="List the registrations",
        description="For registrars and the director, the newest first.",
        responses={200: DeskRegistrationPages},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return paginated(self, request, registrations(this_tournament), DeskRegistrationSerializer)

    @extend_schema(
        operation_id="accept_registrations",
        summary="Accept several",
        description="All or none, and only those under `clear`.",
        request=NumbersBody,
        responses={200: DeskRegistrationSerializer(many=True)},
        examples=[body_example("Three", {"numbers": [7, 8, 9]})],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        numbers = read(NumbersBody, request)["numbers"]
        accept_registrations(tournament=this_tournament, numbers=numbers, actor=actor_of(request))
        shown = [registration for registration in registrations(this_tournament) if registration.number in set(numbers)]
        return Response(DeskRegistrationSerializer(shown, many=True).data)


def _of_number(request: Request, tournament: str, number: int) -> Registration:
    this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
    row = this_tournament.registrations.select_related("tournament").filter(number=number).first()
    return found(row, _("There is no registration with this number."))


def _desk_answer(row: Registration) -> Response:
    return Response(DeskRegistrationSerializer(registration_shown(row)).data)


class RegistrationView(APIView):
    """One registration."""

    @extend_schema(
        operation_id="registration",
        summary="Read a registration",
        parameters=[NUMBER],
        responses={200: DeskRegistrationSerializer},
    )
    def get(self, request: Request, tournament: str, number: int) -> Response:
        return _desk_answer(_of_number(request, tournament, number))


class AcceptanceView(APIView):
    """A registration accepted."""

    @extend_schema(
        operation_id="accept_registration",
        summary="Accept a registration",
        description="An entrant in every event asked for, with the pools; where the person is one already that stays. While a game "
        "is on, `?preview=1` writes nothing and answers what the late entry would change for whom, event by event.",
        parameters=[NUMBER, LOOK_ONLY],
        request=AcceptBody,
        responses={
            200: PolymorphicProxySerializer(
                component_name="AcceptedOrLook",
                serializers=[DeskRegistrationSerializer, LateOutlooksSerializer],
                resource_type_field_name=None,
                many=False,
            )
        },
        examples=[body_example("After the draw", {"seats": {"main": "A-24"}})],
    )
    def post(self, request: Request, tournament: str, number: int) -> Response:
        row = _of_number(request, tournament, number)
        is_preview = whole_number_in_address(request, "preview", least=0, most=1)
        body = read(AcceptBody, request)
        player, seats = body.get("player"), body.get("seats", {})
        if is_preview:
            return late_outlooks(look_at_accepting(row, player, seats))
        return _desk_answer(
            accept_registration(
                registration=row,
                player=player,
                seats=seats,
                marks=body.get("marks"),
                actor=actor_of(request),
            )
        )


class ReturnView(APIView):
    """A registration sent back."""

    @extend_schema(
        operation_id="return_registration",
        summary="Send a registration back",
        parameters=[NUMBER],
        request=ReturnBody,
        responses={200: DeskRegistrationSerializer},
        examples=[body_example("Another number", {"marked": ["acc_number"], "message": "Is it yours?"})],
    )
    def post(self, request: Request, tournament: str, number: int) -> Response:
        row = _of_number(request, tournament, number)
        body = read(ReturnBody, request)
        return _desk_answer(send_back(registration=row, **body, actor=actor_of(request)))


class DeclineView(APIView):
    """A registration declined."""

    @extend_schema(
        operation_id="decline_registration",
        summary="Decline a registration",
        parameters=[NUMBER],
        request=DeclineBody,
        responses={200: DeskRegistrationSerializer},
        examples=[body_example("Sent twice", {"reason": "Sent twice: see 7"})],
    )
    def post(self, request: Request, tournament: str, number: int) -> Response:
        row = _of_number(request, tournament, number)
        reason = read(DeclineBody, request)["reason"]
        return _desk_answer(decline_registration(registration=row, reason=reason, actor=actor_of(request)))
