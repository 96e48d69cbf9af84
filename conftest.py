"""The basis of every test: an environment of its own, and real servers and browsers on request.

A test requests a real part by its fixture: `postgres_url`, `redis_url`, `node` (which runs our scripts without a page),
`page` (a tab of Chromium), or `running_site`, the site as a process of its own. The test is marked automatically. If
the part is unavailable, the test is skipped and listed at the end; with CI=true it fails.

With `-n 2` (pytest-xdist) two processes share the tests. Each has its own data folder and databases; a private
PostgreSQL for the whole suite is started once, for all of them.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Literal

import django
import hypothesis
import pytest
from django.conf import settings as django_settings
from django.core.cache import caches
from django.db import connection
from django.test import override_settings
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from config import catalogs
from hall.tests import servers

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
# Each real part: its fixtures, and a check that raises NotToBeHad if it is missing.
PARTS: dict[str, tuple[set[str], Callable[[], object]]] = {
    "postgres": (
        {"postgres_server", "postgres_url"},
        lambda: os.environ.get("TEST_DATABASE_URL") or servers.find_postgres(),
    ),
    "redis": (
        {"redis_server", "redis_url"},
        lambda: os.environ.get("TEST_REDIS_URL") or servers.find_redis(),
    ),
    "node": ({"node"}, servers.find_node),
    "browser": ({"browser", "page"}, servers.find_chromium),
    "gettext": ({"xgettext"}, servers.find_xgettext),
    "site": ({"running_site", "shared_site", "kept_site", "each_site"}, lambda: None),
}

data_dir = pytest.StashKey[Path]()
whole_suite_server = pytest.StashKey[servers.PostgresServer]()
NOT_RUN = "not run"
"""The property of a test's report that says how to get a missing real part."""


# --- Before and after ------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--on-postgres",
        action="store_true",
        help="run every test on PostgreSQL: that of TEST_DATABASE_URL, else a private one started for this run",
    )
    parser.addoption(
        "--all",
        action="store_true",
        help="run what a change can do without, too: every browser test, and more of what is tried at random",
    )
    parser.addoption("--pictures", action="store_true", help="write the pictures of README.md and docs/ anew")
    parser.addoption(
        "--slow-browser",
        type=int,
        default=1,
        help="let pages take so many times as long for their scripts: finds a test that is quicker than its page",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Prepare the environment before Django reads it, so that tests touch nothing of the user's own site."""
    if django_settings.configured:
        pytest.exit("Unset DJANGO_SETTINGS_MODULE: the tests set it themselves, after the rest of the environment.", 4)
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, _end_in_order)
    for name in servers.own_variables():
        del os.environ[name]
    # Without this, every process that a test starts recompiles a thousand modules.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if config.getoption("--all"):
        os.environ["TEST_EVERYTHING"] = "1"
    # Tests that are named on the command line always run. xdist's processes have the same command line.
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        config.option.all = True
    if config.getoption("--on-postgres") and not os.environ.get("TEST_DATABASE_URL"):
        try:
            config.stash[whole_suite_server] = servers.start_postgres()
        except servers.NotToBeHad as missing:
            pytest.exit(f"--on-postgres: {missing}.", 4)
        os.environ["TEST_DATABASE_URL"] = config.stash[whole_suite_server].url
    # With --collect-only, xdist starts no processes.
    if config.getoption("numprocesses", None) and not config.option.collectonly:
        if os.environ.get("TEST_REDIS_URL"):
            pytest.exit(
                "With -n two processes would empty the database of TEST_REDIS_URL under each other: unset it.", 4
            )
        # xdist's processes run the tests, and each of them does the rest of this function for itself.
        return
    catalogs.compile_changed()
    config.stash[data_dir] = Path(tempfile.mkdtemp(prefix="pegboard-tests-"))
    (config.stash[data_dir] / "static").mkdir()
    database_url = os.environ.get("TEST_DATABASE_URL", "")
    os.environ |= servers.site_environment(config.stash[data_dir], database_url=database_url)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    hypothesis.settings.register_profile("pegboard", deadline=None, database=None, derandomize=IN_CI)
    hypothesis.settings.load_profile("pegboard")


