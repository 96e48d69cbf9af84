"""Finds the notices of an event that were not sent yet, and sends each once to each subscription that wants it.

Due notices are stored first and sent later, outside any transaction. A try is counted before it is made, so that only
one process makes it. The wait grows after each failure. A notice that is no longer due is not sent.
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
"""How long a notice must be due before it is sent, so that a second draw or new tables are told only once."""
WAITS = (1, 2, 5, 15, 30, 60, 120)
"""Minutes to wait after each failed try; after the last wait there is one more try."""

CONFIRMED_WITHIN = timedelta(days=2)
KEPT_AFTER = timedelta(days=30)
"""How long an unconfirmed address is kept, and any address after the first day of its tournament."""

GONE = frozenset({"push 404", "push 410"})
"""Answers of a push service that mean that the browser no longer wants notices."""
OUR_SIDE = frozenset({"no_answer", "sign_in"})
"""Failures of the connection: no other notice to the same server is tried in this run."""


# --- What is to be told ----------------------------------------------------------------------------------------------


def known(event: Event, entry_id: int, now: datetime) -> list[Notice]:
    """Notices of the present state for this entry, not saved. They count as sent, since the page shows that state."""
    due_notices = due(event).get(entry_id, {}).values()
    return [Notice(what=news.what, subject=news.subject, sent_at=now, try_at=now) for news in due_notices]


def note_due(event: Event, now: datetime) -> Mapping[int, Mapping[str, Due]]:
    """Store the due notices that are new, and delete unsent ones that are no longer due. Returns all due, by entry."""
    due_by_entry = due(event)
    new, outdated = _changes(event, due_by_entry, now)
    if new or outdated:
        with transaction.atomic():
            event = Event.objects.locked(event)
            # Another process may have stored and sent them before this one got the lock.
            due_by_entry = due(event)
            new, outdated = _changes(event, due_by_entry, now)
            fields = ["subject", "sent_at", "tries", "try_at", "tried_at", "failure"]
            Notice.objects.bulk_create(
                new, update_conflicts=True, unique_fields=["subscription", "what"], update_fields=fields
            )
            Notice.objects.filter(pk__in=outdated).delete()
    Subscription.objects.filter(link__entry__event=event).update(told_revision=event.revision)
    return due_by_entry


def _changes(
    event: Event, due_by_entry: Mapping[int, Mapping[str, Due]], now: datetime
) -> tuple[list[Notice], list[int]]:
    """Notices that are new or changed, and the keys of unsent ones that are no longer due."""
    notices_by_subscription: dict[int, dict[str, Notice]] = {}
    for notice in Notice.objects.filter(subscription__link__entry__event=event):
        notices_by_subscription.setdefault(notice.subscription_id, {})[notice.what] = notice
    new, outdated = [], []
    for subscription in Subscription.objects.in_force().filter(link__entry__event=event).select_related("link"):
        stored = notices_by_subscription.get(subscription.pk, {})
        due_notices = due_by_entry.get(subscription.link.entry_id, {})
        for what, news in due_notices.items():
            if what in stored and stored[what].subject == news.subject:
                continue
            # An unwanted notice counts as sent. If its kind is ticked later, only the next change is told.
            sent_at = None if subscription.wants(what) else now
            try_at = now + SETTLES.get(News(what), timedelta())
            new.append(
                Notice(subscription=subscription, what=what, subject=news.subject, sent_at=sent_at, try_at=try_at)
            )
        for notice in stored.values():
            is_unsent_news = notice.sent_at is None and notice.what != Notice.CONFIRM
            if is_unsent_news and notice.what not in due_notices:
                outdated.append(notice.pk)
    return new, outdated


# --- Sending it ------------------------------------------------------------------------------------------------------


def tell(event: Event, now: datetime | None = None) -> float | None:
    """Send what is due now. Returns the seconds until something is due again, None if nothing is."""
    now = now or timezone.now()
    subscriptions = Subscription.objects.in_force().filter(link__entry__event=event)
    if not subscriptions.exists():
        return None
    due_by_entry = note_due(event, now)
    ready = _waiting().filter(subscription__in=subscriptions, try_at__lte=now)
    _send_all(event, ready.select_related("subscription__link__entry"), due_by_entry, now)
    next_try = _waiting().filter(subscription__in=subscriptions).aggregate(at=Min("try_at"))["at"]
    return max(1.0, (next_try - now).total_seconds()) if next_try else None


def behind(now: datetime) -> list[Event]:
    """The events that may have something to tell: notices to send now, or changes since the last look at them."""
    event = "link__entry__event"
    changed = Subscription.objects.in_force().filter(told_revision__lt=F(f"{event}__revision")).values(event)
    waiting = _waiting().filter(try_at__lte=now).values(f"subscription__{event}")
    return list(Event.objects.select_related("tournament").filter(Q(pk__in=changed) | Q(pk__in=waiting)))


def forget_outdated(now: datetime) -> int:
    """Delete addresses that nobody confirmed and those of tournaments long past. Returns the number of rows."""
    return Subscription.objects.outdated(now - CONFIRMED_WITHIN, now - KEPT_AFTER).delete()[0]


def _waiting() -> QuerySet[Notice]:
    """Notices to send: confirmation mails to unconfirmed addresses, all other notices to confirmed ones.

    Without a mail server there are no mails among them.
    """
    confirmations = Q(what=Notice.CONFIRM, subscription__confirmed_at=None)
    news = ~Q(what=Notice.CONFIRM) & Q(subscription__confirmed_at__isnull=False)
    possible = Q() if has_mail_server() else ~Q(subscription__channel=Subscription.Channel.MAIL)
    return Notice.objects.filter(confirmations | news, possible, sent_at=None, tries__lt=MOST_TRIES)


def _send_all(
    event: Event, ready: Iterable[Notice], due_by_entry: Mapping[int, Mapping[str, Due]], now: datetime
) -> None:
    """Try each of these notices once. Each try is committed by itself, so a crash does not make a notice go twice."""
    # The failure of each server that does not take anything now.
    failed_servers: dict[str, str] = {}
    connection = get_connection()
    for notice in ready:
        subscription = notice.subscription
        news = due_by_entry.get(subscription.link.entry_id, {}).get(notice.what)
        is_due = news is not None or notice.what == Notice.CONFIRM
        if not is_due or not _begin(notice, now):
            continue
        server = subscription.channel
        if subscription.channel != Subscription.Channel.MAIL:
            server = urlsplit(subscription.address).netloc
        try:
            if server in failed_servers:
                raise NotSent(failed_servers[server])
            with translation.override(subscription.language):
                _send(event, subscription, news, connection)
        except NotSent as exc:
            if exc.code in GONE:
                subscription.delete()
                continue
            if exc.code in OUR_SIDE:
                failed_servers[server] = exc.code
            _end(notice, failure=exc.code)
        except Exception:  # One notice that breaks must not keep the others from being sent.
            logger.exception("notice %s could not be sent", notice.pk)
            _end(notice, failure="error")
        else:
            _end(notice, sent_at=timezone.now(), failure="")
    connection.close()


def _begin(notice: Notice, now: datetime) -> bool:
    """Count a try before it is made. False if another process makes the try, or if the notice is no longer wanted."""
    next_try = now + timedelta(minutes=WAITS[min(notice.tries, len(WAITS) - 1)])
    # An optimistic lock: the row is found only if no other process has changed it.
    unchanged = Notice.objects.filter(pk=notice.pk, subject=notice.subject, tries=notice.tries, sent_at=None)
    return bool(unchanged.update(tries=F("tries") + 1, try_at=next_try, tried_at=now))


def _end(notice: Notice, **values: datetime | str) -> None:
    Notice.objects.filter(pk=notice.pk, subject=notice.subject).update(**values)


def _send(event: Event, subscription: Subscription, news: Due | None, connection: BaseEmailBackend) -> None:
    """Send this notice, or the confirmation mail if `news` is None. Raises NotSent if it could not be sent."""
    own_page = subscription.site + reverse("me:own", args=[key_of_link(subscription.link)])
    if subscription.channel == Subscription.Channel.PUSH:
        if news is not None:
            _push(subscription, news, own_page)
        return
    answer = subscription.site + reverse("news:answer", args=[address_key(subscription)])
    if news is None:
        title, text = words.confirming(event.tournament, answer)
        mail.send(subscription.address, words.mail_subject(title, event.tournament), text, connection=connection)
        return
    title, text = news.said()
    mail.send(
        subscription.address,
        words.mail_subject(title, event.tournament),
        words.mail(text, own_page, answer),
        stop=subscription.site + reverse("news:stop", args=[address_key(subscription)]),
        connection=connection,
    )


def _push(subscription: Subscription, news: Due, own_page: str) -> None:
    """Send this notice to the browser's push service. Raises NotSent if the service does not take it.

    The URL of the own page, which has the key, is encrypted. A tap on the notice opens it; it is never shown.
    """
    title, text = news.said()
    values = {"title": title, "text": text, "url": own_page, "tag": news.what}
    site = subscription.site if subscription.site.startswith("https:") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    try:
        status = webpush.deliver(
            subscription.address, values, key=subscription.key, secret=subscription.secret, site=site, topic=news.what
        )
    except (OSError, HTTPException) as exc:
        raise NotSent("no_answer") from exc
    if not 200 <= status < 300:
        raise NotSent(f"push {status}")
