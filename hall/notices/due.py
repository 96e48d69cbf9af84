"""The notices that are due in an event now. They are derived from its state only, no matter who wants them.

Parts that the director hides from the public are not told, except an entrant's own seat.
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
    """One notice to tell. `what` is its kind.

    `subject` changes when the notice has to be sent again; `said` returns title and text in the active language.
    """

    what: str
    subject: str
    said: Callable[[], tuple[str, str]]


def due(event: Event) -> Mapping[int, Mapping[str, Due]]:
    """The due notices, by the key of the entry and by kind. At most six queries.

    The tournament of the event must be loaded with it.
    """
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
    """The matches that are up, told to both players: see `_is_up`."""
    if PART in event.hidden:
        return {}
    drawn = bracket(event, final=FINAL not in event.hidden)
    if drawn is None:
        return {}
    qualified = QualifyingResult.objects.filter(event=event, seed__isnull=False).select_related("entry")
    entries = {row.entry.seat: row.entry_id for row in qualified}
    by_entry = {}
    for match in drawn.matches:
        if not _is_up(match, drawn):
            continue
        time = match.scheduled_at.isoformat() if match.scheduled_at else ""
        for side, opponent in ((match.top, match.bottom), (match.bottom, match.top)):
            if side is not None and opponent is not None:
                in_words = partial(words.match, event, match, opponent, rounds=len(drawn.rounds))
                # The subject has the opponent, since a player may be replaced in the chart.
                subject = f"{match.match}/{opponent.seat}/{match.table}/{time}"
                by_entry[entries[side.seat]] = Due(News.MATCH, subject, in_words)
    return by_entry


def _is_up(match: MatchNow, drawn: BracketNow) -> bool:
    """Whether the match can start: both players are known, and it has a table or time, or its round is on."""
    if not match.is_ready or match.winner is not None:
        return False
    return bool(match.table or match.scheduled_at) or match.round <= drawn.current_round
