"""What departed from the plan on the day, and what that changes for whom.

A *day* is everything in force: who is away for which games, and the course of every table that moved another way. A
*difference* is one game of one player that has changed: another opponent, a sit-out, another seat. All of it is ours:
the rulebook leaves a table that cannot follow the plan to the director and the judges.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.rotation.rules.movements import Away, Course, Movement, Pairing
from tournaments.rotation.rules.proof import Meetings, meetings
from tournaments.rules.seat import MAX_SEATS, parse_seat, read_seat, seat_order

_MOST_ENTRANTS = 10_000


@dataclass(frozen=True, slots=True)
class Day:
    """What is in force on the day: absences, and courses by table. Hashable, so that results can be cached."""

    away: tuple[Away, ...] = ()
    courses: tuple[tuple[str, Course], ...] = ()

    def of_table(self, table: str) -> "Day":
        """The part that concerns this table, renamed to table A, so that equal tables share a cached result."""
        away = [absence for absence in self.away if parse_seat(absence.seat).table == table]
        return Day(
            tuple(replace(absence, seat=f"A-{parse_seat(absence.seat).number}") for absence in away),
            tuple(("A", course) for name, course in self.courses if name == table),
        )


AS_PLANNED = Day()


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a player: their seat, their opponent (None for a sit-out), and whether it counts.

    `deals` says whether they deal first; None if they cut for it, or if the schedule came without first deals.
    """

    seat: int
    opponent: str | None
    counted: bool
    deals: bool | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """One game of one player, before and after; None where the player has no such game."""

    game: int
    player: str
    before: Played | None
    after: Played | None

    @property
    def is_other_opponent(self) -> bool:
        """Whether the opponent changes. A line written before then contradicts the new schedule."""
        opponent_before = self.before and self.before.opponent
        opponent_after = self.after and self.after.opponent
        return opponent_before != opponent_after


@dataclass(frozen=True, slots=True)
class Sum:
    """One player's totals for the whole round, before and after; None where the player has no game at all."""

    player: str
    before: Meetings | None
    after: Meetings | None


def course_values(course: Course) -> dict[str, Any]:
    """Return a course as plain lists, to be stored.

    >>> course_values(Course((1, 3), ((2, ((1, 4), (3, 2))),)))
    {'rounds': [1, 3], 'pairs': [[2, [[1, 4], [3, 2]]]]}
    """
    values: dict[str, Any] = {
        "rounds": list(course.rounds),
        "pairs": [[game, [list(pair) for pair in pairs]] for game, pairs in course.pairs],
    }
    if course.start:
        values |= {"start": list(course.start), "before": course.before}
    if course.deals:
        values["deals"] = [[game, [list(pair) for pair in pairs]] for game, pairs in course.deals]
    if course.ends:
        values["ends"] = course.ends
    return values


def read_course(values: Mapping[str, Any]) -> Course:
    """Return the course stored as these values."""

    def pairs(name: str) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
        return tuple((game, tuple((first, second) for first, second in met)) for game, met in values.get(name, ()))

    return Course(
        tuple(values["rounds"]),
        pairs("pairs"),
        tuple(values.get("start", ())),
        values.get("before", 0),
        pairs("deals"),
        values.get("ends", 0),
    )


def frames_with(frames: Mapping[str, int], changes: Iterable[tuple[str, str, Mapping[str, Any]]]) -> dict[str, int]:
    """Return the draw's frames, widened to include every seat in the `start` of these changes' courses."""
    wider = dict(frames)
    for _kind, table, data in changes:
        start = data.get("start")
        for number in start if isinstance(start, list) else ():
            if table in wider and isinstance(number, int) and wider[table] < number <= MAX_SEATS:
                wider[table] = number + number % 2
    return wider


