"""What undoing a change of the day does: games already played do not change, later ones do (ours).

As long as no game was called since the change was noted, and no card depends on it, nobody has played by it. Undoing
then removes it from the schedule as a whole. Afterwards the games up to the last one called are history, and the part
of the change that covers them is kept. Cards are right: if they name, in every game, the opponents of a schedule
without the change, it was noted by mistake and is removed as a whole.
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
from tournaments.day.reads.schedule import ChangeRecord, Dealt, dealt_pairings
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.rotation.rules import day, mixup, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Course, Movement
from tournaments.rules.seat import parse_seat, seat_order
from tournaments.words import undoing as undoing_words


@dataclass(frozen=True, slots=True)
class TakesBack:
    """What undoing a change does.

    `kept` are the changes that undoing stores: the part of the old change that covers games already played, and new
    courses for tables where people would meet again. `refused` says why nothing can be undone; empty if something can.
    """

    outlook: Outlook
    kept: tuple[ChangeRecord, ...] = ()
    refused: str = ""


def takes_back(event: Event, change: DayChange) -> TakesBack:
    """What undoing this change does.

    If nobody has played by the change, it is removed as a whole; else only later games change.
    """
    ground = ground_of(event)
    dealt = dealt_before(_log_row_of(event, change.number))
    plain = outlook_without(ground, change.number, dealt)
    since = _first_log_row(event, change.number)
    # A card depends on the change if the schedule without the change contradicts a line of the card.
    typed = typed_so_far(event).get(change.table, 0) if plain.misfits else 0
    kept_games = _kept_games(event, since, typed, plain, lambda played: _first_game(change, plain, played))
    is_mix_up = change.kind == DayChange.Kind.COURSE
    if kept_games is None and is_mix_up and _is_superseded(ground, change):
        # A later course governs the table, so undoing this one would change nothing.
        played = max(called_so_far(event), event.game_now or 0)
        kept_games = (1, played) if played else None
    if kept_games is None and not is_mix_up and _is_superseded(ground, change):
        # A later course was computed without somebody who comes back now, or with somebody who goes.
        new_ground, courses_apart = _apart(ground, _with_kept(ground, change, ()), [])
        if not courses_apart:
            return TakesBack(plain)
        return TakesBack(outlook_after(ground, new_ground, None, dealt), tuple(courses_apart))
    if kept_games is None:
        return TakesBack(plain)
    if is_mix_up:
        return _mix_up_taken_back(ground, change, noted_while(event).get(change.number, 0), kept_games, dealt)
    first, last = kept_games
    is_removal_after_last_game = change.kind == DayChange.Kind.REMOVED and change.data["first"] is None
    if change.kind == DayChange.Kind.AWARD or is_removal_after_last_game:
        return TakesBack(replace(plain, kept_games=kept_games))
    if change.kind == DayChange.Kind.LATE:
        return TakesBack(plain, refused=undoing_words.has_played_since(change.data["seat"], first, last))
    # The kept part carries the change's own course only while that course still governs the table.
    course = _course_in(change) if not _is_superseded(ground, change) else {}
    is_substitution = change.kind == DayChange.Kind.SUBSTITUTE
    substitution = {name: value for name, value in change.data.items() if name in ("seat", "name", "from_game", "last")}
    pieces = [substitution] if is_substitution else _absences(ground, change)
    # A removed player was away in these games; the awarded game is still taken back.
    kind = DayChange.Kind.AWAY if change.kind == DayChange.Kind.REMOVED else change.kind
    kept = [
        ChangeRecord(kind, change.table, {**piece, "last": _earlier_game(piece.get("last"), last), **course})
        for piece in pieces
        if is_substitution or piece["first"] <= last
    ]
    if not kept and course:
        # The course changed games already played, so it is kept to prevent repeats.
        kept.append(ChangeRecord(DayChange.Kind.COURSE, change.table, course))
    new_ground, kept = _apart(ground, _with_kept(ground, change, kept), kept)
    outlook = replace(outlook_after(ground, new_ground, last, dealt), kept_games=kept_games)
    if [record.data for record in kept] == [{**piece, **course} for piece in pieces]:
        return TakesBack(outlook, refused=undoing_words.nothing_left(first, last))
    if _history(ground, last) != _history(new_ground, last):
        return TakesBack(outlook, refused=undoing_words.would_change_the_past(first, last))
    return TakesBack(outlook, tuple(kept))


def _mix_up_taken_back(
    ground: Ground, change: DayChange, noted: int, kept_games: tuple[int, int], dealt: Dealt | None
) -> TakesBack:
    """What undoing a mix-up does after more games were played.

    `noted` is the last game called when the mix-up was noted. Games up to it revert to the schedule before the mix-up,
    games called since do not change, and later ones follow the plan as far as nobody meets again. If cards contradict
    the reverted games, these keep the mix-up too, unless that is refused.
    """
    reverted = _mix_up_undone(ground, change, noted, kept_games, dealt)
    if not reverted.outlook.misfits:
        return reverted
    as_noted = _mix_up_undone(ground, change, 0, kept_games, dealt)
    return reverted if as_noted.refused else as_noted


def _mix_up_undone(
    ground: Ground, change: DayChange, noted: int, kept_games: tuple[int, int], dealt: Dealt | None
) -> TakesBack:
    """What undoing a mix-up does if games up to `noted` revert to the schedule before it; 0 reverts none.

    Refused if people would meet again or lose games, or if no game would change.
    """
    first, last = kept_games
    if noted:
        first = min(noted + 1, last)
    course = _course_after_undo(ground, change, min(noted, last), last)
    kept = [ChangeRecord(DayChange.Kind.COURSE, change.table, day.course_values(course))]
    new_ground, kept = _apart(ground, _with_kept(ground, change, kept), kept)
    outlook = replace(outlook_after(ground, new_ground, last, dealt), kept_games=(first, last))
    repeats, losing_games = _worsened(ground, new_ground, change.table, last)
    if repeats or losing_games:
        return TakesBack(outlook, refused=undoing_words.would_meet_again(first, last, repeats, losing_games))
    if not outlook.differences:
        return TakesBack(outlook, refused=undoing_words.nothing_left_of_mix_up(first, last))
    return TakesBack(outlook, tuple(kept))


def _apart(ground: Ground, new_ground: Ground, kept: list[ChangeRecord]) -> tuple[Ground, list[ChangeRecord]]:
    """`new_ground` with its tables rerouted so that no more people meet again than on `ground`, and `kept` extended.

    The new courses are added to `kept`. A course that `kept` has already for such a table is replaced.
    """
    courses = {table: day.course_values(course) for table, course in goes_on_apart(ground, new_ground).items()}
    last = max(new_ground.changes, default=0)
    changes = dict(new_ground.changes)
    for table, data in courses.items():
        replaced = next(
            (change for change in kept if (change.kind, change.table) == (DayChange.Kind.COURSE, table)), None
        )
        if replaced is not None:
            kept = [change for change in kept if change is not replaced]
            changes = {number: record for number, record in changes.items() if record is not replaced}
        last += 1
        record = ChangeRecord(DayChange.Kind.COURSE, table, data)
        changes[last] = record
        kept = [*kept, record]
    return replace(new_ground, changes=changes), kept


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
    undone_late_entry = Q(action="day.change-undone", after__statuses__has_key=str(entry.number))
    row = AuditEntry.objects.filter(marked | undone_late_entry, event=event).order_by("-pk").first()
    # After an undone late entry every game so far counts as missed, whenever the undo was.
    since = row.pk if row is not None and row.action == "entrant.status-set" else 0
    outlook = outlook_with(ground_of(event), entry.seat)
    table = parse_seat(entry.seat).table
    cards = AuditEntry.objects.filter(event=event, action="card.typed", pk__gt=since)
    typed = typed_so_far(event).get(table, 0) if cards.filter(subject_key__startswith=f"{table}-").exists() else 0
    kept_games = _kept_games(event, since, typed, outlook, lambda _played: 1)
    return kept_games[1] + 1 if kept_games is not None else None


def outlook_of_return(event: Event, entry: Entry, reversal: GivesBack) -> Outlook:
    """What changes for whom if this no-show plays from the game `plays_from` and people who moved up go back."""
    ground, first = ground_of(event), plays_from(event, entry)
    if first is None:
        return outlook_with(ground, entry.seat, reversal, dealt_before_no_show(event, entry))
    record = ChangeRecord(DayChange.Kind.LATE.value, parse_seat(entry.seat).table, {"seat": entry.seat, "first": first})
    seats = tuple(sorted({*ground.seats, entry.seat}, key=seat_order))
    new_ground = replace(ground, seats=seats, changes={**ground.changes, max(ground.changes, default=0) + 1: record})
    dealt = dealt_before_no_show(event, entry)
    return replace(
        outlook_after(ground, new_ground, first - 1, dealt), stayers=reversal.stayers, kept_games=(1, first - 1)
    )


def dealt_before_no_show(event: Event, entry: Entry) -> Dealt | None:
    """The first deals announced before this no-show was marked, if they have changed since. One query."""
    marked = AuditEntry.objects.filter(event=event, action="entrant.status-set", subject_key=str(entry.number))
    return dealt_before(marked.filter(after__status=Entry.Status.NO_SHOW).order_by("-pk").first())


def _log_row_of(event: Event, number: int) -> AuditEntry | None:
    """The log row of the act that stored this change; None if the log has none."""
    rows = AuditEntry.objects.filter(event=event, action="day.changed", subject_key=str(number))
    return rows.order_by("-pk").first()


def _first_log_row(event: Event, number: int) -> int:
    """The key of the log row that first noted this change; 0 if the log has none.

    For the remainder of an undone change it is the row of the original.
    """
    row = _log_row_of(event, number)
    if row is None:
        return 0
    older = row.after.get("left_of") if isinstance(row.after, dict) else None
    return _first_log_row(event, older) if isinstance(older, int) and older < number else row.pk


def _kept_games(
    event: Event, since: int, typed: int, plain: Outlook, first_of: Callable[[int], int | None]
) -> tuple[int, int] | None:
    """The first and last game that an undo leaves alone, because people played them by the present schedule.

    `since` is the key of the log row of the change, and `typed` the last game on a card that depends on the change. The
    first game comes from `first_of`, which gets the last game played. `plain` is the outlook without the change.

    None if no game was called or typed since, the change alters none of them, or the cards match a schedule without it.
    """
    called = max(called_so_far(event), event.game_now or 0)
    if not typed and called <= called_so_far(event, since):
        return None
    played = max(called, typed)
    first = first_of(played)
    if first is None or first > played or _cards_match_without_change(event, plain, played):
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
            start = int(change.data["from_game"])
        case _:
            start = int(change.data["first"])
    # A course that came with it may change earlier games.
    return min([start, *(difference.game for difference in plain.differences)]) if "pairs" in change.data else start


def _cards_match_without_change(event: Event, plain: Outlook, played: int) -> bool:
    """Whether cards name, in every altered game played, the opponents people would have had without the change."""
    games_without_change = {
        (difference.game, frozenset((difference.player, difference.after.opponent)))
        for difference in plain.differences
        if difference.game <= played
        and difference.is_other_opponent
        and difference.after is not None
        and difference.after.opponent is not None
    }
    if not games_without_change or plain.misfits:
        return False
    return games_without_change <= {(game, frozenset((seat, named))) for seat, game, named in written_lines(event)}


def _absences(ground: Ground, change: DayChange) -> list[dict[str, Any]]:
    """The absences caused by this change alone, leaving out a substitute's games."""
    seat = change.data["seat"]
    records = [
        record
        for number, record in ground.changes.items()
        if number == change.number or (record.kind == DayChange.Kind.SUBSTITUTE and record.data["seat"] == seat)
    ]
    return [{"seat": seat, "first": absence.first, "last": absence.last} for absence in day.day_of(records).away]


