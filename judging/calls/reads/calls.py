"""The calls for a judge, who comes to them, and where whoever calls sits at that moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from brackets.access import PART
from brackets.bracket.reads.drawn import MatchNow, bracket
from brackets.bracket.rules.chart import round_count
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.reads.ownmatch import own_match
from brackets.models import Match
from judging.calls import words as calls_words
from judging.models import Call, Coming
from judging.rules.calls import THREE, TWO, judges_needed
from tournaments.day.reads.schedule import schedule
from tournaments.models import Entry, Event, User
from tournaments.reads.entries import entry_at
from tournaments.rules.hiding import names_nobody
from tournaments.seating.reads.seating import way

DONE_SHOWN = timedelta(hours=12)
"""So long a call that is done stays on the judges' page."""
ENDED_SHOWN = timedelta(minutes=10)
"""So long a judge who was on the way reads that a call needs them no more."""
TOLD = timedelta(minutes=30)
"""So long both players are told that their call is done, where nobody says which game is on."""


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
        return calls_words.where(self.table, self.seat, self.match, self.game) if self.table or self.match else ""


def whereabouts(entry: Entry) -> Whereabouts:
    """Where this entrant sits now: at their match while it is played, else where the game that is on seats them."""
    event = entry.event
    own = own_match(entry)
    if own is not None and own.now.in_play:
        other = entry_at(event, own.opponent_side.seat) if own.opponent_side else None
        return Whereabouts(own.now.table, None, own.now.match, own.now.next_game, other)
    table = entry.table or ""
    if not entry.seat or event.game_now is None or event.posted_at:
        return Whereabouts(table, None, None, None)
    meetings = way(event, entry.seat).meetings
    now = next((one for one in meetings if one.game == event.game_now and not one.free), None)
    return Whereabouts(table, now.seat if now else None, None, event.game_now, now.opponent if now else None)


def entry_sitting(event: Event, table: str, seat: int | None) -> Entry | None:
    """Who sits at this seat of the table in the game that is on, or plays the match at this table; None where nobody says so."""
    if event.posted_at:
        there = [match for match in _playing(event) or () if match.table.casefold() == table.casefold()]
        return entry_at(event, there[0].sides[0].seat) if there else None
    if seat is None:
        return None
    if event.game_now is None:
        return entry_at(event, f"{table.upper()}-{seat}")
    for one in schedule(event, event.game_now):
        if one.table == table.upper() and seat in one.seats:
            player = one.players[one.seats.index(seat)]
            return entry_at(event, player) if player else None
    return None


def plays_no_match(entry: Entry, *, by_staff: bool) -> bool:
    """Whether the bracket is drawn and this entrant is at none of its matches that are played. Players are not told so while the
    director holds the bracket back."""
    event = entry.event
    playing = _playing(event) if by_staff or PART not in event.hidden else None
    return playing is not None and not any(entry.seat == side.seat for match in playing for side in match.sides)


def matches_told(event: Event) -> tuple[str, ...]:
    """The matches that are played now, where they are and who plays them, in words."""
    return tuple(
        calls_words.spot(
            calls_words.where(match.table, None, match.match, None), ", ".join(side.seat for side in match.sides)
        )
        for match in _playing(event) or ()
    )


def _playing(event: Event) -> list[MatchNow] | None:
    """The matches that are played now; None before the bracket is drawn."""
    drawn = bracket(event) if event.posted_at else None
    return [match for match in drawn.matches if match.in_play] if drawn else None


def event_played_now(entry: Entry) -> Event | None:
    """Another event of the tournament in which the same person sits at a game or a match now; None where they sit at none."""
    others = Entry.objects.playing().filter(player=entry.player_id, event__tournament=entry.event.tournament_id)
    for other in others.exclude(pk=entry.pk).select_related("event__tournament", "player"):
        place = whereabouts(other)
        if place.match is not None or place.seat is not None:
            return other.event
    return None


def names_by_seat(event: Event) -> dict[str, str]:
    """The names of those who play, by permanent ID, in seat order."""
    rows = Entry.objects.of(event).playing().filter(table__isnull=False).in_seat_order()
    return {entry.seat: entry.name for entry in rows}


