"""Seats as their pages show them: what a draw would give, and later who sits where and meets whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.day.reads.schedule import frames, repeats_allowed, schedule
from tournaments.day.reads.substitutes import Substitutes, playing_on, substitutes, who_plays
from tournaments.errors import Fault
from tournaments.models import Entry, Event
from tournaments.rotation.rules import draw, layout, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.finding import Finding
from tournaments.rules.seat import Seat, numbers_by_table, parse_seat, seat_order, table_names


def unplayable(
    movement: Movement,
    frames: Mapping[str, int],
    seats: Collection[str],
    games: int,
    *,
    rounds: int | None,
    most_rounds: int,
    repeats_reason: str = "",
    allow_uneven: bool = False,
) -> tuple[Fault, ...]:
    """Why not everybody at these seats can have all games, or why sit-outs are uneven; empty if neither is so.

    Each fault says its fix. Meeting again, and sitting out two games more than others, need a reason from the director.
    That enough rounds are set is no such reason (ours). If a reason would help, the last faults ask for it. For meeting
    again the fault says how many rounds it takes; if that is more than `most_rounds`, no reason is asked for.
    """
    findings = proof.find_impossible(
        movement, frames, seats, games, rounds=rounds, allow_repeats=bool(repeats_reason), allow_uneven=allow_uneven
    )
    reasons_needed = _reasons_needed(findings, movement, frames, seats, games, most_rounds, allow_uneven=allow_uneven)
    return (*faults_words.faults(findings), *reasons_needed)


def _reasons_needed(
    findings: Collection[Finding],
    movement: Movement,
    frames: Mapping[str, int],
    seats: Collection[str],
    games: int,
    most_rounds: int,
    *,
    allow_uneven: bool,
) -> tuple[Fault, ...]:
    """A fault for each reason that the director must give to allow these findings; empty if no reason helps."""
    codes = {finding.code for finding in findings}
    reasons_needed = []
    if "opponents" in codes:
        if not codes <= {"opponents", "sit_outs"}:
            return ()
        findings = proof.find_impossible(movement, frames, seats, games, allow_repeats=True, allow_uneven=allow_uneven)
        needed = proof.rounds_needed(movement, frames, seats, games, allow_repeats=True)
        if needed > most_rounds or any(finding.code != "sit_outs" for finding in findings):
            return ()
        reasons_needed.append(Fault("repeats_reason", "repeats", faults_words.repeats_cure(needed)))
    if any(finding.code == "sit_outs" for finding in findings):
        reasons_needed.append(Fault("sit_outs_reason", "uneven", faults_words.uneven_cure()))
    return tuple(reasons_needed)


def are_uneven(movement: Movement, frames: Mapping[str, int], seats: Collection[str], games: int) -> bool:
    """Whether at these seats some sit out at least two games more than others of their table."""
    findings = proof.find_impossible(movement, frames, seats, games, allow_repeats=True)
    return any(finding.code == "sit_outs" for finding in findings)


def unfinishable(
    movement: Movement,
    games: int,
    entrants: int,
    *,
    rounds: int | None,
    most_rounds: int,
    repeats_reason: str = "",
    allow_uneven: bool = False,
) -> tuple[Fault, ...]:
    """Why this many entrants, at the proposed tables, could not finish the games; empty if they can.

    It serves a plan before anybody is entered. The faults name the fields of the plan; `expected` is the field for the
    expected number of entrants.
    """
    if movement not in movements_rules.PLANS:
        return ()
    # Tables of one size are alike, so one of each is checked.
    sizes = sorted(set(layout.propose_tables(entrants, games, movement=movement)))
    seats = [
        str(Seat(table, number))
        for table, size in zip(table_names(len(sizes)), sizes, strict=True)
        for number in range(1, size + 1)
    ]
    frames_by_table = layout.frames_for(seats)
    findings = proof.find_impossible(
        movement,
        frames_by_table,
        seats,
        games,
        rounds=rounds,
        allow_repeats=bool(repeats_reason),
        allow_uneven=allow_uneven,
    )
    by_code = {finding.code: finding for finding in reversed(findings)}
    if "alone" in by_code:
        return faults_words.faults(findings)
    messages = []
    if too_few := by_code.get("opponents"):
        messages.append(
            faults_words.expected_too_few(
                too_few, entrants, meets_twice=movements_rules.PLANS[movement].games_per_move > 1
            )
        )
    if uneven := by_code.get("sit_outs"):
        messages.append(faults_words.expected_uneven(uneven, entrants))
    faults = faults_words.faults(finding for finding in findings if finding.code not in {"opponents", "sit_outs"})
    if not messages:
        return faults
    reasons_needed = _reasons_needed(
        findings, movement, frames_by_table, seats, games, most_rounds, allow_uneven=allow_uneven
    )
    messages += [
        faults_words.uneven_cure(is_planned=True) if fault.code == "uneven" else fault.message
        for fault in reasons_needed
    ]
    return (Fault("expected", "opponents" if too_few else "sit_outs", " ".join(messages)), *faults)


@dataclass(frozen=True, slots=True)
class TablePreview:
    """What one table gives: the fewest opponents, the most repeats and sit-outs, and the extra games in total."""

    name: str
    players: int
    rounds: int
    opponents: int
    repeats: int
    sit_outs: int
    extra_games: int


@dataclass(frozen=True, slots=True)
class SeatingPreview:
    """What a draw at these tables would give. `faults` say why it is impossible; `tables` is empty then, and on a ladder,
    whose tables follow from the results."""

    entrants: int
    sizes: tuple[int, ...]
    proposed: tuple[int, ...]
    tables: tuple[TablePreview, ...]
    rounds: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """The table sizes of a draw, those that the rules propose, and why these sizes are none for the event."""

    sizes: tuple[int, ...]
    proposed: tuple[int, ...]
    faults: tuple[Fault, ...] = ()


def tables_of(event: Event, seated: Mapping[int, str], unseated: Sequence[int], sizes: Sequence[int] | None) -> Tables:
    """Settle the tables of a draw for these entrants, by number; without `sizes` the rules propose them.

    The teams of a ladder have one list of seats, from which its tables follow: sizes that hold the teams become that list.
    """
    entrants, movement = len(seated) + len(unseated), Movement(event.movement)
    proposed = layout.propose_tables(entrants, event.games, seated.values(), movement=movement)
    wanted = tuple(sizes or proposed)
    if movement is Movement.LADDER and wanted != proposed:
        if unfit := draw.find_unfit_for_ladder(entrants, wanted):
            return Tables(wanted, proposed, faults_words.faults(unfit))
        wanted = proposed
    return Tables(wanted, proposed, faults_words.faults(draw.find_unseatable(unseated, seated, wanted)))


def seating_preview(event: Event, sizes: Sequence[int] | None, *, most_rounds: int) -> SeatingPreview:
    """What a draw at these tables would give each table. Who sits where remains open.

    Without `sizes` the rules propose the tables. Needs at least two players. One query.
    """
    movement = Movement(event.movement)
    entries = list(event.entries.playing().order_by("number"))
    seated = {entry.number: entry.seat for entry in entries if entry.seat}
    unseated = [entry.number for entry in entries if not entry.seat]
    settled = tables_of(event, seated, unseated, sizes)
    sizes, faults = settled.sizes, settled.faults
    tables: tuple[TablePreview, ...] = ()
    if not faults:
        # The seed decides who takes the seats, not which seats are taken.
        seats = list(draw.draw_seats(unseated, seated, sizes, seed=0))
        frames_by_table = layout.frames_for(seats)
        faults = unplayable(
            movement,
            frames_by_table,
            seats,
            event.games,
            rounds=event.fixed_rounds,
            most_rounds=most_rounds,
            repeats_reason=event.repeats_reason,
            allow_uneven=bool(event.sit_outs_reason),
        )
        if not faults and not event.is_ladder:
            tables = _table_previews(event, movement, frames_by_table, seats)
    return SeatingPreview(
        entrants=len(entries),
        sizes=sizes,
        proposed=settled.proposed,
        tables=tables,
        rounds=max((table.rounds for table in tables), default=event.games),
        faults=faults,
    )


def _table_previews(
    event: Event, movement: Movement, frames_by_table: Mapping[str, int], seats: Sequence[str]
) -> tuple[TablePreview, ...]:
    pairings = movements_rules.schedule(
        movement,
        frames_by_table,
        seats,
        event.games,
        rounds=event.fixed_rounds,
        allow_repeats=repeats_allowed(movement, frames_by_table, event.fixed_rounds, event.repeats_reason),
    )
    gives: dict[str, list[proof.Meetings]] = defaultdict(list)
    for meetings in proof.meetings(pairings, movement):
        gives[parse_seat(meetings.seat).table].append(meetings)
    players = Counter(parse_seat(seat).table for seat in seats)
    rounds_of: dict[str, int] = defaultdict(lambda: event.games)
    for pairing in pairings:
        rounds_of[pairing.table] = pairing.game
    return tuple(
        TablePreview(
            name=table,
            players=players[table],
            rounds=rounds_of[table],
            opponents=min((totals.opponents for totals in gives[table]), default=0),
            repeats=max((totals.repeats for totals in gives[table]), default=0),
            sit_outs=max((totals.sit_outs for totals in gives[table]), default=0),
            extra_games=sum(totals.extra_games for totals in gives[table]),
        )
        for table in frames_by_table
    )


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat of a table and the entry that starts there; None if it is empty. `substitute` says who plays for them."""

    seat: str
    number: int
    entry: Entry | None
    substitute: str = ""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as it was drawn."""

    name: str
    players: int
    seats: tuple[SeatShown, ...]


def tables(event: Event) -> tuple[TableShown, ...]:
    """Every table with everybody at it, in three queries; a no-show's seat is shown empty."""
    by_seat = {entry.seat: entry for entry in Entry.objects.of(event).playing().with_people() if entry.table}
    played_on = playing_on(event, {seat: entry.name for seat, entry in by_seat.items()})
    # People who joined a full table during a game have IDs beyond the drawn seats.
    highest = {table: max(numbers) for table, numbers in numbers_by_table(by_seat).items()}
    shown = []
    for table, frame in frames(event).items():
        seats = tuple(
            SeatShown(seat, number, by_seat.get(seat), played_on.get(seat, ""))
            for number in range(1, max(frame, highest.get(table, 0)) + 1)
            for seat in [str(Seat(table, number))]
        )
        shown.append(TableShown(table, sum(1 for seat in seats if seat.entry), seats))
    return tuple(shown)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of one player: the opponent, table and seat, and who deals first.

    There is no opponent in a sit-out or if the player is `free`.
    """

    game: int
    table: str
    seat: int
    opponent: Entry | None
    first_deal: str | None
    counted: bool
    substitutes_by_seat: Substitutes = field(default_factory=dict, compare=False, hash=False)
    free: bool = False

    @property
    def sits_at(self) -> int | None:
        """The seat; None for a free player, and for a team that sits out on a ladder."""
        return None if self.free or not self.table else self.seat

    @property
    def who(self) -> str:
        """The opponent's name, with the substitute who plays this game for them, in the reader's language."""
        if self.opponent is None:
            return ""
        return who_plays(self.substitutes_by_seat, self.opponent.seat, self.opponent.name, self.game)

    @property
    def players(self) -> list[str]:
        """The two people of the opposing team; empty for one person, and without an opponent."""
        return self.opponent.names if self.opponent else []


@dataclass(frozen=True, slots=True)
class Way:
    """One player's round: games and sit-outs in order, and the table's games `missed` while away."""

    meetings: tuple[Meeting, ...]
    missed: tuple[int, ...]


def way(event: Event, seat: str) -> Way:
    """The games of the player who starts at this seat."""
    return ways(event, [seat])[seat]


def ways(event: Event, seats: Collection[str] = ()) -> dict[str, Way]:
    """The games of the players who start at these seats, by default of all who play, by seat.

    It takes no more queries than for one player.
    """
    by_seat = {entry.seat: entry for entry in Entry.objects.of(event).playing().with_people() if entry.table}
    substitutes_by_seat = substitutes(event)
    last_games: Counter[str] = Counter()
    games_by_seat: dict[str, dict[int, Meeting]] = {seat: {} for seat in seats or by_seat}
    for pairing in schedule(event):
        last_games[pairing.table] = max(last_games[pairing.table], pairing.game)
        for place, player in enumerate(pairing.players):
            if player is None or player not in games_by_seat:
                continue
            opponent = pairing.players[1 - place]
            games_by_seat[player][pairing.game] = Meeting(
                pairing.game,
                pairing.table,
                pairing.seats[place],
                by_seat[opponent] if opponent else None,
                pairing.first_deal,
                pairing.counted[place],
                substitutes_by_seat,
                pairing.free,
            )
    # A present player is in every game of the table, even without an opponent, so the other games are missed.
    return {
        seat: Way(
            tuple(games.values()),
            tuple(game for game in range(1, last_games[parse_seat(seat).table] + 1) if game not in games),
        )
        for seat, games in games_by_seat.items()
    }


def route(event: Event, seat: str) -> tuple[Meeting, ...]:
    """Every game of the player who starts at this seat, in order."""
    return way(event, seat).meetings


@dataclass(frozen=True, slots=True)
class GameShown:
    """One board of a game: a game of two, a sit-out, or a `free` player alone.

    `players` are the entries, each with the name of who actually plays.
    """

    seats: tuple[int, int]
    players: tuple[tuple[Entry, str] | None, ...]
    first_deal: str | None
    free: bool = False


def game_by_table(event: Event, game: int) -> dict[str, list[GameShown]]:
    """Who meets whom in this game, by table."""
    by_seat = {entry.seat: entry for entry in Entry.objects.of(event).playing().with_people() if entry.table}
    substitutes_by_seat = substitutes(event)
    shown: dict[str, list[GameShown]] = defaultdict(list)
    for pairing in schedule(event, game):
        people = tuple(
            (by_seat[player], who_plays(substitutes_by_seat, player, by_seat[player].name, game)) if player else None
            for player in pairing.players
        )
        shown[pairing.table].append(GameShown(pairing.seats, people, pairing.first_deal, pairing.free))
    return dict(shown)


def movement_of(event: Event, table: str) -> dict[str, list[str | None]]:
    """The opponents of each player at this table, game by game: lists of opponents' seats by the player's seat.

    An empty text is a sit-out or no game; None means that the player is free.
    """
    opponents: dict[str, dict[int, str | None]] = defaultdict(dict)
    games = 0
    for pairing in schedule(event):
        if pairing.table != table:
            continue
        games = max(games, pairing.game)
        for player, opponent in zip(pairing.players, pairing.players[::-1], strict=True):
            if player is not None:
                opponents[player][pairing.game] = None if pairing.free else opponent or ""
    return {
        player: [opponents[player].get(game, "") for game in range(1, games + 1)]
        for player in sorted(opponents, key=seat_order)
    }
