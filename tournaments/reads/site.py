"""What the site can do for every tournament."""

from __future__ import annotations

from django.conf import settings

_CONSOLE = "django.core.mail.backends.console.EmailBackend"


def has_mail_server() -> bool:
    """Whether the site has a mail server; without one Django prints mails on the console."""
    return settings.EMAIL_BACKEND != _CONSOLE
