"""What everybody in an event is to be told as it stands now: read from the state alone, whoever may want it.

What the director holds back from the public is held back here too; the own seat is the entrant's alone and is not.
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
    """One thing to be told. `subject` tells it from what was told before; `said` gives its title and its sentences in the
    language that is on when it is asked."""

    what: str
    subject: str
    said: Callable[[], tuple[str, str]]


def due(event: Event) -> Mapping[int, Mapping[str, Due]]:
    """What is to be told by the key of the entry, one of a kind; the event comes with its tournament. At most six queries."""
    found: dict[int, dict[str, Due]] = defaultdict(dict)
    for told in (_seats(event), _qualifiers(event), _matches(event)):
        for entry, one in told.items():
            found[entry][one.what] = one
    return found


def _seats(event: Event) -> dict[int, Due]:
    """The seats, from the draw until the cards are compared."""
    if not event.is_seated or event.cross_checked_at is not None:
        return {}
    seated = event.entries.filter(table__isnull=False, status=Entry.Status.PLAYING)
    return {entry.pk: Due(News.SEAT, entry.seat, partial(words.seat, event, entry.seat)) for entry in seated}


def _qualifiers(event: Event) -> dict[int, Due]:
    """Who qualified and who did not, once the list is posted and may be read."""
    if event.posted_at is None or not {"qualifiers", STANDINGS}.isdisjoint(event.hidden):
        return {}
    rows = QualifyingResult.objects.filter(event=event).values_list("entry", "seed")
    return {
        entry: Due(News.QUALIFIERS, str(seed or "out"), partial(words.qualified, event, seed)) for entry, seed in rows
    }


def _matches(event: Event) -> dict[int, Due]:
    """The matches that can be gone to: both players are known, and a table or a time is, or everybody plays that round."""
    if PART in event.hidden:
        return {}
    drawn = bracket(event, final=FINAL not in event.hidden)
    if drawn is None:
        return {}
    qualified = QualifyingResult.objects.filter(event=event, seed__isnull=False).select_related("entry")
    entries = {row.entry.seat: row.entry_id for row in qualified}
    found = {}
    for now in drawn.matches:
        if not _is_up(now, drawn):
            continue
        at = now.scheduled_at.isoformat() if now.scheduled_at else ""
        for me, other in ((now.top, now.bottom), (now.bottom, now.top)):
            if me is not None and other is not None:
                said = partial(words.match, event, now, other, rounds=len(drawn.rounds))
                # Somebody who took another one's place in the chart is another opponent.
                subject = f"{now.match}/{other.seat}/{now.table}/{at}"
                found[entries[me.seat]] = Due(News.MATCH, subject, said)
    return found


def _is_up(now: MatchNow, drawn: BracketNow) -> bool:
    if not now.is_ready or now.winner is not None:
        return False
    return bool(now.table or now.scheduled_at) or now.round <= drawn.current_round
