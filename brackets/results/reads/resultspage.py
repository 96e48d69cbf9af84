"""The results as their page shows them: places with names, prizes with winners, and points or why there are none."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from brackets.bracket.words import places as places_words
from brackets.results.reads.points import Earned
from brackets.results.reads.results import THIRD, ResultRow, Results, results
from brackets.results.words import results as results_words
from brackets.settling.reads.prizes import Winner
from scorecards.sheet.words import signed
from scorecards.standings.words import corrected_after_posting
from tournaments.models import Event
from tournaments.rules.naming import in_full, shared_names


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A place or prize: its label, the names of those who have it, and its value in cents.

    `said` says why nobody has it.
    """

    label: str
    people: tuple[str, ...]
    cents: int = 0
    said: str = ""


@dataclass(frozen=True, slots=True)
class RowShown:
    """A line of the list: the card, its rank, net and place as texts, and further remarks."""

    row: ResultRow
    rank: str
    net: str
    place: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EarnedShown:
    """What a qualifier earns; `why` says why it is not known, or is empty."""

    earned: Earned
    why: str


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The page of the results: `places` at its top, `rows` of the qualifiers, `below` them the high nonqualifiers.

    Where nobody qualified, `rows` are the final standings.

    These are sentences, or empty. `why_shared` says what a director can do if several share the place of the high
    nonqualifier. `no_points` says why the event earns no points. `held_back` says which part of the playoffs is hidden.
    """

    results: Results
    places: tuple[PlaceShown, ...]
    rows: tuple[RowShown, ...]
    below: tuple[RowShown, ...]
    why_shared: str
    prizes: tuple[PlaceShown, ...]
    points: tuple[EarnedShown, ...]
    points_source: str
    no_points: str
    held_back: str

    @property
    def about(self) -> str:
        """The places in one line; empty before there are any."""
        return " ".join(f"{place.label}: {', '.join(place.people)}." for place in self.places)


def results_page(event: Event, *, playoffs: bool = True, final: bool = True) -> ResultsPage:
    """The page of the results. Without `playoffs` all places are hidden, without `final` the first two places."""
    event_results = results(event, playoffs=playoffs, final=final)
    shared = shared_names(row.name for row in event_results.cards)
    held_back = ""
    if event_results.is_ranking:
        pass
    elif not playoffs:
        held_back = results_words.playoffs_held_back()
    elif not final:
        held_back = results_words.final_held_back()
    return ResultsPage(
        results=event_results,
        places=tuple(_places(event_results, shared)),
        rows=tuple(
            _shown(row, event_results)
            for row in (event_results.cards if event_results.is_ranking else event_results.rows)
        ),
        below=tuple(_shown(row, event_results) for row in event_results.high_nonqualifiers),
        why_shared=places_words.high_nonqualifier_shared() if len(event_results.high_nonqualifiers) > 1 else "",
        prizes=tuple(
            PlaceShown(prize.label, _names(prize.who, shared), prize.each, prize.said) for prize in event_results.prizes
        ),
        points=tuple(
            EarnedShown(qualifier, results_words.why_no_points(qualifier.why)) for qualifier in event_results.earned
        ),
        points_source=results_words.points_source(),
        no_points=results_words.no_points(event) or (results_words.nobody_earns() if event_results.is_ranking else ""),
        held_back=held_back,
    )


def _places(event_results: Results, shared: Container[str]) -> Iterator[PlaceShown]:
    """The places at the top of the page: those of the playoffs, the high qualifiers, and the high nonqualifiers.

    Where nobody qualified they are the first places of the standings.
    """
    if event_results.is_ranking:
        for rank in range(1, THIRD + 1):
            if level := [row for row in event_results.cards if row.rank == rank]:
                yield PlaceShown(places_words.ranked(rank, len(level)), _names(level, shared))
    if event_results.champion:
        yield PlaceShown(places_words.place_name(1), _names([event_results.champion], shared))
    if event_results.runner_up:
        yield PlaceShown(places_words.place_name(2), _names([event_results.runner_up], shared))
    if event_results.semifinalists:
        yield PlaceShown(
            places_words.place_name(3, len(event_results.semifinalists)), _names(event_results.semifinalists, shared)
        )
    if event_results.high_qualifiers:
        yield PlaceShown(
            places_words.high_qualifier(len(event_results.high_qualifiers)),
            _names(event_results.high_qualifiers, shared),
        )
    if event_results.high_nonqualifiers:
        yield PlaceShown(_high_nonqualifier_label(event_results), _names(event_results.high_nonqualifiers, shared))


def _high_nonqualifier_label(event_results: Results) -> str:
    """The label of the high nonqualifiers; it says “as posted” if the list was kept although cards were corrected."""
    return places_words.high_nonqualifier(len(event_results.high_nonqualifiers), as_posted=bool(event_results.kept))


def _names(people: Iterable[ResultRow | Winner], shared: Container[str]) -> tuple[str, ...]:
    """The names of these people, with their seats where somebody else in the event has the same."""
    return tuple(
        f"{in_full(row.name, row.players)} ({row.seat})" if row.name in shared else in_full(row.name, row.players)
        for row in people
    )


def _shown(row: ResultRow, event_results: Results) -> RowShown:
    rank = ""
    if row.seed is not None or event_results.is_ranking:
        rank = f"T{row.rank}" if row.tied else str(row.rank)
    place = places_words.place_name(row.place, row.shared) if row.place else ""
    return RowShown(row, rank, signed(row.net), place, tuple(_marks(row, event_results)))


def _marks(row: ResultRow, event_results: Results) -> Iterator[str]:
    if row.is_high_nonqualifier:
        yield _high_nonqualifier_label(event_results)
    if row.seat in {correction.seat for correction in event_results.kept}:
        yield corrected_after_posting()
