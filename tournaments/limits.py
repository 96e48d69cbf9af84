"""How often somebody may try something without signing in: counted in the cache, by address.

A whole ballroom shares one address, so that only what went wrong is counted, and so much is allowed that people who
mistype lock nobody else out, while nobody gets far by guessing. A key as long as that of a seat slip cannot be guessed: there
a right one opens at any time, and only wrong ones have to wait.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import ngettext

from tournaments.errors import Refused


@dataclass(frozen=True, slots=True)
class Limit:
    """So many tries in so many minutes; `name` tells what is tried apart."""

    name: str
    most: int
    minutes: int

    def refuse(self, request: HttpRequest) -> None:
        """Raise Refused (`too_often`) while this address has tried too often, with the seconds that are left."""
        tried, until = cache.get(self._key(request), (0, 0.0))
        if tried < self.most:
            return
        seconds = max(math.ceil(until - time.time()), 1)
        minutes = math.ceil(seconds / 60)
        message = ngettext(
            "Too much came from here in a short time. Wait %(n)d minute, or ask at the desk.",
            "Too much came from here in a short time. Wait %(n)d minutes, or ask at the desk.",
            minutes,
        ) % {"n": minutes}
        raise Refused("too_often", message, current={"seconds": seconds})

    def count(self, request: HttpRequest) -> None:
        """Count one more try of this address; the minutes begin with its first."""
        tried, until = cache.get(self._key(request), (0, time.time() + self.minutes * 60))
        cache.set(self._key(request), (tried + 1, until), timeout=max(until - time.time(), 1))

    def refuse_or_count(self, request: HttpRequest) -> None:
        """Count what went wrong, or raise Refused (`too_often`) where that was too often already: for what is looked up first."""
        self.refuse(request)
        self.count(request)

    def _key(self, request: HttpRequest) -> str:
        return f"limit/{self.name}/{request.META.get('REMOTE_ADDR', '')}"


JOINING = Limit("join", most=30, minutes=10)
"""Codes of invitations."""
REGISTERING = Limit("register", most=60, minutes=60)
"""Registrations sent: a whole club may do it from one address in an evening."""
REGISTRATION_KEYS = Limit("registration", most=60, minutes=10)
"""Addresses of registrations that there are none of."""

CLAIMING = Limit("claim", most=300, minutes=10)
"""Games that players report from their personal links: a hall in its playoffs, from one address."""

TELLING = Limit("tell", most=3000, minutes=10)
"""Games that players tell by phone, and cards they hand in: a whole hall after each game, from one address."""

CALLING = Limit("call", most=100, minutes=10)
"""Calls for a judge from personal links: a hall shares one address, and one player has one open call."""

TESTING_MAIL = Limit("test-mail", most=10, minutes=10)
"""Test mails, which go to whatever address somebody types."""

OPENING = Limit("me", most=100, minutes=10)
"""Wrong keys of personal links: every player of a hall types one, and the hall may share one address."""
