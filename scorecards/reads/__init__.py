"""Fetches cards and decisions, hands them to the rules, and gives what pages, API and jobs show."""

from scorecards.reads.cards import card, totals
from scorecards.reads.control import Control, control, control_values, piles_values
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
from scorecards.reads.earlier import acts, acts_until, earlier_sheet, log, log_numbers, split_discrepancy
from scorecards.reads.informed import Informed, informed, move_name, moves, to_inform
from scorecards.reads.looks import readers, readings
from scorecards.reads.presence import Here, cards_changed, people_at_cards, version_after
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
    "Control",
    "DiscrepancyView",
    "Here",
    "Informed",
    "Served",
    "Sheet",
    "Values",
    "acts",
    "acts_until",
    "card",
    "cards_changed",
    "consistent_standings",
    "control",
    "control_values",
    "crosscheck_summary",
    "differing_games",
    "discrepancies",
    "discrepancy_id",
    "discrepancy_view",
    "earlier_sheet",
    "find_game",
    "given_values",
    "informed",
    "latest_snapshot",
    "level_groups",
    "line_values",
    "log",
    "log_numbers",
    "move_name",
    "moves",
    "pack",
    "people_at_cards",
    "piles_values",
    "posted_standings",
    "qualifiers",
    "readers",
    "readings",
    "served_standings",
    "sheet",
    "sheet_for",
    "split_discrepancy",
    "standings",
    "store_snapshot",
    "to_inform",
    "totals",
    "unpack",
    "version_after",
]
