"""Games that players told by phone: the claims of both players, awards, and each player's card on the phone."""

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
from scorecards.sheet.rules.phone import Claim, Together, as_recorded, find_contrary, said_on, together
from scorecards.sheet.rules.tally import Tally, tally_lines
from tournaments.day.reads.round import AWARD_WIN
from tournaments.day.reads.schedule import day_changes, left_after, schedule
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.rotation.rules.award import awards_of, lapsed
from tournaments.rules.hiding import names_nobody
from tournaments.rules.seat import seat_order
from tournaments.rules.skunk import Skunks
from tournaments.seating.reads.seating import way


@dataclass(frozen=True, slots=True)
class Told:
    """A player's present claim about a game. `at` is when it was told, `via` the seat on whose phone.

    If the claim comes from a recorded card, `at` is when the card was typed, and `via` the seat of the card.
    """

    claim: Claim
    at: datetime | None
    via: str


def told_games(event: Event, *, until: datetime | None = None) -> dict[str, dict[int, Told]]:
    """Everybody's last claim about each of their games, now or at the moment `until`, by seat and game; one query."""
    rows = ToldGame.objects.filter(entry__event=event)
    if until is not None:
        rows = rows.filter(at__lte=until)
    return _latest(rows.order_by("pk"))


def told_by(event: Event) -> dict[str, dict[int, Claim]]:
    """Everybody's present claims about their games, without time and phone; one query."""
    return {
        seat: {game: told_game.claim for game, told_game in games.items()} for seat, games in told_games(event).items()
    }


def told_of_game(rows: QuerySet[ToldGame]) -> dict[str, Claim]:
    """The last claim of each player among these rows, which are of one game; one query."""
    claims = _latest(rows.order_by("pk")).items()
    return {seat: told_game.claim for seat, games in claims for told_game in games.values()}


def told_around(entry: Entry) -> dict[str, dict[int, Told]]:
    """The claims of this player and of all possible opponents, by seat and game; two queries.

    Possible opponents are those who ever told a game against this player, and those whom this player ever named. If a
    card is recorded for an opponent, all claims of that opponent come from its lines instead of the phone. On a ladder,
    where a card grows with each game, only the claims about the games of its lines do.
    """
    namers = ToldGame.objects.filter(opponent=entry).values("entry")
    named_opponents = ToldGame.objects.filter(entry=entry).values("opponent")
    told_by_phone = _latest(
        ToldGame.objects.filter(Q(entry=entry) | Q(entry__in=namers) | Q(entry__in=named_opponents)).order_by("pk")
    )
    recorded_claims: dict[str, dict[int, Told]] = defaultdict(dict)
    lines = ScoreLine.objects.filter(Q(opponent=entry) | Q(card__entry__in=namers) | Q(card__entry__in=named_opponents))
    for seat, _source, typed_at, line in _card_lines(lines):
        # Also without a claim, a recorded card replaces what its player told.
        claims_of_seat = recorded_claims[seat]
        claim = said_on(line, records_spread=entry.event.records_spread)
        if claim is not None:
            claims_of_seat[claim.game] = Told(claim, typed_at, seat)
    if not entry.event.is_ladder:
        return {**told_by_phone, **recorded_claims}
    seats = told_by_phone.keys() | recorded_claims.keys()
    return {seat: {**told_by_phone.get(seat, {}), **recorded_claims.get(seat, {})} for seat in seats}


def _latest(rows: QuerySet[ToldGame]) -> dict[str, dict[int, Told]]:
    """The last of these rows for each seat and game; the rows come oldest first."""
    games_by_seat: dict[str, dict[int, Told]] = defaultdict(dict)
    for (
        table,
        seat,
        game,
        opponent_table,
        opponent_seat,
        spread,
        points,
        opponent_points,
        records,
        skunk_from,
        via_table,
        via_seat,
        told_at,
    ) in rows.values_list(
        "entry__table",
        "entry__seat_number",
        "game",
        "opponent__table",
        "opponent__seat_number",
        "spread",
        "points",
        "opponent_points",
        "entry__event__records_spread",
        "entry__event__skunk_from",
        "via__table",
        "via__seat_number",
        "at",
    ):
        claim = Claim(game, f"{opponent_table}-{opponent_seat}", spread, points, opponent_points)
        claim = as_recorded(claim, records_spread=records, skunks=Skunks(skunk_from))
        games_by_seat[f"{table}-{seat}"][game] = Told(claim, told_at, f"{via_table}-{via_seat}")
    return dict(games_by_seat)


