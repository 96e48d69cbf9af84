"""The question whether an account and a player of the same name are one person, in the API."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, tournament_for
from tournaments.api.shapes import (
    PlayersField,
    StrictSerializer,
    TextField,
    TruthField,
    actor_of,
    answer_example,
    body_example,
    page_example,
    pages_of,
    paginated,
    read,
    text_of,
)
from tournaments.errors import Fault, Malformed
from tournaments.models import Event, User
from tournaments.people.actions.people import know_again, tell_apart
from tournaments.people.api.relations import named_entrant
from tournaments.people.reads.roles import holders

QUESTION = {"username": "milt", "event": "main", "entrant": 7, "name": "Milt Orr", "players": []}


class NamesakeSerializer(serializers.Serializer[Any]):
    """An account and a player with the same name; it is not yet known whether they are one person."""

    username = serializers.CharField(help_text="The name that the account signs in with.")
    event = serializers.CharField(help_text="The first event that the player plays in.")
    entrant = serializers.IntegerField(help_text="The player's number there.")
    name = serializers.CharField(help_text="The player's name; of a team, that of the one in question.")
    players = PlayersField()


class NamesakeBody(StrictSerializer):
    """The answer whether an account and a player are one person."""

    username = text_of(User, "username", help_text="The name that the account signs in with.")
    event = text_of(Event, "slug", help_text="An event that the player plays in.")
    entrant = TextField(max_length=12, help_text="The player there: the seat, A-7, or the number, as text.")
    same = TruthField(help_text="True: one person, whose card is out of this account's reach. False: two people.")


class NamesakeAnswerSerializer(serializers.Serializer[Any]):
    """The answer about an account and a player, as recorded."""

    username = serializers.CharField(help_text="The name that the account signs in with.")
    name = serializers.CharField(help_text="The player's name.")
    players = PlayersField()
    same = serializers.BooleanField(help_text="Whether that is one person.")


class NamesakesView(APIView):
    """Accounts with a role in the tournament that have the name of a player."""

    @extend_schema(
        operation_id="list_namesakes",
        summary="List accounts with the name of a player",
        description="For everybody with a role. Until somebody says whether it is one person, such an account does not "
        "reach the card of that player.",
        responses={200: pages_of(NamesakeSerializer, "NamesakePage")},
        examples=[page_example(QUESTION)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.SEE)
        questions = [
            {
                "username": holder.username,
                "event": namesake.event,
                "entrant": namesake.number,
                "name": namesake.name,
                "players": namesake.players,
            }
            for holder in holders(this_tournament)
            for namesake in holder.asked
        ]
        return paginated(self, request, questions, NamesakeSerializer)

    @extend_schema(
        operation_id="answer_namesake",
        summary="Say whether it is one person",
        description="For the director and registrars; that they are two people nobody says of their own account (403 "
        "`own_card`). Saying it again changes nothing. Refused (`invalid`) for an account and a player of whom nobody asks.",
        request=NamesakeBody,
        responses={200: NamesakeAnswerSerializer},
        examples=[
            body_example("Two people", {"username": "milt", "event": "main", "entrant": "A-7", "same": False}),
            answer_example("As recorded", {"username": "milt", "name": "Milt Orr", "players": [], "same": False}),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        body = read(NamesakeBody, request)
        faults: list[Fault] = []
        entry = named_entrant(this_tournament, body, faults)
        if entry is None:
            raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)
        act = know_again if body["same"] else tell_apart
        act(entry=entry, username=body["username"], actor=actor_of(request))
        return Response(
            {
                "username": body["username"],
                "name": entry.known_name,
                "players": entry.player.names,
                "same": body["same"],
            }
        )
