"""Games of a match: recorded, forfeited by the clock, taken back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.bracket.rules import match as match_rules
from brackets.bracket.rules.forfeit import forfeits_allowed, next_forfeit_at
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.actions.advancing import fallen_values, refuse_unasked, snapshot, unwin, win
from brackets.matches.actions.guards import current, games_of, one_of, players_of, refuse_bye, refuse_ended
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
    """Record who won a game, by default the next one; the winner of the match advances at once.

    `conceded`: the loser gave the game up, as match play allows (rule 8.10.b, 2020). Returns the game and whether it is
    new: recording it again with the same winner changes nothing. Raises Http404 (no such match), Malformed (the winner
    is not in the match), Forbidden (`own_card`), Refused: `exists` (the game has another winner), `gap` (not the next
    game), `over`, `not_ready` (a player is not known yet).
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    players = players_of(event, row)
    entry = one_of(players, winner, "winner")
    games = games_of(row)
    if game is not None and game <= len(games):
        recorded = row.games.select_related("winner").filter(game=game).first()
        if recorded is not None and recorded.winner == entry:
            return recorded, False
        if recorded is not None:
            raise _recorded_already(event, row, recorded)
    refuse_ended(event, row)
    played = match_rules.MatchGame(len(games) + 1 if game is None else game, winner)
    refuse_faults(event, row, players, games, played)
    return give(event, row, played, entry, conceded=conceded, actor=actor), True


def _recorded_already(event: Event, row: Match, recorded: MatchGame) -> Refused:
    """The refusal to record this game again, with who recorded it and when."""
    by = recorded_by(event, row.number, recorded.game)
    return Refused(
        "exists",
        running_words.recorded_already(recorded.game, recorded.winner, by, event),
        current=current(event, row),
    )


@transaction.atomic
def forfeit_game(
    *, event: Event, match: int, absent: str, now: datetime, game: int | None = None, actor: Actor
) -> MatchGame:
    """Give the next game to the opponent of a qualifier who has not appeared, as the clock allows (rule 13.1).

    One game per call: the first five minutes after the scheduled start, another every fifteen minutes, until the match
    is over or a game is played. `game` is the number that the actor saw as the next. Raises Http404, Malformed
    (`absent` is not in the match), Forbidden (`own_card`), Refused: `over`, `not_ready`, `not_scheduled`, `begun` (a
    game was played), `too_early` (with `allowed_at`), `exists` (that game is recorded already), `gap` (it is not the
    next one).
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    players = players_of(event, row)
    missing = one_of(players, absent, "absent")
    present = next(entry for entry in players if entry != missing)
    games = games_of(row)
    if game is not None and game <= len(games):
        recorded = row.games.select_related("winner").get(game=game)
        raise _recorded_already(event, row, recorded)
    refuse_ended(event, row)
    played = match_rules.MatchGame(len(games) + 1 if game is None else game, present.seat, forfeit=True)
    refuse_faults(event, row, players, games, played)
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
            % {"game": played.game, "time": playoffs_words.day_and_clock(allowed_at, event), "seat": missing.seat},
            faults=[Fault("allowed_at", "too_early", allowed_at.isoformat(), rule_of("forfeit", event.edition))],
            current={**current(event, row), "allowed_at": allowed_at},
        )
    return give(event, row, played, present, conceded=False, actor=actor)


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
    """Take back the last game of a match; if it had decided the match, the winner leaves the next match again.

    `game` is the number that the actor saw as the last: a repeat takes back no other game, and succeeds as long as
    nothing else happened in the match. `through`: also if the next match has begun; all its games and its ending fall,
    and so on round by round. `mark` names the preview (`taking_back`).

    Raises Http404, Forbidden (`own_card`), Malformed (no reason given to go `through`, or where paid winners come to
    have won less), Refused: `over` (a bye, or the match ended otherwise), `no_game` (none is recorded), `begun` (the
    winner has begun the next match), `stale`.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    refuse_bye(event, row)
    refuse_ended(event, row)
    last = row.games.select_related("winner").order_by("-game").first()
    if game is not None and (last is None or game > last.game) and is_taken_back(event, row.number, game):
        return
    if last is None:
        raise Refused(
            "no_game",
            _("No game of this match is recorded: there is nothing to take back."),
            current=current(event, row),
        )
    if game is not None and game != last.game:
        raise Refused(
            "stale",
            _("Game %(game)s is the last one by now. Look at the match again.") % {"game": last.game},
            current=current(event, row),
        )
    back = taking_back(event, row.number)
    refuse_unasked(event, row, back, through=through, mark=mark, reason=reason, actor=actor)
    before = {**snapshot(row, last), "fallen": fallen_values(back.falls)}
    with winnings(event.tournament, reason, actor):
        if row.winner_id is not None:
            unwin(event, row, back)
        last.delete()
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


def give(
    event: Event, row: Match, played: match_rules.MatchGame, entry: Entry, *, conceded: bool, actor: Actor
) -> MatchGame:
    """Record the next game; if it wins the match, move the winner on."""
    new = MatchGame.objects.create(match=row, game=played.game, winner=entry, forfeit=played.forfeit, conceded=conceded)
    row.claims.filter(game=played.game).delete()
    passed: list[int] = []
    if match_rules.winner(games_of(row), row.best_of) == entry.seat:
        passed = win(event, row, entry)
    audit.record(
        event=event,
        actor=actor,
        action="game.forfeited" if played.forfeit else "game.recorded",
        subject=("match", str(row.number)),
        after={**snapshot(row, new), "passed": passed},
    )
    event.touch()
    return new


def refuse_faults(
    event: Event,
    row: Match,
    players: tuple[Entry, Entry],
    games: list[match_rules.MatchGame],
    new: match_rules.MatchGame,
) -> None:
    faults = match_rules.find_faults([*games, new], (players[0].seat, players[1].seat), row.best_of)
    if faults:
        # A game after the end of a match is both `over` and `gap`; `over` says more.
        worst = next((fault for fault in faults if fault.code == "over"), faults[0])
        raise Refused(
            worst.code,
            playoffs_words.finding(worst),
            faults=[Fault("game", fault.code, playoffs_words.finding(fault)) for fault in faults],
            current=current(event, row),
        )
