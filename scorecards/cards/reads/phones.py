"""The desk's view of games told by phone: how far each game is, and where two players differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorecards.cards.reads.card_to_read import line_in_words
from scorecards.cards.words import result
from scorecards.models import Scorecard
from scorecards.sheet.reads.phone import (
    Told,
    Upheld,
    contrary_lines,
    games_to_tell,
    lines_on_cards,
    told_apart_from_awards,
    told_games,
    upheld,
)
from scorecards.sheet.rules.line import Line, format_points, format_spread
from scorecards.sheet.rules.phone import Together, together, turned
from scorecards.sheet.words import MINUS
from tournaments.day.reads.schedule import schedule
from tournaments.models import Entry, Event
from tournaments.rules.seat import seat_order


@dataclass(frozen=True, slots=True)
class GameTold:
    """One game of the event.

    Of its `players`, `told` have told it and the `missing` seats have not. On `agreed` of its `boards`, both agree.
    """

    game: int
    players: int
    told: int
    boards: int
    agreed: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """A game on which its two players differ, in a sentence."""

    game: int
    seats: tuple[str, str]
    sentence: str


@dataclass(frozen=True, slots=True)
class Contrary:
    """A game on which a player's card differs from their claim by phone.

    If phones stand instead of paper, somebody decides between the two. `decided` has `by`, `at` and `reason` of a
    decision for paper, or is None. `version` is the version of the card.
    """

    seat: str
    name: str
    game: int
    card: str
    phone: str
    version: int
    decided: Upheld | None


@dataclass(frozen=True, slots=True)
class ToTake:
    """A player whose told games can become their card. They have `told` that many of their `games`."""

    seat: str
    name: str
    told: int
    games: int

    @property
    def is_whole(self) -> bool:
        return self.told >= self.games


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """All games as told so far.

    `differing` are games on which the two players differ, on a ladder while there is no result. `contrary` are lines on
    which a card differs from the phone. `to_take` are the players who told a game and whose card is not in.
    """

    games: tuple[GameTold, ...]
    differing: tuple[Differing, ...]
    contrary: tuple[Contrary, ...]
    to_take: tuple[ToTake, ...]

    @property
    def whole(self) -> int:
        """How many of `to_take` have told all their games."""
        return sum(1 for card in self.to_take if card.is_whole)

    @property
    def undecided(self) -> int:
        """How many lines still wait for a decision between card and phone."""
        return sum(1 for line in self.contrary if line.decided is None)

    def line(self, seat: str, game: str) -> Contrary | None:
        """Return the contrary line of this seat and game, both as texts of an address, or None."""
        return next((line for line in self.contrary if (line.seat, str(line.game)) == (seat, game)), None)

    @property
    def now(self) -> GameTold | None:
        """The last game that anybody has told, or None."""
        return next((game for game in reversed(self.games) if game.told), None)


def phones_page(event: Event) -> PhonesPage:
    """Return the page of the games told by phone in this event."""
    games_by_seat, to_tell = told_games(event), games_to_tell(event)
    seated = Entry.objects.of(event).filter(table__isnull=False).with_people()
    entries = {entry.seat: entry for entry in seated}
    lines_by_seat: dict[str, dict[int, Line]] = {}
    for told_line in lines_on_cards(event):
        lines_by_seat.setdefault(told_line.seat, {})[told_line.line.game] = told_line.line
    names = {seat: entry.known_name for seat, entry in entries.items()}
    numbers_by_seat = {seat: entry.number for seat, entry in entries.items() if entry.status != Entry.Status.NO_SHOW}
    versions = {card.entry_id: card.version for card in Scorecard.objects.filter(entry__event=event)}
    boards = {
        game: [pair for pair in pairs if game in to_tell.get(pair[0], ())]
        for game, pairs in _boards(event, games_by_seat).items()
    }
    contrary = contrary_lines(event, lines_by_seat, told_apart_from_awards(event), upheld(event), numbers_by_seat)
    return PhonesPage(
        games=tuple(_game(game, pairs, games_by_seat) for game, pairs in sorted(boards.items())),
        differing=tuple(
            Differing(game, pair, _sentence(game, pair, games_by_seat, names))
            for game, pairs in sorted(boards.items())
            for pair in pairs
            if _state(game, pair, games_by_seat) is Together.DIFFERENT
            and not (event.is_ladder and all(game in lines_by_seat.get(seat, {}) for seat in pair))
        ),
        contrary=tuple(
            Contrary(
                difference.seat,
                names[difference.seat],
                difference.game,
                _written(difference.line),
                _written(difference.claim.line(event.skunks)),
                versions[entries[difference.seat].pk],
                difference.upheld,
            )
            for difference in contrary
        ),
        to_take=tuple(
            ToTake(seat, names[seat], len(games_by_seat[seat]), len(to_tell.get(seat, ())))
            for seat in sorted(games_by_seat.keys() - lines_by_seat.keys(), key=seat_order)
        ),
    )


def _written(line: Line) -> str:
    """Return a line in the card's notation, like `A-2 2 +16`. Blank columns are left out."""
    if line.is_blank:
        return line_in_words(line)
    spread = ""
    if line.plus:
        spread = f"+{format_spread(line.plus)}"
    elif line.minus:
        spread = f"{MINUS}{format_spread(line.minus)}"
    return " ".join(part for part in (line.opponent or "", format_points(line.points), spread) if part)


