"""Rounds, match lengths, times and findings of the playoffs in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Event
from tournaments.rules.finding import Finding
from tournaments.words import citing as citing_words


def round_name(number: int, rounds: int) -> str:
    """The name of a round: the last three have names, the first is otherwise round 1."""
    rounds_after = rounds - number
    if rounds_after < 3:
        return (_("Final"), _("Semifinals"), _("Quarterfinals"))[rounds_after]
    return _("Round 1") if number == 1 else _("Round of %(lines)s") % {"lines": 2 ** (rounds_after + 1)}


def round_tab(number: int, rounds: int) -> str:
    """The short name of a round; five of these names fit in a row on a phone."""
    rounds_after = rounds - number
    if rounds_after < 3:
        return (_("Final"), _("Semis"), _("Quarters"))[rounds_after]
    return _("Round 1") if number == 1 else _("Top %(lines)s") % {"lines": 2 ** (rounds_after + 1)}


def lengths(best_of: Sequence[int]) -> str:
    """A sentence with the match lengths of all rounds, from the first: one length if all are equal, else by rounds.

    Adjacent rounds with the same length are named together. Empty without rounds.
    """
    if len(set(best_of)) <= 1:
        return _("Best of %(games)s.") % {"games": best_of[0]} if best_of else ""
    runs = [list(run) for _length, run in groupby(enumerate(best_of, start=1), key=lambda item: item[1])]
    parts = []
    for run in runs:
        first, length = run[0]
        last, _length = run[-1]
        names = round_name(first, len(best_of))
        if last > first:
            names = _("%(first)s to %(last)s") % {"first": names, "last": _lower(round_name(last, len(best_of)))}
        parts.append(_("%(rounds)s best of %(games)s") % {"rounds": names, "games": length})
    return "; ".join([parts[0], *(_lower(part) for part in parts[1:])]) + "."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def clock(moment: datetime, event: Event) -> str:
    """A time of day in the hall, `9:05 AM`."""
    return date_format(moment.astimezone(ZoneInfo(event.tournament.time_zone)), "TIME_FORMAT")


def day_and_clock(moment: datetime, event: Event) -> str:
    """A day and time in the hall, `Sunday 9:05 AM`."""
    return date_format(moment.astimezone(ZoneInfo(event.tournament.time_zone)), "WEEKDAY_AT_FORMAT")


def cited(event: Event) -> dict[str, str]:
    """The rules named on the pages of the playoffs, each with its edition: `13.1 (2020)`."""
    return {
        code: citing_words.badge(code, event.edition) for code in ("chart", "byes", "forfeit", "concession", "removal")
    }


def either(first: str, second: str) -> str:
    """One of these two, whoever wins."""
    return _("%(first)s or %(second)s") % {"first": first, "second": second}


def bye() -> str:
    return _("bye")


def won() -> str:
    return pgettext("match", "won")


def lost() -> str:
    return _("lost")


def forfeited() -> str:
    """The word in place of the games won by a player who did not appear at all."""
    return _("forfeit")


def forfeited_at(moment: datetime, event: Event) -> str:
    """The word in the loser's cell of a game that the clock forfeited."""
    return _("forfeited %(time)s") % {"time": clock(moment, event)}


def to_be_played() -> str:
    """The words in place of a player who is not known yet."""
    return _("To be played")


def game_number(number: int) -> str:
    return _("Game %(number)s") % {"number": number}


def spoken_bye(name: str) -> str:
    return _("%(name)s passes this round without playing.") % {"name": name}


def ready() -> str:
    """A match whose players are known and that has no recorded game."""
    return _("Ready")


def spoken_state(winner: str, kind: str) -> str:
    """The state of a match, for screen readers; `kind` as in `brackets.bracket.reads.sentences.kind_of`."""
    if winner:
        return _("%(name)s has won.") % {"name": winner}
    sentences_by_kind = {"live": _("In play."), "ready": _("Ready to begin."), "later": _("Announced later.")}
    return sentences_by_kind.get(kind, _("Not begun."))


