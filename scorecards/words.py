"""Sentences for what the rules find on cards and in the cross-check. Rules give codes and values; words are here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorecards.rules.cut import Status
from scorecards.rules.line import Line, format_spread
from scorecards.rules.tiebreak import Place
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding

MINUS = "\N{MINUS SIGN}"

_FINDINGS: dict[str, str] = {
    # What cannot be written in the card's notation.
    "points_notation": gettext_noop("Game points are 2, 3, 0 or a loss mark (X, /, –), or blank."),
    "spread_notation": gettext_noop("A spread is 01 to 121, two digits below one hundred (07, not 7), or blank."),
    "both_columns": gettext_noop("A spread stands under plus or under minus, not under both."),
    # What cannot be typed at the entry desk.
    "typed_notation": gettext_noop("Not a spread: type 16 or -16, W or L, as the card says."),
    "typed_spread": gettext_noop("1 to 121"),
    "typed_other": gettext_noop("A star is for a win whose points were written as the other of 2 and 3."),
    "typed_seat": gettext_noop("After @ comes the opponent's seat, like @A-9, or @? where it is blank."),
    "total_notation": gettext_noop("A total is a whole number; only the net has a sign."),
    # What is odd on a line as written.
    "blank_line": gettext_noop("This line is blank throughout."),
    "opponent_blank": gettext_noop("The line does not say who the opponent was."),
    "opponent_own_seat": gettext_noop("The line names the card's own seat."),
    "points_blank": gettext_noop("The game points are blank."),
    "win_in_minus": gettext_noop("Marked a win, but the spread is in the minus column."),
    "loss_in_plus": gettext_noop("Marked a loss, but the spread is in the plus column."),
    "points_not_of_spread": gettext_noop(
        "%(points)s was written beside a spread of %(spread)s; it counts %(counted)s."
    ),
    "spread_blank": gettext_noop("The spread is blank."),
    "names_nobody": gettext_noop("Game %(game)s names nobody, and no other card names this seat in it."),
    # The player's own totals.
    "totals_transposed": gettext_noop("Game points and games won look swapped."),
    "game_points_total_differs": gettext_noop("The card says %(own)s game points; the lines come to %(computed)s."),
    "games_won_total_differs": gettext_noop("The card says %(own)s games won; the lines come to %(computed)s."),
    "plus_total_differs": gettext_noop("The card says plus %(own)s; the lines come to %(computed)s."),
    "minus_total_differs": gettext_noop("The card says minus %(own)s; the lines come to %(computed)s."),
    "net_total_differs": gettext_noop("The card says net %(own)s; the lines come to %(computed)s."),
    # What stands in the way of posting.
    "not_cross_checked": gettext_noop("The cards are not cross-checked yet. Begin the cross-check."),
    "no_entrants": gettext_noop("Nobody plays in this event. Enter the entrants first."),
    "card_missing": gettext_noop("The card of %(seat)s is not in, or not complete. Type it from the paper."),
    "referral_open": gettext_noop("Game %(game)s of %(first)s and %(second)s waits for the head judge's decision."),
    "correction_uninitialled": gettext_noop(
        "The correction in game %(game)s of %(first)s and %(second)s has no initials yet. Accept it or decide otherwise."
    ),
    "line_names_nobody": gettext_noop(
        "Game %(game)s on the card of %(seat)s names nobody. Look at the paper and type the opponent."
    ),
    "tie_unbroken": gettext_noop("%(seats)s are tied for place %(rank)s. Record the one-game playoff."),
}

_RULES: dict[str, str] = {
    "12.2.a": gettext_noop("The amounts differ: the apparent qualifier's card takes the one that is worse for it."),
    "12.2.b": gettext_noop(
        "The amounts differ and both are apparent qualifiers: each card takes the one worse for it."
    ),
    "12.2.c": gettext_noop("Only one card shows the amount: it counts on both."),
    "12.2.d": gettext_noop(
        "Both cards say the same result, in opposite columns: the one with the amount under plus won."
    ),
    "12.2.e": gettext_noop(
        "Both cards say the same result, in the same column: both lose, the amounts go under minus."
    ),
    "12.2.f": gettext_noop("The win stands; the amount in the wrong column moves to its proper one."),
    "12.2.g": gettext_noop("Game points follow from the amount that stands; the totals follow."),
    "12.2.h": gettext_noop(
        "No harm, no foul: the difference is to the apparent qualifier's disadvantage already. Both stand."
    ),
    "14.1": gettext_noop("Rule 12.2 does not settle this. The head judge decides."),
}

_CLASSIC_RULES: dict[str, str] = {
    "11.a": _RULES["12.2.a"],
    "11.b": _RULES["12.2.b"],
    "11.c": _RULES["12.2.c"],
    "11.d": gettext_noop("Both cards say a win: both become losses, with the lower amount."),
    "11.e": _RULES["12.2.f"],
    "11.f": _RULES["12.2.g"],
    "11.g": _RULES["12.2.h"],
    "13": gettext_noop("Guideline 11 does not settle this. The judges decide."),
}


def finding(found: Finding) -> str:
    """What is wrong, in a sentence. KeyError for a code without words: every code has one, a test sees to it."""
    return _(_FINDINGS[found.code]) % dict(found.values)


def rule(number: str, edition: Edition) -> str:
    """What a rule of the cross-check says, in our words, by its number in this edition."""
    return _((_CLASSIC_RULES if edition is Edition.CLASSIC else _RULES)[number])


def known_codes() -> frozenset[str]:
    """Every code that has a sentence."""
    return frozenset(_FINDINGS)


def ordinal(number: int) -> str:
    """A rank in a sentence: 1st, 2nd, 23rd."""
    last = number % 100 if 11 <= number % 100 <= 13 else number % 10
    return {1: _("%dst"), 2: _("%dnd"), 3: _("%drd")}.get(last, _("%dth")) % number


STATES: dict[str, Callable[[], Any]] = {
    "proposed": lambda: _("proposed"),
    "accepted": lambda: _("accepted"),
    "overridden": lambda: _("decided by hand"),
    "open": lambda: _("with the head judge"),
    "agreed": lambda: _("agrees"),
}


def signed(number: int) -> str:
    """A net or a spread outside its column: with its sign, a real minus, zero bare."""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def signed_spread(line: Line) -> str:
    """A spread outside its column: two digits with the sign of the column, a real minus; empty where it is blank."""
    if line.spread is None:
        return ""
    return f"{'+' if line.minus is None else MINUS}{format_spread(line.spread)}"


def rank(number: int, *, tied: bool) -> str:
    """A rank in a column; a shared one is marked."""
    return _("T%d") % number if tied else str(number)


def place(of: Place) -> str:
    """A place in a sentence: 23rd, or a tie for 23rd."""
    return _("a tie for %s") % ordinal(of.rank) if of.tied else ordinal(of.rank)


_SHIFTS: dict[tuple[str, str], str] = {
    ("down", "out"): gettext_noop("%(name)s drops from %(before)s to %(after)s and no longer qualifies."),
    ("down", "in"): gettext_noop("%(name)s drops from %(before)s to %(after)s and qualifies."),
    ("down", "tied"): gettext_noop("%(name)s drops from %(before)s to %(after)s and is tied at the line."),
    ("down", ""): gettext_noop("%(name)s drops from %(before)s to %(after)s."),
    ("up", "out"): gettext_noop("%(name)s moves up from %(before)s to %(after)s and does not qualify."),
    ("up", "in"): gettext_noop("%(name)s moves up from %(before)s to %(after)s and qualifies."),
    ("up", "tied"): gettext_noop("%(name)s moves up from %(before)s to %(after)s and is tied at the line."),
    ("up", ""): gettext_noop("%(name)s moves up from %(before)s to %(after)s."),
    ("", "out"): gettext_noop("%(name)s stays %(after)s and no longer qualifies."),
    ("", "in"): gettext_noop("%(name)s stays %(after)s and qualifies."),
    ("", "tied"): gettext_noop("%(name)s stays %(after)s and is tied at the line."),
    ("", ""): gettext_noop("%(name)s stays %(after)s."),
}


def shift(name: str, before: Place, after: Place, status_before: Status, status_after: Status) -> str:
    """What a correction does to somebody, in a sentence."""
    direction = "down" if after.rank > before.rank else "up" if after.rank < before.rank else ""
    sentence = _(_SHIFTS[direction, _crossing(status_before, status_after)])
    return sentence % {"name": name, "before": place(before), "after": place(after)}


def _crossing(before: Status, after: Status) -> str:
    """Which side of the line somebody came to: in, out or tied; empty for who stays on the same side."""
    sides = {Status.QUALIFIER: "in", Status.TIED_AT_LINE: "tied"}
    was, now = sides.get(before, "out"), sides.get(after, "out")
    return now if was != now else ""


def becomes(seat: str, line: Line) -> str:
    """What a card's line is after a correction, in a sentence."""
    sentence = {
        (True, True): _("%(seat)s’s card becomes a win by %(spread)d, %(points)d game points."),
        (True, False): _("%(seat)s’s card becomes a win without an amount, %(points)d game points."),
        (False, True): _("%(seat)s’s card becomes a loss by %(spread)d."),
        (False, False): _("%(seat)s’s card becomes a loss without an amount."),
    }[line.is_win, line.spread is not None]
    return sentence % {"seat": seat, "spread": line.spread or 0, "points": line.points or 0}