class LineOnCard(NamedTuple):
    """A recorded line, with the seat of its card, the source of the card, and when the card was typed."""

    seat: str
    source: str
    typed_at: datetime | None
    line: Line


def lines_on_cards(event: Event) -> Iterator[LineOnCard]:
    """Every line of every card of this event; one query."""
    return _card_lines(ScoreLine.objects.filter(card__entry__event=event))


def _card_lines(lines: QuerySet[ScoreLine]) -> Iterator[LineOnCard]:
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
    for table, number, source, typed_at, game, opponent_table, opponent_number, points, plus, minus in rows:
        opponent = f"{opponent_table}-{opponent_number}" if opponent_table else None
        yield LineOnCard(f"{table}-{number}", source, typed_at, Line(game, opponent, points, plus, minus))


def awards(event: Event) -> dict[str, dict[int, Claim]]:
    """The claims that belong on the two cards of each game awarded without play, by seat and game.

    An award is void if its two players do not meet in that game any more.
    """
    given_awards = awards_of(day_changes(event))
    if not given_awards:
        return {}
    meetings = {(pairing.game, frozenset(pairing.players)) for pairing in schedule(event)}
    claims_by_seat: dict[str, dict[int, Claim]] = defaultdict(dict)
    spread = int(AWARD_WIN[1])
    for award in given_awards:
        if (award.game, frozenset((award.winner, award.loser))) not in meetings:
            continue
        win, loss = Claim(award.game, award.loser, spread), Claim(award.game, award.winner, -spread)
        for seat, claim in ((award.winner, win), (award.loser, loss)):
            claims_by_seat[seat][award.game] = as_recorded(
                claim, records_spread=event.records_spread, skunks=event.skunks
            )
    return claims_by_seat


def removals(
    event: Event, withdrawn_seats: Collection[str], seats: Collection[str]
) -> dict[tuple[int, tuple[str, str]], str]:
    """The winner's seat of each game in which a player was removed from play (11.4.b), by game and seats in seat order.

    Both arguments are of one moment: later removals are left out. No query if nobody is withdrawn.
    """
    if not withdrawn_seats:
        return {}
    removal_awards = [
        award
        for award in awards_of(day_changes(event))
        if award.loser in withdrawn_seats and award.is_removal and award.winner in seats
    ]
    if removal_awards and event.movement != Event.Movement.NONE:
        void_numbers = {award.number for award in lapsed(removal_awards, schedule(event))}
        removal_awards = [award for award in removal_awards if award.number not in void_numbers]
    winners: dict[tuple[int, tuple[str, str]], str] = {}
    for award in removal_awards:
        first, second = sorted((award.winner, award.loser), key=seat_order)
        winners[award.game, (first, second)] = award.winner
    return winners


def told_apart_from_awards(event: Event) -> dict[str, dict[int, Claim]]:
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
    """A decision for the line of a card and against its player's claim: the line, the claim, why, by whom and when.

    `entrant` is the number of the card's player: after a new draw, somebody else may have the seat.
    """

    entrant: int
    line: Line
    claim: Claim
    reason: str
    by: str
    at: datetime


def upheld(event: Event) -> dict[Place, Upheld]:
    """The last decision for the paper on each line, by seat and game; from the log, one query."""
    rows = AuditEntry.objects.filter(event=event, action=PAPER_STANDS).order_by("pk")
    decisions = {}
    for row in rows:
        after = row.after or {}
        try:
            told_line = after["told"]
            figures = (told_line.get(name) for name in ("spread", "points", "opponent_points"))
            claim = Claim(after["game"], told_line["opponent"], *figures)
            decision = Upheld(after["entrant"], Line(**after["line"]), claim, row.reason, row.actor_name, row.at)
        except (KeyError, TypeError):
            # An imported log may contain anything; a row that names no line decides nothing.
            continue
        decisions[row.subject_key, claim.game] = decision
    return decisions


@dataclass(frozen=True, slots=True)
class ContraryLine:
    """A line of a card that differs from its player's claim; `upheld` is the decision that the line stands, if any."""

    seat: str
    game: int
    line: Line
    claim: Claim
    upheld: Upheld | None


