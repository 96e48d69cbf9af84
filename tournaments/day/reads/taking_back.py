"""What undoing does on the day: the games that were played since stay as they were, only those to come go otherwise (ours).

As long as no game was called since something was noted, and no card rests on it, undoing it is as if it had never been:
nobody has played by it yet. Afterwards the games up to the last one called are history, and what is left of the change for them is
kept in its place. Cards are right: where they name, game by game, the opponents of a schedule without the change, it was
noted by mistake and goes as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from tournaments.day.reads.round import (
    GivesBack,
    Ground,
    Outlook,
    called_so_far,
    dealt_before,
    goes_on_apart,
    ground,
    noted_while,
    outlook_after,
    outlook_with,
    outlook_without,
    typed_so_far,
    written_lines,
)
from tournaments.day.reads.schedule import Dealt, Made, dealt_pairings
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.rotation.rules import day, mixup, proof, rotation
from tournaments.rotation.rules.rotation import Course, Movement
from tournaments.rules.seat import parse_seat, seat_order
from tournaments.words import undoing as undoing_words


@dataclass(frozen=True, slots=True)
class TakesBack:
    """What undoing a change does. `kept` is what stays of it for the games that were played, and how a table goes on that people
    would meet again at; `refused` says why there is nothing to undo any more, empty where there is."""

    outlook: Outlook
    kept: tuple[Made, ...] = ()
    refused: str = ""


def takes_back(event: Event, change: DayChange) -> TakesBack:
    """What undoing this change of the day does: all of it where nothing was played since, else to the games to come."""
    on = ground(event)
    dealt = dealt_before(_made_by(event, change.number))
    plain = outlook_without(on, change.number, dealt)
    since = _noted_at(event, change.number)
    # A card rests on it where a line of it would name somebody else.
    typed = typed_so_far(event).get(change.table, 0) if plain.misfits else 0
    stay = _stay(event, since, typed, plain, lambda played: _first_game(change, plain, played))
    is_mix_up = change.kind == DayChange.Kind.COURSE
    if stay is None and is_mix_up and _went_on_otherwise(on, change):
        # The table goes by a later course, so that without this one nothing would be different.
        played = max(called_so_far(event), event.game_now or 0)
        stay = (1, played) if played else None
    if stay is None and not is_mix_up and _went_on_otherwise(on, change):
        # A later course was found for people of whom somebody comes back or goes by this.
        then, also = _apart(on, _with_kept(on, change, ()), [])
        return TakesBack(outlook_after(on, then, None, dealt) if also else plain, tuple(also))
    if stay is None:
        return TakesBack(plain)
    if is_mix_up:
        return _mix_up_taken_back(on, change, noted_while(event).get(change.number, 0), stay, dealt)
    first, last = stay
    if change.kind == DayChange.Kind.AWARD or (change.kind == DayChange.Kind.REMOVED and change.data["first"] is None):
        return TakesBack(replace(plain, stay=stay))
    if change.kind == DayChange.Kind.LATE:
        return TakesBack(plain, refused=undoing_words.has_played_since(change.data["seat"], first, last))
    # Without the course that came with it, unless the table goes by that.
    own = {name: value for name, value in change.data.items() if name in ("seat", "name", "from_game", "last")}
    course = _course_in(change) if not _went_on_otherwise(on, change) else {}
    pieces = [own] if change.kind == DayChange.Kind.SUBSTITUTE else _absences(on, change)
    # Whoever was removed was away in these games; the one that was awarded is taken back all the same.
    kind = DayChange.Kind.AWAY if change.kind == DayChange.Kind.REMOVED else change.kind
    kept: list[Made] = [
        (kind, change.table, {**one, "last": _least(one.get("last"), last), **course})
        for one in pieces
        if change.kind == DayChange.Kind.SUBSTITUTE or one["first"] <= last
    ]
    if not kept and course:
        # The games before it went otherwise already, so that nobody meets again because of it.
        kept.append((DayChange.Kind.COURSE, change.table, course))
    then, kept = _apart(on, _with_kept(on, change, kept), kept)
    outlook = replace(outlook_after(on, then, last, dealt), stay=stay)
    if [data for _kind, _table, data in kept] == [{**one, **course} for one in pieces]:
        return TakesBack(outlook, refused=undoing_words.nothing_left(first, last))
    if _history(on, last) != _history(then, last):
        return TakesBack(outlook, refused=undoing_words.would_change_the_past(first, last))
    return TakesBack(outlook, tuple(kept))


def _mix_up_taken_back(
    on: Ground, change: DayChange, noted: int, stay: tuple[int, int], dealt: Dealt | None
) -> TakesBack:
    """What undoing a mix-up does once it was played by: the games that were called when it was `noted` are those of before, those
    called since stay, and those to come go by the plan as far as nobody meets again by it.

    Where cards say that people sat as it was noted, these games stay too.
    """
    found = _mix_up_undone(on, change, noted, stay, dealt)
    if found.outlook.misfits:
        as_noted = _mix_up_undone(on, change, 0, stay, dealt)
        return found if as_noted.refused else as_noted
    return found


def _mix_up_undone(on: Ground, change: DayChange, noted: int, stay: tuple[int, int], dealt: Dealt | None) -> TakesBack:
    first, last = stay if noted == 0 else (min(noted + 1, stay[1]), stay[1])
    kept: list[Made] = [
        (DayChange.Kind.COURSE, change.table, day.course_values(_course_to_come(on, change, min(noted, last), last)))
    ]
    then, kept = _apart(on, _with_kept(on, change, kept), kept)
    outlook = replace(outlook_after(on, then, last, dealt), stay=(first, last))
    again, fewer = _worse(on, then, change.table, last)
    if again or fewer:
        return TakesBack(outlook, refused=undoing_words.would_meet_again(first, last, again, fewer))
    if not outlook.differences:
        return TakesBack(outlook, refused=undoing_words.nothing_left_of_mix_up(first, last))
    return TakesBack(outlook, tuple(kept))


def _apart(on: Ground, then: Ground, kept: list[Made]) -> tuple[Ground, list[Made]]:
    """The ground then, with its tables on courses on which nobody more meets again than now, and these kept beside the rest; the
    table's own course, where one is kept anyway, is replaced by it."""
    courses = {table: day.course_values(course) for table, course in goes_on_apart(on, then).items()}
    last = max(then.changes, default=0)
    changes = dict(then.changes)
    for table, data in courses.items():
        replaced = next((one for one in kept if one[:2] == (DayChange.Kind.COURSE, table)), None)
        if replaced is not None:
            kept = [one for one in kept if one is not replaced]
            changes = {number: made for number, made in changes.items() if made is not replaced}
        last += 1
        made = (DayChange.Kind.COURSE, table, data)
        changes[last], kept = made, [*kept, made]
    return replace(then, changes=changes), kept


