"""Where people are: their pages and the director’s, and the API’s routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.people import api, pages

app_name = "people"

_ENTRANT = "t/<slug:tournament>/<slug:event>/entrants/<number:number>/records/"
_API = "tournaments/<slug:tournament>/events/<slug:event>/entrants/<str:entrant>/records/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("people/<number:person>/", pages.person, name="person"),
    path(_ENTRANT, pages.records, name="records"),
    path(f"{_ENTRANT}page/", pages.page, name="page"),
    path(f"{_ENTRANT}join/", pages.join, name="join"),
    path(f"{_ENTRANT}apart/", pages.apart, name="apart"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("people/<number:person>/", api.PersonView.as_view(), name="api_person"),
    path(_API, api.RecordsView.as_view(), name="api_records"),
    path(f"{_API}<number:record>/", api.RecordView.as_view(), name="api_record"),
]
