"""What every address of a club in the API begins with: the club, and what lies in it, looked up once."""

from __future__ import annotations

from typing import Any, Literal

from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.access import ClubRights, club_for, night_in, season_in
from clubs.models import Club, Member, Night, Season
from tournaments.api.shapes import found


class OfClub(APIView):
    """A view of one club, for those who see it; whatever changes something is for its director.

    `season`, `night` and `member` are there where the address names them. `directors_only`: so is looking. `puts_back`:
    which of them was taken out.
    """

    directors_only = False
    puts_back: Literal["season", "night", ""] = ""

    club: Club
    rights: ClubRights
    season: Season
    night: Night
    member: Member

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        directs = self.directors_only or request.method not in SAFE_METHODS
        self.club, self.rights = club_for(request.user, kwargs["club"], directs=directs)
        if "season" in kwargs:
            self.season = season_in(self.club, kwargs["season"], out=self.puts_back == "season")
        if "number" in kwargs:
            self.night = night_in(self.season, kwargs["number"], out=self.puts_back == "night")
        if "member" in kwargs:
            member = self.club.members.filter(pk=kwargs["member"]).first()
            self.member = found(member, _("This club has no such member. Look at the list of members."))
            self.member.club = self.club
