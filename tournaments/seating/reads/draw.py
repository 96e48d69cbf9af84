"""A draw before it is published, and the proof of any seating: who sits where, and what each player gets."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments.day.reads.round import Ground, ground_of
from tournaments.day.reads.schedule import dealt_pairings, pairings_of, repeats_allowed
from tournaments.errors import Fault
from tournaments.models import Event, Relation
from tournaments.models.people import with_people
from tournaments.money import words as money_words
from tournaments.money.reads.money import unpaid
from tournaments.rotation.rules import apart, deal, draw, layout, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.apart import Bond, Together
from tournaments.rotation.rules.day import AS_PLANNED, Day
from tournaments.rotation.rules.movements import Movement, Pairing
from tournaments.rotation.words import movement as movement_words
from tournaments.rules.naming import beside
from tournaments.rules.seat import Seat, numbers_by_table, parse_seat, seat_order
from tournaments.seating import words as seats_words
from tournaments.seating.reads.seating import tables_of, unplayable
from tournaments.words import player as player_words


class Entered(NamedTuple):
    """A player as a draw needs them.

    `name` is the known one, `beside` the two people of a team that is called otherwise, both for staff. `seat` is empty if
    they hold none. `players` are the keys of the person, or of a team and its two people; `accounts`
    are the keys of their accounts. A light tuple, because there may be 500.
    """

    key: int
    number: int
    name: str
    seat: str
    players: tuple[int, ...]
    accounts: tuple[int, ...]
    club: str
    beside: str


def entered(event: Event) -> list[Entered]:
    """Everybody who plays, in order of number, by the names that the desk knows; one query."""
    playing = event.entries.playing().order_by("number")
    rows = playing.known_by(
        "pk",
        "number",
        "table",
        "seat_number",
        "player__club",
        "player",
        "player__first",
        "player__second",
        "player__user",
        "player__first__user",
        "player__second__user",
        "player__first__name",
        "player__second__name",
    )
    return [
        Entered(
            key,
            number,
            name,
            f"{table}-{seat}" if table else "",
            tuple(filter(None, everybody[:3])),
            tuple(filter(None, everybody[3:6])),
            club,
            beside(name, filter(None, everybody[6:])),
        )
        for key, number, table, seat, club, *everybody, name in rows
    ]


def bonds(event: Event, entries: Iterable[Entered]) -> tuple[Bond, ...]:
    """The groups of these entries to keep apart: people related in the tournament, and members of a club. One query."""
    by_player: dict[int, list[int]] = defaultdict(list)
    by_account: dict[int, list[int]] = defaultdict(list)
    clubs: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for entry in entries:
        for player in entry.players:
            by_player[player].append(entry.number)
        for account in entry.accounts:
            by_account[account].append(entry.number)
        if entry.club:
            clubs[" ".join(entry.club.casefold().split())].append((entry.number, entry.club))
    all_bonds = []
    rows = Relation.objects.filter(tournament=event.tournament_id)
    for row in rows.select_related(*with_people("one", "other")):
        kind = row.kind
        first, second = (
            {
                number
                for known, keys in ((by_player, person.keys), (by_account, person.accounts))
                for key in keys
                for number in known.get(key, ())
            }
            for person in (row.one, row.other)
        )
        if first and second and first != second:
            all_bonds.append(Bond(kind, frozenset(first | second)))
    for members in clubs.values():
        if len(members) > 1:
            all_bonds.append(Bond(apart.CLUB, frozenset(number for number, _club in members), members[0][1]))
    return tuple(all_bonds)


def seats_held(entries: Iterable[Entered]) -> list[str]:
    """The seats that somebody holds, in seat order."""
    return sorted((entry.seat for entry in entries if entry.seat), key=seat_order)


@dataclass(frozen=True, slots=True)
class Draw:
    """What a seed draws.

    - `sizes` are the tables' numbers of players, `frames` the frames needed.
    - `seats` are entrants' numbers by seat, in seat order.
    - `together` are the people who could not be kept apart.
    - `faults` say why the draw is impossible; then there are no seats.
    """

    seed: int
    sizes: tuple[int, ...]
    seats: Mapping[str, int]
    frames: Mapping[str, int]
    together: tuple[Together, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def mark(self) -> str:
        """Optimistic lock: 48 bits of the SHA-256 of who sits where, and a bit set of whom it seats (`seated_by`)."""
        text = " ".join(f"{seat}={number}" for seat, number in self.seats.items())
        bits = sum(1 << number for number in self.seats.values())
        return f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.{bits:x}"


MAX_MARK = 2500
"""The maximum length of a mark: one character per four entrants' numbers."""


