"""What players told by phone, and how far the two of a game are with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from scorecards import words
from scorecards.models import ScoreLine, ToldGame
from scorecards.rules.line import Line
from scorecards.rules.phone import Said, Together, together
from scorecards.rules.tally import Tally, tally_lines
from tournaments import reads as tournament_reads
from tournaments.errors import Refused
from tournaments.models import DayChange, Entry, Event
from tournaments.reads import AWARD_WIN


@dataclass(frozen=True, slots=True)
class Told:
    """What a player says of a game now: when it was told, and the seat on whose phone."""

    said: Said
    at: datetime
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
    """The same of this player, and of everybody who ever told a game against them; one query."""
    others = ToldGame.objects.filter(opponent=entry).values("entry")
    return _latest(ToldGame.objects.filter(Q(entry=entry) | Q(entry__in=others)).order_by("pk"))


def _latest(rows: QuerySet[ToldGame]) -> dict[str, dict[int, Told]]:
    found: dict[str, dict[int, Told]] = defaultdict(dict)
    for table, seat, game, at_table, at_seat, spread, via_table, via_seat, at in rows.values_list(
        "entry__table",
        "entry__seat_number",
        "game",
        "opponent__table",
        "opponent__seat_number",
        "spread",
        "via__table",
        "via__seat_number",
        "at",
    ):
        said = Said(game, f"{at_table}-{at_seat}", spread)
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
    rows = ScoreLine.objects.filter(card__entry__event=event).values_list(
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
    given = [
        data for kind, _table, data in tournament_reads.day_changes(event).values() if kind == DayChange.Kind.AWARD
    ]
    if not given:
        return {}
    meet = {(one.game, frozenset(one.players)) for one in tournament_reads.schedule(event)}
    found: dict[str, dict[int, Said]] = defaultdict(dict)
    spread = int(AWARD_WIN[1])
    for data in given:
        game, winner, loser = data["game"], data["winner"], data["loser"]
        if (game, frozenset((winner, loser))) in meet:
            found[winner][game] = Said(game, loser, spread)
            found[loser][game] = Said(game, winner, -spread)
    return found


def games_to_tell(event: Event) -> dict[str, frozenset[int]]:
    """The games that each seat tells: those with an opponent that are not awarded. Without a schedule any, so many as are played."""
    if event.movement == Event.Movement.NONE:
        seated = Entry.objects.of(event).filter(table__isnull=False)
        return {entry.seat: frozenset(range(1, event.games + 1)) for entry in seated}
    awarded = awards(event)
    found: dict[str, set[int]] = defaultdict(set)
    for pairing in tournament_reads.schedule(event):
        first, second = pairing.players
        for seat in (first, second) if first and second else ():
            if pairing.game not in awarded.get(seat, {}):
                found[seat].add(pairing.game)
    return {seat: frozenset(games) for seat, games in found.items()}


@dataclass(frozen=True, slots=True)
class PhoneGame:
    """One game as one of its players sees it. `theirs` is what the other says, None until this player has told it as well.

    `opponent` and `name` are empty while nobody knows whom they meet; `first_deal` as in the schedule.
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

    @property
    def line(self) -> Line | None:
        """The line as it stands on the card; None for a game that is not told."""
        stands = self.awarded or (self.said.said if self.said else None)
        return stands.line if stands else None


@dataclass(frozen=True, slots=True)
class PhoneCard:
    """A player's card on the phone. `is_in`: the card is typed or taken, and nothing on it changes here any more."""

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
        return tuple(one.game for one in self.games if one.line is None)

    @property
    def next(self) -> PhoneGame | None:
        """The game to be told next: the first that is not, as far as play has come."""
        now = self.event.game_now
        return next((one for one in self.games if one.line is None and (now is None or one.game <= now)), None)


def phone_card(entry: Entry) -> PhoneCard:
    """The card of this player as they see it on their phone; the entry comes with its event and player."""
    event = entry.event
    around = told_around(entry)
    own = around.get(entry.seat, {})
    is_in = ScoreLine.objects.filter(card__entry=entry).exists()
    if event.movement == Event.Movement.NONE:
        games = _games_without_plan(event, entry, own, around)
    else:
        games = _games_by_plan(event, entry, own, around)
    return PhoneCard(entry, games, is_in=is_in)


def told_opponent(entry: Entry, game: int) -> Entry:
    """Whom this player has told this game against, with event, tournament and player.

    Raises Refused `not_told`: on one phone the player tells a game first, then the opponent.
    """
    told = ToldGame.objects.filter(entry=entry, game=game).order_by("-pk").values_list("opponent", flat=True).first()
    if told is None:
        raise Refused("not_told", words.tell_first(game))
    return Entry.objects.select_related("event__tournament", "player").get(pk=told)


def told_last(event: Event) -> dict[int, int]:
    """By the keys of entries what grows whenever they or somebody against them tells a game; two queries, none without phones."""
    found: dict[int, int] = {}
    if event.phones == Event.Phones.OFF:
        return found
    rows = ToldGame.objects.filter(entry__event=event).order_by()
    for name in ("entry", "opponent"):
        for entry, last in rows.values_list(name).annotate(Max("pk")):
            found[entry] = max(last, found.get(entry, 0))
    return found


def _games_by_plan(
    event: Event, entry: Entry, own: Mapping[int, Told], around: Mapping[str, Mapping[int, Told]]
) -> tuple[PhoneGame, ...]:
    meetings = {one.game: one for one in tournament_reads.way(event, entry.seat).meetings}
    awarded = awards(event).get(entry.seat, {})
    shows_names = "entrants" not in event.hidden
    found = []
    for game, meeting in meetings.items():
        if meeting.opponent is None:
            continue
        found.append(
            _phone_game(
                entry.seat,
                game,
                meeting.opponent.seat,
                own.get(game),
                around,
                name=meeting.who if shows_names else "",
                seat_at_table=meeting.seat,
                first_deal=meeting.first_deal,
                counted=meeting.counted,
                awarded=awarded.get(game),
            )
        )
    return tuple(found)


def _games_without_plan(
    event: Event, entry: Entry, own: Mapping[int, Told], around: Mapping[str, Mapping[int, Told]]
) -> tuple[PhoneGame, ...]:
    names = {}
    if "entrants" not in event.hidden:
        names = {one.seat: one.name for one in Entry.objects.of(event).filter(table__isnull=False)}
    found = []
    for game in range(1, event.games + 1):
        mine = own.get(game)
        opponent = mine.said.opponent if mine else ""
        found.append(_phone_game(entry.seat, game, opponent, mine, around, name=names.get(opponent, "")))
    return tuple(found)


def _phone_game(
    seat: str,
    game: int,
    opponent: str,
    own: Told | None,
    around: Mapping[str, Mapping[int, Told]],
    *,
    name: str,
    seat_at_table: int | None = None,
    first_deal: str | None = None,
    counted: bool = True,
    awarded: Said | None = None,
) -> PhoneGame:
    theirs = around.get(opponent, {}).get(game)
    # Whoever named somebody else in this game says nothing about this one.
    theirs = theirs if theirs is not None and theirs.said.opponent == seat else None
    state = together(seat, own.said if own else None, theirs.said if theirs else None)
    return PhoneGame(
        game, opponent, name, seat_at_table, first_deal, counted, state, own, theirs if own else None, awarded
    )
