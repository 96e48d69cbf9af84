"""The application that granian serves (RSGI): only complete requests reach the threads that run Django.

The event loop receives a request completely, within limits of time and size. One of a few threads then answers it, and
hands over the complete answer: the server sends it as fast as the client reads. So slow clients occupy a connection,
but no thread. A refusal is sent after the request was read, so that the next request on the connection starts in the
right place.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

from django.conf import settings
from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined] # two are re-exports

from config.server import THREADS
from config.wsgi import application as django
from hall.site import at_hand

SMALL = 64 * 1024
"""How many bytes a body may have that does not count towards ROOM."""
ROOM = 128 * 1024 * 1024
"""How many bytes of larger bodies each process holds at a time."""

Headers = list[tuple[str, str]]

SAYS = {
    HTTPStatus.BAD_REQUEST: "The request broke off. Send it again.",
    HTTPStatus.REQUEST_TIMEOUT: "The request was not whole after {seconds} seconds. Send it again.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The request has more than {megabytes} MB. Send less at a time.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Too many large requests at a time. Send it again in a minute.",
}
"""The messages for requests that no Django thread sees."""
CODES = {
    HTTPStatus.BAD_REQUEST: "invalid",
    HTTPStatus.REQUEST_TIMEOUT: "timeout",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}


class Unfit(Exception):
    """The request is refused before Django sees it; `status` is that of the refusal."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class Front:
    """The application of one process."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "django")
        self._bytes_held = 0

    def __rsgi_init__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """Called once per serving process, and not on import."""
        from hall.backup import watch  # noqa: PLC0415 - needs all apps, which the application below loads

        watch.start()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer one request; a request without a body may be answered from the cache at once."""
        headers = scope.headers
        body, body_bytes = b"", 0
        try:
            if "content-length" in headers or "transfer-encoding" in headers:
                async with asyncio.timeout(settings.REQUEST_SECONDS):
                    body, body_bytes = await self._whole(scope, protocol)
            elif scope.method == "GET":
                answer = at_hand.answer_to(_environ(scope, b""))
                if answer:
                    protocol.response_bytes(answer.status_code, list(answer.items()), answer.content)
                    return
            await self._answered(_environ(scope, body), protocol)
        except TimeoutError:
            _refuse(scope, protocol, HTTPStatus.REQUEST_TIMEOUT)
        except Unfit as refusal:
            _refuse(scope, protocol, refusal.status)
        except ProtocolClosed:
            # Usually the client is gone; otherwise the body was invalid.
            _refuse(scope, protocol, HTTPStatus.BAD_REQUEST)
        finally:
            self._bytes_held -= body_bytes

    async def _whole(self, scope: Scope, protocol: HTTPProtocol) -> tuple[bytes, int]:
        """Return the complete body, and how many bytes of it are counted until the caller subtracts them.

        Raises Unfit if the body is too large, or if there is no room for it; the body is read first.
        Raises ProtocolClosed if the rest of the body will not come.
        """
        length = int(scope.headers.get("content-length", "-1"))
        if 0 <= length <= SMALL:
            return await protocol(), 0
        if length > settings.REQUEST_MOST_BYTES and "expect" in scope.headers:
            # The client waits for an answer before it sends the body, so there is nothing to read.
            raise Unfit(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        parts, size, counted, has_ended, refusal = list[bytes](), 0, 0, False, None
        try:
            async for part in protocol:
                if has_ended:
                    # An empty part ends the body. After a lost connection, granian sends a second empty part.
                    raise ProtocolClosed
                has_ended = not part
                size += len(part)
                if size > settings.REQUEST_MOST_BYTES:
                    refusal = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
                elif self._bytes_held + len(part) > ROOM:
                    refusal = refusal or HTTPStatus.SERVICE_UNAVAILABLE
                if refusal is None:
                    parts.append(part)
                    counted += len(part)
                    self._bytes_held += len(part)
                else:
                    parts.clear()
                    self._bytes_held -= counted
                    counted = 0
            if refusal is not None:
                raise Unfit(refusal)
            if length not in (-1, size):
                raise ProtocolClosed
            return b"".join(parts), counted
        except BaseException:
            self._bytes_held -= counted
            raise

    async def _answered(self, environ: dict[str, Any], protocol: HTTPProtocol) -> None:
        """Let a thread answer the request; returns once it is answered."""
        loop = asyncio.get_running_loop()
        answered = loop.create_future()

        def finish() -> None:
            if not answered.done():
                answered.set_result(None)

        def work() -> None:
            try:
                protocol.response_bytes(*_answer(environ))
            finally:
                loop.call_soon_threadsafe(finish)

        self._threads.submit(work)
        await answered


def _answer(environ: dict[str, Any]) -> tuple[int, Headers, bytes]:
    """Return Django's answer: status, headers and the complete body."""
    starts: list[tuple[int, Headers]] = []

    def start(status: str, headers: list[tuple[str, str]], _fault: object = None) -> Callable[[bytes], object]:
        starts.append((int(status[:3]), headers))
        return lambda _data: None

    answer = django(environ, start)
    try:
        body = b"".join(answer)
    finally:
        answer.close()
    status, headers = starts[-1]
    return status, headers, body


# --- The request as WSGI has it --------------------------------------------------------------------------------------

_CONSTANT_ENVIRON = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}


def _environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the request as a WSGI environ (PEP 3333)."""
    server, _colon, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        **_CONSTANT_ENVIRON,
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]").partition("%")[0],
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
    }
    for name, value in scope.headers.items():
        # Names with an underscore are dropped: they would collide with hyphenated names, which a proxy may clean.
        if "_" not in name:
            key = "HTTP_" + name.upper().replace("-", "_")
            environ[key] = f"{environ[key]},{value}" if key in environ else value
    environ.setdefault("HTTP_HOST", scope.authority or "")
    if "HTTP_CONTENT_TYPE" in environ:
        environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE")
    if "HTTP_CONTENT_LENGTH" in environ or body:
        # The body is complete, so the length of a chunked body is known too.
        environ["CONTENT_LENGTH"] = str(len(body))
        environ.pop("HTTP_CONTENT_LENGTH", None)
    return environ


def _refuse(scope: Scope, protocol: HTTPProtocol, status: HTTPStatus) -> None:
    """Send a refusal, as JSON to the API; the connection is closed if the body was not read to its end."""
    text = SAYS[status].format(seconds=settings.REQUEST_SECONDS, megabytes=settings.REQUEST_MOST_BYTES // 1_000_000)
    headers = [("content-type", "text/plain; charset=utf-8"), ("cache-control", "no-store")]
    if scope.path.startswith("/api/"):
        headers[0] = ("content-type", "application/json")
        text = json.dumps({"code": CODES[status], "message": text, "errors": []})
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append(("retry-after", "60"))
    if status in (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.BAD_REQUEST) or "expect" in scope.headers:
        headers.append(("connection", "close"))
    protocol.response_str(status, headers, text)


application = Front()