def round_note(*, matches: int, byes: int, in_play: int, ready: int, left: int, starts: str) -> str:
    """The line below a round's name: its progress, or `starts`, its start, if all matches start together.

    A round with byes has its numbers of matches and byes instead. `left` is the number of matches that are not over.
    """
    if byes:
        played = ngettext("%(n)s match", "%(n)s matches", matches) % {"n": matches}
        passed = ngettext("%(n)s bye", "%(n)s byes", byes) % {"n": byes}
        return _("%(matches)s, %(byes)s") % {"matches": played, "byes": passed}
    if not left:
        return _("Finished")
    if starts:
        return starts
    if in_play:
        return ngettext("%(n)s in play", "%(n)s in play", in_play) % {"n": in_play}
    if ready:
        return ngettext("%(n)s ready to begin", "%(n)s ready to begin", ready) % {"n": ready}
    return ngettext("%(n)s match", "%(n)s matches", matches) % {"n": matches}


def bracket_lead(best_of: Sequence[int], *, qualifiers: int, size: int, byes: int) -> str:
    """The bracket in a sentence or two."""
    field = _("%(qualifiers)s qualifiers in a bracket of %(size)s") % {"qualifiers": qualifiers, "size": size}
    if byes:
        field += ngettext(", a bye for the first", ", byes to the top %(byes)s", byes) % {"byes": byes}
    return f"{lengths(best_of)} {field}."


def match_title(number: int, names: Sequence[str], *, bye: bool) -> str:
    """The title of a match page: its players, as far as known."""
    if bye:
        return _("%(name)s has a bye") % {"name": names[0]}
    if len(names) == 2:
        return _("%(top)s and %(bottom)s") % {"top": names[0], "bottom": names[1]}
    return _("Match %(number)s") % {"number": number}


def consequence(name: str, game: int, opponent: str, goes_to: str) -> str:
    """What follows if this player wins the match with this game.

    `goes_to` is the name of the next round, empty in the final; `opponent` is the next opponent, empty if unknown.
    """
    values = {"name": name, "game": game, "opponent": opponent, "round": _lower(goes_to)}
    if not goes_to:
        return _("If %(name)s wins game %(game)s, %(name)s is the champion.") % values
    if opponent:
        return _("If %(name)s wins game %(game)s, the match is over and the next opponent is %(opponent)s.") % values
    return _("If %(name)s wins game %(game)s, the match is over and %(name)s goes on to the %(round)s.") % values


def forfeit_stop(game: int, *, last: bool) -> str:
    """The game that the forfeit clock takes at one of its times; with `last` this ends the match."""
    text = _("Game %(game)s: match over") if last else _("Game %(game)s")
    return text % {"game": game}


def finding(fault: Finding) -> str:
    """A fault in a game of a match in a sentence, and how to correct it."""
    if fault.code == "gap":
        return _(
            "The next game of this match is game %(expected)s, not game %(game)s. Record the games in their order."
        ) % {
            "expected": fault["expected"],
            "game": fault["game"],
        }
    if fault.code == "over":
        return _("This match is over: %(winner)s has won it. Take back its last game first if that is wrong.") % {
            "winner": fault["winner"]
        }
    return _("%(winner)s does not play in this match. Name one of its two seats.") % {"winner": fault["winner"]}


def scheduled(matches: int) -> str:
    """The message after the times of matches were set."""
    return ngettext("The time of %(n)s match is set.", "The times of %(n)s matches are set.", matches) % {"n": matches}


def recorded(game: int, winner: str, next_match: int | None) -> str:
    """The message after a game was recorded.

    `winner` is the winner of the match, empty while it is undecided; `next_match` is None after the final.
    """
    values = {"game": game, "winner": winner, "next": next_match}
    if not winner:
        return _("Game %(game)s is recorded.") % values
    if next_match is None:
        return _("Game %(game)s is recorded. %(winner)s has won the final and is the champion.") % values
    return _("Game %(game)s is recorded. %(winner)s has won and goes on to match %(next)s.") % values
