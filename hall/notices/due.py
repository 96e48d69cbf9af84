"""What is due to be told in an event now, derived from its state only, no matter who wants it.

What the director hides from the public is not told, except an entrant's own seat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from brackets.access import PART
from brackets.bracket.reads.drawn import BracketNow, MatchNow, bracket
from hall.notices import words
from scorecards.models import QualifyingResult
from tournaments.models import Entry, Event, News
from tournaments.rules.hiding import FINAL, STANDINGS


@dataclass(frozen=True, slots=True)
class Due:
    """One thing to tell.

    `subject` changes when it has to be told again; `said` returns title and text in the active language.
    """

    what: str
    subject: str
    said: Callable[[], tuple[str, str]]


def due(event: Event) -> Mapping[int, Mapping[str, Due]]:
    """What is due, by key of the entry, one of each kind; the event comes with its tournament. At most six queries."""
    by_entry: dict[int, dict[str, Due]] = defaultdict(dict)
    for due_by_entry in (_seats(event), _qualifiers(event), _matches(event)):
        for entry, news in due_by_entry.items():
            by_entry[entry][news.what] = news
    return by_entry


def _seats(event: Event) -> dict[int, Due]:
    """The seats, from the draw until the cards are compared."""
    if not event.is_seated or event.cross_checked_at is not None:
        return {}
    seated = event.entries.filter(table__isnull=False, status=Entry.Status.PLAYING)
    return {entry.pk: Due(News.SEAT, entry.seat, partial(words.seat, event, entry.seat)) for entry in seated}


def _qualifiers(event: Event) -> dict[int, Due]:
    """Who qualified and who did not, once the list is posted and public."""
    if event.posted_at is None or not {"qualifiers", STANDINGS}.isdisjoint(event.hidden):
        return {}
    rows = QualifyingResult.objects.filter(event=event).values_list("entry", "seed")
    return {
        entry: Due(News.QUALIFIERS, str(seed or "out"), partial(words.qualified, event, seed)) for entry, seed in rows
    }


def _matches(event: Event) -> dict[int, Due]:
    """The matches that can start: both players are known, and a table or time is set or the round is on."""
    if PART in event.hidden:
        return {}
    drawn = bracket(event, final=FINAL not in event.hidden)
    if drawn is None:
        return {}
    qualified = QualifyingResult.objects.filter(event=event, seed__isnull=False).select_related("entry")
    entries = {row.entry.seat: row.entry_id for row in qualified}
    by_entry = {}
    for now in drawn.matches:
        if not _is_up(now, drawn):
            continue
        time = now.scheduled_at.isoformat() if now.scheduled_at else ""
        for me, other in ((now.top, now.bottom), (now.bottom, now.top)):
            if me is not None and other is not None:
                in_words = partial(words.match, event, now, other, rounds=len(drawn.rounds))
                # A replacement in the chart is a different opponent.
                subject = f"{now.match}/{other.seat}/{now.table}/{time}"
                by_entry[entries[me.seat]] = Due(News.MATCH, subject, in_words)
    return by_entry


def _is_up(now: MatchNow, drawn: BracketNow) -> bool:
    if not now.is_ready or now.winner is not None:
        return False
    return bool(now.table or now.scheduled_at) or now.round <= drawn.current_round
