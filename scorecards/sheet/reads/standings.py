"""The standings, the cross-check in numbers, and the posted qualifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self
from zlib import crc32

from scorecards.models import QualifyingResult
from scorecards.sheet.reads.lists import kept_corrections
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import Sheet, Values, sheet
from scorecards.sheet.rules.clubs import ClubRow, rank_clubs
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.looks import find_wanted
from scorecards.sheet.rules.ranking import Place, StandingsRow, pegged_total, standings_row, tied_groups
from tournaments.models import Event
from tournaments.models.people import with_people
from tournaments.reads.entries import teams


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A card corrected after posting while the list stayed as posted."""

    seat: str
    name: str
    players: tuple[str, ...]
    games: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings as the API shows them, without `current`, which depends on the time of the request.

    `clubs` are the clubs against each other in doubles, empty elsewhere. They are added up from the cards as they are
    now, also where a posted list leaves a correction out.
    """

    revision: int
    provisional: bool
    quota: int
    cards_in: int
    cards_complete: int
    to_read: int
    to_sign: int
    to_rule: int
    not_typed: int
    kept: tuple[KeptRow, ...]
    rows: tuple[StandingsRow, ...]
    clubs: tuple[ClubRow, ...]

    def values(self) -> Values:
        """The same as plain values for JSON."""
        return asdict(self)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The standings from these plain values. Raises TypeError for values of another shape."""
        kept = tuple(
            KeptRow(**{**row, "players": tuple(row["players"]), "games": tuple(row["games"])}) for row in values["kept"]
        )
        return cls(
            **{
                **values,
                "kept": kept,
                "rows": tuple(StandingsRow(**{**row, "players": tuple(row["players"])}) for row in values["rows"]),
                "clubs": tuple(ClubRow(**{**row, "by_game": tuple(row["by_game"])}) for row in values["clubs"]),
            }
        )


MEANING = 1
"""Increment this number if a field changes its meaning: stored snapshots are then computed again."""
SHAPE = crc32(
    repr(
        [
            MEANING,
            *(
                [shape_field.name for shape_field in fields(shape)]
                for shape in (Standings, KeptRow, StandingsRow, ClubRow)
            ),
        ]
    ).encode()
)
"""A checksum of the fields in which standings are stored; it changes with any field."""


def crosscheck_summary(event_sheet: Sheet) -> Values:
    """The API's answer to a cross-check."""
    result = event_sheet.crosscheck
    return {
        "revision": event_sheet.event.revision,
        "complete": result.complete,
        "missing": list(result.missing),
        "quota": result.quota,
        "apparent_qualifiers": list(result.apparent_qualifiers),
        "high_nonqualifier": result.high_nonqualifier,
        "outcomes": {outcome.value: number for outcome, number in result.outcomes.items()},
    }


def standings(event_sheet: Sheet) -> Standings:
    """The provisional standings of this sheet."""
    rows = [
        replace(
            standings_row(
                place,
                place.tally,
                seat=place.seat,
                name=event_sheet.entries[place.seat].name,
                status=event_sheet.statuses[place.seat].value,
                by=place.decided_by.value if place.decided_by else None,
                pegged=pegged_total(place.tally, event_sheet.chain),
                records_spread=event_sheet.event.records_spread,
            ),
            card_in=place.seat not in event_sheet.waiting,
            card_complete=event_sheet.cards[place.seat].complete,
            players=tuple(event_sheet.entries[place.seat].names),
        )
        for place in event_sheet.places
    ]
    return Standings(
        revision=event_sheet.event.revision,
        provisional=event_sheet.event.posted_at is None,
        quota=event_sheet.quota,
        cards_in=sum(1 for seat in event_sheet.playing if event_sheet.cards[seat].lines),
        cards_complete=len(event_sheet.playing) - len(event_sheet.missing),
        **_open(event_sheet),
        kept=(),
        rows=_for_programs(event_sheet.event, rows),
        clubs=_clubs(event_sheet),
    )


