"""Games that players told by phone, and how far the two players of a game are with it."""

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
    """A player's present claim about a game: when it was told, and on whose phone; for a card that is in, when it was
    typed."""

    said: Said
    at: datetime | None
    via: str


def told_games(event: Event, *, until: datetime | None = None) -> dict[str, dict[int, Told]]:
    """Everybody's claims about their games, now or at a moment, by seat and game; one query."""
    rows = ToldGame.objects.filter(entry__event=event)
    if until is not None:
        rows = rows.filter(at__lte=until)
    return _latest(rows.order_by("pk"))


def told_by(event: Event) -> dict[str, dict[int, Said]]:
    """Everybody's present claims about their games, without time and phone; one query."""
    return {
        seat: {game: told_game.said for game, told_game in games.items()} for seat, games in told_games(event).items()
    }


def told_around(entry: Entry) -> dict[str, dict[int, Told]]:
    """The same for this player, everybody who ever told a game against them, and everybody whom they named; two
    queries.

    For an opponent whose card is in, the card's lines count instead of what was told: each side has one claim. On a
    ladder a card grows with each game, so that holds for each game alone.
    """
    told_them = ToldGame.objects.filter(opponent=entry).values("entry")
    named = ToldGame.objects.filter(entry=entry).values("opponent")
    told_before = _latest(
        ToldGame.objects.filter(Q(entry=entry) | Q(entry__in=told_them) | Q(entry__in=named)).order_by("pk")
    )
    on_cards: dict[str, dict[int, Told]] = defaultdict(dict)
    lines = ScoreLine.objects.filter(Q(opponent=entry) | Q(card__entry__in=told_them) | Q(card__entry__in=named))
    for seat, _source, typed_at, line in _on_cards(lines):
        theirs, claim = on_cards[seat], said_on(line, records_spread=entry.event.records_spread)
        if claim is not None:
            theirs[claim.game] = Told(claim, typed_at, seat)
    if not entry.event.is_ladder:
        return {**told_before, **on_cards}
    seats = told_before.keys() | on_cards.keys()
    return {seat: {**told_before.get(seat, {}), **on_cards.get(seat, {})} for seat in seats}


