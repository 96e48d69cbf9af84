"""The round that is being played: which game is on, which tables are done, and what a change of the day does to whom."""

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

from tournaments.day.reads.schedule import (
    Dealt,
    Made,
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
)
from tournaments.day.reads.undone import STATUS_SAID, find_undone
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.rotation.rules import award, closing_up, day, deal, mixup, proof, rotation
from tournaments.rotation.rules.award import Award
from tournaments.rotation.rules.closing_up import Cost
from tournaments.rotation.rules.day import Day, Difference, Sum, is_for_good
from tournaments.rotation.rules.deck import deck_change_after
from tournaments.rotation.rules.mixup import WayOn
from tournaments.rotation.rules.proof import Again
from tournaments.rotation.rules.repair import Pair
from tournaments.rotation.rules.rotation import Course, Movement, Pairing
from tournaments.rules.seat import Seat, is_seat, numbers_by_table, parse_seat, seat_order

MOVE_UP = "move_up"
"""The way on after a no-show in which people from the end of the table take the empty seats."""

MEETING_AGAIN = "again"
"""Stands for the reason why people meet again as long as nobody has said it."""

AWARD_WIN = ("2", str(award.SPREAD))
"""Game points and spread of a game that is awarded: to the opponent of who is late (rule 11.4 of 2025, known from others only) or
is removed from play (11.4.b). That the loser has the same spread in minus is ours."""


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
"""What can happen also where nobody moves by a plan: it is noted, and nobody's games change by it."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """What happened, as somebody says it. Only what `what` needs is filled.

    `seat` is whom it is about; `first` and `last` the games missed, or the game from which a substitute plays (`first`), or
    that is awarded (`first`). Whoever is removed from play loses the game that is in progress (`first`; 0 where none of theirs
    is) and plays none after it. A table that was mixed up has `table`, `game`, whom `met` whom, and the `way` on; a no-show
    has a `way` where people move up. With `meet_again` some meet again from then on, so that everybody gets the games.
    `opponent` is who gets a game that is awarded where no plan says it.
    """

    what: What
    seat: str = ""
    first: int = 1
    last: int | None = None
    name: str = ""
    table: str = ""
    game: int = 1
    met: tuple[Pair, ...] = ()
    way: str = ""
    meet_again: bool = False
    opponent: str = ""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line of a card that names somebody else than the schedule would from then on."""

    seat: str
    game: int
    named: str


@dataclass(frozen=True, slots=True)
class Deals:
    """What becomes of the first deals: how many lines of cards say otherwise who deals first, and for whom they are then
    uneven."""

    changed: int
    uneven: tuple[deal.Uneven, ...] = ()


class Latecomer(NamedTuple):
    """Somebody who came late, and the games that count for them."""

    seat: str
    games: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What changes for whom: every game that goes otherwise, what everybody has of the round, and the rounds it takes.

    `misfits` are the lines that are written already and would not fit. `moved` are those who get another seat, each from
    the one they have; everywhere here they are named by that one. `stays` are those who moved up for a no-show and do not go back, each with the
    seat that was theirs. `extra_games` are those of all together, as it would be. `stay` are the first and the last game that an undoing
    leaves as they were, because they are played. `short` are those who play on and get fewer games than the event has, and
    `late` those who have fewer because they came late, each with their games; `again`
    is what would give them more, None where nothing would or where people meet again already; `deals` what becomes of the first
    deals, None where none changes and they are balanced. They stay in so many games `played`;
    those to come go back to what was `dealt` before, where something is undone. Of the awards `fallen` fall away by it, and
    those that come `back` stand again. `awarded_to` is the seat of who gets a game by it, empty where nobody does.
    Where people change places `holders` are the numbers of who has the two seats: when they go back it is another act, though the
    same games change. It `corrects` the change with this number, which is undone by it; None where it adds to what is noted.
    """

    differences: tuple[Difference, ...]
    sums: tuple[Sum, ...]
    rounds_before: int
    rounds_after: int
    misfits: tuple[Misfit, ...]
    extra_games: int
    moved: tuple[tuple[str, str], ...] = ()
    stays: tuple[tuple[str, str], ...] = ()
    stay: tuple[int, int] | None = None
    short: tuple[str, ...] = ()
    late: tuple[Latecomer, ...] = ()
    again: Again | None = None
    deals: Deals | None = None
    played: int = 0
    dealt: Dealt | None = None
    fallen: tuple[Award, ...] = ()
    back: tuple[Award, ...] = ()
    awarded_to: str = ""
    holders: tuple[int | None, ...] = ()
    corrects: int | None = None

    @property
    def mark(self) -> str:
        """A short name of what was looked at: another one where anything of it is different by now."""
        looked_at = (
            self.differences,
            self.rounds_after,
            self.moved,
            self.stays,
            self.stay,
            self.awarded_to,
            self.holders,
        )
        return hashlib.sha256(repr(looked_at).encode()).hexdigest()[:12]

    @property
    def played_to(self) -> int | None:
        """The last game that an undoing leaves as it was; None where it leaves none."""
        return self.stay[1] if self.stay else None

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of whom it changes something for: theirs are the cards that are not right any more."""
        changed = {one.player for one in self.differences} | {one.player for one in self.sums}
        return tuple(sorted(changed | {old for old, _new in self.moved}, key=seat_order))

    @property
    def meeting_again(self) -> tuple[str, ...]:
        """The seats of those who then meet somebody more often than the format says, and did not before so often."""
        return tuple(
            one.player
            for one in self.sums
            if one.after and one.after.repeats > (one.before.repeats if one.before else 0)
        )

    @property
    def people(self) -> int:
        """How many people it changes something for."""
        return len(self.players)


@dataclass(frozen=True, slots=True)
class TableNow:
    """One table in the game that is on, and who said when that it is done."""

    name: str
    players: int
    done_at: datetime | None = None
    done_by: str = ""


@dataclass(frozen=True, slots=True)
class Decks:
    """When the decks at the anchor seats are replaced: after `after`, None where no rule asks for it."""

    after: int | None
    changed_before: int | None
    is_next: bool
    is_due: bool


