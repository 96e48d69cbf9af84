"""The qualifying round rebuilt from the log: every card, mark, decision and playoff as it was after any act.

An *act* is one row of the log. A *thing* is what an act changes: the record of a card, a mark on it, the decision on a
game, a tie, somebody's status. A *step* is what one act did to one thing. An act is *in force* until a later one puts
its thing back as it was before: the two then cancel each other out, whether somebody undid the act or did the opposite
by hand. Only an act in force with no later act in force can be undone.

All of this is ours: the rulebook knows no log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from scorecards.sheet.rules.basis import read_line
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Place, Reading, Said
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
"""The kinds that depend on who has which seat, and go when the seats go."""

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
    """A mark on a card: by whom, when, and why where a reason was asked for."""

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
class Marked:
    """Whether somebody plays, did not show up or withdrew, and why."""

    status: str = PLAYING
    reason: str = ""

    @property
    def content(self) -> object:
        return (self.status, self.reason)


@dataclass(frozen=True, slots=True)
class Departed:
    """A change of the day: its kind, table and data, and when it was recorded."""

    kind: str
    table: str
    data: Mapping[str, Any]
    at: datetime

    @property
    def content(self) -> object:
        return (self.kind, self.table, self.data)


Value = Recorded | Mark | Decided | PlayedOff | Marked | Departed

_AT_FIRST: Mapping[str, Value] = {CARD: Recorded(), STATUS: Marked()}


@dataclass(frozen=True, slots=True)
class Step:
    """What one act did to one thing; None for nothing."""

    act: Act
    thing: Thing
    before: Value | None
    after: Value | None

    def is_reversed_by(self, other: Step) -> bool:
        """Whether the other step put the thing back as it was before this one."""
        return is_same(self.before, other.after) and is_same(self.after, other.before)


def is_same(value: Value | None, other: Value | None) -> bool:
    """Whether two values of a thing have the same content, by whomever."""
    return (value and value.content) == (other and other.content)


@dataclass(slots=True)
class Rebuilt:
    """The state after the acts so far. `versions` counts how often each card was rewritten. `again` are the games of
    each card whose line was typed over and must be read. `tables` are the seats in the rotation at each table as drawn
    with this `seed`, empty where the log does not say."""

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
        """The record of this card; an empty one where it was never typed."""
        value = self.things.get((CARD, seat))
        return value if isinstance(value, Recorded) else Recorded()

    def status(self, number: int) -> Marked:
        """The status of the entrant with this number."""
        value = self.things.get((STATUS, str(number)))
        return value if isinstance(value, Marked) else Marked()

    def put(self, act: Act, kind: str, value: Value | None) -> None:
        """Set the thing of this kind that the act is about to this value."""
        thing = (kind, act.key)
        self.steps.append(Step(act, thing, self.things.get(thing, _AT_FIRST.get(kind)), value))
        self.things.pop(thing, None)
        if value is not None:
            self.things[thing] = value

    def rewrite(self, act: Act, value: Recorded) -> None:
        """Record this on the card that the act is about, as its next version."""
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
    """Whether an act can be undone, and what that would put back.

    `stands` is the reason why acts of this kind cannot be undone, empty where they can. `undone`: it is undone already.
    `first` is the later step on the same thing that must be undone first, or that ended the card.
    """

    step: Step | None = None
    stands: str = ""
    undone: bool = False
    first: Step | None = None


def undoing(act: Act, steps: Sequence[Step]) -> Undoing:
    """Find out whether this act can be undone; `steps` are all steps of its things, oldest first.

    Steps that cancel each other out do not count. An act is undone where later steps cancelled it; undone and done
    again, it is in force as before.
    """
    step = next((step for step in steps if step.act.number == act.number), None)
    if step is None:
        return Undoing(stands=STANDS.get(act.action, "elsewhere"))
    since = [later for later in steps if later.thing == step.thing and later.act.number > act.number]
    after = _left(since)
    if after and step not in _left([step, *since]):
        return Undoing(step, undone=True)
    if step.thing[0] == CARD:
        ends = (ENDED, step.thing[1])
        after += _left(later for later in steps if later.thing == ends and later.act.number > act.number)
    return Undoing(step, first=max(after, key=lambda later: later.act.number, default=None))


def _left(steps: Iterable[Step]) -> list[Step]:
    """The steps in force among these on one thing: adjacent steps that cancel each other out are removed, repeatedly."""
    left: list[Step] = []
    for step in steps:
        if left and left[-1].is_reversed_by(step):
            left.pop()
        else:
            left.append(step)
    return left


# --- What each act does ----------------------------------------------------------------------------------------------


def _typed(on: Rebuilt, act: Act) -> None:
    after = act.after or {}
    on.begun_at = on.begun_at or act.at
    on.rewrite(act, _recorded(after, act.by, act.account, act.at))
    _read_again(on, act)


def _typing_undone(on: Rebuilt, act: Act) -> None:
    """The record goes back to an earlier typing; `typed_by` is its typist, empty where the card is empty then."""
    after = act.after or {}
    earlier = [step.after for step in on.steps if step.thing == (CARD, act.key) and isinstance(step.after, Recorded)]
    back = _recorded(after, str(after.get("typed_by", "")), "", act.at)
    same = next(
        (recorded for recorded in reversed(earlier) if is_same(recorded, back) and recorded.by == back.by), None
    )
    on.rewrite(act, replace(back, account=same.account, at=same.at) if same else back)
    _read_again(on, act)


def _read_again(on: Rebuilt, act: Act) -> None:
    """A record changed by hand names the lines that must be read again from then on."""
    on.again[act.key] = frozenset(game for game in (act.after or {}).get("again") or () if isinstance(game, int))


def _recorded(after: Mapping[str, Any], by: str, account: str, typed_at: datetime) -> Recorded:
    lines = (read_line(line) for line in after.get("lines") or ())
    return Recorded(
        tuple(line for line in lines if line is not None),
        OwnTotals(**(after.get("totals") or {})),
        by,
        account,
        typed_at,
        str(after.get("source", "paper")),
    )


def _corrected_late(on: Rebuilt, act: Act) -> None:
    """Lines corrected after posting; the typist of the card stays, if any."""
    card = on.card(act.key)
    typed = (card.by, card.account, card.at) if card.at is not None else (act.by, act.account, act.at)
    on.rewrite(act, replace(_recorded(act.after or {}, *typed), source=card.source))
    _read_again(on, act)


def _looked_at(on: Rebuilt, act: Act) -> None:
    after = act.after or {}
    reading = Reading(read_line(after.get("reading")), act.by)
    on.looks.setdefault((act.key, after["game"]), []).append(reading)
    if after.get("outcome") in (Said.CONFIRMED, Said.RETYPED):
        on.again[act.key] = on.again.get(act.key, frozenset()) - {after["game"]}
    if after.get("outcome") == Said.RETYPED:
        _rewrite_line(on, act)


def _put_back(on: Rebuilt, act: Act) -> None:
    _rewrite_line(on, act)
    _read_again(on, act)


def _rewrite_line(on: Rebuilt, act: Act) -> None:
    """Replace one line of the card; the typist of the card stays, if any."""
    after = act.after or {}
    card = on.card(act.key)
    if card.at is None:
        card = replace(card, by=act.by, account=act.account, at=act.at)
    line = read_line(after.get("line"))
    kept = [kept_line for kept_line in card.lines if kept_line.game != after["game"]]
    lines = sorted([*kept, *([line] if line is not None else [])], key=lambda kept_line: kept_line.game)
    on.rewrite(act, replace(card, lines=tuple(lines)))


def _received(on: Rebuilt, act: Act) -> None:
    on.put(act, RECEIVED, Mark(str((act.after or {}).get("received_by", act.by)), act.at))


def _receipt_taken_back(on: Rebuilt, act: Act) -> None:
    on.put(act, RECEIVED, None)


def _set_aside(on: Rebuilt, act: Act) -> None:
    after = act.after or {}
    on.put(act, ASIDE, Mark(str(after.get("set_aside_by", act.by)), act.at, str(after.get("reason", ""))))


def _taken_up(on: Rebuilt, act: Act) -> None:
    on.put(act, ASIDE, None)


def _ended(on: Rebuilt, act: Act) -> None:
    on.put(act, ENDED, Mark(str((act.after or {}).get("ended_by", act.by)), act.at))


def _ending_taken_back(on: Rebuilt, act: Act) -> None:
    on.put(act, ENDED, None)


def _decided(on: Rebuilt, act: Act) -> None:
    """A decision made, or restored: `decided_by` then says whose it is."""
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
    on.put(act, DECISION, decided)


def _decision_taken_back(on: Rebuilt, act: Act) -> None:
    on.put(act, DECISION, None)


def _played_off(on: Rebuilt, act: Act) -> None:
    after = act.after or {}
    order = tuple(after.get("order") or ())
    on.put(act, TIE, PlayedOff(order, str(after.get("recorded_by", act.by)), act.at) if order else None)


def _entered(on: Rebuilt, act: Act) -> None:
    for number in ((act.before or {}).get("vacated") or {}).values():
        on.seats[number] = ""
    for entrant in (act.after or {}).get("entrants") or ():
        on.seats[entrant["number"]] = entrant["seat"]


def _removed(on: Rebuilt, act: Act) -> None:
    on.seats.pop(int(act.key), None)


def _seats_drawn(on: Rebuilt, act: Act) -> None:
    on.tables, on.seed = dict((act.after or {}).get("tables") or {}), (act.after or {}).get("seed")
    on.seats = dict.fromkeys(on.seats, "")
    on.seats |= {number: seat for seat, number in ((act.after or {}).get("seats") or {}).items()}
    on.things = {thing: value for thing, value in on.things.items() if thing[0] != DAY_CHANGE}


def _seats_swapped(on: Rebuilt, act: Act) -> None:
    on.seats |= {number: seat for seat, number in ((act.after or {}).get("seats") or {}).items()}


def _status_set(on: Rebuilt, act: Act) -> None:
    after, was = act.after or {}, on.status(int(act.key))
    on.put(act, STATUS, Marked(after.get("status", was.status), after.get("status_reason", was.reason)))


def _seated_late(on: Rebuilt, act: Act) -> None:
    for number in ((act.before or {}).get("vacated") or {}).values():
        on.seats[number] = ""
    on.seats[int(act.key)] = (act.after or {}).get("seat", "")
    _status_set(on, act)


def _day_changed(on: Rebuilt, act: Act) -> None:
    # It makes no step: it is undone on the page of the round, which shows everything that moves.
    after = act.after or {}
    if "data" in after:
        on.things[DAY_CHANGE, act.key] = Departed(after["kind"], after["table"], after["data"], act.at)
    _status_with_it(on, after)


def _day_change_undone(on: Rebuilt, act: Act) -> None:
    on.things.pop((DAY_CHANGE, act.key), None)
    for number in ((act.before or {}).get("vacated") or {}).values():
        on.seats[number] = ""
    _status_with_it(on, act.after or {})


def _status_with_it(on: Rebuilt, after: Mapping[str, Any]) -> None:
    """Set the statuses that came with a change of the day: a player who leaves for good withdraws in the same act."""
    for number, (status, reason) in (after.get("statuses") or {}).items():
        on.things[STATUS, number] = Marked(status, reason)


def _quota_set(on: Rebuilt, act: Act) -> None:
    after = act.after or {}
    if "quota_exemption" in after:
        on.quota = after["quota_exemption"]


def _cross_checked(on: Rebuilt, act: Act) -> None:
    on.cross_checked_at = act.at


def _posted(on: Rebuilt, act: Act) -> None:
    on.posted_at = act.at


def _reopened(on: Rebuilt, act: Act) -> None:
    """A step was reopened: its results are gone, what was written stays."""
    step = (act.after or {}).get("step")
    if step == Phase.PLAYOFFS:
        return
    on.posted_at = None
    if step != Phase.CROSS_CHECK:
        on.cross_checked_at = None
    if step in (Phase.REGISTRATION, Phase.SEATING):
        on.begun_at = None
        on.looks.clear()
        on.versions.clear()
        on.again.clear()
        for thing in [thing for thing in on.things if thing[0] in (*OF_THE_CARDS, DAY_CHANGE)]:
            del on.things[thing]
    if step == Phase.SEATING:
        on.seats = dict.fromkeys(on.seats, "")


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
"""What each act does to the round; acts that change a thing of it can be undone."""

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
"""The acts that cannot be undone from the log, with the reasons; a look only where it changed nothing."""
