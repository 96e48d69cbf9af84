"""Who is told when something is up: turned on, confirmed, chosen and ended by whoever holds the personal link.

The trail says that it happened and never to what address.
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
from hall.notices.words import no_mail_server
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed
from tournaments.keys import new_nonce
from tournaments.models import AuditEntry, Event, News, Notice, PersonalLink, Subscription, longest
from tournaments.people import words as people_words
from tournaments.reads.site import has_mail_server

MOST_BROWSERS = 5
MOST_ASKED = 5
"""So many mails that ask for a confirmation may be had with one link in an hour: nobody floods somebody else's address."""
LONGEST_MAIL = 254


@transaction.atomic
def ask_for_mails(
    *, link: PersonalLink, address: str, wants: Collection[str], site: str, read: Read = None, actor: Actor
) -> Subscription:
    """Ask for mails to this address: a mail there asks first whether it is theirs. `site` is where this site was reached.

    The same address again asks once more. Raises Malformed (no address, nothing ticked), Refused `not_ready` without a mail
    server, `exists` while another address is on, `too_often` after `MOST_ASKED` in an hour.
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
    one = link.subscriptions.filter(channel=Subscription.Channel.MAIL).first()
    if one is not None and (one.address.lower() != address.lower() or one.confirmed_at is not None):
        raise Refused("exists", _("You are told by e-mail already. End that first, then write another address."))
    _refuse_asking_too_often(link)
    if one is None:
        one = _make(link, Subscription.Channel.MAIL, address, site, wants)
    else:
        _choose(one, _wanted(one, wants, read, actor))
    asking = {"sent_at": None, "tries": 0, "try_at": timezone.now(), "tried_at": None, "failure": ""}
    Notice.objects.update_or_create(subscription=one, what=Notice.CONFIRM, defaults=asking)
    _record(one, "news.asked", actor)
    return one


@transaction.atomic
def confirm_mails(*, subscription: Subscription, actor: Actor) -> None:
    """That the address is theirs: from now on they are told. Again it changes nothing. Raises Refused `over` once ended."""
    one = _standing(subscription)
    if one.confirmed_at is None:
        one.confirmed_at = timezone.now()
        one.save(update_fields=["confirmed_at"])
        one.notices.filter(what=Notice.CONFIRM).delete()
        _record(one, "news.confirmed", actor)


@transaction.atomic
def tell_browser(
    *, link: PersonalLink, address: str, key: str, secret: str, wants: Collection[str], site: str, actor: Actor
) -> Subscription:
    """Tell this browser, which named the address of its service and its two keys. Again it changes what is wanted alone.

    Raises Malformed (an address that no browser's service has, keys that are none, nothing ticked), Refused `not_ready` while
    `MOST_BROWSERS` are told.
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
    told = list(link.subscriptions.filter(channel=Subscription.Channel.PUSH))
    one = next((row for row in told if row.address == address), None)
    if one is not None:
        one.key, one.secret = key, secret
        one.save(update_fields=["key", "secret"])
        _choose(one, wants)
        return one
    if len(told) >= MOST_BROWSERS:
        raise Refused("not_ready", _("Five browsers are told already. End one of them first."))
    one = _make(link, Subscription.Channel.PUSH, address, site, wants, key=key, secret=secret)
    _record(one, "news.browser-told", actor)
    return one


@transaction.atomic
def choose_news(*, subscription: Subscription, wants: Collection[str], read: Read = None, actor: Actor) -> None:
    """Change what somebody is told of: what is ticked otherwise than was `read`, where that is said. Raises Malformed where nothing
    is ticked, Refused `over` once ended."""
    raise_malformed(_want_faults(wants))
    one = _standing(subscription)
    wants = _wanted(one, wants, read, actor)
    raise_malformed(_want_faults(wants))
    if _choose(one, wants):
        _record(one, "news.chosen", actor)


@transaction.atomic
def end_news(*, subscription: Subscription, actor: Actor) -> None:
    """Tell them nothing more: the address and all that was noted of it are gone. Again it changes nothing."""
    one = _found(subscription)
    if one is not None:
        _record(one, "news.ended", actor)
        one.delete()


def _want_faults(wants: Collection[str]) -> list[Fault]:
    if wants and set(wants) <= set(News.values):
        return []
    return [Fault("wants", "required", _("Tick at least one, or end it."))]


def _locked(link: PersonalLink) -> PersonalLink:
    """The link as it stands under the lock of its event, which comes with it. Raises Refused `over` for one taken back."""
    Event.objects.locked(link.entry.event)
    link = PersonalLink.objects.select_related("entry__event__tournament").get(pk=link.pk)
    if link.revoked_at is not None:
        raise Refused("over", people_words.link_taken_back())
    return link


def _found(subscription: Subscription) -> Subscription | None:
    """What stands of it under the lock of its event, which comes with it; None once it is ended."""
    Event.objects.locked(subscription.link.entry.event)
    return Subscription.objects.select_related("link__entry__event__tournament").filter(pk=subscription.pk).first()


def _standing(subscription: Subscription) -> Subscription:
    one = _found(subscription)
    if one is None:
        raise Refused("over", _("This is ended already. You can turn it on again on your own page."))
    return one


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
    """A new subscription, for which what stands now is no news."""
    now, event = timezone.now(), link.entry.event
    sending.forget_outdated(now)
    one = Subscription.objects.create(
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
        notice.subscription = one
    Notice.objects.bulk_create(notices)
    return one


def _wanted(one: Subscription, wants: Collection[str], read: Read, actor: Actor) -> Collection[str]:
    """What is wanted with what was ticked meanwhile in another window."""
    event = one.link.entry.event
    now = {"wants": [what for what in News.values if one.wants(what)]}
    of = Written(event, ("entrant", str(one.link.entry.number)))
    found: Collection[str] = refuse_overwriting({"wants": list(wants)}, read=read, now=now, of=of, actor=actor)["wants"]
    return found


def _choose(one: Subscription, wants: Collection[str]) -> bool:
    """Whether this changed what is wanted. What is not wanted any more and was not sent yet counts as told."""
    before = {what for what in News.values if one.wants(what)}
    for what in News.values:
        setattr(one, what, what in wants)
    one.language = _language()
    one.save(update_fields=[*News.values, "language"])
    one.notices.filter(what__in=before - set(wants), sent_at=None).update(sent_at=timezone.now())
    return before != set(wants)


def _language() -> str:
    """The one in which whoever asks reads this site now: they are told in it."""
    return get_language() or settings.LANGUAGE_CODE


def _record(one: Subscription, action: str, actor: Actor) -> None:
    entry = one.link.entry
    audit.record(
        event=entry.event,
        actor=actor,
        action=action,
        subject=("entrant", str(entry.number)),
        after={"name": entry.name, "channel": one.channel},
    )
    transaction.on_commit(partial(tasks.queue_news, entry.event_id), robust=True)
