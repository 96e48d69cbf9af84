"""Sentences on acts in matches: endings, what falls, and conflicts between two devices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.bracket.rules.match import FirstDeal
from brackets.bracket.words.playoffs import clock
from tournaments.models import Entry, Event
from tournaments.money import words as money_words
from tournaments.words import citing as citing_words


def ending(ended: str, name: str, reason: str = "") -> str:
    """How a match ended if not by its games; `name` is the name of the loser."""
    message = {
        "concession": _("%(name)s conceded the match."),
        "removal": _("%(name)s was removed from play."),
        "withdrawal": _("%(name)s has withdrawn."),
        "walk_over": _("%(name)s does not play: walk-over."),
    }[ended] % {"name": name}
    return " ".join([message, _("Reason: %(reason)s") % {"reason": sentence(reason)}]) if reason else message


def sentence(text: str) -> str:
    """A typed text with a full stop, unless it ends with punctuation."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def conceded() -> str:
    """The word in the loser's cell of a game that the loser conceded."""
    return _("conceded")


def game_won(game: int, name: str) -> str:
    return _("Game %(game)s, won by %(name)s.") % {"game": game, "name": name}


def falls(match: int, name: str, winners: Sequence[str], ending: str) -> str:
    """What falls in a match that player `name` leaves: its games, with their winners (`winners`), and its ending."""
    sentences = [_("%(name)s leaves match %(match)s.") % {"name": name, "match": match}]
    if winners:
        games = [
            _("game %(game)s won by %(name)s") % {"game": game, "name": winner}
            for game, winner in enumerate(winners, 1)
        ]
        sentences.append(_("Falls: %(games)s.") % {"games": ", ".join(games)})
    if ending:
        sentences.append(_("Falls: %(ending)s") % {"ending": ending})
    return " ".join(sentences)


def paid_already(name: str, cents: int) -> str:
    """That a player whose place is open again was paid, and that their winnings are counted anew."""
    return _("%(name)s was paid %(amount)s. That stays in the books. Their winnings are recalculated.") % {
        "name": name,
        "amount": money_words.amount(cents),
    }


def speaks_for_both(name: str) -> str:
    """Why players may not record the games of this match, and who records them."""
    return _(
        "%(name)s plays here and can read everybody’s personal links, so the games of this match are not recorded from links. Tell "
        "a checker, or a director who does not play in it, who won."
    ) % {"name": name}


def plays_elsewhere(name: str, event: str) -> str:
    """That a player who is in the playoffs again has moved to another event, and what to do."""
    return _("%(name)s is entered in %(event)s since: tell them, and take them off there if they play here.") % {
        "name": name,
        "event": event,
    }


def own_time(match: int) -> str:
    """Why the user may not set the start of this match, and who sets it."""
    return _("Match %(match)s is your own: another director sets its time.") % {"match": match}


def own_match_falls(match: int) -> str:
    """Why the user may not reopen a step that takes back their own match, and who reopens it."""
    return _(
        "It takes back match %(match)s, which is your own: another director reopens the step. Where there is none, give somebody "
        "that role on the People page."
    ) % {"match": match}


def own_table(match: int) -> str:
    """Why the user may not set the table of this match, and who sets it."""
    return _("Match %(match)s is your own: another checker or director sets its table.") % {"match": match}


def recorded_already(game: int, winner: Entry, by: tuple[str, datetime] | None, event: Event) -> str:
    """To a user who records another winner of a recorded game. `by` is who recorded it and when, if known."""
    values = {"game": game, "winner": f"{winner.name} ({winner.seat})"}
    message = _("Game %(game)s is recorded already for %(winner)s.") % values
    if by is not None:
        name, recorded_at = by
        values |= {"by": name, "time": clock(recorded_at, event)}
        message = _("Game %(game)s is recorded already for %(winner)s, by %(by)s at %(time)s.") % values
    return " ".join([message, _("Take it back first if that is wrong.")])


