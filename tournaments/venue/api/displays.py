"""The displays of the hall, in the API."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, tournament_for
from tournaments.api.shapes import (
    NullField,
    OneOfField,
    StrictSerializer,
    actor_of,
    answer_example,
    body_example,
    found,
    page_example,
    pages_of,
    paginated,
    read,
    text_of,
)
from tournaments.errors import Fault, Malformed
from tournaments.models import Display, Event, Tournament
from tournaments.venue.actions.displays import add_display, remove_display, rename_display, show_on_display
from tournaments.venue.reads import displays as displays_reads

DISPLAY = {
    "number": 1,
    "name": "Ballroom",
    "shows": "standings",
    "event": "main",
    "text": "",
    "address": "/t/sierra/wall/1/",
    "seen_seconds_ago": 2,
    "version": 7,
    "changed_at": "2026-03-06T17:04:05Z",
    "changed_by": "Rosa Medina",
}
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The display's number.")


class DisplayNameBody(StrictSerializer):
    """A display to add."""

    name = text_of(Display, "name", help_text="The place where it hangs; no other display has this name.")


class DisplayBody(StrictSerializer):
    """Changes of a display; a field that is left out stays as it is."""

    name = text_of(Display, "name", required=False, help_text="Another name.")
    shows = OneOfField(
        choices=Display.Shows.choices,
        required=False,
        help_text="What it shows from now on. `missing` names who has not handed in a card: what the desk knows, shown on purpose.",
    )
    event = text_of(
        Event,
        "slug",
        required=False,
        allow_null=True,
        help_text="With `shows`: the short name of the event whose it is. The clock may do without.",
    )
    text = text_of(
        Display,
        "text",
        required=False,
        help_text="With `shows` `announcement`: words of its own. Without them it shows the announcements that stand.",
    )


class ScreenField(serializers.CharField):
    """The address of a display's screen."""

    def to_representation(self, value: Any) -> str:
        return reverse("walls:screen", args=[value.tournament.slug, value.number])


class DisplaySerializer(serializers.Serializer[Any]):
    """One display of the hall."""

    number = serializers.IntegerField(source="row.number", help_text="Stays the same while the display is there.")
    name = serializers.CharField(source="row.name", help_text="The place where it hangs.")
    shows = serializers.ChoiceField(source="row.shows", choices=Display.Shows.choices, help_text="What it shows.")
    event = NullField(source="row.event.slug", help_text="The short name of the event whose it is.")
    text = serializers.CharField(source="row.text", help_text="Words of its own; else empty.")
    address = ScreenField(
        source="row", help_text="What the screen opens: it needs nobody signed in where the tournament is public."
    )
    seen_seconds_ago = serializers.IntegerField(
        source="seen",
        allow_null=True,
        help_text="How long ago a screen last asked, to about ten seconds; null where none did yet.",
    )
    version = serializers.IntegerField(source="row.version", help_text="Counts what the desk changed.")
    changed_at = serializers.DateTimeField(source="row.changed_at", help_text="When the desk changed it last.")
    changed_by = serializers.CharField(source="row.changed_by", help_text="Who did.")


def _serialized(tournament: Tournament, number: int) -> Any:
    display = displays_reads.display_at(tournament, number)
    return DisplaySerializer(found(display, _("There is no such display. List the displays again."))).data


class DisplaysView(APIView):
    """The displays of a tournament."""

    @extend_schema(
        operation_id="list_displays",
        summary="List displays",
        description="For the director: what every screen of the hall shows, and whether it is alive.",
        responses={200: pages_of(DisplaySerializer, "DisplayPage")},
        examples=[page_example(DISPLAY)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        return paginated(self, request, displays_reads.displays(this_tournament), DisplaySerializer)

    @extend_schema(
        operation_id="add_display",
        summary="Add a display",
        description="For the director. It stays dark until it is said what it shows.",
        request=DisplayNameBody,
        responses={201: DisplaySerializer},
        examples=[
            body_example("A screen in the lobby", {"name": "Lobby"}),
            answer_example("As it stands", DISPLAY, 201),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(DisplayNameBody, request)
        display = add_display(tournament=this_tournament, name=body["name"], actor=actor_of(request))
        return Response(_serialized(this_tournament, display.number), status=status.HTTP_201_CREATED)


class DisplayView(APIView):
    """One display."""

    @extend_schema(
        operation_id="read_display",
        summary="Read a display",
        description="For the director.",
        parameters=[NUMBER],
        responses={200: DisplaySerializer},
        examples=[answer_example("A display", DISPLAY)],
    )
    def get(self, request: Request, tournament: str, number: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        return Response(_serialized(this_tournament, number))

    @extend_schema(
        operation_id="change_display",
        summary="Change what a display shows, or its name",
        description="For the director. The screen follows within about two seconds. What is hidden from the public is refused "
        "(`hidden`): everybody in the hall reads a display.",
        parameters=[NUMBER],
        request=DisplayBody,
        responses={200: DisplaySerializer},
        examples=[
            body_example("Standings", {"shows": "standings", "event": "main"}),
            body_example("Words", {"shows": "announcement", "text": "Lunch until 1:30"}),
            answer_example("As it stands", DISPLAY),
        ],
    )
    def patch(self, request: Request, tournament: str, number: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(DisplayBody, request)
        if "shows" not in body and body.keys() & {"event", "text"}:
            raise Malformed(
                _("Some of what was sent is not right; each fault is named."),
                faults=[Fault("shows", "required", _("Say what the display shows."))],
            )
        event = _event(this_tournament, body.get("event"))
        # Change both the name and what is shown, or neither.
        with transaction.atomic():
            if "name" in body:
                rename_display(tournament=this_tournament, number=number, name=body["name"], actor=actor_of(request))
            if "shows" in body:
                show_on_display(
                    tournament=this_tournament,
                    number=number,
                    shows=body["shows"],
                    event=event,
                    text=body.get("text", ""),
                    actor=actor_of(request),
                )
        return Response(_serialized(this_tournament, number))

    @extend_schema(
        operation_id="remove_display",
        summary="Remove a display",
        description="For the director. Its screen goes dark and says so. One that is gone already: nothing happens.",
        parameters=[NUMBER],
    )
    def delete(self, request: Request, tournament: str, number: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        remove_display(tournament=this_tournament, number=number, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _event(tournament: Tournament, slug: str | None) -> Event | None:
    """Return the event with this slug, or None. Raises Malformed if the tournament has no such event."""
    if slug is None:
        return None
    event = tournament.events.select_related("tournament").filter(slug=slug).first()
    if event is None:
        message = _("There is no such event in this tournament.")
        raise Malformed(message, faults=[Fault("event", "unknown", message)])
    return event
