"""The round being played: which game is on, which tables are done, and what a change of the day changes for whom."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Max, Q
from django.utils import timezone

from tournaments.access import is_same_name
from tournaments.day.reads.schedule import (
    ChangeRecord,
    Dealt,
    day_changes,
    deals_anew,
    dealt_pairings,
    frames,
    is_dealt,
    pairings_of,
    playing_seats,
    repeats_allowed,
    rounds,
    rounds_without_plan,
    schedule,
)
from tournaments.day.reads.undone import STATUS_SAID, find_undone
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.rotation.rules import award, closing_up, day, deal, mixup, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.award import Award
from tournaments.rotation.rules.closing_up import Cost
from tournaments.rotation.rules.day import Day, Difference, Sum, is_for_good
from tournaments.rotation.rules.deck import deck_change_after
from tournaments.rotation.rules.mixup import WayOn
from tournaments.rotation.rules.movements import Course, Movement, Pairing
from tournaments.rotation.rules.proof import Again
from tournaments.rotation.rules.repair import Pair
from tournaments.rules.seat import Seat, is_seat, numbers_by_table, parse_seat, read_seat, seat_order

MOVE_UP = "move_up"
"""The way after a no-show in which people from the end of the table take the empty seats."""

MEETING_AGAIN = "again"
"""Placeholder for the reason why people meet again, as long as nobody has given one."""

AWARD_WIN = ("2", str(award.SPREAD))
"""Game points and spread of an awarded game.

It goes to the opponent of a latecomer (rule 11.4 of 2025, known from others only) or of a player removed from play
(11.4.b). That the loser gets the same spread as a minus is our choice.
"""


class What(StrEnum):
    """What can happen on the day."""

    NO_SHOW = "no_show"
    AWAY = "away"
    LEAVES = "leaves"
    SUBSTITUTE = "substitute"
    AWARD = "award"
    COURSE = "course"
    MEET_AGAIN = "meet_again"
    REMOVED = "removed"


WITHOUT_PLAN = frozenset({What.NO_SHOW, What.AWARD, What.LEAVES, What.SUBSTITUTE, What.REMOVED})
"""What can also happen where no plan moves people: it is noted, and nobody's games change."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """What happened, as somebody enters it. Only the fields that `what` needs are filled.

    - `seat` is the seat of the person concerned.
    - `first` and `last` are the first and last game missed. For a substitute `first` is their first game, for an award
      the awarded game. For a removal it is the game in progress, which the player loses; 0 if they are in none.
    - `name` is the substitute's name, `partner` that of the one of a team of two who is away.
    - `table`, `game`, `met` and `way` describe a mix-up: where and when, which pairs met, and how the table goes on.
      A no-show has a `way` if people move up.
    - With `meet_again` people may meet again from then on, so that everybody gets all games.
    - `opponent` is the seat that gets an awarded game if the event has no plan.
    """

    what: What
    seat: str = ""
    first: int = 1
    last: int | None = None
    name: str = ""
    partner: str = ""
    table: str = ""
    game: int = 1
    met: tuple[Pair, ...] = ()
    way: str = ""
    meet_again: bool = False
    opponent: str = ""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line of a card that names another opponent than the changed schedule would."""

    seat: str
    game: int
    named: str


@dataclass(frozen=True, slots=True)
class Deals:
    """What happens to the first deals: how many lines of cards change dealer, and whose deals are uneven afterwards."""

    changed: int
    uneven: tuple[deal.Uneven, ...] = ()


class Latecomer(NamedTuple):
    """Somebody who came late, and how many games count for them."""

    seat: str
    games: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a change does: every game that differs for somebody, each player's totals, and the rounds it takes.

    Everywhere here people are named by their present seat.

    - `misfits` are written lines that contradict the new schedule.
    - `extra_games` counts the extra games of all players afterwards.
    - `moved` are pairs of a present and a new seat.
    - `stayers` are people who moved up for a no-show and do not go back, as pairs of a present and a former seat.
    - `kept_games` are the first and last game that an undo leaves alone, because they are played.
    - `short` are the players left with fewer games than the event has.
    - `late` are the players with fewer games because they came late.
    - `again` is the result of letting people meet again; None if it gives nothing or is allowed already.
    - `deals` is what happens to the first deals; None if none changes and they are balanced.
    - First deals do not change in the first `played` games. On an undo the later games start from the deals `dealt`.
    - `lapsed_awards` are awards that lapse, `revived_awards` lapsed ones that are in force again.
    - `awarded_to` is the seat that gets a game; empty if no game is awarded.
    - `holders` are the entrants' numbers at two seats that change places. Without them a swap and swapping back would
      have the same mark.
    - `corrects` is the number of the change that this one replaces; None if it replaces none.
    """

    differences: tuple[Difference, ...]
    sums: tuple[Sum, ...]
    rounds_before: int
    rounds_after: int
    misfits: tuple[Misfit, ...]
    extra_games: int
    moved: tuple[tuple[str, str], ...] = ()
    stayers: tuple[tuple[str, str], ...] = ()
    kept_games: tuple[int, int] | None = None
    short: tuple[str, ...] = ()
    late: tuple[Latecomer, ...] = ()
    again: Again | None = None
    deals: Deals | None = None
    played: int = 0
    dealt: Dealt | None = None
    lapsed_awards: tuple[Award, ...] = ()
    revived_awards: tuple[Award, ...] = ()
    awarded_to: str = ""
    holders: tuple[int | None, ...] = ()
    corrects: int | None = None

    @property
    def mark(self) -> str:
        """An optimistic lock: a short hash that differs once any of the hashed parts has changed."""
        hashed_parts = (
            self.differences,
            self.rounds_after,
            self.moved,
            self.stayers,
            self.kept_games,
            self.awarded_to,
            self.holders,
        )
        return hashlib.sha256(repr(hashed_parts).encode()).hexdigest()[:12]

    @property
    def played_to(self) -> int | None:
        """The last game that an undo leaves alone; None if it leaves none."""
        return self.kept_games[1] if self.kept_games else None

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of everybody for whom something changes: their cards are no longer right."""
        changed = {item.player for item in self.differences} | {item.player for item in self.sums}
        return tuple(sorted(changed | {old for old, _new in self.moved}, key=seat_order))

    @property
    def meeting_again(self) -> tuple[str, ...]:
        """The seats that meet somebody more often than the format allows, and more often than before."""
        return tuple(
            total.player
            for total in self.sums
            if total.after and total.after.repeats > (total.before.repeats if total.before else 0)
        )

    @property
    def people(self) -> int:
        """How many people are affected."""
        return len(self.players)


@dataclass(frozen=True, slots=True)
class TableNow:
    """One table in the current game, and who reported it done at what time."""

    name: str
    players: int
    done_at: datetime | None = None
    done_by: str = ""


