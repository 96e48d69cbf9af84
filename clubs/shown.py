"""Columns that the API shows of each model of this app."""

from __future__ import annotations

from clubs.api.clubs import ClubSerializer, LogSerializer, MemberSerializer, SeasonSerializer
from clubs.api.nights import NightSerializer, ResultSerializer
from clubs.models import Club, ClubLog, Member, Night, NightResult, Season
from tournaments.api.shapes import Shown
from tournaments.shown import ADDRESS, THE_LOG

SHOWN = (
    Shown(model=Club, by=(ClubSerializer,), left_out={THE_LOG: "created_at"}),
    Shown(
        model=Member,
        by=(MemberSerializer,),
        columns={"named": "unnamed_as"},
        left_out={ADDRESS: "club", "the name stands for the person": "player"},
    ),
    Shown(
        model=Season,
        by=(SeasonSerializer,),
        left_out={ADDRESS: "club", "a season that was taken out is not there": "withdrawn_at"},
    ),
    Shown(
        model=Night,
        by=(NightSerializer,),
        left_out={ADDRESS: "season", "a night that was taken out is not there": "withdrawn_at"},
    ),
    Shown(model=NightResult, by=(ResultSerializer,), left_out={ADDRESS: "night"}),
    Shown(
        model=ClubLog,
        by=(LogSerializer,),
        columns={"who": "actor_kind actor_key actor_name", "subject": "subject_kind subject_key"},
        left_out={ADDRESS: "club"},
    ),
)
LEFT_OUT = {"who directs a club is told to nobody": "ClubRole"}
"""The models of which the API shows nothing, by reason."""