def _slowed(page: Page, times: int) -> Page:
    """Slow down this tab's scripts by this factor, to find tests that do not wait for them."""
    if times > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})
    return page


def _end_in_order(_number: int, _frame: FrameType | None) -> None:
    """Let the fixtures clean up on SIGTERM, as after Ctrl-C."""
    raise KeyboardInterrupt


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the private server, and delete the data folder."""
    if whole_suite_server in config.stash:
        config.stash[whole_suite_server].close()
    if data_dir in config.stash:
        shutil.rmtree(config.stash[data_dir], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples only in files that have one: pytest would search every module, which takes seconds."""
    found = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        return [one for one in found if type(one) is pytest.Module]
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests by the real parts that they need; without `--all`, leave out those that wait for a release."""
    for item in items:
        names = _fixtures(item)
        if "db" in names or item.get_closest_marker("django_db"):
            item.add_marker("database")
        for mark, (fixtures, _find) in PARTS.items():
            if fixtures & names:
                item.add_marker(mark)
    if not config.getoption("--all"):
        deselected = [item for item in items if _waits_for_a_release(item)]
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if item not in set(deselected)]


def pytest_collection_finish() -> None:
    """Exempt everything that is loaded by now from garbage collection, which takes a twentieth of the run otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)


def _fixtures(item: pytest.Item) -> set[str]:
    """The fixtures of a test, without the parameters that only have the name of one, such as `page`."""
    parameters = {
        name.strip()
        for mark in item.iter_markers("parametrize")
        if not mark.kwargs.get("indirect")
        for name in (mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0])
    }
    return set(getattr(item, "fixturenames", ())) - parameters


def _waits_for_a_release(item: pytest.Item) -> bool:
    """Whether a test runs only with `--all` or by name: a release test, or a browser test that is not a journey."""
    marks = {mark.name for mark in item.iter_markers()}
    return "release" in marks or ("browser" in marks and "journey" not in marks)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose real part is missing, and note how to get the part; with CI=true the test fails."""
    for mark, (_fixtures, find) in PARTS.items():
        if item.get_closest_marker(mark):
            try:
                find()
            except servers.NotToBeHad as missing:
                item.user_properties.append((NOT_RUN, str(missing)))
                if IN_CI:
                    pytest.fail(f"With CI=true nothing may be missing: {missing}.", pytrace=False)
                pytest.skip(str(missing))  # pytest_terminal_summary lists the missing part.


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List how many tests could not run, by what they lacked."""
    not_run: dict[str, set[str]] = defaultdict(set)
    for report in [*terminalreporter.getreports("skipped"), *terminalreporter.getreports("failed")]:
        for name, cure in getattr(report, "user_properties", ()):
            if name == NOT_RUN:
                not_run[cure].add(report.nodeid)
    for cure, tests in not_run.items():
        number = "1 test" if len(tests) == 1 else f"{len(tests)} tests"
        terminalreporter.write_line(f"{number} could not run: {cure}.", yellow=True)


# --- Every test ------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="session")
def _quick_settings() -> Iterator[float]:
    """Turn off what only costs time in tests: slow password hashes, collected static files, and the cache for polls.

    Yields the real `LIVE_KEPT_SECONDS`, for tests that start a site.
    """
    cache_seconds: float = django_settings.LIVE_KEPT_SECONDS
    storages = {
        **django_settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=storages, PASSWORD_HASHERS=hashers, LIVE_KEPT_SECONDS=0):
        yield cache_seconds


@pytest.fixture(autouse=True)
def _nothing_outlives_a_test() -> Iterator[None]:
    """Clear what the process remembers between tests: its caches, and the language that a request activates."""
    from hall.tests import outliving  # noqa: PLC0415 - reads the settings

    for name in django_settings.CACHES:
        caches[name].clear()
    outliving.forget()
    yield
    translation.deactivate()


