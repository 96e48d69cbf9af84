"""A hall of phones keeps its connections open, and every one of them is answered."""

from __future__ import annotations

from collections.abc import Callable

from bench.client import Line, Tally, written
from bench.hall import allow_open
from hall.tests.servers import Site, run_apart

CONNECTIONS = 1100


def test_more_open_connections_than_granian_answers_by_itself(running_site: Callable[..., Site]) -> None:
    allow_open(2 * CONNECTIONS + 200)
    site = running_site(workers=1)
    port, tally = int(site.url.rpartition(":")[2]), Tally()

    async def run() -> None:
        lines = []
        for _connection in range(CONNECTIONS):
            line = await Line.to(port)
            lines.append(line)
            # It is not read again: an address that finds nothing is answered quickest.
            await tally.count(lambda line=line: line.ask(written("127.0.0.1", "GET", "/accounts/none/")), (404,))
            if tally.faults:
                break
        for line in lines:
            await line.close()

    run_apart(run())

    assert (len(tally.times), dict(tally.faults)) == (CONNECTIONS, {})
