"""Models of the playoffs and their results: bracket, matches, games; prizes, payouts, and awards."""

from brackets.models.honours import Honour
from brackets.models.playoffs import Bracket, GameClaim, Match, MatchGame
from brackets.models.settling import Item, Payout, PoolPlan, Prize

__all__ = ["Bracket", "GameClaim", "Honour", "Item", "Match", "MatchGame", "Payout", "PoolPlan", "Prize"]
