"""The content of what is printed: table signs, seat slips, scorecards, rotation sheets and the check-in list.

A *sheet* here is one printed item, such as the sign of a table or the slip of an entrant. Its *fingerprint* is a hash
of its content. It is *new* if it was never printed, or if its content changed since it was last printed.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from math import ceil
from typing import TypeVar

from tournaments.day.reads.schedule import chairs, rounds, schedule
from tournaments.day.reads.substitutes import Substitute, substitutes
from tournaments.keys import readable
from tournaments.models import Entry, Event, PrintedSheet
from tournaments.money.reads.money import PersonAccount, accounts
from tournaments.people.reads.links import key_of_link, links_of
from tournaments.reads.entries import entrants
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.last_name import by_last_name
from tournaments.rules.seat import parse_seat, seat_order

SHEET_KINDS = {
    "signs": PrintedSheet.Kind.SIGN,
    "slips": PrintedSheet.Kind.SLIP,
    "cards": PrintedSheet.Kind.CARD,
    "rotation": PrintedSheet.Kind.ROTATION,
}
"""The kinds of sheets whose printing is recorded, by their names in URLs."""

CARD_ROWS = 28
"""How many lines of a scorecard fit on half a page, each high enough to write in."""

Item = TypeVar("Item")

_GRID_GAMES = 26
_GRID_SEATS = 50
_FINGERPRINT_LENGTH = 16
_ADDED_LATER = frozenset({"substitute", "substitutes", "players", "table_number", "against"})


@dataclass(frozen=True, slots=True)
class Sign:
    """A table sign: its letter and its seats; on a ladder its number, and no seats."""

    table: str
    seats: int


@dataclass(frozen=True, slots=True)
class CardRow:
    """A line of a scorecard before play; `deals` is who deals first: `you`, `opponent`, or empty if they cut.

    With a seat but no opponent the player sits out. Without a seat, the line is filled in by hand if the game counts.
    If it does not count, the player is free in this game, and plays again later.
    """

    game: int
    seat: int | None = None
    opponent: str = ""
    deals: str = ""
    counted: bool = True

    @property
    def sits_out(self) -> bool:
        return self.seat is not None and not self.opponent

    @property
    def is_free(self) -> bool:
        return self.seat is None and not self.counted


@dataclass(frozen=True, slots=True)
class Slip:
    """An entrant's slip: name, number and seat, the code of the personal link, and the first line of the card.

    `players` are the names of the two people of a team. On a ladder `table_number` is the table of the first game, and
    `against` the name of the other team there: the seats of one table do not say where.
    """

    number: int
    name: str
    seat: str
    acc_number: str
    code: str
    first: CardRow | None
    players: tuple[str, ...] = ()
    table_number: str = ""
    against: str = ""

    @property
    def key(self) -> str:
        """The key in the URL of the entrant's own page; empty without a personal link."""
        return self.code.replace("-", "")


