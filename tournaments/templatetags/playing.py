"""What an event is told in, which depends on how it is played."""

from __future__ import annotations

from django import template

from tournaments.words import playing

register = template.Library()
register.filter("posted_told", playing.posted)
register.filter("phones_told", playing.phones)
