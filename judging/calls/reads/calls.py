"""Calls for judges, the judges who come to them, and where entrants sit now."""

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
from scorecards.ladder.reads import games_of
from tournaments.day.reads.schedule import schedule
from tournaments.models import Entry, Event, User
from tournaments.models.people import with_people
from tournaments.reads.entries import entry_at
from tournaments.rules.hiding import names_nobody
from tournaments.seating.reads.seating import way

DONE_SHOWN = timedelta(hours=12)
"""A closed call stays on the judges' page for this long."""
ENDED_SHOWN = timedelta(minutes=10)
"""A judge on the way reads for this long that the call was closed."""
TOLD = timedelta(minutes=30)
"""Both players read for this long that their call is closed, if the current game is not known."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where an entrant sits: the table, with the seat in the current game or the match of the bracket.

    Unknown parts are empty or None. `opponent` is the opponent in this game or match, or None.
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
    """Where this entrant sits now: at their match while it is played, else at their seat in the current game.

    Without a match and a current game only the entrant's own table is known. On a ladder the newest game is on, called or
    not.
    """
    event = entry.event
    own = own_match(entry)
    if own is not None and own.now.in_play:
        opponent = entry_at(event, own.opponent_side.seat) if own.opponent_side else None
        return Whereabouts(own.now.table, None, own.now.match, own.now.next_game, opponent)
    table = entry.table or ""
    game_now = event.game_now or (len(games_of(event)) or None if event.is_ladder else None)
    if not entry.seat or game_now is None or event.posted_at:
        return Whereabouts(table, None, None, None)
    meetings = way(event, entry.seat).meetings
    meeting_now = next((meeting for meeting in meetings if meeting.game == game_now and not meeting.free), None)
    if meeting_now is None:
        return Whereabouts(table, None, None, game_now)
    return Whereabouts(table, meeting_now.seat, None, game_now, meeting_now.opponent)


def entry_sitting(event: Event, table: str, seat: int | None) -> Entry | None:
    """The entrant at this seat in the current game; in the playoffs one of the two at this table. None if unknown.

    Before the first game the table and the seat are the entrant's permanent ID.
    """
    if event.posted_at:
        matches = [match for match in _playing(event) or () if match.table.casefold() == table.casefold()]
        return entry_at(event, matches[0].sides[0].seat) if matches else None
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
    """Whether the bracket is drawn and this entrant plays no match now.

    While the bracket is held back from the public, this is always False for a player (unless `by_staff`).
    """
    event = entry.event
    if PART in event.hidden and not by_staff:
        return False
    playing = _playing(event)
    return playing is not None and not any(entry.seat == side.seat for match in playing for side in match.sides)


def matches_told(event: Event) -> tuple[str, ...]:
    """The matches being played, in words: the place of each with the permanent IDs of its players."""
    return tuple(
        calls_words.spot(
            calls_words.where(match.table, None, match.match, None), ", ".join(side.seat for side in match.sides)
        )
        for match in _playing(event) or ()
    )


def _playing(event: Event) -> list[MatchNow] | None:
    """The matches being played; None before the bracket is drawn."""
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
    return {entry.seat: entry.known_name for entry in rows}


def names_at_tables(event: Event) -> dict[str, str]:
    """Names of the players who may call judges, by permanent ID.

    These are all players, or once the bracket is drawn, the players of the current matches.
    """
    names, playing = names_by_seat(event), _playing(event)
    if playing is None:
        return names
    seats_in_play = {side.seat for match in playing for side in match.sides}
    return {seat: name for seat, name in names.items() if seat in seats_in_play}


@dataclass(frozen=True, slots=True)
class JudgeComing:
    """A judge who comes to a call.

    `judge` is the key of the judge's account, if known. `next_deal` is the code of who deals next in the judge's own
    game, or empty. `related` is the judge's relation to a player of the call, or empty.
    """

    judge: int | None
    name: str
    next_deal: str
    related: str
    at: datetime
    there_at: datetime | None

    @property
    def next_deal_told(self) -> str:
        """Who deals next in the judge's own game, in words; empty if not said."""
        return str(dict(Coming.NextDeal.choices).get(self.next_deal, ""))


