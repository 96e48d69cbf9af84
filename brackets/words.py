"""Turns rounds, lengths, times and findings of the playoffs into words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.rules.edition import cite
from tournaments.rules.finding import Finding


def round_name(number: int, rounds: int) -> str:
    """What the hall calls this round: the last three have names, the first is round 1 where it is none of them."""
    left = rounds - number
    if left < 3:
        return (_("Final"), _("Semifinals"), _("Quarterfinals"))[left]
    return _("Round 1") if number == 1 else _("Round of %(lines)s") % {"lines": 2 ** (left + 1)}


def round_tab(number: int, rounds: int) -> str:
    """The same in so few letters that five stand in a row on a phone."""
    left = rounds - number
    if left < 3:
        return (_("Final"), _("Semis"), _("Quarters"))[left]
    return _("Round 1") if number == 1 else _("Top %(lines)s") % {"lines": 2 ** (left + 1)}


def lengths(best_of: Sequence[int]) -> str:
    """The match lengths of all rounds, from the first: one number where they are equal, else by round."""
    if len(set(best_of)) <= 1:
        return _("Best of %(games)s.") % {"games": best_of[0]} if best_of else ""
    runs = [list(run) for _length, run in groupby(enumerate(best_of, start=1), key=lambda item: item[1])]
    parts = []
    for run in runs:
        first, length = run[0]
        last = run[-1][0]
        names = round_name(first, len(best_of))
        if last > first:
            names = _("%(first)s to %(last)s") % {"first": names, "last": _lower(round_name(last, len(best_of)))}
        parts.append(_("%(rounds)s best of %(games)s") % {"rounds": names, "games": length})
    return "; ".join([parts[0], *(_lower(part) for part in parts[1:])]) + "."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def clock(moment: datetime, event: Event) -> str:
    """A time of day in the hall, `9:05 AM`."""
    return date_format(moment.astimezone(ZoneInfo(event.tournament.time_zone)), "g:i A")


def day_and_clock(moment: datetime, event: Event) -> str:
    """A day and time in the hall, `Sunday 9:05 AM`."""
    return date_format(moment.astimezone(ZoneInfo(event.tournament.time_zone)), "l g:i A")


def rule(number: str, event: Event) -> str:
    """The number of this rule in the tournament's own edition; that of 2020 where the edition lacks it."""
    return cite(number, edition=event.edition) or number


def either(first: str, second: str) -> str:
    """Whoever of these two wins."""
    return _("%(first)s or %(second)s") % {"first": first, "second": second}


def spoken_score(name: str, games: int) -> str:
    """One player's games in a sentence for a screen reader."""
    return ngettext("%(name)s %(games)s game", "%(name)s %(games)s games", games) % {"name": name, "games": games}


def finding(found: Finding) -> str:
    """What is wrong with a game of a match, and what to do."""
    if found.code == "gap":
        return _("The next game of this match is game %(expected)s, not game %(game)s. Record the games in their order.") % {
            "expected": found["expected"],
            "game": found["game"],
        }
    if found.code == "over":
        return _("This match is over: %(winner)s has won it. Take back its last game first if that is wrong.") % {
            "winner": found["winner"]
        }
    return _("%(winner)s does not play in this match. Name one of its two seats.") % {"winner": found["winner"]}
