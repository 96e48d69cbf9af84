"""Whose address limits go by, behind proxies and without; and that all processes share the counts."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.utils import timezone

from hall.site.middleware import AddressMiddleware
from hall.site.sign_in import GUESSING
from hall.tests.servers import Site
from tournaments import limits
from tournaments.errors import Refused
from tournaments.limits import Limit, place_of
from tournaments.models import Tally

PROXY = "10.0.0.2"
LIMIT = Limit("try", most=5, minutes=10)


def address(proxies: int, forwarded: str | None) -> str:
    seen: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    headers = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    with override_settings(TRUSTED_PROXIES=proxies):
        AddressMiddleware(view)(RequestFactory().get("/", REMOTE_ADDR=PROXY, **headers))  # type: ignore[arg-type]
    return seen[0]


def test_the_address_is_what_the_outermost_proxy_wrote() -> None:
    for proxies, forwarded, wanted in [
        (0, "203.0.113.5", PROXY),
        (1, None, PROXY),
        (1, "", PROXY),
        (1, "203.0.113.5", "203.0.113.5"),
        # A visitor wrote the first one.
        (1, "1.2.3.4, 203.0.113.5", "203.0.113.5"),
        (1, "1.2.3.4,203.0.113.5:4711", "203.0.113.5"),
        (1, "203.0.113.5, unknown", PROXY),
        (1, "203.0.113.5,", PROXY),
        (1, "203.0.113.999", PROXY),
        (1, "<script>", PROXY),
        (1, "2001:DB8::7", "2001:db8::7"),
        (1, "[2001:db8::7]:4711", "2001:db8::7"),
        (1, "[2001:db8::7]", "2001:db8::7"),
        (1, "fe80::1%eth0", "fe80::1"),
        # Fewer entries than proxies: it did not come by way of all of them.
        (2, "203.0.113.5", PROXY),
        (2, "203.0.113.5, 10.0.0.1", "203.0.113.5"),
        (2, "1.2.3.4, 203.0.113.5, 10.0.0.1", "203.0.113.5"),
    ]:
        assert address(proxies, forwarded) == wanted, (proxies, forwarded)


def test_a_place_is_an_address_or_the_first_half_of_an_ipv6_address() -> None:
    for remote, place in [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("", ""),
    ]:
        assert place_of(RequestFactory().get("/", REMOTE_ADDR=remote)) == place


@pytest.mark.django_db
def test_a_limit_refuses_until_it_is_over_and_reading_writes_nothing() -> None:
    request = RequestFactory().get("/")
    for _try in range(LIMIT.most):
        LIMIT.refuse_or_count(request)

    with pytest.raises(Refused) as refused:
        LIMIT.refuse_or_count(request)
    assert refused.value.current is not None
    assert 590 < refused.value.current["seconds"] <= 600
    assert Tally.objects.get().tries == LIMIT.most
    assert LIMIT.seconds_left("another") == 0
    assert Tally.objects.count() == 1
    Tally.objects.update(until=timezone.now())
    LIMIT.refuse_or_count(request)
    assert Tally.objects.get().tries == 1


@pytest.mark.django_db
def test_ended_counts_are_deleted_and_the_number_of_counts_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    LIMIT.take("over")
    Tally.objects.update(until=timezone.now())
    monkeypatch.setattr(limits, "MOST_ROWS", 3)
    for n in range(6):
        LIMIT.take(f"key {n}")

    assert sorted(Tally.objects.values_list("key", flat=True)) == ["key 2", "key 3", "key 4", "key 5"]


def test_of_many_requests_at_once_only_the_allowed_number_gets_through(each_site: Site) -> None:
    """The processes of a real site count together, on either database."""
    each_site.run("from tournaments.tests.factories import make_user\nmake_user('milt', password='fifteen-two')")

    def guess(n: int) -> int:
        body = json.dumps({"username": "milt", "password": f"guess {n}"})
        request = Request(f"{each_site.url}/api/v1/token/", body.encode(), {"Content-Type": "application/json"})
        try:
            with urlopen(request) as answer:
                return int(answer.status)
        except HTTPError as refused:
            return refused.code

    with ThreadPoolExecutor(8) as pool:
        answers = Counter(pool.map(guess, range(24)))

    assert answers == {400: GUESSING.most, 429: 24 - GUESSING.most}