@dataclass(frozen=True, slots=True)
class JudgeSent:
    """A judge who was sent to a call by somebody (`by`), and who is not coming yet.

    `declined_at` and `reason` are set if the judge has declined.
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

    `where` is table, seat, match and game in words; `place` is the same without the game. `found_by` describes a match
    without a table by its round and players, in bracket order; `round_told` is the round alone, without names.

    `coming` are the judges who come or are at the table, in order of their answers; `needed` is the number of judges
    that the hearing needs. `sent` are judges who were sent and neither come nor gave up. `gave_up` are the keys of
    judges who took the call and cannot come after all. `judged` are the names of the judges in its standing rulings.

    `entrant` and `opponent` are permanent IDs. `parties` are the entries of the two players, as far as known.
    `is_by_staff`: the desk or a judge called, with the account `caller`, if known. `is_open_to_three`: a player may
    still have three judges decide (11.4.a).
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
    def players(self) -> list[str]:
        """The two people of the team for which judges were called; empty for one person."""
        return self.parties[0].names

    @property
    def opponent_players(self) -> list[str]:
        """The two people of the opposing team; empty for one person, and if the opponent is not known."""
        return self.parties[1].names if self.parties[1:] else []

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
        """The place, and how to find the match if it has no table."""
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
        """The current game, if the players of this open call have moved on to it and may sit elsewhere; else None."""
        current_game = self.parties[0].event.game_now
        if not self.is_open or self.match is not None or self.game is None or current_game is None:
            return None
        return current_game if current_game > self.game else None

    @property
    def needed(self) -> int:
        return judges_needed(third=self.third_at is not None)

    @property
    def have_ruled(self) -> tuple[str, ...]:
        """Names of judges who ruled on the call and do not come to it now; empty unless a third judge is asked for."""
        if self.third_at is None:
            return ()
        names_coming = {judge.name for judge in self.coming}
        return tuple(name for name in self.judged if name not in names_coming)

    @property
    def judges_there(self) -> int:
        """The number of judges at the table, counting those who have ruled already."""
        return sum(judge.there_at is not None for judge in self.coming) + len(self.have_ruled)

    @property
    def waits_for(self) -> int:
        """The number of judges who are still missing: who must say that they come."""
        return max(self.needed - len(self.coming) - len(self.have_ruled), 0)

    @property
    def waits_since(self) -> datetime:
        """The time since which the call waits for the missing judges."""
        return self.third_at or self.at

    @property
    def taken_by(self) -> str:
        """Names of the judges who come, or empty."""
        return ", ".join(judge.name for judge in self.coming)

    @property
    def heard_by(self) -> str:
        """Names of the judges who heard the case: those in its rulings, or without a ruling those who came."""
        return ", ".join(self.judged) or self.taken_by

    @property
    def taken_at(self) -> datetime | None:
        """The time at which the first judge took the call; None if no judge comes."""
        return self.coming[0].at if self.coming else None

    @property
    def caller_seat(self) -> str:
        """The permanent ID of the entrant who called and may take it back; empty if the desk or a judge called."""
        return "" if self.is_by_staff else self.entrant

    @property
    def caller_told(self) -> str:
        """The caller as players read it: without the entrant's name while the director hides names."""
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
        return self.is_open and not self.judges_there

    @property
    def may_ask_third(self) -> bool:
        """Whether two judges are at the table and no third is asked for yet."""
        return self.is_open and self.third_at is None and self.judges_there >= TWO

    @property
    def may_go_to_three(self) -> bool:
        """Whether the call is closed with a ruling that a player may still bring before three judges."""
        return not self.is_open and self.is_open_to_three

    def coming_of(self, judge: User) -> JudgeComing | None:
        """How this judge comes to the call; None if the judge does not come."""
        return next((coming for coming in self.coming if coming.judge == judge.pk), None)

    def sending_to(self, judge: User) -> JudgeSent | None:
        """The sending that this judge still has to answer; None without one, or if enough judges are coming."""
        if not self.waits_for:
            return None
        unanswered = (sending for sending in self.sent if sending.declined_at is None)
        return next((sending for sending in unanswered if sending.judge == judge.pk), None)


def _rows() -> Any:
    """The calls with everything that `_shown` reads."""
    rows = Call.objects.select_related("entry__event", *with_people("entry__player", "opponent__player"))
    return rows.prefetch_related("coming", "sendings", "rulings")