def is_day_change(kind: str, data: Mapping[str, Any], table: str, frame: int, rounds: int) -> bool:
    """Whether `data` is valid for a change of this kind at this table: possible seats, games and rounds.

    >>> is_day_change("away", {"seat": "A-7", "first": 2, "last": None}, "A", 10, 120)
    True
    """

    def is_number(value: object, most: int) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most

    def is_place(value: object) -> bool:
        seat = read_seat(value) if isinstance(value, str) else None
        return seat is not None and str(seat) == value and seat.table == table and seat.number <= frame

    def is_winner(value: object) -> bool:
        # Without a plan people of two tables may meet.
        other = read_seat(value) if isinstance(value, str) else None
        return is_place(value) or (other is not None and str(other) == value and other.table != table)

    def are_people(value: object) -> bool:
        return (
            isinstance(value, list)
            and all(is_number(number, frame) for number in value)
            and len({*value}) == len(value) > 0
            and len(value) % 2 == 0
        )

    def are_pairs(value: object) -> bool:
        if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
            return False
        return are_people([number for pair in value for number in pair])

    def are_games(value: object) -> bool:
        return (
            isinstance(value, list)
            and all(isinstance(item, list) and len(item) == 2 for item in value)
            and all(is_number(game, rounds) and are_pairs(pairs) for game, pairs in value)
        )

    shapes: dict[str, dict[str, Callable[[Any], bool]]] = {
        "away": {
            "seat": is_place,
            "first": lambda value: is_number(value, rounds),
            "last": lambda value: value is None or is_number(value, rounds),
        },
        "late": {"seat": is_place, "first": lambda value: is_number(value, rounds) and value > 1},
        "award": {"game": lambda value: is_number(value, rounds), "winner": is_winner, "loser": is_place},
        # Without a game nobody wins; after the last game nothing is missed.
        "removed": {
            "seat": is_place,
            "game": lambda value: value is None or is_number(value, rounds),
            "winner": lambda value: (
                value is None if data["game"] is None else is_winner(value) and value != data["seat"]
            ),
            "first": lambda value: value is None or (is_number(value, rounds) and data["game"] in (None, value - 1)),
        },
        "substitute": {
            "seat": is_place,
            "name": lambda value: isinstance(value, str) and bool(value),
            "from_game": lambda value: is_number(value, rounds),
        },
        "course": {
            "rounds": lambda value: isinstance(value, list) and all(is_number(round_, 10 * rounds) for round_ in value),
            "pairs": are_games,
        },
    }
    shape = shapes[kind]
    course_start: dict[str, Callable[[Any], bool]] = {
        "start": are_people,
        "before": lambda value: is_number(value, rounds),
    }
    if kind == "late" and "start" in data:
        shape = {**shape, **shapes["course"], "place": lambda value: value == "" or is_place(value)}
    elif kind in ("away", "substitute", "removed") and "pairs" in data:
        shape = {**shape, **shapes["course"]}
    if kind == "substitute" and "partner" in data:
        shape = {**shape, "partner": shape["name"]}
    if kind == "substitute" and "last" in data:
        shape = {**shape, "last": lambda value: is_number(value, rounds) and value >= data["from_game"]}
    if "pairs" in shape:
        optional: dict[str, Callable[[Any], bool]] = {"deals": are_games, "ends": course_start["before"]}
        if kind == "course":
            optional["no_show"] = lambda value: is_number(value, _MOST_ENTRANTS)
        if "start" in data:
            shape = {**shape, **course_start}
        shape = {**shape, **{name: fits for name, fits in optional.items() if name in data}}
    return data.keys() == shape.keys() and all(fits(data[name]) for name, fits in shape.items())


def day_of(changes: Iterable[tuple[str, str, Mapping[str, Any]]]) -> Day:
    """Return the day that these changes add up to. They come oldest first, as kind, table and data.

    - A table's last course counts, because it was computed from the one before. A change of any kind may bring a
      course: if somebody gets a place that the draw did not have, or if people would otherwise meet again.
    - A substitute takes a seat that somebody left for good, even if the departure is noted later. After a substitute's
      last game the seat is empty again.
    - A removed player is gone for good from the next game on, if there is one.
    - Awards move nobody.
    """
    away: list[Away] = []
    courses: dict[str, Course] = {}
    substitutions: list[tuple[str, int, int | None]] = []
    for kind, table, data in changes:
        if kind == "away":
            absences = [Away(data["seat"], data["first"], data["last"])]
            for seat, game, until in sorted(substitutions, key=lambda substitution: substitution[1]):
                # With a game after the substitute's first one, it is the substitute who leaves.
                if data["first"] <= game:
                    absences = [piece for absence in absences for piece in _until(absence, seat, game, until)]
            away += absences
        elif kind == "removed" and data["first"] is not None:
            away.append(Away(data["seat"], data["first"], None))
        elif kind == "late":
            away.append(Away(data["seat"], 1, data["first"] - 1, made_up=False))
        elif kind == "substitute":
            until = data.get("last")
            substitutions.append((data["seat"], data["from_game"], until))
            away = [piece for absence in away for piece in _until(absence, data["seat"], data["from_game"], until)]
        if "pairs" in data:
            courses[table] = read_course(data)
    return Day(tuple(away), tuple(sorted(courses.items())))