def _clubs(event_sheet: Sheet) -> tuple[ClubRow, ...]:
    """The clubs against each other, from the cards that count; none unless everybody is a team of two."""
    event = event_sheet.event
    cards = event_sheet.crosscheck.standing_cards if event.cross_checked_at else event_sheet.cards
    playing = {seat: entry.player for seat, entry in event_sheet.entries.items() if seat not in event_sheet.not_ranked}
    if not all(player.names for player in playing.values()):
        return ()
    return rank_clubs(((player.club, cards[seat]) for seat, player in playing.items()), event_sheet.chain[0])


def _for_programs(event: Event, rows: Sequence[StandingsRow]) -> tuple[StandingsRow, ...]:
    """These rows; on a ladder, where nobody records a spread, programs read 0 for net and plus."""
    return tuple(replace(row, net=0, plus=0) for row in rows) if event.is_ladder else tuple(rows)


def _open(event_sheet: Sheet) -> dict[str, int]:
    """The numbers of unsettled items behind the standings.

    These are lines to read again, corrections without initials, games that wait for the head judge, and lines that are
    not typed. In an event that records no spread, such games wait for a checker. Before the cross-check, only lines to
    read are counted.
    """
    not_typed = event_sheet.not_typed if event_sheet.event.cross_checked_at else {}
    states = [game.state for game in event_sheet.crosscheck.games] if event_sheet.event.cross_checked_at else []
    return {
        "to_read": len(find_wanted(event_sheet.crosscheck, readings(event_sheet.event, until=event_sheet.until))),
        "to_sign": states.count(State.PROPOSED),
        "to_rule": states.count(State.OPEN) - len(not_typed),
        "not_typed": len(not_typed),
    }


def posted_standings(event: Event) -> Standings:
    """The official standings, from the frozen rows."""
    results = list(QualifyingResult.objects.filter(event=event).select_related("entry").order_by("rank", "pk"))
    people = teams(event)
    rows = [
        replace(
            standings_row(
                r,
                r,
                seat=r.entry.seat,
                name=r.entry.name,
                status=r.status,
                by=r.decided_by,
                pegged=r.pegged,
                records_spread=event.records_spread,
            ),
            players=tuple(people.get(r.entry.seat, ())),
        )
        for r in results
    ]
    return Standings(
        revision=event.revision,
        provisional=False,
        quota=sum(1 for r in results if r.seed is not None),
        cards_in=len(results),
        cards_complete=len(results),
        to_read=0,
        to_sign=0,
        to_rule=0,
        not_typed=0,
        kept=tuple(
            KeptRow(correction.seat, correction.name, correction.players, tuple(correction.games), correction.reason)
            for correction in kept_corrections(event)
        ),
        rows=_for_programs(event, rows),
        clubs=_clubs(sheet(event)) if people else (),
    )


def level_groups(event_sheet: Sheet) -> list[list[Place]]:
    """The groups that cards and head-to-head leave level, ignoring recorded playoffs."""
    sheet_without_playoffs = replace(event_sheet, playoffs=())
    return [list(group) for group in tied_groups(sheet_without_playoffs.places)]


def level_below(event_sheet: Sheet) -> list[tuple[Place, ...]]:
    """The group that the cards leave level at the first place below the line, with or without a recorded playoff.

    A list of one group, or an empty list. On a ladder, where every place counts, all groups below the line.
    """
    first, is_ladder = event_sheet.quota + 1, event_sheet.event.is_ladder
    return [
        tuple(group)
        for group in level_groups(event_sheet)
        if group[0].rank == first or (is_ladder and group[0].rank > first)
    ]


def qualifiers(event: Event) -> list[Values]:
    """The posted qualifiers by seed; empty before posting."""
    results = QualifyingResult.objects.filter(event=event, seed__isnull=False).order_by("seed")
    return [
        {"seed": r.seed, "seat": r.entry.seat, "name": r.entry.name, "players": r.entry.names}
        for r in results.select_related("entry", *with_people("entry__player"))
    ]
