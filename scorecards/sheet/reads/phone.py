"""What players told by phone, and how far the two of a game are with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from scorecards.models import ScoreLine, ToldGame
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Place
from scorecards.sheet.rules.phone import Said, Together, as_recorded, find_contrary, said_on, together
from scorecards.sheet.rules.tally import Tally, tally_lines
from tournaments.day.reads.round import AWARD_WIN
from tournaments.day.reads.schedule import day_changes, left_after, schedule
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.rotation.rules.award import awards_of, fallen
from tournaments.rules.hiding import names_nobody
from tournaments.rules.seat import seat_order
from tournaments.seating.reads.seating import way


@dataclass(frozen=True, slots=True)
class Told:
    """What a player says of a game now: when it was told, and the seat on whose phone; of a card that is in, when it was typed."""

    said: Said
    at: datetime | None
    via: str


def told_games(event: Event, *, until: datetime | None = None) -> dict[str, dict[int, Told]]:
    """What everybody says of their games now, or said at that moment, by seat and game; one query."""
    rows = ToldGame.objects.filter(entry__event=event)
    if until is not None:
        rows = rows.filter(at__lte=until)
    return _latest(rows.order_by("pk"))


def told_by(event: Event) -> dict[str, dict[int, Said]]:
    """What everybody says of their games now, without when and where; one query."""
    return {seat: {game: one.said for game, one in games.items()} for seat, games in told_games(event).items()}


def told_around(entry: Entry) -> dict[str, dict[int, Told]]:
    """The same of this player, of everybody who ever told a game against them, and of everybody whom they named; two queries.

    Of an opponent whose card is in counts what stands on it, and no more what was told: a claim is one a side, whatever its
    source.
    """
    told_them = ToldGame.objects.filter(opponent=entry).values("entry")
    named = ToldGame.objects.filter(entry=entry).values("opponent")
    found = _latest(
        ToldGame.objects.filter(Q(entry=entry) | Q(entry__in=told_them) | Q(entry__in=named)).order_by("pk")
    )
    on_cards: dict[str, dict[int, Told]] = defaultdict(dict)
    lines = ScoreLine.objects.filter(Q(opponent=entry) | Q(card__entry__in=told_them) | Q(card__entry__in=named))
    for seat, _source, typed_at, line in _on_cards(lines):
        theirs, said = on_cards[seat], said_on(line, records_spread=entry.event.records_spread)
        if said is not None:
            theirs[said.game] = Told(said, typed_at, seat)
    return {**found, **on_cards}


def _latest(rows: QuerySet[ToldGame]) -> dict[str, dict[int, Told]]:
    found: dict[str, dict[int, Told]] = defaultdict(dict)
    for table, seat, game, at_table, at_seat, spread, points, records, via_table, via_seat, at in rows.values_list(
        "entry__table",
        "entry__seat_number",
        "game",
        "opponent__table",
        "opponent__seat_number",
        "spread",
        "points",
        "entry__event__records_spread",
        "via__table",
        "via__seat_number",
        "at",
    ):
        said = as_recorded(Said(game, f"{at_table}-{at_seat}", spread, points), records_spread=records)
        found[f"{table}-{seat}"][game] = Told(said, at, f"{via_table}-{via_seat}")
    return dict(found)


class LineOnCard(NamedTuple):
    """A line as it stands on a card: of which seat, what the card was taken from, and when."""

    seat: str
    source: str
    typed_at: datetime | None
    line: Line


def lines_on_cards(event: Event) -> Iterator[LineOnCard]:
    """Every line of every card of this event; one query."""
    return _on_cards(ScoreLine.objects.filter(card__entry__event=event))


def _on_cards(lines: QuerySet[ScoreLine]) -> Iterator[LineOnCard]:
    rows = lines.values_list(
        "card__entry__table",
        "card__entry__seat_number",
        "card__source",
        "card__typed_at",
        "game",
        "opponent__table",
        "opponent__seat_number",
        "points",
        "plus",
        "minus",
    )
    for table, number, source, typed_at, game, at_table, at_number, points, plus, minus in rows:
        opponent = f"{at_table}-{at_number}" if at_table else None
        yield LineOnCard(f"{table}-{number}", source, typed_at, Line(game, opponent, points, plus, minus))


def awards(event: Event) -> dict[str, dict[int, Said]]:
    """The games that are awarded without play, as they stand on the cards of both, by seat and game.

    Where the two do not meet in that game any more, the award has fallen away.
    """
    given = awards_of(day_changes(event))
    if not given:
        return {}
    meet = {(one.game, frozenset(one.players)) for one in schedule(event)}
    found: dict[str, dict[int, Said]] = defaultdict(dict)
    spread = int(AWARD_WIN[1])
    for one in given:
        if (one.game, frozenset((one.winner, one.loser))) in meet:
            won, lost = Said(one.game, one.loser, spread), Said(one.game, one.winner, -spread)
            found[one.winner][one.game] = as_recorded(won, records_spread=event.records_spread)
            found[one.loser][one.game] = as_recorded(lost, records_spread=event.records_spread)
    return found


def removals(event: Event, entries: Mapping[str, Entry]) -> dict[tuple[int, tuple[str, str]], str]:
    """The games in which one of the two was removed from play (11.4.b), by game and seats in seat order, with the seat whose game it
    is. `entries` are those of the moment by seat: of a removal that came later nothing is told. No query where nobody has left."""
    left = {seat for seat, entry in entries.items() if entry.status == Entry.Status.WITHDRAWN}
    given = [one for one in awards_of(day_changes(event)) if one.loser in left] if left else []
    given = [one for one in given if one.is_removal and one.winner in entries]
    if given and event.movement != Event.Movement.NONE:
        games = schedule(event)
        fell = {one.number for one in fallen(given, games)}
        given = [one for one in given if one.number not in fell]
    pairs = [(one, sorted((one.winner, one.loser), key=seat_order)) for one in given]
    return {(one.game, (first, second)): one.winner for one, (first, second) in pairs}


def told_apart_from_awards(event: Event) -> dict[str, dict[int, Said]]:
    """What everybody says now of those games that no award settles, whatever was told of the others."""
    awarded = awards(event)
    return {
        seat: {game: said for game, said in games.items() if game not in awarded.get(seat, {})}
        for seat, games in told_by(event).items()
    }


PAPER_STANDS, PHONE_STANDS = "line.paper-stands", "line.phone-stands"
"""The acts that decide between a card and its player's phone, where neither goes before the other."""