@dataclass(frozen=True, slots=True)
class GameCard:
    """A scorecard before play, in as many half pages as its lines need.

    With a `substitute` it is still the card of the entrant, who is named on it.
    """

    number: int
    name: str
    seat: str
    acc_number: str
    halves: tuple[tuple[CardRow, ...], ...]
    substitute: Substitute | None = None
    players: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """The name of the entrant, with the substitute who plays for them, if any."""
        return self.substitute.sentence(self.name) if self.substitute else self.name


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of a rotation sheet: who sits at one seat in one game.

    `number` is the seat number of their permanent ID, None if the seat is empty. `deals` says that they deal first,
    `alone` that they sit out.
    """

    number: int | None = None
    deals: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """One page of a table's rotation: for each of some seats, the places in each of some games."""

    games: tuple[int, ...]
    seats: tuple[tuple[int, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Rotation:
    """The rotation sheet of a table, in pages; `substitutes` come with the names of the entrants they replace."""

    table: str
    grids: tuple[Grid, ...]
    substitutes: tuple[tuple[Substitute, str], ...] = ()

    @property
    def played_on(self) -> str:
        """Which substitutes play for whom, by permanent ID, as text; empty if there are none."""
        return ", ".join(f"{substitute.seat} {substitute.sentence(absent)}" for substitute, absent in self.substitutes)


What = Sign | Slip | GameCard | Rotation


@dataclass(frozen=True, slots=True)
class Printable:
    """A sheet, and when it was last printed; `is_new` if its content changed since, or if it never was.

    `key` is the table or the seat, or an entrant's number if they have no seat.
    """

    key: str
    what: What
    fingerprint: str
    printed_at: datetime | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class PaperCount:
    """How many sheets of a kind there are, how many are new, and when one of them was last printed."""

    kind: str
    sheets: int
    new: int
    printed_at: datetime | None


def paper_counts(event: Event) -> list[PaperCount]:
    """How much there is to print, for every kind of `SHEET_KINDS`."""
    counts = []
    for kind in SHEET_KINDS:
        sheets = sheets_of(event, kind)
        printed = [sheet.printed_at for sheet in sheets if sheet.printed_at]
        counts.append(PaperCount(kind, len(sheets), sum(sheet.is_new for sheet in sheets), max(printed, default=None)))
    return counts


def sheets_of(event: Event, kind: str, *, only_new: bool = False, key: str = "") -> list[Printable]:
    """The sheets of a kind, in the order of tables and seats.

    `only_new` leaves out those that are not new; a `key` leaves out all but the sheet with this key. Raises KeyError
    if the kind is not one of `SHEET_KINDS`.
    """
    last_printed = {sheet.key: sheet for sheet in PrintedSheet.objects.filter(event=event, kind=SHEET_KINDS[kind])}
    sheets = []
    for sheet_key, what in _MAKERS[kind](event):
        if key not in ("", sheet_key):
            continue
        fingerprint = _fingerprint(event, what)
        printed = last_printed.get(sheet_key)
        is_new = printed is None or printed.fingerprint != fingerprint
        if is_new or not only_new:
            sheets.append(Printable(sheet_key, what, fingerprint, printed.printed_at if printed else None, is_new))
    return sheets


def _fingerprint(event: Event, what: What) -> str:
    """A hash of everything printed on a sheet; a sheet with another fingerprint is new."""
    head = [event.tournament.name, event.tournament.starts_on, event.kind, event.games, event.deal]
    # Leave out these fields where they are empty: sheets printed before the fields existed keep their fingerprint.
    values = {name: value for name, value in asdict(what).items() if value or name not in _ADDED_LATER}
    text = json.dumps([type(what).__name__, head, values], default=str, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_FINGERPRINT_LENGTH]


def _playing(event: Event) -> list[Entry]:
    return [entry for entry in entrants(event) if entry.status == Entry.Status.PLAYING]


def _signs(event: Event) -> Iterator[tuple[str, Sign]]:
    if event.is_ladder:
        # The seats … are only the list that the tables follow from: nobody sits at a table A.
        for number in sorted({int(pairing.table) for pairing in schedule(event) if pairing.table}):
            yield str(number), Sign(str(number), 0)
        return
    for table, seats in chairs(event).items():
        yield table, Sign(table, seats)


def _slips(event: Event) -> Iterator[tuple[str, Slip]]:
    links, rows, playing = links_of(event), card_rows(event), _playing(event)
    names = {entry.seat: entry.known_name for entry in playing}
    tables = _first_tables(event)
    for entry in playing:
        link = links.get(entry.pk)
        code = readable(key_of_link(link)) if link else ""
        first = next(iter(rows.get(entry.seat, ())), None)
        table = tables.get(entry.seat, "")
        slip = Slip(
            entry.number,
            entry.known_name,
            entry.seat,
            entry.acc_number,
            code,
            first,
            tuple(entry.player.names),
            table,
            names.get(first.opponent, "") if first and table else "",
        )
        yield entry.seat or str(entry.number), slip


def _first_tables(event: Event) -> dict[str, str]:
    """The table at which each team of a ladder plays its first game, by seat; empty for every other movement."""
    if not event.is_ladder:
        return {}
    tables: dict[str, str] = {}
    for pairing in schedule(event):
        for team in pairing.players:
            if team is not None:
                tables.setdefault(team, pairing.table)
    return tables


def _cards(event: Event) -> Iterator[tuple[str, GameCard]]:
    rows, substitutes_by_seat = card_rows(event), substitutes(event)
    for entry in _playing(event):
        if entry.seat:
            halves = _halves(rows.get(entry.seat) or _empty_rows(event))
            last_substitute = next(reversed(substitutes_by_seat.get(entry.seat, ())), None)
            players = tuple(entry.player.names)
            card = GameCard(
                entry.number, entry.known_name, entry.seat, entry.acc_number, halves, last_substitute, players
            )
            yield entry.seat, card


def blank_card(event: Event) -> GameCard:
    """A scorecard without names or opponents, with a line for every round."""
    return GameCard(0, "", "", "", _halves(_empty_rows(event)))


def _empty_rows(event: Event) -> list[CardRow]:
    return [CardRow(game) for game in range(1, rounds(event) + 1)]


def _halves(rows: Sequence[CardRow]) -> tuple[tuple[CardRow, ...], ...]:
    """The lines in as few parts as fit on half pages, all of about the same length."""
    parts = ceil(len(rows) / CARD_ROWS)
    return tuple(in_parts(rows, ceil(len(rows) / parts)))


def card_rows(event: Event) -> dict[str, list[CardRow]]:
    """The lines of everybody's card, by permanent ID, up to the last game in which they are not free.

    Empty without a schedule.
    """
    rows_by_seat: dict[str, list[CardRow]] = defaultdict(list)
    # Free games since a player's last other game: they get lines only if another game follows.
    free_rows: dict[str, list[CardRow]] = defaultdict(list)
    for pairing in schedule(event):
        for place, player in enumerate(pairing.players):
            if player is None:
                continue
            if pairing.free:
                free_rows[player].append(CardRow(pairing.game, counted=False))
                continue
            rows_by_seat[player] += free_rows.pop(player, [])
            deals = ""
            if pairing.first_deal is not None:
                deals = "you" if pairing.first_deal == player else "opponent"
            opponent = pairing.players[1 - place] or ""
            rows_by_seat[player].append(
                CardRow(pairing.game, pairing.seats[place], opponent, deals, pairing.counted[place])
            )
    return rows_by_seat


def _rotations(event: Event) -> Iterator[tuple[str, Rotation]]:
    """The rotation sheet of every table; none if the movement has no plan."""
    if Movement(event.movement) not in movements_rules.PLANS:
        return
    # By table, then by seat number and game.
    places: dict[str, dict[tuple[int, int], Place]] = defaultdict(dict)
    games: dict[str, set[int]] = defaultdict(set)
    for pairing in schedule(event):
        games[pairing.table].add(pairing.game)
        for seat, player in zip(pairing.seats, pairing.players, strict=True):
            if player is not None and not pairing.free:
                places[pairing.table][seat, pairing.game] = Place(
                    parse_seat(player).number, deals=pairing.first_deal == player, alone=None in pairing.players
                )
    names = {entry.seat: entry.name for entry in _playing(event)}
    substitutes_by_seat = substitutes(event)
    replacements = [
        (substitute, names[seat])
        for seat in sorted(substitutes_by_seat, key=seat_order)
        if seat in names
        for substitute in substitutes_by_seat[seat]
    ]
    for table, seats in chairs(event).items():
        grids = tuple(
            _grid(places[table], page_seats, page_games)
            for page_seats in in_parts(range(1, seats + 1), _GRID_SEATS)
            for page_games in in_parts(sorted(games[table]), _GRID_GAMES)
        )
        if grids:
            at_table = tuple(
                (substitute, absent)
                for substitute, absent in replacements
                if parse_seat(substitute.seat).table == table
            )
            yield table, Rotation(table, grids, at_table)


def _grid(places: Mapping[tuple[int, int], Place], seats: tuple[int, ...], games: tuple[int, ...]) -> Grid:
    return Grid(games, tuple((seat, tuple(places.get((seat, game), Place()) for game in games)) for seat in seats))


_MAKERS: dict[str, Callable[[Event], Iterator[tuple[str, What]]]] = {
    "signs": _signs,
    "slips": _slips,
    "cards": _cards,
    "rotation": _rotations,
}


def in_parts(items: Sequence[Item], most: int) -> Iterator[tuple[Item, ...]]:
    """The items in order, in parts of at most `most` items, such as fit on a page."""
    for start in range(0, len(items), most):
        yield tuple(items[start : start + most])


# --- The check-in list -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckInLine:
    """An entrant on the check-in list, with their account for the whole tournament."""

    entry: Entry
    person: PersonAccount

    @property
    def is_out(self) -> bool:
        return self.entry.status != Entry.Status.PLAYING

    @property
    def is_here(self) -> bool:
        return not self.is_out and self.entry.checked_in_at is not None


def check_in_lines(event: Event) -> list[CheckInLine]:
    """Everybody in the event by last name, including no-shows and withdrawn, with what they owe and what they paid."""
    people = {person.player: person for person in accounts(event.tournament)}
    lines = [CheckInLine(entry, people[entry.player_id]) for entry in entrants(event)]
    return sorted(lines, key=lambda line: (by_last_name(line.entry.known_name), line.entry.number))
