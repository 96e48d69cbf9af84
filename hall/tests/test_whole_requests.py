"""Threads take whole requests only: whoever sends or reads slowly holds up nobody else."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from http import HTTPStatus
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from bench.client import Line, Tally, written
from bench.hall import allow_open
from bench.slow import HOST, KINDS, Slow, held
from config.rsgi import CODES, SAYS
from hall.tests.servers import Site, run_apart

MANY = 200
JSON = {"Content-Type": "application/json"}
TOKEN = "/api/v1/token/"
SENT_AS_TEXT = {"Content-Type": "text/plain"}


@pytest.fixture(scope="module")
def port_of_patient_site(shared_site: Callable[..., Site]) -> int:
    """The port of a site that is patient with slow clients: a request that had to wait for one would get no answer in time."""
    return port_of(shared_site(workers=1, REQUEST_SECONDS="60"))


def port_of(site: Site) -> int:
    port = urlsplit(site.url).port
    assert port is not None
    return port


async def asked_in_turn(port: int, requests: list[tuple[bytes, int]]) -> Tally:
    """What becomes of these requests, each with the status it is due, on one connection; the first fault ends it."""
    line, tally = await Line.to(port), Tally()
    for request, status in requests:
        await tally.count(partial(line.ask, request), (status,))
        if tally.faults:
            break
    await line.close()
    return tally


def answer_to(port: int, *parts: bytes) -> bytes:
    """All that is answered on one connection to what is sent on it, until the site closes it."""
    with socket.create_connection((HOST, port), timeout=60) as connection:
        for part in parts:
            connection.sendall(part)
        answer = b""
        while data := connection.recv(65536):
            answer += data
    return answer


def test_all_others_are_answered_beside_slow_clients_of_every_kind(port_of_patient_site: int) -> None:
    allow_open(2 * len(KINDS) * MANY + 200)
    asked = [(written(HOST, "GET", "/"), 200), (written(HOST, "POST", TOKEN, JSON, b"{}"), 400)] * 20

    async def beside(kind: Slow) -> Tally:
        async with held(port_of_patient_site, kind, MANY):
            return await asked_in_turn(port_of_patient_site, asked)

    for kind in KINDS:
        tally = run_apart(beside(kind))
        assert (len(tally.times), dict(tally.faults)) == (len(asked), {}), kind.name


def test_a_request_that_is_not_whole_in_time_is_ended(running_site: Callable[..., Site]) -> None:
    site = running_site(workers=1, REQUEST_SECONDS="1")
    port = port_of(site)
    heads, bodies = [KINDS[0], KINDS[1], KINDS[4]], [KINDS[2], KINDS[3], KINDS[5]]

    async def until_closed(kind: Slow) -> bytes:
        """What the site says to one of these before it closes the connection."""
        loop = asyncio.get_running_loop()
        async with held(port, kind, 1) as [connection]:
            said = b""
            # A byte that the site has not read when it closes turns the close into a reset.
            with suppress(ConnectionResetError):
                while data := await asyncio.wait_for(loop.sock_recv(connection, 65536), 30):
                    said += data
            return said

    for kind in heads:
        assert run_apart(until_closed(kind)) == b"", kind.name
    # On a connection that was answered nothing came in time either: a proxy has to let go of it before.
    assert run_apart(until_closed(KINDS[7])).startswith(b"HTTP/1.1 404 ")
    for kind in bodies:
        head, _end, body = run_apart(until_closed(kind)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 408 "), kind.name
        assert b"\r\nconnection: close" in head
        assert json.loads(body) == {
            "code": "timeout",
            "message": "The request was not whole after 1 seconds. Send it again.",
            "errors": [],
        }


def test_a_refusal_leaves_the_connection_to_the_next_request(port_of_patient_site: int) -> None:
    large = b"x" * 300_000
    refused = [
        (written(HOST, "POST", TOKEN, SENT_AS_TEXT, large), 415),
        (written(HOST, "POST", "/accounts/sign-in/", {}, large), 403),
        (written(HOST, "POST", TOKEN, JSON, b"x" * (settings.REQUEST_MOST_BYTES + 1)), 413),
        (written(HOST, "GET", "/", {}), 200),
    ]

    tally = run_apart(asked_in_turn(port_of_patient_site, refused * 5))

    assert (len(tally.times), dict(tally.faults)) == (20, {})


def test_bodies_come_whole_or_not_at_all(port_of_patient_site: int) -> None:
    begins = (
        f"POST {TOKEN} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\nContent-Type: application/json\r\n".encode()
    )
    named = b'{"username": "nobody", "password": "of any name"}'
    in_chunks = b"Transfer-Encoding: chunked\r\n\r\n"
    most = settings.REQUEST_MOST_BYTES

    whole = answer_to(port_of_patient_site, begins + b"Content-Length: %d\r\n\r\n" % len(named), named)
    chunked = answer_to(
        port_of_patient_site,
        begins + in_chunks,
        b"5\r\n" + named[:5] + b"\r\n",
        b"%x\r\n" % len(named[5:]) + named[5:] + b"\r\n0\r\n\r\n",
    )
    awaited = answer_to(
        port_of_patient_site, begins + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(named), named
    )
    broken = answer_to(port_of_patient_site, begins + in_chunks, b"%x\r\n" % len(named) + named + b"\r\nno length\r\n")
    megabyte = 1_000_000
    chunk = b"%x\r\n" % megabyte + b" " * megabyte + b"\r\n"
    too_large = answer_to(port_of_patient_site, begins + in_chunks, chunk * (most // megabyte + 1) + b"0\r\n\r\n")
    not_sent = answer_to(
        port_of_patient_site, begins + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % (most + 1)
    )

    assert whole.startswith(b"HTTP/1.1 400 ")
    assert whole.partition(b"\r\n\r\n")[2] == chunked.partition(b"\r\n\r\n")[2]
    assert awaited.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 ")
    assert broken.startswith(b"HTTP/1.1 400 ")
    assert b'"The request broke off. Send it again."' in broken
    assert too_large.startswith(b"HTTP/1.1 413 ")
    assert not_sent.startswith(b"HTTP/1.1 413 ")


def test_large_bodies_that_do_not_come_to_an_end_fill_no_memory_and_hold_up_no_small_one(
    port_of_patient_site: int,
) -> None:
    nearly = settings.REQUEST_MOST_BYTES - 1
    begins = f"POST {TOKEN} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: {nearly + 1}\r\n\r\n"
    large, small = written(HOST, "POST", TOKEN, JSON, b"x" * 3_000_000), written(HOST, "POST", TOKEN, JSON, b"{}")

    nearly_all = Slow("nearly all", begins.encode() + b"x" * nearly)

    async def run() -> tuple[list[int], bytes]:
        async with AsyncExitStack() as slow:
            line = await Line.to(port_of_patient_site)
            refused = await line.ask(large)
            while refused.status != 503:
                # A body that comes in beside this one may be refused in its stead and then holds nothing: one more fills the room.
                await slow.enter_async_context(held(port_of_patient_site, nearly_all, 1))
                refused = await line.ask(large)
            answered = await line.ask(small)
        # Once they are gone there is room again.
        last = await line.ask(large)
        while last.status == 503:
            last = await line.ask(large)
        await line.close()
        return [refused.status, answered.status, last.status], refused.head

    statuses, head = run_apart(asyncio.wait_for(run(), 60))

    assert statuses == [503, 400, 400]
    assert b"\r\nretry-after: 60" in head


def test_a_name_with_an_underscore_is_nobodys_header(port_of_patient_site: int) -> None:

    answer = answer_to(
        port_of_patient_site,
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX_Pegboard: 1\r\nAccept_Language: fr\r\nConnection: close\r\n\r\n",
    )

    assert b"\r\ncontent-language: en\r\n" in answer


def test_the_proxy_ends_what_is_not_whole_in_the_words_of_the_site() -> None:
    """Its own settings, as written: no proxy runs here. docs/decisions.md says what each of them is for."""
    composed = (settings.BASE_DIR / "docker-compose.yml").read_text(encoding="utf-8")
    seconds = "${REQUEST_SECONDS:-20}"
    said = SAYS[HTTPStatus.REQUEST_TIMEOUT].format(seconds=seconds)

    lines = [line.strip() for line in composed.partition("    content: |\n")[2].splitlines()]

    assert f"read_header {seconds}s" in lines
    assert f"read_body {seconds}s" in lines
    assert "read_body_idle -1s" in lines
    assert not any(line.startswith("max_size") for line in lines), "the site refuses large bodies, after it read them"
    in_api = next(re.findall("`(.*)`", line)[0] for line in lines if line.startswith("respond @api"))
    assert json.loads(in_api) == {"code": CODES[HTTPStatus.REQUEST_TIMEOUT], "message": said, "errors": []}
    assert f'respond "{said}" 408 {{' in lines
