"""Record a match at once, by its score."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.bracket.rules import match as match_rules
from brackets.matches.actions.guards import games_of, match_values_now, players_of, refuse_ended
from brackets.matches.actions.playing import add_game
from brackets.matches.words import running as running_words
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Event


@transaction.atomic
def record_score(*, event: Event, match: int, top: int, bottom: int, actor: Actor) -> int:
    """Record the games that lead to this score; `top` and `bottom` are the games that the two players have won.

    Games recorded before stay. The order of the others is not known: those of the player who is behind come first.
    Returns how many games were recorded; none if the match stands so already.

    Raises Http404 if there is no such match.
    Raises Malformed if a match of this length cannot stand so.
    Raises Forbidden (`own_card`) if the actor plays in the match.
    Raises Refused `exists` if a player has more games already, `over` if the match is won otherwise or a bye.
    Raises Refused `not_ready` if a player is not known yet.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    players = players_of(event, row)
    score = (top, bottom)
    if not match_rules.is_score(score, row.best_of):
        message = running_words.no_score(match_rules.needed_wins(row.best_of), row.best_of)
        raise Malformed(message, faults=[Fault("score", "range", message)])
    games = games_of(row)
    first, second = (sum(1 for game in games if game.winner == player.seat) for player in players)
    if (first, second) == score and not row.ended:
        return 0
    refuse_ended(event, row)
    missing = match_rules.games_to_score((first, second), score)
    if missing is None or row.winner is not None:
        raise Refused(
            "exists",
            _("%(top)s–%(bottom)s is recorded already. If that is wrong, take games back on the page of the match.")
            % {"top": first, "bottom": second},
            current=match_values_now(event, row),
        )
    for number, place in enumerate(missing, len(games) + 1):
        winner = players[place]
        add_game(event, row, match_rules.MatchGame(number, winner.seat), winner, conceded=False, actor=actor)
    return len(missing)
