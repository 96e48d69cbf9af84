"""What came of many events at once, in a line each: for lists of what is over."""

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
    """Who won an event, who lost its final, and whose card is the best: one, or those who share it. Empty where nobody is told,
    or nobody did."""

    champion: str
    runner_up: str
    high_qualifiers: tuple[str, ...]


def outcomes(events: Collection[Event], rights: Rights) -> dict[int, Outcome]:
    """What came of these events, by their keys, as far as somebody with these rights may see it; of an event without posted
    qualifiers, or whose results are held back from them, nothing. Three queries for however many events."""
    open_ = {event.pk: event for event in events if may_see_results(event, rights)}
    cards = QualifyingResult.objects.filter(event__in=open_, seed__isnull=False)
    qualified: dict[int, int] = dict(cards.values_list("event").annotate(n=Count("pk")).order_by())
    best: dict[int, list[str]] = {}
    for key, name in cards.filter(rank=1).order_by("seed").values_list("event", "entry__name"):
        best.setdefault(key, []).append(name)
    told = {key for key, event in open_.items() if may_see_playoffs(event, rights) and may_see_final(event, rights)}
    finals = Match.objects.filter(bracket__event__in=told, number=F("bracket__size") - 1, winner__isnull=False)
    won = {
        final.bracket.event_id: _of_final(final)
        for final in finals.select_related("bracket", "top", "bottom", "winner")
    }
    found = {}
    for key, names in best.items():
        # A single qualifier has won without a bracket.
        alone = names[0] if key in told and qualified[key] == 1 else ""
        champion, runner_up = won.get(key, (alone, ""))
        found[key] = Outcome(champion, runner_up, tuple(names))
    return found


def may_see_results(event: Event, rights: Rights) -> bool:
    """Whether there are results that somebody with these rights may see: they say what the standings and the qualifiers say."""
    return event.posted_at is not None and (rights.any or not {"qualifiers", "standings"} & set(event.hidden))


def _of_final(final: Match) -> tuple[str, str]:
    """The names of its winner and its loser."""
    lost = final.bottom if final.winner_id == final.top_id else final.top
    return final.winner.name if final.winner else "", lost.name if lost else ""