def _earlier_game(last: int | None, played: int) -> int:
    """The last game that a kept part covers: `last`, but none after the last game played."""
    return played if last is None else min(last, played)


def _course_after_undo(ground: Ground, change: DayChange, noted: int, played: int) -> Course:
    """The course of a table after undoing a mix-up.

    Games up to `noted` are as before the mix-up, and games up to the last one `played` do not change. Later games are
    as without the mix-up, unless a later course governs the table.
    """
    table, frame = change.table, ground.frames[change.table]
    plan = movements_rules.PLANS[Movement(ground.event.movement)]
    earlier = {number: record for number, record in ground.changes.items() if number < change.number}
    course_before = replace(ground, changes=earlier).course(table, played)
    mixed_up = replace(ground, changes={**earlier, change.number: ground.changes[change.number]}).course(table, played)
    course_now = ground.course(table, played)
    pairs_by_game = {game: mixup.planned(plan, frame, course_now, game) for game in range(1, played + 1)}
    rounds = [*course_now.rounds[:played]]
    for game in range(1, noted + 1):
        pairs_before = mixup.planned(plan, frame, course_before, game)
        is_from_mix_up = pairs_by_game[game] == mixup.planned(plan, frame, mixed_up, game)
        if is_from_mix_up and pairs_by_game[game] != pairs_before:
            pairs_by_game[game] = pairs_before
            rounds[game - 1 : game] = course_before.rounds[game - 1 : game]
    later_course = course_now if _is_superseded(ground, change) else course_before
    later_rounds = (round_ for round_ in later_course.rounds[played:] if round_ not in rounds)
    pairs = {**pairs_by_game, **{game: boards for game, boards in later_course.pairs if game > played}}
    return Course(
        (*rounds, *later_rounds),
        tuple(sorted(pairs.items())),
        later_course.people(frame),
        played,
        later_course.deals,
        later_course.ends if later_course.ends > played else 0,
    )


