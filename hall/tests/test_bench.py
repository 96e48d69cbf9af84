"""The benchmark's own helpers: what they read off answers, pages and scripts, and that nothing that fails goes unseen."""

from __future__ import annotations

import asyncio
import contextlib
import doctest
import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bench import __main__ as command
from bench import client, hall
from bench.client import Line, Poll, Tally, asked_next, keep_open, polls_of, read_reply, written
from bench.hall import Figure
from hall.tests.servers import run_apart

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
SAME = b"HTTP/1.1 204 No Content\r\n\r\n"
BROKEN = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n"


@pytest.mark.parametrize("module", [client, hall])
def test_the_examples_in_the_helpers_are_right(module: object) -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


@pytest.mark.parametrize("cut", range(1, len(OK)))
def test_an_answer_that_is_not_whole_is_waited_for(cut: int) -> None:
    assert read_reply(OK[:cut]) is None


def test_an_answer_ends_where_it_says() -> None:
    first = read_reply(OK + SAME)
    assert first is not None
    reply, used = first
    assert (reply.status, reply.read(), used) == (200, "hello", len(OK))
    second = read_reply((OK + SAME)[used:])
    assert second is not None
    assert (second[0].status, second[0].body, second[1]) == (204, b"", len(SAME))


@pytest.mark.parametrize("data", [b"HTTP/1.1 200 OK\r\nA: b\r\n\r\nhello", b"SSH-2.0\r\n\r\n"])
def test_an_answer_without_a_known_length_is_a_fault(data: bytes) -> None:
    with pytest.raises(ValueError, match="answer"):
        read_reply(data)


def test_a_page_asks_what_it_says_by_itself() -> None:
    page = (
        '<p hx-get="/once/" hx-trigger="click"></p><div hx-get="?v=3&amp;me=A-1" hx-trigger="every 1500ms"></div>'
        '<div class="announced__in" hx-trigger="every 2s, announced" hx-get="/t/sierra/now/?v=0"></div>'
    )

    assert polls_of("/t/sierra/main/", page) == [
        Poll("/t/sierra/main/?v=3&me=A-1", 1.5),
        Poll("/t/sierra/now/?v=0", 2.0, announces=True),
    ]
    assert asked_next("/t/sierra/main/", page[page.index("<div") :]) == "/t/sierra/main/?v=3&me=A-1"
    assert asked_next("/t/sierra/main/", "<p>over</p>") is None


@pytest.mark.parametrize(
    ("ours", "at_least", "word"),
    [(70, True, "reached"), (69, True, "MISSED"), (70, False, "reached"), (71, False, "MISSED")],
)
def test_a_figure_says_whether_the_goal_is_reached(ours: float, at_least: bool, word: str) -> None:
    assert word in str(Figure("a page", ours, 100, 0.7, at_least=at_least))


def test_this_process_holds_memory() -> None:
    assert (hall.resident(os.getppid()) > 0) == os.path.exists("/proc/self/stat")


# --- Faults ----------------------------------------------------------------------------------------------------------


def ask_one(*answers: bytes, times: int = 1) -> Tally:
    """What becomes of so many requests, one after the other, to a server that answers each connection with these bytes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):
            for data in answers:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(data)
        writer.close()
        closed.append(asyncio.ensure_future(writer.wait_closed()))

    closed: list[asyncio.Future[None]] = []

    async def run() -> Tally:
        tally = Tally()
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            line = await Line.to(port)
            for _time in range(times):
                await tally.count(lambda: line.ask(written("localhost", "GET", "/")), (200, 204))
            await line.close()
            while not closed:
                await asyncio.sleep(0.01)
            await asyncio.gather(*closed)
        return tally

    return run_apart(run())


def test_answers_are_counted_and_nothing_else() -> None:
    tally = ask_one(OK, SAME, times=2)

    assert (len(tally.times), tally.new, dict(tally.faults)) == (2, 1, {})


def test_every_fault_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert dict(ask_one(BROKEN).faults) == {"status 500": 1}
    assert dict(ask_one(times=2).faults) == {"connection: the site closed the connection": 2}
    assert sum(ask_one(b"nonsense\r\n\r\n").faults.values()) == 1
    monkeypatch.setattr(client, "PATIENCE", 0.2)
    assert dict(ask_one(b"HTTP/1.1 200 OK\r\n", SAME).faults) == {"no answer in time": 1}


def opened(polls: list[Poll], seconds: float, answer: Callable[[bytes], bytes]) -> Tally:
    """What became of a page that was open for so long and asked these, where the head of each question was answered so."""
    over = asyncio.Event()

    async def go_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                writer.close()
                await writer.wait_closed()
                over.set()
                return
            writer.write(answer(head))

    async def run() -> Tally:
        tally = Tally()
        server = await asyncio.start_server(go_on, "127.0.0.1", 0)
        until = asyncio.get_running_loop().time() + seconds
        async with server:
            port = server.sockets[0].getsockname()[1]
            await keep_open(port, "/page/", polls, late=0, until=until, tally=tally)
            await over.wait()
        return tally

    return run_apart(run())


def test_an_open_page_next_polls_the_address_of_the_last_answer() -> None:
    asked: list[str] = []
    fragment = b'<div hx-get="?v=2" hx-trigger="every 20ms"></div>'

    def answer(head: bytes) -> bytes:
        asked.append(head.split()[1].decode())
        new = asked[-1].endswith("v=1")
        return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(fragment), fragment) if new else SAME

    tally = opened([Poll("/page/?v=1", 0.02)], 2, answer)

    assert asked[:3] == ["/page/?v=1", "/page/?v=2", "/page/?v=2"]
    assert (tally.new, dict(tally.faults)) == (1, {})


def test_an_open_page_asks_for_announcements_only_where_no_other_answer_tells_of_them() -> None:
    asked: list[tuple[str, bool]] = []
    told = 6

    def answer(head: bytes) -> bytes:
        asked.append((head.split()[1].decode(), b"X-Announced: /now/?v=0" in head))
        # From the last of these questions on something is announced.
        tells = asked[-1][1] and len(asked) < told
        return SAME.replace(b"\r\n\r\n", b"\r\nX-Announced: same\r\n\r\n") if tells else SAME

    tally = opened([Poll("/now/?v=0", 0.02, announces=True), Poll("/page/?v=1", 0.02)], 2, answer)

    page, now = ("/page/?v=1", True), ("/now/?v=0", False)
    assert asked[: told + 1] == [now, *[page] * (told - 1), now]
    assert asked.count(now) > 2
    assert tally.spared > 0


@pytest.mark.parametrize("errors", [0, 3])
def test_the_command_fails_where_a_request_came_to_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], errors: int
) -> None:
    class Site:
        def log(self) -> str:
            return "the last words"

    class Hall:
        def __init__(self, site: Site, entrants: int, games: int) -> None:
            self.errors = errors

        def figures(self, seconds: float, phones: int) -> Iterator[Figure | str]:
            yield Figure("a page", 1, 100, 0.7, at_least=True)

    @contextmanager
    def running_site() -> Iterator[Site]:
        yield Site()

    monkeypatch.setattr(hall, "Hall", Hall)
    monkeypatch.setattr(hall, "running_site", running_site)

    # A goal that is missed on a busy machine is told; only what came to nothing is a failure.
    assert hall.measure(4, 1, seconds=1, phones=1) == (1 if errors else 0)
    told = capsys.readouterr()
    assert "MISSED" in told.out
    assert ("the last words" in told.err) == bool(errors)


@pytest.mark.parametrize("text", ["", "0", "5001", "many", "-1"])
def test_an_impossible_number_of_phones_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        command.phones(text)
