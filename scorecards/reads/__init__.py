"""Fetches cards and decisions, hands them to the rules, and gives what pages, API and jobs show."""

from scorecards.reads.cards import card, totals
from scorecards.reads.discrepancies import (
    DiscrepancyView,
    differing_games,
    discrepancies,
    discrepancy_id,
    discrepancy_view,
    find_game,
    given_values,
    line_values,
)
from scorecards.reads.sheet import CardFacts, Sheet, Values, sheet, sheet_for
from scorecards.reads.standings import (
    Served,
    consistent_standings,
    crosscheck_summary,
    latest_snapshot,
    level_groups,
    pack,
    posted_standings,
    qualifiers,
    served_standings,
    standings,
    store_snapshot,
    unpack,
)

__all__ = [
    "CardFacts",
    "DiscrepancyView",
    "Served",
    "Sheet",
    "Values",
    "card",
    "consistent_standings",
    "crosscheck_summary",
    "differing_games",
    "discrepancies",
    "discrepancy_id",
    "discrepancy_view",
    "find_game",
    "given_values",
    "latest_snapshot",
    "level_groups",
    "line_values",
    "pack",
    "posted_standings",
    "qualifiers",
    "served_standings",
    "sheet",
    "sheet_for",
    "standings",
    "store_snapshot",
    "totals",
    "unpack",
]
