"""The server: `python -m config.server`. Every way to serve Pegboard starts it, so its settings are in one place."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from config.settings import DATA_DIR, DATABASES, REQUEST_SECONDS
from hall.backup import mark

CORES = os.cpu_count() or 1
THREADS = min(8, 2 * CORES)
"""How many threads answer in each process. Each has a database connection: at most 4 × 8; PostgreSQL allows 100."""
CONNECTIONS = 4096
"""How many connections each process keeps open. A phone has two; granian's default of 1024 would block the rest."""


REMEMBERED = 60.0
"""For how many seconds a death counts towards the pause before the next start."""
LONGEST_PAUSE = 16.0
"""The longest pause before such a start, in seconds."""


class Server(Granian):  # type: ignore[misc, valid-type] # one of two classes, by how Python was built
    """granian, except that a process that dies does not end the others.

    granian 2.8 ends the whole site if a process dies within 5.5 seconds of its start, as after two deaths in a row.
    This class restarts the process after a growing pause, as long as another process serves. If no other process
    serves, granian ends as before, and its supervisor (`run.py`, Docker) restarts it.
    """

    _deaths: tuple[float, ...] = ()

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        if delay:
            # A delay means a rolling restart: no process died.
            super()._respawn_workers(workers, spawn_target, target_loader, delay)
            return
        now = time.monotonic()
        self._deaths = (*(died_at for died_at in self._deaths if now - died_at < REMEMBERED), now)
        another_serves = any(worker.is_alive() for worker in self.wrks if worker.idx not in workers)
        if another_serves and len(self._deaths) > 1:
            # The wait ends early if the site is stopped, or if another process dies.
            self.main_loop_interrupt.wait(min(2.0 ** (len(self._deaths) - 2), LONGEST_PAUSE))
        if self.interrupt_signal:
            return
        super()._respawn_workers(workers, spawn_target, target_loader)
        if another_serves:
            self.respawned_wrks.clear()


def processes() -> int:
    """Return the number of processes: one per core, up to 4; on SQLite, which has one writer, up to 2; on Windows 1."""
    if os.name == "nt":
        return 1
    is_sqlite = DATABASES["default"]["ENGINE"].endswith("sqlite3")
    return min(CORES, 2 if is_sqlite else 4)


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(prog="python -m config.server", description="Serve Pegboard.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=processes())
    options = parser.parse_args()
    if unfinished := mark.unfinished(DATA_DIR):
        sys.stderr.write(f"{unfinished}\n")
        # The exit code of invalid options: restarting would not help.
        sys.exit(2)
    Server(
        "config.rsgi:application",
        address=options.host,
        port=options.port,
        interface=Interfaces.RSGI,
        workers=options.workers,
        # granian has no time limit for HTTP/2, nor for detecting which of the two a connection speaks.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=REQUEST_SECONDS * 1000),
        websockets=False,
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=10,
        log_level=LogLevels.warning,
    ).serve()


if __name__ == "__main__":
    main()