def names_at_tables(event: Event) -> dict[str, str]:
    """Of the same those to whom judges can be called: all, and once the bracket is drawn the players of its matches."""
    named, playing = names_by_seat(event), _playing(event)
    if playing is None:
        return named
    there = {side.seat for match in playing for side in match.sides}
    return {seat: name for seat, name in named.items() if seat in there}


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
class JudgeSent:
    """A judge who was sent to a call and has not said that they come: by whom and when, and since when they cannot and why, None
    and empty where they have not answered."""

    judge: int
    name: str
    by: str
    at: datetime
    declined_at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class CallShown:
    """One call as it is told. `where` says table, seat, match and game in words, `place` without the game; `coming` are those who
    come or are there, in the order in which they said so; `needed` how many have to; `sent` are those who were sent and have not
    said that they come. `gave_up` are the keys of those who did and cannot after all. `closed_at` is when it was done. `judged` are the names of those who judged, by the rulings on it that
    hold. `parties` are the two who play, as far as both are known, with their players. `is_by_staff`: the desk or a judge called,
    `caller` is their account, as far as it is known. `is_open_to_three`: a ruling on it holds that a player may still have three decide
    (11.4.a).

    `found_by` is how a match of the bracket is found of which nobody noted a table: its round and who plays, in the order of the
    bracket; else it is empty. `round_told` is the same without names."""

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
    caller: int | None
    is_by_staff: bool
    coming: tuple[JudgeComing, ...]
    gave_up: frozenset[int]
    sent: tuple[JudgeSent, ...]
    third_at: datetime | None
    closed_by: str
    closed_at: datetime | None
    rulings: tuple[int, ...]
    judged: tuple[str, ...]
    parties: tuple[Entry, ...]
    is_open_to_three: bool = False
    found_by: str = ""
    round_told: str = ""

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def where(self) -> str:
        return calls_words.where(self.table, self.seat, self.match, self.game)

    @property
    def place(self) -> str:
        return calls_words.where(self.table, self.seat, self.match, None)

    @property
    def spot(self) -> str:
        """The place, and how it is found where it has no table."""
        return calls_words.spot(self.place, self.found_by)

    @property
    def spot_without_names(self) -> str:
        """The same for where nobody may read who plays."""
        return calls_words.spot(self.place, self.round_told)

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The place as it is read from afar: what each figure is, and the figure; nothing where nobody says."""
        return calls_words.figures(self.table, self.seat, self.match)

    @property
    def case(self) -> str:
        """What kind of case it is, as far as somebody said."""
        return calls_words.case(self.subject)

    @property
    def event_key(self) -> int:
        return self.parties[0].event_id

    @property
    def game_since(self) -> int | None:
        """The game of the round that was called after the one of this call: its players sit elsewhere by now. None for no such game."""
        now = self.parties[0].event.game_now
        is_of_round = self.is_open and self.match is None and self.game is not None
        return now if is_of_round and now is not None and now > (self.game or 0) else None

    @property
    def needed(self) -> int:
        return judges_needed(third=self.third_at is not None)

    @property
    def have_ruled(self) -> tuple[str, ...]:
        """Where a third judge is asked for after a ruling: those who gave it, and whom the third one joins, as far as they did not
        come by this call."""
        came = {one.name for one in self.coming}
        return tuple(name for name in self.judged if name not in came) if self.third_at is not None else ()

    @property
    def there(self) -> int:
        return sum(one.there_at is not None for one in self.coming) + len(self.have_ruled)

    @property
    def waits_for(self) -> int:
        """How many judges are still to say that they come."""
        return max(self.needed - len(self.coming) - len(self.have_ruled), 0)

    @property
    def waits_since(self) -> datetime:
        """Since when it waits for whoever is missing."""
        return self.third_at or self.at

    @property
    def taken_by(self) -> str:
        """Who comes, by name; empty where nobody does yet."""
        return ", ".join(one.name for one in self.coming)

    @property
    def heard_by(self) -> str:
        """Who judged, by name: as the rulings on it say, also where nobody came by the call; without one, who came."""
        return ", ".join(self.judged) or self.taken_by

    @property
    def taken_at(self) -> datetime | None:
        return self.coming[0].at if self.coming else None

    @property
    def caller_seat(self) -> str:
        """The permanent ID of the entrant who called, and who alone takes the call back; empty where the desk or a judge did."""
        return "" if self.is_by_staff else self.entrant

    @property
    def caller_told(self) -> str:
        """Who called, as players read it: without the name while the director holds the names back."""
        if self.is_by_staff:
            return self.called_by
        return self.entrant if names_nobody(self.parties[0].event.hidden) else f"{self.entrant} {self.name}"

    @property
    def is_taken_back(self) -> bool:
        """Whether the entrant who called needed no judge any more."""
        return self.closed_at is not None and not self.is_by_staff and self.closed_by == self.name

    @property
    def may_be_taken_back(self) -> bool:
        """Whether no judge is at the table yet."""
        return self.is_open and not self.there

    @property
    def may_ask_third(self) -> bool:
        """Whether two judges are at the table and no third is asked for yet."""
        return self.is_open and self.third_at is None and self.there >= TWO

    @property
    def may_go_to_three(self) -> bool:
        """Whether it is done with a ruling on which a player who disagrees may have a third judge called."""
        return not self.is_open and self.is_open_to_three

    def comes(self, judge: User | None) -> JudgeComing | None:
        """How this judge comes to it; None where they do not."""
        return next((one for one in self.coming if judge is not None and one.judge == judge.pk), None)

    def is_sent(self, judge: User | None) -> JudgeSent | None:
        """By whom this judge is sent to it and is to answer; None where they are not, cannot, or enough are coming."""
        asked = (one for one in self.sent if judge is not None and one.judge == judge.pk and one.declined_at is None)
        return next(asked, None) if self.waits_for else None


def _rows() -> Any:
    rows = Call.objects.select_related("entry__event", "entry__player", "opponent__player")
    return rows.prefetch_related("coming", "sendings", "rulings")


def calls(events: Iterable[Event]) -> tuple[CallShown, ...]:
    """The calls of these events: those that are open, oldest first, then what was done lately, newest first; four queries,
    and one more where a match is among them."""
    recent = Q(closed_at__isnull=True) | Q(closed_at__gte=timezone.now() - DONE_SHOWN)
    rows = _rows().filter(recent, entry__event__in=list(events))
    shown = _all_shown(rows.order_by("at", "pk"))
    return (*(one for one in shown if one.is_open), *(one for one in reversed(shown) if not one.is_open))


def made_calls(events: Iterable[Event], caller: User) -> tuple[CallShown, ...]:
    """Of the same calls those that this person made for others, in the same order."""
    return tuple(one for one in calls(events) if one.caller == caller.pk)


def waiting_calls(event: Event) -> tuple[CallShown, ...]:
    """The calls of this event to which too few judges are coming yet, oldest first."""
    shown = _all_shown(_rows().filter(entry__event=event, closed_at__isnull=True).order_by("at", "pk"))
    return tuple(one for one in shown if one.waits_for)


def ended_on_the_way(shown: Iterable[CallShown], judge: User, now: datetime) -> tuple[CallShown, ...]:
    """Those of these calls that somebody else ended a moment ago while this judge was on the way to them."""
    found = []
    for one in shown:
        comes = one.comes(judge)
        is_new = one.closed_at is not None and now - one.closed_at < ENDED_SHOWN
        if is_new and comes and comes.there_at is None and one.closed_by != comes.name:
            found.append(one)
    return tuple(found)


def call_of(entry: Entry) -> CallShown | None:
    """The call of this entrant, or of whom they play now, that is open, or was done in the game that is still on: the newest, but
    first one on whose ruling a third judge may still be called; else None."""
    newest_first = list(_rows().filter(Q(entry=entry) | Q(opponent=entry)).order_by("-pk"))
    told = [row for row in newest_first if row.closed_at is None and row.entry_id == entry.pk]
    if newest_first and not told:
        now = whereabouts(entry)
        done = [row for row in newest_first if row.closed_at is not None and _is_told(row, now)]
        told = [row for row in newest_first if row.closed_at is None and _is_on(row, now)]
        told += [*(row for row in done if _is_open_to_three(row)), *done]
    return _all_shown(told[:1])[0] if told else None


def own_open_call(entry: Entry) -> Call | None:
    """The open call that `call_of` tells this entrant of, to act on it; else None."""
    shown = call_of(entry)
    return _row_of(shown) if shown and shown.is_open else None


def own_heard_call(entry: Entry) -> Call | None:
    """The same, or one that is done with a ruling on which this entrant may have a third judge called; else None."""
    shown = call_of(entry)
    return _row_of(shown) if shown and (shown.is_open or shown.may_go_to_three) else None


def _row_of(shown: CallShown) -> Call:
    return Call.objects.select_related("entry__event").get(pk=shown.number)


def heard_by(call: Call) -> list[str]:
    """The names of those who come to this call, and where a third is asked for of those who have ruled on it before."""
    coming = [one.name for one in call.coming.all() if one.gave_up_at is None]
    ruled = [one for one in call.rulings.all() if one.taken_back_at is None] if call.third_at is not None else []
    named = dict.fromkeys(name for one in ruled for name in one.judges)
    return [*coming, *(name for name in named if name not in coming)]


def may_go_to_three(call: Call) -> bool:
    """Whether this call is done with a ruling on which a player may have a third judge called, in the game that is still on."""
    return call.closed_at is not None and _is_open_to_three(call) and _is_told(call, whereabouts(call.entry))


def _is_open_to_three(call: Call) -> bool:
    """Whether a ruling of fewer than three judges holds on it, and none of three, which is final (11.4.a)."""
    held = [one for one in call.rulings.all() if one.taken_back_at is None]
    is_final = any(len(one.judges) >= THREE and not one.removes for one in held)
    return not is_final and any(one.is_open_to_three for one in held)


def _is_on(row: Call, now: Whereabouts) -> bool:
    """Whether this call was made in the game that its player is at now: one of an earlier game is not theirs any more."""
    return (row.match, row.game if row.match is None else None) == (now.match, now.game if now.match is None else None)


def _is_told(row: Call, now: Whereabouts) -> bool:
    """Whether it is still told that this call is done: until the next game, and where nobody says which one is on for so long as
    `TOLD` says."""
    if (row.match, row.game) != (now.match, now.game):
        return False
    return now.game is not None or (row.closed_at is not None and row.closed_at > timezone.now() - TOLD)


def last_calls(event: Event) -> dict[int, str]:
    """What the calls of every entrant, and of whom they played, are known by, by the entrant's key: another one after any change
    of them. Two queries."""
    held = Count("rulings", filter=Q(rulings__taken_back_at=None))
    rows = Call.objects.filter(entry__event=event).order_by("pk").annotate(held=held).prefetch_related("coming")
    found: defaultdict[int, str] = defaultdict(str)
    for row in rows:
        known = f"{row.pk}{'t' if row.third_at else ''}{'c' if row.closed_at else ''}{'r' * row.held}"
        known += "".join(
            f"-{one.pk}{'x' if one.gave_up_at else ''}{'h' if one.there_at else ''}" for one in row.coming.all()
        )
        for party in (row.entry_id, row.opponent_id):
            if party is not None:
                found[party] += known
    return found


def mark_of(shown: Iterable[CallShown]) -> str:
    """What these calls are known by on a page that updates itself."""
    return "-".join(
        f"{one.number}{'c' if one.closed_at else ''}{'t' if one.third_at else ''}{len(one.rulings) or ''}"
        + (f"g{one.game_since}" if one.game_since else "")
        + "".join(f".{coming.judge or coming.name}{'h' if coming.there_at else ''}" for coming in one.coming)
        + "".join(f"~{sent.judge}{'x' if sent.declined_at else ''}" for sent in one.sent)
        for one in shown
    )


def _all_shown(rows: Iterable[Any]) -> list[CallShown]:
    found = list(rows)
    matches = _matches(found)
    return [_shown(row, matches.get((row.entry.event_id, row.match))) for row in found]


def _matches(rows: Iterable[Any]) -> dict[tuple[int, int], Match]:
    """The matches of the bracket to which these calls are, by the key of the event and their number; no query without any."""
    events = {row.entry.event_id for row in rows if row.match is not None}
    numbers = {row.match for row in rows if row.match is not None}
    if not numbers:
        return {}
    found = Match.objects.filter(bracket__event__in=events, number__in=numbers)
    named = found.select_related("bracket", "top__player", "bottom__player")
    return {(one.bracket.event_id, one.number): one for one in named}


def _shown(row: Any, match: Match | None) -> CallShown:
    event = row.entry.event
    # The director may have noted the table only after the call.
    table = row.table or (match.table if match is not None else "")
    unplaced = match if not table else None
    came = sorted(row.coming.all(), key=lambda one: one.pk)
    still = [one for one in came if one.gave_up_at is None]
    coming = {one.judge_id for one in still}
    gave_up = frozenset(one.judge_id for one in came if one.judge_id is not None) - coming
    return CallShown(
        number=row.pk,
        event=event.slug,
        event_name=event.name,
        entrant=row.entry.seat,
        name=row.entry.name,
        opponent=row.opponent.seat if row.opponent else "",
        opponent_name=row.opponent.name if row.opponent else "",
        table=table,
        seat=row.seat,
        match=row.match,
        game=row.game,
        subject=row.subject,
        about=row.about,
        called_by=row.called_by,
        at=row.at,
        caller=row.caller_id,
        is_by_staff=row.is_by_staff,
        coming=tuple(
            JudgeComing(one.judge_id, one.name, one.next_deal, one.related, one.at, one.there_at) for one in still
        ),
        gave_up=gave_up,
        sent=tuple(
            JudgeSent(one.judge_id, one.name, one.by, one.at, one.declined_at, one.reason)
            for one in row.sendings.all()
            if one.judge_id not in gave_up | coming
        ),
        third_at=row.third_at,
        closed_by=row.closed_by,
        closed_at=row.closed_at,
        rulings=tuple(sorted(one.number for one in row.rulings.all())),
        judged=tuple(
            dict.fromkeys(name for one in row.rulings.all() if one.taken_back_at is None for name in one.judges)
        ),
        parties=tuple(one for one in (row.entry, row.opponent) if one is not None),
        is_open_to_three=_is_open_to_three(row),
        found_by=_found_by(unplaced) if unplaced is not None else "",
        round_told=_round_told(unplaced) if unplaced is not None else "",
    )


def _round_told(match: Match) -> str:
    return playoffs_words.round_name(match.round, round_count(match.bracket.size))


def _found_by(match: Match) -> str:
    told = _round_told(match)
    return calls_words.found_by(told, match.top.name, match.bottom.name) if match.top and match.bottom else told
