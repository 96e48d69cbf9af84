"""What the pages of the playoffs ask for."""

from brackets.forms.playoffs import DrawForm, ForfeitForm, GameForm, ScheduleForm

__all__ = ["DrawForm", "ForfeitForm", "GameForm", "ScheduleForm"]