def calls(events: Iterable[Event]) -> tuple[CallShown, ...]:
    """The calls of these events: open ones, oldest first, then recently closed ones, newest first.

    Four queries, and one more if a match is among them.
    """
    is_open_or_recent = Q(closed_at__isnull=True) | Q(closed_at__gte=timezone.now() - DONE_SHOWN)
    rows = _rows().filter(is_open_or_recent, entry__event__in=list(events))
    oldest_first = _all_shown(rows.order_by("at", "pk"))
    open_calls = [call for call in oldest_first if call.is_open]
    closed_calls = [call for call in reversed(oldest_first) if not call.is_open]
    return (*open_calls, *closed_calls)


def made_calls(events: Iterable[Event], caller: User) -> tuple[CallShown, ...]:
    """The calls among `calls` that this person made for players, in the same order."""
    return tuple(call for call in calls(events) if call.caller == caller.pk)


def waiting_calls(event: Event) -> tuple[CallShown, ...]:
    """The open calls of this event that wait for judges, oldest first."""
    shown = _all_shown(_rows().filter(entry__event=event, closed_at__isnull=True).order_by("at", "pk"))
    return tuple(call for call in shown if call.waits_for)


def ended_on_the_way(shown: Iterable[CallShown], judge: User, now: datetime) -> tuple[CallShown, ...]:
    """The calls that somebody else closed within `ENDED_SHOWN`, while this judge was on the way."""
    ended = []
    for call in shown:
        coming = call.coming_of(judge)
        if coming is None or coming.there_at is not None or call.closed_by == coming.name:
            continue
        if call.closed_at is not None and now - call.closed_at < ENDED_SHOWN:
            ended.append(call)
    return tuple(ended)


def call_of(entry: Entry) -> CallShown | None:
    """The call that this entrant sees, or None: the first of these, the newest of each kind.

    1. An open call of the entrant.
    2. An open call of the opponent in the current game.
    3. A closed call of the current game that a third judge may still hear.
    4. Any other closed call of the current game.
    """
    newest_first = list(_rows().filter(Q(entry=entry) | Q(opponent=entry)).order_by("-pk"))
    candidates = [row for row in newest_first if row.closed_at is None and row.entry_id == entry.pk]
    if newest_first and not candidates:
        place = whereabouts(entry)
        open_calls = [row for row in newest_first if row.closed_at is None and _is_of_current_game(row, place)]
        closed_calls = [row for row in newest_first if row.closed_at is not None and _is_told(row, place)]
        for_third_judge = [row for row in closed_calls if _is_open_to_three(row)]
        candidates = [*open_calls, *for_third_judge, *closed_calls]
    return _all_shown(candidates[:1])[0] if candidates else None


def own_open_call(entry: Entry) -> Call | None:
    """The row of the call that `call_of` shows this entrant, if that call is open; else None."""
    shown = call_of(entry)
    return _row_of(shown) if shown and shown.is_open else None


def own_heard_call(entry: Entry) -> Call | None:
    """The row of the call that `call_of` shows this entrant, if a third judge may hear it; else None.

    That is an open call, or a closed one whose ruling may still go to three judges.
    """
    shown = call_of(entry)
    return _row_of(shown) if shown and (shown.is_open or shown.may_go_to_three) else None


def _row_of(shown: CallShown) -> Call:
    return Call.objects.select_related("entry__event").get(pk=shown.number)


def heard_by(call: Call) -> list[str]:
    """Names of the judges who come to this call, then, if a third is asked for, of the others who ruled on it."""
    names_coming = [coming.name for coming in call.coming.all() if coming.gave_up_at is None]
    if call.third_at is None:
        return names_coming
    standing = [ruling for ruling in call.rulings.all() if ruling.taken_back_at is None]
    names_ruled = dict.fromkeys(name for ruling in standing for name in ruling.judges)
    return [*names_coming, *(name for name in names_ruled if name not in names_coming)]


def may_go_to_three(call: Call) -> bool:
    """Whether this call of the current game is closed with a ruling that a player may bring before a third judge."""
    return call.closed_at is not None and _is_open_to_three(call) and _is_told(call, whereabouts(call.entry))


def _is_open_to_three(call: Call) -> bool:
    """Whether the call has a standing ruling of fewer than three judges, and none of three, which is final (11.4.a)."""
    standing = [ruling for ruling in call.rulings.all() if ruling.taken_back_at is None]
    is_final = any(len(ruling.judges) >= THREE and not ruling.removes for ruling in standing)
    return not is_final and any(ruling.is_open_to_three for ruling in standing)


