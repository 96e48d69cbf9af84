"""The URLs of the entrants' own pages, under `/me/`, and of their API, relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.me import api, pages, phone, phone_api

app_name = "me"

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/", pages.own_by_code, name="own_by_code"),
    path("me/<slug:key>/", pages.own, name="own"),
    path("me/<slug:key>/card/", phone.card, name="card"),
    path("me/<slug:key>/card/turned/", phone.turned, name="card_turned"),
    path("me/<slug:key>/card/in/", phone.hand_in, name="card_in"),
    path("me/<slug:key>/person/", pages.person, name="person"),
    path("me/<slug:key>/match/", pages.own_match, name="match"),
    path("me/<slug:key>/call/", pages.call, name="call"),
    path("me/<slug:key>/call/back/", pages.take_back_call, name="take_back_call"),
    path("me/<slug:key>/call/third/", pages.ask_third, name="ask_third"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("me/<slug:key>/", api.OwnView.as_view(), name="api_own"),
    path("me/<slug:key>/card/", phone_api.PhoneCardView.as_view(), name="api_card"),
    path("me/<slug:key>/card/in/", phone_api.PhoneCardInView.as_view(), name="api_card_in"),
    path("me/<slug:key>/card/games/<number:game>/", phone_api.PhoneGameView.as_view(), name="api_card_game"),
    path("me/<slug:key>/person/", api.OwnPersonView.as_view(), name="api_own_person"),
    path("me/<slug:key>/call/", api.OwnCallView.as_view(), name="api_own_call"),
    path("me/<slug:key>/call/third/", api.OwnThirdView.as_view(), name="api_own_third"),
]
