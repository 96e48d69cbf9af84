"""Who meets whom in the qualifying round: how people move, and the games that result.

A table is a long section of seats. Its *frame* is the even number of seats that people move through; odd seats are on
one side, and seat 1 faces seat 2, seat 3 faces seat 4 and so on. People are named by their permanent ID, the seat they
started at. A seat of the frame without an entrant stays empty and moves like a person: its opponent *sits out* and
earns nothing. A game *counts* for a player until they have as many as the event has; a later one is an *extra game*,
which counts only on the opponent's card. A game that would count on neither card is not played, and both players are
*free*.

The rulebook speaks of anchor positions (4.2.d, 2020) and has no chart of the movement. The movements here are ours,
from halls' practice: everybody moves one seat to the right and the anchor at seat 1 stays; or the even side moves and
the odd side stays; or the two sides take turns, four moves each; or everybody moves as with an anchor, but after every
second game. A *round* of a plan is one position of all its people. What happens on the day is data beside the plan: who is *away* for some games, and the
*course* that a table took if people moved wrongly.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import lcm

from tournaments.rules.seat import MAX_SEATS, Seat, parse_seat, table_order


class Movement(StrEnum):
    """How people move between games; with NONE the opponents are read from the cards."""

    ANCHOR = "anchor"
    MOVING_SIDE = "moving_side"
    HALF_AND_HALF = "half_and_half"
    TWO_GAMES = "two_games"
    LADDER = "ladder"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Plan:
    """A movement as data.

    `rings` gives, for a frame, the seats along which people move: each goes to the next seat of the ring, the last to
    the first. A seat in no ring keeps its player. `games_per_move` is the number of games between two moves, and so how
    often two people may meet. `mixes` says whether everybody eventually meets everybody at the table, not only the
    other side. With `moves_in_turn` the rings take turns: the first moves so often, then the second, then the first
    again; 0 means that all of them move each time.
    """

    rings: Callable[[int], tuple[tuple[int, ...], ...]]
    games_per_move: int = 1
    mixes: bool = True
    moves_in_turn: int = 0

    def ring_moves(self, place: int, rings: int, moves: int) -> int:
        """Return how often the ring at this place of so many has moved, when there were so many moves altogether."""
        if not self.moves_in_turn:
            return moves
        return sum(move // self.moves_in_turn % rings == place for move in range(moves))


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the schedule, or one player's sit-out.

    `seats` are the seats of the two, the odd seat first; `players` are their permanent IDs; `counted` says for which of
    them the game counts. A sit-out has its player first and None second, counts for nobody and has no first deal. It is
    `free` if somebody sits opposite, but both have all their games already.
    """

    game: int
    table: str
    seats: tuple[int, int]
    players: tuple[str | None, str | None]
    first_deal: str | None = None
    counted: tuple[bool, bool] = (True, True)
    free: bool = False


@dataclass(frozen=True, slots=True)
class Away:
    """The games in which a seat is empty although somebody holds it, both ends included.

    With `last` None the player is gone for good, and the table does not wait for their remaining games. Nor does it
    wait if the games are not `made_up`, as for a latecomer, who has fewer games.
    """

    seat: str
    first: int
    last: int | None = None
    made_up: bool = True

    def covers(self, game: int) -> bool:
        """Whether the seat is empty in this game."""
        return self.first <= game and (self.last is None or game <= self.last)


@dataclass(frozen=True, slots=True)
class Course:
    """How the games of one table went, or will go, if that is not the plan's own order.

    - `rounds` are the plan's rounds (from 1) played in game 1, 2 …. Afterwards the plan goes on from the last of them,
      and includes the rounds left out.
    - `pairs` replaces whole games: for each its number and the people at seats 1 and 2, 3 and 4 …. An empty seat
      appears by its number.
    - `start` is set if somebody got a place that the draw did not have, or if people took each other's places. It lists
      who moves along the plan as its seats 1, 2 … after the first `before` games. Its length is the frame.
    - `before` is the number of games before `start` applies. All of them are in `pairs`.
    - `deals` are the first deals announced for this course: for each game pairs of dealer and opponent.
    - `ends` is the game after which every game has repeats; the table plays those only if that is allowed. 0 means that
      there are no such games.
    """

    rounds: tuple[int, ...] = ()
    pairs: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    start: tuple[int, ...] = ()
    before: int = 0
    deals: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    ends: int = 0

    def people(self, frame: int) -> tuple[int, ...]:
        """Who moves along the plan at a table drawn with this frame, by the seats of its first round."""
        return self.start or tuple(range(1, frame + 1))

    def pairs_in(self, game: int) -> tuple[tuple[int, int], ...] | None:
        """The pairs of this game, if they replace the plan's."""
        return dict(self.pairs).get(game)


