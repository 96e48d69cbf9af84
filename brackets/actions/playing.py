"""Games of a match: recorded, forfeited by the clock, taken back; whoever wins moves on."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from brackets import reads, words
from brackets.access import match_of, refuse_own_match
from brackets.models import Match, MatchGame
from brackets.rules import match as rules
from brackets.rules.chart import next_slot
from brackets.rules.forfeit import forfeits_allowed, next_forfeit_at
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.rules.phase import Phase


@transaction.atomic
def record_game(
    *, event: Event, match: int, winner: str, game: int | None = None, actor: Actor
) -> tuple[MatchGame, bool]:
    """Record who won a game, the next one where no number is given; whoever wins the match advances at once.

    Returns the game and whether it is new: recording it again with the same winner changes nothing. Raises Http404
    (no such match), Malformed (the winner is not in the match), Forbidden (`own_card`), Refused: `exists` (the game has
    another winner), `gap` (not the next game), `over`, `not_ready` (a player is not known yet).
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    players = _players(event, row)
    entry = _player(players, winner, "winner")
    games = _games(row)
    if game is not None and game <= len(games):
        recorded = row.games.select_related("winner").filter(game=game).first()
        if recorded is not None and recorded.winner == entry:
            return recorded, False
        if recorded is not None:
            raise Refused(
                "exists",
                _("Game %(game)s is recorded for %(seat)s. Take it back first if that is wrong.")
                % {"game": game, "seat": recorded.winner.seat},
                current=current(event, row),
            )
    played = rules.MatchGame(len(games) + 1 if game is None else game, winner)
    _refuse_faults(event, row, players, games, played)
    return _give(event, row, played, entry, actor), True


@transaction.atomic
def forfeit_game(*, event: Event, match: int, absent: str, now: datetime, actor: Actor) -> MatchGame:
    """Give the next game to the opponent of a qualifier who has not appeared, as the clock allows (rule 13.1).

    One game a call: five minutes after the scheduled start the first, another every fifteen minutes, until the match is
    over or a game is played. Raises Http404, Malformed (`absent` is not in the match), Forbidden (`own_card`), Refused:
    `over`, `not_ready`, `not_scheduled`, `begun` (both are here: a game was played), `too_early` (with `allowed_at`).
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    players = _players(event, row)
    missing = _player(players, absent, "absent")
    present = next(entry for entry in players if entry != missing)
    games = _games(row)
    played = rules.MatchGame(len(games) + 1, present.seat, forfeit=True)
    _refuse_faults(event, row, players, games, played)
    if any(not before.forfeit or before.winner == absent for before in games):
        raise Refused(
            "begun",
            _("%(seat)s has been here for a game of this match, and the clock has stopped. Record the games as played.")
            % {"seat": missing.seat},
            current=current(event, row),
        )
    if row.scheduled_at is None:
        raise Refused(
            "not_scheduled",
            _("Match %(match)s has no scheduled start, and the clock runs from there. Set its time first.")
            % {"match": row.number},
            current=current(event, row),
        )
    if forfeits_allowed(row.scheduled_at, now, best_of=row.best_of) <= len(games):
        allowed_at = next_forfeit_at(row.scheduled_at, len(games))
        raise Refused(
            "too_early",
            _("Game %(game)s can be forfeited from %(time)s on. Until then, wait for %(seat)s.")
            % {"game": played.game, "time": words.day_and_clock(allowed_at, event), "seat": missing.seat},
            faults=[Fault("allowed_at", "too_early", allowed_at.isoformat(), words.rule("13.1", event))],
            current={**current(event, row), "allowed_at": allowed_at},
        )
    return _give(event, row, played, present, actor)


@transaction.atomic
def take_back_game(*, event: Event, match: int, actor: Actor) -> None:
    """Take back the last game of a match; if it had decided the match, the winner leaves the next match again.

    Raises Http404, Forbidden (`own_card`), Refused: `over` (a bye has no games), `no_game` (none is recorded), `begun`
    (the winner has begun the next match).
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    refuse_bye(event, row)
    last = row.games.select_related("winner").order_by("-game").first()
    if last is None:
        raise Refused(
            "no_game",
            _("No game of this match is recorded: there is nothing to take back."),
            current=current(event, row),
        )
    before = _snapshot(row, last)
    if row.winner_id is not None:
        _undo_advance(event, row)
    last.delete()
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="game.taken-back",
        subject=("match", str(row.number)),
        before=before,
        after=None,
    )
    event.touch()


