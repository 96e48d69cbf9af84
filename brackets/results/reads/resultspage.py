"""The results as their page shows them: places by their names, prizes with whom they go to, points with why there are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from brackets.bracket.words import places as places_words
from brackets.results.reads.points import Earned
from brackets.results.reads.results import ResultRow, Results, results
from brackets.results.words import results as results_words
from scorecards.sheet.words import signed
from scorecards.standings.words import corrected_after_posting
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """Something that is given out: what it is called, who has it (nobody yet: empty) and what it is worth in cents."""

    label: str
    people: tuple[str, ...]
    cents: int = 0
    said: str = ""


@dataclass(frozen=True, slots=True)
class RowShown:
    """A line of the list: the card, what came of it in words, and what marks it."""

    row: ResultRow
    rank: str
    net: str
    place: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EarnedShown:
    """What somebody earns, and why it is not known."""

    earned: Earned
    why: str


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The page. `places` are those at the top, `below` is whoever has or shares the first place under the line, and `why_shared`
    what a director can still do about that; `no_points` says why the event earns none, and
    `held_back` that something of the playoffs is not told."""

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
        """The places in a line; empty before there are any."""
        return " ".join(f"{one.label}: {', '.join(one.people)}." for one in self.places)


def results_page(event: Event, *, playoffs: bool = True, final: bool = True) -> ResultsPage:
    """The results of this event for its page. Without `playoffs` the places are held back, without `final` the first two."""
    found = results(event, playoffs=playoffs, final=final)
    return ResultsPage(
        results=found,
        places=tuple(_places(found)),
        rows=tuple(_shown(row, found) for row in found.rows),
        below=tuple(_shown(row, found) for row in found.high_nonqualifiers),
        why_shared=places_words.high_nonqualifier_shared() if len(found.high_nonqualifiers) > 1 else "",
        prizes=tuple(
            PlaceShown(one.label, tuple(winner.name for winner in one.who), one.each, one.said) for one in found.prizes
        ),
        points=tuple(EarnedShown(one, results_words.why_no_points(one.why)) for one in found.earned),
        points_source=results_words.points_source(),
        no_points=results_words.no_points(event),
        held_back=results_words.playoffs_held_back()
        if not playoffs
        else ""
        if final
        else results_words.final_held_back(),
    )


def _places(found: Results) -> Iterator[PlaceShown]:
    if found.champion:
        yield PlaceShown(places_words.place_name(1), _names([found.champion]))
    if found.runner_up:
        yield PlaceShown(places_words.place_name(2), _names([found.runner_up]))
    if found.semifinalists:
        yield PlaceShown(places_words.place_name(3, len(found.semifinalists)), _names(found.semifinalists))
    if found.high_qualifiers:
        yield PlaceShown(places_words.high_qualifier(len(found.high_qualifiers)), _names(found.high_qualifiers))
    if found.high_nonqualifiers:
        yield PlaceShown(_below_the_line(found), _names(found.high_nonqualifiers))


def _below_the_line(found: Results) -> str:
    return places_words.high_nonqualifier(len(found.high_nonqualifiers), as_posted=bool(found.kept))


def _names(rows: Iterable[ResultRow]) -> tuple[str, ...]:
    return tuple(row.name for row in rows)


def _shown(row: ResultRow, found: Results) -> RowShown:
    rank = "" if row.seed is None else f"T{row.rank}" if row.tied else str(row.rank)
    place = places_words.place_name(row.place, row.shared) if row.place else ""
    return RowShown(row, rank, signed(row.net), place, tuple(_marks(row, found)))


def _marks(row: ResultRow, found: Results) -> Iterator[str]:
    if row.is_high_nonqualifier:
        yield _below_the_line(found)
    if row.seat in {one.seat for one in found.kept}:
        yield corrected_after_posting()
