"""What blocks posting the qualifiers: cards, referrals, corrections and ties that could matter.

Unsettled games that could not matter are *left over*: posting closes them as they are.

Ours, where the rulebook is silent: when a referral or a correction could matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, Lines, State, with_lines
from scorecards.sheet.rules.line import LARGEST_SPREAD, SKUNK_POINTS, Line
from scorecards.sheet.rules.looks import Place, Reading, Wanted, find_to_read_first, find_typed_over, find_wanted
from scorecards.sheet.rules.ranking import is_of_the_acc, tied_groups
from scorecards.sheet.rules.tally import Card, tally, tally_lines
from tournaments.rules.finding import Finding
from tournaments.rules.seat import seat_order


@dataclass(frozen=True, slots=True)
class _OpenItem:
    """Something unsettled: its finding, and the best line it could still give each card."""

    finding: Finding
    seats: tuple[str, ...]
    best: Mapping[str, Line]
    game: int


def find_posting_obstacles(result: CrossCheck) -> tuple[Finding, ...]:
    """Everything that blocks posting the qualifiers (rule 13.2.a, guidelines 1.e, 7 and 13).

    Cards that are missing (`card_missing`). Where they could matter: open referrals (`referral_open`), contradicting
    results where no spread is recorded (`result_unsettled`), corrections without initials (`correction_uninitialled`),
    lines that name nobody (`line_names_nobody`), and lines typed over while their game differed and unread since
    (`line_typed_over`). Ties that touch a qualifying place or the line (`tie_unbroken`). An item could matter (a choice
    of ours) where it is on an apparent qualifier's card, or where the best that all open items together could make of
    one of its cards reaches the line.
    """
    missing = [
        Finding("card_missing", f"scorecards.{seat}", (("seat", seat), *_left(card)))
        for seat, card in ((seat, result.cards[seat]) for seat in result.missing)
    ]
    items = tuple(_open_items(result))
    reaching = _reaching(result, items)
    qualifiers = frozenset(result.apparent_qualifiers)
    matters = [
        item.finding for item in items if qualifiers & set(item.seats) or any(seat in reaching for seat in item.best)
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


def _left(card: Card) -> tuple[tuple[str, int], ...]:
    """After which game this card's player left, 0 where unknown; empty where they play."""
    return (("left_after", card.left_after or 0),) if card.withdrawn else ()


def find_waiting(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Wanted, ...]:
    """Every line that must be read again: those that could matter as above first, then in seat order, as the cards lie."""
    lines_to_read, open_places = find_wanted(result, readings), _open_places(result)
    unread = (
        _line_item(result, _unread(line), line.other)
        for line in lines_to_read
        if line.other is not None and (line.seat, line.game) not in open_places
    )
    reaching = _reaching(result, (*_open_items(result), *unread))
    marked = (replace(line, matters=line.matters or bool(reaching & {line.seat, line.other})) for line in lines_to_read)
    return tuple(sorted(marked, key=lambda line: (not line.matters, seat_order(line.seat), line.game)))


def find_unread(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Finding, ...]:
    """The lines that nobody read again though the two cards differ, and that could matter as above (`line_unread`).

    What is typed may be a typist's slip, and rule 12.2 is for what the papers truly say. Somebody with both papers at
    hand may post all the same. Lines that posting waits for in any case are left out.
    """
    waited_for = find_typed_over(result).keys() | _open_places(result)
    return tuple(
        _unread(line)
        for line in find_waiting(result, readings)
        if line.matters and line.other is not None and (line.seat, line.game) not in waited_for
    )


