"""The real parts that tests and benchmarks run against: PostgreSQL, Redis, Node, Chromium, and the site itself.

Each is a private instance of an installed program, on a free port of the loopback address and with files of its own.
A running server is used only where its address was given. What is started here ends with the process that started it,
also when that one is killed: a keeper stands between the two and clears up when its standard input closes.
"""

from __future__ import annotations

import asyncio
import contextlib
import glob
import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

if TYPE_CHECKING:
    from playwright.sync_api import Page

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60
TRIES = 5

# Reads its job from the first line, runs it, and ends it when standard input closes. The folder goes with it, except
# after a crash: then the log in it is wanted. Last, whatever the program has left behind in our group ends, we too.
KEEPER = """
import json, os, shutil, signal, subprocess, sys, threading
job = json.loads(sys.stdin.readline() or sys.exit())
identity = {"user": job["user"], "group": job["group"], "extra_groups": []} if job["user"] else {}
with open(job["log"], "ab") as log:
    child = subprocess.Popen(
        job["command"], cwd=job["cwd"], env=job["env"], stdin=subprocess.DEVNULL, stdout=log, stderr=log, **identity
    )
told = threading.Event()

def attend():
    sys.stdin.read()
    told.set()
    child.terminate() if os.name == "nt" else child.send_signal(job["signal"])
    try:
        child.wait(15)
    except subprocess.TimeoutExpired:
        child.kill()

threading.Thread(target=attend, daemon=True).start()
child.wait()
if told.is_set() and job["folder"]:
    shutil.rmtree(job["folder"], ignore_errors=True)
if os.name != "nt":
    os.killpg(0, signal.SIGKILL)
"""


class NotToBeHad(Exception):
    """A real part is missing on this machine. The text says how to get it."""


@dataclass
class Kept:
    """A running program, by way of the keeper that ends it."""

    keeper: subprocess.Popen[str]
    log: Path

    def is_running(self) -> bool:
        return self.keeper.poll() is None

    def close(self) -> None:
        """End the program and wait until it has ended."""
        assert self.keeper.stdin is not None
        with contextlib.suppress(OSError):
            self.keeper.stdin.close()
        self.keeper.wait()


def keep(
    command: list[str],
    *,
    log: Path,
    env: dict[str, str] | None = None,
    cwd: Path = ROOT,
    folder: Path | None = None,
    user: tuple[int, int] | None = None,
    end_with: int = signal.SIGTERM,
) -> Kept:
    """Start a program, as this user and group, that ends when we do; its folder is then deleted."""
    job = {
        "command": command,
        "env": dict(os.environ) if env is None else env,
        "cwd": str(cwd),
        "log": str(log),
        "folder": str(folder) if folder else None,
        "user": user[0] if user else None,
        "group": user[1] if user else None,
        "signal": int(end_with),
    }
    # A session of its own: Ctrl-C in the terminal is for us to handle, not for the servers.
    keeper = subprocess.Popen([sys.executable, "-c", KEEPER], stdin=subprocess.PIPE, text=True, start_new_session=True)
    assert keeper.stdin is not None
    keeper.stdin.write(json.dumps(job) + "\n")
    keeper.stdin.flush()
    return Kept(keeper, log)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(answers: Callable[[], bool], kept: Kept) -> bool:
    """Whether the program came to answer; False when it ended instead."""
    deadline = time.monotonic() + PATIENCE
    while kept.is_running():
        if answers():
            return True
        if time.monotonic() > deadline:
            kept.close()
            raise TimeoutError(f"no answer within {PATIENCE} s")
        time.sleep(0.02)
    return False


