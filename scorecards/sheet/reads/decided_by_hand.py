"""The head judge's rulings on games that rule 12.2 leaves open or a checker referred, in force or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from scorecards.models import Discrepancy
from scorecards.sheet.reads.discrepancies import differing_games, discrepancy_id, given_lines, line_values
from scorecards.sheet.reads.earlier import acts
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import Sheet, Values, sheet
from scorecards.sheet.rules.basis import read_basis
from scorecards.sheet.rules.by_hand import is_ruling
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.looks import find_unlooked
from scorecards.sheet.rules.replay import Act, Decided, Step, rebuild
from tournaments.models import Event
from tournaments.models.people import with_people
from tournaments.rules.phase import Phase
from tournaments.rules.seat import seat_order

_UNDECIDED = (State.OPEN, State.PROPOSED)


@dataclass(frozen=True, slots=True)
class RuledCard:
    """One card of a game with a ruling. `written` is the line as written, `stands` the line by the ruling; None for no line.

    `unread`: the game is open again, and the line must be read again by somebody who has not seen it.
    """

    seat: str
    name: str
    players: tuple[str, ...]
    written: Values | None
    stands: Values | None
    unread: bool

    @property
    def changes(self) -> bool:
        return self.stands != self.written


@dataclass(frozen=True, slots=True)
class RuledGame:
    """One ruling of the head judge on a game; `id` is the name of the discrepancy at that time.

    - `holds`: the ruling decides the game at present.
    - `is_open`: by the present cards, the game waits for a decision again.
    - `ended_at` is when the ruling was taken back or replaced, or fell when a step was reopened; None if it was not.
    - `ended` is the act that did so; None without such an act, or if the log does not have it.
    """

    id: str
    event: Event
    game: int
    cards: tuple[RuledCard, RuledCard]
    reason: str
    initials: str
    by: str
    at: datetime
    holds: bool
    is_open: bool
    ended_at: datetime | None
    ended: Act | None

    @property
    def is_replaced(self) -> bool:
        """Whether another decision on the game replaced the ruling; a referral that is restored does not count."""
        kind = (self.ended.after or {}).get("kind") if self.ended else None
        return kind is not None and kind != Discrepancy.Kind.REFERRED


def ruled_games(events: Collection[Event]) -> list[RuledGame]:
    """The head judge's rulings on the games of these events, newest first."""
    rulings: list[RuledGame] = []
    for event, rows, log in _rulings(events):
        event_sheet = sheet(event)
        in_force, unread, open_now = _in_force(event_sheet), _unread(event_sheet), _open(event_sheet)
        rulings += [_ruled(row, event, in_force, unread, open_now, log) for row in rows]
    return sorted(rulings, key=lambda ruling: ruling.at, reverse=True)


def ruled_now(event_sheet: Sheet) -> frozenset[str]:
    """The names of the games that a ruling of the head judge decides now."""
    in_force = _in_force(event_sheet)
    keys = [row.pk for _event, rows, _log in _rulings([event_sheet.event]) for row in rows]
    return frozenset(in_force[key] for key in keys if key in in_force)


def _rulings(events: Collection[Event]) -> Iterable[tuple[Event, list[Discrepancy], list[Act]]]:
    """Every event with overrides, with the rows of its rulings, oldest first, and the acts on its decisions.

    One query if no event has an override.
    """
    rows_by_event: dict[int, list[Discrepancy]] = defaultdict(list)
    rows = Discrepancy.objects.filter(event__in=events, kind=Discrepancy.Kind.OVERRIDDEN)
    for row in rows.select_related(*with_people("first__player", "second__player")).order_by("pk"):
        rows_by_event[row.event_id].append(row)
    for event in events:
        if event.pk in rows_by_event:
            log = acts(event, among=Q(subject_kind="discrepancy") | Q(action="phase.reopened"))
            steps = rebuild(log).steps
            yield event, [row for row in rows_by_event[event.pk] if _is_ruling(row, log, steps)], log


