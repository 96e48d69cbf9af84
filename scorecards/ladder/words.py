"""The ladder in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.words.listing import in_a_row


def no_ladder() -> str:
    """Why an event without a ladder has no games of one."""
    return _("This event is not played as a partners ladder. The director sets the movement in its settings.")


def not_drawn() -> str:
    """Why there is no first game yet."""
    return _("The seats are not drawn yet. The first game is set up with the draw.")


def no_such_game(last: int) -> str:
    """Why this game cannot be shown."""
    return ngettext(
        "Only game %(n)d is set up so far. Each next game follows from the results.",
        "Only games 1 to %(n)d are set up so far. Each next game follows from the results.",
        last,
    ) % {"n": last}


def no_number(most: int) -> str:
    """Why this is no number of a game."""
    return _("A game is a number from 1 to %(most)d.") % {"most": most}


def no_such_table(tables: int) -> str:
    """Why nobody plays at this table."""
    return _("This game has tables 1 to %(n)d.") % {"n": tables}


def not_at_table(table: int, teams: Sequence[str]) -> str:
    """Why this team cannot have won there."""
    return _("Table %(table)d has %(first)s and %(second)s. Name one of them as the winner.") % {
        "table": table,
        "first": teams[0],
        "second": teams[1],
    }


def over(game: int, last: int) -> str:
    """Why a result of an earlier game is not recorded this way."""
    return _(
        "Game %(game)d is over: game %(last)d is on. Correct the result on the page of game %(game)d, and say why."
    ) % {"game": game, "last": last}


def not_begun(game: int, last: int) -> str:
    """Why a result of a later game is refused."""
    return _("Game %(game)d has not begun: game %(last)d is on.") % {"game": game, "last": last}


def sits_out(seat: str, game: int) -> str:
    """Why a team has no game to lose."""
    return _("%(seat)s sits out game %(game)d, so there is no game to lose. Leave the game empty.") % {
        "seat": seat,
        "game": game,
    }


def removed_after_result(game: int) -> str:
    """Why a game that is over is not lost by removal."""
    return _(
        "Game %(game)d has its result, and it stands. Leave the game empty: then the team plays no more games."
    ) % {"game": game}


def has_result(table: int, winner: str, points: int) -> str:
    """Why another result is refused."""
    return _(
        "Table %(table)d has a result already: %(winner)s won, %(points)d points. Take it back first, then record the other one."
    ) % {"table": table, "winner": winner, "points": points}


def cards_differ(table: int, seats: Sequence[str]) -> str:
    """Why a result is refused where the cards say something else."""
    return _(
        "The cards of %(first)s and %(second)s at table %(table)d say something else. Look at both papers and correct the card "
        "that is wrong."
    ) % {"table": table, "first": seats[0], "second": seats[1]}


def card_says(seat: str, points: int | None) -> str:
    """What the card of this team says about a game, where the other card says something else."""
    if points is None:
        return _("The card of %(seat)s has no points.") % {"seat": seat}
    if not points:
        return _("The card of %(seat)s says: lost.") % {"seat": seat}
    return _("The card of %(seat)s says: won, %(points)d points.") % {"seat": seat, "points": points}


def told_apart(results: Sequence[tuple[str, str, str]]) -> str:
    """What the two teams of a table told by phone where they differ; each is seat, name and result."""
    both = [
        _("%(seat)s %(name)s told: %(result)s.") % {"seat": seat, "name": name, "result": result}
        for seat, name, result in results
    ]
    return " ".join([*both, _("Ask at the table, and tap the result here; or one of the two tells it anew.")])


def corrected(teams: Sequence[tuple[str, int, int]]) -> str:
    """What a correction changes; `teams` are the name of each team, its points of the game before, and now."""
    changes = [
        _("%(name)s %(now)d instead of %(before)d") % {"name": name, "before": before, "now": now}
        for name, before, now in teams
        if now != before
    ]
    return _("Corrected. Points of this game: %(changes)s. Seats already played stay.") % {
        "changes": ", ".join(changes)
    }


def first_game() -> str:
    """Why the first game is not taken back."""
    return _("This is the first game. Its tables follow from the seats: the director can reopen the seating.")


def has_results(game: int) -> str:
    """Why a game is not taken back any more."""
    return _("Results of game %(game)d are recorded. Take them back first, then the game.") % {"game": game}


def comes_to(table: int, here: str) -> str:
    """Where a team that is at table `here` plays the next game; 0 for sitting out."""
    if not table:
        return _("In the next game you sit out.")
    if here == str(table):
        return _("For the next game you stay at table %(table)d.") % {"table": table}
    return _("For the next game you go to table %(table)d.") % {"table": table}


def missing(tables: Sequence[int]) -> str:
    """Why the next game cannot begin: the tables without a result."""
    return ngettext(
        "The result of table %(tables)s is missing. Ask there, or record it here.",
        "The results of tables %(tables)s are missing. Ask there, or record them here.",
        len(tables),
    ) % {"tables": in_a_row(map(str, tables))}


def finished(games: int) -> str:
    """Why there is no next game."""
    return ngettext(
        "The last of %(n)d game is over. To play on, raise the number of games in the settings.",
        "The last of %(n)d games is over. To play on, raise the number of games in the settings.",
        games,
    ) % {"n": games}


def too_few(teams: int) -> str:
    """Why no game can be set up with so few teams."""
    return ngettext(
        "Only %(n)d team is left, so nobody can meet.", "Only %(n)d teams are left, so nobody can meet.", teams
    ) % {"n": teams}
