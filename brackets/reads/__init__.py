"""Fetches a bracket and gives what pages and API show of it."""

from brackets.reads.board import BracketPage, Outlook, bracket_page, outlook
from brackets.reads.drawn import (
    BracketNow,
    MatchNow,
    Side,
    bracket,
    bracket_values,
    is_drawn,
    match,
    match_values,
    qualifiers,
)
from brackets.reads.matchcard import ForfeitClock, MatchPage, match_page
from brackets.reads.placings import Placing, placings

__all__ = [
    "BracketNow",
    "BracketPage",
    "ForfeitClock",
    "MatchNow",
    "MatchPage",
    "Outlook",
    "Placing",
    "Side",
    "bracket",
    "bracket_page",
    "bracket_values",
    "is_drawn",
    "match",
    "match_page",
    "match_values",
    "outlook",
    "placings",
    "qualifiers",
]