AS_PLANNED = Course()


def anchor_rings(frame: int) -> tuple[tuple[int, ...], ...]:
    """Return the one ring around the anchor at seat 1: up the even side and down the odd side.

    >>> anchor_rings(10)
    ((2, 4, 6, 8, 10, 9, 7, 5, 3),)
    """
    return ((*range(2, frame + 1, 2), *range(frame - 1, 1, -2)),)


def moving_side_rings(frame: int) -> tuple[tuple[int, ...], ...]:
    """Return the ring of the even side, whose last seat is followed by its first; the odd side stays.

    >>> moving_side_rings(10)
    ((2, 4, 6, 8, 10),)
    """
    return (tuple(range(2, frame + 1, 2)),)


def side_by_side_rings(frame: int) -> tuple[tuple[int, ...], ...]:
    """Return the rings of the even and of the odd side, each moving to its own right, so against the other.

    >>> side_by_side_rings(10)
    ((2, 4, 6, 8, 10), (9, 7, 5, 3, 1))
    """
    return *moving_side_rings(frame), tuple(range(frame - 1, 0, -2))


MOVES_IN_TURN = 4
"""How often one side moves before the other does, if they take turns: of nine games that is half and half."""

PLANS: Mapping[Movement, Plan] = {
    Movement.ANCHOR: Plan(anchor_rings),
    Movement.MOVING_SIDE: Plan(moving_side_rings, mixes=False),
    Movement.HALF_AND_HALF: Plan(side_by_side_rings, mixes=False, moves_in_turn=MOVES_IN_TURN),
    Movement.TWO_GAMES: Plan(anchor_rings, games_per_move=2),
}
"""The movements that fix a schedule in advance."""


def sitters(plan: Plan, people: int | Sequence[int], round_: int) -> tuple[int, ...]:
    """Return who sits at seats 1, 2 … in this round of the plan (from 1).

    `people` lists the people in the order of their starting seats. A number stands for the people 1, 2 … up to it.

    >>> sitters(PLANS[Movement.ANCHOR], 6, 2), sitters(PLANS[Movement.ANCHOR], (1, 2, 3, 4, 5, 7), 2)
    ((1, 3, 5, 2, 6, 4), (1, 3, 5, 2, 7, 4))
    >>> sitters(PLANS[Movement.HALF_AND_HALF], 12, 5), sitters(PLANS[Movement.HALF_AND_HALF], 12, 6)
    ((1, 6, 3, 8, 5, 10, 7, 12, 9, 2, 11, 4), (3, 6, 5, 8, 7, 10, 9, 12, 11, 2, 1, 4))
    """
    by_start = range(1, people + 1) if isinstance(people, int) else people
    frame = len(by_start)
    moves = (round_ - 1) // plan.games_per_move
    start_of = list(range(frame + 1))  # the starting seat of whoever sits at each seat; index 0 is unused
    rings = plan.rings(frame)
    for number, ring in enumerate(rings):
        moved = plan.ring_moves(number, len(rings), moves)
        for place, seat in enumerate(ring):
            start_of[seat] = ring[(place - moved) % len(ring)]
    return tuple(by_start[start - 1] for start in start_of[1:])


def cycle(plan: Plan, frame: int) -> int:
    """Return after how many games everybody is opposite their first opponent again.

    With an anchor and one game per move it is one fewer than there are seats. Then everybody is back at the starting
    seat; only where the sides take turns, they are sent back to it.
    """
    return plan.games_per_move * lcm(*(len(ring) for ring in plan.rings(frame)))


def round_order(plan: Plan, frame: int, course: Course = AS_PLANNED, *, repeats: bool = False) -> Iterator[int]:
    """Yield the plan's round for game 1, 2 …: first the course's rounds, then the rounds left out, from there on.

    Each round comes once. With `repeats` the order never ends: after all rounds it starts again from the first.

    >>> list(round_order(PLANS[Movement.ANCHOR], 6, Course((1, 3))))
    [1, 3, 4, 5, 2]
    """
    length = cycle(plan, len(course.people(frame)))
    yield from course.rounds
    remaining = set(range(1, length + 1)) - {(round_ - 1) % length + 1 for round_ in course.rounds}
    last = course.rounds[-1] if course.rounds else 0
    rounds_from_last = ((last + step) % length + 1 for step in range(length))
    yield from (round_ for round_ in rounds_from_last if round_ in remaining)
    while repeats:
        yield from range(1, length + 1)


