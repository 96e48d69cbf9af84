"""`run.py` before anything is installed: what it refuses, in one sentence, and that it sets itself up. It serves in `test_coming_back.py`."""

from __future__ import annotations

import ast
import errno
import os
import runpy
import shutil
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from hall.tests import servers

RUN = servers.ROOT / "run.py"


def run(*arguments: str, program: Path = RUN, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in servers.own_variables()}
    command = [sys.executable, str(program), *arguments]
    return subprocess.run(command, env={**environment, **env}, capture_output=True, text=True, check=False)


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """What was said, when it was one line on the error stream and nothing went well."""
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with run.py, whose only requirement is a package of our own that lies beside it."""
    shutil.copy(RUN, tmp_path)
    (tmp_path / "requirements.txt").write_text("crib==1.0\n")
    wheel = {
        "crib.py": "starter = 5\n",
        "crib-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: crib\nVersion: 1.0\n",
        "crib-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in wheel) + "crib-1.0.dist-info/RECORD,,\n"
    with zipfile.ZipFile(tmp_path / "crib-1.0-py3-none-any.whl", "w") as file:
        for name, text in {**wheel, "crib-1.0.dist-info/RECORD": record}.items():
            file.writestr(name, text)
    return tmp_path


def install(project: Path) -> subprocess.CompletedProcess[str]:
    code = "import run; run.install(run.ROOT / 'requirements.txt')"
    env = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(project), "PYTHONPATH": str(project)}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=project, env=env, capture_output=True, text=True, check=False
    )


def installed_package(project: Path) -> Path:
    return next((project / ".venv").rglob("crib.py"))


# --- Without anything installed --------------------------------------------------------------------------------------


def test_an_older_python_gets_a_sentence() -> None:
    code = f"import runpy, sys; sys.version_info = (3, 10, 4, 'final', 0); runpy.run_path({str(RUN)!r}, run_name='__main__')"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert refusal(done) == "Pegboard needs Python 3.11 or newer; this is 3.10."


def test_an_older_python_can_read_the_file() -> None:
    ast.parse(RUN.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_only_the_standard_library_is_imported() -> None:
    tree = ast.parse(RUN.read_text(encoding="utf-8"))

    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }

    assert imported - sys.stdlib_module_names == set()


def test_without_a_command_it_lists_them() -> None:
    done = run()

    assert done.returncode == 2
    assert all(f"\n  {name} " in done.stdout for name in ("serve", "test", "lint", "bench", "demo"))


def test_an_unknown_command_is_refused_with_those_there_are() -> None:
    said = refusal(run("sevre"))

    assert said.startswith("There is no command “sevre”")
    assert "serve" in said


def test_a_taken_port_is_refused_with_another_to_try(taken_port: int) -> None:
    said = refusal(run("serve", "--port", str(taken_port)))

    assert f"Port {taken_port} is taken" in said
    assert "serve --port " in said


@pytest.mark.parametrize("port", ["x", "-1", "65536", ""])
def test_an_invalid_port_is_refused(port: str) -> None:
    done = run("serve", f"--port={port}")

    assert done.returncode == 2
    assert "a number from 0 to 65535" in done.stderr


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_an_address_of_another_machine_is_refused(host: str) -> None:
    said = refusal(run("serve", "--host", host, "--port", "0"))

    assert said.startswith(f"“{host}” is no address of this machine")


@pytest.mark.parametrize("command", ["worker", "scheduler"])
def test_jobs_need_no_process_of_their_own_without_redis(command: str) -> None:
    said = refusal(run(command))

    assert "Without REDIS_URL jobs run in the site itself" in said


# --- Installing ------------------------------------------------------------------------------------------------------


def test_a_package_that_cannot_be_had_is_named(project: Path) -> None:
    (project / "requirements.txt").write_text("crib==2.0\n")

    done = run(
        "worker",
        program=project / "run.py",
        REDIS_URL="redis://127.0.0.1:1",
        PIP_NO_INDEX="1",
        PIP_FIND_LINKS=str(project),
    )

    assert refusal(done).startswith("The package crib==2.0 could not be had.")


def test_an_installation_is_made_once_and_again_where_it_was_broken_off_or_damaged(project: Path) -> None:
    first = install(project)
    second = install(project)
    next((project / ".venv").rglob("crib-1.0.dist-info/RECORD")).unlink()
    installed_package(project).unlink()

    healed = install(project)

    assert "Installing" in first.stdout
    assert (second.returncode, second.stdout) == (0, "")
    assert "Installing" in healed.stdout
    assert installed_package(project).exists()


# --- Testing ---------------------------------------------------------------------------------------------------------


def test_the_tests_are_listed_though_several_processes_would_run_them() -> None:
    place = "tournaments/tests/test_kept.py"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "2", place]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "PYTEST_"))}

    listed = subprocess.run(command, cwd=servers.ROOT, env=env, capture_output=True, text=True, check=False)

    assert (listed.returncode, f"{place}::test_what_another_has_built_is_written_again" in listed.stdout) == (0, True)


SMALL = """
import pytest


