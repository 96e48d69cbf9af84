"""How people move from game to game, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.rotation.rules.ladder import Top
from tournaments.rotation.rules.movements import PLANS, Movement
from tournaments.rotation.rules.proof import opponents_needed, players_needed


def movements_offered() -> str:
    """How people move in each movement, and in the partners ladder."""
    return _(
        "Everyone moves: seat 1 of each table stays, the others go one seat to the right after every game. "
        "One side moves: the even seats go on, the odd seats stay, so that it takes twice as many people. "
        "Two games: as with everyone moving, but after every second game. %(sit_out)s %(reason)s "
        "None: people sit as they like and write the opponent’s seat on the card. "
        "Partners ladder: teams of two; after every game the winners go one table on and the losers stay."
    ) % {"sit_out": two_games_sit_out(), "reason": odd_takes_a_reason()}


def two_games_sit_out() -> str:
    """How sit-outs fall at an odd table if people play two games against each opponent."""
    return _("Where a table is odd, a sit-out lasts two games: some sit out two, the others none.")


def odd_takes_a_reason() -> str:
    """That the director must give a reason for uneven sit-outs, as an odd table has with two games per opponent."""
    return _("That is refused unless the director says why some may sit out more often.")


def movement_announced(movement: str) -> str:
    """How people move, in a sentence for players, where they do not all move on after every game; else empty."""
    return {
        Movement.MOVING_SIDE: _("The odd seats stay; the even seats move on after every game."),
        Movement.HALF_AND_HALF: _(
            "The two sides take turns: the even seats move on four times while the odd seats stay, then the odd seats "
            "move four times, and so on."
        ),
        Movement.TWO_GAMES: _("After every two games everybody moves one seat to the right; only seat 1 stays."),
    }.get(Movement(movement), "")


def how_people_move(movement: str, games: int, ladder_top: str = Top.FIRST) -> str:
    """How people move in this movement, and how many opponents and players at a table this many games need.

    `ladder_top` is where the winners of the last table of a ladder go. Empty for a movement without a plan.
    """
    if Movement(movement) is Movement.LADDER:
        last_table = {
            Top.FIRST: _("The winners of the last table go to table 1."),
            Top.STAY: _("The winners of the last table stay there, and its losers go to table 1."),
        }[Top(ladder_top)]
        return _(
            "Two teams play at each table. After every game the winners go one table on and the losers stay. %(last_table)s "
            "With an odd number of teams one sits out each game, and nobody sits out twice before all did."
        ) % {"last_table": last_table}
    if Movement(movement) not in PLANS:
        return ""
    values = {
        "games": games,
        "opponents": opponents_needed(Movement(movement), games),
        "players": players_needed(Movement(movement), games),
        "sit_out": f"{two_games_sit_out()} {odd_takes_a_reason()}",
    }
    return {
        Movement.ANCHOR: _(
            "Odd seats face even seats: 1 plays 2, 3 plays 4. After every game everybody moves one seat to the right; only "
            "seat 1, the anchor, stays. %(games)d games are %(opponents)d opponents, which takes %(players)d players at a "
            "table."
        ),
        Movement.MOVING_SIDE: _(
            "Odd seats face even seats: 1 plays 2, 3 plays 4. After every game the even seats move on and the odd seats stay. "
            "%(games)d games are %(opponents)d opponents of the other side, which takes %(players)d players at a table."
        ),
        Movement.HALF_AND_HALF: _(
            "Odd seats face even seats: 1 plays 2, 3 plays 4. First the even seats move on, one place after each of four "
            "games, while the odd seats stay. Then the odd seats move four times, to their own right, and the even seats "
            "stay, and so on. %(games)d games are %(opponents)d opponents of the other side, which takes %(players)d players "
            "at a table."
        ),
        Movement.TWO_GAMES: _(
            "Odd seats face even seats: 1 plays 2, 3 plays 4. Two games against each opponent, then everybody moves one seat "
            "to the right; only seat 1, the anchor, stays. %(games)d games are %(opponents)d opponents, which takes "
            "%(players)d players at a table. %(sit_out)s"
        ),
    }[Movement(movement)] % values