def plays_on(
    changes: Iterable[tuple[str, str, Mapping[str, Any]]], kind: str, data: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """Return the data of the first substitute who plays on for the player who left by this change.

    None if nobody plays on, or if the change is no departure for good.

    >>> came = {"seat": "A-7", "name": "Sam Sub", "from_game": 9}
    >>> plays_on([("substitute", "A", came)], "away", {"seat": "A-7", "first": 9, "last": None}) == came
    True
    """
    if kind != "away" or not is_for_good(kind, data):
        return None
    substitutes = [
        other_data
        for other_kind, _table, other_data in changes
        if other_kind == "substitute" and other_data["seat"] == data["seat"]
    ]
    later_substitutes = [substitute for substitute in substitutes if data["first"] <= substitute["from_game"]]
    return min(later_substitutes, key=lambda substitute: int(substitute["from_game"]), default=None)


def is_for_good(kind: str, data: Mapping[str, Any]) -> bool:
    """Whether somebody is gone for good by this change: they left, or were removed from play.

    >>> is_for_good("away", {"seat": "A-7", "first": 9, "last": 10}), is_for_good("removed", {"seat": "A-7"})
    (False, True)
    """
    return kind == "removed" or (kind == "away" and data["last"] is None)


def last_games(changes: Iterable[tuple[str, str, Mapping[str, Any]]], games: int) -> dict[str, int]:
    """Return the last game of each player gone for good, by seat; `games` if they played the last game of all.

    >>> last_games([("away", "A", {"seat": "A-7", "first": 9, "last": None})], 22)
    {'A-7': 8}
    """
    listed = list(changes)
    removed = {data["seat"]: games for kind, _table, data in listed if kind == "removed"}
    return removed | {absence.seat: absence.first - 1 for absence in day_of(listed).away if absence.last is None}


def _until(absence: Away, seat: str, game: int, last: int | None) -> list[Away]:
    """The parts of this absence that remain once a substitute takes `seat` from `game` on, to game `last` if given.

    Only an absence for good from the same seat is cut; any other remains whole.
    """
    if absence.seat != seat or absence.last is not None:
        return [absence]
    before = [replace(absence, last=game - 1)] if absence.first < game else []
    return before if last is None else [*before, replace(absence, first=max(absence.first, last + 1))]


def ways(pairings: Iterable[Pairing]) -> dict[tuple[int, str], Played]:
    """Return each player's games by (game, player); free players have none in that game."""
    return {
        (pairing.game, player): Played(
            seat, opponent, counts, None if pairing.first_deal is None else pairing.first_deal == player
        )
        for pairing in pairings
        if not pairing.free
        for player, opponent, seat, counts in zip(
            pairing.players, pairing.players[::-1], pairing.seats, pairing.counted, strict=True
        )
        if player is not None
    }


def differences(
    before: Iterable[Pairing], after: Iterable[Pairing], moved: Mapping[str, str] | None = None
) -> tuple[Difference, ...]:
    """Return every game that changes for somebody, by game, then in seat order.

    `moved` are new seats by old ones of people who moved before the first game. They are named by their old seat and
    get the lines of the new one. Opponents are named by seat as on a card, whoever holds that seat. So a line is
    unchanged if it names the same seat.
    """
    former_seat = {new: old for old, new in (moved or {}).items()}
    games_before = ways(before)
    games_after = {(game, former_seat.get(player, player)): played for (game, player), played in ways(after).items()}
    places = sorted({*games_before, *games_after}, key=lambda place: (place[0], seat_order(place[1])))
    return tuple(
        Difference(*place, games_before.get(place), games_after.get(place))
        for place in places
        if games_before.get(place) != games_after.get(place)
    )


def sums(
    before: Iterable[Pairing], after: Iterable[Pairing], movement: Movement, moved: Mapping[str, str] | None = None
) -> tuple[Sum, ...]:
    """Return the totals that change, in seat order.

    `moved` are new seats by old ones of people who moved; they are named by their old seat.
    """
    former_seat = {new: old for old, new in (moved or {}).items()}
    totals_before = {totals.seat: totals for totals in meetings(before, movement)}
    renamed = [replace(totals, seat=former_seat.get(totals.seat, totals.seat)) for totals in meetings(after, movement)]
    totals_after = {totals.seat: totals for totals in renamed}
    return tuple(
        Sum(seat, totals_before.get(seat), totals_after.get(seat))
        for seat in sorted({*totals_before, *totals_after}, key=seat_order)
        if totals_before.get(seat) != totals_after.get(seat)
    )
