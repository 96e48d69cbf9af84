"""The server: `python -m config.server`. Every way to serve Pegboard starts this, so that its settings stand in one place."""

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
"""So many threads answer in each process. Every one keeps a database connection: at most 4 times 8, well below PostgreSQL's usual
hundred."""
CONNECTIONS = 4096
"""So many connections each process keeps open. A phone keeps two; as delivered, granian answers 1024, and no more until one is closed."""


REMEMBERED = 60.0
"""So many seconds a death counts towards the pause before the next start."""
LONGEST = 16.0
"""So many seconds such a pause lasts at most."""


class Server(Granian):  # type: ignore[misc, valid-type] # one of two classes, by how Python was built
    """granian, where a process that dies does not end the others.

    granian 2.8 ends the whole site when a process dies within 5.5 seconds of its start, as after two deaths in a row. Here it is
    started again, after a pause that grows, as long as another one serves; where none does, granian ends as before, and whoever
    started it begins anew (`run.py`, Docker).
    """

    _deaths: tuple[float, ...] = ()

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        if delay:
            # Nobody died: they are exchanged on purpose, one after another.
            super()._respawn_workers(workers, spawn_target, target_loader, delay)
            return
        now = time.monotonic()
        self._deaths = (*(at for at in self._deaths if now - at < REMEMBERED), now)
        another_serves = any(one.is_alive() for one in self.wrks if one.idx not in workers)
        if another_serves and len(self._deaths) > 1:
            # Ends early when somebody ends the site, or another process dies.
            self.main_loop_interrupt.wait(min(2.0 ** (len(self._deaths) - 2), LONGEST))
        if self.interrupt_signal:
            return
        super()._respawn_workers(workers, spawn_target, target_loader)
        if another_serves:
            self.respawned_wrks.clear()


def processes() -> int:
    """As many as there are cores, two at most on SQLite, where only one can write. Windows has one for all."""
    on_sqlite = DATABASES["default"]["ENGINE"].endswith("sqlite3")
    return 1 if os.name == "nt" else min(CORES, 2 if on_sqlite else 4)


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m config.server", description="Serve Pegboard.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=processes())
    options = parser.parse_args()
    if unfinished := mark.unfinished(DATA_DIR):
        sys.stderr.write(f"{unfinished}\n")
        # As for options that are refused: to start again would not help.
        sys.exit(2)
    Server(
        "config.rsgi:application",
        address=options.host,
        port=options.port,
        interface=Interfaces.RSGI,
        workers=options.workers,
        # HTTP/2 knows no limit of time, and waiting for a connection to say which of the two it speaks knows none either.
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
