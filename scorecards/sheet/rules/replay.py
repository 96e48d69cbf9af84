"""The qualifying round rebuilt from the log: every card, mark, decision and playoff as it was after any act.

An *act* is one row of the log. A *thing* is what an act changes: the record of a card, a mark on a card, the decision
on a game, a tie, an entrant's status. A *step* is the change of one thing by one act.

An act is *in force* until a later act restores the earlier value of its thing. The two then cancel each other out,
whether somebody undid the act or did the opposite by hand. An act can be undone only if it is in force and no later act
on its thing is.

All of this is ours: the rulebook knows no log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from scorecards.sheet.rules.basis import read_line
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import LookOutcome, Place, Reading
from scorecards.sheet.rules.tally import OwnTotals
from tournaments.rules.phase import Phase

Thing = tuple[str, str]
"""What an act changes: its kind (such as `CARD`) and the key of the act's subject."""

CARD = "card"
RECEIVED = "received"
ASIDE = "aside"
ENDED = "ended"
DECISION = "decision"
TIE = "tie"
STATUS = "status"
DAY_CHANGE = "day-change"
OF_THE_CARDS = (CARD, RECEIVED, ASIDE, ENDED, DECISION, TIE)
"""The kinds that depend on who has which seat, and are deleted together with the seats."""

PLAYING = "playing"

_BLANK = OwnTotals()


@dataclass(frozen=True, slots=True)
class Act:
    """One row of the log; `number` is its place in the log. `account` is the actor's username, `by` their name.

    `revision` is the event's revision before the act.
    """

    number: int
    action: str
    key: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    at: datetime
    by: str
    account: str = ""
    reason: str = ""
    initials: str = ""
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Recorded:
    """The record of a card, the source of its lines, and its typist."""

    lines: tuple[Line, ...] = ()
    own: OwnTotals = _BLANK
    by: str = ""
    account: str = ""
    at: datetime | None = None
    source: str = "paper"

    @property
    def content(self) -> object:
        return (self.lines, self.own)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a card: by whom, when, and the reason, empty if none was needed."""

    by: str
    at: datetime
    reason: str = ""

    @property
    def content(self) -> object:
        return self.reason


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision on a game."""

    kind: str
    basis: Mapping[str, Any]
    resolved: Mapping[str, Any] | None
    reason: str
    initials: str
    by: str
    at: datetime

    @property
    def content(self) -> object:
        return (self.kind, self.basis, self.resolved, self.reason, self.initials)


@dataclass(frozen=True, slots=True)
class PlayedOff:
    """The playoff order of a tied group, best first."""

    order: tuple[str, ...]
    by: str
    at: datetime

    @property
    def content(self) -> object:
        return self.order


@dataclass(frozen=True, slots=True)
class EntrantStatus:
    """The status of an entrant (playing, no-show or withdrawn), and its reason."""

    status: str = PLAYING
    reason: str = ""

    @property
    def content(self) -> object:
        return (self.status, self.reason)


@dataclass(frozen=True, slots=True)
class LoggedDayChange:
    """A day change: its kind, table and data, and when it was recorded."""

    kind: str
    table: str
    data: Mapping[str, Any]
    at: datetime

    @property
    def content(self) -> object:
        return (self.kind, self.table, self.data)


Value = Recorded | Mark | Decided | PlayedOff | EntrantStatus | LoggedDayChange

_AT_FIRST: Mapping[str, Value] = {CARD: Recorded(), STATUS: EntrantStatus()}


@dataclass(frozen=True, slots=True)
class Step:
    """The change of one thing by one act; None if the thing has no value before or after."""

    act: Act
    thing: Thing
    before: Value | None
    after: Value | None

    def is_reversed_by(self, other: Step) -> bool:
        """Whether the other step restores the value that the thing had before this step."""
        return is_same(self.before, other.after) and is_same(self.after, other.before)


def is_same(value: Value | None, other: Value | None) -> bool:
    """Whether two values of a thing have the same content; who made them, and when, does not count."""
    return (value and value.content) == (other and other.content)


