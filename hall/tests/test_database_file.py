"""What is looked at before a database is brought up to date: a damaged or read-only one is named, and two wait for each other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db.utils import ConnectionHandler

from hall.backup import zipped as archive
from hall.site import database
from hall.tests import servers


@pytest.fixture
def whole(migrated_sqlite: Path, tmp_path: Path) -> Path:
    """A whole database, in a folder of its own."""
    path = tmp_path / "pegboard.sqlite3"
    path.write_bytes(migrated_sqlite.read_bytes())
    return path


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def a_little_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def overwritten(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[8192:16384] = os.urandom(8192)
    path.write_bytes(data)


def something_else(path: Path) -> None:
    path.write_text("Dear Rosa, the list is on the desk. " * 100)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def put_backup(path: Path, made_at: str) -> None:
    said = archive.Manifest(archive.FORMAT, "0.1.0", made_at, "sqlite", (), {})
    archive.write(path, [(archive.MANIFEST, [archive.manifest_bytes(said)])])


@pytest.mark.parametrize("damage", [cut, a_little_cut, overwritten, something_else, emptied])
def test_a_damaged_file_is_named_with_the_command_that_restores_the_last_backup(
    whole: Path, damage: Callable[[Path], None]
) -> None:
    damage(whole)
    before = whole.read_bytes()
    backups = whole.parent / "backups"
    backups.mkdir()
    for n in (2, 1):
        put_backup(backups / f"pegboard-2026110{n}-090000.zip", f"2026-11-0{n}T09:00:00+00:00")
    # Neither the file that was copied in last nor the last name need be the last backup, or one at all.
    put_backup(backups / "pegboard-20991231-090000.zip", "2099-12-31T09:00:00+00:00")
    (backups / "pegboard-20261103-090000.zip").touch()
    (backups / "pegboard-20261104-090000.zip").write_bytes(b"x" * 500)
    env = servers.site_environment(whole.parent, database_url=f"sqlite:///{whole}")

    with pytest.raises(RuntimeError) as refused:
        servers.manage(env, "migrate", "--noinput")

    words = str(refused.value)
    assert f"The database file {whole} is" in words
    assert f"python3 run.py restore {backups / 'pegboard-20261102-090000.zip'}" in words
    assert whole.read_bytes() == before


def test_a_whole_file_and_one_that_is_not_there_yet_are_not_refused(whole: Path) -> None:
    database.refuse_damaged(whole, archive.last_in)
    database.refuse_damaged(whole.parent / "new.sqlite3", archive.last_in)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"The folder .*gone for the database is not there"):
        database.refuse_damaged(tmp_path / "gone" / "pegboard.sqlite3", archive.last_in)


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"The database {re.escape(str(tmp_path))} is a folder, not a file"):
        database.refuse_damaged(tmp_path, archive.last_in)


def test_a_lock_that_cannot_be_had_is_not_taken_for_one_that_is_held(tmp_path: Path) -> None:
    (tmp_path / "held.lock").mkdir()
    with pytest.raises(OSError, match=r"held\.lock"), database.hold(tmp_path / "held.lock", 1, pytest.fail):
        pass


@pytest.mark.skipif(os.name == "nt", reason="needs an account that may not write everywhere")
def test_a_read_only_folder_is_called_that(whole: Path) -> None:
    """Asked as somebody who is not root, for whom no folder is read-only."""
    code = f"""
import os
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
from hall.site import database
from hall.backup import zipped
path = Path({str(whole)!r})
path.chmod(0o444); path.parent.chmod(0o555)
if os.geteuid() == 0:
    for folder in path.parents:
        folder.chmod(folder.stat().st_mode | 0o055) if folder != Path("/") else None
    os.setgid(65534); os.setuid(65534)
for look in (lambda: database.refuse_damaged(path, zipped.last_in), lambda: database.refuse_unwritable(path.parent)):
    try:
        look()
    except database.CommandError as refused:
        print(refused)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=servers.ROOT, capture_output=True, text=True, check=False)
    whole.parent.chmod(0o755)

    assert done.stdout.splitlines() == [
        f"The folder {whole.parent} can only be read: {database._CURE}",
        f"The folder {whole.parent} can only be read: {database._CURE}",
    ], done.stderr


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_two_that_bring_one_database_up_to_date_wait_for_each_other(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = request.getfixturevalue("postgres_server") if kind == "postgres" else None
    url = server.new_database() if server else f"sqlite:///{tmp_path / 'pegboard.sqlite3'}"
    env = servers.site_environment(tmp_path, database_url=url)

    command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
    both = [
        subprocess.Popen(command, cwd=servers.ROOT, env=env, stderr=subprocess.PIPE, text=True) for _process in range(2)
    ]
    words = [one.communicate()[1] for one in both]

    assert [one.returncode for one in both] == [0, 0], words
    servers.manage(env, "migrate", "--check")
    if server:
        server.drop(url)


def test_a_file_that_another_process_is_still_making_is_not_called_damaged(whole: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.sqlite3"
    made.touch()
    env = servers.site_environment(tmp_path, database_url=f"sqlite:///{made}")
    command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]

    with database.hold(made.with_name(f"{made.name}.lock"), 60, lambda: None):
        second = subprocess.Popen(command, cwd=servers.ROOT, env=env, stderr=subprocess.PIPE, text=True)
        assert second.stderr is not None
        first_words = second.stderr.readline()
        shutil.copyfile(whole, made)

    assert first_words == "Another process is setting up this database; waiting for it.\n"
    assert second.communicate()[1] == ""
    assert second.returncode == 0


def test_who_comes_second_says_that_it_waits(tmp_path: Path) -> None:
    held, said = threading.Event(), []
    first, second = (
        ConnectionHandler({"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "a.sqlite3")}})[
            "default"
        ]
        for _one in range(2)
    )

    def wait(sentence: str) -> None:
        said.append(sentence)
        held.set()

    def come() -> None:
        with database.alone(second, wait):
            said.append("mine")

    with database.alone(first, said.append):
        other = threading.Thread(target=come)
        other.start()
        assert held.wait(60)
        said.append("still the first’s")
    other.join()

    assert said == ["Another process is setting up this database; waiting for it.", "still the first’s", "mine"]
