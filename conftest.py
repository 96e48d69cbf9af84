"""What every test stands on: an environment of its own, and the real servers and browser for those that ask for them.

A test gets a real part by asking for its fixture: `postgres_url`, `redis_url`, `page` (a tab of Chromium), or
`running_site`, the site itself as a process. It is then marked by itself, and where the part is not to be had it does
not run and is named at the end; with CI=true it fails.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import django
import hypothesis
import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import override_settings
from playwright.sync_api import Browser, Page, sync_playwright

from config.tests import servers

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
# Each real part: the fixtures that stand for it, and what raises NotToBeHad where it is missing.
PARTS: dict[str, tuple[set[str], Callable[[], object]]] = {
    "postgres": (
        {"postgres_server", "postgres_url"},
        lambda: os.environ.get("TEST_DATABASE_URL") or servers.find_postgres(),
    ),
    "redis": (
        {"redis_server", "redis_url"},
        lambda: os.environ.get("TEST_REDIS_URL") or servers.find_redis(),
    ),
    "browser": ({"browser", "page"}, servers.find_chromium),
    "site": ({"running_site"}, lambda: None),
}

data_dir = pytest.StashKey[Path]()
whole_suite_server = pytest.StashKey[servers.PostgresServer]()
not_run = pytest.StashKey[dict[str, set[str]]]()


# --- Before and after ------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--on-postgres",
        action="store_true",
        help="run every test on PostgreSQL: that of TEST_DATABASE_URL, else a private one started for this run",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Put the environment in order before Django reads it: nothing of the user's own site may be touched."""
    if django_settings.configured:
        pytest.exit("Unset DJANGO_SETTINGS_MODULE: the tests set it themselves, after the rest of the environment.", 4)
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, _end_in_order)
    for name in servers.own_variables():
        del os.environ[name]
    config.stash[not_run] = defaultdict(set)
    config.stash[data_dir] = Path(tempfile.mkdtemp(prefix="pegboard-tests-"))
    (config.stash[data_dir] / "static").mkdir()
    database_url = os.environ.get("TEST_DATABASE_URL", "")
    if config.getoption("--on-postgres") and not database_url:
        try:
            config.stash[whole_suite_server] = servers.start_postgres()
        except servers.NotToBeHad as missing:
            pytest.exit(f"--on-postgres: {missing}.", 4)
        database_url = config.stash[whole_suite_server].url
    os.environ |= servers.site_environment(config.stash[data_dir], database_url=database_url)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    hypothesis.settings.register_profile("pegboard", deadline=None, database=None, derandomize=IN_CI)
    hypothesis.settings.load_profile("pegboard")


def _end_in_order(_number: int, _frame: FrameType | None) -> None:
    """Let the fixtures clear up when somebody ends us, as they do after Ctrl-C."""
    raise KeyboardInterrupt


def pytest_unconfigure(config: pytest.Config) -> None:
    if whole_suite_server in config.stash:
        config.stash[whole_suite_server].close()
    if data_dir in config.stash:
        shutil.rmtree(config.stash[data_dir], ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark, (fixtures, _find) in PARTS.items():
            if fixtures & set(getattr(item, "fixturenames", ())):
                item.add_marker(mark)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark, (_fixtures, find) in PARTS.items():
        if item.get_closest_marker(mark):
            try:
                find()
            except servers.NotToBeHad as missing:
                item.config.stash[not_run][str(missing)].add(item.nodeid)
                if IN_CI:
                    pytest.fail(f"With CI=true nothing may be missing: {missing}.", pytrace=False)
                # Not every machine has every part: what did not run is named with its cure at the end of the run.
                pytest.skip(str(missing))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for cure, tests in config.stash[not_run].items():
        number = "1 test" if len(tests) == 1 else f"{len(tests)} tests"
        terminalreporter.write_line(f"{number} could not run: {cure}.", yellow=True)


# --- Every test ------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="session")
def _quick_settings() -> Iterator[None]:
    """What only costs time in a test: hashing passwords slowly, collecting static files (`running_site` does)."""
    storages = {
        **django_settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=storages, PASSWORD_HASHERS=hashers):
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


# --- PostgreSQL and Redis --------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest) -> Iterator[servers.PostgresServer]:
    """The server of TEST_DATABASE_URL, else the private one of this run."""
    given = os.environ.get("TEST_DATABASE_URL", "")
    if whole_suite_server in request.config.stash:
        yield request.config.stash[whole_suite_server]
        return
    server = servers.PostgresServer(given) if given else servers.start_postgres()
    yield server
    server.close()


@pytest.fixture
def postgres_url(postgres_server: servers.PostgresServer) -> Iterator[str]:
    """A database of this test's own on PostgreSQL, with all tables and no rows. Other processes may use it too."""
    url = postgres_server.new_migrated_database()
    yield url
    postgres_server.drop(url)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[servers.RedisServer]:
    """The server of TEST_REDIS_URL, else a private one."""
    given = os.environ.get("TEST_REDIS_URL", "")
    server = servers.RedisServer(given) if given else servers.start_redis()
    yield server
    server.close()


@pytest.fixture
def redis_url(redis_server: servers.RedisServer) -> str:
    """A Redis database, empty at the start of this test."""
    redis_server.empty()
    return redis_server.url


# --- The site and the browser ----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with collected static files and a migrated, empty SQLite database, to be copied."""
    folder = tmp_path_factory.mktemp("made-once")
    env = servers.site_environment(folder, database_url=f"sqlite:///{folder / 'pegboard.sqlite3'}")
    servers.manage(env, "migrate", "--noinput", "--verbosity", "0")
    servers.manage(env, "collectstatic", "--noinput", "--verbosity", "0")
    return folder


@pytest.fixture
def running_site(_made_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., servers.Site]]:
    """Start the site as a process of its own: `running_site()` on a new SQLite file, or with the `database_url` of `postgres_url`.

    Also takes `redis_url`, the number of `workers` (2), and further variables of the environment by name.
    """
    sites = []

    def start(*, database_url: str = "", redis_url: str = "", workers: int = 2, **extra: str) -> servers.Site:
        folder = tmp_path_factory.mktemp("site") / "data"
        shutil.copytree(_made_once, folder)
        database_url = database_url or f"sqlite:///{folder / 'pegboard.sqlite3'}"
        env = servers.site_environment(folder, database_url=database_url, redis_url=redis_url, **extra)
        sites.append(servers.start_site(env, workers=workers))
        return sites[-1]

    yield start
    for site in sites:
        site.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, driven by Playwright."""
    # Playwright keeps an event loop in this thread, in which Django would refuse the database. It is never left waiting.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=servers.find_chromium(), args=servers.CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new tab, signed in nowhere. An error in a script of the page fails the test."""
    errors: list[str] = []
    context = browser.new_context()
    tab = context.new_page()
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    context.close()
    assert errors == []