@dataclass(frozen=True, slots=True)
class Upheld:
    """That a line of a card stands although its player told it otherwise: the line and what was told, why, by whom and when.

    `entrant` is the number of whose card it is: a seat may be somebody else's after a new draw.
    """

    entrant: int
    line: Line
    said: Said
    reason: str
    by: str
    at: datetime


def upheld(event: Event) -> dict[Place, Upheld]:
    """For which lines somebody has decided that the paper is right, the last time of each; from the trail, one query."""
    rows = AuditEntry.objects.filter(event=event, action=PAPER_STANDS).order_by("pk")
    found = {}
    for row in rows:
        after = row.after or {}
        try:
            told = after["told"]
            said = Said(after["game"], told["opponent"], told.get("spread"), told.get("points"))
            one = Upheld(after["entrant"], Line(**after["line"]), said, row.reason, row.actor_name, row.at)
        except (KeyError, TypeError):
            # The trail of a file from elsewhere may say anything; what names no line decides none.
            continue
        found[row.subject_key, said.game] = one
    return found


@dataclass(frozen=True, slots=True)
class ContraryLine:
    """A line of a card that is another one than its player told; `upheld` where somebody decided for the paper."""

    seat: str
    game: int
    line: Line
    said: Said
    upheld: Upheld | None


def contrary_lines(
    event: Event,
    typed: Mapping[str, Mapping[int, Line]],
    told: Mapping[str, Mapping[int, Said]],
    decided: Mapping[Place, Upheld],
    entrants: Mapping[str, int],
) -> tuple[ContraryLine, ...]:
    """Where the cards of these seats say something else than their players told, in seat order; `entrants` are numbers by seat.

    A decision holds as long as both say what they said when it was made.
    """
    blanks = event.phones == Event.Phones.INSTEAD
    found = []
    for seat in sorted(told.keys() & typed.keys() & entrants.keys(), key=seat_order):
        for game in find_contrary(typed[seat], told[seat], blanks=blanks):
            line, said, one = typed[seat][game], told[seat][game], decided.get((seat, game))
            holds = one is not None and (one.entrant, one.line, one.said) == (entrants[seat], line, said)
            found.append(ContraryLine(seat, game, line, said, one if holds else None))
    return tuple(found)


