"""Clubs, their members and seasons in the API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubRights
from clubs.actions.clubs import change_club, create_club
from clubs.actions.directors import name_director, take_off_director
from clubs.actions.members import MAX_MEMBERS, MemberPlan, add_members, change_member, remove_member
from clubs.actions.seasons import change_season, create_season, put_back_season, take_out_season
from clubs.actions.undoing import undo
from clubs.api.views import OfClub
from clubs.models import MAX_NIGHTS, Club, Member, Season
from clubs.reads.clubs import directors_of, members_shown, visible_clubs
from clubs.reads.log import log_shown
from tournaments.api.shapes import (
    DayField,
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
from tournaments.errors import Forbidden
from tournaments.models import User
from tournaments.rules.last_name import by_last_name

LOG_ROW = {
    "entry": 31,
    "at": "2026-09-20T18:02:11Z",
    "who": "Pat Quill",
    "action": "night.corrected",
    "subject": {"kind": "night", "key": "2026-27/3"},
    "sentence": "Night 3 of 2026–27: corrected.",
    "reason": "Misread",
    "before": {"fee_cents": 400},
    "after": {"fee_cents": 500},
    "undoable": True,
}
CLUB = {
    "slug": "graeagle",
    "name": "Graeagle Peggers",
    "town": "Graeagle, California",
    "number": "112",
    "public": True,
    "members": 23,
    "seasons": ["2026-27"],
}
MEMBER = {
    "id": 4,
    "name": "Ann Petty",
    "named": True,
    "acc_number": "CA296",
    "kind": "member",
    "joined_on": "2026-09-05",
    "left_on": None,
    "guest_over": False,
    "note": "",
}
SEASON = {
    "slug": "2026-27",
    "name": "2026–27",
    "starts_on": "2026-09-05",
    "nights": 36,
    "points": "game_points_from_12",
    "sanctioned": True,
}
DIRECTOR = {"username": "ann"}
NEW_CLUB = {"slug": "graeagle", "name": "Graeagle Peggers", "town": "Graeagle, California", "number": "112"}
NEW_SEASON = {"slug": "2026-27", "name": "2026–27", "starts_on": "2026-09-05"}

CLUB_PATH = OpenApiParameter("club", OpenApiTypes.STR, OpenApiParameter.PATH, description="The club's short name.")
SEASON_PATH = OpenApiParameter(
    "season", OpenApiTypes.STR, OpenApiParameter.PATH, description="The season's short name in the club."
)
USERNAME_PATH = OpenApiParameter(
    "username", OpenApiTypes.STR, OpenApiParameter.PATH, description="The name with which the director signs in."
)
ROW_PATH = OpenApiParameter("row", OpenApiTypes.INT, OpenApiParameter.PATH, description="The row’s `entry` in the log.")
MEMBER_PATH = OpenApiParameter("member", OpenApiTypes.INT, OpenApiParameter.PATH, description="The member's id.")

# --- Shapes ----------------------------------------------------------------------------------------------------------


class ClubChanges(StrictSerializer):
    """What changes in a club; what is left out stays."""

    name = text_of(Club, "name", help_text="What it is called.")
    town = text_of(Club, "town", required=False, help_text="Where it meets.")
    number = text_of(Club, "number", required=False, help_text="The number that the ACC gave it.")
    public = TruthField(
        required=False,
        help_text="Whether everybody may look, or only those who are in it. The tournaments of its nights follow.",
    )


class ClubBody(ClubChanges):
    """A club as somebody makes it. Left out: a public one."""

    slug = text_of(Club, "slug", help_text="Its short name in addresses; it stays.")


class MemberFields(StrictSerializer):
    """Somebody in a club."""

    name = text_of(Member, "name", help_text="What they are called.")
    acc_number = text_of(Member, "acc_number", required=False, help_text="The ACC number; empty where there is none.")
    kind = OneOfField(
        choices=Member.Kind.choices,
        required=False,
        help_text="A member, a guest who is in no club, or a visitor who is in another one.",
    )
    joined_on = DayField(required=False, allow_null=True, help_text="Since when; left out where nobody knows.")


class MemberBody(MemberFields):
    """Somebody to take in. Left out: a member, from today."""


class MemberChanges(MemberFields):
    """What changes in a member; what is left out stays."""

    named = TruthField(required=False, help_text="Whether they are named in public.")

    left_on = DayField(
        required=False,
        allow_null=True,
        help_text="The first day on which they are not in the club; null while they are.",
    )


class SeasonFields(StrictSerializer):
    """What a director decides about a season."""

    name = text_of(Season, "name", help_text="What it is called.")
    starts_on = DayField(help_text="The first day on which a night can be.")
    nights = WholeNumberField(
        min_value=1, max_value=MAX_NIGHTS, required=False, help_text="How many nights there are at most; 36 left out."
    )
    points = OneOfField(
        choices=Season.Points.choices,
        required=False,
        help_text="How a night counts: its game points where they are 12 or more, else 0 (ours, for want of the ACC's own "
        "table of Grass Roots Points), or its game points always.",
    )
    sanctioned = TruthField(
        required=False, help_text="Whether its nights are sanctioned where a night does not say otherwise."
    )


class SeasonBody(SeasonFields):
    """A season as somebody begins it. Left out: 36 sanctioned nights that count from 12 game points."""

    slug = text_of(Season, "slug", help_text="Its short name in addresses, once per club.")


class SeasonChanges(SeasonFields):
    """What changes in a season; what is left out stays."""


class DirectorSerializer(StrictSerializer):
    """Somebody who directs a club."""

    username = TextField(max_length=150, help_text="The name with which they sign in.")


class ClubSerializer(serializers.Serializer[Any]):
    """A club."""

    slug = serializers.CharField(help_text="Its short name in addresses.")
    name = serializers.CharField(help_text="What it is called.")
    town = serializers.CharField(help_text="Where it meets; may be empty.")
    number = serializers.CharField(help_text="The number that the ACC gave it; may be empty.")
    public = serializers.BooleanField(help_text="Whether everybody may look, or only those who are in it.")
    members = serializers.SerializerMethodField(help_text="How many are in it now: members, no guests or visitors.")
    seasons = serializers.SerializerMethodField(help_text="Its seasons by their short names, newest first.")

    def get_members(self, club: Club) -> int:
        return club.members.filter(left_on__isnull=True, kind=Member.Kind.MEMBER).count()

    def get_seasons(self, club: Club) -> list[str]:
        return [season.slug for season in club.standing_seasons()]


class MemberSerializer(serializers.Serializer[Any]):
    """Somebody in a club."""

    id = serializers.IntegerField(help_text="For the results of a night.")
    name = serializers.CharField(
        help_text="What they are called; for everybody who does not direct the club a number for who is not to be named."
    )
    named = serializers.BooleanField(help_text="Whether they are named in public.")
    acc_number = serializers.CharField(
        help_text="The ACC number; empty where there is none, and for everybody who does not direct the club."
    )
    kind = serializers.ChoiceField(choices=Member.Kind.choices, help_text="A member, a guest or a visitor.")
    joined_on = serializers.DateField(allow_null=True, help_text="Since when; null where nobody knows.")
    left_on = serializers.DateField(
        allow_null=True, help_text="The first day on which they are not in the club; null while they are."
    )
    guest_over = serializers.BooleanField(
        help_text="Whether a guest has played four nights or scored 12 game points in one. Nothing is refused."
    )
    note = serializers.CharField(help_text="The same in a sentence; empty where there is nothing to say.")


class SeasonSerializer(serializers.Serializer[Any]):
    """A season of a club."""

    slug = serializers.CharField(help_text="Its short name in addresses.")
    name = serializers.CharField(help_text="What it is called.")
    starts_on = serializers.DateField(help_text="The first day on which a night can be.")
    nights = serializers.IntegerField(help_text="How many nights there are at most.")
    points = serializers.ChoiceField(choices=Season.Points.choices, help_text="How a night counts.")
    sanctioned = serializers.BooleanField(
        help_text="Whether its nights are sanctioned where a night does not say otherwise."
    )


class LogSubjectSerializer(serializers.Serializer[Any]):
    """What an act was about."""

    kind = serializers.CharField(source="subject_kind", help_text="As `night`.")
    key = serializers.CharField(source="subject_key", help_text="As `2026-27/3`.")


class LogSerializer(serializers.Serializer[Any]):
    """One thing that was done in a club."""

    entry = serializers.IntegerField(source="number", help_text="Its number, to undo it.")
    at = serializers.DateTimeField(help_text="When.")
    who = serializers.CharField(source="actor", help_text="Who did it.")
    action = serializers.CharField(source="row.action", help_text="As `night.corrected`.")
    subject = LogSubjectSerializer(source="row", help_text="What it was about.")
    sentence = serializers.CharField(source="text", help_text="What was done, for people.")
    reason = serializers.CharField(help_text="Why; empty where nobody said.")
    before = serializers.JSONField(
        source="row.before", allow_null=True, help_text="The values before; null without any."
    )
    after = serializers.JSONField(source="row.after", allow_null=True, help_text="The values after; null without any.")
    undoable = serializers.BooleanField(help_text="Whether it can be undone: the newest act about its thing.")


LogPages = pages_of(LogSerializer, "ClubLogPages")
ClubPages = pages_of(ClubSerializer, "ClubPages")
MemberPages = pages_of(MemberSerializer, "MemberPages")
SeasonPages = pages_of(SeasonSerializer, "SeasonPages")


def _members(club: Club, members: Iterable[Member], rights: ClubRights) -> list[Any]:
    return list(MemberSerializer(members_shown(club, members, numbers=rights.directs), many=True).data)


# --- Views -----------------------------------------------------------------------------------------------------------


class ClubsView(APIView):
    """All clubs that somebody may see."""

    @extend_schema(
        operation_id="list_clubs",
        summary="List clubs",
        description="The public ones, and those that you direct or are a member of.",
        responses={200: ClubPages, **refusals(404)},
        examples=[page_example(CLUB)],
    )
    def get(self, request: Request) -> Response:
        return paginated(self, request, visible_clubs(request.user), ClubSerializer)

    @extend_schema(
        operation_id="create_club",
        summary="Make a club",
        description="Anybody who is signed in may, and directs it.",
        request=ClubBody,
        responses={201: ClubSerializer, **refusals(400, 401, 409)},
        examples=[body_example("A club", NEW_CLUB), answer_example("As made", CLUB, 201)],
    )
    def post(self, request: Request) -> Response:
        if not isinstance(request.user, User):
            raise Forbidden("sign_in", _("Sign in to make a club."))
        club = create_club(**read(ClubBody, request), actor=actor_of(request))
        return Response(ClubSerializer(club).data, status=status.HTTP_201_CREATED)


class ClubView(OfClub):
    """One club."""

    @extend_schema(
        operation_id="club",
        summary="Look at a club",
        parameters=[CLUB_PATH],
        responses={200: ClubSerializer, **refusals(404)},
        examples=[answer_example("A club", CLUB)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return Response(ClubSerializer(self.club).data)

    @extend_schema(
        operation_id="change_club",
        summary="Change a club",
        description="For its director.",
        parameters=[CLUB_PATH],
        request=ClubChanges(partial=True),
        responses={200: ClubSerializer},
        examples=[body_example("Another town", {"town": "Portola"}), answer_example("As changed", CLUB)],
    )
    def patch(self, request: Request, **_names: Any) -> Response:
        changes = read(ClubChanges, request, partial=True)
        changed = change_club(club=self.club, changes=changes, actor=actor_of(request))
        return Response(ClubSerializer(changed).data)


class DirectorsView(OfClub):
    """Who directs a club."""

    directors_only = True

    @extend_schema(
        operation_id="club_directors",
        summary="List the directors of a club",
        description="For them alone.",
        parameters=[CLUB_PATH],
        responses={200: DirectorSerializer(many=True), **refusals(401, 403, 404)},
        examples=[answer_example("A director", DIRECTOR)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return Response(DirectorSerializer(directors_of(self.club), many=True).data)

    @extend_schema(
        operation_id="name_club_director",
        summary="Let somebody else direct a club too",
        description="For a director of the club. Again: nothing changes.",
        parameters=[CLUB_PATH],
        request=DirectorSerializer,
        responses={201: DirectorSerializer, **refusals(400, 401, 403, 404)},
        examples=[body_example("Somebody", DIRECTOR), answer_example("As named", DIRECTOR, 201)],
    )
    def post(self, request: Request, **_names: Any) -> Response:
        user = name_director(club=self.club, **read(DirectorSerializer, request), actor=actor_of(request))
        return Response(DirectorSerializer(user).data, status=status.HTTP_201_CREATED)


class DirectorView(OfClub):
    """One director."""

    @extend_schema(
        operation_id="take_off_club_director",
        summary="Take a club from one of its directors",
        description="For a director of the club; the only one stays.",
        parameters=[CLUB_PATH, USERNAME_PATH],
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, username: str, **_names: Any) -> Response:
        take_off_director(club=self.club, username=username, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MembersView(OfClub):
    """The people of a club."""

    @extend_schema(
        operation_id="club_members",
        summary="List the people of a club",
        description="Members, guests and visitors by last name, those who left too.",
        parameters=[CLUB_PATH],
        responses={200: MemberPages, **refusals(404)},
        examples=[page_example(MEMBER)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        members = sorted(self.club.members.order_by("pk"), key=lambda member: by_last_name(member.name))
        return paginated(self, request, members, lambda page: _members(self.club, page, self.rights))

    @extend_schema(
        operation_id="add_club_members",
        summary="Take people into a club",
        description="For its director; all or none. The answer has them in the order in which they were sent.",
        parameters=[CLUB_PATH],
        request=MemberBody(many=True),
        responses={201: MemberSerializer(many=True), **refusals(400, 401, 403, 404, 409)},
        examples=[
            body_example("Somebody", {"name": "Ann Petty", "acc_number": "CA296"}),
            answer_example("As taken in", MEMBER, 201),
        ],
    )
    def post(self, request: Request, **_names: Any) -> Response:
        bodies = read(MemberBody, request, many=True, max_length=MAX_MEMBERS)
        plans = [MemberPlan(**body) for body in bodies]
        added = add_members(club=self.club, members=plans, actor=actor_of(request))
        shown = {member["id"]: member for member in _members(self.club, added, self.rights)}
        return Response([shown[member.pk] for member in added], status=status.HTTP_201_CREATED)


class MemberView(OfClub):
    """One member."""

    @extend_schema(
        operation_id="club_member",
        summary="Look at somebody in a club",
        parameters=[CLUB_PATH, MEMBER_PATH],
        responses={200: MemberSerializer, **refusals(404)},
        examples=[answer_example("A member", MEMBER)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return Response(_members(self.club, [self.member], self.rights)[0])

    @extend_schema(
        operation_id="change_club_member",
        summary="Change somebody in a club",
        description="For its director: a guest joins by the kind `member`; who leaves has a `left_on` and stays in the tables.",
        parameters=[CLUB_PATH, MEMBER_PATH],
        request=MemberChanges(partial=True),
        responses={200: MemberSerializer, **refusals(400, 401, 403, 404, 409)},
        examples=[body_example("A guest joins", {"kind": "member"}), answer_example("As changed", MEMBER)],
    )
    def patch(self, request: Request, **_names: Any) -> Response:
        changes = read(MemberChanges, request, partial=True)
        changed = change_member(member=self.member, changes=changes, actor=actor_of(request))
        return Response(_members(self.club, [changed], self.rights)[0])

    @extend_schema(
        operation_id="remove_club_member",
        summary="Take somebody off the list of a club",
        description="For its director. Whoever has played stays in the tables, as somebody who left today.",
        parameters=[CLUB_PATH, MEMBER_PATH],
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, **_names: Any) -> Response:
        remove_member(member=self.member, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class LogView(OfClub):
    """The log of a club."""

    directors_only = True

    @extend_schema(
        operation_id="club_log",
        summary="Read the log of a club",
        description="For its directors. Newest first.",
        parameters=[CLUB_PATH],
        responses={200: LogPages, **refusals(401, 403, 404)},
        examples=[page_example(LOG_ROW)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        rows = self.club.log.order_by("-pk")
        return paginated(
            self, request, rows, lambda page: list(LogSerializer(log_shown(self.club, page), many=True).data)
        )


class UndoView(OfClub):
    """One row of the log, to be undone."""

    @extend_schema(
        operation_id="undo_in_club",
        summary="Undo what a row of the log says",
        description="For a director of the club; the newest act about a thing alone. The undo is a new row, and can be undone.",
        parameters=[CLUB_PATH, ROW_PATH],
        request=None,
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, row: int, **_names: Any) -> Response:
        undo(club=self.club, number=row, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeasonsView(OfClub):
    """The seasons of a club."""

    @extend_schema(
        operation_id="club_seasons",
        summary="List the seasons of a club",
        description="Newest first.",
        parameters=[CLUB_PATH],
        responses={200: SeasonPages, **refusals(404)},
        examples=[page_example(SEASON)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return paginated(self, request, self.club.standing_seasons(), SeasonSerializer)

    @extend_schema(
        operation_id="create_club_season",
        summary="Begin a season",
        description="For the director of the club.",
        parameters=[CLUB_PATH],
        request=SeasonBody,
        responses={201: SeasonSerializer, **refusals(400, 401, 403, 404, 409)},
        examples=[body_example("A season", NEW_SEASON), answer_example("As begun", SEASON, 201)],
    )
    def post(self, request: Request, **_names: Any) -> Response:
        season = create_season(club=self.club, **read(SeasonBody, request), actor=actor_of(request))
        return Response(SeasonSerializer(season).data, status=status.HTTP_201_CREATED)


class SeasonView(OfClub):
    """One season."""

    @extend_schema(
        operation_id="club_season",
        summary="Look at a season",
        parameters=[CLUB_PATH, SEASON_PATH],
        responses={200: SeasonSerializer, **refusals(404)},
        examples=[answer_example("A season", SEASON)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return Response(SeasonSerializer(self.season).data)

    @extend_schema(
        operation_id="change_club_season",
        summary="Change a season",
        description="For the director of the club. Another way to count makes the whole table anew.",
        parameters=[CLUB_PATH, SEASON_PATH],
        request=SeasonChanges(partial=True),
        responses={200: SeasonSerializer, **refusals(400, 401, 403, 404, 409)},
        examples=[body_example("Every night counts", {"points": "game_points"}), answer_example("As changed", SEASON)],
    )
    def patch(self, request: Request, **_names: Any) -> Response:
        changes = read(SeasonChanges, request, partial=True)
        changed = change_season(season=self.season, changes=changes, actor=actor_of(request))
        return Response(SeasonSerializer(changed).data)

    @extend_schema(
        operation_id="take_out_club_season",
        summary="Take a season out",
        description="For the director of the club, where no night stands in it. It can be put back.",
        parameters=[CLUB_PATH, SEASON_PATH],
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, **_names: Any) -> Response:
        take_out_season(season=self.season, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PutBackSeasonView(OfClub):
    """A season that was taken out."""

    puts_back = "season"

    @extend_schema(
        operation_id="put_back_club_season",
        summary="Put a season back that was taken out",
        description="For the director of the club. Its nights are put back one by one.",
        parameters=[CLUB_PATH, SEASON_PATH],
        request=None,
        responses={204: None, **refusals(401, 403, 404)},
    )
    def post(self, request: Request, **_names: Any) -> Response:
        put_back_season(season=self.season, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
