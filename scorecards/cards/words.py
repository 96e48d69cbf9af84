"""Sentences about cards: at the entry desk, on the phones, and about looks."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorecards.sheet.rules.line import SKUNK_POINTS, WIN_POINTS
from scorecards.sheet.rules.phone import Claim
from scorecards.sheet.rules.tally import Card
from tournaments.rules.citations import OURS
from tournaments.rules.edition import Edition
from tournaments.rules.skunk import NO_SKUNK
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row


def left(card: Card) -> str:
    """Return the note that this player left early; empty if they did not."""
    if card.left_after:
        return _("left after game %(game)d") % {"game": card.left_after}
    return _("left early") if card.withdrawn else ""


def has_not_left(seat: str, name: str) -> str:
    """Why this card cannot be ended early."""
    values = {"seat": seat, "name": name}
    return (
        _("%(name)s has not left: card %(seat)s ends with its last game. Note on the Round page that they leave early.")
        % values
    )


def results_told(skunk_from: int, *, is_team: bool = False) -> list[tuple[int, str]]:
    """Return the results that a player can tell if no spread is recorded, each with its figure (`Claim.figure`)."""
    if is_team:
        words = (_("We won"), _("We won by a skunk"), _("We lost"), _("We lost by a skunk"))
    else:
        words = (_("I won"), _("I won by a skunk"), _("I lost"), _("I lost by a skunk"))
    won, won_by_skunk, lost, lost_by_skunk = words
    results = [
        (WIN_POINTS, won),
        (SKUNK_POINTS, won_by_skunk),
        (-WIN_POINTS, lost),
        (-SKUNK_POINTS, lost_by_skunk),
    ]
    return [result for result in results if skunk_from != NO_SKUNK or abs(result[0]) != SKUNK_POINTS]


def phones_off() -> str:
    """Why no games are told by phone in this event, and what to do instead."""
    return _("Games are not told by phone in this event. Write them on your paper card and bring it to the desk.")


def card_is_in() -> str:
    """Why a player cannot tell any more games, and what to do instead."""
    return _("Your card is in, so you cannot change it here. If a line is wrong, tell the desk.")


def no_cards_of_ladder() -> str:
    """Why no card of a ladder is handed in as a whole."""
    return _(
        "On a ladder no card is handed in: each game is recorded as soon as both teams have told it alike, or at the desk."
    )


def result_decides() -> str:
    """Why nobody decides between a result of a ladder and what was told by phone."""
    return _(
        "On a ladder the recorded result decides. If it is wrong, correct it on the page of its game of the ladder."
    )


def result_is_in(game: int) -> str:
    """Why a team cannot tell this game of a ladder any more, and what to do instead."""
    return _("The result of game %(game)d is in. If it is wrong, tell the desk.") % {"game": game}


def posted_with_card(*, ends_with_ranking: bool) -> str:
    """Why nobody tells a game after posting."""
    if ends_with_ranking:
        return _("The ranking is official, and your card with it. Ask the director.")
    return _("The qualifiers are posted, and your card with them. Ask the director.")


def told_on_own_phone(name: str, game: int) -> str:
    """Why a player's game cannot be told on the opponent's phone."""
    values = {"name": name, "game": game}
    return _("%(name)s has told game %(game)d on their own phone already. Only there it can be changed.") % values


def names_another(seat: str, game: int) -> str:
    """Why this game cannot be told: the opponent at `seat` told it against somebody else, whom the sentence keeps back."""
    sentence = _("%(seat)s names another opponent in game %(game)d. Check the ID that you wrote, or ask at the desk.")
    return sentence % {"seat": seat, "game": game}


def result(claim: Claim) -> str:
    """Return a claim in words: `won by 16`, `lost by 7`; without a spread `won`, `lost by a skunk`."""
    if claim.spread is None:
        if SKUNK_POINTS in (claim.points, claim.opponent_points):
            return _("won by a skunk") if claim.won else _("lost by a skunk")
        return _("won") if claim.won else _("lost")
    sentence = _("won by %(by)d") if claim.spread > 0 else _("lost by %(by)d")
    return sentence % {"by": abs(claim.spread)}


def told_elsewhere(claim: Claim) -> str:
    """Why a stale page does not change this game: this claim was saved on another screen meanwhile."""
    sentence = _("Game %(game)d was just saved on another screen: %(how)s. Save again to change it to this.")
    return sentence % {"game": claim.game, "how": result(claim)}


def games_not_told(games: Sequence[int]) -> str:
    """Which games must still be told before the card is handed in."""
    return ngettext(
        "Game %(games)s is not told yet. Tell it first, then hand in the card.",
        "Games %(games)s are not told yet. Tell them first, then hand in the card.",
        len(games),
    ) % {"games": in_a_row(map(str, games))}


_SAID: dict[str, str] = {
    "retyped": gettext_noop("read again by %(name)s: %(line)s, as read before, so it stands instead of %(typed)s"),
    "confirmed": gettext_noop("read again by %(name)s: the same"),
    "differs": gettext_noop("read again by %(name)s: %(line)s"),
    "kept_back": gettext_noop("read again by %(name)s"),
}


def look_said(outcome: str, name: str, line: str, typed: str = "", *, shown: bool = False) -> str:
    """Return the outcome of a look in words.

    `outcome` is `retyped` (the look replaced the typed line), `confirmed`, `differs`, or `kept_back` (only that there
    was a look). `line` is what was read. `shown`: the reader had seen the typed line before.
    """
    reader = _("%(name)s (who had seen the card)") % {"name": name} if shown else name
    return _(_SAID[outcome]) % {"name": reader, "line": line, "typed": typed}


def read_alone(seat: str, name: str, *, typed: bool) -> str:
    """Return that a line rests on one person: they typed it and read it again, or they alone read it so."""
    sentence = (
        _("%(seat)s: typed and read again by %(name)s, nobody else.")
        if typed
        else _("%(seat)s: so read by %(name)s alone, against what was typed.")
    )
    return sentence % {"seat": seat, "name": name}


def faults_in_files(faults: int) -> str:
    """Why nothing was brought in."""
    return ngettext(
        "Nothing was imported: there is %(n)d fault, named above by file, line and column.",
        "Nothing was imported: there are %(n)d faults, named above by file, line and column.",
        faults,
    ) % {"n": faults}


def cited(rule: str | None, edition: Edition) -> str:
    """The rule of a fault in words, with the edition unless it is ours; empty for a fault without a rule."""
    citation = citing_words.in_words(rule) if rule else ""
    return f"{citation} ({edition})" if rule and rule != OURS else citation
