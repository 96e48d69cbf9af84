"""What posting the qualifiers leaves open, in sentences."""

from __future__ import annotations

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet.reads.sheet import Sheet


def leftover(event_sheet: Sheet) -> tuple[str, ...]:
    """Say in sentences which open games posting does not wait for, since they change no qualifier; once posted, how
    they count."""
    unruled, unsigned = len(event_sheet.leftover.unruled), len(event_sheet.leftover.unsigned)
    if not event_sheet.event.records_spread:
        return crosscheck_words.left_undecided(unruled, posted=event_sheet.event.posted_at is not None)
    if event_sheet.event.posted_at:
        return crosscheck_words.closed_as_it_was(unruled, unsigned, event_sheet.event.edition)
    return crosscheck_words.left_over(unruled, unsigned, event_sheet.event.edition)
