"""Columns that the API shows of each model of this app."""

from __future__ import annotations

from brackets.matches.api.playoffs import BracketOut, GameOut, MatchOut
from brackets.models import Bracket, Honour, Item, Match, MatchGame, Payout, PoolPlan, Prize
from brackets.results.api.books import ItemOut
from brackets.results.api.results import PublicHonourOut
from brackets.settling.api.payouts import PayoutLineOut
from brackets.settling.api.pools import PoolOut
from brackets.settling.api.prizes import PrizeOut
from tournaments.api.shapes import Shown
from tournaments.shown import ADDRESS, THE_LOG

SHOWN = (
    Shown(model=Bracket, by=(BracketOut,), columns={"byes": "qualifiers"}, left_out={THE_LOG: "drawn_at"}),
    Shown(
        model=Match,
        by=(MatchOut,),
        columns={"match": "number"},
        left_out={ADDRESS: "bracket round", THE_LOG: "ended_reason"},
    ),
    Shown(model=MatchGame, by=(GameOut,), left_out={ADDRESS: "match", THE_LOG: "recorded_at"}),
    Shown(model=Prize, by=(PrizeOut,), columns={"entrant": "entry"}),
    Shown(model=PoolPlan, by=(PoolOut,)),
    Shown(model=Item, by=(ItemOut,)),
    Shown(model=Payout, by=(PayoutLineOut,), left_out={ADDRESS: "player"}),
    Shown(model=Honour, by=(PublicHonourOut,), columns={"seat": "entry"}, left_out={THE_LOG: "note by"}),
)
LEFT_OUT = {"`differ` and the match of an entrant's own page come of them": "GameClaim"}
"""Models that the API does not show, by reason."""
