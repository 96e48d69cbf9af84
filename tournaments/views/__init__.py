"""The pages of tournaments: the list, one tournament and its people, entrants and seats of its events."""

from tournaments.views.entrants import entrant, entrants, link, paste, remove, status
from tournaments.views.people import account, people, relate, revoke, unrelate
from tournaments.views.seating import seating
from tournaments.views.tournaments import (
    event_settings,
    events,
    hidden,
    new,
    quota,
    tournament,
    tournament_list,
)

__all__ = [
    "account",
    "entrant",
    "entrants",
    "event_settings",
    "events",
    "hidden",
    "link",
    "new",
    "paste",
    "people",
    "quota",
    "relate",
    "remove",
    "revoke",
    "seating",
    "status",
    "tournament",
    "tournament_list",
    "unrelate",
]
