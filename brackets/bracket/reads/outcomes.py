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


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner of an event, the loser of its final, and holders of the best card; empty if hidden or unknown."""

    champion: str
    runner_up: str
    high_qualifiers: tuple[str, ...]


def outcomes(events: Collection[Event], rights: Rights) -> dict[int, Outcome]:
    """The outcomes of these events by key, as far as these rights allow. Three queries in total.

    Events without posted qualifiers, or with hidden results, are left out.
    """
    open_ = {event.pk: event for event in events if may_see_results(event, rights)}
    cards = QualifyingResult.objects.filter(event__in=open_, seed__isnull=False)
    qualified: dict[int, int] = dict(cards.values_list("event").annotate(n=Count("pk")).order_by())
    best: dict[int, list[str]] = {}
    for key, name in cards.filter(rank=1).order_by("seed").values_list("event", "entry__name"):
        best.setdefault(key, []).append(name)
    shown_keys = {
        key for key, event in open_.items() if may_see_playoffs(event, rights) and may_see_final(event, rights)
    }
    finals = Match.objects.filter(bracket__event__in=shown_keys, number=F("bracket__size") - 1, winner__isnull=False)
    won = {
        final.bracket.event_id: _of_final(final)
        for final in finals.select_related("bracket", "top", "bottom", "winner")
    }
    outcomes_by_event = {}
    for key, names in best.items():
        # A single qualifier wins without a bracket.
        alone = names[0] if key in shown_keys and qualified[key] == 1 else ""
        champion, runner_up = won.get(key, (alone, ""))
        outcomes_by_event[key] = Outcome(champion, runner_up, tuple(names))
    return outcomes_by_event


def may_see_results(event: Event, rights: Rights) -> bool:
    """Whether there are results that these rights may see; they include standings and qualifiers."""
    return event.posted_at is not None and (rights.any or not {"qualifiers", "standings"} & set(event.hidden))


def _of_final(final: Match) -> tuple[str, str]:
    """The names of its winner and its loser."""
    lost = final.bottom if final.winner_id == final.top_id else final.top
    return final.winner.name if final.winner else "", lost.name if lost else ""