def contrary_lines(
    event: Event,
    typed: Mapping[str, Mapping[int, Line]],
    claims_by_seat: Mapping[str, Mapping[int, Claim]],
    decided: Mapping[Place, Upheld],
    entrants: Mapping[str, int],
) -> tuple[ContraryLine, ...]:
    """The lines on which cards differ from their players' claims, in seat order.

    `typed` are the lines and `claims_by_seat` the claims, both by seat and game. `entrants` are the numbers of the
    entrants by seat. A seat that one of the three mappings lacks is left out.

    `decided` are decisions for a line of paper. A decision is in force only while the entrant, the line and the claim
    are the ones on which it was made.
    """
    # Without paper, a blank line on a card contradicts the claim; on paper it may just be unfinished.
    blanks = event.phones == Event.Phones.INSTEAD
    contrary = []
    for seat in sorted(claims_by_seat.keys() & typed.keys() & entrants.keys(), key=seat_order):
        contrary_games = find_contrary(typed[seat], claims_by_seat[seat], blanks=blanks, skunks=event.skunks)
        for game in contrary_games:
            line, claim, decision = typed[seat][game], claims_by_seat[seat][game], decided.get((seat, game))
            if decision is not None:
                basis = (decision.entrant, decision.line, decision.claim)
                if basis != (entrants[seat], line, claim):
                    decision = None
            contrary.append(ContraryLine(seat, game, line, claim, decision))
    return tuple(contrary)


def games_to_tell(event: Event) -> dict[str, frozenset[int]]:
    """The games that each seat tells: those with an opponent and without an award.

    An event without a schedule has the games from 1 to the number that the seat plays.
    """
    if event.movement == Event.Movement.NONE:
        seated_entries = Entry.objects.of(event).filter(table__isnull=False)
        game_counts = games_to_play(event, seated_entries)
        return {entry.seat: frozenset(range(1, game_counts[entry.seat] + 1)) for entry in seated_entries}
    awarded = awards(event)
    games_by_seat: dict[str, set[int]] = defaultdict(set)
    for pairing in schedule(event):
        first, second = pairing.players
        if not (first and second):
            continue
        for seat in (first, second):
            if pairing.game not in awarded.get(seat, {}):
                games_by_seat[seat].add(pairing.game)
    return {seat: frozenset(games) for seat, games in games_by_seat.items()}


def games_to_play(event: Event, entries: Collection[Entry]) -> dict[str, int]:
    """How many games each entry has to tell in an event without a schedule, by seat.

    This is the event's number of games, or for a player who left the number of the last game, if that is less.
    """
    last_games = left_after(event, entries)
    return {entry.seat: min(event.games, last_games.get(entry.seat, event.games)) for entry in entries}


@dataclass(frozen=True, slots=True)
class PhoneGame:
    """One game as one of its players sees it on the phone.

    - `opponent` and `name` are the opponent's seat and name, empty while unknown.
    - `seat` and `first_deal` are as in the schedule.
    - `said` is this player's claim by phone.
    - `theirs` is the opponent's claim, None until this player has told the game too.
    - `line` is the line in force: the recorded one once the card is in, before that an award, else what was told.
    - `claim` is what the recorded line says once the card is in, before that what this player told.
    - `elsewhere`: the opponent told this game against somebody else.
    - `table` is where they play it on a ladder, else empty. `is_in`: the line is recorded, so it cannot be told any more.
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
    awarded: Claim | None
    line: Line | None
    claim: Claim | None
    elsewhere: bool
    table: str = ""
    is_in: bool = False


@dataclass(frozen=True, slots=True)
class PhoneCard:
    """A player's card on the phone. `is_in`: the card is recorded, is shown as recorded, and cannot change by phone."""

    entry: Entry
    games: tuple[PhoneGame, ...]
    is_in: bool

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def tally(self) -> Tally:
        """The tally of the games so far; an extra game does not count."""
        lines = (game.line for game in self.games if game.line is not None and game.counted)
        return tally_lines(lines, self.event.skunks)

    @property
    def missing(self) -> tuple[int, ...]:
        """The games that are still to be told."""
        return () if self.is_in else tuple(game.game for game in self.games if game.line is None)

    @property
    def next(self) -> PhoneGame | None:
        """The first untold game, up to the game that is being played; None if there is none."""
        last, missing = self.event.game_now, self.missing
        untold = (game for game in self.games if game.game in missing)
        return next((game for game in untold if last is None or game.game <= last), None)


