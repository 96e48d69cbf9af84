"""Record games of a match, forfeit them by the clock, and take them back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.bracket.rules import match as match_rules
from brackets.bracket.rules.forfeit import forfeits_allowed, next_forfeit_at
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.actions.advancing import fallen_values, refuse_unasked, snapshot, unwin, win
from brackets.matches.actions.guards import games_of, match_values_now, one_of, players_of, refuse_bye, refuse_ended
from brackets.matches.reads.takingback import is_taken_back, recorded_by, taking_back
from brackets.matches.words import running as running_words
from brackets.models import Match, MatchGame
from brackets.settling.actions.winnings import winnings
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Refused
from tournaments.models import Entry, Event
from tournaments.rules.citations import rule_of


@transaction.atomic
def record_game(
    *, event: Event, match: int, winner: str, game: int | None = None, conceded: bool = False, actor: Actor
) -> tuple[MatchGame, bool]:
    """Record who won a game, by default the next one. A player who thereby wins the match advances at once.

    `conceded`: the loser gave the game up, as match play allows (rule 8.10.b, 2020). Returns the game and whether this
    call recorded it. Recording a game again with the same winner changes nothing.

    Raises Http404 if there is no such match.
    Raises Malformed if the winner does not play in the match.
    Raises Forbidden (`own_card`) if the actor plays in the match.
    Raises Refused `exists` if the game is recorded with another winner, `gap` if it is not the next game.
    Raises Refused `over` if the match is won or a bye, `not_ready` if a player is not known yet.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    players = players_of(event, row)
    winner_entry = one_of(players, winner, "winner")
    games = games_of(row)
    if game is not None and game <= len(games):
        recorded = row.games.select_related("winner").filter(game=game).first()
        if recorded is not None and recorded.winner == winner_entry:
            return recorded, False
        if recorded is not None:
            raise _recorded_already(event, row, recorded)
    refuse_ended(event, row)
    new_game = match_rules.MatchGame(len(games) + 1 if game is None else game, winner)
    refuse_faults(event, row, players, games, new_game)
    return add_game(event, row, new_game, winner_entry, conceded=conceded, actor=actor), True


def _recorded_already(event: Event, row: Match, recorded: MatchGame) -> Refused:
    """The refusal (`exists`) to record this game again; its message says who recorded it and when."""
    by = recorded_by(event, row.number, recorded.game)
    return Refused(
        "exists",
        running_words.recorded_already(recorded.game, recorded.winner, by, event),
        current=match_values_now(event, row),
    )


