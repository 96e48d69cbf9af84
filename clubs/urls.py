"""Where clubs are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from clubs.api.clubs import (
    ClubsView,
    ClubView,
    DirectorsView,
    DirectorView,
    LogView,
    MembersView,
    MemberView,
    PutBackSeasonView,
    SeasonsView,
    SeasonView,
    UndoView,
)
from clubs.api.nights import NightsView, NightView, PutBackNightView, SeasonStandingsView
from clubs.pages import clubs, nights

app_name = "clubs"

_CLUB = "clubs/<slug:club>/"
_SEASON = f"{_CLUB}seasons/<slug:season>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/", clubs.clubs, name="list"),
    path(_CLUB, clubs.club, name="club"),
    path(f"{_CLUB}members/", clubs.members, name="members"),
    path(f"{_CLUB}members/list/", clubs.member_list, name="member_list"),
    path(f"{_CLUB}members/<number:member>/", clubs.member, name="member"),
    path(f"{_CLUB}members/<number:member>/remove/", clubs.remove, name="remove_member"),
    path(f"{_CLUB}seasons/", clubs.seasons, name="seasons"),
    path(f"{_CLUB}side-by-side/", clubs.side_by_side, name="side_by_side"),
    path(f"{_CLUB}directors/", clubs.directors, name="directors"),
    path(f"{_CLUB}directors/take-off/", clubs.take_off_director, name="take_off_director"),
    path(f"{_CLUB}log/", clubs.log, name="log"),
    path(f"{_CLUB}log/<number:row>/undo/", clubs.undo, name="undo"),
    path(f"{_CLUB}tonight/", nights.tonight, name="tonight"),
    path(_SEASON, nights.season, name="season"),
    path(f"{_SEASON}table.csv", nights.season_csv, name="season_csv"),
    path(f"{_SEASON}take-out/", nights.take_out_season, name="take_out_season"),
    path(f"{_SEASON}put-back/", nights.put_back_season, name="put_back_season"),
    path(f"{_SEASON}bring-in/", nights.bring_in, name="bring_in"),
    path(f"{_SEASON}nights/new/", nights.new_night, name="new_night"),
    path(f"{_SEASON}nights/<number:number>/", nights.night, name="night"),
    path(f"{_SEASON}nights/<number:number>/take-out/", nights.take_out, name="take_out"),
    path(f"{_SEASON}nights/<number:number>/put-back/", nights.put_back, name="put_back"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/", ClubsView.as_view(), name="api_clubs"),
    path(_CLUB, ClubView.as_view(), name="api_club"),
    path(f"{_CLUB}directors/", DirectorsView.as_view(), name="api_club_directors"),
    path(f"{_CLUB}directors/<str:username>/", DirectorView.as_view(), name="api_club_director"),
    path(f"{_CLUB}members/", MembersView.as_view(), name="api_club_members"),
    path(f"{_CLUB}members/<number:member>/", MemberView.as_view(), name="api_club_member"),
    path(f"{_CLUB}log/", LogView.as_view(), name="api_club_log"),
    path(f"{_CLUB}log/<number:row>/undo/", UndoView.as_view(), name="api_club_undo"),
    path(f"{_CLUB}seasons/", SeasonsView.as_view(), name="api_club_seasons"),
    path(_SEASON, SeasonView.as_view(), name="api_club_season"),
    path(f"{_SEASON}put-back/", PutBackSeasonView.as_view(), name="api_club_put_back_season"),
    path(f"{_SEASON}nights/", NightsView.as_view(), name="api_club_nights"),
    path(f"{_SEASON}nights/<number:number>/", NightView.as_view(), name="api_club_night"),
    path(f"{_SEASON}nights/<number:number>/put-back/", PutBackNightView.as_view(), name="api_club_put_back_night"),
    path(f"{_SEASON}standings/", SeasonStandingsView.as_view(), name="api_club_standings"),
]
