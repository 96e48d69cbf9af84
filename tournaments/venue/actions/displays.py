"""The displays of the hall: add, name and remove them, and set what each shows, without touching the screens."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.models import Display, Event, Site, Tournament, longest
from tournaments.venue.reads.displays import DISPLAYED_PARTS, OF_AN_EVENT
from tournaments.venue.words import displays as displays_words

MOST_DISPLAYS = 50
"""How many displays a tournament may have: more than any hall needs."""

DISPLAY = audit.Logged(
    model=Display,
    names=("name", "shows", "event", "text"),
    left_out={THE_ROWS_OWN: "number version changed_at changed_by", "nobody did it": "seen_at"},
)


@transaction.atomic
def add_display(*, tournament: Tournament, name: str, actor: Actor) -> Display:
    """Add a display; it stays dark until the desk sets what it shows.

    Raises Malformed if the name is empty, too long or taken, Refused `impossible` if there are `MOST_DISPLAYS` already.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    name = name.strip()
    raise_malformed(_name_faults(tournament, name))
    if tournament.displays.count() >= MOST_DISPLAYS:
        message = _("%(n)d displays are the most that a tournament has. Remove one first.")
        raise Refused("impossible", message % {"n": MOST_DISPLAYS})
    last = tournament.displays.aggregate(last=Max("number"))["last"] or 0
    display = Display.objects.create(
        tournament=tournament, number=last + 1, name=name, changed_at=timezone.now(), changed_by=actor.name
    )
    _record(display, actor, "display.added", None)
    return display


@transaction.atomic
def show_on_display(
    *,
    tournament: Tournament,
    number: int,
    shows: str,
    event: Event | None = None,
    text: str = "",
    read: Read = None,
    actor: Actor,
) -> Display:
    """Set what a display shows. The same again changes nothing.

    `event` is required if what is shown belongs to an event, and optional for the clock. An announcement shows `text`;
    if it is empty, the active announcements.

    Raises Http404 if there is no such display, Malformed with all faults of `shows`, `event` and `text`. Raises Refused
    `hidden` if the director hides this part of the event. Raises Overwriting if the text changed since `read`.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    display = _display(tournament, number)
    text = text.strip()
    faults = []
    if shows not in Display.Shows.values:
        faults.append(unknown("shows", Display.Shows.values))
    elif shows in OF_AN_EVENT and event is None:
        faults.append(Fault("event", "required", _("Choose the event whose it is.")))
    elif shows not in OF_AN_EVENT and shows != Display.Shows.CLOCK and event is not None:
        faults.append(Fault("event", "invalid", _("This is of the whole tournament: leave the event out.")))
    if event is not None and event.tournament_id != tournament.pk:
        faults.append(Fault("event", "unknown", _("There is no such event in this tournament.")))
    faults += text_faults("text", text, longest(Display, "text"))
    if text and shows != Display.Shows.ANNOUNCEMENT:
        faults.append(Fault("text", "invalid", _("Only an announcement has words of its own: leave them out.")))
    raise_malformed(faults)
    if event is not None and DISPLAYED_PARTS.get(shows) in event.hidden:
        raise Refused("hidden", displays_words.hidden_on_display(event))
    written = Written(tournament, _subject(display))
    refuse_overwriting({"text": text}, read=read, now={"text": display.text}, of=written, actor=actor)
    if (display.shows, display.event_id, display.text) == (shows, event.pk if event else None, text):
        return display
    before = DISPLAY.given(display)
    display.shows, display.event, display.text = shows, event, text
    _save(display, actor, "display.shown", before)
    return display


@transaction.atomic
def rename_display(*, tournament: Tournament, number: int, name: str, read: Read = None, actor: Actor) -> Display:
    """Rename a display. The same name again changes nothing.

    Raises Http404 if there is no such display, Malformed if the name is empty, too long or taken, Overwriting if the
    name changed since `read`.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    display = _display(tournament, number)
    name = name.strip()
    written = Written(tournament, _subject(display))
    refuse_overwriting({"name": name}, read=read, now={"name": display.name}, of=written, actor=actor)
    if name == display.name:
        return display
    raise_malformed(_name_faults(tournament, name))
    before, display.name = DISPLAY.given(display), name
    _save(display, actor, "display.renamed", before)
    return display


@transaction.atomic
def remove_display(*, tournament: Tournament, number: int, actor: Actor) -> None:
    """Remove a display; its screen goes dark and says so. Does nothing if there is no such display."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    display = tournament.displays.select_related("event").filter(number=number).first()
    if display is None:
        return
    audit.record(
        tournament=tournament,
        actor=actor,
        action="display.removed",
        subject=_subject(display),
        before=DISPLAY.given(display),
    )
    display.delete()


def _display(tournament: Tournament, number: int) -> Display:
    """The display with this number. Raises Http404 if there is none."""
    display = tournament.displays.select_related("event").filter(number=number).first()
    if display is None:
        raise Http404(_("There is no such display. Look at the page of the displays again."))
    return display


def _name_faults(tournament: Tournament, name: str) -> list[Fault]:
    faults = text_faults("name", name, longest(Display, "name"), required=True)
    if not faults and tournament.displays.filter(name=name).exists():
        message = _("There is a display “%(name)s” already. Give this one the name of its own place.")
        faults.append(Fault("name", "exists", message % {"name": name}))
    return faults


def _save(display: Display, actor: Actor, action: str, before: dict[str, Any]) -> None:
    """Save a changed display with a new version, from which its screen learns of the change, and write the log."""
    [display.version] = Site.next_after(display.version)
    display.changed_at, display.changed_by = timezone.now(), actor.name
    display.save(update_fields=["name", "shows", "event", "text", "version", "changed_at", "changed_by"])
    _record(display, actor, action, before)


def _record(display: Display, actor: Actor, action: str, before: dict[str, Any] | None) -> None:
    audit.record(
        tournament=display.tournament,
        actor=actor,
        action=action,
        subject=_subject(display),
        before=before,
        after=DISPLAY.given(display),
    )


def _subject(display: Display) -> tuple[str, str]:
    return "display", str(display.number)
