"""Finds out what of an event has not been told yet, and tells it: each thing once to each who wants it.

What is found is noted first and sent then, outside of every transaction. A try is counted before it is made, so that of
several processes one makes it; where it fails the next one waits longer. What nobody has to be told any more is not sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from http.client import HTTPException
from logging import getLogger
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation

from hall.notices import mail, webpush, words
from hall.notices.due import Due, due
from hall.notices.mail import NotSent
from hall.notices.subscriptions import MOST_TRIES, address_key
from tournaments.models import Event, News, Notice, Subscription
from tournaments.people.reads.links import key_of_link
from tournaments.reads.site import has_mail_server

logger = getLogger(__name__)

SETTLES = {News.SEAT: timedelta(seconds=60), News.MATCH: timedelta(seconds=20)}
"""So long a thing stands before it is told: a director who draws again, or gives a round its tables, tells it once."""
WAITS = (1, 2, 5, 15, 30, 60, 120)
"""Minutes after each try that failed; after the last one nobody tries again."""

CONFIRMED_WITHIN = timedelta(days=2)
KEPT_AFTER = timedelta(days=30)
"""So long an address is kept that nobody confirms, and one after the first day of its tournament."""

GONE = frozenset({"push 404", "push 410"})
"""What a browser's service answers where the browser does not want to be told any more."""
OUR_SIDE = frozenset({"no_answer", "sign_in"})
"""Failures of the way there: what goes the same way need not be tried just now."""


# --- What is to be told ----------------------------------------------------------------------------------------------


def known(event: Event, entry: int, now: datetime) -> list[Notice]:
    """What stands for this entry as if it had been told: whoever asks to be told reads it on the page already. Not saved."""
    found = due(event).get(entry, {}).values()
    return [Notice(what=one.what, subject=one.subject, sent_at=now, try_at=now) for one in found]


def note_due(event: Event, now: datetime) -> Mapping[int, Mapping[str, Due]]:
    """Note what of this event is to be told and was not, and forget what is no news any more; all that is due, by entry."""
    found = due(event)
    new, over = _changes(event, found, now)
    if new or over:
        with transaction.atomic():
            event = Event.objects.locked(event)
            # Another process may have noted it since, and sent it.
            found = due(event)
            new, over = _changes(event, found, now)
            fields = ["subject", "sent_at", "tries", "try_at", "tried_at", "failure"]
            Notice.objects.bulk_create(
                new, update_conflicts=True, unique_fields=["subscription", "what"], update_fields=fields
            )
            Notice.objects.filter(pk__in=over).delete()
    Subscription.objects.filter(link__entry__event=event).update(told_revision=event.revision)
    return found


def _changes(event: Event, found: Mapping[int, Mapping[str, Due]], now: datetime) -> tuple[list[Notice], list[int]]:
    """The notices that are new or say something else now, and the keys of those not sent that nobody has to be told of."""
    noted: dict[int, dict[str, Notice]] = {}
    for notice in Notice.objects.filter(subscription__link__entry__event=event):
        noted.setdefault(notice.subscription_id, {})[notice.what] = notice
    new, over = [], []
    for one in Subscription.objects.in_force().filter(link__entry__event=event).select_related("link"):
        before, mine = noted.get(one.pk, {}), found.get(one.link.entry_id, {})
        for what, told in mine.items():
            if what not in before or before[what].subject != told.subject:
                # What is not wanted is noted as told: ticked later, it is told from the next change on.
                sent_at = None if one.wants(what) else now
                try_at = now + SETTLES.get(News(what), timedelta())
                new.append(Notice(subscription=one, what=what, subject=told.subject, sent_at=sent_at, try_at=try_at))
        waiting = (notice for notice in before.values() if notice.sent_at is None)
        over += [notice.pk for notice in waiting if notice.what != Notice.CONFIRM and notice.what not in mine]
    return new, over


# --- Sending it ------------------------------------------------------------------------------------------------------


def tell(event: Event, now: datetime | None = None) -> float | None:
    """Send what of this event is to be told now; in how many seconds there is something to do again, None: nothing."""
    now = now or timezone.now()
    theirs = Subscription.objects.in_force().filter(link__entry__event=event)
    if not theirs.exists():
        return None
    found = note_due(event, now)
    ready = _waiting().filter(subscription__in=theirs, try_at__lte=now)
    _send_all(event, ready.select_related("subscription__link__entry"), found, now)
    again = _waiting().filter(subscription__in=theirs).aggregate(at=Min("try_at"))["at"]
    return max(1.0, (again - now).total_seconds()) if again else None


