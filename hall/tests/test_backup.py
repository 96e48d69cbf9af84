"""The whole site in one file and back: nothing is missing, nothing half done, and no file that is not whole is believed."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import ConnectionHandler
from django.test import Client, override_settings
from django.utils import timezone

from clubs.actions.nights import take_out_night
from clubs.tests.factories import make_club, make_members, make_night, make_season
from hall.backup import by_itself, making, mark, restoring, rows, state, tasks, watch, words
from hall.backup import zipped as archive
from hall.backup.zipped import Unfit
from hall.site import cache, database
from hall.tests import servers
from hall.tests.servers import Site
from hall.tests.test_export import make_weekend
from scorecards.cards.actions import cards as cards_actions
from scorecards.cards.reads.presence import cards_changed
from scorecards.models import Scorecard
from scorecards.sheet.reads.moments import MomentShown, moments, standings_then
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_cards, written
from tournaments import live, models
from tournaments.models import AuditEntry, Event, PersonalLink, Tally, Token, User
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of
from tournaments.venue.actions.announcements import announce
from tournaments.venue.actions.displays import add_display, show_on_display

PASSWORD = "fifteen-two-and-a-pair"
LITE = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode=WAL"}


@dataclass(frozen=True)
class Place:
    """A site with a data folder of its own; `standing` makes it the one that everything in this thread is about."""

    data: Path
    url: str

    @contextlib.contextmanager
    def standing(self, **more: Any) -> Iterator[None]:
        options = LITE if self.url.startswith("sqlite") else {}
        own = ConnectionHandler({"default": {**dj_database_url.parse(self.url), "OPTIONS": dict(options)}})["default"]
        before = connections["default"]
        connections["default"] = own
        own.inc_thread_sharing()
        (self.data / "secret_key").touch()
        secret = (self.data / "secret_key").read_text() or "new-" + "n" * 50
        kept = {"DATA_DIR": self.data, "BACKUP_DIR": self.data / "backups", "SECRET_KEY": secret}
        try:
            with override_settings(**{"SECRET_KEY_GIVEN": False, **kept, **more}):
                yield
        finally:
            # Whoever restores may have put another one in between.
            own.close()
            connections["default"] = before

    def backup(self, **more: Any) -> Path:
        with self.standing(**more):
            said = io.StringIO()
            call_command("backup", stdout=said)
            return making.in_order(settings.BACKUP_DIR)[-1]

    def restore(self, path: Path, *, replace: bool = False, **more: Any) -> str:
        with self.standing(**more):
            said = io.StringIO()
            call_command("restore", str(path), replace=replace, stdout=said)
            return said.getvalue()

    def document(self, slug: str = "weekend") -> str:
        with self.standing():
            said = io.StringIO()
            call_command("export_tournament", slug, stdout=said)
            return said.getvalue()


# With a change, PostgreSQL is restored by `test_from_sqlite_to_postgresql_and_back`.
ON_BOTH = pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.release])]
)


@pytest.fixture(scope="module")
def places(
    migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Callable[[], Place]]:
    """New sites on SQLite, with all tables and no rows."""

    def made() -> Place:
        data = tmp_path_factory.mktemp("place")
        shutil.copy(migrated_sqlite, data / "pegboard.sqlite3")
        return Place(data, f"sqlite:///{data / 'pegboard.sqlite3'}")

    with django_db_blocker.unblock():
        yield made


@pytest.fixture(scope="module")
def weekend(places: Callable[[], Place]) -> Place:
    """A site that holds a weekend, a personal link, a token, somebody who is signed in, and a deleted row."""
    place = places()
    (place.data / "secret_key").write_text("the-first-" + "s" * 50)
    with place.standing(), transaction.atomic():
        fill()
        connection.run_on_commit.clear()
    return place


def fill() -> None:
    tournament = make_weekend()
    director = User.objects.get(username="signs-in-as-director")
    make_links(event=Event.objects.get(slug="main"), actor=make_actor(director))
    Token.objects.create(digest="d" * 64, password_digest="p" * 64, user=director, expires_at=tournament.created_at)
    Tally.objects.create(key="k" * 64, tries=3, until=tournament.created_at)
    User.objects.create_user("gone", password=PASSWORD).delete()
    Client().force_login(director)
    club = make_club(director=director)
    night = make_night(make_season(club), {member.pk: (14, 6, 54) for member in make_members(club, "Ann", "Bo")})
    take_out_night(night=night, actor=make_actor(director))


RAISED = {
    "scorecards_scorecard": {"version", "restored_version"},
    "tournaments_display": {"version"},
    "tournaments_event": {"revision", "restored_revision"},
}
"""What tells pages and answers apart, and is another after a restore."""


def all_rows(place: Place) -> dict[str, list[Any]]:
    """Every row of every table, as SQLite keeps it, but for what a restore raises."""
    with contextlib.closing(sqlite3.connect(place.data / "pegboard.sqlite3")) as database:
        tables = [name for [name] in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {
            name: [
                f'"{row[1]}"'
                for row in database.execute(f"PRAGMA table_info({name})")
                if row[1] not in RAISED.get(name, ())
            ]
            for name in tables
            if not name.startswith("sqlite_") and name != "django_migrations"
        }
        return {
            name: sorted(map(repr, database.execute(f"SELECT {', '.join(kept)} FROM {name}")))
            for name, kept in columns.items()
        }


LEFT_OUT = {
    "django_session",
    "tournaments_site",
    "tournaments_tally",
    "scorecards_standingssnapshot",
    "scorecards_presence",
}


# --- What is in it -----------------------------------------------------------------------------------------------------


def test_every_table_is_in_a_backup_or_declared(weekend: Place) -> None:
    with weekend.standing(), archive.opened(weekend.backup()) as (_file, manifest):
        models = {model._meta.label_lower: model._meta.db_table for model in apps.get_models(include_auto_created=True)}
        there = set(connection.introspection.table_names())

    assert there - {models[label] for label in manifest.tables} == LEFT_OUT | {"django_migrations"}
    assert {models[label] for label in rows.LEFT_OUT} == LEFT_OUT


def test_the_restored_site_is_the_same_in_every_row(weekend: Place, places: Callable[[], Place]) -> None:
    other = places()
    path = weekend.backup()

    said = other.restore(path)

    before, after = all_rows(weekend), all_rows(other)
    assert {name for name in before if before[name] != after[name]} == {
        *("django_session", "tournaments_site", "tournaments_tally"),
    }
    assert (after["django_session"], after["tournaments_tally"]) == ([], [])
    assert len(before["tournaments_auditentry"]) > 50
    assert all(before[name] for name in before if name.startswith("clubs_"))
    assert other.document() == weekend.document()
    assert (other.data / "secret_key").read_text() == (weekend.data / "secret_key").read_text()
    assert f"The site is as in {path}" in said
    assert path.stat().st_mode & 0o077 == 0


@ON_BOTH
def test_what_two_sites_have_by_the_same_numbers_is_told_apart(
    kind: str, places: Callable[[], Place], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Two laptops with the same beginning, of which one takes over: no page, card or screen of the other one is taken for its own."""
    one = places()
    other = places() if kind == "sqlite" else Place(tmp_path, request.getfixturevalue("postgres_url"))

    def played(place: Place, plus: int) -> Path:
        with place.standing(JOBS_IN_THREAD=False), transaction.atomic():
            tournament = make_tournament("weekend")
            event = make_event(tournament=tournament, slug="main", games=3, entrants=4, seated=True)
            rosa = make_user("rosa", role="director", tournament=tournament)
            actor = make_actor(rosa)
            display = add_display(tournament=tournament, name="Door", actor=actor)
            show_on_display(tournament=tournament, number=display.number, shows="clock", actor=actor)
            for number in range(2):
                cards_actions.write_cards(event=event, cards={"A-1": written(f"A-2 2 +{plus + number}")}, actor=actor)
            connection.run_on_commit.clear()
        return place.backup()

    def shown(place: Place) -> dict[str, Any]:
        with place.standing(JOBS_IN_THREAD=False):
            live.forget_announced("weekend")
            rosa = signed_in(User.objects.get(username="rosa"))
            event = Event.objects.get()
            store_snapshot(event)
            standings = Client().get("/api/v1/tournaments/weekend/events/main/standings/")
            card = rosa.get("/api/v1/tournaments/weekend/events/main/scorecards/A-1/").json()
            return {
                "etag": standings["ETag"],
                "revision": event.revision,
                "card": card["version"],
                "display": models.Display.objects.get().version,
            }

    first = played(one, 10)
    played(other, 20)
    before = shown(other)
    assert shown(one) == before

    document = one.document()
    for _restore in range(2):
        other.restore(first, replace=True)
        assert other.document() == document
        after = shown(other)
        assert {name for name in before if before[name] == after[name]} == set()
        assert after["card"] > before["card"]
        before = after
        first = other.backup()

    with other.standing(JOBS_IN_THREAD=False):
        rosa = signed_in(User.objects.get(username="rosa"))
        address = "/api/v1/tournaments/weekend/events/main/scorecards/A-1/"
        line = {"game": 1, "opponent": "A-2", "points": "2", "plus": "30", "minus": ""}
        sent = {"version": 2, "lines": [line]}
        refused = rosa.put(address, sent, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (409, "stale")
        assert cards_changed(Event.objects.get(), before["revision"] - 1) is None
        assert cards_changed(Event.objects.get(), before["revision"]) == ()
        # What is changed from here on says so in the document too.
        saved = rosa.put(address, {**sent, "version": before["card"]}, content_type="application/json")
        assert saved.status_code == 200
        [of_card] = json.loads(other.document())["events"][0]["scorecards"]
        assert of_card["version"] == saved.json()["version"] > before["card"]
        assert json.loads(other.document())["events"][0]["revision"] == Event.objects.get().revision


def test_who_has_an_account_or_a_link_goes_on(weekend: Place, places: Callable[[], Place]) -> None:
    other = places()
    other.restore(weekend.backup())

    with weekend.standing():
        key = key_of_link(PersonalLink.objects.first())
    with other.standing():
        assert Client().get(f"/me/{key}/").status_code == 200
        assert Client().login(username="signs-in-as-director", password=PASSWORD)
        with pytest.raises(Exception, match="written once"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournaments_auditentry")
        # The next row gets a number of its own.
        User.objects.create_user("next", password=PASSWORD)


# --- What is refused ---------------------------------------------------------------------------------------------------


def changed(path: Path, to: Path, *, secret: bytes = b"s", **said: Any) -> Path:
    """A whole file that says something else of itself."""
    with archive.opened(path) as (file, manifest):
        members = {name: file.read(name) for name in file.namelist()}
    members |= {archive.SECRET: secret, archive.MANIFEST: archive.manifest_bytes(replace(manifest, **said))}
    archive.write(to, [(name, [data]) for name, data in members.items()])
    return to


def test_one_wrong_byte_anywhere_is_found(weekend: Place, tmp_path: Path) -> None:
    whole = weekend.backup().read_bytes()
    path = tmp_path / "pegboard.zip"
    wrong = [bytes([*whole[:at], whole[at] ^ 1, *whole[at + 1 :]]) for at in range(0, len(whole), len(whole) // 60)]
    wrong += [bytes([*whole[:at], whole[at] ^ 1, *whole[at + 1 :]]) for at in range(-100, 0)]
    wrong += [
        b"",
        b"x",
        whole[:-1],
        whole[: len(whole) // 2],
        whole + b"x",
        b"Dear Rosa, the list is on the desk. " * 9,
    ]
    for data in wrong:
        path.write_bytes(data)
        with pytest.raises(Unfit, match="is not a whole backup of Pegboard"), archive.opened(path):
            pass
    for other, why in ((tmp_path / "gone.zip", "There is no file"), (tmp_path, "cannot be read")):
        with pytest.raises(Unfit, match=why), archive.opened(other):
            pass
    path.write_bytes(whole)
    with archive.opened(path) as (file, manifest):
        assert file.testzip() is None
        assert manifest.tables["tournaments.tournament"].rows == 1


def test_what_cannot_be_restored_is_refused_and_changes_nothing(
    weekend: Place, places: Callable[[], Place], tmp_path: Path
) -> None:
    path, other = weekend.backup(), places()
    with archive.opened(path) as (_file, manifest):
        fewer = {**manifest.tables, "tournaments.user": replace(manifest.tables["tournaments.user"], rows=99)}
        newer = (*manifest.migrations, ("tournaments", "9999_to_come"))
    before = all_rows(other)
    for said, why in (
        ({"format": 2}, "newer Pegboard"),
        ({"version": "99.0.0"}, r"made by Pegboard 99\.0\.0, which is newer than this one"),
        ({"migrations": newer}, "newer state of Pegboard"),
        ({"tables": fewer}, "says 99"),
    ):
        with pytest.raises(CommandError, match=why) as refused:
            other.restore(changed(path, tmp_path / "changed.zip", **said))
        assert str(refused.value).startswith("Nothing was restored. ")
    with pytest.raises(CommandError, match=r"holds something already\. With --replace"):
        weekend.restore(path)
    with contextlib.closing(sqlite3.connect(other.data / "pegboard.sqlite3")) as somebody:
        somebody.execute("PRAGMA journal_mode=WAL")
        somebody.execute("SELECT * FROM tournaments_user").fetchall()
        with pytest.raises(CommandError, match=r"The database is in use\. Stop the site"):
            other.restore(path)

    assert all_rows(other) == before
    assert not (other.data / "restore_unfinished").exists()
    assert {one.name for one in other.data.iterdir()} <= {
        *("pegboard.sqlite3", "pegboard.sqlite3.lock", "backup.lock", "secret_key"),
    }


# --- Replacing ---------------------------------------------------------------------------------------------------------


def test_what_is_replaced_is_saved_first_and_the_file_that_is_restored_stays(
    weekend: Place, places: Callable[[], Place]
) -> None:
    other = places()
    folder = other.data / "backups"
    folder.mkdir()
    path = Path(shutil.copy(weekend.backup(), folder / "pegboard-20200101-000000.zip"))
    for name in ("pegboard-20200102-000000.zip", "pegboard-20200103-000000.zip.unfinished", "mine.zip", "pegboard.zip"):
        (folder / name).touch()
        os.utime(folder / name, (1, 1))
    with other.standing():
        User.objects.create_user("here-before", password=PASSWORD)

    said = other.restore(path, replace=True, BACKUP_KEEP=1)

    left = sorted(one.name for one in folder.iterdir())
    [saved] = set(left) - {"pegboard-20200101-000000.zip", "mine.zip", "pegboard.zip"}
    assert f"What was there before is in {folder / saved}" in said
    assert other.document() == weekend.document()
    other.restore(folder / saved, replace=True)
    with other.standing():
        assert User.objects.get().username == "here-before"


def test_a_restore_that_was_broken_off_is_finished_before_anything_else(
    weekend: Place, places: Callable[[], Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = weekend.backup(), places()

    def power_cut(_self: Path, _target: Path) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(Path, "replace", power_cut)
        with pytest.raises(KeyboardInterrupt):
            other.restore(path)

    with other.standing(), pytest.raises(CommandError, match=f"Finish it first: python3 run.py restore {path}"):
        call_command("migrate", verbosity=0)
    # The rows are there, the secret is not: without --replace it is finished.
    other.restore(path)
    assert other.document() == weekend.document()
    assert (other.data / "secret_key").read_text() == (weekend.data / "secret_key").read_text()
    with other.standing():
        call_command("migrate", verbosity=0)


@ON_BOTH
def test_what_came_in_after_a_restore_was_broken_off_is_not_lost(
    kind: str,
    weekend: Place,
    places: Callable[[], Place],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """The power goes before the database is exchanged; it is whole, and somebody goes on with it all the same."""
    other = places() if kind == "sqlite" else Place(tmp_path, request.getfixturevalue("postgres_url"))
    path = weekend.backup()
    with other.standing():
        User.objects.create_user("here-before", password=PASSWORD)

    def power_cut(*args: Any) -> None:
        put(*args)
        raise KeyboardInterrupt

    put = mark.put
    with monkeypatch.context() as cut:
        cut.setattr(mark, "put", power_cut)
        with pytest.raises(KeyboardInterrupt):
            other.restore(path, replace=True)

    advice = f"Restoring a backup was broken off. Finish it first: python3 run.py restore {path} --replace"
    with other.standing():
        for command in ("migrate", "backup"):
            with pytest.raises(CommandError, match=f"^{re.escape(advice)}$"):
                call_command(command)
        assert Client().get("/readyz").content.decode() == f"{advice}\n"
        User.objects.create_user("came-later", password=PASSWORD)
    env = servers.site_environment(other.data, database_url=other.url, redis_url="redis://127.0.0.1:1/0")
    for start in (
        ("-m", "config.server", "--port", "0"),
        ("-c", "import config.wsgi"),
        ("-m", "celery", "-A", "config", "worker", "--pool", "solo"),
        ("-m", "celery", "-A", "config", "beat", "--schedule", str(tmp_path / "beat")),
    ):
        command = [sys.executable, *start]
        done = subprocess.run(
            command, cwd=servers.ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode in (1, 2)
        assert advice in done.stderr
    with pytest.raises(CommandError, match="This site holds something already"):
        other.restore(path)
    said = other.restore(path, replace=True)

    assert other.document() == weekend.document()
    saved = re.search(r"What was there before is in (.+)\.", said)
    assert saved is not None
    other.restore(Path(saved[1]), replace=True)
    with other.standing():
        assert {user.username for user in User.objects.all()} == {"here-before", "came-later"}


def test_where_the_file_of_a_broken_restore_is_gone_any_other_backup_is_a_way_out(
    weekend: Place, places: Callable[[], Place], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stick was pulled out. Whether the rows were in place or not, what happens is told, and no copy of them stays behind."""

    def power_cut(*_args: Any, **_more: Any) -> None:
        raise KeyboardInterrupt

    def cut_while_the_secret_is_exchanged(cut: pytest.MonkeyPatch) -> None:
        cut.setattr(Path, "replace", power_cut)

    def cut_before_the_rows(cut: pytest.MonkeyPatch) -> None:
        put = mark.put
        cut.setattr(mark, "put", lambda *args: (put(*args), power_cut()))

    whole = weekend.backup()
    for cut_at, told in (
        (
            cut_while_the_secret_is_exchanged,
            "was broken off before. All its rows were in place, so it is finished first",
        ),
        (cut_before_the_rows, "was broken off before. Nothing of it was in place yet, so it is given up."),
    ):
        other, stick = places(), changed(whole, tmp_path / "the stick.zip", version="0.0.1")
        with monkeypatch.context() as cut:
            cut_at(cut)
            with pytest.raises(KeyboardInterrupt):
                other.restore(stick)
        left_behind = other.data / "pegboard.sqlite3.restoring"
        left_behind.write_bytes(b"A power cut leaves it, an exception does not.")
        stick.unlink()

        way = f'{stick} is not there now. Plug in its disk or stick and finish it first: python3 run.py restore "{stick}". Or take'
        with pytest.raises(CommandError, match=re.escape(way)):
            other.backup()
        with pytest.raises(
            CommandError, match=f"There is no file {stick}: .* take any other whole backup in its place"
        ):
            other.restore(stick)
        with pytest.raises(CommandError, match="With --replace this file is restored in its place"):
            other.restore(whole)
        assert mark.read(other.data) is not None
        said = io.StringIO()
        with other.standing():
            call_command("restore", str(whole), replace=True, stdout=io.StringIO(), stderr=said)
        assert f"Restoring {stick} {told}" in said.getvalue()
        assert mark.read(other.data) is None
        assert not left_behind.exists()
        assert other.document() == weekend.document()
    mark.path_in(other.data).write_text("{")
    with pytest.raises(CommandError, match=r"with any whole backup: python3 run\.py restore FILE --replace"):
        other.backup()


def test_a_restore_that_fails_leaves_no_mark(
    weekend: Place, places: Callable[[], Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it failed while the rows were loaded: the database was not touched."""
    other = places()
    path = weekend.backup()

    def power_cut(*_args: Any) -> None:
        assert mark.read(other.data) is None
        raise KeyboardInterrupt

    monkeypatch.setattr(restoring, "_load", power_cut)
    with pytest.raises(KeyboardInterrupt):
        other.restore(path)
    assert mark.read(other.data) is None


@ON_BOTH
def test_no_number_is_given_a_second_time_after_a_restore(
    kind: str, weekend: Place, places: Callable[[], Place], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Phones, programs and caches know what they have by revisions and keys: what came after the backup had them."""
    other = places() if kind == "sqlite" else Place(tmp_path, request.getfixturevalue("postgres_url"))
    path = weekend.backup()
    given: set[Any] = set()

    def change() -> dict[str, Any]:
        event = Event.objects.get(slug="main")
        tournament, actor = event.tournament, make_actor(User.objects.get(username="signs-in-as-director"))
        if not tournament.displays.filter(name="Door").exists():
            add_display(tournament=tournament, name="Door", actor=actor)
        display = tournament.displays.get(name="Door")
        shows = "clock" if display.shows == "blank" else "blank"
        show_on_display(tournament=tournament, number=display.number, shows=shows, actor=actor)
        said = announce(tournament=tournament, text=f"Coffee {len(given)}", actor=actor)
        display.refresh_from_db()
        played = Event.objects.filter(slug="late-night").first()
        played = played or make_event(tournament=tournament, slug="late-night", entrants=4, seated=True)
        line = "A-2 2 +16" if shows == "clock" else "A-2 2 +17"
        cards_actions.write_cards(event=played, cards={"A-1": written(line)}, actor=actor)
        return {
            "revision": event.touch(),
            "act": AuditEntry.objects.order_by("-pk").values_list("pk", flat=True)[0],
            "display": display.version,
            "card": Scorecard.objects.get(entry__event=played).version,
            "announced": said.pk,
            "around": live.act_of(tournament.slug),
            "announcement": live.version_of(live.announced(tournament.slug).on_pages_of("main")),
        }

    for _restore in range(3):
        other.restore(path, replace=True)
        assert other.document() == weekend.document()
        with other.standing(JOBS_IN_THREAD=False):
            for _change in range(2):
                with transaction.atomic():
                    changed_to = change()
                    connection.run_on_commit.clear()
                assert given.isdisjoint(changed_to.items())
                given |= set(changed_to.items())


@pytest.mark.redis
def test_nothing_that_redis_kept_outlasts_a_restore(places: Callable[[], Place], redis_url: str) -> None:
    """The acts of an event are numbered from one, so the same number is of another act afterwards."""
    kept = {"BACKEND": "hall.site.cache.LenientRedisCache", "LOCATION": redis_url}
    more = {"CACHES": {"default": kept, "pages": {**kept, "KEY_PREFIX": "pages"}}, "JOBS_IN_THREAD": False}
    place = places()

    def typed(plus: int) -> int:
        """What the standings after the newest act give for this spread."""
        cache._restored.clear()
        with place.standing(**more), transaction.atomic():
            event, actor = Event.objects.get(), make_actor(User.objects.get())
            cards_actions.write_cards(event=event, cards={"A-1": written(f"A-2 2 +{plus}")}, actor=actor)
            connection.run_on_commit.clear()
            acts = AuditEntry.objects.filter(event=event).count()
            moments(event)
            rows = standings_then(event, MomentShown(acts, timezone.now())).rows
            return max(row.plus for row in rows)

    with place.standing(**more), transaction.atomic():
        make_event(tournament=make_tournament("weekend"), slug="main", games=3, entrants=4, seated=True)
        make_user("rosa")
        connection.run_on_commit.clear()
    path = place.backup(**more)
    assert typed(10) == 10
    place.restore(path, replace=True, **more)
    assert typed(20) == 20
    # Redis was away meanwhile.
    place.restore(path, replace=True)
    assert typed(30) == 30


# --- Older files -------------------------------------------------------------------------------------------------------

FIRST = ("tournaments", "0001_squashed_0021")
"""Where the oldest database stands that is brought up to date."""


def names_of_before(migrations: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """These migrations as they were called before several became one."""
    replaced = MigrationLoader(None).replacements
    return sorted(one for key in migrations for one in (replaced[key].replaces if key in replaced else [key]))


def call_as_before() -> None:
    """Let the database name its migrations as it did before several became one."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name LIKE '%squashed%'")


@ON_BOTH
def test_an_older_file_is_brought_up_to_date(
    kind: str, places: Callable[[], Place], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Made before there was a table for the site itself; a site that is as old takes it, and is not old afterwards."""
    old = places()
    other = places() if kind == "sqlite" else Place(tmp_path, request.getfixturevalue("postgres_url"))
    with old.standing():
        MigrationExecutor(connection).migrate([FIRST])
        call_as_before()
    if kind == "sqlite":
        shutil.copy(old.data / "pegboard.sqlite3", other.data / "pegboard.sqlite3")
    with old.standing():
        loader = MigrationLoader(connection)
        state = loader.project_state(rows.last_of(loader, making.migrations_of_site()))
        state.apps.get_model("tournaments", "User").objects.create(username="from-before", password="!")
    assert "tournaments_site" not in all_rows(old)
    path = old.backup()
    with archive.opened(path) as (_file, manifest):
        before = names_of_before(manifest.migrations)
    assert ("tournaments", "0021_records_spread") in before

    for file, replacing in ((path, False), (changed(path, tmp_path / "older.zip", migrations=before), True)):
        other.restore(file, replace=replacing)
        with other.standing():
            assert User.objects.get().username == "from-before"
            call_command("migrate", check_unapplied=True, verbosity=0)
            assert models.Site.objects.exists()
            call_as_before()


@pytest.mark.parametrize("app", ["tournaments", "scorecards", "brackets", "judging"])
def test_what_is_older_than_the_first_step_is_refused_with_what_to_do(
    app: str, weekend: Place, places: Callable[[], Place], tmp_path: Path
) -> None:
    path, other = weekend.backup(), places()
    with archive.opened(path) as (_file, manifest):
        before = [key for key in names_of_before(manifest.migrations) if key[0] != app or key[1].startswith("0001")]
    with pytest.raises(
        CommandError, match=r"is older than this Pegboard can .* Restore it with the Pegboard of .* here\.$"
    ):
        other.restore(changed(path, tmp_path / "older.zip", migrations=before))
    with other.standing():
        User.objects.create_user("rosa", password=PASSWORD)
        call_as_before()
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = %s AND name NOT LIKE '0001%%'", [app])
    held = all_rows(other)

    way_on = r"database is older than this Pegboard can .* Start the Pegboard of .* once, then this one\."
    for options in ({}, {"check_unapplied": True}, {"without_backup": True}):
        with other.standing(), pytest.raises(CommandError, match=way_on):
            call_command("migrate", verbosity=0, **options)
    with pytest.raises(CommandError, match=way_on):
        other.backup()
    with pytest.raises(CommandError, match=way_on):
        other.restore(path, replace=True)
    assert all_rows(other) == held


# --- PostgreSQL --------------------------------------------------------------------------------------------------------


def same_rows(place: Place) -> dict[str, list[Any]]:
    """The rows that a backup keeps, whatever database they were in: PostgreSQL has its own order of what is in JSON."""
    with place.standing():
        return {
            model._meta.label: [
                {name: value for name, value in row.items() if name not in RAISED.get(model._meta.db_table, ())}
                for row in model._base_manager.order_by("pk").values()
            ]
            for model in rows.kept(apps.get_models(include_auto_created=True))
        }


def test_from_sqlite_to_postgresql_and_back(
    weekend: Place, places: Callable[[], Place], postgres_url: str, tmp_path: Path
) -> None:
    served, back = Place(tmp_path, postgres_url), places()
    expected, document = same_rows(weekend), weekend.document()

    served.restore(weekend.backup())

    assert (same_rows(served), served.document()) == (expected, document)
    with served.standing():
        # The next row gets a number of its own, and the history is protected as before.
        User.objects.create_user("next", password=PASSWORD)
        with pytest.raises(Exception, match="written once"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournaments_auditentry")
    path = served.backup()
    back.restore(path)
    assert same_rows(back) == same_rows(served)
    assert back.document() == document

    # In place of what is there now, all tables are made anew. Whatever goes wrong, nothing has happened.
    with served.standing():
        User.objects.filter(username="next").update(username="renamed")
    with pytest.raises(CommandError, match="--replace"):
        served.restore(path)
    with psycopg.connect(postgres_url), pytest.raises(CommandError, match="The database is in use"):
        served.restore(path, replace=True)
    with archive.opened(path) as (_file, manifest):
        tables = {**manifest.tables, "tournaments.user": replace(manifest.tables["tournaments.user"], rows=99)}
    with pytest.raises(CommandError, match="says 99"):
        served.restore(changed(path, tmp_path / "wrong.zip", tables=tables), replace=True)
    with served.standing():
        assert User.objects.filter(username="renamed").exists()
    assert not (served.data / "restore_unfinished").exists()
    said = served.restore(path, replace=True)
    assert "What was there before is in" in said
    assert same_rows(served) == same_rows(back)
    with served.standing():
        call_command("migrate", check_unapplied=True, verbosity=0)


# --- While the site runs -----------------------------------------------------------------------------------------------

HALL = """
from tournaments.access import Actor
from tournaments.people.actions.people import issue_token
from tournaments.tests.factories import make_event, make_tournament, make_user
tournament = make_tournament("race")
make_event(tournament=tournament, slug="main", games=3, entrants=8, seated=True)
print(issue_token(actor=Actor.of_user(make_user("checker", role="checker", tournament=tournament))))
"""
FOUND = """
import json
from scorecards.models import Scorecard
from scorecards.sheet.reads.stored import consistent_standings
from tournaments.models import AuditEntry, Event
event = Event.objects.get()
cards = {card.entry.seat: card for card in Scorecard.objects.filter(version__gt=0).select_related("entry").prefetch_related("lines")}
typed = {seat: [card.restored_version, [line.plus for line in card.lines.all()]] for seat, card in cards.items()}
last = AuditEntry.objects.filter(action="card.typed").values_list("revision", flat=True)
print(json.dumps({"cards": typed, "acts": len(last), "revision": event.restored_revision, "last": max(last),
    "versions": sum(card.restored_version for card in cards.values()),
    "standings": consistent_standings(event).revision - event.revision + event.restored_revision}))
"""


def test_cards_are_saved_while_a_backup_is_made(
    each_new_site: Site, places: Callable[[], Place], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever was answered before it began is in it, and all of it is of one moment."""
    token = each_new_site.run(HALL).split()[-1]
    saved = dict.fromkeys(("A-1", "A-2", "A-3", "A-4"), 0)
    copied = threading.Event()

    def type_on(seat: str) -> None:
        address = f"{each_new_site.url}/api/v1/tournaments/race/events/main/scorecards/{seat}/"
        headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        while not copied.is_set():
            line = {"game": 1, "opponent": "", "points": "2", "plus": f"{saved[seat] % 60 + 1:02d}", "minus": ""}
            said = json.dumps({"version": saved[seat], "lines": [line]}).encode()
            urllib.request.urlopen(urllib.request.Request(address, said, headers, method="PUT"), timeout=60).read()
            saved[seat] += 1

    with ThreadPoolExecutor() as checkers:
        typing = [checkers.submit(type_on, seat) for seat in saved]
        # The first card ends a phase, for which the site makes a backup by itself.
        own = Path(each_new_site.env["DATA_DIR"]) / "backups"
        while not (all(saved.values()) and list(own.glob("pegboard-*.zip"))) and not any(one.done() for one in typing):
            time.sleep(0.01)
        before, path = dict(saved), tmp_path_factory.mktemp("while") / "copy.zip"
        each_new_site.run(f"from django.core.management import call_command; call_command('backup', {str(path)!r})")
        copied.set()
        for one in typing:
            one.result()

    with pytest.raises(RuntimeError, match="The database is in use"):
        each_new_site.manage("restore", str(path), "--replace")
    other = places()
    other.restore(path)
    env = servers.site_environment(other.data, database_url=other.url)
    found = json.loads(servers.manage(env, "shell", "--verbosity", "0", "--command", FOUND))
    for seat, (version, [plus]) in found["cards"].items():
        assert version >= before[seat]
        assert plus == (version - 1) % 60 + 1
    assert len(found["cards"]) == len(saved)
    assert found["acts"] == found["versions"]
    assert found["revision"] == found["last"] + 1 == found["standings"]
    assert sum(saved.values()) > sum(before.values())
    with archive.opened(next(own.glob("pegboard-*.zip"))) as (_file, manifest):
        assert manifest.tables["scorecards.scorecard"].rows >= 1


# --- By itself ---------------------------------------------------------------------------------------------------------


def test_a_database_that_holds_something_is_saved_before_a_migration(
    places: Callable[[], Place], tmp_path: Path
) -> None:
    place = places()
    told = io.StringIO()

    def migrate() -> list[Path]:
        call_command("migrate", verbosity=0, stderr=told)
        return making.in_order(settings.BACKUP_DIR) if settings.BACKUP_DIR.exists() else []

    with place.standing():
        [newest] = MigrationLoader(connection).graph.leaf_nodes("tournaments")
        [before] = [
            step for step in MigrationLoader(connection).graph.node_map[newest].parents if step.key[0] == newest[0]
        ]
        MigrationExecutor(connection).migrate([before.key])
        # Nobody has entered anything, then there is nothing to apply.
        assert migrate() == []
        User.objects.create_user("rosa", password=PASSWORD)
        assert migrate() == []
        # Another name for what is there changes nothing.
        call_as_before()
        assert migrate() == []
        assert Client().get("/readyz").status_code == 200
        MigrationExecutor(connection).migrate([before.key])
        [saved] = migrate()
        assert f"Everything is saved in {saved}" in told.getvalue()
        with archive.opened(saved) as (_file, manifest):
            assert before.key in manifest.migrations
            assert newest not in manifest.migrations
    with place.standing(BACKUP_DIR=tmp_path / "stick" / "backups"):
        MigrationExecutor(connection).migrate([before.key])
        with pytest.raises(CommandError, match=r"could not be saved first\. The folder .* --without-backup$"):
            migrate()
        with pytest.raises(SystemExit):
            call_command("migrate", check_unapplied=True, verbosity=0)
        call_command("migrate", without_backup=True, verbosity=0)
        call_command("migrate", check_unapplied=True, verbosity=0)


def test_what_the_commands_refuse_names_what_is_wrong(weekend: Place, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=r"No backup was made\. .*file is a file, or lies in one, and not a folder"):
        weekend.backup(BACKUP_DIR=tmp_path / "file")
    with weekend.standing(), pytest.MonkeyPatch.context() as broken:
        broken.setattr(Path, "mkdir", raising(OSError(errno.EIO, "Input/output error")))
        with pytest.raises(CommandError, match=r"backups: Input/output error\. Set BACKUP_DIR"):
            call_command("backup")
    # A slash at the end says that it is a folder: no file is called like one that was pulled out.
    for named, why in (
        (f"{tmp_path}/stick/", f"The folder {tmp_path / 'stick'} is not there: plug in its disk or stick"),
        (f"{tmp_path}/stick/a.zip", rf"No backup was made\. The folder {tmp_path / 'stick'} is not there: plug in"),
        (f"{tmp_path}/file/", "file is a file, and no folder"),
        (f"{tmp_path}/file/a.zip", r"a\.zip cannot be written \(.*\): name another folder"),
        ("", "The name of the file is empty"),
        (" ", "The name of the file is empty"),
    ):
        with weekend.standing(), pytest.raises(CommandError, match=why):
            call_command("backup", named)
        assert [one.name for one in tmp_path.iterdir()] == ["file"]
    with weekend.standing(), pytest.raises(CommandError, match="The name of the file is empty"):
        call_command("restore", "")
    # A folder is where a file with the usual name goes; nothing in it is deleted.
    stick = tmp_path / "stick"
    stick.mkdir()
    for day in (1, 2):
        (stick / f"pegboard-2020010{day}-000000.zip").touch()
    with weekend.standing(BACKUP_KEEP=1):
        call_command("backup", str(stick), stdout=io.StringIO())
    assert len(making.in_order(stick)) == 3
    with archive.opened(making.in_order(stick)[-1]) as (_file, manifest):
        newer = (*manifest.migrations, ("tournaments", "9999_to_come"))
    path = changed(making.in_order(stick)[-1], tmp_path / "newer.zip", migrations=newer)
    with pytest.raises(CommandError, match=r"made by a newer state of Pegboard \d+\.\d+\.\d+ than this one: bring"):
        weekend.restore(path)


def test_a_full_disk_with_the_database_lets_a_backup_be_made_on_another(
    weekend: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite wants room beside the file, which whoever has it alone can do without."""

    def no_room(_self: Any, statement: str, *_more: Any) -> None:
        if "sqlite_master" in statement:
            raise OperationalError("disk I/O error")

    monkeypatch.setattr(database, "is_full", lambda _folder: True)
    with weekend.standing(), monkeypatch.context() as full:
        full.setattr("django.db.backends.sqlite3.base.SQLiteCursorWrapper.execute", no_room)
        own = connection.copy()
        making._open_also_on_a_full_disk(own)
    assert own.settings_dict["OPTIONS"]["init_command"] == "PRAGMA locking_mode=EXCLUSIVE"
    with weekend.standing(), making.one_moment():
        assert Event.objects.exists()


@pytest.mark.parametrize(
    "exc", [OSError(errno.ENOSPC, "No space left on device"), sqlite3.OperationalError("database or disk is full")]
)
def test_a_disk_that_is_full_during_a_restore_is_named_with_the_room_that_is_wanted(
    exc: Exception, weekend: Place, places: Callable[[], Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where room is free again by the time that it is told: what was half written is gone."""
    other, path = places(), weekend.backup()
    if isinstance(exc, sqlite3.Error):
        exc.sqlite_errorcode = sqlite3.SQLITE_FULL
    before = all_rows(other)

    def no_room(*_args: Any) -> None:
        raise OperationalError(str(exc)) from exc

    monkeypatch.setattr(restoring, "_load", no_room)
    with pytest.raises(CommandError) as refused:
        other.restore(path)

    said = (
        rf"Nothing was restored\. The disk with {other.data} is full: make room on it for about \d+ MB, then restore\."
    )
    assert re.fullmatch(said, str(refused.value))
    assert all_rows(other) == before
    assert mark.read(other.data) is None


def raising(exc: OSError) -> Callable[..., None]:
    def raise_it(*_args: Any, **_more: Any) -> None:
        raise exc

    return raise_it


def test_the_end_of_a_phase_is_saved_and_a_failure_told_at_the_desk(
    places: Callable[[], Place], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = places()
    folder = tmp_path / "stick" / "backups"
    monkeypatch.setattr(watch, "_watching", [threading.current_thread()])
    with place.standing(BACKUP_DIR=folder, JOBS_IN_THREAD=False):
        tournament = make_tournament("sierra")
        event = make_event(tournament=tournament, games=3, entrants=4)
        director = make_user("rosa", role="director", tournament=tournament)
        clients = [signed_in(one) for one in (director, make_user("lena", role="checker", tournament=tournament))]

        def desks() -> list[str]:
            return [text_of(client.get("/t/sierra/main/")) for client in clients]

        draw_seats(event=event, tables=[4], seed=7, actor=make_actor(director))
        event.refresh_from_db()
        assert event.phase == "seating"
        [shown, other] = desks()
        assert f"The folder {folder} is not there: plug in its disk or stick" in shown
        assert "No backup could be made" not in other
        polled = clients[0].get("/t/sierra/main/?desk=1&v=", headers={"HX-Request": "true"}).content.decode()
        assert "No backup could be made" in polled

        folder.parent.mkdir()
        make_cards(event, A_1="A-2 2 +12")
        assert len(making.in_order(folder)) == 1
        assert "No backup could be made" not in desks()[0]
        # Cards that end no phase make none.
        make_cards(event, A_2="A-1 0 -12")
        assert len(making.in_order(folder)) == 1
        # A file of always the same size, so that a full disk takes it.
        assert (place.data / "backups.json").stat().st_size == state.SIZE
        for number, code in (
            (errno.ENOSPC, "full"),
            (errno.EACCES, "closed"),
            (errno.EEXIST, "file"),
            (errno.EIO, "other"),
        ):
            assert words.code_of(OSError(number, "")) == code


def test_a_backup_that_nobody_came_to_is_made_later_and_told_meanwhile(
    places: Callable[[], Place], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis is away, or the worker, when a phase ends: nothing is lost with them."""
    monkeypatch.setattr(tasks, "queue_job", lambda *_args: None)
    with places().standing(BACKUP_DIR=tmp_path / "backups", CELERY_TASK_ALWAYS_EAGER=False, JOBS_IN_THREAD=False):
        tournament = make_tournament("sierra")
        event = make_event(tournament=tournament, games=3, entrants=4)
        rosa = make_user("rosa", role="director", tournament=tournament)
        director = signed_in(rosa)
        assert state.wanted_at() is None
        draw_seats(event=event, tables=[4], seed=7, actor=make_actor(rosa))
        wanted, late = state.wanted_at(), "No backup could be made"
        assert wanted is not None

        def after(minutes: float) -> Any:
            return by_itself.back_up_what_is_late(wanted + timedelta(minutes=minutes))

        assert after(1) is None
        assert late not in text_of(director.get("/t/sierra/main/"))
        models.Site.objects.update(backup_wanted_at=wanted - timedelta(minutes=6))
        assert late in text_of(director.get("/t/sierra/main/"))
        with override_settings(BACKUP_DIR=tmp_path / "gone" / "backups"):
            assert after(3) is None
        assert state.wanted_at() is not None
        # It failed a moment ago; then it is tried again.
        assert after(4) is None
        assert not (tmp_path / "backups").exists()
        made = after(15)
        assert made is not None
        assert state.wanted_at() is None
        assert late not in text_of(director.get("/t/sierra/main/"))
        assert after(30) is None
        # One that was asked for while another was made is still to be made.
        state.want()
        state.have_made(wanted)
        assert state.wanted_at() is not None
        call_command("backup", stdout=io.StringIO())
        assert state.wanted_at() is None


def test_every_night_has_one_backup_and_the_newest_are_kept(weekend: Place, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").touch()
    with weekend.standing(BACKUP_DIR=tmp_path, BACKUP_KEEP=3):
        now = timezone.now()
        tonight = now.replace(hour=9, minute=45, second=0, microsecond=0)
        last = tonight if tonight <= now else tonight - timedelta(days=1)
        for days in range(1, 5):
            (tmp_path / f"pegboard-{last - timedelta(days=days):%Y%m%d-%H%M%S}.zip").touch()
        before = making.in_order(tmp_path)

        assert by_itself.back_up_at_night(last - timedelta(seconds=1)) is None
        made = by_itself.back_up_at_night(now)
        assert made is not None
        assert by_itself.back_up_at_night(now) is None
        assert making.in_order(tmp_path) == [*before[-2:], made.path]
        assert by_itself.back_up_at_night(now + timedelta(days=1)) is not None
    assert (tmp_path / "mine.zip").exists()


def test_a_clock_that_is_wrong_deletes_no_new_backup_and_hides_no_night(weekend: Place, tmp_path: Path) -> None:
    """It was a year ahead, or goes a year behind now: what is made now is the newest, whatever the names say."""
    for day in (*range(1, 4), 99):
        (tmp_path / f"pegboard-209901{day:02d}-120000.zip").touch()
    with weekend.standing(BACKUP_DIR=tmp_path, BACKUP_KEEP=3):
        first = by_itself.back_up_at_night(timezone.now())
        assert first is not None
        assert first.path.exists()
        assert state.failure() is None
        assert by_itself.back_up_at_night(timezone.now()) is None
        second = weekend.backup(BACKUP_DIR=tmp_path, BACKUP_KEEP=3)
        assert making.in_order(tmp_path)[1:] == [first.path, second]
        third = weekend.backup(BACKUP_DIR=tmp_path, BACKUP_KEEP=3)
        assert making.in_order(tmp_path) == [first.path, second, third]
        fourth = weekend.backup(BACKUP_DIR=tmp_path, BACKUP_KEEP=1)
        assert making.in_order(tmp_path) == [fourth]


def test_an_empty_site_is_not_saved_at_night(places: Callable[[], Place]) -> None:
    with places().standing():
        assert by_itself.back_up_at_night(timezone.now()) is None
        assert not settings.BACKUP_DIR.exists()


def test_who_comes_second_waits(places: Callable[[], Place]) -> None:
    told: list[str] = []
    held = threading.Event()

    def second() -> None:
        with making.alone(lambda said: (told.append(said), held.set())):
            told.append("mine")

    with places().standing(), making.alone():
        other = threading.Thread(target=second)
        other.start()
        assert held.wait(60)
        told.append("still the first’s")
    other.join()

    assert told == [making.WAITING, "still the first’s", "mine"]


def test_a_copy_of_the_file_alone_has_what_was_written_a_moment_ago(
    places: Callable[[], Place], tmp_path: Path
) -> None:
    """Nobody should copy it so, and somebody will."""
    place = places()
    file = place.data / "pegboard.sqlite3"

    def copied() -> list[str]:
        shutil.copy(file, tmp_path / "copy.sqlite3")
        with contextlib.closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
            return [name for [name] in copy.execute("SELECT username FROM tournaments_user ORDER BY id")]

    with place.standing():
        log = watch.Log(file)
        User.objects.create_user("rosa", password=PASSWORD)
        log.look()
        assert copied() == []
        log.look()
        assert copied() == ["rosa"]
        # Whoever writes without a pause does not put it off for ever.
        for number in range(watch.LONGEST + 1):
            User.objects.create_user(f"checker-{number}", password=PASSWORD)
            log.look()
        assert len(copied()) > 2


def test_what_lies_beside_the_file_stays_small() -> None:
    code = "from django.db import connection as c\nfor name in ('wal_autocheckpoint', 'journal_size_limit'):\n"
    code += "    print(c.cursor().execute(f'PRAGMA {name}').fetchone()[0])"
    with tempfile.TemporaryDirectory() as data:
        env = servers.site_environment(Path(data), database_url="")
        assert servers.manage(env, "shell", "--verbosity", "0", "--command", code).split() == ["200", "1048576"]