def _is_of_current_game(row: Call, place: Whereabouts) -> bool:
    """Whether this call was made in the match at this place, or without a match in the game at this place."""
    if row.match is not None or place.match is not None:
        return row.match == place.match
    return row.game == place.game


def _is_told(row: Call, place: Whereabouts) -> bool:
    """Whether players at this place still read that this call is closed.

    They do until the next game, or for `TOLD` if the current game is not known.
    """
    if (row.match, row.game) != (place.match, place.game):
        return False
    return place.game is not None or (row.closed_at is not None and row.closed_at > timezone.now() - TOLD)


def last_calls(event: Event) -> dict[int, str]:
    """A mark of each player's calls by entry key, both as the caller and as the opponent; two queries.

    The mark changes with every change of these calls, of their judges and of the number of standing rulings.
    """
    standing = Count("rulings", filter=Q(rulings__taken_back_at=None))
    rows = Call.objects.filter(entry__event=event).order_by("pk").annotate(standing=standing)
    marks: defaultdict[int, str] = defaultdict(str)
    for row in rows.prefetch_related("coming"):
        mark = f"{row.pk}{'t' if row.third_at else ''}{'c' if row.closed_at else ''}{'r' * row.standing}"
        mark += "".join(
            f"-{coming.pk}{'x' if coming.gave_up_at else ''}{'h' if coming.there_at else ''}"
            for coming in row.coming.all()
        )
        for party in (row.entry_id, row.opponent_id):
            if party is not None:
                marks[party] += mark
    return marks


def mark_of(shown: Iterable[CallShown]) -> str:
    """A mark that changes with these calls and the judges who come to them, for pages that update themselves."""
    return "-".join(
        f"{call.number}{'c' if call.closed_at else ''}{'t' if call.third_at else ''}{len(call.rulings) or ''}"
        + (f"g{call.game_since}" if call.game_since else "")
        + "".join(f".{coming.judge or coming.name}{'h' if coming.there_at else ''}" for coming in call.coming)
        + "".join(f"~{sent.judge}{'x' if sent.declined_at else ''}" for sent in call.sent)
        for call in shown
    )


def _all_shown(rows: Iterable[Any]) -> list[CallShown]:
    """The calls of these rows as they are shown, in the given order."""
    row_list = list(rows)
    matches = _matches(row_list)
    return [_shown(row, matches.get((row.entry.event_id, row.match))) for row in row_list]


def _matches(rows: Iterable[Any]) -> dict[tuple[int, int], Match]:
    """The bracket matches of these calls by event key and match number; no query if no call is of a match."""
    events = {row.entry.event_id for row in rows if row.match is not None}
    numbers = {row.match for row in rows if row.match is not None}
    if not numbers:
        return {}
    matches = Match.objects.filter(bracket__event__in=events, number__in=numbers)
    matches = matches.select_related("bracket", *with_people("top__player", "bottom__player"))
    return {(match.bracket.event_id, match.number): match for match in matches}


def _shown(row: Any, match: Match | None) -> CallShown:
    """The call of this row as it is shown; `match` is its bracket match, or None."""
    event = row.entry.event
    # The director may have set the table only after the call.
    table = row.table or (match.table if match is not None else "")
    match_without_table = match if not table else None
    answers = sorted(row.coming.all(), key=lambda coming_row: coming_row.pk)
    coming_rows = [coming_row for coming_row in answers if coming_row.gave_up_at is None]
    coming = {coming_row.judge_id for coming_row in coming_rows}
    gave_up = frozenset(coming_row.judge_id for coming_row in answers if coming_row.judge_id is not None) - coming
    standing = [ruling for ruling in row.rulings.all() if ruling.taken_back_at is None]
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
            for coming_row in coming_rows
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
        judged=tuple(dict.fromkeys(name for ruling in standing for name in ruling.judges)),
        parties=tuple(entry for entry in (row.entry, row.opponent) if entry is not None),
        is_open_to_three=_is_open_to_three(row),
        found_by=_found_by(match_without_table) if match_without_table is not None else "",
        round_told=_round_told(match_without_table) if match_without_table is not None else "",
    )


def _round_told(match: Match) -> str:
    return playoffs_words.round_name(match.round, round_count(match.bracket.size))


def _found_by(match: Match) -> str:
    """The round of this match, with its two players if both are known."""
    round_name = _round_told(match)
    if match.top is None or match.bottom is None:
        return round_name
    return calls_words.found_by(round_name, match.top.name, match.bottom.name)