def _course_in(change: DayChange) -> dict[str, Any]:
    """The course that came with this change; nothing where none did."""
    return day.course_values(day.read_course(change.data)) if "pairs" in change.data else {}


def plays_from(event: Event, entry: Entry) -> int | None:
    """From which game a no-show plays who turns up after all, others having played since without them; None where that is the
    first one, because nothing was called or typed since they were marked."""
    if Movement(event.movement) not in rotation.PLANS or not event.is_seated or not entry.seat:
        return None
    marked = Q(action="entrant.status-set", subject_key=str(entry.number), after__status=Entry.Status.NO_SHOW)
    with_it = Q(action="day.change-undone", after__statuses__has_key=str(entry.number))
    row = AuditEntry.objects.filter(marked | with_it, event=event).order_by("-pk").first()
    # Whose late entry was undone has missed every game so far, whenever that was.
    since = row.pk if row is not None and row.action == "entrant.status-set" else 0
    plain = outlook_with(ground(event), entry.seat)
    table = parse_seat(entry.seat).table
    cards = AuditEntry.objects.filter(event=event, action="card.typed", pk__gt=since)
    typed = typed_so_far(event).get(table, 0) if cards.filter(subject_key__startswith=f"{table}-").exists() else 0
    stay = _stay(event, since, typed, plain, lambda _played: 1)
    return stay[1] + 1 if stay is not None else None


