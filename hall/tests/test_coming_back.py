"""What ends by itself comes back: a process of the site, the site, the worker. Told to end, everything ends."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import redis
from kombu import Connection

from config import celery
from hall.tests import servers
from hall.tests.servers import Site

RUN = servers.ROOT / "run.py"
PATIENCE = 60

pytestmark = pytest.mark.skipif(os.name == "nt", reason="looks at processes as POSIX does")


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(child) for child, parent in map(str.split, listed.splitlines()) if int(parent) == pid]


def until(holds: Callable[[], bool], goes_on: Callable[[], bool], never: str) -> None:
    """Wait for this as long as the program goes on: how long that takes is the machine's."""
    while not holds():
        assert goes_on() or holds(), never
        time.sleep(0.05)


def status_of(url: str) -> int:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return int(answer.status)


# --- One way for all of them -----------------------------------------------------------------------------------------


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`run.py` as a module, whose pauses are none; `slept` holds how long they would have been."""
    spec = importlib.util.spec_from_file_location("run_by_itself", RUN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.slept = []
    monkeypatch.setattr(module.time, "sleep", module.slept.append)
    return module


def program(tmp_path: Path, codes: str) -> list[str]:
    """A program that ends with one of these codes after the other; the last one stays."""
    counter = tmp_path / "starts"
    code = f"import pathlib, sys; p = pathlib.Path({str(counter)!r}); n = len(p.read_text()) if p.exists() else 0\n"
    code += f"p.write_text('x' * (n + 1)); codes = {codes!r}; sys.exit(int(codes[min(n, len(codes) - 1)]))"
    return [sys.executable, "-c", code]


def test_a_process_that_ends_by_itself_is_restarted_with_growing_pauses_until_it_is_given_up(
    run: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(run.Stop, match="The worker ended 6 times in 10 minutes"):
        run.keep_going("The worker", program(tmp_path, "1"), patience=0)

    assert run.slept == [1, 2, 4, 8, 16]
    assert "The worker ended by itself and starts again in 2 s" in capsys.readouterr().out


@pytest.mark.parametrize(("codes", "starts"), [("0", 1), ("2", 1), ("110", 3)])
def test_a_process_that_ended_normally_or_rejected_its_options_is_not_restarted(
    run: ModuleType, tmp_path: Path, codes: str, starts: int
) -> None:
    code = run.keep_going("The worker", program(tmp_path, codes), patience=0)

    assert (code, len((tmp_path / "starts").read_text())) == (int(codes[-1]), starts)


def test_earlier_ends_of_a_process_are_forgotten_after_a_while(
    run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = iter(range(0, 36_000, 3_600))
    monkeypatch.setattr(run.time, "monotonic", lambda: next(hours))

    assert run.keep_going("The worker", program(tmp_path, "11111110"), patience=0) == 0
    assert run.slept == [1] * 7


# --- With the real processes -----------------------------------------------------------------------------------------


def test_a_process_that_dies_twice_in_a_row_comes_back_and_the_other_goes_on(running_site: Callable[..., Site]) -> None:
    site = running_site(workers=2)
    [granian] = children(site.kept.keeper.pid)

    def serving() -> list[int]:
        return [pid for pid in children(granian) if pid]

    until(lambda: len(serving()) == 2, site.kept.is_running, "two processes serve")
    first, other = serving()
    os.kill(first, signal.SIGKILL)
    until(lambda: len(set(serving()) - {first, other}) == 1, site.kept.is_running, "it came back")
    [second] = set(serving()) - {first, other}
    os.kill(second, signal.SIGKILL)
    until(lambda: len(set(serving()) - {first, second, other}) == 1, site.kept.is_running, "it came back again")

    assert other in serving()
    assert children(site.kept.keeper.pid) == [granian]
    assert status_of(f"{site.url}/readyz") == 200


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., tuple[subprocess.Popen[str], Path]]]:
    """Start a command of `run.py`; what it says is in a file. It has ended by the end of the test."""
    started = []

    def begin(*arguments: str, **variables: str) -> tuple[subprocess.Popen[str], Path]:
        said = tmp_path / f"{arguments[0]}.log"
        env = servers.site_environment(tmp_path / "data", database_url="", **variables)
        with said.open("w") as log:
            started.append(
                subprocess.Popen([sys.executable, str(RUN), *arguments], env=env, stdout=log, stderr=log, text=True)
            )
        return started[-1], said

    yield begin
    for one in started:
        one.terminate()
        one.wait()


def test_serve_prints_the_address_that_answers_comes_back_by_itself_and_ends_when_told(
    start: Callable[..., tuple[subprocess.Popen[str], Path]],
) -> None:
    serving, said = start("serve", "--port", "0", HOME="")
    until(lambda: "Ctrl-C stops it" in said.read_text(), lambda: serving.poll() is None, "it serves")
    address = re.findall(r"serving at (http://\S+)", said.read_text())[0]
    first = status_of(address)
    [granian] = children(serving.pid)
    theirs = children(granian)

    os.kill(granian, signal.SIGKILL)
    until(lambda: "Pegboard is serving again." in said.read_text(), lambda: serving.poll() is None, "it serves again")
    status = status_of(f"{address}healthz")
    [again] = children(serving.pid)
    left = [*theirs, again, *children(again)]
    serving.terminate()

    assert (first, status) == (200, 200)
    assert "The server ended by itself and starts again in 1 s" in said.read_text()
    assert serving.wait(PATIENCE) == 0
    assert not any(is_alive(pid) for pid in left)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_worker_comes_back_by_itself_and_ends_when_told(
    start: Callable[..., tuple[subprocess.Popen[str], Path]], redis_url: str
) -> None:
    working, said = start("worker", "--concurrency", "1", redis_url=redis_url)
    until(lambda: said.read_text().count(" ready.") == 1, lambda: working.poll() is None, "it is ready")

    os.kill(children(working.pid)[0], signal.SIGKILL)
    until(lambda: said.read_text().count(" ready.") == 2, lambda: working.poll() is None, "it is ready again")
    [again] = children(working.pid)
    working.terminate()

    assert "The worker ended by itself and starts again in 1 s" in said.read_text()
    assert working.wait(PATIENCE) == 0
    assert not is_alive(again)


def test_what_was_done_while_redis_went_is_an_error_of_the_connection(redis_url: str) -> None:
    assert celery.app.main == "pegboard"
    connection = Connection(redis_url)
    channel = connection.channel()

    # What Celery does with a connection that is lost.
    connection.collect()

    with pytest.raises(redis.ConnectionError):
        channel.qos.ack("7")
    assert redis.ConnectionError in connection.connection_errors
