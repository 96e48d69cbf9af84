"""Tournaments, events, entrants and seats in the API, and the shapes that the APIs of all apps share."""

from tournaments.api.announcements import AnnouncementsView, TakenBackView
from tournaments.api.displays import DisplaysView, DisplayView
from tournaments.api.entering import CheckedInView, CheckInView, EntriesView, ExclusionsView, KnownView, LateSeatsView
from tournaments.api.entrants import (
    EntrantPersonView,
    EntrantsView,
    EntrantView,
    ScheduleView,
    SeatingProofView,
    SeatingView,
    SwapsView,
)
from tournaments.api.flyer import CopyView, FlyerView
from tournaments.api.looking_up import LookUpView
from tournaments.api.money import (
    AccountsView,
    AccountView,
    FeesView,
    LinesView,
    MoneyFirstView,
    MoneyView,
    PoolView,
    ReversalView,
)
from tournaments.api.namesakes import NamesakesView
from tournaments.api.paper import LinksView, LinkView, PaperView, SheetsView
from tournaments.api.people import InvitationsView, InvitationView, JoinView, RolesView, RoleView
from tournaments.api.registrations import (
    AcceptanceView,
    DeclineView,
    RegisteredView,
    RegisterView,
    RegistrationsView,
    RegistrationView,
    ReturnView,
)
from tournaments.api.relations import RelationsView, RelationView
from tournaments.api.round import DayChangesView, DayChangeView, MeetingAgainView, RoundView, TableNowView
from tournaments.api.shapes import ErrorSerializer, StrictSerializer, TextField, WholeNumberField
from tournaments.api.token import TokenView
from tournaments.api.tournaments import EventsView, EventView, TournamentsView, TournamentView

__all__ = [
    "AcceptanceView",
    "AccountView",
    "AccountsView",
    "AnnouncementsView",
    "CheckInView",
    "CheckedInView",
    "CopyView",
    "DayChangeView",
    "DayChangesView",
    "DeclineView",
    "DisplayView",
    "DisplaysView",
    "EntrantPersonView",
    "EntrantView",
    "EntrantsView",
    "EntriesView",
    "ErrorSerializer",
    "EventView",
    "EventsView",
    "ExclusionsView",
    "FeesView",
    "FlyerView",
    "InvitationView",
    "InvitationsView",
    "JoinView",
    "KnownView",
    "LateSeatsView",
    "LinesView",
    "LinkView",
    "LinksView",
    "LookUpView",
    "MeetingAgainView",
    "MoneyFirstView",
    "MoneyView",
    "NamesakesView",
    "PaperView",
    "PoolView",
    "RegisterView",
    "RegisteredView",
    "RegistrationView",
    "RegistrationsView",
    "RelationView",
    "RelationsView",
    "ReturnView",
    "ReversalView",
    "RoleView",
    "RolesView",
    "RoundView",
    "ScheduleView",
    "SeatingProofView",
    "SeatingView",
    "SheetsView",
    "StrictSerializer",
    "SwapsView",
    "TableNowView",
    "TakenBackView",
    "TextField",
    "TokenView",
    "TournamentView",
    "TournamentsView",
    "WholeNumberField",
]
