"""Printed sheets, and the personal links of entrants, in the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, event_for
from tournaments.api.shapes import (
    KEY,
    StrictSerializer,
    WholeNumberField,
    actor_of,
    found,
    read,
    refusals,
    text_of,
    whole_number_in_address,
)
from tournaments.entrants.actions.paper import mark_printed
from tournaments.entrants.reads.paper import SHEET_KINDS, paper_counts, sheets_of
from tournaments.keys import readable
from tournaments.models import Entry, Event, PrintedSheet
from tournaments.people.actions.links import make_links, renew_link, revoke_link
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at

_MOST_LINKS = 10**6
_MOST_SHEETS = 5000


class PaperCountSerializer(serializers.Serializer[Any]):
    """How much there is to print of one kind."""

    kind = serializers.CharField(help_text="`signs`, `slips`, `cards` or `rotation`.")
    sheets = serializers.IntegerField(help_text="How many there are.")
    new = serializers.IntegerField(help_text="How many would say something else than when they were printed last.")
    printed_at = serializers.DateTimeField(allow_null=True, help_text="When some were printed last.")


class SheetSerializer(serializers.Serializer[Any]):
    """One sheet: a table's or an entrant's."""

    of = serializers.CharField(
        source="key", help_text="The table (A) or the seat (A-7); without a seat the entrant's number."
    )
    fingerprint = serializers.CharField(help_text="Stands for what the sheet says now.")
    new = serializers.BooleanField(
        source="is_new", help_text="Whether it said something else when it was printed last, or never was."
    )
    printed_at = serializers.DateTimeField(allow_null=True, help_text="When it was printed last.")


class SheetBody(StrictSerializer):
    """A sheet that was printed."""

    of = text_of(PrintedSheet, "key", help_text="As in the list.")
    fingerprint = text_of(PrintedSheet, "fingerprint", help_text="That of the sheet when it was printed.")


class PrintedBody(StrictSerializer):
    """The sheets that were printed."""

    sheets = SheetBody(  # type: ignore[call-arg]  # the stubs do not know the arguments of the list
        many=True, max_length=_MOST_SHEETS, help_text="Each as it was then."
    )


_KIND = OpenApiParameter(
    "kind", OpenApiTypes.STR, OpenApiParameter.PATH, description="The kind of sheet, as the list of papers names it."
)


class PaperView(APIView):
    """What there is to print of an event."""

    @extend_schema(
        operation_id="paper",
        summary="What there is to print",
        description="For registrars and the director.",
        responses={200: PaperCountSerializer(many=True)},
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        return Response(PaperCountSerializer(paper_counts(this_event), many=True).data)


class SheetsView(APIView):
    """The sheets of one kind."""

    @extend_schema(
        operation_id="sheets",
        parameters=[_KIND],
        summary="The sheets of one kind",
        description="For registrars and the director. What stands on them is on the page that is printed.",
        responses={200: SheetSerializer(many=True)},
    )
    def get(self, request: Request, tournament: str, event: str, kind: str) -> Response:
        this_event = _event(request, tournament, event, kind)
        return Response(SheetSerializer(sheets_of(this_event, kind), many=True).data)

    @extend_schema(
        operation_id="mark_printed",
        parameters=[_KIND],
        summary="Note what was printed",
        description="For registrars and the director. Sheets that are not there any more are left out.",
        request=PrintedBody,
        responses={200: SheetSerializer(many=True)},
    )
    def post(self, request: Request, tournament: str, event: str, kind: str) -> Response:
        this_event = _event(request, tournament, event, kind)
        sheets = {sheet["of"]: sheet["fingerprint"] for sheet in read(PrintedBody, request)["sheets"]}
        mark_printed(event=this_event, kind=kind, sheets=sheets, actor=actor_of(request))
        return Response(SheetSerializer(sheets_of(this_event, kind), many=True).data)


def _event(request: Request, tournament: str, event: str, kind: str) -> Event:
    """The event, for registrars. Raises Http404 if the kind of sheet does not exist."""
    this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
    if kind not in SHEET_KINDS:
        raise Http404(_("There is no such paper. Look at the list of what can be printed."))
    return this_event


# --- Personal links --------------------------------------------------------------------------------------------------


class LinksMadeSerializer(serializers.Serializer[Any]):
    """How many links were made."""

    made = serializers.IntegerField(help_text="How many entrants had none.")


class LinkSerializer(serializers.Serializer[Any]):
    """An entrant's personal link."""

    key = serializers.CharField(allow_null=True, help_text="What `me/{key}/` is asked with; null: no link in force.")
    code = serializers.CharField(allow_null=True, help_text="The same as it is printed, in groups of four.")
    version = serializers.IntegerField(help_text="How many links the entrant has had; goes with a change.")


class LinkBody(StrictSerializer):
    """The version of the link to replace."""

    version = WholeNumberField(min_value=0, max_value=_MOST_LINKS, help_text="As it was read.")


class LinksView(APIView):
    """The personal links of an event."""

    @extend_schema(
        operation_id="make_links",
        summary="Make the personal links",
        description="For registrars and the director: a link for everybody who plays and has never had one.",
        responses={200: LinksMadeSerializer},
    )
    def post(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
        return Response({"made": make_links(event=this_event, actor=actor_of(request))})


class LinkView(APIView):
    """The personal link of one entrant."""

    @extend_schema(
        operation_id="personal_link",
        parameters=[KEY],
        summary="An entrant's personal link",
        description="For registrars and the director.",
        responses={200: LinkSerializer},
    )
    def get(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        return _link(_entry(request, tournament, event, entrant))

    @extend_schema(
        operation_id="renew_link",
        parameters=[KEY],
        summary="Give an entrant a new link",
        description="For registrars and the director. The one before opens nothing any more.",
        request=LinkBody,
        responses={201: LinkSerializer},
    )
    def post(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        entry = _entry(request, tournament, event, entrant)
        renew_link(entry=entry, version=read(LinkBody, request)["version"], actor=actor_of(request))
        return _link(entry, status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="revoke_link",
        summary="Take an entrant's link back",
        description="For registrars and the director. Without `version` whichever is in force.",
        parameters=[KEY, OpenApiParameter("version", OpenApiTypes.INT, description="As it was read.")],
        responses={200: LinkSerializer, **refusals(400, 401, 403, 404, 409)},
    )
    def delete(self, request: Request, tournament: str, event: str, entrant: str) -> Response:
        entry = _entry(request, tournament, event, entrant)
        version = whole_number_in_address(request, "version", least=0, most=_MOST_LINKS)
        if version is None:
            _link_in_force, version = link_of(entry)
        revoke_link(entry=entry, version=version, actor=actor_of(request))
        return _link(entry)


def _entry(request: Request, tournament: str, event: str, entrant: str) -> Entry:
    this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
    return found(entry_at(this_event, entrant), _("This event has no such entrant."))


def _link(entry: Entry, code: int = status.HTTP_200_OK) -> Response:
    link, version = link_of(entry)
    key = key_of_link(link) if link else None
    answer = Response({"key": key, "code": readable(key) if key else None, "version": version}, status=code)
    add_never_cache_headers(answer)
    return answer
