"""Who is related to whom, in the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, tournament_for
from tournaments.api.shapes import (
    OneOfField,
    PlayersField,
    StrictSerializer,
    TextField,
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
from tournaments.models import Entry, Event, Relation, Tournament, User
from tournaments.people.actions.relations import record_relation, remove_relation
from tournaments.people.reads import relations as relations_reads
from tournaments.reads.entries import entry_at

RELATION = {
    "id": 3,
    "people": [
        {"name": "Ann Petty", "players": [], "seats": [{"event": "main", "seat": "A-7"}], "username": None},
        {"name": "Joan Kemp", "players": [], "seats": [], "username": "joan"},
    ],
    "kind": "partner",
    "noted_by": "Rosa Medina",
    "noted_at": "2026-03-06T17:04:05Z",
}


class PersonBody(StrictSerializer):
    """An entrant by event and seat (or number), or an account by the name it signs in with."""

    event = text_of(Event, "slug", required=False, help_text="With `entrant`: the event's short name.")
    entrant = TextField(max_length=12, required=False, help_text="The seat, A-7, or the entrant's number.")
    username = text_of(User, "username", required=False, help_text="Instead of the two: who signs in with this name.")


class RelationBody(StrictSerializer):
    """Two people, and how they are related."""

    one = PersonBody(help_text="One of the two.")
    other = PersonBody(help_text="The other.")
    kind = OneOfField(choices=Relation.Kind.choices, help_text="How they are related.")


class SeatSerializer(serializers.Serializer[Any]):
    event = serializers.CharField(help_text="The event's short name.")
    seat = serializers.CharField(help_text="The seat there.")


class PersonSerializer(serializers.Serializer[Any]):
    """One of the two people."""

    name = serializers.CharField(help_text="What they are called.")
    players = PlayersField()
    seats = SeatSerializer(many=True, help_text="Where they play in this tournament; empty for who helps only.")
    username = serializers.CharField(allow_null=True, help_text="The name they sign in with, where they have one.")


class RelationSerializer(serializers.Serializer[Any]):
    """Two people who should not check or judge each other's games alone."""

    id = serializers.IntegerField(help_text="For taking it back.")
    people = PersonSerializer(many=True, help_text="The two.")
    kind = serializers.ChoiceField(choices=Relation.Kind.choices, help_text="How they are related.")
    noted_by = serializers.CharField(help_text="Who recorded it.")
    noted_at = serializers.DateTimeField(help_text="When.")


def named_entrant(
    tournament: Tournament, body: Mapping[str, Any], faults: list[Fault], *, prefix: str = ""
) -> Entry | None:
    """Return the entrant that `event` and `entrant` of a body name. If there is none, add a fault to `faults`."""
    event = Event.objects.select_related("tournament").filter(tournament=tournament, slug=body["event"]).first()
    if event is None:
        faults.append(Fault(f"{prefix}event", "unknown", _("There is no such event in this tournament.")))
        return None
    entry = entry_at(event, body["entrant"])
    if entry is None:
        faults.append(Fault(f"{prefix}entrant", "unknown", _("This event has no such entrant.")))
    return entry


def _person(tournament: Tournament, body: Mapping[str, str], field: str, faults: list[Fault]) -> Entry | User | None:
    """Return the person whom a body names. Add a fault if it names nobody, or both an entrant and an account."""
    if set(body) == {"username"}:
        name = body["username"]
        user = User.objects.filter(username=name).first()
        if user is None:
            faults.append(Fault(f"{field}.username", "unknown", _("Nobody signs in with this name.")))
        return user
    if set(body) != {"event", "entrant"}:
        faults.append(Fault(field, "invalid", _("Name an event and an entrant of it, or a username.")))
        return None
    return named_entrant(tournament, body, faults, prefix=f"{field}.")


class RelationsView(APIView):
    """All recorded relations."""

    @extend_schema(
        operation_id="list_relations",
        summary="List relations",
        description="For checkers, judges and the director. A checker who is related to a player is told so where they "
        "decide that player's games; it is no bar.",
        responses={200: pages_of(RelationSerializer, "RelationPage")},
        examples=[page_example(RELATION)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.SEE_CARDS)
        return paginated(self, request, relations_reads.relations(this_tournament), RelationSerializer)

    @extend_schema(
        operation_id="record_relation",
        summary="Record a relation",
        description="For checkers and the director. The same two again: the kind is replaced.",
        request=RelationBody,
        responses={201: RelationSerializer},
        examples=[
            body_example(
                "A player and a helper",
                {
                    "one": {"event": "main", "entrant": "A-7"},
                    "other": {"username": "joan"},
                    "kind": "partner",
                },
            ),
            answer_example("As recorded", RELATION, 201),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.CHECK)
        body = read(RelationBody, request)
        faults: list[Fault] = []
        one = _person(this_tournament, body["one"], "one", faults)
        other = _person(this_tournament, body["other"], "other", faults)
        if one is None or other is None:
            raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)
        relation = record_relation(
            tournament=this_tournament, one=one, other=other, kind=body["kind"], actor=actor_of(request)
        )
        shown = next(known for known in relations_reads.relations(this_tournament) if known.id == relation.pk)
        return Response(RelationSerializer(shown).data, status=status.HTTP_201_CREATED)


class RelationView(APIView):
    """One relation."""

    @extend_schema(
        operation_id="remove_relation",
        summary="Take a relation back",
        description="For checkers and the director. One that is gone already: nothing happens.",
        parameters=[OpenApiParameter("relation", int, OpenApiParameter.PATH, description="The relation's id.")],
    )
    def delete(self, request: Request, tournament: str, relation: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.CHECK)
        remove_relation(tournament=this_tournament, relation=relation, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
