"""Who helps, in the API: roles, invitations, and coming in with one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import reachable
from tournaments.access import Actor, Need, tournament_for
from tournaments.api.shapes import (
    MomentField,
    NullField,
    OneOfField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    page_example,
    pages_of,
    paginated,
    read,
    refusals,
    text_of,
)
from tournaments.errors import Fault, Malformed
from tournaments.keys import normalised, readable
from tournaments.limits import JOINING
from tournaments.models import Event, Invitation, Role, Tournament, User
from tournaments.people import words as people_words
from tournaments.people.actions.invitations import (
    MOST_HOURS,
    accept_invitation,
    invite,
    join_with_account,
    revoke_invitation,
)
from tournaments.people.actions.people import grant_role, revoke_role
from tournaments.people.reads import roles as roles_reads
from tournaments.people.reads.roles import InvitationShown, invitation_key, invitation_of, invitation_shown, invitations

ROLE = {
    "username": "joan",
    "name": "Joan Kemp",
    "kind": "checker",
    "is_head": False,
    "is_senior": False,
    "event": "satellite",
    "ends_at": "2026-03-07T08:00:00Z",
    "ended": False,
    "seen_at": "2026-03-06T17:04:05Z",
}
INVITATION = {
    "number": 3,
    "name": "Joan Kemp",
    "kind": "checker",
    "event": None,
    "role_ends_at": None,
    "state": "open",
    "expires_at": "2026-03-07T17:04:05Z",
    "made_by": "Rosa Medina",
    "made_at": "2026-03-06T17:04:05Z",
    "username": None,
    "code": "7K4M-9XQT-2PWD-HH3R",
    "link": "https://pegboard.example/join/7K4M9XQT2PWDHH3R/",
}
STATES = [("open", "open"), ("used", "used"), ("revoked", "revoked"), ("expired", "expired")]


class RoleBody(StrictSerializer):
    """A role for somebody who can sign in."""

    username = text_of(User, "username", help_text="The name they sign in with.")
    kind = OneOfField(choices=Role.Kind.choices, help_text="Which role.")
    is_head = TruthField(required=False, help_text="With `judge`: the head judge.")
    is_senior = TruthField(required=False, help_text="With `judge`: a senior judge.")
    event = text_of(Event, "slug", required=False, allow_null=True, help_text="In this event alone; null: in all.")
    ends_at = MomentField(required=False, allow_null=True, help_text="When it ends; null: not by itself.")


class RoleSerializer(serializers.Serializer[Any]):
    """A role that somebody has."""

    username = serializers.CharField(source="holder.username", help_text="The name they sign in with.")
    name = serializers.CharField(source="holder.name", help_text="What they are called; may be empty.")
    kind = serializers.ChoiceField(source="role.kind", choices=Role.Kind.choices, help_text="Which role.")
    is_head = serializers.BooleanField(source="role.is_head", help_text="Whether this is the head judge.")
    is_senior = serializers.BooleanField(source="role.is_senior", help_text="Whether this is a senior judge.")
    event = NullField(source="role.event", help_text="The one event in which it holds; null: all of them.")
    ends_at = serializers.DateTimeField(
        source="role.ends_at", allow_null=True, help_text="When it ends; null: not by itself."
    )
    ended = serializers.BooleanField(source="role.ended", help_text="Whether it holds no more.")
    seen_at = serializers.DateTimeField(
        source="holder.seen_at", allow_null=True, help_text="When they did something here last, or signed in."
    )


class InvitationBody(StrictSerializer):
    """Whom to invite to what."""

    kind = OneOfField(choices=Role.Kind.choices, help_text="The role.")
    name = text_of(Invitation, "name", required=False, help_text="For whom.")
    event = text_of(
        Event, "slug", required=False, allow_null=True, help_text="The role holds in this event alone; null: in all."
    )
    role_ends_at = MomentField(required=False, allow_null=True, help_text="When the role ends; null: not by itself.")
    hours = WholeNumberField(
        required=False,
        min_value=1,
        max_value=MOST_HOURS,
        help_text="For how long the invitation can be used; 24 where it is left out.",
    )


class InvitationSerializer(serializers.Serializer[Any]):
    """An invitation."""

    number = serializers.IntegerField(help_text="Its number in the tournament.")
    name = serializers.CharField(help_text="For whom; may be empty.")
    kind = serializers.ChoiceField(choices=Role.Kind.choices, help_text="The role.")
    event = NullField(help_text="The one event in which the role holds; null: all.")
    role_ends_at = serializers.DateTimeField(allow_null=True, help_text="When the role ends; null: not by itself.")
    state = serializers.ChoiceField(choices=STATES, help_text="How it stands.")
    expires_at = serializers.DateTimeField(help_text="Until when it can be used.")
    made_by = serializers.CharField(help_text="Who invited.")
    made_at = serializers.DateTimeField(help_text="When.")
    username = NullField(help_text="Who came with it.")
    code = serializers.CharField(
        allow_null=True, help_text="The key as it is printed; null once nothing opens with it."
    )
    link = serializers.CharField(
        allow_null=True, help_text="The address that opens it; null likewise, and where no other device could open it."
    )


class JoinBody(StrictSerializer):
    """The key of an invitation, and a new account for somebody who is not signed in."""

    key = TextField(max_length=60, help_text="The code or the key of the link.")
    username = text_of(User, "username", required=False, help_text="For a new account: the name to sign in with.")
    name = text_of(
        User, "first_name", required=False, allow_blank=False, help_text="For a new account: what they are called."
    )
    password = serializers.CharField(
        max_length=4096, trim_whitespace=False, required=False, help_text="For a new account."
    )


class JoinedSerializer(serializers.Serializer[Any]):
    """The role that somebody has taken."""

    tournament = serializers.CharField(source="tournament.slug", help_text="The tournament's short name.")
    event = NullField(source="event.slug", help_text="The one event in which it holds; null: all of them.")
    kind = serializers.ChoiceField(choices=Role.Kind.choices, help_text="Which role.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="When it ends; null: not by itself.")
    username = serializers.CharField(source="user.username", help_text="Who has it.")


def _held(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all roles of the tournament, each with its holder, in the shape of `RoleSerializer`."""
    return [{"holder": holder, "role": role} for holder in roles_reads.holders(tournament) for role in holder.roles]


