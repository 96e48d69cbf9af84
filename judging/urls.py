"""Where the judges' pages are, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from judging import api, views

app_name = "judging"

_CALLS = "t/<slug:tournament>/calls/"
_API_CALLS = "tournaments/<slug:tournament>/calls/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/referrals/", views.referrals, name="referrals"),
    path(_CALLS, views.calls, name="calls"),
    path(f"{_CALLS}<number:call>/coming/", views.take_call, name="take_call"),
    path(f"{_CALLS}<number:call>/done/", views.close_call, name="close_call"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(_API_CALLS, api.CallsView.as_view(), name="api_calls"),
    path(f"{_API_CALLS}<number:call>/coming/", api.CallComingView.as_view(), name="api_call_coming"),
    path(f"{_API_CALLS}<number:call>/done/", api.CallDoneView.as_view(), name="api_call_done"),
]