def _latest(rows: QuerySet[ToldGame]) -> dict[str, dict[int, Told]]:
    games_by_seat: dict[str, dict[int, Told]] = defaultdict(dict)
    for table, seat, game, at_table, at_seat, spread, points, records, via_table, via_seat, told_at in rows.values_list(
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
        claim = as_recorded(Said(game, f"{at_table}-{at_seat}", spread, points), records_spread=records)
        games_by_seat[f"{table}-{seat}"][game] = Told(claim, told_at, f"{via_table}-{via_seat}")
    return dict(games_by_seat)


class LineOnCard(NamedTuple):
    """A line as it stands on a card: its seat, the source of the card, and when it was typed."""

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
    """The games awarded without play, as they stand on both cards, by seat and game.

    An award is void where the two do not meet in that game any more.
    """
    given_awards = awards_of(day_changes(event))
    if not given_awards:
        return {}
    meet = {(pairing.game, frozenset(pairing.players)) for pairing in schedule(event)}
    claims_by_seat: dict[str, dict[int, Said]] = defaultdict(dict)
    spread = int(AWARD_WIN[1])
    for award in given_awards:
        if (award.game, frozenset((award.winner, award.loser))) in meet:
            won, lost = Said(award.game, award.loser, spread), Said(award.game, award.winner, -spread)
            claims_by_seat[award.winner][award.game] = as_recorded(won, records_spread=event.records_spread)
            claims_by_seat[award.loser][award.game] = as_recorded(lost, records_spread=event.records_spread)
    return claims_by_seat


def removals(event: Event, entries: Mapping[str, Entry]) -> dict[tuple[int, tuple[str, str]], str]:
    """The games in which one of the two was removed from play (11.4.b), by game and seats in seat order, with the
    winner's seat. `entries` are those of the moment by seat: later removals are left out. No query where nobody has
    left."""
    left = {seat for seat, entry in entries.items() if entry.status == Entry.Status.WITHDRAWN}
    given_awards = [award for award in awards_of(day_changes(event)) if award.loser in left] if left else []
    given_awards = [award for award in given_awards if award.is_removal and award.winner in entries]
    if given_awards and event.movement != Event.Movement.NONE:
        games = schedule(event)
        fell = {award.number for award in fallen(given_awards, games)}
        given_awards = [award for award in given_awards if award.number not in fell]
    pairs = [(award, sorted((award.winner, award.loser), key=seat_order)) for award in given_awards]
    return {(award.game, (first, second)): award.winner for award, (first, second) in pairs}


def told_apart_from_awards(event: Event) -> dict[str, dict[int, Said]]:
    """Everybody's present claims about games that no award settles."""
    awarded = awards(event)
    return {
        seat: {game: claim for game, claim in games.items() if game not in awarded.get(seat, {})}
        for seat, games in told_by(event).items()
    }


PAPER_STANDS, PHONE_STANDS = "line.paper-stands", "line.phone-stands"
"""The acts that decide between a card and its player's phone, where neither has precedence."""


@dataclass(frozen=True, slots=True)
class Upheld:
    """A decision that a line of a card stands against its player's claim: the line, the claim, why, by whom and when.

    `entrant` is the number of the card's player: after a new draw, somebody else may have the seat.
    """

    entrant: int
    line: Line
    said: Said
    reason: str
    by: str
    at: datetime


def upheld(event: Event) -> dict[Place, Upheld]:
    """The last decision for paper on each line, by seat and game; from the log, one query."""
    rows = AuditEntry.objects.filter(event=event, action=PAPER_STANDS).order_by("pk")
    decisions = {}
    for row in rows:
        after = row.after or {}
        try:
            told_line = after["told"]
            claim = Said(after["game"], told_line["opponent"], told_line.get("spread"), told_line.get("points"))
            decision = Upheld(after["entrant"], Line(**after["line"]), claim, row.reason, row.actor_name, row.at)
        except (KeyError, TypeError):
            # An imported log may contain anything; a row that names no line decides nothing.
            continue
        decisions[row.subject_key, claim.game] = decision
    return decisions


@dataclass(frozen=True, slots=True)
class ContraryLine:
    """A line of a card that differs from its player's claim; `upheld` where somebody decided for paper."""

    seat: str
    game: int
    line: Line
    said: Said
    upheld: Upheld | None


def contrary_lines(
    event: Event,
    typed: Mapping[str, Mapping[int, Line]],
    claims_by_seat: Mapping[str, Mapping[int, Said]],
    decided: Mapping[Place, Upheld],
    entrants: Mapping[str, int],
) -> tuple[ContraryLine, ...]:
    """The lines on which the cards of these seats differ from their players' claims, in seat order; `entrants` are
    numbers by seat.

    A decision holds while both the line and the claim are the ones that it was made on.
    """
    blanks = event.phones == Event.Phones.INSTEAD
    contrary = []
    for seat in sorted(claims_by_seat.keys() & typed.keys() & entrants.keys(), key=seat_order):
        for game in find_contrary(typed[seat], claims_by_seat[seat], blanks=blanks):
            line, claim, decision = typed[seat][game], claims_by_seat[seat][game], decided.get((seat, game))
            holds = decision is not None and (decision.entrant, decision.line, decision.said) == (
                entrants[seat],
                line,
                claim,
            )
            contrary.append(ContraryLine(seat, game, line, claim, decision if holds else None))
    return tuple(contrary)


def games_to_tell(event: Event) -> dict[str, frozenset[int]]:
    """The games that each seat tells: those with an opponent and no award; without a schedule, 1 to the number played."""
    if event.movement == Event.Movement.NONE:
        seated = Entry.objects.of(event).filter(table__isnull=False)
        most = games_to_play(event, seated)
        return {entry.seat: frozenset(range(1, most[entry.seat] + 1)) for entry in seated}
    awarded = awards(event)
    games_by_seat: dict[str, set[int]] = defaultdict(set)
    for pairing in schedule(event):
        first, second = pairing.players
        for seat in (first, second) if first and second else ():
            if pairing.game not in awarded.get(seat, {}):
                games_by_seat[seat].add(pairing.game)
    return {seat: frozenset(games) for seat, games in games_by_seat.items()}


def games_to_play(event: Event, entries: Collection[Entry]) -> dict[str, int]:
    """How many games each entry has to tell without a schedule: the event's number, or fewer for players who left."""
    left = left_after(event, entries)
    return {entry.seat: min(event.games, left.get(entry.seat, event.games)) for entry in entries}


@dataclass(frozen=True, slots=True)
class PhoneGame:
    """One game as one of its players sees it. `theirs` is the other's claim, None until this player has told it too.
    `elsewhere`: the other names somebody else in that game.

    `opponent` and `name` are empty while unknown; `first_deal` is as in the schedule. `line` is the line in force: told
    or awarded, and once the card is in, the recorded one; None where there is none. `claim` is what that line says.
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
    """A player's card on the phone. `is_in`: the card is recorded, so it is shown as recorded and cannot change here."""

    entry: Entry
    games: tuple[PhoneGame, ...]
    is_in: bool

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def tally(self) -> Tally:
        """The tally of the games so far; an extra game does not count."""
        return tally_lines([game.line for game in self.games if game.line is not None and game.counted])

    @property
    def missing(self) -> tuple[int, ...]:
        """The games that are still to be told."""
        return () if self.is_in else tuple(game.game for game in self.games if game.line is None)

    @property
    def next(self) -> PhoneGame | None:
        """The first untold game, as far as play has come; None where there is none."""
        now, missing = self.event.game_now, self.missing
        return next((game for game in self.games if game.game in missing and (now is None or game.game <= now)), None)


def phone_card(entry: Entry) -> PhoneCard:
    """This player's card as they see it on their phone; the entry comes with its event and player."""
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
    # On a ladder a card grows by a line with each game, so it is never in as a whole.
    return PhoneCard(entry, games, is_in=bool(at_desk) and not event.is_ladder)


def told_opponent(entry: Entry, game: int) -> Entry:
    """The opponent against whom this player told this game, with event, tournament and player.

    Raises Refused `not_told`: on one phone the player tells a game before the opponent does.
    """
    opponent = (
        ToldGame.objects.filter(entry=entry, game=game).order_by("-pk").values_list("opponent", flat=True).first()
    )
    if opponent is None:
        raise Refused("not_told", sheet_words.tell_first(game))
    return Entry.objects.with_people().select_related("event__tournament").get(pk=opponent)


def told_last(event: Event) -> dict[int, int]:
    """A number by primary key of the entry that grows whenever they, somebody against them, or whom they named in that
    game tells it; one query, none without phones."""
    last_by_entry: dict[int, int] = defaultdict(int)
    if event.phones == Event.Phones.OFF:
        return last_by_entry
    rows = ToldGame.objects.filter(entry__event=event).order_by()
    last_of = {tuple(named): last for *named, last in rows.values_list("entry", "game", "opponent").annotate(Max("pk"))}
    last_told: dict[tuple[int, int], int] = defaultdict(int)
    for (entry, game, _opponent), last in last_of.items():
        last_told[entry, game] = max(last, last_told[entry, game])
    for (entry, game, opponent), last in last_of.items():
        last_by_entry[entry] = max(last, last_by_entry[entry], last_told.get((opponent, game), 0))
        last_by_entry[opponent] = max(last, last_by_entry[opponent])
    return last_by_entry


def told_differently(entry: Entry) -> tuple[int, ...]:
    """The games that this player and the opponent told differently by phone; two queries, none without phones."""
    if entry.event.phones == Event.Phones.OFF:
        return ()
    around, seat = told_around(entry), entry.seat
    own = {game: told_game.said for game, told_game in sorted(around.get(seat, {}).items())}
    others = {game: _theirs(seat, game, claim.opponent, around) for game, claim in own.items()}
    said_of = {game: (own[game], theirs.said) for game, theirs in others.items() if theirs}
    return tuple(game for game, both in said_of.items() if together(seat, *both) is Together.DIFFERENT)


def _theirs(seat: str, game: int, opponent: str, around: Mapping[str, Mapping[int, Told]]) -> Told | None:
    """The opponent's claim about a game with this seat; None where they named somebody else in it."""
    theirs = around.get(opponent, {}).get(game)
    return theirs if theirs is not None and theirs.said.opponent == seat else None


def _games_by_plan(
    event: Event,
    entry: Entry,
    own: Mapping[int, Told],
    around: Mapping[str, Mapping[int, Told]],
    at_desk: Mapping[int, Line],
) -> tuple[PhoneGame, ...]:
    meetings = {meeting.game: meeting for meeting in way(event, entry.seat).meetings if meeting.opponent}
    awarded = awards(event).get(entry.seat, {})
    names = _names(event)
    games = []
    # A paper card may have lines that are not in the schedule.
    for game in sorted({*meetings, *at_desk}):
        meeting = meetings.get(game)
        planned = meeting.opponent.seat if meeting and meeting.opponent else ""
        line = at_desk.get(game)
        opponent = planned if line is None else line.opponent or ""
        games.append(
            _phone_game(
                entry.seat,
                game,
                opponent,
                own.get(game),
                around,
                at_desk if not event.is_ladder else {game: line} if line else {},
                name=(meeting.who if meeting and opponent == planned else names.get(opponent, "")) if names else "",
                seat_at_table=meeting.seat if meeting else None,
                first_deal=meeting.first_deal if meeting else None,
                counted=meeting is not None and meeting.counted,
                awarded=awarded.get(game),
                records_spread=event.records_spread,
            )
        )
    return tuple(games)


def _games_without_plan(
    event: Event,
    entry: Entry,
    own: Mapping[int, Told],
    around: Mapping[str, Mapping[int, Told]],
    at_desk: Mapping[int, Line],
) -> tuple[PhoneGame, ...]:
    names = _names(event)
    games = []
    most = games_to_play(event, [entry])[entry.seat]
    # Claims about later games are listed with the others.
    for game in sorted({*range(1, most + 1), *own, *at_desk}):
        mine, line = own.get(game), at_desk.get(game)
        opponent = (line.opponent or "") if line else mine.said.opponent if mine and not at_desk else ""
        games.append(
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
    return tuple(games)


def _names(event: Event) -> dict[str, str]:
    """The names by seat; empty while names are hidden."""
    if names_nobody(event.hidden):
        return {}
    return {entry.seat: entry.name for entry in Entry.objects.of(event).filter(table__isnull=False)}


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
        # A player whose card is in is asked nothing; what the paper leaves open is read at the desk.
        state = Together.NOTHING
    shown = theirs if claim else None
    elsewhere = state is Together.WAITING and game in around.get(opponent, {})
    return PhoneGame(
        game, opponent, name, seat_at_table, first_deal, counted, state, own, shown, awarded, line, claim, elsewhere
    )
