"""What the director adds to the report of an event."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from hall.report.reads import REPORT_NOTED, report_note
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read, Written, settled
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Event

LONGEST_NOTES = 2000


@transaction.atomic
def note_report(
    *,
    event: Event,
    notes: str | None = None,
    receipts: bool | None = None,
    seen: int | None = None,
    read: Read = None,
    actor: Actor,
) -> bool:
    """Store the director's notes for the report and whether the receipts come with it. False if nothing changed.

    None leaves a value as it is. `seen` is the version of the notes that the writer saw. The notes are stored in the
    trail only, where every version stays.

    Raises Malformed if the notes are too long.
    Raises Refused (`stale`) if the current version is not `seen`.
    Raises Overwriting if a value is no longer as it was `read`.
    """
    event = Event.objects.locked(event)
    if notes is not None and len(notes) > LONGEST_NOTES:
        message = _("The notes have %(n)d characters at most.") % {"n": LONGEST_NOTES}
        raise Malformed(message, faults=[Fault("notes", "max_length", message)])
    current = report_note(event)
    notes = current.notes if notes is None else notes
    receipts = current.receipts if receipts is None else receipts
    merged = settled(
        {"notes": notes, "receipts": receipts},
        read=read,
        now={"notes": current.notes, "receipts": current.receipts},
        of=Written(event, ("report", event.slug)),
        actor=actor,
    )
    notes, receipts = merged["notes"], merged["receipts"]
    if (current.notes, current.receipts) == (notes, receipts):
        return False
    if seen is not None and seen != current.version:
        raise Refused("stale", _("Somebody else has just changed these notes. Look at them, then write yours again."))
    audit.record(
        event=event,
        actor=actor,
        action=REPORT_NOTED,
        subject=("report", event.slug),
        before={"notes": current.notes, "receipts": current.receipts},
        after={"notes": notes, "receipts": receipts},
    )
    event.touch()
    return True
