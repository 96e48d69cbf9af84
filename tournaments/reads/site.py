"""What the site can do for every tournament."""

from __future__ import annotations

from django.conf import settings

_CONSOLE = "django.core.mail.backends.console.EmailBackend"


def has_mail_server() -> bool:
    """Whether this site has a mail server; without one Django prints mails on the console, which nobody gets."""
    return settings.EMAIL_BACKEND != _CONSOLE