def schedule(
    movement: Movement,
    frames: Mapping[str, int],
    occupied: Collection[str],
    games: int,
    *,
    rounds: int | None = None,
    allow_repeats: bool = False,
    away: Collection[Away] = (),
    courses: Mapping[str, Course] | None = None,
) -> tuple[Pairing, ...]:
    """Return every game and sit-out of the qualifying round, by game, then table, then seat, without first deals.

    A table plays until everybody who stays has `games` games. That takes one round more if the number of players is
    odd, and perhaps more with several empty seats. A game that would count on neither card is not played: both players
    are free. Past `games`, a round of the plan without any game is passed over, and people move on at once.

    A table never goes past the plan's last round, so that nobody meets again beyond the format. If repeats are allowed,
    it starts the plan again. `rounds` is the director's limit; a table that needs fewer ends earlier. Impossible
    schedules are not refused here: `proof.find_impossible` finds them. Movement NONE has no schedule.

    ValueError for a movement without a plan, an odd or too large frame, a seat outside its frame, no games or no
    rounds.
    """
    played = _played(movement, frames, occupied, games, rounds, allow_repeats, away, courses or {})
    pairings = [pairing for table_games in played.values() for _round, row in table_games for pairing in row]
    return tuple(sorted(pairings, key=lambda pairing: pairing.game))


def rounds_played(
    movement: Movement,
    frames: Mapping[str, int],
    occupied: Collection[str],
    games: int,
    *,
    rounds: int | None = None,
    allow_repeats: bool = False,
    away: Collection[Away] = (),
    courses: Mapping[str, Course] | None = None,
) -> dict[str, tuple[int, ...]]:
    """Return the plan's rounds that each table plays in game 1, 2 …, by table.

    They are in the plan's order, except for the table's course and for rounds passed over. ValueError as `schedule`.

    >>> rounds_played(Movement.ANCHOR, {"A": 6}, [f"A-{number}" for number in range(1, 6)], 3)
    {'A': (1, 2, 3, 4)}
    """
    played = _played(movement, frames, occupied, games, rounds, allow_repeats, away, courses or {})
    return {table: tuple(round_ for round_, _row in table_games) for table, table_games in played.items()}


def games_at(
    plan: Plan,
    frame: int,
    absences: Mapping[int, Collection[Away]],
    course: Course,
    games: int,
    *,
    rounds: int | None = None,
    allow_repeats: bool = False,
) -> tuple[Pairing, ...]:
    """Return every game and sit-out of one table, named A, as `schedule` does.

    `absences` are the absences of each taken seat, by its number; every taken seat is a key.

    >>> [game.players for game in games_at(PLANS[Movement.ANCHOR], 4, dict.fromkeys((1, 2, 3), ()), AS_PLANNED, 1)]
    [('A-1', 'A-2'), ('A-3', None), ('A-1', 'A-3'), ('A-2', None)]
    """
    played = _Table(plan, "A", frame, absences, course).play(games, rounds=rounds, allow_repeats=allow_repeats)
    return tuple(pairing for _round, row in played for pairing in row)


_Row = tuple[Pairing, ...]


def _played(
    movement: Movement,
    frames: Mapping[str, int],
    occupied: Collection[str],
    games: int,
    rounds: int | None,
    allow_repeats: bool,
    away: Collection[Away],
    courses: Mapping[str, Course],
) -> dict[str, list[tuple[int, _Row]]]:
    """Every table's games in order, each with its round of the plan, by table. ValueError as `schedule`."""
    if movement is Movement.NONE:
        return {}
    if movement not in PLANS:
        raise ValueError(f"the movement {movement} has no plan")
    if games < 1 or (rounds is not None and rounds < 1):
        raise ValueError("a qualifying round has at least one game and one round")
    frames = wider(frames, courses)
    absences: dict[str, list[Away]] = {}
    for absence in away:
        absences.setdefault(absence.seat, []).append(absence)
    return {
        table: list(
            _Table(
                PLANS[movement],
                table,
                frames[table],
                {number: absences.get(str(Seat(table, number)), []) for number in sorted(numbers)},
                courses.get(table, AS_PLANNED),
            ).play(games, rounds=rounds, allow_repeats=allow_repeats)
        )
        for table, numbers in seats_by_table(frames, occupied).items()
    }