@dataclass(frozen=True, slots=True)
class Decks:
    """When the decks at the anchor seats are replaced.

    The rule asks for it after game `after`; None if no rule does. `changed_before` is the first game with new decks;
    None if the decks were not changed. `is_next`: the current game is the last with the old decks. `is_due`: a later
    game is on, and the decks are still the old ones.
    """

    after: int | None
    changed_before: int | None
    is_next: bool
    is_due: bool


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The current game with clock, decks and tables. `ends_at` is when the clock runs out; None without a clock."""

    game: int | None
    rounds: int
    started_at: datetime | None
    minutes: int | None
    ends_at: datetime | None
    now: datetime
    decks: Decks
    tables: tuple[TableNow, ...] = field(default=())

    @property
    def before(self) -> int | None:
        """The game before the current one; None if there is none."""
        return self.game - 1 if self.game is not None and self.game > 1 else None

    @property
    def after(self) -> int | None:
        """The game to call next; None after the last one."""
        next_game = (self.game or 0) + 1
        return next_game if next_game <= self.rounds else None

    @property
    def slow(self) -> tuple[TableNow, ...]:
        """The tables still playing, once at least half are done or the clock has run out."""
        playing = tuple(table for table in self.tables if table.done_at is None)
        is_over_time = self.ends_at is not None and self.now > self.ends_at
        half_are_done = 2 * len(playing) <= len(self.tables)
        return playing if self.game and (is_over_time or half_are_done) else ()


def round_now(event: Event) -> RoundNow:
    """The current game and its tables. The log says which tables are done, so that no report can be lost."""
    ends_at = None
    if event.game_started_at is not None and event.game_minutes is not None:
        ends_at = event.game_started_at + timedelta(minutes=event.game_minutes)
    # A ladder has no anchor seats.
    after = None if event.is_ladder else deck_change_after(event.games, edition=event.edition)
    game = event.game_now
    needs_change = event.decks_changed_at is None
    decks = Decks(
        after,
        event.decks_changed_at,
        is_next=needs_change and after is not None and game == after,
        is_due=needs_change and after is not None and game is not None and game > after,
    )
    tables = _tables(event) if game is not None else ()
    started_at, minutes = event.game_started_at, event.game_minutes
    return RoundNow(game, rounds(event), started_at, minutes, ends_at, timezone.now(), decks, tables)


def _tables(event: Event) -> tuple[TableNow, ...]:
    """Every table with players, and whether it is done with the current game."""
    playing: dict[str, int] = {}
    for seat in playing_seats(event):
        table = parse_seat(seat).table
        playing[table] = playing.get(table, 0) + 1
    last_reports: dict[str, AuditEntry] = {}
    rows = AuditEntry.objects.filter(
        event=event, action__in=("table.finished", "table.finishing-taken-back"), after__game=event.game_now
    )
    for row in rows.order_by("pk"):
        last_reports[row.subject_key] = row
    tables = []
    for name in frames(event):
        last = last_reports.get(name)
        if name not in playing:
            continue
        if last is not None and last.action == "table.finished":
            tables.append(TableNow(name, playing[name], last.at, last.actor_name))
        else:
            tables.append(TableNow(name, playing[name]))
    return tuple(tables)


# --- What a change does ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ground:
    """What the effect of a change is computed from: frames by table, seats in play, and changes in force by number."""

    event: Event
    frames: Mapping[str, int]
    seats: tuple[str, ...]
    changes: Mapping[int, ChangeRecord]

    @property
    def day(self) -> Day:
        return day.day_of(self.changes.values())

    @property
    def has_plan(self) -> bool:
        """Whether a plan says who meets whom."""
        return Movement(self.event.movement) in movements_rules.PLANS

    def pairings(self, seats: Iterable[str] | None = None, in_force: Day | None = None) -> tuple[Pairing, ...]:
        """The games; with `seats` or `in_force` as they would be with these seats taken or this day in force."""
        return pairings_of(
            self.event, self.frames, self.seats if seats is None else seats, self.day if in_force is None else in_force
        )

    @property
    def meets_again(self) -> bool:
        """Whether people may meet again."""
        event = self.event
        return repeats_allowed(Movement(event.movement), self.frames, event.fixed_rounds, event.repeats_reason)

    def because(self, reason: str) -> Ground:
        """A copy with this reason for meeting again; an empty reason forbids it."""
        event = copy.copy(self.event)
        event.repeats_reason = reason
        return replace(self, event=event)

    def taken(self, table: str) -> frozenset[int]:
        """The seat numbers of this table that somebody holds."""
        return frozenset(seat.number for seat in map(parse_seat, self.seats) if seat.table == table)

    def course(self, table: str, game: int) -> Course:
        """The course of this table, with the plan's round for every game up to this one."""
        event, in_force, movement = self.event, self.day, Movement(self.event.movement)
        course = dict(in_force.courses).get(table, movements_rules.AS_PLANNED)
        played = movements_rules.rounds_played(
            movement,
            {table: self.frames[table]},
            [seat for seat in self.seats if parse_seat(seat).table == table],
            event.games,
            rounds=event.fixed_rounds,
            allow_repeats=self.meets_again,
            away=in_force.away,
            courses={table: course},
        )
        return course if game <= len(course.rounds) else replace(course, rounds=played[table][:game])

    def dealt(self, table: str) -> tuple[Pairing, ...]:
        """The games of this table with their announced first deals; if none are announced, as they would be now."""
        seats = [seat for seat in self.seats if parse_seat(seat).table == table]
        return dealt_pairings(self.announced, {table: self.frames[table]}, seats, self.day)

    @property
    def announced(self) -> Event:
        """A copy of the event with first deals announced, as any change of the day announces them."""
        event = copy.copy(self.event)
        event.dealt_to = event.dealt_to or list(self.seats)
        return event

    @property
    def awards(self) -> tuple[Award, ...]:
        """The awards that are not undone."""
        return award.awards_of(self.changes)

    @property
    def lapsed_awards(self) -> tuple[Award, ...]:
        """The awards that lapsed because the two do not meet in that game; none without a plan."""
        return award.lapsed(self.awards, self.pairings()) if self.awards and self.has_plan else ()

    def games_of(self, table: str) -> int:
        """How many games this table plays in all."""
        return max((pairing.game for pairing in self.pairings() if pairing.table == table), default=0)

    def opponent(self, seat: str, game: int) -> str | None:
        """The opponent of this seat in this game; None for a sit-out or if it plays no such game."""
        played_game = day.ways(self.pairings()).get((game, seat))
        return played_game.opponent if played_game else None

    def awarded_to(self, plan: DayPlan) -> str | None:
        """The seat that gets the game this plan awards; None if the plan awards no game.

        It is the opponent by the event's plan, or without one the opponent named in this plan.
        """
        if plan.what not in (What.AWARD, What.REMOVED) or not plan.first:
            return None
        if self.event.is_ladder:
            return self._opponent_on_ladder(plan.seat, plan.first)
        return self.opponent(plan.seat, plan.first) if self.has_plan else plan.opponent or None

    def _opponent_on_ladder(self, seat: str, game: int) -> str | None:
        """The team at the same table in this game of a ladder; None for a sit-out."""
        pairs = (pairing.players for pairing in schedule(self.event, game))
        return next((other for pair in pairs if seat in pair for other in pair if other and other != seat), None)

    def award_in(self, game: int, seats: Collection[str]) -> Award | None:
        """The award of this game in force for one of these seats, if any."""
        of_game = (candidate for candidate in self.awards if candidate.game == game)
        for candidate in of_game:
            if {candidate.winner, candidate.loser} & {*seats} and candidate not in self.lapsed_awards:
                return candidate
        return None

    def removal(self, seat: str) -> int | None:
        """The number of the change that removed the player at this seat from play; None if they were not removed."""
        for number, record in self.changes.items():
            if record.kind == DayChange.Kind.REMOVED and record.data["seat"] == seat:
                return number
        return None


