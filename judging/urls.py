"""Where the judges' pages are, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from judging import api, views

app_name = "judging"

_CALLS = "t/<slug:tournament>/calls/"
_JUDGE = "t/<slug:tournament>/judge/"
_RULINGS = "t/<slug:tournament>/rulings/"
_API_RULINGS = "tournaments/<slug:tournament>/rulings/"
_API_CALLS = "tournaments/<slug:tournament>/calls/"
_API_JUDGES = "tournaments/<slug:tournament>/judges/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/referrals/", views.referrals, name="referrals"),
    path(_JUDGE, views.assistant, name="assistant"),
    path(f"{_JUDGE}worker.js", views.assistant_worker, name="assistant_worker"),
    path(f"{_JUDGE}hand/", views.count_hand, name="count_hand"),
    path(f"{_JUDGE}play/", views.count_play, name="count_play"),
    path(f"{_JUDGE}rules/", views.rules, name="rulebook"),
    path(f"{_JUDGE}rules/<str:key>/", views.rule, name="rule"),
    path(f"{_JUDGE}<slug:subject>/", views.case, name="case"),
    path(_CALLS, views.calls, name="calls"),
    path(f"{_CALLS}new/", views.new_call, name="new_call"),
    path(f"{_CALLS}duty/", views.set_duty, name="duty"),
    path(f"{_CALLS}<number:call>/coming/", views.take_call, name="take_call"),
    path(f"{_CALLS}<number:call>/there/", views.arrive, name="arrive"),
    path(f"{_CALLS}<number:call>/not-coming/", views.give_up_call, name="give_up_call"),
    path(f"{_CALLS}<number:call>/sent/", views.send_judge, name="send_judge"),
    path(f"{_CALLS}<number:call>/declined/", views.decline_call, name="decline_call"),
    path(f"{_CALLS}<number:call>/back/", views.take_back_made_call, name="take_back_made_call"),
    path(f"{_CALLS}<number:call>/third/", views.ask_third, name="ask_third"),
    path(f"{_CALLS}<number:call>/done/", views.close_call, name="close_call"),
    path(_RULINGS, views.rulings, name="rulings"),
    path("t/<slug:tournament>/rulings.csv", views.rulings_csv, name="rulings_csv"),
    path(f"{_RULINGS}new/", views.new_ruling, name="ruling_new"),
    path(f"{_RULINGS}<number:number>/", views.ruling, name="ruling"),
    path(f"{_RULINGS}<number:number>/taking-back/", views.take_back_ruling, name="take_back_ruling"),
    path("t/<slug:tournament>/conduct/", views.conduct, name="conduct"),
    path("t/<slug:tournament>/judging/", views.judging, name="judging"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/<slug:tournament>/rules/", api.RulesView.as_view(), name="api_rules"),
    path(_API_CALLS, api.CallsView.as_view(), name="api_calls"),
    path(f"{_API_CALLS}made/", api.MadeCallsView.as_view(), name="api_made_calls"),
    path(f"{_API_CALLS}<number:call>/coming/", api.CallComingView.as_view(), name="api_call_coming"),
    path(f"{_API_CALLS}<number:call>/there/", api.CallThereView.as_view(), name="api_call_there"),
    path(f"{_API_CALLS}made/<number:call>/", api.MadeCallView.as_view(), name="api_made_call"),
    path(f"{_API_CALLS}<number:call>/sent/<str:username>/", api.CallSentView.as_view(), name="api_call_sent"),
    path(f"{_API_CALLS}<number:call>/declined/", api.CallDeclinedView.as_view(), name="api_call_declined"),
    path(f"{_API_CALLS}<number:call>/third/", api.CallThirdView.as_view(), name="api_call_third"),
    path(f"{_API_CALLS}<number:call>/done/", api.CallDoneView.as_view(), name="api_call_done"),
    path(_API_JUDGES, api.JudgesView.as_view(), name="api_judges"),
    path(f"{_API_JUDGES}<str:username>/duty/", api.DutyView.as_view(), name="api_duty"),
    path(_API_RULINGS, api.RulingsView.as_view(), name="api_rulings"),
    path(f"{_API_RULINGS}<number:number>/", api.RulingView.as_view(), name="api_ruling"),
    path(f"{_API_RULINGS}<number:number>/taking-back/", api.TakingBackView.as_view(), name="api_take_back_ruling"),
    path("tournaments/<slug:tournament>/conduct/", api.ConductView.as_view(), name="api_conduct"),
    path("tournaments/<slug:tournament>/judging/", api.JudgingView.as_view(), name="api_judging"),
]