# --- Inside a transaction that holds the event and the match ---------------------------------------------------------


def current(event: Event, row: Match) -> dict[str, Any]:
    return reads.match_values(reads.match(event, row.number))


def refuse_bye(event: Event, row: Match) -> None:
    if row.bye:
        raise Refused(
            "over",
            _("Match %(match)s is a bye: nothing is played in it.") % {"match": row.number},
            current=current(event, row),
        )


def _players(event: Event, row: Match) -> tuple[Entry, Entry]:
    refuse_bye(event, row)
    if row.top is None or row.bottom is None:
        raise Refused(
            "not_ready",
            _("Match %(match)s waits for a winner of the round before. Record that match first.")
            % {"match": row.number},
            current=current(event, row),
        )
    return row.top, row.bottom


def _player(players: tuple[Entry, Entry], seat: str, field: str) -> Entry:
    """Which of the two this is; Malformed for anybody else."""
    for entry in players:
        if entry.seat == seat:
            return entry
    message = _("%(top)s and %(bottom)s play this match. Name one of them.") % {
        "top": players[0].seat,
        "bottom": players[1].seat,
    }
    raise Malformed(message, faults=[Fault(field, "not_in_match", message)])


def _games(row: Match) -> list[rules.MatchGame]:
    found = row.games.select_related("winner").order_by("game")
    return [rules.MatchGame(game.game, game.winner.seat, game.forfeit) for game in found]


def _refuse_faults(
    event: Event, row: Match, players: tuple[Entry, Entry], games: list[rules.MatchGame], new: rules.MatchGame
) -> None:
    faults = rules.find_faults([*games, new], (players[0].seat, players[1].seat), row.best_of)
    if faults:
        # A game beyond the end of a match is both: that the match is over says more than that a number is missing.
        worst = next((found for found in faults if found.code == "over"), faults[0])
        raise Refused(
            worst.code,
            words.finding(worst),
            faults=[Fault("game", found.code, words.finding(found)) for found in faults],
            current=current(event, row),
        )


def _snapshot(row: Match, game: MatchGame) -> dict[str, Any]:
    """One game for the trail, and whose match it is after it."""
    return {
        "game": game.game,
        "winner": game.winner.seat,
        "forfeit": game.forfeit,
        "match_won_by": row.winner.seat if row.winner else None,
    }


def _give(event: Event, row: Match, played: rules.MatchGame, entry: Entry, actor: Actor) -> MatchGame:
    """Write the next game; if it wins the match, move the winner on."""
    new = MatchGame.objects.create(match=row, game=played.game, winner=entry, forfeit=played.forfeit)
    if rules.winner(_games(row), row.best_of) == entry.seat:
        row.winner = entry
        row.save(update_fields=["winner"])
        _advance(event, row, entry)
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="game.forfeited" if played.forfeit else "game.recorded",
        subject=("match", str(row.number)),
        before=None,
        after=_snapshot(row, new),
    )
    event.touch()
    return new


def _advance(event: Event, row: Match, winner: Entry | None) -> None:
    """Put the winner into the next match, or take them out of it; after the final, the event is in its report."""
    after = next_slot(row.number, row.bracket.size)
    if after is None:
        event.phase = Phase.REPORT if winner else Phase.PLAYOFFS
        event.save(update_fields=["phase"])
        return
    following = Match.objects.select_for_update(of=("self",)).get(bracket=row.bracket_id, number=after[0])
    if winner is None and following.games.exists():
        raise Refused(
            "begun",
            _("Match %(next)s has begun with the winner of this one. Take back its games first.") % {"next": after[0]},
            current=current(event, row),
        )
    setattr(following, after[1], winner)
    following.save(update_fields=[after[1]])


def _undo_advance(event: Event, row: Match) -> None:
    _advance(event, row, None)
    row.winner = None
    row.save(update_fields=["winner"])
