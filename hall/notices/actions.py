"""Notices of a personal link: its holder turns them on, confirms, chooses and ends them.

The trail says that it happened, but never to which address.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from hall.notices import sending, tasks, webpush
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed
from tournaments.keys import new_nonce
from tournaments.models import AuditEntry, Event, News, Notice, PersonalLink, Subscription, longest
from tournaments.people import words as people_words
from tournaments.people.words import no_mail_server
from tournaments.reads.site import has_mail_server

MOST_BROWSERS = 5
MOST_ASKED = 5
"""The most confirmation mails per link and hour, so that nobody can flood somebody else's address."""
LONGEST_MAIL = 254


@transaction.atomic
def ask_for_mails(
    *, link: PersonalLink, address: str, wants: Collection[str], site: str, read: Read = None, actor: Actor
) -> Subscription:
    """Ask for mails to this address; a confirmation mail goes there first. `site` is this site's origin, for links.

    If the same address is given again, another confirmation mail is sent.

    Raises Malformed if the address is not valid, or if nothing is ticked.
    Raises Refused: `not_ready` (no mail server), `exists` (another or a confirmed address), `too_often` (more than
    `MOST_ASKED` in an hour).
    """
    if not has_mail_server():
        raise Refused("not_ready", " ".join([no_mail_server(), _("Look at your page, or be told in this browser.")]))
    faults = _want_faults(wants)
    try:
        validate_email(address)
    except ValidationError:
        faults.append(Fault("address", "invalid", _("Write an e-mail address, like ruth@example.com.")))
    if len(address) > LONGEST_MAIL:
        faults.append(Fault("address", "max_length", _("This address is too long: use another one.")))
    raise_malformed(faults)
    link = _locked(link)
    subscription = link.subscriptions.filter(channel=Subscription.Channel.MAIL).first()
    if subscription is not None:
        is_same_address = subscription.address.lower() == address.lower()
        if not is_same_address or subscription.confirmed_at is not None:
            raise Refused("exists", _("You are told by e-mail already. End that first, then write another address."))
    _refuse_asking_too_often(link)
    if subscription is None:
        subscription = _make(link, Subscription.Channel.MAIL, address, site, wants)
    else:
        _choose(subscription, _wanted(subscription, wants, read, actor))
    unsent = {"sent_at": None, "tries": 0, "try_at": timezone.now(), "tried_at": None, "failure": ""}
    Notice.objects.update_or_create(subscription=subscription, what=Notice.CONFIRM, defaults=unsent)
    _record(subscription, "news.asked", actor)
    return subscription


@transaction.atomic
def confirm_mails(*, subscription: Subscription, actor: Actor) -> None:
    """Confirm the address, which turns its mails on; repeating it changes nothing.

    Raises Refused (`over`) if the subscription was ended.
    """
    current = _not_ended(subscription)
    if current.confirmed_at is None:
        current.confirmed_at = timezone.now()
        current.save(update_fields=["confirmed_at"])
        current.notices.filter(what=Notice.CONFIRM).delete()
        _record(current, "news.confirmed", actor)


@transaction.atomic
def tell_browser(
    *, link: PersonalLink, address: str, key: str, secret: str, wants: Collection[str], site: str, actor: Actor
) -> Subscription:
    """Turn on notices in this browser, by the endpoint and keys of its push service. Repeating it only updates them.

    Raises Malformed if the push service is not known, the keys are invalid, or nothing is ticked.
    Raises Refused (`not_ready`) if `MOST_BROWSERS` are on already.
    """
    faults = _want_faults(wants)
    if len(address) > longest(Subscription, "address") or not webpush.is_service(address):
        faults.append(
            Fault(
                "address",
                "invalid",
                _(
                    "This site does not know where your browser gets its notices. Your page says what is up too, and so do mails "
                    "where this page offers them."
                ),
            )
        )
    if not webpush.is_browser_key(key, secret):
        faults.append(Fault("key", "invalid", _("The browser’s key cannot be used. Load the page again.")))
    raise_malformed(faults)
    link = _locked(link)
    browsers = list(link.subscriptions.filter(channel=Subscription.Channel.PUSH))
    subscription = next((row for row in browsers if row.address == address), None)
    if subscription is not None:
        subscription.key, subscription.secret = key, secret
        subscription.save(update_fields=["key", "secret"])
        _choose(subscription, wants)
        return subscription
    if len(browsers) >= MOST_BROWSERS:
        raise Refused("not_ready", _("Five browsers are told already. End one of them first."))
    subscription = _make(link, Subscription.Channel.PUSH, address, site, wants, key=key, secret=secret)
    _record(subscription, "news.browser-told", actor)
    return subscription


