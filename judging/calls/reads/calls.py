"""Calls for a judge, the judges who come to them, and where the caller sits at that moment."""

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
from tournaments.models.people import with_people
from tournaments.reads.entries import entry_at
from tournaments.rules.hiding import names_nobody
from tournaments.seating.reads.seating import way

DONE_SHOWN = timedelta(hours=12)
"""A closed call stays on the judges' page for this long."""
ENDED_SHOWN = timedelta(minutes=10)
"""A judge on the way reads for this long that a call no longer needs them."""
TOLD = timedelta(minutes=30)
"""Both players read for this long that their call is closed, if the current game is not known."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where an entrant sits: the table, with the seat in the current game or the match of the bracket.

    Unknown parts are empty. `opponent` is the opponent there.
    """

    table: str
    seat: int | None
    match: int | None
    game: int | None
    opponent: Entry | None = None

    @property
    def told(self) -> str:
        """The place in words; empty if the table is not known."""
        return calls_words.where(self.table, self.seat, self.match, self.game) if self.table or self.match else ""


def whereabouts(entry: Entry) -> Whereabouts:
    """Where this entrant sits now: at their match while it is played, else where the current game seats them."""
    event = entry.event
    own = own_match(entry)
    if own is not None and own.now.in_play:
        other = entry_at(event, own.opponent_side.seat) if own.opponent_side else None
        return Whereabouts(own.now.table, None, own.now.match, own.now.next_game, other)
    table = entry.table or ""
    if not entry.seat or event.game_now is None or event.posted_at:
        return Whereabouts(table, None, None, None)
    meetings = way(event, entry.seat).meetings
    now = next((meeting for meeting in meetings if meeting.game == event.game_now and not meeting.free), None)
    return Whereabouts(table, now.seat if now else None, None, event.game_now, now.opponent if now else None)


def entry_sitting(event: Event, table: str, seat: int | None) -> Entry | None:
    """The entrant at this seat in the current game, or of the match at this table; None if unknown."""
    if event.posted_at:
        there = [match for match in _playing(event) or () if match.table.casefold() == table.casefold()]
        return entry_at(event, there[0].sides[0].seat) if there else None
    if seat is None:
        return None
    if event.game_now is None:
        return entry_at(event, f"{table.upper()}-{seat}")
    for table_of_game in schedule(event, event.game_now):
        if table_of_game.table == table.upper() and seat in table_of_game.seats:
            player = table_of_game.players[table_of_game.seats.index(seat)]
            return entry_at(event, player) if player else None
    return None


def plays_no_match(entry: Entry, *, by_staff: bool) -> bool:
    """Whether the bracket is drawn and this entrant plays no match now; False for players while it is held back."""
    event = entry.event
    playing = _playing(event) if by_staff or PART not in event.hidden else None
    return playing is not None and not any(entry.seat == side.seat for match in playing for side in match.sides)


def matches_told(event: Event) -> tuple[str, ...]:
    """Matches being played, with their places and players, in words."""
    return tuple(
        calls_words.spot(
            calls_words.where(match.table, None, match.match, None), ", ".join(side.seat for side in match.sides)
        )
        for match in _playing(event) or ()
    )


def _playing(event: Event) -> list[MatchNow] | None:
    """Matches being played; None before the bracket is drawn."""
    drawn = bracket(event) if event.posted_at else None
    return [match for match in drawn.matches if match.in_play] if drawn else None


def event_played_now(entry: Entry) -> Event | None:
    """Another event of the tournament in which the same person plays a game or a match now, or None."""
    others = Entry.objects.playing().filter(player=entry.player_id, event__tournament=entry.event.tournament_id)
    for other in others.exclude(pk=entry.pk).with_people().select_related("event__tournament"):
        place = whereabouts(other)
        if place.match is not None or place.seat is not None:
            return other.event
    return None


def names_by_seat(event: Event) -> dict[str, str]:
    """Names of the players by permanent ID, in seat order."""
    rows = Entry.objects.of(event).playing().filter(table__isnull=False).in_seat_order()
    return {entry.seat: entry.name for entry in rows}


def names_at_tables(event: Event) -> dict[str, str]:
    """Names of the players who may call judges: all, or once the bracket is drawn, those in its current matches."""
    named, playing = names_by_seat(event), _playing(event)
    if playing is None:
        return named
    there = {side.seat for match in playing for side in match.sides}
    return {seat: name for seat, name in named.items() if seat in there}


