"""People across events in the API: the page of a person, and the records behind an entrant."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.people import words
from hall.people.access import person_for
from hall.people.actions import join_records, set_page, take_apart
from hall.people.reads.joining import records_shown
from hall.people.reads.page import person_page
from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    body_example,
    found,
    read,
    refusals,
)
from tournaments.errors import Forbidden
from tournaments.models import Entry, Player
from tournaments.people.reads.persons import has_page, records_of
from tournaments.reads.entries import entry_at

ENTRANT = OpenApiParameter(
    "entrant", OpenApiTypes.STR, OpenApiParameter.PATH, description="The seat, A-7, or the number, as text."
)
PERSON = OpenApiParameter(
    "person",
    OpenApiTypes.INT,
    OpenApiParameter.PATH,
    description="The number of the page, or of any record of the person.",
)
RECORD = OpenApiParameter("record", OpenApiTypes.INT, OpenApiParameter.PATH, description="The key of the record.")


class PersonCardOut(serializers.Serializer[Any]):
    """One card of a person."""

    day = serializers.DateField(help_text="The first day of the tournament, or the night of the club.")
    event = serializers.CharField(help_text="The tournament or club, and the event or night.")
    venue = serializers.CharField(help_text="Where; may be empty.")
    address = serializers.CharField(help_text="The page with the results around it.")
    rank = serializers.IntegerField(help_text="In the qualifying round, or at the night.")
    of = serializers.IntegerField(help_text="How many cards were ranked.")
    games = serializers.IntegerField(help_text="Games on the card.")
    games_won = serializers.IntegerField(allow_null=True, help_text="As posted; null where nobody wrote it down.")
    game_points = serializers.IntegerField(help_text="As posted.")
    net = serializers.IntegerField(allow_null=True, help_text="Null where no spread was recorded.")
    skunks_won = serializers.IntegerField(
        allow_null=True, help_text="Games won by a skunk; null where the games won are not known."
    )
    skunks_lost = serializers.IntegerField(allow_null=True, help_text="Null where nobody wrote them down.")
    place = serializers.IntegerField(allow_null=True, help_text="In the playoffs; null without one.")
    points = serializers.IntegerField(
        allow_null=True, help_text="Master Rating Points as computed here; null where none are known."
    )
    club_points = serializers.IntegerField(
        allow_null=True, help_text="What the night counts in the table of its season."
    )


class OpponentOut(serializers.Serializer[Any]):
    """Somebody whom the person met."""

    name = serializers.CharField(help_text="As in the last event in which they met.")
    person = serializers.IntegerField(allow_null=True, help_text="The number of their own page; null without one.")
    played = serializers.IntegerField(help_text="Games that counted on the person’s card.")
    won = serializers.IntegerField(help_text="Those of them that the person won.")


class PersonOut(serializers.Serializer[Any]):
    """What is public of a person who has agreed to it."""

    person = serializers.IntegerField(help_text="The number in the address.")
    name = serializers.CharField(help_text="Who.")
    games = serializers.IntegerField(help_text="Of all cards whose games won are known.")
    games_won = serializers.IntegerField(help_text="Of all cards.")
    win_percentage = serializers.CharField(help_text="With one decimal; empty without a game.")
    average_game_points = serializers.CharField(help_text="Per card, with one decimal; empty without a card.")
    average_net = serializers.CharField(help_text="Per card that records the spread, with one decimal.")
    skunks_won = serializers.IntegerField(
        allow_null=True, help_text="Of all cards; null where they are not known of every card."
    )
    skunks_lost = serializers.IntegerField(
        allow_null=True, help_text="Of all cards; null where they are not known of every card."
    )
    best_card = PersonCardOut(allow_null=True, help_text="That of the most game points; null without a card.")
    points = serializers.IntegerField(help_text="Master Rating Points as computed here, not the ACC’s own total.")
    club_points = serializers.IntegerField(help_text="What the nights count in their clubs.")
    cards = PersonCardOut(many=True, help_text="Newest first.")
    opponents = OpponentOut(many=True, help_text="Who was met most often first.")


class PageIn(StrictSerializer):
    """Whether the page is shown."""

    shown = TruthField(help_text="True: everybody can open the page. False: nobody can, at once.")


class PageOnWordIn(PageIn):
    """Whether the page is shown, on the person’s word."""

    reason = TextField(
        max_length=300, required=False, allow_blank=True, help_text="How the person agreed; needed to show the page."
    )


class PersonView(APIView):
    """A person who has agreed to it."""

    @extend_schema(operation_id="person", parameters=[PERSON], responses={200: PersonOut, **refusals(404)})
    def get(self, request: Request, person: int) -> Response:
        """Return the events, cards, averages and opponents of this person: what is public of each. The same for everybody."""
        records, _is_own = person_for(request.user, person)
        return Response(PersonOut(person_page(records)).data)

    @extend_schema(
        operation_id="show_person",
        parameters=[PERSON],
        request=PageIn,
        responses={200: PersonOut, **refusals(400, 401, 403, 404)},
    )
    def patch(self, request: Request, person: int) -> Response:
        """Show the page, or take it back: for the person’s own account. Again it changes nothing."""
        if not request.user.is_authenticated:
            raise Forbidden("sign_in", _("Sign in to do this."))
        records, is_own = person_for(request.user, person)
        if not is_own:
            raise Forbidden("role", words.not_yours())
        set_page(player=records[0], **read(PageIn, request), actor=actor_of(request))
        return Response(PersonOut(person_page(records_of(person))).data)


class StandsOut(serializers.Serializer[Any]):
    """Where a record stands."""

    name = serializers.CharField(help_text="The event or the club.")
    written = serializers.CharField(help_text="Name and ACC number as they are written there.")
    day = serializers.DateField(allow_null=True, help_text="The first day of the tournament; null for a club.")


class RecordOut(serializers.Serializer[Any]):
    """One record of a person."""

    player = serializers.IntegerField(help_text="The key of the record.")
    name = serializers.CharField(help_text="As the record has it.")
    acc_number = serializers.CharField(help_text="Empty for who has none.")
    is_joined = serializers.BooleanField(help_text="Whether it was joined to the first one, and can be taken apart.")
    stands = StandsOut(many=True, help_text="Its events, oldest first, and its clubs.")


class RecordsOut(serializers.Serializer[Any]):
    """The records behind an entrant."""

    person = serializers.IntegerField(allow_null=True, help_text="The number of the page; null for a team.")
    shown = serializers.BooleanField(help_text="Whether everybody can open the page.")
    records = RecordOut(many=True, help_text="The record that stands for all first.")


class JoinIn(StrictSerializer):
    """Another record of the same person."""

    player = WholeNumberField(
        min_value=1, max_value=2**31 - 1, help_text="Its key, as another entrant’s `records/` has it."
    )


def _entry(request: Request, tournament: str, event: str, entrant: str) -> Entry:
    this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
    return found(
        entry_at(this_event, entrant), _("This event has no such entrant. They may have been taken off the list.")
    )


def _shown(request: Request, entry: Entry) -> Response:
    records = records_of(entry.player_id)
    values = {
        "person": records[0].pk if records else None,
        "shown": has_page(records),
        "records": records_shown(request.user, records, entry.player_id),
    }
    return Response(RecordsOut(values).data)


class RecordsView(APIView):
    """The records behind an entrant."""

    @extend_schema(operation_id="records", parameters=[ENTRANT], responses={200: RecordsOut, **refusals(401, 403, 404)})
    def get(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        """Return the records that are known to be this person. For the director."""
        return _shown(request, _entry(request, tournament, event, entrant))

    @extend_schema(
        operation_id="show_page_on_word",
        parameters=[ENTRANT],
        request=PageOnWordIn,
        responses={200: RecordsOut, **refusals(400, 401, 403, 404, 409)},
        examples=[body_example("On the person’s word", {"shown": True, "reason": "said so at the desk"})],
    )
    def patch(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        """Show the person’s page on their word, or take it back. For the director; again it changes nothing."""
        entry = _entry(request, tournament, event, entrant)
        set_page(player=entry.player, entry=entry, on_word=True, **read(PageOnWordIn, request), actor=actor_of(request))
        return _shown(request, entry)

    @extend_schema(
        operation_id="join_records",
        parameters=[ENTRANT],
        request=JoinIn,
        responses={200: RecordsOut, **refusals(400, 401, 403, 404, 409)},
    )
    def post(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        """Say that another record is the same person: for who directs every tournament and club of both, or runs the site.
        `impossible` with every reason against it. Again it changes nothing."""
        entry = _entry(request, tournament, event, entrant)
        other = Player.objects.filter(pk=read(JoinIn, request)["player"]).first()
        join_records(player=entry.player, other=found(other, words.no_such_record()), actor=actor_of(request))
        return _shown(request, entry)


class RecordView(APIView):
    """One record behind an entrant."""

    @extend_schema(
        operation_id="take_record_apart",
        parameters=[ENTRANT, RECORD],
        responses={200: RecordsOut, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, tournament: str, event: str, entrant: str, record: int) -> Response:
        """Undo the joining of this record: both are again what they were. Again it changes nothing."""
        entry = _entry(request, tournament, event, entrant)
        row = next((one for one in records_of(entry.player_id) if one.pk == record), None)
        if row is not None:
            take_apart(player=row, actor=actor_of(request))
        return _shown(request, entry)
