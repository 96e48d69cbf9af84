"""Repeated requests: an act is done once, and a repeat gets the first answer.

A form that adds or removes something has a key that is made with its page (`{% form_key %}`). Programs send
`Idempotency-Key` with a POST or DELETE. The act of the first request and the record of its answer (`FirstAnswer`) share
one transaction, so a crash leaves neither. A second request that arrives meanwhile waits, because the digest is unique.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from cryptography.fernet import Fernet
from django.contrib import messages
from django.contrib.messages.storage.cookie import MessageDecoder, MessageEncoder
from django.db import IntegrityError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from hall.site.middleware import page_of, told_refusal
from hall.site.tokens import TokenAuthentication
from tournaments.api.shapes import IDEMPOTENCY_KEY
from tournaments.errors import Fault, Malformed, Refused
from tournaments.http import is_htmx
from tournaments.models import FirstAnswer, User
from tournaments.templatetags.repeats import FORM_KEY

REPLAYED = "Idempotent-Replayed"
LONGEST = 255
HOURS = 24
"""How long a request is remembered."""
WAITS = 5
"""The seconds that a repeat waits for the first request, if the database can wait for a single row (PostgreSQL)."""

KEYED = ("POST", "DELETE")
"""The methods that may have a key. PUT and PATCH need none, since they are idempotent."""

_API = "/api/"
_NO_ANSWER_OF_THE_ACT = (401, 403, 429)
"""The statuses that are about the sender and not about the act: a repeat may get another one."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request with its `key`, which encrypts the answer. `digest` identifies it, and `content_hash` its content."""

    key: str
    digest: str
    content_hash: str

    def seal(self, answer: Mapping[str, Any]) -> bytes:
        """The answer, encrypted."""
        return self._box().encrypt(zlib.compress(json.dumps(answer).encode()))

    def open(self, sealed: bytes | memoryview) -> dict[str, Any]:
        """The inverse of `seal`."""
        opened: dict[str, Any] = json.loads(zlib.decompress(self._box().decrypt(bytes(sealed))))
        return opened

    def _box(self) -> Fernet:
        secret = salted_hmac("pegboard.first-answer", self.key, algorithm="sha256").digest()
        return Fernet(base64.urlsafe_b64encode(secret))


class RepeatsMiddleware:
    """Does a request with a key once, and gives a repeat the first answer.

    In the API, a repeat gets the same answer, with `Idempotent-Replayed: true`. After 401, 403, 429 or a server error,
    the act is tried again. On pages, the act is tried again if the first request did nothing. If the same form is sent
    with other content, a page first asks whether that is meant too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Runs after all other middleware has accepted the request, the CSRF check included."""
        try:
            sent = _sent(request)
            if sent is None:
                return None
            return _once(request, sent, lambda: view(request, *args, **kwargs))
        except Refused as refused:
            return _told(request, refused)


def forget_old() -> int:
    """Delete answers that are too old to be given again. Returns how many."""
    return FirstAnswer.objects.filter(at__lte=_expiry()).delete()[0]


# --- What came -------------------------------------------------------------------------------------------------------


def _sent(request: HttpRequest) -> Sent | None:
    """The request with its key; None without one. Raises Malformed for an invalid key."""
    if request.method not in KEYED:
        return None
    if not _is_api(request):
        key = request.POST.get(FORM_KEY, "")
        return _make_sent(request, key, [request.path, key], _of_form(request)) if key else None
    if IDEMPOTENCY_KEY not in request.headers:
        return None
    key = request.headers[IDEMPOTENCY_KEY]
    is_printable = key.isascii() and key.isprintable()
    if not is_printable or not key.strip() or len(key) > LONGEST:
        message = _("Idempotency-Key is 1 to %(most)d characters that ASCII can print. Send a UUID.") % {
            "most": LONGEST
        }
        raise Malformed(message, faults=[Fault(IDEMPOTENCY_KEY, "invalid", message)])
    return _make_sent(request, key, [key], [request.get_full_path(), request.body])


def _make_sent(request: HttpRequest, key: str, parts: list[str], content: list[Any]) -> Sent:
    """The request with this key.

    `digest` is computed from the sender and `parts`; `content_hash` is a hash of the method and `content`.
    """
    try:
        user_and_token = TokenAuthentication().authenticate(Request(request)) if _is_api(request) else None
    except AuthenticationFailed:
        # A view that requires authentication reports the failure.
        user_and_token = None
    user = user_and_token[0] if user_and_token else request.user
    # Without a user the path identifies the sender, since it may contain the key of a personal link.
    sender = str(user.pk) if isinstance(user, User) else request.path
    digest = salted_hmac("pegboard.repeats", json.dumps([sender, *parts]), algorithm="sha256").hexdigest()
    return Sent(key, digest, hashlib.sha256(repr([request.method, *content]).encode()).hexdigest())


def _of_form(request: HttpRequest) -> list[Any]:
    """The content of a form, without the fields that differ in every copy of its page."""
    uploads: dict[str, Any] = request.FILES.dict()
    files = [(name, file.name, hashlib.sha256(_read(file)).hexdigest()) for name, file in uploads.items()]
    return [request.GET.urlencode(), sorted(_fields(request)), sorted(files)]


def _fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    for name, values in request.POST.lists():
        if name not in (FORM_KEY, "csrfmiddlewaretoken"):
            yield from ((name, str(value)) for value in values)


def _read(file: Any) -> bytes:
    content: bytes = file.read()
    file.seek(0)
    return content


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith(_API)


# --- Once ------------------------------------------------------------------------------------------------------------


