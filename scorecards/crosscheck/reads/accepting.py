"""The games that accepting everything skips, and why: the same answer for page, action and API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet.reads.discrepancies import differing_games, discrepancy_id, find_game
from scorecards.sheet.reads.looks import OtherReaders, own_typing
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.looks import Place, Reading, find_to_read_first, find_typed_over, find_unlooked
from tournaments.access import Actor, is_own, own_card
from tournaments.models import User
from tournaments.people.reads.relations import Relatives
from tournaments.rules.seat import seat_order


@dataclass(frozen=True, slots=True)
class SkippedGame:
    """A game that accepting everything skips: `code` and `message` say why. `id` is None for a line without a game."""

    id: str | None
    game: int
    seats: tuple[str, ...]
    code: str
    message: str


def why_related(event_sheet: Sheet, game: ComparedGame, relatives: Relatives) -> str:
    """Say why a third checker must sign, in the same words as the warning; empty if no player is a relative."""
    entries = [event_sheet.entries[seat] for seat in game.seats if relatives.of(event_sheet.entries[seat])]
    reasons = [crosscheck_words.third_checker(relatives.of(entry), entry.known_name, entry.seat) for entry in entries]
    return " ".join([*reasons, crosscheck_words.alone()]) if reasons else ""


def find_skipped(
    event_sheet: Sheet,
    readings: Mapping[Place, Sequence[Reading]],
    relatives: Relatives,
    user: User | None,
    *,
    unlooked: bool,
    typed: bool,
    related: bool,
) -> tuple[SkippedGame, ...]:
    """Find every game that accepting everything skips.

    First come the proposals that this user does not sign, then the games with nothing to sign in which a line was typed
    over and must be read again. Without `unlooked` and `typed`, games with unread lines are skipped too, and without
    `related`, games of the user's relatives: these are as in `accept`.
    """
    typed_over = find_typed_over(event_sheet.crosscheck)
    unread = {game: find_unlooked(event_sheet.crosscheck, game, readings) for game in differing_games(event_sheet)}
    own_lines: Mapping[Place, OtherReaders] = {}
    if user and not typed:
        places = [(seat, game.game) for game, seats in unread.items() for seat in seats]
        own_lines = own_typing(event_sheet, places, Actor.of_user(user))
    skipped = []
    for game, waiting in unread.items():
        if game.state is not State.PROPOSED:
            continue
        own_entries = [event_sheet.entries[seat] for seat in game.seats if is_own(user, event_sheet.entries[seat])]
        if over := tuple(seat for seat in game.seats if (seat, game.game) in typed_over):
            code, message = "line_typed_over", crosscheck_words.typed_over(over, game.game)
        elif own_entries:
            code, message = "own_card", own_card(user, own_entries[0])
        elif own_seats := tuple(seat for seat in waiting if (seat, game.game) in own_lines):
            signers = own_lines[own_seats[0], game.game].signers
            code, message = "not_looked", crosscheck_words.own_typing(own_seats, game.game, signers)
        elif waiting and not unlooked:
            code, message = "not_looked", crosscheck_words.not_looked(waiting, game.game)
        elif not related and (reasons := why_related(event_sheet, game, relatives)):
            code, message = "related", reasons
        else:
            continue
        skipped.append(SkippedGame(discrepancy_id(game), game.game, game.seats, code, message))
    return (*skipped, *find_waiting_unsigned(event_sheet))


def find_waiting_unsigned(event_sheet: Sheet) -> Iterator[SkippedGame]:
    """Find the games with nothing to sign that wait for another reading: a line was typed over while the cards
    differed."""
    typed_over_seats: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for (seat, number), other in find_to_read_first(event_sheet.crosscheck).items():
        seats = (seat,) if other is None else tuple(sorted((seat, other), key=seat_order))
        typed_over_seats.setdefault((number, seats), []).append(seat)
    for (number, seats), over in typed_over_seats.items():
        game = find_game(event_sheet, number, (seats[0], seats[1])) if len(seats) > 1 else None
        if game is not None and game.state is State.PROPOSED:
            continue
        name = discrepancy_id(game) if game is not None else None
        yield SkippedGame(name, number, seats, "line_typed_over", crosscheck_words.typed_over(over, number))
