"""Where a helper's password is set, and the API's route relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.accounts import api, pages

app_name = "accounts"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/people/password/", pages.password, name="password"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(
        "tournaments/<slug:tournament>/accounts/<str:username>/password/",
        api.PasswordView.as_view(),
        name="api_password",
    ),
]
