"""What accepting everything leaves out, and why: the same answer for page, action and API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet.reads.discrepancies import differing_games, discrepancy_id, find_game
from scorecards.sheet.reads.looks import Instead, own_typing
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.looks import Place, Reading, find_to_read_first, find_typed_over, find_unlooked
from tournaments.access import Actor, is_own, own_card
from tournaments.models import User
from tournaments.people.reads.relations import Relatives
from tournaments.rules.seat import seat_order


@dataclass(frozen=True, slots=True)
class SkippedGame:
    """A game that accepting everything leaves out, and why: code and sentence. `id` is None where a line has no game."""

    id: str | None
    game: int
    seats: tuple[str, ...]
    code: str
    message: str


def why_related(event_sheet: Sheet, game: ComparedGame, relatives: Relatives) -> str:
    """Why a third checker must sign, in the words of the warning beside it; empty where anybody may."""
    entries = [event_sheet.entries[seat] for seat in game.seats if relatives.of(event_sheet.entries[seat])]
    why = [crosscheck_words.third_checker(relatives.of(entry), entry.name, entry.seat) for entry in entries]
    return " ".join([*why, crosscheck_words.alone()]) if why else ""


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
    """Every game that accepting everything leaves out: proposals that this user does not sign, then games with nothing
    to sign that wait for another reading of a line that was typed over, as posting does.

    `unlooked`, `typed` and `related` are as in `accept`: without them, games not read again or for a third checker are
    left too.
    """
    typed_over = find_typed_over(event_sheet.crosscheck)
    unread = {game: find_unlooked(event_sheet.crosscheck, game, readings) for game in differing_games(event_sheet)}
    mine: Mapping[Place, Instead] = {}
    if user and not typed:
        places = [(seat, game.game) for game, seats in unread.items() for seat in seats]
        mine = own_typing(event_sheet, places, Actor.of_user(user))
    skipped = []
    for game, waiting in unread.items():
        if game.state is not State.PROPOSED:
            continue
        own = [event_sheet.entries[seat] for seat in game.seats if is_own(user, event_sheet.entries[seat])]
        if over := tuple(seat for seat in game.seats if (seat, game.game) in typed_over):
            why = "line_typed_over", crosscheck_words.typed_over(over, game.game)
        elif own:
            why = "own_card", own_card(user, own[0])
        elif vouched := tuple(seat for seat in waiting if (seat, game.game) in mine):
            why = "not_looked", crosscheck_words.own_typing(vouched, game.game, mine[vouched[0], game.game].signers)
        elif waiting and not unlooked:
            why = "not_looked", crosscheck_words.not_looked(waiting, game.game)
        elif not related and (message := why_related(event_sheet, game, relatives)):
            why = "related", message
        else:
            continue
        skipped.append(SkippedGame(discrepancy_id(game), game.game, game.seats, *why))
    return (*skipped, *find_waiting_unsigned(event_sheet))


def find_waiting_unsigned(event_sheet: Sheet) -> Iterator[SkippedGame]:
    """Games with nothing to sign (the cards stand as they are, or agree now) that wait because a line was typed over
    while they differed."""
    seats_of: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for (seat, number), other in find_to_read_first(event_sheet.crosscheck).items():
        pair = (seat,) if other is None else tuple(sorted((seat, other), key=seat_order))
        seats_of.setdefault((number, pair), []).append(seat)
    for (number, pair), over in seats_of.items():
        game = find_game(event_sheet, number, (pair[0], pair[1])) if len(pair) > 1 else None
        if game is not None and game.state is State.PROPOSED:
            continue
        name = discrepancy_id(game) if game is not None else None
        yield SkippedGame(name, number, pair, "line_typed_over", crosscheck_words.typed_over(over, number))