@dataclass(frozen=True, slots=True)
class RoundNow:
    """Which game is on. `ends_at` is when its clock is out, where the director set one."""

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
        return self.game - 1 if self.game is not None and self.game > 1 else None

    @property
    def after(self) -> int | None:
        """The game to call next; None after the last one."""
        following = (self.game or 0) + 1
        return following if following <= self.rounds else None

    @property
    def slow(self) -> tuple[TableNow, ...]:
        """The tables that are still playing, once half of them are done or the clock is out."""
        playing = tuple(table for table in self.tables if table.done_at is None)
        late = self.ends_at is not None and self.now > self.ends_at
        return playing if self.game and (late or 2 * len(playing) <= len(self.tables)) else ()


def round_now(event: Event) -> RoundNow:
    """The game that is on, with the tables that are done: the log says who reported them, so nothing of it can be lost."""
    ends_at = None
    if event.game_started_at is not None and event.game_minutes is not None:
        ends_at = event.game_started_at + timedelta(minutes=event.game_minutes)
    after = deck_change_after(event.games, edition=event.edition)
    game = event.game_now
    waits = after is not None and event.decks_changed_at is None and game is not None
    decks = Decks(
        after,
        event.decks_changed_at,
        is_next=waits and game == after,
        is_due=waits and after is not None and game is not None and game > after,
    )
    tables = _tables(event) if game is not None else ()
    started_at, minutes = event.game_started_at, event.game_minutes
    return RoundNow(game, rounds(event), started_at, minutes, ends_at, timezone.now(), decks, tables)


def _tables(event: Event) -> tuple[TableNow, ...]:
    """Every table with players, and whether it is done with the game that is on."""
    playing: dict[str, int] = {}
    for seat in playing_seats(event):
        table = parse_seat(seat).table
        playing[table] = playing.get(table, 0) + 1
    said: dict[str, AuditEntry] = {}
    rows = AuditEntry.objects.filter(
        event=event, action__in=("table.finished", "table.finishing-taken-back"), after__game=event.game_now
    )
    for row in rows.order_by("pk"):
        said[row.subject_key] = row
    found = []
    for name in frames(event):
        last = said.get(name)
        if name not in playing:
            continue
        if last is not None and last.action == "table.finished":
            found.append(TableNow(name, playing[name], last.at, last.actor_name))
        else:
            found.append(TableNow(name, playing[name]))
    return tuple(found)


# --- What a change does ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ground:
    """What a change is looked at on: the frames, who plays, and the changes in force, by their numbers."""

    event: Event
    held: Mapping[str, int]
    seats: tuple[str, ...]
    changes: Mapping[int, Made]

    @property
    def day(self) -> Day:
        return day.day_of(self.changes.values())

    @property
    def has_plan(self) -> bool:
        """Whether a plan says who meets whom."""
        return Movement(self.event.movement) in rotation.PLANS

    def pairings(self, seats: Iterable[str] | None = None, on: Day | None = None) -> tuple[Pairing, ...]:
        """The games, or what they would be with these seats taken and this in force."""
        return pairings_of(
            self.event, self.held, self.seats if seats is None else seats, self.day if on is None else on
        )

    @property
    def meets_again(self) -> bool:
        """Whether people may meet again."""
        event = self.event
        return repeats_allowed(Movement(event.movement), self.held, event.fixed_rounds, event.repeats_reason)

    def because(self, reason: str) -> Ground:
        """The same where this is why people may meet again; empty: they may not."""
        event = copy.copy(self.event)
        event.repeats_reason = reason
        return replace(self, event=event)

    def taken(self, table: str) -> frozenset[int]:
        """The numbers of the seats of this table that somebody holds."""
        return frozenset(seat.number for seat in map(parse_seat, self.seats) if seat.table == table)

    def course(self, table: str, game: int) -> Course:
        """The course of this table, with the plan's round of every game up to this one."""
        event, now, movement = self.event, self.day, Movement(self.event.movement)
        course = dict(now.courses).get(table, rotation.AS_PLANNED)
        played = rotation.rounds_played(
            movement,
            {table: self.held[table]},
            [seat for seat in self.seats if parse_seat(seat).table == table],
            event.games,
            rounds=event.fixed_rounds,
            allow_repeats=self.meets_again,
            away=now.away,
            courses={table: course},
        )
        return course if game <= len(course.rounds) else replace(course, rounds=played[table][:game])

    def dealt(self, table: str) -> tuple[Pairing, ...]:
        """The games of this table with the first deals as they are announced, or would be if they were announced now."""
        seats = [seat for seat in self.seats if parse_seat(seat).table == table]
        return dealt_pairings(self.announced, {table: self.held[table]}, seats, self.day)

    @property
    def announced(self) -> Event:
        """The event with its first deals announced, as any change of the day does where they were not before."""
        event = copy.copy(self.event)
        event.dealt_to = event.dealt_to or list(self.seats)
        return event

    @property
    def awards(self) -> tuple[Award, ...]:
        """The awards that are not undone."""
        return award.awards_of(self.changes)

    @property
    def fallen(self) -> tuple[Award, ...]:
        """Those of the awards that fell away; none where no plan says who meets whom."""
        return award.fallen(self.awards, self.pairings()) if self.awards and self.has_plan else ()

    def games_of(self, table: str) -> int:
        """How many games this table plays in all."""
        return max((pairing.game for pairing in self.pairings() if pairing.table == table), default=0)

    def opponent(self, seat: str, game: int) -> str | None:
        """Whom this seat meets in this game; None for a sit-out and where it plays no such game."""
        played = day.ways(self.pairings()).get((game, seat))
        return played.opponent if played else None

    def awarded_to(self, plan: DayPlan) -> str | None:
        """Who gets the game that this plan awards: whom its player meets in it, or who is named where no plan says that. None
        where it awards none."""
        if plan.what not in (What.AWARD, What.REMOVED) or not plan.first:
            return None
        return self.opponent(plan.seat, plan.first) if self.has_plan else plan.opponent or None

    def award_in(self, game: int, seats: Collection[str]) -> Award | None:
        """The award of this game that stands for one of these seats; None where there is none."""
        there = (one for one in self.awards if one.game == game and {one.winner, one.loser} & {*seats})
        return next((one for one in there if one not in self.fallen), None)

    def removal(self, seat: str) -> int | None:
        """The number of the change by which who sits there was removed from play; None where they were not."""
        for number, (kind, _table, data) in self.changes.items():
            if kind == DayChange.Kind.REMOVED and data["seat"] == seat:
                return number
        return None


