#!/usr/bin/env python3
"""Pegboard's one command: sets itself up, then serves, tests, checks, measures or plays a tournament.

Uses only the standard library, so that it works before anything is installed. Python 3.6 must be able to parse this
file; otherwise an old Python shows a traceback instead of the sentence below.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this is the one file that an older Python gets to read
    sys.exit(f"Pegboard needs Python 3.11 or newer; this is {sys.version_info[0]}.{sys.version_info[1]}.")

import argparse
import contextlib
import errno
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "pegboard-installed"
INSTALL_LOG = VENV / "pegboard-install.log"

HELP = """usage: python3 run.py COMMAND [options]

  serve [--host H] [--port P]   set up, load the demonstration into an empty database, serve the site
  worker                        run the jobs of a site that has REDIS_URL (serve needs none without it)
  scheduler                     start the timed jobs of a site that has REDIS_URL
  test [pytest arguments]       run the tests; --all: every one, on PostgreSQL too, as before a release
  lint [CHECK …]                check formatting, style, templates, types, import rules, migrations and columns, or some of these
  bench [options]               run the benchmarks
  mutate [options]              count the conditions that the tests would not miss
  demo [options]                play a simulated tournament
  backup [FILE]                 save everything of the site in one file, while it runs
  restore FILE [--replace]      make the site what it was when this file was made
  password [NAME]               set the password of an account; without NAME it lists the accounts

  --version                     say which Pegboard this is

Every command first creates .venv and installs what is missing. README.md has the rest."""

# A program for the environment's own Python: it prints its version and the pins that are not installed as asked.
PROBE = """
import json, sys
from importlib.metadata import distributions

def plain(name):
    return name.lower().replace("_", "-")

