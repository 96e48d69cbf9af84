"""What the log of a club records of each model."""

from __future__ import annotations

from clubs.models import Club, ClubRole, Member, Night, NightResult, Season
from tournaments.audit import Logged

THE_ROWS_OWN = "the row of the log itself says what was done, to what, when, by whom and why"

CLUB = Logged(model=Club, names=("slug", "name", "town", "number", "public"), left_out={THE_ROWS_OWN: "created_at"})
MEMBER = Logged(
    model=Member,
    names=("name", "acc_number", "kind", "joined_on", "left_on"),
    changes=("unnamed_as",),
    left_out={"the subject names the club": "club", "name and number tell who it is": "player"},
)
SEASON = Logged(
    model=Season,
    names=("slug", "name", "starts_on", "nights", "points", "sanctioned"),
    left_out={"the row of the log is the club’s": "club", THE_ROWS_OWN: "withdrawn_at"},
)
NIGHT = Logged(
    model=Night,
    names=("number", "date", "games", "sanctioned", "fee_cents"),
    by_hand="event season",
    left_out={THE_ROWS_OWN: "withdrawn_at"},
)
OTHERS = (
    Logged(model=ClubRole, by_hand="user kind", left_out={"the row of the log is the club’s": "club"}),
    Logged(
        model=NightResult,
        by_hand="member game_points games_won net skunks_won skunks_lost hands_28 hands_29",
        left_out={"the subject names the night": "night"},
    ),
)
LEFT_OUT = {"the log itself": "ClubLog"}