def games_to_tell(event: Event) -> dict[str, frozenset[int]]:
    """The games that each seat tells: those with an opponent that are not awarded. Without a schedule any, so many as are played."""
    if event.movement == Event.Movement.NONE:
        seated = Entry.objects.of(event).filter(table__isnull=False)
        most = games_to_play(event, seated)
        return {entry.seat: frozenset(range(1, most[entry.seat] + 1)) for entry in seated}
    awarded = awards(event)
    found: dict[str, set[int]] = defaultdict(set)
    for pairing in schedule(event):
        first, second = pairing.players
        for seat in (first, second) if first and second else ():
            if pairing.game not in awarded.get(seat, {}):
                found[seat].add(pairing.game)
    return {seat: frozenset(games) for seat, games in found.items()}


def games_to_play(event: Event, entries: Collection[Entry]) -> dict[str, int]:
    """So many games each of them has to tell where no schedule says whom they meet: those of the event, fewer for who left early."""
    left = left_after(event, entries)
    return {entry.seat: min(event.games, left.get(entry.seat, event.games)) for entry in entries}


@dataclass(frozen=True, slots=True)
class PhoneGame:
    """One game as one of its players sees it. `theirs` is what the other says, None until this player has told it as well;
    `elsewhere` where the other names somebody else in that game.

    `opponent` and `name` are empty while nobody knows whom they meet; `first_deal` as in the schedule. `line` is the line as it
    stands: told or awarded, and once the card is in as the desk has it; None where there is none. `claim` is what it says.
    """

    game: int
    opponent: str
    name: str
    seat: int | None
    first_deal: str | None
    counted: bool
    state: Together
    said: Told | None
    theirs: Told | None
    awarded: Said | None
    line: Line | None
    claim: Said | None
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class PhoneCard:
    """A player's card on the phone. `is_in`: the card is typed or taken, so it is shown as it stands at the desk, and nothing on
    it changes here any more."""

    entry: Entry
    games: tuple[PhoneGame, ...]
    is_in: bool

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def tally(self) -> Tally:
        """What the games so far come to; an extra game counts nothing."""
        return tally_lines([one.line for one in self.games if one.line is not None and one.counted])

    @property
    def missing(self) -> tuple[int, ...]:
        """The games that are still to be told."""
        return () if self.is_in else tuple(one.game for one in self.games if one.line is None)

    @property
    def next(self) -> PhoneGame | None:
        """The game to be told next: the first that is not, as far as play has come."""
        now, missing = self.event.game_now, self.missing
        return next((one for one in self.games if one.game in missing and (now is None or one.game <= now)), None)


def phone_card(entry: Entry) -> PhoneCard:
    """The card of this player as they see it on their phone; the entry comes with its event and player."""
    event = entry.event
    around = told_around(entry)
    own = around.get(entry.seat, {})
    rows = ScoreLine.objects.filter(card__entry=entry).select_related("opponent")
    at_desk = {
        row.game: Line(row.game, row.opponent.seat if row.opponent else None, row.points, row.plus, row.minus)
        for row in rows
    }
    if event.movement == Event.Movement.NONE:
        games = _games_without_plan(event, entry, own, around, at_desk)
    else:
        games = _games_by_plan(event, entry, own, around, at_desk)
    return PhoneCard(entry, games, is_in=bool(at_desk))


def told_opponent(entry: Entry, game: int) -> Entry:
    """Whom this player has told this game against, with event, tournament and player.

    Raises Refused `not_told`: on one phone the player tells a game first, then the opponent.
    """
    told = ToldGame.objects.filter(entry=entry, game=game).order_by("-pk").values_list("opponent", flat=True).first()
    if told is None:
        raise Refused("not_told", sheet_words.tell_first(game))
    return Entry.objects.select_related("event__tournament", "player").get(pk=told)


def told_last(event: Event) -> dict[int, int]:
    """By the keys of entries what grows whenever they, somebody against them, or whom they named in that game tells it; one query,
    none without phones."""
    found: dict[int, int] = defaultdict(int)
    if event.phones == Event.Phones.OFF:
        return found
    rows = ToldGame.objects.filter(entry__event=event).order_by()
    last_of = {tuple(named): last for *named, last in rows.values_list("entry", "game", "opponent").annotate(Max("pk"))}
    told: dict[tuple[int, int], int] = defaultdict(int)
    for (entry, game, _opponent), last in last_of.items():
        told[entry, game] = max(last, told[entry, game])
    for (entry, game, opponent), last in last_of.items():
        found[entry] = max(last, found[entry], told.get((opponent, game), 0))
        found[opponent] = max(last, found[opponent])
    return found


