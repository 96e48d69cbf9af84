"""What the log records of each model of this app."""

from __future__ import annotations

from scorecards.models import (
    Discrepancy,
    Look,
    PostedList,
    Scorecard,
    ScoreLine,
    TieBreak,
    TieBreakPlace,
    ToldGame,
)
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.audit import Logged

SCORECARD = Logged(
    model=Scorecard,
    changes=("received_by", "ended_by", "again", "source"),
    by_hand="own_game_points own_games_won own_plus own_minus own_net set_aside_reason",
    left_out={
        THE_ROWS_OWN: "entry version typed_at typed_by typist received_at set_aside_at set_aside_by ended_at",
        "only a restore writes it": "restored_version",
    },
)
DISCREPANCY = Logged(
    model=Discrepancy,
    names=("kind", "resolved", "reason", "initials"),
    by_hand="basis",
    left_out={THE_ROWS_OWN: "game first second decided_by decided_at withdrawn_at"},
)
OTHERS = (
    Logged(model=ScoreLine, by_hand="game opponent points plus minus", left_out={THE_ROWS_OWN: "card"}),
    Logged(
        model=ToldGame,
        by_hand="game opponent spread points opponent_points via",
        left_out={THE_ROWS_OWN: "entry at", "the name of one save": "key"},
    ),
    Logged(model=Look, by_hand="game reading shown_at", left_out={THE_ROWS_OWN: "entry read_by reader read_at"}),
    Logged(model=TieBreak, by_hand="members", left_out={THE_ROWS_OWN: "recorded_by recorded_at"}),
    Logged(model=TieBreakPlace, by_hand="tiebreak place entry"),
    Logged(
        model=PostedList,
        by_hand="rows",
        left_out={THE_ROWS_OWN: "posted_at posted_by reason card withdrawn_at", "counts them": "number"},
    ),
)
LEFT_OUT = {
    "follows from the decision, which the trail has": "Correction",
    "follows from the cards and the list, which the trail has": "QualifyingResult StandingsSnapshot",
    "nobody did it": "Presence Receipt Showing",
}
"""The models that the log leaves out, by reason."""