def ground_of(event: Event, seats: Iterable[str] | None = None) -> Ground:
    """The ground of this event. Three queries, two if the seats in play are passed."""
    return Ground(event, frames(event), tuple(playing_seats(event) if seats is None else seats), day_changes(event))


def values_of(ground: Ground, plan: DayPlan) -> tuple[str, dict[str, Any]]:
    """The kind and the data under which a plan is stored.

    ValueError if a mix-up has no such way on, and for a no-show and meeting again, which store no change of the day.
    """
    match plan.what:
        case What.AWAY:
            return _with_course(
                ground, DayChange.Kind.AWAY, {"seat": plan.seat, "first": plan.first, "last": plan.last}
            )
        case What.LEAVES:
            data = {"seat": plan.seat, "first": plan.first, "last": None}
            return _with_course(without_corrected(ground, plan), DayChange.Kind.AWAY, data)
        case What.AWARD:
            return DayChange.Kind.AWARD, {"game": plan.first, "winner": ground.awarded_to(plan), "loser": plan.seat}
        case What.REMOVED:
            return _removed(ground, plan)
        case What.SUBSTITUTE:
            data = {"seat": plan.seat, "name": plan.name, "from_game": plan.first}
            if plan.partner:
                data["partner"] = partner_of(ground.event, plan) or plan.partner
            return _with_course(ground, DayChange.Kind.SUBSTITUTE, data)
        case What.COURSE:
            way = next((way_on for way_on in ways_on(ground, plan) if way_on.way == plan.way), None)
            if way is None:
                raise ValueError(f"there is no way on called {plan.way}")
            return DayChange.Kind.COURSE, day.course_values(way.course)
        case _:
            raise ValueError("a no-show is no change of the day")


def people_at(event: Event, seat: str) -> list[str]:
    """The names of the two people of the team at this seat; empty for one person. One query."""
    place = read_seat(seat)
    if place is None:
        return []
    entry = event.entries.with_people().filter(table=place.table, seat_number=place.number).first()
    return entry.player.names if entry is not None else []


def partner_of(event: Event, plan: DayPlan) -> str | None:
    """The one of the team at the plan's seat whom the plan names, as the team has the name; None for nobody of it."""
    return next((name for name in people_at(event, plan.seat) if is_same_name(name, plan.partner)), None)


def _removed(ground: Ground, plan: DayPlan) -> tuple[str, dict[str, Any]]:
    """The kind and data of a removal: the game in progress with its winner, and the first game not played any more.

    `game` and `winner` are None if no game is awarded; `first` is None after the last game. Two queries if no game is
    in progress.
    """
    table = parse_seat(plan.seat).table
    winner = ground.awarded_to(plan)
    game = plan.first if winner else None
    first = (plan.first or _over_so_far(ground.event, table)) + 1
    last = ground.games_of(table) if ground.has_plan else rounds(ground.event)
    if first > last:
        return DayChange.Kind.REMOVED, {"seat": plan.seat, "game": game, "winner": winner, "first": None}
    data = {"seat": plan.seat, "game": game, "winner": winner, "first": first}
    return _with_course(ground, DayChange.Kind.REMOVED, data)


def _over_so_far(event: Event, table: str) -> int:
    """The last game of this table that was called or that a card says was played; 0 for none."""
    known = so_far(event)
    return max(known.called, known.typed.get(table, 0))


