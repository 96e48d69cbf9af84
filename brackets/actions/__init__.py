"""What is done in the playoffs. Every function locks the event, refuses, writes, and leaves one row in the trail."""

from brackets.actions.drawing import draw_bracket
from brackets.actions.playing import forfeit_game, record_game, take_back_game
from brackets.actions.timing import schedule_match, schedule_round

__all__ = ["draw_bracket", "forfeit_game", "record_game", "schedule_match", "schedule_round", "take_back_game"]
