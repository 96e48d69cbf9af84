"""What the API answers of each model of this app."""

from __future__ import annotations

from scorecards.cards.api.cards import CardSerializer, LineSerializer
from scorecards.cards.api.phones import ContrarySerializer
from scorecards.crosscheck.api.crosscheck import DiscrepancySerializer
from scorecards.models import (
    Correction,
    Discrepancy,
    PostedList,
    QualifyingResult,
    Scorecard,
    ScoreLine,
    ToldGame,
)
from scorecards.standings.api.standings import QualifierSerializer, StandingsRowSerializer
from scorecards.standings.api.versions import WholeVersionSerializer
from tournaments.api.shapes import Shown
from tournaments.shown import ADDRESS, THE_LOG

SHOWN = (
    Shown(
        model=Scorecard,
        by=(CardSerializer,),
        columns={
            "seat": "entry",
            "own_totals": "own_game_points own_games_won own_plus own_minus own_net",
            "ended": "ended_at",
        },
        left_out={
            THE_LOG: "typed_at typed_by typist received_at received_by set_aside_at set_aside_by set_aside_reason ended_by source",
            "`looks/` tells which lines are to be read again": "again",
            "only the exported document tells it": "restored_version",
        },
    ),
    Shown(model=ScoreLine, by=(LineSerializer,), left_out={ADDRESS: "card"}),
    Shown(
        model=ToldGame,
        by=(ContrarySerializer,),
        columns={"seat": "entry", "phone": "opponent spread points opponent_points"},
        left_out={THE_LOG: "via at", "the name of one save": "key"},
    ),
    Shown(
        model=Discrepancy,
        by=(DiscrepancySerializer,),
        columns={"cards": "first second", "outcome": "kind", "recorded": "basis"},
        left_out={THE_LOG: "withdrawn_at"},
    ),
    Shown(
        model=Correction,
        by=(DiscrepancySerializer,),
        columns={
            "cards": "entry",
            "recorded": "before",
            "resolved": "after",
            "decided_by": "made_by",
            "decided_at": "made_at",
            "id": "discrepancy",
        },
    ),
    Shown(
        model=QualifyingResult,
        by=(StandingsRowSerializer, QualifierSerializer),
        columns={"seat": "entry", "net": "minus"},
        left_out={"that of the tournament": "edition"},
    ),
    Shown(
        model=PostedList,
        by=(WholeVersionSerializer,),
        columns={"version": "number", "current": "withdrawn_at"},
    ),
)
LEFT_OUT = {
    "one is sent and answered with what it came to; the log has it": "Look TieBreak TieBreakPlace",
    "this site's own notes": "Presence Receipt Showing",
    "its body is the answer": "StandingsSnapshot",
}
"""The models that the API leaves out, by reason."""
