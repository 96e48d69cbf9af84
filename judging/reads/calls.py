"""The calls for a judge, who comes to them, and where whoever calls sits at that moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Prefetch, Q
from django.utils import timezone

from brackets.reads import bracket, own_match
from judging import words
from judging.models import Call, Coming
from judging.rules.calls import TWO, judges_needed
from tournaments import reads as tournament_reads
from tournaments.models import Entry, Event, User

DONE_SHOWN = timedelta(hours=12)
"""So long a call that is done stays on the judges' page."""
TOLD = timedelta(minutes=30)
"""So long whoever called is told that their call is done."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where an entrant sits: the table, its seat in the game that is on, or the match of the bracket; blank where nobody says.

    `opponent` is whom they play there."""

    table: str
    seat: int | None
    match: int | None
    game: int | None
    opponent: Entry | None = None

    @property
    def told(self) -> str:
        """It in words; empty where nobody says at which table."""
        return words.where(self.table, self.seat, self.match, self.game) if self.table or self.match else ""


def whereabouts(entry: Entry) -> Whereabouts:
    """Where this entrant sits now: at their match while it is played, else where the game that is on seats them."""
    event = entry.event
    own = own_match(entry)
    if own is not None and own.now.in_play:
        other = tournament_reads.entry_at(event, own.opponent_side.seat) if own.opponent_side else None
        return Whereabouts(own.now.table, None, own.now.match, own.now.next_game, other)
    table = entry.table or ""
    if not entry.seat or event.game_now is None or event.posted_at:
        return Whereabouts(table, None, None, None)
    meetings = tournament_reads.way(event, entry.seat).meetings
    now = next((one for one in meetings if one.game == event.game_now and not one.free), None)
    return Whereabouts(table, now.seat if now else None, None, event.game_now, now.opponent if now else None)


def entry_sitting(event: Event, table: str, seat: int | None) -> Entry | None:
    """Who sits at this seat of the table in the game that is on, or plays the match at this table; None where nobody says so."""
    if event.posted_at:
        drawn = bracket(event)
        at_table = [match for match in drawn.matches if match.table.casefold() == table.casefold()] if drawn else []
        playing = [match for match in at_table if match.in_play]
        return tournament_reads.entry_at(event, playing[0].sides[0].seat) if playing else None
    if seat is None:
        return None
    if event.game_now is None:
        return tournament_reads.entry_at(event, f"{table.upper()}-{seat}")
    for one in tournament_reads.schedule(event, event.game_now):
        if one.table == table.upper() and seat in one.seats:
            player = one.players[one.seats.index(seat)]
            return tournament_reads.entry_at(event, player) if player else None
    return None


def names_by_seat(event: Event) -> dict[str, str]:
    """The names of those who play, by permanent ID, in seat order."""
    rows = Entry.objects.of(event).playing().filter(table__isnull=False).in_seat_order()
    return {entry.seat: entry.name for entry in rows}


@dataclass(frozen=True, slots=True)
class JudgeComing:
    """A judge who comes to a call. `next_deal` says who deals next in their own game, `related` how they are related to a player
    of the call, as far as they said that they come all the same; both may be empty."""

    judge: int | None
    name: str
    next_deal: str
    related: str
    at: datetime
    there_at: datetime | None

    @property
    def next_deal_told(self) -> str:
        """Who deals next in their own game, in words; empty where nobody said."""
        return str(dict(Coming.NextDeal.choices).get(self.next_deal, ""))


