"""What undoing does on the day: games played since stay as they were, and only later ones change (ours).

Until a game is called after a change was noted, and while no card depends on it, nobody has played by it, and undoing
erases it without a trace. Afterwards the games up to the last one called are history, and the part of the change that
covers them is kept. Cards are right: if they name, in every game, the opponents of a schedule without the change, it
was noted by mistake and is erased as a whole.
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
    ground_of,
    noted_while,
    outlook_after,
    outlook_with,
    outlook_without,
    typed_so_far,
    written_lines,
)
from tournaments.day.reads.schedule import Dealt, Made, dealt_pairings
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.rotation.rules import day, mixup, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Course, Movement
from tournaments.rules.seat import parse_seat, seat_order
from tournaments.words import undoing as undoing_words


@dataclass(frozen=True, slots=True)
class TakesBack:
    """What undoing a change does.

    `kept` are changes stored for it: what stays for the games played, and new courses for tables where people would
    meet again. `refused` says why nothing can be undone; empty if something can.
    """

    outlook: Outlook
    kept: tuple[Made, ...] = ()
    refused: str = ""


def takes_back(event: Event, change: DayChange) -> TakesBack:
    """What undoing this change does: erases it if nothing was played since, else changes only later games."""
    on = ground_of(event)
    dealt = dealt_before(_made_by(event, change.number))
    plain = outlook_without(on, change.number, dealt)
    since = _noted_at(event, change.number)
    # A card depends on it if undoing would make one of its lines name another opponent.
    typed = typed_so_far(event).get(change.table, 0) if plain.misfits else 0
    stay = _stay(event, since, typed, plain, lambda played: _first_game(change, plain, played))
    is_mix_up = change.kind == DayChange.Kind.COURSE
    if stay is None and is_mix_up and _went_on_otherwise(on, change):
        # A later course governs the table, so undoing this one would change nothing.
        played = max(called_so_far(event), event.game_now or 0)
        stay = (1, played) if played else None
    if stay is None and not is_mix_up and _went_on_otherwise(on, change):
        # A later course was computed without somebody who comes back now, or with somebody who goes.
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
    # Without its own course, unless that one governs the table.
    own = {name: value for name, value in change.data.items() if name in ("seat", "name", "from_game", "last")}
    course = _course_in(change) if not _went_on_otherwise(on, change) else {}
    pieces = [own] if change.kind == DayChange.Kind.SUBSTITUTE else _absences(on, change)
    # A removed player was away in these games; the awarded game is still taken back.
    kind = DayChange.Kind.AWAY if change.kind == DayChange.Kind.REMOVED else change.kind
    kept: list[Made] = [
        (kind, change.table, {**piece, "last": _least(piece.get("last"), last), **course})
        for piece in pieces
        if change.kind == DayChange.Kind.SUBSTITUTE or piece["first"] <= last
    ]
    if not kept and course:
        # Earlier games were changed by the course, so it is kept to prevent repeats.
        kept.append((DayChange.Kind.COURSE, change.table, course))
    then, kept = _apart(on, _with_kept(on, change, kept), kept)
    outlook = replace(outlook_after(on, then, last, dealt), stay=stay)
    if [data for _kind, _table, data in kept] == [{**piece, **course} for piece in pieces]:
        return TakesBack(outlook, refused=undoing_words.nothing_left(first, last))
    if _history(on, last) != _history(then, last):
        return TakesBack(outlook, refused=undoing_words.would_change_the_past(first, last))
    return TakesBack(outlook, tuple(kept))


def _mix_up_taken_back(
    on: Ground, change: DayChange, noted: int, stay: tuple[int, int], dealt: Dealt | None
) -> TakesBack:
    """What undoing a mix-up does after play continued.

    Games called when it was `noted` revert to those before, games called since stay, and later ones follow the plan as
    far as nobody meets again. If cards say that people sat as noted, those games stay too.
    """
    undone = _mix_up_undone(on, change, noted, stay, dealt)
    if undone.outlook.misfits:
        as_noted = _mix_up_undone(on, change, 0, stay, dealt)
        return undone if as_noted.refused else as_noted
    return undone


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
    """The ground `then` with tables rerouted so that nobody new meets again, and `kept` with these courses.

    A course that is already in `kept` for such a table is replaced.
    """
    courses = {table: day.course_values(course) for table, course in goes_on_apart(on, then).items()}
    last = max(then.changes, default=0)
    changes = dict(then.changes)
    for table, data in courses.items():
        replaced = next((change for change in kept if change[:2] == (DayChange.Kind.COURSE, table)), None)
        if replaced is not None:
            kept = [change for change in kept if change is not replaced]
            changes = {number: made for number, made in changes.items() if made is not replaced}
        last += 1
        made = (DayChange.Kind.COURSE, table, data)
        changes[last], kept = made, [*kept, made]
    return replace(then, changes=changes), kept


def _course_in(change: DayChange) -> dict[str, Any]:
    """The course that came with this change; empty if none did."""
    return day.course_values(day.read_course(change.data)) if "pairs" in change.data else {}


def plays_from(event: Event, entry: Entry) -> int | None:
    """The game from which a returning no-show plays, after others have played without them.

    None if it is the first one, because nothing was called or typed since they were marked.
    """
    if Movement(event.movement) not in movements_rules.PLANS or not event.is_seated or not entry.seat:
        return None
    marked = Q(action="entrant.status-set", subject_key=str(entry.number), after__status=Entry.Status.NO_SHOW)
    with_it = Q(action="day.change-undone", after__statuses__has_key=str(entry.number))
    row = AuditEntry.objects.filter(marked | with_it, event=event).order_by("-pk").first()
    # After an undone late entry, every game so far counts as missed, whenever that was.
    since = row.pk if row is not None and row.action == "entrant.status-set" else 0
    plain = outlook_with(ground_of(event), entry.seat)
    table = parse_seat(entry.seat).table
    cards = AuditEntry.objects.filter(event=event, action="card.typed", pk__gt=since)
    typed = typed_so_far(event).get(table, 0) if cards.filter(subject_key__startswith=f"{table}-").exists() else 0
    stay = _stay(event, since, typed, plain, lambda _played: 1)
    return stay[1] + 1 if stay is not None else None


def outlook_of_return(event: Event, entry: Entry, back: GivesBack) -> Outlook:
    """What changes for whom if this no-show plays from the game `plays_from` and people who moved up go back."""
    on, first = ground_of(event), plays_from(event, entry)
    if first is None:
        return outlook_with(on, entry.seat, back, dealt_before_no_show(event, entry))
    made = (DayChange.Kind.LATE.value, parse_seat(entry.seat).table, {"seat": entry.seat, "first": first})
    seats = tuple(sorted({*on.seats, entry.seat}, key=seat_order))
    then = replace(on, seats=seats, changes={**on.changes, max(on.changes, default=0) + 1: made})
    dealt = dealt_before_no_show(event, entry)
    return replace(outlook_after(on, then, first - 1, dealt), stays=back.stays, stay=(1, first - 1))


def dealt_before_no_show(event: Event, entry: Entry) -> Dealt | None:
    """The first deals announced before this no-show was marked, if they have changed since. One query."""
    marked = AuditEntry.objects.filter(event=event, action="entrant.status-set", subject_key=str(entry.number))
    return dealt_before(marked.filter(after__status=Entry.Status.NO_SHOW).order_by("-pk").first())


def _made_by(event: Event, number: int) -> AuditEntry | None:
    """The log row that made this change, if the log has one."""
    rows = AuditEntry.objects.filter(event=event, action="day.changed", subject_key=str(number))
    return rows.order_by("-pk").first()


def _noted_at(event: Event, number: int) -> int:
    """The key of the log row that first noted this change; 0 if the log has none.

    For the remainder of an undone change it is the row of the original.
    """
    row = _made_by(event, number)
    if row is None:
        return 0
    older = row.after.get("left_of") if isinstance(row.after, dict) else None
    return _noted_at(event, older) if isinstance(older, int) and older < number else row.pk


def _stay(
    event: Event, since: int, typed: int, plain: Outlook, first_of: Callable[[int], int | None]
) -> tuple[int, int] | None:
    """The first and last game played under the present schedule: called after the log row `since`, or `typed` up to it.

    None if there is none.
    """
    called = max(called_so_far(event), event.game_now or 0)
    if not typed and called <= called_so_far(event, since):
        return None
    played = max(called, typed)
    first = first_of(played)
    if first is None or first > played or _cards_say_so(event, plain, played):
        return None
    return first, played


def _first_game(change: DayChange, plain: Outlook, played: int) -> int | None:
    """The first game that this change alters; None if it alters no game played."""
    match change.kind:
        case DayChange.Kind.COURSE:
            return min((difference.game for difference in plain.differences if difference.game <= played), default=None)
        case DayChange.Kind.AWARD:
            return int(change.data["game"])
        case DayChange.Kind.REMOVED if change.data["first"] is None:
            return None if change.data["game"] is None else int(change.data["game"])
        case DayChange.Kind.SUBSTITUTE:
            own = int(change.data["from_game"])
        case _:
            own = int(change.data["first"])
    # A course that came with it may change earlier games.
    return min([own, *(difference.game for difference in plain.differences)]) if "pairs" in change.data else own


def _cards_say_so(event: Event, plain: Outlook, played: int) -> bool:
    """Whether cards name, in every altered game played, the opponents people would have had without the change."""
    met = {
        (difference.game, frozenset((difference.player, difference.after.opponent)))
        for difference in plain.differences
        if difference.game <= played
        and difference.is_other_opponent
        and difference.after is not None
        and difference.after.opponent is not None
    }
    if not met or plain.misfits:
        return False
    return met <= {(game, frozenset((seat, named))) for seat, game, named in written_lines(event)}


def _absences(on: Ground, change: DayChange) -> list[dict[str, Any]]:
    """The absences caused by this change alone, leaving out a substitute's games."""
    seat = change.data["seat"]
    own = [
        made
        for number, made in on.changes.items()
        if number == change.number or (made[0] == DayChange.Kind.SUBSTITUTE and made[2]["seat"] == seat)
    ]
    return [{"seat": seat, "first": absence.first, "last": absence.last} for absence in day.day_of(own).away]