def behind(now: datetime) -> list[Event]:
    """The events of which somebody is to be told something, or may be: changed since they were looked at last."""
    event = "link__entry__event"
    changed = Subscription.objects.in_force().filter(told_revision__lt=F(f"{event}__revision")).values(event)
    waiting = _waiting().filter(try_at__lte=now).values(f"subscription__{event}")
    return list(Event.objects.select_related("tournament").filter(Q(pk__in=changed) | Q(pk__in=waiting)))


def forget_outdated(now: datetime) -> int:
    """Forget addresses that nobody confirmed, and those of tournaments that are long over; how many rows went."""
    return Subscription.objects.outdated(now - CONFIRMED_WITHIN, now - KEPT_AFTER).delete()[0]


def _waiting() -> QuerySet[Notice]:
    """What is still to be sent: the mail that asks, before the address is confirmed; everything else, after that."""
    asks = Q(what=Notice.CONFIRM, subscription__confirmed_at=None)
    told = ~Q(what=Notice.CONFIRM) & Q(subscription__confirmed_at__isnull=False)
    can = Q() if has_mail_server() else ~Q(subscription__channel=Subscription.Channel.MAIL)
    return Notice.objects.filter(asks | told, can, sent_at=None, tries__lt=MOST_TRIES)


def _send_all(event: Event, ready: Iterable[Notice], found: Mapping[int, Mapping[str, Due]], now: datetime) -> None:
    """Try each of these once. Every try is written down by itself: whatever ends this process, nothing is sent again."""
    closed: dict[str, str] = {}
    connection = get_connection()
    for notice in ready:
        one = notice.subscription
        told = found.get(one.link.entry_id, {}).get(notice.what)
        if (told is None and notice.what != Notice.CONFIRM) or not _begin(notice, now):
            continue
        way = one.channel if one.channel == Subscription.Channel.MAIL else urlsplit(one.address).netloc
        try:
            if way in closed:
                raise NotSent(closed[way])
            with translation.override(one.language):
                _send(event, one, told, connection)
        except NotSent as why:
            if why.code in GONE:
                one.delete()
                continue
            if why.code in OUR_SIDE:
                closed[way] = why.code
            _end(notice, failure=why.code)
        except Exception:  # One notice that breaks must not keep the others from being sent.
            logger.exception("notice %s could not be sent", notice.pk)
            _end(notice, failure="error")
        else:
            _end(notice, sent_at=timezone.now(), failure="")
    connection.close()


def _begin(notice: Notice, now: datetime) -> bool:
    """Count a try before it is made; False where another process makes it, or nobody wants it any more."""
    next_try = now + timedelta(minutes=WAITS[min(notice.tries, len(WAITS) - 1)])
    mine = Notice.objects.filter(pk=notice.pk, subject=notice.subject, tries=notice.tries, sent_at=None)
    return bool(mine.update(tries=F("tries") + 1, try_at=next_try, tried_at=now))


def _end(notice: Notice, **values: datetime | str) -> None:
    Notice.objects.filter(pk=notice.pk, subject=notice.subject).update(**values)


def _send(event: Event, one: Subscription, told: Due | None, connection: BaseEmailBackend) -> None:
    """Send this, or where there is nothing to tell ask whether the address is theirs. Raises NotSent."""
    own_page = one.site + reverse("me:own", args=[key_of_link(one.link)])
    if one.channel == Subscription.Channel.PUSH:
        if told is not None:
            _push(one, told, own_page)
        return
    answer = one.site + reverse("news:answer", args=[address_key(one)])
    if told is None:
        title, text = words.confirming(event.tournament, answer)
        mail.send(one.address, words.mail_subject(title, event.tournament), text, connection=connection)
        return
    title, text = told.said()
    mail.send(
        one.address,
        words.mail_subject(title, event.tournament),
        words.mail(text, own_page, answer),
        stop=one.site + reverse("news:stop", args=[address_key(one)]),
        connection=connection,
    )


def _push(one: Subscription, told: Due, own_page: str) -> None:
    """Leave it at the browser's service. The address of the own page travels encrypted and is opened by a tap, never shown."""
    title, text = told.said()
    values = {"title": title, "text": text, "url": own_page, "tag": told.what}
    site = one.site if one.site.startswith("https:") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    try:
        status = webpush.deliver(one.address, values, key=one.key, secret=one.secret, site=site, topic=told.what)
    except (OSError, HTTPException) as away:
        raise NotSent("no_answer") from away
    if not 200 <= status < 300:
        raise NotSent(f"push {status}")
