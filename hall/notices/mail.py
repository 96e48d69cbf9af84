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
    """Hand one mail to the mail server; `stop` is the URL for one-click unsubscribing.

    The connection stays open for the next mail; the caller closes it.

    Raises NotSent if the server does not answer or refuses the mail.
    """
    headers = {"Auto-Submitted": "auto-generated"}
    if stop:
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    try:
        connection.open()
        EmailMessage(subject, text, to=[address], headers=headers, connection=connection).send()
    except smtplib.SMTPRecipientsRefused as exc:
        raise NotSent("address") from exc
    except smtplib.SMTPAuthenticationError as exc:
        raise NotSent("sign_in") from exc
    except smtplib.SMTPResponseException as exc:
        raise NotSent(f"refused {exc.smtp_code}") from exc
    except smtplib.SMTPException as exc:
        raise NotSent("no_answer") from exc
    except OSError as exc:
        raise NotSent("no_answer") from exc
