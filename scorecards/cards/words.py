"""What is said of cards: at the entry desk, on the phones, and where a finding of the rules is told."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorecards.sheet.rules.phone import Said as Told
from scorecards.sheet.rules.tally import Card


def left(card: Card) -> str:
    """That the player of this card left early, as it stands beside the card; empty where they did not."""
    if card.left_after:
        return _("left after game %(game)d") % {"game": card.left_after}
    return _("left early") if card.withdrawn else ""


def has_not_left(seat: str, name: str) -> str:
    """Why nobody says that this card ends early."""
    values = {"seat": seat, "name": name}
    return (
        _("%(name)s has not left: card %(seat)s ends with its last game. Note on the Round page that they leave early.")
        % values
    )


def results_told() -> list[tuple[int, str]]:
    """What a player can tell of a game where no spread is recorded, by the game points."""
    return [(2, _("I won, 2 points")), (3, _("I won, 3 points: by 31 or more")), (0, _("I lost"))]


def phones_off() -> str:
    """Why nothing is told by phone here, and what to do instead."""
    return _("Games are not told by phone in this event. Write them on your paper card and bring it to the desk.")


def card_is_in() -> str:
    """Why a player tells nothing more, and what to do instead."""
    return _("Your card is in, so nothing on it changes here any more. If a line is wrong, tell the desk.")


def told_on_own_phone(name: str, game: int) -> str:
    """Why a player's game is not told on the opponent's phone."""
    values = {"name": name, "game": game}
    return _("%(name)s has told game %(game)d on their own phone already. Only there it can be changed.") % values


def names_another(seat: str, game: int) -> str:
    """Why a game waits for nobody: the opponent has told it against somebody else. Whom, is theirs to say."""
    told = _("%(seat)s names another opponent in game %(game)d. Check the ID that you wrote, or ask at the desk.")
    return told % {"seat": seat, "game": game}


def told_elsewhere(said: Told) -> str:
    """Why a game is not changed by a page that showed something else: it was told on another one meanwhile."""
    if said.spread is None:
        told = (
            _(
                "Game %(game)d was saved on another screen meanwhile: won, %(points)d points. Save once more to change it to this."
            )
            if said.points
            else _("Game %(game)d was saved on another screen meanwhile: lost. Save once more to change it to this.")
        )
        return told % {"game": said.game, "points": said.points}
    values = {"game": said.game, "by": abs(said.spread)}
    if said.spread > 0:
        told = _(
            "Game %(game)d was saved on another screen meanwhile: won by %(by)d. Save once more to change it to this."
        )
    else:
        told = _(
            "Game %(game)d was saved on another screen meanwhile: lost by %(by)d. Save once more to change it to this."
        )
    return told % values


def games_not_told(games: Sequence[int]) -> str:
    """Which games are still to be told before a card is handed in."""
    return ngettext(
        "Game %(games)s is not told yet. Tell it first, then hand in the card.",
        "Games %(games)s are not told yet. Tell them first, then hand in the card.",
        len(games),
    ) % {"games": ", ".join(map(str, games))}


_SAID: dict[str, str] = {
    "retyped": gettext_noop("read again by %(name)s: %(line)s, as read before, so it stands instead of %(typed)s"),
    "confirmed": gettext_noop("read again by %(name)s: the same"),
    "differs": gettext_noop("read again by %(name)s: %(line)s"),
    "kept_back": gettext_noop("read again by %(name)s"),
}


def look_said(said: str, name: str, line: str, typed: str = "", *, shown: bool = False) -> str:
    """What somebody read on the paper, beside what is recorded; `retyped` in place of what was typed, `kept_back` only
    that they did; `shown` where they had seen what was typed."""
    reader = _("%(name)s (who had seen the card)") % {"name": name} if shown else name
    return _(_SAID[said]) % {"name": reader, "line": line, "typed": typed}


def read_alone(seat: str, name: str, *, typed: bool) -> str:
    """That a line rests on one person alone, who typed and read it, or alone read it so."""
    told = (
        _("%(seat)s: typed and read again by %(name)s, nobody else.")
        if typed
        else _("%(seat)s: so read by %(name)s alone, against what was typed.")
    )
    return told % {"seat": seat, "name": name}
