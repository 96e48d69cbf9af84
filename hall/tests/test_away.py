"""While something is away: pages, fragments and the API answer 503 with what it is, and come back by themselves."""

from __future__ import annotations

import errno
import json
import logging
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import redis
from django.core.cache import caches
from django.db import InternalError, OperationalError, ProgrammingError, connection, transaction
from django.db.utils import ConnectionHandler
from django.test import Client, override_settings
from psycopg import sql

from hall.site.outage import what_is_away
from hall.tests import servers
from hall.tests.servers import Site
from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.tests.factories import make_event, make_tournament
from tournaments.tests.pages import in_role

FRAGMENT = {"HX-Request": "true"}
FOLLOWING = {"HX-Request": "true", "X-Seen": "0"}
FORMS: dict[str, tuple[dict[str, str], str]] = {
    "a page": ({"Accept": "text/html,*/*;q=0.8"}, "<!doctype html>"),
    "a page that follows": (FOLLOWING, "<!doctype html>"),
    "a fragment": (FRAGMENT, '<p role="alert" data-refused>'),
    "a script’s values": ({"Accept": "application/json"}, '{"code": "unavailable"'),
    "a picture": ({"Accept": "image/png"}, "The database"),
}
# Each asks the database for something, whoever comes.
PAGES = ("/", "/results/", "/t/sierra/", "/t/sierra/main/standings/", "/t/sierra/main/seating/")
API = ("/api/v1/tournaments/", "/api/v1/tournaments/sierra/", "/api/v1/tournaments/sierra/events/main/standings/")
# These ask nothing of it, unless somebody is signed in.
WITHOUT = ("/api/v1/schema/", "/api/v1/docs/", "/accounts/sign-in/", "/healthz")


def raised(work: Callable[[], object]) -> Exception:
    """What this raises."""
    try:
        work()
    except Exception as exc:  # whatever it is: the tests look at it
        return exc
    raise AssertionError("nothing was raised")


def on_file(path: Path | str, *statements: str) -> Callable[[], object]:
    """Run these on a SQLite file by way of Django, as the site does."""

    def work() -> None:
        options = {"timeout": 0}
        database = ConnectionHandler(
            {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}}
        )["default"]
        try:
            with database.cursor() as cursor:
                for statement in statements:
                    cursor.execute(statement)
        finally:
            database.close()

    return work


@contextmanager
def database_away() -> Iterator[None]:
    """While every statement fails as on a file that cannot be opened."""
    fault = raised(on_file("/nowhere/at/all.sqlite3", "SELECT 1"))

    def fail(*_arguments: Any) -> None:
        raise fault

    with connection.execute_wrapper(fail):
        yield


@contextmanager
def only_to_be_read() -> Iterator[None]:
    """While the database takes nothing new."""
    on_sqlite = connection.vendor == "sqlite"
    before = transaction.savepoint()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON" if on_sqlite else "SET LOCAL transaction_read_only = on")
        try:
            yield
        finally:
            if on_sqlite:
                cursor.execute("PRAGMA query_only = OFF")
            # PostgreSQL forgets what was set locally with the savepoint.
            transaction.savepoint_rollback(before)


@pytest.fixture
def sierra(db: None) -> Tournament:
    return make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True).tournament


# --- What is taken for being away ------------------------------------------------------------------------------------


