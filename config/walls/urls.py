"""Where the screens are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from config.walls import views

app_name = "walls"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/wall/<number:number>/", views.screen, name="screen"),
]
