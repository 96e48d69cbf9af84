"""The server: `python -m config.server`. Every way to serve Pegboard starts this, so that its settings stand in one place."""

from __future__ import annotations

import argparse
import os

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from config.settings import DATABASES, REQUEST_SECONDS

CORES = os.cpu_count() or 1
THREADS = min(8, 2 * CORES)
"""So many threads answer in each process. Every one keeps a database connection: at most 4 times 8, well below PostgreSQL's usual
hundred."""
CONNECTIONS = 4096
"""So many connections each process keeps open. A phone keeps two; as delivered, granian answers 1024, and no more until one is closed."""


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
    Granian(
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
