"""How often somebody may try something: counted in the database, which all processes share, by place.

A place is the address that `hall.site.middleware.AddressMiddleware` found; of IPv6 the first 64 bits, which are one line.
A whole ballroom shares one address, so that only what went wrong is counted, and so much is allowed that people who
mistype lock nobody else out, while nobody gets far by guessing. A key as long as that of a seat slip cannot be guessed: there
a right one opens at any time, and only wrong ones have to wait.
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
"""Whoever fills the table with made-up names drives out the counts that end soonest."""


def place_of(request: HttpRequest) -> str:
    """Where a request comes from, as limits tell places apart."""
    said = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(said)
    except ValueError:
        return str(said)
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


@dataclass(frozen=True, slots=True)
class Limit:
    """So many tries in so many minutes; `name` tells what is tried apart. `of` names a part of it that is counted alone."""

    name: str
    most: int
    minutes: int

    def refuse_or_count(self, request: HttpRequest, of: str = "") -> None:
        """Count a try of this place; the minutes begin with its first. It is exact, however many come at once.

        Raises Refused (`too_often`), with the seconds that are left, where there were too many.
        """
        key = self.key(place_of(request), of)
        if not self.take(key):
            self.refuse_key(key)

    def refuse_key(self, key: str) -> None:
        """Raise Refused (`too_often`) where this key is used up."""
        if seconds := self.seconds_left(key):
            raise Refused("too_often", self._message(seconds), current={"seconds": seconds})

    def seconds_left(self, key: str) -> int:
        """How long this key is used up; 0 where it is not."""
        now = timezone.now()
        until = Tally.objects.filter(key=key, tries__gte=self.most, until__gt=now).values_list("until", flat=True)
        return max((math.ceil((end - now).total_seconds()) for end in until), default=0)

    def take(self, key: str) -> bool:
        """Count one more try under this key; False, and nothing is written, where it is used up."""
        if self._add(key):
            return True
        if self.seconds_left(key):
            return False
        forget_old()
        until = timezone.now() + timedelta(minutes=self.minutes)
        Tally.objects.bulk_create([Tally(key=key, tries=0, until=until)], ignore_conflicts=True)
        return self._add(key)

    def give_back(self, key: str) -> None:
        """Take one try back: it was none that counts."""
        Tally.objects.filter(key=key, tries__gt=0).update(tries=F("tries") - 1)

    def forget(self, key: str) -> None:
        """Begin anew under this key."""
        Tally.objects.filter(key=key).delete()

    def key(self, *parts: str) -> str:
        """What a count stands under."""
        return salted_hmac("pegboard.tally", "\n".join([self.name, *parts]), algorithm="sha256").hexdigest()

    def _add(self, key: str) -> bool:
        # One statement, so that of many processes as many get through as there are tries left.
        now = timezone.now()
        is_over = Q(until__lte=now)
        open_ = Tally.objects.filter(is_over | Q(tries__lt=self.most), key=key)
        tries = Case(When(is_over, then=Value(1)), default=F("tries") + 1)
        until = Case(When(is_over, then=Value(now + timedelta(minutes=self.minutes))), default=F("until"))
        return bool(open_.update(tries=tries, until=until))

    def _message(self, seconds: int) -> str:
        minutes = math.ceil(seconds / 60)
        return ngettext(
            "Too much came from here in a short time. Wait %(n)d minute, or ask at the desk.",
            "Too much came from here in a short time. Wait %(n)d minutes, or ask at the desk.",
            minutes,
        ) % {"n": minutes}


def forget_old() -> int:
    """Forget counts that are over, and those too many; how many went."""
    gone, _each = Tally.objects.filter(until__lte=timezone.now()).delete()
    if (over := Tally.objects.count() - MOST_ROWS) > 0:
        oldest = list(Tally.objects.order_by("until").values_list("pk", flat=True)[:over])
        gone += Tally.objects.filter(pk__in=oldest).delete()[0]
    return gone


JOINING = Limit("join", most=30, minutes=10)
"""Wrong codes of invitations."""
REGISTERING = Limit("register", most=300, minutes=60)
"""Registrations sent to one tournament: a whole hall may do it from one address in an hour. A registrar enters players without it."""
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