def _is_superseded(ground: Ground, change: DayChange) -> bool:
    """Whether a later course governs the table of this change."""
    return any(
        number > change.number and record.table == change.table and "pairs" in record.data
        for number, record in ground.changes.items()
    )


def _with_kept(ground: Ground, change: DayChange, kept: Iterable[ChangeRecord]) -> Ground:
    """The ground with this change undone and `kept` in its place."""
    changes: dict[int, ChangeRecord] = {
        number: record for number, record in ground.changes.items() if number != change.number
    }
    for number, record in enumerate(kept, start=max(ground.changes) + 1):
        changes[number] = record
    newcomer = change.data["seat"] if change.kind == DayChange.Kind.LATE else ""
    return replace(ground, seats=tuple(seat for seat in ground.seats if seat != newcomer), changes=changes)


def _history(ground: Ground, played: int) -> Collection[movements_rules.Pairing]:
    """The games up to this one as announced, with first deals."""
    return [
        pairing
        for pairing in dealt_pairings(ground.event, ground.frames, ground.seats, ground.day)
        if pairing.game <= played
    ]


def _worsened(ground: Ground, new_ground: Ground, table: str, played: int) -> tuple[int, int]:
    """How many repeats this table gets in addition after game `played`, and how many people lose counted games."""
    plan = movements_rules.PLANS[Movement(ground.event.movement)]
    games = [[pairing for pairing in state.pairings() if pairing.table == table] for state in (ground, new_ground)]
    repeats = [len(mixup.met_again(table_games, plan, played)) for table_games in games]
    games_before, games_after = (
        {totals.seat: totals.games for totals in proof.meetings(table_games)} for table_games in games
    )
    return max(0, repeats[1] - repeats[0]), sum(
        games_after.get(seat, 0) < games_had for seat, games_had in games_before.items()
    )
