"""The outcomes of many events at once, one line each, for lists of past events."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F

from brackets.access import may_see_final, may_see_playoffs
from brackets.models import Match
from scorecards.models import QualifyingResult
from tournaments.access import Rights
from tournaments.models import Event
from tournaments.models.people import with_people


@dataclass(frozen=True, slots=True)
class Outcome:
    """The names of an event's winner, of the loser of its final, and of all who rank first; empty if hidden or unknown.

    A team is named with its people.
    """

    champion: str
    runner_up: str
    high_qualifiers: tuple[str, ...]


def outcomes(events: Collection[Event], rights: Rights) -> dict[int, Outcome]:
    """The outcomes of these events by primary key, as far as these rights allow. Three queries in total.

    Events without posted qualifiers, or with hidden results, are left out.
    """
    visible_events = {event.pk: event for event in events if may_see_results(event, rights)}
    seeded = QualifyingResult.objects.filter(event__in=visible_events, seed__isnull=False)
    qualifier_counts: dict[int, int] = dict(seeded.values_list("event").annotate(n=Count("pk")).order_by())
    high_qualifiers: dict[int, list[str]] = {}
    first = seeded.filter(rank=1).order_by("seed").select_related("entry__player", *with_people("entry__player"))
    for row in first:
        high_qualifiers.setdefault(row.event_id, []).append(row.entry.in_full)
    keys_with_final = {
        key for key, event in visible_events.items() if may_see_playoffs(event, rights) and may_see_final(event, rights)
    }
    finals = Match.objects.filter(
        bracket__event__in=keys_with_final, number=F("bracket__size") - 1, winner__isnull=False
    )
    sides = ("top", "bottom", "winner")
    finalists = {
        final.bracket.event_id: _finalists(final)
        for final in finals.select_related(
            "bracket", *(f"{side}__player" for side in sides), *with_people(*(f"{side}__player" for side in sides))
        )
    }
    outcomes_by_event = {}
    for key, names in high_qualifiers.items():
        # A single qualifier wins without a bracket.
        single_qualifier = names[0] if key in keys_with_final and qualifier_counts[key] == 1 else ""
        champion, runner_up = finalists.get(key, (single_qualifier, ""))
        outcomes_by_event[key] = Outcome(champion, runner_up, tuple(names))
    return outcomes_by_event


def may_see_results(event: Event, rights: Rights) -> bool:
    """Whether the event is posted, and these rights include its qualifiers and its standings."""
    return event.posted_at is not None and (rights.any or not {"qualifiers", "standings"} & set(event.hidden))


def _finalists(final: Match) -> tuple[str, str]:
    """The names of the winner and the loser of this final."""
    loser = final.bottom if final.winner_id == final.top_id else final.top
    return final.winner.in_full if final.winner else "", loser.in_full if loser else ""
