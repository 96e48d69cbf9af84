"""Repeated requests: an act is done once, and a repeat gets the first answer.

Forms that add or take away carry a key made with their page (`{% form_key %}`); programs send `Idempotency-Key` with a
POST or DELETE. The first request and the record of its answer (`FirstAnswer`) share one transaction, so a crash leaves
neither. A second request that arrives meanwhile waits: the unique digest decides, on both databases.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
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
"""Seconds that a repeat waits for the first request, if the database can wait for one row (PostgreSQL)."""

KEYED = ("POST", "DELETE")
"""The methods a key may come with: PUT and PATCH are idempotent already."""

_API = "/api/"
_NO_ANSWER_OF_THE_ACT = (401, 403, 429)
"""Answers about who asks and how often, not about the act: asked again they may differ."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request with its key: `digest` identifies it, `said` is a hash of its content, `key` decrypts its answer."""

    key: str
    digest: str
    said: str

    def seal(self, answer: Mapping[str, Any]) -> bytes:
        return self._box().encrypt(zlib.compress(json.dumps(answer).encode()))

    def open(self, sealed: bytes | memoryview) -> dict[str, Any]:
        opened: dict[str, Any] = json.loads(zlib.decompress(self._box().decrypt(bytes(sealed))))
        return opened

    def _box(self) -> Fernet:
        secret = salted_hmac("pegboard.first-answer", self.key, algorithm="sha256").digest()
        return Fernet(base64.urlsafe_b64encode(secret))


class RepeatsMiddleware:
    """Does a request with a key once, and gives a repeat the first answer.

    In the API the answer is the same, with `Idempotent-Replayed: true`; after 401, 403, 429 or a server error the
    request is tried again. On pages it is tried again if nothing was done. A page that was sent before with other
    content asks first whether that is meant too.
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
            return None if sent is None else _once(request, sent, lambda: view(request, *args, **kwargs))
        except Refused as refused:
            return _told(request, refused)


def forget_old() -> int:
    """Delete answers that are too old to be given again. Returns how many."""
    return FirstAnswer.objects.filter(at__lte=_forgotten()).delete()[0]


# --- What came -------------------------------------------------------------------------------------------------------


def _sent(request: HttpRequest) -> Sent | None:
    """The request with its key; None without one. Raises Malformed for an invalid key."""
    if request.method not in KEYED:
        return None
    if not _is_api(request):
        key = request.POST.get(FORM_KEY, "")
        return _sent_with(request, key, [request.path, key], _of_form(request)) if key else None
    if IDEMPOTENCY_KEY not in request.headers:
        return None
    key = request.headers[IDEMPOTENCY_KEY]
    if not (key.isascii() and key.isprintable() and key.strip() and len(key) <= LONGEST):
        message = _("Idempotency-Key is 1 to %(most)d characters that ASCII can print. Send a UUID.") % {
            "most": LONGEST
        }
        raise Malformed(message, faults=[Fault(IDEMPOTENCY_KEY, "invalid", message)])
    return _sent_with(request, key, [key], [request.get_full_path(), request.body])


def _sent_with(request: HttpRequest, key: str, parts: list[str], content: list[Any]) -> Sent:
    try:
        signed_in = TokenAuthentication().authenticate(Request(request)) if _is_api(request) else None
    except AuthenticationFailed:
        # The view reports it if it requires authentication.
        signed_in = None
    user = signed_in[0] if signed_in else request.user
    # Without a user the path counts too, since it may contain the key of a personal link.
    who = str(user.pk) if isinstance(user, User) else request.path
    digest = salted_hmac("pegboard.repeats", json.dumps([who, *parts]), algorithm="sha256").hexdigest()
    return Sent(key, digest, hashlib.sha256(repr([request.method, *content]).encode()).hexdigest())


def _of_form(request: HttpRequest) -> list[Any]:
    """The content of a form, without what differs in every copy of its page."""
    sent: dict[str, Any] = request.FILES.dict()
    files = [(name, file.name, hashlib.sha256(_read(file)).hexdigest()) for name, file in sent.items()]
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
    known = FirstAnswer.objects.filter(digest=sent.digest, at__gt=_forgotten()).first()
    if known is None:
        with transaction.atomic():
            if _claim(sent):
                return _first_time(request, sent, act)
            known = FirstAnswer.objects.get(digest=sent.digest)
    if known.request == sent.said:
        return _again(request, sent.open(known.answer))
    if _is_api(request):
        message = _("This Idempotency-Key came with another request before. Send a new key with what is new.")
        raise Refused("key_reused", message)
    return _asked_first(request, sent.open(known.answer))


def _claim(sent: Sent) -> bool:
    """Claim this key; False if another request had it. Raises Refused: `in_progress` (that one takes too long)."""
    # In case there is no scheduler.
    forget_old()
    try:
        with transaction.atomic():
            _wait_for_rows(f"{WAITS}s")
            FirstAnswer.objects.create(digest=sent.digest, request=sent.said)
            _wait_for_rows("DEFAULT")
    except IntegrityError:
        return False
    except OperationalError as exc:
        if getattr(exc.__cause__, "sqlstate", "") != "55P03":
            raise
        raise Refused(
            "in_progress", _("The same is being done right now. Wait a moment, then see how it went.")
        ) from exc
    return True


def _wait_for_rows(how_long: str) -> None:
    """Set how long this transaction waits for a locked row. SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout TO " + (how_long if how_long == "DEFAULT" else f"'{how_long}'"))