@dataclass(frozen=True, slots=True)
class CallShown:
    """One call as it is told. `where` says table, seat, match and game in words, `place` without the game; `coming` are those who
    come or are there, in the order in which they said so; `needed` how many have to. `closed_at` is when it was done. `parties`
    are the two who play, as far as both are known, with their players."""

    number: int
    event: str
    event_name: str
    entrant: str
    name: str
    opponent: str
    opponent_name: str
    table: str
    seat: int | None
    match: int | None
    game: int | None
    subject: str
    about: str
    called_by: str
    at: datetime
    coming: tuple[JudgeComing, ...]
    third_at: datetime | None
    closed_by: str
    closed_at: datetime | None
    rulings: tuple[int, ...]
    parties: tuple[Entry, ...]

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def where(self) -> str:
        return words.where(self.table, self.seat, self.match, self.game)

    @property
    def place(self) -> str:
        return words.where(self.table, self.seat, self.match, None)

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The place as it is read from afar: what each figure is, and the figure; nothing where nobody says."""
        return words.figures(self.table, self.seat, self.match)

    @property
    def case(self) -> str:
        """What kind of case it is, as far as somebody said."""
        return words.case(self.subject)

    @property
    def event_key(self) -> int:
        return self.parties[0].event_id

    @property
    def needed(self) -> int:
        return judges_needed(third=self.third_at is not None)

    @property
    def there(self) -> int:
        return sum(one.there_at is not None for one in self.coming)

    @property
    def waits_for(self) -> int:
        """How many judges are still to say that they come."""
        return max(self.needed - len(self.coming), 0)

    @property
    def waits_since(self) -> datetime:
        """Since when it waits for whoever is missing."""
        return self.third_at or self.at

    @property
    def taken_by(self) -> str:
        """Who comes, by name; empty where nobody does yet."""
        return ", ".join(one.name for one in self.coming)

    @property
    def taken_at(self) -> datetime | None:
        return self.coming[0].at if self.coming else None

    @property
    def may_ask_third(self) -> bool:
        """Whether two judges are at the table and no third is asked for yet."""
        return self.is_open and self.third_at is None and self.there >= TWO

    def comes(self, judge: User | None) -> JudgeComing | None:
        """How this judge comes to it; None where they do not."""
        return next((one for one in self.coming if judge is not None and one.judge == judge.pk), None)


def _rows() -> Any:
    still = Coming.objects.filter(gave_up_at__isnull=True).order_by("pk")
    rows = Call.objects.select_related("entry__event", "entry__player", "opponent__player")
    return rows.prefetch_related(Prefetch("coming", still, to_attr="judges"), "rulings")


def calls(events: Iterable[Event]) -> tuple[CallShown, ...]:
    """The calls of these events: those that are open, oldest first, then what was done lately, newest first; three queries."""
    recent = Q(closed_at__isnull=True) | Q(closed_at__gte=timezone.now() - DONE_SHOWN)
    rows = _rows().filter(recent, entry__event__in=list(events))
    shown = [_shown(row) for row in rows.order_by("at", "pk")]
    return (*(one for one in shown if one.is_open), *(one for one in reversed(shown) if not one.is_open))


def waiting_calls(event: Event) -> tuple[CallShown, ...]:
    """The calls of this event to which too few judges are coming yet, oldest first."""
    shown = [_shown(row) for row in _rows().filter(entry__event=event, closed_at__isnull=True).order_by("at", "pk")]
    return tuple(one for one in shown if one.waits_for)


def call_of(entry: Entry) -> CallShown | None:
    """The call of this entrant, or of whom they play now, that is open, or was done a moment ago; else None."""
    own = _rows().filter(entry=entry).order_by("pk").last()
    if own is not None and own.closed_at is None:
        return _shown(own)
    others = _rows().filter(opponent=entry, closed_at__isnull=True).order_by("pk").last()
    if others is not None and _is_on(others, entry):
        return _shown(others)
    return _shown(own) if own is not None and own.closed_at > timezone.now() - TOLD else None


def own_open_call(entry: Entry) -> Call | None:
    """The open call that `call_of` tells this entrant of, to act on it; else None."""
    shown = call_of(entry)
    return Call.objects.select_related("entry__event").get(pk=shown.number) if shown and shown.is_open else None


def _is_on(row: Call, entry: Entry) -> bool:
    """Whether this call was made in the game that this entrant is at now: one of an earlier game is not theirs any more."""
    now = whereabouts(entry)
    return (row.match, row.game if row.match is None else None) == (now.match, now.game if now.match is None else None)


def last_calls(event: Event) -> dict[int, str]:
    """What every entrant's last call is known by, by the entrant's key: another one after any change of it. Two queries."""
    rows = Call.objects.filter(entry__event=event).order_by("pk").prefetch_related("coming")
    found: dict[int, str] = {}
    for row in rows:
        known = f"{row.pk}{'t' if row.third_at else ''}{'c' if row.closed_at else ''}"
        known += "".join(
            f"-{one.pk}{'x' if one.gave_up_at else ''}{'h' if one.there_at else ''}" for one in row.coming.all()
        )
        found[row.entry_id] = known
        if row.opponent_id is not None and row.closed_at is None:
            found[row.opponent_id] = known
    return found


def mark_of(shown: Iterable[CallShown]) -> str:
    """What these calls are known by on a page that updates itself."""
    return "-".join(
        f"{one.number}{'c' if one.closed_at else ''}{'t' if one.third_at else ''}{len(one.rulings) or ''}"
        + "".join(f".{coming.judge or coming.name}{'h' if coming.there_at else ''}" for coming in one.coming)
        for one in shown
    )


def call_values(one: CallShown) -> dict[str, Any]:
    """A call as the API shows it."""
    return {
        "number": one.number,
        "event": one.event,
        "entrant": one.entrant,
        "name": one.name,
        "opponent": one.opponent,
        "opponent_name": one.opponent_name,
        "table": one.table,
        "seat": one.seat,
        "match": one.match,
        "game": one.game,
        "subject": one.subject,
        "about": one.about,
        "called_by": one.called_by,
        "at": one.at,
        "needed": one.needed,
        "coming": [
            {"name": coming.name, "next_deal": coming.next_deal, "at": coming.at, "there_at": coming.there_at}
            for coming in one.coming
        ],
        "taken_by": one.taken_by,
        "taken_at": one.taken_at,
        "third_at": one.third_at,
        "closed_at": one.closed_at,
        "rulings": list(one.rulings),
    }


def _shown(row: Any) -> CallShown:
    event = row.entry.event
    return CallShown(
        number=row.pk,
        event=event.slug,
        event_name=event.name,
        entrant=row.entry.seat,
        name=row.entry.name,
        opponent=row.opponent.seat if row.opponent else "",
        opponent_name=row.opponent.name if row.opponent else "",
        table=row.table,
        seat=row.seat,
        match=row.match,
        game=row.game,
        subject=row.subject,
        about=row.about,
        called_by=row.called_by,
        at=row.at,
        coming=tuple(
            JudgeComing(one.judge_id, one.name, one.next_deal, one.related, one.at, one.there_at) for one in row.judges
        ),
        third_at=row.third_at,
        closed_by=row.closed_by,
        closed_at=row.closed_at,
        rulings=tuple(sorted(one.number for one in row.rulings.all())),
        parties=tuple(one for one in (row.entry, row.opponent) if one is not None),
    )