def phone_card(entry: Entry) -> PhoneCard:
    """This player's card as they see it on their phone; `entry` must come with its event and player."""
    event = entry.event
    claims_by_seat = told_around(entry)
    own_claims = claims_by_seat.get(entry.seat, {})
    rows = ScoreLine.objects.filter(card__entry=entry).select_related("opponent")
    recorded_lines = {
        row.game: Line(row.game, row.opponent.seat if row.opponent else None, row.points, row.plus, row.minus)
        for row in rows
    }
    if event.movement == Event.Movement.NONE:
        games = _games_without_plan(event, entry, own_claims, claims_by_seat, recorded_lines)
    else:
        games = _games_by_plan(event, entry, own_claims, claims_by_seat, recorded_lines)
    # On a ladder a card grows by a line with each game, so it is never in as a whole.
    return PhoneCard(entry, games, is_in=bool(recorded_lines) and not event.is_ladder)


def told_opponent(entry: Entry, game: int) -> Entry:
    """The opponent against whom this player last told this game, with event, tournament and player.

    Raises Refused `not_told` if this player has not told the game: the opponent uses the same phone only afterwards.
    """
    opponent = (
        ToldGame.objects.filter(entry=entry, game=game).order_by("-pk").values_list("opponent", flat=True).first()
    )
    if opponent is None:
        raise Refused("not_told", sheet_words.tell_first(game, is_ladder=entry.event.is_ladder))
    return Entry.objects.with_people().select_related("event__tournament").get(pk=opponent)


def told_last(event: Event) -> dict[int, int]:
    """A change marker by primary key of the entry; one query, none without phones.

    The marker is the largest primary key of a told game that concerns the entry: told by this player, told against this
    player, or told about the same game by an opponent whom this player named in it.
    """
    last_by_entry: dict[int, int] = defaultdict(int)
    if event.phones == Event.Phones.OFF:
        return last_by_entry
    rows = ToldGame.objects.filter(entry__event=event).order_by()
    claims = list(rows.values_list("entry", "game", "opponent").annotate(Max("pk")))
    last_told: dict[tuple[int, int], int] = defaultdict(int)
    for entry, game, _opponent, last in claims:
        last_told[entry, game] = max(last, last_told[entry, game])
    for entry, game, opponent, last in claims:
        last_by_entry[entry] = max(last, last_by_entry[entry], last_told.get((opponent, game), 0))
        last_by_entry[opponent] = max(last, last_by_entry[opponent])
    return last_by_entry


def told_differently(entry: Entry) -> tuple[int, ...]:
    """The games that this player and the opponent told differently by phone; none without phones.

    Two queries, on a ladder three.
    """
    if entry.event.phones == Event.Phones.OFF:
        return ()
    claims_by_seat, seat = told_around(entry), entry.seat
    own_claims = {game: own_told.claim for game, own_told in claims_by_seat.get(seat, {}).items()}
    if entry.event.is_ladder:
        # There the recorded result decides, whatever this team told.
        for row in _card_lines(ScoreLine.objects.filter(card__entry=entry)):
            if claim := said_on(row.line, records_spread=entry.event.records_spread):
                own_claims[claim.game] = claim
    differing = []
    for game, own_claim in sorted(own_claims.items()):
        other_told = _opponents_claim(seat, game, own_claim.opponent, claims_by_seat)
        if other_told and together(seat, own_claim, other_told.claim) is Together.DIFFERENT:
            differing.append(game)
    return tuple(differing)


def _opponents_claim(
    seat: str, game: int, opponent: str, claims_by_seat: Mapping[str, Mapping[int, Told]]
) -> Told | None:
    """The opponent's claim about a game with this seat; None without one, or if it names somebody else."""
    opponents_last = claims_by_seat.get(opponent, {}).get(game)
    return opponents_last if opponents_last is not None and opponents_last.claim.opponent == seat else None