@dataclass(frozen=True, slots=True)
class JudgeComing:
    """A judge who comes to a call. `next_deal` says who deals next in their own game; may be empty.

    `related` is how they said they are related to a player of the call, or empty.
    """

    judge: int | None
    name: str
    next_deal: str
    related: str
    at: datetime
    there_at: datetime | None

    @property
    def next_deal_told(self) -> str:
        """Who deals next in their own game, in words; empty if not said."""
        return str(dict(Coming.NextDeal.choices).get(self.next_deal, ""))


@dataclass(frozen=True, slots=True)
class JudgeSent:
    """A judge who was sent to a call and has not said that they come: by whom and when.

    `declined_at` and `reason` are set once they said that they cannot come.
    """

    judge: int
    name: str
    by: str
    at: datetime
    declined_at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class CallShown:
    """One call as it is shown.

    `where` is table, seat, match and game in words, `place` the same without the game. `found_by` describes a match
    without a table by its round and players, in bracket order; `round_told` is the same without names.

    `coming` are the judges who come or are there, in order of their answers; `needed` is how many must come. `sent`
    were sent and have not said that they come. `gave_up` are the keys of those who cannot come after all. `judged` are
    the names of judges in its standing rulings.

    `parties` are the two players, as far as known. `is_by_staff`: the desk or a judge called, with the account
    `caller`, if known. `is_open_to_three`: a player may still have three judges decide (11.4.a).
    """

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
        """The place, and how to find it if it has no table."""
        return calls_words.spot(self.place, self.found_by)

    @property
    def spot_without_names(self) -> str:
        """The spot without names, for readers who may not see who plays."""
        return calls_words.spot(self.place, self.round_told)

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The place to be read from afar: pairs of label and figure; empty if unknown."""
        return calls_words.figures(self.table, self.seat, self.match)

    @property
    def case(self) -> str:
        """The kind of case, or empty."""
        return calls_words.case(self.subject)

    @property
    def event_key(self) -> int:
        return self.parties[0].event_id

    @property
    def game_since(self) -> int | None:
        """The current game, if it came after the game of this call, so that its players sit elsewhere; else None."""
        now = self.parties[0].event.game_now
        is_of_round = self.is_open and self.match is None and self.game is not None
        return now if is_of_round and now is not None and now > (self.game or 0) else None

    @property
    def needed(self) -> int:
        return judges_needed(third=self.third_at is not None)

    @property
    def have_ruled(self) -> tuple[str, ...]:
        """If a third judge is asked for after a ruling: judges of that ruling who did not come by this call."""
        came = {judge.name for judge in self.coming}
        return tuple(name for name in self.judged if name not in came) if self.third_at is not None else ()

    @property
    def there(self) -> int:
        return sum(judge.there_at is not None for judge in self.coming) + len(self.have_ruled)

    @property
    def waits_for(self) -> int:
        """How many more judges must say that they come."""
        return max(self.needed - len(self.coming) - len(self.have_ruled), 0)

    @property
    def waits_since(self) -> datetime:
        """The time since which it waits for the missing judges."""
        return self.third_at or self.at

    @property
    def taken_by(self) -> str:
        """Names of the judges who come, or empty."""
        return ", ".join(judge.name for judge in self.coming)

    @property
    def heard_by(self) -> str:
        """Names of the judges who heard it: from its rulings, or without one those who came."""
        return ", ".join(self.judged) or self.taken_by

    @property
    def taken_at(self) -> datetime | None:
        return self.coming[0].at if self.coming else None

    @property
    def caller_seat(self) -> str:
        """The permanent ID of the entrant who called and may take it back; empty if the desk or a judge called."""
        return "" if self.is_by_staff else self.entrant

    @property
    def caller_told(self) -> str:
        """The caller as players read it: without the name while the director hides names."""
        if self.is_by_staff:
            return self.called_by
        return self.entrant if names_nobody(self.parties[0].event.hidden) else f"{self.entrant} {self.name}"

    @property
    def is_taken_back(self) -> bool:
        """Whether the entrant took the call back."""
        return self.closed_at is not None and not self.is_by_staff and self.closed_by == self.name

    @property
    def may_be_taken_back(self) -> bool:
        """Whether the call is open and no judge is at the table yet."""
        return self.is_open and not self.there

    @property
    def may_ask_third(self) -> bool:
        """Whether two judges are at the table and no third is asked for yet."""
        return self.is_open and self.third_at is None and self.there >= TWO

    @property
    def may_go_to_three(self) -> bool:
        """Whether the call is closed with a ruling that a player may still bring before three judges."""
        return not self.is_open and self.is_open_to_three

    def comes(self, judge: User | None) -> JudgeComing | None:
        """How this judge comes to the call; None if they do not."""
        return next((coming for coming in self.coming if judge is not None and coming.judge == judge.pk), None)

    def is_sent(self, judge: User | None) -> JudgeSent | None:
        """The sending that this judge still has to answer; None without one, or if enough judges are coming."""
        asked = (
            sending
            for sending in self.sent
            if judge is not None and sending.judge == judge.pk and sending.declined_at is None
        )
        return next(asked, None) if self.waits_for else None


def _rows() -> Any:
    rows = Call.objects.select_related("entry__event", *with_people("entry__player", "opponent__player"))
    return rows.prefetch_related("coming", "sendings", "rulings")


def calls(events: Iterable[Event]) -> tuple[CallShown, ...]:
    """The calls of these events: open ones, oldest first, then recently closed ones, newest first.

    Four queries, and one more if a match is among them.
    """
    recent = Q(closed_at__isnull=True) | Q(closed_at__gte=timezone.now() - DONE_SHOWN)
    rows = _rows().filter(recent, entry__event__in=list(events))
    shown = _all_shown(rows.order_by("at", "pk"))
    return (*(call for call in shown if call.is_open), *(call for call in reversed(shown) if not call.is_open))


def made_calls(events: Iterable[Event], caller: User) -> tuple[CallShown, ...]:
    """The calls that this person made for others, in the same order."""
    return tuple(call for call in calls(events) if call.caller == caller.pk)


def waiting_calls(event: Event) -> tuple[CallShown, ...]:
    """The open calls of this event that wait for judges, oldest first."""
    shown = _all_shown(_rows().filter(entry__event=event, closed_at__isnull=True).order_by("at", "pk"))
    return tuple(call for call in shown if call.waits_for)


def ended_on_the_way(shown: Iterable[CallShown], judge: User, now: datetime) -> tuple[CallShown, ...]:
    """Those of these calls that somebody else just closed while this judge was on the way."""
    ended = []
    for call in shown:
        comes = call.comes(judge)
        is_new = call.closed_at is not None and now - call.closed_at < ENDED_SHOWN
        if is_new and comes and comes.there_at is None and call.closed_by != comes.name:
            ended.append(call)
    return tuple(ended)


def call_of(entry: Entry) -> CallShown | None:
    """The call that this entrant is to see, or None.

    Their own open call; else of the current game, in this order and newest first: an open one of their opponent, a
    closed one that a third judge may still hear, another closed one.
    """
    newest_first = list(_rows().filter(Q(entry=entry) | Q(opponent=entry)).order_by("-pk"))
    candidates = [row for row in newest_first if row.closed_at is None and row.entry_id == entry.pk]
    if newest_first and not candidates:
        now = whereabouts(entry)
        done = [row for row in newest_first if row.closed_at is not None and _is_told(row, now)]
        candidates = [row for row in newest_first if row.closed_at is None and _is_on(row, now)]
        candidates += [*(row for row in done if _is_open_to_three(row)), *done]
    return _all_shown(candidates[:1])[0] if candidates else None


def own_open_call(entry: Entry) -> Call | None:
    """The open call that `call_of` shows this entrant, to act on it; else None."""
    shown = call_of(entry)
    return _row_of(shown) if shown and shown.is_open else None


def own_heard_call(entry: Entry) -> Call | None:
    """The same, or a closed one that this entrant may still bring before a third judge; else None."""
    shown = call_of(entry)
    return _row_of(shown) if shown and (shown.is_open or shown.may_go_to_three) else None


def _row_of(shown: CallShown) -> Call:
    return Call.objects.select_related("entry__event").get(pk=shown.number)


def heard_by(call: Call) -> list[str]:
    """Names of the judges who come to this call, and if a third is asked for, of those who ruled on it before."""
    coming = [coming_row.name for coming_row in call.coming.all() if coming_row.gave_up_at is None]
    ruled = (
        [ruling for ruling in call.rulings.all() if ruling.taken_back_at is None] if call.third_at is not None else []
    )
    named = dict.fromkeys(name for ruling in ruled for name in ruling.judges)
    return [*coming, *(name for name in named if name not in coming)]


def may_go_to_three(call: Call) -> bool:
    """Whether this call of the current game is closed with a ruling that a player may bring before a third judge."""
    return call.closed_at is not None and _is_open_to_three(call) and _is_told(call, whereabouts(call.entry))


def _is_open_to_three(call: Call) -> bool:
    """Whether it has a standing ruling of fewer than three judges, and none of three, which is final (11.4.a)."""
    held = [ruling for ruling in call.rulings.all() if ruling.taken_back_at is None]
    is_final = any(len(ruling.judges) >= THREE and not ruling.removes for ruling in held)
    return not is_final and any(ruling.is_open_to_three for ruling in held)


def _is_on(row: Call, now: Whereabouts) -> bool:
    """Whether this call was made in the game that its player is at now."""
    return (row.match, row.game if row.match is None else None) == (now.match, now.game if now.match is None else None)


def _is_told(row: Call, now: Whereabouts) -> bool:
    """Whether players still read that this call is closed: until the next game, or for `TOLD` if it is not known."""
    if (row.match, row.game) != (now.match, now.game):
        return False
    return now.game is not None or (row.closed_at is not None and row.closed_at > timezone.now() - TOLD)


def last_calls(event: Event) -> dict[int, str]:
    """A mark of each entrant's calls, own and of the opponent, by entry key; it changes with them. Two queries."""
    held = Count("rulings", filter=Q(rulings__taken_back_at=None))
    rows = Call.objects.filter(entry__event=event).order_by("pk").annotate(held=held).prefetch_related("coming")
    marks: defaultdict[int, str] = defaultdict(str)
    for row in rows:
        known = f"{row.pk}{'t' if row.third_at else ''}{'c' if row.closed_at else ''}{'r' * row.held}"
        known += "".join(
            f"-{coming.pk}{'x' if coming.gave_up_at else ''}{'h' if coming.there_at else ''}"
            for coming in row.coming.all()
        )
        for party in (row.entry_id, row.opponent_id):
            if party is not None:
                marks[party] += known
    return marks


