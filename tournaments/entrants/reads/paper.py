"""What goes on paper: table signs, seat slips, scorecards, rotation sheets and the check-in list, as data.

A *sheet* here is one item on a table or in a hand: a table's sign, an entrant's slip. It is *new* if it would say
something else than when it was last printed; its *fingerprint* stands for its content.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
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
"""The kinds of sheets whose printing is tracked, by their names in URLs."""

CARD_ROWS = 28
"""How many lines of a scorecard fit on half a page, each high enough to write in."""

Item = TypeVar("Item")

_GRID_GAMES = 26
_GRID_SEATS = 50
_FINGERPRINT = 16
_WITH_SUBSTITUTES = frozenset({"substitute", "substitutes", "players"})


@dataclass(frozen=True, slots=True)
class Sign:
    """A table sign: its letter and its seats."""

    table: str
    seats: int


@dataclass(frozen=True, slots=True)
class CardRow:
    """A line of a scorecard before play: seat, opponent, and who deals first (`you`, `opponent`, or empty: they cut).

    Without an opponent the player sits out. Without a seat as well, the card is filled in by hand, or the game does not
    count: then the player is free, and plays again later.
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
    """An entrant's slip: who and where they are, the code of their page, and their first game.

    `players` are the names of the two people of a team.
    """

    number: int
    name: str
    seat: str
    acc_number: str
    code: str
    first: CardRow | None
    players: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key in their page's URL; empty without a link."""
        return self.code.replace("-", "")