_RELATED: dict[str, str] = {
    "family": gettext_noop("You and %(name)s (%(seat)s) are relatives: a third checker signs here."),
    "partner": gettext_noop("You and %(name)s (%(seat)s) are partners: a third checker signs here."),
    "room": gettext_noop("You and %(name)s (%(seat)s) share a room: a third checker signs here."),
    "travel": gettext_noop("You and %(name)s (%(seat)s) travel together: a third checker signs here."),
    "club": gettext_noop("You and %(name)s (%(seat)s) are of the same club: a third checker signs here."),
}


def third_checker(kind: str, name: str, seat: str) -> str:
    """Why somebody should not check this card alone, by how they are related to its player."""
    return _(_RELATED[kind]) % {"name": name, "seat": seat}


def played_at(table: str) -> str:
    """Why somebody should rather not check at this table."""
    return _("You played at table %(table)s: better somebody else checks there.") % {"table": table}


_SAID: dict[str, str] = {
    "confirmed": gettext_noop("read again by %(name)s: the same"),
    "differs": gettext_noop("read again by %(name)s: %(line)s"),
    "kept_back": gettext_noop("read again by %(name)s"),
}


def look_said(said: str, name: str, line: str) -> str:
    """What somebody read on the paper, beside what is recorded; `kept_back` only that they did."""
    return _(_SAID[said]) % {"name": name, "line": line}


