"""Columns that the log keeps of each model of this app."""

from __future__ import annotations

from brackets.models import GameClaim, Item, MatchGame, Payout
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.audit import Logged

OTHERS = (
    Logged(model=MatchGame, by_hand="game winner forfeit conceded", left_out={THE_ROWS_OWN: "match recorded_at"}),
    Logged(model=GameClaim, by_hand="game entry winner", left_out={THE_ROWS_OWN: "match at"}),
    Logged(model=Item, by_hand="kind name cents event reverses", left_out={THE_ROWS_OWN: "number at by"}),
    Logged(model=Payout, by_hand="kind cents player reverses", left_out={THE_ROWS_OWN: "number at by note"}),
)
