"""What the site can do for every tournament."""

from __future__ import annotations

from django.conf import settings

from tournaments.models import MadeUp, User

_CONSOLE = "django.core.mail.backends.console.EmailBackend"


def has_mail_server() -> bool:
    """Whether the site has a mail server; without one Django prints mails on the console."""
    return settings.EMAIL_BACKEND != _CONSOLE


def is_started() -> bool:
    """Whether somebody has an account here besides those of the demonstration."""
    return User.objects.exclude(pk__in=MadeUp.keys_of(MadeUp.Kind.ACCOUNT)).exists()


def has_demonstration() -> bool:
    """Whether made-up tournaments, clubs or accounts are there."""
    return MadeUp.objects.exists()
