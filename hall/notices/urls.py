"""The URLs of notices: turning them on, confirming and ending them, the director's page, and the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.notices import api, pages

app_name = "news"

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/<slug:key>/news/", pages.own_news, name="own"),
    path("me/<slug:key>/news/browser/", pages.tell_browser, name="browser"),
    path("me/<slug:key>/news/<number:number>/", pages.choose, name="choose"),
    path("me/<slug:key>/news/<number:number>/end/", pages.end, name="end"),
    path("news/worker.js", pages.worker, name="worker"),
    path("news/<slug:key>/", pages.answer, name="answer"),
    path("news/<slug:key>/stop/", pages.stop, name="stop"),
    path("t/<slug:tournament>/news/", pages.desk, name="desk"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/<slug:tournament>/news/", api.NewsView.as_view(), name="api_news"),
    path("tournaments/<slug:tournament>/news/test/", api.TestMailView.as_view(), name="api_test_mail"),
]