def _once(request: HttpRequest, sent: Sent, act: Callable[[], HttpResponse]) -> HttpResponse:
    """Do the act if this request is the first with its key, else give the first answer.

    Raises Refused: `key_reused` (in the API, the key came with another request), `in_progress`.
    """
    known = FirstAnswer.objects.filter(digest=sent.digest, at__gt=_expiry()).first()
    if known is None:
        with transaction.atomic():
            if _claim(sent):
                return _first_time(request, sent, act)
            known = FirstAnswer.objects.get(digest=sent.digest)
    if known.request == sent.content_hash:
        return _repeated(request, sent.open(known.answer))
    if _is_api(request):
        message = _("This Idempotency-Key came with another request before. Send a new key with what is new.")
        raise Refused("key_reused", message)
    return _question(request, sent.open(known.answer))


def _claim(sent: Sent) -> bool:
    """Claim this key for the request; False if another request has claimed it.

    Raises Refused (`in_progress`) if the other request is not done after WAITS seconds.
    """
    # There may be no scheduler that does this.
    forget_old()
    try:
        with transaction.atomic():
            _wait_for_rows(f"{WAITS}s")
            FirstAnswer.objects.create(digest=sent.digest, request=sent.content_hash)
            _wait_for_rows("DEFAULT")
    except IntegrityError:
        return False
    except OperationalError as exc:
        # PostgreSQL's code for a lock that was not free in time.
        if getattr(exc.__cause__, "sqlstate", "") != "55P03":
            raise
        raise Refused(
            "in_progress", _("The same is being done right now. Wait a moment, then see how it went.")
        ) from exc
    return True


def _wait_for_rows(timeout: str) -> None:
    """Set how long this transaction waits for a locked row, such as `5s`, or DEFAULT. SQLite needs no such limit."""
    if connection.vendor == "postgresql":
        value = timeout if timeout == "DEFAULT" else f"'{timeout}'"
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout TO {value}")


def _first_time(request: HttpRequest, sent: Sent, act: Callable[[], HttpResponse]) -> HttpResponse:
    """Do the act, and store its answer; without an answer to the act, the key can be used again."""
    own = FirstAnswer.objects.filter(digest=sent.digest)
    try:
        answer = act()
    except Refused as refused:
        # Only pages get here: the views of the API handle their refusals themselves.
        own.delete()
        return told_refusal(request, refused)
    render_lazily = getattr(answer, "render", None)
    if callable(render_lazily):
        answer = render_lazily()
    if answer.status_code >= 500:
        transaction.set_rollback(True)
    elif _answers_the_act(request, answer):
        own.update(answer=sent.seal(_stored(request, answer)))
    else:
        own.delete()
    return answer


def _answers_the_act(request: HttpRequest, answer: HttpResponse) -> bool:
    """Whether this is the answer to an act that was done, or in the API also to an act that was refused."""
    if _is_api(request):
        return answer.status_code not in _NO_ANSWER_OF_THE_ACT
    # After an act a page redirects. A page that is shown again instead reports a problem or a preview.
    is_redirect = 300 <= answer.status_code < 400
    return is_redirect or (is_htmx(request) and answer.status_code < 300)


def _expiry() -> datetime:
    """The time up to which answers are too old to be given again."""
    return timezone.now() - timedelta(hours=HOURS)


# --- The first answer ------------------------------------------------------------------------------------------------


def _stored(request: HttpRequest, answer: HttpResponse) -> dict[str, Any]:
    """The answer in a form that can be stored as JSON, with the messages for the next page."""
    body = base64.b64encode(answer.content).decode()
    return {
        "status": answer.status_code,
        "headers": dict(answer.items()),
        "body": body,
        "told": _pending_messages(request),
    }


def _pending_messages(request: HttpRequest) -> str:
    """The messages that wait for the next page, as JSON; they stay unread."""
    storage: Any = messages.get_messages(request)
    used = storage.used
    unread = json.dumps(list(storage), cls=MessageEncoder)
    storage.used = used
    return unread


def _repeated(request: HttpRequest, stored: Mapping[str, Any]) -> HttpResponse:
    """The first answer again; for a redirect also the messages for its page, unless they still wait to be read."""
    if not _is_api(request) and "Location" in stored["headers"]:
        pending = {message.message for message in json.loads(_pending_messages(request), cls=MessageDecoder)}
        for message in json.loads(stored["told"], cls=MessageDecoder):
            if message.message not in pending:
                messages.add_message(request, message.level, message.message, message.extra_tags)
        messages.info(request, _("This was sent more than once. It was done once."))
        return redirect(stored["headers"]["Location"])
    answer = HttpResponse(base64.b64decode(stored["body"]), status=stored["status"], headers=stored["headers"])
    if _is_api(request):
        answer[REPLAYED] = "true"
    return answer


def _question(request: HttpRequest, stored: Mapping[str, Any]) -> HttpResponse:
    """The page for a form that was sent before with other content: it asks whether this is meant too."""
    context = {
        "said": [message.message for message in json.loads(stored["told"], cls=MessageDecoder)],
        "fields": list(_fields(request)),
        "can_send": not request.FILES,
        "page": page_of(request),
    }
    return render(request, "sent_before.html", context, status=409)


def _told(request: HttpRequest, refused: Refused) -> HttpResponse:
    if not _is_api(request):
        return told_refusal(request, refused)
    status = 400 if isinstance(refused, Malformed) else 409
    errors = [
        {"field": fault.field, "code": fault.code, "message": fault.message, "rule": None} for fault in refused.faults
    ]
    return JsonResponse({"code": refused.code, "message": refused.message, "errors": errors}, status=status)
