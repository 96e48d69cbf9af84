"""Tournaments, events, entrants and seats in the API, and the shapes that the APIs of all apps share."""

from tournaments.api.entrants import EntrantsView, EntrantView, ScheduleView, SeatingView
from tournaments.api.relations import RelationsView, RelationView
from tournaments.api.shapes import ErrorSerializer, StrictSerializer, TextField, WholeNumberField
from tournaments.api.token import TokenView
from tournaments.api.tournaments import EventsView, EventView, TournamentsView, TournamentView

__all__ = [
    "EntrantView",
    "EntrantsView",
    "ErrorSerializer",
    "EventView",
    "EventsView",
    "RelationView",
    "RelationsView",
    "ScheduleView",
    "SeatingView",
    "StrictSerializer",
    "TextField",
    "TokenView",
    "TournamentView",
    "TournamentsView",
    "WholeNumberField",
]
