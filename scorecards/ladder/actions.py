"""Results of the ladder's games, and the next game."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.cards.actions.cards import WrittenLine, write_game
from scorecards.cards.actions.phone import forget_told
from scorecards.ladder import words as ladder_words
from scorecards.ladder.reads import LadderTable, Recorded, ladder_game, recorded_lines
from scorecards.models import Scorecard
from scorecards.sheet.actions import refuse_posted
from scorecards.sheet.rules.line import LOSS_POINTS, SKUNK_POINTS, WIN_POINTS
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.rows import change
from tournaments.day.actions.ladder import begin_ladder
from tournaments.day.reads.ladder import as_stored
from tournaments.errors import Fault, Malformed, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.rotation.rules.ladder import Top
from tournaments.rotation.rules.ladder import next_game as following_game


@transaction.atomic
def record_result(*, event: Event, game: int, table: int, winner: str, points: int, actor: Actor) -> bool:
    """Record who won at a table of the newest game; return whether that is new.

    It writes the game on both teams' cards, without a spread. `points` are 2, or 3 for a skunk. Raises Malformed
    (`table`, `winner`, `points`), Forbidden (`own_card`), Refused: `movement` (no ladder), `not_seated`, `posted`,
    `over` (an earlier game), `not_begun` (a later one), `exists` (another result is recorded), `differs` (a card that is
    typed says something else).
    """
    event = Event.objects.locked(event)
    _refuse_without_ladder(event)
    _refuse_other_game(event, game)
    at_table = _table(event, game, table)
    raise_malformed(_faults(at_table, winner, points))
    refuse_own_card(actor, at_table.teams)
    if (at_table.winner, at_table.points) == (winner, points):
        return False
    if at_table.winner is not None and at_table.points is not None:
        message = ladder_words.has_result(table, at_table.winner, at_table.points)
        raise Refused("exists", message, faults=[Fault("table", "exists", message)])
    _write(event, game, at_table, (winner, points), actor, known=recorded_lines(event, game))
    return True


@transaction.atomic
def take_back_result(*, event: Event, game: int, table: int, actor: Actor) -> bool:
    """Take back what the cards have of a table in the newest game, also where they differ; return whether they had any.

    Raises Malformed (`table`), Forbidden (`own_card`), Refused: `movement`, `not_seated`, `posted`, `over`,
    `not_begun`.
    """
    event = Event.objects.locked(event)
    _refuse_without_ladder(event)
    _refuse_other_game(event, game)
    at_table = _table(event, game, table)
    refuse_own_card(actor, at_table.teams)
    if not at_table.is_begun:
        return False
    _write(event, game, at_table, None, actor)
    # What both phones told led to it: they tell the game anew.
    forget_told(event=event, game=game, entries=at_table.teams, actor=actor)
    return True


@transaction.atomic
def correct_result(*, event: Event, game: int, table: int, winner: str, points: int, reason: str, actor: Actor) -> bool:
    """Correct a result of any game that is set up; return whether anything changed. Seats already played stay.

    Raises Malformed (`table`, `winner`, `points`, `reason`), Forbidden (`own_card`), Refused: `movement`, `not_seated`,
    `posted`, `not_begun`, `differs` (the cards do not agree: the cross-check settles that).
    """
    event = Event.objects.locked(event)
    _refuse_without_ladder(event)
    games = begin_ladder(event)
    if not 1 <= game <= len(games):
        message = ladder_words.not_begun(game, len(games))
        raise Refused("not_begun", message, faults=[Fault("game", "not_begun", message)])
    at_table = _table(event, game, table)
    raise_malformed([*_faults(at_table, winner, points), *text_faults("reason", reason, MAX_REASON, required=True)])
    refuse_own_card(actor, at_table.teams)
    if at_table.differs:
        message = ladder_words.cards_differ(table, at_table.seats)
        raise Refused("differs", message, faults=[Fault("table", "differs", message)])
    if (at_table.winner, at_table.points) == (winner, points):
        return False
    # A result on both cards is what is corrected; a line on one card alone is somebody's paper.
    known = recorded_lines(event, game) if at_table.winner is None else None
    _write(event, game, at_table, (winner, points), actor, known=known, reason=reason)
    return True


@transaction.atomic
def record_removal(*, event: Event, seat: str, game: int, reason: str, actor: Actor) -> None:
    """Record the game in progress of a team removed from play as won by the other team (rule 11.4.b, 2020).

    A win by ten is no skunk: 2 points. Raises Malformed (`game`: the team sits out), Forbidden (`own_card`), Refused:
    `movement`, `not_seated`, `posted`, `over`, `not_begun`, `exists` (the game has its result), `differs` (a card that
    is typed says something else).
    """
    event = Event.objects.locked(event)
    _refuse_without_ladder(event)
    _refuse_other_game(event, game)
    shown = ladder_game(event, game)
    assert shown is not None
    at_table = next((table for table in shown.tables if seat in table.seats), None)
    if at_table is None:
        message = ladder_words.sits_out(seat, game)
        raise Malformed(message, faults=[Fault("game", "unknown", message)])
    refuse_own_card(actor, at_table.teams)
    if at_table.winner is not None and at_table.points is not None:
        message = ladder_words.removed_after_result(game)
        raise Refused("exists", message, faults=[Fault("game", "exists", message)])
    (winner,) = set(at_table.seats) - {seat}
    _write(event, game, at_table, (winner, WIN_POINTS), actor, known=recorded_lines(event, game), reason=reason)


@transaction.atomic
def next_game(*, event: Event, actor: Actor) -> Event:
    """Set up and call the next game: winners one table on, losers stay, as `rotation.rules.ladder` says.

    Raises Refused: `movement`, `not_seated`, `posted`, `missing` with the tables that owe a result, `finished` (all
    games are played), `impossible` (fewer than two teams are left).
    """
    event = Event.objects.locked(event)
    _refuse_without_ladder(event)
    games = begin_ladder(event)
    shown = ladder_game(event)
    assert shown is not None
    if shown.missing:
        raise Refused("missing", ladder_words.missing(shown.missing), current={"tables": list(shown.missing)})
    if len(games) >= event.games:
        raise Refused("finished", ladder_words.finished(event.games))
    seated = event.entries.filter(status=Entry.Status.PLAYING, table__isnull=False)
    teams = {entry.seat for entry in seated}
    if len(teams) < 2:
        raise Refused("impossible", ladder_words.too_few(len(teams)))
    winners = {table.table: table.winner for table in shown.tables if table.winner is not None}
    following = following_game(games, winners, teams, Top(event.ladder_top))
    before, number = event.game_now, len(games) + 1
    change(
        event,
        {"ladder_games": as_stored([*games, following]), "game_now": number, "game_started_at": timezone.now()},
    )
    audit.record(
        event=event,
        actor=actor,
        action="ladder.moved",
        subject=("event", event.slug),
        before={"game": before},
        after={"game": number, "boards": as_stored([following])[0]},
    )
    event.touch()
    return event


@transaction.atomic
def take_back_game(*, event: Event, actor: Actor) -> Event:
    """Take back the newest game, which nobody has played yet; the game before it is on again.

    Raises Refused: `movement`, `not_seated`, `posted`, `begun` (a result of it is recorded), `first_game`.
    """
    event = Event.objects.locked(event)
    _refuse_without_ladder(event)
    games = begin_ladder(event)
    if len(games) == 1:
        raise Refused("first_game", ladder_words.first_game())
    if recorded_lines(event, len(games)):
        raise Refused("begun", ladder_words.has_results(len(games)))
    before, number = event.game_now, len(games) - 1
    # One phone may have told it already. If the same two meet again, that must not count for the new game.
    forget_told(event=event, game=len(games), actor=actor)
    change(event, {"ladder_games": as_stored(games[:-1]), "game_now": number, "game_started_at": timezone.now()})
    audit.record(
        event=event,
        actor=actor,
        action="ladder.move-taken-back",
        subject=("event", event.slug),
        before={"game": before, "boards": as_stored(games)[-1]},
        after={"game": number},
    )
    event.touch()
    return event


def _refuse_without_ladder(event: Event) -> None:
    """Refuse an event that is no ladder, has no seats yet, or is posted."""
    if not event.is_ladder:
        raise Refused("movement", ladder_words.no_ladder())
    if not event.is_seated:
        raise Refused("not_seated", ladder_words.not_drawn())
    refuse_posted(event)


def _refuse_other_game(event: Event, game: int) -> None:
    """Refuse any game but the newest one."""
    last = len(begin_ladder(event))
    if 1 <= game < last:
        message = ladder_words.over(game, last)
        raise Refused("over", message, faults=[Fault("game", "over", message)])
    if game != last:
        message = ladder_words.not_begun(game, last)
        raise Refused("not_begun", message, faults=[Fault("game", "not_begun", message)])


def _table(event: Event, game: int, table: int) -> LadderTable:
    """The table of this game. Raises Malformed for an unknown table."""
    shown = ladder_game(event, game)
    assert shown is not None
    if not 1 <= table <= len(shown.tables):
        message = ladder_words.no_such_table(len(shown.tables))
        raise_malformed([Fault("table", "unknown", message)])
    return shown.tables[table - 1]


def _faults(at_table: LadderTable, winner: str, points: int) -> list[Fault]:
    faults = []
    if winner not in at_table.seats:
        faults.append(Fault("winner", "unknown", ladder_words.not_at_table(at_table.table, at_table.seats)))
    if points not in (WIN_POINTS, SKUNK_POINTS):
        faults.append(Fault("points", "points", _("A win is 2 points, a skunk 3.")))
    return faults


def _write(
    event: Event,
    game: int,
    at_table: LadderTable,
    result: tuple[str, int] | None,
    actor: Actor,
    *,
    known: Mapping[str, Recorded] | None = None,
    reason: str = "",
) -> None:
    """Write the result on both cards, or remove the game from them. `known` are lines that it may not change."""
    new: dict[str, WrittenLine] = {}
    if result is not None:
        winner, points = result
        (loser,) = set(at_table.seats) - {winner}
        new[winner] = WrittenLine(game, loser, points, None, None)
        new[loser] = WrittenLine(game, winner, LOSS_POINTS, None, None)
        for seat, line in new.items():
            if known and seat in known and known[seat] != Recorded(line.opponent or "", line.points):
                message = ladder_words.cards_differ(at_table.table, at_table.seats)
                raise Refused("differs", message, faults=[Fault("table", "differs", message)])
    lines = {seat: new.get(seat) for seat in at_table.seats}
    write_game(event=event, game=game, lines=lines, source=Scorecard.Source.SENT, reason=reason, actor=actor)
