"""Pages under `/t/<tournament>/<event>/`, and the API's addresses relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scorecards import api, views

app_name = "scorecards"

_PAGE = "t/<slug:tournament>/<slug:event>/"
_CASE = f"{_PAGE}cross-check/<str:discrepancy>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_PAGE}cards/", views.cards, name="cards"),
    path(f"{_PAGE}cards/pile/", views.pile, name="pile"),
    path(f"{_PAGE}cards/received/", views.received, name="received"),
    path(f"{_PAGE}cards/worker.js", views.worker, name="worker"),
    path(f"{_PAGE}cards/<str:seat>/", views.card, name="card"),
    path(f"{_PAGE}cards/<str:seat>/not-received/", views.not_received, name="not_received"),
    path(f"{_PAGE}cards/<str:seat>/set-aside/", views.set_aside, name="set_aside"),
    path(f"{_PAGE}cards/<str:seat>/take-up/", views.take_up, name="take_up"),
    path(f"{_PAGE}cards/<str:seat>/ends/", views.ends, name="ends"),
    path(f"{_PAGE}cards/<str:seat>/goes-on/", views.goes_on, name="goes_on"),
    path(f"{_PAGE}phones/", views.phones, name="phones"),
    path(f"{_PAGE}phones/cards/", views.phone_cards, name="phone_cards"),
    path(f"{_PAGE}phones/lines/<str:seat>/<number:game>/", views.phone_line, name="phone_line"),
    path(f"{_PAGE}looks/", views.looks, name="looks"),
    path(f"{_PAGE}looks/<str:seat>/<number:game>/", views.look, name="look"),
    path(f"{_PAGE}cross-check/", views.crosscheck, name="crosscheck"),
    path(f"{_PAGE}cross-check/accept/", views.accept_all, name="accept_all"),
    path(f"{_PAGE}cross-check/initials/", views.initials, name="initials"),
    path(f"{_CASE}accept/", views.accept, name="accept"),
    path(f"{_CASE}by-hand/", views.by_hand, name="by_hand"),
    path(f"{_CASE}refer/", views.refer, name="refer"),
    path(f"{_CASE}leave/", views.leave, name="leave"),
    path(f"{_CASE}take-back/", views.take_back, name="take_back"),
    path(f"{_PAGE}control/", views.control, name="control"),
    path(f"{_PAGE}control/ranks/", views.ranks, name="ranks"),
    path(f"{_PAGE}settings/exemption/", views.exemption, name="exemption"),
    path(f"{_PAGE}inform/", views.inform, name="inform"),
    path(f"{_PAGE}standings/", views.standings, name="standings"),
    path(f"{_PAGE}standings/check/", views.check, name="check"),
    path(f"{_PAGE}standings/as-of/<number:number>/", views.as_of, name="as_of"),
    path(f"{_PAGE}standings/earlier/", views.earlier, name="earlier"),
    path(f"{_PAGE}standings/earlier/<number:number>/", views.earlier, name="earlier_at"),
    path(f"{_PAGE}qualifiers/versions/", views.versions, name="versions"),
    path(f"{_PAGE}posting/", views.posting, name="posting"),
]

_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_EVENT}scorecards/", api.CardsView.as_view()),
    path(f"{_EVENT}scorecards/received/", api.ReceivedView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/", api.CardView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/received/", api.NotReceivedView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/set-aside/", api.AsideView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/ends/", api.EndsView.as_view()),
    path(f"{_EVENT}phones/", api.PhonesView.as_view()),
    path(f"{_EVENT}phones/cards/", api.ToldCardsView.as_view()),
    path(f"{_EVENT}phones/lines/<str:seat>/<number:game>/", api.ToldLineView.as_view()),
    path(f"{_EVENT}looks/", api.LooksView.as_view(), name="api_looks"),
    path(f"{_EVENT}cross-check/", api.CrossCheckView.as_view()),
    path(f"{_EVENT}cross-check/accept/", api.AcceptAllView.as_view()),
    path(f"{_EVENT}control/", api.ControlView.as_view()),
    path(f"{_EVENT}piles/", api.PilesView.as_view()),
    path(f"{_EVENT}discrepancies/", api.DiscrepanciesView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/accept/", api.AcceptView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/override/", api.OverrideView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/refer/", api.ReferView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/leave/", api.LeaveView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/decision/", api.TakeBackView.as_view()),
    path(f"{_EVENT}exemption/", api.ExemptionView.as_view()),
    path(f"{_EVENT}inform/", api.InformView.as_view()),
    path(f"{_EVENT}inform/<str:seat>/", api.InformOneView.as_view()),
    path(f"{_EVENT}standings/", api.StandingsView.as_view()),
    path(f"{_EVENT}standings/earlier/", api.MomentsView.as_view()),
    path(f"{_EVENT}standings/earlier/<number:number>/", api.StandingsThenView.as_view()),
    path(f"{_EVENT}qualifiers/versions/", api.VersionsView.as_view()),
    path(f"{_EVENT}qualifiers/versions/<number:number>/", api.VersionView.as_view()),
    path(f"{_EVENT}qualifiers/", api.QualifiersView.as_view()),
]
