"""What undoing does on the day: the games that were played since stay as they were, only those to come go otherwise (ours).

As long as no game was called since something was noted, and no card rests on it, undoing it is as if it had never been:
nobody has played by it yet. Afterwards the games up to the last one called are history, and what is left of the change for them is
kept in its place. Cards are right: where they name, game by game, the opponents of a schedule without the change, it was
noted by mistake and goes as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, Q

from tournaments import words
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.reads.round import (
    GivesBack,
    Ground,
    Outlook,
    called_so_far,
    ground,
    outlook_after,
    outlook_with,
    outlook_without,
    written_lines,
)
from tournaments.reads.schedule import Made, dealt_pairings
from tournaments.rules import day, deal, mixup, proof, rotation
from tournaments.rules.rotation import Course, Movement
from tournaments.rules.seat import parse_seat, seat_order


@dataclass(frozen=True, slots=True)
class TakesBack:
    """What undoing a change does. `kept` are the data of what stays of it for the games that were played, of the same kind and
    table; `refused` says why there is nothing to undo any more, empty where there is."""

    outlook: Outlook
    kept: tuple[Mapping[str, Any], ...] = ()
    refused: str = ""


def takes_back(event: Event, change: DayChange) -> TakesBack:
    """What undoing this change of the day does: all of it where nothing was played since, else to the games to come."""
    on = ground(event)
    plain = outlook_without(on, change.number)
    since = _noted_at(event, change.number)
    # A card rests on it where a line of it would name somebody else.
    typed = _typed(event, change.table) if plain.misfits else 0
    stay = _stay(event, since, typed, plain, lambda played: _first_game(change, plain, played))
    if stay is None:
        return TakesBack(plain)
    first, last = stay
    if change.kind == DayChange.Kind.AWARD:
        return TakesBack(replace(plain, stay=stay))
    if change.kind == DayChange.Kind.LATE:
        return TakesBack(plain, refused=words.has_played_since(change.data["seat"], first, last))
    kept: tuple[Mapping[str, Any], ...]
    match change.kind:
        case DayChange.Kind.AWAY:
            pieces = _absences(on, change)
            kept = tuple({**one, "last": _least(one["last"], last)} for one in pieces if one["first"] <= last)
            over = list(kept) == pieces
        case DayChange.Kind.SUBSTITUTE:
            kept = ({**change.data, "last": _least(change.data.get("last"), last)},)
            over = kept[0] == change.data
        case _:
            course = _course_to_come(on, change, last)
            kept, over = (day.course_values(course),), False
    then = _with_kept(on, change, kept)
    outlook = replace(outlook_after(on, then), stay=stay)
    if change.kind == DayChange.Kind.COURSE:
        over = not outlook.differences
        again, fewer = _worse(on, then, change.table)
        if again or fewer:
            return TakesBack(outlook, refused=words.would_meet_again(first, last, again, fewer))
    if over:
        return TakesBack(outlook, refused=words.nothing_left(first, last))
    if _history(on, last) != _history(then, last):
        return TakesBack(outlook, refused=words.would_change_the_past(first, last))
    return TakesBack(outlook, kept)


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
    typed = _typed(event, table) if cards.filter(subject_key__startswith=f"{table}-").exists() else 0
    stay = _stay(event, since, typed, plain, lambda _played: 1)
    return stay[1] + 1 if stay is not None else None


def outlook_of_return(event: Event, entry: Entry, back: GivesBack) -> Outlook:
    """What it would change for whom if this no-show played after all, from the game that `plays_from` says, and who moved up
    went back."""
    on, first = ground(event), plays_from(event, entry)
    if first is None:
        return outlook_with(on, entry.seat, back)
    made = (DayChange.Kind.LATE.value, parse_seat(entry.seat).table, {"seat": entry.seat, "first": first})
    seats = tuple(sorted({*on.seats, entry.seat}, key=seat_order))
    then = replace(on, seats=seats, changes={**on.changes, max(on.changes, default=0) + 1: made})
    return replace(outlook_after(on, then), stays=back.stays, stay=(1, first - 1))


def _noted_at(event: Event, number: int) -> int:
    """The key of the line of the log by which this change was noted first: also where it is what an undoing left of another
    one. 0 where the log has none."""
    row = AuditEntry.objects.filter(event=event, action="day.changed", subject_key=str(number)).order_by("-pk").first()
    if row is None:
        return 0
    older = row.after.get("left_of") if isinstance(row.after, dict) else None
    return _noted_at(event, older) if isinstance(older, int) and older < number else row.pk


def _typed(event: Event, table: str) -> int:
    """The last game of this table that a card says was played; 0 for none. One query."""
    lines = Entry.objects.of(event).filter(table=table, scorecard__lines__opponent__isnull=False)
    return lines.aggregate(last=Max("scorecard__lines__game"))["last"] or 0


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
        case DayChange.Kind.SUBSTITUTE:
            return int(change.data["from_game"])
        case _:
            return int(change.data["first"])


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


def _course_to_come(on: Ground, change: DayChange, played: int) -> Course:
    """The course of a table that went this way up to the last game played, and goes on as without the change."""
    now = on.course(change.table, played)
    left = _with_kept(on, change, ())
    before = dict(left.day.courses).get(change.table, rotation.AS_PLANNED)
    rounds = now.rounds[:played]
    coming = (round_ for round_ in before.rounds[played:] if round_ not in rounds)
    pairs = (
        *(one for one in now.pairs if one[0] <= played),
        *(one for one in before.pairs if one[0] > played),
    )
    without = (one for one in dealt_pairings(left.event, left.held, left.seats, left.day) if one.table == change.table)
    deals = (
        *(one for one in now.deals if one[0] <= played),
        *(one for one in deal.deals_of(without) if one[0] > played and now.deals),
    )
    course = replace(now, rounds=(*rounds, *coming), pairs=pairs, deals=deals)
    if now.start == before.start:
        return course
    # Those who took each other's places go back to their own.
    frame, plan = on.held[change.table], rotation.PLANS[Movement(on.event.movement)]
    as_played = {game: mixup.planned(plan, frame, now, game) for game in range(1, played + 1)}
    met = tuple(sorted({**dict(pairs), **as_played}.items()))
    return replace(course, pairs=met, start=before.people(frame), before=played)


def _with_kept(on: Ground, change: DayChange, kept: Iterable[Mapping[str, Any]]) -> Ground:
    """The ground when this change is undone and that is kept of it."""
    left: dict[int, Made] = {number: made for number, made in on.changes.items() if number != change.number}
    last = max(on.changes)
    for number, data in enumerate(kept, start=last + 1):
        left[number] = (change.kind, change.table, data)
    return replace(on, changes=left)


def _history(on: Ground, played: int) -> Collection[rotation.Pairing]:
    """The games up to this one as they were announced, with who dealt first."""
    return [one for one in dealt_pairings(on.event, on.held, on.seats, on.day) if one.game <= played]


def _worse(on: Ground, then: Ground, table: str) -> tuple[int, int]:
    """How many people of this table would meet somebody again more often, and how many would have fewer games that count."""

    def given(at: Ground) -> dict[str, proof.Meetings]:
        games = [one for one in at.pairings() if one.table == table]
        return {one.seat: one for one in proof.meetings(games, Movement(at.event.movement))}

    was, will_be = given(on), given(then)
    pairs = [(one, will_be[seat]) for seat, one in was.items() if seat in will_be]
    return sum(now.repeats > one.repeats for one, now in pairs), sum(now.games < one.games for one, now in pairs)
