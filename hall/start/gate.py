"""Who may start a new site: whoever sits at its computer, or has the code from its terminal.

Nobody else in the hall's network may take over a site that has no account yet.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.limits import Limit
from tournaments.reachable import is_only_here

GUESSING = Limit("start", most=10, minutes=10)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for each other."""
LENGTH = 12

FORWARDED = (
    "HTTP_FORWARDED",
    "HTTP_VIA",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP",
)
"""What proxies add to a request. Behind one every visitor comes from the computer of the proxy."""


def is_at_site(request: HttpRequest) -> bool:
    """Whether the request comes from a browser on the site's own computer, and from nowhere else by way of it."""
    if settings.TRUSTED_PROXIES or settings.HTTPS or any(header in request.META for header in FORWARDED):
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback and is_only_here(split_domain_port(request.get_host())[0])


def start_code() -> str:
    """The code that the terminal shows, in groups that can be read aloud. It follows from the site's secret."""
    digest = salted_hmac("pegboard.start", "code", algorithm="sha256").digest()
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:LENGTH])
    return " ".join(letters[place : place + 4] for place in range(0, LENGTH, 4))


def is_start_code(text: str) -> bool:
    """Whether this is the code, however it is spaced."""
    return constant_time_compare(_letters_of(text), _letters_of(start_code()))


def _letters_of(text: str) -> str:
    return "".join(text.lower().replace("-", " ").split())
