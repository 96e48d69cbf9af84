"""All addresses: pages at the root, the API under `/api/v1/`, accounts under `/accounts/`."""

from __future__ import annotations

from django.contrib.auth import views as auth_views
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from brackets import urls as brackets_urls
from clubs import urls as clubs_urls
from hall.accounts import urls as accounts_urls
from hall.archive import urls as archive_urls
from hall.desk import urls as desk_urls
from hall.exchange import urls as exchange_urls
from hall.help import urls as help_urls
from hall.me import urls as me_urls
from hall.notices import urls as news_urls
from hall.people import urls as people_urls
from hall.players import urls as players_urls
from hall.report import urls as report_urls
from hall.site.api_pages import NothingHereView, SchemaView, documentation
from hall.site.sign_in import AskForPasswordView, MailSentView, NewPasswordView, OwnPasswordView, SignInView
from hall.start import urls as start_urls
from hall.walls import urls as walls_urls
from judging import urls as judging_urls
from scorecards import urls as scorecards_urls
from tournaments import urls as tournaments_urls
from tournaments.people.pages.account import own_account

api_urlpatterns: list[URLPattern | URLResolver] = [
    *tournaments_urls.api_urlpatterns,
    *scorecards_urls.api_urlpatterns,
    *brackets_urls.api_urlpatterns,
    *judging_urls.api_urlpatterns,
    *clubs_urls.api_urlpatterns,
    *me_urls.api_urlpatterns,
    *news_urls.api_urlpatterns,
    *desk_urls.api_urlpatterns,
    *report_urls.api_urlpatterns,
    *people_urls.api_urlpatterns,
    *players_urls.api_urlpatterns,
    *archive_urls.api_urlpatterns,
    *start_urls.api_urlpatterns,
    *accounts_urls.api_urlpatterns,
    path("schema/", SchemaView.as_view(), name="api_schema"),
    path("docs/", documentation, name="api_docs"),
]

account_urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", SignInView.as_view(), name="sign_in"),
    path("sign-out/", auth_views.LogoutView.as_view(), name="sign_out"),
    path("you/", own_account, name="own_account"),
    path("password/", OwnPasswordView.as_view(), name="password_change"),
    path("password/done/", auth_views.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("reset/", AskForPasswordView.as_view(), name="password_reset"),
    path("reset/sent/", MailSentView.as_view(), name="password_reset_done"),
    path("reset/done/", auth_views.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
    path("reset/<uidb64>/<token>/", NewPasswordView.as_view(), name="password_reset_confirm"),
]

handler404 = "hall.site.middleware.no_such_page"
handler500 = "hall.site.outage.something_broke"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include(api_urlpatterns)),
    # Unknown addresses under /api/ get an API error, also those without the final slash.
    re_path(r"^api/(?:[\s\S]*/)?$", NothingHereView.as_view()),
    path("accounts/", include(account_urlpatterns)),
    # The form is on pages cached for all visitors, so it has no CSRF token; it only changes the language of this
    # browser.
    path("language/", csrf_exempt(set_language), name="language"),
    path("", include(tournaments_urls)),
    path("", include(scorecards_urls)),
    path("", include(brackets_urls)),
    path("", include(judging_urls)),
    path("", include(clubs_urls)),
    path("", include(exchange_urls)),
    path("", include(me_urls)),
    path("", include(news_urls)),
    path("", include(walls_urls)),
    path("", include(people_urls)),
    path("", include(players_urls)),
    path("", include(archive_urls)),
    path("", include(start_urls)),
    path("", include(accounts_urls)),
    path("", include(help_urls)),
    path("", include(report_urls)),
    path("", include(desk_urls)),
]
