"""Results reported by both players of a match through their personal links, where the director allows it."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from brackets.access import match_of, reader_of_links
from brackets.bracket.rules import match as match_rules
from brackets.matches.actions.guards import games_of, match_values_now, one_of, players_of
from brackets.matches.actions.playing import add_game, refuse_faults
from brackets.matches.words import running as running_words
from brackets.models import Bracket, GameClaim, MatchGame
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.rows import change
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.models.lengths import MAX_ACTOR_NAME

BRACKET = audit.Logged(
    model=Bracket,
    changes=("players_report",),
    by_hand="size",
    left_out={THE_ROWS_OWN: "drawn_at", "the seeds are told": "qualifiers"},
)


@transaction.atomic
def let_players_report(*, event: Event, on: bool, actor: Actor) -> Bracket:
    """Allow (`on`) or forbid that players report who won a game. Forbidding deletes the reports of unrecorded games.

    Setting the current value again changes nothing. Raises Refused `no_bracket` if the bracket is not drawn.
    """
    event = Event.objects.locked(event)
    bracket = Bracket.objects.filter(event=event).first()
    if bracket is None:
        raise Refused("no_bracket", _("The bracket is not drawn yet. Draw it first."))
    before, after = BRACKET.difference(bracket, {"players_report": on})
    if not after:
        return bracket
    change(bracket, after)
    if not on:
        GameClaim.objects.filter(match__bracket=bracket).delete()
    audit.record(
        event=event,
        actor=actor,
        action="bracket.players-report-set",
        subject=("bracket", event.slug),
        before=before,
        after=after,
    )
    event.touch()
    return bracket


@transaction.atomic
def claim_game(*, entry: Entry, match: int, game: int, winner: str, actor: Actor) -> tuple[MatchGame | None, bool]:
    """Store one player's report of who won a game. Once both players report the same winner, the game is recorded.

    Sending the same report again changes nothing. A player may change the report until the opponent agrees. Returns the
    game (None until both agree) and whether this call recorded it.

    Raises Http404 if the entry does not play this match.
    Raises Malformed (`winner`) if the named winner does not play this match.
    Raises Refused `off` if players may not report, or if one account can read the links of both players.
    Raises Refused `exists` if the game is recorded with another winner.
    Raises Refused `gap` if it is not the next game, `over` if the match is won, `not_ready` if a player is not known.
    """
    event = Event.objects.locked(entry.event)
    row = match_of(event, match, locked=True)
    if entry not in (row.top, row.bottom):
        raise Http404(_("You do not play in match %(number)s.") % {"number": match})
    if not row.bracket.players_report:
        raise Refused("off", _("Players do not record games here. Tell the director or a checker who won."))
    players = players_of(event, row)
    if reader := reader_of_links(event, players):
        raise Refused("off", running_words.speaks_for_both(reader.name))
    reported_winner = one_of(players, winner, "winner")
    recorded = row.games.select_related("winner").filter(game=game).first()
    if recorded is not None and recorded.winner == reported_winner:
        return recorded, False
    if recorded is not None:
        raise Refused(
            "exists",
            f"{running_words.recorded_for(match, game, recorded.winner.name)} {running_words.tell_the_director()}",
            current=match_values_now(event, row),
        )
    if row.winner is not None:
        raise Refused("over", running_words.over_for(match, row.winner.name), current=match_values_now(event, row))
    games = games_of(row)
    new_game = match_rules.MatchGame(game, winner)
    refuse_faults(event, row, players, games, new_game)
    claim = row.claims.filter(game=game, entry=entry).first()
    if claim is not None and claim.winner_id == reported_winner.pk:
        return None, False
    before = {"winner": claim.winner.seat} if claim is not None else None
    claim = claim or GameClaim(match=row, game=game, entry=entry)
    claim.winner, claim.at = reported_winner, timezone.now()
    claim.save()
    audit.record(
        event=event,
        actor=actor,
        action="game.claimed",
        subject=("match", str(row.number)),
        before=before,
        after={"game": game, "player": entry.seat, "winner": reported_winner.seat},
    )
    if row.claims.filter(game=game, winner=reported_winner).count() == len(players):
        return add_game(event, row, new_game, reported_winner, conceded=False, actor=_joint_actor(players)), True
    event.touch()
    return None, False


def _joint_actor(players: tuple[Entry, Entry]) -> Actor:
    """The two players of a match as one actor."""
    name = _("%(top)s and %(bottom)s") % {"top": players[0].name, "bottom": players[1].name}
    return Actor(AuditEntry.ActorKind.ENTRY, " ".join(entry.seat for entry in players), name[:MAX_ACTOR_NAME])