def _games_by_plan(
    event: Event,
    entry: Entry,
    own_claims: Mapping[int, Told],
    claims_by_seat: Mapping[str, Mapping[int, Told]],
    recorded_lines: Mapping[int, Line],
) -> tuple[PhoneGame, ...]:
    """The games of this player that the schedule has or the card records, for an event with a schedule."""
    meetings = {meeting.game: meeting for meeting in way(event, entry.seat).meetings if meeting.opponent}
    awarded = awards(event).get(entry.seat, {})
    names = _names(event)
    games = []
    # A paper card may have lines that are not in the schedule.
    for game in sorted({*meetings, *recorded_lines}):
        meeting = meetings.get(game)
        planned = meeting.opponent.seat if meeting and meeting.opponent else ""
        line = recorded_lines.get(game)
        opponent = planned if line is None else line.opponent or ""
        name = names.get(opponent, "")
        if names and meeting and meeting.opponent and meeting.who != meeting.opponent.name and opponent == planned:
            name = meeting.who
        games.append(
            _phone_game(
                entry.seat,
                game,
                opponent,
                own_claims.get(game),
                claims_by_seat,
                recorded_lines if not event.is_ladder else {game: line} if line else {},
                name=name,
                seat_at_table=meeting.seat if meeting else None,
                first_deal=meeting.first_deal if meeting else None,
                counted=meeting is not None and meeting.counted,
                awarded=awarded.get(game),
                records_spread=event.records_spread,
                skunks=event.skunks,
                table=meeting.table if meeting and event.is_ladder else "",
            )
        )
    return tuple(games)


def _games_without_plan(
    event: Event,
    entry: Entry,
    own_claims: Mapping[int, Told],
    claims_by_seat: Mapping[str, Mapping[int, Told]],
    recorded_lines: Mapping[int, Line],
) -> tuple[PhoneGame, ...]:
    """The games of this player in an event without a schedule: all to be played, told or recorded."""
    names = _names(event)
    games = []
    last_game = games_to_play(event, [entry])[entry.seat]
    # Claims about later games are listed with the others.
    for game in sorted({*range(1, last_game + 1), *own_claims, *recorded_lines}):
        own_claim, line = own_claims.get(game), recorded_lines.get(game)
        opponent = ""
        if line:
            opponent = line.opponent or ""
        elif own_claim and not recorded_lines:
            opponent = own_claim.claim.opponent
        games.append(
            _phone_game(
                entry.seat,
                game,
                opponent,
                own_claim,
                claims_by_seat,
                recorded_lines,
                name=names.get(opponent, ""),
                records_spread=event.records_spread,
                skunks=event.skunks,
            )
        )
    return tuple(games)


def _names(event: Event) -> dict[str, str]:
    """The names by seat, teams with their people; empty while names are hidden."""
    if names_nobody(event.hidden):
        return {}
    return {entry.seat: entry.in_full for entry in Entry.objects.of(event).filter(table__isnull=False).with_people()}


def _phone_game(
    seat: str,
    game: int,
    opponent: str,
    own_claim: Told | None,
    claims_by_seat: Mapping[str, Mapping[int, Told]],
    recorded_lines: Mapping[int, Line],
    *,
    name: str,
    seat_at_table: int | None = None,
    first_deal: str | None = None,
    counted: bool = True,
    awarded: Claim | None = None,
    records_spread: bool,
    skunks: Skunks,
    table: str = "",
) -> PhoneGame:
    """One game of the player at `seat`, with the line in force and the state of both claims.

    The card is recorded if there are any `recorded_lines`: the player's claim is then what the recorded line says.
    """
    opponents_claim = _opponents_claim(seat, game, opponent, claims_by_seat)
    if recorded_lines:
        line = recorded_lines.get(game)
        claim = said_on(line, records_spread=records_spread)
    else:
        claim = own_claim.claim if own_claim else None
        claim_in_force = awarded or claim
        line = claim_in_force.line(skunks) if claim_in_force else None
    state = together(seat, claim, opponents_claim.claim if opponents_claim else None)
    if recorded_lines and state is Together.ASKED:
        # A player whose card is in is asked nothing; what the paper leaves open is read at the desk.
        state = Together.NOTHING
    if table and own_claim and claim and state is Together.AGREED:
        # A line says of a loss only that it is one; whether it was a skunk, the line of the winner says.
        recorded = opponents_claim.claim if opponents_claim else claim
        if own_claim.claim.won != claim.won or together(seat, own_claim.claim, recorded) is Together.DIFFERENT:
            state = Together.DECIDED
    return PhoneGame(
        game=game,
        opponent=opponent,
        name=name,
        seat=seat_at_table,
        first_deal=first_deal,
        counted=counted,
        state=state,
        said=own_claim,
        theirs=opponents_claim if claim else None,
        awarded=awarded,
        line=line,
        claim=claim,
        elsewhere=state is Together.WAITING and game in claims_by_seat.get(opponent, {}),
        table=table,
        is_in=bool(recorded_lines),
    )