@pytest.mark.parametrize("page", ["one", "two"])
def test_without_a_browser(page: str) -> None:
    assert page


@pytest.mark.release
def test_long() -> None:
    assert True
"""


@pytest.mark.parametrize("processes", ["0", "2"])
@pytest.mark.parametrize(("is_named", "count"), [(True, "3 passed"), (False, "2 passed")])
def test_a_parameter_called_like_a_fixture_needs_no_browser_and_a_named_file_runs_whole(
    tmp_path: Path, processes: str, is_named: bool, count: str
) -> None:
    (tmp_path / "conftest.py").symlink_to(servers.ROOT / "conftest.py")
    (tmp_path / "pyproject.toml").write_bytes((servers.ROOT / "pyproject.toml").read_bytes())
    (tmp_path / "hall").mkdir()
    (tmp_path / "hall" / "test_small.py").write_text(SMALL, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", processes, *(["hall/test_small.py"] if is_named else [])]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "PYTEST_"))}

    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**env, "PYTHONPATH": str(servers.ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert count in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("restore",), "No file is named. Give it so: python3 run.py restore FILE [--replace]"),
        (
            ("restore", "a.zip", "b.zip"),
            "More than one file is named. Give it so: python3 run.py restore FILE [--replace]",
        ),
        (
            ("restore", "", "--replace"),
            "The name of the file is empty. Give it so: python3 run.py restore FILE [--replace]",
        ),
        (("backup", " "), "The name of the file is empty. Give it so: python3 run.py backup [FILE]"),
        (
            ("restore", "a.zip", "--force"),
            "“--force” is no option. Give it so: python3 run.py restore FILE [--replace]",
        ),
        (("backup", "--replace"), "“--replace” is no option. Give it so: python3 run.py backup [FILE]"),
    ],
)
def test_what_backup_and_restore_do_not_know_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    assert refusal(run(*arguments)) == said


def test_the_address_in_a_network_that_leads_nowhere_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall’s router without a line: there is a way to its neighbours, and to nobody beyond."""
    program = runpy.run_path(str(RUN))
    find, its = program["hall_addresses"], program["hall_addresses"].__globals__
    ways = {"192.168.50.1": "192.168.50.5"}
    monkeypatch.setitem(its, "own_address_towards", lambda other: ways.get(other, ""))
    monkeypatch.setitem(its, "interface_addresses", lambda: ["127.0.0.1", "192.168.50.5", "10.8.0.2"])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args: [(0, 0, 0, "", ("127.0.1.1", 0))])
    assert find() == ["192.168.50.5", "10.8.0.2"]
    ways["192.0.2.1"] = "172.20.0.9"
    assert find()[0] == "172.20.0.9"
    ways.clear()
    monkeypatch.setitem(its, "interface_addresses", list)
    assert find() == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the standard library knows no interfaces")
@pytest.mark.parametrize(
    ("bridge", "address", "is_running"),
    [("docker0", "172.17.0.1", True), ("virbr0", "192.168.122.1", False), ("br-0123456789ab", "172.18.0.1", True)],
)
def test_a_network_within_this_computer_or_without_a_cable_leads_no_phone_here(
    bridge: str, address: str, is_running: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is a way to each, and to nobody beyond; the hall’s comes last."""
    program = runpy.run_path(str(RUN))
    find, its = program["hall_addresses"], program["hall_addresses"].__globals__
    there = {"lo": ("127.0.0.1", True), bridge: (address, is_running), "eth0": ("192.168.1.9", False)}
    asked: list[str] = []

    class Kernel:
        @staticmethod
        def ioctl(_file: int, what: int, about: bytes) -> bytes:
            name = about.rstrip(b"\0").decode()
            if name not in there:
                raise OSError(errno.EADDRNOTAVAIL, "")
            said, runs = there[name]
            flags = (0x1003 | (0x40 if runs else 0)).to_bytes(2, sys.byteorder)
            return (
                about[:16] + {0x8913: flags + b"\0\0", 0x8915: b"\2\0\0\0"}[what] + socket.inet_aton(said) + bytes(16)
            )

    def towards(other: str) -> str:
        asked.append(other)
        return address if other.rsplit(".", 1)[0] == address.rsplit(".", 1)[0] else ""

    monkeypatch.setitem(its, "fcntl", Kernel)
    monkeypatch.setitem(its, "own_address_towards", towards)
    monkeypatch.setattr(socket, "if_nameindex", lambda: list(enumerate([*there, "wlan0"], 1)))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args: [(0, 0, 0, "", ("127.0.1.1", 0))])
    assert find() == []
    there["wlan0"] = ("172.20.5.20", True)
    assert find() == ["172.20.5.20"]
    assert len(asked) < 1000


def test_the_version_is_the_newest_release_of_the_changelog() -> None:
    assert run("--version").stdout == f"Pegboard {settings.VERSION}\n"