def test_outages_of_sqlite_are_told_from_each_other_and_from_faults(db: None, tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite3"
    fill = "INSERT INTO t SELECT hex(randomblob(100000))"
    on_file(file, "CREATE TABLE t (x)")()
    with sqlite3.connect(file) as other:
        other.execute("BEGIN EXCLUSIVE")
        busy = what_is_away(raised(on_file(file, "INSERT INTO t VALUES (1)")))

    full = what_is_away(raised(on_file(file, "PRAGMA max_page_count = 3", fill)))
    read_only = what_is_away(raised(on_file(file, "PRAGMA query_only = ON", fill)))
    gone = what_is_away(raised(on_file("/nowhere/at/all.sqlite3", "SELECT 1")))
    fault = raised(on_file(file, "SELECT * FROM no_such_table"))

    assert [away.message.split(":")[0] for away in (busy, full, read_only, gone) if away] == [
        "The database of this site is busy",
        "The disk of the computer that keeps this site’s data is full.",
        "The data of this site can only be read now, not written.",
        "The database of this site does not answer.",
    ]
    assert isinstance(fault, OperationalError)
    assert what_is_away(fault) is None


@pytest.mark.parametrize(
    ("cause", "base", "said"),
    [
        (psycopg.errors.DiskFull, OperationalError, "full"),
        (psycopg.errors.ReadOnlySqlTransaction, InternalError, "only be read"),
        (psycopg.errors.DeadlockDetected, OperationalError, "busy"),
        (psycopg.errors.AdminShutdown, OperationalError, "does not answer"),
        (psycopg.errors.InternalError_, InternalError, None),
        (psycopg.errors.UndefinedTable, ProgrammingError, None),
    ],
)
def test_outages_of_postgresql_are_told_from_each_other_and_from_faults(
    cause: type[Exception], base: type[Exception], said: str | None
) -> None:
    error = base("it failed")
    error.__cause__ = cause("it failed")

    away = what_is_away(error)

    assert (said in away.message) if said and away else (away is None and said is None)


def test_a_full_disk_is_away_and_any_other_error_is_a_fault() -> None:
    assert what_is_away(OSError(errno.ENOSPC, "No space left on device"))
    assert what_is_away(OSError(errno.EROFS, "Read-only file system"))
    assert what_is_away(redis.ConnectionError("refused"))
    assert not any(
        what_is_away(exc) for exc in (OSError(errno.ENOENT, "none"), KeyError("x"), Refused("closed", "no"), None)
    )


# --- What is answered ------------------------------------------------------------------------------------------------


def test_an_outage_is_answered_in_the_format_of_the_request(sierra: Tournament) -> None:
    for name, (headers, beginning) in FORMS.items():
        with database_away():
            answer = Client(raise_request_exception=False).get("/t/sierra/", headers=headers)

        assert (name, answer.status_code, answer["Retry-After"]) == (name, 503, "5")
        assert answer.content.decode().lstrip().startswith(beginning), name
        assert "does not answer" in answer.content.decode(), name


@pytest.mark.parametrize("role", [None, "director"])
def test_every_page_and_address_answers_503_whoever_asks(sierra: Tournament, role: str | None) -> None:
    client = in_role(sierra, role) if role else Client()
    client.raise_request_exception = False
    for place in (*PAGES, *API):
        with database_away():
            answer = client.get(place)

        assert (place, answer.status_code) == (place, 503)
        if place in API:
            assert (answer.json()["code"], answer.json()["errors"]) == ("unavailable", [])
    for place in WITHOUT:
        with database_away():
            answer = client.get(place)

        assert (place, answer.status_code) in ((place, 200), (place, 503))
        assert answer.status_code == 200 or role


def test_signing_in_and_the_token_say_so(sierra: Tournament) -> None:
    client = Client(raise_request_exception=False)
    who = {"username": "x", "password": "y"}
    with database_away():
        page = client.post("/accounts/sign-in/", who)
        token = client.post("/api/v1/token/", json.dumps(who), content_type="application/json")

    assert (page.status_code, token.status_code, token.json()["code"]) == (503, 503, "unavailable")
    assert "look before you send it again" in page.content.decode()


def test_a_fault_of_the_program_is_not_called_an_outage(sierra: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any) -> None:
        raise KeyError("x")

    client = Client(raise_request_exception=False)
    with connection.execute_wrapper(fail):
        page, api = client.get("/t/sierra/"), client.get("/api/v1/tournaments/")

    assert (page.status_code, api.status_code, api.json()["code"]) == (500, 500, "broken")
    assert page.content.decode().startswith("<!doctype html>")


def test_an_outage_is_told_in_the_visitors_language(sierra: Tournament) -> None:
    with database_away():
        answer = Client(raise_request_exception=False).get("/t/sierra/", headers={"Accept-Language": "es"})

    assert '<html lang="es">' in answer.content.decode()


def test_one_line_of_the_log_names_the_outage_without_a_traceback(
    sierra: Tournament, caplog: pytest.LogCaptureFixture
) -> None:
    with database_away():
        Client(raise_request_exception=False).get("/t/sierra/")
    [line] = [record for record in caplog.records if record.name == "django.request"]

    [handler] = [one for one in logging.getLogger().handlers if any("Away" in str(kind) for kind in one.filters)]
    handler.filter(line)

    assert line.getMessage() == "Service Unavailable: /t/sierra/: unable to open database file"
    assert line.exc_info is None


def test_nothing_is_lost_in_silence_where_nothing_can_be_written(sierra: Tournament) -> None:
    client = in_role(sierra, "director")
    client.raise_request_exception = False
    session = client.session
    body = {"slug": "lake", "name": "Lake Open", "starts_on": "2026-11-26", "events": []}
    with only_to_be_read():
        read = client.get("/t/sierra/")
        sent = client.post("/api/v1/tournaments/", json.dumps(body), content_type="application/json")
        session["chosen"] = 1
        # Django would take it for a session that somebody ended.
        with pytest.raises((OperationalError, InternalError)):
            session.save()

    assert (read.status_code, sent.status_code, sent["Retry-After"]) == (200, 503, "60")
    assert sent.json()["message"].startswith("The data of this site can only be read now, not written.")


def test_a_page_goes_on_without_the_cache_in_redis(sierra: Tournament) -> None:
    nobody = f"redis://127.0.0.1:{servers.free_port()}/0"
    away = {"BACKEND": "hall.site.cache.LenientRedisCache", "LOCATION": nobody}
    with override_settings(CACHES={"default": away, "pages": away}):
        caches["default"].set("x", 1)
        statuses = [
            Client().get(place).status_code
            for place in ("/me/2222222222222222/", "/join/2222222222222222/", "/t/sierra/")
        ]
        known = caches["default"].get("x", "nothing"), caches["default"].delete("x")
        with pytest.raises(redis.ConnectionError):
            caches["default"].add("x", 1)

    assert (statuses, known) == ([404, 404, 200], ("nothing", False))


# --- Whether it lives and can serve ----------------------------------------------------------------------------------


def test_health_asks_for_no_name_no_account_and_no_session(sierra: Tournament, django_assert_num_queries: Any) -> None:
    client = in_role(sierra, "director")
    host = {"Host": "10.0.0.7"}
    with django_assert_num_queries(0):
        lives = client.get("/healthz", headers=host)
    ready = client.get("/readyz", headers=host)
    with database_away():
        away = client.get("/readyz"), client.get("/healthz")

    assert [(one.status_code, one.content.decode()) for one in (lives, ready, *away)] == [
        (200, "This process lives.\n"),
        (200, "This site can serve.\n"),
        (503, "The database of this site does not answer.\n"),
        (200, "This process lives.\n"),
    ]
    assert "Set-Cookie" not in ready.headers
    assert away[0]["Retry-After"] == "5"


def test_a_database_without_the_last_migration_is_not_ready(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'judging'")

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert "The database is not up to date" in answer.content.decode()


# --- With the real processes -----------------------------------------------------------------------------------------


def ask(url: str) -> tuple[int, HTTPMessage, str]:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers, refused.read().decode()


def test_the_site_says_that_postgresql_is_away_and_comes_back_by_itself(
    running_site: Callable[..., Site], postgres_url: str, postgres_server: servers.PostgresServer
) -> None:
    site = running_site(database_url=postgres_url)
    name = urlsplit(postgres_url).path[1:]
    places = ("/", "/api/v1/tournaments/", "/readyz", "/healthz")
    before = [ask(site.url + place)[0] for place in places]

    with psycopg.connect(postgres_server.url, autocommit=True) as master:
        database = sql.Identifier(name)
        master.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(database))
        master.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        away = [ask(site.url + place) for place in places]
        master.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(database))

    assert before == [200] * 4
    assert [status for status, _headers, _text in away] == [503, 503, 503, 200]
    assert [headers["Retry-After"] for _status, headers, _text in away] == ["5", "5", "5", None]
    assert json.loads(away[1][2])["message"].startswith("The database of this site does not answer.")
    assert [ask(site.url + place)[0] for place in places] == [200] * 4