def same_already(game: int, by: tuple[str, datetime] | None, event: Event) -> str:
    """To a user who records the same winner of a recorded game. `by` is who recorded it and when, if known."""
    if by is None:
        return _("Game %(game)s was recorded so already.") % {"game": game}
    name, recorded_at = by
    values = {"game": game, "by": name, "time": clock(recorded_at, event)}
    return _("Game %(game)s was recorded so already, by %(by)s at %(time)s.") % values


def no_score(enough: int, best_of: int) -> str:
    """Why a match cannot stand so: the winner needs `enough` games."""
    return _("A best of %(games)s ends when one player has %(enough)s games. Type a score like %(enough)s-0.") % {
        "games": best_of,
        "enough": enough,
    }


def recorded_for(match: int, game: int, name: str) -> str:
    """To a player who reports a game late: which winner is recorded."""
    return _("Game %(game)s of match %(match)s is recorded for %(name)s.") % {
        "match": match,
        "game": game,
        "name": name,
    }


def tell_the_director() -> str:
    """To a player who may think that a recorded game is wrong: what to do."""
    return _("If that is wrong, tell the director.")


def over_for(match: int, name: str) -> str:
    """To a player who reports after the end of the match."""
    message = _("Match %(match)s is over: %(name)s has won it.") % {"match": match, "name": name}
    return f"{message} {tell_the_director()}"


def plays_no_more(match: int) -> str:
    """To a player who is no longer in this match because the one before was taken back."""
    message = _("You no longer play in match %(match)s: the match before it was taken back.") % {"match": match}
    return " ".join([message, _("This page shows the match that you play now.")])


def ended(ended: str, name: str, winner: str, next_match: int | None) -> str:
    """The message after a match was ended by a concession, removal or walk-over.

    `name` is the loser. `winner` is empty while the opponent is not known.
    """
    message = ending(ended, name)
    if not winner:
        return " ".join([message, _("The match is lost as soon as the opponent is known.")])
    if next_match is None:
        return " ".join([message, _("%(winner)s has won the final and is the champion.") % {"winner": winner}])
    return " ".join([message, _("%(winner)s goes on to match %(next)s.") % {"winner": winner, "next": next_match}])


def dealing(event: Event, deal: FirstDeal, loser: str) -> str:
    """Who deals first in the next game of a match; `loser` is the name of the loser of the game before.

    In the 2020 edition, it also says that a player may ask for another deck (4.2.d).
    """
    rule = "first_deal_cut" if deal is FirstDeal.CUT else "first_deal_loser"
    message = {
        FirstDeal.CUT: _("Cut the cards for the first deal: the lower card deals (%(rule)s)."),
        FirstDeal.LOSER: _("%(name)s deals first: lost the last game (%(rule)s)."),
        FirstDeal.UNSAID: _("No rule of this edition says who deals first after game 1: the director announces it."),
    }[deal] % {"name": loser, "rule": citing_words.in_brackets(rule, event.edition)}
    deck = citing_words.in_brackets("deck_in_match", event.edition)
    if not deck:
        return message
    about_deck = _("Each player may ask for another deck once in the match, after a game (%(rule)s).")
    return f"{message} {about_deck % {'rule': deck}}"


def reports_on(on: bool) -> str:
    """The message after the director allowed (`on`) or forbade reports by players."""
    if on:
        return _("Both players of a match may record its games now, from their personal links.")
    return _("Players no longer record games. Reports that did not match are gone.")


def placed_by_another() -> str:
    """Why an API client may not change tables that somebody else has set, and what to do."""
    return _(
        "Somebody else has just placed these matches, and nothing was changed. Look at their tables, then "
        "send them as they are now as `seen`, beside those that you want."
    )


def placed(matches: int) -> str:
    """The message after tables were set; `matches` is the number of matches changed."""
    return ngettext("The table of %(n)d match is set.", "The tables of %(n)d matches are set.", matches) % {
        "n": matches
    }