@dataclass(slots=True)
class Rebuilt:
    """The state of the round after the acts so far.

    - `versions` counts the rewrites of each card, by seat.
    - `again` are the games of each card whose line was typed over and must be read, by seat.
    - `seats` are by number of the entrant, empty for an entrant without a seat.
    - `tables` are the numbers of seats in the rotation by table, as drawn with `seed`; empty if the log has none.
    - `last` is the last act, and `steps` are the steps of all acts.
    """

    things: dict[Thing, Value] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    looks: dict[Place, list[Reading]] = field(default_factory=dict)
    again: dict[str, frozenset[int]] = field(default_factory=dict)
    seats: dict[int, str] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)
    seed: int | None = None
    quota: int | None = None
    begun_at: datetime | None = None
    cross_checked_at: datetime | None = None
    posted_at: datetime | None = None
    last: Act | None = None
    steps: list[Step] = field(default_factory=list)

    def of(self, kind: str) -> dict[str, Value]:
        """Every thing of this kind, by key."""
        return {key: value for (thing_kind, key), value in self.things.items() if thing_kind == kind}

    def card(self, seat: str) -> Recorded:
        """The record of this card; an empty record if the card was never typed."""
        value = self.things.get((CARD, seat))
        return value if isinstance(value, Recorded) else Recorded()

    def status(self, number: int) -> EntrantStatus:
        """The status of the entrant with this number."""
        value = self.things.get((STATUS, str(number)))
        return value if isinstance(value, EntrantStatus) else EntrantStatus()

    def put(self, act: Act, kind: str, value: Value | None) -> None:
        """Set the act's subject, as a thing of this kind, to this value, and append the step; None deletes the thing."""
        thing = (kind, act.key)
        self.steps.append(Step(act, thing, self.things.get(thing, _AT_FIRST.get(kind)), value))
        self.things.pop(thing, None)
        if value is not None:
            self.things[thing] = value

    def rewrite(self, act: Act, value: Recorded) -> None:
        """Set the record of the act's card to this value, as the next version of the card."""
        self.put(act, CARD, value)
        self.versions[act.key] = self.versions.get(act.key, 0) + 1


def rebuild(acts: Iterable[Act]) -> Rebuilt:
    """Rebuild the round from these acts, oldest first.

    Acts on some subjects alone rebuild only these subjects. Acts that are unknown here change nothing.
    """
    rebuilt = Rebuilt()
    for act in acts:
        apply = EFFECTS.get(act.action)
        if apply is not None:
            apply(rebuilt, act)
        rebuilt.last = act
    return rebuilt


@dataclass(frozen=True, slots=True)
class Undoing:
    """Whether an act can be undone, and the step that undoing it would reverse.

    - `step` is the act's step; None if acts of this kind cannot be undone.
    - `stands` is a code for the reason why acts of this kind cannot be undone; empty if they can.
    - `undone`: the act is undone already.
    - `obstacle` is a later step that must be undone first: one on the same thing, or one that ended the card.
    """

    step: Step | None = None
    stands: str = ""
    undone: bool = False
    obstacle: Step | None = None


def undoing(act: Act, steps: Sequence[Step]) -> Undoing:
    """Return whether this act can be undone; `steps` are all steps of its things, oldest first.

    Steps that cancel each other out do not count. An act is undone if later steps cancel it; if it was done again after
    that, it is in force as before.
    """
    step = next((step for step in steps if step.act.number == act.number), None)
    if step is None:
        return Undoing(stands=STANDS.get(act.action, "elsewhere"))
    later_steps = [later for later in steps if later.thing == step.thing and later.act.number > act.number]
    obstacles = _in_force(later_steps)
    if obstacles and step not in _in_force([step, *later_steps]):
        return Undoing(step, undone=True)
    kind, key = step.thing
    if kind == CARD:
        obstacles += _in_force(
            later for later in steps if later.thing == (ENDED, key) and later.act.number > act.number
        )
    return Undoing(step, obstacle=max(obstacles, key=lambda later: later.act.number, default=None))


def _in_force(steps: Iterable[Step]) -> list[Step]:
    """The steps in force among all `steps` on one thing, oldest first: adjacent steps that reverse each other are removed.

    Removing a pair can make two other steps adjacent, which are then compared as well.
    """
    steps_in_force: list[Step] = []
    for step in steps:
        if steps_in_force and steps_in_force[-1].is_reversed_by(step):
            steps_in_force.pop()
        else:
            steps_in_force.append(step)
    return steps_in_force


# --- What each act does ----------------------------------------------------------------------------------------------