def ground(event: Event, seats: Iterable[str] | None = None) -> Ground:
    """What any change of this event is looked at on; three queries, two where the seats of those who play are given."""
    return Ground(event, frames(event), tuple(playing_seats(event) if seats is None else seats), day_changes(event))


def values_of(on: Ground, plan: DayPlan) -> tuple[str, dict[str, Any]]:
    """The kind and the data under which a plan is kept. ValueError where a mix-up has no such way on.

    A no-show is not kept as a change of the day: it is the entrant's status.
    """
    match plan.what:
        case What.AWAY:
            return _with_course(on, DayChange.Kind.AWAY, {"seat": plan.seat, "first": plan.first, "last": plan.last})
        case What.LEAVES:
            data = {"seat": plan.seat, "first": plan.first, "last": None}
            return _with_course(without_corrected(on, plan), DayChange.Kind.AWAY, data)
        case What.AWARD:
            return DayChange.Kind.AWARD, {"game": plan.first, "winner": on.awarded_to(plan), "loser": plan.seat}
        case What.REMOVED:
            return _removed(on, plan)
        case What.SUBSTITUTE:
            kept = {"seat": plan.seat, "name": plan.name, "from_game": plan.first}
            return _with_course(on, DayChange.Kind.SUBSTITUTE, kept)
        case What.COURSE:
            way = next((one for one in ways_on(on, plan) if one.way == plan.way), None)
            if way is None:
                raise ValueError(f"there is no way on called {plan.way}")
            return DayChange.Kind.COURSE, day.course_values(way.course)
        case _:
            raise ValueError("a no-show is no change of the day")


def _removed(on: Ground, plan: DayPlan) -> tuple[str, dict[str, Any]]:
    """The kind and the data of who is removed from play: the game in progress, with who gets it, and the first one that they do
    not play any more. Two queries where none is in progress."""
    winner = on.awarded_to(plan)
    game = plan.first if winner else None
    first = (plan.first or _over_so_far(on.event, parse_seat(plan.seat).table)) + 1
    last = on.games_of(parse_seat(plan.seat).table) if on.has_plan else rounds(on.event)
    data = {"seat": plan.seat, "game": game, "winner": winner, "first": first if first <= last else None}
    return _with_course(on, DayChange.Kind.REMOVED, data) if first <= last else (DayChange.Kind.REMOVED, data)


def _over_so_far(event: Event, table: str) -> int:
    """The last game of this table that was called or that a card says was played; 0 for none."""
    known = so_far(event)
    return max(known.called, known.typed.get(table, 0))