def find_undecided(lines: Iterable[Place]) -> tuple[Finding, ...]:
    """An obstacle for each of these lines on which card and phone differ, until somebody decides between the two
    (`phone_differs`), for events in which phones stand instead of paper.

    Ours, as the rulebook knows no phones. It does not matter whether the line could matter: neither version is the card
    yet.
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
    """The unsettled games that change no qualifier: left open by the rules, and corrected without initials.

    Once the qualifiers are posted, the first stand as recorded on both cards, the second as proposed.
    """

    unruled: tuple[ComparedGame, ...]
    unsigned: tuple[ComparedGame, ...]


def find_leftover(result: CrossCheck, obstacles: Iterable[Finding]) -> Leftover:
    """The unsettled games that posting does not wait for: those without an obstacle (13.2.a)."""
    blocking = {finding.field for finding in obstacles}
    free = [game for game in result.games if blocking.isdisjoint(_fields_of(game))]
    return Leftover(
        unruled=tuple(game for game in free if game.state is State.OPEN),
        unsigned=tuple(game for game in free if game.state is State.PROPOSED),
    )


def _field_of(game: ComparedGame) -> str:
    return f"discrepancies.{game.game}-{game.seats[0]}-{game.seats[1]}"


def _fields_of(game: ComparedGame) -> set[str]:
    """The fields by which obstacles name this game or one of its two lines."""
    return {_field_of(game), *(f"scorecards.{seat}.lines.{game.game}" for seat in game.seats)}


def _open_items(result: CrossCheck) -> Iterator[_OpenItem]:
    """The open items, each with only those lines that would raise their card's total."""
    yield from _typed_over(result)
    typed_over = find_typed_over(result)
    for game in result.games:
        if game.state not in (State.OPEN, State.PROPOSED):
            continue
        # Nobody may accept it before the line is read again, so the unread line is the obstacle.
        if game.state is State.PROPOSED and any((seat, game.game) in typed_over for seat in game.seats):
            continue
        name = _field_of(game)
        values = (("game", game.game), ("first", game.seats[0]), ("second", game.seats[1]))
        if game.state is State.OPEN:
            finding = (
                Finding("result_unsettled", name, values)
                if game.is_unsettled
                else Finding("referral_open", name, values)
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


def _typed_over(result: CrossCheck) -> Iterator[_OpenItem]:
    """The lines typed over and unread since, except in games that are with the head judge anyway.

    The paper may say anything for such a line, and the other card is compared with that.
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
    """A line for which the paper may say anything, with the card that it is compared with."""
    seat, number = str(finding["seat"]), int(finding["game"])
    seats = (seat, other or seat)
    best = (_largest_win(result, number, other), _largest_win(result, number, seat) if other else None)
    return _OpenItem(finding, seats, _raising(result, seats, best), number)


def _largest_win(result: CrossCheck, game: int, opponent: str | None) -> Line:
    return Line(game, opponent, SKUNK_POINTS, LARGEST_SPREAD if result.records_spread else None, None)


def _raising(result: CrossCheck, seats: tuple[str, str], lines: Lines) -> Mapping[str, Line]:
    raising = {}
    for seat, line in zip(seats, lines, strict=True):
        if line is not None:
            card = result.standing_cards[seat]
            if not is_of_the_acc(result.chain) or tally(with_lines(card, {line.game: line})).key > tally(card).key:
                raising[seat] = line
    return raising


def _reaching(result: CrossCheck, items: Sequence[_OpenItem]) -> frozenset[str]:
    """The ranked seats that all their open items together could bring level with the line, or above it; all of them
    where another chain than the ACC's ranks the cards."""
    if not 0 < result.quota <= len(result.places):
        return frozenset()
    lowest = result.places[result.quota - 1].tally.key
    best: dict[str, dict[int, Line]] = {}
    for item in items:
        for seat, raised in item.best.items():
            lines = best.setdefault(seat, {})
            lines[item.game] = max(raised, lines.get(item.game, raised), key=lambda line: tally_lines((line,)).key)
    return frozenset(
        seat
        for seat, lines in best.items()
        if seat in result.statuses
        and (not is_of_the_acc(result.chain) or tally(with_lines(result.standing_cards[seat], lines)).key >= lowest)
    )
