"""What the desk sees of the games that players tell by phone: how far each game is, and where two differ."""

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
    """One game of the event: how many of its players have told it, and of how many boards both said the same."""

    game: int
    players: int
    told: int
    boards: int
    agreed: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """A game of which its two players say different things, in a sentence."""

    game: int
    seats: tuple[str, str]
    sentence: str


@dataclass(frozen=True, slots=True)
class Contrary:
    """A game of which a player's card says something else than the player told by phone.

    Where phones stand instead of paper somebody decides which of the two stands: `decided` is who has decided for the paper and
    why, `by`, `at` and `reason` of it; None while nobody has. `version` is the card's.
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
    """A player whose card may be taken as it was told, so far `told` of `games`."""

    seat: str
    name: str
    told: int
    games: int

    @property
    def is_whole(self) -> bool:
        return self.told >= self.games


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """All games as told so far. `contrary` is where a card and its player's phone say different things, `to_take` are those who
    told something and whose card is not in."""

    games: tuple[GameTold, ...]
    differing: tuple[Differing, ...]
    contrary: tuple[Contrary, ...]
    to_take: tuple[ToTake, ...]

    @property
    def whole(self) -> int:
        """How many of those have told all there is to tell."""
        return sum(1 for one in self.to_take if one.is_whole)

    @property
    def undecided(self) -> int:
        """How many lines still wait for somebody to decide between card and phone, where that is asked."""
        return sum(1 for one in self.contrary if one.decided is None)

    def line(self, seat: str, game: str) -> Contrary | None:
        """The line of this seat and game, as an address names them, that is to be decided."""
        return next((one for one in self.contrary if (one.seat, str(one.game)) == (seat, game)), None)

    @property
    def now(self) -> GameTold | None:
        """The last game of which anything is told."""
        return next((one for one in reversed(self.games) if one.told), None)


def phones_page(event: Event) -> PhonesPage:
    """The page of what is told by phone in this event."""
    told, to_tell = told_games(event), games_to_tell(event)
    entries = {e.seat: e for e in Entry.objects.of(event).filter(table__isnull=False).select_related("player")}
    typed: dict[str, dict[int, Line]] = {}
    for one in lines_on_cards(event):
        typed.setdefault(one.seat, {})[one.line.game] = one.line
    names = {seat: entry.name for seat, entry in entries.items()}
    there = {seat: one.number for seat, one in entries.items() if one.status != Entry.Status.NO_SHOW}
    versions = {one.entry_id: one.version for one in Scorecard.objects.filter(entry__event=event)}
    boards = {
        game: [pair for pair in pairs if game in to_tell.get(pair[0], ())]
        for game, pairs in _boards(event, told).items()
    }
    contrary = contrary_lines(event, typed, told_apart_from_awards(event), upheld(event), there)
    return PhonesPage(
        games=tuple(_game(game, pairs, told) for game, pairs in sorted(boards.items())),
        differing=tuple(
            Differing(game, pair, _sentence(game, pair, told, names))
            for game, pairs in sorted(boards.items())
            for pair in pairs
            if _state(game, pair, told) is Together.DIFFERENT
        ),
        contrary=tuple(
            Contrary(
                one.seat,
                names[one.seat],
                one.game,
                _written(one.line),
                _written(one.said.line),
                versions[entries[one.seat].pk],
                one.upheld,
            )
            for one in contrary
        ),
        to_take=tuple(
            ToTake(seat, names[seat], len(told[seat]), len(to_tell.get(seat, ())))
            for seat in sorted(told.keys() - typed.keys(), key=seat_order)
        ),
    )


def _written(line: Line) -> str:
    """A line in the card's notation: `A-2 2 +16`; what is blank is left out."""
    if line.is_blank:
        return line_in_words(line)
    spread = (
        f"+{format_spread(line.plus)}" if line.plus else f"{MINUS}{format_spread(line.minus)}" if line.minus else ""
    )
    return " ".join(part for part in (line.opponent or "", format_points(line.points), spread) if part)


Boards = dict[int, list[tuple[str, str]]]


def _boards(event: Event, told: Mapping[str, Mapping[int, Told]]) -> Boards:
    """Who plays whom in each game: by the schedule, or as they said where there is none."""
    found: Boards = {}
    if event.movement != Event.Movement.NONE:
        for pairing in schedule(event):
            first, second = pairing.players
            if first and second:
                found.setdefault(pairing.game, []).append((first, second))
        return found
    for seat, games in told.items():
        for game, one in games.items():
            pair = (seat, one.said.opponent)
            if pair[::-1] not in found.setdefault(game, []):
                found[game].append(pair)
    return found


def _game(game: int, pairs: Sequence[tuple[str, str]], told: Mapping[str, Mapping[int, Told]]) -> GameTold:
    seats = [seat for pair in pairs for seat in pair]
    have = [seat for seat in seats if game in told.get(seat, {})]
    return GameTold(
        game=game,
        players=len(seats),
        told=len(have),
        boards=len(pairs),
        agreed=sum(1 for pair in pairs if _state(game, pair, told) is Together.AGREED),
        missing=tuple(sorted(set(seats) - set(have), key=seat_order)),
    )


def _state(game: int, pair: tuple[str, str], told: Mapping[str, Mapping[int, Told]]) -> Together:
    own, other = (told.get(seat, {}).get(game) for seat in pair)
    return together(pair[0], own.said if own else None, other.said if other else None)


def _sentence(
    game: int, pair: tuple[str, str], told: Mapping[str, Mapping[int, Told]], names: Mapping[str, str]
) -> str:
    first, second = pair
    return _("%(first)s %(name)s says: %(mine)s; %(second)s %(other)s says that %(first)s %(theirs)s.") % {
        "first": first,
        "name": names[first],
        "mine": result(told[first][game].said),
        "second": second,
        "other": names[second],
        "theirs": result(turned(second, told[second][game].said)),
    }
