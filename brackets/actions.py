"""What is done in the playoffs. Every function locks the event, refuses, writes, and leaves one row in the trail."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from brackets import reads, words
from brackets.access import match_of, refuse_own_match
from brackets.models import Bracket, Match, MatchGame
from brackets.rules import match as rules
from brackets.rules.byes import bracket_size
from brackets.rules.chart import chart_name, first_round, matches_of, next_slot, round_count
from brackets.rules.forfeit import forfeits_allowed, next_forfeit_at
from scorecards.models import QualifyingResult
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.rules.phase import Phase

YEARS = range(2000, 2101)
"""The years in which a match can be scheduled: a time outside them is a slip."""


@transaction.atomic
def draw_bracket(
    *, event: Event, best_of: int | None = None, rounds: Mapping[int, int] | None = None, actor: Actor
) -> Bracket:
    """Put the posted qualifiers on the approved chart of their number; byes pass into round 2 at once (rule 13.2).

    `best_of` is the length of every match (5 where none is given), `rounds` another one for single rounds, from 1.
    Raises Malformed for lengths and rounds that there are not, Refused: `exists` (it is drawn), `not_ready` (nothing is
    posted), `one_qualifier`.
    """
    event = Event.objects.locked(event)
    if Bracket.objects.filter(event=event).exists():
        raise Refused("exists", _("The bracket is drawn already. Reopening the cross-check takes it back."))
    by_seed = {
        result.seed: result.entry
        for result in QualifyingResult.objects.filter(event=event).select_related("entry")
        if result.seed is not None
    }
    if event.posted_at is None or not by_seed:
        raise Refused("not_ready", _("The bracket is drawn from the posted qualifiers. Post them first."))
    if len(by_seed) == 1:
        raise Refused(
            "one_qualifier",
            _("%(seat)s is the only qualifier and has nobody to play against: there is no bracket.")
            % {"seat": by_seed[1].seat},
        )
    size = bracket_size(len(by_seed))
    lengths = _lengths(best_of, rounds or {}, round_count(size))
    bracket = Bracket.objects.create(event=event, size=size, qualifiers=len(by_seed))
    matches = {
        number: Match(bracket=bracket, number=number, round=played, best_of=length)
        for played, length in lengths.items()
        for number in matches_of(played, size)
    }
    for number, (top, bottom) in enumerate(first_round(len(by_seed)), start=1):
        matches[number].top = by_seed[top]
        if bottom is not None:
            matches[number].bottom = by_seed[bottom]
            continue
        matches[number].bye = True
        matches[number].winner = by_seed[top]
        if after := next_slot(number, size):
            setattr(matches[after[0]], after[1], by_seed[top])
    Match.objects.bulk_create(matches.values())
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="bracket.drawn",
        subject=("bracket", event.slug),
        before=None,
        after={
            "size": size,
            "chart": chart_name(len(by_seed)),
            "best_of": {str(played): length for played, length in lengths.items()},
            "seeds": {str(seed): by_seed[seed].seat for seed in sorted(by_seed)},
        },
    )
    event.touch()
    return bracket


def _lengths(best_of: int | None, rounds: Mapping[int, int], last: int) -> dict[int, int]:
    """The length of each round's matches; Malformed names every value that is none."""
    faults = []
    what = _("A match is best of 1, 3, 5 or 7.")
    if best_of is not None and best_of not in rules.LENGTHS:
        faults.append(Fault("best_of", "best_of", what))
    for played, length in rounds.items():
        if not 1 <= played <= last:
            message = _("This bracket has the rounds 1 to %(last)s.") % {"last": last}
            faults.append(Fault(f"rounds.{played}", "round", message))
        elif length not in rules.LENGTHS:
            faults.append(Fault(f"rounds.{played}", "best_of", what))
    if faults:
        raise Malformed(_("The lengths of the matches are not right."), faults=faults)
    everywhere = rules.DEFAULT_BEST_OF if best_of is None else best_of
    return {played: rounds.get(played, everywhere) for played in range(1, last + 1)}


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
                current=_current(event, row),
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
            current=_current(event, row),
        )
    if row.scheduled_at is None:
        raise Refused(
            "not_scheduled",
            _("Match %(match)s has no scheduled start, and the clock runs from there. Set its time first.")
            % {"match": row.number},
            current=_current(event, row),
        )
    if forfeits_allowed(row.scheduled_at, now, best_of=row.best_of) <= len(games):
        allowed_at = next_forfeit_at(row.scheduled_at, len(games))
        raise Refused(
            "too_early",
            _("Game %(game)s can be forfeited from %(time)s on. Until then, wait for %(seat)s.")
            % {"game": played.game, "time": words.day_and_clock(allowed_at, event), "seat": missing.seat},
            faults=[Fault("allowed_at", "too_early", allowed_at.isoformat(), words.rule("13.1", event))],
            current={**_current(event, row), "allowed_at": allowed_at},
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
    _refuse_bye(event, row)
    last = row.games.select_related("winner").order_by("-game").first()
    if last is None:
        raise Refused(
            "no_game",
            _("No game of this match is recorded: there is nothing to take back."),
            current=_current(event, row),
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


@transaction.atomic
def schedule_match(*, event: Event, match: int, scheduled_at: datetime | None, actor: Actor) -> Match:
    """Set when a match starts, or that it has no time; the clock of rule 13.1 runs from there.

    Raises Http404, Malformed (no time that can be meant), Refused: `over` (a bye, or the match is won).
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    _refuse_slip(scheduled_at)
    _refuse_bye(event, row)
    if row.scheduled_at == scheduled_at:
        return row
    if row.winner_id is not None:
        raise Refused("over", _("This match is over. Its time stays as it was."), current=_current(event, row))
    before, row.scheduled_at = row.scheduled_at, scheduled_at
    row.save(update_fields=["scheduled_at"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="match.scheduled",
        subject=("match", str(row.number)),
        before={"scheduled_at": before},
        after={"scheduled_at": scheduled_at},
    )
    event.touch()
    return row


@transaction.atomic
def schedule_round(*, event: Event, round_number: int, scheduled_at: datetime | None, actor: Actor) -> int:
    """Set the start of every match of a round that is not won yet; the number of matches that it changed.

    Raises Malformed (no time that can be meant), Refused: `no_bracket`, `over` (no match of this round is left).
    """
    event = Event.objects.locked(event)
    _refuse_slip(scheduled_at)
    if not Bracket.objects.filter(event=event).exists():
        raise Refused("no_bracket", _("The bracket is not drawn yet. Draw it first."))
    open_matches = list(
        Match.objects.select_for_update(of=("self",))
        .filter(bracket__event=event, round=round_number, winner__isnull=True)
        .order_by("number")
    )
    if not open_matches:
        raise Refused("over", _("Every match of this round is over, and their times stay as they were."))
    changed = [row for row in open_matches if row.scheduled_at != scheduled_at]
    if not changed:
        return 0
    before = {str(row.number): row.scheduled_at for row in changed}
    for row in changed:
        row.scheduled_at = scheduled_at
    Match.objects.bulk_update(changed, ["scheduled_at"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="round.scheduled",
        subject=("round", str(round_number)),
        before=before,
        after={str(row.number): scheduled_at for row in changed},
    )
    event.touch()
    return len(changed)


# --- Inside a transaction that holds the event and the match ---------------------------------------------------------


def _current(event: Event, row: Match) -> dict[str, Any]:
    return reads.match_values(reads.match(event, row.number))


def _refuse_bye(event: Event, row: Match) -> None:
    if row.bye:
        raise Refused(
            "over",
            _("Match %(match)s is a bye: nothing is played in it.") % {"match": row.number},
            current=_current(event, row),
        )


def _refuse_slip(scheduled_at: datetime | None) -> None:
    if scheduled_at is not None and scheduled_at.year not in YEARS:
        message = _("A match is played between %(first)s and %(last)s. Check the year.")
        values = {"first": YEARS[0], "last": YEARS[-1]}
        raise Malformed(_("This is no time for a match."), faults=[Fault("scheduled_at", "date", message % values)])


def _players(event: Event, row: Match) -> tuple[Entry, Entry]:
    _refuse_bye(event, row)
    if row.top is None or row.bottom is None:
        raise Refused(
            "not_ready",
            _("Match %(match)s waits for a winner of the round before. Record that match first.")
            % {"match": row.number},
            current=_current(event, row),
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
            current=_current(event, row),
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
            current=_current(event, row),
        )
    setattr(following, after[1], winner)
    following.save(update_fields=[after[1]])


def _undo_advance(event: Event, row: Match) -> None:
    _advance(event, row, None)
    row.winner = None
    row.save(update_fields=["winner"])