@dataclass(frozen=True, slots=True)
class GameCard:
    """A scorecard before play, in as many halves of a page as its lines need.

    With a `substitute` it remains the card of the player named.
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
        """Whose card it is, and who plays for them."""
        return self.substitute.sentence(self.name) if self.substitute else self.name


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits at a place in one game: the number of their ID, None if empty; `deals` first; `alone`: sits out."""

    number: int | None = None
    deals: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """One page of a table's rotation: who is at each of these seats in each of these games."""

    games: tuple[int, ...]
    seats: tuple[tuple[int, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Who sits where at one table, game by game, in pages; and its substitutes with the players they replace."""

    table: str
    grids: tuple[Grid, ...]
    substitutes: tuple[tuple[Substitute, str], ...] = ()

    @property
    def played_on(self) -> str:
        """Who plays for whom, by ID; empty if nobody does."""
        return ", ".join(f"{substitute.seat} {substitute.sentence(absent)}" for substitute, absent in self.substitutes)


What = Sign | Slip | GameCard | Rotation


@dataclass(frozen=True, slots=True)
class Printable:
    """A sheet, its table or seat, and when it was last printed; `is_new` if its content changed since."""

    key: str
    what: What
    fingerprint: str
    printed_at: datetime | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class PaperCount:
    """How many sheets of a kind there are, how many are new, and when some were last printed."""

    kind: str
    sheets: int
    new: int
    printed_at: datetime | None


def paper_counts(event: Event) -> list[PaperCount]:
    """What there is to print, for every tracked kind."""
    counts = []
    for kind in SHEET_KINDS:
        sheets = sheets_of(event, kind)
        printed = [sheet.printed_at for sheet in sheets if sheet.printed_at]
        counts.append(PaperCount(kind, len(sheets), sum(sheet.is_new for sheet in sheets), max(printed, default=None)))
    return counts


def sheets_of(event: Event, kind: str, *, only_new: bool = False, key: str = "") -> list[Printable]:
    """The sheets of a kind in the order of tables and seats, optionally only the new ones or that of one table or seat.

    KeyError for a kind that is not tracked.
    """
    printed = {sheet.key: sheet for sheet in PrintedSheet.objects.filter(event=event, kind=SHEET_KINDS[kind])}
    sheets = []
    for of, what in _MAKERS[kind](event):
        mark = _fingerprint(event, what)
        before = printed.get(of)
        is_new = before is None or before.fingerprint != mark
        if (is_new or not only_new) and key in ("", of):
            sheets.append(Printable(of, what, mark, before.printed_at if before else None, is_new))
    return sheets


def _fingerprint(event: Event, what: What) -> str:
    head = [event.tournament.name, event.tournament.starts_on, event.kind, event.games, event.deal]
    # Without substitutes and teams the fingerprint is what it was before sheets had them.
    values = {name: value for name, value in asdict(what).items() if value or name not in _WITH_SUBSTITUTES}
    text = json.dumps([type(what).__name__, head, values], default=str, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_FINGERPRINT]


def _playing(event: Event) -> list[Entry]:
    return [entry for entry in entrants(event) if entry.status == Entry.Status.PLAYING]


def _signs(event: Event) -> Iterator[tuple[str, Sign]]:
    for table, seats in chairs(event).items():
        yield table, Sign(table, seats)


def _slips(event: Event) -> Iterator[tuple[str, Slip]]:
    links, rows = links_of(event), card_rows(event)
    for entry in _playing(event):
        link = links.get(entry.pk)
        code = readable(key_of_link(link)) if link else ""
        first = next(iter(rows.get(entry.seat, ())), None)
        slip = Slip(entry.number, entry.name, entry.seat, entry.acc_number, code, first, tuple(entry.player.names))
        yield entry.seat or str(entry.number), slip


def _cards(event: Event) -> Iterator[tuple[str, GameCard]]:
    rows, among = card_rows(event), substitutes(event)
    for entry in _playing(event):
        if entry.seat:
            halves = _halves(rows.get(entry.seat) or _empty_rows(event))
            last = next(reversed(among.get(entry.seat, ())), None)
            players = tuple(entry.player.names)
            yield entry.seat, GameCard(entry.number, entry.name, entry.seat, entry.acc_number, halves, last, players)


def blank_card(event: Event) -> GameCard:
    """A scorecard without names or opponents, with a line for every round."""
    return GameCard(0, "", "", "", _halves(_empty_rows(event)))


def _empty_rows(event: Event) -> list[CardRow]:
    return [CardRow(game) for game in range(1, rounds(event) + 1)]


def _halves(rows: Sequence[CardRow]) -> tuple[tuple[CardRow, ...], ...]:
    parts = -(-len(rows) // CARD_ROWS)
    return tuple(in_parts(rows, -(-len(rows) // parts)))


def card_rows(event: Event) -> dict[str, list[CardRow]]:
    """The lines of everybody's card by seat, up to their last game that is not free; empty without a schedule."""
    rows_by_seat: dict[str, list[CardRow]] = defaultdict(list)
    free: dict[str, list[CardRow]] = defaultdict(list)
    for pairing in schedule(event):
        for place, player in enumerate(pairing.players):
            if player is None:
                continue
            if pairing.free:
                free[player].append(CardRow(pairing.game, counted=False))
                continue
            rows_by_seat[player] += free.pop(player, [])
            deals = "" if pairing.first_deal is None else "you" if pairing.first_deal == player else "opponent"
            opponent = pairing.players[1 - place] or ""
            rows_by_seat[player].append(
                CardRow(pairing.game, pairing.seats[place], opponent, deals, pairing.counted[place])
            )
    return rows_by_seat


def _rotations(event: Event) -> Iterator[tuple[str, Rotation]]:
    if Movement(event.movement) not in movements_rules.PLANS:
        return
    held: dict[str, dict[tuple[int, int], Place]] = defaultdict(dict)
    games: dict[str, set[int]] = defaultdict(set)
    for pairing in schedule(event):
        games[pairing.table].add(pairing.game)
        for seat, player in zip(pairing.seats, pairing.players, strict=True):
            if player is not None and not pairing.free:
                held[pairing.table][seat, pairing.game] = Place(
                    parse_seat(player).number, deals=pairing.first_deal == player, alone=None in pairing.players
                )
    names = {entry.seat: entry.name for entry in _playing(event)}
    by_seat = substitutes(event)
    among = [
        (substitute, names[seat])
        for seat in sorted(by_seat, key=seat_order)
        if seat in names
        for substitute in by_seat[seat]
    ]
    for table, seats in chairs(event).items():
        grids = tuple(
            Grid(
                part,
                tuple((seat, tuple(held[table].get((seat, game), Place()) for game in part)) for seat in some),
            )
            for some in in_parts(range(1, seats + 1), _GRID_SEATS)
            for part in in_parts(sorted(games[table]), _GRID_GAMES)
        )
        if grids:
            there = tuple(
                (substitute, absent) for substitute, absent in among if parse_seat(substitute.seat).table == table
            )
            yield table, Rotation(table, grids, there)


_MAKERS: dict[str, Callable[[Event], Iterator[tuple[str, What]]]] = {
    "signs": _signs,
    "slips": _slips,
    "cards": _cards,
    "rotation": _rotations,
}


def in_parts(items: Sequence[Item], most: int) -> Iterator[tuple[Item, ...]]:
    """The items in order, in parts of at most `most`: what fits on a page."""
    for start in range(0, len(items), most):
        yield tuple(items[start : start + most])


# --- The check-in list -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckInLine:
    """Somebody on the list at the door, with their account for the whole tournament."""

    entry: Entry
    person: PersonAccount

    @property
    def is_out(self) -> bool:
        return self.entry.status != Entry.Status.PLAYING

    @property
    def is_here(self) -> bool:
        return not self.is_out and self.entry.checked_in_at is not None


def check_in_lines(event: Event) -> list[CheckInLine]:
    """Everybody in this event by last name, including no-shows and withdrawn, with what they owe and paid."""
    people = {person.player: person for person in accounts(event.tournament)}
    lines = [CheckInLine(entry, people[entry.player_id]) for entry in entrants(event)]
    return sorted(lines, key=lambda line: (by_last_name(line.entry.name), line.entry.number))