@transaction.atomic
def forfeit_game(
    *, event: Event, match: int, absent: str, now: datetime, game: int | None = None, actor: Actor
) -> MatchGame:
    """Give the next game to the opponent of a qualifier who has not appeared, as the clock allows (rule 13.1).

    One call forfeits one game. The first game can be forfeited five minutes after the scheduled start, and another one
    every fifteen minutes, until the match is over or a game is played. `game` is the number that the actor saw as next.

    Raises Http404 if there is no such match.
    Raises Malformed if `absent` does not play in the match.
    Raises Forbidden (`own_card`) if the actor plays in the match.
    Raises Refused `over` if the match is won or a bye, `not_ready` if a player is not known yet.
    Raises Refused `not_scheduled` if the match has no start, `begun` if a game was played.
    Raises Refused `too_early` (with `allowed_at`) if the clock does not allow the game yet.
    Raises Refused `exists` if `game` is recorded already, `gap` if it is not the next game.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    players = players_of(event, row)
    absent_player = one_of(players, absent, "absent")
    present_player = next(entry for entry in players if entry != absent_player)
    games = games_of(row)
    if game is not None and game <= len(games):
        recorded = row.games.select_related("winner").get(game=game)
        raise _recorded_already(event, row, recorded)
    refuse_ended(event, row)
    new_game = match_rules.MatchGame(len(games) + 1 if game is None else game, present_player.seat, forfeit=True)
    refuse_faults(event, row, players, games, new_game)
    if any(not earlier.forfeit or earlier.winner == absent for earlier in games):
        raise Refused(
            "begun",
            _("%(seat)s has been here for a game of this match, and the clock has stopped. Record the games as played.")
            % {"seat": absent_player.seat},
            current=match_values_now(event, row),
        )
    if row.scheduled_at is None:
        raise Refused(
            "not_scheduled",
            _("Match %(match)s has no scheduled start, and the clock runs from there. Set its time first.")
            % {"match": row.number},
            current=match_values_now(event, row),
        )
    if forfeits_allowed(row.scheduled_at, now, best_of=row.best_of) <= len(games):
        allowed_at = next_forfeit_at(row.scheduled_at, len(games))
        raise Refused(
            "too_early",
            _("Game %(game)s can be forfeited from %(time)s on. Until then, wait for %(seat)s.")
            % {
                "game": new_game.game,
                "time": playoffs_words.day_and_clock(allowed_at, event),
                "seat": absent_player.seat,
            },
            faults=[Fault("allowed_at", "too_early", allowed_at.isoformat(), rule_of("forfeit", event.edition))],
            current={**match_values_now(event, row), "allowed_at": allowed_at},
        )
    return add_game(event, row, new_game, present_player, conceded=False, actor=actor)


@transaction.atomic
def take_back_game(
    *,
    event: Event,
    match: int,
    game: int | None = None,
    through: bool = False,
    mark: str | None = None,
    reason: str = "",
    actor: Actor,
) -> None:
    """Take back the last game of a match. If that game decided the match, the winner leaves the next match again.

    `game` is the number that the actor saw as the last. A repeated request takes back no other game, and succeeds as
    long as nothing else happened in the match.
    `through` takes the game back even if the next match has begun: all its games and its ending fall, and so on round
    by round. `mark` identifies the preview (`taking_back`) that the actor saw.

    Raises Http404 if there is no such match.
    Raises Forbidden (`own_card`) if the actor plays in this match or in one that falls.
    Raises Forbidden (`own_card`) also if it changes what the actor has won.
    Raises Malformed without a reason if a match that has begun falls, or if somebody who was paid would have won less.
    Raises Refused `over` if the match is a bye or ended by something other than its games.
    Raises Refused `no_game` if no game is recorded, `begun` if the winner has begun the next match.
    Raises Refused `stale` if `game` is not the last one, or as `refuse_unasked`.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    refuse_bye(event, row)
    refuse_ended(event, row)
    last_game = row.games.select_related("winner").order_by("-game").first()
    if game is not None and (last_game is None or game > last_game.game) and is_taken_back(event, row.number, game):
        return
    if last_game is None:
        raise Refused(
            "no_game",
            _("No game of this match is recorded: there is nothing to take back."),
            current=match_values_now(event, row),
        )
    if game is not None and game != last_game.game:
        raise Refused(
            "stale",
            _("Game %(game)s is the last one now. Look at the match again.") % {"game": last_game.game},
            current=match_values_now(event, row),
        )
    preview = taking_back(event, row.number)
    refuse_unasked(event, row, preview, through=through, mark=mark, reason=reason, actor=actor)
    before = {**snapshot(row, last_game), "fallen": fallen_values(preview.falls)}
    with winnings(event.tournament, reason, actor):
        if row.winner_id is not None:
            unwin(event, row, preview)
        last_game.delete()
        row.claims.all().delete()
    audit.record(
        event=event,
        actor=actor,
        action="game.taken-back",
        subject=("match", str(row.number)),
        before=before,
        reason=reason,
    )
    event.touch()


# --- Inside a transaction that holds the event and the match ---------------------------------------------------------


def add_game(
    event: Event, row: Match, new_game: match_rules.MatchGame, winner: Entry, *, conceded: bool, actor: Actor
) -> MatchGame:
    """Record the next game. If it decides the match, move the winner on to the next match."""
    recorded = MatchGame.objects.create(
        match=row, game=new_game.game, winner=winner, forfeit=new_game.forfeit, conceded=conceded
    )
    row.claims.filter(game=new_game.game).delete()
    won_at_once: list[int] = []
    if match_rules.winner(games_of(row), row.best_of) == winner.seat:
        won_at_once = win(event, row, winner)
    audit.record(
        event=event,
        actor=actor,
        action="game.forfeited" if new_game.forfeit else "game.recorded",
        subject=("match", str(row.number)),
        after={**snapshot(row, recorded), "passed": won_at_once},
    )
    event.touch()
    return recorded


def refuse_faults(
    event: Event,
    row: Match,
    players: tuple[Entry, Entry],
    games: list[match_rules.MatchGame],
    new_game: match_rules.MatchGame,
) -> None:
    """Raise Refused if the rules do not allow `new_game` after these games."""
    faults = match_rules.find_faults([*games, new_game], (players[0].seat, players[1].seat), row.best_of)
    if faults:
        # A game after the end of a match is both `over` and `gap`; `over` says more.
        main_fault = next((fault for fault in faults if fault.code == "over"), faults[0])
        raise Refused(
            main_fault.code,
            playoffs_words.finding(main_fault),
            faults=[Fault("game", fault.code, playoffs_words.finding(fault)) for fault in faults],
            current=match_values_now(event, row),
        )