def _typed(rebuilt: Rebuilt, act: Act) -> None:
    after = act.after or {}
    rebuilt.begun_at = rebuilt.begun_at or act.at
    rebuilt.rewrite(act, _recorded(after, act.by, act.account, act.at))
    _read_again(rebuilt, act)


def _typing_undone(rebuilt: Rebuilt, act: Act) -> None:
    """Restore an earlier record of the card, with the account and time of its typing if the log has it.

    `typed_by` in the act is the typist of that record, empty if the card becomes empty.
    """
    after = act.after or {}
    record = _recorded(after, str(after.get("typed_by", "")), "", act.at)
    for step in reversed(rebuilt.steps):
        earlier = step.after
        if step.thing != (CARD, act.key) or not isinstance(earlier, Recorded):
            continue
        if is_same(earlier, record) and earlier.by == record.by:
            record = replace(record, account=earlier.account, at=earlier.at)
            break
    rebuilt.rewrite(act, record)
    _read_again(rebuilt, act)


def _read_again(rebuilt: Rebuilt, act: Act) -> None:
    """Set which lines of the card must be read again from now on, as the act names them."""
    rebuilt.again[act.key] = frozenset(game for game in (act.after or {}).get("again") or () if isinstance(game, int))


def _recorded(after: Mapping[str, Any], by: str, account: str, typed_at: datetime) -> Recorded:
    """The record of a card from its logged values."""
    lines = (read_line(line) for line in after.get("lines") or ())
    return Recorded(
        tuple(line for line in lines if line is not None),
        OwnTotals(**(after.get("totals") or {})),
        by,
        account,
        typed_at,
        str(after.get("source", "paper")),
    )


def _corrected_late(rebuilt: Rebuilt, act: Act) -> None:
    """Set the lines as corrected after posting; the card keeps its typist, if it has one."""
    card = rebuilt.card(act.key)
    typing = (card.by, card.account, card.at) if card.at is not None else (act.by, act.account, act.at)
    rebuilt.rewrite(act, replace(_recorded(act.after or {}, *typing), source=card.source))
    _read_again(rebuilt, act)


def _looked_at(rebuilt: Rebuilt, act: Act) -> None:
    """Keep the reading. A reading that confirms or replaces the line settles a line that was typed over."""
    after = act.after or {}
    reading = Reading(read_line(after.get("reading")), act.by)
    rebuilt.looks.setdefault((act.key, after["game"]), []).append(reading)
    if after.get("outcome") in (LookOutcome.CONFIRMED, LookOutcome.RETYPED):
        rebuilt.again[act.key] = rebuilt.again.get(act.key, frozenset()) - {after["game"]}
    if after.get("outcome") == LookOutcome.RETYPED:
        _rewrite_line(rebuilt, act)


def _put_back(rebuilt: Rebuilt, act: Act) -> None:
    _rewrite_line(rebuilt, act)
    _read_again(rebuilt, act)


def _rewrite_line(rebuilt: Rebuilt, act: Act) -> None:
    """Replace one line of the card, or remove it; the card keeps its typist, if it has one."""
    after = act.after or {}
    card = rebuilt.card(act.key)
    if card.at is None:
        card = replace(card, by=act.by, account=act.account, at=act.at)
    line = read_line(after.get("line"))
    lines = [other_line for other_line in card.lines if other_line.game != after["game"]]
    if line is not None:
        lines.append(line)
    rebuilt.rewrite(act, replace(card, lines=tuple(sorted(lines, key=lambda any_line: any_line.game))))