_STANDS: dict[str, str] = {
    "look": gettext_noop("A look that changed nothing stays: look at the line once more instead."),
    "begun": gettext_noop("Beginning the cross-check changed no card and no result, so there is nothing to undo."),
    "posted": gettext_noop("The posted list is official and stays as it is."),
    "told": gettext_noop("Who was told is ticked, and taken back, on the page of the players to inform."),
    "announced": gettext_noop("The seats were announced, and everybody sits there."),
    "entrants": gettext_noop("Entrants are entered and taken off on the page of the entrants."),
    "settings": gettext_noop("This is changed back on the page of the event’s settings."),
    "playoffs": gettext_noop("Playoff games are taken back on the page of their match."),
    "elsewhere": gettext_noop("This is no act on cards and decisions."),
}


def stands(code: str) -> str:
    """Why an act cannot be undone from the log."""
    return _(_STANDS[code])


_CAME_AFTER: dict[str, str] = {
    "card.typed": gettext_noop("Card %(key)s was typed again at %(at)s by %(by)s: undo that first."),
    "card.typing-undone": gettext_noop("A typing of card %(key)s was undone at %(at)s by %(by)s: undo that first."),
    "line.looked-at": gettext_noop(
        "A line of card %(key)s was changed at %(at)s after a look by %(by)s: undo that first."
    ),
    "line.put-back": gettext_noop("A line of card %(key)s was put back at %(at)s by %(by)s: undo that first."),
    "card.received": gettext_noop("Card %(key)s was handed in again at %(at)s to %(by)s: undo that first."),
    "card.receipt-taken-back": gettext_noop(
        "At %(at)s %(by)s noted that card %(key)s is not handed in: undo that first."
    ),
    "card.set-aside": gettext_noop("Card %(key)s was set aside at %(at)s by %(by)s: undo that first."),
    "card.taken-up": gettext_noop("Card %(key)s was taken up again at %(at)s by %(by)s: undo that first."),
    "discrepancy.decision-taken-back": gettext_noop(
        "The decision on %(key)s was taken back at %(at)s by %(by)s: undo that first."
    ),
}