@transaction.atomic
def choose_news(*, subscription: Subscription, wants: Collection[str], read: Read = None, actor: Actor) -> None:
    """Change what a subscription is told of. With `read`, the state when the form was read, only the changes count.

    Raises Malformed if nothing is ticked.
    Raises Refused (`over`) if the subscription was ended.
    """
    raise_malformed(_want_faults(wants))
    current = _not_ended(subscription)
    wants = _wanted(current, wants, read, actor)
    raise_malformed(_want_faults(wants))
    if _choose(current, wants):
        _record(current, "news.chosen", actor)


@transaction.atomic
def end_news(*, subscription: Subscription, actor: Actor) -> None:
    """End this subscription and delete its address and notices; repeating it changes nothing."""
    current = _current(subscription)
    if current is not None:
        _record(current, "news.ended", actor)
        current.delete()


def _want_faults(wants: Collection[str]) -> list[Fault]:
    if wants and set(wants) <= set(News.values):
        return []
    return [Fault("wants", "required", _("Tick at least one, or end it."))]


def _locked(link: PersonalLink) -> PersonalLink:
    """The link, read again under the lock of its event, with the event. Raises Refused (`over`) if it was revoked."""
    Event.objects.locked(link.entry.event)
    link = PersonalLink.objects.select_related("entry__event__tournament").get(pk=link.pk)
    if link.revoked_at is not None:
        raise Refused("over", people_words.link_taken_back())
    return link


def _current(subscription: Subscription) -> Subscription | None:
    """The subscription, read again under the lock of its event, with the event; None if it was ended."""
    Event.objects.locked(subscription.link.entry.event)
    return Subscription.objects.select_related("link__entry__event__tournament").filter(pk=subscription.pk).first()


def _not_ended(subscription: Subscription) -> Subscription:
    """The subscription, as in `_current`. Raises Refused (`over`) if it was ended."""
    current = _current(subscription)
    if current is None:
        raise Refused("over", _("This is ended already. You can turn it on again on your own page."))
    return current


def _refuse_asking_too_often(link: PersonalLink) -> None:
    asked = AuditEntry.objects.filter(
        event=link.entry.event,
        subject_kind="entrant",
        subject_key=str(link.entry.number),
        action="news.asked",
        at__gt=timezone.now() - timedelta(hours=1),
    )
    if asked.count() >= MOST_ASKED:
        raise Refused("too_often", _("You have asked for many mails. Wait an hour, or ask at the desk."))


def _make(
    link: PersonalLink,
    channel: str,
    address: str,
    site: str,
    wants: Collection[str],
    *,
    key: str = "",
    secret: str = "",
) -> Subscription:
    """A new subscription. Notices of the present state count as sent."""
    now, event = timezone.now(), link.entry.event
    sending.forget_outdated(now)
    subscription = Subscription.objects.create(
        link=link,
        channel=channel,
        address=address,
        key=key,
        secret=secret,
        nonce=new_nonce(),
        site=site,
        confirmed_at=now if channel == Subscription.Channel.PUSH else None,
        told_revision=event.revision,
        language=_language(),
        **{what: what in wants for what in News.values},
    )
    notices = sending.known(event, link.entry_id, now)
    for notice in notices:
        notice.subscription = subscription
    Notice.objects.bulk_create(notices)
    return subscription


def _wanted(subscription: Subscription, wants: Collection[str], read: Read, actor: Actor) -> Collection[str]:
    """What is wanted, merged with what was ticked in another window since `read`."""
    event = subscription.link.entry.event
    current = {"wants": [what for what in News.values if subscription.wants(what)]}
    subject = Written(event, ("entrant", str(subscription.link.entry.number)))
    merged = refuse_overwriting({"wants": list(wants)}, read=read, now=current, of=subject, actor=actor)
    merged_wants: Collection[str] = merged["wants"]
    return merged_wants


def _choose(subscription: Subscription, wants: Collection[str]) -> bool:
    """Store what is wanted; returns whether that changed. Unsent notices that are no longer wanted count as sent."""
    before = {what for what in News.values if subscription.wants(what)}
    for what in News.values:
        setattr(subscription, what, what in wants)
    subscription.language = _language()
    subscription.save(update_fields=[*News.values, "language"])
    subscription.notices.filter(what__in=before - set(wants), sent_at=None).update(sent_at=timezone.now())
    return before != set(wants)


def _language() -> str:
    """The language of this request, in which notices will be written."""
    return get_language() or settings.LANGUAGE_CODE


def _record(subscription: Subscription, action: str, actor: Actor) -> None:
    entry = subscription.link.entry
    audit.record(
        event=entry.event,
        actor=actor,
        action=action,
        subject=("entrant", str(entry.number)),
        after={"name": entry.name, "channel": subscription.channel},
    )
    transaction.on_commit(partial(tasks.queue_news, entry.event_id), robust=True)
