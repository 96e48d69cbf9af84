"""Where tournaments, events, entrants and seats are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.day.api import DayChangesView, DayChangeView, MeetingAgainView, RoundView, TableNowView
from tournaments.day.pages import (
    call_game,
    clock,
    day_change,
    decks,
    round_page,
    table_done,
    undo_day_change,
    undo_meeting_again,
    undo_no_show,
)
from tournaments.entrants.api.entering import (
    CheckedInView,
    CheckInView,
    EntriesView,
    ExclusionsView,
    KnownView,
    LateSeatsView,
)
from tournaments.entrants.api.entrants import (
    EntrantNamingView,
    EntrantPersonView,
    EntrantsView,
    EntrantView,
    ScheduleView,
    SeatingProofView,
    SeatingView,
    SwapsView,
)
from tournaments.entrants.api.namesakes import NamesakesView
from tournaments.entrants.api.paper import LinksView, LinkView, PaperView, SheetsView
from tournaments.entrants.api.registrations import (
    AcceptanceView,
    DeclineView,
    RegisteredView,
    RegisterView,
    RegistrationsView,
    RegistrationView,
    ReturnView,
)
from tournaments.entrants.pages.check_in import check_in, not_playing
from tournaments.entrants.pages.entering import enter, enter_list, known
from tournaments.entrants.pages.entrants import (
    correct,
    entrant,
    entrants,
    link,
    named,
    paste,
    remove,
    seat_late,
    status,
)
from tournaments.entrants.pages.paper import make_links, paper, printed, sheets
from tournaments.entrants.pages.registrations import register, registered, registration, registrations
from tournaments.money.api import (
    AccountsView,
    AccountView,
    FeesView,
    LinesView,
    MoneyFirstView,
    MoneyView,
    PoolView,
    ReversalView,
)
from tournaments.money.pages import (
    accounts_csv,
    fees,
    ledger,
    ledger_csv,
    money,
    money_first,
    money_sheet,
    pools,
    reverse_line,
)
from tournaments.people.api.people import InvitationsView, InvitationView, JoinView, RolesView, RoleView
from tournaments.people.api.relations import RelationsView, RelationView
from tournaments.people.api.token import TokenView
from tournaments.people.pages.invitations import invitation, invite, join, join_by_code, revoke_invitation
from tournaments.people.pages.links import personal_link, renew_link, revoke_link
from tournaments.people.pages.people import account, head, people, relate, revoke, same, senior, unrelate
from tournaments.seating.pages import seating, seating_proof, swap
from tournaments.venue.api.announcements import AnnouncementsView, TakenBackView
from tournaments.venue.api.displays import DisplaysView, DisplayView
from tournaments.venue.api.flyer import CopyView, FlyerView
from tournaments.venue.api.looking_up import LookUpView
from tournaments.venue.api.tournaments import EventsView, EventView, TournamentsView, TournamentView
from tournaments.venue.pages.announcements import (
    announcements,
    announcements_now,
    own_announcements,
    take_back_announcement,
)
from tournaments.venue.pages.displays import displays, remove_display, rename_display, show_display
from tournaments.venue.pages.flyer import copy, flyer, flyer_words
from tournaments.venue.pages.hall_address import hall_address
from tournaments.venue.pages.tournaments import event_settings, events, hidden, new, quota, tournament, tournament_list

app_name = "tournaments"

_TOURNAMENT = "t/<slug:tournament>/"
_PAGE = f"{_TOURNAMENT}<slug:event>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", tournament_list, name="list"),
    path("new/", new, name="new"),
    path("join/", join_by_code, name="join_by_code"),
    path("join/<slug:key>/", join, name="join"),
    path(_TOURNAMENT, tournament, name="tournament"),
    path(f"{_TOURNAMENT}events/", events, name="events"),
    path(f"{_TOURNAMENT}flyer/", flyer, name="flyer"),
    path(f"{_TOURNAMENT}flyer/words/", flyer_words, name="flyer_words"),
    path(f"{_TOURNAMENT}announcements/", announcements, name="announcements"),
    path(f"{_TOURNAMENT}announcements/now/", announcements_now, name="announcements_now"),
    path(
        f"{_TOURNAMENT}announcements/<number:number>/take-back/", take_back_announcement, name="take_back_announcement"
    ),
    path("me/<slug:key>/announcements/", own_announcements, name="own_announcements"),
    path(f"{_TOURNAMENT}copy/", copy, name="copy"),
    path(f"{_TOURNAMENT}register/", register, name="register"),
    path(f"{_TOURNAMENT}register/<str:key>/", registered, name="registered"),
    path(f"{_TOURNAMENT}enter/", enter, name="enter"),
    path(f"{_TOURNAMENT}enter/known/", known, name="known"),
    path(f"{_TOURNAMENT}enter/list/", enter_list, name="enter_list"),
    path(f"{_TOURNAMENT}check-in/", check_in, name="check_in"),
    path(f"{_TOURNAMENT}not-playing/", not_playing, name="not_playing"),
    path(f"{_TOURNAMENT}registrations/", registrations, name="registrations"),
    path(f"{_TOURNAMENT}registrations/<number:number>/", registration, name="registration"),
    path(f"{_TOURNAMENT}hall-address/", hall_address, name="hall_address"),
    path(f"{_TOURNAMENT}displays/", displays, name="displays"),
    path(f"{_TOURNAMENT}displays/<number:number>/show/", show_display, name="show_display"),
    path(f"{_TOURNAMENT}displays/<number:number>/name/", rename_display, name="rename_display"),
    path(f"{_TOURNAMENT}displays/<number:number>/remove/", remove_display, name="remove_display"),
    path(f"{_TOURNAMENT}people/", people, name="people"),
    path(f"{_TOURNAMENT}people/account/", account, name="account"),
    path(f"{_TOURNAMENT}people/revoke/", revoke, name="revoke"),
    path(f"{_TOURNAMENT}people/head/", head, name="head"),
    path(f"{_TOURNAMENT}people/senior/", senior, name="senior"),
    path(f"{_TOURNAMENT}people/invite/", invite, name="invite"),
    path(f"{_TOURNAMENT}people/invitations/<number:number>/", invitation, name="invitation"),
    path(f"{_TOURNAMENT}people/invitations/<number:number>/revoke/", revoke_invitation, name="revoke_invitation"),
    path(f"{_TOURNAMENT}people/same/", same, name="same"),
    path(f"{_TOURNAMENT}people/relations/", relate, name="relate"),
    path(f"{_TOURNAMENT}people/relations/<number:relation>/remove/", unrelate, name="unrelate"),
    path(f"{_TOURNAMENT}money/", money, name="money"),
    path(f"{_TOURNAMENT}money/sheet/", money_sheet, name="money_sheet"),
    path(f"{_TOURNAMENT}money/accounts.csv", accounts_csv, name="accounts_csv"),
    path(f"{_TOURNAMENT}money/ledger.csv", ledger_csv, name="ledger_csv"),
    path(f"{_TOURNAMENT}money/<number:player>/", ledger, name="ledger"),
    path(f"{_TOURNAMENT}money/<number:player>/pools/", pools, name="pools"),
    path(f"{_TOURNAMENT}money/<number:player>/lines/<number:number>/reverse/", reverse_line, name="reverse_line"),
    path(f"{_PAGE}fees/", fees, name="fees"),
    path(f"{_PAGE}fees/first/", money_first, name="money_first"),
    path(f"{_PAGE}settings/", event_settings, name="event_settings"),
    path(f"{_PAGE}settings/hidden/", hidden, name="hidden"),
    path(f"{_PAGE}settings/quota/", quota, name="quota"),
    path(f"{_PAGE}entrants/", entrants, name="entrants"),
    path(f"{_PAGE}entrants/paste/", paste, name="paste"),
    path(f"{_PAGE}entrants/<number:number>/", entrant, name="entrant"),
    path(f"{_PAGE}entrants/<number:number>/status/", status, name="status"),
    path(f"{_PAGE}entrants/<number:number>/named/", named, name="named"),
    path(f"{_PAGE}entrants/<number:number>/correct/", correct, name="correct"),
    path(f"{_PAGE}entrants/<number:number>/seat/", seat_late, name="seat_late"),
    path(f"{_PAGE}entrants/<number:number>/remove/", remove, name="remove"),
    path(f"{_PAGE}entrants/<number:number>/link/", link, name="link"),
    path(f"{_PAGE}entrants/<number:number>/personal/", personal_link, name="personal_link"),
    path(f"{_PAGE}entrants/<number:number>/personal/new/", renew_link, name="renew_link"),
    path(f"{_PAGE}entrants/<number:number>/personal/revoke/", revoke_link, name="revoke_link"),
    path(f"{_PAGE}paper/", paper, name="paper"),
    path(f"{_PAGE}paper/links/", make_links, name="make_links"),
    path(f"{_PAGE}paper/<slug:kind>/", sheets, name="sheets"),
    path(f"{_PAGE}paper/<slug:kind>/printed/", printed, name="printed"),
    path(f"{_PAGE}round/", round_page, name="round"),
    path(f"{_PAGE}round/game/", call_game, name="call_game"),
    path(f"{_PAGE}round/clock/", clock, name="game_clock"),
    path(f"{_PAGE}round/decks/", decks, name="decks"),
    path(f"{_PAGE}round/tables/<str:table>/", table_done, name="table_done"),
    path(f"{_PAGE}round/changes/<number:number>/undo/", undo_day_change, name="undo_day_change"),
    path(f"{_PAGE}round/no-shows/<number:number>/undo/", undo_no_show, name="undo_no_show"),
    path(f"{_PAGE}round/meeting-again/undo/", undo_meeting_again, name="undo_meeting_again"),
    path(f"{_PAGE}round/<slug:what>/", day_change, name="day_change"),
    path(f"{_PAGE}seating/", seating, name="seating"),
    path(f"{_PAGE}seating/proof/", seating_proof, name="seating_proof"),
    path(f"{_PAGE}seating/swap/", swap, name="swap"),
]

_API = "tournaments/<slug:tournament>/"
_EVENT = f"{_API}events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("token/", TokenView.as_view(), name="api_token"),
    path("tournaments/", TournamentsView.as_view(), name="api_tournaments"),
    path(_API, TournamentView.as_view(), name="api_tournament"),
    path(f"{_API}events/", EventsView.as_view(), name="api_events"),
    path(f"{_API}players/", LookUpView.as_view(), name="api_players"),
    path(f"{_API}flyer/", FlyerView.as_view(), name="api_flyer"),
    path(f"{_API}announcements/", AnnouncementsView.as_view(), name="api_announcements"),
    path(f"{_API}announcements/<number:number>/", TakenBackView.as_view(), name="api_announcement_taken_back"),
    path(f"{_API}copy/", CopyView.as_view(), name="api_copy"),
    path(f"{_API}namesakes/", NamesakesView.as_view(), name="api_namesakes"),
    path("join/", JoinView.as_view(), name="api_join"),
    path(f"{_API}roles/", RolesView.as_view(), name="api_roles"),
    path(f"{_API}roles/<str:username>/<slug:kind>/", RoleView.as_view(), name="api_role"),
    path(f"{_API}invitations/", InvitationsView.as_view(), name="api_invitations"),
    path(f"{_API}invitations/<number:number>/", InvitationView.as_view(), name="api_invitation"),
    path(f"{_API}displays/", DisplaysView.as_view(), name="api_displays"),
    path(f"{_API}displays/<number:number>/", DisplayView.as_view(), name="api_display"),
    path(f"{_API}relations/", RelationsView.as_view(), name="api_relations"),
    path(f"{_API}relations/<number:relation>/", RelationView.as_view(), name="api_relation"),
    path(_EVENT, EventView.as_view(), name="api_event"),
    path(f"{_EVENT}entrants/", EntrantsView.as_view(), name="api_entrants"),
    path(f"{_API}register/", RegisterView.as_view(), name="api_register"),
    path(f"{_API}register/<str:key>/", RegisteredView.as_view(), name="api_registered"),
    path(f"{_API}registrations/", RegistrationsView.as_view(), name="api_registrations"),
    path(f"{_API}registrations/<number:number>/", RegistrationView.as_view(), name="api_registration"),
    path(f"{_API}registrations/<number:number>/acceptance/", AcceptanceView.as_view(), name="api_acceptance"),
    path(f"{_API}registrations/<number:number>/return/", ReturnView.as_view(), name="api_return"),
    path(f"{_API}registrations/<number:number>/refusal/", DeclineView.as_view(), name="api_decline"),
    path(f"{_API}entries/", EntriesView.as_view(), name="api_entries"),
    path(f"{_API}known/", KnownView.as_view(), name="api_known"),
    path(f"{_API}check-in/", CheckInView.as_view(), name="api_check_in"),
    path(f"{_API}check-in/<number:player>/", CheckedInView.as_view(), name="api_checked_in"),
    path(f"{_API}exclusions/", ExclusionsView.as_view(), name="api_exclusions"),
    path(f"{_API}money/", MoneyView.as_view(), name="api_money"),
    path(f"{_API}accounts/", AccountsView.as_view(), name="api_accounts"),
    path(f"{_API}accounts/<number:player>/", AccountView.as_view(), name="api_account"),
    path(f"{_API}accounts/<number:player>/lines/", LinesView.as_view(), name="api_lines"),
    path(
        f"{_API}accounts/<number:player>/lines/<number:number>/reversal/", ReversalView.as_view(), name="api_reversal"
    ),
    path(f"{_EVENT}fees/", FeesView.as_view(), name="api_fees"),
    path(f"{_EVENT}money-first/", MoneyFirstView.as_view(), name="api_money_first"),
    path(f"{_EVENT}entrants/<str:entrant>/pools/<number:fee>/", PoolView.as_view(), name="api_pool"),
    path(f"{_EVENT}paper/", PaperView.as_view(), name="api_paper"),
    path(f"{_EVENT}paper/<slug:kind>/", SheetsView.as_view(), name="api_sheets"),
    path(f"{_EVENT}links/", LinksView.as_view(), name="api_links"),
    path(f"{_EVENT}entrants/<str:entrant>/link/", LinkView.as_view(), name="api_link"),
    path(f"{_EVENT}entrants/<str:entrant>/", EntrantView.as_view(), name="api_entrant"),
    path(f"{_EVENT}entrants/<str:entrant>/named/", EntrantNamingView.as_view(), name="api_entrant_named"),
    path(f"{_EVENT}entrants/<str:entrant>/person/", EntrantPersonView.as_view(), name="api_entrant_person"),
    path(f"{_EVENT}seating/", SeatingView.as_view(), name="api_seating"),
    path(f"{_EVENT}seating/proof/", SeatingProofView.as_view(), name="api_seating_proof"),
    path(f"{_EVENT}seating/swaps/", SwapsView.as_view(), name="api_swaps"),
    path(f"{_EVENT}late-seats/", LateSeatsView.as_view(), name="api_late_seats"),
    path(f"{_EVENT}round/", RoundView.as_view(), name="api_round"),
    path(f"{_EVENT}round/tables/<str:table>/", TableNowView.as_view(), name="api_table_now"),
    path(f"{_EVENT}day-changes/", DayChangesView.as_view(), name="api_day_changes"),
    path(f"{_EVENT}meeting-again/", MeetingAgainView.as_view(), name="api_meeting_again"),
    path(f"{_EVENT}day-changes/<number:number>/", DayChangeView.as_view(), name="api_day_change"),
    path(f"{_EVENT}schedule/", ScheduleView.as_view(), name="api_schedule"),
]