def last_words(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")[-2000:] if log.exists() else ""


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def find_postgres() -> Path:
    """The folder of initdb and postgres."""
    folders = []
    if found := shutil.which("initdb"):
        folders.append(Path(found).resolve().parent)
    for pattern in (
        "/usr/lib/postgresql/*/bin",
        "/usr/pgsql-*/bin",
        "/opt/homebrew/opt/postgresql*/bin",
        "/usr/local/opt/postgresql*/bin",
        "C:/Program Files/PostgreSQL/*/bin",
    ):
        folders += sorted((Path(found) for found in glob.glob(pattern)), reverse=True)
    for folder in folders:
        if shutil.which("initdb", path=str(folder)) and shutil.which("postgres", path=str(folder)):
            return folder
    raise NotToBeHad("install PostgreSQL (Debian, Ubuntu: apt install postgresql) or set TEST_DATABASE_URL")


def _unprivileged() -> tuple[int, int] | None:
    """Whom to run PostgreSQL as, which refuses to run as root: None where we are somebody else already."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    import pwd  # noqa: PLC0415 - not on Windows

    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return entry.pw_uid, entry.pw_gid
    raise NotToBeHad("PostgreSQL does not run as root: start as another user or set TEST_DATABASE_URL")


def _open_folder(name: str) -> Path:
    """A new folder whose parents another user may pass through."""
    parent = Path(tempfile.gettempdir()).resolve()
    if os.name != "nt" and not all(folder.stat().st_mode & 0o001 for folder in (parent, *parent.parents)):
        parent = Path("/tmp")
    return Path(tempfile.mkdtemp(prefix=f"pegboard-{name}-", dir=parent))


@dataclass
class PostgresServer:
    """A server in which databases of our own are made and dropped."""

    url: str
    kept: Kept | None = None
    template: str | None = None

    def database_url(self, name: str) -> str:
        return urlsplit(self.url)._replace(path=f"/{name}").geturl()

    def new_database(self, *, template: str | None = None) -> str:
        """The URL of a new database: empty, or a copy of the one named."""
        name = f"pegboard_{secrets.token_hex(6)}"
        copied = sql.SQL("TEMPLATE {}").format(sql.Identifier(template)) if template else sql.SQL("")
        self._execute(sql.SQL("CREATE DATABASE {} {}").format(sql.Identifier(name), copied))
        return self.database_url(name)

    def new_migrated_database(self) -> str:
        """The URL of a new database with all tables and no rows. The first takes seconds, the others are copies of it."""
        if self.template is None:
            url = self.new_database()
            with tempfile.TemporaryDirectory() as data:
                manage(site_environment(Path(data), database_url=url), "migrate", "--noinput", "--verbosity", "0")
            self.template = urlsplit(url).path[1:]
        return self.new_database(template=self.template)

    def drop(self, url: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(urlsplit(url).path[1:])))

    def close(self) -> None:
        if self.kept is not None:
            self.kept.close()
        elif self.template is not None:
            self.drop(self.database_url(self.template))

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)


def start_postgres() -> PostgresServer:
    """Start a private server. Its data are worth nothing, so it never waits for the disk."""
    binaries = find_postgres()
    user = _unprivileged()
    identity: dict[str, Any] = {"user": user[0], "group": user[1], "extra_groups": []} if user else {}
    folder = _open_folder("postgres")
    if user:
        os.chown(folder, *user)
    data = folder / "data"
    made = subprocess.run(
        [
            str(binaries / "initdb"),
            "-D",
            str(data),
            "-U",
            "pegboard",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        **identity,
    )
    if made.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"initdb failed: {made.stderr}")
    options = {
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
    }
    for _try in range(TRIES):
        port = free_port()
        url = f"postgres://pegboard@127.0.0.1:{port}/postgres"
        kept = keep(
            [str(binaries / "postgres"), "-D", str(data), "-p", str(port)]
            + [part for name, value in options.items() for part in ("-c", f"{name}={value}")],
            log=folder / "log",
            cwd=folder,
            folder=folder,
            user=user,
            end_with=signal.SIGINT,
        )
        if wait_for(lambda url=url: _postgres_answers(url), kept):
            return PostgresServer(url, kept)
    raise RuntimeError(f"PostgreSQL did not start: {last_words(folder / 'log')}")


def _postgres_answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


# --- Redis -----------------------------------------------------------------------------------------------------------


@dataclass
class RedisServer:
    """A server whose database in the URL is ours to empty."""

    url: str
    kept: Kept | None = None

    def empty(self) -> None:
        with redis.Redis.from_url(self.url) as connection:
            connection.flushdb()

    def close(self) -> None:
        if self.kept is not None:
            self.kept.close()


def find_xgettext() -> str:
    """What reads the sentences out of the sources."""
    if found := shutil.which("xgettext"):
        return found
    raise NotToBeHad("install GNU gettext (Debian, Ubuntu: apt install gettext)")


def find_redis() -> str:
    if found := shutil.which("redis-server") or shutil.which("valkey-server"):
        return found
    raise NotToBeHad("install Redis (Debian, Ubuntu: apt install redis-server) or set TEST_REDIS_URL")


def start_redis() -> RedisServer:
    """Start a private server that writes nothing to the disk."""
    program = find_redis()
    folder = Path(tempfile.mkdtemp(prefix="pegboard-redis-"))
    for _try in range(TRIES):
        port = free_port()
        url = f"redis://127.0.0.1:{port}/0"
        kept = keep(
            [
                program,
                "--port",
                str(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                str(folder),
            ],
            log=folder / "log",
            folder=folder,
        )
        if wait_for(lambda url=url: _redis_answers(url), kept):
            return RedisServer(url, kept)
    raise RuntimeError(f"Redis did not start: {last_words(folder / 'log')}")


def _redis_answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url) as connection:
            return bool(connection.ping())
    except redis.ConnectionError:
        return False


# --- Node ------------------------------------------------------------------------------------------------------------


def find_node() -> str:
    """What runs our scripts where no page is needed."""
    if found := shutil.which("node") or shutil.which("nodejs"):
        return found
    raise NotToBeHad("install Node 18 or newer (Debian, Ubuntu: apt install nodejs)")


@dataclass
class Node:
    """A process that calls what our scripts export."""

    process: subprocess.Popen[str]

    def each(self, path: str, name: str, asked: Iterable[Sequence[object]]) -> list[Any]:
        """What the function of this name in this script answers to each of these, which are its arguments."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([path, name, list(asked)]), file=self.process.stdin, flush=True)
        said: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"fault": "Node has ended"}')
        if "fault" in said:
            raise RuntimeError(f"{name} of {path}: {said['fault']}")
        return list(said["answers"])

    def close(self) -> None:
        # It ends with its input.
        self.process.communicate()


