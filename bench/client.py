"""A lightweight client: many open connections in one process, and a parser of the answers."""

from __future__ import annotations

import asyncio
import html
import re
import statistics
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

PATIENCE = 10.0
"""How many seconds an answer may take; a later answer counts as missing."""
SAME_ANNOUNCED, SAME_FOR = b"\r\nx-announced: same", 3.0
"""The header (in lowercase) that says that announcements are unchanged, and how many seconds a page relies on it."""
HEAD_OF_FRAGMENT = 2000
"""How many bytes of a fragment are read; its next address is within them."""


# --- Requests and answers --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: the status, the raw head, and the raw body, perhaps compressed."""

    status: int
    head: bytes
    body: bytes

    def read(self, most: int = 0) -> str:
        """Return the decoded body, or only its first `most` bytes if `most` is not 0."""
        if re.search(rb"(?i)\r\ncontent-encoding: *gzip", self.head):
            return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(self.body, most).decode(errors="ignore")
        return self.body[: most or None].decode(errors="ignore")


def written(host: str, method: str, address: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> bytes:
    """Return a request as a browser sends it: keep-alive, accepting compression."""
    lines = [f"{method} {address} HTTP/1.1", f"Host: {host}", "Accept-Encoding: gzip"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def read_reply(data: bytes | bytearray) -> tuple[Reply, int] | None:
    """Parse the first answer in this data; return it and its length in bytes, or None if it is incomplete.

    Raises ValueError if the data is no HTTP answer, or if the answer does not say its length.
    """
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = bytes(data[:end])
    status_line = re.match(rb"HTTP/1\.[01] (\d{3})", head)
    if status_line is None:
        raise ValueError(f"no answer: {head[:60]!r}")
    status, body_start = int(status_line[1]), end + 4
    if status in (204, 304):
        return Reply(status, head, b""), body_start
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if length is None:
        raise ValueError(f"an answer of unknown length: {head[:200]!r}")
    body_end = body_start + int(length[1])
    if len(data) < body_end:
        return None
    return Reply(status, head, bytes(data[body_start:body_end])), body_end


class Line(asyncio.Protocol):
    """A keep-alive connection, with one request at a time."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._waiting: asyncio.Future[Reply] | None = None
        self._transport: asyncio.Transport | None = None
        self._closed = asyncio.get_running_loop().create_future()

    @classmethod
    async def to(cls, port: int) -> Line:
        """Connect to this port of the loopback address."""
        async with asyncio.timeout(PATIENCE):
            _transport, line = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        try:
            parsed = read_reply(self._data)
        except ValueError as fault:
            return self._fail(ConnectionError(str(fault)))
        if parsed is not None and self._waiting is not None and not self._waiting.done():
            reply, used = parsed
            del self._data[:used]
            self._waiting.set_result(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(ConnectionResetError("the site closed the connection"))
        self._closed.set_result(None)

    def _fail(self, fault: Exception) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(fault)

    async def ask(self, request: bytes) -> Reply:
        """Send a request and return the answer.

        Raises TimeoutError if the answer takes longer than PATIENCE.
        Raises ConnectionError if the connection is closed, or the answer cannot be parsed.
        """
        if self._transport is None or self._transport.is_closing():
            raise ConnectionResetError("the site closed the connection")
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        async with asyncio.timeout(PATIENCE):
            return await self._waiting

    async def close(self) -> None:
        """Close the connection and wait until it is closed."""
        if self._transport is not None:
            self._transport.close()
            await self._closed


# --- What a page asks by itself --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Poll:
    """One poll of an open page: the address and the interval in seconds.

    `announces`: the poll asks for announcements. An answer to another poll of the page may make it unnecessary.
    """

    address: str
    every: float
    announces: bool = False


def seconds_of(trigger: str) -> float | None:
    """Return the interval of an htmx trigger in seconds; None if it does not poll.

    >>> seconds_of("every 1500ms"), seconds_of("every 2s"), seconds_of("input changed delay:250ms")
    (1.5, 2.0, None)
    """
    match = re.search(r"\bevery (\d+)(ms|s)\b", trigger)
    return int(match[1]) / (1000 if match[2] == "ms" else 1) if match else None


class _Polls(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.polls = page, list[Poll]()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        every = seconds_of(attributes.get("hx-trigger") or "")
        if every is not None and attributes.get("hx-get"):
            announces = "announced__in" in (attributes.get("class") or "").split()
            self.polls.append(Poll(urljoin(self.page, attributes["hx-get"]), every, announces))


def polls_of(page: str, text: str) -> list[Poll]:
    """Return the polls of the page at this address."""
    parser = _Polls(page)
    parser.feed(text)
    return parser.polls


def asked_next(page: str, fragment: str) -> str | None:
    """Return the address that a fragment polls once it is in the page, or None."""
    match = re.search(r'hx-get="([^"]*)"', fragment)
    return urljoin(page, html.unescape(match[1])) if match else None


# --- Many at once ----------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """The results of many requests: times of answers in milliseconds, and errors by kind."""

    times: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    new: int = 0
    """How many answers had new content."""
    spared: int = 0
    """How many requests were unnecessary because of the answer to another request."""

    @property
    def median(self) -> float:
        return statistics.median(self.times) if self.times else float("inf")

    @property
    def nearly_all(self) -> float:
        """The time within which 19 of 20 answers came, in milliseconds."""
        return sorted(self.times)[len(self.times) * 19 // 20] if self.times else float("inf")

    async def count(self, ask: Callable[[], Awaitable[Reply]], right: Sequence[int]) -> Reply | None:
        """Send a request and record the result. None if it fails or its status is not in `right`."""
        began = time.perf_counter()
        try:
            reply = await ask()
        except TimeoutError:
            self.faults["no answer in time"] += 1
        except OSError as fault:
            self.faults[f"connection: {fault}"] += 1
        else:
            self.times.append((time.perf_counter() - began) * 1000)
            if reply.status in right:
                self.new += reply.status == 200
                return reply
            self.faults[f"status {reply.status}"] += 1
        return None


async def answers_in(lines: Sequence[Line], request: bytes, seconds: float, status: int) -> float:
    """Return how many requests per second are answered, if each connection sends the next after an answer.

    Raises RuntimeError for an answer with another status: a benchmark of errors would be worthless.
    """
    loop = asyncio.get_running_loop()
    began = loop.time()

    async def count_answers(line: Line) -> int:
        answers = 0
        while loop.time() - began < seconds:
            reply = await line.ask(request)
            if reply.status != status:
                raise RuntimeError(f"the site answered {reply.status}, not {status}: {reply.body[:300]!r}")
            answers += 1
        return answers

    total = sum(await asyncio.gather(*map(count_answers, lines)))
    return total / (loop.time() - began)


# --- Open pages ------------------------------------------------------------------------------------------------------


async def keep_open(port: int, page: str, polls: Sequence[Poll], *, late: float, until: float, tally: Tally) -> None:
    """Act as an open page until `until` (the loop's clock): send its polls, and follow the answers.

    `late`, from 0 to 1, delays the first polls by this part of their interval. A lost connection is counted and
    replaced. The poll for announcements is left out while answers to other polls say that they are unchanged.
    """
    loop = asyncio.get_running_loop()
    host, start = f"127.0.0.1:{port}", loop.time()
    due_times = [start + poll.every * late for poll in polls]
    addresses = [poll.address for poll in polls]
    announcing = next((index for index, poll in enumerate(polls) if poll.announces), None)
    unchanged_until = start
    line: Line | None = None
    while (due_at := min(due_times)) < until:
        index = due_times.index(due_at)
        await asyncio.sleep(max(0.0, due_at - loop.time()))
        if index == announcing and loop.time() < unchanged_until:
            tally.spared += 1
            due_times[index] = due_at + polls[index].every
            continue
        headers = {"HX-Request": "true"}
        if announcing is not None and announcing != index:
            headers["X-Announced"] = addresses[announcing]
        request = written(host, "GET", addresses[index], headers)

        async def ask(request: bytes = request) -> Reply:
            nonlocal line
            line = line or await Line.to(port)
            return await line.ask(request)

        reply = await tally.count(ask, (200, 204))
        due_times[index] = max(due_at + polls[index].every, loop.time())
        if reply is None:
            if line is not None:
                await line.close()
                line = None
            continue
        if announcing is not None and announcing != index:
            was_unchanged, is_unchanged = loop.time() < unchanged_until, SAME_ANNOUNCED in reply.head.lower()
            unchanged_until = loop.time() + SAME_FOR if is_unchanged else start
            if was_unchanged and not is_unchanged:
                due_times[announcing] = loop.time()
        if reply.status == 200:
            addresses[index] = asked_next(page, reply.read(HEAD_OF_FRAGMENT)) or addresses[index]
    if line is not None:
        await line.close()
