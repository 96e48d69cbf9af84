"""Shared by commands: the account of `--by`, the event, and text that is safe on a terminal."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.errors import Fault, Refused
from tournaments.models import Event, User

LONGEST = 400


def user_named(username: str | None) -> User | None:
    """The account that `--by` names; None without the option. Raises CommandError for an unknown username."""
    if username is None:
        return None
    user = User.objects.filter(username=username).first() if "\0" not in username else None
    if user is None:
        raise CommandError(_("Nobody signs in as “%(name)s”. Look how the account is written.") % {"name": username})
    return user


def event_named(address: str) -> Event:
    """The event at `tournament/event`, with its tournament. Raises CommandError for a malformed or unknown address."""
    tournament_slug, slash, event_slug = address.partition("/")
    if not slash or not event_slug or "/" in event_slug or "\0" in address:
        message = _("“%(address)s” is no event. Write tournament/event, like sierra-open/main.")
        raise CommandError(message % {"address": plain(address)})
    named_event = (
        Event.objects.select_related("tournament").filter(tournament__slug=tournament_slug, slug=event_slug).first()
    )
    if named_event is None:
        message = _("There is no event “%(address)s”. Create it first, or look how its two short names are written.")
        raise CommandError(message % {"address": plain(address)})
    return named_event


def plain(text: str) -> str:
    """The text as one line that is safe on a terminal: nothing in a file may move the cursor or fill the screen."""
    shown = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def refusal(exc: Refused) -> str:
    """A refusal with each of its faults on a line of its own."""
    return "\n".join([exc.message, *(fault_line(fault) for fault in exc.faults if fault.message not in exc.message)])


def fault_line(fault: Fault) -> str:
    """One fault on one line: its field, if any, then the message."""
    return plain(f"{fault.field}: {fault.message}" if fault.field else fault.message)
