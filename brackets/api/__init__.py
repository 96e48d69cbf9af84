"""The playoffs in the API. Shapes only; actions decide."""

from brackets.api.playoffs import BracketView, ForfeitsView, GamesView, LastGameView, MatchView

__all__ = ["BracketView", "ForfeitsView", "GamesView", "LastGameView", "MatchView"]