def _event(tournament: Tournament, slug: str | None) -> Event | None:
    """Return the event that a body names, or None. Raises Malformed for an unknown one."""
    if slug is None:
        return None
    event = tournament.events.filter(slug=slug).first()
    if event is None:
        message = _("There is no such event in this tournament.")
        raise Malformed(message, faults=[Fault("event", "unknown", message)])
    return event


class RolesView(APIView):
    """Who has which role."""

    @extend_schema(
        operation_id="list_roles",
        summary="List roles",
        description="For whoever has a role in the whole tournament. A role that has ended stays here until it is taken "
        "away.",
        responses={200: pages_of(RoleSerializer, "RolePage")},
        examples=[page_example(ROLE)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.SEE)
        return paginated(self, request, _held(this_tournament), RoleSerializer)

    @extend_schema(
        operation_id="grant_role",
        summary="Give a role",
        description="For the director. The same role for the same event once more sets its end anew. There is one head "
        "judge, and always a director of all events whose role does not end.",
        request=RoleBody,
        responses={200: RoleSerializer},
        examples=[
            body_example("In one event", {"username": "joan", "kind": "checker", "event": "satellite"}),
            answer_example("As given", ROLE),
        ],
    )
    def put(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(RoleBody, request)
        event = _event(this_tournament, body.pop("event", None))
        role = grant_role(tournament=this_tournament, **body, event=event, actor=actor_of(request))
        role_key = (role.user.get_username(), role.kind, event.slug if event else "")
        granted = (
            item
            for item in _held(this_tournament)
            if (item["holder"].username, item["role"].kind, item["role"].event) == role_key
        )
        return Response(RoleSerializer(next(granted)).data)


class RoleView(APIView):
    """One role of somebody."""

    @extend_schema(
        operation_id="revoke_role",
        summary="Take a role away",
        description="For the director; it holds no more from their next request on. One that is gone already: nothing "
        "happens.",
        parameters=[
            OpenApiParameter("username", str, OpenApiParameter.PATH, description="Whose role."),
            OpenApiParameter("kind", str, OpenApiParameter.PATH, description="Which role."),
            OpenApiParameter("event", str, description="The event of a role that holds in one alone."),
        ],
        responses={204: None, **refusals(400, 401, 403, 404, 409)},
    )
    def delete(self, request: Request, tournament: str, username: str, kind: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        event = _event(this_tournament, request.query_params.get("event"))
        revoke_role(tournament=this_tournament, username=username, kind=kind, event=event, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationsView(APIView):
    """Who is invited to help."""

    @extend_schema(
        operation_id="list_invitations",
        summary="List invitations",
        description="For the director, the newest first; with code and link while they open something.",
        responses={200: pages_of(InvitationSerializer, "InvitationPage")},
        examples=[page_example(INVITATION)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        return paginated(
            self, request, invitations(this_tournament), lambda rows: _invitations(request, this_tournament, rows)
        )

    @extend_schema(
        operation_id="invite",
        summary="Invite somebody",
        description="For the director. One person comes with it: `POST /api/v1/join/`, or the link in a browser.",
        request=InvitationBody,
        responses={201: InvitationSerializer},
        examples=[
            body_example("A checker", {"kind": "checker", "name": "Joan Kemp"}),
            answer_example("As invited", INVITATION, 201),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        body = read(InvitationBody, request)
        event = _event(this_tournament, body.pop("event", None))
        row = invite(tournament=this_tournament, **body, event=event, actor=actor_of(request))
        shown = invitation_shown(row)
        return Response(_invitations(request, this_tournament, [shown])[0], status=status.HTTP_201_CREATED)


class InvitationView(APIView):
    """One invitation."""

    @extend_schema(
        operation_id="revoke_invitation",
        summary="Take an invitation back",
        description="For the director. One that is void already: nothing happens; `used`: somebody has come with it.",
        parameters=[OpenApiParameter("number", int, OpenApiParameter.PATH, description="The invitation's number.")],
    )
    def delete(self, request: Request, tournament: str, number: int) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        revoke_invitation(tournament=this_tournament, number=number, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _invitations(request: Request, tournament: Tournament, rows: Iterable[InvitationShown]) -> Any:
    """Return these invitations as data, with code and link as long as they are open."""
    shown = list(rows)
    open_numbers = [row.number for row in shown if row.state == "open"]
    keys = {row.number: invitation_key(row) for row in tournament.invitations.filter(number__in=open_numbers)}
    return InvitationSerializer(
        [
            {
                **asdict(row),
                "code": readable(keys[row.number]) if row.number in keys else None,
                "link": _link(request, keys[row.number]) if row.number in keys else None,
            }
            for row in shown
        ],
        many=True,
    ).data


def _link(request: Request, key: str) -> str | None:
    """Return the address that opens this invitation; None if no other device can open the site."""
    site, _only_here = reachable.site_for_others(request)
    return site + reverse("tournaments:join", args=[key]) if site else None


class JoinView(APIView):
    """Coming in with an invitation."""

    @extend_schema(
        operation_id="join",
        summary="Come in with an invitation",
        description="Whoever is signed in takes the role; anybody else sends a user name, a name and a password, and has "
        "an account from then on (`POST /api/v1/token/`). After many wrong keys an address has to wait.",
        request=JoinBody,
        responses={200: JoinedSerializer, **refusals(400, 409, 429)},
        examples=[
            body_example(
                "With a new account",
                {
                    "key": "7K4M-9XQT-2PWD-HH3R",
                    "username": "joan",
                    "name": "Joan Kemp",
                    "password": "fifteen-two-and-a-pair",
                },
            ),
            answer_example(
                "In", {"tournament": "sierra", "event": None, "kind": "checker", "ends_at": None, "username": "joan"}
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        body = read(JoinBody, request)
        if invitation_of(normalised(body["key"])) is None:
            JOINING.refuse_or_count(request)
            message = people_words.no_such_code()
            raise Malformed(message, faults=[Fault("key", "unknown", message)])
        if isinstance(request.user, User):
            role = accept_invitation(key=body["key"], actor=actor_of(request))
        else:
            missing = [field for field in ("username", "name", "password") if not body.get(field)]
            if missing:
                message = _("Sign in, or send a user name, a name and a password for a new account.")
                raise Malformed(message, faults=[Fault(field, "required", message) for field in missing])
            newcomer = Actor.of_newcomer(body["username"], body["name"])
            role = join_with_account(**body, actor=newcomer)
        return Response(JoinedSerializer(role).data)
