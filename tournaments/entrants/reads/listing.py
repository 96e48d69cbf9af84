"""A list of people before it is entered: what each row means, and its faults, each with its column and its fix.

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
from tournaments.entrants.rules.pasted_list import (
    Column,
    Row,
    Sheet,
    guess_columns,
    is_taken,
    name_in,
    numbers_in,
    team_in,
)
from tournaments.entrants.rules.teams import Group, full_name
from tournaments.entrants.words import lists as lists_words
from tournaments.entrants.words import registration as registration_words
from tournaments.faults import reach_faults
from tournaments.models import Entry, Event, Fee, Registration, Tournament
from tournaments.people import words as people_words
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.seat import read_seat

POOL = "pool:"
"""Prefix of a column's meaning; the key of an optional fee follows, and the column says who takes that fee."""

_WAITING = (Registration.State.SENT, Registration.State.RETURNED)
"""The registrations that the desk can still accept and has not declined."""

_NAME_LIMIT, _CLUB_LIMIT = 120, 80
_EVENT_SEPARATOR = re.compile(r"[,;+/&|]| and ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong in a row: the column header and the fix; `is_likeness` if somebody may be the same person."""

    column: str
    message: str
    is_likeness: bool = False


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A row as it would be entered; `seats` maps event slugs to seats, which may be empty, `pools` are fee keys.

    `players` are the names of the two people of a team, `acc_numbers` their ACC numbers as far as given.
    """

    line: int
    name: str
    acc_number: str
    club: str
    seats: Mapping[str, str]
    pools: frozenset[int]
    faults: tuple[RowFault, ...]
    players: tuple[str, ...] = ()
    acc_numbers: tuple[str, ...] = ()
    email: str = ""
    phone: str = ""

    @property
    def is_alike(self) -> bool:
        """Whether the only faults are likenesses."""
        return bool(self.faults) and all(fault.is_likeness for fault in self.faults)


class Meanings:
    """What columns can mean in a tournament: the meanings common to all lists, and each of the tournament's pools.

    `events` are the events into which the list may enter people, None for all. Posted events are left out.
    """

    def __init__(self, tournament: Tournament, events: Sequence[Event] | None = None) -> None:
        self.tournament = tournament
        chosen = tournament.events.all() if events is None else events
        self.events = {event.slug: event for event in chosen if event.posted_at is None}
        fees = Fee.objects.filter(event__in=self.events.values(), optional=True).select_related("event")
        self.pools = {fee.pk: fee for fee in fees}

    def choices(self) -> list[tuple[str, str]]:
        """The meanings to choose from for a column, each with its label."""
        pools = [(f"{POOL}{fee.pk}", f"{fee.name} ({fee.event.name})") for fee in self.pools.values()]
        return [*lists_words.list_columns(), *pools]

    def guess(self, sheet: Sheet) -> list[str]:
        """What each column of a list means, guessed from its header."""
        meanings: list[str] = []
        for place, column in enumerate(guess_columns(sheet)):
            head = sheet.head[place] if sheet.head else ""
            meanings.append(self._pool(head, meanings) if column is Column.POOL else str(column))
        return meanings

    def _pool(self, head: str, used: Sequence[str]) -> str:
        """The unused pool whose name shares a word with this header, else the only unused one; empty if unclear."""
        words = set(re.findall(r"[a-z0-9]+", head.casefold())) - {"pool"}
        unused = [fee for fee in self.pools.values() if f"{POOL}{fee.pk}" not in used]
        matches = [fee for fee in unused if words & set(re.findall(r"[a-z0-9]+", fee.name.casefold()))]
        if not matches and len(unused) == 1:
            matches = unused
        return f"{POOL}{matches[0].pk}" if matches else ""


def listed(meanings: Meanings, sheet: Sheet, columns: Sequence[str], usual: Sequence[str]) -> list[ListedRow]:
    """Every row of a list with all its faults; `columns` are the meanings of its columns.

    `usual` are the slugs of the events for rows that name no event. The number of queries does not depend on the rows.
    """
    reader = _Reader(meanings, sheet, columns, usual)
    rows = [reader.read(row) for row in sheet.rows if not reader.is_heading(row)]
    return _with_likenesses(meanings, rows)


class _Reader:
    """Reads the rows of a list in order, and remembers the seats that earlier rows take."""

    def __init__(self, meanings: Meanings, sheet: Sheet, columns: Sequence[str], usual: Sequence[str]) -> None:
        self.meanings = meanings
        self.usual = usual
        self.known = [Column(column) if column in set(Column) else Column.IGNORED for column in columns]
        self.pools = {
            place: int(column.removeprefix(POOL)) for place, column in enumerate(columns) if column.startswith(POOL)
        }
        self.heads = [sheet.head[place] if sheet.head else "" for place in range(len(columns))]
        self.slugs_by_name = {
            name.casefold(): slug
            for slug, event in meanings.events.items()
            for name in (slug, event.name, event.get_kind_display(), event.kind)
        }
        self.free = {slug: set(seats_at_once(event)) for slug, event in meanings.events.items() if event.is_seated}
        self.holders = _holders(meanings.events)
        self.group = Group()
        self.has_groups = self.is_ladder(usual)

    def head(self, *columns: Column) -> str:
        """The header of the first column with one of these meanings; without one, the label of the first meaning."""
        place = next((place for place, known in enumerate(self.known) if known in columns), None)
        head = self.heads[place] if place is not None else ""
        labels = dict(lists_words.list_columns())
        return head or labels[str(columns[0])]

    def cell(self, row: Row, column: Column) -> str:
        """The row's cell in the first column with this meaning; empty if there is no such column."""
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
        """Read a row, and find every fault of it except likenesses."""
        faults: list[RowFault] = []
        name = name_in(row, self.known)
        if not name:
            faults.append(RowFault(self.head(Column.NAME, Column.LAST), lists_words.list_without_name()))
        elif len(name) > _NAME_LIMIT:
            faults.append(RowFault(self.head(Column.NAME, Column.LAST), lists_words.list_too_long(_NAME_LIMIT)))
        typed_numbers = self.cell(row, Column.ACC_NUMBER)
        club = self.cell(row, Column.CLUB) or self.group.above
        if len(club) > _CLUB_LIMIT:
            faults.append(RowFault(self.head(Column.CLUB), lists_words.list_too_long(_CLUB_LIMIT)))
        email, phone = self.cell(row, Column.EMAIL).removeprefix("mailto:"), self.cell(row, Column.PHONE)
        for fault in reach_faults("", email, phone):
            faults.append(RowFault(self.head(Column(fault.field)), fault.message))
        events = self._events(row, faults)
        seats = self._seats(row, events, faults)
        pools = frozenset(key for place, key in self.pools.items() if is_taken(row[place]))
        for place, key in self.pools.items():
            fee = self.meanings.pools.get(key)
            if key in pools and (fee is None or fee.event.slug not in seats):
                faults.append(RowFault(self.heads[place], registration_words.pool_without_event()))
        partner = self.cell(row, Column.PARTNER)
        if len(partner) > _NAME_LIMIT:
            faults.append(RowFault(self.head(Column.PARTNER), lists_words.list_too_long(_NAME_LIMIT)))
        players = team_in(name, partner) if partner or self.is_ladder(events) else ()
        if name and not players and self.is_ladder(events):
            faults.append(RowFault(self.head(Column.NAME, Column.LAST), lists_words.list_no_team(name)))
        name = full_name(players) if players else name
        acc_number, acc_numbers = numbers_in(typed_numbers, players)
        if any(number and not is_acc_number(number) for number in (acc_number, *acc_numbers)):
            faults.append(RowFault(self.head(Column.ACC_NUMBER), faults_words.acc_number_form()))
        return ListedRow(
            row.line, name, acc_number, club, seats, pools, tuple(faults), players, acc_numbers, email, phone
        )

    def _events(self, row: Row, faults: list[RowFault]) -> list[str]:
        """The slugs of the events that a row names, else of the usual ones; faults are added to `faults`."""
        cell = self.cell(row, Column.EVENT)
        # The name of an event may contain a separator.
        if cell.casefold() in self.slugs_by_name:
            return [self.slugs_by_name[cell.casefold()]]
        names = [name.strip() for name in _EVENT_SEPARATOR.split(cell) if name.strip()]
        if not names and not self.usual:
            faults.append(RowFault(self.head(Column.EVENT), lists_words.list_without_event()))
        slugs = [] if names else list(self.usual)
        for name in names:
            slug = self.slugs_by_name.get(name.casefold())
            if slug is None:
                message = lists_words.list_unknown_event(name, self.meanings.events)
                faults.append(RowFault(self.head(Column.EVENT), message))
            else:
                slugs.append(slug)
        return list(dict.fromkeys(slugs))

    def _seats(self, row: Row, events: Sequence[str], faults: list[RowFault]) -> dict[str, str]:
        """The seat of a row by event slug, empty if none; faults are added to `faults`, and the seat is taken."""
        typed = self.cell(row, Column.SEAT)
        head = self.head(Column.SEAT)
        seat = str(read_seat(typed) or "")
        if typed and not seat:
            faults.append(RowFault(head, faults_words.seat_form()))
        if seat and len(events) > 1:
            # It is unclear to which of the events the seat belongs.
            faults.append(RowFault(head, lists_words.list_seat_of_several()))
        for slug in events:
            if slug in self.free and not seat and self.is_ladder([slug]):
                continue
            if slug in self.free and seat not in self.free[slug]:
                faults.append(RowFault(head, lists_words.list_needs_seat(seat, sorted(self.free[slug]))))
            elif seat and seat in self.holders[slug]:
                faults.append(RowFault(head, lists_words.list_seat_taken(seat, self.holders[slug][seat])))
            elif seat:
                self.holders[slug][seat] = registration_words.line_of_a_list(row.line)
        return dict.fromkeys(events, seat)


def _holders(events: Mapping[str, Event]) -> dict[str, dict[str, str]]:
    """The names of those who have a seat before the draw, by event slug and seat.

    Events whose seats are drawn get an empty dictionary, for `_Reader.free` decides about their seats.
    """
    holders: dict[str, dict[str, str]] = {slug: {} for slug in events}
    undrawn = [event for event in events.values() if not event.is_seated]
    for entry in Entry.objects.filter(event__in=undrawn, table__isnull=False).select_related("event"):
        holders[entry.event.slug][entry.seat] = entry.known_name
    return holders


def _with_likenesses(meanings: Meanings, rows: Sequence[ListedRow]) -> list[ListedRow]:
    """The rows, each with a fault for everybody in one of its events who may be the same person.

    Such people are entrants, people with a waiting registration, and people in earlier rows. An entrant or an earlier
    row with the same name and number is surely the same person: then the fault is no likeness.
    """
    entered: dict[tuple[str, int], Known] = {}
    slugs: dict[int, str] = {}
    for entry in Entry.objects.filter(event__in=meanings.events.values()).select_related("event"):
        entered["entry", entry.pk] = Known(entry.known_name, entry.acc_number)
        slugs[entry.pk] = entry.event.slug
    registered: dict[tuple[str, int], Known] = {}
    registered_slugs: dict[int, set[str]] = defaultdict(set)
    waiting = meanings.tournament.registrations.filter(state__in=_WAITING, events__in=meanings.events.values())
    for number, name, acc_number, slug in waiting.values_list("number", "name", "acc_number", "events__slug"):
        registered["asked", number] = Known(name, acc_number)
        registered_slugs[number].add(slug)
    named = {("row", place): Known(row.name, row.acc_number) for place, row in enumerate(rows) if row.name}
    matches = find_alike(named, {**entered, **registered, **named})
    checked = []
    for place, row in enumerate(rows):
        found_alike = []
        for (kind, key), by in sorted(matches.get(("row", place), {}).items()):
            is_uncertain = by is not By.BOTH or not row.acc_number
            if kind == "entry" and slugs[key] in row.seats:
                known = entered[kind, key]
                event = meanings.events[slugs[key]]
                label = people_words.person(known.name, known.acc_number)
                text = registration_words.alike_entrant(by, label, event.name)
                found_alike.append(RowFault("", text, is_likeness=is_uncertain))
            elif kind == "asked" and registered_slugs[key] & set(row.seats):
                known = registered[kind, key]
                label = people_words.person(known.name, known.acc_number)
                text = registration_words.alike_waiting(by, label, key)
                found_alike.append(RowFault("", text, is_likeness=True))
            elif kind == "row" and key < place and set(rows[key].seats) & set(row.seats):
                other = rows[key]
                label = people_words.person(other.name, other.acc_number)
                text = lists_words.alike_row(by, label, other.line)
                found_alike.append(RowFault("", text, is_likeness=is_uncertain))
        checked.append(replace(row, faults=(*row.faults, *found_alike)))
    return checked