def _received(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.put(act, RECEIVED, Mark(str((act.after or {}).get("received_by", act.by)), act.at))


def _receipt_taken_back(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.put(act, RECEIVED, None)


def _set_aside(rebuilt: Rebuilt, act: Act) -> None:
    after = act.after or {}
    rebuilt.put(act, ASIDE, Mark(str(after.get("set_aside_by", act.by)), act.at, str(after.get("reason", ""))))


def _taken_up(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.put(act, ASIDE, None)


def _ended(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.put(act, ENDED, Mark(str((act.after or {}).get("ended_by", act.by)), act.at))


def _ending_taken_back(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.put(act, ENDED, None)


def _decided(rebuilt: Rebuilt, act: Act) -> None:
    """Set a decision that was made or restored; `decided_by` of a restored one is the person who made it."""
    after = act.after or {}
    decided = Decided(
        kind=after["kind"],
        basis=after["basis"],
        resolved=after["resolved"],
        reason=after.get("reason", act.reason),
        initials=act.initials,
        by=after.get("decided_by", act.by),
        at=act.at,
    )
    rebuilt.put(act, DECISION, decided)


def _decision_taken_back(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.put(act, DECISION, None)


def _played_off(rebuilt: Rebuilt, act: Act) -> None:
    after = act.after or {}
    order = tuple(after.get("order") or ())
    rebuilt.put(act, TIE, PlayedOff(order, str(after.get("recorded_by", act.by)), act.at) if order else None)


def _vacate(rebuilt: Rebuilt, act: Act) -> None:
    """Take the seats away from the entrants who lost theirs by the act, such as no-shows at whose seats others sit now."""
    for number in ((act.before or {}).get("vacated") or {}).values():
        rebuilt.seats[number] = ""


def _entered(rebuilt: Rebuilt, act: Act) -> None:
    _vacate(rebuilt, act)
    for entrant in (act.after or {}).get("entrants") or ():
        rebuilt.seats[entrant["number"]] = entrant["seat"]


def _removed(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.seats.pop(int(act.key), None)


def _seats_drawn(rebuilt: Rebuilt, act: Act) -> None:
    after = act.after or {}
    rebuilt.tables, rebuilt.seed = dict(after.get("tables") or {}), after.get("seed")
    rebuilt.seats = dict.fromkeys(rebuilt.seats, "")
    rebuilt.seats |= {number: seat for seat, number in (after.get("seats") or {}).items()}
    # Day changes name seats, so those of an earlier draw mean nothing now.
    rebuilt.things = {thing: value for thing, value in rebuilt.things.items() if thing[0] != DAY_CHANGE}


def _seats_swapped(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.seats |= {number: seat for seat, number in ((act.after or {}).get("seats") or {}).items()}


def _status_set(rebuilt: Rebuilt, act: Act) -> None:
    after, before = act.after or {}, rebuilt.status(int(act.key))
    status, reason = after.get("status", before.status), after.get("status_reason", before.reason)
    rebuilt.put(act, STATUS, EntrantStatus(status, reason))


def _seated_late(rebuilt: Rebuilt, act: Act) -> None:
    _vacate(rebuilt, act)
    rebuilt.seats[int(act.key)] = (act.after or {}).get("seat", "")
    _status_set(rebuilt, act)


def _day_changed(rebuilt: Rebuilt, act: Act) -> None:
    # A day change makes no step: it is undone on the page of the round, which shows everything that moves.
    after = act.after or {}
    if "data" in after:
        rebuilt.things[DAY_CHANGE, act.key] = LoggedDayChange(after["kind"], after["table"], after["data"], act.at)
    _status_with_it(rebuilt, after)


def _day_change_undone(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.things.pop((DAY_CHANGE, act.key), None)
    _vacate(rebuilt, act)
    _status_with_it(rebuilt, act.after or {})


def _status_with_it(rebuilt: Rebuilt, after: Mapping[str, Any]) -> None:
    """Set the statuses that belong to a day change: a player who leaves for good withdraws in the same act."""
    for number, (status, reason) in (after.get("statuses") or {}).items():
        rebuilt.things[STATUS, number] = EntrantStatus(status, reason)


def _quota_set(rebuilt: Rebuilt, act: Act) -> None:
    after = act.after or {}
    if "quota_exemption" in after:
        rebuilt.quota = after["quota_exemption"]


def _cross_checked(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.cross_checked_at = act.at


def _posted(rebuilt: Rebuilt, act: Act) -> None:
    rebuilt.posted_at = act.at


def _reopened(rebuilt: Rebuilt, act: Act) -> None:
    """Reopen a step of the event: delete the results of that step and of later steps, and keep what was written.

    Reopening a step before the cards deletes everything about the cards, and the day changes, from the round.
    """
    step = (act.after or {}).get("step")
    if step == Phase.PLAYOFFS:
        return
    rebuilt.posted_at = None
    if step != Phase.CROSS_CHECK:
        rebuilt.cross_checked_at = None
    if step in (Phase.REGISTRATION, Phase.SEATING):
        rebuilt.begun_at = None
        rebuilt.looks.clear()
        rebuilt.versions.clear()
        rebuilt.again.clear()
        for thing in [thing for thing in rebuilt.things if thing[0] in (*OF_THE_CARDS, DAY_CHANGE)]:
            del rebuilt.things[thing]
    if step == Phase.SEATING:
        rebuilt.seats = dict.fromkeys(rebuilt.seats, "")


EFFECTS: Mapping[str, Callable[[Rebuilt, Act], None]] = {
    "card.typed": _typed,
    "card.typing-undone": _typing_undone,
    "card.corrected-late": _corrected_late,
    "line.looked-at": _looked_at,
    "line.put-back": _put_back,
    "line.phone-stands": _put_back,
    "card.received": _received,
    "card.receipt-taken-back": _receipt_taken_back,
    "card.set-aside": _set_aside,
    "card.taken-up": _taken_up,
    "card.ended": _ended,
    "card.ending-taken-back": _ending_taken_back,
    "discrepancy.accepted": _decided,
    "discrepancy.overridden": _decided,
    "discrepancy.referred": _decided,
    "discrepancy.decision-restored": _decided,
    "discrepancy.decision-taken-back": _decision_taken_back,
    "tiebreak.recorded": _played_off,
    "tiebreak.taken-back": _played_off,
    "entrants.entered": _entered,
    "entrant.removed": _removed,
    "entrant.status-set": _status_set,
    "entrant.seated": _seated_late,
    "seats.drawn": _seats_drawn,
    "seats.swapped": _seats_swapped,
    "day.changed": _day_changed,
    "day.change-undone": _day_change_undone,
    "quota.exempted": _quota_set,
    "quota.restored": _quota_set,
    "cross_check.started": _cross_checked,
    "qualifiers.posted": _posted,
    "phase.reopened": _reopened,
}
"""The effect of each act on the round; an act that makes a step can be undone."""

STANDS: Mapping[str, str] = {
    "line.looked-at": "look",
    "cross_check.started": "begun",
    "discrepancy.left": "left",
    "qualifiers.posted": "posted",
    "qualifiers.corrected": "posted",
    "card.left-late": "late",
    "line.paper-stands": "upheld",
    "phase.reopened": "reopened",
    "player.informed": "told",
    "player.informing-taken-back": "told",
    "seats.drawn": "announced",
    "seats.swapped": "announced",
    "day.changed": "round",
    "day.change-undone": "round",
    "repeats.allowed": "round",
    "repeats.taken-back": "round",
    "game.called": "round",
    "ladder.moved": "round",
    "ladder.move-taken-back": "round",
    "clock.set": "round",
    "decks.changed": "round",
    "table.finished": "round",
    "table.finishing-taken-back": "round",
    "entrants.entered": "entrants",
    "entrants.came-over": "entrants",
    "entrant.removed": "entrants",
    "entrant.moved-up": "entrants",
    "entrant.corrected": "entrants",
    "quota.exempted": "settings",
    "quota.restored": "settings",
    "event.added": "settings",
    "event.changed": "settings",
    "event.exempted": "settings",
    "links.made": "paper",
    "link.renewed": "paper",
    "link.revoked": "paper",
    "sheets.printed": "paper",
    "news.asked": "news",
    "news.browser-told": "news",
    "news.chosen": "news",
    "news.confirmed": "news",
    "news.ended": "news",
    "judge.called": "call",
    "call.taken": "call",
    "call.done": "call",
    "call.given-up": "call",
    "call.taken-back": "call",
    "judge.arrived": "call",
    "judge.declined": "call",
    "judge.sent": "call",
    "third-judge.asked": "call",
    "ruling.given": "ruling",
    "ruling.taken-back": "ruling",
    "bracket.drawn": "playoffs",
    "bracket.taken-back": "playoffs",
    "game.recorded": "playoffs",
    "game.forfeited": "playoffs",
    "game.taken-back": "playoffs",
    "game.claimed": "playoffs",
    "match.ended": "playoffs",
    "match.ending-taken-back": "playoffs",
    "match.placed": "playoffs",
    "round.placed": "playoffs",
    "bracket.players-report-set": "playoffs",
    "final.announced": "playoffs",
    "match.scheduled": "playoffs",
    "round.length-set": "playoffs",
    "round.scheduled": "playoffs",
    "report.noted": "report",
    "honour.recorded": "honours",
    "honour.taken-back": "honours",
}
"""The acts that cannot be undone from the log, with a code for the reason; a look only if it changed nothing."""
