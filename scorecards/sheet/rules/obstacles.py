"""What stands in the way of posting the qualifiers: cards, referrals, corrections and ties that could matter.

What is not settled and could not matter is *left over*: posting closes it as it is.

Ours, where the rulebook is silent: when a referral or a correction could matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, Lines, State, with_lines
from scorecards.sheet.rules.line import LARGEST_SPREAD, SKUNK_POINTS, Line
from scorecards.sheet.rules.looks import Place, Reading, Wanted, find_to_read_first, find_typed_over, find_wanted
from scorecards.sheet.rules.tally import Card, tally, tally_lines
from scorecards.sheet.rules.tiebreak import tied_groups
from tournaments.rules.finding import Finding
from tournaments.rules.seat import seat_order


@dataclass(frozen=True, slots=True)
class _OpenItem:
    """Something not settled: what to say of it, and the best that it could still make of each card's line."""

    finding: Finding
    seats: tuple[str, ...]
    best: Mapping[str, Line]
    game: int


def find_posting_obstacles(result: CrossCheck) -> tuple[Finding, ...]:
    """Find everything that stands in the way of posting qualifiers (rule 13.2.a, guidelines 1.e, 7 and 13).

    Cards that are missing (`card_missing`), open referrals (`referral_open`), results that contradict each other where no spread
    is recorded (`result_unsettled`), corrections without initials
    (`correction_uninitialled`), lines that name nobody (`line_names_nobody`) and lines that were typed over while their game
    differed and that nobody has read since (`line_typed_over`), each where it could matter, and ties
    that touch a qualifying place or the line (`tie_unbroken`). Could matter, a choice of ours: it is on an apparent
    qualifier's card, or the best that all open items together could make of one of its cards reaches the line.
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
    """After which game the player of this card left, 0 where that is not known; nothing where they play."""
    return (("left_after", card.left_after or 0),) if card.withdrawn else ()


def find_waiting(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Wanted, ...]:
    """Find every line that is to be read once more: what could matter as above first, then in seat order, as the cards lie."""
    wanted, open_places = find_wanted(result, readings), _open_places(result)
    unread = (
        _line_item(result, _unread(one), one.other)
        for one in wanted
        if one.other is not None and (one.seat, one.game) not in open_places
    )
    reaching = _reaching(result, (*_open_items(result), *unread))
    found = (replace(one, matters=one.matters or bool(reaching & {one.seat, one.other})) for one in wanted)
    return tuple(sorted(found, key=lambda one: (not one.matters, seat_order(one.seat), one.game)))


def find_unread(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Finding, ...]:
    """Find the lines that nobody read again though the two cards differ, and that could matter as above (`line_unread`).

    What is typed there may be a typist's slip, and rule 12.2 is for what the papers truly say. Whoever has both papers in
    hand may post all the same. Lines that posting waits for in any case are not among them.
    """
    waited_for = find_typed_over(result).keys() | _open_places(result)
    return tuple(
        _unread(one)
        for one in find_waiting(result, readings)
        if one.matters and one.other is not None and (one.seat, one.game) not in waited_for
    )


def find_undecided(lines: Iterable[Place]) -> tuple[Finding, ...]:
    """Find what stands in the way where phones stand instead of paper and a card says something else than its player told:
    each of these lines, until somebody has decided which of the two stands (`phone_differs`).

    Ours, as the rulebook knows no phones. It does not ask whether the line could matter: neither of the two is the card yet.
    """
    return tuple(
        Finding("phone_differs", f"scorecards.{seat}.lines.{game}", (("seat", seat), ("game", game)))
        for seat, game in lines
    )


def _unread(one: Wanted) -> Finding:
    field = f"scorecards.{one.seat}.lines.{one.game}"
    return Finding("line_unread", field, (("seat", one.seat), ("game", one.game)))


@dataclass(frozen=True, slots=True)
class Leftover:
    """The games that are not settled and change no qualifier: left open by the rules, and corrected without initials.

    Once the qualifiers are posted, the first stand on both cards as they are recorded, the second as they are proposed.
    """

    unruled: tuple[ComparedGame, ...]
    unsigned: tuple[ComparedGame, ...]


def find_leftover(result: CrossCheck, obstacles: Iterable[Finding]) -> Leftover:
    """Find the games that are not settled and that posting does not wait for: those that are not in `obstacles` (13.2.a)."""
    blocking = {finding.field for finding in obstacles}
    free = [game for game in result.games if blocking.isdisjoint(_fields_of(game))]
    return Leftover(
        unruled=tuple(game for game in free if game.state is State.OPEN),
        unsigned=tuple(game for game in free if game.state is State.PROPOSED),
    )


def _field_of(game: ComparedGame) -> str:
    return f"discrepancies.{game.game}-{game.seats[0]}-{game.seats[1]}"


def _fields_of(game: ComparedGame) -> set[str]:
    """How what stands in the way names this game, or one of its two lines."""
    return {_field_of(game), *(f"scorecards.{seat}.lines.{game.game}" for seat in game.seats)}


def _open_items(result: CrossCheck) -> Iterator[_OpenItem]:
    """The open items, each with those lines alone that would raise their card's total."""
    yield from _typed_over(result)
    typed_over = find_typed_over(result)
    for game in result.games:
        if game.state not in (State.OPEN, State.PROPOSED):
            continue
        # Nobody may accept it before the line is read again: that is what stands in the way.
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
    """The lines that were typed over and not read since, where their game is not with the head judge anyway.

    Such a line may say anything on the paper, and then the other card is compared with that.
    """
    for (seat, number), other in find_to_read_first(result).items():
        field = f"scorecards.{seat}.lines.{number}"
        finding = Finding("line_typed_over", field, (("seat", seat), ("game", number)))
        yield _line_item(result, finding, other)


def _open_places(result: CrossCheck) -> Set[Place]:
    """The lines of the games whose correction or referral is open."""
    return {
        (seat, game.game) for game in result.games if game.state in (State.OPEN, State.PROPOSED) for seat in game.seats
    }


def _line_item(result: CrossCheck, finding: Finding, other: str | None) -> _OpenItem:
    """A line that may say anything on the paper, with the card it is compared with."""
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
            if tally(with_lines(card, {line.game: line})).key > tally(card).key:
                raising[seat] = line
    return raising


def _reaching(result: CrossCheck, items: Sequence[_OpenItem]) -> frozenset[str]:
    """The ranked seats that all their open items together could bring level with the line, or above it."""
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
        if seat in result.statuses and tally(with_lines(result.standing_cards[seat], lines)).key >= lowest
    )