# --- The database ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def migrated_sqlite(pytestconfig: pytest.Config) -> Path:
    """An SQLite file with all tables and no rows, kept across runs until a migration or a package changes."""
    sources = sorted(servers.ROOT.glob("*/migrations/*.py"))
    sources.append(servers.ROOT / "requirements.txt")
    digest = hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in sources)).hexdigest()
    folder = Path(pytestconfig.rootpath, ".pytest_cache", "migrated")
    folder.mkdir(parents=True, exist_ok=True)
    template = folder / f"{digest[:16]}.sqlite3"
    if not template.exists():
        for older in folder.glob("*.sqlite3"):
            older.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as data:
            new_file = Path(data) / "new.sqlite3"
            env = servers.site_environment(Path(data), database_url=f"sqlite:///{new_file}")
            servers.manage(env, "migrate", "--noinput", "--verbosity", "0")
            with contextlib.closing(sqlite3.connect(new_file)) as new_database:
                new_database.execute("PRAGMA journal_mode=DELETE")
            # Another process may have made the template meanwhile; the two files are equivalent.
            new_file.replace(template)
    return template


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> Iterator[None]:
    """On SQLite, fill the in-memory database from the file, so that Django finds nothing to migrate."""
    if connection.vendor != "sqlite":
        yield
        return
    name = connection.creation._get_test_db_name()
    # An in-memory database exists as long as a connection to it is open.
    with contextlib.closing(sqlite3.connect(name, uri=True)) as database:
        with contextlib.closing(sqlite3.connect(request.getfixturevalue("migrated_sqlite"))) as template:
            template.backup(database)
        yield


@pytest.fixture(autouse=True)
def _template_string_if_invalid_marker() -> None:
    """Replaces a fixture of pytest-django that requests `monkeypatch` in every test, for a setting we do not use."""


@pytest.fixture(autouse=True)
def _halls_built_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test with the database counts from 1, and reuses the halls that earlier tests built."""
    if not request.node.get_closest_marker("database"):
        yield
        return
    request.getfixturevalue("db")
    from tournaments.tests import kept  # noqa: PLC0415 - reads the settings

    # A test that changes the clock or a setting cannot reuse a hall that was built without the change.
    with kept.from_the_start(known=not {"monkeypatch", "settings"} & set(request.fixturenames)):
        yield


# --- PostgreSQL and Redis --------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[servers.PostgresServer]:
    """The server of TEST_DATABASE_URL, which `--on-postgres` sets too, or else a private one."""
    url = os.environ.get("TEST_DATABASE_URL", "")
    server = servers.PostgresServer(url) if url else servers.start_postgres()
    yield server
    server.close()


@pytest.fixture
def postgres_url(postgres_server: servers.PostgresServer) -> Iterator[str]:
    """The URL of a PostgreSQL database for this test alone, with all tables and no rows.

    Processes that the test starts may use it too.
    """
    url = postgres_server.new_migrated_database()
    yield url
    postgres_server.drop(url)


@pytest.fixture(scope="session")
def _shared_postgres_url(postgres_server: servers.PostgresServer) -> str:
    return postgres_server.new_migrated_database()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[servers.RedisServer]:
    """The server of TEST_REDIS_URL, or else a private one."""
    url = os.environ.get("TEST_REDIS_URL", "")
    server = servers.RedisServer(url) if url else servers.start_redis()
    yield server
    server.close()


@pytest.fixture
def redis_url(redis_server: servers.RedisServer) -> str:
    """A Redis database that is empty at the start of this test."""
    redis_server.empty()
    return redis_server.url


# --- Scripts without a page ------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def node() -> Iterator[servers.Node]:
    """One Node process, for all tests that call what a script exports."""
    process = servers.start_node()
    yield process
    process.close()


# --- The site and the browser ----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _made_once(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder to copy, with collected static files and a migrated, empty SQLite database."""
    folder = tmp_path_factory.mktemp("made-once")
    env = servers.site_environment(folder, database_url=f"sqlite:///{folder / 'pegboard.sqlite3'}")
    shutil.copy(migrated_sqlite, folder / "pegboard.sqlite3")
    servers.manage(env, "collectstatic", "--noinput", "--verbosity", "0")
    return folder


def _sites(made_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., servers.Site]]:
    """A function that starts a site with its own data; all started sites are closed at the end."""
    sites = []

    def start(*, database_url: str = "", redis_url: str = "", workers: int = 2, **extra: str) -> servers.Site:
        folder = tmp_path_factory.mktemp("site") / "data"
        shutil.copytree(made_once, folder)
        database_url = database_url or f"sqlite:///{folder / 'pegboard.sqlite3'}"
        env = servers.site_environment(folder, database_url=database_url, redis_url=redis_url, **extra)
        sites.append(servers.start_site(env, workers=workers))
        return sites[-1]

    yield start
    for site in sites:
        site.close()


