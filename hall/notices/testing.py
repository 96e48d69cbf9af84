"""The test mail. It is sent at once, so that the director reads the answer of the mail server."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.mail import get_connection
from django.http import HttpRequest
from django.utils.translation import gettext as _

from hall.notices import mail, words
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.limits import TESTING_MAIL
from tournaments.models import Tournament
from tournaments.people.words import no_mail_server
from tournaments.reads.site import has_mail_server


@dataclass(frozen=True, slots=True)
class Tested:
    """The result of a test mail. `why` says why the mail was not accepted; empty if it was."""

    address: str
    why: str

    @property
    def is_sent(self) -> bool:
        return not self.why


def send_test_mail(request: HttpRequest, tournament: Tournament, address: str, actor: Actor) -> Tested:
    """Send one mail to this address now, outside any transaction; each step takes `settings.EMAIL_TIMEOUT` at most.

    Raises Refused: `not_ready` (no mail server), `too_often`.
    """
    if not has_mail_server():
        cure = _("The person who runs the site sets one: EMAIL_HOST and what belongs to it.")
        raise Refused("not_ready", f"{no_mail_server()} {cure}")
    TESTING_MAIL.refuse_or_count(request)
    connection = get_connection()
    try:
        mail.send(address, *words.test_mail(tournament, actor.name), connection=connection)
    except mail.NotSent as exc:
        return Tested(address, words.failure(exc.code))
    finally:
        connection.close()
    return Tested(address, "")
