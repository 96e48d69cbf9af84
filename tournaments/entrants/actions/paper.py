"""Record which sheets were printed, so that only changed ones are printed again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.day.actions.dealing import announce_deals
from tournaments.entrants.reads.paper import SHEET_KINDS, sheets_of
from tournaments.errors import Fault
from tournaments.faults import raise_malformed
from tournaments.models import Event, PrintedSheet
from tournaments.models.paper import WITH_FIRST_DEALS

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")


@transaction.atomic
def mark_printed(*, event: Event, kind: str, sheets: Mapping[str, str], actor: Actor) -> int:
    """Record that sheets were printed, and return how many; `sheets` maps their keys to the fingerprints printed.

    Sheets that no longer exist are skipped. Printing cards or rotation sheets announces the first deals, which then
    stay as printed. Raises Malformed if the kind is not in `SHEET_KINDS`, if there are no sheets, or if a value is not
    a fingerprint.
    """
    event = Event.objects.locked(event)
    faults = []
    if kind not in SHEET_KINDS:
        faults.append(Fault("kind", "invalid", _("Of this kind it is not noted what was printed.")))
    if not sheets or not all(map(_FINGERPRINT.fullmatch, sheets.values())):
        faults.append(Fault("sheets", "invalid", _("Name the sheets with the fingerprints that their page gave.")))
    raise_malformed(faults)
    existing_keys = {sheet.key for sheet in sheets_of(event, kind)}
    now = timezone.now()
    rows = [
        PrintedSheet(event=event, kind=SHEET_KINDS[kind], key=key, fingerprint=fingerprint, printed_at=now)
        for key, fingerprint in sheets.items()
        if key in existing_keys
    ]
    if not rows:
        return 0
    PrintedSheet.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["event", "kind", "key"],
        update_fields=["fingerprint", "printed_at"],
    )
    if any(row.kind in WITH_FIRST_DEALS for row in rows):
        announce_deals(event)
    audit.record(
        event=event,
        actor=actor,
        action="sheets.printed",
        subject=("paper", kind),
        after={"sheets": [row.key for row in rows]},
    )
    return len(rows)
