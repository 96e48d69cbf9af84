"""The desk's view of games told by phone: how far each game is, and where two players differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorecards.cards.reads.card_to_read import line_in_words
from scorecards.cards.reads.phone import result
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
    """One game of the event: how many of its players have told it, and on how many boards both agree."""

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

    Where phones stand instead of paper, somebody decides between the two. `decided` has `by`, `at` and `reason` of a
    decision for paper, None while there is none. `version` is the card's.
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
    """A player whose told games can become their card; `told` of `games` so far."""

    seat: str
    name: str
    told: int
    games: int

    @property
    def is_whole(self) -> bool:
        return self.told >= self.games


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """All games as told so far. `contrary` are the differences between cards and phones, `to_take` the players who told
    something and whose card is not in."""

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
        """The contrary line of this seat and game, both as in an address; None where there is none."""
        return next((line for line in self.contrary if (line.seat, str(line.game)) == (seat, game)), None)

    @property
    def now(self) -> GameTold | None:
        """The last game of which anything is told."""
        return next((game for game in reversed(self.games) if game.told), None)


def phones_page(event: Event) -> PhonesPage:
    """The page of the games told by phone in this event."""
    games_by_seat, to_tell = told_games(event), games_to_tell(event)
    entries = {e.seat: e for e in Entry.objects.of(event).filter(table__isnull=False).with_people()}
    typed: dict[str, dict[int, Line]] = {}
    for told_line in lines_on_cards(event):
        typed.setdefault(told_line.seat, {})[told_line.line.game] = told_line.line
    names = {seat: entry.name for seat, entry in entries.items()}
    there = {seat: entry.number for seat, entry in entries.items() if entry.status != Entry.Status.NO_SHOW}
    versions = {card.entry_id: card.version for card in Scorecard.objects.filter(entry__event=event)}
    boards = {
        game: [pair for pair in pairs if game in to_tell.get(pair[0], ())]
        for game, pairs in _boards(event, games_by_seat).items()
    }
    contrary = contrary_lines(event, typed, told_apart_from_awards(event), upheld(event), there)
    return PhonesPage(
        games=tuple(_game(game, pairs, games_by_seat) for game, pairs in sorted(boards.items())),
        differing=tuple(
            Differing(game, pair, _sentence(game, pair, games_by_seat, names))
            for game, pairs in sorted(boards.items())
            for pair in pairs
            if _state(game, pair, games_by_seat) is Together.DIFFERENT
        ),
        contrary=tuple(
            Contrary(
                difference.seat,
                names[difference.seat],
                difference.game,
                _written(difference.line),
                _written(difference.said.line),
                versions[entries[difference.seat].pk],
                difference.upheld,
            )
            for difference in contrary
        ),
        to_take=tuple(
            ToTake(seat, names[seat], len(games_by_seat[seat]), len(to_tell.get(seat, ())))
            for seat in sorted(games_by_seat.keys() - typed.keys(), key=seat_order)
        ),
    )


def _written(line: Line) -> str:
    """A line in the card's notation, like `A-2 2 +16`; blanks are left out."""
    if line.is_blank:
        return line_in_words(line)
    spread = (
        f"+{format_spread(line.plus)}" if line.plus else f"{MINUS}{format_spread(line.minus)}" if line.minus else ""
    )
    return " ".join(part for part in (line.opponent or "", format_points(line.points), spread) if part)


Boards = dict[int, list[tuple[str, str]]]


def _boards(event: Event, games_by_seat: Mapping[str, Mapping[int, Told]]) -> Boards:
    """The pairs of each game: by the schedule, or as told where there is none."""
    boards: Boards = {}
    if event.movement != Event.Movement.NONE:
        for pairing in schedule(event):
            first, second = pairing.players
            if first and second:
                boards.setdefault(pairing.game, []).append((first, second))
        return boards
    for seat, games in games_by_seat.items():
        for game, told_game in games.items():
            pair = (seat, told_game.said.opponent)
            if pair[::-1] not in boards.setdefault(game, []):
                boards[game].append(pair)
    return boards


def _game(game: int, pairs: Sequence[tuple[str, str]], games_by_seat: Mapping[str, Mapping[int, Told]]) -> GameTold:
    seats = [seat for pair in pairs for seat in pair]
    have = [seat for seat in seats if game in games_by_seat.get(seat, {})]
    return GameTold(
        game=game,
        players=len(seats),
        told=len(have),
        boards=len(pairs),
        agreed=sum(1 for pair in pairs if _state(game, pair, games_by_seat) is Together.AGREED),
        missing=tuple(sorted(set(seats) - set(have), key=seat_order)),
    )


def _state(game: int, pair: tuple[str, str], games_by_seat: Mapping[str, Mapping[int, Told]]) -> Together:
    own, other = (games_by_seat.get(seat, {}).get(game) for seat in pair)
    return together(pair[0], own.said if own else None, other.said if other else None)


def _sentence(
    game: int, pair: tuple[str, str], games_by_seat: Mapping[str, Mapping[int, Told]], names: Mapping[str, str]
) -> str:
    first, second = pair
    return _("%(first)s %(name)s says: %(mine)s; %(second)s %(other)s says that %(first)s %(theirs)s.") % {
        "first": first,
        "name": names[first],
        "mine": result(games_by_seat[first][game].said),
        "second": second,
        "other": names[second],
        "theirs": result(turned(second, games_by_seat[second][game].said)),
    }
