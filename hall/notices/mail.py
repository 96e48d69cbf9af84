"""Sends mails; a failure has a code."""

from __future__ import annotations

import smtplib

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class NotSent(Exception):
    """Sending failed; the code says why: `no_answer`, `sign_in`, `address`, `refused 451`, `push 413`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def send(address: str, subject: str, text: str, *, stop: str = "", connection: BaseEmailBackend) -> None:
    """Hand one mail to the mail server; `stop` is the URL for one-click unsubscribing. Raises NotSent.

    The connection stays open for the next mail; the caller closes it.
    """
    headers = {"Auto-Submitted": "auto-generated"}
    if stop:
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    try:
        connection.open()
        EmailMessage(subject, text, to=[address], headers=headers, connection=connection).send()
    except smtplib.SMTPRecipientsRefused as refused:
        raise NotSent("address") from refused
    except smtplib.SMTPAuthenticationError as refused:
        raise NotSent("sign_in") from refused
    except smtplib.SMTPResponseException as refused:
        raise NotSent(f"refused {refused.smtp_code}") from refused
    except smtplib.SMTPException as refused:
        raise NotSent("no_answer") from refused
    except OSError as away:
        raise NotSent("no_answer") from away