def _with_course(ground: Ground, kind: DayChange.Kind, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Kind and data of an arrival or a departure, with a new course for its table if people would meet again."""
    table = parse_seat(data["seat"]).table
    new_ground = replace(
        ground, changes={**ground.changes, max(ground.changes, default=0) + 1: ChangeRecord(kind, table, data)}
    )
    course = goes_on_apart(ground, new_ground).get(table)
    if course is None:
        return kind, data
    return kind, {**data, **day.course_values(course)}


@dataclass(frozen=True, slots=True)
class SoFar:
    """The games that can no longer change: the last game called, and the last game on a card by table."""

    called: int
    typed: Mapping[str, int]


def so_far(event: Event) -> SoFar:
    """The games of this event that can no longer change. Two queries."""
    return SoFar(max(called_so_far(event), event.game_now or 0), typed_so_far(event))


def goes_on_apart(ground: Ground, new_ground: Ground, known: SoFar | None = None) -> dict[str, Course]:
    """New courses, by table, for tables off the plan at which more people would meet again on `new_ground`.

    A table is off the plan if it has a course. On the new courses no more people meet again than on `ground`. Games
    called or written do not change. Two queries if some table has a course and `known` is None.
    """
    courses = dict(new_ground.day.courses)
    if not courses or not ground.has_plan:
        return {}
    # Permission to meet again is a separate matter: until the first repeat the plan is the same.
    ground, new_ground = ground.because(""), new_ground.because("")
    event, plan = new_ground.event, movements_rules.PLANS[Movement(new_ground.event.movement)]
    known = known or so_far(event)
    courses_apart = {}
    for table in courses:
        game = min(max(known.called, known.typed.get(table, 0)), new_ground.games_of(table))
        games = [pairing for pairing in ground.pairings() if pairing.table == table]
        course = mixup.goes_on_apart(
            plan,
            new_ground.frames[table],
            new_ground.taken(table),
            new_ground.course(table, game),
            game=game,
            games=event.games,
            again=len(mixup.met_again(games, plan, game)),
            away=[absence for absence in new_ground.day.away if parse_seat(absence.seat).table == table],
            rounds=event.fixed_rounds,
            allow_repeats=new_ground.meets_again,
        )
        if course is not None:
            courses_apart[table] = course
    return courses_apart


def apart(ground: Ground, new_ground: Ground, known: SoFar | None = None) -> Ground:
    """`new_ground` with tables rerouted so that no more people meet again than on `ground` (`goes_on_apart`)."""
    changes, last = dict(new_ground.changes), max(new_ground.changes, default=0)
    for number, (table, course) in enumerate(goes_on_apart(ground, new_ground, known).items(), start=last + 1):
        changes[number] = ChangeRecord(DayChange.Kind.COURSE.value, table, day.course_values(course))
    return replace(new_ground, changes=changes)


def typed_so_far(event: Event) -> dict[str, int]:
    """The last game of each table that a card says was played; tables without one are left out. One query."""
    lines = Entry.objects.of(event).filter(scorecard__lines__opponent__isnull=False).order_by().values_list("table")
    return dict(lines.annotate(last=Max("scorecard__lines__game")))


def called_so_far(event: Event, before: int | None = None) -> int:
    """The last game called and not taken back, 0 for none. One query.

    The log says so; with `before` only its rows before this key count. Once no game is on, all games called count as
    played, except a first game whose call was taken back.
    """
    rows = AuditEntry.objects.filter(event=event, action__in=("game.called", "seats.drawn"))
    row = (rows if before is None else rows.filter(pk__lt=before)).order_by("-pk").first()
    return _called(row) if row is not None else 0


def noted_while(event: Event) -> dict[int, int]:
    """For each change of the day the last game called when it was noted, by change number. One query.

    It is 0 before the first game. A change that keeps part of an undone one counts as noted with the undone one.
    """
    called = 0
    called_by_number: dict[int, int] = {}
    rows = AuditEntry.objects.filter(event=event, action__in=("game.called", "seats.drawn", "day.changed"))
    for row in rows.order_by("pk"):
        if row.action == "day.changed" and row.subject_key.isdecimal():
            undone = row.after.get("left_of") if isinstance(row.after, dict) else None
            called_then = called_by_number.get(undone, called) if isinstance(undone, int) else called
            called_by_number[int(row.subject_key)] = called_then
        elif row.action != "day.changed":
            called = _called(row)
    return called_by_number


def _called(row: AuditEntry) -> int:
    """The last game called as of this log row, which calls a game or draws the seats."""
    if row.action != "game.called":
        return 0
    game_before = _game(row.before)
    return _game(row.after) or (game_before if game_before > 1 else 0)


def _game(values: object) -> int:
    """The game in the values of a log row; 0 if they name none."""
    # An imported log may hold values that this program never writes.
    game = values.get("game") if isinstance(values, dict) else None
    return game if isinstance(game, int) else 0


def ways_on(ground: Ground, plan: DayPlan) -> tuple[WayOn, ...]:
    """How the table of this mix-up can go on, best way first; empty if everybody met as planned.

    Games called since the mix-up do not change. One query.
    """
    event = ground.event
    called = max(called_so_far(event), event.game_now or 0)
    ways = mixup.ways_on(
        movements_rules.PLANS[Movement(event.movement)],
        ground.frames[plan.table],
        ground.taken(plan.table),
        ground.course(plan.table, max(plan.game, called)),
        game=plan.game,
        called=min(called, ground.games_of(plan.table)),
        met=plan.met,
        games=event.games,
        away=[absence for absence in ground.day.away if parse_seat(absence.seat).table == plan.table],
        rounds=event.fixed_rounds,
        allow_repeats=ground.meets_again,
    )
    return tuple(replace(way, course=_with_deals(ground, plan, way.course)) for way in ways)


def _with_deals(ground: Ground, plan: DayPlan, course: Course) -> Course:
    """The course with first deals: announced ones for games so far, later ones balanced anew; none if people cut."""
    if deal.Deal(ground.event.deal) is not deal.Deal.ALTERNATE:
        return course
    table = plan.table
    seats = [seat for seat in ground.seats if parse_seat(seat).table == table]
    new_day = replace(ground.day, courses=((table, course),))
    games = pairings_of(ground.event, {table: ground.frames[table]}, seats, new_day)
    after = max(plan.game, course.before, ground.event.game_now or 0)
    return replace(course, deals=deal.deals_of(deal.balanced(games, ground.dealt(table), after=after)))


def played_by_then(event: Event, plan: DayPlan) -> int:
    """The last game that counts as played when this plan is noted.

    It is the last game called, or the game of a mix-up if that is later. If no game is on but cards are begun, it is
    the game before the first one that the plan affects; a removal counts its game in progress too.
    """
    called = event.game_now or 0
    if plan.what is What.COURSE:
        return max(called, plan.game)
    if called or event.cards_begun_at is None:
        return called
    if plan.what is What.REMOVED:
        return plan.first or _over_so_far(event, parse_seat(plan.seat).table)
    return plan.first - 1 if plan.what in (What.AWAY, What.LEAVES, What.SUBSTITUTE, What.AWARD) else called


def outlook(ground: Ground, plan: DayPlan) -> Outlook:
    """What this plan would change for whom. Two queries."""
    played = played_by_then(ground.event, plan)
    rules = ground.because(MEETING_AGAIN) if plan.meet_again else ground
    if plan.what is What.NO_SHOW:
        remaining = [seat for seat in ground.seats if seat != plan.seat]
        moved = moves_up(ground, plan.seat) if plan.way == MOVE_UP else {}
        seats = _seats_after(remaining, moved)
        new_day = apart(ground, replace(ground, seats=tuple(seats))).day
        return _outlook(ground, seats, new_day, moved, rules, played)
    if plan.what is What.MEET_AGAIN:
        return _outlook(ground, ground.seats, ground.day, rules=rules, played=played)
    kind, data = values_of(ground, plan)
    changes = [
        *without_corrected(ground, plan).changes.values(),
        ChangeRecord(kind, plan.table or parse_seat(plan.seat).table, data),
    ]
    base_outlook = _outlook(ground, ground.seats, day.day_of(changes), rules=rules, played=played)
    return replace(base_outlook, awarded_to=ground.awarded_to(plan) or "", corrects=corrected(ground, plan))


def corrected(ground: Ground, plan: DayPlan) -> int | None:
    """The number of the departure that this plan corrects; None if it corrects none.

    Nobody leaves twice, so a second departure of the same person corrects the first (ours). The player and each
    substitute at the seat are different persons: a departure after a substitute's first game is the substitute's.
    """
    if plan.what is not What.LEAVES:
        return None
    departures: dict[int, int] = {}  # numbers of changes, by how many substitutes had started before
    starts: list[int] = []
    for number, (kind, _table, data) in ground.changes.items():
        if data.get("seat") != plan.seat:
            continue
        if kind == DayChange.Kind.SUBSTITUTE:
            starts.append(data["from_game"])
        elif kind == DayChange.Kind.AWAY and data["last"] is None:
            departures[sum(start < data["first"] for start in starts)] = number
    return departures.get(sum(start < plan.first for start in starts))


def stand_in(ground: Ground, plan: DayPlan) -> int | None:
    """The number of the substitute change by which somebody plays on at this seat after the plan's departure.

    None if nobody does, or if it is the substitute who departs.
    """
    for number, (kind, _table, data) in ground.changes.items():
        is_in_seat = kind == DayChange.Kind.SUBSTITUTE and data["seat"] == plan.seat and data.get("last") is None
        if is_in_seat and plan.first <= data["from_game"]:
            return number
    return None


def without_corrected(ground: Ground, plan: DayPlan) -> Ground:
    """The ground without the change that this plan corrects."""
    number = corrected(ground, plan)
    if number is None:
        return ground
    return replace(ground, changes={other: record for other, record in ground.changes.items() if other != number})


def outlook_without_meeting_again(ground: Ground) -> Outlook:
    """What would change for whom if nobody could meet again any more. Three queries at most."""
    since = meeting_again_since(ground.event)
    return _outlook(ground, ground.seats, ground.day, rules=ground.because(""), dealt=dealt_before(since))


def needs_meeting_again(ground: Ground) -> bool:
    """Whether anybody's games would differ if nobody could meet again."""
    return ground.pairings() != ground.because("").pairings()


def meeting_again_since(event: Event) -> AuditEntry | None:
    """The log row that allowed people to meet again on the day. One query, or none if they may not meet again.

    None if nobody allowed it since the draw, or if it was taken back.
    """
    if not event.repeats_reason:
        return None
    trail = AuditEntry.objects.filter(event=event)
    last = trail.filter(action__in=("seats.drawn", "repeats.allowed", "repeats.taken-back")).order_by("-pk").first()
    return last if last is not None and last.action == "repeats.allowed" else None


def dealt_before(row: AuditEntry | None) -> Dealt | None:
    """The first deals announced before this log row (`Event.dealt_by`); None if they have not changed since."""
    dealt = row.before.get("dealt_by") if row is not None and isinstance(row.before, dict) else None
    # An imported log may hold values that this program never writes.
    return dealt if is_dealt(dealt) else None


def outlook_without(ground: Ground, number: int, dealt: Dealt | None = None) -> Outlook:
    """What would change for whom without this change; the late entrant of an undone late entry loses the seat."""
    remaining = [record for other, record in ground.changes.items() if other != number]
    undone = ground.changes[number]
    vacated = undone.data["seat"] if undone.kind == DayChange.Kind.LATE else ""
    seats = [seat for seat in ground.seats if seat != vacated]
    return _outlook(ground, seats, day.day_of(remaining), dealt=dealt)


def outlook_after(ground: Ground, new_ground: Ground, played: int | None = None, dealt: Dealt | None = None) -> Outlook:
    """What changes for whom from `ground` to `new_ground`, with other seats or changes in force. Three queries.

    Tables are rerouted so that nobody meets again. First deals do not change in the first `played` games, by default
    those called. On an undo the later games start from the deals `dealt`.
    """
    return _outlook(ground, new_ground.seats, apart(ground, new_ground).day, played=played, dealt=dealt)


@dataclass(frozen=True, slots=True)
class GivesBack:
    """What is reverted when a no-show whose seat others moved into plays after all.

    - `exchanges` are the pairs of seats to swap, in order.
    - `moved` are pairs of a present and a new seat, `stayers` pairs of a present and a former seat of people who stay.
    - `course` is the number of the change that rerouted the table because of the no-show; None if none is in force.
    """

    exchanges: tuple[tuple[str, str], ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    stayers: tuple[tuple[str, str], ...] = ()
    course: int | None = None


def gives_back(event: Event, entry: Entry) -> GivesBack:
    """What is reverted when this no-show plays after all. At most five queries."""
    return replace(_seats_given_back(event, entry), course=_course_because_of(event, entry))


def _course_because_of(event: Event, entry: Entry) -> int | None:
    """The number of the change that rerouted this entrant's table because they did not come.

    None if there is none, or if a later course replaced it.
    """
    courses = [
        (number, record.data)
        for number, record in day_changes(event).items()
        if record.table == entry.table and "pairs" in record.data
    ]
    if not courses:
        return None
    number, data = courses[-1]
    return number if data.get("no_show") == entry.number else None


def _seats_given_back(event: Event, entry: Entry) -> GivesBack:
    """Who goes back to their former seat when this no-show plays after all. At most four queries.

    The log says who moved up. Nobody goes back:
    - to a seat at which somebody else plays;
    - if they have since left the seat they moved up to;
    - once a game was called or a card written.
    """
    trail = AuditEntry.objects.filter(event=event)
    was_no_show = Q(action="entrant.status-set", subject_key=str(entry.number), after__status=Entry.Status.NO_SHOW)
    since = trail.filter(was_no_show | Q(action="seats.drawn")).order_by("-pk").values_list("pk", flat=True).first()
    if since is None:
        return GivesBack()
    moves = [
        move
        for row in trail.filter(action="seats.swapped", pk__gt=since, after__no_show=entry.number).order_by("-pk")
        if (move := _made_up(row, entry.number)) is not None
    ]
    if not moves:
        return GivesBack()
    seated = {holder.number: holder for holder in Entry.objects.of(event).filter(table__isnull=False)}
    holders = {holder.seat: number for number, holder in seated.items()}
    free = {number for number, holder in seated.items() if holder.status == Entry.Status.NO_SHOW}
    exchanges, stayers = [], []
    for mover, old, new in moves:
        if not event.is_played and holders.get(new) == mover and (old not in holders or holders[old] in free):
            exchanges.append((new, old))
            displaced = holders.pop(old, None)
            holders[old] = holders.pop(new)
            if displaced is not None:
                holders[new] = displaced
        elif mover in seated and seated[mover].seat == new:
            stayers.append((new, old))
    seats_by_number = {number: seat for seat, number in holders.items()}
    goes = [holder for number, holder in seated.items() if number == entry.number or number not in free]
    moved = sorted(
        (
            (holder.seat, seats_by_number[holder.number])
            for holder in goes
            if seats_by_number[holder.number] != holder.seat
        ),
        key=lambda move: seat_order(move[0]),
    )
    return GivesBack(tuple(exchanges), tuple(moved), tuple(stayers))


def _made_up(row: AuditEntry, gone: int) -> tuple[int, str, str] | None:
    """The mover's number, their old and their new seat, from the log row of a swap that filled a no-show's seat.

    `gone` is the no-show's number. None if the row holds no such move.
    """
    before, after = (values.get("seats") if isinstance(values, dict) else None for values in (row.before, row.after))
    if not isinstance(before, dict) or not isinstance(after, dict):
        return None
    _old, _blank, new = row.subject_key.partition(" ")
    for old, number in before.items():
        if number != gone and is_seat(old) and is_seat(new) and after.get(new) == number:
            return number, old, new
    return None


def outlook_with(ground: Ground, seat: str, reversal: GivesBack = GivesBack(), dealt: Dealt | None = None) -> Outlook:
    """What would change for whom if the no-show of this seat plays after all and others go back.

    Mixed-up tables are rerouted so that nobody meets again. Four queries at most.
    """
    moved = dict(reversal.moved)
    seats = _seats_after({*ground.seats, seat}, moved)
    changes = {number: made for number, made in ground.changes.items() if number != reversal.course}
    new_ground = apart(ground, replace(ground, seats=tuple(seats), changes=changes))
    base_outlook = _outlook(ground, seats, new_ground.day, moved, dealt=dealt)
    return replace(base_outlook, stayers=reversal.stayers)


def outlook_of_swap(ground: Ground, first: str, second: str, holders: Mapping[str, int]) -> Outlook:
    """What would change for whom if the people at two seats changed places, or one of them moved to an empty seat.

    `holders` are the entrants' numbers by seat.
    """
    moved = {old: new for old, new in ((first, second), (second, first)) if old in ground.seats}
    base_outlook = _outlook(ground, _seats_after(ground.seats, moved), ground.day, moved)
    return replace(base_outlook, holders=(holders.get(first), holders.get(second)))


def outlook_before_swap(ground: Ground, first: str, second: str, holders: Mapping[str, int]) -> Outlook:
    """The outlook that a swap of these seats had before it was made, if the present seating is its result."""
    former_seats = {first: second, second: first}
    seats = tuple(sorted((former_seats.get(seat, seat) for seat in ground.seats), key=seat_order))
    former_holders = {former_seats.get(seat, seat): number for seat, number in holders.items()}
    return outlook_of_swap(replace(ground, seats=seats), first, second, former_holders)


def noted_of(ground: Ground, seat: str) -> list[ChangeRecord]:
    """The absences, removals and substitutes in force for this seat, oldest first."""
    kinds = (DayChange.Kind.AWAY, DayChange.Kind.SUBSTITUTE, DayChange.Kind.REMOVED)
    records = (record for _number, record in sorted(ground.changes.items()))
    return [record for record in records if record.kind in kinds and record.data["seat"] == seat]


def noted_at(ground: Ground, *seats: str) -> list[ChangeRecord]:
    """The changes in force that would stay with one of these seats if people changed places, oldest first."""
    tables = {parse_seat(seat).table for seat in seats}
    noted = []
    for _number, record in sorted(ground.changes.items()):
        _kind, table, data = record
        names_a_seat = {data.get(field) for field in ("seat", "winner", "loser", "place")} & {*seats}
        # A mix-up, and a departure from a table that was mixed up before, say how the whole table moves.
        has_course = "pairs" in data and table in tables
        if names_a_seat or has_course:
            noted.append(record)
    return noted


@dataclass(frozen=True, slots=True)
class NoShowWay:
    """A way on after a no-show: who moves where, and what it costs the table.

    `way` is MOVE_UP; empty if nobody moves.
    """

    way: str
    moved: Mapping[str, str]
    cost: Cost


def no_show_ways(ground: Ground, gone: str) -> tuple[NoShowWay, ...]:
    """The ways on after a no-show at this seat, cheapest for the table first.

    Empty if nobody could move, or if moving would help nobody.
    """
    seat = parse_seat(gone)
    left = ground.taken(seat.table) - {seat.number}
    moved = moves_up(ground, gone)
    if not moved:
        return ()

    def cost(numbers: Collection[int]) -> Cost:
        event, movement = ground.event, Movement(ground.event.movement)
        return closing_up.cost_of(
            movement,
            ground.frames[seat.table],
            numbers,
            event.games,
            rounds=event.fixed_rounds,
            allow_repeats=ground.meets_again,
        )

    then = {
        parse_seat(moved.get(text, text)).number for text in map(str, (Seat(seat.table, number) for number in left))
    }
    ways = (NoShowWay("", {}, cost(left)), NoShowWay(MOVE_UP, moved, cost(then)))
    return tuple(sorted(ways, key=lambda way: way.cost))


@dataclass(frozen=True, slots=True)
class DrawnAnew:
    """The rounds a table takes now, and would take if its seats were redrawn for the people left."""

    table: str
    players: int
    rounds: int
    rounds_then: int


def drawn_anew(ground: Ground, gone: str) -> DrawnAnew | None:
    """What a redraw would save after a no-show at this seat leaves a needless pair of empty seats.

    None if there is no such pair, if a redraw saves no round, or once play has begun.
    """
    seat, event = parse_seat(gone), ground.event
    left = ground.taken(seat.table) - {seat.number}
    frame = len(left) + len(left) % 2
    if not ground.has_plan or event.is_played or not left or frame >= ground.frames[seat.table]:
        return None

    def rounds_of(seats: int, taken: Collection[int]) -> int:
        return closing_up.cost_of(
            Movement(event.movement),
            seats,
            taken,
            event.games,
            rounds=event.fixed_rounds,
            allow_repeats=ground.meets_again,
        ).rounds

    moved = moves_up(ground, gone)
    then = {parse_seat(moved.get(text, text)).number for text in (str(Seat(seat.table, number)) for number in left)}
    rounds_now, rounds_then = rounds_of(ground.frames[seat.table], then), rounds_of(frame, range(1, len(left) + 1))
    return DrawnAnew(seat.table, len(left), rounds_now, rounds_then) if rounds_then < rounds_now else None


def moves_up(ground: Ground, gone: str) -> dict[str, str]:
    """Who moves to which seat so that this empty seat costs the table least: new seats by present ones.

    Empty if the empty seat costs nothing, once a game was called or a card written, or once a change of the day
    concerns the table.
    """
    seat = parse_seat(gone)
    return _moves_up(ground, seat.table, ground.taken(seat.table) - {seat.number}, seat.number)


def moves_up_everywhere(ground: Ground) -> list[dict[str, str]]:
    """For each table who would move to which seat so that its empty seats cost least, as `moves_up` says it."""
    taken = numbers_by_table(ground.seats)
    return [_moves_up(ground, table, taken.get(table, frozenset()), None) for table in ground.frames]


def _moves_up(ground: Ground, table: str, taken: Collection[int], free: int | None) -> dict[str, str]:
    """Who moves to which seat of this table, with the numbers `taken`; `free` is a seat to fill first, if any."""
    event = ground.event
    if (
        not ground.has_plan
        or event.is_played
        or any(changed_table == table for _kind, changed_table, _data in ground.changes.values())
    ):
        return {}
    movement = Movement(event.movement)
    closed_up = closing_up.close_up(
        movement,
        ground.frames[table],
        taken,
        event.games,
        free=free,
        rounds=event.fixed_rounds,
        allow_repeats=ground.meets_again,
    )
    return {str(Seat(table, start)): str(Seat(table, to)) for start, to in closed_up.moves} if closed_up else {}


def _seats_after(seats: Iterable[str], moved: Mapping[str, str]) -> list[str]:
    """These seats after people moved, in seat order; `moved` are new seats by old ones."""
    return sorted((moved.get(seat, seat) for seat in seats), key=seat_order)


def _outlook(
    ground: Ground,
    seats: Collection[str],
    new_day: Day,
    moved: Mapping[str, str] | None = None,
    rules: Ground | None = None,
    played: int | None = None,
    dealt: Dealt | None = None,
) -> Outlook:
    """What changes with these seats taken and this day in force.

    `rules` is the ground that says whether people may meet again, by default `ground`. First deals do not change in the
    first `played` games, by default those called. On an undo the later games start from the deals `dealt`.
    """
    movement, rules = Movement(ground.event.movement), rules or ground
    games_before, games_after = ground.pairings(), rules.pairings(seats, new_day)
    missing = missing_games(ground.event, games_after, new_day)
    # Before play only a change of the day announces first deals; without one they are recomputed until printed.
    announces = ground.event.is_played or new_day != ground.day
    played = (ground.event.game_now or 0) if played is None else played
    games_before = dealt_pairings(
        ground.announced if announces else ground.event, ground.frames, ground.seats, ground.day
    )
    games_after = deals_anew(
        rules.announced if announces else rules.event, ground.frames, seats, new_day, played, dealt
    )
    differences = day.differences(games_before, games_after, moved)
    lapsed = award.lapsed(ground.awards, games_after) if ground.has_plan else ()
    return Outlook(
        differences,
        day.sums(games_before, games_after, movement, moved) if movement in movements_rules.PLANS else (),
        _rounds(ground, games_before, ground.seats),
        _rounds(ground, games_after, seats),
        _misfits(
            ground.event, differences, {(pairing.players[0], pairing.game) for pairing in games_after if pairing.free}
        ),
        sum(pairing.counted.count(False) for pairing in games_after if None not in pairing.players),
        tuple((moved or {}).items()),
        short=tuple(missing),
        late=late_games(ground.event, games_after, new_day),
        again=_again(rules, seats, new_day, missing) if missing and not rules.meets_again else None,
        deals=_deals(differences, games_after),
        played=played,
        dealt=dealt,
        lapsed_awards=tuple(newly_lapsed for newly_lapsed in lapsed if newly_lapsed not in ground.lapsed_awards),
        revived_awards=tuple(revived for revived in ground.lapsed_awards if revived not in lapsed),
    )


def _rounds(ground: Ground, games: Iterable[Pairing], seats: Collection[str]) -> int:
    """How many rounds these games take; without a plan, how many the people at these seats take."""
    if not ground.has_plan:
        return rounds_without_plan(ground.event, map(len, numbers_by_table(seats).values()))
    return max((pairing.game for pairing in games), default=0)


def _deals(differences: Iterable[Difference], after: Iterable[Pairing]) -> Deals | None:
    """What happens to the first deals of players with a changed game; None if none changes and all are balanced."""
    concerned, changed = set(), 0
    for difference in differences:
        concerned.add(difference.player)
        deals_before = None if difference.before is None else difference.before.deals
        deals_after = None if difference.after is None else difference.after.deals
        changed += deals_before is not None and deals_after is not None and deals_before != deals_after
    uneven = tuple(uneven for uneven in deal.uneven(after) if uneven.seat in concerned)
    return Deals(changed, uneven) if changed or uneven else None


def missing_games(event: Event, games: Iterable[Pairing], new_day: Day) -> dict[str, int]:
    """How many games the remaining players lack, by seat. Players who left or came late have fewer anyway."""
    fewer = {absence.seat for absence in new_day.away if absence.last is None or not absence.made_up}
    return {
        totals.seat: event.games - totals.games
        for totals in proof.meetings(games, Movement(event.movement))
        if totals.games < event.games and totals.seat not in fewer
    }


def late_games(event: Event, games: Iterable[Pairing], new_day: Day) -> tuple[Latecomer, ...]:
    """Who has fewer games than the event because they came late, and stays."""
    late = {absence.seat for absence in new_day.away if not absence.made_up} - {
        absence.seat for absence in new_day.away if absence.last is None
    }
    meetings = proof.meetings(games, Movement(event.movement))
    return tuple(
        Latecomer(totals.seat, totals.games)
        for totals in meetings
        if totals.seat in late and totals.games < event.games
    )


def _again(ground: Ground, seats: Collection[str], new_day: Day, missing: Mapping[str, int]) -> Again | None:
    """What letting people meet again would give; None if nobody would get more games."""
    games = ground.because(MEETING_AGAIN).pairings(seats, new_day)
    still = missing_games(ground.event, games, new_day)
    if sum(still.values()) >= sum(missing.values()):
        return None
    repeats = [totals.repeats for totals in proof.meetings(games, Movement(ground.event.movement)) if totals.repeats]
    late = late_games(ground.event, games, new_day)
    return Again(max(pairing.game for pairing in games), len(repeats), max(repeats, default=0), len(still), len(late))


def _misfits(
    event: Event, differences: Iterable[Difference], free: Collection[tuple[str | None, int]]
) -> tuple[Misfit, ...]:
    """The written lines that name another opponent than they would have to.

    Playing while free does no harm, because it counts nothing (`free`, by seat and game).
    """
    others = {
        (difference.player, difference.game): difference
        for difference in differences
        if difference.is_other_opponent and (difference.player, difference.game) not in free
    }
    if not others:
        return ()
    misfits = []
    for seat, game, named in written_lines(event):
        difference = others.get((seat, game))
        if difference is not None and (difference.after is None or difference.after.opponent != named):
            misfits.append(Misfit(seat, game, named))
    return tuple(sorted(misfits, key=lambda misfit: (misfit.game, seat_order(misfit.seat))))


def written_lines(event: Event) -> list[tuple[str, int, str]]:
    """The opponents on the cards so far, as (seat, game, opponent). One query."""
    rows = Entry.objects.of(event).filter(scorecard__lines__opponent__isnull=False)
    lines = rows.values_list(
        "table",
        "seat_number",
        "scorecard__lines__game",
        "scorecard__lines__opponent__table",
        "scorecard__lines__opponent__seat_number",
    )
    # Only seated people have a card or are named on one.
    return [(f"{table}-{number}", game, f"{of}-{named}") for table, number, game, of, named in lines]


def planned_pairs(ground: Ground, table: str, game: int) -> tuple[Pair, ...]:
    """Who sits at seats 1 and 2, 3 and 4 … of this table in this game by the plan; empty seats appear by number.

    ValueError beyond the plan's last game.
    """
    plan = movements_rules.PLANS[Movement(ground.event.movement)]
    return mixup.planned(plan, ground.frames[table], ground.course(table, game), game)


@dataclass(frozen=True, slots=True)
class NoShow:
    """A no-show: the entry, the seat, and who was given that seat since, if anybody."""

    entry: Entry
    seat: str
    given_to: str = ""


def no_shows(event: Event) -> list[NoShow]:
    """Every no-show with a drawn seat, in seat order, including seats given away since. Two queries.

    Only the log says that a seat was given away. Entrants whose late entry was undone are left out.
    """
    everybody = {entry.number: entry for entry in Entry.objects.of(event)}
    seats_given_away: dict[int, tuple[str, int]] = {}
    acts = ("entrants.entered", "entrant.seated", *STATUS_SAID)
    rows = list(AuditEntry.objects.filter(event=event, action__in=acts).order_by("pk"))
    undone = find_undone(row for row in rows if row.action in STATUS_SAID)
    for row in rows:
        # An imported log may hold values that this program never writes.
        before = row.before if isinstance(row.before, dict) else {}
        after = row.after if isinstance(row.after, dict) else {}
        vacated, entered = before.get("vacated"), after.get("entrants")
        taken = {
            str(entrant.get("seat")): entrant.get("number")
            for entrant in (entered if isinstance(entered, list) else ())
            if isinstance(entrant, dict)
        }
        if row.action == "entrant.seated" and row.subject_key.isdecimal():
            taken = {str(after.get("seat")): int(row.subject_key)}
        for seat, number in vacated.items() if isinstance(vacated, dict) else ():
            if is_seat(seat) and isinstance(number, int):
                taker = taken.get(seat)
                seats_given_away[number] = (seat, taker if isinstance(taker, int) else 0)
    absent_entrants = []
    for entry in everybody.values():
        if entry.status != Entry.Status.NO_SHOW or (event.pk, str(entry.number)) in undone:
            continue
        if entry.seat:
            absent_entrants.append(NoShow(entry, entry.seat))
        elif entry.number in seats_given_away:
            seat, number = seats_given_away[entry.number]
            absent_entrants.append(NoShow(entry, seat, everybody[number].name if number in everybody else ""))
    return sorted(absent_entrants, key=lambda no_show: seat_order(no_show.seat))


def standing(event: Event, plan: DayPlan) -> DayChange | None:
    """The last change in force that equals what this plan would make, if any.

    There is none for a no-show, which is a status. Not compared are the reason, meeting again, and additions such as a
    table's course.
    """
    in_force = event.day_changes.filter(undone_at=None).order_by("-number")
    match plan.what:
        case What.AWAY | What.LEAVES:
            last = plan.last if plan.what is What.AWAY else None
            gone = in_force.filter(kind=DayChange.Kind.AWAY)
            return next((change for change in gone if _has(change, seat=plan.seat, first=plan.first, last=last)), None)
        case What.SUBSTITUTE:
            expected = {"seat": plan.seat, "name": plan.name, "from_game": plan.first, "last": None}
            if plan.partner:
                expected["partner"] = partner_of(event, plan)
            return next(
                (change for change in in_force.filter(kind=DayChange.Kind.SUBSTITUTE) if _has(change, **expected)), None
            )
        case What.AWARD:
            given_awards = [
                change
                for change in in_force.filter(kind=DayChange.Kind.AWARD)
                if _has(change, game=plan.first, loser=plan.seat)
            ]
            ground = ground_of(event) if given_awards else None
            # A lapsed award awards nothing.
            stand = {kept.number for kept in ground.awards if kept not in ground.lapsed_awards} if ground else set()
            winner = plan.opponent or (ground.awarded_to(plan) if ground else None)
            return next(
                (change for change in given_awards if change.number in stand and _has(change, winner=winner)), None
            )
        case What.REMOVED:
            return next(
                (change for change in in_force.filter(kind=DayChange.Kind.REMOVED) if _removes(change, plan)), None
            )
        case What.COURSE:
            last_one = in_force.filter(kind=DayChange.Kind.COURSE, table=plan.table).first()
            return last_one if last_one is not None and _mixed_up(event, last_one, plan) else None
        case _:
            return None


def _removes(change: DayChange, plan: DayPlan) -> bool:
    """Whether this removal is what the plan would make, also if nobody got the game in progress."""
    if not _has(change, seat=plan.seat):
        return False
    if plan.first and change.data["game"] is not None:
        return change.data["game"] == plan.first and plan.opponent in ("", change.data["winner"])
    return change.data["game"] is None and (not plan.first or change.data["first"] in (None, plan.first + 1))


def _mixed_up(event: Event, change: DayChange, plan: DayPlan) -> bool:
    """Whether this change is how the plan's table went on, once it met as the plan says."""
    ground = ground_of(event)
    ground = replace(
        ground, changes={number: made for number, made in ground.changes.items() if number < change.number}
    )
    if not 1 <= plan.game <= ground.games_of(plan.table):
        return False
    met, planned = (
        sorted(number for pair in pairs for number in pair)
        for pairs in (plan.met, planned_pairs(ground, plan.table, plan.game))
    )
    ways = [way for way in ways_on(ground, plan) if plan.way in ("", way.way)] if met == planned else []
    # First deals are announced anew with every change, and do not show how the table met.
    return any({**day.course_values(way.course), "deals": None} == {**change.data, "deals": None} for way in ways)


def _has(change: DayChange, **values: Any) -> bool:
    return all(change.data.get(name) == value for name, value in values.items())


def moved_up_to(event: Event, seat: str) -> bool:
    """Whether somebody moved up to this seat since the draw, for an entrant who is still a no-show. Three queries."""
    trail = AuditEntry.objects.filter(event=event)
    drawn = trail.filter(action="seats.drawn").order_by("-pk").values_list("pk", flat=True).first() or 0
    gone = set(event.entries.filter(status=Entry.Status.NO_SHOW).values_list("number", flat=True))
    for row in trail.filter(action="seats.swapped", pk__gt=drawn):
        number = row.after.get("no_show") if isinstance(row.after, dict) else None
        moved = _made_up(row, number) if number in gone else None
        if moved is not None and moved[2] == seat:
            return True
    return False


def later_change(event: Event, change: DayChange) -> DayChange | None:
    """The last change in force that depends on this one and has to be undone first.

    It may be a course computed from this one's course, somebody on a chair or in a place that exists because of it, or
    a later substitute at the same seat.
    """
    later = event.day_changes.filter(table=change.table, undone_at=None, number__gt=change.number).order_by("-number")
    if change.kind == DayChange.Kind.SUBSTITUTE:
        next_one = later.filter(kind=DayChange.Kind.SUBSTITUTE, data__seat=change.data["seat"]).first()
        if next_one is not None:
            return next_one
    if leaves_for_good(change):
        in_place = next((later_one for later_one in later if later_one.data.get("place") == change.data["seat"]), None)
        if in_place is not None:
            return in_place
    # Games played since stay anyway, so nothing has to be undone first.
    noted, called = noted_while(event), max(called_so_far(event), event.game_now or 0)
    if "pairs" in change.data:
        left = [made for number, made in day_changes(event).items() if number != change.number]
        last = movements_rules.wider(frames(event), dict(day.day_of(left).courses))[change.table]
        return next(
            (
                later_one
                for later_one in later
                if (
                    "pairs" in later_one.data
                    and (noted.get(later_one.number, 0) >= called or later_one.kind == DayChange.Kind.LATE)
                )
                or (later_one.kind == DayChange.Kind.LATE and parse_seat(later_one.data["seat"]).number > last)
            ),
            None,
        )
    return None


def leaves_for_good(change: DayChange) -> bool:
    """Whether somebody is gone for good by this change: they left, or were removed from play."""
    return is_for_good(change.kind, change.data)


def is_removal(tournament: str, event: str, number: int) -> bool:
    """Whether the change of the day with this number removed somebody from play. One query."""
    rows = DayChange.objects.filter(event__tournament__slug=tournament, event__slug=event, number=number)
    return rows.filter(kind=DayChange.Kind.REMOVED).exists()


def place_taken(event: Event, seat: str) -> DayChange | None:
    """The late entry in force that moves on in place of this seat, if any. One query."""
    return event.day_changes.filter(kind=DayChange.Kind.LATE, undone_at=None, data__place=seat).first()
