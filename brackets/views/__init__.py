"""The pages of the playoffs."""

from brackets.views.below import tiebreaks
from brackets.views.fees import change_fee
from brackets.views.late import late
from brackets.views.matchcard import (
    clock,
    ending,
    forfeits,
    games,
    last_game,
    match,
    players_report,
    schedule,
    table,
    taking_back,
)
from brackets.views.moving import moving, moving_from, moving_to
from brackets.views.playoffs import (
    announce_final,
    bracket,
    poster,
    round_length,
    round_schedule,
)
from brackets.views.prizes import plan_pool, pool_places, pools, prizes
from brackets.views.results import honour, honours, results
from brackets.views.settling import (
    payout,
    payout_slips,
    payouts,
    payouts_csv,
    reverse_item,
    reverse_payout,
    settlement,
)
from brackets.views.tables import round_tables

__all__ = [
    "announce_final",
    "bracket",
    "change_fee",
    "clock",
    "ending",
    "forfeits",
    "games",
    "honour",
    "honours",
    "last_game",
    "late",
    "match",
    "moving",
    "moving_from",
    "moving_to",
    "payout",
    "payout_slips",
    "payouts",
    "payouts_csv",
    "plan_pool",
    "players_report",
    "pool_places",
    "pools",
    "poster",
    "prizes",
    "results",
    "reverse_item",
    "reverse_payout",
    "round_length",
    "round_schedule",
    "round_tables",
    "schedule",
    "settlement",
    "table",
    "taking_back",
    "tiebreaks",
]
