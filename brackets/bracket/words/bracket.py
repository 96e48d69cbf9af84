"""Words for the matches of a bracket, for the position of a player in it, and for its printed sheets."""

from __future__ import annotations

from django.utils.translation import gettext as _


def best_of(games: int) -> str:
    """The length of a match."""
    return _("Best of %(games)s") % {"games": games}


def ended_in_cell(ended: str) -> str:
    """A word for how the loser lost a match that was not decided by games; empty for other codes."""
    words = {
        "concession": _("conceded"),
        "removal": _("removed"),
        "withdrawal": _("withdrawn"),
        "walk_over": _("walk-over"),
    }
    return words.get(ended, "")


def match_number(number: int) -> str:
    return _("Match %(number)s") % {"number": number}


def table(name: str) -> str:
    """The table of a match; its name, as the director wrote it, is a number or some other text."""
    return _("Table %(table)s") % {"table": name} if name.isdecimal() else name


def winner_goes_to(match: int, waiting: str) -> str:
    """The winner's next match, and who waits there, if anybody does."""
    if waiting:
        return _("The winner meets %(name)s in match %(match)s.") % {"name": waiting, "match": match}
    return _("The winner goes to match %(match)s.") % {"match": match}


def seeded(name: str, seed: int) -> str:
    """A player with the seed, for use in a sentence."""
    return _("%(name)s (%(seed)s)") % {"name": name, "seed": seed}


def told_bye(player: str) -> str:
    return _("%(player)s has a bye.") % {"player": player}


def told_open(first: int, second: int) -> str:
    """A match without known players, described by the two matches before it."""
    return _("For the winners of matches %(first)s and %(second)s.") % {"first": first, "second": second}


def told_waiting(player: str, match: int, either: str) -> str:
    """A match with one known player; `either` names both candidates for the other slot, if known."""
    if either:
        return _("%(player)s waits for %(either)s.") % {"player": player, "either": either}
    return _("%(player)s waits for the winner of match %(match)s.") % {"player": player, "match": match}


def told_in_play(top: str, bottom: str, score: tuple[int, int], game: int, where: str, starts: str) -> str:
    """An open match of two known players."""
    values = {"top": top, "bottom": bottom, "one": score[0], "other": score[1], "game": game}
    if score == (0, 0):
        sentence = _("%(top)s against %(bottom)s, no game recorded yet.") % values
    else:
        sentence = _("%(top)s against %(bottom)s, %(one)s to %(other)s in games; game %(game)s is next.") % values
    if where:
        sentence += " " + _("%(where)s.") % {"where": where}
    if starts:
        sentence += " " + _("Starts %(time)s.") % {"time": starts}
    return sentence


def told_later(top: str, bottom: str) -> str:
    """A final whose course is held back."""
    values = {"top": top, "bottom": bottom}
    return _("%(top)s against %(bottom)s. How the final goes is announced later.") % values


def announced_later() -> str:
    """Shown in place of the course of a final."""
    return _("Announced later")


def players_differ(game: int) -> str:
    """A sentence: the two players of a match report different winners of this game."""
    return _("The players differ on game %(game)s.") % {"game": game}


def told_won(winner: str, loser: str, score: tuple[int, int], ended: str) -> str:
    """A match that is over; `ended` is its ending, "forfeit" if the loser never appeared, empty if won by its games."""
    values = {"winner": winner, "loser": loser, "one": score[0], "other": score[1]}
    if ended == "concession":
        return _("%(winner)s beat %(loser)s, who conceded at %(one)s to %(other)s.") % values
    if ended == "removal":
        return _("%(winner)s beat %(loser)s, who was removed from play.") % values
    if ended == "withdrawal":
        return _("%(winner)s beat %(loser)s, who has withdrawn.") % values
    if ended == "walk_over":
        return _("%(winner)s went on without playing: a walk-over, %(loser)s did not play.") % values
    if ended == "forfeit":
        return _("%(winner)s beat %(loser)s, who did not appear.") % values
    return _("%(winner)s beat %(loser)s, %(one)s to %(other)s.") % values


def stands_champion(name: str) -> str:
    return _("%(name)s is the champion.") % {"name": name}


def stands_out(name: str, winner: str, round_name: str) -> str:
    """The position of a player who has lost."""
    return _("%(name)s is out: %(winner)s won their match in %(round)s.") % {
        "name": name,
        "winner": winner,
        "round": round_name,
    }


def round_of(number: int, rounds: int) -> str:
    """The name of a round within a sentence."""
    rounds_after = rounds - number
    if rounds_after < 3:
        return (_("the final"), _("the semifinals"), _("the quarterfinals"))[rounds_after]
    return _("round 1") if number == 1 else _("the round of %(lines)s") % {"lines": 2 ** (rounds_after + 1)}


def sheet_of(number: int, sheets: int) -> str:
    """The number of a sheet of the bracket; empty if there is only one."""
    return _("Sheet %(number)s of %(sheets)s") % {"number": number, "sheets": sheets} if sheets > 1 else ""


def goes_to_sheet(sheet: int, match: int) -> str:
    """The reference below a sheet's last match to the sheet that repeats the match."""
    return _("Match %(match)s stands on sheet %(sheet)s again") % {"match": match, "sheet": sheet}


def came_from_sheet(sheet: int) -> str:
    """The label of a repeated match on the last sheet."""
    return _("from sheet %(sheet)s") % {"sheet": sheet}


def length_set(number: int, games: int) -> str:
    """The message after the match length of a round, from 1, was changed."""
    return _("The matches of round %(round)s are best of %(games)s now.") % {"round": number, "games": games}
