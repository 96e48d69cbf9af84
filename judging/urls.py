"""URLs of the judges' pages, and API routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from judging.assistant.api import RulesView
from judging.assistant.pages.assistant import assistant, assistant_worker, case, count_hand, count_play
from judging.assistant.pages.rulebook import rule, rules
from judging.calls.api import (
    CallComingView,
    CallDeclinedView,
    CallDoneView,
    CallSentView,
    CallsView,
    CallThereView,
    CallThirdView,
    DutyView,
    JudgesView,
    MadeCallsView,
    MadeCallView,
)
from judging.calls.pages import (
    arrive,
    ask_third,
    calls,
    close_call,
    decline_call,
    give_up_call,
    new_call,
    send_judge,
    set_duty,
    take_back_made_call,
    take_call,
)
from judging.rulings.api import ConductView, JudgingView, RulingsView, RulingView, TakingBackView
from judging.rulings.pages.referrals import referrals
from judging.rulings.pages.rulings import conduct, judging, new_ruling, ruling, rulings, rulings_csv, take_back_ruling

app_name = "judging"

_CALLS = "t/<slug:tournament>/calls/"
_JUDGE = "t/<slug:tournament>/judge/"
_RULINGS = "t/<slug:tournament>/rulings/"
_API_RULINGS = "tournaments/<slug:tournament>/rulings/"
_API_CALLS = "tournaments/<slug:tournament>/calls/"
_API_JUDGES = "tournaments/<slug:tournament>/judges/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/referrals/", referrals, name="referrals"),
    path(_JUDGE, assistant, name="assistant"),
    path(f"{_JUDGE}worker.js", assistant_worker, name="assistant_worker"),
    path(f"{_JUDGE}hand/", count_hand, name="count_hand"),
    path(f"{_JUDGE}play/", count_play, name="count_play"),
    path(f"{_JUDGE}rules/", rules, name="rulebook"),
    path(f"{_JUDGE}rules/<str:key>/", rule, name="rule"),
    path(f"{_JUDGE}<slug:subject>/", case, name="case"),
    path(_CALLS, calls, name="calls"),
    path(f"{_CALLS}new/", new_call, name="new_call"),
    path(f"{_CALLS}duty/", set_duty, name="duty"),
    path(f"{_CALLS}<number:call>/coming/", take_call, name="take_call"),
    path(f"{_CALLS}<number:call>/there/", arrive, name="arrive"),
    path(f"{_CALLS}<number:call>/not-coming/", give_up_call, name="give_up_call"),
    path(f"{_CALLS}<number:call>/sent/", send_judge, name="send_judge"),
    path(f"{_CALLS}<number:call>/declined/", decline_call, name="decline_call"),
    path(f"{_CALLS}<number:call>/back/", take_back_made_call, name="take_back_made_call"),
    path(f"{_CALLS}<number:call>/third/", ask_third, name="ask_third"),
    path(f"{_CALLS}<number:call>/done/", close_call, name="close_call"),
    path(_RULINGS, rulings, name="rulings"),
    path("t/<slug:tournament>/rulings.csv", rulings_csv, name="rulings_csv"),
    path(f"{_RULINGS}new/", new_ruling, name="ruling_new"),
    path(f"{_RULINGS}<number:number>/", ruling, name="ruling"),
    path(f"{_RULINGS}<number:number>/taking-back/", take_back_ruling, name="take_back_ruling"),
    path("t/<slug:tournament>/conduct/", conduct, name="conduct"),
    path("t/<slug:tournament>/judging/", judging, name="judging"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/<slug:tournament>/rules/", RulesView.as_view(), name="api_rules"),
    path(_API_CALLS, CallsView.as_view(), name="api_calls"),
    path(f"{_API_CALLS}made/", MadeCallsView.as_view(), name="api_made_calls"),
    path(f"{_API_CALLS}<number:call>/coming/", CallComingView.as_view(), name="api_call_coming"),
    path(f"{_API_CALLS}<number:call>/there/", CallThereView.as_view(), name="api_call_there"),
    path(f"{_API_CALLS}made/<number:call>/", MadeCallView.as_view(), name="api_made_call"),
    path(f"{_API_CALLS}<number:call>/sent/<str:username>/", CallSentView.as_view(), name="api_call_sent"),
    path(f"{_API_CALLS}<number:call>/declined/", CallDeclinedView.as_view(), name="api_call_declined"),
    path(f"{_API_CALLS}<number:call>/third/", CallThirdView.as_view(), name="api_call_third"),
    path(f"{_API_CALLS}<number:call>/done/", CallDoneView.as_view(), name="api_call_done"),
    path(_API_JUDGES, JudgesView.as_view(), name="api_judges"),
    path(f"{_API_JUDGES}<str:username>/duty/", DutyView.as_view(), name="api_duty"),
    path(_API_RULINGS, RulingsView.as_view(), name="api_rulings"),
    path(f"{_API_RULINGS}<number:number>/", RulingView.as_view(), name="api_ruling"),
    path(f"{_API_RULINGS}<number:number>/taking-back/", TakingBackView.as_view(), name="api_take_back_ruling"),
    path("tournaments/<slug:tournament>/conduct/", ConductView.as_view(), name="api_conduct"),
    path("tournaments/<slug:tournament>/judging/", JudgingView.as_view(), name="api_judging"),
]