def _first_time(request: HttpRequest, sent: Sent, act: Callable[[], HttpResponse]) -> HttpResponse:
    own = FirstAnswer.objects.filter(digest=sent.digest)
    try:
        answer = act()
    except Refused as refused:
        # The API's views handle their refusals themselves.
        own.delete()
        return told_refusal(request, refused)
    render_it = getattr(answer, "render", None)
    if callable(render_it):
        answer = render_it()
    if answer.status_code >= 500:
        transaction.set_rollback(True)
    elif _answers_the_act(request, answer):
        own.update(answer=sent.seal(_kept(request, answer)))
    else:
        own.delete()
    return answer


def _answers_the_act(request: HttpRequest, answer: HttpResponse) -> bool:
    """Whether this is the answer to something done, or to something that the API refuses to do."""
    if _is_api(request):
        return answer.status_code not in _NO_ANSWER_OF_THE_ACT
    # A page shown again reports a problem or a preview; an act that was done redirects.
    return 300 <= answer.status_code < 400 or (is_htmx(request) and answer.status_code < 300)


def _forgotten() -> Any:
    return timezone.now() - timedelta(hours=HOURS)


# --- The first answer ------------------------------------------------------------------------------------------------


def _kept(request: HttpRequest, answer: HttpResponse) -> dict[str, Any]:
    body = base64.b64encode(answer.content).decode()
    return {"status": answer.status_code, "headers": dict(answer.items()), "body": body, "told": _said(request)}


def _said(request: HttpRequest) -> str:
    """The messages waiting for the next page, left unread."""
    storage: Any = messages.get_messages(request)
    used = storage.used
    unread = json.dumps(list(storage), cls=MessageEncoder)
    storage.used = used
    return unread


def _again(request: HttpRequest, kept: Mapping[str, Any]) -> HttpResponse:
    """The first answer again; a redirect comes with the messages that its page was to show."""
    if not _is_api(request) and "Location" in kept["headers"]:
        waiting = {message.message for message in json.loads(_said(request), cls=MessageDecoder)}
        for message in json.loads(kept["told"], cls=MessageDecoder):
            if message.message not in waiting:
                messages.add_message(request, message.level, message.message, message.extra_tags)
        messages.info(request, _("This was sent more than once. It was done once."))
        return redirect(kept["headers"]["Location"])
    answer = HttpResponse(base64.b64decode(kept["body"]), status=kept["status"], headers=kept["headers"])
    if _is_api(request):
        answer[REPLAYED] = "true"
    return answer


def _asked_first(request: HttpRequest, kept: Mapping[str, Any]) -> HttpResponse:
    """The page was sent before with other content: ask whether this is meant too before doing anything."""
    context = {
        "said": [message.message for message in json.loads(kept["told"], cls=MessageDecoder)],
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