def seated_by(mark: str) -> frozenset[int]:
    """The numbers of the entrants seated by the draw with this mark; none if the text is no such mark.

    >>> sorted(seated_by(Draw(7, (3,), {"A-1": 4, "A-2": 1, "A-3": 12}, {"A": 3}, ()).mark)), seated_by("0" * 12)
    ([1, 4, 12], frozenset())
    """
    _digest, _dot, bits = mark.partition(".")
    if not bits or len(mark) > MAX_MARK or not set(bits) <= set("0123456789abcdef"):
        return frozenset()
    seated = int(bits, 16)
    return frozenset(number for number in range(seated.bit_length()) if seated >> number & 1)


def draw_of(
    event: Event, entries: Sequence[Entered], sizes: Sequence[int] | None, seed: int, *, most_rounds: int
) -> Draw:
    """Draw seats for these entrants from a seed. Writes nothing. One query.

    Without `sizes` the rules propose the tables.
    """
    if len(entries) < 2:
        return Draw(seed, (), {}, {}, (), (Fault("", "alone", seats_words.two_to_play(len(entries))),))
    movement = Movement(event.movement)
    seated = {entry.number: entry.seat for entry in entries if entry.seat}
    unseated = [entry.number for entry in entries if not entry.seat]
    tables = tables_of(event, seated, unseated, sizes)
    sizes = tables.sizes
    if tables.faults:
        return Draw(seed, sizes, {}, {}, (), tables.faults)
    drawn = draw.draw_seats(unseated, seated, sizes, seed=seed)
    frames = layout.frames_for(drawn)
    faults = unplayable(
        movement,
        frames,
        drawn,
        event.games,
        rounds=event.fixed_rounds,
        most_rounds=most_rounds,
        repeats_reason=event.repeats_reason,
        allow_uneven=bool(event.sit_outs_reason),
    )
    if faults:
        return Draw(seed, sizes, {}, {}, (), faults)
    together: tuple[Together, ...] = ()
    if known_bonds := bonds(event, entries):
        pairings = pairings_of(event, frames, drawn)
        drawn = apart.keep_apart(drawn, seated, known_bonds, apart.first_games(pairings))
        together = _left_together(event, drawn, known_bonds, pairings)
    return Draw(seed, sizes, drawn, frames, together)


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """What is still open at the door before seats are published.

    `unpaid` is a sentence that blocks publishing and `owing` names the people; both are empty unless fees come first.
    `away` of the `players` are not checked in yet, which blocks nothing.
    """

    unpaid: str
    owing: str
    away: int
    players: int


def at_the_door(event: Event) -> AtTheDoor:
    """Who has not paid if fees come first, and how many are not checked in.

    One query. If fees come first six, or seven if some are open.
    """
    playing = event.entries.playing()
    counted = playing.aggregate(players=Count("pk"), away=Count("pk", filter=Q(checked_in_at=None)))
    unpaid_cents = unpaid(event) if event.money_first else {}
    names = dict(playing.known_by("number")) if unpaid_cents else {}
    owing = [money_words.owes(names[number], cents) for number, cents in unpaid_cents.items()]
    return AtTheDoor(
        unpaid=money_words.unpaid(len(unpaid_cents), sum(unpaid_cents.values())) if unpaid_cents else "",
        owing=player_words.first_of(owing, 6),
        away=counted["away"],
        players=counted["players"],
    )


class ProofLine(NamedTuple):
    """One player, and what the plan gives them.

    `games` are counted games, `opponents` those met in them. `first_deals` are the first deals in counted games; None
    if people cut.
    """

    seat: str
    number: int
    name: str
    beside: str
    games: int
    opponents: int
    repeats: int
    sit_outs: int
    extra_games: int
    first_deals: int | None


