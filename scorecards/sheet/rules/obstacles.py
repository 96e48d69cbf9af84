"""What blocks posting the qualifiers: cards, referrals, corrections and ties that could matter.

Unsettled games that could not matter are *left over*: posting closes them unchanged.

When a referral or a correction could matter is a choice of ours, because the rulebook is silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, Lines, State, with_lines
from scorecards.sheet.rules.line import LARGEST_SPREAD, SKUNK_POINTS, Line
from scorecards.sheet.rules.looks import Place, Reading, Wanted, find_to_read_first, find_typed_over, find_wanted
from scorecards.sheet.rules.ranking import is_of_the_acc, tied_groups
from scorecards.sheet.rules.tally import Card, tally, tally_lines
from tournaments.rules.finding import Finding
from tournaments.rules.seat import seat_order


@dataclass(frozen=True, slots=True)
class _OpenItem:
    """Something unsettled in one game: its finding, its seats, and the best line that it could still give each card.

    `best` is by seat, and has only lines that would raise the total of their card.
    """

    finding: Finding
    seats: tuple[str, ...]
    best: Mapping[str, Line]
    game: int


def find_posting_obstacles(
    result: CrossCheck, *, every_place_counts: bool = False, not_typed: Mapping[Place, str] = MappingProxyType({})
) -> tuple[Finding, ...]:
    """Everything that blocks posting the qualifiers (rule 13.2.a, guidelines 1.e, 7 and 13).

    - `card_missing`: a card is missing;
    - `ladder_result_missing`: instead of it on a ladder, a team has no result of a game;
    - `tie_unbroken`: a tie touches a qualifying place or the line.

    These items block posting only if they could matter:

    - `referral_open`: a referral is open;
    - `result_unsettled`: results contradict each other in an event that records no spread;
    - `line_not_typed`: instead of these two, one of the two lines is not typed (`not_typed`, from `looks.find_not_typed`);
    - `correction_uninitialled`: a correction has no initials;
    - `line_names_nobody`: a line names nobody;
    - `line_typed_over`: a line was typed over while its game differed, and nobody has read it since.

    An item could matter (a choice of ours) if it is on an apparent qualifier's card. It could also matter if all open
    items together could bring one of its cards to the line. With `every_place_counts`, as on a ladder, each could matter.
    """
    missing = [_missing(result.cards[seat], by_game=every_place_counts) for seat in result.missing]
    items = tuple(_open_items(result, not_typed))
    reaching = _reaching(result, items)
    qualifiers = frozenset(result.apparent_qualifiers)
    matters = [
        item.finding
        for item in items
        if every_place_counts or qualifiers & set(item.seats) or any(seat in reaching for seat in item.best)
    ]
    ties = [
        Finding(
            "tie_unbroken",
            "standings",
            (("rank", group[0].rank), ("seats", ", ".join(place.seat for place in group))),
        )
        for group in tied_groups(result.places)
        if group[0].rank <= result.quota
    ]
    return (*missing, *matters, *ties)


def _missing(card: Card, *, by_game: bool) -> Finding:
    """That a card is missing; `by_game`, as on a ladder, the first game that a team has played without a result."""
    games = sorted(card.counted_games - {line.game for line in card.lines})
    if by_game and games:
        return Finding("ladder_result_missing", f"scorecards.{card.seat}", (("seat", card.seat), ("game", games[0])))
    return Finding("card_missing", f"scorecards.{card.seat}", (("seat", card.seat), *_left_after(card)))


def _left_after(card: Card) -> tuple[tuple[str, int], ...]:
    """The value `left_after` for a finding: the last game of a withdrawn player, 0 if unknown; empty for others."""
    return (("left_after", card.left_after or 0),) if card.withdrawn else ()


def find_waiting(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Wanted, ...]:
    """Every line that must be read again: lines that could matter come first, then all are in order of seat and game.

    A line could matter as in `find_posting_obstacles`, with the unread lines as further open items.
    """
    lines_to_read, open_places = find_wanted(result, readings), _open_places(result)
    unread_items = (
        _line_item(result, _unread(line), line.other)
        for line in lines_to_read
        if line.other is not None and (line.seat, line.game) not in open_places
    )
    reaching = _reaching(result, (*_open_items(result), *unread_items))
    marked_lines = (
        replace(line, matters=line.matters or bool(reaching & {line.seat, line.other})) for line in lines_to_read
    )
    return tuple(sorted(marked_lines, key=lambda line: (not line.matters, seat_order(line.seat), line.game)))


def find_unread(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Finding, ...]:
    """A finding `line_unread` for each line that differs from the other card, could matter, and was not read again.

    The typed line may be a typist's slip, and rule 12.2 applies to the papers alone. Somebody with both papers at hand
    may post all the same. Lines for which posting waits in any case are left out.
    """
    blocking_places = find_typed_over(result).keys() | _open_places(result)
    return tuple(
        _unread(line)
        for line in find_waiting(result, readings)
        if line.matters and line.other is not None and (line.seat, line.game) not in blocking_places
    )


def find_undecided(lines: Iterable[Place]) -> tuple[Finding, ...]:
    """A finding `phone_differs` for each of these lines, on which card and phone differ and nobody has decided.

    Such findings exist only in events with phones instead of paper. They are ours, as the rulebook knows no phones. They
    block posting even if the line could not matter, because neither version is the card yet.
    """
    return tuple(
        Finding("phone_differs", f"scorecards.{seat}.lines.{game}", (("seat", seat), ("game", game)))
        for seat, game in lines
    )


def _unread(line: Wanted) -> Finding:
    field = f"scorecards.{line.seat}.lines.{line.game}"
    return Finding("line_unread", field, (("seat", line.seat), ("game", line.game)))


@dataclass(frozen=True, slots=True)
class Leftover:
    """The unsettled games that change no qualifier.

    `unruled` games are left open by the rules: once the qualifiers are posted, they stand as recorded on both cards.
    `untyped` games are left open too, but one of their lines is not typed.
    `unsigned` games are corrected without initials: they then stand as proposed.
    """

    unruled: tuple[ComparedGame, ...]
    untyped: tuple[ComparedGame, ...]
    unsigned: tuple[ComparedGame, ...]


def find_leftover(
    result: CrossCheck, obstacles: Iterable[Finding], not_typed: Mapping[Place, str] = MappingProxyType({})
) -> Leftover:
    """The unsettled games for which posting does not wait: those without an obstacle (13.2.a)."""
    blocking_fields = {finding.field for finding in obstacles}
    unblocked_games = [game for game in result.games if blocking_fields.isdisjoint(_fields_of(game))]
    open_games = [game for game in unblocked_games if game.state is State.OPEN]
    untyped = tuple(game for game in open_games if _not_typed(game, not_typed))
    return Leftover(
        unruled=tuple(game for game in open_games if game not in untyped),
        untyped=untyped,
        unsigned=tuple(game for game in unblocked_games if game.state is State.PROPOSED),
    )


def _field_of(game: ComparedGame) -> str:
    return f"discrepancies.{game.game}-{game.seats[0]}-{game.seats[1]}"


def _fields_of(game: ComparedGame) -> set[str]:
    """The fields by which obstacles name this game or one of its two lines."""
    return {_field_of(game), *(f"scorecards.{seat}.lines.{game.game}" for seat in game.seats)}


def _open_items(result: CrossCheck, not_typed: Mapping[Place, str] = MappingProxyType({})) -> Iterator[_OpenItem]:
    """Everything that is open: lines typed over, open games, corrections without initials, and lines that name nobody."""
    yield from _typed_over(result)
    typed_over = find_typed_over(result)
    for game in result.games:
        if game.state not in (State.OPEN, State.PROPOSED):
            continue
        # Nobody may accept the correction before the line is read again, so the unread line is the obstacle.
        if game.state is State.PROPOSED and any((seat, game.game) in typed_over for seat in game.seats):
            continue
        name = _field_of(game)
        values = (("game", game.game), ("first", game.seats[0]), ("second", game.seats[1]))
        if game.state is State.OPEN:
            finding = _not_typed(game, not_typed) or Finding(
                "result_unsettled" if game.is_unsettled else "referral_open", name, values
            )
            best: Lines = (
                _largest_win(result, game.game, game.seats[1]),
                _largest_win(result, game.game, game.seats[0]),
            )
        else:
            finding = Finding("correction_uninitialled", name, values)
            best = game.recorded
        yield _OpenItem(finding, game.seats, _raising(result, game.seats, best), game.game)
    for seat, number in result.unnamed:
        finding = Finding("line_names_nobody", f"scorecards.{seat}.lines.{number}", (("seat", seat), ("game", number)))
        best = (_largest_win(result, number, None), None)
        yield _OpenItem(finding, (seat,), _raising(result, (seat, seat), best), number)


def _not_typed(game: ComparedGame, not_typed: Mapping[Place, str]) -> Finding | None:
    """That the line of this open game is not typed on one of its two cards; None if it is typed on both."""
    for seat in game.seats:
        if (other := not_typed.get((seat, game.game))) is not None:
            field = f"scorecards.{seat}.lines.{game.game}"
            return Finding("line_not_typed", field, (("seat", seat), ("game", game.game), ("other", other)))
    return None


def _typed_over(result: CrossCheck) -> Iterator[_OpenItem]:
    """The lines that were typed over and not read since, except in open games.

    The paper may have anything for such a line, and the other card is compared with that.
    """
    for (seat, number), other in find_to_read_first(result).items():
        field = f"scorecards.{seat}.lines.{number}"
        finding = Finding("line_typed_over", field, (("seat", seat), ("game", number)))
        yield _line_item(result, finding, other)


def _open_places(result: CrossCheck) -> Set[Place]:
    """The lines of games with an open correction or referral."""
    return {
        (seat, game.game) for game in result.games if game.state in (State.OPEN, State.PROPOSED) for seat in game.seats
    }


def _line_item(result: CrossCheck, finding: Finding, other: str | None) -> _OpenItem:
    """The open item of a line for which the paper may have anything; `other` is the seat of the other card, if any."""
    seat, number = str(finding["seat"]), int(finding["game"])
    seats = (seat, other or seat)
    best = (_largest_win(result, number, other), _largest_win(result, number, seat) if other else None)
    return _OpenItem(finding, seats, _raising(result, seats, best), number)


def _largest_win(result: CrossCheck, game: int, opponent: str | None) -> Line:
    return Line(game, opponent, SKUNK_POINTS, LARGEST_SPREAD if result.records_spread else None, None)


def _raising(result: CrossCheck, seats: tuple[str, str], lines: Lines) -> Mapping[str, Line]:
    """Those of the two lines, by seat, that would raise the total of their card."""
    raising = {}
    for seat, line in zip(seats, lines, strict=True):
        if line is not None:
            card = result.standing_cards[seat]
            if not is_of_the_acc(result.chain) or tally(with_lines(card, {line.game: line})).key > tally(card).key:
                raising[seat] = line
    return raising


def _reaching(result: CrossCheck, items: Sequence[_OpenItem]) -> frozenset[str]:
    """The ranked seats that all their open items together could bring to the last qualifying place, or above it.

    If another chain than the ACC's ranks the cards, these are all ranked seats with open items.
    """
    if not 0 < result.quota <= len(result.places):
        return frozenset()
    last_key = result.places[result.quota - 1].tally.key
    best_lines: dict[str, dict[int, Line]] = {}
    for item in items:
        for seat, line in item.best.items():
            lines = best_lines.setdefault(seat, {})
            lines[item.game] = max(
                line,
                lines.get(item.game, line),
                key=lambda one_line: tally_lines((one_line,), result.skunks).key,
            )
    return frozenset(
        seat
        for seat, lines in best_lines.items()
        if seat in result.statuses
        and (not is_of_the_acc(result.chain) or tally(with_lines(result.standing_cards[seat], lines)).key >= last_key)
    )
