"""Slow clients, as with bad reception: half a request and then silence, or a byte a second. Are all others answered?"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bench.client import Line, Reply, Tally, written
from bench.hall import STANDINGS, Figure, Hall, allow_open, running_site

HOST = "127.0.0.1"
LONGEST_ANSWER = 1000.0
"""How many milliseconds an answer may take."""
OTHERS, TURN_SECONDS = 8, 3.0
"""How many others send requests, and for how many seconds with each kind of slow client."""


@dataclass(frozen=True, slots=True)
class Slow:
    """A kind of slow client: what it sends at once and then each second, and whether it reads a byte each second."""

    name: str
    begins: bytes
    each_second: bytes = b""
    reads: bool = False


_POST = f"POST /api/v1/token/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n".encode()
_HALF_HEAD = f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ".encode()
_HALF_BODY = _POST + b'Content-Length: 200\r\n\r\n{"user'
KINDS = (
    Slow("nothing at all", b""),
    Slow("half a head", _HALF_HEAD),
    Slow("half a body", _HALF_BODY),
    Slow("half a body in chunks", _POST + b'Transfer-Encoding: chunked\r\n\r\n6\r\n{"user\r\n'),
    Slow("a head, a byte a second", _HALF_HEAD, each_second=b"x"),
    Slow("a body, a byte a second", _HALF_BODY, each_second=b"x"),
    Slow(
        "an answer read a byte a second",
        written(HOST, "GET", "/static/fonts/source-sans-3-latin-ext-wght-normal.woff2") * 60,
        reads=True,
    ),
    Slow("a connection kept open", written(HOST, "GET", "/accounts/none/")),
)


async def _connected(port: int, kind: Slow) -> socket.socket:
    """Open a connection of this kind, and send what it sends at once."""
    loop = asyncio.get_running_loop()
    connection = socket.socket()
    connection.setblocking(False)
    if kind.reads:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await loop.sock_connect(connection, (HOST, port))
    await loop.sock_sendall(connection, kind.begins)
    return connection


async def _go_on(connections: list[socket.socket], kind: Slow) -> None:
    """Send and read each second on all connections, until they are closed."""
    while connections:
        await asyncio.sleep(1)
        for connection in list(connections):
            try:
                connection.send(kind.each_second)
                if kind.reads:
                    connection.recv(1)
            except BlockingIOError:
                pass
            except OSError:
                connections.remove(connection)


@asynccontextmanager
async def held(port: int, kind: Slow, many: int) -> AsyncIterator[list[socket.socket]]:
    """Keep this many slow clients of this kind, until the block ends."""
    connections = [await _connected(port, kind) for _one in range(many)]
    going_on = asyncio.ensure_future(_go_on(list(connections), kind))
    try:
        yield connections
    finally:
        going_on.cancel()
        for connection in connections:
            connection.close()


async def asked_beside(port: int, requests: list[tuple[bytes, int]], seconds: float) -> Tally:
    """Return the results of OTHERS clients that send these requests in turn; each request has its expected status."""
    loop = asyncio.get_running_loop()
    until, tally = loop.time() + seconds, Tally()

    async def other() -> None:
        line: Line | None = None
        while loop.time() < until:
            for request, status in requests:

                async def ask(request: bytes = request) -> Reply:
                    nonlocal line
                    line = line or await Line.to(port)
                    return await line.ask(request)

                if await tally.count(ask, (status,)) is None:
                    line = None
            await asyncio.sleep(0.05)
        if line is not None:
            await line.close()

    await asyncio.gather(*(other() for _one in range(OTHERS)))
    return tally


def measure(entrants: int, games: int, *, many: int) -> int:
    """Measure and print how many other requests are answered within a second, next to slow clients of each kind.

    Returns 1 if a goal is missed.
    """
    allow_open(2 * many + 200)
    get = written(HOST, "GET", STANDINGS), 200
    post = written(HOST, "POST", "/api/v1/token/", {"Content-Type": "application/json"}, b"{}"), 400
    missed = False
    with running_site() as site:
        port = Hall(site, entrants, games).port
        # Warm up, so that both processes have served both requests.
        asyncio.run(asked_beside(port, [get, post], TURN_SECONDS))
        for kind in KINDS:

            async def beside(kind: Slow = kind) -> Tally:
                async with held(port, kind, many):
                    return await asked_beside(port, [get, post], TURN_SECONDS)

            tally = asyncio.run(beside())
            asked = len(tally.times) + sum(tally.faults.values())
            quick = sum(milliseconds <= LONGEST_ANSWER for milliseconds in tally.times)
            faults = "".join(f", {times} × {fault}" for fault, times in tally.faults.items())
            figure = Figure(
                kind.name, quick, asked, 0.95, at_least=True, more=f"half within {tally.median:.0f} ms{faults}"
            )
            print(figure, flush=True)
            missed = missed or not figure.reached
    return 1 if missed else 0