def mark_of(shown: Iterable[CallShown]) -> str:
    """A mark of these calls, for pages that update themselves."""
    return "-".join(
        f"{call.number}{'c' if call.closed_at else ''}{'t' if call.third_at else ''}{len(call.rulings) or ''}"
        + (f"g{call.game_since}" if call.game_since else "")
        + "".join(f".{coming.judge or coming.name}{'h' if coming.there_at else ''}" for coming in call.coming)
        + "".join(f"~{sent.judge}{'x' if sent.declined_at else ''}" for sent in call.sent)
        for call in shown
    )


def _all_shown(rows: Iterable[Any]) -> list[CallShown]:
    row_list = list(rows)
    matches = _matches(row_list)
    return [_shown(row, matches.get((row.entry.event_id, row.match))) for row in row_list]


def _matches(rows: Iterable[Any]) -> dict[tuple[int, int], Match]:
    """Bracket matches of these calls by event key and match number; no query if there are none."""
    events = {row.entry.event_id for row in rows if row.match is not None}
    numbers = {row.match for row in rows if row.match is not None}
    if not numbers:
        return {}
    matches = Match.objects.filter(bracket__event__in=events, number__in=numbers)
    named = matches.select_related("bracket", *with_people("top__player", "bottom__player"))
    return {(match.bracket.event_id, match.number): match for match in named}


