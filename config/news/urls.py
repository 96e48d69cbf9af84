"""Where notices are turned on, confirmed and ended, and the director's page of them; its addresses in the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from config.news import api, views

app_name = "news"

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/<slug:key>/news/", views.own_news, name="own"),
    path("me/<slug:key>/news/browser/", views.tell_browser, name="browser"),
    path("me/<slug:key>/news/<number:number>/", views.choose, name="choose"),
    path("me/<slug:key>/news/<number:number>/end/", views.end, name="end"),
    path("news/worker.js", views.worker, name="worker"),
    path("news/<slug:key>/", views.answer, name="answer"),
    path("news/<slug:key>/stop/", views.stop, name="stop"),
    path("t/<slug:tournament>/news/", views.desk, name="desk"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/<slug:tournament>/news/", api.NewsView.as_view(), name="api_news"),
    path("tournaments/<slug:tournament>/news/test/", api.TestMailView.as_view(), name="api_test_mail"),
]