def _least(last: int | None, played: int) -> int:
    return played if last is None else min(last, played)


def _course_to_come(on: Ground, change: DayChange, noted: int, played: int) -> Course:
    """The course of a table after undoing a mix-up.

    Games called when it was `noted` are as before it, games up to the last one played stay, and later ones are as
    without it, unless a later course governs the table.
    """
    table, frame = change.table, on.held[change.table]
    plan = movements_rules.PLANS[Movement(on.event.movement)]
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
    """Whether a later course governs the table of this change."""
    return any(
        number > change.number and table == change.table and "pairs" in data
        for number, (_kind, table, data) in on.changes.items()
    )


def _with_kept(on: Ground, change: DayChange, kept: Iterable[Made]) -> Ground:
    """The ground with this change undone and `kept` in its place."""
    left: dict[int, Made] = {number: made for number, made in on.changes.items() if number != change.number}
    for number, made in enumerate(kept, start=max(on.changes) + 1):
        left[number] = made
    gone = change.data["seat"] if change.kind == DayChange.Kind.LATE else ""
    return replace(on, seats=tuple(seat for seat in on.seats if seat != gone), changes=left)


def _history(on: Ground, played: int) -> Collection[movements_rules.Pairing]:
    """The games up to this one as announced, with first deals."""
    return [pairing for pairing in dealt_pairings(on.event, on.held, on.seats, on.day) if pairing.game <= played]


def _worse(on: Ground, then: Ground, table: str, played: int) -> tuple[int, int]:
    """How many later games at this table would be new repeats, and how many people would have fewer counting games."""
    plan = movements_rules.PLANS[Movement(on.event.movement)]
    games = [[pairing for pairing in state.pairings() if pairing.table == table] for state in (on, then)]
    again = [len(mixup.met_again(table_games, plan, played)) for table_games in games]
    was, will_be = ({totals.seat: totals.games for totals in proof.meetings(table_games)} for table_games in games)
    return max(0, again[1] - again[0]), sum(will_be.get(seat, 0) < had for seat, had in was.items())