def _with_course(on: Ground, kind: DayChange.Kind, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The kind and the data of somebody who goes or comes, with the course on which their table goes on where people would
    meet again by it."""
    table = parse_seat(data["seat"]).table
    then = replace(on, changes={**on.changes, max(on.changes, default=0) + 1: (kind, table, data)})
    course = goes_on_apart(on, then).get(table)
    return kind, data if course is None else {**data, **day.course_values(course)}


@dataclass(frozen=True, slots=True)
class SoFar:
    """What stays as it is: the last game that was called, and the last of each table that a card says was played."""

    called: int
    typed: Mapping[str, int]


def so_far(event: Event) -> SoFar:
    """What of this event stays as it is. Two queries."""
    return SoFar(max(called_so_far(event), event.game_now or 0), typed_so_far(event))


def goes_on_apart(on: Ground, then: Ground, known: SoFar | None = None) -> dict[str, Course]:
    """The courses on which tables go on that did not move as planned, where by what is different `then` more would meet again
    than do now: nobody more does on these. What was called or is written stays. Two queries where any table moved so and that
    is not `known`."""
    courses = dict(then.day.courses)
    if not courses or not on.has_plan:
        return {}
    # Whether people may meet again is said beside it, and the plan is the same until then.
    on, then = on.because(""), then.because("")
    event, plan = then.event, rotation.PLANS[Movement(then.event.movement)]
    known = known or so_far(event)
    found = {}
    for table in courses:
        game = min(max(known.called, known.typed.get(table, 0)), then.games_of(table))
        games = [pairing for pairing in on.pairings() if pairing.table == table]
        course = mixup.goes_on_apart(
            plan,
            then.held[table],
            then.taken(table),
            then.course(table, game),
            game=game,
            games=event.games,
            again=len(mixup.met_again(games, plan, game)),
            away=[one for one in then.day.away if parse_seat(one.seat).table == table],
            rounds=event.fixed_rounds,
            allow_repeats=then.meets_again,
        )
        if course is not None:
            found[table] = course
    return found


def apart(on: Ground, then: Ground, known: SoFar | None = None) -> Ground:
    """The ground as it is then, with its tables on courses on which nobody meets again who does not now (`goes_on_apart`)."""
    changes, last = dict(then.changes), max(then.changes, default=0)
    for number, (table, course) in enumerate(goes_on_apart(on, then, known).items(), start=last + 1):
        changes[number] = (DayChange.Kind.COURSE.value, table, day.course_values(course))
    return replace(then, changes=changes)


def typed_so_far(event: Event) -> dict[str, int]:
    """The last game of each table that a card says was played; nothing for a table without one. One query."""
    lines = Entry.objects.of(event).filter(scorecard__lines__opponent__isnull=False).order_by().values_list("table")
    return dict(lines.annotate(last=Max("scorecard__lines__game")))


def called_so_far(event: Event, before: int | None = None) -> int:
    """The last game that was called and not taken back, by the log up to the row with this key; 0 for none. One query.

    Once no game is on any more all that were called are played, but for a first one that had not begun.
    """
    rows = AuditEntry.objects.filter(event=event, action__in=("game.called", "seats.drawn"))
    row = (rows if before is None else rows.filter(pk__lt=before)).order_by("-pk").first()
    return _called(row) if row is not None else 0


def noted_while(event: Event) -> dict[int, int]:
    """Which game was called last when each change of the day was noted, by its number; that of the change of which it is what
    an undoing left. 0 before the first one. One query."""
    called = 0
    found: dict[int, int] = {}
    rows = AuditEntry.objects.filter(event=event, action__in=("game.called", "seats.drawn", "day.changed"))
    for row in rows.order_by("pk"):
        if row.action == "day.changed" and row.subject_key.isdecimal():
            older = row.after.get("left_of") if isinstance(row.after, dict) else None
            found[int(row.subject_key)] = found.get(older, called) if isinstance(older, int) else called
        elif row.action != "day.changed":
            called = _called(row)
    return found


def _called(row: AuditEntry) -> int:
    """The last game that was called when this line of the log was written, which calls one or draws the seats."""
    if row.action != "game.called":
        return 0
    was = _game(row.before)
    return _game(row.after) or (was if was > 1 else 0)


def _game(values: object) -> int:
    # A trail that was brought in may hold what this program never writes.
    game = values.get("game") if isinstance(values, dict) else None
    return game if isinstance(game, int) else 0


def ways_on(on: Ground, plan: DayPlan) -> tuple[WayOn, ...]:
    """How a table that met like this can go on, the best way first; nothing where all was as planned. Every game that was
    called since stays as it was announced. One query."""
    event = on.event
    called = max(called_so_far(event), event.game_now or 0)
    ways = mixup.ways_on(
        rotation.PLANS[Movement(event.movement)],
        on.held[plan.table],
        on.taken(plan.table),
        on.course(plan.table, max(plan.game, called)),
        game=plan.game,
        called=min(called, on.games_of(plan.table)),
        met=plan.met,
        games=event.games,
        away=[one for one in on.day.away if parse_seat(one.seat).table == plan.table],
        rounds=event.fixed_rounds,
        allow_repeats=on.meets_again,
    )
    return tuple(replace(way, course=_with_deals(on, plan, way.course)) for way in ways)


def _with_deals(on: Ground, plan: DayPlan, course: Course) -> Course:
    """The course with the first deals that are announced for it, balanced anew for the games to come; without any where people
    cut."""
    if deal.Deal(on.event.deal) is not deal.Deal.ALTERNATE:
        return course
    table = plan.table
    seats = [seat for seat in on.seats if parse_seat(seat).table == table]
    then = replace(on.day, courses=((table, course),))
    games = pairings_of(on.event, {table: on.held[table]}, seats, then)
    after = max(plan.game, course.before, on.event.game_now or 0)
    return replace(course, deals=deal.deals_of(deal.balanced(games, on.dealt(table), after=after)))


def played_by_then(event: Event, plan: DayPlan) -> int:
    """How many games are played, as this says: those called, and the one in which a table met otherwise. Where games are not
    called cards are written all the same, and then those before the one from which something happened."""
    called = event.game_now or 0
    if plan.what is What.COURSE:
        return max(called, plan.game)
    if called or event.cards_begun_at is None:
        return called
    if plan.what is What.REMOVED:
        return plan.first or _over_so_far(event, parse_seat(plan.seat).table)
    return plan.first - 1 if plan.what in (What.AWAY, What.LEAVES, What.SUBSTITUTE, What.AWARD) else called


def outlook(on: Ground, plan: DayPlan) -> Outlook:
    """What this would change for whom. Two queries."""
    played = played_by_then(on.event, plan)
    rules = on.because(MEETING_AGAIN) if plan.meet_again else on
    if plan.what is What.NO_SHOW:
        left = [seat for seat in on.seats if seat != plan.seat]
        moved = moves_up(on, plan.seat) if plan.way == MOVE_UP else {}
        seats = _seats_after(left, moved)
        return _outlook(on, seats, apart(on, replace(on, seats=tuple(seats))).day, moved, rules, played)
    if plan.what is What.MEET_AGAIN:
        return _outlook(on, on.seats, on.day, rules=rules, played=played)
    kind, data = values_of(on, plan)
    made = [
        *without_corrected(on, plan).changes.values(),
        (kind, plan.table or parse_seat(plan.seat).table, data),
    ]
    found = _outlook(on, on.seats, day.day_of(made), rules=rules, played=played)
    return replace(found, awarded_to=on.awarded_to(plan) or "", corrects=corrected(on, plan))


def corrected(on: Ground, plan: DayPlan) -> int | None:
    """The number of the change that this plan says otherwise: nobody leaves twice, so that another game is a correction of the one
    that was noted (ours). None where they have not left yet, or where the substitute who plays on for them leaves in turn: that
    is with a game after the substitute's first one."""
    left: dict[int, int] = {}
    starts: list[int] = []
    for number, (kind, _table, data) in on.changes.items() if plan.what is What.LEAVES else ():
        if data.get("seat") != plan.seat:
            continue
        if kind == DayChange.Kind.SUBSTITUTE:
            starts.append(data["from_game"])
        elif kind == DayChange.Kind.AWAY and data["last"] is None:
            left[sum(start < data["first"] for start in starts)] = number
    return left.get(sum(start < plan.first for start in starts))


def stand_in(on: Ground, plan: DayPlan) -> int | None:
    """The number of the substitute who plays on at this seat whenever exactly somebody has left; None where nobody does, or where
    it is the substitute who leaves."""
    return next(
        (
            number
            for number, (kind, _table, data) in on.changes.items()
            if kind == DayChange.Kind.SUBSTITUTE
            and (data["seat"], data.get("last")) == (plan.seat, None)
            and plan.first <= data["from_game"]
        ),
        None,
    )


def without_corrected(on: Ground, plan: DayPlan) -> Ground:
    """The ground without the change that this plan says otherwise."""
    number = corrected(on, plan)
    if number is None:
        return on
    return replace(on, changes={other: made for other, made in on.changes.items() if other != number})


def outlook_without_meeting_again(on: Ground) -> Outlook:
    """What it would change for whom if nobody could meet again any more. Three queries at most."""
    said = meeting_again_since(on.event)
    return _outlook(on, on.seats, on.day, rules=on.because(""), dealt=dealt_before(said))


def needs_meeting_again(on: Ground) -> bool:
    """Whether anybody's games would be others if nobody could meet again."""
    return on.pairings() != on.because("").pairings()


def meeting_again_since(event: Event) -> AuditEntry | None:
    """The line of the log by which people may meet again since the seats were drawn; None where nobody said so on the day, or
    where it was taken back. One query, two where there is one."""
    if not event.repeats_reason:
        return None
    said = AuditEntry.objects.filter(event=event)
    last = said.filter(action__in=("seats.drawn", "repeats.allowed", "repeats.taken-back")).order_by("-pk").first()
    return last if last is not None and last.action == "repeats.allowed" else None


def dealt_before(row: AuditEntry | None) -> Dealt | None:
    """The first deals that were announced before the act of this line of the log (`Event.dealt_by`); None where they are no
    others since."""
    said = row.before.get("dealt_by") if row is not None and isinstance(row.before, dict) else None
    # A trail that was brought in may hold what this program never writes.
    return said if is_dealt(said) else None


def outlook_without(on: Ground, number: int, dealt: Dealt | None = None) -> Outlook:
    """What undoing the change with this number would change for whom; a late entry's is as if they had never come."""
    left = [change for other, change in on.changes.items() if other != number]
    kind, _table, data = on.changes[number]
    gone = data["seat"] if kind == DayChange.Kind.LATE else ""
    return _outlook(on, [seat for seat in on.seats if seat != gone], day.day_of(left), dealt=dealt)


def outlook_after(on: Ground, then: Ground, played: int | None = None, dealt: Dealt | None = None) -> Outlook:
    """What it changes for whom when people come, and other changes are in force: the ground as it is then, but for tables that
    go on another way so that nobody meets again. First deals stay in so many games `played`, else in those called, and go back
    to what was `dealt` before something undone. Three queries."""
    return _outlook(on, then.seats, apart(on, then).day, played=played, dealt=dealt)


@dataclass(frozen=True, slots=True)
class GivesBack:
    """What is given back when a no-show plays after all, for whom people moved up: the pairs of seats that are exchanged, in
    order; who is at another seat then, each from the one they have; and who stays, each with the seat that was theirs. `course`
    is the number of the change by which their table went on another way because they had not come, as long as it holds."""

    exchanges: tuple[tuple[str, str], ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    stays: tuple[tuple[str, str], ...] = ()
    course: int | None = None


def gives_back(event: Event, entry: Entry) -> GivesBack:
    """What is given back when this no-show plays after all. At most five queries."""
    return replace(_seats_given_back(event, entry), course=_course_because_of(event, entry))


def _course_because_of(event: Event, entry: Entry) -> int | None:
    """The change by which a table goes on another way because this entrant did not come; None where another one came after it."""
    courses = [
        (number, data)
        for number, (_kind, table, data) in day_changes(event).items()
        if table == entry.table and "pairs" in data
    ]
    number, data = courses[-1] if courses else (None, {})
    return number if data.get("no_show") == entry.number else None


def _seats_given_back(event: Event, entry: Entry) -> GivesBack:
    """Who goes back to the seat they had when this no-show plays after all. At most four queries.

    That people moved up is known from the trail. Nobody goes back to a seat that somebody plays at since, from one that they
    left themselves, or once a game was called or a card written.
    """
    trail = AuditEntry.objects.filter(event=event)
    said = Q(action="entrant.status-set", subject_key=str(entry.number), after__status=Entry.Status.NO_SHOW)
    since = trail.filter(said | Q(action="seats.drawn")).order_by("-pk").values_list("pk", flat=True).first()
    if since is None:
        return GivesBack()
    made = [
        found
        for row in trail.filter(action="seats.swapped", pk__gt=since, after__no_show=entry.number).order_by("-pk")
        if (found := _made_up(row, entry.number)) is not None
    ]
    if not made:
        return GivesBack()
    seated = {one.number: one for one in Entry.objects.of(event).filter(table__isnull=False)}
    holders = {one.seat: number for number, one in seated.items()}
    free = {number for number, one in seated.items() if one.status == Entry.Status.NO_SHOW}
    exchanges, stays = [], []
    for mover, old, new in made:
        if not event.is_played and holders.get(new) == mover and (old not in holders or holders[old] in free):
            exchanges.append((new, old))
            back = holders.pop(old, None)
            holders[old] = holders.pop(new)
            if back is not None:
                holders[new] = back
        elif mover in seated and seated[mover].seat == new:
            stays.append((new, old))
    at = {number: seat for seat, number in holders.items()}
    goes = [one for number, one in seated.items() if number == entry.number or number not in free]
    moved = sorted(
        ((one.seat, at[one.number]) for one in goes if at[one.number] != one.seat), key=lambda move: seat_order(move[0])
    )
    return GivesBack(tuple(exchanges), tuple(moved), tuple(stays))


def _made_up(row: AuditEntry, gone: int) -> tuple[int, str, str] | None:
    """Who moved, from where and to where, when somebody made up for this no-show; None where the trail says no such thing."""
    before, after = (values.get("seats") if isinstance(values, dict) else None for values in (row.before, row.after))
    if not isinstance(before, dict) or not isinstance(after, dict):
        return None
    _old, _blank, new = row.subject_key.partition(" ")
    for old, number in before.items():
        if number != gone and is_seat(old) and is_seat(new) and after.get(new) == number:
            return number, old, new
    return None


def outlook_with(on: Ground, seat: str, back: GivesBack = GivesBack(), dealt: Dealt | None = None) -> Outlook:
    """What it would change for whom if the one who did not come to this seat plays after all, and others go back; tables that
    were mixed up go on so that nobody meets again. Four queries at most."""
    moved = dict(back.moved)
    seats = _seats_after({*on.seats, seat}, moved)
    changes = {number: made for number, made in on.changes.items() if number != back.course}
    then = apart(on, replace(on, seats=tuple(seats), changes=changes))
    found = _outlook(on, seats, then.day, moved, dealt=dealt)
    return replace(found, stays=back.stays)


def outlook_of_swap(on: Ground, one: str, other: str, holders: Mapping[str, int]) -> Outlook:
    """What it would change for whom if the people at these seats changed places, or one of them went to an empty one; `holders` are
    the numbers of entrants by their seats."""
    moved = {seat: to for seat, to in ((one, other), (other, one)) if seat in on.seats}
    found = _outlook(on, _seats_after(on.seats, moved), on.day, moved)
    return replace(found, holders=(holders.get(one), holders.get(other)))


def outlook_before_swap(on: Ground, one: str, other: str, holders: Mapping[str, int]) -> Outlook:
    """The same of the act by which the people at these seats came to be where they are, if it was one."""
    to = {one: other, other: one}
    seats = tuple(sorted((to.get(seat, seat) for seat in on.seats), key=seat_order))
    were = {to.get(seat, seat): number for seat, number in holders.items()}
    return outlook_of_swap(replace(on, seats=seats), one, other, were)


def noted_of(on: Ground, seat: str) -> list[Made]:
    """Who of this seat is away in which games, and who plays for them, as it is in force, oldest first."""
    kinds = (DayChange.Kind.AWAY, DayChange.Kind.SUBSTITUTE, DayChange.Kind.REMOVED)
    return [made for _number, made in sorted(on.changes.items()) if made[0] in kinds and made[2]["seat"] == seat]


def noted_at(on: Ground, *seats: str) -> list[Made]:
    """What is in force of the day and would stay with one of these seats if people changed places, oldest first."""
    tables = {parse_seat(seat).table for seat in seats}
    return [
        (kind, table, data)
        for _number, (kind, table, data) in sorted(on.changes.items())
        if {data.get(who) for who in ("seat", "winner", "loser", "place")} & {*seats}
        or (kind == DayChange.Kind.COURSE and table in tables)
        or ("course" in data and parse_seat(data["seat"]).table in tables)
    ]


@dataclass(frozen=True, slots=True)
class NoShowWay:
    """A way on after a no-show: MOVE_UP or empty for the plain one, who moves to which seat, and what the table costs then."""

    way: str
    moved: Mapping[str, str]
    cost: Cost


def no_show_ways(on: Ground, gone: str) -> tuple[NoShowWay, ...]:
    """The ways on after somebody did not come to this seat, the one that costs the table least first; none where nobody
    could move, or where that would serve nobody, so that it goes on plainly."""
    seat = parse_seat(gone)
    left = on.taken(seat.table) - {seat.number}
    moved = moves_up(on, gone)
    if not moved:
        return ()

    def cost(numbers: Collection[int]) -> Cost:
        event, movement = on.event, Movement(on.event.movement)
        return closing_up.cost_of(
            movement, on.held[seat.table], numbers, event.games, rounds=event.fixed_rounds, allow_repeats=on.meets_again
        )

    then = {
        parse_seat(moved.get(text, text)).number for text in map(str, (Seat(seat.table, number) for number in left))
    }
    ways = (NoShowWay("", {}, cost(left)), NoShowWay(MOVE_UP, moved, cost(then)))
    return tuple(sorted(ways, key=lambda one: one.cost))


@dataclass(frozen=True, slots=True)
class DrawnAnew:
    """What a table would take if its seats were drawn anew for the people who are left: the rounds as they are, and then."""

    table: str
    players: int
    rounds: int
    rounds_then: int


def drawn_anew(on: Ground, gone: str) -> DrawnAnew | None:
    """What drawing anew would save once nobody comes to this seat, because a pair of its table's seats stands empty for
    nothing; None where it saves no round, or where play has begun and nothing is drawn anew."""
    seat, event = parse_seat(gone), on.event
    left = on.taken(seat.table) - {seat.number}
    frame = len(left) + len(left) % 2
    if not on.has_plan or event.is_played or not left or frame >= on.held[seat.table]:
        return None

    def rounds_of(seats: int, taken: Collection[int]) -> int:
        return closing_up.cost_of(
            Movement(event.movement),
            seats,
            taken,
            event.games,
            rounds=event.fixed_rounds,
            allow_repeats=on.meets_again,
        ).rounds

    moved = moves_up(on, gone)
    then = {parse_seat(moved.get(text, text)).number for text in (str(Seat(seat.table, number)) for number in left)}
    rounds_now, rounds_then = rounds_of(on.held[seat.table], then), rounds_of(frame, range(1, len(left) + 1))
    return DrawnAnew(seat.table, len(left), rounds_now, rounds_then) if rounds_then < rounds_now else None


def moves_up(on: Ground, gone: str) -> dict[str, str]:
    """Who moves to which seat so that this one's standing empty costs the table least; nobody where it costs nothing.

    Nobody moves once a game was called or a card written, nor where something happened at the table beside the plan.
    """
    seat = parse_seat(gone)
    return _moves_up(on, seat.table, on.taken(seat.table) - {seat.number}, seat.number)


def moves_up_everywhere(on: Ground) -> list[dict[str, str]]:
    """Who would move to which seat so that the empty seats cost least, table by table; nobody where they cost nothing."""
    taken = numbers_by_table(on.seats)
    return [_moves_up(on, table, taken.get(table, frozenset()), None) for table in on.held]


def _moves_up(on: Ground, table: str, taken: Collection[int], free: int | None) -> dict[str, str]:
    event = on.event
    if not on.has_plan or event.is_played or any(at == table for _kind, at, _data in on.changes.values()):
        return {}
    movement = Movement(event.movement)
    found = closing_up.close_up(
        movement,
        on.held[table],
        taken,
        event.games,
        free=free,
        rounds=event.fixed_rounds,
        allow_repeats=on.meets_again,
    )
    return {str(Seat(table, start)): str(Seat(table, to)) for start, to in found.moves} if found else {}


def _seats_after(seats: Iterable[str], moved: Mapping[str, str]) -> list[str]:
    return sorted((moved.get(seat, seat) for seat in seats), key=seat_order)


def _outlook(
    on: Ground,
    seats: Collection[str],
    then: Day,
    moved: Mapping[str, str] | None = None,
    rules: Ground | None = None,
    played: int | None = None,
    dealt: Dealt | None = None,
) -> Outlook:
    """What becomes of it with these seats taken and this in force; `rules` say whether people may meet again then, where
    that is not as it is. In so many games `played`, else in those called, first deals stay; those to come go back to what was
    `dealt` before something that is undone."""
    movement, rules = Movement(on.event.movement), rules or on
    before, after = on.pairings(), rules.pairings(seats, then)
    missing = missing_games(on.event, after, then)
    # Before play only a change of the day announces first deals; else they are found anew as long as they were not printed.
    announces = on.event.is_played or then != on.day
    played = (on.event.game_now or 0) if played is None else played
    before = dealt_pairings(on.announced if announces else on.event, on.held, on.seats, on.day)
    after = deals_anew(rules.announced if announces else rules.event, on.held, seats, then, played, dealt)
    found = day.differences(before, after, moved)
    fallen = award.fallen(on.awards, after) if on.has_plan else ()
    return Outlook(
        found,
        day.sums(before, after, movement, moved) if movement in rotation.PLANS else (),
        _rounds(on, before, on.seats),
        _rounds(on, after, seats),
        _misfits(on.event, found, {(pairing.players[0], pairing.game) for pairing in after if pairing.free}),
        sum(pairing.counted.count(False) for pairing in after if None not in pairing.players),
        tuple((moved or {}).items()),
        short=tuple(missing),
        late=late_games(on.event, after, then),
        again=_again(rules, seats, then, missing) if missing and not rules.meets_again else None,
        deals=_deals(found, after),
        played=played,
        dealt=dealt,
        fallen=tuple(one for one in fallen if one not in on.fallen),
        back=tuple(one for one in on.fallen if one not in fallen),
    )


def _rounds(on: Ground, games: Iterable[Pairing], seats: Collection[str]) -> int:
    """How many rounds these games take, or people at these seats where no plan says who meets whom."""
    if not on.has_plan:
        return rounds_without_plan(on.event, map(len, numbers_by_table(seats).values()))
    return max((pairing.game for pairing in games), default=0)


def _deals(found: Iterable[Difference], after: Iterable[Pairing]) -> Deals | None:
    """What becomes of the first deals of those who have a game that goes otherwise; None where none of theirs changes and all
    of them are balanced."""
    concerned, changed = set(), 0
    for one in found:
        concerned.add(one.player)
        before, then = (None if way is None else way.deals for way in (one.before, one.after))
        changed += before is not None and then is not None and before != then
    uneven = tuple(one for one in deal.uneven(after) if one[0] in concerned)
    return Deals(changed, uneven) if changed or uneven else None


def missing_games(event: Event, games: Iterable[Pairing], then: Day) -> dict[str, int]:
    """How many games are missing to those who play on, by seat; whoever left or came late has fewer anyway."""
    fewer = {one.seat for one in then.away if one.last is None or not one.made_up}
    return {
        one.seat: event.games - one.games
        for one in proof.meetings(games, Movement(event.movement))
        if one.games < event.games and one.seat not in fewer
    }


def late_games(event: Event, games: Iterable[Pairing], then: Day) -> tuple[Latecomer, ...]:
    """Who has fewer games than the event because they came late, and stays."""
    late = {one.seat for one in then.away if not one.made_up} - {one.seat for one in then.away if one.last is None}
    given = proof.meetings(games, Movement(event.movement))
    return tuple(Latecomer(one.seat, one.games) for one in given if one.seat in late and one.games < event.games)


def _again(on: Ground, seats: Collection[str], then: Day, missing: Mapping[str, int]) -> Again | None:
    """What it comes to if people meet again; None where that gives nobody more games."""
    games = on.because(MEETING_AGAIN).pairings(seats, then)
    still = missing_games(on.event, games, then)
    if sum(still.values()) >= sum(missing.values()):
        return None
    repeats = [one.repeats for one in proof.meetings(games, Movement(on.event.movement)) if one.repeats]
    late = late_games(on.event, games, then)
    return Again(max(pairing.game for pairing in games), len(repeats), max(repeats, default=0), len(still), len(late))


def _misfits(event: Event, found: Iterable[Difference], free: Collection[tuple[str | None, int]]) -> tuple[Misfit, ...]:
    """The lines that are written and name somebody else than they would have to.

    Whoever is free then and played all the same did no harm: it counts nothing (`free`, by seat and game).
    """
    others = {
        (one.player, one.game): one for one in found if one.is_other_opponent and (one.player, one.game) not in free
    }
    if not others:
        return ()
    misfits = []
    for seat, game, named in written_lines(event):
        one = others.get((seat, game))
        if one is not None and (one.after is None or one.after.opponent != named):
            misfits.append(Misfit(seat, game, named))
    return tuple(sorted(misfits, key=lambda one: (one.game, seat_order(one.seat))))


def written_lines(event: Event) -> list[tuple[str, int, str]]:
    """Whom the cards name so far: the seat, the game and the opponent. One query."""
    rows = Entry.objects.of(event).filter(scorecard__lines__opponent__isnull=False)
    lines = rows.values_list(
        "table",
        "seat_number",
        "scorecard__lines__game",
        "scorecard__lines__opponent__table",
        "scorecard__lines__opponent__seat_number",
    )
    # On a card are people who sit somewhere, and so are those whom it names.
    return [(f"{table}-{number}", game, f"{of}-{named}") for table, number, game, of, named in lines]


def planned_pairs(on: Ground, table: str, game: int) -> tuple[Pair, ...]:
    """Who sits at seats 1 and 2, 3 and 4 … of this table in this game by the plan, empty seats by their own number.

    ValueError beyond the plan's last game.
    """
    plan = rotation.PLANS[Movement(on.event.movement)]
    return mixup.planned(plan, on.held[table], on.course(table, game), game)


@dataclass(frozen=True, slots=True)
class NoShow:
    """Somebody who did not come: to which seat, and who was given it since, where somebody was."""

    entry: Entry
    seat: str
    given_to: str = ""


def no_shows(event: Event) -> list[NoShow]:
    """Everybody who did not come to a seat that was drawn for them, in seat order, also where it was given away; two queries.

    That a seat was given away is known from the trail alone. Whose late entry was undone is none of them.
    """
    everybody = {entry.number: entry for entry in Entry.objects.of(event)}
    given: dict[int, tuple[str, int]] = {}
    acts = ("entrants.entered", "entrant.seated", *STATUS_SAID)
    rows = list(AuditEntry.objects.filter(event=event, action__in=acts).order_by("pk"))
    undone = find_undone(row for row in rows if row.action in STATUS_SAID)
    for row in rows:
        # A trail that was brought in may hold what this program never writes.
        before = row.before if isinstance(row.before, dict) else {}
        after = row.after if isinstance(row.after, dict) else {}
        vacated, entered = before.get("vacated"), after.get("entrants")
        taken = {
            str(one.get("seat")): one.get("number")
            for one in (entered if isinstance(entered, list) else ())
            if isinstance(one, dict)
        }
        if row.action == "entrant.seated" and row.subject_key.isdecimal():
            taken = {str(after.get("seat")): int(row.subject_key)}
        for seat, number in vacated.items() if isinstance(vacated, dict) else ():
            if is_seat(seat) and isinstance(number, int):
                taker = taken.get(seat)
                given[number] = (seat, taker if isinstance(taker, int) else 0)
    found = []
    for entry in everybody.values():
        if entry.status != Entry.Status.NO_SHOW or (event.pk, str(entry.number)) in undone:
            continue
        if entry.seat:
            found.append(NoShow(entry, entry.seat))
        elif entry.number in given:
            seat, number = given[entry.number]
            found.append(NoShow(entry, seat, everybody[number].name if number in everybody else ""))
    return sorted(found, key=lambda one: seat_order(one.seat))


def standing(event: Event, plan: DayPlan) -> DayChange | None:
    """The last change in force that is what this plan would make, but for the reason, what it brings along, such as a table's
    course, and that people meet again. None where there is none, as of a no-show, which is a status."""
    in_force = event.day_changes.filter(undone_at=None).order_by("-number")
    match plan.what:
        case What.AWAY | What.LEAVES:
            last = plan.last if plan.what is What.AWAY else None
            gone = in_force.filter(kind=DayChange.Kind.AWAY)
            return next((one for one in gone if _has(one, seat=plan.seat, first=plan.first, last=last)), None)
        case What.SUBSTITUTE:
            said = {"seat": plan.seat, "name": plan.name, "from_game": plan.first, "last": None}
            return next((one for one in in_force.filter(kind=DayChange.Kind.SUBSTITUTE) if _has(one, **said)), None)
        case What.AWARD:
            given = [
                one for one in in_force.filter(kind=DayChange.Kind.AWARD) if _has(one, game=plan.first, loser=plan.seat)
            ]
            on = ground(event) if given else None
            # One that fell away awards nothing.
            stand = {one.number for one in on.awards if one not in on.fallen} if on else set()
            winner = plan.opponent or (on.awarded_to(plan) if on else None)
            return next((one for one in given if one.number in stand and _has(one, winner=winner)), None)
        case What.REMOVED:
            return next((one for one in in_force.filter(kind=DayChange.Kind.REMOVED) if _removes(one, plan)), None)
        case What.COURSE:
            last_one = in_force.filter(kind=DayChange.Kind.COURSE, table=plan.table).first()
            return last_one if last_one is not None and _mixed_up(event, last_one, plan) else None
        case _:
            return None


def _removes(change: DayChange, plan: DayPlan) -> bool:
    """Whether this removal is what the plan would make: nobody may have had the game in progress."""
    if not _has(change, seat=plan.seat):
        return False
    if plan.first and change.data["game"] is not None:
        return change.data["game"] == plan.first and plan.opponent in ("", change.data["winner"])
    return change.data["game"] is None and (not plan.first or change.data["first"] in (None, plan.first + 1))


def _mixed_up(event: Event, change: DayChange, plan: DayPlan) -> bool:
    """Whether this change is how the plan's table went on, once it met as the plan says."""
    on = ground(event)
    on = replace(on, changes={number: made for number, made in on.changes.items() if number < change.number})
    if not 1 <= plan.game <= on.games_of(plan.table):
        return False
    met, planned = (
        sorted(number for pair in pairs for number in pair)
        for pairs in (plan.met, planned_pairs(on, plan.table, plan.game))
    )
    ways = [one for one in ways_on(on, plan) if plan.way in ("", one.way)] if met == planned else []
    # First deals are announced anew with every change, and say nothing of how the table met.
    return any({**day.course_values(one.course), "deals": None} == {**change.data, "deals": None} for one in ways)


def _has(change: DayChange, **said: Any) -> bool:
    return all(change.data.get(name) == value for name, value in said.items())


def moved_up_to(event: Event, seat: str) -> bool:
    """Whether somebody moved up to this seat, since the seats were drawn, for a no-show who is one still. Three queries."""
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
    """The last change in force that rests on this one and has to be undone before it: a course that was found from its
    course, somebody on a chair that came with it, or in the place that it left, a substitute after a substitute."""
    later = event.day_changes.filter(table=change.table, undone_at=None, number__gt=change.number).order_by("-number")
    if change.kind == DayChange.Kind.SUBSTITUTE:
        next_one = later.filter(kind=DayChange.Kind.SUBSTITUTE, data__seat=change.data["seat"]).first()
        if next_one is not None:
            return next_one
    if leaves_for_good(change):
        in_place = next((one for one in later if one.data.get("place") == change.data["seat"]), None)
        if in_place is not None:
            return in_place
    # What was played by since stays anyway, so that nothing has to be undone before.
    noted, called = noted_while(event), max(called_so_far(event), event.game_now or 0)
    if "pairs" in change.data:
        left = [made for number, made in day_changes(event).items() if number != change.number]
        last = rotation.wider(frames(event), dict(day.day_of(left).courses))[change.table]
        return next(
            (
                one
                for one in later
                if ("pairs" in one.data and (noted.get(one.number, 0) >= called or one.kind == DayChange.Kind.LATE))
                or (one.kind == DayChange.Kind.LATE and parse_seat(one.data["seat"]).number > last)
            ),
            None,
        )
    return None


def leaves_for_good(change: DayChange) -> bool:
    """Whether somebody is gone for good by this change: they left, or were removed from play."""
    return is_for_good(change.kind, change.data)


def is_removal(tournament: str, event: str, number: int) -> bool:
    """Whether the change of the day with this number removed somebody from play; False where there is none. One query."""
    rows = DayChange.objects.filter(event__tournament__slug=tournament, event__slug=event, number=number)
    return rows.filter(kind=DayChange.Kind.REMOVED).exists()


def place_taken(event: Event, seat: str) -> DayChange | None:
    """The late entry in force that moves on in the place of this seat; None where nobody does. One query."""
    return event.day_changes.filter(kind=DayChange.Kind.LATE, undone_at=None, data__place=seat).first()