def outlook_of_return(event: Event, entry: Entry, back: GivesBack) -> Outlook:
    """What it would change for whom if this no-show played after all, from the game that `plays_from` says, and who moved up
    went back."""
    on, first = ground(event), plays_from(event, entry)
    if first is None:
        return outlook_with(on, entry.seat, back, dealt_before_no_show(event, entry))
    made = (DayChange.Kind.LATE.value, parse_seat(entry.seat).table, {"seat": entry.seat, "first": first})
    seats = tuple(sorted({*on.seats, entry.seat}, key=seat_order))
    then = replace(on, seats=seats, changes={**on.changes, max(on.changes, default=0) + 1: made})
    dealt = dealt_before_no_show(event, entry)
    return replace(outlook_after(on, then, first - 1, dealt), stays=back.stays, stay=(1, first - 1))


def dealt_before_no_show(event: Event, entry: Entry) -> Dealt | None:
    """The first deals that were announced before somebody was taken for a no-show, where they are others since. One query."""
    marked = AuditEntry.objects.filter(event=event, action="entrant.status-set", subject_key=str(entry.number))
    return dealt_before(marked.filter(after__status=Entry.Status.NO_SHOW).order_by("-pk").first())


def _made_by(event: Event, number: int) -> AuditEntry | None:
    """The line of the log by which this change was made; None where the log has none."""
    rows = AuditEntry.objects.filter(event=event, action="day.changed", subject_key=str(number))
    return rows.order_by("-pk").first()


def _noted_at(event: Event, number: int) -> int:
    """The key of the line of the log by which this change was noted first: also where it is what an undoing left of another
    one. 0 where the log has none."""
    row = _made_by(event, number)
    if row is None:
        return 0
    older = row.after.get("left_of") if isinstance(row.after, dict) else None
    return _noted_at(event, older) if isinstance(older, int) and older < number else row.pk


def _stay(
    event: Event, since: int, typed: int, plain: Outlook, first_of: Callable[[int], int | None]
) -> tuple[int, int] | None:
    """The first and the last game that were played as things are: called after the line of the log with the key `since`, or
    `typed` up to that one. None where none was."""
    called = max(called_so_far(event), event.game_now or 0)
    if not typed and called <= called_so_far(event, since):
        return None
    played = max(called, typed)
    first = first_of(played)
    if first is None or first > played or _cards_say_so(event, plain, played):
        return None
    return first, played


def _first_game(change: DayChange, plain: Outlook, played: int) -> int | None:
    """The first game that goes otherwise because of this change; None where none of those played does."""
    match change.kind:
        case DayChange.Kind.COURSE:
            return min((one.game for one in plain.differences if one.game <= played), default=None)
        case DayChange.Kind.AWARD:
            return int(change.data["game"])
        case DayChange.Kind.REMOVED if change.data["first"] is None:
            return None if change.data["game"] is None else int(change.data["game"])
        case DayChange.Kind.SUBSTITUTE:
            own = int(change.data["from_game"])
        case _:
            own = int(change.data["first"])
    # A course that came with it may change games before its own.
    return min([own, *(one.game for one in plain.differences)]) if "pairs" in change.data else own


def _cards_say_so(event: Event, plain: Outlook, played: int) -> bool:
    """Whether cards name the opponents that people would have had, in every game played that went otherwise."""
    met = {
        (one.game, frozenset((one.player, one.after.opponent)))
        for one in plain.differences
        if one.game <= played and one.is_other_opponent and one.after is not None and one.after.opponent is not None
    }
    if not met or plain.misfits:
        return False
    return met <= {(game, frozenset((seat, named))) for seat, game, named in written_lines(event)}