Boards = dict[int, list[tuple[str, str]]]


def _boards(event: Event, games_by_seat: Mapping[str, Mapping[int, Told]]) -> Boards:
    """Return the pairs of each game: by the schedule, or by the told games if there is no schedule."""
    boards: Boards = {}
    if event.movement != Event.Movement.NONE:
        for pairing in schedule(event):
            first, second = pairing.players
            if first and second:
                boards.setdefault(pairing.game, []).append((first, second))
        return boards
    for seat, games in games_by_seat.items():
        for game, told_game in games.items():
            pair = (seat, told_game.claim.opponent)
            if pair[::-1] not in boards.setdefault(game, []):
                boards[game].append(pair)
    return boards


def _game(game: int, pairs: Sequence[tuple[str, str]], games_by_seat: Mapping[str, Mapping[int, Told]]) -> GameTold:
    """Return how far one game is told, which is played by these pairs of seats."""
    seats = [seat for pair in pairs for seat in pair]
    told_seats = [seat for seat in seats if game in games_by_seat.get(seat, {})]
    return GameTold(
        game=game,
        players=len(seats),
        told=len(told_seats),
        boards=len(pairs),
        agreed=sum(1 for pair in pairs if _state(game, pair, games_by_seat) is Together.AGREED),
        missing=tuple(sorted(set(seats) - set(told_seats), key=seat_order)),
    )


def _state(game: int, pair: tuple[str, str], games_by_seat: Mapping[str, Mapping[int, Told]]) -> Together:
    """Return how the claims of these two about the game compare."""
    first, second = pair
    first_told, second_told = games_by_seat.get(first, {}).get(game), games_by_seat.get(second, {}).get(game)
    return together(first, first_told.claim if first_told else None, second_told.claim if second_told else None)


def _sentence(
    game: int, pair: tuple[str, str], games_by_seat: Mapping[str, Mapping[int, Told]], names: Mapping[str, str]
) -> str:
    """Return the sentence that says on what these two differ."""
    first, second = pair
    return _("%(first)s %(name)s says: %(mine)s; %(second)s %(other)s says that %(first)s %(theirs)s.") % {
        "first": first,
        "name": names[first],
        "mine": result(games_by_seat[first][game].claim),
        "second": second,
        "other": names[second],
        "theirs": result(turned(second, games_by_seat[second][game].claim)),
    }