found = {plain(dist.name): dist.version for dist in distributions() if dist.read_text("RECORD") is not None}
missing = [name for name, version in json.load(sys.stdin) if found.get(plain(name)) != version]
print(json.dumps([sys.version, missing]))
"""


class Stop(Exception):
    """Ends the program. The text is one plain sentence that says what to do."""


class ToldToEnd(KeyboardInterrupt):
    """Only this process was asked to end; Ctrl-C asks its children too."""


# --- The environment in which everything runs ------------------------------------------------------------------------


def clean_environment(**extra: str) -> dict[str, str]:
    """Return our environment without variables that would mislead a child's Python, pip or Django."""
    misleading = {"PYTHONHOME", "__PYVENV_LAUNCHER__", "DJANGO_SETTINGS_MODULE"}
    env = {name: value for name, value in os.environ.items() if name not in misleading}
    if not env.get("HOME", "x"):
        del env["HOME"]  # empty is worse than absent: "~" would then be the root of the disk
    return {**env, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", **extra}


def requirement_pins(path: Path) -> list[tuple[str, str]]:
    """Return the names and versions pinned in a requirements file, without those for other systems or Pythons."""
    pins = []
    for line in path.read_text(encoding="utf-8").splitlines():
        included = re.match(r"-r\s+(\S+)", line)
        pin = re.match(r"([\w.-]+)(?:\[[\w,]+\])?==([\w.]+)\s*$", line)
        if included:
            pins += requirement_pins(path.parent / included[1])
        elif pin:
            pins.append((pin[1], pin[2]))
    return pins


def fingerprint(requirements: Path) -> str:
    """Return a hash that identifies a finished installation of this file: of its pins and the Python version."""
    return hashlib.sha256(repr((sys.version, requirement_pins(requirements))).encode()).hexdigest()


def finished() -> list[str]:
    """Return the fingerprints of the installations in .venv; none during or after an unfinished installation."""
    return STAMP.read_text(encoding="ascii").split() if STAMP.exists() else []


def is_whole(requirements: Path) -> bool:
    """Whether .venv runs on this Python and has every pin of the file."""
    try:
        probe = subprocess.run(
            [PYTHON, "-I", "-c", PROBE],
            input=json.dumps(requirement_pins(requirements)),
            capture_output=True,
            text=True,
            env=clean_environment(),
            check=True,
        )
        version, missing = json.loads(probe.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
    return bool(version == sys.version and not missing)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Wait until no other run.py of this folder is installing or starting the site."""
    with (ROOT / ".venv.lock").open("a", encoding="ascii") as lock:
        if sys.platform == "win32":
            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def create_environment() -> None:
    """Create .venv anew. Raises Stop if that is not possible."""
    if VENV.is_symlink() or VENV.is_file():
        raise Stop(f"{VENV} is not a folder: delete it and start again.")
    say("Creating .venv …")
    shutil.rmtree(VENV, ignore_errors=True)
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    result = subprocess.run(command, capture_output=True, text=True, env=clean_environment(), check=False)
    if result.returncode:
        output = result.stdout + result.stderr
        if "ensurepip" in output:
            raise Stop(
                "This Python cannot make a virtual environment: install its venv package "
                "(Debian, Ubuntu: apt install python3-venv) and start again."
            )
        raise Stop(f"The virtual environment {VENV} could not be made: {why(output)}")


def install(requirements: Path) -> None:
    """Install these pins into .venv, unless it has them. An interrupted or damaged .venv is created anew.

    Raises Stop if the installation fails.
    """
    with alone():
        installed = finished()
        wanted = fingerprint(requirements)
        if wanted in installed and is_whole(requirements):
            return
        # An environment can be extended only if it was completely installed for other pins, and runs on this Python.
        can_be_extended = bool(installed) and wanted not in installed and is_whole(Path(os.devnull))
        if not can_be_extended:
            create_environment()
        STAMP.unlink(missing_ok=True)
        say(f"Installing {requirements.name} into .venv; this takes a minute, once …")
        command = [str(PYTHON), "-I", "-m", "pip", "install", "--no-deps", "-r", str(requirements)]
        with INSTALL_LOG.open("w", encoding="utf-8") as log:
            pip = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, env=clean_environment(), check=False)
        if pip.returncode:
            raise Stop(why_pip_failed(INSTALL_LOG.read_text(encoding="utf-8", errors="replace")))
        if not is_whole(requirements):
            raise Stop(f"pip did not install what {requirements.name} asks for: delete .venv and start again.")
        STAMP.write_text("\n".join([wanted, fingerprint(ROOT / "requirements.txt")]), encoding="ascii")


def prepare(requirements: Path) -> None:
    """Get ready to run: install these pins into .venv, and compile the translations."""
    install(requirements)
    compiled = subprocess.run(
        [PYTHON, "-m", "config.catalogs"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=clean_environment(),
        check=False,
    )
    if compiled.returncode:
        raise Stop(f"The translations could not be compiled: {why(compiled.stderr)}")


def why_pip_failed(log: str) -> str:
    """Summarize pip's log in one sentence."""
    cure = f"Check the connection to the package index and start again; pip's own words are in {INSTALL_LOG}."
    package = re.search(r"No matching distribution found for ([^\s(;]+)", log)
    if "No space left on device" in log:
        return "The disk is full: make room and start again."
    if "Permission denied" in log:
        return f"pip may not write into {VENV}: delete that folder or start as the user who owns it."
    if package:
        return f"The package {package[1]} could not be had. {cure}"
    return f"The packages could not be installed. {cure}"


def why(words: str) -> str:
    """Return the reason in a program's output: its last line with an error, else its last line."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception|Configured)\b", line)]
    return re.sub(r"^[\w.]+: ", "", (errors or lines or ["it gave no reason"])[-1])


def say(text: str) -> None:
    print(text, flush=True)


# --- Running things --------------------------------------------------------------------------------------------------


def end(_number: int, _frame: FrameType | None) -> None:
    raise ToldToEnd


@contextlib.contextmanager
def attending(child: subprocess.Popen[bytes], patience: int, leads_group: bool = False) -> Iterator[None]:
    """Make sure that the child ends with us; after an interrupt it has `patience` seconds to end by itself.

    `leads_group`: the child has a process group of its own, and the rest of the group is killed too.
    """
    try:
        yield
    except ToldToEnd:
        child.terminate()
        raise
    finally:
        # A second Ctrl-C must not cut this short.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for seconds, force in ((patience, child.terminate), (15, child.kill)):
            try:
                child.wait(timeout=seconds)
                break
            except subprocess.TimeoutExpired:
                force()
        child.wait()
        if leads_group and os.name != "nt":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
        signal.signal(signal.SIGINT, signal.default_int_handler)


# How many crashes are tolerated within how many seconds. A brief outage is over by then.
MOST_ENDS, WITHIN = 5, 600


def keep_going(
    name: str,
    command: Sequence[str | Path],
    *,
    patience: int,
    leads_group: bool = False,
    started: Callable[[subprocess.Popen[bytes]], None] = lambda _child: None,
) -> int:
    """Run a program until we are told to end, and restart it if it ends by itself; `started` is called each time.

    Returns its exit code if it ended normally or rejected its options. Raises Stop if it keeps ending.
    """
    ends: list[float] = []
    while True:
        child = subprocess.Popen(
            [str(part) for part in command], cwd=ROOT, env=clean_environment(), start_new_session=leads_group
        )
        with attending(child, patience, leads_group):
            started(child)
            code = child.wait()
        if code in {0, 2}:
            return code
        now = time.monotonic()
        ends = [*(ended_at for ended_at in ends if now - ended_at < WITHIN), now]
        if len(ends) > MOST_ENDS:
            raise Stop(f"{name} ended {len(ends)} times in {WITHIN // 60} minutes; its last words stand above.")
        pause = 2 ** (len(ends) - 1)
        say(f"{name} ended by itself and starts again in {pause} s; its last words stand above.")
        time.sleep(pause)


def run(command: Sequence[str | Path], env: dict[str, str] | None = None) -> int:
    """Run a program of the environment in the foreground and return its exit code."""
    child = subprocess.Popen([str(part) for part in command], cwd=ROOT, env=env or clean_environment())
    with attending(child, patience=15):
        return child.wait()


def manage(*arguments: str) -> None:
    """Run one of Django's commands. Raises Stop with a sentence if it fails."""
    command = [str(PYTHON), "manage.py", *arguments]
    child = subprocess.run(command, cwd=ROOT, env=clean_environment(), stderr=subprocess.PIPE, text=True, check=False)
    refused = re.search(
        r"^(?:CommandError|django\.core\.exceptions\.ImproperlyConfigured): (.+)", child.stderr, re.MULTILINE
    )
    if child.returncode and refused:
        # Our own message: what is wrong and what to do.
        raise Stop(refused[1])
    if child.returncode and re.search("No space left on device|disk is full|disk I/O error", child.stderr):
        raise Stop(f"The disk is full, or fails: make room and start again. Its words: {why(child.stderr)}")
    if child.returncode and "Read-only file system" in child.stderr:
        raise Stop(
            f"Pegboard cannot write where it must: {why(child.stderr)}. Allow it, or move it to a disk that can be written."
        )
    if child.returncode and "OperationalError" in child.stderr:
        raise Stop(f"The database does not answer; start it or correct DATABASE_URL. Its words: {why(child.stderr)}")
    if child.returncode:
        raise Stop(f"“manage.py {arguments[0]}” failed: {why(child.stderr)}")
    sys.stderr.write(child.stderr)


def tool(name: str) -> Path:
    return BIN / (f"{name}.exe" if os.name == "nt" else name)


# --- serve -----------------------------------------------------------------------------------------------------------


def listening_address(host: str, port: int) -> tuple[str, int]:
    """Return the numeric address and the port to serve on; port 0 becomes a free one. Raises Stop if unusable."""
    no_address = f"“{host}” is no address of this machine: leave --host out, or give 0.0.0.0 for every address."
    cure = f"choose another: python3 run.py serve --port {port + 1 if 1023 < port < 65535 else 8000}"
    try:
        candidates = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as exc:
        raise Stop(no_address) from exc
    family, _type, _protocol, _name, address = min(candidates, key=lambda entry: entry[0] != socket.AF_INET)
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen()
        except PermissionError as exc:
            raise Stop(f"Port {port} is kept for the administrator; {cure}") from exc
        except OSError as exc:
            if exc.errno == errno.EADDRNOTAVAIL:
                raise Stop(no_address) from exc
            raise Stop(f"Port {port} is taken by another program, perhaps another Pegboard; {cure}") from exc
        return str(address[0]), int(probe.getsockname()[1])


def bracketed(host: str) -> str:
    """Return the address as it appears in a URL."""
    return f"[{host}]" if ":" in host else host


def hall_addresses() -> list[str]:
    """Return the addresses at which other devices may see this machine, likeliest first; none without a network."""
    # 192.0.2.1, reserved for documentation, stands for the internet. The hall's network may have no route to it, but
    # routes to neighbors.
    addresses = [own_address_towards("192.0.2.1")]
    addresses += [own_address_towards(f"192.168.{n}.1") for n in range(256)]
    if not any(addresses) and sys.platform != "linux":
        # On Linux, interface_addresses() finds these.
        addresses += [own_address_towards(f"10.{n >> 8}.{n & 255}.1") for n in range(65536)]
        addresses += [own_address_towards(f"172.{16 + (n >> 8)}.{n & 255}.1") for n in range(4096)]
        addresses.append(own_address_towards("169.254.1.1"))
    with contextlib.suppress(OSError, UnicodeError):
        addresses += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    addresses += interface_addresses()
    useless = {"", *idle_addresses()}
    candidates = [address for address in dict.fromkeys(addresses) if address not in useless]
    return [address for address in candidates if not address.startswith(("127.", "0."))]


def own_address_towards(other: str) -> str:
    """Return our address on the route to this one; empty if there is no route. Nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((other, 9))
        return str(probe.getsockname()[0])
    return ""


# Interfaces of virtual networks within this computer, which no phone can reach.
WITHIN_COMPUTER = re.compile(r"docker|virbr|veth|lxcbr|lxdbr|podman|cni|vmnet|vboxnet|br-[0-9a-f]{12}$")
UP_AND_RUNNING = 0x1 | 0x40


def interface_addresses() -> list[str]:
    """Return the addresses of network interfaces that lead to other devices (on Linux)."""
    return [address for address, leads in own_interfaces() if leads]


def idle_addresses() -> list[str]:
    """Return the addresses of all other interfaces: without a cable or network, or within this computer (on Linux)."""
    return [address for address, leads in own_interfaces() if not leads]


def own_interfaces() -> Iterator[tuple[str, bool]]:
    """Yield the address of each network interface, and whether it leads to other devices; only on Linux."""
    if sys.platform == "linux":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            for _number, name in socket.if_nameindex():
                request = name.encode().ljust(40, b"\0")
                with contextlib.suppress(OSError):
                    # SIOCGIFADDR and SIOCGIFFLAGS answer with a struct ifreq: after the name it has four bytes and the
                    # address, or the flags.
                    address = socket.inet_ntoa(fcntl.ioctl(any_socket.fileno(), 0x8915, request)[20:24])
                    flags = int.from_bytes(fcntl.ioctl(any_socket.fileno(), 0x8913, request)[16:18], sys.byteorder)
                    is_running = flags & UP_AND_RUNNING == UP_AND_RUNNING
                    yield address, is_running and not WITHIN_COMPUTER.match(name)


def answers(host: str, port: int) -> bool:
    """Whether any web server answers there."""
    connection = http.client.HTTPConnection(host, port, timeout=30)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def server_command(host: str, port: int) -> list[str | Path]:
    """Return the command of the server; config/server.py has the settings."""
    return [PYTHON, "-m", "config.server", "--host", host, "--port", str(port)]


def serve(arguments: Sequence[str]) -> int:
    """Set up, migrate, load the demonstration, and serve until stopped."""
    parser = argparse.ArgumentParser(prog="run.py serve", description="Serve Pegboard.")
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (127.0.0.1; 0.0.0.0: every address)"
    )
    parser.add_argument("--port", type=port_number, default=8000, help="the port to listen on (8000; 0: any free one)")
    options = parser.parse_args(arguments)
    host, port = listening_address(options.host, options.port)
    prepare(ROOT / "requirements.txt")
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    network_addresses = hall_addresses() if local != host else []
    network_address = network_addresses[0] if network_addresses else None
    # The addresses printed below must be allowed hosts.
    names = [os.environ.get("ALLOWED_HOSTS"), "localhost", "127.0.0.1", "[::1]", bracketed(local), *network_addresses]
    os.environ["ALLOWED_HOSTS"] = ",".join(name for name in names if name)
    # Links and QR codes that are printed at this computer, under 127.0.0.1, must lead phones to this computer.
    listens_on_one_address = local == host and host not in {"127.0.0.1", "::1"}
    if network_address or listens_on_one_address:
        os.environ.setdefault("HALL_ADDRESS", f"http://{network_address or bracketed(host)}:{port}")
    with contextlib.ExitStack() as starting:
        starting.enter_context(alone())
        # Another run may have started while this one waited. granian would share the port, and either might answer.
        listening_address(host, port)
        manage("migrate", "--noinput", "--verbosity", "0")
        manage("collectstatic", "--noinput", "--verbosity", "0")
        manage("load_demo")
        manage("start_code")

        def when_started(child: subprocess.Popen[bytes]) -> None:
            """Wait until the server answers, then say where; after a restart only that it serves again."""
            while not answers(local, port):
                if child.poll() is None:
                    time.sleep(0.1)
                elif announced:
                    return
                else:
                    raise Stop("The server ended before it answered; its last words stand above.")
            if announced:
                say("Pegboard is serving again.")
                return
            announced.append(True)
            starting.close()
            say(f"Pegboard is serving at http://{bracketed(local)}:{port}/")
            if network_address:
                say(f"Other devices in this network reach it at http://{network_address}:{port}/, over plain HTTP.")
            elif local != host:
                say(
                    "This computer is in no network. When it is, stop Pegboard and start it again; phones reach it then."
                )
            if os.environ.get("REDIS_URL"):
                say("With REDIS_URL set the jobs wait for “python3 run.py worker” and “python3 run.py scheduler”.")
            say("Ctrl-C stops it.")

        announced: list[bool] = []
        # The server gets its own process group, since granian leaves workers behind if it is interrupted early on.
        keep_going("The server", server_command(host, port), patience=0, leads_group=True, started=when_started)
    raise Stop("The server ended by itself; its last words stand above.")


def port_number(text: str) -> int:
    """Parse a port. Raises ArgumentTypeError if it is none."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"“{text}” is no port: give a number from 0 to 65535")
    return int(text)


# --- The other commands ----------------------------------------------------------------------------------------------


def celery(part: str, *options: str) -> int:
    """Run `worker` or `beat`, a part of Celery. Raises Stop without REDIS_URL."""
    if not os.environ.get("REDIS_URL"):
        raise Stop(f"Without REDIS_URL jobs run in the site itself; set it, here and for serve, to have a {part}.")
    prepare(ROOT / "requirements.txt")
    command: list[str | Path] = [PYTHON, "-m", "celery", "-A", "config", part, "--loglevel", "info", *options]
    return keep_going(f"The {'scheduler' if part == 'beat' else part}", command, patience=15)


def worker(arguments: Sequence[str]) -> int:
    """Run the jobs of a site with Redis."""
    # Celery's worker processes are forks, which Windows does not have.
    return celery("worker", *(["--pool", "solo"] if os.name == "nt" else []), *arguments)


def scheduler(arguments: Sequence[str]) -> int:
    """Run the scheduled jobs of a site with Redis."""
    data = ROOT / (os.environ.get("DATA_DIR") or "var")
    return celery("beat", "--schedule", str(data / "scheduler"), *arguments)


# The tests for which SQLite is enough are left out: those of pages, API and rights, and property tests. Pages and API
# query the database only through reads and actions, rights are decided before any query, and property tests test rules.
ON_POSTGRES = [
    "-m",
    "database and not postgres and not redis and not browser and not site and not hypothesis",
    *(
        f"--ignore-glob=*/{name}"
        for name in (
            "test_views*.py",
            "test_api*.py",
            "*_pages.py",
            "test_access.py",
            "test_rights.py",
            "test_sign_in.py",
            "test_languages.py",
        )
    ),
]


def test(arguments: Sequence[str]) -> int:
    """Run the tests: all of them in parallel, those of a named path in one process."""
    prepare(ROOT / "requirements-dev.txt")
    named = any((ROOT / argument.partition("::")[0]).exists() for argument in arguments)
    # The tests empty the Redis of TEST_REDIS_URL, so two processes cannot share it.
    in_parallel = [] if named or os.environ.get("TEST_REDIS_URL") else ["-n", "auto", "--dist", "worksteal"]
    code = run([PYTHON, "-m", "pytest", *in_parallel, *arguments])
    if code or named or "--all" not in arguments:
        return code
    say("--- every test of reads and actions, on PostgreSQL")
    return run([PYTHON, "-m", "pytest", *in_parallel, *arguments, "--on-postgres", *ON_POSTGRES])


def whole_templates() -> list[Path]:
    """Return the templates that end with a line break.

    The others are included in the middle of a sentence, where the line break that djade adds would become a blank.
    """
    files = sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
    return [path for path in files if path.read_bytes().endswith(b"\n")]


def lint(arguments: Sequence[str]) -> int:
    """Run every check, or those whose name contains an argument; continue after failures and list them."""
    prepare(ROOT / "requirements-dev.txt")
    checks: dict[str, list[str | Path]] = {
        "formatting": [tool("ruff"), "format", "--check"],
        "style": [tool("ruff"), "check"],
        "templates": [tool("djade"), "--target-version", "5.2", "--check", *whole_templates()],
        "types": [PYTHON, "-m", "mypy", "."],
        "import rules": [tool("lint-imports"), "--no-logo"],
        "missing migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
        "columns told nowhere": [PYTHON, "manage.py", "check_fields"],
    }
    chosen = [name for name in checks if not arguments or any(word in name for word in arguments)]
    if not chosen:
        raise Stop(f"There is no such check; there are: {', '.join(checks)}.")
    with tempfile.TemporaryDirectory() as data:
        env = clean_environment(DATA_DIR=data, DATABASE_URL="", REDIS_URL="")
        failed = []
        for name in chosen:
            say(f"--- {name}")
            if run(checks[name], env):
                failed.append(name)
    say(f"Failed: {', '.join(failed)}." if failed else "All checks passed.")
    return 1 if failed else 0


def bench(arguments: Sequence[str]) -> int:
    """Run the benchmarks."""
    prepare(ROOT / "requirements-dev.txt")
    return run([PYTHON, "-m", "bench", *arguments])


def mutate(arguments: Sequence[str]) -> int:
    """Negate conditions one at a time and see whether the tests notice."""
    prepare(ROOT / "requirements-dev.txt")
    return run([PYTHON, "-m", "bench.mutate", *arguments])


def demo(arguments: Sequence[str]) -> int:
    """Play a simulated tournament."""
    prepare(ROOT / "requirements.txt")
    manage("migrate", "--noinput", "--verbosity", "0")
    return run([PYTHON, "manage.py", "demo", *arguments])


def saving(command: str, arguments: Sequence[str]) -> int:
    """Run one of the two backup commands; options and help are those of `manage.py`. Raises Stop if they are wrong."""
    prepare(ROOT / "requirements.txt")
    if {"-h", "--help"} & set(arguments):
        return run([PYTHON, "manage.py", command, "--help"])
    options = {"restore": {"--replace"}}.get(command, set())
    files = [argument for argument in arguments if not argument.startswith("-")]
    nameless = any(not file.strip() for file in files)
    unknown = [argument for argument in arguments if argument.startswith("-") and argument not in options]
    if unknown or nameless or len(files) > 1 or (command == "restore" and not files):
        usage = {"backup": "backup [FILE]", "restore": "restore FILE [--replace]"}[command]
        if unknown:
            fault = f"“{unknown[0]}” is no option"
        elif nameless:
            fault = "The name of the file is empty"
        elif files:
            fault = "More than one file is named"
        else:
            fault = "No file is named"
        raise Stop(f"{fault}. Give it so: python3 run.py {usage}")
    # Paths are relative to the caller's folder. os.path.join keeps a trailing slash, which says that this is a folder.
    absolute = [argument if argument.startswith("-") else os.path.join(Path.cwd(), argument) for argument in arguments]
    manage(command, *absolute)
    return 0


def backup(arguments: Sequence[str]) -> int:
    """Save everything of the site in one file."""
    return saving("backup", arguments)


def restore(arguments: Sequence[str]) -> int:
    """Restore the site from a backup."""
    return saving("restore", arguments)


def password(arguments: Sequence[str]) -> int:
    """Set the password of an account, or list the accounts."""
    prepare(ROOT / "requirements.txt")
    manage("migrate", "--noinput", "--verbosity", "0")
    return run([PYTHON, "manage.py", "password", *arguments])


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "serve": serve,
    "worker": worker,
    "scheduler": scheduler,
    "test": test,
    "lint": lint,
    "bench": bench,
    "mutate": mutate,
    "demo": demo,
    "backup": backup,
    "restore": restore,
    "password": password,
}


def version() -> str:
    """Return the newest release in CHANGELOG.md, the only place that has it."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return next(line.split()[1] for line in changes.splitlines() if re.match(r"## \d", line))


def main(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console that cannot show a character shall not end the program
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        say(HELP)
        return 0 if arguments else 2
    if arguments[0] == "--version":
        say(f"Pegboard {version()}")
        return 0
    command, *rest = arguments
    try:
        if command not in COMMANDS:
            raise Stop(f"There is no command “{command}”; there are: {', '.join(COMMANDS)}.")
        return COMMANDS[command](rest)
    except Stop as reason:
        print(reason, file=sys.stderr)
        return 1
    except OSError as exc:
        print(f"Pegboard could not go on: {exc}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
        return 0 if command in {"serve", "worker", "scheduler"} else 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