@dataclass(frozen=True, slots=True)
class TableProof:
    """One table: how many rounds it plays, and everybody at it."""

    name: str
    rounds: int
    lines: tuple[ProofLine, ...]
    teams: bool = False

    @property
    def size(self) -> str:
        """The number of players and rounds, in words."""
        return seats_words.table_size(len(self.lines), self.rounds, teams=self.teams)

    @property
    def is_uneven(self) -> bool:
        """Whether some here sit out at least two games more than others."""
        counts = [line.sit_outs for line in self.lines]
        return proof.is_uneven(max(counts), min(counts))


@dataclass(frozen=True, slots=True)
class Proof:
    """What a seating gives each player, by table; without a plan all numbers are 0.

    `together` are sentences on people who could not be kept apart. `opponents`, `sit_outs` and `first_deals` are ranges
    over all players, in words. `why_uneven` says why sit-outs differ by more than one; empty if they do not.
    """

    tables: tuple[TableProof, ...]
    together: tuple[str, ...]
    rounds: int
    why_uneven: str = ""

    def lines(self) -> Iterable[ProofLine]:
        return chain.from_iterable(table.lines for table in self.tables)

    @property
    def players(self) -> int:
        return sum(len(table.lines) for table in self.tables)

    @property
    def size(self) -> str:
        """How many players or teams there are, and how many rounds, in words."""
        return seats_words.table_size(self.players, self.rounds, teams=any(table.teams for table in self.tables))

    @property
    def opponents(self) -> str:
        return _span(line.opponents for line in self.lines())

    @property
    def sit_outs(self) -> str:
        return _span(line.sit_outs for line in self.lines())

    @property
    def first_deals(self) -> str:
        """Empty with a cut."""
        return _span(line.first_deals for line in self.lines() if line.first_deals is not None)

    @property
    def repeats(self) -> int:
        """How many players meet somebody again beyond the format."""
        return sum(1 for line in self.lines() if line.repeats)

    @property
    def short(self) -> tuple[ProofLine, ...]:
        """Players with fewer games than somebody else: they left, or came when the plan had no more for them."""
        most = max((line.games for line in self.lines()), default=0)
        return tuple(line for line in self.lines() if line.games < most)

    @property
    def extra_games(self) -> int:
        return sum(line.extra_games for line in self.lines())


def _span(values: Iterable[int]) -> str:
    """The lowest and highest value, in words; empty if there are none."""
    ordered = sorted(set(values))
    return seats_words.span(ordered[0], ordered[-1]) if ordered else ""


def proof_of(event: Event, drawn: Draw, entries: Collection[Entered]) -> Proof:
    """What each player gets from a draw that is not published."""
    by_number = {entry.number: entry for entry in entries}
    by_seat = {seat: by_number[number] for seat, number in drawn.seats.items()}
    return _proof(event, drawn.frames, by_seat, drawn.together)


def published_proof(event: Event) -> Proof:
    """What each player gets from the published seats, including changes of the day. Four queries."""
    entries = entered(event)
    return proof_on(ground_of(event, seats_held(entries)), entries)


def proof_on(ground: Ground, entries: Collection[Entered]) -> Proof:
    """What these entries get from the published seats, on a ground already read. One query."""
    by_seat = {entry.seat: entry for entry in entries if entry.seat}
    together: tuple[Together, ...] = ()
    if known_bonds := bonds(ground.event, entries):
        pairings = pairings_of(ground.event, ground.frames, by_seat, ground.day)
        numbers = {seat: entry.number for seat, entry in by_seat.items()}
        together = _left_together(ground.event, numbers, known_bonds, pairings)
    return _proof(ground.event, ground.frames, by_seat, together, ground.day)


def _left_together(
    event: Event, numbers: Mapping[str, int], known_bonds: Sequence[Bond], pairings: Sequence[Pairing]
) -> tuple[Together, ...]:
    """The people whom these seats leave together: at a table, or on a ladder at one of its tables in the first game."""
    if event.is_ladder:
        return apart.find_paired(numbers, known_bonds, [pairing for pairing in pairings if pairing.game == 1])
    return apart.find_together(numbers, known_bonds, apart.first_games(pairings))


