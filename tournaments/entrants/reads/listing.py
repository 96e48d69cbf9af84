"""A list of people as it would be entered: what each row means, and its faults with column and fix.

A *fault* stops the row until it is fixed in the list or left out on purpose. A *likeness* stops it too, but two people
can have the same name, so such a row may be entered anyway.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.day.reads.late_entry import seats_at_once
from tournaments.entrants.rules.acc_number import is_acc_number
from tournaments.entrants.rules.alike import By, Known, find_alike
from tournaments.entrants.rules.pasted_list import Column, Row, Sheet, guess_columns, is_taken, name_in
from tournaments.entrants.rules.teams import Group, full_name, read_team
from tournaments.entrants.words import lists as lists_words
from tournaments.entrants.words import registration as registration_words
from tournaments.models import Entry, Event, Fee, Registration, Tournament
from tournaments.people import words as people_words
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.seat import read_seat

POOL = "pool:"
"""Prefix of an optional fee's key as the meaning of a column that says who takes it."""

_WAITING = (Registration.State.SENT, Registration.State.RETURNED)
"""The registrations that the desk can still accept and has not declined."""

_NAME_LIMIT, _CLUB_LIMIT = 120, 80
_BETWEEN = re.compile(r"[,;+/&|]| and ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong in a row: column header and fix. `is_likeness`: somebody may be the same person."""

    column: str
    message: str
    is_likeness: bool = False


@dataclass(frozen=True, slots=True)
class ListedRow:
    """One row as understood. `seats` maps event slugs to seats, which may be empty; `players` are a team's two."""

    line: int
    name: str
    acc_number: str
    club: str
    seats: Mapping[str, str]
    pools: frozenset[int]
    faults: tuple[RowFault, ...]
    players: tuple[str, ...] = ()

    @property
    def is_alike(self) -> bool:
        """Whether the only faults are likenesses."""
        return bool(self.faults) and all(fault.is_likeness for fault in self.faults)


class Meanings:
    """What columns can mean in a tournament: the meanings common to all lists, and each of its pools.

    `events` are the tournament's events into which the list may enter people, None for all.
    """

    def __init__(self, tournament: Tournament, events: Sequence[Event] | None = None) -> None:
        self.tournament = tournament
        chosen = tournament.events.all() if events is None else events
        self.events = {event.slug: event for event in chosen if event.posted_at is None}
        fees = Fee.objects.filter(event__in=self.events.values(), optional=True).select_related("event")
        self.pools = {fee.pk: fee for fee in fees}

    def choices(self) -> list[tuple[str, str]]:
        """The meanings with labels, to choose from for a column."""
        pools = [(f"{POOL}{fee.pk}", f"{fee.name} ({fee.event.name})") for fee in self.pools.values()]
        return [*lists_words.list_columns(), *pools]

    def guess(self, sheet: Sheet) -> list[str]:
        """What each column of this list means, as far as its header says."""
        meanings: list[str] = []
        for place, column in enumerate(guess_columns(sheet)):
            head = sheet.head[place] if sheet.head else ""
            meanings.append(self._pool(head, meanings) if column is Column.POOL else str(column))
        return meanings

    def _pool(self, head: str, used: Sequence[str]) -> str:
        words = set(re.findall(r"[a-z0-9]+", head.casefold())) - {"pool"}
        left = [fee for fee in self.pools.values() if f"{POOL}{fee.pk}" not in used]
        fit = [fee for fee in left if words & set(re.findall(r"[a-z0-9]+", fee.name.casefold()))]
        fit = fit or (left if len(left) == 1 else [])
        return f"{POOL}{fit[0].pk}" if fit else ""


def listed(meanings: Meanings, sheet: Sheet, columns: Sequence[str], usual: Sequence[str]) -> list[ListedRow]:
    """Every row of a list with all its faults, for these column meanings.

    `usual` are the events of rows that name none. The number of queries does not depend on the rows.
    """
    reader = _Reader(meanings, sheet, columns, usual)
    rows = [reader.read(row) for row in sheet.rows if not reader.is_heading(row)]
    return _with_likenesses(meanings, rows)


class _Reader:
    """Reads one row after another."""

    def __init__(self, meanings: Meanings, sheet: Sheet, columns: Sequence[str], usual: Sequence[str]) -> None:
        self.meanings = meanings
        self.usual = usual
        self.known = [Column(column) if column in set(Column) else Column.IGNORED for column in columns]
        self.pools = {
            place: int(column.removeprefix(POOL)) for place, column in enumerate(columns) if column.startswith(POOL)
        }
        self.heads = [sheet.head[place] if sheet.head else "" for place in range(len(columns))]
        self.names = {
            name.casefold(): slug
            for slug, event in meanings.events.items()
            for name in (slug, event.name, event.get_kind_display(), event.kind)
        }
        self.free = {slug: set(seats_at_once(event)) for slug, event in meanings.events.items() if event.is_seated}
        self.held = _held(meanings.events)
        self.group = Group()
        self.has_groups = self.is_ladder(usual)

    def head(self, *columns: Column) -> str:
        """The user's name for the column: its header, else its meaning."""
        place = next((place for place, known in enumerate(self.known) if known in columns), None)
        labels = dict(lists_words.list_columns())
        return (self.heads[place] if place is not None else "") or labels[str(columns[0])]

    def cell(self, row: Row, column: Column) -> str:
        return next((row[place] for place, known in enumerate(self.known) if known is column), "")

    def is_ladder(self, slugs: Sequence[str]) -> bool:
        """Whether these are events of teams, which move up and down a ladder."""
        events = [self.meanings.events[slug] for slug in slugs if slug in self.meanings.events]
        return bool(events) and all(event.is_ladder for event in events)

    def is_heading(self, row: Row) -> bool:
        """Whether this row is a heading over the teams of one group."""
        cells = [cell for cell in row.cells if cell]
        return self.has_groups and len(cells) == 1 and self.group.is_heading(cells[0])

    def read(self, row: Row) -> ListedRow:
        faults: list[RowFault] = []
        name = name_in(row, self.known)
        if not name:
            faults.append(RowFault(self.head(Column.NAME, Column.LAST), lists_words.list_without_name()))
        elif len(name) > _NAME_LIMIT:
            faults.append(RowFault(self.head(Column.NAME, Column.LAST), lists_words.list_too_long(_NAME_LIMIT)))
        acc_number = "".join(self.cell(row, Column.ACC_NUMBER).split()).upper()
        if acc_number and not is_acc_number(acc_number):
            faults.append(RowFault(self.head(Column.ACC_NUMBER), faults_words.acc_number_form()))
        club = self.cell(row, Column.CLUB) or self.group.above
        if len(club) > _CLUB_LIMIT:
            faults.append(RowFault(self.head(Column.CLUB), lists_words.list_too_long(_CLUB_LIMIT)))
        events = self._events(row, faults)
        seats = self._seats(row, events, faults)
        pools = frozenset(key for place, key in self.pools.items() if is_taken(row[place]))
        for place, key in self.pools.items():
            fee = self.meanings.pools.get(key)
            if key in pools and (fee is None or fee.event.slug not in seats):
                faults.append(RowFault(self.heads[place], registration_words.pool_without_event()))
        players = read_team(name) if self.is_ladder(events) else ()
        name = full_name(players) if players else name
        return ListedRow(row.line, name, acc_number, club, seats, pools, tuple(faults), players)

    def _events(self, row: Row, faults: list[RowFault]) -> list[str]:
        written = [part.strip() for part in _BETWEEN.split(self.cell(row, Column.EVENT)) if part.strip()]
        whole = self.cell(row, Column.EVENT).casefold()
        if whole in self.names:
            return [self.names[whole]]
        slugs = []
        for part in written:
            slug = self.names.get(part.casefold())
            if slug is None:
                faults.append(
                    RowFault(self.head(Column.EVENT), lists_words.list_unknown_event(part, self.meanings.events))
                )
            else:
                slugs.append(slug)
        if not written:
            slugs = list(self.usual)
            if not slugs:
                faults.append(RowFault(self.head(Column.EVENT), lists_words.list_without_event()))
        return list(dict.fromkeys(slugs))

    def _seats(self, row: Row, events: Sequence[str], faults: list[RowFault]) -> dict[str, str]:
        typed = self.cell(row, Column.SEAT)
        head = self.head(Column.SEAT)
        seat = str(read_seat(typed) or "")
        if typed and not seat:
            faults.append(RowFault(head, faults_words.seat_form()))
        if seat and len(events) > 1:
            # One seat cannot say in which of several events it is.
            faults.append(RowFault(head, lists_words.list_seat_of_several()))
        for slug in events:
            if slug in self.free and seat not in self.free[slug]:
                faults.append(RowFault(head, lists_words.list_needs_seat(seat, sorted(self.free[slug]))))
            elif seat and seat in self.held[slug]:
                faults.append(RowFault(head, lists_words.list_seat_taken(seat, self.held[slug][seat])))
            elif seat:
                self.held[slug][seat] = registration_words.line_of_a_list(row.line)
        return dict.fromkeys(events, seat)


def _held(events: Mapping[str, Event]) -> dict[str, dict[str, str]]:
    """Who sits where before the draw; afterwards the free seats decide."""
    held: dict[str, dict[str, str]] = {slug: {} for slug in events}
    waiting = [event for event in events.values() if not event.is_seated]
    for entry in Entry.objects.filter(event__in=waiting, table__isnull=False).select_related("event"):
        held[entry.event.slug][entry.seat] = entry.name
    return held


def _with_likenesses(meanings: Meanings, rows: Sequence[ListedRow]) -> list[ListedRow]:
    """The rows, each with likenesses earlier in the list, among entrants, and among waiting registrations."""
    entered: dict[tuple[str, int], Known] = {}
    slugs: dict[int, str] = {}
    for entry in Entry.objects.filter(event__in=meanings.events.values()).select_related("event"):
        entered["entry", entry.pk] = Known(entry.name, entry.acc_number)
        slugs[entry.pk] = entry.event.slug
    asked: dict[tuple[str, int], Known] = {}
    asked_for: dict[int, set[str]] = defaultdict(set)
    waiting = meanings.tournament.registrations.filter(state__in=_WAITING, events__in=meanings.events.values())
    for number, name, acc_number, slug in waiting.values_list("number", "name", "acc_number", "events__slug"):
        asked["asked", number] = Known(name, acc_number)
        asked_for[number].add(slug)
    listed_ = {("row", place): Known(row.name, row.acc_number) for place, row in enumerate(rows) if row.name}
    matches = find_alike(listed_, {**entered, **asked, **listed_})
    checked = []
    for place, row in enumerate(rows):
        more = []
        for (kind, key), by in sorted(matches.get(("row", place), {}).items()):
            if kind == "entry" and slugs[key] in row.seats:
                known = entered[kind, key]
                event = meanings.events[slugs[key]]
                text = registration_words.alike_entrant(
                    by, people_words.person(known.name, known.acc_number), event.name
                )
                more.append(RowFault("", text, is_likeness=by is not By.BOTH or not row.acc_number))
            elif kind == "asked" and asked_for[key] & set(row.seats):
                known = asked[kind, key]
                text = registration_words.alike_waiting(by, people_words.person(known.name, known.acc_number), key)
                more.append(RowFault("", text, is_likeness=True))
            elif kind == "row" and key < place and set(rows[key].seats) & set(row.seats):
                other = rows[key]
                text = lists_words.alike_row(by, people_words.person(other.name, other.acc_number), other.line)
                more.append(RowFault("", text, is_likeness=by is not By.BOTH or not row.acc_number))
        checked.append(replace(row, faults=(*row.faults, *more)) if more else row)
    return checked
