"""Previews of late entries during a game: every page that enters people shows first what they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from tournaments.day.pages import names_at, outlook_context
from tournaments.day.reads.late_entry import (
    Joined,
    OnLadder,
    door,
    first_late_game,
    is_joining,
    outlook_of_late,
    why_nowhere,
)
from tournaments.day.reads.schedule import rounds
from tournaments.day.words import late_entry as late_entry_words
from tournaments.day.words import round as round_words
from tournaments.entrants.actions.entering import LookedAt
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import look_at_entering
from tournaments.models import Event
from tournaments.reads.set_by import with_last_change

MAX_MARK = 20


def late_look(event: Event, coming: Sequence[EntrantPlan], seen: str) -> dict[str, Any] | None:
    """What changes for whom if these people are entered now, as template context; None if no game is on.

    `seen` is the mark of the outlook that the user saw, or empty. In the context, `is_seen` says that it is still the
    present one, `is_stale` that it is not. Raises what entering the people raises.
    """
    joined = look_at_entering(event, coming)
    return None if joined is None else _look(LookedAt(event, coming, joined), seen)


def late_looks(looked: Sequence[LookedAt], marks: Mapping[str, str]) -> list[dict[str, Any]]:
    """What late entries at several events change, as template contexts like that of `late_look`.

    `marks` are the marks of the outlooks that the user saw, by event slug. In each context, `name` is the form field
    that sends the mark back.
    """
    return [
        {**_look(looked_at, marks.get(looked_at.event.slug, "")), "name": _field(looked_at.event)}
        for looked_at in looked
    ]


def sent_marks(request: HttpRequest, events: Iterable[Event]) -> dict[str, str]:
    """The marks of outlooks that the form sent, by event slug, without empty ones."""
    sent = ((event.slug, request.POST.get(_field(event), "")[:MAX_MARK]) for event in events)
    return {slug: mark for slug, mark in sent if mark}


def _field(event: Event) -> str:
    return f"mark_{event.slug}"


def _look(looked_at: LookedAt, seen: str) -> dict[str, Any]:
    event, coming, joined = looked_at.event, looked_at.coming, looked_at.joined
    outlook = outlook_of_late(joined)
    seats = joined.seats if isinstance(joined, OnLadder) else [plan.seat for plan in coming]
    names = {
        seat: plan.name or " & ".join(plan.players) or late_entry_words.late_entry()
        for seat, plan in zip(seats, coming, strict=True)
    }
    everybody = {**names_at(event), **names}
    is_stale = seen not in ("", outlook.mark)
    sentences = _told(event, joined, everybody)
    if is_stale:
        first = with_last_change(late_entry_words.late_is_stale(), event)
    else:
        first = late_entry_words.late_look_first(first_late_game(event) - 1)
    return {
        "event": event,
        "event_name": event.name,
        "first": first,
        "is_seen": seen == outlook.mark,
        "is_stale": is_stale,
        "told": sentences,
        **outlook_context(event, outlook, names),
    }


def _told(event: Event, joined: Joined | OnLadder, names: Mapping[str, str]) -> list[str]:
    """From which game on each newcomer plays, and on a ladder how many tables there are then and who sits out."""
    if not isinstance(joined, OnLadder):
        return [round_words.day_change("late", "", data, names, edition=event.edition) for data in joined.data.values()]
    data = [{"seat": seat, "first": joined.first} for seat in joined.seats]
    rested, rests = (names.get(seat, "") for seat in (joined.rested, joined.rests))
    return [
        *(round_words.day_change("late", "", values, names, edition=event.edition) for values in data),
        late_entry_words.teams_then(joined.first, joined.teams),
        *([late_entry_words.rests_no_more(rested, joined.first)] if rested and rested != rests else []),
        *([late_entry_words.rests_then(rests, joined.first)] if rests else []),
    ]


def late_nowhere(event: Event) -> str:
    """Why nobody can be entered during a game, and the fix; empty if no game of a plan or a ladder is on."""
    if not is_joining(event) and not (event.is_ladder and event.is_seated):
        return ""
    last = rounds(event)
    if first_late_game(event) > last:
        return late_entry_words.last_game_is_on(last)
    if event.is_ladder:
        return ""
    event_door = door(event)
    reasons = [late_entry_words.late_nowhere(*why_nowhere(event_door, table)) for table in event_door.ground.frames]
    # Tables may have the same reason: give it once.
    return " ".join(dict.fromkeys(reasons))