def start_node() -> Node:
    command = [find_node(), str(ROOT / "hall" / "tests" / "js" / "caller.js")]
    return Node(subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"))


# --- Chromium --------------------------------------------------------------------------------------------------------


# As root in a container the sandbox cannot be had; the rest keeps the browser from asking anything of the internet.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str:
    """The installed browser that Playwright can drive: the build without windows where there is one, for it takes half the time."""
    for name in (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
    ):
        if found := shutil.which(name):
            return found
    for path in (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "C:/Program Files/Google/Chrome/Application/chrome.exe",
    ):
        if Path(path).exists():
            return path
    raise NotToBeHad("install Chromium (Debian: apt install chromium; Ubuntu: snap install chromium)")


def until(page: Page, holds: Callable[[], object], *, never: str) -> None:
    """Wait until this holds, as long as anything that is expected of a page, which goes on meanwhile; else fail in these words."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, never
        page.wait_for_timeout(50)


# --- The site --------------------------------------------------------------------------------------------------------


def own_variables() -> list[str]:
    """Those variables of our environment that would change what the site does."""
    names = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DEBUG", "DATA_DIR"}
    names |= {
        "HALL_ADDRESS",
        "PEGBOARD_DEMO",
        "HTTPS",
        "REQUEST_SECONDS",
        "TRUSTED_PROXIES",
        "BACKUP_DIR",
        "BACKUP_KEEP",
        "DEFAULT_FROM_EMAIL",
        "DJANGO_SETTINGS_MODULE",
    }
    return [name for name in os.environ if name in names or name.startswith(("EMAIL_", "GRANIAN_"))]


def site_environment(data_dir: Path, *, database_url: str, redis_url: str = "", **extra: str) -> dict[str, str]:
    """The environment of a site that has nothing in common with any other one."""
    ours = own_variables()
    return {
        **{name: value for name, value in os.environ.items() if name not in ours},
        "DATA_DIR": str(data_dir),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "only-for-tests-" + "x" * 40,
        "PEGBOARD_DEMO": "0",
        # As behind a proxy: the site itself listens on this computer alone.
        "HALL_ADDRESS": "http://hall.example",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1],hall.example",
        "TRUSTED_PROXIES": "1",
        **extra,
    }


def manage(env: dict[str, str], *arguments: str, stdin: str = "") -> str:
    """Run one of Django's commands in that environment and return what it prints; a failure shows its last words."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=env, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(arguments)} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


# Runs what it is given, piece after piece, with Django set up once; says what each printed, or how it failed.
RUNNER = """
import contextlib, io, json, os, sys, traceback
import django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
from django.db import connections
answers = sys.stdout
for line in sys.stdin:
    said, fault = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(said):
            exec(compile(json.loads(line), "<beside the site>", "exec"), {"__name__": "__main__"})
    except BaseException:
        fault = traceback.format_exc()
    connections.close_all()
    print(json.dumps([said.getvalue(), fault]), file=answers, flush=True)
"""

# Everybody signed in, as signing in itself would: the name, and the cookie to bring.
SIGN_IN = """
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
for user in get_user_model().objects.all():
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    print("signed in", user.username, client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


MADE_BY_MIGRATIONS = {"django_migrations", "django_content_type", "auth_permission"}
"""The tables that hold rows before anybody has written any."""


@dataclass(frozen=True)
class Held:
    """What a site was filled with once: a copy of its database, and everybody's cookie."""

    copy: Path
    cookies: dict[str, str]


@dataclass
class Site:
    """The site as people meet it: granian, several processes, the database and files that it was given."""

    url: str
    env: dict[str, str]
    kept: Kept
    held: dict[str, Held] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    times: int = 0
    runner: subprocess.Popen[str] | None = None

    def hold(self, code: str) -> None:
        """Let the site hold what this code makes and nothing else, on SQLite. Made once, it is copied from then on.

        Revisions go on counting, those of stored standings too, so that no page kept for an earlier one is taken for this.
        """
        live = Path(urlsplit(self.env["DATABASE_URL"]).path)
        self.times += 1
        if "" not in self.held:
            self.held[""] = Held(_copied(live, live.with_name("empty.sqlite3")), {})
        if code not in self.held:
            _copied(self.held[""].copy, live)
            said = [line.split() for line in self.run(code + SIGN_IN).splitlines() if line.startswith("signed in ")]
            copy = _copied(live, live.with_name(f"held-{len(self.held)}.sqlite3"))
            self.held[code] = Held(copy, {name: cookie for _signed, _in, name, cookie in said})
        _copied(self.held[code].copy, live)
        self.cookies = self.held[code].cookies
        with contextlib.closing(sqlite3.connect(live)) as database, database:
            for table in ("tournaments_event", "scorecards_standingssnapshot"):
                database.execute(f"UPDATE {table} SET revision = revision + 1000 * ?", [self.times])

    def empty(self) -> None:
        """Take away all that was written since this was asked first. What is written next has numbers that nothing had before."""
        self.times += 1
        parts = urlsplit(self.env["DATABASE_URL"])
        if parts.scheme == "sqlite":
            live = Path(parts.path)
            empty = live.with_name("empty.sqlite3")
            _copied(empty, live) if empty.exists() else _copied(live, empty)
            with contextlib.closing(sqlite3.connect(live)) as database, database:
                tables = database.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'").fetchall()
                database.execute("DELETE FROM sqlite_sequence")
                numbers = [(name, 1000 * self.times) for (name,) in tables]
                database.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", numbers)
            return
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as connection:
            # The trail refuses to be emptied; a replica is not asked.
            connection.execute("SET session_replication_role = replica")
            found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            named = [sql.Identifier(name) for (name,) in found if name not in MADE_BY_MIGRATIONS]
            connection.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(named)))

    def sign_in(self, page: Page, username: str) -> None:
        """Give the browser of this tab the cookie of somebody who was there when the site was filled by `hold`."""
        cookie = {"name": "sessionid", "value": self.cookies[username], "url": self.url}
        page.context.add_cookies([cookie])

    def manage(self, *arguments: str, stdin: str = "") -> str:
        """Run one of Django's commands beside the running site, in its environment."""
        return manage(self.env, *arguments, stdin=stdin)

    def run(self, code: str) -> str:
        """Run Python code beside the running site, with Django set up, and return what it prints; a failure is shown."""
        if self.runner is None:
            command = [sys.executable, "-c", RUNNER]
            self.runner = subprocess.Popen(
                command, cwd=ROOT, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self.runner.stdin is not None
        assert self.runner.stdout is not None
        print(json.dumps(code), file=self.runner.stdin, flush=True)
        answer = self.runner.stdout.readline()
        if not answer:
            raise RuntimeError(f"what runs beside the site ended with {self.runner.wait()}")
        said, fault = json.loads(answer)
        if fault:
            raise RuntimeError(f"beside the site: {fault[-2000:]}")
        return str(said)

    def log(self) -> str:
        """What the site wrote to its console."""
        return last_words(self.kept.log)

    def close(self) -> None:
        if self.runner is not None:
            # It ends with its input.
            self.runner.communicate()
        self.kept.close()


def _copied(database: Path, to: Path) -> Path:
    """Put the rows of one SQLite database in place of those of another, whoever has it open."""
    with contextlib.closing(sqlite3.connect(database)) as source, contextlib.closing(sqlite3.connect(to)) as target:
        source.backup(target)
    return to


def start_site(env: dict[str, str], *, workers: int = 2) -> Site:
    """Serve in that environment, whose database is migrated and whose static files are collected."""
    log = Path(env["DATA_DIR"]) / "console.log"
    for _try in range(TRIES):
        port = free_port()
        kept = keep(
            [sys.executable, "-m", "config.server", "--port", str(port), "--workers", str(workers)],
            log=log,
            env=env,
        )
        if wait_for(lambda port=port: _site_answers(port), kept):
            return Site(f"http://127.0.0.1:{port}", env, kept)
    raise RuntimeError(f"the site did not start: {last_words(log)}")


def _site_answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread of its own: where a browser was driven before, this one has a loop that runs."""
    with ThreadPoolExecutor(max_workers=1) as apart:
        return apart.submit(asyncio.run, work).result()
