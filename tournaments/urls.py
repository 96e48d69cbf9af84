"""Where tournaments, events, entrants and seats are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

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
from tournaments.api.token import TokenView
from tournaments.api.tournaments import EventsView, EventView, TournamentsView, TournamentView
from tournaments.views.announcements import announcements, announcements_now, own_announcements, take_back_announcement
from tournaments.views.check_in import check_in, not_playing
from tournaments.views.displays import displays, remove_display, rename_display, show_display
from tournaments.views.entering import enter, enter_list, known
from tournaments.views.entrants import correct, entrant, entrants, link, paste, remove, seat_late, status
from tournaments.views.flyer import copy, flyer, flyer_words
from tournaments.views.hall_address import hall_address
from tournaments.views.invitations import invitation, invite, join, join_by_code, revoke_invitation
from tournaments.views.links import personal_link, renew_link, revoke_link
from tournaments.views.money import (
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
from tournaments.views.paper import make_links, paper, printed, sheets
from tournaments.views.people import account, head, people, relate, revoke, same, senior, unrelate
from tournaments.views.registrations import register, registered, registration, registrations
from tournaments.views.round import (
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
from tournaments.views.seating import seating, seating_proof, swap
from tournaments.views.tournaments import event_settings, events, hidden, new, quota, tournament, tournament_list

app_name = "tournaments"

_PAGE = "t/<slug:tournament>/<slug:event>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", tournament_list, name="list"),
    path("new/", new, name="new"),
    path("join/", join_by_code, name="join_by_code"),
    path("join/<slug:key>/", join, name="join"),
    path("t/<slug:tournament>/", tournament, name="tournament"),
    path("t/<slug:tournament>/events/", events, name="events"),
    path("t/<slug:tournament>/flyer/", flyer, name="flyer"),
    path("t/<slug:tournament>/flyer/words/", flyer_words, name="flyer_words"),
    path("t/<slug:tournament>/announcements/", announcements, name="announcements"),
    path("t/<slug:tournament>/announcements/now/", announcements_now, name="announcements_now"),
    path(
        "t/<slug:tournament>/announcements/<number:number>/take-back/",
        take_back_announcement,
        name="take_back_announcement",
    ),
    path("me/<slug:key>/announcements/", own_announcements, name="own_announcements"),
    path("t/<slug:tournament>/copy/", copy, name="copy"),
    path("t/<slug:tournament>/register/", register, name="register"),
    path("t/<slug:tournament>/register/<str:key>/", registered, name="registered"),
    path("t/<slug:tournament>/enter/", enter, name="enter"),
    path("t/<slug:tournament>/enter/known/", known, name="known"),
    path("t/<slug:tournament>/enter/list/", enter_list, name="enter_list"),
    path("t/<slug:tournament>/check-in/", check_in, name="check_in"),
    path("t/<slug:tournament>/not-playing/", not_playing, name="not_playing"),
    path("t/<slug:tournament>/registrations/", registrations, name="registrations"),
    path("t/<slug:tournament>/registrations/<number:number>/", registration, name="registration"),
    path("t/<slug:tournament>/hall-address/", hall_address, name="hall_address"),
    path("t/<slug:tournament>/displays/", displays, name="displays"),
    path("t/<slug:tournament>/displays/<number:number>/show/", show_display, name="show_display"),
    path("t/<slug:tournament>/displays/<number:number>/name/", rename_display, name="rename_display"),
    path("t/<slug:tournament>/displays/<number:number>/remove/", remove_display, name="remove_display"),
    path("t/<slug:tournament>/people/", people, name="people"),
    path("t/<slug:tournament>/people/account/", account, name="account"),
    path("t/<slug:tournament>/people/revoke/", revoke, name="revoke"),
    path("t/<slug:tournament>/people/head/", head, name="head"),
    path("t/<slug:tournament>/people/senior/", senior, name="senior"),
    path("t/<slug:tournament>/people/invite/", invite, name="invite"),
    path("t/<slug:tournament>/people/invitations/<number:number>/", invitation, name="invitation"),
    path(
        "t/<slug:tournament>/people/invitations/<number:number>/revoke/",
        revoke_invitation,
        name="revoke_invitation",
    ),
    path("t/<slug:tournament>/people/same/", same, name="same"),
    path("t/<slug:tournament>/people/relations/", relate, name="relate"),
    path("t/<slug:tournament>/people/relations/<number:relation>/remove/", unrelate, name="unrelate"),
    path("t/<slug:tournament>/money/", money, name="money"),
    path("t/<slug:tournament>/money/sheet/", money_sheet, name="money_sheet"),
    path("t/<slug:tournament>/money/accounts.csv", accounts_csv, name="accounts_csv"),
    path("t/<slug:tournament>/money/ledger.csv", ledger_csv, name="ledger_csv"),
    path("t/<slug:tournament>/money/<number:player>/", ledger, name="ledger"),
    path("t/<slug:tournament>/money/<number:player>/pools/", pools, name="pools"),
    path(
        "t/<slug:tournament>/money/<number:player>/lines/<number:number>/reverse/",
        reverse_line,
        name="reverse_line",
    ),
    path(f"{_PAGE}fees/", fees, name="fees"),
    path(f"{_PAGE}fees/first/", money_first, name="money_first"),
    path(f"{_PAGE}settings/", event_settings, name="event_settings"),
    path(f"{_PAGE}settings/hidden/", hidden, name="hidden"),
    path(f"{_PAGE}settings/quota/", quota, name="quota"),
    path(f"{_PAGE}entrants/", entrants, name="entrants"),
    path(f"{_PAGE}entrants/paste/", paste, name="paste"),
    path(f"{_PAGE}entrants/<number:number>/", entrant, name="entrant"),
    path(f"{_PAGE}entrants/<number:number>/status/", status, name="status"),
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

_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("token/", TokenView.as_view(), name="api_token"),
    path("tournaments/", TournamentsView.as_view(), name="api_tournaments"),
    path("tournaments/<slug:tournament>/", TournamentView.as_view(), name="api_tournament"),
    path("tournaments/<slug:tournament>/events/", EventsView.as_view(), name="api_events"),
    path("tournaments/<slug:tournament>/players/", LookUpView.as_view(), name="api_players"),
    path("tournaments/<slug:tournament>/flyer/", FlyerView.as_view(), name="api_flyer"),
    path("tournaments/<slug:tournament>/announcements/", AnnouncementsView.as_view(), name="api_announcements"),
    path(
        "tournaments/<slug:tournament>/announcements/<number:number>/",
        TakenBackView.as_view(),
        name="api_announcement_taken_back",
    ),
    path("tournaments/<slug:tournament>/copy/", CopyView.as_view(), name="api_copy"),
    path("tournaments/<slug:tournament>/namesakes/", NamesakesView.as_view(), name="api_namesakes"),
    path("join/", JoinView.as_view(), name="api_join"),
    path("tournaments/<slug:tournament>/roles/", RolesView.as_view(), name="api_roles"),
    path("tournaments/<slug:tournament>/roles/<str:username>/<slug:kind>/", RoleView.as_view(), name="api_role"),
    path("tournaments/<slug:tournament>/invitations/", InvitationsView.as_view(), name="api_invitations"),
    path(
        "tournaments/<slug:tournament>/invitations/<number:number>/",
        InvitationView.as_view(),
        name="api_invitation",
    ),
    path("tournaments/<slug:tournament>/displays/", DisplaysView.as_view(), name="api_displays"),
    path("tournaments/<slug:tournament>/displays/<number:number>/", DisplayView.as_view(), name="api_display"),
    path("tournaments/<slug:tournament>/relations/", RelationsView.as_view(), name="api_relations"),
    path("tournaments/<slug:tournament>/relations/<number:relation>/", RelationView.as_view(), name="api_relation"),
    path(_EVENT, EventView.as_view(), name="api_event"),
    path(f"{_EVENT}entrants/", EntrantsView.as_view(), name="api_entrants"),
    path("tournaments/<slug:tournament>/register/", RegisterView.as_view(), name="api_register"),
    path("tournaments/<slug:tournament>/register/<str:key>/", RegisteredView.as_view(), name="api_registered"),
    path("tournaments/<slug:tournament>/registrations/", RegistrationsView.as_view(), name="api_registrations"),
    path(
        "tournaments/<slug:tournament>/registrations/<number:number>/",
        RegistrationView.as_view(),
        name="api_registration",
    ),
    path(
        "tournaments/<slug:tournament>/registrations/<number:number>/acceptance/",
        AcceptanceView.as_view(),
        name="api_acceptance",
    ),
    path(
        "tournaments/<slug:tournament>/registrations/<number:number>/return/",
        ReturnView.as_view(),
        name="api_return",
    ),
    path(
        "tournaments/<slug:tournament>/registrations/<number:number>/refusal/",
        DeclineView.as_view(),
        name="api_decline",
    ),
    path("tournaments/<slug:tournament>/entries/", EntriesView.as_view(), name="api_entries"),
    path("tournaments/<slug:tournament>/known/", KnownView.as_view(), name="api_known"),
    path("tournaments/<slug:tournament>/check-in/", CheckInView.as_view(), name="api_check_in"),
    path("tournaments/<slug:tournament>/check-in/<number:player>/", CheckedInView.as_view(), name="api_checked_in"),
    path("tournaments/<slug:tournament>/exclusions/", ExclusionsView.as_view(), name="api_exclusions"),
    path("tournaments/<slug:tournament>/money/", MoneyView.as_view(), name="api_money"),
    path("tournaments/<slug:tournament>/accounts/", AccountsView.as_view(), name="api_accounts"),
    path("tournaments/<slug:tournament>/accounts/<number:player>/", AccountView.as_view(), name="api_account"),
    path("tournaments/<slug:tournament>/accounts/<number:player>/lines/", LinesView.as_view(), name="api_lines"),
    path(
        "tournaments/<slug:tournament>/accounts/<number:player>/lines/<number:number>/reversal/",
        ReversalView.as_view(),
        name="api_reversal",
    ),
    path(f"{_EVENT}fees/", FeesView.as_view(), name="api_fees"),
    path(f"{_EVENT}money-first/", MoneyFirstView.as_view(), name="api_money_first"),
    path(f"{_EVENT}entrants/<str:entrant>/pools/<number:fee>/", PoolView.as_view(), name="api_pool"),
    path(f"{_EVENT}paper/", PaperView.as_view(), name="api_paper"),
    path(f"{_EVENT}paper/<slug:kind>/", SheetsView.as_view(), name="api_sheets"),
    path(f"{_EVENT}links/", LinksView.as_view(), name="api_links"),
    path(f"{_EVENT}entrants/<str:entrant>/link/", LinkView.as_view(), name="api_link"),
    path(f"{_EVENT}entrants/<str:entrant>/", EntrantView.as_view(), name="api_entrant"),
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