def told_differently(entry: Entry) -> tuple[int, ...]:
    """The games of which this player and the other told different things by phone; two queries, none without phones."""
    if entry.event.phones == Event.Phones.OFF:
        return ()
    around, seat = told_around(entry), entry.seat
    own = {game: told.said for game, told in sorted(around.get(seat, {}).items())}
    others = {game: _theirs(seat, game, said.opponent, around) for game, said in own.items()}
    said_of = {game: (own[game], theirs.said) for game, theirs in others.items() if theirs}
    return tuple(game for game, both in said_of.items() if together(seat, *both) is Together.DIFFERENT)


def _theirs(seat: str, game: int, opponent: str, around: Mapping[str, Mapping[int, Told]]) -> Told | None:
    """What the other says of a game with the player of this seat: whoever named somebody else in it says nothing of this one."""
    theirs = around.get(opponent, {}).get(game)
    return theirs if theirs is not None and theirs.said.opponent == seat else None


def _games_by_plan(
    event: Event,
    entry: Entry,
    own: Mapping[int, Told],
    around: Mapping[str, Mapping[int, Told]],
    at_desk: Mapping[int, Line],
) -> tuple[PhoneGame, ...]:
    meetings = {one.game: one for one in way(event, entry.seat).meetings if one.opponent}
    awarded = awards(event).get(entry.seat, {})
    names = _names(event)
    found = []
    # A paper card may have lines that the schedule knows nothing of.
    for game in sorted({*meetings, *at_desk}):
        meeting = meetings.get(game)
        planned = meeting.opponent.seat if meeting and meeting.opponent else ""
        line = at_desk.get(game)
        opponent = planned if line is None else line.opponent or ""
        found.append(
            _phone_game(
                entry.seat,
                game,
                opponent,
                own.get(game),
                around,
                at_desk,
                name=(meeting.who if meeting and opponent == planned else names.get(opponent, "")) if names else "",
                seat_at_table=meeting.seat if meeting else None,
                first_deal=meeting.first_deal if meeting else None,
                counted=meeting is not None and meeting.counted,
                awarded=awarded.get(game),
                records_spread=event.records_spread,
            )
        )
    return tuple(found)


def _games_without_plan(
    event: Event,
    entry: Entry,
    own: Mapping[int, Told],
    around: Mapping[str, Mapping[int, Told]],
    at_desk: Mapping[int, Line],
) -> tuple[PhoneGame, ...]:
    names = _names(event)
    found = []
    most = games_to_play(event, [entry])[entry.seat]
    # What was told of a later game stands with the others.
    for game in sorted({*range(1, most + 1), *own, *at_desk}):
        mine, line = own.get(game), at_desk.get(game)
        opponent = (line.opponent or "") if line else mine.said.opponent if mine and not at_desk else ""
        found.append(
            _phone_game(
                entry.seat,
                game,
                opponent,
                mine,
                around,
                at_desk,
                name=names.get(opponent, ""),
                records_spread=event.records_spread,
            )
        )
    return tuple(found)


def _names(event: Event) -> dict[str, str]:
    """The names by seat, where they are shown."""
    if names_nobody(event.hidden):
        return {}
    return {one.seat: one.name for one in Entry.objects.of(event).filter(table__isnull=False)}


def _phone_game(
    seat: str,
    game: int,
    opponent: str,
    own: Told | None,
    around: Mapping[str, Mapping[int, Told]],
    at_desk: Mapping[int, Line],
    *,
    name: str,
    seat_at_table: int | None = None,
    first_deal: str | None = None,
    counted: bool = True,
    awarded: Said | None = None,
    records_spread: bool,
) -> PhoneGame:
    theirs = _theirs(seat, game, opponent, around)
    stands = awarded or (own.said if own else None)
    line, claim = stands.line if stands else None, own.said if own else None
    if at_desk:
        line = at_desk.get(game)
        claim = said_on(line, records_spread=records_spread)
    state = together(seat, claim, theirs.said if theirs else None)
    if at_desk and state is Together.ASKED:
        # Nothing is asked of whoever's card is in; what the paper leaves open is read at the desk.
        state = Together.NOTHING
    shown = theirs if claim else None
    elsewhere = state is Together.WAITING and game in around.get(opponent, {})
    return PhoneGame(
        game, opponent, name, seat_at_table, first_deal, counted, state, own, shown, awarded, line, claim, elsewhere
    )
