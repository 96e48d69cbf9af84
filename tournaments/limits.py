"""Rate limits by place, counted in the database, which all processes share.

A place is the address found by `hall.site.middleware.AddressMiddleware`. Of an IPv6 address it is the first 64 bits,
which stand for one connection. A whole ballroom shares one address. So only failures count, and the limits are high:
people who mistype lock nobody out, yet guessing gets nowhere. A key as long as that of a seat slip cannot be guessed,
so the right key always works, and only wrong keys have to wait.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, ip_address

from django.db.models import Case, F, Q, Value, When
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from tournaments.errors import Refused
from tournaments.models import Tally

MOST_ROWS = 20_000
"""The largest number of counts. Beyond it, those that end soonest are deleted: made-up names cannot fill the table."""


def place_of(request: HttpRequest) -> str:
    """Return the place of a request: its address, or the first 64 bits of an IPv6 address."""
    remote = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(remote)
    except ValueError:
        return str(remote)
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` tries in `minutes` minutes. Limits with different names count separately."""

    name: str
    most: int
    minutes: int

    def refuse_or_count(self, request: HttpRequest, of: str = "") -> None:
        """Count a try of this place; the minutes start with the first try. Exact under concurrency.

        Tries for different `of` count separately. Raises Refused (`too_often`), with the remaining seconds, if there
        were too many.
        """
        key = self.key(place_of(request), of)
        if not self.take(key):
            self.refuse_key(key)

    def refuse_key(self, key: str) -> None:
        """Raise Refused (`too_often`) if this key is used up."""
        if seconds := self.seconds_left(key):
            raise Refused("too_often", self._message(seconds), current={"seconds": seconds})

    def seconds_left(self, key: str) -> int:
        """Return for how many more seconds this key is used up; 0 if it is not."""
        now = timezone.now()
        ends = Tally.objects.filter(key=key, tries__gte=self.most, until__gt=now).values_list("until", flat=True)
        return max((math.ceil((end - now).total_seconds()) for end in ends), default=0)

    def take(self, key: str) -> bool:
        """Count one more try under this key. If the key is used up, write nothing and return False."""
        if self._add(key):
            return True
        if self.seconds_left(key):
            return False
        forget_old()
        until = timezone.now() + timedelta(minutes=self.minutes)
        Tally.objects.bulk_create([Tally(key=key, tries=0, until=until)], ignore_conflicts=True)
        return self._add(key)

    def give_back(self, key: str) -> None:
        """Uncount one try under this key."""
        Tally.objects.filter(key=key, tries__gt=0).update(tries=F("tries") - 1)

    def forget(self, key: str) -> None:
        """Reset this key."""
        Tally.objects.filter(key=key).delete()

    def key(self, *parts: str) -> str:
        """Return the key of a count: a digest of the name of this limit and the `parts`."""
        return salted_hmac("pegboard.tally", "\n".join([self.name, *parts]), algorithm="sha256").hexdigest()

    def _add(self, key: str) -> bool:
        """Count one more try in an existing row, or start its count again; return False if there is no row to use."""
        # A single statement, so that concurrent processes never let through more tries than are left.
        now = timezone.now()
        is_over = Q(until__lte=now)
        usable = Tally.objects.filter(is_over | Q(tries__lt=self.most), key=key)
        tries = Case(When(is_over, then=Value(1)), default=F("tries") + 1)
        until = Case(When(is_over, then=Value(now + timedelta(minutes=self.minutes))), default=F("until"))
        return bool(usable.update(tries=tries, until=until))

    def _message(self, seconds: int) -> str:
        minutes = math.ceil(seconds / 60)
        return ngettext(
            "Too much came from here in a short time. Wait %(n)d minute, or ask at the desk.",
            "Too much came from here in a short time. Wait %(n)d minutes, or ask at the desk.",
            minutes,
        ) % {"n": minutes}


def forget_old() -> int:
    """Delete the counts that have ended, and those beyond `MOST_ROWS`; return how many were deleted."""
    deleted, _each = Tally.objects.filter(until__lte=timezone.now()).delete()
    excess = Tally.objects.count() - MOST_ROWS
    if excess > 0:
        oldest = list(Tally.objects.order_by("until").values_list("pk", flat=True)[:excess])
        deleted += Tally.objects.filter(pk__in=oldest).delete()[0]
    return deleted


JOINING = Limit("join", most=30, minutes=10)
"""Wrong codes of invitations."""
REGISTERING = Limit("register", most=300, minutes=60)
"""Registrations for one tournament: a whole hall may send them from one address. Registrars are exempt."""
REGISTRATION_KEYS = Limit("registration", most=60, minutes=10)
"""Unknown addresses of registrations."""

CLAIMING = Limit("claim", most=300, minutes=10)
"""Games that players report from their personal links: a hall in its playoffs, from one address."""

TELLING = Limit("tell", most=3000, minutes=10)
"""Games and cards that players send by phone: a whole hall after each game, from one address."""

CALLING = Limit("call", most=100, minutes=10)
"""Calls for a judge from personal links: a hall shares one address, and each player has one open call."""

TESTING_MAIL = Limit("test-mail", most=10, minutes=10)
"""Test mails, which go to any address that is typed."""

OPENING = Limit("me", most=100, minutes=10)
"""Wrong keys of personal links: every player of a hall types one, maybe from one address."""
