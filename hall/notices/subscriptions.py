"""Who is told: by the address of a mail's links, for the holder's page, and in numbers for the director."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.crypto import salted_hmac

from hall.notices import words
from tournaments import keys
from tournaments.models import News, Notice, PersonalLink, Subscription, Tournament
from tournaments.reads.site import has_mail_server

KEY_PURPOSE = "news"
MOST_TRIES = 8
"""So often something is tried to be sent."""
FAILURES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Failed:
    """One thing that could not be sent, at its last try: how, what, in words, and whether it is tried again."""

    at: datetime
    channel: str
    what: str
    why: str
    again: bool


@dataclass(frozen=True, slots=True)
class Status:
    """How notices go in a tournament: numbers, and no addresses. `wanted` are those of each kind, both ways together."""

    has_mail: bool
    mails: int
    unconfirmed: int
    browsers: int
    wanted: dict[str, int]
    waiting: int
    failed: tuple[Failed, ...]

    @property
    def wanted_told(self) -> list[tuple[str, int]]:
        """How many want each kind, with its name."""
        return [(words.kind(what), count) for what, count in self.wanted.items()]


def address_key(one: Subscription) -> str:
    """What stands in the links of a mail: nobody who was not sent it has it."""
    return f"{one.nonce}-{keys.key_of(KEY_PURPOSE, one.nonce)}"


def subscription_of(text: str) -> Subscription | None:
    """The subscription that such a link is of; None for a wrong one, and once it is ended or its personal link taken back."""
    nonce, _hyphen, key = text.partition("-")
    if keys.nonce_of(KEY_PURPOSE, key, [nonce]) is None:
        return None
    found = Subscription.objects.in_force().select_related("link__entry__event__tournament", "link__entry__player")
    return found.filter(nonce=nonce).first()


def subscriptions_of(link: PersonalLink) -> list[Subscription]:
    """What the holder of this link has turned on, the address first."""
    return sorted(link.subscriptions.all(), key=lambda one: (one.channel != Subscription.Channel.MAIL, one.pk))


def state(link: PersonalLink) -> str:
    """What tells all that the holder's page shows of this link from what was before: the name, the seat, what is turned on. One query.
    To whoever was not shown it, it says nothing."""
    entry, event = link.entry, link.entry.event
    names = entry.name, entry.seat, event.name, event.tournament.name
    turned_on = list(link.subscriptions.order_by("pk").values_list("pk", "confirmed_at", *News.values))
    return salted_hmac(__name__, repr((names, has_mail_server(), turned_on))).hexdigest()[:20]


def status(tournament: Tournament) -> Status:
    """How notices go in this tournament. Three queries."""
    theirs = list(Subscription.objects.in_force().filter(link__entry__event__tournament=tournament))
    on = [one for one in theirs if one.confirmed_at is not None]
    ways = Counter(one.channel for one in on)
    notices = Notice.objects.filter(subscription__in=[one.pk for one in theirs], sent_at=None)
    failed = notices.filter(~Q(failure="")).select_related("subscription").order_by("-try_at", "-pk")
    return Status(
        has_mail=has_mail_server(),
        mails=ways[Subscription.Channel.MAIL],
        unconfirmed=len(theirs) - len(on),
        browsers=ways[Subscription.Channel.PUSH],
        wanted={what: sum(one.wants(what) for one in on) for what in News.values},
        waiting=notices.filter(subscription__in=[one.pk for one in on]).count(),
        failed=tuple(_failed(notice) for notice in failed[:FAILURES_SHOWN]),
    )


def _failed(notice: Notice) -> Failed:
    return Failed(
        at=notice.tried_at or notice.try_at,
        channel=notice.subscription.get_channel_display(),
        what=words.kind(notice.what),
        why=words.failure(notice.failure),
        again=notice.tries < MOST_TRIES,
    )
