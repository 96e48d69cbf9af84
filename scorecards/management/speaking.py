"""What commands share: whom `--by` names, which event, and words that a terminal can show."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.errors import Fault, Refused
from tournaments.models import Event, User

LONGEST = 400


def user_named(username: str | None) -> User | None:
    """The account that `--by` names; None where nobody is named. CommandError for an unknown one."""
    if username is None:
        return None
    found = User.objects.filter(username=username).first() if "\0" not in username else None
    if found is None:
        raise CommandError(_("Nobody signs in as “%(name)s”. Look how the account is written.") % {"name": username})
    return found


def event_named(address: str) -> Event:
    """The event at `tournament/event`, with its tournament. CommandError where there is none."""
    tournament, slash, event = address.partition("/")
    if not slash or not event or "/" in event or "\0" in address:
        message = _("“%(address)s” is no event. Write tournament/event, like sierra-open/main.")
        raise CommandError(message % {"address": plain(address)})
    found = Event.objects.select_related("tournament").filter(tournament__slug=tournament, slug=event).first()
    if found is None:
        message = _("There is no event “%(address)s”. Create it first, or look how its two short names are written.")
        raise CommandError(message % {"address": plain(address)})
    return found


def plain(text: str) -> str:
    """The text as one line that a terminal can show: nothing in a file may move the cursor or fill the screen."""
    shown = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def refusal(exc: Refused) -> str:
    """A refusal with each of its faults on a line of its own."""
    return "\n".join([exc.message, *(fault_line(fault) for fault in exc.faults if fault.message not in exc.message)])


def fault_line(fault: Fault) -> str:
    """One fault on one line: its place, if it has one, then what is wrong."""
    return plain(f"{fault.field}: {fault.message}" if fault.field else fault.message)
