"""The playoffs and what comes of them: one bracket per event, its matches in chart order, the games of each match; what is paid
out, and what somebody is honoured for."""

from brackets.models.honours import Honour
from brackets.models.playoffs import Bracket, GameClaim, Match, MatchGame
from brackets.models.settling import Item, Payout, PoolPlan, Prize

__all__ = ["Bracket", "GameClaim", "Honour", "Item", "Match", "MatchGame", "Payout", "PoolPlan", "Prize"]