def wider(frames: Mapping[str, int], courses: Mapping[str, Course]) -> dict[str, int]:
    """Return the frames widened by seats added during a game: up to the highest number that a course names.

    >>> wider({"A": 10, "B": 10}, {"A": Course(start=(*range(1, 11), 11, 12), before=3)})
    {'A': 12, 'B': 10}
    """
    highest = {table: max(course.start, default=0) for table, course in courses.items()}
    needed = {table: number + number % 2 for table, number in highest.items()}
    return {table: max(frame, needed.get(table, 0)) for table, frame in frames.items()}


def seats_by_table(frames: Mapping[str, int], occupied: Collection[str]) -> dict[str, frozenset[int]]:
    """Return the numbers of the occupied seats of each table, in table order. ValueError as `schedule`."""
    for table, frame in frames.items():
        if frame % 2 or not 2 <= frame <= MAX_SEATS:
            raise ValueError(f"table {table} cannot have a frame of {frame} seats")
    numbers: dict[str, set[int]] = {table: set() for table in sorted(frames, key=table_order)}
    for text in occupied:
        seat = parse_seat(text)
        if seat.number > frames.get(seat.table, 0):
            raise ValueError(f"{seat} is outside the frames")
        numbers[seat.table].add(seat.number)
    return {table: frozenset(taken) for table, taken in numbers.items()}


@dataclass(frozen=True, slots=True)
class _Table:
    """One table at play. `absences` are the absences of each taken seat, by its number."""

    plan: Plan
    name: str
    frame: int
    absences: Mapping[int, Collection[Away]]
    course: Course

    def play(self, games: int, *, rounds: int | None, allow_repeats: bool) -> Iterator[tuple[int, _Row]]:
        """Yield game after game, each with its round of the plan.

        Past `games` a round without any game is passed over. If somebody is still to come back, or the course covers
        the game, the round is held back and yielded only if another game follows.
        """
        stayers = [
            number
            for number, absences in self.absences.items()
            if all(absence.last is not None and absence.made_up for absence in absences)
        ]
        last_in_course = max([len(self.course.rounds), *(game for game, _pairs in self.course.pairs)])
        # The last game anybody misses before coming back: until then the number of the game decides who is there.
        last_missed = max(
            (absence.last for absences in self.absences.values() for absence in absences if absence.last), default=0
        )
        played: Counter[int] = Counter()
        game, idle_rounds = 1, 0
        held_back: list[tuple[int, _Row]] = []
        # Somebody alone at a table never gets a game, however often the plan repeats.
        repeats = allow_repeats and len(stayers) > 1
        length = cycle(self.plan, len(self.course.people(self.frame)))
        limits = [limit for limit in (rounds, None if allow_repeats else self.course.ends) if limit]
        for round_ in round_order(self.plan, self.frame, self.course, repeats=repeats):
            all_have_games = all(played[number] >= games for number in stayers)
            if all_have_games or any(game > limit for limit in limits) or idle_rounds == length:
                return
            row = tuple(self._game(game, round_, games, played))
            is_played = any(None not in pairing.players for pairing in row)
            if game <= games or is_played:
                yield from (*held_back, (round_, row))
                held_back.clear()
            elif game <= max(last_in_course, last_missed):
                held_back.append((round_, row))
            else:
                idle_rounds += 1
                continue
            game, idle_rounds = game + 1, 0

    def _game(self, game: int, round_: int, games: int, played: Counter[int]) -> Iterator[Pairing]:
        """Yield the pairings of one game, and add its games to `played`, the number of games of each player so far."""
        seated = sitters(self.plan, self.course.people(self.frame), round_)
        pairs = self.course.pairs_in(game) or tuple(zip(seated[::2], seated[1::2], strict=True))
        for seat, pair in zip(range(1, 2 * len(pairs), 2), pairs, strict=True):
            present = [number for number in pair if self._is_here(number, game)]
            counts = [played[number] < games for number in present]
            if len(present) == 2 and any(counts):
                first, second = (f"{self.name}-{number}" for number in present)
                yield Pairing(game, self.name, (seat, seat + 1), (first, second), counted=(counts[0], counts[1]))
                played.update(present)
                continue
            for number in present:
                seats = (seat, seat + 1) if number == pair[0] else (seat + 1, seat)
                alone = (f"{self.name}-{number}", None)
                yield Pairing(game, self.name, seats, alone, counted=(False, False), free=len(present) == 2)

    def _is_here(self, number: int, game: int) -> bool:
        """Whether somebody holds this seat and is present in this game."""
        absences = self.absences.get(number)
        return absences is not None and not any(absence.covers(game) for absence in absences)
