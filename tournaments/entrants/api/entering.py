"""Entering people in several events at once, check-in, and people who do not play, in the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, event_for, events_for, require_in, tournament_for
from tournaments.api.shapes import (
    PlayersField,
    StrictSerializer,
    TextField,
    WholeNumberField,
    actor_of,
    body_example,
    found,
    read,
    text_of,
    whole_number_in_address,
)
from tournaments.day.reads.late_entry import WayIn, first_late_game, late_seats
from tournaments.entrants.actions.check_in import check_in, check_out
from tournaments.entrants.actions.entering import LeftOut, PersonPlan, enter_list, look_at_people
from tournaments.entrants.api.entrants import (
    LOOK_ONLY,
    MARKS,
    MAX_AT_ONCE,
    TEAM,
    TEAM_NUMBERS,
    LateOutlooksSerializer,
    NamedBody,
    late_outlooks,
)
from tournaments.entrants.reads.check_in import check_in_counts, events_of_the_day, people_today
from tournaments.entrants.reads.exclusions import EXCLUSION_KINDS, exclusions
from tournaments.entrants.reads.known import known_players, may_know
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.money.reads.money import money_totals

PERSON = {"name": "Ruth Quill", "acc_number": "HI296", "events": {"main": "", "consolation": ""}, "pools": [4]}
PLAYER = OpenApiParameter(
    "player", OpenApiTypes.INT, OpenApiParameter.PATH, description="The key of the person, as the list gives it."
)

# --- Shapes ----------------------------------------------------------------------------------------------------------


class PersonToEnterBody(NamedBody):
    """Somebody to enter."""

    name = text_of(Entry, "name", required=False, help_text="As it stands on the cards; a team may come without.")
    acc_number = text_of(Entry, "acc_number", required=False, help_text="As HI296.")
    club = text_of(Player, "club", required=False, help_text="The club.")
    events = serializers.DictField(
        child=TextField(max_length=8, allow_blank=True),
        help_text="The events' short names, each with a seat there, or an empty one where it is drawn.",
    )
    email = text_of(Entry, "email", required=False, help_text="How the desk reaches them; nothing public shows it.")
    phone = text_of(Entry, "phone", required=False, help_text="How the desk reaches them; nothing public shows it.")
    players = TEAM
    acc_numbers = TEAM_NUMBERS
    pools = serializers.ListField(
        child=WholeNumberField(min_value=1), max_length=200, required=False, help_text="The ids of optional fees."
    )
    player = WholeNumberField(
        min_value=1, required=False, allow_null=True, help_text="The key of the person, from `known/`."
    )


class LeftOutBody(StrictSerializer):
    """A line of a list that is not entered."""

    line = WholeNumberField(min_value=1, max_value=1_000_000, help_text="Where it stands.")
    name = text_of(Entry, "name", allow_blank=True, help_text="Whose it is.")
    reason = TextField(max_length=300, help_text="Why it is left out.")


class PeopleBody(StrictSerializer):
    """A list of people."""

    people = serializers.ListField(
        child=PersonToEnterBody(), max_length=MAX_AT_ONCE, help_text="Everybody to enter: all of them or none."
    )
    left_out = serializers.ListField(
        child=LeftOutBody(),
        max_length=MAX_AT_ONCE,
        required=False,
        help_text="Who is left out on purpose; the log keeps it.",
    )
    marks = MARKS


class EnteredSerializer(serializers.Serializer[Any]):
    """Somebody who was entered."""

    player = serializers.IntegerField(help_text="The key of the person, in the address of their account.")
    name = serializers.CharField(help_text="What they are called.")
    players = PlayersField()


class KnownSerializer(serializers.Serializer[Any]):
    """Somebody known from this tournament or an earlier one."""

    player = serializers.IntegerField(help_text="The key of the person.")
    name = serializers.CharField(help_text="What they were called last.")
    players = PlayersField()
    acc_number = serializers.CharField(help_text="Empty where none is known.")
    club = serializers.CharField(help_text="Empty where none is known.")
    is_here = serializers.BooleanField(help_text="Whether they are entered in this tournament.")


class EntryTodaySerializer(serializers.Serializer[Any]):
    """An entry of somebody who plays today."""

    event = serializers.CharField(help_text="The event's short name.")
    id = serializers.IntegerField(source="number", help_text="The entrant's number there.")
    seat = serializers.CharField(help_text="The seat; empty before the draw.")
    status = serializers.ChoiceField(choices=Entry.Status.choices, help_text="Playing or not.")
    checked_in_at = serializers.DateTimeField(allow_null=True, help_text="Since when they are here; null: not yet.")
    email = serializers.CharField(help_text="How the desk reaches them; empty where nobody said.")
    phone = serializers.CharField(help_text="How the desk reaches them; empty where nobody said.")


class PersonTodaySerializer(serializers.Serializer[Any]):
    """Somebody who plays today."""

    player = serializers.IntegerField(help_text="The key of the person.")
    name = serializers.CharField(help_text="What they are called.")
    players = PlayersField()
    acc_number = serializers.CharField(help_text="Empty where none is known.")
    entries = EntryTodaySerializer(many=True, help_text="Where they play, today and on other days.")
    here = serializers.BooleanField(source="is_here", help_text="Whether they have come.")
    open = serializers.IntegerField(help_text="What they still owe, in cents; below 0 it is to be given back.")


class CheckInSerializer(serializers.Serializer[Any]):
    """The people of the day, with counts and money."""

    events = serializers.ListField(child=serializers.CharField(), help_text="The events of the day.")
    here = serializers.IntegerField(help_text="How many have come.")
    expected = serializers.IntegerField(help_text="How many play.")
    owed = serializers.IntegerField(help_text="What they all owe over all events, in cents.")
    paid = serializers.IntegerField(help_text="What they all paid, less what was given back.")
    open = serializers.IntegerField(
        help_text="What is still to be paid; money to be given back is not set off against it."
    )
    people = PersonTodaySerializer(many=True, help_text="Everybody, by name.")


class ExclusionSerializer(serializers.Serializer[Any]):
    """Somebody who was to play and does not."""

    kind = serializers.ChoiceField(choices=EXCLUSION_KINDS, help_text="In which way.")
    name = serializers.CharField(help_text="Who.")
    players = PlayersField()
    where = serializers.CharField(help_text="In which events, or on which line of a list.")
    reason = serializers.CharField(help_text="Why; empty where none was asked.")
    by = serializers.CharField(help_text="Who said so.")
    at = serializers.DateTimeField(allow_null=True, help_text="When.")


class LateSeatsSerializer(serializers.Serializer[Any]):
    """Free seats of one table that are equally good."""

    table = serializers.CharField(help_text="The table.")
    players = serializers.IntegerField(help_text="How many play there.")
    seats = serializers.ListField(child=serializers.CharField(), help_text="The free seats.")
    grows = serializers.BooleanField(help_text="Whether the table gets two seats more for it.")
    effect = serializers.CharField(help_text="What it does to who sits out, and, while a game is on, what it comes to.")
    way = serializers.ChoiceField(
        choices=[(way.value, way.value) for way in WayIn],
        help_text="While a game is on: a free seat (`seat`), the place of somebody who is gone for good (`place`), or two more "
        "chairs at a full table (`chairs`); the last only where nothing else is free.",
    )
    games = serializers.IntegerField(
        allow_null=True, help_text="How many games count for whoever comes, while a game is on; else null."
    )


class LateSerializer(serializers.Serializer[Any]):
    """Free seats for a late entry, table by table."""

    from_game = serializers.IntegerField(help_text="The game from which they play.")
    tables = LateSeatsSerializer(many=True, help_text="Table by table; empty where no seat is free.")


# --- Views -----------------------------------------------------------------------------------------------------------


class EntriesView(APIView):
    """People in several events."""

    @extend_schema(
        operation_id="enter_people",
        summary="Enter people in several events",
        description="For registrars and the director, also of the one event. All of them or none; each person is the same in all their events. "
        "Somebody known by the same ACC number and name is known again. While a game is on, `?preview=1` writes nothing and answers "
        "(200) what late entries would change for whom, event by event.",
        parameters=[LOOK_ONLY],
        request=PeopleBody,
        responses={200: LateOutlooksSerializer, 201: EnteredSerializer(many=True)},
        examples=[body_example("One person in two events", {"people": [PERSON]})],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, rights, events = events_for(request.user, tournament, Need.REGISTER)
        is_preview = whole_number_in_address(request, "preview", least=0, most=1)
        body = read(PeopleBody, request)
        event_slugs = {slug for person in body["people"] for slug in person["events"]}
        require_in(rights, Need.REGISTER, this_tournament.events.filter(slug__in=event_slugs))
        people = [
            PersonPlan(
                person.get("name", ""),
                person.get("acc_number", ""),
                person.get("club", ""),
                person["events"],
                frozenset(person.get("pools", ())),
                _known(request, this_tournament, person.get("player")),
                body.get("marks", {}),
                tuple(person.get("players", ())),
                tuple(person.get("acc_numbers", ())),
                person.get("email", ""),
                person.get("phone", ""),
            )
            for person in body["people"]
        ]
        if is_preview:
            return late_outlooks(look_at_people(events, people))
        left_out = [LeftOut(**row) for row in body.get("left_out", ())]
        players = enter_list(tournament=this_tournament, people=people, left_out=left_out, actor=actor_of(request))
        shown = [
            {"player": player.pk, "name": plan.name or player.name, "players": player.names}
            for player, plan in zip(players, people, strict=True)
        ]
        return Response(EnteredSerializer(shown, many=True).data, status=status.HTTP_201_CREATED)


def _known(request: Request, tournament: Tournament, player: int | None) -> int | None:
    """The key of a person, or None. Raises ValidationError if the user may not find this person."""
    if player is not None and not may_know(request.user, tournament, player):
        raise serializers.ValidationError({"player": _("Nobody whom you may find has this key.")}, code="unknown")
    return player


class KnownView(APIView):
    """People known from this or earlier tournaments."""

    @extend_schema(
        operation_id="known_players",
        summary="Find people known already",
        description="For registrars and the director: people of this tournament and of those in which you have a role.",
        parameters=[
            OpenApiParameter("q", OpenApiTypes.STR, description="Part of a name, or how an ACC number begins.")
        ],
        responses={200: KnownSerializer(many=True)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights, _events = events_for(request.user, tournament, Need.REGISTER)
        text = request.query_params.get("q", "").replace("\0", "")[:120]
        return Response(KnownSerializer(known_players(request.user, this_tournament, text), many=True).data)


class CheckInView(APIView):
    """The check-in list of the day."""

    @extend_schema(
        operation_id="check_in_list",
        summary="Who has come today",
        description="For registrars and the director; whoever is that in one event only sees its people, and checks in there.",
        responses={200: CheckInSerializer},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights, events = events_for(request.user, tournament, Need.REGISTER)
        everybody = people_today(this_tournament, events)
        counts = check_in_counts(everybody)
        totals = money_totals(person.money for person in everybody)
        shown = {
            "events": [event.slug for event in events_of_the_day(this_tournament, events)],
            "here": counts["here"],
            "expected": counts["expected"],
            "owed": totals.owed,
            "paid": totals.held,
            "open": totals.open,
            "people": everybody,
        }
        return Response(CheckInSerializer(shown).data)


class CheckedInView(APIView):
    """One person at the door."""

    @extend_schema(
        operation_id="check_in",
        summary="Check somebody in",
        description="In all their events of the tournament; twice is the same as once.",
        parameters=[PLAYER],
        responses={200: PersonTodaySerializer},
    )
    def put(self, request: Request, tournament: str, player: int) -> Response:
        this_tournament, person, events = _at_the_door(request, tournament, player)
        check_in(tournament=this_tournament, player=person, events=events, actor=actor_of(request))
        return _person_answer(this_tournament, person, events)

    @extend_schema(
        operation_id="check_out",
        summary="Take a check-in back",
        parameters=[PLAYER],
        responses={200: PersonTodaySerializer},
    )
    def delete(self, request: Request, tournament: str, player: int) -> Response:
        this_tournament, person, events = _at_the_door(request, tournament, player)
        check_out(tournament=this_tournament, player=person, events=events, actor=actor_of(request))
        return _person_answer(this_tournament, person, events)


def _at_the_door(request: Request, tournament: str, player: int) -> tuple[Tournament, Player, list[Event]]:
    """The tournament, the person, and the events in which the user may check people in."""
    this_tournament, _rights, events = events_for(request.user, tournament, Need.REGISTER)
    row = Player.objects.filter(pk=player, entries__event__in=events).first()
    person = found(row, _("This tournament has no such player. Look for the name in the list."))
    return this_tournament, person, events


def _person_answer(tournament: Tournament, player: Player, events: Sequence[Event]) -> Response:
    person = next((person for person in people_today(tournament, events) if person.player == player.pk), None)
    return Response(PersonTodaySerializer(found(person, _("They play in no event of today."))).data)


class ExclusionsView(APIView):
    """People who do not play."""

    @extend_schema(
        operation_id="exclusions",
        summary="Who does not play, and why",
        description="For registrars and the director: no-shows, who withdrew, declined registrations, left out of lists.",
        responses={200: ExclusionSerializer(many=True)},
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
        return Response(ExclusionSerializer(exclusions(this_tournament), many=True).data)


class LateSeatsView(APIView):
    """Free seats for late entries."""

    @extend_schema(
        operation_id="late_seats",
        summary="Where a late entry can sit",
        description="For registrars and the director. Before the draw there is none to choose: enter them without a seat.",
        responses={200: LateSerializer},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        tables = late_seats(this_event) if this_event.is_seated and this_event.posted_at is None else []
        return Response(LateSerializer({"from_game": first_late_game(this_event), "tables": tables}).data)