def _proof(
    event: Event,
    frames: Mapping[str, int],
    by_seat: Mapping[str, Entered],
    together: Sequence[Together],
    in_force: Day = AS_PLANNED,
) -> Proof:
    """What a seating gives each player. `in_force` are the changes of the day since the seats were published."""
    movement, deal_format = Movement(event.movement), deal.Deal(event.deal)
    repeats = repeats_allowed(movement, frames, event.fixed_rounds, event.repeats_reason)
    announced, numbers = numbers_by_table(event.dealt_to), numbers_by_table(by_seat)
    teams = bool(by_seat) and all(len(entry.players) > 1 for entry in by_seat.values())
    tables = []
    for table in frames:
        taken = numbers.get(table)
        if not taken:
            continue
        is_announced = table in announced
        deals_are_computable = not is_announced or (announced[table] == taken and not repeats)
        if in_force.of_table(table) == AS_PLANNED and not any(event.dealt_by) and deals_are_computable:
            totals, rounds = _table_proof(
                movement, frames[table], taken, event.games, event.fixed_rounds, repeats, deal_format
            )
        else:
            seats = [str(Seat(table, number)) for number in taken]
            games = dealt_pairings(event, {table: frames[table]}, seats, in_force)
            meetings = proof.meetings(games, movement) if games else ()
            totals, rounds = _values_by_number(
                games, [game.first_deal for game in games], meetings, event.games, deal_format
            )
        lines = []
        for number in sorted(taken):
            text = f"{table}-{number}"
            lines.append(
                ProofLine(
                    text,
                    by_seat[text].number,
                    by_seat[text].name,
                    by_seat[text].beside,
                    *totals.get(number, _NO_VALUES),
                )
            )
        tables.append(TableProof(table, rounds, tuple(lines), teams))
    by_number = {entry.number: (seat, entry.name) for seat, entry in by_seat.items()} if together else {}
    why_uneven = [movement_words.two_games_sit_out()] if movement is Movement.TWO_GAMES else []
    why_uneven += [event.sit_outs_reason] if event.sit_outs_reason else []
    return Proof(
        tuple(tables),
        tuple(_together_sentence(group, by_number, has_plan=movement in movements_rules.PLANS) for group in together),
        max((table.rounds for table in tables), default=event.games),
        " ".join(why_uneven) if any(table.is_uneven for table in tables) else "",
    )


_LineValues = tuple[int, int, int, int, int, int | None]
"""The numbers of a `ProofLine`, from `games` on, in its order."""

_NO_VALUES: _LineValues = (0, 0, 0, 0, 0, None)


def _together_sentence(group: Together, by_number: Mapping[int, tuple[str, str]], *, has_plan: bool) -> str:
    people = [by_number[number] for number in group.people]
    return seats_words.together(
        group.bond.kind, group.bond.name, group.table, people, group.first_game, has_plan=has_plan
    )


@lru_cache(maxsize=512)
def _table_proof(
    movement: Movement,
    frame: int,
    taken: frozenset[int],
    games: int,
    rounds: int | None,
    repeats: bool,
    deal_format: deal.Deal,
) -> tuple[dict[int, _LineValues], int]:
    """The numbers of each proof line of one table by seat number, and the table's number of rounds. Cached."""
    if movement not in movements_rules.PLANS:
        return {}, games
    pairings, meetings = proof.one_table(movement, frame, taken, games, rounds, allow_repeats=repeats)
    return _values_by_number(pairings, deal.first_dealers(pairings, deal_format), meetings, games, deal_format)


def _values_by_number(
    pairings: Sequence[Pairing],
    dealers: Iterable[str | None],
    meetings: Iterable[proof.Meetings],
    games: int,
    deal_format: deal.Deal,
) -> tuple[dict[int, _LineValues], int]:
    """The numbers of each proof line of one table by seat number, and its number of rounds.

    The rounds are `games` if there are no pairings.
    """
    first = Counter(
        dealer
        for pairing, dealer in zip(pairings, dealers, strict=True)
        if dealer is not None and pairing.counted[pairing.players.index(dealer)]
    )
    alternate = deal_format is deal.Deal.ALTERNATE
    by_number: dict[int, _LineValues] = {
        parse_seat(totals.seat).number: (
            totals.games,
            totals.opponents,
            totals.repeats,
            totals.sit_outs,
            totals.extra_games,
            first[totals.seat] if alternate else None,
        )
        for totals in meetings
    }
    return by_number, pairings[-1].game if pairings else games
