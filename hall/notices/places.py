"""Mails to people who waited for a place in a full event and have one now.

Nobody asks for them: whoever waits has left an address so that the desk can reach them. Each goes once, to the address
that the entry has by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from logging import getLogger

from django.conf import settings
from django.core.mail import get_connection
from django.utils import translation

from hall.notices import mail, words
from hall.notices.mail import NotSent
from tournaments.models import Entry, Subscription
from tournaments.reads.site import has_mail_server

logger = getLogger(__name__)


def tell_of_place(entry_id: int) -> bool:
    """Send the mail to this entrant. Returns whether it was sent.

    Nothing is sent without a mail server, without an address, or if they do not play any more.
    """
    playing = Entry.objects.filter(pk=entry_id, status=Entry.Status.PLAYING).exclude(email="")
    entry = playing.select_related("event__tournament", "player__user").first()
    if entry is None or not has_mail_server():
        return False
    texts = []
    for language in _languages(entry):
        with translation.override(language):
            texts.append(words.place(entry.event))
    connection = get_connection()
    try:
        subject = words.mail_subject(" · ".join(title for title, _text in texts), entry.event.tournament)
        mail.send(entry.email, subject, "\n\n".join(text for _title, text in texts), connection=connection)
    except NotSent as exc:
        logger.warning(
            "entry %s of event %s has a place, and the mail did not go: %s", entry.number, entry.event, exc.code
        )
        return False
    finally:
        connection.close()
    return True


def _languages(entry: Entry) -> Sequence[str]:
    """The language of the entrant's account or notices; all languages of the site where neither is known."""
    if entry.player.user is not None and entry.player.user.language:
        return [entry.player.user.language]
    asked = Subscription.objects.filter(link__entry=entry).values_list("language", flat=True).first()
    return [asked] if asked else [code for code, _name in settings.LANGUAGES]
