"""What posting the qualifiers leaves open, in sentences."""

from __future__ import annotations

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet.reads.sheet import Sheet


def leftover(on: Sheet) -> tuple[str, ...]:
    """What posting does not wait for, since it makes nobody a qualifier, in sentences; once posted, what became of it."""
    unruled, unsigned = len(on.leftover.unruled), len(on.leftover.unsigned)
    if not on.event.records_spread:
        return crosscheck_words.left_undecided(unruled, posted=on.event.posted_at is not None)
    if on.event.posted_at:
        return crosscheck_words.closed_as_it_was(unruled, unsigned, on.event.edition)
    return crosscheck_words.left_over(unruled, unsigned, on.event.edition)
