"""Whom to tell what corrections did to them, each with the lines of both cards as evidence (12.2.i)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.ink import Columns, columns
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import ComparedGame, Move, State
from scorecards.sheet.rules.line import Line, game_points
from scorecards.sheet.rules.looks import Place, Reading, find_unlooked
from scorecards.standings import words as standings_words
from scorecards.standings.reads.informed import Informed, informed, move_name, moves
from tournaments.access import is_own
from tournaments.models import User


@dataclass(frozen=True, slots=True)
class EvidenceCard:
    """One of the two cards of a corrected game: as written, and as it stands."""

    seat: str
    name: str
    opponent: str
    has_line: bool
    ink: Columns


@dataclass(frozen=True, slots=True)
class Evidence:
    """One corrected game, with both cards, and why it is evidence; `initials` are empty while it is only proposed.

    `own`: the player to tell played it. `unread` are the cards whose line must be read again first; until then neither
    line is shown.
    """

    game: int
    own: bool
    why: str
    cards: tuple[EvidenceCard, ...]
    rules: tuple[tuple[str, str], ...]
    initials: str
    reason: str
    proposed: bool
    unread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToInform:
    """One player: what corrections did to them, the evidence, and who told them when. `others`: only other cards
    changed.

    `settled` once every card is in and every correction in the evidence is signed. Nobody is told before that.
    """

    seat: str
    name: str
    sentence: str
    move: str
    evidence: tuple[Evidence, ...]
    others: bool
    told: Informed | None
    told_otherwise: Informed | None
    own: bool
    settled: bool

    @property
    def discrepancies(self) -> list[str]:
        """The names of the corrected games in the evidence."""
        return [f"{evidence.game}-{evidence.cards[0].seat}-{evidence.cards[1].seat}" for evidence in self.evidence]


def to_inform(event_sheet: Sheet, user: User | None) -> tuple[ToInform, ...]:
    """Everybody to tell, in the order of the standings, people already told included."""
    known = informed(event_sheet.event)
    corrected = [game for game in event_sheet.crosscheck.games if _is_corrected(game)]
    readings = looks_reads.readings(event_sheet.event)
    return tuple(
        _block(event_sheet, move, corrected, known.get(move.seat), user, readings) for move in moves(event_sheet)
    )


def _is_corrected(game: ComparedGame) -> bool:
    states = (State.PROPOSED, State.ACCEPTED, State.OVERRIDDEN)
    return game.state in states and game.resolved is not None and game.resolved != game.recorded


def _block(
    event_sheet: Sheet,
    move: Move,
    corrected: Sequence[ComparedGame],
    known: Informed | None,
    user: User | None,
    readings: Mapping[Place, Sequence[Reading]],
) -> ToInform:
    own = [game for game in corrected if move.seat in game.seats]
    others = not own
    # A player may have moved because of corrections to players whom they passed, too.
    passed = _passed(event_sheet, move) or (_moved(event_sheet, move) if others else set())
    of_others = [game for game in corrected if game not in own and passed & _shifts(game).keys()]
    telling = [game for game in of_others if any(_side(event_sheet, game, seat, move) for seat in passed)]
    games = [*own, *(telling if own or telling else of_others)]
    evidence = tuple(_evidence(event_sheet, game, move, passed, readings) for game in games)
    entry, name = event_sheet.entries[move.seat], move_name(move)
    is_told = known is not None and known.move == name
    return ToInform(
        seat=move.seat,
        name=entry.name,
        sentence=sheet_words.shift(entry.name, move.before, move.after, move.status_before, move.status_after),
        move=name,
        evidence=evidence,
        others=others,
        told=known if is_told else None,
        told_otherwise=known if known is not None and not is_told else None,
        own=is_own(user, entry),
        settled=event_sheet.crosscheck.complete and not any(piece.proposed for piece in evidence),
    )


def _passed(event_sheet: Sheet, move: Move) -> set[str]:
    """The players whom this player passed, or who passed them."""
    return {
        other.seat
        for other in event_sheet.crosscheck.moved
        if other.seat != move.seat and (other.before.rank < move.before.rank) != (other.after.rank < move.after.rank)
    }


def _moved(event_sheet: Sheet, move: Move) -> set[str]:
    """Everybody else who moved."""
    return {other.seat for other in event_sheet.crosscheck.moved if other.seat != move.seat}


def _shifts(game: ComparedGame) -> dict[str, tuple[Line | None, Line | None]]:
    """The cards with red ink in this game: the line as recorded and as it stands, by seat."""
    stands = game.resolved or game.recorded
    both = zip(game.seats, zip(game.recorded, stands, strict=True), strict=True)
    return {seat: (was, line) for seat, (was, line) in both if was != line}


def _why(event_sheet: Sheet, game: ComparedGame, move: Move, passed: Set[str]) -> str:
    """Why this game is evidence for the moved player: its effect on their card, or on players whom they passed."""
    shifts = _shifts(game)
    sentences = []
    if move.seat in game.seats and move.seat not in shifts:
        sentences.append(standings_words.not_corrected(move.seat))
    for seat, (was, line) in shifts.items():
        side = _side(event_sheet, game, seat, move) if seat in passed else ""
        sentences.append(standings_words.did_here(seat, *_gain(was, line), side, move.seat))
    return " ".join(sentences)


def _side(event_sheet: Sheet, game: ComparedGame, seat: str, move: Move) -> str:
    """Whether a game put this seat `behind` or `before` the moved player, by points taken or given; else empty."""
    other = next((candidate for candidate in event_sheet.crosscheck.moved if candidate.seat == seat), None)
    shift = _shifts(game).get(seat)
    if other is None or shift is None:
        return ""
    was_before, is_before = other.before.rank < move.before.rank, other.after.rank < move.after.rank
    if was_before == is_before:
        return ""
    gain = _gain(*shift)
    if is_before:
        return "before" if gain > (0, 0) else ""
    return "behind" if gain < (0, 0) else ""


def _gain(was: Line | None, line: Line | None) -> tuple[int, int]:
    """What the correction of a line gained in game points and spread; negative where it lost some."""
    return _worth(line)[0] - _worth(was)[0], _worth(line)[1] - _worth(was)[1]


def _worth(line: Line | None) -> tuple[int, int]:
    if line is None:
        return 0, 0
    points = line.points or 0
    counted = game_points(line.plus) if points and line.plus is not None else points
    return counted, (line.plus or 0) - (line.minus or 0)


def _evidence(
    event_sheet: Sheet, game: ComparedGame, move: Move, passed: Set[str], readings: Mapping[Place, Sequence[Reading]]
) -> Evidence:
    row = event_sheet.decisions.get(game.decision) if game.decision else None
    stands = game.resolved or game.recorded
    return Evidence(
        game=game.game,
        own=move.seat in game.seats,
        why=_why(event_sheet, game, move, passed),
        cards=tuple(
            _card(event_sheet, seat, recorded, line)
            for seat, recorded, line in zip(game.seats, game.recorded, stands, strict=True)
        ),
        rules=sheet_words.basis(game, event_sheet.event.edition),
        initials=row.initials if row else "",
        reason=row.reason if row else "",
        proposed=game.state is State.PROPOSED,
        unread=find_unlooked(event_sheet.crosscheck, game, readings),
    )


def _card(event_sheet: Sheet, seat: str, recorded: Line | None, stands: Line | None) -> EvidenceCard:
    opponent = recorded.opponent if recorded is not None else None
    return EvidenceCard(
        seat, event_sheet.entries[seat].name, opponent or "", recorded is not None, columns(recorded, stands)
    )