def _shown(row: Any, match: Match | None) -> CallShown:
    event = row.entry.event
    # The director may have set the table only after the call.
    table = row.table or (match.table if match is not None else "")
    unplaced = match if not table else None
    came = sorted(row.coming.all(), key=lambda coming_row: coming_row.pk)
    still = [coming_row for coming_row in came if coming_row.gave_up_at is None]
    coming = {match.judge_id for match in still}
    gave_up = frozenset(coming_row.judge_id for coming_row in came if coming_row.judge_id is not None) - coming
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
            JudgeComing(
                coming_row.judge_id,
                coming_row.name,
                coming_row.next_deal,
                coming_row.related,
                coming_row.at,
                coming_row.there_at,
            )
            for coming_row in still
        ),
        gave_up=gave_up,
        sent=tuple(
            JudgeSent(sending.judge_id, sending.name, sending.by, sending.at, sending.declined_at, sending.reason)
            for sending in row.sendings.all()
            if sending.judge_id not in gave_up | coming
        ),
        third_at=row.third_at,
        closed_by=row.closed_by,
        closed_at=row.closed_at,
        rulings=tuple(sorted(ruling.number for ruling in row.rulings.all())),
        judged=tuple(
            dict.fromkeys(
                name for ruling in row.rulings.all() if ruling.taken_back_at is None for name in ruling.judges
            )
        ),
        parties=tuple(entry for entry in (row.entry, row.opponent) if entry is not None),
        is_open_to_three=_is_open_to_three(row),
        found_by=_found_by(unplaced) if unplaced is not None else "",
        round_told=_round_told(unplaced) if unplaced is not None else "",
    )


def _round_told(match: Match) -> str:
    return playoffs_words.round_name(match.round, round_count(match.bracket.size))


def _found_by(match: Match) -> str:
    round_name = _round_told(match)
    return (
        calls_words.found_by(round_name, match.top.name, match.bottom.name)
        if match.top and match.bottom
        else round_name
    )