@pytest.fixture
def running_site(_made_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., servers.Site]]:
    """Start the site as a process of its own: `running_site()` on a new SQLite file, or with a `database_url`.

    Also takes `redis_url`, the number of `workers` (2), and further environment variables by name.
    """
    yield from _sites(_made_once, tmp_path_factory)


EACH_DATABASE = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(params=EACH_DATABASE)
def each_new_site(request: pytest.FixtureRequest, running_site: Callable[..., servers.Site]) -> servers.Site:
    """The site in several processes, for concurrent requests: on an SQLite file, then on PostgreSQL."""
    database_url = request.getfixturevalue("postgres_url") if request.param == "postgres" else ""
    return running_site(database_url=database_url, workers=4)


@pytest.fixture(scope="session")
def _started(_made_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., servers.Site]]:
    """Start a site that many tests share one after the other, or return the one started before."""
    sites: dict[str, servers.Site] = {}
    with contextlib.contextmanager(_sites)(_made_once, tmp_path_factory) as start:

        def start_once(name: str, **options: Any) -> servers.Site:
            if name not in sites:
                sites[name] = start(**options)
            return sites[name]

        yield start_once


@pytest.fixture(params=EACH_DATABASE)
def each_site(
    request: pytest.FixtureRequest, _started: Callable[..., servers.Site], _quick_settings: float
) -> servers.Site:
    """As `each_new_site`, but one site for all tests, emptied before each.

    Only for tests whose answers do not depend on the site's data folder.
    """
    url = ""
    if request.param == "postgres":
        url = request.getfixturevalue("_shared_postgres_url")
    site = _started(f"each {request.param}", database_url=url, workers=4)
    site.empty()
    # Wait until the short-lived caches of the processes have forgotten the data of the test before.
    time.sleep(_quick_settings)
    return site


@pytest.fixture(scope="module")
def shared_site(_made_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., servers.Site]]:
    """As `running_site`, for all tests of a module that do not change its data."""
    yield from _sites(_made_once, tmp_path_factory)


@pytest.fixture
def kept_site(_started: Callable[..., servers.Site], _quick_settings: float) -> servers.Site:
    """The site as one process on SQLite, shared by all tests that fill it by `hold`.

    `hold` undoes the changes of earlier tests.
    """
    site = _started("kept", workers=1)
    site.hold("")
    # Wait until the short-lived caches of the process have forgotten the data of the test before.
    time.sleep(_quick_settings)
    return site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, driven by Playwright."""
    # Playwright runs an event loop in this thread, so Django would refuse to use the database here.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    # On a busy machine an expectation may take long to come true; one that is true at once does not wait.
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=servers.find_chromium(), args=servers.CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[[], Page]]:
    """Open a tab as on another computer, not signed in. A script error in any tab fails the test."""
    # Playwright cannot intercept requests that go through a service worker, so tests that intercept block workers.
    intercepts = bool(request.node.get_closest_marker("intercepts"))
    workers: Literal["allow", "block"] = "block" if intercepts else "allow"
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def open_tab() -> Page:
        contexts.append(browser.new_context(service_workers=workers))
        contexts[-1].set_default_timeout(60_000)
        if intercepts:
            # Chromium starts to intercept with the first route. A page that is open by then may still send a request
            # past it, so there is a route from the start.
            contexts[-1].route("**/asked-by-no-page", lambda route: route.abort())
        tab = _slowed(contexts[-1].new_page(), request.config.getoption("--slow-browser"))
        tab.on("pageerror", lambda error: errors.append(str(error)))
        return tab

    yield open_tab
    for context in contexts:
        # Finish pending route handlers first, because an error in one would fail the next test. The test may have
        # closed tabs or a whole context itself.
        for tab in context.pages:
            tab.unroute_all(behavior="wait")
            context.unroute_all(behavior="wait")
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    """A new tab, not signed in."""
    return new_page()