def _absences(on: Ground, change: DayChange) -> list[dict[str, Any]]:
    """When this change alone keeps its player away: with the games of a substitute left out."""
    seat = change.data["seat"]
    own = [
        made
        for number, made in on.changes.items()
        if number == change.number or (made[0] == DayChange.Kind.SUBSTITUTE and made[2]["seat"] == seat)
    ]
    return [{"seat": seat, "first": one.first, "last": one.last} for one in day.day_of(own).away]


def _least(last: int | None, played: int) -> int:
    return played if last is None else min(last, played)


def _course_to_come(on: Ground, change: DayChange, noted: int, played: int) -> Course:
    """The course of a table in which a mix-up is undone: up to the game that was called when it was `noted` as before it, up to the
    last one played as it is, then as without it, where no other course came after it."""
    table, frame = change.table, on.held[change.table]
    plan = rotation.PLANS[Movement(on.event.movement)]
    earlier = {number: made for number, made in on.changes.items() if number < change.number}
    was = replace(on, changes=earlier).course(table, played)
    mixed_up = replace(on, changes={**earlier, change.number: on.changes[change.number]}).course(table, played)
    now = on.course(table, played)
    met = {game: mixup.planned(plan, frame, now, game) for game in range(1, played + 1)}
    rounds = [*now.rounds[:played]]
    for game in range(1, noted + 1):
        before = mixup.planned(plan, frame, was, game)
        if before != met[game] == mixup.planned(plan, frame, mixed_up, game):
            met[game] = before
            rounds[game - 1 : game] = was.rounds[game - 1 : game]
    goes_on = now if _went_on_otherwise(on, change) else was
    coming = (round_ for round_ in goes_on.rounds[played:] if round_ not in rounds)
    pairs = {**met, **{game: boards for game, boards in goes_on.pairs if game > played}}
    return Course(
        (*rounds, *coming),
        tuple(sorted(pairs.items())),
        goes_on.people(frame),
        played,
        goes_on.deals,
        goes_on.ends if goes_on.ends > played else 0,
    )


def _went_on_otherwise(on: Ground, change: DayChange) -> bool:
    """Whether the table of this change goes on by a course that came after it."""
    return any(
        number > change.number and table == change.table and "pairs" in data
        for number, (_kind, table, data) in on.changes.items()
    )


def _with_kept(on: Ground, change: DayChange, kept: Iterable[Made]) -> Ground:
    """The ground when this change is undone and that is kept of it."""
    left: dict[int, Made] = {number: made for number, made in on.changes.items() if number != change.number}
    for number, made in enumerate(kept, start=max(on.changes) + 1):
        left[number] = made
    gone = change.data["seat"] if change.kind == DayChange.Kind.LATE else ""
    return replace(on, seats=tuple(seat for seat in on.seats if seat != gone), changes=left)


def _history(on: Ground, played: int) -> Collection[rotation.Pairing]:
    """The games up to this one as they were announced, with who dealt first."""
    return [one for one in dealt_pairings(on.event, on.held, on.seats, on.day) if one.game <= played]


def _worse(on: Ground, then: Ground, table: str, played: int) -> tuple[int, int]:
    """How many games to come at this table, after those `played`, would be more between two who met already, and how many people
    would have fewer games that count."""
    plan = rotation.PLANS[Movement(on.event.movement)]
    games = [[one for one in at.pairings() if one.table == table] for at in (on, then)]
    again = [len(mixup.met_again(one, plan, played)) for one in games]
    was, will_be = ({one.seat: one.games for one in proof.meetings(one)} for one in games)
    return max(0, again[1] - again[0]), sum(will_be.get(seat, 0) < had for seat, had in was.items())