def _is_ruling(row: Discrepancy, log: Sequence[Act], steps: Sequence[Step]) -> bool:
    """Whether this decision is a ruling by the steps up to it; a later referral does not make it one."""
    deciding_act = _first_since(row.decided_at, _name(row), log)
    steps_until = [step for step in steps if deciding_act is None or step.act.number <= deciding_act.number]
    decided = Decided(row.kind, row.basis, row.resolved, row.reason, row.initials, row.decided_by, row.decided_at)
    return is_ruling(decided, steps_until)


def _seats(row: Discrepancy) -> tuple[str, str]:
    """The seats of the two cards at the time of the decision, in seat order: after a new draw, the entries have others."""
    first, second = sorted(row.resolved or {}, key=seat_order)
    return first, second


def _name(row: Discrepancy) -> str:
    first, second = _seats(row)
    return f"{row.game}-{first}-{second}"


def _first_since(moment: datetime, name: str, log: Sequence[Act]) -> Act | None:
    """The first act from this moment on that changes the decision on the game with this name; None without one."""
    later_acts = (act for act in log if act.at >= moment)
    return next((act for act in later_acts if act.key == name or _takes_cards(act)), None)


def _in_force(event_sheet: Sheet) -> dict[int, str]:
    """The names of games with a decision in force, by the primary key of the decision's row."""
    names: dict[int, str] = {}
    for game in differing_games(event_sheet):
        row = event_sheet.decisions.get(game.decision) if game.decision else None
        if row is not None:
            names[row.pk] = discrepancy_id(game)
    return names


def _open(event_sheet: Sheet) -> frozenset[str]:
    """The names of the games that wait for a decision."""
    return frozenset(discrepancy_id(game) for game in differing_games(event_sheet) if game.state in _UNDECIDED)


def _unread(event_sheet: Sheet) -> frozenset[tuple[str, str]]:
    """The names of games that wait for another reading of a line, each with the seat of that card."""
    if event_sheet.event.posted_at:
        return frozenset()
    readings_by_place = readings(event_sheet.event)
    open_games = [game for game in differing_games(event_sheet) if game.state in _UNDECIDED]
    return frozenset(
        (discrepancy_id(game), seat)
        for game in open_games
        for seat in find_unlooked(event_sheet.crosscheck, game, readings_by_place)
    )


def _ruled(
    row: Discrepancy,
    event: Event,
    in_force: Mapping[int, str],
    unread: Collection[tuple[str, str]],
    open_now: Collection[str],
    log: Sequence[Act],
) -> RuledGame:
    """The ruling of this row; the other arguments are what `_in_force`, `_unread`, `_open` and `_rulings` give."""
    seats, name = _seats(row), _name(row)
    recorded, _proposal = read_basis(row.basis)
    stands = given_lines(row.resolved, row.game, seats, recorded)
    cards = [
        RuledCard(
            seat,
            entry.known_name,
            tuple(entry.player.names),
            line_values(line),
            line_values(after),
            (name, seat) in unread,
        )
        for seat, entry, line, after in zip(seats, (row.first, row.second), recorded, stands.values(), strict=True)
    ]
    return RuledGame(
        id=name,
        event=event,
        game=row.game,
        cards=(cards[0], cards[1]),
        reason=row.reason,
        initials=row.initials,
        by=row.decided_by,
        at=row.decided_at,
        holds=row.pk in in_force,
        is_open=name in open_now,
        ended_at=row.withdrawn_at,
        ended=_first_since(row.withdrawn_at, name, log) if row.withdrawn_at is not None else None,
    )


def _takes_cards(act: Act) -> bool:
    """Whether the act reopened a step before the cards, which withdraws every decision on the cards."""
    return act.action == "phase.reopened" and (act.after or {}).get("step") in (Phase.REGISTRATION, Phase.SEATING)
