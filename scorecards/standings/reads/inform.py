"""The players to tell what corrections did to them, each with the lines of both cards as evidence (12.2.i)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.ink import Columns, columns
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import ComparedGame, Move, State
from scorecards.sheet.rules.line import Line, counted_points
from scorecards.sheet.rules.looks import Place, Reading, find_unlooked
from scorecards.standings import words as standings_words
from scorecards.standings.reads.informed import Informed, informed, move_name, moves
from tournaments.access import is_own
from tournaments.models import User
from tournaments.rules.skunk import Skunks


@dataclass(frozen=True, slots=True)
class EvidenceCard:
    """One of the two cards of a corrected game: in `ink` the line as written and as corrected."""

    seat: str
    name: str
    opponent: str
    has_line: bool
    ink: Columns


@dataclass(frozen=True, slots=True)
class Evidence:
    """One corrected game with both cards, and in `why` the reason that it is evidence.

    `own`: the player to tell played this game. `initials` are empty while the correction is only `proposed`. `unread`
    are the cards whose line must be read again first; until then neither line is shown.
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
    """One player to tell: what corrections did to them, and the evidence.

    `others`: corrections changed only the cards of other players. `told` is the note of who told the player this, and
    when. `told_otherwise` is a note that is out of date: the player was told something else. `own`: the player is the
    reader of the page. `settled`: every card is in and every correction in the evidence is signed. Nobody is told
    before that.
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
    """Everybody to tell, in the order of the standings, including players who were told already.

    `user` is the reader of the list.
    """
    notes = informed(event_sheet.event)
    corrected = [game for game in event_sheet.crosscheck.games if _is_corrected(game)]
    readings = readings_reads.readings(event_sheet.event)
    return tuple(
        _block(event_sheet, move, corrected, notes.get(move.seat), user, readings) for move in moves(event_sheet)
    )


def _is_corrected(game: ComparedGame) -> bool:
    """Whether a proposal or a decision changes a line of this game."""
    states = (State.PROPOSED, State.ACCEPTED, State.OVERRIDDEN)
    return game.state in states and game.resolved is not None and game.resolved != game.recorded


def _block(
    event_sheet: Sheet,
    move: Move,
    corrected: Sequence[ComparedGame],
    note: Informed | None,
    user: User | None,
    readings: Mapping[Place, Sequence[Reading]],
) -> ToInform:
    """What to tell this player. The evidence is their own corrected games, and corrections that moved others past them.

    For a player without either, any correction of a player who passed them, or else who moved at all, is evidence.
    """
    own_games = [game for game in corrected if move.seat in game.seats]
    # A player may have moved because of corrections to players whom they passed, too.
    passed_seats = _passed(event_sheet, move)
    if not passed_seats and not own_games:
        passed_seats = _moved(event_sheet, move)
    other_games = [game for game in corrected if game not in own_games and passed_seats & _shifts(game).keys()]
    deciding_games = [
        game for game in other_games if any(_side(event_sheet, game, seat, move) for seat in passed_seats)
    ]
    games = [*own_games, *(deciding_games if own_games or deciding_games else other_games)]
    evidence = tuple(_evidence(event_sheet, game, move, passed_seats, readings) for game in games)
    entry, name = event_sheet.entries[move.seat], move_name(move)
    is_told = note is not None and note.move == name
    return ToInform(
        seat=move.seat,
        name=entry.known_name,
        sentence=sheet_words.shift(entry.known_name, move.before, move.after, move.status_before, move.status_after),
        move=name,
        evidence=evidence,
        others=not own_games,
        told=note if is_told else None,
        told_otherwise=None if is_told else note,
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
    """The other players whom corrections moved."""
    return {other.seat for other in event_sheet.crosscheck.moved if other.seat != move.seat}


def _shifts(game: ComparedGame) -> dict[str, tuple[Line | None, Line | None]]:
    """The lines that red ink changes in this game, by seat: each as recorded and as corrected."""
    corrected = game.resolved or game.recorded
    lines_by_seat = zip(game.seats, game.recorded, corrected, strict=True)
    return {seat: (before, after) for seat, before, after in lines_by_seat if before != after}


def _why(event_sheet: Sheet, game: ComparedGame, move: Move, passed: Set[str]) -> str:
    """Say why this game is evidence for the moved player: its effect on their card, or on the `passed` seats."""
    shifts = _shifts(game)
    sentences = []
    if move.seat in game.seats and move.seat not in shifts:
        sentences.append(standings_words.not_corrected(move.seat))
    for seat, (before, after) in shifts.items():
        side = _side(event_sheet, game, seat, move) if seat in passed else ""
        sentences.append(
            standings_words.did_here(seat, *_gain(before, after, event_sheet.event.skunks), side, move.seat)
        )
    return " ".join(sentences)


def _side(event_sheet: Sheet, game: ComparedGame, seat: str, move: Move) -> str:
    """Whether the correction of a game put this seat `behind` or `before` the moved player.

    The result is empty if the two did not change their order, or if the correction of this seat's line works against
    that change.
    """
    other = next((candidate for candidate in event_sheet.crosscheck.moved if candidate.seat == seat), None)
    shift = _shifts(game).get(seat)
    if other is None or shift is None:
        return ""
    was_before, is_before = other.before.rank < move.before.rank, other.after.rank < move.after.rank
    if was_before == is_before:
        return ""
    gain = _gain(*shift, event_sheet.event.skunks)
    if is_before:
        return "before" if gain > (0, 0) else ""
    return "behind" if gain < (0, 0) else ""


def _gain(before: Line | None, after: Line | None, skunks: Skunks) -> tuple[int, int]:
    """The game points and the spread that the correction of a line gained; negative for a loss."""
    points_before, spread_before = _worth(before, skunks)
    points_after, spread_after = _worth(after, skunks)
    return points_after - points_before, spread_after - spread_before


def _worth(line: Line | None, skunks: Skunks) -> tuple[int, int]:
    """The game points and the spread of a line. The plus column of a win, if any, decides its game points."""
    if line is None:
        return 0, 0
    return counted_points(line, skunks), (line.plus or 0) - (line.minus or 0)


def _evidence(
    event_sheet: Sheet, game: ComparedGame, move: Move, passed: Set[str], readings: Mapping[Place, Sequence[Reading]]
) -> Evidence:
    """One corrected game as evidence for this player's move, with both cards and the rules."""
    row = event_sheet.decisions.get(game.decision) if game.decision else None
    corrected = game.resolved or game.recorded
    return Evidence(
        game=game.game,
        own=move.seat in game.seats,
        why=_why(event_sheet, game, move, passed),
        cards=tuple(
            _card(event_sheet, seat, recorded_line, corrected_line)
            for seat, recorded_line, corrected_line in zip(game.seats, game.recorded, corrected, strict=True)
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
        seat, event_sheet.entries[seat].known_name, opponent or "", recorded is not None, columns(recorded, stands)
    )
