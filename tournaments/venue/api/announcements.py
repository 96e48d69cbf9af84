"""Announcements in the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, events_for, require_for, tournament_for
from tournaments.api.shapes import (
    MomentField,
    NullField,
    StrictSerializer,
    actor_of,
    answer_example,
    body_example,
    page_example,
    pages_of,
    paginated,
    read,
    text_of,
)
from tournaments.faults import raise_malformed, unknown
from tournaments.models import Announcement, Event, stands
from tournaments.venue.actions.announcements import announce, take_back_announcement
from tournaments.venue.reads.announcements import announcements
from tournaments.venue.words import announcements as announcements_words

ANNOUNCEMENT = {
    "number": 3,
    "event": "main",
    "text": "Game 5 starts in ten minutes.",
    "at": "2026-03-06T18:42:00Z",
    "until": "2026-03-06T18:55:00Z",
    "taken_back_at": None,
}


class AnnouncementBody(StrictSerializer):
    """An announcement to make."""

    text = text_of(Announcement, "text", help_text="The words.")
    event = text_of(
        Event,
        "slug",
        required=False,
        allow_null=True,
        help_text="The short name of the one event that it is for; null: everybody in the tournament.",
    )
    until = MomentField(
        required=False, allow_null=True, help_text="When it is over by itself; null: it stands until it is taken back."
    )


class AnnouncementSerializer(serializers.Serializer[Any]):
    """An announcement."""

    number = serializers.IntegerField(help_text="Its number in the tournament.")
    event = NullField(source="event.slug", help_text="The one event that it is for; null: the tournament.")
    text = serializers.CharField(help_text="The words.")
    at = serializers.DateTimeField(help_text="When it was announced.")
    until = serializers.DateTimeField(allow_null=True, help_text="When it is over by itself; null: not by itself.")
    taken_back_at = serializers.DateTimeField(allow_null=True, help_text="When it was taken back; null: it was not.")


class AnnouncementsView(APIView):
    """The announcements of a tournament."""

    @extend_schema(
        operation_id="list_announcements",
        summary="List announcements",
        description="Those that stand, the newest first, for everybody who may see the tournament. `?earlier=1`, for the "
        "director: with those that are over or were taken back.",
        parameters=[
            OpenApiParameter("earlier", str, description="`1`: with those that stand no more; for the director."),
        ],
        responses={200: pages_of(AnnouncementSerializer, "AnnouncementPage")},
        examples=[page_example(ANNOUNCEMENT)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        if request.query_params.get("earlier") == "1":
            this_tournament, _rights, _events = events_for(request.user, tournament, Need.DIRECT)
            return paginated(self, request, announcements(this_tournament), AnnouncementSerializer)
        this_tournament, _rights = tournament_for(request.user, tournament)
        active = announcements(this_tournament).filter(stands(timezone.now()))
        return paginated(self, request, active, AnnouncementSerializer)

    @extend_schema(
        operation_id="announce",
        summary="Announce something",
        description="For the director, also of the one event that it is for. It is on every open page of the tournament, or of "
        "the event, within two seconds. What stands already word for word is not said twice; `not_ready`: too many stand.",
        request=AnnouncementBody,
        responses={201: AnnouncementSerializer},
        examples=[
            body_example("The next game", {"text": "Game 5 starts in ten minutes.", "event": "main"}),
            answer_example("As announced", ANNOUNCEMENT, 201),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, rights, events = events_for(request.user, tournament, Need.DIRECT)
        body = read(AnnouncementBody, request)
        slug = body.pop("event", None)
        event = this_tournament.events.filter(slug=slug).first() if slug is not None else None
        if slug is not None and event is None:
            raise_malformed([unknown("event", [directed.slug for directed in events])])
        require_for(rights, Need.DIRECT, event)
        announcement = announce(tournament=this_tournament, event=event, **body, actor=actor_of(request))
        return Response(AnnouncementSerializer(announcement).data, status=status.HTTP_201_CREATED)


class TakenBackView(APIView):
    """One announcement."""

    @extend_schema(
        operation_id="take_back_announcement",
        summary="Take an announcement back",
        description="For the director, also of the one event that it is for. One that stands no more: nothing happens.",
        parameters=[OpenApiParameter("number", int, OpenApiParameter.PATH, description="The announcement's number.")],
    )
    def delete(self, request: Request, tournament: str, number: int) -> Response:
        this_tournament, rights, _events = events_for(request.user, tournament, Need.DIRECT)
        row = this_tournament.announcements.select_related("event").filter(number=number).first()
        if row is None:
            raise Http404(announcements_words.no_such_announcement())
        require_for(rights, Need.DIRECT, row.event)
        take_back_announcement(tournament=this_tournament, number=number, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
