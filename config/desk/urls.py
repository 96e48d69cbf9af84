"""Where the desk of an event is. It takes what no other page below the event's tournament has taken: mount it last."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from config.desk import views

app_name = "config"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/<slug:event>/", views.desk, name="desk"),
    path("t/<slug:tournament>/<slug:event>/log/", views.log, name="log"),
]
