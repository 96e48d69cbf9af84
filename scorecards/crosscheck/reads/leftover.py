"""What posting the qualifiers leaves open, in sentences."""

from __future__ import annotations

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet.reads.sheet import Sheet


def leftover(event_sheet: Sheet) -> tuple[str, ...]:
    """The open games for which posting does not wait, in sentences.

    They change no qualifier. Once posted, the sentences say how these games count.
    """
    unruled, unsigned = len(event_sheet.leftover.unruled), len(event_sheet.leftover.unsigned)
    not_typed = crosscheck_words.not_typed_left(len(event_sheet.leftover.untyped))
    if not event_sheet.event.records_spread:
        posted = event_sheet.event.posted_at is not None
        return (*not_typed, *crosscheck_words.left_undecided(unruled, posted=posted))
    if event_sheet.event.posted_at:
        return crosscheck_words.closed_as_it_was(unruled, unsigned, event_sheet.event.edition)
    return (*not_typed, *crosscheck_words.left_over(unruled, unsigned, event_sheet.event.edition))
