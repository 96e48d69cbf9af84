"""Pages under `/t/<tournament>/<event>/`, and the API's addresses relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scorecards.cards.api.cards import CardsView, CardView
from scorecards.cards.api.phones import PhonesView, ToldCardsView, ToldLineView
from scorecards.cards.api.stack import AsideView, EndsView, NotReceivedView, ReceivedView
from scorecards.cards.pages.bringing_in import bring_in
from scorecards.cards.pages.cards import card, cards, ends, goes_on, set_aside, take_up
from scorecards.cards.pages.phones import phone_cards, phone_line, phones
from scorecards.cards.pages.stack import not_received, pile, received, worker
from scorecards.crosscheck.api.control import ControlView, PilesView
from scorecards.crosscheck.api.crosscheck import (
    AcceptAllView,
    AcceptView,
    CrossCheckView,
    DiscrepanciesView,
    LeaveView,
    OverrideView,
    ReferView,
    TakeBackView,
)
from scorecards.crosscheck.api.looks import LooksView
from scorecards.crosscheck.pages.control import control, ranks
from scorecards.crosscheck.pages.crosscheck import (
    accept,
    accept_all,
    by_hand,
    crosscheck,
    initials,
    leave,
    refer,
    take_back,
)
from scorecards.crosscheck.pages.looks import look, looks
from scorecards.ladder.api import LadderNextView, LadderResultsView, LadderResultView, LadderView
from scorecards.ladder.pages import (
    ladder,
    ladder_back,
    ladder_next,
    ladder_of_game,
    ladder_result,
    ladder_take_back,
    rules_card,
)
from scorecards.standings.api.earlier import MomentsView, StandingsThenView
from scorecards.standings.api.exemption import ExemptionView
from scorecards.standings.api.inform import InformOneView, InformView
from scorecards.standings.api.standings import QualifiersView, StandingsView
from scorecards.standings.api.versions import VersionsView, VersionView
from scorecards.standings.pages.earlier import earlier
from scorecards.standings.pages.exemption import exemption
from scorecards.standings.pages.inform import inform
from scorecards.standings.pages.standings import check, posting, standings
from scorecards.standings.pages.versions import as_of, versions

app_name = "scorecards"

_PAGE = "t/<slug:tournament>/<slug:event>/"
_CASE = f"{_PAGE}cross-check/<str:discrepancy>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_PAGE}cards/", cards, name="cards"),
    path(f"{_PAGE}cards/pile/", pile, name="pile"),
    path(f"{_PAGE}cards/received/", received, name="received"),
    path(f"{_PAGE}cards/bring-in/", bring_in, name="bring_in"),
    path(f"{_PAGE}cards/worker.js", worker, name="worker"),
    path(f"{_PAGE}cards/<str:seat>/", card, name="card"),
    path(f"{_PAGE}cards/<str:seat>/not-received/", not_received, name="not_received"),
    path(f"{_PAGE}cards/<str:seat>/set-aside/", set_aside, name="set_aside"),
    path(f"{_PAGE}cards/<str:seat>/take-up/", take_up, name="take_up"),
    path(f"{_PAGE}cards/<str:seat>/ends/", ends, name="ends"),
    path(f"{_PAGE}cards/<str:seat>/goes-on/", goes_on, name="goes_on"),
    path(f"{_PAGE}ladder/", ladder, name="ladder"),
    path(f"{_PAGE}ladder/rules/", rules_card, name="ladder_rules"),
    path(f"{_PAGE}ladder/<number:game>/", ladder_of_game, name="ladder_of_game"),
    path(f"{_PAGE}ladder/result/", ladder_result, name="ladder_result"),
    path(f"{_PAGE}ladder/take-back/", ladder_take_back, name="ladder_take_back"),
    path(f"{_PAGE}ladder/next/", ladder_next, name="ladder_next"),
    path(f"{_PAGE}ladder/back/", ladder_back, name="ladder_back"),
    path(f"{_PAGE}phones/", phones, name="phones"),
    path(f"{_PAGE}phones/cards/", phone_cards, name="phone_cards"),
    path(f"{_PAGE}phones/lines/<str:seat>/<number:game>/", phone_line, name="phone_line"),
    path(f"{_PAGE}looks/", looks, name="looks"),
    path(f"{_PAGE}looks/<str:seat>/<number:game>/", look, name="look"),
    path(f"{_PAGE}cross-check/", crosscheck, name="crosscheck"),
    path(f"{_PAGE}cross-check/accept/", accept_all, name="accept_all"),
    path(f"{_PAGE}cross-check/initials/", initials, name="initials"),
    path(f"{_CASE}accept/", accept, name="accept"),
    path(f"{_CASE}by-hand/", by_hand, name="by_hand"),
    path(f"{_CASE}refer/", refer, name="refer"),
    path(f"{_CASE}leave/", leave, name="leave"),
    path(f"{_CASE}take-back/", take_back, name="take_back"),
    path(f"{_PAGE}control/", control, name="control"),
    path(f"{_PAGE}control/ranks/", ranks, name="ranks"),
    path(f"{_PAGE}settings/exemption/", exemption, name="exemption"),
    path(f"{_PAGE}inform/", inform, name="inform"),
    path(f"{_PAGE}standings/", standings, name="standings"),
    path(f"{_PAGE}standings/check/", check, name="check"),
    path(f"{_PAGE}standings/as-of/<number:number>/", as_of, name="as_of"),
    path(f"{_PAGE}standings/earlier/", earlier, name="earlier"),
    path(f"{_PAGE}standings/earlier/<number:number>/", earlier, name="earlier_at"),
    path(f"{_PAGE}qualifiers/versions/", versions, name="versions"),
    path(f"{_PAGE}posting/", posting, name="posting"),
]

_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_EVENT}scorecards/", CardsView.as_view()),
    path(f"{_EVENT}scorecards/received/", ReceivedView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/", CardView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/received/", NotReceivedView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/set-aside/", AsideView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/ends/", EndsView.as_view()),
    path(f"{_EVENT}ladder/", LadderView.as_view()),
    path(f"{_EVENT}ladder/results/", LadderResultsView.as_view()),
    path(f"{_EVENT}ladder/results/<number:game>/<number:table>/", LadderResultView.as_view()),
    path(f"{_EVENT}ladder/next/", LadderNextView.as_view()),
    path(f"{_EVENT}phones/", PhonesView.as_view()),
    path(f"{_EVENT}phones/cards/", ToldCardsView.as_view()),
    path(f"{_EVENT}phones/lines/<str:seat>/<number:game>/", ToldLineView.as_view()),
    path(f"{_EVENT}looks/", LooksView.as_view(), name="api_looks"),
    path(f"{_EVENT}cross-check/", CrossCheckView.as_view()),
    path(f"{_EVENT}cross-check/accept/", AcceptAllView.as_view()),
    path(f"{_EVENT}control/", ControlView.as_view()),
    path(f"{_EVENT}piles/", PilesView.as_view()),
    path(f"{_EVENT}discrepancies/", DiscrepanciesView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/accept/", AcceptView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/override/", OverrideView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/refer/", ReferView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/leave/", LeaveView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/decision/", TakeBackView.as_view()),
    path(f"{_EVENT}exemption/", ExemptionView.as_view()),
    path(f"{_EVENT}inform/", InformView.as_view()),
    path(f"{_EVENT}inform/<str:seat>/", InformOneView.as_view()),
    path(f"{_EVENT}standings/", StandingsView.as_view()),
    path(f"{_EVENT}standings/earlier/", MomentsView.as_view()),
    path(f"{_EVENT}standings/earlier/<number:number>/", StandingsThenView.as_view()),
    path(f"{_EVENT}qualifiers/versions/", VersionsView.as_view()),
    path(f"{_EVENT}qualifiers/versions/<number:number>/", VersionView.as_view()),
    path(f"{_EVENT}qualifiers/", QualifiersView.as_view()),
]