def came_after(action: str, key: str, at: datetime, by: str) -> str:
    """Why an act cannot be undone now: what was done to the same thing after it, when (in the hall's time) and by whom."""
    sentence = _CAME_AFTER.get(action)
    if sentence is None and action.startswith("discrepancy."):
        told = _("Game and cards %(key)s were decided again at %(at)s by %(by)s: undo that first.")
    elif sentence is None:
        told = _("This was changed again at %(at)s by %(by)s: undo that first.")
    else:
        told = _(sentence)
    return told % {"key": key, "at": date_format(at, "g:i A"), "by": by}


_STAGES: dict[str, str] = {
    "not_in": gettext_noop("not in"),
    "in": gettext_noop("in"),
    "typed": gettext_noop("typed"),
    "looked_at": gettext_noop("looked at"),
    "discrepancy": gettext_noop("discrepancy"),
    "resolved": gettext_noop("resolved"),
    "matched": gettext_noop("matched"),
    "final": gettext_noop("final"),
}
_PILES: dict[str, str] = {
    "definite": gettext_noop("Definite qualifiers"),
    "probable": gettext_noop("Probable qualifiers"),
    "probably_not": gettext_noop("Probable nonqualifiers"),
    "dead_zone": gettext_noop("Dead zone"),
}
_STEPS: dict[str, str] = {
    "type": gettext_noop("Type %(seat)s"),
    "look": gettext_noop("Look again at %(seat)s, game %(game)s"),
    "decide": gettext_noop("Decide game %(game)s against %(other)s"),
    "name_opponent": gettext_noop("Game %(game)s names nobody: see the card"),
    "none": gettext_noop("Nothing to do"),
}
_KEYS: dict[str, str] = {
    "game_points": gettext_noop("game points, %(above)s against %(below)s"),
    "games_won": gettext_noop("games won, %(above)s against %(below)s"),
    "net": gettext_noop("net, %(above)s against %(below)s"),
    "plus": gettext_noop("plus points, %(above)s against %(below)s"),
}


def stage(code: str) -> str:
    """How far a card has come, in a word or two."""
    return _(_STAGES[code])


def pile(code: str) -> str:
    """The name of a pile."""
    return _(_PILES[code])


def next_step(code: str, seat: str, game: int | None, other: str | None) -> str:
    """What brings a card on."""
    return _(_STEPS[code]) % {"seat": seat, "game": game, "other": other}


def deciding_key(code: str, above: int, below: int) -> str:
    """The key that puts one row before the next, with both values: net, +62 against +48."""
    shown = signed if code == "net" else str
    return _(_KEYS[code]) % {"above": shown(above), "below": shown(below)}


def possible_ranks(best: int, worst: int) -> str:
    """Between which places a card can still come out."""
    if best == worst:
        return _("%s, whatever comes") % ordinal(best)
    return _("%(best)s at best, %(worst)s at worst") % {"best": ordinal(best), "worst": ordinal(worst)}
