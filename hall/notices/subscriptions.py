"""Subscriptions: found by the key in the links of a mail, for their holder's page, and counted for the director."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.crypto import salted_hmac

from hall.notices import words
from tournaments import keys
from tournaments.models import News, Notice, PersonalLink, Subscription, Tournament
from tournaments.models.people import with_people
from tournaments.reads.site import has_mail_server

KEY_PURPOSE = "news"
MOST_TRIES = 8
"""How often sending a notice is tried."""
FAILURES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Failed:
    """One notice that could not be sent, as of its last try; `again` says whether it is tried again."""

    at: datetime
    channel: str
    what: str
    why: str
    again: bool


@dataclass(frozen=True, slots=True)
class Status:
    """The notices of a tournament in numbers, without addresses.

    `wanted` counts each kind, mails and browsers together.
    """

    has_mail: bool
    mails: int
    unconfirmed: int
    browsers: int
    wanted: dict[str, int]
    waiting: int
    failed: tuple[Failed, ...]

    @property
    def wanted_told(self) -> list[tuple[str, int]]:
        """How many want each kind, by its name."""
        return [(words.kind(what), count) for what, count in self.wanted.items()]


def address_key(subscription: Subscription) -> str:
    """The secret key in the links of a mail."""
    return f"{subscription.nonce}-{keys.key_of(KEY_PURPOSE, subscription.nonce)}"


def subscription_of(text: str) -> Subscription | None:
    """The subscription for a key as of `address_key`.

    None if the key is wrong, the subscription was ended, or its personal link was revoked.
    """
    nonce, _hyphen, key = text.partition("-")
    if keys.nonce_of(KEY_PURPOSE, key, [nonce]) is None:
        return None
    in_force = Subscription.objects.in_force().select_related(
        "link__entry__event__tournament", *with_people("link__entry__player")
    )
    return in_force.filter(nonce=nonce).first()


def subscriptions_of(link: PersonalLink) -> list[Subscription]:
    """The subscriptions of this link, the mail address first."""
    return sorted(
        link.subscriptions.all(),
        key=lambda subscription: (subscription.channel != Subscription.Channel.MAIL, subscription.pk),
    )


def state(link: PersonalLink) -> str:
    """A version tag of the holder's page of this link: names, seat and subscriptions. One query.

    The tag is an HMAC, so it reveals nothing.
    """
    entry, event = link.entry, link.entry.event
    names = entry.name, entry.seat, event.name, event.tournament.name
    subscriptions = list(link.subscriptions.order_by("pk").values_list("pk", "confirmed_at", *News.values))
    return salted_hmac(__name__, repr((names, has_mail_server(), subscriptions))).hexdigest()[:20]


def status(tournament: Tournament) -> Status:
    """The state of notices in this tournament. Three queries."""
    subscriptions = list(Subscription.objects.in_force().filter(link__entry__event__tournament=tournament))
    confirmed = [subscription for subscription in subscriptions if subscription.confirmed_at is not None]
    channels = Counter(subscription.channel for subscription in confirmed)
    notices = Notice.objects.filter(subscription__in=[subscription.pk for subscription in subscriptions], sent_at=None)
    failed = notices.filter(~Q(failure="")).select_related("subscription").order_by("-try_at", "-pk")
    return Status(
        has_mail=has_mail_server(),
        mails=channels[Subscription.Channel.MAIL],
        unconfirmed=len(subscriptions) - len(confirmed),
        browsers=channels[Subscription.Channel.PUSH],
        wanted={what: sum(subscription.wants(what) for subscription in confirmed) for what in News.values},
        waiting=notices.filter(subscription__in=[subscription.pk for subscription in confirmed]).count(),
        failed=tuple(_failed(notice) for notice in failed[:FAILURES_SHOWN]),
    )


def _failed(notice: Notice) -> Failed:
    """A notice that could not be sent, as the director's page shows it."""
    return Failed(
        at=notice.tried_at or notice.try_at,
        channel=notice.subscription.get_channel_display(),
        what=words.kind(notice.what),
        why=words.failure(notice.failure),
        again=notice.tries < MOST_TRIES,
    )
